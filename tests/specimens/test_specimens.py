"""The specimens: every folder is read without a finding, its scenarios hold, and random games of it come to an end.

A specimen is a rule set of its own, nothing in Python knows it. A new folder is found by itself.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from pathlib import Path

import pytest

from chronoc.analyse import Analysis, analyse
from chronoc.scenario.suite import play, told
from chronoc.variant import read_sources
from runtime.simulate import CUT, ERROR, play_game
from runtime.table import Table, load_table

HERE = Path(__file__).parent
FOLDERS = sorted(folder.name for folder in HERE.iterdir() if (folder / "variant.yaml").is_file())

#: Random games of each, and how many where one takes long.
GAMES = 20
FEWER = {"academy": 8, "quilt": 4, "emerald-sketch": 3, "khronos-sketch": 1}
#: Shorter games where a whole one takes long.
OPTIONS: Mapping[str, Mapping[str, int]] = {"khronos-sketch": {"rounds": 1}}


@cache
def read(name: str) -> tuple[Analysis, dict[str, bytes]]:
    sources = read_sources(HERE / name)
    assert [item.message for item in sources.diagnostics] == []
    return analyse(sources.sets, sources.variant), sources.reading.texts


@cache
def table(name: str) -> Table:
    found = read(name)[0].table
    assert found is not None
    return load_table(found)


def test_there_are_specimens_for_every_mechanism() -> None:
    """docs/specimens.md names each of them, and no other."""
    page = (HERE.parents[1] / "docs" / "specimens.md").read_text(encoding="utf-8")
    assert [name for name in FOLDERS if f"`{name}`" not in page] == []
    assert len(FOLDERS) > 20


@pytest.mark.parametrize("name", FOLDERS)
def test_nothing_is_found_wrong(name: str) -> None:
    analysis, _ = read(name)
    assert [f"{d.span.file}:{d.span.line}: {d.name}: {d.message}" for d in analysis.diagnostics] == []


@pytest.mark.parametrize("name", FOLDERS)
def test_scenarios_hold(name: str) -> None:
    analysis, texts = read(name)
    own = [item for item in told(analysis) if item.file.startswith(f"{name}/")]
    assert len(own) >= 3
    outcomes = list(play(analysis, own, texts))
    assert [f"{o.span.file}:{o.place.line}: {o.title}: {o.message}" for o in outcomes if not o.ok] == []


@pytest.mark.parametrize("name", FOLDERS)
def test_random_games_end_without_a_fault(name: str) -> None:
    rules = table(name)
    low, high = rules.players
    for seed in range(FEWER.get(name, GAMES)):
        seats = low + seed % (high - low + 1)
        game = play_game(rules, seats, seed, OPTIONS.get(name), with_digest=False)
        assert game.ended != ERROR, f"{seats} players, seed {seed}: {game.error}"
        assert game.ended != CUT, f"{seats} players, seed {seed}: no end after {game.moves} moves"
