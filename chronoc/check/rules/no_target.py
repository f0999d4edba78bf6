"""no-target"""

from __future__ import annotations

from collections.abc import Iterator

from chronoc.check.context import Context
from chronoc.check.registry import rule
from chronoc.diagnostics import Diagnostic
from chronoc.syntax.tree import Span


@rule("no-target", "warning", "language", "table")
def check(ctx: Context) -> Iterator[Diagnostic]:
    """A choice, a move or an action for which no card can ever be meant."""
    told: dict[Span, None] = {}
    for fn, listed in takings(ctx):
        where = narrowed(ctx, fn, listed)
        if where is None:
            continue
        span = ctx.first_place(where)
        if span is not None and span not in told:
            told[span] = None
            yield ctx.found(
                span,
                f"no card is ever one of `{ctx.source(span)}`, so this is never possible",
                "by what is printed on the cards, none fits: change the condition, or the cards",
            )


def takings(ctx: Context) -> Iterator[tuple[int, int]]:
    """Each list that something is taken from, with its function."""
    for fn in range(len(ctx.table["fns"])):
        for node in ctx.function_nodes(fn):
            op = ctx.code[node]
            if op[0] in ("choose", "foreach"):
                yield fn, op[2]
            elif op[0] == "move":
                yield fn, op[1]
    for action in ctx.table["actions"]:
        for fn in action["params"]:
            code = ctx.table["fns"][fn]["code"]
            yield fn, code


def narrowed(ctx: Context, fn: int, node: int) -> int | None:
    """The `where` that leaves no card of a list that has some."""
    op = ctx.code[node]
    if op[0] in ("first", "last", "aslist"):
        return narrowed(ctx, fn, op[1])
    if op[0] in ("sorted", "best"):
        return narrowed(ctx, fn, op[2])
    if op[0] != "where" or not ctx.things.holds_cards(op[2]):
        return None
    inner = narrowed(ctx, fn, op[2])
    if inner is not None:
        return inner
    return node if ctx.things.may_be(op[2], fn) and not ctx.things.may_be(node, fn) else None
