"""Rule tables made to do harm: work without measure, numbers, lists and texts that grow, names that want to be code.

Each of them loads. Playing it ends in a `Fault` (or goes on), in seconds. Most are tried with a small budget, to be quick; one
is tried with the ordinary one.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from itertools import pairwise

import pytest

import runtime.game
from runtime import Budget, Fault, Game, TableError, load_table
from runtime.canonical import content_hash
from tests.runtime.build import (
    STOP,
    Build,
    Tree,
    add,
    choose,
    each_in,
    get,
    lamps,
    log,
    move,
    obj,
    set_,
    take,
    zone,
)  # fmt: skip

SECONDS = 25  # of the processor, on a slow machine that does other things too


@pytest.fixture(autouse=True)
def soon(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    if "ordinary" not in request.node.name:
        monkeypatch.setattr(runtime.game, "FUEL", 200_000)
    start = time.process_time()
    yield
    assert time.process_time() - start < SECONDS


def crowd(copies: int = 1000) -> Build:
    b = lamps()
    b.design("crowd", "lamp", copies=copies)
    return b


def start(b: Build, *turn: Tree) -> Game:
    b.turn(*turn, STOP)
    return b.game()


def count(value: Tree) -> Tree:
    return set_(("game", "count"), value)


EVERYTHING = ("all", "lamp")


def nested(depth: int, body: Tree, walk: str = "every") -> Tree:
    for level in range(depth):
        body = (walk, f"v{level}", EVERYTHING, body)
    return body


# ------------------------------------------------------------------ work without measure


@pytest.mark.parametrize("walk", ["every", "any", "no", "where", "map"])
def test_quantifiers_in_quantifiers(walk: str) -> None:
    ends = {"every": True, "any": False, "no": True, "where": True, "map": 1}[walk]
    inner: Tree = ends
    for level in range(6):
        if walk in ("where", "map"):
            inner = (walk, f"v{level}", EVERYTHING, ("exists", inner) if level else ends)
        else:
            inner = ("every" if walk != "any" else "any", f"v{level}", EVERYTHING, inner)
    with pytest.raises(Budget):
        start(crowd(), ("let", "x", inner))


def test_the_ordinary_budget() -> None:
    with pytest.raises(Budget):
        start(crowd(), ("let", "x", nested(6, ("ge", get("watt", "v0"), 0))))


def test_best_sorted_and_groups_of_many() -> None:
    b = crowd()
    best: Tree = 1
    for level in range(5):
        best = ("count", ("best", f"v{level}", EVERYTHING, best, True, "all"))
    with pytest.raises(Budget):
        start(b, count(best))
    ordered: Tree = 1
    for level in range(5):
        ordered = ("count", ("sorted", f"v{level}", EVERYTHING, ordered, True))
    with pytest.raises(Budget):
        start(crowd(), count(ordered))
    with pytest.raises(Budget):
        start(crowd(9000), count(("count", ("groups", EVERYTHING, "a", "b", ("eq", get("watt", "a"), 77)))))


def test_quantifiers_where_rules_look() -> None:
    b = crowd()
    b.whenever("nosy", EVERYTHING, nested(5, ("ne", get("lit", "x"), 7)), set_(get("lit", "x"), True))
    with pytest.raises(Budget):
        start(b, set_(get("lit", obj("amber")), True))
    b = crowd()
    b.goal("far", ("win", "you", "done"), over=EVERYTHING, where=nested(5, False, "any"))
    with pytest.raises(Budget):
        start(b, ("checkgoals", "you"))
    b = crowd()
    b.action("aim", {"x": (("where", "it", EVERYTHING, nested(5, False, "any")), ("object", "lamp"))})
    with pytest.raises(Budget):
        start(b, take("aim"))
    b = crowd()
    b.trigger(("changes", "lit"), ["x"], [], where=nested(5, False, "any"))
    with pytest.raises(Budget):
        start(b, set_(get("lit", obj("amber")), True))
    b = crowd()
    b.field("lamp", "glow", var=False, default=("count", ("where", "p", EVERYTHING, nested(5, False, "any"))))
    with pytest.raises(Fault):
        start(b)


def test_the_same_in_what_is_shown() -> None:
    b = crowd()
    b.turn(choose("c", ("list", [1, 2]), [(nested(6, True), "flag")], "number"))
    game = b.game()
    for _ in range(2):
        with pytest.raises(Budget):
            assert game.decision is not None
            print(game.decision.prompt)
    game.choose(0)  # the question itself is sound


@pytest.mark.parametrize("leaf", [1, ("game", "count"), ("count", EVERYTHING)])
def test_definitions_that_call_two(leaf: Tree) -> None:
    b = lamps()
    b.define("d0", [], leaf)
    for level in range(1, 61):
        call = ("call", f"d{level - 1}", [])
        b.define(f"d{level}", [], ("add", call, call))
    with pytest.raises(Fault):
        start(b, count(("call", "d60", [])))


def test_verbs_that_perform_two() -> None:
    b = lamps()
    b.verb("v0", [], add(("game", "count"), 1))
    for level in range(1, 61):
        call = ("perform", f"v{level - 1}", [])
        b.verb(f"v{level}", [], [call, call])
    with pytest.raises(Budget):
        start(b, ("perform", "v60", []))


def test_clauses_that_do_two() -> None:
    b = lamps()
    names = [f"c{level}" for level in range(40)]
    for name in names:
        b.clause("lamp", name)
    clauses = {"c0": add(("game", "count"), 1)}
    for before, name in pairwise(names):
        call = ("do", obj("torch"), before, [])
        clauses[name] = [call, call]
    b.design("torch", "lamp", clauses=clauses)
    with pytest.raises(Budget):
        start(b, ("do", obj("torch"), names[-1], []))


def test_endless_loops_with_much_in_them() -> None:
    much = ("every", "x", EVERYTHING, ("every", "y", ("where", "z", EVERYTHING, True), ("ge", get("watt", "y"), 0)))
    for body in (
        ("while", True, count(("count", ("where", "x", EVERYTHING, ("ge", get("watt", "x"), 0))))),
        ("while", much, []),
        ("repeat", 10**9, ("let", "l", ("sorted", "x", EVERYTHING, ("neg", get("watt", "x")), False))),
        each_in("x", ("range", 1, 99_999), each_in("y", ("range", 1, 99_999), [])),
        each_in("x", ("range", 1, 99_999), [], live=True),
    ):
        with pytest.raises(Budget):
            start(crowd(), body)


def test_deep_calls() -> None:
    b = lamps()
    b.define("d0", [], ("game", "count"))
    for level in range(1, 1500):
        call = ("call", f"d{level - 1}", [])
        b.define(f"d{level}", [], ("if", ("gt", ("game", "count"), level), call, ("add", call, 1)))
    try:
        start(b, count(("call", "d1499", [])))
    except Fault:
        pass  # too deep for the interpreter, or too long when written out: both are said


def test_a_moment_looked_at_many_times() -> None:
    look = ("asof", "past", nested(4, True))
    with pytest.raises(Budget):
        start(crowd(), ("let", "past", ("now",)), ("let", "x", ("every", "x", EVERYTHING, look)))


# ------------------------------------------------------------------ things that grow


@pytest.mark.parametrize("op", ["mul", "add"])
def test_numbers_that_grow_without_a_statement(op: str) -> None:
    b = lamps()
    b.define("grow", ["n"], (op, "n", "n"))
    tree: Tree = 99
    for _ in range(60):
        tree = ("call", "grow", [tree])
    with pytest.raises(Fault):
        start(b, count(tree))
    b = lamps()
    tree = ("game", "count")
    for _ in range(15):
        tree = (op, tree, tree)
    with pytest.raises(Fault):
        start(b, set_(("game", "count"), 10**14), count(tree))


def test_what_is_no_number_is_not_multiplied() -> None:
    for value in (("text", "x"), ("list", [1, 2])):
        for op in ("mul", "add"):
            with pytest.raises(Fault):
                start(lamps(), ("let", "n", 10**9), ("let", "t", value), ("let", "x", (op, "t", "n")))
            with pytest.raises(Fault):
                start(lamps(), ("let", "t", value), ("let", "x", (op, "t", "t")))


def test_texts_that_grow() -> None:
    doubled = ("format", [("t", "text"), ("t", "text")])
    with pytest.raises(Fault):
        start(lamps(), ("let", "t", ("text", "abc")), ("repeat", 100, ("let", "t", doubled)))
    b = lamps()
    b.define("grow", ["t"], ("format", [("t", "text"), ("t", "text")]))
    tree: Tree = ("text", "abc")
    for _ in range(60):
        tree = ("call", "grow", [tree])
    with pytest.raises(Fault):
        start(b, log((tree, "text")))


def test_lists_that_grow() -> None:
    for grown in (("union", "l", "l"), ("list", ["l", "l"]), ("flat", ("list", ["l", "l"])),
                  ("map", "x", ("list", [1, 2]), "l")):  # fmt: skip
        with pytest.raises(Fault):
            start(lamps(), ("let", "l", ("list", [1, 2])), ("repeat", 100, ("let", "l", grown)), count(("count", "l")))
        b = lamps()
        b.define("grow", ["l"], grown)
        tree: Tree = ("list", [1, 2])
        for _ in range(60):
            tree = ("call", "grow", [tree])
        with pytest.raises(Fault):
            start(b, ("let", "a", tree), ("let", "b", ("eq", "a", tree)))


def test_many_options() -> None:
    for source in (("range", 1, 99_999), ("map", "x", ("range", 1, 50_000), "x")):
        with pytest.raises(Budget):
            start(lamps(), choose("n", source, "", "number"))


def test_options_of_several_lists() -> None:
    b = lamps()
    numbers = (("range", 1, 5_000), "number")
    b.action("aim", {"a": numbers, "b": numbers})
    with pytest.raises(Budget):
        start(b, take("aim"))


# ------------------------------------------------------------------ tables that are too large to be made


def test_copies_without_number() -> None:
    b = lamps()
    b.design("flood", "lamp", copies=10**9)
    with pytest.raises(TableError, match="copies"):
        b.game()


def test_zones_of_zones() -> None:
    b = crowd(9_000)
    for number in range(200):
        b.zone(f"box{number}", owner="lamp")
    with pytest.raises(Fault, match="too many"):
        start(b)


def test_fields_of_everything() -> None:
    b = crowd(9_000)
    for number in range(200):
        b.field("lamp", f"f{number}", var=bool(number % 2))
    with pytest.raises(Fault, match="too many"):
        start(b)


def test_boards_without_end() -> None:
    for rows, columns in ((10**6, 10**6), (10**9, 1), (0, 5), (-1, -1)):
        b = lamps()
        b.zone("board", shape="grid", rows=rows, columns=columns)
        with pytest.raises(Fault, match="board"):
            start(b)
    b = crowd(5_000)
    b.zone("board", shape="grid", rows=100, columns=100, owner="lamp")
    with pytest.raises(Fault, match="board"):
        start(b)


def test_kinds_below_kinds() -> None:
    b = lamps()
    for number in range(1500):
        b.kind(f"k{number}", parent=f"k{number - 1}" if number else "lamp")
    b.design("deep", "k1499", copies=1000)
    with pytest.raises(Fault):
        start(b)


def test_code_that_is_short_but_long_when_written_out() -> None:
    b = lamps()
    tree: Tree = get("watt", obj("amber"))
    node = b.node(("local", 0), {})
    raw = crowd(1)
    del tree, node, raw
    b = lamps()
    b.turn(STOP)
    raw_table = b.raw()
    code = raw_table["code"]
    last = len(code)
    code.append(["active"])
    for _ in range(40):
        code.append(["eq", len(code) - 1, len(code) - 1])
    raw_table["fns"].append({"name": "bomb", "params": 0, "slots": 2, "code": len(code) - 1})
    raw_table["hash"] = content_hash({k: v for k, v in raw_table.items() if k != "hash"})
    assert last
    with pytest.raises(TableError, match="written out"):
        load_table(raw_table)


def test_much_code() -> None:
    b = lamps()
    b.turn(STOP)
    raw = b.raw()
    code = raw["code"]
    code.append(["active"])
    for _ in range(15):
        code.append(["eq", len(code) - 1, len(code) - 1])
    top = len(code) - 1
    raw["fns"] += [{"name": f"bomb{n}", "params": 0, "slots": 2, "code": top} for n in range(2000)]
    raw["hash"] = content_hash({k: v for k, v in raw.items() if k != "hash"})
    with pytest.raises(Fault, match="long"):
        Game.new(load_table(raw), 2)


# ------------------------------------------------------------------ names and texts that want to be code

WICKED = [
    "'); import os; os.system('touch /tmp/broken') #", '"""', "{x}", "%s%n", "\n    raise SystemExit\n", "\\", "x\x00y", "\x1b[31m",
    "\u202eabc", "S", "__import__('os')", "a" * 200, "{0.__class__}",
]  # fmt: skip


@pytest.mark.parametrize("wicked", WICKED, ids=range(len(WICKED)))
def test_names_and_texts_are_no_code(wicked: str) -> None:
    b = lamps()
    b.enum(wicked, wicked, "other")
    b.tag(wicked)
    b.kind(wicked)
    b.field(wicked, wicked, type="text", default=("text", wicked))
    b.gvar(wicked, ("text", wicked), type="text")
    b.option(wicked, 1)
    b.zone(wicked, owner="player")
    b.design(wicked, wicked, tags=[wicked], title=wicked)
    b.define(wicked, ["n"], ("format", [("n", "text"), wicked]))
    b.verb(wicked, ["n"], log(("n", "text"), wicked))
    b.phase(wicked, vars={wicked: ("text", ("text", wicked))}, body=choose("c", EVERYTHING, wicked))
    b.goal(wicked, ("win", "you", wicked), title=wicked)
    b.action(
        wicked,
        title=wicked + "{n}",
        body=[("perform", wicked, [("call", wicked, [("text", wicked)])]), ("enter", wicked, [])],
    )
    b.setup(move(obj(wicked), zone(wicked, 0)))
    b.turn(take(wicked), ("checkgoals", "you"))
    raw = b.raw()
    table = load_table(raw)
    game = Game.new(table, [wicked, "Ben"])
    moves = 0
    while not game.over and moves < 5:
        decision = game.decision
        assert decision is not None
        assert decision.prompt is not None
        game.choose(decision.options[0].key)
        game.view(None)
        game.view(0)
        game.log(0)
        Game.load(table, game.save())
        moves += 1
    assert game.result is None or wicked in game.result.winners or game.result.winners == {}


# ------------------------------------------------------------------ what does not fit together


ODD: list[Callable[[Build], Tree]] = [
    lambda b: get("watt", ("nothing",)),
    lambda b: get("watt", 0),
    lambda b: get("watt", 10**12),
    lambda b: get("watt", ("list", [1])),
    lambda b: ("row", obj("amber")),
    lambda b: ("ahead", 3, obj("amber")),
    lambda b: ("block", obj("amber"), 3),
    lambda b: ("cells", ("list", [])),
    lambda b: ("place", 3, 99),
    lambda b: ("items", 10**6),
    lambda b: ("items", -5),
    lambda b: ("others", 17),
    lambda b: ("left", ("nothing",)),
    lambda b: ("sum", ("list", [("text", "a")])),
    lambda b: ("max", ("list", [("text", "a"), 1])),
    lambda b: ("sorted", "x", ("list", [("text", "a"), 1]), "x", False),
    lambda b: ("count", 3),
    lambda b: ("in", 3, 3),
    lambda b: ("div", 1, 0),
    lambda b: ("mod", 1, 0),
    lambda b: ("neg", ("text", "a")),
    lambda b: ("asof", 3, 1),
    lambda b: ("range", ("nothing",), 5),
    lambda b: ("range", ("text", "a"), 5),
    lambda b: ("hastag", ("list", [1]), 0) if b.tag("t") == 0 else 0,
    lambda b: ("iskindvalue", 1, 99),
    lambda b: ("holder", 10**9),
    lambda b: ("facedown", ("nothing",)),
    lambda b: ("sees", 99, 99),
    lambda b: ("sees", -1, 0),
    lambda b: ("case", 9, [[[1], 2]], None),
    lambda b: ("first", 3),
    lambda b: ("from", 3, 3),
    lambda b: ("phase", b.phase("p", vars={"n": ("number", 0)}, body=[]), 0),
    lambda b: ("local", 40),
    lambda b: ("le", ("text", "a"), 1),
    lambda b: ("kindof", -1),
]


@pytest.mark.parametrize("odd", ODD, ids=range(len(ODD)))
@pytest.mark.parametrize("fast", [True, False])
def test_values_of_the_wrong_kind(odd: Callable[[Build], Tree], fast: bool) -> None:
    b = lamps()
    tree = odd(b)
    b.turn(("let", "x", tree), log(("x", "any")), STOP)
    try:
        game = b.game(fast=fast)
    except (Fault, TableError):
        return
    game.view(0)
    game.log(0)


@pytest.mark.parametrize("statement", [
    ("endphase", 0), ("endturn",), ("carryon",), ("cancel",), ("win", 99, "x"), ("win", ("text", "a"), "x"), ("lose", ("nothing",), "x"),
    ("firstis", 99), ("firstis", ("text", "x")), ("shuffle", 0), ("shuffle", 10**6), ("shuffle", ("nothing",)), ("roll", "x", 3),
    ("roll", "x", ("list", [])), ("reveal", 3, 99), ("reveal", ("text", "a"), None), ("look", obj("amber"), 77), ("look", obj("amber"), -1),
    ("turn", 10**9, True), ("turn", ("text", "a"), True), move(0, zone("deck")), move(obj("amber"), 10**6), move(obj("amber"), 0),
    move(("text", "a"), zone("deck")), move(obj("amber"), ("nothing",)), ("put", obj("amber"), obj("beacon")), ("put", 0, ("list", [0])),
    ("as", 99, STOP), ("as", ("nothing",), STOP), ("as", ("text", "a"), STOP), ("repeat", ("text", "a"), []), ("repeat", ("nothing",), []),
    ("doeffect", 5), ("doeffect", ("list", [1, 2])), ("doeffect", ("list", [99, 2])), ("doeffect", ("text", "a")), ("checkgoals", 99),
    add(("game", "count"), ("text", "a")), add(get("lit", obj("amber")), ("list", [1])), set_(get("lit", 0), 1), set_(get("lit", 10**9), 1),
    choose("x", 3), choose("x", ("list", [-1, 99, ("nothing",)])), choose("x", ("list", [("list", [1]), ("text", "a")])),
    choose("x", EVERYTHING, by=99), choose("x", EVERYTHING, by=("text", "a")), choose("x", ("list", [1, 2]), type=("cell", "deck")),
    ("step", ("endturn",)), ("atonce", [move(obj("amber"), zone("deck")), ("endturn",)]), ("atonce", [("endphase", 0)]),
    move(obj("amber"), zone("deck"), "at", ("text", "a")), move(obj("amber"), zone("deck"), "at", 10**12),
    move(EVERYTHING, zone("deck"), amount="n", number=("text", "a")), move(EVERYTHING, zone("deck"), amount="upto", number=-5),
    log((99, ("object", "lamp"))), log((("text", "a"), ("object", "lamp"))), log((99, "moment")), log((5, ("list", ("object", "lamp")))),
    log((-7, "zone")), log((("list", [1]), "tag")), log((10**14, ("cell", "deck"))), ("require", ("nothing",), [("x", "any")]),
], ids=str)  # fmt: skip
@pytest.mark.parametrize("fast", [True, False])
def test_statements_that_cannot_be(statement: Tree, fast: bool) -> None:
    b = lamps()
    b.phase("p", body=[])
    b.action("go", body=[statement, STOP])
    b.turn(take("go"), statement, STOP)
    try:
        game = b.game(fast=fast)
        for _ in range(4):
            if game.decision is None:
                break
            game.choose(game.decision.options[-1].key)
            game.view(0)
            game.log(None)
            game.save()
    except (Fault, TableError):
        pass
