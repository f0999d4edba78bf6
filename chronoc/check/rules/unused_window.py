"""unused-window"""

from __future__ import annotations

from collections.abc import Iterator

from chronoc.check.context import Context
from chronoc.check.registry import rule
from chronoc.diagnostics import Diagnostic
from chronoc.model.suggest import fold
from chronoc.syntax import tree


@rule("unused-window", "warning", "style", "table")
def check(ctx: Context) -> Iterator[Diagnostic]:
    """A window that nothing opens."""
    opened = {fold(node.window): None for node in ctx.of(tree.Open)}
    opened.update((fold(name), None) for node in ctx.of(tree.Take) for name in node.reacts)
    opened.update((fold(node.react), None) for node in ctx.of(tree.Branch) if node.react is not None)
    for window in ctx.program.windows:
        if fold(window.name) not in opened:
            yield ctx.found(
                ctx.name_in(window.span, window.name),
                f"nothing opens the window `{window.name}`, so nobody can ever answer there",
                f"open it: `open {window.name}(…) for others {{ … }}`, or take it out",
            )
