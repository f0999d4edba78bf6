"""unused-tag"""

from __future__ import annotations

from collections.abc import Iterator

from chronoc.check.context import Context
from chronoc.check.registry import rule
from chronoc.diagnostics import Diagnostic


@rule("unused-tag", "warning", "style", "table")
def check(ctx: Context) -> Iterator[Diagnostic]:
    """A tag that no card bears and nothing asks for."""
    for tag in ctx.program.tags:
        if not ctx.uses.used(tag.name):
            yield ctx.found(
                ctx.name_in(tag.span, tag.name),
                f"no card bears the tag `{tag.name}`, and nothing asks for it",
                f"put it on a card (`tags: {tag.name}`), or take it out",
            )
