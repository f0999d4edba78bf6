"""redundant-part"""

from __future__ import annotations

from collections.abc import Iterator

from chronoc.check.context import Context
from chronoc.check.registry import rule
from chronoc.diagnostics import Diagnostic


@rule("redundant-part", "warning", "language", "table")
def check(ctx: Context) -> Iterator[Diagnostic]:
    """A part of a condition without which it says the same."""
    for verdict in ctx.verdicts:
        if verdict.kind == "redundant-part":
            yield ctx.found(
                verdict.span,
                f"without `{ctx.source(verdict.span)}` the condition says the same",
                "take it out, or write what was meant here",
            )
