"""Whole games at random: they end without a fault, no card is lost or doubled, hands and chains keep their limits."""

from __future__ import annotations

import random
from collections import Counter

import pytest

from runtime.game import Game
from tests.talespin.alone import Alone
from tests.talespin.compiled import NAME, SOLO, loaded, zone

LONGEST = 5_000  # decisions


def in_play(game: Game) -> list[int]:
    """Everything that does not lie in the box, each thing once."""
    found = Counter(thing for lying in game.state.Z for thing in lying if thing is not None)
    assert all(count == 1 for count in found.values())
    return sorted(found)


def through(game: Game, chance: random.Random, variant: str) -> None:
    """To the end at random. Whatever lies on the table before the first turn is there in every turn, and nothing else."""
    seats = len(game.rules.world.players) - len(game.rules.world.robots)
    turn, cards = 0, None
    for _ in range(LONGEST):
        decision = game.decision
        if decision is None:
            break
        if game.state.turn != turn:
            turn = game.state.turn
            cards = cards or in_play(game)
            assert in_play(game) == cards
        for seat in range(seats):
            assert len(game.state.Z[zone(game, "chain", seat, variant)]) <= 5  # five, until somebody has got off
        game.answer(decision.values[chance.randrange(decision.size)])
    assert game.over and in_play(game) == cards
    result = game.result
    assert result is not None and result.faults == 0
    assert result.winners or result.losers


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_games_end_and_keep_their_cards(seats: int) -> None:
    for seed in range(4):
        through(Game.new(loaded(), seats, seed=seed), random.Random(seats * 100 + seed), NAME)


def test_games_for_one_end_and_keep_their_cards() -> None:
    for seed in range(12):
        through(Game.new(loaded(SOLO), 1, seed=seed), random.Random(seed), SOLO)


def test_the_longer_game_needs_seven() -> None:
    game = Game.new(loaded(), 2, seed=1, options={"cargo_needed": 7})
    chance = random.Random(7)
    while (decision := game.decision) is not None:
        game.answer(decision.values[chance.randrange(decision.size)])
    (winner,) = game.state.won
    assert len(game.state.Z[zone(game, "hold", winner)]) >= 7


def test_red_characters_of_the_first_hand_cover_one_location_each_clockwise() -> None:
    most = 0
    for seed in range(30):
        game = Game.new(loaded(SOLO), 1, seed=seed)
        first = zone(game, "cover", None, SOLO)
        covered = [len(game.state.Z[first + k]) for k in range(12)]
        assert covered == sorted(covered, reverse=True) and covered[0] <= 1
        most = max(most, sum(covered))
    assert most > 1


def test_a_player_alone_can_win_and_can_lose() -> None:
    won = []
    for seed in range(16):
        game = Game.new(loaded(SOLO), 1, seed=seed)
        player = Alone(game)
        while (decision := game.decision) is not None:
            game.choose(player.choose(decision))
        assert game.result is not None and game.result.faults == 0
        won.append(bool(game.result.winners))
    assert any(won) and not all(won)
