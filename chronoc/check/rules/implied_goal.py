"""implied-goal"""

from __future__ import annotations

from collections.abc import Iterator

from chronoc.check.context import Context
from chronoc.check.registry import rule
from chronoc.diagnostics import Diagnostic, Note


@rule("implied-goal", "info", "balance", "table")
def check(ctx: Context) -> Iterator[Diagnostic]:
    """A goal that asks for all that another asks for, and for more: whoever reaches it reaches the other as well."""
    for harder, easier, how in ctx.goals.pairs:
        if how == "implied":
            yield ctx.found(
                harder.span,
                f"`{harder.title}` is harder than `{easier.title}`: whoever reaches it has reached the other",
                Note("the other asks for less", easier.span),
                "ask for something else in one of them, if they should be worth the same",
            )
