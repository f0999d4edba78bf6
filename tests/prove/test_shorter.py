"""Lines without plays they do not need, and lines that are known to be shortest without looking at every state."""

from __future__ import annotations

from functools import cache

from chronoc.prove.prover import Prover, Verdict
from chronoc.prove.search import Search
from chronoc.prove.shorter import leaner, replayed
from tests.report.test_matrix import FAN, report


@cache
def decided(where: str, title: str) -> tuple[Prover, Verdict]:
    prover = report(where).prover
    question = next(q for q in prover.questions() if q.title == title)
    return prover, prover.decide(question)


def test_as_many_plays_as_things_are_needed_is_shortest() -> None:
    _, mission = decided("chrononauts", "Mission accomplished: A Private Museum")
    assert mission.witness is not None and mission.witness.plays == 3 and mission.shortest


def test_what_a_card_needs_besides_is_not_counted_as_shortest() -> None:
    """One of the three can be played only when history was changed, so three plays are not enough, which is not shown."""
    _, mission = decided("chrononauts", "Mission accomplished: Collected Works")
    assert mission.witness is not None and mission.witness.plays == 4 and not mission.shortest


def test_plays_that_are_not_needed_are_left_out() -> None:
    prover = report(FAN).prover
    question = next(q for q in prover.questions() if q.title == "A wish: A quiet evening")
    cone = prover.cones.cone(question.reads)
    found = Search(prover.arena, cone).broad(question.test)
    assert found.line is not None and len(found.line) == 4
    first = found.line[0]  # a lamp is turned over: twice more and it lies as it did after the first
    longer = [first]
    for _ in range(2):
        again = next(
            m for m in prover.arena.results(first.source, longer[-1].change)
            if [a.value for a in m.answers] == [a.value for a in first.answers]
        )  # fmt: skip
        longer.append(again)
    line = [*longer, *found.line[1:]]
    assert replayed(prover.arena, line, question.test, "", "") is not None
    short = leaner(prover.arena, line, question.test, "", "")
    assert len(short) == 4
    assert replayed(prover.arena, found.line[:-1], question.test, "", "") is None
