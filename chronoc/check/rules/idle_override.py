"""idle-override"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from chronoc.check.context import Context
from chronoc.check.registry import rule
from chronoc.check.shapes import shape
from chronoc.diagnostics import Diagnostic, Note
from chronoc.model.suggest import fold
from chronoc.syntax import tree
from chronoc.syntax.tree import Span


@rule("idle-override", "warning", "packaging")
def check(ctx: Context) -> Iterator[Diagnostic]:
    """An `override` that says what was said before."""
    changes = [
        node for node in ctx.of(tree.Changed) if node.how == "override" and not isinstance(node.item, tree.GameDecl)
    ]
    wanted = {heading(change.item): None for change in changes}
    first: dict[Any, Span] = {}
    for one in ctx.program.sets:
        for file in one.files:
            for item in file.items:
                if heading(item) in wanted:
                    first.setdefault(shape(item), item.span)
    for change in changes:
        before = first.get(shape(change.item))
        if before is not None:
            yield ctx.found(
                change.span,
                "this is what it says already, so nothing is replaced",
                Note("it is said here", before),
                "change something in it, or take it out",
            )


def heading(item: tree.Decl) -> tuple[type, str]:
    """What a declaration is of, and of what name."""
    return type(item), fold(str(getattr(item, "name", "")))
