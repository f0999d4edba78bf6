"""Expressions: what is written becomes a node with a type.

`expr` gives node and type, with a hint of what is wanted; `value` makes it fit; `condition` wants a flag and reads a
bare two-sided card as the side that is printed. Each form of expression has its handler in another module, which
registers it with `handles`.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from chronoc.lower.body import Body, Val
from chronoc.lower.fit import coerce
from chronoc.model import types
from chronoc.model.suggest import article
from chronoc.model.types import Type
from chronoc.syntax import tree

Handler = Callable[[Body, Any, Type | None], Val]
HANDLERS: dict[type, Handler] = {}


def handles(form: type) -> Callable[[Handler], Handler]:
    """Register the function that lowers a form of expression."""

    def register(handler: Handler) -> Handler:
        HANDLERS[form] = handler
        return handler

    return register


def expr(b: Body, e: tree.Expr, want: Type | None) -> Val:
    """Node and type of an expression; `want` is a hint, not a demand."""
    return HANDLERS[type(e)](b, e, want)


def value(b: Body, e: tree.Expr, want: Type, what: str = "") -> int:
    """The node of an expression that must be of this type."""
    if want.base == "flag":
        return condition(b, e)
    return coerce(b, expr(b, e, want), want, e.span, what)


def condition(b: Body, e: tree.Expr) -> int:
    """The node of a condition. A card that stands alone means: it shows its printed side."""
    node, type_ = expr(b, e, types.FLAG)
    if type_.base in ("flag", "any", "error"):
        return node
    if type_.base in ("object", "design"):
        from chronoc.lower.references import sided

        plain = sided(b, "plain", (node, type_), e.span)
        return plain[0]
    notes = []
    if type_.base in ("list", "zone"):
        notes.append("to ask whether there is one: `… exists` or `any x in …`")
    b.findings.error(
        "wrong-type", e.span, f"here should stand a condition, not {article(b.program.describe(type_))}", *notes
    )
    return node
