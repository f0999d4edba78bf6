"""Builders of expressions: values, `of`, operators."""

from __future__ import annotations

from typing import Any

from chronoc.syntax import tree
from chronoc.syntax.build import (
    Bad,
    Context,
    Group,
    Values,
    merge,
    name,
    node,
    number,
    part,
    simple,
    ungroup,
)
from chronoc.syntax.lexer import Token, name_value, text_value
from chronoc.syntax.tree import Expr, Span

_FLAGS = {"true": "yes", "false": "no"}


@node("name")
def build_name(context: Context, v: Values, span: Span) -> tree.Name:
    written = name(v[0])
    return tree.Name(_FLAGS.get(written.lower(), written), span)


@node("number")
def build_number(context: Context, v: Values, span: Span) -> tree.Number:
    return tree.Number(int(v[0].text), span)


@node("text")
def build_text(context: Context, v: Values, span: Span) -> tree.Text:
    return tree.Text(text_value(v[0].text), span)


def primed(context: Context, token: Token) -> tree.Primed:
    """Tower' or 1969'"""
    span = context.at(token)
    base = Span(span.file, span.start, span.end - 1, span.line, span.column, span.end_line, span.end_column - 1)
    written = name_value(token.text[:-1])
    return tree.Primed(tree.Number(int(written), base) if written.isdigit() else tree.Name(written, base), span)


@part("primed")
def build_primed(context: Context, v: Values) -> tree.Primed:
    return primed(context, v[0])


@node("primed_text")
def build_primed_text(context: Context, v: Values, span: Span) -> tree.Primed:
    base = Span(span.file, span.start, span.end - 1, span.line, span.column, span.end_line, span.end_column - 1)
    return tree.Primed(tree.Text(text_value(v[0].text), base), span)


@node("unknown")
def build_unknown(context: Context, v: Values, span: Span) -> tree.Unknown:
    return tree.Unknown(span)


@node("quantity")
def build_quantity(context: Context, v: Values, span: Span) -> tree.Quantity:
    count, what = v
    return tree.Quantity(tree.Number(number(count), context.at(count)), tree.Name(name(what), context.at(what)), span)


@node("quantity_of")
def build_quantity_of(context: Context, v: Values, span: Span) -> tree.Quantity:
    count, what, operand = v
    inner = tree.Of(name(what), None, operand, merge(context.at(what), operand.span))
    return tree.Quantity(tree.Number(number(count), context.at(count)), inner, span)


@node("copies")
def build_copies(context: Context, v: Values, span: Span) -> tree.Quantity:
    what, count = v
    return tree.Quantity(tree.Number(int(count.text[1:]), context.at(count)), context.text(what), span)


@node("kind_title")
def build_kind_title(context: Context, v: Values, span: Span) -> tree.Qualified:
    kind, title = v
    return tree.Qualified(name(kind), text_value(title.text), span)


@node("another")
def build_another(context: Context, v: Values, span: Span) -> tree.Another:
    return tree.Another(name(v[0]), span)


@node("your")
def build_your(context: Context, v: Values, span: Span) -> tree.Your:
    return tree.Your(name(v[0]), span)


def named_call(context: Context, verb: str, what: Token, span: Span) -> tree.Call:
    at = context.at(what)
    return tree.Call(verb, (tree.Arg(None, tree.Name(name(what), at), None, None, at),), span)


@node("used")
def build_used(context: Context, v: Values, span: Span) -> tree.Call:
    return named_call(context, "used", v[0], span)


@node("during")
def build_during(context: Context, v: Values, span: Span) -> tree.Call:
    return named_call(context, "during", v[0], span)


@node("indexed")
def build_indexed(context: Context, v: Values, span: Span) -> tree.Indexed:
    return tree.Indexed(name(v[0]), v[1], span)


@node("paren")
def build_paren(context: Context, v: Values, span: Span) -> Group:
    return Group(tuple(item for item in v if item is not None), span)


@part("group")
def build_group(context: Context, v: Values) -> Expr:
    return ungroup(v[0])


@node("call")
def build_call(context: Context, v: Values, span: Span) -> tree.Call:
    return tree.Call(name(v[0]), v[1] or (), span)


@part("args")
def build_args(context: Context, v: Values) -> tuple[tree.Arg, ...]:
    return tuple(v)


@node("arg")
def build_arg(context: Context, v: Values, span: Span) -> tree.Arg:
    preposition, value, var, source = v
    return tree.Arg(preposition, value, None if var is None else name(var), source, span)


@part("prep_word")
def build_prep_word(context: Context, v: Values) -> str:
    return str(v[0].text.casefold())


def plain_args(context: Context, args: tuple[tree.Arg, ...] | None) -> tuple[Expr, ...]:
    """Arguments where neither a preposition nor a `for` has a meaning."""
    out: list[Expr] = []
    for arg in args or ():
        if arg.preposition is not None or arg.for_var is not None:
            context.say("syntax", arg.span, "a plain value is wanted here, without a preposition and without `for`")
        out.append(arg.value)
    return tuple(out)


@node("member")
def build_member(context: Context, v: Values, span: Span) -> tree.Member:
    operand = simple(context, v[0]) if isinstance(v[0], Token) else v[0]
    return tree.Member(operand, name(v[1]), None, span)


@node("member_call")
def build_member_call(context: Context, v: Values, span: Span) -> tree.Member:
    return tree.Member(v[0], name(v[1]), plain_args(context, v[2]), span)


@node("qualified")
def build_qualified(context: Context, v: Values, span: Span) -> tree.Qualified | tree.Primed | tree.BadExpr:
    space, what = v
    if not isinstance(space, tree.Name):
        context.say("syntax", span, "in front of `.` and a number or title stands the name of a set or kind")
        return tree.BadExpr(span)
    if what.type == "STRING":
        return tree.Qualified(space.name, text_value(what.text), span)
    if what.type == "PRIMED":
        base = Span(span.file, span.start, span.end - 1, span.line, span.column, span.end_line, span.end_column - 1)
        return tree.Primed(tree.Qualified(space.name, name_value(what.text[:-1]), base), span)
    return tree.Qualified(space.name, what.text, span)


# ------------------------------------------------------------------ of


@node("of")
def build_of(context: Context, v: Values, span: Span) -> tree.Of:
    return tree.Of(name(v[0]), None, v[1], span)


@node("of_key")
def build_of_key(context: Context, v: Values, span: Span) -> tree.Of:
    return tree.Of(name(v[0]), v[1], v[2], span)


@node("n_of")
def build_n_of(context: Context, v: Values, span: Span) -> tree.NOf:
    return tree.NOf(simple(context, v[0]), v[1], None, span)


@node("q_of")
def build_q_of(context: Context, v: Values, span: Span) -> tree.NOf:
    word = v[0].text.casefold()
    return tree.NOf("none" if word == "no" else word, v[1], None, span)


@node("named_in")
def build_named_in(context: Context, v: Values, span: Span) -> tree.NamedIn:
    return tree.NamedIn(name(v[0]), name(v[1]), v[2], span)


@node("groups")
def build_groups(context: Context, v: Values, span: Span) -> tree.Call:
    what, relation = v
    return tree.Call(
        "groups",
        (tree.Arg(None, what, None, None, what.span), tree.Arg("by", relation, None, None, relation.span)),
        span,
    )


@node("players_from")
def build_players_from(context: Context, v: Values, span: Span) -> tree.Binary:
    at = Span(span.file, span.start, span.start + 7, span.line, span.column, span.line, span.column + 7)
    return tree.Binary("from", tree.Name("players", at), v[0], span)


@node("turned")
def build_turned(context: Context, v: Values, span: Span) -> tree.Binary:
    return tree.Binary("from", v[0], v[1], span)


# ------------------------------------------------------------------ operators


@node("neg")
def build_neg(context: Context, v: Values, span: Span) -> Expr:
    """A minus in front of a literal belongs to it: -1 token is a quantity of -1."""
    operand = v[-1]
    match operand:
        case tree.Number():
            return tree.Number(-operand.value, span)
        case tree.Quantity(count=tree.Number() as count):
            return tree.Quantity(tree.Number(-count.value, count.span), operand.what, span)
        case _:
            return tree.Unary("-", operand, span)


@node("not_")
def build_not(context: Context, v: Values, span: Span) -> tree.Unary:
    return tree.Unary("not", v[0], span)


@node("sum")
def build_sum(context: Context, v: Values, span: Span) -> tree.Binary:
    return tree.Binary(v[1], v[0], v[2], span)


_SIGNS = {"PLUS": "+", "MINUS": "-", "WITHOUT": "without", "STAR": "*", "SLASH": "/", "MOD": "mod"}


@part("sum_op")
def build_sum_op(context: Context, v: Values) -> str:
    return _SIGNS[v[0].type]


@node("product")
def build_product(context: Context, v: Values, span: Span) -> tree.Binary:
    return tree.Binary(_SIGNS[v[1].type], v[0], v[2], span)


@node("and_")
def build_and(context: Context, v: Values, span: Span) -> tree.Binary:
    return tree.Binary("and", v[0], v[1], span)


@node("or_")
def build_or(context: Context, v: Values, span: Span) -> tree.Binary:
    return tree.Binary("or", v[0], v[1], span)


@node("or_else")
def build_or_else(context: Context, v: Values, span: Span) -> tree.Binary:
    return tree.Binary("or else", v[0], v[1], span)


@node("as_of")
def build_as_of(context: Context, v: Values, span: Span) -> tree.AsOf:
    return tree.AsOf(v[0], v[1], span)


@node("compare")
def build_compare(context: Context, v: Values, span: Span) -> tree.Compare:
    return tree.Compare(v[1], v[0], v[2], span)


_COMPARE = {"EQ": "==", "NE": "!=", "LT": "<", "LE": "<=", "GT": ">", "GE": ">="}


@part("cmp_op")
def build_cmp_op(context: Context, v: Values) -> str:
    return _COMPARE[v[0].type]


@node("in_")
def build_in(context: Context, v: Values, span: Span) -> tree.In | tree.NOf:
    """`3 of (A, B, C) in your table`: each of the three must lie there."""
    left, right = v
    if isinstance(left, tree.NOf) and left.place is None:
        return tree.NOf(left.count, left.items, right, span)
    return tree.In(left, right, False, span)


@node("not_in")
def build_not_in(context: Context, v: Values, span: Span) -> tree.In:
    return tree.In(v[0], v[1], True, span)


def is_what(context: Context, value: Any) -> Expr:
    if isinstance(value, Token):
        return tree.Name(value.text.casefold(), context.at(value))
    assert not isinstance(value, Bad)
    return value  # type: ignore[no-any-return]


@node("is_")
def build_is(context: Context, v: Values, span: Span) -> tree.Is:
    return tree.Is(v[0], is_what(context, v[1]), False, span)


@node("is_not")
def build_is_not(context: Context, v: Values, span: Span) -> tree.Is:
    return tree.Is(v[0], is_what(context, v[1]), True, span)


@node("exists")
def build_exists(context: Context, v: Values, span: Span) -> tree.Exists:
    return tree.Exists(v[0], span)


@node("has")
def build_has(context: Context, v: Values, span: Span) -> tree.Has:
    return tree.Has(v[0], name(v[1]), False, span)


@node("has_no")
def build_has_no(context: Context, v: Values, span: Span) -> tree.Has:
    return tree.Has(v[0], name(v[2]), True, span)
