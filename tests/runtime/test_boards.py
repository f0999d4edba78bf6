"""The short ways on boards against the plain ones: what is recalled, options one by one, parts and blocks by tables."""

from __future__ import annotations

import random
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from chronoc.analyse import analyse
from chronoc.variant import read_sources
from runtime import Game, Table, load_table
from runtime.space import groups

SPECIMENS = Path(__file__).parents[1] / "specimens"


@cache
def table_of(name: str) -> Table:
    sources = read_sources(str(SPECIMENS / name))
    found = analyse(sources.sets, sources.variant).table
    assert found is not None
    return load_table(found)


def answer(game: Game, chance: random.Random) -> None:
    asked = game.state.asked
    assert asked is not None
    game.answer(asked.options[chance.randrange(len(asked.options))])


def forgetful(game: Game) -> None:
    """From here on nothing is recalled in this game."""
    game.state.known = None


@pytest.mark.parametrize(("name", "seed", "most"), [("quilt", 1, 60), ("islands", 2, 90), ("khronos-sketch", 3, 16)])
def test_games_on_boards_are_the_same_with_shortcuts_and_without(name: str, seed: int, most: int) -> None:
    table, chance = table_of(name), random.Random(seed)
    low, high = table.players
    players = low if seed % 2 else high
    fast, plain = Game.new(table, players, seed), Game.new(table, players, seed, fast=False)
    for made in range(most):
        here, there = fast.state.asked, plain.state.asked
        assert (here is None) == (there is None)
        if here is None or there is None:
            break
        assert (here.who, list(here.options)) == (there.who, list(there.options)), made
        choice = here.options[chance.randrange(len(here.options))]
        fast.answer(choice)
        plain.answer(choice)
    assert fast.events() == plain.events()


@pytest.mark.parametrize("seed", [4])
def test_what_is_recalled_changes_no_decision(seed: int) -> None:
    """A longer game than the plain way can play, with recalling and without."""
    table, chance = table_of("khronos-sketch"), random.Random(seed)
    game, other = Game.new(table, 3, seed), Game.new(table, 3, seed)
    forgetful(other)
    for made in range(45):
        here, there = game.state.asked, other.state.asked
        assert here is not None and there is not None
        assert (here.who, list(here.options)) == (there.who, list(there.options)), made
        choice = here.options[chance.randrange(len(here.options))]
        game.answer(choice)
        other.answer(choice)
    assert game.events() == other.events()


def test_games_that_recall_are_loaded_and_taken_back_alike() -> None:
    table, chance = table_of("khronos-sketch"), random.Random(6)
    game = Game.new(table, 2, 6, keep_past=True)
    for _ in range(30):
        answer(game, chance)
    loaded = Game.load(table, game.save())
    assert game.state.asked is not None and loaded.state.asked is not None
    assert game.state.asked.options == loaded.state.asked.options
    for _ in range(10):
        size = len(game.state.asked.options)
        choice = game.state.asked.options[chance.randrange(size)]
        game.answer(choice)
        loaded.answer(choice)
        if game.can_undo():
            game.undo()
            game.answer(choice)
        assert game.state.asked is not None and loaded.state.asked is not None
        assert game.state.asked.options == loaded.state.asked.options
    assert all(past.known is not None and not past.known[1] for past in game._past)


class Counting:
    """Counts what is tried out in a game."""

    def __init__(self, game: Game, monkeypatch: pytest.MonkeyPatch) -> None:
        self.tried = 0
        trials = game.rules.machine.trials
        attempt = trials.attempt

        def counted(*given: Any) -> bool:
            self.tried += 1
            return bool(attempt(*given))

        monkeypatch.setattr(trials, "attempt", counted)
        monkeypatch.setitem(game.rules.names, "attempt", counted)


def test_each_place_is_tried_once_and_before_that_only_as_many_as_it_takes(monkeypatch: pytest.MonkeyPatch) -> None:
    table = table_of("quilt")
    game = Game.new(table, 2, 1)
    counting = Counting(game, monkeypatch)
    asked = game.state.asked
    assert asked is not None and asked.spec.kind == "take"
    game.answer(asked.options[0])  # lay a patch: which one?
    assert game.state.asked is not None
    patches = len(game.state.asked.options)
    assert counting.tried == patches  # of each, the first place that will do
    game.answer(game.state.asked.options[0])  # where?
    assert game.state.asked is not None
    places = len(game.state.asked.options)
    assert places > 20
    assert counting.tried == patches + places - 1  # the board is empty: all will do, and one was tried already
    before = counting.tried
    twin = game.copy()
    assert twin.state.known is game.state.known
    game.answer(game.state.asked.options[0])  # the patch lies there: what is known of before holds no longer
    assert twin.state.known is not game.state.known
    assert counting.tried - before <= 4


def test_every_place_is_an_option_of_its_own() -> None:
    game = Game.new(table_of("islands"), 2, 1)
    decision = game.decision
    assert decision is not None
    keys = [option.key for option in decision.options]
    assert len([key for key in keys if key.startswith("raise:")]) == 9 * 5, keys[:3]
    assert len(set(keys)) == len(keys)
    labels = [option.label for option in decision.options]
    assert "A tower on sea.B2" in labels and len(set(labels)) == len(labels)


def test_options_about_things_of_one_title_say_how_they_differ() -> None:
    game, chance = Game.new(table_of("khronos-sketch"), 2, 1, forced=True), random.Random(2)
    for _ in range(60):
        decision = game.decision
        assert decision is not None
        travels = [option.label for option in decision.options if option.key.startswith("travel:")]
        assert len(set(travels)) == len(travels)
        if len(travels) > 1:
            assert all(" (plays " in label or " (travellers of " in label for label in travels)
            break
        answer(game, chance)
    else:
        raise AssertionError("nobody could send two adventurers that differ")


@pytest.mark.parametrize("seed", range(6))
def test_connected_parts_are_those_of_the_relation(seed: int) -> None:
    game = Game.new(table_of("quilt"), 2, 1)
    space, chance = game.rules.space, random.Random(seed)
    board = next(iter(game.rules.world.places.values()))
    some = chance.sample(board, len(board) * (seed + 3) // 10)
    S = game.state
    assert space.touching(S, some) == groups(some, lambda a, b: b in space.neighbours(S, a))


@pytest.mark.parametrize("seed", range(6))
def test_blocks_are_all_squares_of_the_places(seed: int) -> None:
    game = Game.new(table_of("khronos-sketch"), 2, 1)
    world, space, chance = game.rules.world, game.rules.space, random.Random(seed)
    instance = chance.choice(sorted(world.places))
    board, width = world.cells[instance], world.width[instance]
    some = set(chance.sample(board, len(board) * (seed + 5) // 10))
    for size in (0, 1, 2, 3, 99):
        expected = []
        for cell in range(len(board)):
            row, column = divmod(cell, width)
            inside = size > 0 and column + size <= width and (row + size) * width <= len(board)
            block = tuple(board[cell + r * width + c] for r in range(size) for c in range(size)) if inside else ()
            if block and some.issuperset(block):
                expected.append(block)
        assert space.blocks(
            game.state, size, [place for place in board if place is not None and place in some]
        ) == tuple(expected)
