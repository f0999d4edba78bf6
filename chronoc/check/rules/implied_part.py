"""implied-part"""

from __future__ import annotations

from collections.abc import Iterator

from chronoc.check.context import Context
from chronoc.check.registry import rule
from chronoc.diagnostics import Diagnostic, Note

WHY = {
    "and": "whenever this holds, the other does",
    "or": "whenever the other holds, this does",
}


@rule("implied-part", "warning", "language", "table")
def check(ctx: Context) -> Iterator[Diagnostic]:
    """A part of a condition that another part makes superfluous."""
    for verdict in ctx.verdicts:
        if verdict.kind == "implied-part":
            yield ctx.found(
                verdict.span,
                f"`{ctx.source(verdict.span)}` changes nothing beside the other part",
                Note(WHY[verdict.join], verdict.other) if verdict.other is not None else WHY[verdict.join],
                "take it out, or write what was meant here",
            )
