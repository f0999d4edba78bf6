"""The conditions of a rule table as formulas (`truth`): through definitions and through what cards say, as far as it is certain.

A key stands for what an expression is in some state. Two expressions with one key always have the same value, so they
are one leaf; nothing is taken for granted of leaves with different keys. What may be too deep, asks or runs on trial is
a leaf of its own.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from chronoc.check import truth
from chronoc.check.truth import Formula
from chronoc.lower.flow import PARTS, SIGNATURES

Row = dict[str, Any]
DEPTH = 12
SIZE = 400  # leaves and joints of one formula; past that it is a leaf itself

#: Operations that bind the elements of a list to a slot: [op, slot, list, what is asked of each, …].
BINDERS = frozenset(("where", "map", "any", "every", "no", "best", "sorted"))
#: Constants that are not numbers: two different ones are never equal.
CONSTANT = frozenset(("flag", "text", "nothing", "enum", "design", "obj", "kind", "tag", "fieldref"))
NUMERIC = frozenset(("count", "sum", "add", "sub", "mul", "div", "mod", "neg", "row", "column", "distance"))
COMPARED = frozenset(("eq", "ne", "lt", "le", "gt", "ge"))


@dataclass(frozen=True, slots=True)
class Where:
    """What the slots of a function stand for: keys. `scope` tells apart what is not known."""

    scope: int
    slots: tuple[tuple[int, int], ...] = ()
    bound: int = 0  # how many lists are being gone through

    def slot(self, number: int) -> int | None:
        for slot, key in self.slots:
            if slot == number:
                return key
        return None

    def bind(self, slot: int, key: int, deeper: int = 0) -> Where:
        kept = tuple(pair for pair in self.slots if pair[0] != slot)
        return Where(self.scope, (*kept, (slot, key)), self.bound + deeper)


class Formulas:
    def __init__(self, table: Row, nodes: list[list[Any]], lineages: list[tuple[int, ...]]) -> None:
        self.table, self.nodes = table, nodes
        self.lineages = lineages  # of each kind: itself and those above
        self.parts: list[tuple[Any, ...]] = []  # of each key
        self._keys: dict[tuple[Any, ...], int] = {}
        self._seen: dict[tuple[int, Where], int] = {}
        self._formulas: dict[tuple[int, Where], Formula] = {}

    # ------------------------------------------------------------------ keys

    def key(self, *parts: Any) -> int:
        known = self._keys.get(parts)
        if known is None:
            known = self._keys[parts] = len(self.parts)
            self.parts.append(parts)
        return known

    def thing(self, design: int) -> int:
        return self.key("obj", design)

    def inside(self, fn: int, design: int | None = None) -> Where:
        """A function as it stands there. design: the card that it belongs to."""
        where = Where(self.key("fn", fn))
        return where if design is None else where.bind(1, self.thing(design))

    def of(self, node: int, where: Where, depth: int = 0) -> int:
        """The key of an expression."""
        known = self._seen.get((node, where))
        if known is None:
            known = self._seen[node, where] = self._key(node, where, depth)
        return known

    def _key(self, node: int, where: Where, depth: int) -> int:
        op = self.nodes[node]
        name = op[0]
        if name == "local":
            known = where.slot(op[1])
            return self.key("local", where.scope, op[1]) if known is None else known
        if name in BINDERS:
            inner = where.bind(op[1], self.key("bound", where.bound), 1)
            return self.key(name, self.of(op[2], where, depth), self.of(op[3], inner, depth), *op[4:])
        if name in ("get", "getopt", "getdesign"):
            return self._field(op[1], self.of(op[2], where, depth), depth)
        if name == "call" and depth < DEPTH:
            entered = self.entered(op, where, depth)
            if entered is not None:
                return self.of(entered[0], entered[1], depth + 1)
        parts: list[Any] = [name]
        for at, code in enumerate(SIGNATURES[name]):
            part = op[at + 1]
            kind = code.rstrip("?")
            if kind == "n" and part is not None:
                parts.append(self.of(part, where, depth))
            elif kind == "N":
                parts.append(tuple(self.of(one, where, depth) for one in part))
            elif kind in ("A", "B", "R", "t", "T", "l", "k"):
                return self.key("node", node, where)
            else:
                parts.append(part if not isinstance(part, list) else repr(part))
        return self.key(*parts)

    def _field(self, field: int, thing: int, depth: int) -> int:
        """A field of a thing. What is printed on a certain card is known."""
        row = self.table["fields"][field]
        what = self.parts[thing]
        if not row["var"] and row["key"] is None and what[0] in ("obj", "design") and depth < DEPTH:
            node = self.table["designs"][what[1]]["fields"].get(str(field), row["default"])
            if node is not None:
                inside = Where(self.key("printed", field)).bind(1, self.thing(what[1]))
                return self.of(node, inside, depth + 1)
        return self.key("get", field, thing)

    # ------------------------------------------------------------------ what stands behind a call

    def entered(self, op: list[Any], where: Where, depth: int) -> tuple[int, Where] | None:
        """The code of a definition with its arguments, where it is certain which one is called."""
        you = where.slot(0)
        you = self.key("local", where.scope, 0) if you is None else you
        return self.enter(op[1], [self.of(node, where, depth) for node in op[2]], you, where.bound)

    def enter(
        self, index: int, arguments: list[int], you: int | None = None, bound: int = 0
    ) -> tuple[int, Where] | None:
        """The same for a definition by its number and what its arguments stand for."""
        define = self.table["defines"][index]
        if define["adjusts"] or define["low"] is not None or define["high"] is not None:
            return None
        overload = self.overload(define["overloads"], arguments)
        if overload is None or overload["fn"] is None:
            return None
        scope = self.key("fn", overload["fn"], *arguments)
        slots = [(0, self.key("you") if you is None else you), *((2 + i, key) for i, key in enumerate(arguments))]
        return self.table["fns"][overload["fn"]]["code"], Where(scope, tuple(slots), bound)

    def overload(self, overloads: list[Row], arguments: list[int]) -> Row | None:
        for overload in overloads:
            fits = [self._fits(key, kind) for key, kind in zip(arguments, overload["kinds"], strict=True)]
            if all(fit is True for fit in fits):
                return overload
            if any(fit is None for fit in fits):
                return overload if len(overloads) == 1 and all(self._sure(key) for key in arguments) else None
        return None

    def _fits(self, key: int, kind: int | None) -> bool | None:
        if kind is None:
            return True
        what = self.parts[key]
        if what[0] in ("obj", "design"):
            return kind in self.lineages[self.table["designs"][what[1]]["kind"]]
        return None

    def _sure(self, key: int) -> bool:
        """Whether this is surely something: a definition that is called with nothing gives nothing."""
        return self.parts[key][0] in (*CONSTANT, "num", "local", "bound") and self.parts[key][0] != "nothing"

    def clause(self, clause: int, thing: int) -> int | None:
        """The function of a clause of a certain card."""
        what = self.parts[thing]
        if what[0] != "obj":
            return None
        fn = self.table["designs"][what[1]]["clauses"].get(str(clause), self.table["clauses"][clause]["default"])
        return None if fn is None else int(fn)

    # ------------------------------------------------------------------ formulas

    def formula(self, node: int, where: Where, depth: int = 0) -> Formula:
        known = self._formulas.get((node, where))
        if known is None:
            known = self._formula(node, where, depth)
            if weight(known) > SIZE:
                known = ("flag", self.key("node", node, where))
            self._formulas[node, where] = known
        return known

    def _formula(self, node: int, where: Where, depth: int) -> Formula:
        op = self.nodes[node]
        name = op[0]

        def part(index: int) -> Formula:
            return self.formula(index, where, depth)

        if name == "not":
            return truth.negation(part(op[1]))
        if name == "and":
            return truth.joined([part(one) for one in op[1]])
        if name == "or":
            return truth.either([part(one) for one in op[1]])
        if name == "atleast" and self.nodes[op[1]][0] == "num":
            return truth.at_least(self.nodes[op[1]][1], tuple(part(one) for one in op[2]))
        if name in COMPARED:
            return self._compared(name, op, where, depth)
        if name == "exists":
            listed = self.of(op[1], where, depth)
            if self.parts[listed][0] in ("obj", "num"):
                return True
            return ("least", self.key("count", listed), 1)
        if name in ("any", "every", "no"):
            return self._quantified(name, op, where, depth)
        if name == "in" and self.nodes[op[2]][0] == "list":
            left = self.of(op[1], where, depth)
            return truth.either([self._equal(left, self.of(one, where, depth)) for one in self.nodes[op[2]][1]])
        if name == "call" and depth < DEPTH:
            entered = self.entered(op, where, depth)
            if entered is not None:
                found = self.formula(entered[0], entered[1], depth + 1)
                if not isinstance(found, bool):  # a rule that is always so is there to be replaced
                    return found
            return ("flag", self._called(op, where, depth))
        if name == "fact" and not op[3] and depth < DEPTH:
            thing = self.of(op[1], where, depth)
            fn = self.clause(op[2], thing)
            if fn is not None:
                you = where.slot(0)
                slots = ((0, self.key("local", where.scope, 0) if you is None else you), (1, thing))
                scope = self.key("fn", fn, thing)
                found = self.formula(self.table["fns"][fn]["code"], Where(scope, slots, where.bound), depth + 1)
                if not isinstance(found, bool):
                    return found
        known = self._known(name, op, where, depth)
        if known is not None:
            return known
        if name == "isdesign":
            return ("is", self.key("designof", self.of(op[1], where, depth)), self.key("design", op[2]))
        key = self.of(node, where, depth)
        return self.parts[key][1] if self.parts[key][0] == "flag" else ("flag", key)

    def _called(self, op: list[Any], where: Where, depth: int) -> int:
        return self.key("call", op[1], tuple(self.of(one, where, depth) for one in op[2]))

    def _known(self, name: str, op: list[Any], where: Where, depth: int) -> bool | None:
        """What is certain of a certain card."""
        if name not in ("iskind", "hastag", "isdesign"):
            return None
        what = self.parts[self.of(op[1], where, depth)]
        if what[0] not in ("obj", "design"):
            return None
        design = self.table["designs"][what[1]]
        if name == "iskind":
            return op[2] in self.lineages[design["kind"]]
        return op[2] in design["tags"] if name == "hastag" else bool(op[2] == what[1])

    def _quantified(self, name: str, op: list[Any], where: Where, depth: int) -> Formula:
        source = self.nodes[op[2]]
        if source[0] == "list" and name in ("any", "every"):
            parts = [self.formula(op[3], where.bind(op[1], self.of(one, where, depth)), depth) for one in source[1]]
            return truth.joined(parts) if name == "every" else truth.either(parts)
        inner = where.bind(op[1], self.key("bound", where.bound), 1)
        asked = self.of(op[3], inner, depth)
        if name == "every":
            asked = self.key("not", asked) if self.parts[asked][0] != "not" else self.parts[asked][1]
        found: Formula = ("least", self.key("count", self.key("where", self.of(op[2], where, depth), asked)), 1)
        return found if name == "any" else ("not", found)

    def _compared(self, name: str, op: list[Any], where: Where, depth: int) -> Formula:
        left, right = self.of(op[1], where, depth), self.of(op[2], where, depth)
        if name in ("eq", "ne"):
            found = self._flags(op, left, right, where, depth)
            if found is None:
                found = self._equal(left, right)
            return found if name == "eq" else truth.negation(found)
        if name in ("gt", "le"):
            more = self._least(left, right, 1)
        else:
            more = self._least(left, right, 0)
        return more if name in ("gt", "ge") else truth.negation(more)

    def _flags(self, op: list[Any], left: int, right: int, where: Where, depth: int) -> Formula | None:
        """`lit of x == yes`."""
        for key, other in ((left, op[2]), (right, op[1])):
            if self.parts[key][0] == "flag":
                found = self.formula(other, where, depth)
                return found if self.parts[key][1] else truth.negation(found)
        return None

    def _least(self, left: int, right: int, more: int) -> Formula:
        """left >= right + more"""
        a, b = self.parts[left], self.parts[right]
        if a[0] == "num" and b[0] == "num":
            return bool(a[1] >= b[1] + more)
        if left == right:
            return more <= 0
        if b[0] == "num":
            return ("least", left, b[1] + more)
        if a[0] == "num":  # right <= a - more
            return ("not", ("least", right, a[1] - more + 1))
        if left < right:
            return ("least", self.key("sub", left, right), more)
        return ("not", ("least", self.key("sub", right, left), 1 - more))

    def _equal(self, left: int, right: int) -> Formula:
        a, b = self.parts[left], self.parts[right]
        if left == right:
            return True
        constants = (*CONSTANT, "num")
        if a[0] in constants and b[0] in constants:
            return bool(a == b) if a[0] == b[0] or {a[0], b[0]} != {"obj", "design"} else bool(a[1] == b[1])
        if a[0] in CONSTANT:
            return ("is", right, left)
        if b[0] in CONSTANT:
            return ("is", left, right)
        if any(one[0] == "num" or one[0] in NUMERIC for one in (a, b)):
            return truth.joined([self._least(left, right, 0), truth.negation(self._least(left, right, 1))])
        return ("flag", self.key("eq", min(left, right), max(left, right)))

    # ------------------------------------------------------------------ what values there can be

    def bounds(self, key: int) -> tuple[int | None, int | None]:
        """A number is at least nothing where things are counted; fields stay within what is declared for them."""
        what = self.parts[key]
        if what[0] == "count":
            return 0, None
        row: Row | None = None
        if what[0] == "get":
            row = self.table["fields"][what[1]]
        elif what[0] == "game":
            row = self.table["gvars"][what[1]]
        if row is None or row["low"] is None or row["high"] is None:
            return None, None
        return self.number(row["low"]), self.number(row["high"])

    def number(self, node: int) -> int | None:
        op = self.nodes[node]
        if op[0] == "num":
            return int(op[1])
        if op[0] == "neg":
            inner = self.number(op[1])
            return None if inner is None else -inner
        return None

    def sizes(self, key: int) -> int | None:
        """How many values an enumerated field or variable has."""
        what = self.parts[key]
        row: Row | None = None
        if what[0] == "get":
            row = self.table["fields"][what[1]]
        elif what[0] == "game":
            row = self.table["gvars"][what[1]]
        elif what[0] == "option":
            row = self.table["options"][what[1]]
        if row is None or row["type"][0] != "enum" or row.get("default") is None:
            return None
        return len(self.table["types"][row["type"][1]]["values"])

    def designs(self, key: int) -> dict[int, None]:
        """The cards that a key speaks of."""
        found: dict[int, None] = {}
        seen: dict[int, None] = {}
        todo = [key]
        while todo:
            here = todo.pop()
            if here in seen:
                continue
            seen[here] = None
            what = self.parts[here]
            if what[0] in ("obj", "design", "copies"):
                found[what[1]] = None
            elif what[0] in ("node", "local", "bound", "fn"):
                continue
            else:
                todo += [key for at, key in self.inner(what)]
        return found

    def inner(self, what: tuple[Any, ...]) -> list[tuple[int, int]]:
        """The keys inside a key, with their places."""
        name = what[0]
        if name in BINDERS:
            return [(1, what[1]), (2, what[2])]
        if name == "get":
            return [(2, what[2])]
        if name == "call":
            return [(2, key) for key in what[2]]
        found: list[tuple[int, int]] = []
        for at, code in PARTS.get(name, ()):
            if at < len(what):
                part = what[at]
                if code == "n" and part is not None:
                    found.append((at, part))
                elif code == "N":
                    found += [(at, one) for one in part]
        return found


def weight(f: Formula) -> int:
    """How much a formula holds, counted up to a little more than `SIZE`."""
    total = 0
    todo = [f]
    while todo and total <= SIZE:
        here = todo.pop()
        total += 1
        if not isinstance(here, bool):
            if here[0] == "not":
                todo.append(here[1])
            elif here[0] in ("and", "or"):
                todo += here[1]
            elif here[0] == "atleast":
                todo += here[2]
    return total
