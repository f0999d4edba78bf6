"""`require` behind the point from which nothing can be taken back: it comes too late to forbid anything.

What is offered is tried first; an effect that cannot be carried out is not offered. That works up to the first thing
that nobody can foresee. Only what surely lies behind such a thing is told.
"""

from __future__ import annotations

from typing import Any

from chronoc.diagnostics import Note
from chronoc.lower.lowering import Lowering

Row = dict[str, Any]
FATE = {"roll": "a roll", "shuffle": "a shuffle", "open": "a window for others"}
#: Statements that go on in the same line of events: places of the parts.
WITHIN = {"seq": None, "atonce": (1,), "repeat": (2,), "while": (2,), "foreach": (4,), "ifelse": (2, 3)}
DEPTH = 8


def check_late(low: Lowering, table: Row) -> None:
    late = Late(low, table)
    for index, fn in enumerate(table["fns"]):
        if index not in low.shaky:
            late.follow(fn["code"], None)


class Late:
    def __init__(self, low: Lowering, table: Row) -> None:
        self.low, self.table = low, table
        self.nodes, self.spans = low.code.nodes, low.code.spans

    def follow(self, index: int, fate: int | None) -> int | None:
        """Go through a statement. The unforeseeable thing that surely lies behind it, if there is one."""
        node = self.nodes[index]
        op = node[0]
        if op == "require" and fate is not None:
            self.told(index, fate)
        if op in FATE:
            return index
        if op == "seq":
            for part in node[1]:
                fate = self.follow(part, fate)
            return fate
        if op == "ifelse":
            both = [fate if node[at] is None else self.follow(node[at], fate) for at in (2, 3)]
            return fate if None in both else both[0]
        if op in WITHIN:
            for at in WITHIN[op] or ():
                after = self.follow(node[at], fate)
                fate = after if op == "atonce" else fate
            return fate
        if op == "perform" and fate is None and self.surely(node[1], 0):
            return index
        return fate

    def surely(self, verb: int, depth: int) -> bool:
        """Whether a verb surely comes to something that nobody can foresee."""
        overloads = self.table["verbs"][verb]["overloads"]
        return depth < DEPTH and all(self.comes(self.table["fns"][o["fn"]]["code"], depth) for o in overloads)

    def comes(self, index: int, depth: int) -> bool:
        node = self.nodes[index]
        if node[0] == "seq":
            return any(self.comes(part, depth) for part in node[1])
        return node[0] in FATE or (node[0] == "perform" and self.surely(node[1], depth + 1))

    def told(self, index: int, fate: int) -> None:
        span, before = self.spans[index], self.spans[fate]
        if span is None:
            return
        what = FATE.get(self.nodes[fate][0], "what this comes to")
        self.low.program.findings.error(
            "late-require", span,
            "this comes too late to forbid anything: what is done already cannot be taken back",
            Note(f"nobody can foresee {what}", before) if before is not None else None,
            "put it in front of that, or write `if … { … }`",
        )  # fmt: skip
