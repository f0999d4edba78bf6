"""unused-option"""

from __future__ import annotations

import re
from collections.abc import Iterator

from chronoc.check.context import Context
from chronoc.check.registry import rule
from chronoc.diagnostics import Diagnostic
from chronoc.model.suggest import fold
from chronoc.syntax import tree

IN_A_TEXT = re.compile(r"\{(\w+)")


@rule("unused-option", "warning", "style", "table")
def check(ctx: Context) -> Iterator[Diagnostic]:
    """An option that no rule and no card reads: setting it changes nothing."""
    read: dict[str, None] = {}
    for node in ctx.nodes():
        if isinstance(node, tree.Name):
            read[fold(node.name)] = None
        elif isinstance(node, tree.Text):
            read.update((fold(name), None) for name in IN_A_TEXT.findall(node.value))
    for option in ctx.program.options:
        if fold(option.name) not in read:
            yield ctx.found(
                option.span,
                f"nothing reads the option `{option.name}`, so setting it changes nothing",
                f"read it in a rule (`{option.name}` is its value), or take it out",
            )
