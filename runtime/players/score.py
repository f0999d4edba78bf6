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

from runtime.analysis import children
from runtime.expressions import Scope
from runtime.ops import STATEMENTS
from runtime.state import State, Value

#: How much of a condition holds, for the values of the slots of its function.
Degree = Callable[[State, list[Value]], float]

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
    """Over linked rules. `of(S)` gives a number for each seat."""

    def __init__(self, rules: Any) -> None:
        self.rules = rules
        self.table = rules.table
        self.code: list[list[Any]] = rules.table.code
        self.seats = [seat for seat in rules.world.players if seat not in rules.world.robots]
        self.sources: list[str] = []
        self.wanted: list[tuple[list[Any], str]] = []
        self.calling: list[int] = []
        self.ways: list[Callable[[State, int], float]] = [self.goal(goal) for goal in self.table.goals]
        self.losses: list[Callable[[State, int], float]] = []
        self.keys: list[tuple[Callable[[State, int], float], bool]] = []
        self.statements()
        rules.extend(self.sources)
        for cell, name in self.wanted:
            cell.append(rules.names[name])

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

    def goal(self, goal: dict[str, Any]) -> Callable[[State, int], float]:
        return self.met(goal["over"], goal["where"])

    def met(self, over: int | None, where: int | None) -> Callable[[State, int], float]:
        """How much of a condition holds for a seat, at best for one of the things it may be met with."""
        if where is None:
            return lambda S, seat: 1.0
        degree, size = self.of_fn(where)
        if over is None:
            return lambda S, seat: degree(S, [seat, *[None] * (size - 1)])
        things = self.leaf(self.table.fns[over]["code"], self.table.fns[over]["slots"])
        width = self.table.fns[over]["slots"]

        def best(S: State, seat: int) -> float:
            found = things[0](S, *[seat, *[None] * (width - 1)])
            return max((degree(S, [seat, None, thing, *[None] * (size - 3)]) for thing in found), default=0.0)

        return best

    def statements(self) -> None:
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
            for op, path in self.ends(entry["code"], ()):
                tests = [
                    self.of_node(node, entry["slots"]) if wanted else self.negated(node, entry["slots"])
                    for node, wanted in path
                    if self.slots_read(node) <= {0}
                ]
                tests += [self.of_fn(where)[0] for where in conditions.get(fn, ())]
                best = next((node for node in self.below(op[1]) if self.code[node][0] == "best"), None)
                if op[0] == "win" and best is not None:
                    self.key(best, entry["slots"])
                elif tests and self.slots_read(op[1]) <= {0}:
                    size = entry["slots"]
                    (self.ways if op[0] == "win" else self.losses).append(self.together(tests, size))

    def together(self, tests: list[Degree], size: int) -> Callable[[State, int], float]:
        return lambda S, seat: sum(test(S, [seat, *[None] * (size - 1)]) for test in tests) / len(tests)

    def key(self, node: int, size: int) -> None:
        """`the p in players with most E of p`: E."""
        _, slot, _, key, most, _ = self.code[node]
        if self.slots_read(key) <= {slot}:
            leaf = self.leaf(key, size)

            def value(S: State, seat: int) -> float:
                slots: list[Value] = [None] * size
                slots[slot] = seat
                found = leaf[0](S, *slots)
                return float(found) if isinstance(found, int) else 0.0

            self.keys.append((value, bool(most)))

    def ends(self, node: int, path: tuple[tuple[int, bool], ...]) -> Iterator[tuple[list[Any], Any]]:
        """Statements that make somebody win or lose, with the conditions on the way."""
        op = self.code[node]
        if op[0] in ("win", "lose"):
            yield op, path
        elif op[0] == "ifelse":
            yield from self.ends(op[2], (*path, (op[1], True)))
            if op[3] is not None:
                yield from self.ends(op[3], (*path, (op[1], False)))
        elif op[0] != "as":
            for child in children(op):
                if self.code[child][0] in STATEMENTS:
                    yield from self.ends(child, path)

    def reached(self, fns: list[int]) -> set[int]:
        found: set[int] = set()
        stack = list(fns)
        while stack:
            fn = stack.pop()
            if fn not in found:
                found.add(fn)
                for node in self.below(self.table.fns[fn]["code"]):
                    stack.extend(c for c in self.rules.analysis.callees(self.code[node]) if c is not None)
        return found

    def below(self, start: int) -> Iterator[int]:
        stack, seen = [start], {start}
        while stack:
            node = stack.pop()
            yield node
            for child in children(self.code[node]):
                if child not in seen:
                    seen.add(child)
                    stack.append(child)

    def slots_read(self, node: int) -> set[int]:
        """Slots that an expression reads and does not bind itself."""
        bound = {op[1] for op in map(self.code.__getitem__, self.below(node)) if op[0] in WALKS}
        return {op[1] for op in map(self.code.__getitem__, self.below(node)) if op[0] == "local"} - bound

    # ------------------------------------------------------------------ how much of a condition holds

    def of_fn(self, fn: int) -> tuple[Degree, int]:
        entry = self.table.fns[fn]
        self.calling.append(fn)
        degree = self.of_node(entry["code"], entry["slots"])
        self.calling.pop()
        return degree, entry["slots"]

    def leaf(self, node: int, size: int) -> list[Any]:
        """A cell that will hold the function of an expression's value."""
        name = self.rules.fresh("sc")
        x = self.rules.x
        x.slots = size
        source = x.value(node, Scope(False, range(size)))
        self.sources.append(f"def {name}(S, {', '.join(f'x{k}' for k in range(size))}):\n    return {source}\n")
        cell: list[Any] = []
        self.wanted.append((cell, name))
        return cell

    def truth(self, node: int, size: int) -> Degree:
        cell = self.leaf(node, size)
        return lambda S, slots: 1.0 if cell[0](S, *slots) else 0.0

    def negated(self, node: int, size: int) -> Degree:
        degree = self.of_node(node, size)
        return lambda S, slots: 1.0 - degree(S, slots)

    def of_node(self, node: int, size: int) -> Degree:
        op = self.code[node]
        method = getattr(self, "on_" + op[0], None)
        found: Degree | None = None if method is None else method(op, size)
        return self.truth(node, size) if found is None else found

    def on_and(self, op: list[Any], size: int) -> Degree | None:
        parts = [self.of_node(part, size) for part in op[1]]
        return (lambda S, slots: sum(part(S, slots) for part in parts) / len(parts)) if parts else None

    def on_or(self, op: list[Any], size: int) -> Degree | None:
        parts = [self.of_node(part, size) for part in op[1]]
        return (lambda S, slots: max(part(S, slots) for part in parts)) if parts else None

    def on_not(self, op: list[Any], size: int) -> Degree:
        return self.negated(op[1], size)

    def on_atleast(self, op: list[Any], size: int) -> Degree:
        wanted, parts = self.leaf(op[1], size), [self.of_node(part, size) for part in op[2]]

        def degree(S: State, slots: list[Value]) -> float:
            count = wanted[0](S, *slots)
            best = sorted((part(S, slots) for part in parts), reverse=True)[: max(0, count)]
            return sum(best) / count if count > 0 else 1.0

        return degree

    def compared(self, op: list[Any], size: int) -> Degree | None:
        if op[0] == "eq" and not any(self.code[side][0] in NUMBERS for side in op[1:]):
            return None
        left, right, kind = self.leaf(op[1], size), self.leaf(op[2], size), op[0]

        def degree(S: State, slots: list[Value]) -> float:
            return nearness(kind, left[0](S, *slots), right[0](S, *slots))

        return degree

    on_ge = on_gt = on_le = on_lt = on_eq = compared

    def on_if(self, op: list[Any], size: int) -> Degree:
        test, then, otherwise = self.leaf(op[1], size), self.of_node(op[2], size), self.of_node(op[3], size)
        return lambda S, slots: then(S, slots) if test[0](S, *slots) else otherwise(S, slots)

    def each(self, slot: int, source: int, condition: int, size: int) -> Callable[[State, list[Value]], list[float]]:
        """How much of a condition holds for each member of a list."""
        things, degree = self.leaf(source, size), self.of_node(condition, size)

        def degrees(S: State, slots: list[Value]) -> list[float]:
            inner, found = slots[:], []
            for thing in things[0](S, *slots):
                inner[slot] = thing
                found.append(degree(S, inner))
            return found

        return degrees

    def on_any(self, op: list[Any], size: int) -> Degree:
        degrees = self.each(op[1], op[2], op[3], size)
        return lambda S, slots: max(degrees(S, slots), default=0.0)

    def on_every(self, op: list[Any], size: int) -> Degree:
        degrees = self.each(op[1], op[2], op[3], size)

        def degree(S: State, slots: list[Value]) -> float:
            found = degrees(S, slots)
            return sum(found) / len(found) if found else 1.0

        return degree

    def on_no(self, op: list[Any], size: int) -> Degree:
        some = self.on_any(op, size)
        return lambda S, slots: 1.0 - some(S, slots)

    def on_exists(self, op: list[Any], size: int) -> Degree | None:
        inner = self.code[op[1]]
        return self.on_any(inner, size) if inner[0] == "where" else None

    def on_in(self, op: list[Any], size: int) -> Degree | None:
        """A thing in the list of what lies in a zone, or in a zone."""
        source = self.code[op[2]]
        if source[0] == "itemsof":
            return self.lying(op[1], source[1], source[2], size)
        if source[0] == "items" and self.code[source[1]][0] == "zoneof":
            zone = self.code[source[1]]
            return self.lying(op[1], zone[1], zone[2], size)
        return None

    def on_inzone(self, op: list[Any], size: int) -> Degree | None:
        zone = self.code[op[2]]
        return self.lying(op[1], zone[1], zone[2], size) if zone[0] == "zoneof" else None

    def lying(self, thing: int, zone: int, owner: int, size: int) -> Degree | None:
        if self.table.zones[zone]["owner"] is None:
            return None
        things, owners, world = self.leaf(thing, size), self.leaf(owner, size), self.rules.world

        def degree(S: State, slots: list[Value]) -> float:
            found, whose = things[0](S, *slots), owners[0](S, *slots)
            if type(found) is not int:
                return 0.0
            instance = S.L[found]
            mine = world.owner_of[instance]
            if mine is None or not (mine in whose if isinstance(whose, (tuple, list, range)) else mine == whose):
                return 0.0
            return 1.0 if world.zone_of[instance] == zone else NEAR

        return degree

    def on_call(self, op: list[Any], size: int) -> Degree | None:
        define = self.table.defines[op[1]]
        if len(define["overloads"]) != 1 or define["adjusts"]:
            return None
        fn = define["overloads"][0]["fn"]
        if fn in self.calling or len(self.calling) > DEEPEST:
            return None
        arguments = [self.leaf(argument, size) for argument in op[2]]
        degree, inner = self.of_fn(fn)
        rest = [None] * (inner - 2 - len(arguments))

        def called(S: State, slots: list[Value]) -> float:
            return degree(S, [slots[0], None, *[cell[0](S, *slots) for cell in arguments], *rest])

        return called

    def on_fact(self, op: list[Any], size: int) -> Degree | None:
        """A condition that a card prints."""
        clause = self.table.clauses[op[2]]
        fns = dict.fromkeys(self.rules.analysis.clause_fns(op[2]))
        if clause["sort"] != "condition" or len(self.calling) > DEEPEST or any(fn in self.calling for fn in fns):
            return None
        thing, arguments = self.leaf(op[1], size), [self.leaf(argument, size) for argument in op[3]]
        degrees = {fn: self.of_fn(fn) for fn in fns}
        find = self.rules.machine.lookup.clause_fn

        def printed(S: State, slots: list[Value]) -> float:
            this = thing[0](S, *slots)
            fn = None if type(this) is not int else find(op[2], this)
            if fn is None:
                return 0.0
            degree, inner = degrees[fn]
            given = [slots[0], this, *[cell[0](S, *slots) for cell in arguments]]
            return degree(S, [*given, *[None] * (inner - len(given))])

        return printed


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
    found = _scores.get(id(rules))
    if found is None or found.rules is not rules:
        if len(_scores) > 64:
            _scores.clear()
        found = _scores[id(rules)] = Score(rules)
    return found


_scores: dict[int, Score] = {}
