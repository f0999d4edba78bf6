"""Any two sets, loaded together: they work, or a finding says what collides."""

from __future__ import annotations

import random
from itertools import combinations

import pytest

from chronoc.scenario.laid import laid
from runtime.game import Game
from runtime.table import load_table
from tests.family.sets import SETS, short, together

SUBURBS = "examples/back-to-the-suburbs"  # a game of its own
OTHER_GAMES = ("emerald", "khronos", "talespin", "talespin-solo")
PAIRS = list(combinations(SETS, 2))
STEPS = 60  # decisions

#: Pairs of expansions that cannot be one game, and why.
COLLIDE = {
    ("uber-chrononauts", "solonauts"): "clashing-change: `power` is taken away by the set `solonauts`",
    ("uber-chrononauts", "artifaxx"): "clashing-change: `power` is taken away by the set `artifaxx`",
    ("uber-chrononauts", "house-rules"): "clashing-change: `reach_home` is replaced by the sets `house_rules` and",
    ("solonauts", "artifaxx"): "clashing-change: `in_deck` is replaced by the sets `artifaxx` and `solonauts`",
}


def rows(pair: tuple[str, str]) -> int:
    """How many rows all events of two sets take."""
    both_timelines = any(name in ("early-american", "uber-chrononauts") for name in pair)
    return 4 + 4 * both_timelines + sum(name in ("gore-years", "examples/my-first-set") for name in pair)


@pytest.mark.parametrize("pair", PAIRS, ids="+".join)
def test_two_sets_together(pair: tuple[str, str]) -> None:
    options = {} if SUBURBS in pair else {"timeline_rows": rows(pair)}
    analysis = together(*pair, **options)
    collide = "doubled-name: `game` is declared twice" if SUBURBS in pair else COLLIDE.get(pair)
    if collide is not None:
        assert analysis.table is None
        assert any(collide in line for line in short(analysis.diagnostics)), short(analysis.diagnostics)
        return
    assert short(analysis.diagnostics) == []
    assert analysis.table is not None
    table = load_table(analysis.table)
    game = Game.new(table, table.players[0], seed=1, fast=False)
    chance = random.Random(1)
    for _ in range(STEPS):
        decision = game.decision
        if decision is None:
            break
        game.answer(decision.values[chance.randrange(decision.size)])
    assert game.state.faults == 0


@pytest.mark.parametrize(
    ("pair", "message"),
    [
        (("gore-years", "lost-identities"), "wrong-type: `E1` is no cell of `timeline`"),
        (("early-american", "lost-identities"), "the game cannot be set up: no free cell is left in the zone"),
    ],
)
def test_a_table_that_is_too_small_is_told(pair: tuple[str, str], message: str) -> None:
    analysis = together(*pair)
    assert any(message in line for line in short([*analysis.diagnostics, *laid(analysis)]))


@pytest.mark.parametrize("pair", [(a, b) for a in OTHER_GAMES for b in SETS], ids="+".join)
def test_two_games_are_no_game_and_nothing_else_is_said(pair: tuple[str, str]) -> None:
    analysis = together(*pair)
    assert analysis.table is None
    found = short(analysis.diagnostics)
    assert len(found) == 1, found
    assert "doubled-name: `game` is declared twice: the sets " in found[0]


@pytest.mark.parametrize("pair", PAIRS[::3], ids="+".join)
def test_the_order_of_two_sets_means_nothing(pair: tuple[str, str]) -> None:
    one, other = together(*pair), together(*reversed(pair))
    assert short(one.diagnostics) == short(other.diagnostics)
    assert (one.table and one.table["hash"]) == (other.table and other.table["hash"])
