"""Builders of expressions."""

from __future__ import annotations

from typing import Any

from chronoc.syntax import tree
from chronoc.syntax.build import (
    Bad,
    Context,
    Group,
    Rows,
    Values,
    as_block,
    as_statement,
    call_statement,
    case_statement,
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
    """A minus in front of a literal belongs to it: -1 Loyalist is a quantity of -1."""
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


# ------------------------------------------------------------------ open operands


@node("where")
def build_where(context: Context, v: Values, span: Span) -> tree.Where:
    return tree.Where(v[0], v[1], span)


@node("range")
def build_range(context: Context, v: Values, span: Span) -> tree.RangeOf:
    return tree.RangeOf(v[0], v[1], span)


@node("sorted")
def build_sorted(context: Context, v: Values, span: Span) -> tree.Sorted:
    return tree.Sorted(v[0], v[1], v[2] is not None, span)


@node("quant")
def build_quant(context: Context, v: Values, span: Span) -> tree.Quantifier:
    which, var, source, condition = v
    word = which.text.casefold()
    if condition is None:
        return tree.Quantifier(word, name(var), source, None, span)
    joined, what = condition
    if word == "all" and joined == "where":
        context.say(
            "syntax", span, "`all x in E where C` can be read in two ways",
            "write `all x in E satisfy C` if C must hold for each of them",
        )  # fmt: skip
    return tree.Quantifier(word, name(var), source, what, span)


@part("quant_where")
def build_quant_where(context: Context, v: Values) -> tuple[str, Expr]:
    return "where", v[0]


@part("quant_satisfy")
def build_quant_satisfy(context: Context, v: Values) -> tuple[str, Expr]:
    return "satisfy", v[0]


@node("the", "the_arg")
def build_the(context: Context, v: Values, span: Span) -> tree.The:
    return tree.The(name(v[0]), v[1], None, None, None, span)


@node("the_where")
def build_the_where(context: Context, v: Values, span: Span) -> tree.The:
    return tree.The(name(v[0]), where_of(v[1], v[2]), None, None, None, span)


@node("the_extreme")
def build_the_extreme(context: Context, v: Values, span: Span) -> tree.The:
    return tree.The(name(v[0]), v[1], *v[2], span)


@node("the_where_extreme")
def build_the_where_extreme(context: Context, v: Values, span: Span) -> tree.The:
    return tree.The(name(v[0]), where_of(v[1], v[2]), *v[3], span)


def where_of(source: Expr, condition: Expr) -> tree.Where:
    return tree.Where(source, condition, merge(source.span, condition.span))


@part("extreme")
def build_extreme(context: Context, v: Values) -> tuple[str, Expr, str | None]:
    word, key, ties = v
    return word.text.casefold().split()[1], key, None if ties is None else ties.text.casefold()


@node("try")
def build_try(context: Context, v: Values, span: Span) -> tree.Try:
    return tree.Try(v[0], v[1], span)


# ------------------------------------------------------------------ can


@node("can")
def build_can(context: Context, v: Values, span: Span) -> tree.Can:
    verb, argument = v
    last = argument.span if argument is not None else context.at(verb)
    args = () if argument is None else (argument,)
    return tree.Can(tree.Sentence(name(verb), args, (), (), None, merge(context.at(verb), last)), span)


@node("can_call")
def build_can_call(context: Context, v: Values, span: Span) -> tree.Can | tree.BadExpr:
    statement = call_statement(v[0], (), (), None, v[0].span)
    if statement is None:
        context.say("syntax", v[0].span, "`for` has no meaning in what a verb is given")
        return tree.BadExpr(span)
    return tree.Can(statement, span)


@node("can_do")
def build_can_do(context: Context, v: Values, span: Span) -> tree.Can:
    return tree.Can(tree.Do(v[0], span), span)


@node("can_stmt")
def build_can_stmt(context: Context, v: Values, span: Span) -> tree.Can:
    return tree.Can(v[0], span)


# ------------------------------------------------------------------ case


@node("case")
def build_case(context: Context, v: Values, span: Span) -> tree.Case:
    subject, rows = v
    return tree.Case(subject, arms_of(context, rows, "`case`"), span)


@part("tests")
def build_tests(context: Context, v: Values) -> tuple[Any, ...]:
    return tuple(v)


@node("test_range")
def build_test_range(context: Context, v: Values, span: Span) -> tree.RangeOf:
    return tree.RangeOf(simple(context, v[0]), v[1], span)


@node("arm")
def build_arm(context: Context, v: Values, span: Span) -> tree.CaseArm:
    return tree.CaseArm(v[0], v[1], span)


@node("arm_else")
def build_arm_else(context: Context, v: Values, span: Span) -> tree.CaseArm:
    return tree.CaseArm((), v[0], span)


def before_bad(children: Values, i: int) -> bool:
    """Is the clause of this child given up right behind it?"""
    return i + 1 < len(children) and isinstance(children[i + 1], Bad)


def arms_of(context: Context, rows: Rows, owner: str) -> tuple[tree.CaseArm, ...]:
    """The rows, each with the statements that follow it on its line."""
    arms: list[tree.CaseArm] = []
    open_arm = fine = False
    children = rows.children
    for i, child in enumerate(children):
        if isinstance(child, Token):
            if child.type == "NL":
                open_arm = fine = False
            elif isinstance(child, Bad):
                open_arm, fine = False, True
            continue
        if isinstance(child, tree.CaseArm):
            arms.append(child)
            open_arm = True
            continue
        block = as_block(arms[-1].value, arms[-1].value.span) if open_arm else None
        if block is not None:
            both = tree.Block((*block.statements, child), merge(block.span, child.span))
            arms[-1] = tree.CaseArm(arms[-1].tests, both, merge(arms[-1].span, child.span))
        elif not fine and not before_bad(children, i):
            context.say(
                "loose-statement", child.span, f"this belongs to no row of {owner}",
                "a row is `RESULT: what happens`; `else:` begins the last one",
            )  # fmt: skip
            fine = True
    return tuple(arms)


@node("cbody")
def build_cbody(context: Context, v: Values, span: Span) -> Rows:
    return Rows(v, span)


@node("case_stmt")
def build_case_stmt(context: Context, v: Values, span: Span) -> tree.CaseStmt:
    return case_statement(v[0])


@node("noargs")
def build_noargs(context: Context, v: Values, span: Span) -> tree.Sentence:
    return tree.Sentence(name(v[0]), (), (), (), None, span)


@node("call_stmt")
def build_call_stmt(context: Context, v: Values, span: Span) -> tree.Stmt:
    statement = as_statement(v[0])
    if statement is None:
        context.say("syntax", span, "`for` has no meaning in what a verb is given")
        return tree.BadStmt(span)
    return statement
