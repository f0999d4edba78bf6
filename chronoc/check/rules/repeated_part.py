"""repeated-part"""

from __future__ import annotations

from collections.abc import Iterator

from chronoc.check.context import Context
from chronoc.check.registry import rule
from chronoc.diagnostics import Diagnostic, Note


@rule("repeated-part", "warning", "language", "table")
def check(ctx: Context) -> Iterator[Diagnostic]:
    """A condition that says the same twice."""
    for verdict in ctx.verdicts:
        if verdict.kind == "repeated-part":
            yield ctx.found(
                verdict.span,
                f"`{ctx.source(verdict.span)}` says once more what is said already, so it changes nothing",
                Note("it is said here", verdict.other) if verdict.other is not None else None,
                "take it out, or write what was meant here",
            )
