"""The functions of the kernel: `top of`, `holder of`, `within(n, c)` and their like."""

from __future__ import annotations

from chronoc.lower.body import Body, Val
from chronoc.lower.calls import BUILT_IN, Lowered, built_in
from chronoc.lower.expressions import expr
from chronoc.lower.fit import as_list, coerce, lift
from chronoc.lower.listing import connected, or_empty
from chronoc.model import types
from chronoc.model.suggest import fold, nearest
from chronoc.model.types import Type
from chronoc.syntax import tree


def val(b: Body, arg: tree.Expr | Lowered, want: Type | None = None) -> Val:
    return arg.val if isinstance(arg, Lowered) else expr(b, arg, want)


def fitted(b: Body, arg: tree.Expr | Lowered, want: Type) -> int:
    return coerce(b, val(b, arg, want), want, arg.span)


def one(b: Body, arg: tree.Expr | Lowered, want: Type) -> Val:
    """The argument as one thing, with its type: whether it may be nothing matters."""
    found = val(b, arg, want)
    return coerce(b, found, want, arg.span), found[1]


def things(b: Body, arg: tree.Expr | Lowered) -> tuple[int, Type]:
    return as_list(b, val(b, arg), arg.span)


def places(b: Body) -> Type:
    """The kinds that are places of a board or lie in a ring."""
    kinds = [k for z in b.program.zones if z.layout is not None or z.shape in ("ring", "grid") for k in z.kinds]
    return types.obj(*kinds) if kinds else types.ANY


# ------------------------------------------------------------------ what runs, what was used


@built_in("during")
def during(b: Body, args: list[tree.Expr], span: tree.Span) -> Val:
    word = args[0].name if isinstance(args[0], tree.Name) else ""
    phase = b.program.phase_names.get(fold(word))
    if phase is None:
        near = nearest(word, [p.name for p in b.program.phases])
        return b.error("unknown-name", span, f"there is no phase `{word}`", f"did you mean `{near}`?" if near else None)
    return b.add(span, "running", phase.index), types.FLAG


@built_in("used")
def used(b: Body, args: list[tree.Expr], span: tree.Span) -> Val:
    word = args[0].name if isinstance(args[0], tree.Name) else ""
    names = b.low.counters()
    found = names.get(fold(word))
    if found is None:
        near = nearest(word, list(names.values()))
        return b.error("unknown-name", span, f"no limit counts `{word}`", f"did you mean `{near}`?" if near else None)
    return b.add(span, "used", found), types.FLAG


# ------------------------------------------------------------------ ends of lists


def end(op: str, piece: bool) -> object:
    def handler(b: Body, args: list[tree.Expr], span: tree.Span) -> Val:
        operand = val(b, args[0])
        type_ = operand[1]
        if piece and type_.base == "object" and b.low.place_kinds and b.low.may_be(type_.arg, b.low.place_kinds):
            held = [k for z in b.program.zones if z.layout is not None for k in z.holding]
            return b.add(span, "topat", operand[0]), types.obj(*(held or b.low.things)).maybe()
        node, element = as_list(b, operand, args[0].span)
        return or_empty(b, (b.add(span, op, node), element.maybe()), span)

    return handler


for _word, _op, _piece in (
    ("top", "first", True),
    ("first", "first", False),
    ("bottom", "last", False),
    ("last", "last", False),
):
    built_in(_word)(end(_op, _piece))  # type: ignore[arg-type]


# ------------------------------------------------------------------ things


@built_in("holder")
def holder(b: Body, args: list[tree.Expr], span: tree.Span) -> Val:
    node, type_ = val(b, args[0])
    owners = types.obj(*(z.owner.index for z in b.program.zones if z.owner is not None))
    if type_.base == "zone":
        if type_.zone is not None:
            owner = b.program.zones[type_.zone].owner
            owners = types.obj(owner.index) if owner is not None else owners
        return b.add(span, "zoneowner", node), (owners if owners.arg else types.PLAYER).maybe()
    node = coerce(b, (node, type_), types.obj(*b.low.things), args[0].span)
    if type_.base == "object":
        near = [
            z.owner.index
            for z in b.program.zones
            if z.owner is not None and b.low.may_be(type_.arg, (*b.low.contents(z), *z.holding))
        ]
        owners = types.obj(*near) if near else owners
    return b.add(span, "holder", node), (owners if owners.arg else types.PLAYER).maybe()


@built_in("zone")
def zone(b: Body, args: list[tree.Expr], span: tree.Span) -> Val:
    node, type_ = val(b, args[0])
    node = coerce(b, (node, type_), types.obj(*b.low.things), args[0].span)
    return b.add(span, "zoneat", node), types.zone(type_.arg if type_.base == "object" else ()).maybe()


@built_in("kind")
def kind(b: Body, args: list[tree.Expr], span: tree.Span) -> Val:
    found = one(b, args[0], types.obj(0, *b.low.things))
    return lift(b, found, span, lambda x: b.add(span, "kindof", x)), types.KIND


@built_in("design")
def design(b: Body, args: list[tree.Expr], span: tree.Span) -> Val:
    node, type_ = val(b, args[0])
    if type_.base == "design":
        return node, type_
    node = coerce(b, (node, type_), types.obj(*b.low.things), args[0].span)
    kinds = type_.arg if type_.base == "object" else b.low.things
    return b.add(span, "designof", node), types.design(*kinds).maybe(type_.optional)


built_in("title")(design)


@built_in("designs")
def designs(b: Body, args: list[tree.Expr], span: tree.Span) -> Val:
    found = kind_word(b, args[0])
    if found is None:
        return b.error("unknown-kind", args[0].span, "`designs of` takes the name of a kind")
    return b.add(span, "alldesigns", found), types.list_of(types.design(found))


def kind_word(b: Body, arg: tree.Expr | Lowered) -> int | None:
    """The kind that is named here."""
    if isinstance(arg, Lowered):
        node = b.code.nodes[arg.val[0]]
        return int(node[1]) if node[0] in ("kind", "all") else None
    if isinstance(arg, tree.Name):
        found = b.program.kind_names.get(fold(arg.name)) or b.program.plurals.get(fold(arg.name))
        return None if found is None else found.index
    return None


@built_in("copies")
def copies(b: Body, args: list[tree.Expr], span: tree.Span) -> Val:
    node, type_ = val(b, args[0], types.Type("design", ()))
    made = b.code.nodes[node]
    if made[0] in ("design", "obj"):
        found = b.program.designs[made[1]]
        return b.add(span, "copies", found.index), types.list_of(types.obj(found.kind.index))
    node = coerce(b, (node, type_), types.design(*b.low.things), args[0].span)
    kinds = type_.arg if type_.base in ("design", "object") and type_.arg else b.low.things
    if not kinds:
        return b.error("unknown-kind", span, "no kind of thing is declared here that could have copies")
    slot = b.new_slot()
    every = b.add(span, "all", kinds[0])
    for k in kinds[1:]:
        every = b.add(span, "union", every, b.add(span, "all", k))
    test = b.add(span, "eq", b.add(span, "designof", b.local(slot)), node)
    return b.add(span, "where", slot, every, test), types.list_of(types.obj(*kinds))


@built_in("groups", 2, 2)
def groups(b: Body, args: list[tree.Expr], span: tree.Span) -> Val:
    return connected(b, args[0], args[1], span)


@built_in("sees", 2, 2)
def sees(b: Body, args: list[tree.Expr], span: tree.Span) -> Val:
    who = fitted(b, args[0], types.PLAYER)
    return b.add(span, "sees", who, fitted(b, args[1], types.obj(*b.low.things))), types.FLAG


# ------------------------------------------------------------------ seats


@built_in("others")
def others(b: Body, args: list[tree.Expr], span: tree.Span) -> Val:
    found = one(b, args[0], types.PLAYER)
    return lift(b, found, span, lambda x: b.add(span, "others", x), True), types.PLAYERS


@built_in("left")
def left(b: Body, args: list[tree.Expr], span: tree.Span) -> Val:
    found = one(b, args[0], types.PLAYER)
    return lift(b, found, span, lambda x: b.add(span, "left", x)), types.PLAYER.maybe(found[1].optional)


@built_in("right")
def right(b: Body, args: list[tree.Expr], span: tree.Span) -> Val:
    found = one(b, args[0], types.PLAYER)
    return lift(b, found, span, lambda x: b.add(span, "right", x)), types.PLAYER.maybe(found[1].optional)


# ------------------------------------------------------------------ places


def place(b: Body, arg: tree.Expr | Lowered) -> Val:
    """A place: a card of a board or ring, or a cell of a grid without places."""
    node, type_ = val(b, arg, places(b))
    if type_.base in ("object", "cell", "any", "error"):
        return node, type_
    return coerce(b, (node, type_), places(b), arg.span), types.ERROR


def place_type(b: Body, type_: Type) -> Type:
    return type_.sure() if type_.base in ("object", "cell") else places(b)


@built_in("neighbours")
def neighbours(b: Body, args: list[tree.Expr], span: tree.Span) -> Val:
    node, type_ = place(b, args[0])
    near = lift(b, (node, type_), span, lambda x: b.add(span, "neighbours", x), True)
    return near, types.list_of(place_type(b, type_))


@built_in("within", 2, 2)
def within(b: Body, args: list[tree.Expr], span: tree.Span) -> Val:
    steps = fitted(b, args[0], types.NUMBER)
    node, type_ = place(b, args[1])
    near = lift(b, (node, type_), span, lambda x: b.add(span, "within", steps, x), True)
    return near, types.list_of(place_type(b, type_))


@built_in("ahead", 2, 2)
def ahead(b: Body, args: list[tree.Expr], span: tree.Span) -> Val:
    steps = fitted(b, args[0], types.NUMBER)
    node, type_ = place(b, args[1])
    found = lift(b, (node, type_), span, lambda x: b.add(span, "ahead", steps, x))
    return found, place_type(b, type_).maybe()


@built_in("distance", 2, 2)
def distance(b: Body, args: list[tree.Expr], span: tree.Span) -> Val:
    first, second = place(b, args[0]), place(b, args[1])
    made = lift(b, first, span, lambda x: lift(b, second, span, lambda y: b.add(span, "distance", x, y)))
    return made, types.NUMBER.maybe(first[1].optional or second[1].optional)


@built_in("row")
def row(b: Body, args: list[tree.Expr], span: tree.Span) -> Val:
    found = any_thing(b, args[0])
    return lift(b, found, span, lambda x: b.add(span, "row", x)), types.NUMBER.maybe(found[1].optional)


@built_in("column")
def column(b: Body, args: list[tree.Expr], span: tree.Span) -> Val:
    found = any_thing(b, args[0])
    return lift(b, found, span, lambda x: b.add(span, "column", x)), types.NUMBER.maybe(found[1].optional)


def any_thing(b: Body, arg: tree.Expr | Lowered) -> Val:
    node, type_ = val(b, arg)
    if type_.base != "cell":
        node = coerce(b, (node, type_), types.obj(*b.low.things), arg.span)
    return node, type_


@built_in("cells")
def cells(b: Body, args: list[tree.Expr], span: tree.Span) -> Val:
    return b.add(span, "cells", fitted(b, args[0], types.obj(*b.low.things))), types.list_of(places(b))


@built_in("pieces")
def pieces(b: Body, args: list[tree.Expr], span: tree.Span) -> Val:
    node, _ = place(b, args[0])
    held = [k for z in b.program.zones if z.layout is not None for k in z.holding]
    return b.add(span, "piecesat", node), types.list_of(types.obj(*(held or b.low.things)))


@built_in("blocks", 2, 2)
def blocks(b: Body, args: list[tree.Expr], span: tree.Span) -> Val:
    size = fitted(b, args[0], types.NUMBER)
    node, element = things(b, args[1])
    return b.add(span, "blocks", size, node), types.list_of(types.list_of(element))


@built_in("block", 2, 2)
def block(b: Body, args: list[tree.Expr], span: tree.Span) -> Val:
    node, type_ = place(b, args[0])
    size = fitted(b, args[1], types.NUMBER)
    made = lift(b, (node, type_), span, lambda x: b.add(span, "block", x, size), True)
    return made, types.list_of(place_type(b, type_))


@built_in("same", 2, 2)
def same(b: Body, args: list[tree.Expr], span: tree.Span) -> Val:
    node, type_ = val(b, args[0])
    target = args[1].val if isinstance(args[1], Lowered) else expr(b, args[1], None)
    board = coerce(b, target, types.zone(()), args[1].span)
    result = type_ if type_.base == "list" else place_type(b, type_)
    return b.add(span, "same", node, board), result


@built_in("place", 3, 3)
def place_at(b: Body, args: list[tree.Expr], span: tree.Span) -> Val:
    """place(Z, x, y): column x and row y, both from 1."""
    target = args[0].val if isinstance(args[0], Lowered) else expr(b, args[0], None)
    board = coerce(b, target, types.zone(()), args[0].span)
    listed = b.add(span, "items", board)
    x, y = fitted(b, args[1], types.NUMBER), fitted(b, args[2], types.NUMBER)
    slot = b.new_slot()
    here = b.local(slot)
    test = b.add(
        span, "and", [b.add(span, "eq", b.add(span, "column", here), x), b.add(span, "eq", b.add(span, "row", here), y)]
    )
    element = types.obj(*target[1].arg) if target[1].base == "zone" and target[1].arg else places(b)
    return b.add(span, "first", b.add(span, "where", slot, listed, test)), element.maybe()


#: All that are registered here.
BUILT_INS = tuple(BUILT_IN)
