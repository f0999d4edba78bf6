"""empty-zone"""

from __future__ import annotations

from collections.abc import Iterator

from chronoc.check.context import Context
from chronoc.check.registry import rule
from chronoc.diagnostics import Diagnostic, Note
from chronoc.syntax.tree import Span


@rule("empty-zone", "warning", "language", "table")
def check(ctx: Context) -> Iterator[Diagnostic]:
    """A zone that something is taken from, and that nothing ever fills."""
    for zone, row in enumerate(ctx.table["zones"]):
        if ctx.things.content[zone] or ctx.program.zones[zone].decl is None:
            continue
        span = taken(ctx, zone)
        if span is not None:
            yield ctx.found(
                span,
                f"nothing is ever put into `{row['name']}`, so there is nothing to take",
                Note("the zone is declared here", ctx.program.zones[zone].span),
                f"fill it: `move … to {row['name']}`, in `setup` perhaps; or take from the zone that was meant",
            )


def taken(ctx: Context, zone: int) -> Span | None:
    """The first place where something is moved or chosen from this zone, or drawn from its top."""
    found: list[Span] = []
    for fn in range(len(ctx.table["fns"])):
        for node in ctx.function_nodes(fn):
            op = ctx.code[node]
            if op[0] in ("move", "choose", "foreach"):
                source = op[1] if op[0] == "move" else op[2]
                if zone in ctx.sources(source):
                    span = ctx.first_place(node)
                    if span is not None:
                        found.append(span)
    for action in ctx.table["actions"]:
        for fn in action["params"]:
            node = ctx.table["fns"][fn]["code"]
            if zone in ctx.sources(node):
                span = ctx.first_place(node)
                if span is not None:
                    found.append(span)
    return min(found, key=lambda span: (span.file, span.start), default=None)
