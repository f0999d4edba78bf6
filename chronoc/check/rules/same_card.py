"""same-card"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from chronoc.check.context import Context
from chronoc.check.registry import rule
from chronoc.check.shapes import shape
from chronoc.diagnostics import Diagnostic, Note
from chronoc.model.symbols import DesignSym
from chronoc.syntax import tree

CODE = (tree.Effect, tree.React, tree.Trigger, tree.Whenever, tree.Adjust, tree.Forbid)


@rule("same-card", "info", "balance")
def check(ctx: Context) -> Iterator[Diagnostic]:
    """Two cards of one kind that differ in their titles alone."""
    first: dict[tuple[int, Any], DesignSym] = {}
    for card in ctx.program.designs:
        said = [clause for clause in card.decl.clauses if not told_apart(clause)]
        if not any(isinstance(clause, CODE) for clause in said):
            continue
        other = first.setdefault((card.kind.index, tuple(sorted(map(repr, map(shape, said))))), card)
        if other is not card and other.decl is not card.decl:
            yield ctx.found(
                card.decl.title_span,
                f"this card says and does what `{other.title}` does, under another title",
                Note("the other", other.decl.title_span),
                f"write one of them with more copies (`x{other.decl.copies + card.decl.copies}`), or let them differ",
            )


def told_apart(clause: tree.Clause) -> bool:
    """What says nothing about the game."""
    return isinstance(clause, tree.Translation) or (
        isinstance(clause, tree.Field) and clause.name in ("note", "provenance")
    )
