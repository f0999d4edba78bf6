"""What was found, for people and for other programs."""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from chronoc.prove.prover import NEVER, ONLY_WITH, OPEN, REACHED, Place, Verdict
from chronoc.terminal import visible

TITLES = {
    "goal": "goals",
    "loss": "common losses",
    "card": "cards",
    "side": "sides of things",
    "condition": "printed conditions",
}


def data(table: dict[str, Any], verdicts: Sequence[Verdict]) -> dict[str, Any]:
    return {"variant": table["variant"], "table": table["hash"], "verdicts": [row(v) for v in verdicts]}


def row(v: Verdict) -> dict[str, Any]:
    place = v.question.place
    return {
        "group": v.question.group, "what": v.question.title, "verdict": v.word, "why": v.why,
        "place": None if place is None else {"file": place[0], "line": place[1]},
        "contradict": [_said(item) for item in v.because], "change": [_said(item) for item in v.change],
        "scenario": None if v.witness is None else v.witness.text,
        "plays": None if v.witness is None else v.witness.plays, "shortest": v.shortest,
        "seen": None if v.lucky is None else {"seed": v.lucky[0], "turn": v.lucky[1]},
        "states": v.states,
    }  # fmt: skip


def _said(item: tuple[Place | None, str]) -> dict[str, Any]:
    place, text = item
    return {"file": None if place is None else place[0], "line": None if place is None else place[1], "text": text}


def lines(
    table: dict[str, Any], verdicts: Sequence[Verdict], places: Mapping[str, str], everything: bool
) -> Iterator[str]:
    """One line for each thing; scenarios of goals and losses, or of all that was asked for by name."""
    yield visible(str(table["title"]))
    for group, title in TITLES.items():
        rows = [v for v in verdicts if v.question.group == group]
        if not rows:
            continue
        yield ""
        yield f"{title}: {counts(rows)}"
        for v in rows:
            if v.word == REACHED and group in ("card", "side", "condition") and not everything:
                continue
            yield from told(v, places, everything or group in ("goal", "loss"))


def counts(rows: Sequence[Verdict]) -> str:
    words = dict.fromkeys(v.word for v in rows)
    return ", ".join(f"{sum(1 for v in rows if v.word == word)} {word}" for word in sorted(words))


def told(v: Verdict, places: Mapping[str, str], scenario: bool) -> Iterator[str]:
    where = "" if v.question.place is None else f" ({shown(v.question.place, places)})"
    how = ""
    if v.word in (REACHED, ONLY_WITH) and v.witness is not None:
        short = "shortest line" if v.shortest else "a line that need not be the shortest"
        how = f", {short}: {v.witness.plays} play{'' if v.witness.plays == 1 else 's'}"
    if v.lucky is not None:
        how = f", seen in a game with the seed {v.lucky[0]}, turn {v.lucky[1]}"
    if v.word == NEVER and v.question.group == "condition":
        how = ": it is always so" if v.question.always else ": it never holds"
    yield f"  {visible(v.question.title)}: {v.word}{' ' + '; '.join(map(visible, v.why)) if v.why and v.word != OPEN else ''}{how}{where}"
    if v.word == OPEN:
        yield from (f"    {visible(why)}" for why in v.why)
    if v.because:
        yield "    these contradict each other:" if v.word == NEVER and len(v.because) > 1 else "    because of:"
        yield from (f"      {item}" for item in told_places(v.because, places))
    if v.change:
        yield "    a change of one of these would let it be reached:"
        yield from (f"      {item}" for item in told_places(v.change, places))
    if scenario and v.witness is not None:
        yield from (f"    {visible(text)}" for text in v.witness.text.splitlines())


def told_places(items: Sequence[tuple[Place | None, str]], places: Mapping[str, str]) -> list[str]:
    return [visible(text) if place is None else f"{shown(place, places)}: {visible(text)}" for place, text in items]


def shown(place: Place, places: Mapping[str, str]) -> str:
    file = places.get(place[0])
    if file is None:
        return f"{visible(place[0])}:{place[1]}"
    near = os.path.relpath(file)
    return (
        f"{visible(near if not near.startswith(os.pardir + os.sep + os.pardir) else os.path.abspath(file))}:{place[1]}"
    )
