"""Checks the nodes of a rule table in one pass: every operation known, every argument in its place, nothing too deep.

A node refers only to nodes before it. So one pass from the front knows of each node how deep it nests, how large it is
when written out as a tree (sharing can make a short list very large), and the highest slot it uses.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from runtime.ops import BRANCH, EXPRESSIONS, PLACES, STATEMENTS

MAX_NESTING = 200
MAX_WRITTEN_OUT = 200_000
MAX_SLOTS = 1000

SIGNATURES: dict[str, tuple[str, ...]] = {**EXPRESSIONS, **STATEMENTS}
STATEMENT_NAMES = list(STATEMENTS)  # a list: a stranger's node may begin with what cannot be hashed


class Fault(Exception):
    """What is wrong with one argument."""


class CodeCheck:
    """`problems` after `run()`; then `statement`, `slot` (highest slot used, -1 for none) of each node."""

    def __init__(
        self,
        code: list[Any],
        lengths: dict[str, int],
        check_type: Callable[[object], str | None],
        report: Callable[[int, str], None],
    ) -> None:
        self.code, self.lengths, self.check_type, self.report = code, lengths, check_type, report
        self.statement: list[bool] = []
        self.depth: list[int] = []
        self.size: list[int] = []
        self.slot: list[int] = []
        self.here_depth = self.here_size = 0
        self.here_slot = -1
        self.arms_are_statements = False
        self.checks = {op: tuple(self._argument(a) for a in signature) for op, signature in SIGNATURES.items()}

    def run(self) -> None:
        for here, node in enumerate(self.code):
            self.here_depth, self.here_size, self.here_slot = 0, 1, -1
            problem = self._node(node)
            if problem is None and self.here_depth >= MAX_NESTING:
                problem = f"nests deeper than {MAX_NESTING}"
            elif problem is None and self.here_size > MAX_WRITTEN_OUT:
                problem = f"written out as a tree it has more than {MAX_WRITTEN_OUT} nodes"
            if problem is not None:
                self.report(here, problem)
                self.here_depth, self.here_size = 0, 1  # said once, not again by every node above
            self.statement.append(type(node) is list and node[:1] != [] and node[0] in STATEMENT_NAMES)
            self.depth.append(self.here_depth + 1)
            self.size.append(self.here_size)
            self.slot.append(self.here_slot)

    def _node(self, node: object) -> str | None:
        if type(node) is not list or not node or type(node[0]) is not str:
            return "is not a list that begins with the name of an operation"
        checks = self.checks.get(node[0])
        if checks is None:
            return f"there is no operation {node[0]!r:.40}"
        if len(node) != len(checks) + 1:
            return f"`{node[0]}` takes {len(checks)} arguments, not {len(node) - 1}"
        self.arms_are_statements = node[0] == "switch"
        try:
            for check, argument in zip(checks, node[1:], strict=True):
                check(argument)
        except Fault as fault:
            return f"`{node[0]}`: {fault}"
        return None

    # one method for each code of runtime/ops.py

    def _argument(self, code: str) -> Callable[[Any], None]:
        if code.startswith("@*"):
            one = self._argument("@" + code[2:])
            return lambda value: self._each(value, one)
        if code.startswith("@"):
            table = code[1:].removesuffix("?")
            check = self._index(table)
            return _optional(check) if code.endswith("?") else check
        if code.endswith("?"):
            return _optional(self._argument(code[:-1]))
        return {
            "n": self._expression,
            "t": self._statement,
            "l": self._place,
            "N": lambda value: self._each(value, self._expression),
            "T": lambda value: self._each(value, self._statement),
            "k": self._slot,
            "i": _whole,
            "b": _flag,
            "s": _text,
            "A": self._arms,
            "B": lambda value: self._each(value, self._branch),
            "R": lambda value: self._each(value, self._piece),
            "V": self._type,
        }[code]

    def _each(self, value: Any, check: Callable[[Any], None]) -> None:
        if type(value) is not list:
            raise Fault(f"a list should stand here, not {show(value)}")
        for item in value:
            check(item)

    def _refer(self, value: Any) -> int:
        if type(value) is not int:
            raise Fault(f"a node should stand here, not {show(value)}")
        if not 0 <= value < len(self.depth):
            raise Fault(f"node {show(value)} does not stand before it")
        self.here_depth = max(self.here_depth, self.depth[value])
        self.here_size += self.size[value]
        self.here_slot = max(self.here_slot, self.slot[value])
        return value

    def _expression(self, value: Any) -> None:
        if self.statement[self._refer(value)]:
            raise Fault(f"node {value} is a statement where an expression should stand")

    def _statement(self, value: Any) -> None:
        if not self.statement[self._refer(value)]:
            raise Fault(f"node {value} is an expression where a statement should stand")

    def _place(self, value: Any) -> None:
        node = self.code[self._refer(value)]
        if type(node) is not list or not node or node[0] not in PLACES:
            raise Fault(f"node {value} is no place that can be set")

    def _slot(self, value: Any) -> None:
        _whole(value)
        if not 0 <= value < MAX_SLOTS:
            raise Fault(f"there is no slot {show(value)}")
        self.here_slot = max(self.here_slot, value)

    def _index(self, table: str) -> Callable[[Any], None]:
        length = self.lengths[table]

        def check(value: Any) -> None:
            if type(value) is not int or not 0 <= value < length:
                raise Fault(f"{show(value)} is no index into `{table}`")

        return check

    def _arms(self, value: Any) -> None:
        self._each(value, self._arm)

    def _arm(self, arm: Any) -> None:
        if type(arm) is not list or len(arm) != 2 or type(arm[0]) is not list:
            raise Fault("an arm should be a list of tests and a node")
        for test in arm[0]:
            if type(test) is list:
                if len(test) != 2:
                    raise Fault("a range should be two nodes")
                self._expression(test[0])
                self._expression(test[1])
            else:
                self._expression(test)
        (self._statement if self.arms_are_statements else self._expression)(arm[1])

    def _branch(self, branch: Any) -> None:
        if type(branch) is not list or len(branch) != 8 or branch[0] not in BRANCH:
            raise Fault("a branch should be a list of eight that begins with one of " + ", ".join(BRANCH))
        form, key, label, condition, slot, source, body, window = branch
        _optional(_text)(key)
        self._each(label, self._piece)
        _optional(self._expression)(condition)
        _optional(self._slot)(slot)
        _optional(self._expression)(source)
        _optional(self._statement)(body)
        _optional(self._index("windows"))(window)
        needed = {"fixed": (key, body), "each": (slot, source, body), "react": (window,)}[form]
        if None in needed:
            raise Fault(f"a branch `{form}` lacks one of its parts")

    def _piece(self, value: Any) -> None:
        if type(value) is str:
            return
        if type(value) is not list or len(value) != 2:
            raise Fault("a piece of a text should be a text or a node with its type")
        self._expression(value[0])
        self._type(value[1])

    def _type(self, value: Any) -> None:
        problem = self.check_type(value)
        if problem is not None:
            raise Fault(problem)


def _optional(check: Callable[[Any], None]) -> Callable[[Any], None]:
    def optional(value: Any) -> None:
        if value is not None:
            check(value)

    return optional


def _whole(value: Any) -> None:
    if type(value) is not int:
        raise Fault(f"a whole number should stand here, not {show(value)}")


def _flag(value: Any) -> None:
    if type(value) is not bool:
        raise Fault(f"true or false should stand here, not {show(value)}")


def _text(value: Any) -> None:
    if type(value) is not str:
        raise Fault(f"a text should stand here, not {show(value)}")


def show(value: object) -> str:
    """A value in a sentence: short, whatever it is."""
    if value is None:
        return "null"
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, (int, str)):
        return f"{value!r:.40}"
    return "a list" if isinstance(value, list) else "an object"
