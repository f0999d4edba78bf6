"""not-the-other-side"""

from __future__ import annotations

from collections.abc import Iterator

from chronoc.check.context import Context
from chronoc.check.registry import rule
from chronoc.check.truth import cases
from chronoc.diagnostics import Diagnostic
from chronoc.model.suggest import fold
from chronoc.syntax.tree import Span

SIDES = ("plain", "primed")


@rule("not-the-other-side", "warning", "language", "table")
def check(ctx: Context) -> Iterator[Diagnostic]:
    """`not X'` or `X or X'` of a card that may be neither as printed nor as its other side."""
    told: dict[tuple[int, int, Span], None] = {}
    for fn, entry in enumerate(ctx.table["fns"]):
        if entry["name"] in SIDES:
            continue
        for node in ctx.function_nodes(fn):
            op = ctx.code[node]
            if op[0] == "not":
                side = sided(ctx, op[1])
                span = ctx.first_place(node)
                if side is not None and span is not None and third(ctx, side[1]):
                    here, other = (
                        ("as printed", "on its other side")
                        if side[0] == "plain"
                        else ("on its other side", "as printed")
                    )
                    yield ctx.found(
                        span,
                        f"`{ctx.source(span)}` also holds where `{ctx.table['designs'][side[1]]['title']}` is neither {here} nor {other}",
                        f"to ask whether it is {other}, name that side; if this is meant, define a word for it",
                    )
            elif op[0] == "or":
                sides: dict[int, dict[str, int]] = {}
                for part in op[1]:
                    side = sided(ctx, part)
                    if side is not None:
                        sides.setdefault(side[1], {})[side[0]] = part
                for design, those in sides.items():
                    span = ctx.first_place(node)
                    if len(those) == 2 and span is not None and third(ctx, design) and (node, design, span) not in told:
                        told[node, design, span] = None
                        yield ctx.found(
                            span,
                            f"`{ctx.source(span)}` does not always hold: "
                            f"`{ctx.table['designs'][design]['title']}` may be neither of the two",
                            "name the sides that are meant, or define a word for it",
                        )


def sided(ctx: Context, node: int) -> tuple[str, int] | None:
    """Which side of which card a condition asks for."""
    op = ctx.code[node]
    if op[0] != "call" or len(op[2]) != 1:
        return None
    name = fold(ctx.table["defines"][op[1]]["name"])
    what = ctx.code[op[2][0]]
    return (name, what[1]) if name in SIDES and what[0] in ("obj", "design") else None


def third(ctx: Context, design: int) -> bool:
    """Whether this card may be neither plain nor primed."""
    formulas = ctx.formulas
    both = []
    for name in SIDES:
        index = next((i for i, d in enumerate(ctx.table["defines"]) if fold(d["name"]) == name), None)
        if index is None:
            return False
        entered = formulas.enter(index, [formulas.thing(design)])
        if entered is None:
            return False
        both.append(formulas.formula(*entered))
    space = cases(both, formulas.bounds, formulas.sizes)
    return space is not None and (space.mask(both[0]) | space.mask(both[1])) != space.all
