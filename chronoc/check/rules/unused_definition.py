"""unused-definition"""

from __future__ import annotations

from collections.abc import Iterator

from chronoc.check.context import Context
from chronoc.check.registry import rule
from chronoc.diagnostics import Diagnostic


@rule("unused-definition", "info", "style", "table")
def check(ctx: Context) -> Iterator[Diagnostic]:
    """A definition that nothing asks for."""
    for define in ctx.program.defines:
        made = all(overload.decl is None for overload in define.overloads)  # from the sides of a kind
        if not made and define.name not in ("plain", "primed", "priority") and not ctx.uses.used(define.name):
            yield ctx.found(
                ctx.name_in(define.span, define.name),
                f"nothing asks for `{define.name}`, so it does not matter what it is",
                "use it in a condition or a value, or take it out",
            )
