"""Expressions: what is written becomes a node with a type.

`expr` gives node and type, with a hint of what is wanted; `value` makes it fit; `condition` wants a flag and reads a bare
two-sided card as the side that is printed.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from chronoc.lower.body import THIS, YOU, Body, Val
from chronoc.lower.calls import call, call_define
from chronoc.lower.fit import article, as_list, coerce, fits
from chronoc.lower.members import members, of, own
from chronoc.lower.names import FLAGS, by_number, element_of, name, number, pick, qualified, text, wrong_kind
from chronoc.model import types
from chronoc.model.suggest import fold, listed, nearest
from chronoc.model.symbols import ClauseSym
from chronoc.model.types import Type
from chronoc.syntax import tree

Handler = Callable[[Body, Any, Type | None], Val]


def expr(b: Body, e: tree.Expr, want: Type | None) -> Val:
    """Node and type of an expression; `want` is a hint, not a demand."""
    return HANDLERS[type(e)](b, e, want)


def value(b: Body, e: tree.Expr, want: Type, what: str = "") -> int:
    """The node of an expression that must be of this type."""
    if want.base == "flag":
        return condition(b, e)
    if want.base == "zone":
        return coerce(b, zone_expr(b, e, want), want, e.span, what)
    return coerce(b, expr(b, e, want), want, e.span, what)


def zone_expr(b: Body, e: tree.Expr, want: Type | None = None) -> Val:
    return expr(b, e, want)


def condition(b: Body, e: tree.Expr) -> int:
    """The node of a condition. A card that stands alone means: it shows its printed side."""
    node, type_ = expr(b, e, types.FLAG)
    if type_.base in ("flag", "any", "error"):
        return node
    if type_.base in ("object", "design"):
        plain = sided(b, "plain", (node, type_), e.span)
        return plain[0]
    notes = []
    if type_.base in ("list", "zone"):
        notes.append("to ask whether there is one: `… exists` or `any x in …`")
    b.findings.error(
        "wrong-type", e.span, f"here should stand a condition, not {article(b.program.describe(type_))}", *notes
    )
    return node


def sided(b: Body, which: str, val: Val, span: tree.Span) -> Val:
    """`plain` or `primed` of a card."""
    from chronoc.lower.calls import applicable, call_values

    node, type_ = val
    if type_.bad:
        return b.poison()
    group = b.program.define_names.get((which, 1))
    if group is None or not applicable(b, group, [type_]):
        names = b.program.describe(type_)
        known = listed(dict.fromkeys(f"`{b.program.describe(o.types[0])}`" for o in group.overloads)) if group else ""
        if which == "plain":
            message = f"{article(names)} stands where a condition should"
        else:
            message = f"{article(names)} has no other side"
        return b.error(
            "wrong-type", span, message,
            f"two sides have only {known}" if known else "write `side flipped` in its kind, or define `plain` and `primed` for it",
        )  # fmt: skip
    return call_values(b, group, [val], [span], span)


# ------------------------------------------------------------------ leaves


def bad(b: Body, e: tree.BadExpr, want: Type | None) -> Val:
    return b.poison()


def unknown(b: Body, e: tree.Unknown, want: Type | None) -> Val:
    """`?`: checked, reported as incomplete, refused in a finished table."""
    b.low.unknown(e.span)
    return b.poison()


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


def is_qualified(b: Body, e: tree.Qualified, want: Type | None) -> Val:
    found = qualified(b, e.space, e.name, e.span, want)
    if found is not None:
        return found
    base = name(b, tree.Name(e.space, e.span), None)
    if base[1].bad:
        return base
    return of(b, e.name, base, e.span, e.span)


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
        source_node, element = as_list(b, operand, e.operand.span)
        slot = b.new_slot()
        return b.add(e.span, "map", slot, source_node, b.add(e.span, "getof", field[0], b.local(slot))), types.list_of(
            field[1].arg
        )
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


def your(b: Body, e: tree.Your, want: Type | None) -> Val:
    return of(b, e.name, (b.local(YOU), types.PLAYER), e.span, e.span)


def quantity(b: Body, e: tree.Quantity, want: Type | None) -> Val:
    """`2 cards`: the number, where a number is wanted; the word behind it says only of what."""
    if want is None or want.base == "number":
        if isinstance(e.what, tree.Name) and (
            fold(e.what.name) in b.program.plurals or fold(e.what.name) in b.program.kind_names
            or fold(e.what.name) in ("card", "cards")
        ):  # fmt: skip
            return expr(b, e.count, types.NUMBER)
    return b.error(
        "wrong-type",
        e.span,
        "a number of things cannot stand here",
        "to take some: `choose 2 x from …` or `move 2 of (…) to …`",
    )


def list_of(b: Body, e: tree.ListOf, want: Type | None) -> Val:
    element_want = element_of(want)
    if element_want is not None and element_want.base == "flag":
        element_want = None
    parts = [(expr(b, item, element_want), item.span) for item in e.items]
    result: Type | None = None
    nested = want is not None and want.base == "list" and want.arg.base == "list"
    flat = [] if nested else [val for val, _ in parts if val[1].base in ("list", "zone")]
    for (node, type_), span in parts:
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
    node: int | None = None
    for (one, type_), span in parts:
        if type_.base == "zone":
            one = b.add(span, "items", one)
        elif type_.base != "list":
            one = b.add(span, "list", [one])
        node = one if node is None else b.add(e.span, "union", node, one)
    return node if node is not None else b.add(e.span, "list", []), types.list_of(element)


def as_list_type(b: Body, type_: Type) -> Type:
    if type_.base == "zone":
        return types.obj(*type_.arg) if type_.arg else types.obj(*b.low.things)
    return type_.arg  # type: ignore[no-any-return]


# ------------------------------------------------------------------ operators


def unary(b: Body, e: tree.Unary, want: Type | None) -> Val:
    if e.op == "not":
        return b.add(e.span, "not", condition(b, e.operand)), types.FLAG
    if isinstance(e.operand, tree.Number):
        return b.num(-e.operand.value), types.NUMBER
    return b.add(e.span, "neg", value(b, e.operand, types.NUMBER)), types.NUMBER


ARITHMETIC = {"-": "sub", "*": "mul", "/": "div", "mod": "mod"}


def binary(b: Body, e: tree.Binary, want: Type | None) -> Val:
    match e.op:
        case "and" | "or":
            return logic(b, e), types.FLAG
        case "or else":
            return or_else(b, expr(b, e.left, want), e, want)
        case "without":
            return without(b, expr(b, e.left, want), e)
        case "from":
            return turned(b, e, want)
        case "+":
            left = expr(b, e.left, want)
            if left[1].base == "number":
                return b.add(e.span, "add", left[0], value(b, e.right, types.NUMBER)), types.NUMBER
            if left[1].base in ("any", "error"):
                expr(b, e.right, None)
                return b.poison()
            return joined(b, left, e, want)
    op = ARITHMETIC[e.op]
    left_node = value(b, e.left, types.NUMBER)
    return b.add(e.span, op, left_node, value(b, e.right, types.NUMBER)), types.NUMBER


def logic(b: Body, e: tree.Binary) -> int:
    """`and` and `or`, runs of the same one as one node; what the left side of `and` shows is known on the right."""
    parts: list[tree.Expr] = []
    rest: tree.Expr = e
    while isinstance(rest, tree.Binary) and rest.op == e.op:
        parts.append(rest.right)
        rest = rest.left
    parts.append(rest)
    parts.reverse()
    nodes: list[int] = []
    with b.scope():
        for part in parts:
            nodes.append(condition(b, part))
            learn(b, part, e.op == "and")
    return b.add(e.span, e.op, nodes)


def learn(b: Body, e: tree.Expr, holds: bool = True) -> None:
    """Remember what a test shows about a local or `it`: `x is K`, alone or among `and`."""
    match e:
        case tree.Call(name=word, args=(tree.Arg(value=tree.Name(name=phase_word)),)) if (
            holds and fold(word) == "during"
        ):
            phase = b.program.phase_names.get(fold(phase_word))
            if phase is not None:
                b.phases.append(phase)
        case tree.Binary(op="and") if holds:
            learn(b, e.left)
            learn(b, e.right)
        case tree.Binary(op="or") if not holds:
            learn(b, e.left, False)
            learn(b, e.right, False)
        case tree.Unary(op="not"):
            learn(b, e.operand, not holds)
        case tree.Binary(op="or") if holds:
            learn_either(b, e)
        case tree.Is(operand=tree.Name(name=word), what=tree.Name(name=kind_word)) if e.negated != holds:
            known = subject(b, fold(word))
            kind = b.program.kind_names.get(fold(kind_word))
            if known is not None and kind is not None and known[1].base == "object":
                left = b.low.meet(known[1].arg, (kind.index,))
                if left:
                    b.narrow[known[0]] = types.obj(*left)


def learn_either(b: Body, e: tree.Binary) -> None:
    """`x is A or x is B`: x is one of the two."""
    kinds: list[int] = []
    slot: tuple[int, Type] | None = None
    for part in (e.left, e.right):
        before = dict(b.narrow)
        learn(b, part)
        after, b.narrow = b.narrow, before
        changed = [k for k in after if after[k] != before.get(k)]
        if len(changed) != 1 or (slot is not None and changed[0] != slot[0]):
            return
        slot = (changed[0], after[changed[0]])
        kinds.extend(after[changed[0]].arg)
    if slot is not None:
        b.narrow[slot[0]] = types.obj(*kinds)


def subject(b: Body, key: str) -> tuple[int, Type] | None:
    """The slot that a name stands for, where it stands for one."""
    local = b.find(key)
    if local is not None:
        return local.slot, b.known(local.slot, local.type)
    if key == "it" and len(b.its) == 1:
        slot, type_ = b.its[0]
        return slot, b.known(slot, type_)
    if key == "this" and b.this is not None:
        return THIS, b.known(THIS, b.this)
    return None


def or_else(b: Body, left: Val, e: tree.Binary, want: Type | None) -> Val:
    right = expr(b, e.right, want or left[1].sure())
    if left[1].base in ("list", "zone") or right[1].base in ("list", "zone"):
        left = (
            as_list(b, left, e.left.span)[0],
            types.list_of(as_list_type(b, left[1]) if left[1].base in ("list", "zone") else left[1]),
        )
        right = (
            as_list(b, right, e.right.span)[0],
            types.list_of(as_list_type(b, right[1]) if right[1].base in ("list", "zone") else right[1]),
        )
    found = types.join(left[1], right[1])
    if found is None:
        return mixed(b, left[1], right[1], e.span)
    if not right[1].optional and right[1].base != "nothing":
        found = found.sure()
    return b.add(e.span, "orelse", left[0], right[0]), found


def mixed(b: Body, left: Type, right: Type, span: tree.Span) -> Val:
    return b.error(
        "wrong-type",
        span,
        f"{article(b.program.describe(left))} and {article(b.program.describe(right))} cannot stand together",
    )


def without(b: Body, left: Val, e: tree.Binary) -> Val:
    node, element = as_list(b, left, e.left.span)
    right, right_type = expr(b, e.right, element)
    if right_type.base == "zone":
        right, right_type = b.add(e.right.span, "items", right), types.list_of(types.obj(*right_type.arg))
    if not fits(b, right_type, types.list_of(element)):
        mixed(b, types.list_of(element), right_type, e.right.span)
    return b.add(e.span, "without", node, right), types.list_of(element, left[1].zone)


def turned(b: Body, e: tree.Binary, want: Type | None) -> Val:
    """`players from p`: the list turned to start there."""
    node, element = as_list(b, expr(b, e.left, want), e.left.span)
    return b.add(e.span, "from", node, value(b, e.right, element)), types.list_of(element)


def joined(b: Body, left: Val, e: tree.Binary, want: Type | None) -> Val:
    hint = want or (left[1].arg if left[1].base == "list" else left[1].sure() if left[1].base == "object" else None)
    second = expr(b, e.right, hint)
    if second[1].base == "number" and left[1].base not in ("list", "zone"):
        return coerce(b, left, types.NUMBER, e.left.span), types.NUMBER
    node, element = as_list(b, left, e.left.span)
    right, right_element = as_list(b, second, e.right.span)
    found = types.join(element, right_element)
    if found is None:
        return mixed(b, element, right_element, e.span)
    return b.add(e.span, "union", node, right), types.list_of(found)


COMPARE = {"==": "eq", "=": "eq", "!=": "ne", "<": "lt", "<=": "le", ">": "gt", ">=": "ge"}


def open_ended(b: Body, e: tree.Expr) -> bool:
    """Whether the meaning hangs on the other side of a comparison."""
    if isinstance(e, (tree.Number, tree.Text, tree.ListOf)):
        return True
    if not isinstance(e, tree.Name):
        return False
    key = fold(e.name)
    return b.find(key) is None and (
        key in b.program.members or key in b.program.card_names or key in b.program.tag_names
    )


def compare(b: Body, e: tree.Compare, want: Type | None) -> Val:
    op = COMPARE[e.op]
    if op not in ("eq", "ne"):
        left = value(b, e.left, types.NUMBER)
        return b.add(e.span, op, left, value(b, e.right, types.NUMBER)), types.FLAG
    if open_ended(b, e.left) and not open_ended(b, e.right):
        right = expr(b, e.right, None)
        left_val = expr(b, e.left, other_side(right[1]))
    else:
        left_val = expr(b, e.left, None)
        right = expr(b, e.right, other_side(left_val[1]))
    return equal(b, op, left_val, right, e.left.span, e.right.span, e.span), types.FLAG


def other_side(type_: Type) -> Type | None:
    if type_.base in ("error", "any", "nothing"):
        return None
    if type_.base == "zone":
        return types.list_of(as_zone_list(type_))
    return type_.sure()


def as_zone_list(type_: Type) -> Type:
    return types.obj(*type_.arg) if type_.arg else types.ANY


def equal(b: Body, op: str, left: Val, right: Val, left_span: tree.Span, right_span: tree.Span, span: tree.Span) -> int:
    """Two values compared, once they are of one sort."""
    if left[1].base == "list" and right[1].base == "zone":
        right = b.add(right_span, "items", right[0]), types.list_of(as_zone_list(right[1]))
    if right[1].base == "list" and left[1].base == "zone":
        left = b.add(left_span, "items", left[0]), types.list_of(as_zone_list(left[1]))
    if left[1].base == "design" and right[1].base == "object":
        right = b.add(right_span, "designof", right[0]), types.design(*right[1].arg)
    elif right[1].base == "design" and left[1].base == "object":
        left = b.add(left_span, "designof", left[0]), types.design(*left[1].arg)
    elif (right[1].base == "list") != (left[1].base == "list"):
        if right[1].base == "list":
            left = coerce(b, left, right[1], left_span), right[1]
        else:
            right = coerce(b, right, left[1], right_span), left[1]
    if not (fits(b, left[1], right[1].sure()) or fits(b, right[1], left[1].sure())):
        b.findings.error(
            "wrong-type", right_span,
            f"{article(b.program.describe(left[1]))} is never equal to {article(b.program.describe(right[1]))}",
        )  # fmt: skip
    if right[1].base == "nothing":
        test = b.add(span, "exists", left[0])
        return test if op == "ne" else b.add(span, "not", test)
    return b.add(span, op, left[0], right[0])


def is_in(b: Body, e: tree.In, want: Type | None) -> Val:
    """`x in ZONE`, `x in LIST`: a flag. `SET in ZONE`: those of the set that lie there."""
    test = membership(b, e.right)
    if test is None:
        return b.poison()
    hint, build = test
    if isinstance(e.left, tree.ListOf):
        left = expr(b, e.left, types.list_of(hint))
    else:
        left = expr(b, e.left, hint)
    if left[1].base in ("list", "zone"):
        source_node, element = as_list(b, left, e.left.span)
        slot = b.new_slot()
        inner = build(b.local(slot), e.span)
        if e.negated:
            inner = b.add(e.span, "not", inner)
        return b.add(e.span, "where", slot, source_node, inner), types.list_of(element, left[1].zone)
    if not fits(b, left[1], hint) and not fits(b, hint, left[1]):
        if left[1].base != "design":
            b.findings.error(
                "wrong-type", e.left.span,
                f"{article(b.program.describe(left[1]))} is never among {article(b.program.describe(hint))}s",
            )  # fmt: skip
            return b.poison()
    if left[1].base == "design" and hint.base == "object":  # a card with copies: one of them
        slot = b.new_slot()
        some = b.add(e.span, "any", slot, copies_of(b, left, e.left.span), build(b.local(slot), e.span))
        return (b.add(e.span, "not", some) if e.negated else some), types.FLAG
    node = build(left[0], e.span)
    return (b.add(e.span, "not", node) if e.negated else node), types.FLAG


def copies_of(b: Body, val: Val, span: tree.Span) -> int:
    from chronoc.lower.builtins import copies
    from chronoc.lower.calls import Lowered

    return copies(b, [Lowered(val, span)], span)[0]  # type: ignore[list-item]


def membership(b: Body, right: tree.Expr) -> tuple[Type, Callable[[int, tree.Span], int]] | None:
    """What may be in it, and how to ask whether something is."""
    if isinstance(right, tree.Name) and b.find(fold(right.name)) is None:
        zone = b.program.zone_names.get(fold(right.name))
        if zone is not None and zone.index == 0:
            return types.obj(*b.low.things), lambda node, span: b.add(span, "inbox", node)
        if zone is not None and zone.owner is not None:
            kinds = types.obj(*(zone.kinds or b.low.things), *zone.holding)
            return kinds, lambda node, span: b.add(span, "inzones", node, zone.index)
    node, type_ = expr(b, right, None)
    if type_.bad:
        return None
    if type_.base == "zone":
        held = b.program.zones[type_.zone].holding if type_.zone is not None else ()
        kinds = types.obj(*(type_.arg or b.low.things), *held)
        return kinds, lambda left, span: b.add(span, "inzone", left, node)
    if type_.base == "list":
        return type_.arg, lambda left, span: b.add(span, "in", left, node)
    if type_.base == "any":
        return types.ANY, lambda left, span: b.add(span, "in", left, node)
    listed_node, element = as_list(b, (node, type_), right.span)
    return element, lambda left, span: b.add(span, "in", left, listed_node)


# ------------------------------------------------------------------ is, has, exists


def is_is(b: Body, e: tree.Is, want: Type | None) -> Val:
    node = is_node(b, e)
    return (b.add(e.span, "not", node) if e.negated else node), types.FLAG


def is_node(b: Body, e: tree.Is) -> int:
    word = fold(e.what.name) if isinstance(e.what, tree.Name) else ""
    if word == "empty":
        listed_node, _ = as_list(b, expr(b, e.operand, None), e.operand.span)
        return b.add(e.span, "not", b.add(e.span, "exists", listed_node))
    hint = is_hint(b, e.what, word)
    operand = expr(b, e.operand, hint if open_ended(b, e.operand) else None)
    node, type_ = operand
    if type_.bad:
        return node
    if word in ("nothing", "nobody"):
        return b.add(e.span, "not", b.add(e.span, "exists", node))
    if word in ("face_down", "face_up"):
        test = b.add(e.span, "facedown", coerce(b, operand, types.obj(*b.low.things), e.operand.span))
        return test if word == "face_down" else b.add(e.span, "not", test)
    if type_.base in ("object", "design", "any"):
        found = is_thing(b, e, operand, word)
        if found is not None:
            return found
    if isinstance(e.what, tree.Name):
        define = own(b, word, operand, e.what.span, False)
        if define is not None and define[1].base == "flag":
            return define[0]
    right = expr(b, e.what, other_side(type_))
    if right[1].bad:
        return node
    return equal(b, "eq", operand, right, e.operand.span, e.what.span, e.span)


def is_hint(b: Body, what: tree.Expr, word: str) -> Type | None:
    """What stands on the left of `is`, by the word on the right."""
    kind = b.program.kind_names.get(word)
    if kind is not None:
        return types.obj(kind.index)
    members_ = (*b.program.clause_names.get(word, ()), *b.program.field_names.get(word, ()))
    if members_:
        return types.obj(*(m.kind.index for m in members_))
    define = b.program.define_names.get((word, 1))
    if define is not None:
        kinds = [k for o in define.overloads if o.types[0].base == "object" for k in o.types[0].arg]
        return types.obj(*kinds) if kinds else None
    return types.obj(*b.low.things) if word in ("face_down", "face_up") else None


def is_thing(b: Body, e: tree.Is, operand: Val, word: str) -> int | None:
    """`x is K`, `x is FACT`, `x is Card`; None when the right side is nothing of the kind."""
    node, type_ = operand
    if isinstance(e.what, tree.Name):
        local = b.find(word)
        if local is not None:
            if local.type.base == "kind":
                return b.add(e.span, "iskindvalue", node, b.local(local.slot))
            return None
        kind = b.program.kind_names.get(word) or b.program.plurals.get(word)
        if kind is not None and type_.base != "any" and not fact_named(b, type_, word):
            if not b.low.may_be(type_.arg, (kind.index,)):
                b.findings.error(
                    "wrong-type", e.span, f"{article(b.program.describe(type_))} is never {article(kind.name)}"
                )
            if type_.base == "design":
                return b.add(e.span, "in", node, b.add(e.span, "alldesigns", kind.index))
            return b.add(e.span, "iskind", node, kind.index)
        fact = own(b, word, operand, e.what.span, False)
        if fact is not None:
            if fact[1].base in ("flag", "error"):
                return fact[0]
            b.findings.error("wrong-type", e.what.span, f"`{e.what.name}` is no yes or no, so nothing `is {e.what.name}`",
                             f"write `{e.what.name} of … == …`")  # fmt: skip
            return fact[0]
    cards = cards_named(b, e.what)
    if cards is not None and type_.base != "any":
        if not cards:
            return node
        shown = e.what.name if isinstance(e.what, tree.Name) else f'"{getattr(e.what, "value", "")}"'
        picked = pick(b, cards, e.what.span, shown, types.Type("design", type_.arg))
        if picked is None:
            wrong_kind(b, cards, e.what.span, shown, type_)
            return node
        if picked[1].bad:
            return node
        index = b.code.nodes[picked[0]][1]
        return (
            b.add(e.span, "eq", node, picked[0]) if type_.base == "design" else b.add(e.span, "isdesign", node, index)
        )
    if isinstance(e.what, tree.Name) and type_.base == "object" and word in b.program.tag_names:
        b.findings.error("wrong-type", e.what.span, f"`{e.what.name}` is a tag", f"write `has {e.what.name}`")
        return b.add(e.span, "hastag", node, b.program.tag_names[word].index)
    if isinstance(e.what, tree.Name) and open_word(b, word):
        known = [k.name for k in b.program.kinds]
        for k in type_.arg if type_.base == "object" else ():
            known += [m.name for up in b.program.kinds[k].lineage for m in (*up.clauses.values(), *up.fields.values())]
        known += [d.name for d in b.program.defines if d.arity == 1]
        near = nearest(e.what.name, [*known, "nothing", "empty"])
        elsewhere = b.program.clause_names.get(word) or b.program.field_names.get(word)
        note = f"did you mean `{near}`?" if near else None
        if elsewhere:
            note = f"`{e.what.name}` is of {listed(f'`{m.kind.name}`' for m in elsewhere)}"
        b.findings.error(
            "unknown-name", e.what.span, f"{article(b.program.describe(type_))} cannot be `{e.what.name}`", note
        )
        return node
    return None


def fact_named(b: Body, type_: Type, word: str) -> bool:
    """Whether a field or clause hides a kind of the same name."""
    found = members(b, word, type_.arg)
    return bool(found) and any(isinstance(m, ClauseSym) or m.type.base == "flag" for _, m in found)


def open_word(b: Body, word: str) -> bool:
    """Whether the word means nothing else that `x is …` could be compared with."""
    p = b.program
    return word not in FLAGS and word not in (
        "you", "it", "this", "active", "players", "others", "nothing", "now", "nobody", "first_player"
    ) and not (
        b.its and any(own_exists(b, word, t) for _, t in b.its)
    ) and word not in p.gvar_names and word not in p.option_names and (word, 0) not in p.define_names and word not in (
        p.robot_names
    ) and word not in p.members and ((not b.phases and not b.any_phase) or not any(ph.slot(word) for ph in p.phases))  # fmt: skip


def own_exists(b: Body, word: str, type_: Type) -> bool:
    return type_.base in ("object", "design") and bool(members(b, word, type_.arg))


def cards_named(b: Body, what: tree.Expr) -> list[Any] | None:
    """The cards that a name or title may mean; None when it means none."""
    if isinstance(what, tree.Name):
        return b.program.card_names.get(fold(what.name))
    if isinstance(what, tree.Text):
        return b.program.card_titles.get(fold(what.value))
    return None


def has(b: Body, e: tree.Has, want: Type | None) -> Val:
    operand = expr(b, e.operand, None)
    node, type_ = operand
    if type_.bad:
        return b.poison()
    word = fold(e.what)
    local = b.find(word)
    test: int | None = None
    if local is not None and local.type.base == "tag":
        test = b.add(e.span, "hastagvalue", node, b.local(local.slot))
    elif word in b.program.tag_names:
        test = b.add(e.span, "hastag", node, b.program.tag_names[word].index)
    elif type_.base in ("object", "design"):
        found = [m for _, m in members(b, word, type_.arg) if isinstance(m, ClauseSym)]
        for one in found:
            more = b.add(e.span, "hasclause", node, one.index)
            test = more if test is None else b.add(e.span, "or", [test, more])
    if test is None:
        known = [t.name for t in b.program.tags] + [c.name for c in b.program.clauses]
        near = nearest(e.what, known)
        return b.error(
            "unknown-name",
            e.span,
            f"there is no tag or clause `{e.what}` to have",
            f"did you mean `{near}`?" if near else None,
        )
    return (b.add(e.span, "not", test) if e.negated else test), types.FLAG


def exists(b: Body, e: tree.Exists, want: Type | None) -> Val:
    node, type_ = expr(b, e.operand, None)
    if type_.base == "zone":
        node = b.add(e.span, "items", node)
    if type_.base == "design" and b.code.nodes[node][0] == "design":
        node = copies_of(b, (node, type_), e.operand.span)
    return b.add(e.span, "exists", node), types.FLAG


# ------------------------------------------------------------------ counting and choosing among things


def n_of(b: Body, e: tree.NOf, want: Type | None) -> Val:
    """`3 of (A, B, C)`: so many of these conditions hold; with `in PLACE`, so many of these things lie there."""
    if e.place is not None:
        tests = placed(b, e.items, e.place)
    elif isinstance(e.items, tree.ListOf):
        tests = [condition(b, item) for item in e.items.items]
    else:
        return b.error(
            "wrong-type", e.span, "here should stand a list of conditions", "write `3 of (first, second, …)`"
        )
    if tests is None:
        return b.poison()
    match e.count:
        case "all":
            return b.add(e.span, "and", tests), types.FLAG
        case "any":
            return b.add(e.span, "or", tests), types.FLAG
        case "none":
            return b.add(e.span, "not", b.add(e.span, "or", tests)), types.FLAG
    assert not isinstance(e.count, str)
    if isinstance(e.count, tree.Number) and e.count.value > len(tests):
        b.findings.error("wrong-count", e.span, f"{e.count.value} of {len(tests)} can never hold")
    return b.add(e.span, "atleast", value(b, e.count, types.NUMBER), tests), types.FLAG


def placed(b: Body, items: tree.Expr, place: tree.Expr) -> list[int] | None:
    if isinstance(items, tree.ListOf):
        return [expr(b, tree.In(item, place, False, item.span), None)[0] for item in items.items]
    test = membership(b, place)
    if test is None:
        return None
    node, _ = as_list(b, expr(b, items, types.list_of(test[0])), items.span)
    slot = b.new_slot()
    return [b.add(items.span, "every", slot, node, test[1](b.local(slot), items.span))]


def source(b: Body, e: tree.Expr, var: str | None, want: Type | None = None) -> tuple[int, int, Type]:
    """The list that a binder takes from: slot of its element, node, type of the elements. The binder's name may be used
    in the `where` of the list."""
    slot = b.new_slot()
    node, element = source_list(b, e, var, slot, want)
    return slot, node, element


def source_list(b: Body, e: tree.Expr, var: str | None, slot: int, want: Type | None) -> tuple[int, Type]:
    if isinstance(e, tree.Where):
        node, element = source_list(b, e.source, var, slot, want)
        return filtered(b, node, element, e, slot, var)
    if isinstance(e, tree.Sorted):
        node, element = source_list(b, e.source, var, slot, want)
        return sorted_node(b, node, element, e, slot, var)
    return as_list(b, expr(b, e, want), e.span)


def filtered(b: Body, node: int, element: Type, e: tree.Where, slot: int, var: str | None) -> tuple[int, Type]:
    with b.scope(), b.element(slot, element):
        if var is not None:
            b.bind(var, element, slot)
        test = condition(b, e.condition)
        learn(b, e.condition)
        element = b.known(slot, element)
    return b.add(e.span, "where", slot, node, test), element


def where(b: Body, e: tree.Where, want: Type | None) -> Val:
    left = expr(b, e.source, want)
    node, element = as_list(b, left, e.source.span)
    node, element = filtered(b, node, element, e, b.new_slot(), None)
    return node, types.list_of(element, left[1].zone)


def sorted_node(b: Body, node: int, element: Type, e: tree.Sorted, slot: int, var: str | None) -> tuple[int, Type]:
    with b.scope(), b.element(slot, element):
        if var is not None:
            b.bind(var, element, slot)
        key, type_ = expr(b, e.key, None)
        if type_.base not in ("number", "enum", "flag", "cell", "any", "error"):
            coerce(b, (key, type_), types.NUMBER, e.key.span, "what is sorted by")
    return b.add(e.span, "sorted", slot, node, key, e.descending), element


def is_sorted(b: Body, e: tree.Sorted, want: Type | None) -> Val:
    left = expr(b, e.source, want)
    node, element = as_list(b, left, e.source.span)
    node, element = sorted_node(b, node, element, e, b.new_slot(), None)
    return node, types.list_of(element)


QUANTIFIED = {"any": "any", "all": "every", "no": "no"}


def quantifier(b: Body, e: tree.Quantifier, want: Type | None) -> Val:
    outermost = not b.its
    with b.scope():
        slot, node, element = source(b, e.source, e.var)
        if e.condition is None:
            if e.which == "all":
                return b.error("wrong-type", e.span, "all of them do what?", "write `all x in … satisfy …`")
            test = b.add(e.span, "exists", node)
            return (test if e.which == "any" else b.add(e.span, "not", test)), types.FLAG
        if e.var:
            b.bind(e.var, element, slot)
        if outermost:  # `any x in E where C` may say `it` for x
            with b.element(slot, element):
                test = condition(b, e.condition)
        else:
            test = condition(b, e.condition)
    return b.add(e.span, QUANTIFIED[e.which], slot, node, test), types.FLAG


def the(b: Body, e: tree.The, want: Type | None) -> Val:
    with b.scope():
        slot, node, element = source(b, e.source, e.var, want)
        if e.extreme is None:  # the only one, or nothing
            return or_empty(b, (b.add(e.span, "best", slot, node, b.num(0), True, "none"), element.maybe()), e.span)
        with b.element(slot, element):
            b.bind(e.var, element, slot)
            assert e.key is not None
            key, type_ = expr(b, e.key, None)
            if type_.base not in ("number", "enum", "any", "error"):
                coerce(b, (key, type_), types.NUMBER, e.key.span, "what is compared")
    ties = e.ties or "first"
    node = b.add(e.span, "best", slot, node, key, e.extreme == "most", ties)
    if ties == "all":
        return node, types.list_of(element)
    return or_empty(b, (node, element.maybe()), e.span)


def or_empty(b: Body, val: Val, span: tree.Span) -> Val:
    """One list out of several that may not be there is then the empty list."""
    node, type_ = val
    if type_.base != "list":
        return val
    return b.add(span, "orelse", node, b.add(span, "list", [])), type_


def range_of(b: Body, e: tree.RangeOf, want: Type | None) -> Val:
    low = value(b, e.low, types.NUMBER)
    return b.add(e.span, "range", low, value(b, e.high, types.NUMBER)), types.list_of(types.NUMBER)


def groups(b: Body, items: tree.Expr, relation: tree.Expr | None, span: tree.Span) -> Val:
    """`groups of E by REL`: the connected parts."""
    node, element = as_list(b, expr(b, items, None), items.span)
    a, c = b.new_slot(), b.new_slot()
    first, second = (b.local(a), element), (b.local(c), element)
    test: int | None = None
    if isinstance(relation, tree.Name):
        define = b.program.define_names.get((fold(relation.name), 2))
        if define is not None:
            from chronoc.lower.calls import call_values

            test = call_values(b, define, [first, second], [relation.span] * 2, relation.span)[0]
        else:
            near, type_ = of(b, relation.name, second, relation.span, relation.span)
            if type_.bad:
                return b.poison()
            if type_.base == "list":
                test = b.add(relation.span, "in", first[0], near)
    if test is None:
        return b.error(
            "wrong-type", relation.span if relation is not None else span, "by what do they hang together?",
            "write `by neighbours`, or the name of a definition of two things",
        )  # fmt: skip
    return b.add(span, "groups", node, a, c, test), types.list_of(types.list_of(element))


# ------------------------------------------------------------------ case, try, can


def case(b: Body, e: tree.Case, want: Type | None) -> Val:
    from chronoc.lower.arms import value_arms

    return value_arms(b, e, want)


def is_try(b: Body, e: tree.Try, want: Type | None) -> Val:
    from chronoc.lower.statements import statement_list

    with b.scope():
        node = b.seq(e.body.span, statement_list(b, e.body))
        b.low.tries.append((node, e.span))
        return b.add(e.span, "try", node, condition(b, e.condition)), types.FLAG


def can(b: Body, e: tree.Can, want: Type | None) -> Val:
    from chronoc.lower.statements import statement

    with b.scope():
        return b.add(e.span, "can", statement(b, e.statement)), types.FLAG


def as_of(b: Body, e: tree.AsOf, want: Type | None) -> Val:
    moment = value(b, e.moment, types.MOMENT)
    node, type_ = expr(b, e.operand, want)
    return b.add(e.span, "asof", moment, node), type_


def named_in(b: Body, e: tree.NamedIn, want: Type | None) -> Val:
    from chronoc.model.written import kind_of_name

    kind = kind_of_name(b.program, e.kind)
    if kind is None and fold(e.kind) not in ("things", "objects", "cards"):
        near = nearest(e.kind, [k.plural for k in b.program.kinds])
        return b.error(
            "unknown-kind", e.span, f"there is no kind `{e.kind}`", f"did you mean `{near}`?" if near else None
        )
    key = fold(e.clause)
    clauses = b.program.clause_names.get(key, [])
    hint = types.obj(*(c.kind.index for c in clauses)) if clauses else None
    node, type_ = expr(b, e.operand, hint)
    if type_.bad:
        return b.poison()
    found = [m for _, m in members(b, key, type_.arg)] if type_.base in ("object", "design") else []
    if not found or not isinstance(found[0], ClauseSym):
        near = nearest(e.clause, [c.name for c in b.program.clauses])
        return b.error(
            "unknown-field", e.span, f"{article(b.program.describe(type_))} has no clause `{e.clause}`",
            f"did you mean `{near}`?" if near else None,
        )  # fmt: skip
    b.low.named_clauses.append((found[0].index, e.span))
    roots = [kind.index] if kind is not None else list(b.low.things)
    result: int | None = None
    for root in roots:
        one = b.add(e.span, "named", root, found[0].index, node)
        result = one if result is None else b.add(e.span, "union", result, one)
    assert result is not None
    return result, types.list_of(types.obj(*roots))


def another(b: Body, e: tree.Another, want: Type | None) -> Val:
    from chronoc.model.written import need_kind

    kind = need_kind(b.program, e.what, e.span)
    if kind is None:
        return b.poison()
    if kind.index == 0:
        return b.add(e.span, "others", b.local(YOU)), types.PLAYERS
    every = b.add(e.span, "all", kind.index)
    if b.this is not None and b.low.may_be(b.this.arg, (kind.index,)):
        every = b.add(e.span, "without", every, b.local(THIS))
    return every, types.list_of(types.obj(kind.index))


HANDLERS: dict[type, Handler] = {
    tree.Name: name,
    tree.Qualified: is_qualified,
    tree.Primed: primed,
    tree.Number: number,
    tree.Text: text,
    tree.Unknown: unknown,
    tree.Quantity: quantity,
    tree.ListOf: list_of,
    tree.Of: is_of,
    tree.Indexed: indexed,
    tree.Your: your,
    tree.Member: member,
    tree.Call: call,
    tree.Unary: unary,
    tree.Binary: binary,
    tree.Compare: compare,
    tree.In: is_in,
    tree.Is: is_is,
    tree.Has: has,
    tree.Exists: exists,
    tree.NOf: n_of,
    tree.Quantifier: quantifier,
    tree.Where: where,
    tree.The: the,
    tree.Sorted: is_sorted,
    tree.RangeOf: range_of,
    tree.Case: case,
    tree.Try: is_try,
    tree.Can: can,
    tree.AsOf: as_of,
    tree.NamedIn: named_in,
    tree.Another: another,
    tree.BadExpr: bad,
}
