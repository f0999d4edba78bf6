"""Nobody learns what another holds in his hand, or what lies in the deck: games that differ in that alone offer the
same, show the same and tell the same, until a card is played. And a purse is seen by its owner alone."""

from __future__ import annotations

import random
from typing import Any

import pytest

from runtime.game import Game
from tests.khronos.compiled import loaded, zone

ENOUGH = 12  # decisions of others


def twin(game: Game, seat: int) -> Game:
    """The same game, in which this seat has a card of the deck in place of one of his."""
    other = game.copy()
    zones, places = other.state.Z, other.state.L
    hand, deck = zone(game, "hand", seat), zone(game, "deck")
    world = game.rules.world
    (mine, theirs) = next(
        (a, b)
        for a in zones[hand]
        for b in reversed(zones[deck])  # the last, which nobody draws before his turn
        if a is not None and b is not None and world.designs[a] != world.designs[b]
    )
    zones[hand][zones[hand].index(mine)], zones[deck][zones[deck].index(theirs)] = theirs, mine
    places[theirs], places[mine] = hand, deck
    return other


def offers(game: Game) -> Any:
    decision = game.decision
    assert decision is not None
    return decision.seat, decision.kind, decision.prompt, [(o.key, o.label) for o in decision.options]


@pytest.mark.parametrize("seats", [2, 4])
def test_a_hand_shows_in_nothing(seats: int) -> None:
    game, chance = Game.new(loaded(), seats, seed=f"hand-{seats}"), random.Random(seats)
    assert game.decision is not None
    seat = (game.decision.seat + 1) % seats  # whose turn is the next
    other = twin(game, seat)
    assert game.view(seat) != other.view(seat)
    others = [p for p in range(seats) if p != seat]
    together = 0
    while game.decision is not None and game.decision.seat != seat and together < ENOUGH:
        here = offers(game)
        assert here == offers(other)
        for p in others:
            assert game.view(p) == other.view(p) and game.log(p) == other.log(p)
        choice = chance.randrange(len(here[3]))
        game.choose(choice)
        other.choose(choice)
        together += 1
    assert together > 3


def test_a_purse_is_seen_by_its_owner_alone() -> None:
    game = Game.new(loaded(), 3, seed=2)
    (column,) = [
        game.rules.column_of[i] for i, row in enumerate(loaded().raw["fields"]) if row["name"] == "ecus" and row["var"]
    ]
    other = game.copy()
    other.state.V[column][1] += 3
    assert game.view(1) != other.view(1)
    assert all(game.view(p) == other.view(p) for p in (0, 2))
