"""reused-name"""

from __future__ import annotations

from collections.abc import Iterator

from chronoc.check.context import Context
from chronoc.check.registry import rule
from chronoc.diagnostics import Diagnostic, Note
from chronoc.model.suggest import fold


@rule("reused-name", "warning", "packaging")
def check(ctx: Context) -> Iterator[Diagnostic]:
    """A name that a card gave up and that a card bears again."""
    program = ctx.program
    for card in program.designs:
        for name, span in card.former:
            key = fold(name)
            bearers = [*program.card_names.get(key, ()), *program.card_titles.get(key, ())]
            other = next((one for one in bearers if one.kind is card.kind), None) or program.former.get(key)
            if other is not None and (other is not card or key in (fold(card.title), fold(card.decl.name or ""))):
                again = "still its name" if other is card else f"what `{other.title}` is or was called"
                yield ctx.found(
                    span,
                    f"`{name}` is {again}, so an older save, scenario or set that says it means two things",
                    None if other is card else Note("the other", other.span),
                    "give the other a name of its own, or take this out",
                )
