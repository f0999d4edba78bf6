"""Verdicts on random conditions against brute force over the four states of two cards, through the conditions of two more."""

from __future__ import annotations

import random
from itertools import product
from pathlib import Path
from typing import Any

import pytest

from chronoc.analyse import analyse
from chronoc.check.run import run
from chronoc.variant import read_sources

PRELUDE = Path(__file__).parents[1] / "rules" / "prelude.chrono"
SIDES = {
    "Morning": lambda m, e: m,
    "Evening": lambda m, e: e,
    "Porch": lambda m, e: m,
    "Cellar": lambda m, e: m and e,
}
STATES = list(product((False, True), repeat=2))
PARTS = ("repeated-part", "implied-part", "redundant-part")

Condition = tuple[Any, ...]  # ("side", name, primed) · ("not", c) · ("and" | "or", cs) · ("of", n, cs)


def drawn(rng: random.Random, depth: int) -> Condition:
    form = rng.choice(("side", "side", "not", "and", "or", "of")) if depth else "side"
    if form == "side":
        return ("side", rng.choice(list(SIDES)), rng.random() < 0.6)
    if form == "not":
        return ("not", drawn(rng, depth - 1))
    parts = [drawn(rng, depth - 1) for _ in range(rng.randint(2, 3))]
    return ("of", rng.randint(1, len(parts)), parts) if form == "of" else (form, parts)


def written(c: Condition) -> str:
    match c[0]:
        case "side":
            return c[1] + ("'" if c[2] else "")
        case "not":
            return f"not ({written(c[1])})"
        case "of":
            return f"{c[1]} of ({', '.join(written(part) for part in c[2])})"
    return "(" + f" {c[0]} ".join(written(part) for part in c[1]) + ")"


def holds(c: Condition, state: tuple[bool, bool], without: int | None = None) -> bool:
    """`without`: the identity of a part that is left out of what joins it."""
    match c[0]:
        case "side":
            return SIDES[c[1]](*state) is c[2]
        case "not":
            return not holds(c[1], state, without)
        case "of":
            return sum(holds(part, state, without) for part in c[2]) >= c[1]
    parts = [holds(part, state, without) for part in c[1] if id(part) != without]
    return all(parts) if c[0] == "and" else any(parts)


def joins(c: Condition) -> list[Condition]:
    """The joints of a condition, itself among them."""
    inner = [c[1]] if c[0] == "not" else c[2] if c[0] == "of" else c[1] if c[0] in ("and", "or") else []
    return [*([c] if c[0] in ("and", "or") else []), *(join for part in inner for join in joins(part))]


def truths(c: Condition, without: int | None = None) -> list[bool]:
    return [holds(c, state, without) for state in STATES]


def expected(c: Condition) -> str:
    whole = truths(c)
    if not any(whole):
        return "never-true"
    if all(whole):
        return "always-true"
    for join in joins(c):
        for part in join[1]:
            if len(set(truths(part))) == 1 or truths(c, id(part)) == whole:
                return "part"
    return ""


@pytest.mark.parametrize("seed", range(4))
def test_random_conditions(seed: int, tmp_path: Path) -> None:
    rng = random.Random(seed)
    drawn_ = [drawn(rng, 3) for _ in range(60)]
    home = tmp_path / "lamps"
    home.mkdir()
    (home / "0prelude.chrono").write_bytes(PRELUDE.read_bytes())
    lines = [
        f'switch "Relay {chr(65 + n // 26)}{chr(65 + n % 26)}" {{ Usable if {written(c)} ; play {{ draw_card }} }}'
        for n, c in enumerate(drawn_)
    ]
    (home / "a.chrono").write_text("\n".join(lines) + "\n", encoding="utf-8")
    sources = read_sources(str(home))
    analysis = analyse(sources.sets, sources.variant)
    assert analysis.diagnostics == []
    told: dict[int, list[str]] = {}
    for item in run(analysis, sources.reading.texts):
        if item.span.file.endswith("a.chrono"):
            told.setdefault(item.span.line, []).append(item.name)
    wrong = []
    for line, condition in enumerate(drawn_, 1):
        names, want = told.get(line, []), expected(condition)
        names = [name for name in names if name in (*PARTS, "always-true", "never-true")]
        fits = bool(names) if want == "part" else names == [want] if want else not names
        if not fits:
            wrong.append((lines[line - 1], want, names))
    assert wrong == []
    assert {expected(c) for c in drawn_} >= {"part", ""}
