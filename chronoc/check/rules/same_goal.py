"""same-goal"""

from __future__ import annotations

from collections.abc import Iterator

from chronoc.check.context import Context
from chronoc.check.registry import rule
from chronoc.diagnostics import Diagnostic, Note


@rule("same-goal", "warning", "balance", "table")
def check(ctx: Context) -> Iterator[Diagnostic]:
    """Two goals that are reached in exactly the same states."""
    for way, against in ctx.goals.told("same"):
        yield ctx.found(
            way.span,
            f"`{way.title}` is reached exactly when `{against[0].title}` is",
            Note("the other", against[0].span),
            "ask for something else in one of them",
        )
