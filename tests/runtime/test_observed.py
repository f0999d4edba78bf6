"""What an observed game tells of its cards, the same in both forms, and what it costs a game that is not observed: nothing."""

from __future__ import annotations

import json

import pytest

from runtime import Table, load_table
from runtime.observed import DISCARDS, ELSEWHERE, HAND, HIDDEN, ROLE, CardUse, sorts
from runtime.simulate import Plan, play_all, play_game, seed_of
from tests.runtime.build import Build, choose, each_in, items, lamps, move, take, top, when, zone


def secrets(actions: bool = True) -> Build:
    """Everybody is dealt a secret sign and two lamps. A turn: draw one, play one or throw one away. A goal reads the sign.
    Without actions: draw one, choose one to be played."""
    b = lamps(players=(2, 3))
    b.design("glow", "lamp", copies=20)
    b.design("dusk", "lamp", copies=20)
    b.kind("sign")
    for number in range(4):
        b.design(f"sign{number}", "sign")
    b.zone("signs", see="hidden", kinds=("sign",))
    b.zone("secret", owner="player", see="owner", kinds=("sign",))
    b.zone("shelf", owner="player", kinds=("lamp",))
    if actions:
        b.action("play", {"c": (items("hand", "you"), ("object", "lamp"))}, [move("c", zone("shelf", "you"))])
        b.action("drop", {"c": (items("hand", "you"), ("object", "lamp"))}, [move("c", zone("discards"))])
    b.setup(
        move(("all", "lamp"), zone("deck")),
        ("shuffle", zone("deck")),
        move(("all", "sign"), zone("signs")),
        ("shuffle", zone("signs")),
        each_in("p", ("players",), move(top("signs"), zone("secret", "p"))),
        each_in("p", ("players",), ("repeat", 2, move(top("deck"), zone("hand", "p")))),
    )
    choosing = choose("c", items("hand", "you"), "Play", ("object", "lamp"))
    lit = ("ge", ("count", items("shelf", "you")), 3)
    b.goal("lit", ("win", "you", "light"), over=items("secret", "you"), where=lit)
    b.turn(
        when(("eq", ("count", items("deck")), 0), move(items("discards"), zone("deck"))),
        move(top("deck"), zone("hand", "you")),
        *([take("play", "drop")] if actions else [choosing, move("c", zone("shelf", "you"))]),
        ("checkgoals", "you"),
    )
    return b


@pytest.fixture(scope="module")
def table() -> Table:
    return load_table(json.dumps(secrets().raw()))


def test_zones_are_told_apart_by_what_they_are_for(table: Table) -> None:
    found = dict(zip((zone["name"] for zone in table.zones), sorts(table), strict=True))
    assert found["hand"] == HAND
    assert found["secret"] == ROLE
    assert found["discards"] == DISCARDS
    assert (found["deck"], found["signs"]) == (HIDDEN, HIDDEN)
    assert found["shelf"] == ELSEWHERE


def test_every_stay_in_a_hand_ends_in_one_way(table: Table) -> None:
    for record in play_all(Plan(table, 3, seed=5, observe=True), 20):
        assert record.observed is not None
        for seat in range(3):
            mine = [use for use in record.observed.cards if use.seat == seat]
            turns = record.turns // 3 + ((seat - record.first) % 3 < record.turns % 3)
            assert sum(use.drawn for use in mine) == 2 + turns
            assert sum(use.played + use.thrown for use in mine) == turns
            assert sum(use.held for use in mine) == 2
            assert sum(use.passed for use in mine) == 0
        winner = next(iter(record.winners))
        assert sum(use.played for use in record.observed.cards if use.seat == winner) == 3
        assert record.observed.choices == record.turns
        assert record.observed.plays == sum(use.played for use in record.observed.cards)


def test_secrets_are_told_as_dealt_and_as_kept(table: Table) -> None:
    record = play_game(table, 2, 1, observe=True)
    assert record.observed is not None
    secret = [zone["name"] for zone in table.zones].index("secret")
    assert [(zone, seat, len(designs)) for zone, seat, designs in record.observed.dealt] == [
        (secret, 0, 1),
        (secret, 1, 1),
    ]
    assert record.observed.kept == record.observed.dealt


def test_both_forms_tell_the_same_and_observing_changes_nothing(table: Table) -> None:
    for index in range(10):
        plain = play_game(table, 3, seed_of(1, index))
        straight = play_game(table, 3, seed_of(1, index), observe=True)
        frames = play_game(table, 3, seed_of(1, index), observe=True, frames=True)
        assert straight.straight and not frames.straight
        assert straight.observed == frames.observed
        assert plain.observed is None
        assert plain.digest == straight.digest == frames.digest


def test_players_move_on_by_one_seat_from_game_to_game(table: Table) -> None:
    plan = Plan(table, 3, kinds=("random", "other"))
    assert plan.kinds_of(0) == ("random", "other", "other")
    assert plan.kinds_of(1) == ("other", "random", "other")
    assert plan.kinds_of(2) == ("other", "other", "random")
    assert plan.kinds_of(3) == plan.kinds_of(0)


def test_a_use_is_drawn_as_often_as_it_ended() -> None:
    assert CardUse(0, 0, played=1, thrown=2, passed=3, held=4).drawn == 10


def test_how_players_stand_is_looked_at_before_half_of_the_game(table: Table) -> None:
    looked = [play_game(table, 3, seed_of(2, index), observe=True) for index in range(10)]
    told = [record.observed.half for record in looked if record.observed is not None and record.turns >= 2]
    assert told
    assert all(len(half) == 3 and all(0 <= part <= 1 for part in half) for half in told)
    assert any(max(half) > min(half) for half in told)


def test_where_nothing_is_taken_by_an_action_a_hand_is_chosen_from() -> None:
    of = load_table(json.dumps(secrets(actions=False).raw()))
    found = dict(zip((zone["name"] for zone in of.zones), sorts(of), strict=True))
    assert (found["hand"], found["secret"]) == (HAND, ROLE)
