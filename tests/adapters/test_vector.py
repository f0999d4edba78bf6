"""A row says what the view says: no less, and nothing else."""

from __future__ import annotations

import json
import random
from typing import Any

import pytest

from chronoc.adapters.match import Match, rulebook
from chronoc.adapters.vector import LISTED, Layout
from chronoc.adapters.words import Vocabulary
from runtime.game import Game, prepared
from runtime.view import Viewer
from tests.properties.forward import table


def played(variant: str, players: int, seed: int, words: int) -> Match:
    match, chance = Match(rulebook(table(variant), players), seed), random.Random(seed)
    for _ in range(words):
        if match.over:
            break
        match.say(chance.choice(match.legal))
    return match


@pytest.mark.parametrize("variant", ["chrononauts", "talespin", "emerald"])
def test_another_view_is_another_row(variant: str) -> None:
    """Of one seat: whatever changes in the view changes the row, and only that."""
    match, chance = Match(rulebook(table(variant), 2), 11), random.Random(11)
    rows: dict[str, str] = {}
    views: dict[str, str] = {}
    for _ in range(80):
        if match.over or match.game is None:
            break
        view = Viewer(match.game.rules, match.game.state, 0).view()
        row = json.dumps(match.book.layout.row(view, 0))
        text = json.dumps(view)
        assert rows.setdefault(text, row) == row
        assert views.setdefault(row, text) == text
        match.say(chance.choice(match.legal))
    assert len(views) > 20


@pytest.mark.parametrize(("variant", "zone"), [("chrononauts", "deck"), ("chrononauts", "hand"), ("talespin", "hand")])
def test_what_a_seat_cannot_see_is_not_in_its_row(variant: str, zone: str) -> None:
    """Cards change places where only others, or nobody, can see them."""
    match = played(variant, 2, 4, 30)
    assert match.game is not None and match.seat is not None
    seat, other = match.seat, 1 - match.seat
    S, world = match.game.state, match.game.rules.world
    before, whole = match.row(seat), match.everything()
    hidden = [
        (instance, index)
        for instance, number in enumerate(world.zone_of)
        if match.book.table.zones[number]["name"] in (zone, "deck") and world.owner_of[instance] in (None, other)
        for index, thing in enumerate(S.Z[instance])
        if not match.game.rules.kernel.sees(S, seat, thing)
    ]
    (zone_a, a), (zone_b, b) = hidden[0], next(place for place in reversed(hidden))
    first, second = S.Z[zone_a][a], S.Z[zone_b][b]
    assert first is not None and second is not None and world.designs[first] != world.designs[second]
    S.Z[zone_a][a], S.Z[zone_b][b] = second, first
    S.L[first], S.L[second] = zone_b, zone_a
    assert match.row(seat) == before
    assert match.everything() != whole


def test_every_entry_has_a_name_of_its_own_and_room() -> None:
    layout = rulebook(table("emerald"), 5).layout
    assert len(layout.names) == len(dict.fromkeys(layout.names)) == len(layout.low) == len(layout.high) == layout.size
    assert all(low < high for low, high in zip(layout.low, layout.high))
    assert "hand of Ann size" in layout.names and "Ann sanity" in layout.names


def test_lists_and_tables_have_as_many_entries_as_they_may() -> None:
    rules, _ = prepared(table("chrononauts"), 2, None)
    layout = Layout(rules, Vocabulary(rules))
    row: list[int] = [0] * (2 * LISTED + 2)
    layout._write(row, 0, (0, True), [["yes", 3], ["no", None], *[["yes", 1]] * LISTED])
    assert row[0] == LISTED + 2  # how many there are is told even where there is no room for all
    assert row[1:5] == [layout.words.number["yes"] + 1, 3, layout.words.number["no"] + 1, 0] and row[-1] == 0


def test_entries_stay_within_their_bounds() -> None:
    game = Game.new(table("chrononauts"), 2, 1)
    layout = rulebook(table("chrononauts"), 2).layout
    view: dict[str, Any] = Viewer(game.rules, game.state, 0).view()
    view["variables"]["plays_due"] = 10**30
    view["turn"] = -5
    row = layout.row(view, 0)
    assert all(low <= value <= high for low, value, high in zip(layout.low, row, layout.high))
    assert row[layout.names.index("plays_due")] == 2**31 - 1


def test_the_question_and_the_words_said_so_far_stand_in_the_row_of_the_seat_that_is_asked() -> None:
    match, chance = Match(rulebook(table("talespin"), 2), 1), random.Random(1)
    while not match.said:
        match.say(chance.choice(match.legal))
        assert not match.over
    assert match.seat is not None
    names = match.book.layout.names
    own, other = match.row(match.seat), match.row(1 - match.seat)
    for name in ("question", "said 1"):
        assert own[names.index(name)] > 0 and other[names.index(name)] == 0
    assert own[names.index("said 1")] == match.said[0] + 1
