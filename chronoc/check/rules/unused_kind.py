"""unused-kind"""

from __future__ import annotations

from collections.abc import Iterator

from chronoc.check.context import Context
from chronoc.check.registry import rule
from chronoc.diagnostics import Diagnostic


@rule("unused-kind", "info", "style", "table")
def check(ctx: Context) -> Iterator[Diagnostic]:
    """A kind of which there is no card, and that nothing speaks of."""
    used = {card.kind.index: None for card in ctx.program.designs}
    for kind in ctx.program.kinds:
        below = any(one.index in used for one in kind.family)
        if kind.index and not below and not ctx.uses.used(kind.name) and not ctx.uses.used(kind.plural):
            yield ctx.found(
                ctx.name_in(kind.span, kind.name),
                f"there is no card of the kind `{kind.name}`, and nothing speaks of it",
                f'write a card (`{kind.name} "…" {{ }}`), or take it out',
            )
