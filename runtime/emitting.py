"""How expressions become source: names of slots, constants by name, lists that are charged.

`Emitting` is what all kinds of expressions share; `lists.py` and `expressions.py` add one method for each operation.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from runtime.recall import WALKS
from runtime.remembered import Remembered
from runtime.scope import Scope
from runtime.shortcuts import Shortcuts

LISTS = frozenset(
    """players others list range all allenum alltags alldesigns copies named items itemsof allitems union without aslist flat
    where map sorted from groups cells piecesat neighbours within blocks""".split()
)
#: Lists whose Python value is not a tuple until it is kept.
LOOSE = frozenset("items itemsof allitems where map range all".split())
#: Expressions whose value may be any value that was kept.
NESTING = frozenset(
    ["local", "game", "phase", "get", "getopt", "getof", "getdesign", "key", "keydesign", "option", "call", "fact", "list", "map",
     "if", "case", "orelse", "first", "last", "best", "asof", "groups", "blocks", "effect"]
)  # fmt: skip


class Emitting(Shortcuts, Remembered):
    """`value(node, scope)`: source of an expression whose value may be kept (lists are tuples);
    `loose(node, scope)`: source that is good for looking at once (lists may be live)."""

    def __init__(self, linked: Any) -> None:
        self.linked = linked
        self.world = linked.world
        self.table = linked.table
        self.code = linked.table.code
        self.names: dict[str, Any] = linked.names
        self.slots = 2  # slots of the function being emitted
        self._constants: dict[Any, str] = {}
        self.free = 0  # steps of a list that go uncharged, beside those that nobody counts
        self.of_clause: dict[int, set[int] | None] = {}
        self.start_shortcuts(linked.fast)

    # ------------------------------------------------------------------ tools

    def constant(self, value: Any) -> str:
        try:
            known = self._constants.get(value)
        except TypeError:
            known = None
        if known is None:
            known = f"k{len(self.names)}"
            self.names[known] = value
            try:
                self._constants[value] = known
            except TypeError:
                pass
        return known

    def constant_thing(self, value: Any) -> str:
        """A name for something that is no value: a list, an entry of the table."""
        name = f"k{len(self.names)}"
        self.names[name] = value
        return name

    def is_list(self, node: int) -> bool:
        return self.code[node][0] in LISTS

    def value(self, node: int, scope: Scope) -> str:
        source = self.loose(node, scope)
        return f"tuple({source})" if self.code[node][0] in LOOSE else source

    def loose(self, node: int, scope: Scope) -> str:
        op = self.code[node]
        if node in self.held:
            return f"{self.held[node]}()"
        method = getattr(self, "on_" + op[0], None)
        if method is None:
            raise KeyError(f"no expression {op[0]}")
        if op[0] in WALKS:
            return self.walking(op, scope, lambda: str(method(op, scope)))
        return str(method(op, scope))

    def values(self, nodes: Iterable[int], scope: Scope) -> str:
        return "".join(", " + self.value(node, scope) for node in nodes)

    def walked(self, source: int, body: int, scope: Scope, slow: int = 0) -> str:
        """A list that is gone through, with the body for each element: charged where that may be much work."""
        costs, things = self.linked.costs, self.loose(source, scope)
        if not costs.charged(source, body) or (self.free and costs.size(source) * (1 + costs.worst(body)) <= self.free):
            return things
        return f"paid(S, {things}, {costs.steps(body) + slow})"

    def may_nest(self, node: int) -> bool:
        """May an element of a list be a list that holds lists itself?"""
        return self.code[node][0] in NESTING

    def sure(self, node: int, scope: Scope) -> bool:
        """Is this certainly an object, never nothing?"""
        op = self.code[node]
        return (
            op[0] in ("active", "firstplayer", "left", "right")
            or (op[0] == "obj" and bool(self.world.copies[op[1]]))
            or (self.fast and op[0] == "get" and self.always_printed(op[1]))
            or (op[0] == "local" and self.is_sure(scope.bound.get(op[1], "")))
        )
