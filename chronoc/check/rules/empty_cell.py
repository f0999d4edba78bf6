"""empty-cell"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise

from chronoc.check.context import Context
from chronoc.check.printed import rows
from chronoc.check.registry import rule
from chronoc.diagnostics import Diagnostic, Note


@rule("empty-cell", "warning", "text", "table")
def check(ctx: Context) -> Iterator[Diagnostic]:
    """A cell of a grid that is left out, where cards are printed for all cells before and behind it."""
    for grid in rows(ctx):
        gaps = [(a, b) for a, b in pairwise(grid) if b.cell > a.cell + 1]
        missing = sum(b.cell - a.cell - 1 for a, b in gaps)
        if len(grid) < 5 or not gaps or missing > max(1, len(grid) // 8):
            continue
        for before, after in gaps:
            yield ctx.found(
                after.span,
                f"no card is printed for the cell before this one, `{before.name(before.cell + 1)}`",
                Note("the card before it", before.span),
                "move the cards up, or print a card for that cell",
            )
