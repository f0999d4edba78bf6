"""always-true"""

from __future__ import annotations

from collections.abc import Iterator

from chronoc.check.context import Context
from chronoc.check.registry import rule
from chronoc.diagnostics import Diagnostic, Note


@rule("always-true", "warning", "language", "table")
def check(ctx: Context) -> Iterator[Diagnostic]:
    """A condition, or a part of one, that holds whatever happens: it tests nothing."""
    for verdict in ctx.verdicts:
        if verdict.kind == "always-true":
            what = f"`{ctx.source(verdict.span)}`"
            if verdict.other is not None:
                what = f"`{ctx.source(verdict.other)}` or {what}"
            yield ctx.found(
                verdict.span,
                f"{what} always holds, so it tests nothing",
                Note("one of the two always holds", verdict.other) if verdict.other is not None else None,
                "take it out, or ask for what was meant",
            )
