"""examples/fan-timeline: four mistakes of a first timeline, each told with its places and reasons."""

from __future__ import annotations

from functools import cache
from pathlib import Path

from chronoc.analyse import analyse
from chronoc.prove.proof import prove
from chronoc.prove.prover import Verdict
from chronoc.variant import read_sources

FAN = Path(__file__).parents[2] / "examples" / "fan-timeline"
CARDS, RULES = "fan-timeline/timeline.chrono", "fan-timeline/rules.chrono"


@cache
def verdicts() -> dict[str, Verdict]:
    sources = read_sources(str(FAN))
    analysis = analyse(sources.sets, sources.variant)
    return {v.question.title: v for v in prove(analysis, sources.reading.texts)}


def line_of(text: str, file: str = CARDS) -> int:
    lines = (FAN.parent / file).read_text().splitlines()
    return next(k for k, line in enumerate(lines, 1) if text in line)


def because(verdict: Verdict) -> list[tuple[str, int, str]]:
    return [(place[0], place[1], text) for place, text in verdict.because if place is not None]


def change(verdict: Verdict) -> list[tuple[str, int, str]]:
    return [(place[0], place[1], text) for place, text in verdict.change if place is not None]


def test_a_year_that_is_always_a_paradox() -> None:
    always = verdicts()["The Fair Comes to Town not paradoxed"]
    assert always.word == "unreachable" and always.question.always
    assert because(always) == [(CARDS, line_of("Bridge OR Bridge'"), "not (Bridge OR Bridge')")]
    never = verdicts()["The Fair Comes to Town plain"]
    assert never.word == "unreachable"
    assert change(never) == [(CARDS, line_of("Bridge OR Bridge'"), "Bridge OR Bridge'")]


def test_a_patch_that_never_fits() -> None:
    never = verdicts()["use A Town on Stilts"]
    assert never.word == "unreachable"
    assert because(never) == [
        (CARDS, line_of("Dam' AND Bridge'"), "Dam'"),
        (CARDS, line_of("Playable If Dam"), "Dam"),
    ]
    assert verdicts()["The Town Moves Uphill primed"].word == "unreachable"  # so this year is never repaired


def test_an_identity_that_contradicts_itself() -> None:
    never = verdicts()["Going home: Cleo"]
    line = line_of('"Cleo"')
    assert never.word == "unreachable"
    assert because(never) == [(CARDS, line, "1903'"), (CARDS, line, "Dam")]
    assert change(never)[0] == (CARDS, line_of("Paradoxed If Dam'"), "Dam'")


def test_an_identity_that_only_the_collapse_reaches() -> None:
    only = verdicts()["Going home: Dov"]
    assert only.word == "only by way of"
    assert only.why == ["a state that ends the game: The universe is destroyed"]
    assert because(only) == [
        (RULES, line_of("whenever settled", RULES), "count(ripples where paradox(it)) >= collapse_at")
    ]
    assert only.witness is not None and "expect game over" in only.witness.text


def test_nothing_else_is_wrong_with_it() -> None:
    wrong = {title for title, v in verdicts().items() if v.word != "reachable"}
    assert wrong == {
        "Going home: Cleo", "Going home: Dov", "use A Town on Stilts", "The Fair Comes to Town plain",
        "The Town Moves Uphill primed", "The Fair Comes to Town not paradoxed",
    }  # fmt: skip
    assert all(v.witness is not None for v in verdicts().values() if v.word == "reachable")
