"""unused-verb"""

from __future__ import annotations

from collections.abc import Iterator

from chronoc.check.context import Context
from chronoc.check.registry import rule
from chronoc.diagnostics import Diagnostic


@rule("unused-verb", "info", "style", "table")
def check(ctx: Context) -> Iterator[Diagnostic]:
    """A verb that nothing calls."""
    for verb in ctx.program.verbs:
        if not ctx.uses.used(verb.name):
            yield ctx.found(
                ctx.name_in(verb.span, verb.name),
                f"nothing calls the verb `{verb.name}`, so it never happens",
                f"call it in an effect (`{verb.name} …`), or take it out",
            )
