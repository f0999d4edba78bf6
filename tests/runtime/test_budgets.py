"""Whatever a table says, the interpreter stops: with an error that says what went on without end."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

import runtime.game
from runtime import Budget, Fault, Game
from tests.runtime.build import (
    STOP,
    Build,
    Tree,
    add,
    choose,
    each_in,
    get,
    items,
    lamps,
    may,
    move,
    obj,
    set_,
    several,
    take,
    top,
    when,
    zone,
)


@pytest.fixture(autouse=True)
def little(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(runtime.game, "FUEL", 50_000)


def start(b: Build, *turn: Tree) -> Game:
    b.turn(*turn, STOP)
    return b.game()


def test_loops() -> None:
    with pytest.raises(Budget):
        start(lamps(), ("while", True, add(("game", "count"), 1)))
    with pytest.raises(Budget):
        start(lamps(), ("while", True, []))
    with pytest.raises(Budget):
        start(lamps(), ("repeat", 1_000_000, []))
    with pytest.raises(Budget):
        start(lamps(), each_in("x", ("range", 1, 90_000), []))
    with pytest.raises(Budget):
        start(lamps(), ("repeat", 1_000, ("repeat", 1_000, ("repeat", 1_000, []))))


def test_loops_with_decisions_have_a_fresh_budget_each() -> None:
    b = lamps()
    b.turn(("while", True, [("repeat", 20_000, []), choose("n", ("range", 1, 2), "", "number")]))
    game = b.game()
    for _ in range(5):
        game.choose(0)


@pytest.mark.parametrize("asks", [False, True])
def test_recursion(asks: bool) -> None:
    b = lamps()
    b.verb("again", [], [may("stop", []) if asks else [], ("perform", "again", []), add(("game", "count"), 1)])
    with pytest.raises(Budget, match=r"without end|steps"):
        game = start(b, ("perform", "again", []))
        for _ in range(3_000):
            game.choose("no")
    assert asks == ("game" in locals())


def test_recursion_of_clauses() -> None:
    b = lamps()
    b.clause("lamp", "shine")
    b.design("torch", "lamp", clauses={"shine": ("do", ("obj", "torch"), "shine", [])})
    b.action("burn", body=("do", obj("torch"), "shine", []))
    with pytest.raises(Budget, match=r"without end|steps"):
        start(b, take("burn")).choose("burn")


def test_definitions_that_call_themselves() -> None:
    b = lamps()
    b.define("endless", ["n"], ("call", "endless", [("add", "n", 1)]))
    with pytest.raises(Budget):
        start(b, set_(("game", "count"), ("call", "endless", [1])))
    b = lamps()
    b.define("endless", ["n"], ("call", "endless", [("add", "n", 1)]))
    fn = b.fn((), ("call", "endless", [1]))
    game = start(b)
    with pytest.raises(Budget):
        game.evaluate(fn, 0)


def test_numbers_stay_bounded() -> None:
    b = lamps()
    for body in (
        set_(("game", "count"), ("mul", ("game", "count"), ("game", "count"))),
        add(("game", "count"), ("game", "count")),
    ):
        b = lamps()
        with pytest.raises(Fault, match="number"):
            start(b, set_(("game", "count"), 9), ("repeat", 5_000, body))
    with pytest.raises(Fault, match="number"):
        start(
            lamps(), ("let", "n", 9), ("repeat", 5_000, ("let", "n", ("mul", "n", "n"))), set_(("game", "count"), "n")
        )
    with pytest.raises(Fault, match="number"):
        start(lamps(), ("let", "n", 9), ("repeat", 5_000, add("n", "n")), set_(("game", "count"), "n"))


def test_lists_of_numbers_stay_short() -> None:
    with pytest.raises(Budget, match="list"):
        start(lamps(), choose("n", ("range", 1, 10**12), "", "number"))
    with pytest.raises(Budget, match="list"):
        start(lamps(), set_(("game", "count"), ("count", ("range", 1, 10**12))))


def test_options() -> None:
    with pytest.raises(Budget, match="options"):
        start(lamps(), choose("n", ("range", 1, 10_001), "", "number"))
    b = lamps()
    numbers = (("range", 1, 200), "number")
    b.action("aim", {"a": numbers, "b": numbers, "c": numbers, "d": numbers})
    with pytest.raises(Budget, match="aim"):
        start(b, take("aim"))


def test_sets_of_a_choice() -> None:
    b = lamps()
    for number in range(30):
        b.design(f"gleam{number}", "lamp", fields={"watt": 2 * number})
    odd = ("eq", ("mod", ("sum", ("map", "x", "c", get("watt", "x"))), 2), 1)
    b.setup(move(("where", "it", ("all", "lamp"), ("eq", ("mod", get("watt", "it"), 2), 0)), zone("hand", 0)))
    with pytest.raises(Budget, match="sets"):
        start(b, several("c", items("hand", "you"), 10, 15, odd))


def test_dry_runs() -> None:
    b = lamps()
    b.action(
        "search",
        body=[
            *(choose(f"c{n}", ("range", 1, 9), "", "number") for n in range(9)),
            ("require", ("lt", ("sum", ("list", [f"c{n}" for n in range(9)])), 0), "no"),
        ],
    )
    with pytest.raises(Budget):
        start(b, take("search"))
    b = lamps()
    b.setup(move(obj("amber"), zone("hand", 0)))
    b.action("loop", body=[("while", True, []), choose("c", items("hand", "you"))])
    with pytest.raises(Budget):
        start(b, take("loop")).choose("loop")
    b = lamps()
    b.define("deep", ["n"], ("can", [("require", ("call", "deep", ["n"]), "no")]))
    with pytest.raises(Budget):
        start(b, when(("call", "deep", [1]), []))
    b = lamps()
    b.define("deep", ["n"], ("try", [set_(("game", "count"), 1)], ("call", "deep", ["n"])))
    with pytest.raises(Budget):
        start(b, when(("call", "deep", [1]), []))


def test_rules_and_triggers() -> None:
    b = lamps()
    b.whenever("seesaw", None, ("ge", ("game", "gauge"), 0), set_(("game", "gauge"), ("sub", 1, ("game", "gauge"))))
    with pytest.raises(Budget, match="seesaw"):
        start(b, set_(("game", "gauge"), 1))
    b = lamps()
    b.whenever(
        "seesaw",
        None,
        ("ge", ("game", "gauge"), 0),
        [set_(("game", "gauge"), ("sub", 1, ("game", "gauge"))), may("look", [], by=0)],
        settled=True,
    )
    b.turn(set_(("game", "gauge"), 1), STOP)
    game = b.game()
    for _ in range(300):  # it asks each time, so people may go on, but nothing piles up
        game.choose("no")
        assert len(game.state.frames) < 20
    b = lamps()
    b.trigger(("changes", "lit"), ["x"], [set_(get("lit", "x"), ("not", get("lit", "x")))])
    with pytest.raises(Budget):
        start(b, set_(get("lit", obj("amber")), True))
    b = lamps()
    b.trigger(("changes", "lit"), ["x"], [set_(get("lit", "x"), ("not", get("lit", "x"))), when(False, may("x", []))])
    with pytest.raises(Budget):
        start(b, set_(get("lit", obj("amber")), True))


def test_phases_steps_and_moments() -> None:
    b = lamps()
    b.phase("evening", body=("enter", "evening", []))
    with pytest.raises(Budget):
        start(b, ("enter", "evening", []))
    b = lamps()
    b.verb("later", [], ("afterwards", ("perform", "later", [])))
    with pytest.raises(Budget):
        start(b, ("step", ("perform", "later", [])))
    b = lamps()
    with pytest.raises(Budget, match="put off"):
        start(b, ("step", ("repeat", 1_000, ("afterwards", add(("game", "count"), 1)))))
    b = lamps()
    b.verb("keep", ["n"], [("let", "past", ("now",)), ("perform", "keep", [("add", "n", 1)])])
    with pytest.raises(Budget, match="earlier states"):
        start(b, ("perform", "keep", [1]))


def test_windows() -> None:
    b = lamps()
    b.window("signal", zones=["hand"], using="answer")
    b.verb("answer", ["m", "reaction"], [("open", "signal", [], ("players",), [], None)])
    b.design("memo", "lamp", reactions=[{"window": "signal", "body": ("cancel",)}])
    b.setup(move(obj("memo"), zone("hand", 0)))
    b.turn(("open", "signal", [], ("players",), [], None), STOP)
    game = b.game()
    with pytest.raises(Budget):
        for _ in range(5_000):
            game.choose("react:memo")


def test_games_without_decisions() -> None:
    b = lamps()
    b.turn(add(("game", "count"), 1))
    with pytest.raises(Budget, match="turn"):
        b.game()
    assert top


DEEP = """
import sys
sys.setrecursionlimit(20_000)
from runtime import Budget
from tests.runtime.build import *
b = lamps()
below = ("sorted", "x", ("range", 1, 2), ("call", "deep", [("add", "n", "x")]), False)
b.define("deep", ["n"], ("sum", below))
b.turn(set_(("game", "count"), ("call", "deep", [1])), STOP)
try:
    b.game()
except Budget:
    print(sys.getrecursionlimit())
"""


def test_the_stack_holds_although_a_compiler_lets_python_nest_deeper() -> None:
    """A process would die here, not raise; so it is one of its own."""
    done = subprocess.run([sys.executable, "-c", DEEP], capture_output=True, cwd=Path(__file__).parents[2], timeout=60)
    assert (done.returncode, done.stdout) == (0, b"20000\n"), done.stderr.decode()
