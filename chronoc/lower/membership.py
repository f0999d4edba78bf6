"""`x in E`, `x is …`, `x has …`, `x exists`."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from chronoc.lower.body import Body, Val
from chronoc.lower.expressions import expr, handles
from chronoc.lower.fit import as_list, coerce, fits, lift
from chronoc.lower.members import members, own
from chronoc.lower.names import FLAGS, pick, wrong_kind
from chronoc.lower.operators import equal, open_ended, other_side
from chronoc.model import types
from chronoc.model.suggest import article, fold, listed, nearest
from chronoc.model.symbols import ClauseSym
from chronoc.model.types import Type
from chronoc.syntax import tree


@handles(tree.In)
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


@handles(tree.Is)
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
        known = coerce(b, operand, types.obj(*b.low.things), e.operand.span), type_
        test = lift(b, known, e.span, lambda x: b.add(e.span, "facedown", x))
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
            b.findings.error(
                "wrong-type",
                e.what.span,
                f"`{e.what.name}` is no yes or no, so nothing `is {e.what.name}`",
                f"write `{e.what.name} of … == …`",
            )
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
            known += [m.name for m in b.program.kinds[k].members()]
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
    return (
        word not in FLAGS
        and word not in ("you", "it", "this", "active", "players", "others", "nothing", "now", "nobody", "first_player")
        and not (b.its and any(own_exists(b, word, t) for _, t in b.its))
        and word not in p.gvar_names
        and word not in p.option_names
        and (word, 0) not in p.define_names
        and word not in (p.robot_names)
        and word not in p.members
        and ((not b.phases and not b.any_phase) or not any(ph.slot(word) for ph in p.phases))
    )


def own_exists(b: Body, word: str, type_: Type) -> bool:
    return type_.base in ("object", "design") and bool(members(b, word, type_.arg))


def cards_named(b: Body, what: tree.Expr) -> list[Any] | None:
    """The cards that a name or title may mean; None when it means none."""
    if isinstance(what, tree.Name):
        return b.program.card_names.get(fold(what.name))
    if isinstance(what, tree.Text):
        return b.program.card_titles.get(fold(what.value))
    return None


@handles(tree.Has)
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


@handles(tree.Exists)
def exists(b: Body, e: tree.Exists, want: Type | None) -> Val:
    node, type_ = expr(b, e.operand, None)
    if type_.base == "zone":
        node = b.add(e.span, "items", node)
    if type_.base == "design" and b.code.nodes[node][0] == "design":
        node = copies_of(b, (node, type_), e.operand.span)
    return b.add(e.span, "exists", node), types.FLAG
