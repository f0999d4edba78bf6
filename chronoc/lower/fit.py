"""Whether a value fits where it is wanted, and the node that makes it fit."""

from __future__ import annotations

from collections.abc import Callable

from chronoc.lower.body import Body, Val
from chronoc.model import types
from chronoc.model.suggest import article
from chronoc.model.types import Type
from chronoc.syntax import tree


def fits(b: Body, have: Type, want: Type) -> bool:
    """Could a value of this type stand where that one is wanted? (A kind may turn out to be a special case.)"""
    if have.base in ("error", "any", "nothing") or want.base in ("error", "any"):
        return True
    if want.base == "list":
        if have.base == "list":
            return fits(b, have.arg, want.arg)
        if have.base == "zone":
            return fits(b, types.obj(*have.arg), want.arg) if have.arg else True
        return fits(b, have, want.arg)
    if have.base != want.base:
        return have.base == "object" and want.base == "design" and design_fits(b, have, want)
    match want.base:
        case "object":
            return b.low.may_be(have.arg, want.arg)
        case "design":
            return design_fits(b, have, want)
        case "zone":
            return not want.arg or not have.arg or b.low.may_be(have.arg, want.arg)
        case "enum" | "cell":
            return bool(have.arg == want.arg)
    return True


def design_fits(b: Body, have: Type, want: Type) -> bool:
    return not have.arg or not want.arg or b.low.may_be(have.arg, want.arg)


def coerce(b: Body, val: Val, want: Type, span: tree.Span, what: str = "") -> int:
    """The node for this value where that type is wanted; an error when it does not fit."""
    node, have = val
    if have.base in ("error", "any") or want.base in ("error", "any"):
        return node
    if not fits(b, have, want):
        mismatch(b, have, want, span, what)
        return node
    if want.base == "list" and have.base != "list":
        if have.base == "zone":
            return b.add(span, "items", node)
        return b.add(span, "aslist", node)
    if want.base == "design" and have.base == "object":
        return b.add(span, "designof", node)
    return node


def lift(b: Body, val: Val, span: tree.Span, make: Callable[[int], int], many: bool = False) -> int:
    """Do something with a value that may be `nothing`: nothing gives nothing (of a list, the empty list)."""
    node, type_ = val
    if not type_.optional and type_.base != "nothing":
        return make(node)
    slot = b.new_slot()
    mapped = b.add(span, "map", slot, b.add(span, "aslist", node), make(b.local(slot)))
    return b.add(span, "flat" if many else "first", mapped)


def mismatch(b: Body, have: Type, want: Type, span: tree.Span, what: str = "") -> None:
    wanted, found = b.program.describe(want), b.program.describe(have)
    notes: list[str] = []
    if have.base == "design" and want.base in ("object", "list"):
        notes.append("the name of a card with several copies means its design; take one with `first of (copies of …)`")
    if have.base == "list" and want.base == "object":
        notes.append("take one of them: `first of …`, `choose x from …`, or all: `for each x in … { … }`")
    if have.base == "object" and want.base == "number":
        notes.append("say which number of it")
    lead = f"{what} should be" if what else "here should stand"
    b.findings.error("wrong-type", span, f"{lead} {article(wanted)}, not {article(found)}", *notes)


def as_list(b: Body, val: Val, span: tree.Span) -> tuple[int, Type]:
    """A node that gives a list, and the type of its elements."""
    node, have = val
    match have.base:
        case "list":
            return node, have.arg
        case "zone":
            return b.add(span, "items", node), types.obj(*have.arg) if have.arg else types.obj(*b.low.things)
        case "nothing":
            return b.add(span, "list", []), types.ANY
        case "error":
            return b.add(span, "list", []), types.ERROR
        case "any":
            return b.add(span, "aslist", node), types.ANY
        case "number" | "flag" | "text":
            counted = "a number of things is `3 cards`, with their kind" if have.base == "number" else None
            b.findings.error("wrong-type", span, f"here should stand a list, not {article(have.base)}", counted)
            return b.add(span, "list", []), types.ERROR
    return b.add(span, "aslist", node), have.sure()
