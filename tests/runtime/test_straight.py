"""The straight form plays the games that the frames play, answer for answer."""

from __future__ import annotations

import pytest

from runtime import Table
from runtime.game import prepared
from runtime.simulate import GameRecord, play_game, simulate
from runtime.straight import Straight, straight_form
from tests.properties.forward import ROOT, table
from tests.runtime.build import (
    Build,
    Tree,
    add,
    choose,
    each,
    each_in,
    either,
    fixed,
    get,
    items,
    lamps,
    log,
    may,
    move,
    set_,
    several,
    take,
    top,
    when,
    where,
    zone,
)

#: So many moves are enough where all variants are played.
SHORT = 60
#: Its games take long.
SLOW = ("quilt", "khronos-sketch")
SPECIMENS = [
    f"tests/specimens/{path.name}"
    for path in sorted((ROOT / "tests" / "specimens").iterdir())
    if (path / "variant.yaml").is_file() and path.name not in SLOW
]


def both(of: Table, players: int, games: int, **more: object) -> tuple[list[GameRecord], list[GameRecord]]:
    straight = [play_game(of, players, f"s{k}", **more) for k in range(games)]  # type: ignore[arg-type]
    framed = [play_game(of, players, f"s{k}", frames=True, **more) for k in range(games)]  # type: ignore[arg-type]
    return straight, framed


def form_of(of: Table, players: int) -> Straight | str:
    return straight_form(prepared(of, players, None)[0])


@pytest.mark.parametrize("variant", SPECIMENS)
def test_every_game_is_the_same(variant: str) -> None:
    of = table(variant)
    straight, framed = both(of, of.players[1], 3, max_moves=SHORT)
    assert straight == framed
    assert not any(record.straight for record in framed)


@pytest.mark.parametrize("players", [2, 4, 6])
def test_long_games_never_need_the_frames(players: int) -> None:
    straight, framed = both(table("chrononauts"), players, 8)
    assert straight == framed
    assert all(record.straight for record in straight)
    assert len({record.digest for record in straight}) == 8


def test_what_is_left_to_the_frames_is_said() -> None:
    assert form_of(table("tests/specimens/bells"), 2) == "`instead of`"
    assert form_of(table("tests/specimens/warden"), 1) == "seats that never choose"
    assert isinstance(form_of(table("tests/specimens/market"), 2), Straight)


def test_a_form_that_mostly_fails_is_given_up() -> None:
    """Whether a second round of a loop can be carried out only the frames can tell."""
    b = cards()
    b.setup(*deal())
    b.action(
        "pay", body=[each_in("n", ("range", 1, 2), choose("c", HAND[0], type=HAND[1]), move("c", zone("discards")))]
    )
    b.action("draw", body=[("perform", "draw", [3])])
    b.turn(take("pay", "draw"), *end())
    of = b.table()
    form = form_of(of, 2)
    assert isinstance(form, Straight)
    assert simulate(of, 14, 2) == simulate(of, 14, 2)
    assert form.vain()
    assert form.games <= 10


# ------------------------------------------------------------------ one thing at a time


def cards() -> Build:
    """Copies that nothing but their place tells apart."""
    b = Build(players=(1, 4))
    b.kind("card")
    b.field("card", "worth", var=False, default=0)
    b.field("player", "points", default=0, low=0, high=30)
    b.gvar("gauge", 0, low=0, high=5)
    b.gvar("total")
    b.tag("bright")
    for worth, name in enumerate(("one", "two", "three"), 1):
        b.design(name, "card", copies=3, fields={"worth": worth}, tags=["bright"] if worth == 3 else [])
    b.zone("deck", see="hidden")
    b.zone("discards")
    b.zone("hand", owner="player", shape="list", see="owner")
    b.verb("draw", ("n",), [("repeat", "n", move(top("deck"), zone("hand", "you")))])
    return b


def deal(number: int = 5) -> tuple[Tree, ...]:
    return (
        move(("all", "card"), zone("deck")),
        ("shuffle", zone("deck")),
        each_in("p", ("players",), ("as", "p", ("perform", "draw", [number]))),
    )


def end(rounds: int = 8) -> Tree:
    return [add(("game", "total"), 1), when(("ge", ("game", "total"), rounds), ("win", "you", "time"))]


HAND = (items("hand", "you"), ("object", "card"))
LAST = ("eq", "it", ("last", items("hand", "you")))


def same(b: Build, players: int = 2, games: int = 25, straight: bool = True) -> list[GameRecord]:
    one, other = both(b.table(), players, games)
    assert one == other
    assert all(record.straight for record in one) == straight
    return one


def test_actions_that_tell_copies_apart() -> None:
    """Of three equal cards only the last in hand may be taken: another one than the first of its kind."""
    b = cards()
    b.setup(*deal())
    b.action("lay", {"c": (where(HAND[0], LAST), HAND[1])}, [move("c", zone("discards"))])
    b.action("drop", {"c": HAND}, [move("c", zone("discards"), where="top")])
    b.action("keep", {"c": (where(HAND[0], ("not", LAST)), HAND[1])}, [move("c", zone("hand", "you"))])
    b.turn(take("lay", "drop", "keep"), *end())
    same(b)


def test_choices_of_every_form() -> None:
    b = cards()
    b.setup(*deal())
    b.turn(
        may("draw", ("perform", "draw", [1])),
        choose("c", HAND[0], type=HAND[1]),
        move("c", zone("discards")),
        several("some", HAND[0], low=0, high=2, type=HAND[1]),
        move("some", zone("discards")),
        either(
            fixed("all", move(items("hand", "you"), zone("discards")), when=("exists", HAND[0])),
            each("d", items("discards"), move("d", zone("hand", "you")), key="again"),
        ),
        choose("n", ("range", 1, 6), "", "number"),
        set_(get("points", "you"), "n"),
        *end(),
    )
    same(b)


def test_limits_count_by_card_tag_and_turn() -> None:
    b = cards()
    b.setup(*deal())
    b.action(
        "use",
        {"c": HAND},
        [log("used ", ("c", HAND[1])), add(get("points", "you"), 1, upto=True)],
        limits=[
            {"count": 1, "per": "c", "name": "each"},
            {"count": 2, "tag": "bright", "name": "bright"},
            {"count": 4, "name": "all"},
        ],
    )
    b.turn(take("use", mode="any"), *end())
    same(b)


def test_what_cannot_be_carried_out_is_not_offered() -> None:
    """The gauge has room for three cards only: a choice after which nothing is left to choose is not offered."""
    b = cards()
    b.setup(*deal())
    b.action(
        "pay",
        {"c": HAND},
        [
            add(("game", "gauge"), get("worth", "c")),
            move("c", zone("discards")),
            choose("d", where(HAND[0], ("gt", get("worth", "it"), 1)), type=HAND[1]),
            add(("game", "gauge"), get("worth", "d")),
            move("d", zone("discards")),
        ],
    )
    b.action("wait", body=[set_(("game", "gauge"), 0)])
    b.turn(take("pay", "wait"), *end())
    same(b)


def test_standing_rules_of_both_layers_and_triggers() -> None:
    b = cards()
    b.setup(*deal())
    b.whenever("two", items("discards"), ("eq", get("worth", "x"), 2), [move("x", zone("deck"), where="bottom")])
    b.whenever(
        "full", None, ("ge", ("count", items("discards")), 4), [move(items("discards"), zone("deck"))], settled=True
    )
    b.trigger(("enters", "discards"), ("x", "owner"), [add(("game", "total"), 1)], name="counted")
    b.turn(choose("c", HAND[0], type=HAND[1]), move("c", zone("discards")), ("perform", "draw", [1]), *end(20))
    same(b)


def test_goals_and_scoring() -> None:
    b = cards()
    b.setup(*deal())
    b.goal(
        "bright",
        [("log", ["shown"]), when(("eq", get("worth", "x"), 3), add(("game", "total"), 1))],
        over=where(items("discards"), ("ge", get("worth", "it"), 2)),
        where=("ge", ("count", items("hand", "you")), 2),
    )
    b.turn(
        choose("c", HAND[0], type=HAND[1]),
        move("c", zone("discards")),
        ("checkgoals", "you"),
        add(("game", "total"), 1),
        when(("ge", ("game", "total"), 9), ("endgame", False)),
    )
    b.ending(("win", where(("players",), ("exists", items("hand", "it"))), "cards left"))
    records = same(b)
    assert {record.ended for record in records} <= {"won", "nobody"}


def test_a_fault_is_told_as_the_frames_tell_it() -> None:
    b = cards()
    b.setup(*deal())
    b.turn(
        choose("n", ("range", 1, 6), "", "number"),
        when(("eq", "n", 6), add(get("points", "you"), 99)),
        when(("eq", "n", 5), set_(("game", "total"), ("div", 1, ("sub", "n", "n")))),
        *end(),
    )
    records = same(b, straight=False)
    assert {record.error.split(":")[0] for record in records} == {"", "fault", "Fault"}


def test_rules_without_end_come_to_an_end() -> None:
    b = cards()
    b.verb("again", ("n",), [("perform", "again", ["n"]), ("perform", "again", ["n"])])
    b.turn(choose("n", ("range", 1, 3), "", "number"), when(("eq", "n", 3), ("perform", "again", ["n"])), *end(3))
    records = same(b, games=6, straight=False)
    assert any("Budget" in record.error for record in records)


def test_turns_without_decisions_come_to_an_end() -> None:
    b = lamps()
    b.turn(add(("game", "count"), 1))
    one, other = both(b.table(), 2, 1)
    assert one == other
    assert "nobody has had anything to decide" in one[0].error


def test_too_many_moves_are_cut_at_the_same_place() -> None:
    b = cards()
    b.setup(*deal())
    b.turn(choose("c", HAND[0], type=HAND[1]), move("c", zone("hand", "you")))
    one, other = both(b.table(), 2, 3, max_moves=17)
    assert one == other
    assert [(record.ended, record.moves, record.straight) for record in one] == [("cut", 17, True)] * 3


# ------------------------------------------------------------------ what was left to the frames once


def test_several_things_after_which_something_may_fail() -> None:
    """What is paid must be matched by as many cards of another sort: sets that leave no way on are not offered."""
    b = cards()
    b.setup(*deal(6))
    b.action(
        "trade",
        body=[
            several("paid", where(HAND[0], ("lt", get("worth", "it"), 3)), low=1, type=HAND[1]),
            several(
                "got", where(HAND[0], ("eq", get("worth", "it"), 3)), ("count", "paid"), ("count", "paid"), type=HAND[1]
            ),
            move("paid", zone("discards")),
            move("got", zone("deck"), where="bottom"),
        ],
    )
    b.action("draw", body=[("perform", "draw", [1])])
    b.turn(take("trade", "draw"), *end(14))
    records = same(b)
    assert len({record.moves for record in records}) > 3


def test_the_game_may_end_after_the_action() -> None:
    """Inside an action: when it is over. Outside of one: when the turn is over."""
    b = cards()
    b.setup(*deal())
    finished = [("endgame", True), move(items("hand", "you"), zone("discards"))]
    b.action("lay", {"c": HAND}, [when(("eq", get("worth", "c"), 3), finished), move("c", zone("discards"))])
    b.turn(
        take("lay"),
        add(("game", "total"), 1),
        when(("ge", ("game", "total"), 6), ("endgame", True)),
        ("perform", "draw", [1]),
    )
    b.ending(("win", where(("players",), ("exists", items("hand", "it"))), "cards left"))
    records = same(b)
    assert len({record.moves for record in records}) > 1


def test_what_is_offered_again_can_be_declined() -> None:
    b = cards()
    b.setup(*deal())
    low = where(HAND[0], ("lt", get("worth", "it"), 3))
    high = where(HAND[0], ("gt", get("worth", "it"), 1))
    b.turn(
        may(
            "pay",
            choose("c", low, type=HAND[1]),
            move("c", zone("discards")),
            choose("d", high, type=HAND[1]),
            move("d", zone("discards")),
            repeat=True,
        ),
        ("perform", "draw", [2]),
        *end(),
    )
    same(b)


def test_a_game_with_late_ends_and_paid_sets_is_straight() -> None:
    straight, framed = both(table("emerald"), 3, 1, max_moves=90)
    assert straight == framed
    assert all(record.straight for record in straight)
