"""Every form of given, when and expect: where it holds, and what is said where it does not."""

from __future__ import annotations

import pytest

from chronoc.analyse import analyse
from chronoc.scenario.runner import Outcome
from chronoc.scenario.suite import problems
from tests.scenario.specimens import Awaited, awaited, everything, outcomes, source, titles


def cases(file: str, title: str) -> list[Outcome]:
    """What became of a scenario: one outcome, or one for each row of its table."""
    return [o for o in outcomes(file) if o.title == title or o.title.startswith(f"{title} (")]


@pytest.mark.parametrize("title", titles("holds.chrono"))
def test_holds(title: str) -> None:
    played = cases("holds.chrono", title)
    assert played, "it was not played"
    for outcome in played:
        assert outcome.ok, f"{outcome.title}: {outcome.message}; found: {outcome.found}"


@pytest.mark.parametrize("wanted", awaited("fails.chrono"), ids=lambda wanted: wanted.title)
def test_fails(wanted: Awaited) -> None:
    played = cases("fails.chrono", wanted.title)
    failed = [outcome for outcome in played if not outcome.ok]
    assert len(failed) == 1, f"{len(played)} played, {len(failed)} failed"
    outcome = failed[0]
    assert wanted.fails and wanted.fails in outcome.message
    assert wanted.found in outcome.found
    assert not outcome.internal
    if wanted.at:
        assert source().said(outcome.place) == wanted.at
    if wanted.line:
        assert any(wanted.line in line for line in outcome.story)


def test_nothing_was_played_twice_or_left_out() -> None:
    seen = [outcome.title for outcome in everything()[1]]
    assert len(seen) == len(set(seen))
    assert sum(1 for title in titles("holds.chrono") if len(cases("holds.chrono", title)) > 1) == 4


def test_what_cannot_be_read_is_known_without_playing() -> None:
    sources, _ = everything()
    found = problems(analyse(sources.sets, sources.variant), sources.reading.texts)
    said = [problem.message for problem in found]
    assert "there is nothing called `litle` to choose" in said
    assert all(problem.span.file.endswith("fails.chrono") for problem in found)
