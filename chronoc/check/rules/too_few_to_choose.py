"""too-few-to-choose"""

from __future__ import annotations

from collections.abc import Iterator

from chronoc.check.context import Context
from chronoc.check.registry import rule
from chronoc.diagnostics import Diagnostic


@rule("too-few-to-choose", "warning", "language", "table")
def check(ctx: Context) -> Iterator[Diagnostic]:
    """A choice of more things than there can be, or of nothing."""
    for fn in range(len(ctx.table["fns"])):
        for node in ctx.function_nodes(fn):
            op = ctx.code[node]
            span = ctx.first_place(node)
            if span is None:
                continue
            if op[0] == "choose":
                least = None if op[3] is None else ctx.formulas.number(op[3])
                most = None if op[4] is None else ctx.formulas.number(op[4])
                there = ctx.things.most(op[2], fn)
                if most == 0:
                    yield ctx.found(span, "this chooses nothing at all", "say how many: `choose 2 x from …`")
                elif least and there == 0 and ctx.code[op[2]][0] == "list":
                    yield ctx.found(
                        span, "there is nothing to choose from, so this is never possible", "name what there is"
                    )
                elif least is not None and there is not None and 0 < there < least:
                    yield ctx.found(
                        span,
                        f"there are never {least} to choose from, but {there} at the most, so this is never possible",
                        f"choose fewer, or `choose up to {least} …`",
                    )
            elif op[0] == "move" and op[6] == "n":
                number = None if op[7] is None else ctx.formulas.number(op[7])
                there = ctx.things.most(op[1], fn)
                if number is not None and there is not None and 0 < there < number:
                    yield ctx.found(
                        span,
                        f"there are never {number} of them, but {there} at the most, so this is never possible",
                        f"write `move up to {number} …`",
                    )
            elif op[0] == "either" and not op[3]:
                yield ctx.found(span, "there is no branch to choose from", 'write the branches: `first "…" { … }`')
