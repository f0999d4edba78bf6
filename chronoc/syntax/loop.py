"""The loop over the table: shifts, reductions, and the stack they work on.

The stack is a chain of `Node`s, each pointing at the one below: a snapshot is free, an earlier place can be tried
again, and a trial (`accepts`, `fits`) builds nothing.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import Any

from chronoc.syntax import (
    build_cards,
    build_expressions,
    build_phrases,
    build_rules,
    build_scenarios,
    build_statements,
)
from chronoc.syntax import table as tables
from chronoc.syntax.build import NODES, PARTS, Context, Seq
from chronoc.syntax.lexer import Token

#: The modules whose import registers all builders.
BUILDERS = (build_cards, build_expressions, build_phrases, build_rules, build_scenarios, build_statements)

#: (below, state, value, first token, last token, braces): `braces` is the chain of open braces, (token, outer braces)
#: or None
Node = tuple[Any, int, Any, Any, Any, Any]


class Loop:
    """The table with its builders, for one start symbol."""

    def __init__(self, start: str) -> None:
        table = tables.load()
        self.actions, self.gotos = table.actions, table.gotos
        self.start, self.end = table.starts[start], table.ends[start]
        self.rules = tuple(ready(rule) for rule in table.rules)
        self.chains: dict[tuple[int, int, str], int] = {}

    def bottom(self) -> Node:
        return (None, self.start, None, None, None, None)

    def accepts(self, node: Node, terminal: str) -> bool:
        """Can this terminal be shifted here? Builds nothing."""
        return self.advance((node, ()), terminal) is not None

    def advance(self, place: tuple[Node, tuple[int, ...]], terminal: str) -> tuple[Node, tuple[int, ...]] | None:
        """One token further in a trial: a place is a stack and the states put on top of it by the trial."""
        actions, gotos, rules = self.actions, self.gotos, self.rules
        node, above = place
        states = list(above)
        state = states[-1] if states else node[1]
        while True:
            code = actions[state].get(terminal)
            if code is None:
                return None
            if not code & 1:
                states.append(code >> 1)
                return node, tuple(states)
            rule = rules[code >> 1]
            size = rule[1]
            while size and states:
                states.pop()
                size -= 1
            while size:
                node = node[0]
                size -= 1
            state = gotos[states[-1] if states else node[1]][rule[0]]
            states.append(state)
            if terminal == "$END" and state == self.end:
                return node, tuple(states)

    def chain(self, below: int, state: int, terminal: str) -> int:
        """Where a row of reductions that change nothing ends: an operand that is a whole expression goes through ten of
        them."""
        while True:
            code = self.actions[state].get(terminal)
            if code is None or not code & 1 or not self.rules[code >> 1][4]:
                return state
            state = self.gotos[below][self.rules[code >> 1][0]]

    def fits(self, node: Node, tokens: Sequence[Token | str]) -> bool:
        """Can these tokens follow here, each under its first reading that fits?"""
        place: tuple[Node, tuple[int, ...]] = (node, ())
        for token in tokens:
            readings = (token,) if isinstance(token, str) else token.readings
            for terminal in readings:
                if terminal == "":
                    break
                after = self.advance(place, terminal)
                if after is not None:
                    place = after
                    break
            else:
                return False
        return True

    def expected(self, node: Node) -> list[str]:
        """The terminals that can follow here, sorted."""
        return sorted(terminal for terminal in self.actions[node[1]] if self.accepts(node, terminal))

    def shift(self, context: Context, node: Node, token: Token) -> Node | None:
        """The stack after this token under its first reading that fits, or None."""
        readings = token.readings
        if len(readings) == 1:
            return self.feed(context, node, readings[0], token)
        for terminal in readings:
            if terminal == "":
                return node  # a line end that does not count here
            if self.accepts(node, terminal):
                token.type = terminal
                return self.feed(context, node, terminal, token)
        return None

    def feed(self, context: Context, node: Node, terminal: str, token: Token) -> Node | None:
        """The stack after this token, with everything built that it completes; None if it does not fit."""
        actions, gotos, rules = self.actions, self.gotos, self.rules
        while True:
            code = actions[node[1]].get(terminal)
            if code is None:
                return None
            if not code & 1:
                braces = node[5]
                if terminal == "_LBRACE":
                    braces = (token, braces)
                elif terminal == "_RBRACE" and braces is not None:
                    braces = braces[1]
                return (node, code >> 1, token, token, token, braces)
            origin, size, keep, spliced, passes, builder, wants_span = rules[code >> 1]
            if passes:
                below, state, value, first, last, braces = node
                key = (below[1], state, terminal)
                target = self.chains.get(key)
                if target is None:
                    target = self.chains[key] = self.chain(*key)
                node = (below, target, value, first, last, braces)
            else:
                first = last = None
                braces = node[5]
                values: list[Any] = []
                for _ in range(size):
                    below, _, value, begin, end, _ = node
                    values.append(value)
                    if begin is not None:
                        first = begin
                        if last is None:
                            last = end
                    node = below
                values.reverse()
                if keep is not None:
                    values = [None if i < 0 else values[i] for i in keep]
                if builder is None:
                    value = Seq(values)  # spliced only where it ends: a long list is built in one go
                    node = (node, gotos[node[1]][origin], value, first, last, braces)
                    continue
                if spliced:
                    values = splice(values, spliced)
                if wants_span:
                    value = builder(context, values, context.span(first, last))
                else:
                    value = builder(context, values)
                node = (node, gotos[node[1]][origin], value, first, last, braces)
            if terminal == "$END" and node[1] == self.end:
                return node


def ready(rule: tables.Rule) -> tuple[str, int, tuple[int, ...] | None, tuple[int, ...], bool, Any, bool]:
    """A rule as the loop wants it: (origin, size, kept positions or None for all, spliced positions, passes, builder,
    with span)."""
    builder: Any = None
    wants_span = False
    if not rule.name.startswith(("_", "$")):
        wants_span = rule.name in NODES
        if not rule.passes:
            builder = NODES[rule.name] if wants_span else PARTS[rule.name]
    keep = None if rule.keep == tuple(range(rule.size)) else rule.keep
    return rule.origin, rule.size, keep, rule.spliced, rule.passes, builder, wants_span


def splice(values: list[Any], positions: tuple[int, ...]) -> list[Any]:
    """Values with the lists of `_x` rules put in where they stand. A long list is a chain, so no recursion."""
    out: list[Any] = []
    todo: list[Any] = []
    for i in range(len(values) - 1, -1, -1):
        if i in positions:
            todo.append(values[i])
            while todo:
                value = todo.pop()
                if type(value) is Seq:
                    todo.extend(value)
                else:
                    out.append(value)
        else:
            out.append(values[i])
    out.reverse()
    return out


@cache
def loop(start: str) -> Loop:
    return Loop(start)
