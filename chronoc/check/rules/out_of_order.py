"""out-of-order"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterator

from chronoc.check.context import Context
from chronoc.check.printed import Cell, rows
from chronoc.check.registry import rule
from chronoc.diagnostics import Diagnostic, Note


@rule("out-of-order", "warning", "text", "table")
def check(ctx: Context) -> Iterator[Diagnostic]:
    """A card that stands out of order on a grid where all others stand in the order of their numbers."""
    for grid in rows(ctx):
        kept = rising([card.number for card in grid])
        left = [card for at, card in enumerate(grid) if at not in kept]
        if not left or len(left) > max(1, len(grid) // 8) or len(grid) < 5:
            continue
        for card in left:
            before = neighbour(grid, card)
            yield ctx.found(
                card.span,
                f"`{card.title}` ({card.number}) stands out of order here: all others stand in the order of their numbers",
                Note(f"beside {before.number}", before.span) if before is not None else None,
                "change its cell or its number",
            )


def rising(numbers: list[int]) -> dict[int, None]:
    """The places of a longest rising part of these numbers."""
    ends: list[int] = []
    at: list[int] = []
    back: list[int] = []
    for place, number in enumerate(numbers):
        cut = bisect_left(ends, number)
        back.append(at[cut - 1] if cut else -1)
        ends[cut : cut + 1] = [number]
        at[cut : cut + 1] = [place]
    found: dict[int, None] = {}
    place = at[-1] if at else -1
    while place >= 0:
        found[place] = None
        place = back[place]
    return found


def neighbour(grid: list[Cell], card: Cell) -> Cell | None:
    at = grid.index(card)
    return grid[at - 1] if at else grid[1] if len(grid) > 1 else None
