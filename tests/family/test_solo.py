"""Case A21: one pass through the deck, nothing is shuffled back, and the result says how many got home."""

from __future__ import annotations

import random

import pytest

from runtime.game import Game
from tests.family.sets import table


def zone(game: Game, name: str) -> int:
    """How many things lie there."""
    world = game.rules.world
    (index,) = [i for i, row in enumerate(game.rules.table.zones) if row["name"] == name]
    return sum(thing is not None for thing in game.state.Z[world.base[index]])


@pytest.mark.parametrize("seed", range(6))
def test_a_game_alone(seed: int) -> None:
    game = Game.new(table("solonauts"), 1, seed=seed)
    chance = random.Random(seed)
    discarded, left = 0, zone(game, "deck")
    assert left == 35 and zone(game, "hand") == 5
    while (decision := game.decision) is not None:
        game.answer(decision.values[chance.randrange(decision.size)])
        assert zone(game, "hand") <= 5 and zone(game, "deck") <= left and zone(game, "discards") >= discarded
        discarded, left = zone(game, "discards"), zone(game, "deck")
    result = game.result
    assert result is not None and result.faults == 0 and discarded <= 40
    home = zone(game, "arrived")
    if home == 8:
        assert result.winners == {"Ann": "everybody is home"}
    elif left == 0 and zone(game, "hand") == 0:
        assert result.reason == f"{home} of 8 are home" and result.losers == ("Ann",)
    else:
        assert result.reason == "The universe is destroyed"
