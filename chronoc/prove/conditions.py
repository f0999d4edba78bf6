"""A condition as the statements that it joins, each with its place, its truth in a state and how far it is from true."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from chronoc.prove.influence import Reading
from chronoc.prove.values import just
from runtime.analysis import children
from runtime.expressions import Scope
from runtime.ops import STATEMENTS
from runtime.state import FUEL, State, Value

FAR = 1_000


@dataclass(slots=True, frozen=True)
class Literal:
    """A part of a condition: a node of the code and the values of its slots. fn: whose slots these are."""

    node: int
    slots: tuple[Value, ...]
    fn: int
    negated: bool = False


class Conditions:
    def __init__(self, writing: Reading) -> None:
        self.writing = writing
        self.rules, self.table, self.code = writing.rules, writing.table, writing.code
        self.world = writing.world
        self.compiled: dict[tuple[int, int, int], Any] = {}
        places: dict[int, list[int]] = {}
        for node, *place in self.table.map.get("nodes", ()):
            places[node] = place
        self.places = places

    # ------------------------------------------------------------------ truth

    def value(self, literal: Literal, S: State, rules: Any = None) -> Value:
        """Value of the node; raises where code of its own has to run for it."""
        rules = rules or self.rules
        key = (id(rules), literal.node, len(literal.slots))
        function = self.compiled.get(key)
        if function is None:
            slots = max(len(literal.slots), self.table.fns[literal.fn]["slots"])
            rules.x.slots = slots
            source = rules.x.value(literal.node, Scope(False, range(slots)))
            names = ", ".join(f"x{k}=None" for k in range(slots))
            function = eval(f"lambda S, {names}: {source}", rules.names)
            self.compiled[key] = function
        S.fuel = FUEL
        return function(S, *literal.slots)

    def holds(self, literal: Literal, S: State, rules: Any = None) -> bool:
        return bool(self.value(literal, S, rules)) is not literal.negated

    # ------------------------------------------------------------------ parts

    def of_fn(self, fn: int, you: Value, this: Value, arguments: tuple[Value, ...], S: State) -> list[Literal]:
        """The statements that a condition joins by `and`, through definitions and the conditions of cards."""
        entry = self.table.fns[fn]
        slots = (you, this, *arguments, *([None] * (entry["slots"] - 2 - len(arguments))))
        return self.parts(Literal(entry["code"], slots, fn), S, 0)

    def parts(self, literal: Literal, S: State, depth: int) -> list[Literal]:
        op = self.code[literal.node]
        if depth > 20:
            return [literal]
        if op[0] == "and":
            joined = [Literal(node, literal.slots, literal.fn) for node in op[1]]
            return [part for inner in joined for part in self.parts(inner, S, depth + 1)]
        if op[0] == "every" and self.code[op[2]][0] == "list":
            found = []
            for value in self.value(Literal(op[2], literal.slots, literal.fn), S):
                slots = list(literal.slots)
                slots[op[1]] = value
                found += self.parts(Literal(op[3], tuple(slots), literal.fn), S, depth + 1)
            return found
        inner = self.inside(literal, S)
        if inner is None:
            return [literal]
        joins = self.code[inner.node][0] in ("and", "every")
        if joins or op[0] == "fact":
            return self.parts(inner, S, depth + 1)
        deeper = self.inside(inner, S)
        if deeper is not None and (self.code[deeper.node][0] == "and" or self.code[inner.node][0] == "fact"):
            return self.parts(inner, S, depth + 1)
        return [literal]

    def fixed(self, node: int) -> bool:
        asks = any(self.code[child][0] in STATEMENTS for child in children(self.code[node]))
        return not asks and not self.rules.analysis.reads(node)

    def inside(self, literal: Literal, S: State) -> Literal | None:
        """What a call or a fact about a certain thing stands for."""
        op = self.code[literal.node]
        if op[0] == "call" and not self.table.defines[op[1]]["adjusts"] and all(self.fixed(n) for n in op[2]):
            values = [self.value(Literal(n, literal.slots, literal.fn), S) for n in op[2]]
            fn = self.writing.overload(self.table.defines[op[1]]["overloads"], [just(v) for v in values])
            if fn is not None:
                return self.entered(fn, literal.slots[0], None, values)
        if op[0] == "fact" and self.fixed(op[1]) and not op[3]:
            thing = self.value(Literal(op[1], literal.slots, literal.fn), S)
            fn = None if thing is None else self.writing.clause_of(op[2], thing)
            if fn is not None:
                return self.entered(fn, literal.slots[0], thing, [])
        return None

    def entered(self, fn: int, you: Value, this: Value, arguments: list[Value]) -> Literal:
        entry = self.table.fns[fn]
        rest = entry["slots"] - 2 - len(arguments)
        return Literal(entry["code"], (you, this, *arguments, *([None] * rest)), fn)

    # ------------------------------------------------------------------ how far from true

    def distance(self, literals: list[Literal], S: State) -> int:
        return sum(self.far(literal, S, 0) for literal in literals)

    def far(self, literal: Literal, S: State, depth: int) -> int:
        """0: true. Else a measure of what is missing."""
        try:
            if self.holds(literal, S):
                return 0
        except (KeyError, NameError, AttributeError):
            return 0  # it is no expression by itself
        op = self.code[literal.node]
        if depth > 12 or literal.negated:
            return 1

        def part(node: int) -> Literal:
            return Literal(node, literal.slots, literal.fn)

        if op[0] == "and":
            return max(1, sum(self.far(part(node), S, depth + 1) for node in op[1]))
        if op[0] == "or":
            return max(1, min(self.far(part(node), S, depth + 1) for node in op[1]))
        if op[0] in ("ge", "gt", "le", "lt", "eq"):
            a, b = self.value(part(op[1]), S), self.value(part(op[2]), S)
            if type(a) is int and type(b) is int:
                return max(1, min(FAR, abs(a - b)))
        if op[0] == "atleast":
            wanted = self.value(part(op[1]), S)
            return max(1, int(wanted) - sum(self.holds(part(node), S) for node in op[2]))
        inner = self.inside(literal, S)
        return 1 if inner is None else max(1, self.far(inner, S, depth + 1))

    # ------------------------------------------------------------------ places

    def place(self, node: int) -> tuple[str, int, int, int, int] | None:
        """File, line, column, end line, end column of a node, or of the first part of it that has a place."""
        pending = [node]
        while pending:
            node = pending.pop(0)
            if node in self.places:
                file, *rest = self.places[node]
                return (self.table.map["files"][file], *rest)
            pending += children(self.code[node])
        return None
