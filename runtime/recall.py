"""What takes a look at a whole board is worked out once for each state, and recalled until something changes.

A definition that goes through all pieces of a board, asks for its connected parts or tries something out is asked for
again and again while one decision is made: by each option, by the dry run before it, by the next question. Every effect
writes an event to the log, so what was worked out holds as long as the log is the same object. It is kept with the state
(`State.known`) and shared with its copies: a dry run starts with all that is known, and so does a look back at an earlier
moment. The first effect after that begins anew.

Nothing is recalled where there is no log: in the straight form, whose states know nothing (`known` is None). Whoever changes
a state past the effects says so (`State.rewritten`).
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from runtime.analysis import children
from runtime.ops import STATEMENTS
from runtime.signals import Budget
from runtime.state import State, Value

#: Results that are kept for one state.
MOST_KEPT = 10_000
#: Going through fewer things than this costs less than to look it up.
MANY = 16
#: Operations that say something about pieces on places.
ON_BOARDS = frozenset(["topat", "piecesat", "cells"])
TRIES = frozenset(["try", "can"])
WALKS = frozenset(["where", "map", "any", "every", "no", "best", "sorted"])


class Recalling:
    """Which functions of a table are recalled. `wants(fn)`."""

    def __init__(self, rules: Any) -> None:
        self.rules = rules
        self.table = rules.table
        self.code: list[list[Any]] = rules.table.code
        self._far: dict[int, bool] = {}
        self._wanted: dict[int, bool] = {}

    def wants(self, fn: int) -> bool:
        known = self._wanted.get(fn)
        if known is None:
            self._wanted[fn] = False
            node = self.table.fns[fn]["code"]
            known = self.rules.fast and self.code[node][0] not in STATEMENTS and self.rules.costs.heavy(fn)
            known = self._wanted[fn] = known and self.far(node) and self.logged(node)
        return known

    def far(self, node: int) -> bool:
        """Does this expression itself take a look at much of a board, or try something out?"""
        known = self._far.get(node)
        if known is None:
            self._far[node] = False
            op = self.code[node]
            known = op[0] in ("try", "groups")  # (what `can` says is mostly foreseen, which takes the code in place)
            known = known or (op[0] in WALKS and self.wide(op[2]) and self.on_board(op[3]))
            known = known or any(self.far(child) for child in children(op))
            known = known or (op[0] == "call" and any(self.wants(fn) for fn in self.rules.analysis.callees(op)))
            self._far[node] = known
        return known

    def wide(self, source: int) -> bool:
        """Is this a list of many things: all of a kind, or all places of a board?"""
        op = self.code[source]
        if op[0] in ("where", "sorted"):
            return self.wide(op[2])
        if op[0] == "items":
            zone = self.code[op[1]]
            return zone[0] in ("zone", "zoneof") and zone[1] in self.rules.world.signs
        return op[0] == "all" and bool(self.rules.costs.size(source) >= MANY)

    def on_board(self, node: int) -> bool:
        op = self.code[node]
        if op[0] in ON_BOARDS or any(self.on_board(child) for child in children(op)):
            return True
        return any(self.on_board(self.table.fns[fn]["code"]) for fn in self.plain_callees(op))

    def plain_callees(self, op: list[Any]) -> list[int]:
        """Functions that an expression calls, without those that may come back to it."""
        endless = self.rules.costs.endless
        return [fn for fn in self.rules.analysis.callees(op) if fn not in endless]

    def logged(self, node: int) -> bool:
        """Does everything that this expression depends on, besides its arguments, change with the log alone? Not so: what
        phases keep, whose turn it is, limits, and moments, which are known by a number."""
        reads = self.rules.analysis.reads(node)
        unlogged = any(read[0] == "p" or read in ("turn", "limits", "*") for read in reads)
        return not unlogged and not self.looks_back(node)

    def looks_back(self, node: int) -> bool:
        seen: set[int] = set()
        stack = [node]
        while stack:
            index = stack.pop()
            if index in seen:
                continue
            seen.add(index)
            op = self.code[index]
            if op[0] in ("asof", "now"):
                return True
            if op[0] not in TRIES:  # what is tried out keeps its moments for itself
                stack += children(op)
                stack += [self.table.fns[fn]["code"] for fn in self.rules.analysis.callees(op)]
        return False

    def tries(self, fn: int) -> bool:
        return bool(self.rules.x.tries(self.table.fns[fn]["code"]))


def later(look: Callable[[], Value]) -> Callable[[], Value]:
    """A value that is worked out when it is first asked for."""
    kept: list[Value] = []

    def value() -> Value:
        if not kept:
            kept.append(look())
        return kept[0]

    return value


def recalled(fn: int, plain: Callable[..., Value], tries: bool) -> Callable[..., Value]:
    """The same function, which recalls what it gave on this state. tries: its answer may depend on what is still to happen
    after the last effect, so it is kept only while nothing is."""

    def recall(S: State, you: Value = None, this: Value = None, *given: Value) -> Value:
        if S.known is None or S.log is None or (tries and (S.quiet or S.dirty or S.ev)):
            return plain(S, you, this, *given)
        if S.known[0] is not S.log or len(S.known[1]) > MOST_KEPT:
            S.known = (S.log, {})
        book, key = S.known[1], (fn, you, this, given)
        if key in book:
            S.fuel -= 1
            if S.fuel < 0:
                raise Budget("the rules look at too many things")
            return book[key]
        book[key] = value = plain(S, you, this, *given)
        return value

    return recall
