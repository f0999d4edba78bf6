"""What a player is given: plain data, and nothing that its seat cannot see."""

from __future__ import annotations

import json
import pickle

import pytest

from runtime import Game
from runtime.players.observation import observe
from tests.properties.forward import states, table

VARIANTS = ["chrononauts", "emerald", "talespin"]


@pytest.mark.parametrize("variant", VARIANTS)
def test_observations_are_plain_data_and_change_nothing(variant: str) -> None:
    for game, _ in states(variant, 2, 5, 12):
        before = game.digest()
        for seat in (0, 1, None):
            seen = observe(game, seat)
            assert pickle.loads(pickle.dumps(seen)) == seen
            assert json.loads(json.dumps(seen.data()))["view"] == seen.view
        assert game.digest() == before


@pytest.mark.parametrize("variant", VARIANTS)
def test_options_are_told_to_the_one_who_decides_alone(variant: str) -> None:
    for game, _ in states(variant, 2, 6, 12):
        decision = game.decision
        if decision is None:
            break
        mine, other = observe(game, decision.seat), observe(game, 1 - decision.seat)
        assert mine.keys == tuple(option.key for option in decision.options) and mine.size > 0
        assert other.keys == () and other.prompt == "" and other.decides == decision.seat


def test_the_log_is_read_on_from_where_one_was() -> None:
    game = Game.new(table("chrononauts"), 2, 3)
    first = observe(game, 0)
    while len(game.events()) == first.events:
        game.choose(0)
    whole, rest = observe(game, 0), observe(game, 0, first.events)
    assert whole.log == first.log + rest.log and len(rest.log) < len(whole.log)
    assert observe(game, 0, None).log == ()
