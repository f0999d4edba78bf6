"""implied-goal"""

from __future__ import annotations

from collections.abc import Iterator

from chronoc.check.context import Context
from chronoc.check.goals import names
from chronoc.check.registry import rule
from chronoc.diagnostics import Diagnostic, Note


@rule("implied-goal", "info", "balance", "table")
def check(ctx: Context) -> Iterator[Diagnostic]:
    """A goal that asks for all that another asks for, and for more: whoever reaches it reaches the other as well."""
    for way, easier in ctx.goals.told("implied"):
        yield ctx.found(
            way.span,
            f"`{way.title}` is harder than {names(easier)}: whoever reaches it has reached {'them' if easier[1:] else 'the other'}",
            Note("this one asks for less", easier[0].span),
            "ask for something else in one of them, if they should be worth the same",
        )
