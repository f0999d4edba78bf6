"""What lies packed in a hold shows in nothing that another player is told: no view, no option, no prompt, no log."""

from __future__ import annotations

import pytest

from runtime.game import Game
from runtime.rng import Streams
from tests.properties.forward import difference, exchanged, hidden_pairs, states, told
from tests.talespin.compiled import NAME, SOLO, zone


def packed_pairs(game: Game, seat: int, variant: str, holds: list[int]) -> list[tuple[int, int]]:
    """Of the hidden things that could change places: those of which one lies packed."""
    return [(a, b) for a, b in hidden_pairs(game, seat) if game.state.L[a] in holds or game.state.L[b] in holds]


@pytest.mark.parametrize(("variant", "seats", "steps"), [(NAME, 2, 160), (NAME, 4, 160), (SOLO, 1, 40)])
def test_packed_cargo_shows_in_nothing(variant: str, seats: int, steps: int) -> None:
    chance, checked = Streams(seats), 0
    for seed in (1, 2):
        for number, (game, _) in enumerate(states(variant, seats, seed, steps)):
            if number % 12:
                continue
            first = zone(game, "hold", None, variant)
            holds = [first + k for k in range(len(game.rules.seats))]
            for seat in range(seats):
                pairs = packed_pairs(game, seat, variant, holds)
                for _ in range(min(2, len(pairs))):
                    a, b = chance.pick("pairs", pairs)
                    one, other = told(game, seat), told(exchanged(game, a, b), seat)
                    assert one == other, difference(game, seat, a, b, one, other)
                    checked += 1
    assert checked > 8
