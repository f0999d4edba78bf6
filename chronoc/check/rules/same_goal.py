"""same-goal"""

from __future__ import annotations

from collections.abc import Iterator

from chronoc.check.context import Context
from chronoc.check.registry import rule
from chronoc.diagnostics import Diagnostic, Note


@rule("same-goal", "warning", "balance", "table")
def check(ctx: Context) -> Iterator[Diagnostic]:
    """Two goals that are reached in exactly the same states."""
    for one, other, how in ctx.goals.pairs:
        if how == "same":
            yield ctx.found(
                other.span,
                f"`{other.title}` is reached exactly when `{one.title}` is",
                Note("the other", one.span),
                "ask for something else in one of them",
            )
