"""idle-override"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from chronoc.check.context import Context
from chronoc.check.registry import rule
from chronoc.check.shapes import shape
from chronoc.diagnostics import Diagnostic, Note
from chronoc.syntax import tree
from chronoc.syntax.tree import Span


@rule("idle-override", "warning", "packaging")
def check(ctx: Context) -> Iterator[Diagnostic]:
    """An `override` that says what was said before."""
    first: dict[Any, Span] = {}
    for one in ctx.program.sets:
        for file in one.files:
            for item in file.items:
                if not isinstance(item, tree.Changed):
                    first.setdefault(shape(item), item.span)
    for change in ctx.of(tree.Changed):
        if change.how == "override" and not isinstance(change.item, tree.GameDecl):
            before = first.get(shape(change.item))
            if before is not None:
                yield ctx.found(
                    change.span,
                    "this is what it says already, so nothing is replaced",
                    Note("it is said here", before),
                    "change something in it, or take it out",
                )
