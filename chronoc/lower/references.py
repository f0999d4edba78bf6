"""What stands for one thing or value: names with primes, `f of x`, `x.f`, lists in brackets."""

from __future__ import annotations

from chronoc.lower.body import THIS, YOU, Body, Val
from chronoc.lower.calls import call_define
from chronoc.lower.expressions import expr, handles, value
from chronoc.lower.fit import as_list, coerce
from chronoc.lower.members import members, of
from chronoc.lower.names import by_number, element_of, name, pick, qualified, text
from chronoc.model import types
from chronoc.model.suggest import article, fold, listed
from chronoc.model.symbols import ClauseSym
from chronoc.model.types import Type
from chronoc.syntax import tree


def sided(b: Body, which: str, val: Val, span: tree.Span) -> Val:
    """`plain` or `primed` of a card."""
    from chronoc.lower.calls import applicable, call_values

    type_ = val[1]
    if type_.bad:
        return b.poison()
    if b.readings is not None and b.code.nodes[val[0]][0] in ("obj", "design"):
        b.readings.append((b.code.nodes[val[0]][1], which, span))
    group = b.program.define_names.get((which, 1))
    if group is None or not applicable(b, group, [type_]):
        names = b.program.describe(type_)
        known = listed(dict.fromkeys(f"`{b.program.describe(o.types[0])}`" for o in group.overloads)) if group else ""
        if which == "plain":
            message = f"{article(names)} stands where a condition should"
        else:
            message = f"{article(names)} has no other side"
        return b.error(
            "wrong-type",
            span,
            message,
            f"two sides have only {known}"
            if known
            else "write `side flipped` in its kind, or define `plain` and `primed` for it",
        )
    return call_values(b, group, [val], [span], span)


@handles(tree.BadExpr)
def bad(b: Body, e: tree.BadExpr, want: Type | None) -> Val:
    return b.poison()


@handles(tree.Unknown)
def unknown(b: Body, e: tree.Unknown, want: Type | None) -> Val:
    """`?`: checked, reported as incomplete, refused in a finished table."""
    b.low.unknown(e.span)
    return b.poison()


@handles(tree.Primed)
def primed(b: Body, e: tree.Primed, want: Type | None) -> Val:
    group = b.program.define_names.get(("primed", 1))
    kinds = tuple(k for o in group.overloads for k in o.types[0].arg or ()) if group is not None else ()
    hint = types.obj(*kinds) if kinds else None
    if isinstance(e.base, tree.Number):
        found = by_number(b, e.base.value, e.base.span, str(e.base.value), types.FLAG)
        operand = found if found is not None else (b.num(e.base.value), types.NUMBER)
    elif isinstance(e.base, tree.Name) and b.find(fold(e.base.name)) is None:
        cards = b.program.card_names.get(fold(e.base.name))
        operand = (pick(b, cards, e.base.span, e.base.name, None) or b.poison()) if cards else expr(b, e.base, hint)
    elif isinstance(e.base, tree.Text):
        operand = text(b, e.base, types.FLAG)
    else:
        operand = expr(b, e.base, hint)
    return sided(b, "primed", operand, e.span)


@handles(tree.Qualified)
def is_qualified(b: Body, e: tree.Qualified, want: Type | None) -> Val:
    found = qualified(b, e.space, e.name, e.span, want)
    if found is not None:
        return found
    base = name(b, tree.Name(e.space, e.span), None)
    if base[1].bad:
        return base
    return of(b, e.name, base, e.span, e.span)


@handles(tree.Member)
def member(b: Body, e: tree.Member, want: Type | None) -> Val:
    if e.args is None and isinstance(e.operand, tree.Name):
        found = qualified(b, e.operand.name, e.name, e.span, want)
        if found is not None:
            return found
    operand = expr(b, e.operand, owner_hint(b, e.name))
    if e.args and operand[1].base in ("object", "design") and not members(b, fold(e.name), operand[1].arg):
        group = b.program.define_names.get((fold(e.name), len(e.args) + 1))
        if group is not None:
            return call_define(b, group, [e.operand, *e.args], e.span)
    return of(b, e.name, operand, e.span, e.operand.span, args=e.args or ())


def owner_hint(b: Body, field: str) -> Type | None:
    """What has a field, clause, zone or definition of this name: helps to read a number or title that stands there."""
    key = fold(field)
    known = b.low.hints.get(key, False)
    if known is not False:
        return known  # type: ignore[return-value]
    kinds = [m.kind.index for m in (*b.program.field_names.get(key, ()), *b.program.clause_names.get(key, ()))]
    zone = b.program.zone_names.get(key)
    if zone is not None and zone.owner is not None:
        kinds.append(zone.owner.index)
    define = b.program.define_names.get((key, 1))
    for overload in define.overloads if define is not None else ():
        if overload.types[0].base in ("object", "design"):
            kinds.extend(overload.types[0].arg)
    result = types.obj(*kinds) if kinds else None
    if not kinds and key in ("holder", "zone", "kind", "design", "top", "neighbours", "row", "column", "cells"):
        result = types.obj(*b.low.things)
    b.low.hints[key] = result
    return result


@handles(tree.Of)
def is_of(b: Body, e: tree.Of, want: Type | None) -> Val:
    key_name = fold(e.name)
    local = b.find(key_name)
    if local is not None and local.type.base == "field" and e.key is None:
        return field_of(b, (b.local(local.slot), local.type), expr(b, e.operand, None), e)
    if key_name in ("designs", "copies"):
        from chronoc.lower import builtins

        return (builtins.designs if key_name == "designs" else builtins.copies)(b, [e.operand], e.span)
    operand = expr(b, e.operand, owner_hint(b, e.name))
    key = None
    if e.key is not None:
        key = field_key(b, e.name, e.key, operand)
        if key is None:
            return b.poison()
    return of(b, e.name, operand, e.span, e.operand.span, key)


def field_of(b: Body, field: Val, operand: Val, e: tree.Of) -> Val:
    """`f of x` where f is a parameter that names a field."""
    node, type_ = operand
    if type_.base in ("list", "zone"):
        source_node, _ = as_list(b, operand, e.operand.span)
        slot = b.new_slot()
        mapped = b.add(e.span, "map", slot, source_node, b.add(e.span, "getof", field[0], b.local(slot)))
        return mapped, types.list_of(field[1].arg)
    node = coerce(b, operand, types.obj(0, *b.low.things), e.operand.span)
    return b.add(e.span, "getof", field[0], node), field[1].arg


def field_key(b: Body, field: str, key: tree.Expr, operand: Val) -> int | None:
    """The node for what stands in `[ ]`."""
    type_ = operand[1].arg if operand[1].base == "list" else operand[1]
    if type_.bad:
        return None
    found = members(b, fold(field), type_.arg) if type_.base in ("object", "design") else []
    for _, one in found:
        if not isinstance(one, ClauseSym) and one.key is not None:
            return value(b, key, one.key)
    if found:
        b.findings.error(
            "wrong-type", key.span, f"`{field}` is one value, not one for each key", f"write `{field} of …`"
        )
        return None
    of(b, field, operand, key.span, key.span)
    return None


@handles(tree.Indexed)
def indexed(b: Body, e: tree.Indexed, want: Type | None) -> Val:
    """`marks[k]` in a `where`: of `it`."""
    holders = [(b.local(slot), b.known(slot, type_)) for slot, type_ in reversed(b.its)]
    if b.plain_this and b.this is not None:
        holders.append((b.local(THIS), b.this))
    for holder in holders:
        if holder[1].base in ("object", "design") and members(b, fold(e.name), holder[1].arg):
            key = field_key(b, e.name, e.key, holder)
            return b.poison() if key is None else of(b, e.name, holder, e.span, e.span, key)
    return b.error("unknown-name", e.span, f"of what is `{e.name}[…]`?", f"write `{e.name}[…] of …`")


@handles(tree.Your)
def your(b: Body, e: tree.Your, want: Type | None) -> Val:
    return of(b, e.name, (b.local(YOU), types.PLAYER), e.span, e.span)


@handles(tree.Quantity)
def quantity(b: Body, e: tree.Quantity, want: Type | None) -> Val:
    """`2 cards`: the number, where a number is wanted; the word behind it says only of what, so it must leave nothing out."""
    if (want is None or want.base == "number") and isinstance(e.what, tree.Name):
        noun = fold(e.what.name)
        kind = b.program.plurals.get(noun) or b.program.kind_names.get(noun)
        if kind is not None and kind.parent is not None and kind.parent.index != 0:
            return b.error(
                "wrong-type",
                e.span,
                f"this counts, and would not look whether it is {article(kind.name)}",
                f"write the number alone; to take {kind.plural} only: `choose x from …` or `move 2 of (…) to …`",
            )
        if kind is not None or noun in ("card", "cards"):
            return expr(b, e.count, types.NUMBER)
    return b.error(
        "wrong-type",
        e.span,
        "a number of things cannot stand here",
        "to take some: `choose 2 x from …` or `move 2 of (…) to …`",
    )


@handles(tree.ListOf)
def list_of(b: Body, e: tree.ListOf, want: Type | None) -> Val:
    element_want = element_of(want)
    if element_want is not None and element_want.base == "flag":
        element_want = None
    parts = [(expr(b, item, element_want), item.span) for item in e.items]
    result: Type | None = None
    nested = want is not None and want.base == "list" and want.arg.base == "list"
    flat = [] if nested else [val for val, _ in parts if val[1].base in ("list", "zone")]
    for (_, type_), span in parts:
        if type_.base in ("list", "zone") and not nested:
            type_ = as_list_type(b, type_)
        joined = type_ if result is None else types.join(result, type_)
        if joined is None:
            b.findings.error(
                "wrong-type",
                span,
                f"{article(b.program.describe(type_))} in a list of {b.program.describe(result or type_)}",
            )
            joined = types.ERROR
        result = joined
    element = result if result is not None else (element_want or types.ANY)
    if not flat:
        return b.add(e.span, "list", [val[0] for val, _ in parts]), types.list_of(element)
    whole: int | None = None
    for (one, type_), span in parts:
        if type_.base == "zone":
            one = b.add(span, "items", one)
        elif type_.base != "list":
            one = b.add(span, "list", [one])
        whole = one if whole is None else b.add(e.span, "union", whole, one)
    return whole if whole is not None else b.add(e.span, "list", []), types.list_of(element)


def as_list_type(b: Body, type_: Type) -> Type:
    if type_.base == "zone":
        return types.obj(*type_.arg) if type_.arg else types.obj(*b.low.things)
    return type_.arg  # type: ignore[no-any-return]
