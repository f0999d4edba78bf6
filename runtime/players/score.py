"""How near each seat is to winning, by what the table itself says: no game is known here.

Three things of a rule table say what one plays for, and each becomes a number from 0 to 1:

- goals, and other conditions under which a player wins: how much of the condition holds. Of conditions joined by `and` the mean,
  by `or` the greatest; of `at least N of` the N that hold best; of a comparison of numbers the share that is there; a thing
  that has to lie in one zone is half there when it lies in another zone of the same owner.
- `win` for whoever has most (or least) of something: how that compares with the best of the others.
- conditions under which a player loses count against it, the more the nearer they are.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from math import exp
from typing import Any

from runtime.analysis import children, whole
from runtime.expressions import Scope
from runtime.ops import STATEMENTS
from runtime.state import State, Value

#: A number for a seat.
Measure = Callable[[State, int], float]

#: Calls in calls, at most, that are looked into.
DEEPEST = 12
#: What a thing is worth that lies with the right owner, in a wrong zone.
NEAR = 0.5
#: Of all ways to win, how much the nearest counts; the rest is the mean of them.
NEAREST = 0.85
#: How much it counts to be about to lose.
LOSS = 0.3
#: Operations that bind a slot to each member of a list.
WALKS = frozenset("where map any every no best sorted".split())
NUMBERS = frozenset("num add sub mul div mod neg count sum min max row column distance option".split())


class Score:
    """Over linked rules. `of(S)` gives a number for each seat. What it works out is written as Python functions, as the rules
    themselves are: `dgN(S, slots…)` says how much of function N of the table holds."""

    def __init__(self, rules: Any) -> None:
        self.rules = rules
        self.table = rules.table
        self.code: list[list[Any]] = rules.table.code
        self.seats = [seat for seat in rules.world.players if seat not in rules.world.robots]
        self.sources: list[str] = []
        self.tables: list[str] = []
        self.written: dict[str, str] = {}  # names of functions of the table, and of what cards print
        self.calling: list[int] = []
        ways = [self.met(goal["over"], goal["where"]) for goal in self.table.goals]
        losses: list[str] = []
        keys: list[tuple[str, bool]] = []
        self.statements(ways, losses, keys)
        names = rules.names
        names.update(
            dg_most=most_of, dg_mean=mean_of, dg_none=none_of, dg_near=nearness, dg_lies=self.lies, dg_number=number_of
        )
        rules.extend([*self.sources, *self.tables])
        self.ways: list[Measure] = [names[name] for name in ways]
        self.losses: list[Measure] = [names[name] for name in losses]
        self.keys: list[tuple[Measure, bool]] = [(names[name], most) for name, most in keys]

    # ------------------------------------------------------------------ the number

    def of(self, S: State) -> list[float]:
        """How near each seat is to winning, from 0 to 1. Robots are at 0."""
        found = [0.0] * len(self.rules.seats)
        keys = [{seat: key(S, seat) for seat in self.seats} for key, _ in self.keys]
        for seat in self.seats:
            parts: list[float] = []
            if self.ways:
                degrees = [way(S, seat) for way in self.ways]
                parts.append(NEAREST * max(degrees) + (1 - NEAREST) * sum(degrees) / len(degrees))
            for values, (_, most) in zip(keys, self.keys, strict=True):
                parts.append(ahead(values, seat, most))
            score = sum(parts) / len(parts) if parts else 0.5
            for loss in self.losses:
                score -= LOSS * loss(S, seat) ** 4
            found[seat] = min(1.0, max(0.0, score))
        return found

    def outcome(self, S: State) -> list[float]:
        """Of a game that is over: 1 for its winner, a share for each of several."""
        found = [0.0] * len(self.rules.seats)
        for seat in S.won:
            found[seat] = 1 / len(S.won)
        return found

    def worth(self, S: State) -> list[float]:
        """The outcome, or what can be expected: one's own score against the best of the others."""
        if S.over:
            return self.outcome(S)
        scores = self.of(S)
        if len(self.seats) < 2:
            return scores
        found = [0.0] * len(scores)
        for seat in self.seats:
            best = max(scores[other] for other in self.seats if other != seat)
            found[seat] = 0.05 + 0.9 * (0.5 + 0.5 * (scores[seat] - best))
        return found

    # ------------------------------------------------------------------ what the table says

    def define(self, body: str) -> str:
        """Name of a new function (S, x0), x0 being the seat."""
        name = str(self.rules.fresh("dw"))
        self.sources.append(f"def {name}(S, x0):\n    return {body}\n")
        return name

    def met(self, over: int | None, where: int | None) -> str:
        """How much of a condition holds for a seat, at best for one of the things it may be met with."""
        if where is None:
            return self.define("1.0")
        degree = self.of_fn(where)
        if over is None:
            return self.define(f"{degree}(S, x0)")
        entry = self.table.fns[over]
        things = self.value(entry["code"], Scope(False, range(1)), entry["slots"])
        return self.define(f"max([{degree}(S, x0, None, c) for c in {things}], default=0.0)")

    def statements(self, ways: list[str], losses: list[str], keys: list[tuple[str, bool]]) -> None:
        """Where players win or lose outside of goals, under conditions that can be told of a seat alone."""
        table = self.table
        by_goals = self.reached([goal["body"] for goal in table.goals])
        conditions: dict[int, list[int]] = {}  # of standing rules that win or lose: functions of their conditions
        for rule in (*table.whenevers, *table.triggers):
            if rule["where"] is not None and rule.get("over") is None and not table.fns[rule["where"]]["params"]:
                conditions.setdefault(rule["body"], []).append(rule["where"])
        for fn, entry in enumerate(table.fns):
            if fn in by_goals or self.code[entry["code"]][0] not in STATEMENTS:
                continue
            scope, size = Scope(False, range(1)), entry["slots"]
            for op, path in self.ends(entry["code"], ()):
                best = next((node for node in whole(self.code, op[1]) if self.code[node][0] == "best"), None)
                if op[0] == "win" and best is not None:
                    _, slot, _, key, most, _ = self.code[best]
                    if self.slots_read(key) <= {slot}:
                        value = self.value(key, scope.binding(slot, "x0"), size)
                        keys.append((self.define(f"dg_number({value})"), bool(most)))
                    continue
                tests = [
                    self.node(node, scope, size) if wanted else f"(1.0 - {self.node(node, scope, size)})"
                    for node, wanted in path
                    if self.slots_read(node) <= {0}
                ]
                tests += [f"{self.of_fn(where)}(S, x0)" for where in conditions.get(fn, ())]
                if tests and self.slots_read(op[1]) <= {0}:
                    (ways if op[0] == "win" else losses).append(self.define(mean(tests)))

    def ends(self, node: int, path: tuple[tuple[int, bool], ...]) -> Iterator[tuple[list[Any], Any]]:
        """Statements that make somebody win or lose, with the conditions on the way."""
        op = self.code[node]
        if op[0] in ("win", "lose"):
            yield op, path
        elif op[0] == "ifelse":
            yield from self.ends(op[2], (*path, (op[1], True)))
            if op[3] is not None:
                yield from self.ends(op[3], (*path, (op[1], False)))
        elif op[0] != "as":  # there `you` is somebody else
            for child in children(op):
                if self.code[child][0] in STATEMENTS:
                    yield from self.ends(child, path)

    def reached(self, fns: list[int]) -> set[int]:
        """Functions that these may run."""
        found: set[int] = set()
        stack = list(fns)
        while stack:
            fn = stack.pop()
            if fn not in found:
                found.add(fn)
                for node in whole(self.code, self.table.fns[fn]["code"]):
                    stack.extend(c for c in self.rules.analysis.callees(self.code[node]) if c is not None)
        return found

    def slots_read(self, node: int) -> set[int]:
        """Slots that an expression reads and does not bind itself."""
        ops = [self.code[at] for at in whole(self.code, node)]
        return {op[1] for op in ops if op[0] == "local"} - {op[1] for op in ops if op[0] in WALKS}

    # ------------------------------------------------------------------ how much of a condition holds

    def value(self, node: int, scope: Scope, size: int) -> str:
        self.rules.x.slots = size
        return str(self.rules.x.value(node, scope))

    def of_fn(self, fn: int) -> str:
        """Name of the function that says how much of a function of the table holds."""
        name = f"dg{fn}"
        if name not in self.written:
            self.written[name] = name
            entry = self.table.fns[fn]
            self.calling.append(fn)
            source = self.node(entry["code"], Scope(False, range(entry["slots"])), entry["slots"])
            self.calling.pop()
            slots = "".join(f", x{k}=None" for k in range(entry["slots"]))
            self.sources.append(f"def {name}(S{slots}):\n    return {source}\n")
        return name

    def node(self, node: int, scope: Scope, size: int) -> str:
        """Source of how much of a condition holds."""
        op = self.code[node]
        method = getattr(self, "on_" + op[0], None)
        found: str | None = None if method is None else method(op, scope, size)
        return f"(1.0 if {self.value(node, scope, size)} else 0.0)" if found is None else found

    def on_and(self, op: list[Any], scope: Scope, size: int) -> str | None:
        return mean([self.node(part, scope, size) for part in op[1]]) if op[1] else None

    def on_or(self, op: list[Any], scope: Scope, size: int) -> str | None:
        return f"max(({''.join(self.node(part, scope, size) + ', ' for part in op[1])}))" if op[1] else None

    def on_not(self, op: list[Any], scope: Scope, size: int) -> str:
        return f"(1.0 - {self.node(op[1], scope, size)})"

    def on_atleast(self, op: list[Any], scope: Scope, size: int) -> str:
        parts = "".join(self.node(part, scope, size) + ", " for part in op[2])
        return f"dg_most({self.value(op[1], scope, size)}, ({parts}))"

    def compared(self, op: list[Any], scope: Scope, size: int) -> str | None:
        if op[0] == "eq" and not any(self.code[side][0] in NUMBERS for side in op[1:]):
            return None
        return f"dg_near({op[0]!r}, {self.value(op[1], scope, size)}, {self.value(op[2], scope, size)})"

    on_ge = on_gt = on_le = on_lt = on_eq = compared

    def on_if(self, op: list[Any], scope: Scope, size: int) -> str:
        test = self.value(op[1], scope, size)
        return f"({self.node(op[2], scope, size)} if {test} else {self.node(op[3], scope, size)})"

    def each(self, op: list[Any], scope: Scope, size: int) -> str:
        """How much of a condition holds for each member of a list."""
        _, slot, source, condition = op
        degree = self.node(condition, scope.binding(slot), size)
        return f"[{degree} for c{slot} in {self.value(source, scope, size)}]"

    def on_any(self, op: list[Any], scope: Scope, size: int) -> str:
        return f"max({self.each(op, scope, size)}, default=0.0)"

    def on_every(self, op: list[Any], scope: Scope, size: int) -> str:
        return f"dg_mean({self.each(op, scope, size)})"

    def on_no(self, op: list[Any], scope: Scope, size: int) -> str:
        return f"(1.0 - {self.on_any(op, scope, size)})"

    def on_exists(self, op: list[Any], scope: Scope, size: int) -> str | None:
        inner = self.code[op[1]]
        return self.on_any(inner, scope, size) if inner[0] == "where" else None

    def on_in(self, op: list[Any], scope: Scope, size: int) -> str | None:
        """A thing in the list of what lies in a zone that has an owner."""
        source = self.code[op[2]]
        if source[0] == "items":
            source = self.code[source[1]]
        return self.lying(op[1], source, scope, size) if source[0] in ("itemsof", "zoneof") else None

    def on_inzone(self, op: list[Any], scope: Scope, size: int) -> str | None:
        zone = self.code[op[2]]
        return self.lying(op[1], zone, scope, size) if zone[0] == "zoneof" else None

    def lying(self, thing: int, zone: list[Any], scope: Scope, size: int) -> str:
        return f"dg_lies(S, {self.value(thing, scope, size)}, {zone[1]}, {self.value(zone[2], scope, size)})"

    def lies(self, S: State, thing: Value, zone: int, owners: Value) -> float:
        if type(thing) is not int:
            return 0.0
        world, instance = self.rules.world, S.L[thing]
        owner = world.owner_of[instance]
        if owner is None or not (owner in owners if isinstance(owners, (tuple, list, range)) else owner == owners):
            return 0.0
        return 1.0 if world.zone_of[instance] == zone else NEAR

    def on_call(self, op: list[Any], scope: Scope, size: int) -> str | None:
        define = self.table.defines[op[1]]
        if len(define["overloads"]) != 1 or define["adjusts"]:
            return None
        fn = define["overloads"][0]["fn"]
        if fn in self.calling or len(self.calling) > DEEPEST:
            return None
        arguments = "".join(", " + self.value(argument, scope, size) for argument in op[2])
        return f"{self.of_fn(fn)}(S, {scope.slot(0)}, None{arguments})"

    def on_fact(self, op: list[Any], scope: Scope, size: int) -> str | None:
        """A condition that a card prints."""
        clause = op[2]
        fns = self.rules.analysis.clause_fns(clause)
        if self.table.clauses[clause]["sort"] != "condition" or len(self.calling) > DEEPEST:
            return None
        if any(fn in self.calling for fn in fns):
            return None
        name = f"DG{clause}"
        if name not in self.written:
            self.written[name] = name
            find = self.rules.machine.lookup.clause_fn
            found = [find(clause, thing) for thing in range(len(self.rules.world.designs))]
            rows = ", ".join("dg_none" if fn is None else self.of_fn(fn) for fn in found)
            self.tables.append(
                f"{name} = [{rows}]\ndef dc{clause}(S, you, x, *more):\n"
                f"    return 0.0 if x is None else {name}[x](S, you, x, *more)\n"
            )
        arguments = "".join(", " + self.value(argument, scope, size) for argument in op[3])
        return f"dc{clause}(S, {scope.slot(0)}, {self.value(op[1], scope, size)}{arguments})"


def mean(sources: list[str]) -> str:
    return f"(({' + '.join(sources)}) / {len(sources)})"


def mean_of(degrees: list[float]) -> float:
    return sum(degrees) / len(degrees) if degrees else 1.0


def most_of(count: int, degrees: tuple[float, ...]) -> float:
    """How much of `at least so many of these` holds."""
    return sum(sorted(degrees, reverse=True)[:count]) / count if count > 0 else 1.0


def none_of(*given: Value) -> float:
    return 0.0


def number_of(value: Value) -> float:
    return float(value) if isinstance(value, int) else 0.0


def nearness(kind: str, a: Value, b: Value) -> float:
    """How near two numbers are to standing so to each other."""
    if not isinstance(a, int) or not isinstance(b, int):
        return 1.0 if kind == "eq" and a == b else 0.0
    if kind == "eq":
        return 1.0 if a == b else 0.5 / (1 + abs(a - b))
    if kind in ("gt", "lt"):
        b += 1 if kind == "gt" else -1
    if kind in ("ge", "gt"):
        return 1.0 if a >= b else max(0, a) / b if b > 0 else 0.5 / (b - a)
    return 1.0 if a <= b else 1 / (1 + a - b)


def ahead(values: dict[int, float], seat: int, most: bool) -> float:
    """How a seat's number compares with the best of the others."""
    mine = values[seat]
    others = [value for other, value in values.items() if other != seat] or [0.0]
    lead = mine - max(others) if most else min(others) - mine
    scale = 1 + 0.25 * max(abs(value) for value in values.values())
    return 1 / (1 + exp(-max(-50.0, min(50.0, lead / scale))))


def score_of(rules: Any) -> Score:
    """Worked out once for linked rules."""
    found: Score | None = rules.known.get("score")
    if found is None:
        found = rules.known["score"] = Score(rules)
    return found
