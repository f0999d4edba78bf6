"""How much work a piece of code may be, at worst: what tells where the budget must be charged.

A step is one operation of an expression. `worst` is the most steps that an expression or a function may take in this
world, endless for what calls itself. Where that is little, nobody counts. Where it is much, the generated code charges the
budget: a list that is gone through by its length, a function when it is called, a loop with each round. `own` is what one
such charge stands for: the steps that are not charged further in.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from typing import Any

from runtime.analysis import Analysis, children
from runtime.ops import STATEMENTS
from runtime.shortcuts import MOST_NODES
from runtime.state import STEPS_OF_FUEL
from runtime.world import World

#: So many steps go uncharged.
FREE = 2_000
#: The longest list (runtime/expressions.py sees to it).
LONGEST = 100_000

WALKS = frozenset(["where", "map", "any", "every", "no", "best", "sorted"])
#: Operations that go through a whole list in one go.
THROUGH = frozenset(
    """in count exists last union without aslist flat sum min max from items itemsof allitems copies named all range cells
    piecesat neighbours within blocks block same touching""".split()
)
#: Effects are more than a step: they write to the state and to the log.
EFFECT = 80
EFFECTS = frozenset(STATEMENTS) - frozenset(
    ["seq", "let", "ifelse", "switch", "foreach", "repeat", "while", "as", "step", "atonce"]
)
#: Lists whose length is known.
EXACT = frozenset(
    "all allenum alltags alldesigns copies range players others list num flag text nothing enum obj".split()
)
#: Walks that look at each element several times.
SLOW = frozenset(["best", "sorted"])
LOOPS = frozenset(["foreach", "repeat", "while"])


class Costs:
    """`worst(node)`, `own(node)`, `size(node)`; `worst_fn[fn]`, `own_fn[fn]`; `weight(…)` of them in units of the budget."""

    def __init__(self, table: Any, world: World, analysis: Analysis) -> None:
        self.table = table
        self.code = table.code
        self.world = world
        self.analysis = analysis
        self.things = max(1, len(world.designs))
        self.worst_fn: list[float] = [math.inf] * len(table.fns)
        self.own_fn: list[float] = [1.0] * len(table.fns)
        self._worst: dict[int, float] = {}
        self._own: dict[int, float] = {}
        self._size: dict[int, float] = {}
        self._nodes: dict[int, int] = {}
        for fn in self.in_order():
            node = table.fns[fn]["code"]
            if fn not in self.endless:
                self.worst_fn[fn] = self.worst(node)
            self.own_fn[fn] = self.own(node)

    # ------------------------------------------------------------------ who calls whom

    def called(self, fn: int) -> list[int]:
        found: dict[int, None] = {}
        seen: set[int] = set()
        stack = [int(self.table.fns[fn]["code"])]
        while stack:
            node = stack.pop()
            if node in seen:
                continue
            seen.add(node)
            op = self.code[node]
            found.update(dict.fromkeys(self.analysis.callees(op)))
            stack.extend(children(op))
        return list(found)

    def in_order(self) -> Iterator[int]:
        """Functions after those they call; `endless` are those that may come back to themselves. (Tarjan, without recursion.)"""
        count = len(self.table.fns)
        calls = [self.called(fn) for fn in range(count)]
        self.endless = {fn for fn in range(count) if fn in calls[fn]}
        number: dict[int, int] = {}
        low: dict[int, int] = {}
        stack: list[int] = []
        on_stack: set[int] = set()
        order: list[int] = []
        for root in range(count):
            if root in number:
                continue
            work = [(root, 0)]
            while work:
                fn, at = work.pop()
                if at == 0:
                    number[fn] = low[fn] = len(number)
                    stack.append(fn)
                    on_stack.add(fn)
                deeper = False
                for index in range(at, len(calls[fn])):
                    other = calls[fn][index]
                    if other not in number:
                        work.append((fn, index + 1))
                        work.append((other, 0))
                        deeper = True
                        break
                    if other in on_stack:
                        low[fn] = min(low[fn], number[other])
                if deeper:
                    continue
                for other in calls[fn]:
                    if other in on_stack:
                        low[fn] = min(low[fn], low[other])
                if low[fn] == number[fn]:
                    part = []
                    while True:
                        last = stack.pop()
                        on_stack.discard(last)
                        part.append(last)
                        if last == fn:
                            break
                    if len(part) > 1:
                        self.endless.update(part)
                    order.extend(part)
        return iter(order)

    # ------------------------------------------------------------------ lists

    def size(self, node: int) -> float:
        """The most elements of a list that an expression may give (of anything else: 1)."""
        known = self._size.get(node)
        if known is None:
            known = self._size[node] = min(float(LONGEST), self._length(self.code[node]))
        return known

    def _length(self, op: list[Any]) -> float:
        name, world = op[0], self.world
        if name in ("num", "flag", "text", "nothing", "enum", "obj", "active", "firstplayer", "count", "sum"):
            return 1
        if name in ("players", "others"):
            return len(world.players)
        if name == "all":
            return float(world.hi[op[1]] - world.lo[op[1]])
        if name == "allenum":
            return len(self.table.types[op[1]]["values"])
        if name == "alltags":
            return len(self.table.tags)
        if name == "alldesigns":
            return len(self.table.designs)
        if name == "copies":
            return len(world.copies[op[1]])
        if name == "range":
            low, high = self.code[op[1]], self.code[op[2]]
            return max(0, high[1] - low[1] + 1) if low[0] == high[0] == "num" else LONGEST
        if name == "list":
            return sum(self.size(item) for item in op[1])
        if name == "union":
            return self.size(op[1]) + self.size(op[2])
        if name in ("where", "map", "sorted", "best"):
            return self.size(op[2])
        if name in ("without", "aslist", "from", "groups"):
            return self.size(op[1])
        if name in ("itemsof", "allitems"):
            return self.things * max(1, len(world.players))
        if name in ("neighbours",):
            return 4
        if name in ("if", "orelse"):
            return max(self.size(item) for item in op[-2:])
        return self.things

    def length(self, node: int, worst: bool) -> float:
        """`size`, or where it is a guess what is likelier: a zone hardly ever holds everything there is."""
        size = self.size(node)
        return size if worst or self.known_length(node) else max(1.0, size / 8)

    def known_length(self, node: int) -> bool:
        op = self.code[node]
        if op[0] in EXACT:
            return True
        return op[0] in ("where", "map", "sorted", "best") and self.known_length(op[2])

    # ------------------------------------------------------------------ steps

    def worst(self, node: int) -> float:
        known = self._worst.get(node)
        if known is None:
            known = self._worst[node] = self._steps(self.code[node], self.worst, self.called_worst, True)
        return known

    def own(self, node: int) -> float:
        known = self._own.get(node)
        if known is None:
            known = self._own[node] = self._steps(self.code[node], self.own, self.called_own, False)
        return known

    def called_worst(self, fn: int) -> float:
        return self.worst_fn[fn]

    def called_own(self, fn: int) -> float:
        """What a function that charges itself leaves to its caller is nothing but the call; one that may be written out in
        the place of the call does not charge."""
        return self.own_fn[fn] if self.worst_fn[fn] <= FREE or self.written_out(fn) else 1.0

    def written_out(self, fn: int) -> bool:
        node = self.table.fns[fn]["code"]
        return self.code[node][0] not in STATEMENTS and self.nodes(node) <= MOST_NODES

    def nodes(self, node: int) -> int:
        known = self._nodes.get(node)
        if known is None:
            known = self._nodes[node] = 1 + sum(self.nodes(child) for child in children(self.code[node]))
        return known

    def _steps(self, op: list[Any], of: Any, of_fn: Any, whole: bool) -> float:
        name = op[0]
        if name in WALKS:
            if not whole and self.charged(op[2], op[3]):
                return float(of(op[2])) + 1.0
            return float(float(of(op[2])) + self.length(op[2], whole) * ((10 if name in SLOW else 1) + of(op[3])))
        if name == "groups":
            length = self.size(op[1])
            charged = not whole and self.charged(op[1], op[4], length)
            length = self.length(op[1], whole)
            return float(of(op[1])) + (1.0 if charged else length * length * (1 + of(op[4])))
        if name in LOOPS:
            head, body = (op[2], op[4]) if name == "foreach" else (op[1], op[2])
            rounds = math.inf if name == "while" else self.size(head) if name == "foreach" else LONGEST
            return float(of(head)) + (1.0 if not whole else rounds * (1 + of(body)))  # each round is charged for itself
        total = (EFFECT if name in EFFECTS else 1.0) + sum(of(child) for child in children(op))
        total += sum(of_fn(fn) for fn in self.analysis.callees(op))
        if name in THROUGH:
            total += max((self.length(child, whole) for child in children(op)), default=self.things) / 10
        return float(total)

    def charged(self, source: int, body: int, times: float = 1.0) -> bool:
        """Is going through this list much work at worst?"""
        return self.size(source) * times * (1 + self.worst(body)) > FREE

    # ------------------------------------------------------------------ in units of the budget

    def heavy(self, fn: int) -> bool:
        return self.worst_fn[fn] > FREE

    def steps(self, node: int) -> int:
        """What one element costs, in steps."""
        return 1 + int(min(self.own(node), 1e9))

    def weight(self, node: int) -> int:
        """Units of the budget for running this once, beside what charges itself."""
        return 1 + self.steps(node) // STEPS_OF_FUEL

    def weight_fn(self, fn: int | None) -> int:
        return 1 if fn is None else 1 + int(min(self.own_fn[fn], 1e9)) // STEPS_OF_FUEL

    def steps_fn(self, fn: int | None) -> int:
        """Steps of a function for one thing of a list, beside what charges itself."""
        return 1 if fn is None else 1 + int(min(self.own_fn[fn], 1e9))

    def paid(self, listing: str, over: int, steps: int) -> str:
        """Source of the list that a function gives, charged where asking so many steps of each element may be much work."""
        much = self.size(self.table.fns[over]["code"]) * steps > FREE
        return f"paid(S, {listing}, {steps})" if much else listing
