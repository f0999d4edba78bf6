"""too-many-wanted"""

from __future__ import annotations

from collections.abc import Iterator

from chronoc.check.context import Context
from chronoc.check.goals import given
from chronoc.check.registry import rule
from chronoc.check.truth import leaves, put
from chronoc.diagnostics import Diagnostic, Note


@rule("too-many-wanted", "warning", "balance", "table")
def check(ctx: Context) -> Iterator[Diagnostic]:
    """A goal that needs more copies of cards than the variant has."""
    goals = ctx.goals
    for way in goals.ways:
        absent = goals.left_out(way)
        none = [0 if card in absent else number for card, number in enumerate(goals.printed)]
        if goals.hopeless(way.formula, goals.counted(none)) or not goals.hopeless(
            way.formula, goals.counted(goals.there)
        ):
            continue
        known = goals.counted(goals.there)
        spoken = [
            card for leaf in leaves(way.formula) if put(leaf, known) is False for card in goals.counted_cards(leaf)
        ]
        place = next((span for card in spoken if (span := given(ctx, card)) is not None), None)
        yield ctx.found(
            place or way.span,
            f"there are too few copies to reach `{way.title}`",
            Note("so many are asked for here", way.span) if place is not None else None,
            "have more copies, or ask for fewer",
        )
