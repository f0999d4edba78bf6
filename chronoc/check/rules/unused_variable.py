"""unused-variable"""

from __future__ import annotations

from collections.abc import Iterator

from chronoc.check.context import Context
from chronoc.check.registry import rule
from chronoc.diagnostics import Diagnostic
from chronoc.model.suggest import article


@rule("unused-variable", "warning", "style", "table")
def check(ctx: Context) -> Iterator[Diagnostic]:
    """A variable that nothing reads."""
    for var in ctx.program.gvars:
        if not ctx.uses.read(var.name):
            yield ctx.found(
                ctx.name_in(var.span, var.name),
                f"nothing reads the variable `{var.name}`, so it makes no difference what it is",
                "read it in a condition or a value, or take it out",
            )
    for field in ctx.program.fields:
        owner = field.type.base == "object" and 0 in field.type.arg  # read by `THINGS of PLAYER` without its name
        if field.var and not field.side and not owner and not ctx.uses.read(field.name):
            yield ctx.found(
                ctx.name_in(field.span, field.name),
                f"nothing reads `{field.name}` of {article(field.kind.name)}, so it makes no difference what it is",
                "read it in a condition or a value, or take it out",
            )
