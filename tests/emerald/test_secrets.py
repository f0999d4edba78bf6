"""Nobody learns whose side somebody is on: two games that differ in that alone look the same to all others, and offer
the same to everybody, until the rules themselves show the card."""

from __future__ import annotations

import random
from typing import Any

import pytest

from runtime.game import Game
from tests.emerald.compiled import Bench, loaded

LONG_ENOUGH = 150  # decisions


def twin(game: Game, bench: Bench, seat: int) -> Game:
    """The same game, in which this seat was dealt an identity of the other side."""
    other = game.copy()
    zones, places = other.state.Z, other.state.L
    secret, unused = bench.zone("secret", seat), bench.zone("unused")
    (mine,) = zones[secret]
    theirs = next(x for x in zones[unused] if bench.world.designs[x] != bench.world.designs[mine])
    at = zones[unused].index(theirs)
    zones[secret][0], zones[unused][at] = theirs, mine
    places[theirs], places[mine] = secret, unused
    return other


def known(game: Game, bench: Bench, seat: int) -> bool:
    """Does anybody but its owner know this identity?"""
    (card,) = game.state.Z[bench.zone("secret", seat)]
    return bool(game.rules.kernel.viewers(game.state, card) & ~(1 << seat))


def offers(game: Game) -> Any:
    decision = game.decision
    if decision is None:
        return None
    return decision.seat, decision.kind, decision.prompt, [(o.key, o.label) for o in decision.options]


@pytest.mark.parametrize(("seats", "seat"), [(2, 0), (3, 2), (4, 1)])
def test_loyalty_shows_in_nothing(seats: int, seat: int) -> None:
    game, bench, chance = Game.new(loaded(), seats, seed=f"loyal-{seats}"), Bench(seats), random.Random(seats)
    other = twin(game, bench, seat)
    others = [p for p in range(seats) if p != seat]
    together = 0
    while together < LONG_ENOUGH and not game.over and not known(game, bench, seat):
        here, there = offers(game), offers(other)
        assert here == there
        if together % 10 == 0:
            for p in others:
                assert game.view(p) == other.view(p)
        choice = chance.randrange(len(here[3]))
        logs = [game.log(p) for p in others] if together % 25 == 0 else []
        assert logs == ([other.log(p) for p in others] if logs else [])
        game.choose(choice)
        other.choose(choice)
        together += 1
    assert together > 50


def test_the_twins_do_differ() -> None:
    """The test above would also pass if the twin were no twin."""
    game, bench = Game.new(loaded(), 2, seed=3), Bench(2)
    other = twin(game, bench, 1)
    assert game.view(1) != other.view(1) and game.view(0) == other.view(0)
