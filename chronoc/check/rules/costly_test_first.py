"""costly-test-first"""

from __future__ import annotations

from collections.abc import Iterator

from chronoc.check.context import Context
from chronoc.check.registry import rule
from chronoc.diagnostics import Diagnostic, Note
from chronoc.lower.flow import children

TRIALS = ("can", "try")


@rule("costly-test-first", "info", "style", "table")
def check(ctx: Context) -> Iterator[Diagnostic]:
    """A trial (`can`, `try`) in front of a test that only looks: tests run from the left, and a trial costs far more than a look."""
    for fn in range(len(ctx.table["fns"])):
        for node in ctx.function_nodes(fn):
            op = ctx.code[node]
            if op[0] != "and":
                continue
            costly = [tries(ctx, part) for part in op[1]]
            first = costly.index(True) if True in costly else len(costly)
            if all(costly[first:]):
                continue
            span, cheap = ctx.first_place(op[1][first]), ctx.first_place(op[1][costly.index(False, first)])
            if span is not None and cheap is not None:
                yield ctx.found(
                    span,
                    f"`{ctx.source(span)}` is tried for every one, also where the test behind it fails",
                    Note("this only looks", cheap),
                    "write the trial last",
                )


def tries(ctx: Context, node: int) -> bool:
    """Whether an expression carries something out on trial, as it is written."""
    todo = [node]
    while todo:
        op = ctx.code[todo.pop()]
        if op[0] in TRIALS:
            return True
        todo += children(op)
    return False
