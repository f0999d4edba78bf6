"""never-true"""

from __future__ import annotations

from collections.abc import Iterator

from chronoc.check.context import Context
from chronoc.check.registry import rule
from chronoc.diagnostics import Diagnostic, Note


@rule("never-true", "warning", "language", "table")
def check(ctx: Context) -> Iterator[Diagnostic]:
    """A condition, or a part of one, that contradicts itself: what hangs on it never happens."""
    for verdict in ctx.verdicts:
        if verdict.kind == "never-true":
            what = f"`{ctx.source(verdict.span)}` never holds here"
            if verdict.other is not None:
                what = f"`{ctx.source(verdict.other)}` and `{ctx.source(verdict.span)}` never hold at once"
            yield ctx.found(
                verdict.span,
                f"{what}, so what hangs on it never happens",
                Note("this excludes it", verdict.other) if verdict.other is not None else None,
                "change one of the parts that contradict each other",
            )
