"""Whole games at random: they end, and at every decision the laws hold and nothing is lost."""

from __future__ import annotations

import random
from typing import Any

import pytest

from chronoc.play.board import Board
from chronoc.play.paint import Paint
from chronoc.play.things import Eyes
from runtime.game import Decision, Game
from tests.khronos.board import Boards, Tile, domains, joined, rivals
from tests.khronos.compiled import loaded
from tests.khronos.watch import Watch

LONGEST = 5_000  # decisions


def played(seats: int, seed: int, rounds: int = 7, builders: bool = False, **options: Any) -> Watch:
    options = {**options, "rounds": rounds, "income_rounds": (min(4, rounds - 1), rounds)}
    game, chance = Game.new(loaded(), seats, seed=f"khronos-{seed}", options=options), random.Random(seed)
    watch = Watch(game, seats)
    for _ in range(LONGEST):
        decision = game.decision
        if decision is None:
            break
        wanted = likely(watch, decision) if builders else decision.values
        watch.act(chance.choice(wanted))
    result = game.result
    assert result is not None and result.faults == 0 and result.winners
    assert game.state.turn == rounds * seats
    return watch


def likely(watch: Watch, decision: Decision) -> list[Any]:
    """What somebody would do who builds whenever he can, where most domains meet: so they are joined and come apart."""
    values = list(decision.values)
    if decision.kind == "take":
        building = [option.value for option in decision.options if option.key in ("construct", "upgrade", "demolish")]
        return building or values
    if decision.prompt == "On which squares?":
        values.sort(key=watch.domains_beside, reverse=True)
        return values[:4]
    return values


@pytest.mark.parametrize(("seats", "rounds"), [(2, 7), (3, 4), (4, 3), (5, 2)])
def test_random_games_end_and_keep_the_laws(seats: int, rounds: int) -> None:
    played(seats, seats, rounds)


def test_the_laws_hold_where_much_is_built_and_downsized() -> None:
    watch = played(3, 32, builders=True)
    assert watch.placed > 20 and watch.conflicts > 1


def test_the_other_editions() -> None:
    played(2, 22, 3, most_of_a_colour=11, keep_unplayed=False, market=True, upgrade_others=True)


def test_the_watch_sees_what_it_is_to_see() -> None:
    """The tests above would also pass if nothing were a domain and nobody a rival."""

    def tile(title: str, x: int, y: int, size: int, owner: int | None = None) -> Tile:
        return Tile(title, frozenset((x + i, y + j) for i in range(size) for j in range(size)), owner)

    left, right = tile("Keep", 0, 0, 2, 0), tile("Keep", 3, 0, 2, 1)
    between, far = tile("Watchtower", 2, 0, 1, 0), tile("Watchtower", 8, 8, 1, 0)
    assert len(domains([left, right, far])) == 3 and rivals([left, right, far]) == []
    assert rivals([left, between, right, far]) == [left, right]
    assert len(joined([left, right], [left, between, right], between)) == 2
    assert len(joined([left, right], [left, right, far], far)) == 0


def test_the_screen_shows_the_three_boards_in_100_columns() -> None:
    game, chance = Game.new(loaded(), 3, seed=4), random.Random(4)
    for _ in range(60):
        assert game.decision is not None
        game.answer(game.decision.values[chance.randrange(game.decision.size)])
    lines = Board(Eyes(game, 0), Paint(False, 100)).lines()
    assert max(map(len, lines)) <= 100
    assert [age for age in ("Might", "Faith", "Reason") if not any(age in line for line in lines)] == []
    assert any(Boards(game).all(game).values())
