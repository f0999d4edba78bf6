"""unreachable-goal"""

from __future__ import annotations

from collections.abc import Iterator

from chronoc.check.context import Context
from chronoc.check.registry import rule
from chronoc.diagnostics import Diagnostic, Note


@rule("unreachable-goal", "warning", "balance", "table")
def check(ctx: Context) -> Iterator[Diagnostic]:
    """A goal that nobody can reach: no card can be its witness, or what it asks for never changes."""
    goals = ctx.goals
    for index, row in enumerate(ctx.table["goals"]):
        source = ctx.program.goals[index].decl.source
        if row["over"] is None or source is None:
            continue
        code = ctx.table["fns"][row["over"]]["code"]
        if ctx.things.holds_cards(code) and not ctx.things.may_be(code, row["over"]):
            yield ctx.found(
                source.span,
                f"no card is ever in `{ctx.source(source.span)}`, so `{row['title']}` cannot be reached",
                "put cards there in `setup`, or take another list",
            )
    for way in goals.ways:
        own = any(goals.hopeless(formula) for formula in way.own)
        if own or (goals.hopeless(way.formula) and way.card is None) or not goals.hopeless(way.formula, goals.frozen):
            continue  # a condition that contradicts itself is told as such
        goal = ctx.program.goals[way.goal]
        yield ctx.found(
            way.span,
            f"`{way.title}` cannot be reached: nothing in the rules brings about what it asks for",
            Note("the goal it is for", goal.span) if way.card is not None else None,
            "let some effect change what is asked for here, or ask for something else",
        )
