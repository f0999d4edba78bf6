"""reached-at-start"""

from __future__ import annotations

from collections.abc import Iterator

from chronoc.check.context import Context
from chronoc.check.registry import rule
from chronoc.diagnostics import Diagnostic


@rule("reached-at-start", "warning", "balance", "table")
def check(ctx: Context) -> Iterator[Diagnostic]:
    """A goal that is reached before anybody has played."""
    for way in ctx.goals.ways:
        if isinstance(way.formula, bool) or ctx.goals.sure(way.formula, lambda leaf: None):
            continue  # a condition that always holds is told as such
        if ctx.goals.sure(way.formula, ctx.goals.at_start):
            yield ctx.found(
                way.span,
                f"`{way.title}` is reached before anybody has played",
                "ask for something that is not so at the beginning",
            )
