"""Every operation of an expression: what it gives in one small world."""

from __future__ import annotations

from typing import Any

import pytest

from runtime import Fault, Game
from runtime.ops import EXPRESSIONS
from tests.runtime.build import Build, Tree, get, items, move, set_, span, top, where, zone


def world() -> Build:
    """Lamps (two lanterns, a candle, a torch), towers with a shelf, a board of places, a ring, a plain grid."""
    b = Build(players=(1, 4))
    b.enum("colour", "red", "green", "blue")
    b.tag("bright")
    b.tag("old")
    b.kind("lamp")
    b.kind("lantern", parent="lamp")
    b.kind("tower")
    b.kind("square")
    b.kind("token", alike=True)
    b.option("limit", 7, 1, 9)
    b.gvar("round", 4)
    b.field("player", "points", default=2)
    b.field("lamp", "watt", var=False, default=None)
    b.field("lamp", "lit", type="flag", default=False)
    b.field("lamp", "oil", var=False, key=("enum", "colour"), default=0)
    b.field("lamp", "dye", key=("enum", "colour"), default=5)
    b.field("tower", "keeper", type=("object", "player"), default=None)
    b.field("token", "side", type=("object", "player"), default=None)
    b.clause("lamp", "shine", params=("n",), types=("number",))
    b.clause("lamp", "dim", "condition", default=("lt", get("watt", "this"), 10))
    b.clause("lamp", "worth", "formula", ("n",), ("number",), default=("mul", "n", 2))
    b.design(
        "lantern",
        "lantern",
        copies=2,
        fields={"watt": 60},
        keyed={"oil": [(("enum", "colour", 2), 3)]},
        tags=["bright"],
        clauses={"shine": (("n",), []), "worth": (("n",), ("add", get("watt", "this"), "n"))},
        mentions={"shine": ["candle", "north"]},
    )
    b.design("candle", "lamp", fields={"watt": 5}, tags=["old"])
    b.design("torch", "lamp", fields={"watt": 30}, tags=["old", "bright"])
    b.design("north", "tower")
    b.design("south", "tower")
    b.design("peg", "token", each_player=True)
    b.design("stone", "token", copies=3)
    b.design("meadow", "square")
    b.design("rock", "square")
    b.zone("deck", see="hidden")
    b.zone("hand", owner="player", shape="list", see="owner")
    b.zone("shelf", owner="tower", shape="list")
    b.zone("round_table", shape="ring", rows=1, columns=6)
    b.zone("rack", shape="grid", rows=2, columns=3)
    b.layout("field", "mmm", "mrm", "mm ")
    b.zone(
        "board", shape="grid", layout="field", kinds=["square"], holding=["token"], signs={"m": "meadow", "r": "rock"}
    )
    b.phase("evening", {"n": "number"}, {"left": ("number", ("add", "n", 1))}, [])
    b.define("height", ["x"], get("watt", "x"), ["lamp"])
    b.define("height", ["x"], 100, ["tower"])
    b.define("double", ["n"], ("mul", "n", 2), low=0, high=10)
    b.verb("light", ["x"], [("require", ("gt", get("watt", "x"), 10), "too weak"), set_(get("lit", "x"), True)])
    b.setup(
        move(("obj", "candle"), zone("deck")),
        move(("obj", "torch"), zone("deck")),
        move(("copies", "lantern"), zone("hand", 0)),
        move(("obj", "north"), zone("round_table"), "at", 2),
        move(("obj", "south"), zone("round_table"), "at", 3),
    )
    b.turn(("choose", "x", ("list", [True, False]), 1, 1, False, None, None, "go on?", "flag"))
    return b


LAMPS = ("all", "lamp")
LANTERN = ("first", ("copies", "lantern"))
PEG = ("first", ("copies", "peg"))
SQUARES = items("board")
CORNER = ("place", zone("board"), 0)
MIDDLE = ("place", zone("board"), 4)
#: Objects: players 0, 1 · candle 2, torch 3, lanterns 4, 5 · towers 6, 7 · squares 8 to 15 · pegs 16, 17 · stones 18 …
#: The space of the layout is no cell, so the board has eight squares: meadows 8 to 14 and the rock 15.

VALUES: list[tuple[str, Tree, Any]] = [
    ("num", 7, 7),
    ("num", -7, -7),
    ("flag", True, True),
    ("text", ("text", "oil"), "oil"),
    ("nothing", ("nothing",), None),
    ("enum", ("enum", "colour", 2), 2),
    ("design", ("design", "torch"), 2),
    ("obj", ("obj", "candle"), 2),
    ("kind", ("kind", "lantern"), 2),
    ("tag", ("tag", "old"), 1),
    ("fieldref", ("fieldref", "lit"), 2),
    ("local", "you", 0),
    ("option", ("option", "limit"), 7),
    ("game", ("game", "round"), 4),
    ("running", ("running", "evening"), False),
    ("players", ("players",), (0, 1)),
    ("active", ("active",), 0),
    ("others", ("others", 1), (0,)),
    ("left", ("left", 1), 0),
    ("right", ("right", 0), 1),
    ("firstplayer", ("firstplayer",), 0),
    ("list", ("list", [1, True, ("list", [5, 6])]), (1, True, 5, 6)),
    ("range", ("range", 2, 5), (2, 3, 4, 5)),
    ("range", ("range", 5, 2), ()),
    ("format", ("format", ["a", ([("obj", "torch")][0], ("object", "lamp")), " of ", (3, "number")]), "aTorch of 3"),
    ("get", get("watt", ("obj", "torch")), 30),
    ("get", get("points", 1), 2),
    ("getopt", ("getopt", "watt", ("nothing",)), None),
    ("getopt", ("getopt", "watt", ("obj", "candle")), 5),
    ("getdesign", ("getdesign", "watt", ("design", "lantern")), 60),
    ("getof", ("getof", ("fieldref", "watt"), ("obj", "torch")), 30),
    ("key", ("key", "oil", ("enum", "colour", 2), LANTERN), 3),
    ("key", ("key", "oil", ("enum", "colour", 0), LANTERN), 0),
    ("key", ("key", "dye", ("enum", "colour", 1), ("obj", "torch")), 5),
    ("keydesign", ("keydesign", "oil", ("enum", "colour", 2), ("design", "lantern")), 3),
    ("all", LAMPS, (2, 3, 4, 5)),
    ("all", ("all", "lantern"), (4, 5)),
    ("allenum", ("allenum", "colour"), (0, 1, 2)),
    ("alltags", ("alltags",), (0, 1)),
    ("alldesigns", ("alldesigns", "lamp"), (0, 1, 2)),
    ("copies", ("copies", "lantern"), (4, 5)),
    ("designof", ("designof", ("obj", "torch")), 2),
    ("kindof", ("kindof", ("obj", "torch")), 1),
    ("holder", ("holder", LANTERN), 0),
    ("holder", ("holder", ("nothing",)), None),
    ("holder", ("holder", ("obj", "torch")), None),
    ("iskind", ("iskind", ("obj", "torch"), "lantern"), False),
    ("iskind", ("iskind", ("nothing",), "lantern"), False),
    ("iskindvalue", ("iskindvalue", ("last", ("copies", "lantern")), ("kind", "lamp")), True),
    ("isdesign", ("isdesign", ("obj", "torch"), "torch"), True),
    ("hastag", ("hastag", ("obj", "torch"), "bright"), True),
    ("hastag", ("hastag", ("obj", "candle"), "bright"), False),
    ("hastagvalue", ("hastagvalue", ("obj", "candle"), ("tag", "old")), True),
    ("hasclause", ("hasclause", ("obj", "candle"), "shine"), False),
    ("hasclause", ("hasclause", LANTERN, "shine"), True),
    ("fact", ("fact", ("obj", "candle"), "dim", []), True),
    ("fact", ("fact", ("obj", "torch"), "dim", []), False),
    ("fact", ("fact", ("nothing",), "dim", []), False),
    ("fact", ("fact", ("obj", "torch"), "worth", [4]), 8),
    ("fact", ("fact", ("last", ("copies", "lantern")), "worth", [4]), 64),
    ("effect", ("exists", ("effect", ("last", ("copies", "lantern")), "shine", [4])), True),
    ("effect", ("effect", ("obj", "torch"), "shine", [4]), None),
    ("named", ("named", "lamp", "shine", LANTERN), (2,)),
    ("named", ("named", "tower", "shine", LANTERN), (6,)),
    ("named", ("named", "tower", "shine", ("obj", "torch")), ()),
    ("facedown", ("facedown", ("obj", "torch")), False),
    ("sees", ("sees", 0, ("last", ("copies", "lantern"))), True),
    ("sees", ("sees", 1, ("last", ("copies", "lantern"))), False),
    ("sees", ("sees", 0, ("obj", "torch")), False),
    ("zone", ("eq", zone("deck"), ("zoneat", ("obj", "torch"))), True),
    ("zoneof", ("eq", zone("hand", 0), ("zoneat", ("last", ("copies", "lantern")))), True),
    ("zoneof", items("shelf", ("obj", "south")), ()),
    ("zoneat", ("eq", ("zoneat", ("last", LAMPS)), zone("hand", 1)), False),
    ("zoneowner", ("zoneowner", zone("hand", 1)), 1),
    ("items", items("deck"), (3, 2)),
    ("items", SQUARES, (8, 9, 10, 11, 15, 12, 13, 14)),
    ("itemsof", ("itemsof", "hand", ("players",)), (4, 5)),
    ("allitems", ("allitems", "hand"), (4, 5)),
    ("inzone", ("inzone", ("obj", "torch"), zone("deck")), True),
    ("inzone", ("inzone", ("nothing",), zone("deck")), False),
    ("inzones", ("inzones", ("last", LAMPS), "hand"), True),
    ("inzones", ("inzones", ("nothing",), "hand"), False),
    ("inbox", ("inbox", PEG), True),
    ("inbox", ("inbox", ("obj", "torch")), False),
    ("not", ("not", False), True),
    ("and", ("and", [True, False, ("eq", ("div", 1, 0), 1)]), False),
    ("or", ("or", [True, ("eq", ("div", 1, 0), 1)]), True),
    ("eq", ("eq", 2, 2), True),
    ("ne", ("ne", 2, 2), False),
    ("lt", ("lt", 1, 2), True),
    ("le", ("le", 2, 2), True),
    ("gt", ("gt", 1, 2), False),
    ("ge", ("ge", 2, 2), True),
    ("add", ("add", 2, 3), 5),
    ("sub", ("sub", 2, 3), -1),
    ("mul", ("mul", 2, 3), 6),
    ("div", ("div", -7, 2), -4),
    ("mod", ("mod", -7, 2), 1),
    ("neg", ("neg", 3), -3),
    ("if", ("if", True, 1, ("div", 1, 0)), 1),
    ("case", ("case", 3, [([1, span(2, 4)], 10), ([3], 20)], 30), 10),
    ("case", ("case", 9, [([1, span(2, 4)], 10), ([3], 20)], 30), 30),
    ("case", ("case", None, [([("lt", 2, 1)], 10), ([("lt", 1, 2)], 20)], 30), 20),
    ("atleast", ("atleast", 2, [True, False, True]), True),
    ("atleast", ("atleast", 3, [True, False, True]), False),
    ("in", ("in", 3, ("list", [1, 3])), True),
    ("count", ("count", LAMPS), 4),
    ("exists", ("exists", items("shelf", ("obj", "south"))), False),
    ("exists", ("exists", ("obj", "torch")), True),
    ("exists", ("exists", ("nothing",)), False),
    ("first", top("deck"), 3),
    ("first", ("first", where(LAMPS, ("lt", get("watt", "it"), 50))), 2),
    ("first", ("first", items("shelf", ("obj", "north"))), None),
    ("last", ("last", items("deck")), 2),
    ("last", ("last", items("shelf", ("obj", "north"))), None),
    ("union", ("union", ("list", [1, 2]), 3), (1, 2, 3)),
    ("union", ("union", ("nothing",), 3), (3,)),
    ("without", ("without", ("list", [1, 2, 3]), ("list", [2])), (1, 3)),
    ("without", ("without", ("list", [1, 2, 3]), 3), (1, 2)),
    ("aslist", ("aslist", 3), (3,)),
    ("aslist", ("aslist", ("nothing",)), ()),
    ("aslist", ("aslist", ("list", [3])), (3,)),
    ("flat", ("flat", ("map", "p", ("players",), ("list", ["p", 9]))), (0, 9, 1, 9)),
    ("orelse", ("orelse", ("nothing",), 3), 3),
    ("orelse", ("orelse", 4, ("div", 1, 0)), 4),
    ("orelse", ("orelse", ("list", []), ("list", [2])), (2,)),
    ("where", where(LAMPS, ("hastag", "it", "old")), (2, 3)),
    ("map", ("map", "x", LAMPS, get("watt", "x")), (5, 30, 60, 60)),
    ("any", ("any", "x", LAMPS, ("gt", get("watt", "x"), 50)), True),
    ("every", ("every", "x", LAMPS, ("gt", get("watt", "x"), 50)), False),
    ("every", ("every", "x", ("list", []), False), True),
    ("no", ("no", "x", LAMPS, ("gt", get("watt", "x"), 70)), True),
    ("sum", ("sum", ("map", "x", LAMPS, get("watt", "x"))), 155),
    ("min", ("min", ("map", "x", LAMPS, get("watt", "x"))), 5),
    ("max", ("max", ("list", [])), None),
    ("best", ("best", "x", LAMPS, get("watt", "x"), True, "first"), 4),
    ("best", ("best", "x", LAMPS, get("watt", "x"), True, "all"), (4, 5)),
    ("best", ("best", "x", LAMPS, get("watt", "x"), True, "none"), None),
    ("best", ("best", "x", LAMPS, get("watt", "x"), False, "none"), 2),
    ("best", ("best", "x", ("list", []), 1, False, "all"), ()),
    ("sorted", ("sorted", "x", LAMPS, get("watt", "x"), True), (4, 5, 3, 2)),
    ("sorted", ("sorted", "x", LAMPS, get("watt", "x"), False), (2, 3, 4, 5)),
    ("from", ("from", ("players",), 1), (1, 0)),
    ("groups", ("groups", ("range", 1, 7), "a", "b", ("eq", ("sub", "b", "a"), 3)), ((1, 4, 7), (2, 5), (3, 6))),
    ("groups", ("groups", ("list", [8, 10, 13]), "a", "b", ("in", "a", ("neighbours", "b"))), ((8,), (10,), (13,))),
    ("call", ("call", "height", [("obj", "torch")]), 30),
    ("call", ("call", "height", [("obj", "north")]), 100),
    ("call", ("call", "double", [4]), 8),
    ("call", ("call", "double", [40]), 10),
    ("call", ("call", "double", [-3]), 0),
    ("can", ("can", ("perform", "light", [("obj", "torch")])), True),
    ("can", ("can", ("perform", "light", [("obj", "candle")])), False),
    ("try", ("try", move(LANTERN, zone("hand", 1)), ("inzone", LANTERN, zone("hand", 1))), True),
    ("try", ("try", ("perform", "light", [("obj", "candle")]), True), False),
    (
        "try",
        ("try", move(("obj", "north"), zone("shelf", ("obj", "south"))), ("inzone", ("obj", "north"), zone("deck"))),
        False,
    ),
    ("used", ("used", "light"), False),
    ("asof", ("asof", ("now",), ("count", items("deck"))), 2),
    ("now", ("exists", ("now",)), True),
    ("cell", ("cell", "rack", None, 4), 4),
    ("place", CORNER, 8),
    ("cells", ("cells", PEG), ()),
    ("topat", ("topat", CORNER), None),
    ("piecesat", ("piecesat", CORNER), ()),
    ("neighbours", ("neighbours", MIDDLE), (9, 11, 12, 14)),
    ("neighbours", ("neighbours", ("obj", "north")), (7,)),
    ("within", ("within", 1, CORNER), (8, 9, 11)),
    ("within", ("within", 1, ("obj", "south")), (6, 7)),
    ("blocks", ("blocks", 2, SQUARES), ((8, 9, 11, 15), (9, 10, 15, 12), (11, 15, 13, 14))),
    ("block", ("block", CORNER, 2), (8, 9, 11, 15)),
    ("block", ("block", MIDDLE, 2), None),
    ("same", ("same", CORNER, zone("board")), 8),
    ("ahead", ("ahead", 1, ("obj", "north")), 7),
    ("ahead", ("ahead", 2, ("obj", "north")), None),
    ("row", ("row", MIDDLE), 2),
    ("column", ("column", ("place", zone("board"), 2)), 3),
    ("distance", ("distance", CORNER, MIDDLE), 2),
    ("distance", ("distance", CORNER, ("obj", "north")), None),
]


def value(tree: Tree, build: Build | None = None, you: int | None = 0, **more: Any) -> Any:
    b = build or world()
    fn = b.fn((), tree)
    game = b.game(**more)
    found = game.evaluate(fn, you)
    return tuple(found) if isinstance(found, (list, range)) else found


@pytest.mark.parametrize("op, tree, expected", VALUES, ids=[f"{op}-{n}" for n, (op, _, _) in enumerate(VALUES)])
def test_value(op: str, tree: Tree, expected: Any) -> None:
    found = value(tree)
    assert found == expected
    assert type(found) is type(expected)


#: Operations that this file tests in a way of their own.
APART = ("phase",)


def test_every_operation_is_tried() -> None:
    assert sorted({op for op, _, _ in VALUES} | set(APART)) == sorted(EXPRESSIONS)


def test_phase_fields() -> None:
    b = world()
    b.phase(
        "night",
        {"n": "number"},
        {"left": ("number", ("add", "n", 1))},
        [
            ("set", ("phase", "night", 1), ("add", ("phase", "night", 1), ("phase", "night", 0))),
            ("choose", "x", ("list", [1, 2]), 1, 1, False, None, None, "?", "number"),
        ],
    )
    b.turn(("enter", "night", [5]))
    left = b.fn(
        (), ("list", [("phase", "night", 0), ("phase", "night", 1), ("running", "night"), ("running", "evening")])
    )
    game = b.game()
    assert game.evaluate(left, 0) == (5, 11, True, False)
    assert game.view(0)["phases"] == ["night"]


def test_a_phase_that_is_not_running_has_no_fields() -> None:
    with pytest.raises(Fault, match="evening is not running"):
        value(("phase", "evening", 0))


def test_a_case_without_an_arm_that_fits_is_a_fault() -> None:
    with pytest.raises(Fault, match="no arm"):
        value(("case", 3, [([1], 2)], None))


def test_a_definition_of_something_else_is_a_fault() -> None:
    with pytest.raises(Fault, match="height"):
        value(("call", "height", [PEG]))
    assert value(("call", "height", [("nothing",)])) is None


def test_division_by_zero_is_a_fault() -> None:
    with pytest.raises(Fault, match="zero"):
        value(("div", 1, ("sub", 2, 2)))
    with pytest.raises(Fault, match="zero"):
        value(("mod", 1, ("sub", 2, 2)))


def test_a_dry_run_leaves_no_trace() -> None:
    b = world()
    fns = [b.fn((), tree) for op, tree, _ in VALUES if op in ("can", "try")]
    game = b.game()
    before = game.save()
    for fn in fns:
        game.evaluate(fn, 0)
    assert game.save() == before


def test_what_a_try_cannot_foresee_is_not_so() -> None:
    """Nobody may learn from a `try` which card lies in a hidden zone."""
    hidden = ("try", move(("obj", "torch"), zone("hand", 1)), True)
    assert value(hidden) is False
    seen = ("try", move(("obj", "north"), zone("shelf", ("obj", "south"))), True)
    assert value(seen) is True
    assert value(seen, you=None) is True
    assert value(("try", move(LANTERN, zone("hand", 1)), True), you=None) is False


def test_groups_on_places() -> None:
    three = ("list", [CORNER, ("place", zone("board"), 1), ("place", zone("board"), 6)])
    assert value(("groups", three, "a", "b", ("in", "a", ("neighbours", "b")))) == ((8, 9), (13,))


def test_a_size_may_be_an_option() -> None:
    b = Build()
    b.option("side", 2, 1, 5)
    b.kind("square")
    b.design("meadow", "square", copies=9)
    b.zone("rack", shape="grid", rows=("option", "side"), columns=("mul", ("option", "side"), 2))
    b.setup(("move", ("first", ("all", "square")), zone("rack"), "at", 11, None, "all", None))
    b.turn(("choose", "x", ("list", [1, 2]), 1, 1, False, None, None, "?", "number"))
    game = Game.new(b.table(), 1, options={"side": 3})
    assert game.view(None)["zones"]["rack"][0]["at"] == "B6"
