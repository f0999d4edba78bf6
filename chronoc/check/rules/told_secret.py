"""told-secret"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from chronoc.check.context import Context
from chronoc.check.registry import rule
from chronoc.diagnostics import Diagnostic, Note
from chronoc.lower.hidden import READS

SECRET = ("hidden", "owner")
SHOWING = ("reveal", "look", "turn", "move")


@rule("told-secret", "warning", "language", "table")
def check(ctx: Context) -> Iterator[Diagnostic]:
    """What everybody may read tells what is printed on a card that lies hidden."""
    for fn in range(len(ctx.table["fns"])):
        shown = False
        held: dict[int, int] = {}  # slot -> zone of the hidden card in it
        for node in ctx.function_nodes(fn):
            op = ctx.code[node]
            if op[0] in SHOWING:
                shown = True  # from here on it may be known
            if op[0] == "let":
                zone = hidden(ctx, op[2], {})
                if zone is not None:
                    held[op[1]] = zone
            if shown or op[0] not in ("log", "set", "addto"):
                continue
            for told in public(ctx, op):
                read = reading(ctx, told, held)
                span = ctx.first_place(node)
                if read is not None and span is not None:
                    what = (
                        "the story tells everybody" if op[0] == "log" else "this number lies open and tells everybody"
                    )
                    yield ctx.found(
                        span,
                        f"{what} what is printed on a card in `{ctx.table['zones'][read]['name']}`, which nobody else may see",
                        Note("it is declared here", ctx.program.zones[read].span),
                        "reveal the card first, or leave this out",
                    )
                    break


def public(ctx: Context, op: list[Any]) -> list[int]:
    """The values that an effect shows to everybody: of a story those that are no things (those are named with care)."""
    if op[0] == "log":
        return [
            piece[0] for piece in op[1] if not isinstance(piece, str) and piece[1][0] not in ("object", "list", "any")
        ]
    target = ctx.code[op[1]]
    if target[0] == "game" or (target[0] == "get" and not ctx.table["fields"][target[1]]["secret"]):
        return [op[2]]
    return []


def reading(ctx: Context, node: int, held: dict[int, int]) -> int | None:
    """The zone of a hidden card of which this reads a printed fact."""
    op = ctx.code[node]
    if op[0] in ("add", "sub", "mul"):
        found = [reading(ctx, part, held) for part in op[1:]]
        return next((zone for zone in found if zone is not None), None)
    if op[0] in ("get", "getopt", "getdesign", "key") and not ctx.table["fields"][op[1]]["var"]:
        return hidden(ctx, op[READS[op[0]]], held)
    return None


def hidden(ctx: Context, node: int, held: dict[int, int]) -> int | None:
    """The zone, when this is the top or bottom card of a zone that nobody (or only its owner) sees."""
    op = ctx.code[node]
    if op[0] == "local":
        return held.get(op[1])
    if op[0] not in ("first", "last"):
        return None
    inner = ctx.code[op[1]]
    zone = ctx.code[inner[1]] if inner[0] == "items" else [""]
    if zone[0] in ("zone", "zoneof") and ctx.table["zones"][zone[1]]["see"] in SECRET:
        return int(zone[1])
    return None
