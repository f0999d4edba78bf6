"""Every form of given, when and expect: where it holds, and what is said where it does not."""

from __future__ import annotations

import pytest

from tests.scenario.specimens import Awaited, awaited, everything, outcomes, source, titles


@pytest.mark.parametrize("title", titles("holds.chrono"))
def test_holds(title: str) -> None:
    played = [outcome for outcome in outcomes("holds.chrono") if outcome.title == title or outcome.title.startswith(f"{title} (")]
    assert played, "it was not played"
    for outcome in played:
        assert outcome.ok, f"{outcome.title}: {outcome.message}; found: {outcome.found}"


@pytest.mark.parametrize("wanted", awaited("fails.chrono"), ids=lambda wanted: wanted.title)
def test_fails(wanted: Awaited) -> None:
    played = [o for o in outcomes("fails.chrono") if o.title == wanted.title or o.title.startswith(f"{wanted.title} (")]
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
    rows = [title for title in titles("holds.chrono") if sum(1 for o in outcomes("holds.chrono") if o.title.startswith(f"{title} (")) > 1]
    assert len(rows) == 4
