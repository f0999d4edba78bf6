"""From a checked table to something that plays: numbers for everything, columns of printed facts, generated code.

`Rules` is one table for one number of players and one size of its boards. It holds no state of a game; games share it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

from runtime.analysis import Analysis, children
from runtime.cost import Costs
from runtime.direct import Calls, Moves, field_setter, game_setter, many_mover
from runtime.effects import Kernel
from runtime.expressions import PURE, ExpressionEmitter, Scope
from runtime.fold import folded
from runtime.foreseen import ForesightHelpers
from runtime.foresight import Foresight
from runtime.ops import STATEMENTS
from runtime.recall import Recalling, recalled
from runtime.shortcuts import conjuncts
from runtime.signals import Commit, EndPhase, Failed, Fault
from runtime.space import Space
from runtime.spec import Spec
from runtime.state import FUEL, NOTHING_SAID
from runtime.statements import StatementEmitter, relevant
from runtime.table import Table, TableError
from runtime.taking import Taking
from runtime.world import PLAYER, World, fill_columns

#: Built-in routines; the table's functions follow them.
BUILTINS = ("turns", "setup", "action", "phase", "window", "verb", "settle", "fire", "goals", "rule", "offer")
TURNS, SETUP, ACTION, PHASE, WINDOW, VERB, SETTLE, FIRE, GOALS, RULE, OFFER = range(len(BUILTINS))

#: Arguments that are things, where the operation alone says so.
THING_ARGUMENTS: dict[str, tuple[int, ...]] = {
    "get": (2,), "getopt": (2,), "key": (3,), "holder": (1,), "zoneat": (1,), "iskind": (1,), "isdesign": (1,), "hastag": (1,),
    "facedown": (1,), "inzone": (1,), "inzones": (1,), "fact": (1,), "do": (1,), "move": (1,), "put": (1,), "turn": (1,),
    "cells": (1,), "designof": (1,), "kindof": (1,),
}  # fmt: skip

#: A list made of what lies in one zone.
FROM_ZONE = re.compile(r"tuple\(S\.Z\[\(\w+ \+ \d+\)\]\)")
#: Signs of generated code. Preparing so much takes some seconds.
MAX_SOURCE = 8_000_000
PART = 500_000

_linked: dict[tuple[Any, ...], Rules] = {}


def link(table: Table, seats: tuple[str, ...], options: dict[int, Any], fixed: bool = True, fast: bool = True) -> Rules:
    """The rules of a table for these seats and options. Remembered, since linking costs as much as many games.

    fixed: the options stay as they are, so they become part of the code. fast: with the shortcuts; without them every step
    takes the plain way, which is the meaning (tests hold one against the other)."""
    sizes = board_sizes(table, options)
    key = (id(table), seats, tuple(sorted((options if fixed else sizes).items())), fixed, fast)
    rules = _linked.get(key)
    if rules is None or rules.origin is not table:
        if len(_linked) > 64:
            _linked.clear()
        rules = _linked[key] = Rules(table, seats, sizes, options if fixed else None, fast)
    return rules


def board_sizes(table: Table, options: dict[int, Any]) -> dict[int, tuple[int, int]]:
    """Rows and columns of grids and rings; a size may be an option."""
    out = {}
    for index, zone in enumerate(table.zones):
        if zone["shape"] in ("grid", "ring") and zone["layout"] is None:
            rows = 1 if zone["rows"] is None else constant(table, zone["rows"], options)
            columns = 1 if zone["columns"] is None else constant(table, zone["columns"], options)
            if not (0 < rows <= 1000 and 0 < columns <= 1000 and rows * columns <= 10_000):
                raise TableError([f"zone {zone['name']}: {rows} by {columns} is no size of a board"])
            out[index] = (rows, columns)
    return out


def constant(table: Table, node: int, options: dict[int, Any]) -> Any:
    """Value of an expression of numbers and options."""
    op = table.code[node]
    if op[0] in ("num", "flag", "text"):
        return op[1]
    if op[0] in ("enum", "cell"):
        return op[-1]
    if op[0] == "nothing":
        return None
    if op[0] == "option":
        return options[op[1]] if op[1] in options else constant(table, table.options[op[1]]["default"], options)
    if op[0] == "neg":
        return -constant(table, op[1], options)
    if op[0] in ("list", "and", "or"):
        return tuple(constant(table, item, options) for item in op[1])
    if op[0] in ("tag", "kind", "design"):
        return op[1]
    if op[0] in ("add", "sub", "mul"):
        a, b = constant(table, op[1], options), constant(table, op[2], options)
        return a + b if op[0] == "add" else a - b if op[0] == "sub" else a * b
    raise TableError([f"node {node}: `{op[0]}` is no constant"])


def _parts(pieces: list[str]) -> Iterator[str]:
    """The source in parts, so that preparing it takes little room."""
    part: list[str] = []
    size = 0
    for piece in pieces:
        part.append(piece)
        size += len(piece)
        if size > PART:
            yield "\n".join(part)
            part, size = [], 0
    yield "\n".join(part)


class Purse:
    """Stands for a state where there is none yet: printed facts may only use up the budget."""

    def __init__(self) -> None:
        self.fuel = FUEL


class Rules:
    """names: what generated code sees · routines: instructions of each routine · pads: hidden and ordinary slots behind the
    parameters · after: for each instruction, whether what follows it may fail."""

    def __init__(
        self,
        origin: Table,
        seats: tuple[str, ...],
        sizes: dict[int, tuple[int, int]],
        options: dict[int, Any] | None = None,
        fast: bool = True,
    ) -> None:
        from runtime.machine import Machine

        self.origin = origin
        self.fixed = options is not None
        self.fast = fast
        table = origin if options is None else folded(origin, options)
        self.table = table
        self.seats = seats
        self.world = World(table, seats, sizes)
        self.kernel = Kernel(self.world)
        self.space = Space(self.world)
        self.analysis = Analysis(table)
        self.costs = Costs(table, self.world, self.analysis)
        self.recalling = Recalling(self)
        self.specs: list[Spec] = []
        self.names: dict[str, Any] = {}
        self._count = self._bound = 0
        self._source: list[str] = []
        self._later: list[str] = []
        self._blocks: dict[tuple[Any, ...], int] = {}
        self._pending: list[tuple[int, Any]] = []
        self.tables_by_object: set[str] = set()
        self._prepare()
        self.routines: list[list[Any]] = [[] for _ in range(len(BUILTINS) + len(table.fns))]
        self.pads: list[int] = [0] * len(self.routines)
        self.straight: Any = None  # the straight form (straight.py), once somebody has asked for it
        self.known: dict[str, Any] = {}  # what players have worked out about the rules, by what it is called
        self.after: list[list[bool]] = [[] for _ in self.routines]
        self.first_fn = len(BUILTINS)
        self.calls = Calls(self)
        self.moves = Moves(self)
        self.together = self.analysis.together()
        self.x = ExpressionEmitter(self)
        self.foresight = Foresight(self, self.x, self.analysis)
        self.machine = Machine(self)
        self.taking = Taking(self)
        self.names.update(PURE)
        self.names["recalled"] = recalled
        self.names.update(self.machine.names())
        self.names.update(ForesightHelpers(self).names())
        self.names.update(
            {"space": self.space, "EndPhase": EndPhase, "Failed": Failed, "Commit": Commit, "UNSAID": NOTHING_SAID}
        )
        self._emit()
        self._columns()
        self.machine.ready()

    # ------------------------------------------------------------------ tables of the world

    def _prepare(self) -> None:
        table, world = self.table, self.world
        self.column_of: dict[int, int] = {}
        for index, field in enumerate(table.fields):
            if field["var"]:
                self.column_of[index] = len(self.column_of)
        self.tagged: list[frozenset[int]] = []
        for tag in range(len(table.tags)):
            self.tagged.append(
                frozenset(o for o, d in enumerate(world.designs) if d is not None and tag in table.designs[d]["tags"])
            )
        seats = len(self.seats)
        self.others = [tuple((p + k) % seats for k in range(1, seats)) for p in range(seats)]
        self.names["PLAYERS"] = world.players
        self.names["OTHERS"] = self.others
        self.names["LEFT"] = tuple((p + 1) % seats for p in range(seats))
        self.names["RIGHT"] = tuple((p - 1) % seats for p in range(seats))
        self.names["KINDS"] = world.kinds
        self.names["KINDSETS"] = [frozenset(range(world.lo[k], world.hi[k])) for k in range(len(table.kinds))]
        self.names["TAGGED"] = self.tagged
        self.names["OWNERS"] = world.owner_of
        self.names["PLACES"] = world.places
        self.names["NONE"] = (None,)  # on top of an empty place
        self.verb_triggers: dict[int, list[int]] = {}
        self.zone_triggers: dict[tuple[str, int], list[int]] = {}
        for index, trigger in enumerate(table.triggers):
            event = trigger["event"]
            if event[0] == "verb":
                self.verb_triggers.setdefault(event[1], []).append(index)
        for trigger in table.triggers:
            kind = trigger["event"][0]
            if kind == "changes":
                self.kernel.field_events[trigger["event"][1]] = True
            if kind == "enters":
                self.kernel.enters[trigger["event"][1]] = True
            elif kind == "leaves":
                self.kernel.leaves[trigger["event"][1]] = True
            elif kind == "face_up":
                self.kernel.face_events = True
        self.every_rule = (1 << len(table.whenevers)) - 1
        self.watched_variables: dict[str, int] = {}
        for index, reads in enumerate(self.analysis.rule_reads):
            self._watch(1 << index, reads)

    def _watch(self, rule: int, reads: frozenset[str]) -> None:
        """Note which zones, fields and variables this standing rule (a bit) looks at."""
        kernel = self.kernel
        for read in sorted(reads):
            if read in ("z*", "*"):
                kernel.watched = [bits | rule for bits in kernel.watched]
            elif read[0] == "z":
                kernel.watched[int(read[1:])] |= rule
            if read in ("f*", "*"):
                kernel.watched_fields = [bits | rule for bits in kernel.watched_fields]
            elif read[0] == "f" and read != "face":
                kernel.watched_fields[int(read[1:])] |= rule
            if read in ("face", "*"):
                kernel.watched_faces |= rule
            if read[0] in "gp" or read in ("turn", "know", "limits"):
                self.watched_variables[read] = self.watched_variables.get(read, 0) | rule

    def plain_zone(self, zone: int) -> bool:
        """Contents of its instances are exactly their list: no empty cells, no places."""
        return zone not in self.world.signs and self.table.zones[zone]["shape"] not in ("grid", "ring")

    def printing(self, clause: int) -> frozenset[int]:
        """Objects whose cards print the clause themselves."""
        return frozenset(
            o
            for o, d in enumerate(self.world.designs)
            if d is not None and str(clause) in self.table.designs[d]["clauses"]
        )

    def plain_verb(self, verb: int) -> bool:
        return verb not in self.verb_triggers

    def stirs_anything(self, op: list[Any]) -> bool:
        return relevant(self, op)

    def public(self, nodes: list[int | None]) -> bool:
        """Do these expressions read nothing but what lies open to everybody?"""
        for node in nodes:
            if node is None:
                continue
            for read in self.analysis.reads(node):
                if read in ("z*", "*", "f*", "know"):
                    return False
                if read[0] == "z" and self.table.zones[int(read[1:])]["see"] != "open":
                    return False
                if read[0] == "f" and read != "face" and self.table.fields[int(read[1:])]["secret"]:
                    return False
        return True

    def object_slots(self, node: int) -> tuple[int, ...]:
        """Slots that hold things in a block that is put off, as its code tells: what has moved until then is nothing."""
        found: set[int] = set()
        stack, seen = [node], set()
        while stack:
            index = stack.pop()
            if index in seen:
                continue
            seen.add(index)
            op = self.table.code[index]
            for at in THING_ARGUMENTS.get(op[0], ()):
                inner = self.table.code[op[at]]
                if inner[0] == "local" and inner[1] > 1:
                    found.add(inner[1])
            stack.extend(children(op))
        return tuple(sorted(found))

    def refuse(self, node: int, message: str) -> TableError:
        return TableError([f"node {node}: {message}"])

    # ------------------------------------------------------------------ generating code

    def fresh(self, prefix: str) -> str:
        self._count += 1
        return f"{prefix}{self._count}_"

    def define_source(self, name: str, source: str) -> None:
        self._source.append(source)

    def define_later(self, source: str) -> None:
        """Behind all functions: tables of them."""
        self._later.append(source)

    def define_name(self, define: int) -> str:
        entry = self.table.defines[define]
        if len(entry["overloads"]) == 1 and not entry["adjusts"] and entry["low"] is None and entry["high"] is None:
            return f"e{entry['overloads'][0]['fn']}"
        return f"g{define}"

    def by_object(self, define: int) -> str | None:
        """Name of the list of functions by object of a definition whose first argument alone decides which one is meant."""
        entry = self.table.defines[define]
        plain = not entry["adjusts"] and entry["low"] is None and entry["high"] is None
        if (
            not plain
            or not all(overload["kinds"] for overload in entry["overloads"])
            or any(kind is not None for overload in entry["overloads"] for kind in overload["kinds"][1:])
        ):
            return None
        name = f"O{define}"
        if name not in self.tables_by_object:
            self.tables_by_object.add(name)
            rows = []
            for kind in self.world.kinds:
                fits = (
                    o["fn"]
                    for o in entry["overloads"]
                    if o["kinds"][0] is None or kind in self.world.subkinds[o["kinds"][0]]
                )
                fn = next(fits, None)
                rows.append(f"nowhere{define}" if fn is None else f"e{fn}")
            self.define_later(
                f"def nowhere{define}(S, you, this, *a):\n    return no_overload({define}, a)\n{name} = [{', '.join(rows)}]\n",
            )
        return name

    def block(self, node: int, slots: int) -> int:
        """Routine of a block that runs in a frame of its own with the slots of the function it stands in."""
        return self._reserve(("block", node, slots))

    def rest(self, nodes: tuple[int, ...], slots: int) -> int:
        """The same for statements that follow each other."""
        return self._reserve(("rest", nodes, slots))

    def try_block(self, body: int, condition: int, slots: int) -> int:
        return self._reserve(("try", body, condition, slots))

    def _reserve(self, key: tuple[Any, ...]) -> int:
        routine = self._blocks.get(key)
        if routine is None:
            routine = self._blocks[key] = len(self.routines)
            self.routines.append([])
            self.pads.append(0)
            self.after.append([])
            self._pending.append((routine, key))
        return routine

    def _emit(self) -> None:
        table = self.table
        for index, fn in enumerate(table.fns):
            self._function(index, fn)
            self._grown(index)
        for index in range(len(table.defines)):
            self._define(index)
        for index, clause in enumerate(table.clauses):
            if clause["sort"] != "effect":
                self._fact(index)
        self.names["move_things"] = many_mover(self)
        self._later += [game_setter(self, index) for index in range(len(table.gvars))]
        for index in self.column_of:
            self.names[f"sf{index}"] = field_setter(self, index)
        self.foreseen = [self.foresight.action(index) for index in range(len(table.actions))]
        self.machine.windows.foresee(self.foresight)
        for index in range(len(table.goals)):
            self._goal(index)
        for index in range(len(table.whenevers)):
            self._finder(index)
        self.takings = [self.taking.emit(index) for index in range(len(table.actions))]
        self._blocks_pending()
        self._later += [*self.calls.emit(), *self.moves.emit()]
        self.source = "\n".join([*self._source, *self._later])
        self._run([*self._source, *self._later])
        self._source, self._later = [], []
        self._bind()

    def _bind(self) -> None:
        """Instructions of routines that were written last, in the place of their names."""
        for routine in range(self._bound, len(self.routines)):
            self.routines[routine] = [self.names[name] for name in self.routines[routine]]
        self._bound = len(self.routines)

    def extend(self, sources: list[str]) -> None:
        """More code, once the rest is there: what was defined for it on the way comes first."""
        self._blocks_pending()
        self._run([*self.calls.emit(), *self.moves.emit(), *self._source, *sources, *self._later])
        self._source, self._later = [], []
        self._bind()

    def forget_sources(self) -> None:
        """What was written and is not wanted after all."""
        self._source, self._later, self._pending = [], [], []

    def _blocks_pending(self) -> None:
        while self._pending:
            routine, key = self._pending.pop()
            if key[0] == "try":
                self._routine(routine, (key[1],), key[3], key[3] - 2, key[2])
            else:
                nodes = key[1] if key[0] == "rest" else (key[1],)
                self._routine(routine, nodes, key[2], key[2] - 2, None)

    def _run(self, pieces: list[str]) -> None:
        if sum(map(len, pieces)) > MAX_SOURCE:
            raise TableError([f"the rules are too long: {sum(map(len, pieces)) // 1024} KB when written out"])
        try:
            for part in _parts(pieces):
                exec(compile(part, "<rule table>", "exec"), self.names)
        except (RecursionError, MemoryError, SyntaxError) as problem:
            raise TableError(
                [f"the code of the table nests too deep to be prepared ({type(problem).__name__})"]
            ) from None

    def _grown(self, index: int) -> None:
        """Stop in time when the code of a table grows without measure."""
        if index % 64 == 0 and sum(map(len, self._source)) > MAX_SOURCE:
            raise TableError(["the rules are too long when they are written out"])

    def _function(self, index: int, fn: dict[str, Any]) -> None:
        params, slots, node = fn["params"], fn["slots"], fn["code"]
        arguments = "".join(f", x{k}=None" for k in range(2 + params))
        routine = len(BUILTINS) + index
        self.x.slots = slots
        if self.table.code[node][0] not in STATEMENTS:
            body = self.x.value(node, Scope(False, range(2 + params)))
            paid = ""
            if self.costs.heavy(index):
                paid = f"    S.fuel -= {self.costs.weight_fn(index)}\n    if S.fuel < 0: tick(S)\n"
            self._source.append(f"def e{index}(S{arguments}):\n{paid}    return {body}\n")
            if self.recalling.wants(index):
                tries = self.recalling.tries(index)
                self._source.append(f"e{index} = recalled({index}, e{index}, {tries})\n")
            self.routines[routine] = []
            return
        if index in self.analysis.suspending_fns:
            self._routine(routine, (node,), slots, params, None)
            return
        emitter = StatementEmitter(self.x, self.analysis, self, slots, 2 + params, False)
        emitter.careful = index in self.together
        emitter.statement(node)
        locals_ = " = ".join(f"x{k}" for k in range(2 + params, slots + emitter.extra))
        head = f"def v{index}(S{arguments}):\n" + (f"    {locals_} = None\n" if locals_ else "")
        charge = [f"    tick(S, {self.costs.weight_fn(index)})"] if self.costs.heavy(index) else []
        lines = charge + emitter.w.lines + [f"    forget(S, x{slot})" for slot in emitter.moments]
        self._source.append(head + "\n".join(lines or ["    pass"]) + "\n")
        name = f"r{routine}_0"
        given = "".join(f", f[{k + 2}]" for k in range(2 + params))
        self._source.append(
            f"def {name}(S, f):\n    f[1] = 1\n    v{index}(S{given})\n    return 1\ndef r{routine}_1(S, f):\n    return leave(S)\n"
        )
        self.routines[routine] = [name, f"r{routine}_1"]
        self.pads[routine] = 0
        self.after[routine] = [False, False]

    def _routine(self, routine: int, nodes: tuple[int, ...], slots: int, params: int, condition: int | None) -> None:
        emitter = StatementEmitter(self.x, self.analysis, self, slots, 2 + params, True)
        emitter.sequence(list(nodes))
        writer = emitter.w
        if condition is not None or not self.fast:
            if writer.lines:
                emitter.cut()
        for slot in emitter.moments:
            if condition is None:
                writer.add(f"forget(S, f[{slot + 2}])")
        if condition is None:
            writer.add("S.frames.pop()")
            writer.add("return 0")
        else:
            writer.add(f"raise TryResult(bool({emitter.loose(condition)}))")
        writer.cut(False)
        if self.fast and condition is None and not emitter.moments:
            writer.leave_early()
        if self.fast:
            writer.chained(routine)
        labels = writer.labels
        names = []
        for index, lines in enumerate(writer.instructions):
            text = "\n".join(lines)
            for label, target in labels.items():
                if label in text:
                    text = text.replace(label, str(target))
            name = f"r{routine}_{index}"
            names.append(name)
            self._source.append(f"def {name}(S, f):\n{text}\n")
        self.routines[routine] = names
        self.pads[routine] = slots - 2 - params + emitter.extra
        self.after[routine] = writer.rest

    def _define(self, index: int) -> None:
        entry = self.table.defines[index]
        overloads, kinds_at = entry["overloads"], self.table.kinds
        count = max((len(o["kinds"]) for o in overloads), default=0)
        names = [f"a{k}" for k in range(count)]
        lines = [f"def g{index}(S, you=None{''.join(f', {n}=None' for n in names)}):"]
        given = "".join(f", {n}" for n in names)
        tests = []
        for overload in overloads:
            conditions = [
                f"a{k} in {self.x.constant(frozenset(range(self.world.lo[kind], self.world.hi[kind])))}"
                for k, kind in enumerate(overload["kinds"])
                if kind is not None
            ]
            tests.append((" and ".join(conditions), overload["fn"]))
        wrap = entry["adjusts"] or entry["low"] is not None or entry["high"] is not None
        for condition, fn in tests:
            call = f"e{fn}(S, you, None{given})"
            result = (
                f"return clamped(S, you, {index}, {call}, ({', '.join(names)}{',' if names else ''}))"
                if wrap
                else f"return {call}"
            )
            lines.append(f"    if {condition}: {result}" if condition else f"    {result}")
        lines.append(f"    return no_overload({index}, ({', '.join(names)}{',' if names else ''}))")
        # a definition of functions takes `this` as well: slot 1 is nothing
        source = "\n".join(lines) + "\n"
        self._source.append(source)
        del kinds_at

    def _finder(self, index: int) -> None:
        found = self.rule_source(index)
        if found is not None:
            self._source.append(f"def ru{index}(S):\n    return {found}\n")

    def rule_source(self, index: int, charged: bool = True) -> str | None:
        """What a standing rule of the game applies to, with its conditions in place. Where it speaks of what lies in a zone,
        only that is looked at. charged: what may be much work is paid for."""
        rule = self.table.whenevers[index]
        if not self.fast or rule["design"] is not None:
            return None
        c = self.foresight.name()
        given = [] if rule["over"] is None else [c]
        where = "True" if rule["where"] is None else self.x.write_out(rule["where"], "None", "None", given)
        if where is None:
            return None
        if rule["over"] is None:
            return f"bool({where})"
        over = self.x.write_out(rule["over"], "None", "None", [])
        if over is None:
            return None
        within = None if rule["where"] is None else self.within(rule)
        if within is not None:
            _, instances, kind = within
            over = f"sorted(chain(S.Z[{instances}]))"
            first, last = instances.split(":")
            rest = [part for part in conjuncts(where) if part != f"({first} <= S.L[{c}] < {last})"]
            where = " and ".join([kind, *rest])
        if charged:
            over = self.costs.paid(over, rule["over"], self.costs.steps_fn(rule["where"]))
        return f"[{c} for {c} in {over} if {where}]".replace("c*", c)

    def within(self, rule: dict[str, Any]) -> tuple[int, str, str] | None:
        """(zone, instances, test of the kind) when a rule looks at all things of a kind that lie in one zone."""
        over, where = (
            self.table.code[self.table.fns[rule["over"]]["code"]],
            self.table.code[self.table.fns[rule["where"]]["code"]],
        )
        first = self.table.code[where[1][0]] if where[0] == "and" else where
        if over[0] != "all" or first[0] != "in" or self.table.code[first[1]] != ["local", 2]:
            return None
        zone = self.x.zone_of_all(first[2])
        if zone is None or zone == 0:
            return None
        base = self.world.base[zone]
        return (
            zone,
            f"{base}:{base + self.world.count[zone]}",
            f"{self.world.lo[over[1]]} <= c* < {self.world.hi[over[1]]}",
        )

    def _goal(self, index: int) -> None:
        if self.fast:
            self._source.append(f"def go{index}(S, x0):\n    return {self.goal_source(index)}\n")

    def goal_source(self, index: int, charged: bool = True) -> str:
        """What a goal is met with (or whether it is met), with its conditions in place."""
        goal = self.table.goals[index]
        c = self.foresight.name()
        where: str | None = "True"
        if goal["where"] is not None:
            given = [] if goal["over"] is None else [c]
            where = self.x.write_out(goal["where"], "x0", "None", given)
            where = where or f"e{goal['where']}(S, x0, None{''.join(', ' + name for name in given)})"
        if goal["over"] is None:
            return f"bool({where})"
        over = self.x.write_out(goal["over"], "x0", "None", []) or f"e{goal['over']}(S, x0, None)"
        if FROM_ZONE.fullmatch(over):
            over = over[6:-1]  # it is only gone through here
        if charged:
            over = self.costs.paid(over, goal["over"], self.costs.steps_fn(goal["where"]))
        return f"[{c} for {c} in {over} if {where}]"

    def _fact(self, clause: int) -> None:
        """A condition or formula clause: one function for each object."""
        entry = self.table.clauses[clause]
        table = []
        default = entry["default"]
        for design in self.world.designs:
            fn = None if design is None else self.table.designs[design]["clauses"].get(str(clause), default)
            table.append(None if fn is None else f"e{fn}")
        extra = "".join(f", a{k}" for k in range(len(entry["params"])))
        missing = "False" if entry["sort"] == "condition" else "None"
        absent = f"absent{clause}"
        listing = ", ".join(name or absent for name in table)
        self._source.append(
            f"def fact{clause}(S, you, x{extra}):\n"
            f"    if x is None: return {missing}\n"
            f"    return F{clause}[x](S, you, x{extra})\n"
            f"def {absent}(S, you, x{extra}):\n    return {missing}\n"
            f"F{clause} = [{listing}]\n"
        )

    # ------------------------------------------------------------------ printed facts

    def _columns(self) -> None:
        x = self.x

        prepared: dict[int, Any] = {}
        names = {**self.names, "S": Purse()}

        def evaluate(node: int, thing: int | None) -> Any:
            code = prepared.get(node)
            if code is None:
                x.slots = 2
                source = x.value(node, Scope(False, range(2)))
                names.update(self.names)  # constants of this expression
                names["S"] = Purse()
                code = prepared[node] = eval(compile(f"lambda x0, x1: {source}", "<printed field>", "eval"), names)
            return code(None, thing)

        def store(field: int, values: tuple[Any, ...]) -> None:
            self.names[f"P{field}"] = values
            by_design: dict[int, Any] = {}
            lo = self.world.lo[self.table.fields[field]["kind"]]
            for offset, value in enumerate(values):
                design = self.world.designs[lo + offset]
                if design is not None:
                    by_design.setdefault(design, value)
            for index, entry in enumerate(self.table.designs):
                if index not in by_design and str(field) in entry["fields"]:
                    by_design[index] = evaluate(entry["fields"][str(field)], None)
            self.names[f"D{field}"] = by_design

        fill_columns(self.world, evaluate, store)

    def is_player(self, thing: int) -> bool:
        return self.world.kinds[thing] == PLAYER


__all__ = [
    "ACTION",
    "FIRE",
    "GOALS",
    "OFFER",
    "PHASE",
    "RULE",
    "SETTLE",
    "SETUP",
    "TURNS",
    "VERB",
    "WINDOW",
    "Fault",
    "Rules",
    "link",
]
