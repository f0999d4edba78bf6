"""exclusive-goals"""

from __future__ import annotations

from collections.abc import Iterator

from chronoc.check.context import Context
from chronoc.check.goals import names
from chronoc.check.registry import rule
from chronoc.diagnostics import Diagnostic, Note


@rule("exclusive-goals", "info", "balance", "table")
def check(ctx: Context) -> Iterator[Diagnostic]:
    """Two goals that can never be reached at once."""
    for way, others in ctx.goals.told("exclusive"):
        yield ctx.found(
            way.span,
            f"`{way.title}` can never be reached at once with {names(others)}",
            Note("the other" if len(others) == 1 else "one of them", others[0].span),
            "let one of them leave room for the other, if one player may hold both",
        )
