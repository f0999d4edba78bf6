"""The interpreter's shortcuts against the plain way, which is the meaning.

Every answer that foresight gives must be the dry run's, and whole games must be the same, decision for decision and
event
for event: in every variant of `cards/`, and in many small tables whose effects are put together at random.
"""

from __future__ import annotations

import random
from collections import Counter
from functools import cache, partial
from pathlib import Path
from typing import Any

import pytest

from chronoc.analyse import analyse
from chronoc.variant import read_sources
from runtime import Game, Table, load_table
from runtime.link import ACTION
from tests.runtime.build import (
    STOP,
    Build,
    Tree,
    add,
    choose,
    each_in,
    either,
    fixed,
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
    where,
    zone,
)

CARDS = Path(__file__).parents[2] / "cards"
VARIANTS = sorted(path.parent.name for path in CARDS.glob("*/variant.yaml"))
#: How many questions are told for one that takes a dry run, where it is not fifteen: sets of cards that have to pay
#: exactly are found by trying, and so are places on a board.
TOLD = {"emerald": 0.5, "khronos": 0.05, "talespin": 1}
#: Decisions of a game that is played both ways, where boards make the plain way slow (tests/runtime/test_boards.py goes on).
MOST: dict[str, float] = {"khronos": 30}
TABLES = 100
DECISIONS = 60


def family(numbers: dict[str, float], variant: str, usual: float) -> float:
    """The number of the variant, or of the one whose name its own begins with."""
    return next((number for name, number in numbers.items() if f"{variant}-".startswith(f"{name}-")), usual)


@cache
def table_of(variant: str) -> Table:
    sources = read_sources(variant)
    found = analyse(sources.sets, sources.variant).table
    assert found is not None
    return load_table(found)


class Comparing:
    """Watches a game's rules: every foreseen answer is held against the dry run. told, wrong: how often each was so."""

    def __init__(self, game: Game, monkeypatch: pytest.MonkeyPatch) -> None:
        self.rules = game.rules
        self.told: Counter[bool] = Counter()
        self.wrong: list[tuple[Any, ...]] = []
        machine, windows, decisions = self.rules.machine, self.rules.machine.windows, self.rules.machine.decisions
        feasible, completes = machine.trials.feasible, machine.trials.completes

        def possible(S: Any, action: int, who: int, way: tuple[Any, ...]) -> bool:
            known: Any = machine.foreseen[action]
            known = known[way[0]] if type(known) is list else known
            known = known if type(known) is int else known(S, who, *way)
            truth = feasible(S, who, [[ACTION, 0, who, action, way, False, (), False]])
            return self.hold(known, truth, "action", action, way)

        def reaction(
            S: Any, window: int, seat: int, card: int, number: int, run: Any, arguments: tuple[Any, ...]
        ) -> bool:
            design: Any = self.rules.world.designs[card]
            known = windows.known[design, number]
            known = known if type(known) is int else known(S, seat, card, run, *arguments)
            entry = self.rules.table.designs[design]["reactions"][number]
            truth = feasible(S, seat, windows.frames(S, window, seat, card, entry, run, arguments))
            return self.hold(known, truth, "reaction", card, number)

        def block(S: Any, f: list[Any], who: int, block: Any, slot: int | None = None, value: Any = None) -> bool:
            if block is None:
                return True
            frame = f[:]
            if slot is not None:
                frame[slot + 2] = value
            known = self.rules.names[block.known](S, frame) if who == frame[2] else 2
            pads = [None] * (self.rules.pads[block.routine] + 4)
            return self.hold(
                known, feasible(S, who, [[block.routine, 0, *frame[2:], *pads]]), "block", block.routine, value
            )

        def ways_on(S: Any, who: int, options: list[Any], follow: Any, f: list[Any]) -> list[Any]:
            if not decisions.later_may_fail(S):
                return options
            S.frames.pop()
            below = decisions.later_may_fail(S, False)
            S.frames.append(f)
            found = []
            for option in options:
                known = 2 if follow is None or who != f[2] or below else self.rules.names[follow](S, f, option)
                if self.hold(known, completes(S, who, option, decisions.horizon(S)), "follow", follow, option):
                    found.append(option)
            return found

        monkeypatch.setattr(machine, "possible", possible)
        monkeypatch.setattr(windows, "possible", reaction)
        monkeypatch.setattr(decisions, "block_feasible", block)
        monkeypatch.setattr(decisions, "ways_on", ways_on)
        plain = [partial(decisions.uses_plainly, action=index) for index in range(len(decisions.takings))]
        monkeypatch.setattr(decisions, "takings", plain)
        monkeypatch.setattr(decisions, "taken", {})

    def hold(self, known: int, truth: bool, *what: Any) -> bool:
        self.told[known != 2] += 1
        if known != 2 and bool(known) != truth:
            self.wrong.append((*what, known, truth))
        return truth


def play(game: Game, seed: int, most: int = 100_000) -> None:
    chance = random.Random(seed)
    while game.state.asked is not None and most:
        options = game.state.asked.options
        game.answer(options[chance.randrange(len(options))])
        most -= 1


def same(table: Table, players: int, seed: int, most: int = 100_000) -> int:
    """Play one game both ways. The number of decisions."""
    chance = random.Random(seed)
    fast, plain = Game.new(table, players, seed), Game.new(table, players, seed, fast=False)
    made = 0
    while fast.state.asked is not None and made < most:
        here, there = fast.state.asked, plain.state.asked
        assert there is not None
        assert (here.who, list(here.options), here.spec.kind) == (there.who, list(there.options), there.spec.kind), made
        answer = here.options[chance.randrange(len(here.options))]
        fast.answer(answer)
        plain.answer(answer)
        made += 1
    assert (fast.state.asked is None) == (plain.state.asked is None)
    assert fast.events() == plain.events()
    assert fast.view(0) == plain.view(0)
    return made


# ---------------------------------------------------------------------- the variants that there are


@pytest.mark.parametrize("variant", VARIANTS)
def test_what_is_foreseen_in_play_is_what_the_dry_run_says(variant: str, monkeypatch: pytest.MonkeyPatch) -> None:
    table = table_of(variant)
    game = Game.new(table, table.players[1], 1)
    seen = Comparing(game, monkeypatch)
    play(game, 1, 5 * int(family(MOST, variant, 80)))
    assert seen.wrong == []
    # what common play asks for is told without dry runs
    assert seen.told[True] > family(TOLD, variant, 15) * seen.told[False]


@pytest.mark.parametrize("variant", VARIANTS)
def test_whole_games_are_the_same_with_shortcuts_and_without(variant: str) -> None:
    table = table_of(variant)
    low, high = table.players
    most = int(family(MOST, variant, 100_000))
    assert sum(same(table, players, 10 + players, most) for players in {low, high}) > 20 * len({low, high})


@pytest.mark.parametrize("variant", VARIANTS)
def test_answers_that_are_forced_change_nothing(variant: str) -> None:
    table = table_of(variant)
    players = min(max(3, table.players[0]), table.players[1])
    asked, forced = Game.new(table, players, 5), Game.new(table, players, 5, forced=True)
    chance, again = random.Random(5), random.Random(5)
    while asked.state.asked is not None:
        options = asked.state.asked.options
        asked.answer(options[chance.randrange(len(options))] if len(options) > 1 else options[0])
    while forced.state.asked is not None:
        options = forced.state.asked.options
        assert len(options) > 1
        forced.answer(options[again.randrange(len(options))])
    assert asked.events() == forced.events()


# ---------------------------------------------------------------------- tables put together at random


class Mix:
    """Effects over the lamps, put together at random: everything that foresight follows, in every order."""

    def __init__(self, seed: int) -> None:
        self.chance = random.Random(seed)
        self.names = 0

    def pick(self, *of: Any) -> Any:
        return of[self.chance.randrange(len(of))]

    def place(self) -> Tree:
        return self.pick(
            zone("hand", "you"), zone("table", "you"), zone("discards"), zone("deck"), zone("hand", ("left", "you"))
        )

    def source(self) -> Tree:
        lying = self.pick(
            items("hand", "you"),
            items("table", "you"),
            items("discards"),
            items("deck"),
            ("itemsof", "table", ("players",)),
        )
        return self.pick(
            lying, where(lying, ("gt", get("watt", "it"), self.pick(1, 3, 8))), where(lying, get("lit", "it"))
        )

    def test(self) -> Tree:
        return self.pick(
            ("exists", items("deck")),
            ("exists", items("table", "you")),
            ("gt", ("game", "gauge"), 2),
            ("eq", ("game", "count"), 1),
            ("not", ("exists", items("discards"))),
            ("can", [move(top("deck"), zone("discards")), add(("game", "gauge"), 2)]),
        )

    def thing(self, bound: list[str]) -> Tree:
        return self.pick(top("deck"), top("discards"), obj("amber"), *bound, *bound)

    def effect(self, bound: list[str], depth: int) -> Tree:
        kind = self.chance.randrange(13 if depth else 8)
        if kind < 2:
            return move(self.thing(bound), self.place(), amount="all")
        if kind == 2:
            return move(self.source(), self.place())
        if kind == 3:
            return add(
                self.pick(("game", "gauge"), ("game", "count"), get("points", "you")),
                self.pick(1, 2, -1, -3),
                self.chance.random() < 0.2,
            )
        if kind == 4:
            return set_(
                get("lit", self.pick(obj("beacon"), *bound)), self.pick(True, ("not", get("lit", obj("beacon"))))
            )
        if kind == 5:
            return ("require", self.test(), "")
        if kind == 6:
            return ("shuffle", zone("deck"))
        if kind == 7:
            return self.pick(
                ("look", items("deck"), "you"),
                ("reveal", items("hand", "you"), None),
                ("perform", "draw", [self.pick(1, 2)]),
            )
        body = self.body(list(bound), depth - 1)
        if kind == 8:
            return when(self.test(), body, self.pick(None, self.body(list(bound), depth - 1)))
        if kind == 9:
            return may("Or not", *body)
        if kind == 10:
            return either(fixed("one", *body, when=self.test()), fixed("other", *self.body(list(bound), depth - 1)))
        if kind == 11:
            return self.pick(
                ("repeat", self.pick(1, 2, ("game", "count")), body), each_in(self.name(), self.source(), *body)
            )
        return ("as", self.pick("you", ("left", "you")), body)

    def name(self) -> str:
        self.names += 1
        return f"c{self.names}"

    def body(self, bound: list[str], depth: int) -> list[Tree]:
        out: list[Tree] = []
        for _ in range(self.chance.randrange(1, 4)):
            if self.chance.random() < 0.4:
                name = self.name()
                if self.chance.random() < 0.15:
                    out.append(several(name, self.source(), self.pick(0, 1, 2), self.pick(None, 2)))
                else:
                    out.append(choose(name, self.source()))
                    bound.append(name)
            else:
                out.append(self.effect(bound, depth))
        return out


def mixed(seed: int) -> Table:
    mix = Mix(seed)
    b: Build = lamps()
    draw = [
        (
            "repeat",
            "n",
            [
                when(
                    ("not", ("exists", items("deck"))),
                    [move(items("discards"), zone("deck")), ("shuffle", zone("deck"))],
                ),
                when(("exists", items("deck")), move(top("deck"), zone("hand", "you"))),
            ],
        )
    ]
    b.verb("draw", ["n"], draw)
    if mix.chance.random() < 0.5:
        b.whenever(
            "lit ones go",
            ("all", "lamp"),
            ("and", [get("lit", "x"), ("inzones", "x", "table")]),
            move("x", zone("discards")),
        )
    for number in range(3):
        if number:
            b.action(f"act{number}", {}, mix.body([], 2))
        else:
            b.action("use", {"c": (mix.source(), ("object", "lamp"))}, mix.body(["c"], 2))
    everything = ("all", "lamp")
    b.setup(
        move(everything, zone("deck")),
        ("shuffle", zone("deck")),
        each_in("p", ("players",), ("as", "p", [("perform", "draw", [2])])),
        move(top("deck"), zone("discards")),
        move(top("deck"), zone("table", 0)),
    )
    b.turn(take("use", "act1", "act2"), STOP)
    return b.table()


@pytest.mark.parametrize("first", range(0, TABLES, 20))
def test_effects_put_together_at_random_are_foreseen_rightly(first: int, monkeypatch: pytest.MonkeyPatch) -> None:
    told: Counter[bool] = Counter()
    for seed in range(first, first + 20):
        game = Game.new(mixed(seed), 2, seed)
        seen = Comparing(game, monkeypatch)
        play(game, seed, DECISIONS)
        assert seen.wrong == [], seed
        told += seen.told
    assert told[True] > told[False]


@pytest.mark.parametrize("first", range(0, TABLES, 20))
def test_games_put_together_at_random_are_the_same_both_ways(first: int) -> None:
    for seed in range(first, first + 20):
        same(mixed(seed), 2, seed, DECISIONS)
