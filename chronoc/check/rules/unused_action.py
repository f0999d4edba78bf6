"""unused-action"""

from __future__ import annotations

from collections.abc import Iterator

from chronoc.check.context import Context
from chronoc.check.registry import rule
from chronoc.diagnostics import Diagnostic
from chronoc.model.suggest import fold
from chronoc.syntax import tree


@rule("unused-action", "warning", "style", "table")
def check(ctx: Context) -> Iterator[Diagnostic]:
    """An action that no `take` offers."""
    taken = {fold(name): None for node in ctx.of(tree.Take) for name in node.actions}
    if "actions" in taken:  # all that the running phase has: which one runs there is not looked into
        return
    for action in ctx.program.actions:
        if fold(action.name) not in taken:
            yield ctx.found(
                ctx.name_in(action.span, action.name),
                f"no `take` offers the action `{action.name}`, so nobody can take it",
                f"offer it (`take one of {action.name}`), or take it out",
            )
