"""idle-limit"""

from __future__ import annotations

from collections.abc import Iterator

from chronoc.check.context import Context
from chronoc.check.registry import rule
from chronoc.diagnostics import Diagnostic


@rule("idle-limit", "warning", "language", "table")
def check(ctx: Context) -> Iterator[Diagnostic]:
    """A zone whose limit cannot be reached, because there are not so many things."""
    for index, row in enumerate(ctx.table["zones"]):
        decl = ctx.program.zones[index].decl
        most = None if row["max"] is None else ctx.formulas.number(row["max"])
        there = ctx.things.copies(ctx.things.content[index])
        if decl is not None and decl.maximum is not None and most is not None and 0 < there < most:
            yield ctx.found(
                decl.maximum.span,
                f"`{row['name']}` never holds more than {there}, so its limit of {most} is never reached",
                "take the limit out, or write the one that was meant",
            )
