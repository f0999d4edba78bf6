"""unused-clause"""

from __future__ import annotations

from collections.abc import Iterator

from chronoc.check.context import Context
from chronoc.check.registry import rule
from chronoc.diagnostics import Diagnostic


@rule("unused-clause", "warning", "style", "table")
def check(ctx: Context) -> Iterator[Diagnostic]:
    """A clause of a kind that no rule asks for or carries out."""
    for clause in ctx.program.clauses:
        if not ctx.uses.used(clause.name):
            use = f"do x.{clause.name}" if clause.sort == "effect" else f"x is {clause.name}"
            if clause.sort == "formula":
                use = f"x.{clause.name}"
            yield ctx.found(
                ctx.name_in(clause.span, clause.name),
                f"no rule reads the clause `{clause.name}`, so what cards say there never counts",
                f"read it in a rule (`{use}`), or take it out",
            )
