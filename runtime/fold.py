"""Code with the options filled in: within one game they never change, so what they decide is decided once.

The numbers of the nodes stay as they are; a node becomes a simpler one with the same meaning. Where an option puts a
rule
out of use, its code is gone, and everything that looks at the code (what it reads, whether it may ask) sees less.
"""

from __future__ import annotations

import operator
from collections.abc import Callable
from dataclasses import replace
from typing import Any

from runtime.table import Table

Node = list[Any]
NOTHING_TO_DO: Node = ["seq", []]
ROUNDS = 3  # definitions may stand behind the code that uses them

NUMBERS: dict[str, Callable[[Any, Any], Any]] = {
    "eq": operator.eq, "ne": operator.ne, "lt": operator.lt, "le": operator.le, "gt": operator.gt, "ge": operator.ge,
    "add": operator.add, "sub": operator.sub, "mul": operator.mul,
}  # fmt: skip


def folded(table: Table, options: dict[int, Any]) -> Table:
    """The table with these values in the place of its options. What is no number or flag stays an option."""
    fold = _Fold(table, options)
    for _ in range(ROUNDS):
        before = list(fold.code)
        fold.run()
        if fold.code == before:
            break
    return replace(table, code=fold.code)


class _Fold:
    def __init__(self, table: Table, options: dict[int, Any]) -> None:
        self.table = table
        self.options = options
        self.code: list[Node] = list(table.code)

    def run(self) -> None:
        for index, node in enumerate(self.code):
            method = getattr(self, "on_" + node[0], None)
            if method is not None:
                self.code[index] = method(node)
            elif node[0] in NUMBERS:
                self.code[index] = self.number(node)

    def constant(self, index: int) -> Any:
        """Value of a number or flag, else nothing."""
        node = self.code[index]
        return node[1] if node[0] in ("num", "flag") else None

    def number(self, node: Node) -> Node:
        a, b = self.constant(node[1]), self.constant(node[2])
        if a is None or b is None or type(a) is not type(b):
            return node
        return written(NUMBERS[node[0]](a, b))

    # ------------------------------------------------------------------ expressions

    def on_option(self, node: Node) -> Node:
        value = self.options[node[1]]
        return written(value) if type(value) in (int, bool) else node

    def on_call(self, node: Node) -> Node:
        define = self.table.defines[node[1]]
        if len(define["overloads"]) > 1 or define["adjusts"] or define["low"] is not None or define["high"] is not None:
            return node
        body = self.code[self.table.fns[define["overloads"][0]["fn"]]["code"]]
        return body if body[0] in ("num", "flag") else node

    def on_not(self, node: Node) -> Node:
        value = self.constant(node[1])
        return node if value is None else written(not value)

    def on_neg(self, node: Node) -> Node:
        value = self.constant(node[1])
        return written(-value) if type(value) is int else node

    def _several(self, node: Node, ends: bool) -> Node:
        """`and` ends at the first false, `or` at the first true; the others do not count."""
        left: list[Any] = []
        for item in node[1]:
            value = self.constant(item)
            if value is None:
                left.append(item)
            elif bool(value) == ends:
                return written(ends) if not left else [node[0], [*left, item]]
        if not left:
            return written(not ends)
        return [node[0], left]

    def on_and(self, node: Node) -> Node:
        found = self._several(node, False)
        if found[0] == "and" and self.constant(found[1][-1]) is False:
            return written(False)  # conditions change nothing, so those before the false one do not matter
        return found

    def on_or(self, node: Node) -> Node:
        found = self._several(node, True)
        if found[0] == "or" and self.constant(found[1][-1]) is True:
            return written(True)
        return found

    def on_if(self, node: Node) -> Node:
        value = self.constant(node[1])
        return node if value is None else self.code[node[2] if value else node[3]]

    def on_case(self, node: Node) -> Node:
        return self._arms(node, None)

    def _arms(self, node: Node, nothing: Node | None) -> Node:
        op, subject, arms, otherwise = node
        if subject is not None:
            return node
        left: list[Any] = []
        for tests, result in arms:
            values = [self.constant(test) for test in tests]
            if any(values):
                if not left:
                    return self.code[result]
                return [op, None, left, result]
            if not all(value is False for value in values) or not tests:
                left.append([tests, result])
        if not left and (otherwise is not None or nothing is not None):
            return nothing if otherwise is None and nothing is not None else self.code[otherwise]
        return [op, None, left, otherwise]

    def on_where(self, node: Node) -> Node:
        value = self.constant(node[3])
        if value is None:
            return node
        return self.code[node[2]] if value else ["list", []]

    # ------------------------------------------------------------------ statements

    def on_seq(self, node: Node) -> Node:
        left = [item for item in node[1] if self.code[item] != NOTHING_TO_DO]
        return self.code[left[0]] if len(left) == 1 else ["seq", left]

    def on_ifelse(self, node: Node) -> Node:
        value = self.constant(node[1])
        if value is None:
            return node
        if value:
            return self.code[node[2]]
        return NOTHING_TO_DO if node[3] is None else self.code[node[3]]

    def on_switch(self, node: Node) -> Node:
        return self._arms(node, NOTHING_TO_DO)

    def on_repeat(self, node: Node) -> Node:
        value = self.constant(node[1])
        if type(value) is int and value < 2:
            return self.code[node[2]] if value == 1 else NOTHING_TO_DO
        return node

    def on_while(self, node: Node) -> Node:
        return NOTHING_TO_DO if self.constant(node[1]) is False else node

    def on_require(self, node: Node) -> Node:
        return NOTHING_TO_DO if self.constant(node[1]) is True else node


def written(value: int | bool) -> Node:
    return ["flag", value] if isinstance(value, bool) else ["num", value]
