"""unused-phase"""

from __future__ import annotations

from collections.abc import Iterator

from chronoc.check.context import Context
from chronoc.check.registry import rule
from chronoc.diagnostics import Diagnostic
from chronoc.model.suggest import fold
from chronoc.syntax import tree


@rule("unused-phase", "warning", "style", "table")
def check(ctx: Context) -> Iterator[Diagnostic]:
    """A phase that nothing enters."""
    entered = {fold(node.phase): None for node in ctx.of(tree.Enter)}
    entered.update((fold(given.name), None) for given in ctx.of(tree.Given) if given.form == "phase" and given.name)
    for phase in ctx.program.phases:
        if fold(phase.name) not in entered and not ctx.uses.used(phase.name):
            yield ctx.found(
                ctx.name_in(phase.span, phase.name),
                f"nothing enters the phase `{phase.name}`, so it never takes place",
                f"enter it: `enter {phase.name}`, or take it out",
            )
