"""exclusive-goals"""

from __future__ import annotations

from collections.abc import Iterator

from chronoc.check.context import Context
from chronoc.check.registry import rule
from chronoc.diagnostics import Diagnostic, Note


@rule("exclusive-goals", "info", "balance", "table")
def check(ctx: Context) -> Iterator[Diagnostic]:
    """Two goals that can never be reached at once."""
    for one, other, how in ctx.goals.pairs:
        if how == "exclusive":
            yield ctx.found(
                other.span,
                f"`{other.title}` and `{one.title}` can never both be reached at once",
                Note("the other", one.span),
            )
