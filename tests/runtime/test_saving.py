"""Copies, saves, digests and taking back: at every decision the whole game is plain data."""

from __future__ import annotations

import json
from typing import Any

import pytest

from runtime import Game, Table, UsageError
from runtime.players.random import RandomPlayer
from tests.runtime.build import (
    STOP,
    Build,
    Tree,
    add,
    asked,
    choose,
    each_in,
    either,
    fixed,
    items,
    keys,
    lamps,
    may,
    move,
    obj,
    react,
    set_,
    several,
    take,
    top,
    when,
    zone,
)

SINGLES = ("list", [obj("amber"), obj("beacon"), obj("candle"), obj("dynamo"), obj("ember")])


def everything() -> Table:
    """A game that stands at decisions of every sort, deep inside of everything that can be interrupted."""
    b = lamps()
    b.zone("stage")
    b.kind("charm", works=[(["table"], None)])
    b.window("played", {"c": ("object", "lamp")}, ["hand"], "answer")
    b.verb(
        "answer",
        ["m", "reaction"],
        [
            move("m", zone("stage")),
            ("open", "played", ["m"], ("others", "you"), ("doeffect", "reaction"), None),
            move("m", zone("discards")),
        ],
    )
    b.design("memo", "lamp", copies=4, reactions=[{"window": "played", "params": ("c",), "body": ("cancel",)}])
    b.design("ring", "charm")
    b.design("crown", "charm")
    for name in ("ring", "crown"):
        b.trigger(("enters", "discards"), ["x", "p"], may("count", add(("game", "count"), 1)), design=name, name=name)
    b.verb(
        "play",
        ["c"],
        [
            move("c", zone("stage")),
            ("open", "played", ["c"], ("others", "you"), [add(("game", "count"), 10)], None),
            move("c", zone("discards")),
        ],
    )
    b.action(
        "play",
        {"c": (items("hand", "you"), ("object", "lamp"))},
        [
            ("let", "past", ("now",)),
            ("perform", "play", ["c"]),
            ("step", [("afterwards", [choose("n", ("range", 1, 3), "Later", "number"), set_(("game", "gauge"), "n")])]),
            when(
                ("gt", ("count", items("hand", "you")), ("asof", "past", ("count", items("hand", "you")))),
                add(("game", "count"), 1000),
            ),
        ],
        limits=[{"count": 2}],
    )
    b.action(
        "rest",
        {"p": (("others", "you"), ("object", "player"))},
        [("enter", "evening", ["p"]), ("roll", "r", ("range", 1, 6)), add(("game", "count"), "r")],
    )
    b.phase(
        "evening",
        {"p": ("object", "player")},
        {"n": ("number", 2)},
        [
            each_in(
                "q",
                ("players",),
                (
                    "as",
                    "q",
                    [
                        several("s", items("hand", "q"), 0, 2, prompt="Show"),
                        ("reveal", "s", None),
                        set_(("phase", "evening", 1), ("count", "s")),
                    ],
                ),
            ),
            either(fixed("go", []), fixed("stay", [add(("game", "count"), 1)]), react("played"), prompt="How"),
        ],
    )
    b.whenever("full", items("discards"), ("gt", ("count", items("discards")), 6), move("x", zone("deck")))
    b.whenever(
        "sorted",
        None,
        ("ge", ("game", "gauge"), 3),
        [("as", 1, [choose("n", ("range", 0, 1), "Calm", "number"), set_(("game", "gauge"), "n")])],
        settled=True,
    )
    b.setup(
        move(("all", "lamp"), zone("deck")),
        ("shuffle", zone("deck")),
        move(("list", [obj("ring"), obj("crown")]), zone("table", 0)),
        each_in("p", ("players",), ("repeat", 3, move(top("deck"), zone("hand", "p")))),
    )
    b.turn(
        move(top("deck"), zone("hand", "you")),
        take("play", "rest", mode="any"),
        when(("gt", ("game", "count"), 150), ("win", "you", "count")),
    )
    return b.table()


TABLE = everything()


def walk(seed: int, steps: int, visit: Any = None) -> Game:
    """A random game, looked at at every decision."""
    game = Game.new(TABLE, 3, seed)
    players = [RandomPlayer(seed, seat) for seat in range(3)]
    for _ in range(steps):
        decision = game.decision
        if decision is None:
            break
        if visit is not None:
            visit(game)
        game.choose(players[decision.seat].choose(decision))
    return game


def kinds_seen() -> set[str]:
    seen: list[str] = []
    for seed in range(5):
        walk(seed, 150, lambda game: seen.append(game.decision.kind))
    return set(seen)


def test_the_game_stands_at_decisions_of_every_kind() -> None:
    assert kinds_seen() == {"choose", "may", "either", "take", "react", "order"}


@pytest.mark.parametrize("seed", [1, 2])
def test_a_save_loads_equal_and_plays_on_equally(seed: int) -> None:
    def check(game: Game) -> None:
        text = game.save()
        loaded = Game.load(TABLE, text)
        assert loaded == game
        assert loaded.save() == text
        assert loaded.digest() == game.digest()
        assert keys(loaded) == keys(game)
        assert asked(loaded) == asked(game)
        for seat in (None, 0, 1, 2):
            assert loaded.view(seat) == game.view(seat)
            assert loaded.log(seat) == game.log(seat)
        last = len(keys(game)) - 1
        other = game.copy()
        loaded.choose(last)
        other.choose(last)
        assert loaded == other

    walk(seed, 90, check)


def test_a_copy_is_independent() -> None:
    def check(game: Game) -> None:
        before, twin = game.save(), game.copy()
        assert twin == game
        assert twin.save() == before
        for _ in range(5):
            if twin.decision is not None:
                twin.choose(0)
        assert game.save() == before
        if twin.decision is not None:
            assert twin != game

    walk(3, 60, check)


def test_looking_changes_nothing() -> None:
    def check(game: Game) -> None:
        before = game.save()
        for seat in (None, 0, 1, 2):
            game.view(seat)
            game.log(seat)
        keys(game)
        asked(game)
        assert game.save() == before

    walk(4, 60, check)


def test_the_digest_tells_states_apart_and_leaves_the_log_out() -> None:
    digests: list[str] = []
    walk(5, 60, lambda game: digests.append(game.digest()))
    assert len(set(digests)) == len(digests)


def test_the_same_seed_and_decisions_give_the_same_game() -> None:
    assert walk(6, 80).save() == walk(6, 80).save()
    assert walk(6, 10).save() != walk(7, 10).save()


def test_a_save_of_another_table_is_refused() -> None:
    text = Game.new(TABLE, 2, 1).save()
    b = lamps()
    b.turn(STOP)
    with pytest.raises(UsageError, match="another version"):
        Game.load(b.table(), text)


@pytest.mark.parametrize("text", ["", "{}", "[]", "null", '{"save": 1}', '{"save": 99, "table": ""}', "\x00", '"save"'])
def test_what_is_no_save_is_refused(text: str) -> None:
    with pytest.raises(UsageError):
        Game.load(TABLE, text)


def damaged(data: Any, path: tuple[Any, ...], value: Any) -> str:
    data = json.loads(json.dumps(data))
    inner = data
    for step in path[:-1]:
        inner = inner[step]
    if value is ...:
        del inner[path[-1]]
    else:
        inner[path[-1]] = value
    return json.dumps(data)


def test_a_damaged_save_is_refused_or_loads_never_anything_else() -> None:
    data = json.loads(walk(1, 30).save())
    tried = 0
    for name in sorted(data["state"]):
        for value in (None, [], {}, -1, "x", [[1]], 10**30, ...):
            tried += 1
            try:
                Game.load(TABLE, damaged(data, ("state", name), value))
            except UsageError:
                continue
    for key in ("seats", "seed", "state", "table", "save"):
        for value in (None, [], "x", -1, ...):
            try:
                Game.load(TABLE, damaged(data, (key,), value))
            except UsageError:
                continue
    assert tried > 200


def test_a_save_holds_hidden_things_only_as_the_interpreter_needs_them() -> None:
    assert set(json.loads(Game.new(TABLE, 2, 1).save())) >= {
        "save",
        "table",
        "variant",
        "title",
        "seats",
        "seed",
        "state",
    }


# ------------------------------------------------------------------ taking back


def undoable(*turn: Tree, b: Build | None = None, setup: tuple[Tree, ...] = ()) -> Game:
    b = b or lamps()
    b.setup(move(SINGLES, zone("hand", 0)), *setup)
    b.turn(*turn)
    return b.game(2, keep_past=True)


def test_answers_can_be_taken_back_one_by_one() -> None:
    game = undoable(choose("a", items("hand", 0), "A"), choose("b", ("range", 1, 3), "B", "number"), STOP)
    first = game.save()
    assert not game.can_undo()
    game.choose("ember")
    second = game.save()
    game.choose("2")
    game.undo()
    assert game.save() == second
    game.undo()
    assert game.save() == first
    with pytest.raises(UsageError, match="taken back"):
        game.undo()
    game.choose("amber")
    assert asked(game) == "Ann: B"


def test_not_past_what_told_somebody_something_new() -> None:
    effects: list[Tree] = [
        ("roll", "r", ("range", 1, 6)),
        ("shuffle", zone("deck")),
        ("reveal", obj("ember"), None),
        ("look", top("deck"), 0),
        move(top("deck"), zone("hand", 0)),
        move(obj("ember"), zone("discards")),
    ]
    for effect in effects:
        game = undoable(
            choose("n", ("range", 1, 3), "A", "number"), effect, STOP, setup=(move(("copies", "spark"), zone("deck")),)
        )
        game.choose(0)
        assert not game.can_undo(), effect
    game = undoable(choose("n", ("range", 1, 3), "A", "number"), add(("game", "count"), "n"), STOP)
    game.choose(0)
    assert game.can_undo()


def test_not_past_another_player() -> None:
    game = undoable(
        choose("n", ("range", 1, 3), "A", "number"), choose("m", ("range", 1, 3), "B", "number", by=1), STOP
    )
    game.choose(0)
    assert asked(game) == "Ben: B"
    assert not game.can_undo()


def test_not_past_an_opened_window() -> None:
    b = lamps()
    b.window("signal", zones=["hand"])
    b.design("memo", "lamp", reactions=[{"window": "signal", "body": ("cancel",)}])
    game = undoable(
        choose("n", ("range", 1, 3), "A", "number"),
        ("open", "signal", [], ("list", [0]), [], None),
        STOP,
        b=b,
        setup=(move(obj("memo"), zone("hand", 0)),),
    )
    game.choose(0)
    assert keys(game) == ["react:memo", "pass"]
    assert not game.can_undo()
    game.choose("pass")
    assert game.can_undo()  # a pass tells nobody anything


def test_without_a_past_nothing_can_be_taken_back() -> None:
    b = lamps()
    b.turn(choose("n", ("range", 1, 3), "A", "number"), STOP)
    game = b.game()
    game.choose(0)
    with pytest.raises(UsageError):
        game.undo()


def test_a_loaded_game_has_no_past() -> None:
    game = undoable(choose("a", items("hand", 0), "A"), choose("b", ("range", 1, 3), "B", "number"), STOP)
    game.choose("ember")
    loaded = Game.load(game.rules.origin, game.save())
    loaded.choose("2")
    assert not loaded.can_undo()
