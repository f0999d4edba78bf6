"""out-of-range"""

from __future__ import annotations

from collections.abc import Iterator

from chronoc.check.context import Context
from chronoc.check.ranges import Range, decided, range_of
from chronoc.check.registry import rule
from chronoc.diagnostics import Diagnostic, Note
from chronoc.model.suggest import fold

COMPARISONS = ("eq", "ne", "lt", "le", "gt", "ge")


@rule("out-of-range", "warning", "language", "table")
def check(ctx: Context) -> Iterator[Diagnostic]:
    """A comparison with a number that can never be reached, or can never be missed."""
    for fn in range(len(ctx.table["fns"])):
        for node in ctx.function_nodes(fn):
            op = ctx.code[node]
            if op[0] not in COMPARISONS or ctx.code[op[1]][0] == ctx.code[op[2]][0] == "num":
                continue
            span = ctx.first_place(node)
            if span is None:
                continue
            left, right = range_of(ctx, op[1], fn), range_of(ctx, op[2], fn)
            verdict = decided(op[0], left, right)
            if verdict is not None:
                yield ctx.found(
                    span,
                    f"`{ctx.source(span)}` {'always' if verdict else 'never'} holds: {told(ctx, op, left, right)}",
                    "ask for a number that can be reached and can be missed",
                )
                continue
            left, right = range_of(ctx, op[1], fn, True), range_of(ctx, op[2], fn, True)
            option = next((ctx.code[part][1] for part in op[1:] if ctx.code[part][0] == "option"), None)
            if option is not None and decided(op[0], left, right) is False:
                name = ctx.table["options"][option]["name"]
                given = [key for key in ctx.program.variant.options if fold(key) == fold(name)]
                place = ctx.program.variant.span(f"options.{given[0]}") if given else ctx.program.options[option].span
                yield ctx.found(
                    place,
                    f"with this `{name}`, `{ctx.source(span)}` never holds: {told(ctx, op, left, right)}",
                    Note("it is asked here", span),
                )


def told(ctx: Context, op: list[object], left: Range, right: Range) -> str:
    """How far the numbers of the side go that is not written out."""
    parts = [(op[1], left, right), (op[2], right, left)]
    varying = [(part, here) for part, here, _ in parts if here[0] != here[1] or here[0] is None]
    part, (low, high) = varying[0] if varying else (op[1], left)
    place = ctx.first_place(part) if isinstance(part, int) else None
    what = f"`{ctx.source(place, 40)}`" if place is not None else "it"
    if low is None:
        return f"{what} is {high} at the most"
    if high is None:
        return f"{what} is {low} at the least"
    return f"{what} is {low} to {high}"
