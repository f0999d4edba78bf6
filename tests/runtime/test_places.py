"""Boards: places, pieces that lie on several of them, what is underneath, rings, grids, pieces that are alike."""

from __future__ import annotations

from typing import Any

import pytest

from runtime import Fault, Game
from tests.runtime.build import (
    STOP,
    Build,
    Tree,
    add,
    asked,
    choose,
    events,
    get,
    items,
    keys,
    lying,
    move,
    obj,
    set_,
    several,
    thing,
    top,
    value_of,
    variable,
    when,
    where,
    zone,
)

BOARD = items("board")


def fields(players: tuple[int, int] = (1, 3)) -> Build:
    """A board of meadows and water with a hole, one map for each player, tiles, cubes of each player, a ring, rack."""
    b = Build(players)
    b.kind("square")
    b.kind("tile")
    b.kind("cube", alike=True)
    b.field("tile", "size", var=False, default=1)
    b.field("cube", "mark", default=0)
    b.gvar("count")
    for name in ("meadow", "water"):
        b.design(name, "square")
    b.design("patch", "square")
    for name, size in (("hut", 1), ("barn", 2), ("mill", 2)):
        b.design(name, "tile", fields={"size": size})
    b.design("cube", "cube", copies=3, each_player=True)
    b.layout("land", "mmww", "mmmm", "m mm")
    b.layout("plan", "pp", "pp")
    b.zone(
        "board",
        shape="grid",
        layout="land",
        kinds=["square"],
        holding=["tile", "cube"],
        signs={"m": "meadow", "w": "water"},
    )
    b.zone("map", owner="player", shape="grid", layout="plan", kinds=["square"], holding=["cube"], signs={"p": "patch"})
    b.zone("ring", shape="ring", rows=1, columns=5)
    b.zone("rack", shape="grid", rows=2, columns=2)
    b.zone("stock", shape="list")
    b.zone("hand", owner="player", shape="list", see="owner")
    b.setup(move(("all", "tile"), zone("stock")), move(("all", "cube"), zone("stock")))
    return b


def cell(number: int) -> Tree:
    return ("place", zone("board"), number)


def start(b: Build, *turn: Tree, players: int = 2) -> Game:
    b.turn(*turn, STOP)
    return b.game(players)


def pieces(game: Game, board: str = "board") -> dict[str, list[str]]:
    """Places of the view with the names of what lies there, uppermost first."""
    return {entry["at"]: [card["name"] for card in entry["pieces"]] for entry in game.view(None)["zones"][board]}


def test_a_piece_lies_on_several_places_and_what_is_underneath_reappears() -> None:
    b = fields()
    game = start(
        b,
        ("put", obj("hut"), cell(5)),
        ("put", obj("barn"), ("block", cell(0), 2)),
        STOP,
        ("put", obj("barn"), ("block", cell(6), 2)),
        STOP,
        move(obj("hut"), zone("stock")),
    )
    assert pieces(game) == {
        "board.A1": ["barn"],
        "board.B1": ["barn"],
        "board.A2": ["barn"],
        "board.B2": ["barn", "hut"],
    }
    assert "hut" not in lying(game, "stock")
    game.choose(0)
    assert pieces(game) == {
        "board.B2": ["hut"],
        "board.C2": ["barn"],
        "board.D2": ["barn"],
        "board.C3": ["barn"],
        "board.D3": ["barn"],
    }
    game.choose(0)
    assert sorted(pieces(game)) == ["board.C2", "board.C3", "board.D2", "board.D3"]
    assert lying(game, "stock")[-1] == "hut"


def test_what_is_asked_of_pieces_and_places() -> None:
    b = fields()
    read = b.fn(
        (),
        (
            "list",
            [
                ("count", ("cells", obj("barn"))),
                ("eq", ("topat", cell(5)), obj("barn")),
                ("count", ("piecesat", cell(5))),
                ("exists", ("topat", cell(7))),
                ("row", obj("barn")),
                ("column", obj("barn")),
                ("inzone", obj("barn"), zone("board")),
                ("distance", obj("barn"), cell(7)),
            ],
        ),
    )
    game = start(b, ("put", obj("hut"), cell(5)), ("put", obj("barn"), ("block", cell(1), 2)))
    assert game.evaluate(read, 0) == (4, True, 2, False, 1, 2, True, 3)


def test_holes_are_no_places() -> None:
    b = fields()
    read = b.fn(
        (),
        (
            "list",
            [
                ("count", BOARD),
                ("count", ("neighbours", cell(8))),
                ("count", ("neighbours", cell(5))),
                ("exists", cell(9)),
                ("count", ("blocks", 2, BOARD)),
                ("count", ("within", 1, cell(10))),
            ],
        ),
    )
    assert start(b).evaluate(read, 0) == (11, 1, 3, False, 4, 3)


def test_blocks_are_asked_as_one_option_each() -> None:
    b = fields()
    dry = where(BOARD, ("isdesign", "it", "meadow"))
    game = start(b, choose("f", ("blocks", 2, dry), "Where", ("list", ("object", "square"))), ("put", obj("barn"), "f"))
    assert keys(game) == ["board.A1+2", "board.C2+2"]
    game.choose("board.C2+2")
    assert sorted(pieces(game)) == ["board.C2", "board.C3", "board.D2", "board.D3"]


def test_parts_that_hang_together() -> None:
    b = fields()
    wet = where(BOARD, ("isdesign", "it", "water"))
    free = where(BOARD, ("not", ("exists", ("topat", "it"))))
    parts = ("groups", free, "a", "b", ("in", "a", ("neighbours", "b")))
    read = b.fn((), ("map", "g", parts, ("count", "g")))
    water = b.fn((), ("count", ("groups", wet, "a", "b", ("in", "a", ("neighbours", "b")))))
    game = start(b, ("put", obj("hut"), cell(5)), ("put", obj("barn"), ("list", [cell(1), cell(6)])))
    assert tuple(game.evaluate(read, 0)) == (3, 5)
    assert game.evaluate(water, 0) == 1


def test_the_same_places_on_another_board() -> None:
    b = fields()
    spot = ("place", zone("map", 0), 2)
    game = start(b, ("put", ("first", ("copies", "cube")), ("same", spot, zone("map", 1))))
    assert pieces(game, "map of Ben") == {"Ben.A2": ["cube/Ann"]}
    assert pieces(game, "map of Ann") == {}


def test_a_ring_goes_round() -> None:
    b = fields()
    read = b.fn(
        (),
        (
            "list",
            [
                ("eq", ("ahead", 2, obj("barn")), obj("hut")),
                ("distance", obj("hut"), obj("barn")),
                ("count", ("neighbours", obj("hut"))),
                ("exists", ("ahead", 1, obj("barn"))),
                ("eq", ("ahead", -2, obj("hut")), obj("barn")),
            ],
        ),
    )
    game = start(
        b,
        move(obj("barn"), zone("ring"), "at", 4),
        move(obj("hut"), zone("ring"), "at", 1),
        move(obj("mill"), zone("ring"), "at", 2),
    )
    assert game.evaluate(read, 0) == (True, 2, 1, False, True)
    assert lying(game, "ring") == [None, "hut", "mill", None, "barn"]


def test_things_keep_their_cell_when_others_leave() -> None:
    b = fields()
    game = start(
        b,
        move(obj("hut"), zone("rack")),
        move(obj("barn"), zone("rack")),
        STOP,
        move(obj("hut"), zone("stock")),
        STOP,
        move(obj("mill"), zone("rack")),
    )
    assert lying(game, "rack") == ["hut", "barn", None, None]
    game.choose(0)
    assert lying(game, "rack") == [None, "barn", None, None]
    assert [card["at"] for card in game.view(None)["zones"]["rack"]] == ["A2"]
    game.choose(0)
    assert lying(game, "rack") == ["mill", "barn", None, None]


@pytest.mark.parametrize(
    "turn, message",
    [
        ((move(obj("hut"), zone("rack"), "at", 0), move(obj("barn"), zone("rack"), "at", 0)), "two things in cell 0"),
        ((move(obj("hut"), zone("rack"), "at", 9),), "outside"),
        ((move(("all", "cube"), zone("rack")),), "no free cell"),
    ],
)
def test_a_cell_that_is_taken_or_missing_is_a_fault(turn: tuple[Tree, ...], message: str) -> None:
    with pytest.raises(Fault, match=message):
        start(fields(), *turn)


def test_putting_a_piece_nowhere_does_nothing() -> None:
    game = start(
        fields(),
        ("put", obj("hut"), ("list", [])),
        ("put", ("topat", cell(0)), cell(1)),
        ("put", obj("hut"), ("block", cell(11), 2)),
    )
    assert [event[2] for event in events(game, "note")] == ["nothing"] * 3
    assert "hut" in lying(game, "stock")


def test_moving_a_piece_off_and_onto_the_board_enters_and_leaves() -> None:
    b = fields()
    b.trigger(("enters", "board"), ["x", "p"], set_(("game", "count"), ("add", ("mul", ("game", "count"), 10), 1)))
    b.trigger(("leaves", "board"), ["x", "p"], set_(("game", "count"), ("add", ("mul", ("game", "count"), 10), 2)))
    game = start(b, ("put", obj("hut"), cell(0)), ("put", obj("hut"), cell(1)), move(obj("hut"), zone("stock")))
    assert variable(game, "count") == 12


def test_a_piece_from_a_hidden_hand_becomes_known() -> None:
    b = fields()
    b.action("build", body=[("put", ("first", items("hand", "you")), cell(0)), ("require", False, "never")])
    b.setup(move(obj("hut"), zone("hand", 1)))
    b.turn(choose("n", ("range", 1, 2), "A", "number"), ("put", ("first", items("hand", 1)), cell(0)), STOP)
    game = b.game(2, keep_past=True)
    game.choose(0)
    assert not game.can_undo()
    assert pieces(game) == {"board.A1": ["hut"]}


# ------------------------------------------------------------------ pieces that are alike


def test_equal_pieces_in_one_place_are_one_option() -> None:
    game = start(fields(), choose("c", where(items("stock"), ("iskind", "it", "cube")), "Which", ("object", "cube")))
    assert keys(game) == ["cube/Ann", "cube/Ben"]
    game = start(
        fields(),
        set_(get("mark", ("first", ("copies", "cube"))), 1),
        choose("c", where(items("stock"), ("iskind", "it", "cube")), "Which", ("object", "cube")),
    )
    assert keys(game) == ["cube/Ann", "cube/Ann#2", "cube/Ben"]


def test_equal_pieces_in_different_places_are_told_apart() -> None:
    cubes = ("copies", "cube")
    b = fields()
    game = start(
        b,
        ("put", ("first", cubes), cell(0)),
        ("put", ("first", where(cubes, ("inzone", "it", zone("stock")))), cell(1)),
        choose("c", where(cubes, ("eq", get("mark", "it"), 0)), "Which", ("object", "cube")),
        set_(get("mark", "c"), 7),
    )
    assert len(keys(game)) == 4  # two on the board, one of Ann's and one of Ben's in the stock
    game.choose(1)
    second = game.state.on[game.rules.world.places[game.rules.world.base[1]][1]][0]
    assert value_of(game, "mark", second) == 7


def test_sets_of_equal_pieces() -> None:
    game = start(
        fields(),
        several("c", where(items("stock"), ("iskind", "it", "cube")), 2, 2, prompt="Two", type=("object", "cube")),
        add(("game", "count"), ("count", "c")),
    )
    found = []

    def walk(state: Game, picks: tuple[str, ...]) -> None:
        if asked(state) != "Ann: Two":
            found.append(picks)
            return
        decision = state.decision
        assert decision is not None
        for option in decision.options:
            twin = state.copy()
            twin.choose(option.index)
            walk(twin, (*picks, option.key))

    walk(game, ())
    assert sorted(found) == [("cube/Ann", "cube/Ann"), ("cube/Ann", "cube/Ben"), ("cube/Ben",)]  # then only one is left


def test_a_save_holds_the_board() -> None:
    b = fields()
    game = start(b, ("put", obj("barn"), ("block", cell(0), 2)), ("put", ("first", ("copies", "cube")), cell(0)))
    loaded = Game.load(game.rules.origin, game.save())
    assert pieces(loaded) == pieces(game)
    assert loaded == game
    assert thing(game, "barn") in game.state.cells
    assert when and top and Any
