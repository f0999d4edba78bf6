"""Arithmetic, `and` and `or`, lists joined, comparisons."""

from __future__ import annotations

from chronoc.lower.body import Body, Val
from chronoc.lower.expressions import condition, expr, handles, value
from chronoc.lower.fit import as_list, coerce, fits, lift
from chronoc.lower.narrowing import learn
from chronoc.lower.references import as_list_type
from chronoc.model import types
from chronoc.model.suggest import article, fold
from chronoc.model.types import Type
from chronoc.syntax import tree


@handles(tree.Unary)
def unary(b: Body, e: tree.Unary, want: Type | None) -> Val:
    if e.op == "not":
        return b.add(e.span, "not", condition(b, e.operand)), types.FLAG
    if isinstance(e.operand, tree.Number):
        return b.num(-e.operand.value), types.NUMBER
    operand = number(b, e.operand)
    return lift(b, operand, e.span, lambda x: b.add(e.span, "neg", x)), operand[1]


def number(b: Body, e: tree.Expr) -> Val:
    """A number, with whether it may be nothing."""
    found = expr(b, e, types.NUMBER)
    return coerce(b, found, types.NUMBER, e.span), types.NUMBER.maybe(found[1].optional)


def calculated(b: Body, op: str, left: Val, right: Val, span: tree.Span) -> int:
    """Two numbers taken together; nothing with anything gives nothing."""
    return lift(b, left, span, lambda x: lift(b, right, span, lambda y: b.add(span, op, x, y)))


ARITHMETIC = {"-": "sub", "*": "mul", "/": "div", "mod": "mod"}


@handles(tree.Binary)
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
                right = number(b, e.right)
                either = left[1].optional or right[1].optional
                return calculated(b, "add", left, right, e.span), types.NUMBER.maybe(either)
            if left[1].base in ("any", "error"):
                expr(b, e.right, None)
                return b.poison()
            return joined(b, left, e, want)
    op = ARITHMETIC[e.op]
    left, right = number(b, e.left), number(b, e.right)
    return calculated(b, op, left, right, e.span), types.NUMBER.maybe(left[1].optional or right[1].optional)


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


@handles(tree.Compare)
def compare(b: Body, e: tree.Compare, want: Type | None) -> Val:
    op = COMPARE[e.op]
    if op not in ("eq", "ne"):
        return calculated(b, op, number(b, e.left), number(b, e.right), e.span), types.FLAG
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
