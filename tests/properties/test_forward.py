"""Random play over every variant there is: what holds at every decision of every game."""

from __future__ import annotations

import pytest

from runtime import Game
from runtime.rng import Streams
from tests.properties.forward import (
    check_copies,
    check_options,
    check_twins,
    misplaced,
    out_of_bounds,
    states,
    table,
    variants,
)
from tests.runtime.build import get, lamps, move, take, top, zone

VARIANTS = variants()
STEPS = 60
FEWER = {"tests/specimens/khronos-sketch": 16, "tests/specimens/quilt": 30}
#: Looking at everything takes long, so it is done at every so-manieth decision.
EVERY = 11


@pytest.mark.parametrize("variant", VARIANTS)
def test_each_thing_lies_in_exactly_one_place_at_every_move(variant: str) -> None:
    for game, _ in states(
        variant, table(variant).players[1] if table(variant).players[1] < 5 else 4, 1, FEWER.get(variant, STEPS)
    ):
        assert misplaced(game) == []
        assert out_of_bounds(game) == []
        assert game.state.faults == 0
        if game.decision is not None:
            check_options(game)


@pytest.mark.parametrize("variant", VARIANTS)
def test_copies_saves_and_replays_are_the_same_game(variant: str) -> None:
    players = table(variant).players[0]
    answers: list[int] = []
    final = ""
    for at, (game, given) in enumerate(states(variant, players, 2, FEWER.get(variant, STEPS))):
        if at % EVERY == 0 or game.over:
            check_copies(game)
        final, answers = game.save(), given
    for fast in (True, False):  # with shortcuts and without, it is one game
        again = Game.new(table(variant), players, 2, fast=fast)
        for answer in answers:
            again.choose(answer)
        if fast:
            assert again.save() == final
        assert again.events() == game.events()
        assert again.view(0) == game.view(0)


@pytest.mark.parametrize("variant", VARIANTS)
def test_nobody_is_told_what_he_cannot_see(variant: str) -> None:
    low, high = table(variant).players
    chance = Streams(3)
    for at, (game, _) in enumerate(states(variant, min(max(low, 3), high), 3, FEWER.get(variant, STEPS))):
        if at % EVERY == 3:
            check_twins(game, chance, 4)


def test_twins_are_really_compared() -> None:
    """The test above would also pass if nothing were hidden anywhere."""
    chance, checked = Streams(4), 0
    for at, (game, _) in enumerate(states("chrononauts", 3, 4, STEPS)):
        if at % EVERY == 3:
            checked += check_twins(game, chance, 4)
    assert checked > 40


def test_a_leak_is_found() -> None:
    """An offer that hangs on a card of the deck: the twin of the state tells."""
    b = lamps()
    b.setup(move(("all", "lamp"), zone("deck")))
    b.action("cheat", body=[], when=("gt", get("watt", top("deck")), 3))
    b.action("rest", body=[])
    b.turn(take("cheat", "rest"))
    with pytest.raises(AssertionError, match="can tell"):
        check_twins(b.game(2), Streams(1), 30)
