"""Lists: `where`, `sorted by`, quantifiers, the best of a list, so many of some conditions, parts that hang
together."""

from __future__ import annotations

from chronoc.lower.body import Body, Val
from chronoc.lower.expressions import condition, expr, handles, value
from chronoc.lower.fit import as_list, coerce
from chronoc.lower.members import of
from chronoc.lower.membership import membership
from chronoc.lower.narrowing import learn
from chronoc.model import types
from chronoc.model.suggest import fold
from chronoc.model.types import Type
from chronoc.syntax import tree


@handles(tree.NOf)
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


@handles(tree.Where)
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


@handles(tree.Sorted)
def is_sorted(b: Body, e: tree.Sorted, want: Type | None) -> Val:
    left = expr(b, e.source, want)
    node, element = as_list(b, left, e.source.span)
    node, element = sorted_node(b, node, element, e, b.new_slot(), None)
    return node, types.list_of(element)


QUANTIFIED = {"any": "any", "all": "every", "no": "no"}


@handles(tree.Quantifier)
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


@handles(tree.The)
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


@handles(tree.RangeOf)
def range_of(b: Body, e: tree.RangeOf, want: Type | None) -> Val:
    low = value(b, e.low, types.NUMBER)
    return b.add(e.span, "range", low, value(b, e.high, types.NUMBER)), types.list_of(types.NUMBER)


def connected(b: Body, items: tree.Expr, relation: tree.Expr | None, span: tree.Span) -> Val:
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
