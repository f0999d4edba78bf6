"""unreachable-statement"""

from __future__ import annotations

from collections.abc import Iterator

from chronoc.check.context import Context
from chronoc.check.registry import rule
from chronoc.diagnostics import Diagnostic, Note

ENDS = {"endgame": "the game is over here", "endturn": "the turn is over here", "endphase": "the phase is over here"}


@rule("unreachable-statement", "warning", "language", "table")
def check(ctx: Context) -> Iterator[Diagnostic]:
    """An effect behind one that ends the game, the turn or the phase: it never happens."""
    scoring = ctx.called_from(ctx.table["ending"])  # there the game is over already, so `end game` does nothing
    for fn in range(len(ctx.table["fns"])):
        for node in ctx.function_nodes(fn):
            op = ctx.code[node]
            if op[0] != "seq":
                continue
            for before, after in zip(op[1], op[1][1:], strict=False):
                end = ends(ctx, before, fn in scoring)
                span = ctx.first_place(after)
                if end is not None and span is not None:
                    place = ctx.first_place(end)
                    yield ctx.found(
                        span,
                        f"this never happens: before it, {told(ctx, end)}",
                        Note("here", place) if place is not None else None,
                        "put it in front of that, or take it out",
                    )
                    break


def ends(ctx: Context, node: int, scoring: bool) -> int | None:
    """The effect behind which nothing follows, when this surely comes to one."""
    op = ctx.code[node]
    if op[0] == "endgame":
        return None if op[1] or scoring else node
    if op[0] in ("endturn", "endphase"):
        return node
    if op[0] == "require" and ctx.code[op[1]] == ["flag", False]:
        return node
    if op[0] == "seq":
        return next((end for part in op[1] if (end := ends(ctx, part, scoring)) is not None), None)
    if op[0] == "ifelse" and op[3] is not None:
        both = ends(ctx, op[2], scoring), ends(ctx, op[3], scoring)
        return both[0] if None not in both else None
    return None


def told(ctx: Context, node: int) -> str:
    return ENDS.get(ctx.code[node][0], "it is never allowed to go on")
