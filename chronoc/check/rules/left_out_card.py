"""left-out-card"""

from __future__ import annotations

from collections.abc import Iterator

from chronoc.check.context import Context
from chronoc.check.goals import given
from chronoc.check.registry import rule
from chronoc.diagnostics import Diagnostic, Note
from chronoc.model.suggest import listed


@rule("left-out-card", "warning", "balance", "table")
def check(ctx: Context) -> Iterator[Diagnostic]:
    """A goal that needs a card of which the variant has no copy."""
    goals = ctx.goals
    for way in goals.ways:
        absent = goals.left_out(way)
        numbers = [0 if card in absent else number for card, number in enumerate(goals.printed)]
        if not absent or goals.hopeless(way.formula, goals.counted(goals.printed)):
            continue
        if not goals.hopeless(way.formula, goals.counted(numbers)):
            continue
        names = listed((f"`{ctx.table['designs'][card]['title']}`" for card in absent), "and")
        place = next((span for card in absent if (span := given(ctx, card)) is not None), None)
        yield ctx.found(
            place or way.span,
            f"there is no copy of {names}, without which `{way.title}` cannot be reached",
            Note("it is asked for here", way.span) if place is not None else None,
            f"leave `{way.title}` out as well, or have a copy of the card"
            if way.card is not None
            else "have a copy of the card",
        )
