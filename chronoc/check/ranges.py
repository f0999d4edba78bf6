"""How small and how great a number of the code can be, by what is declared and by how many things there are."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from chronoc.check.context import Context

Range = tuple[int | None, int | None]
OPEN: Range = (None, None)


def range_of(ctx: Context, node: int, fn: int, chosen: bool = False) -> Range:
    """Least and greatest value. chosen: options have the value that this variant gives them, else any they may have."""
    op = ctx.code[node]
    name = op[0]
    if name == "num":
        return op[1], op[1]
    if name == "count":
        return 0, ctx.things.most(op[1], fn)
    if name == "neg":
        low, high = range_of(ctx, op[1], fn, chosen)
        return _minus(high), _minus(low)
    if name in ("add", "sub"):
        a, b = range_of(ctx, op[1], fn, chosen), range_of(ctx, op[2], fn, chosen)
        if name == "sub":
            b = _minus(b[1]), _minus(b[0])
        return _sum(a[0], b[0]), _sum(a[1], b[1])
    if name == "if":
        a, b = range_of(ctx, op[2], fn, chosen), range_of(ctx, op[3], fn, chosen)
        low = None if a[0] is None or b[0] is None else min(a[0], b[0])
        high = None if a[1] is None or b[1] is None else max(a[1], b[1])
        return low, high
    if name == "option":
        return _option(ctx, ctx.table["options"][op[1]], fn, chosen)
    if name in ("get", "key") and ctx.table["fields"][op[1]]["var"]:
        return _declared(ctx, ctx.table["fields"][op[1]])
    if name == "game":
        return _declared(ctx, ctx.table["gvars"][op[1]])
    if name == "call":
        return _called(ctx, op, chosen)
    return OPEN


def _option(ctx: Context, row: dict[str, Any], fn: int, chosen: bool) -> Range:
    if chosen:
        return range_of(ctx, row["default"], fn)
    return _declared(ctx, row)


def _declared(ctx: Context, row: dict[str, Any]) -> Range:
    if row["type"] != ["number"] or row["low"] is None or row["high"] is None:
        return OPEN
    return ctx.formulas.number(row["low"]), ctx.formulas.number(row["high"])


def _called(ctx: Context, op: list[Any], chosen: bool) -> Range:
    define = ctx.table["defines"][op[1]]
    if define["adjusts"] or len(define["overloads"]) != 1 or op[2] or define["low"] is not None:
        return OPEN
    fn = define["overloads"][0]["fn"]
    code = ctx.table["fns"][fn]["code"]
    return range_of(ctx, code, fn, chosen) if ctx.code[code][0] in ("count", "option", "add", "sub") else OPEN


def _minus(n: int | None) -> int | None:
    return None if n is None else -n


def _sum(a: int | None, b: int | None) -> int | None:
    return None if a is None or b is None else a + b


def decided(name: str, left: Range, right: Range) -> bool | None:
    """Whether a comparison always or never holds."""
    if name in ("gt", "le"):
        found = _at_most(left, right)
        return found if name == "le" or found is None else not found
    if name in ("lt", "ge"):
        found = _at_most(right, left)
        return found if name == "ge" or found is None else not found
    apart = _below(left, right) or _below(right, left)
    if apart:
        return name == "ne"
    return None


def _at_most(left: Range, right: Range) -> bool | None:
    """left <= right"""
    if left[1] is not None and right[0] is not None and left[1] <= right[0]:
        return True
    return False if _below(right, left) else None


def _below(left: Range, right: Range) -> bool:
    return left[1] is not None and right[0] is not None and left[1] < right[0]
