"""rules-in-circles"""

from __future__ import annotations

from collections.abc import Iterator

from chronoc.check.circles import circles
from chronoc.check.context import Context
from chronoc.check.registry import rule
from chronoc.diagnostics import Diagnostic, Note


@rule("rules-in-circles", "warning", "language", "table")
def check(ctx: Context) -> Iterator[Diagnostic]:
    """`whenever` rules that undo each other, so that they never come to rest."""
    for first, second in circles(ctx):
        span, other = (ctx.first_place(body(ctx, index)) for index in (second, first))
        if span is None:
            continue
        if first == second:
            message = "this rule undoes itself, so it strikes for ever and the game stops with a fault"
            yield ctx.found(span, message, "let its condition be false when it has struck")
        elif other is not None:
            yield ctx.found(
                span,
                "this rule and another undo each other, so they strike for ever and the game stops with a fault",
                Note("the other", other),
                "let only one of the two conditions hold in each state",
            )


def body(ctx: Context, index: int) -> int:
    return int(ctx.table["fns"][ctx.table["whenevers"][index]["body"]]["code"])
