"""Builders of expressions that hold others: `where`, quantifiers, `the`, `try`, `can`, `case`."""

from __future__ import annotations

from typing import Any

from chronoc.syntax import tree
from chronoc.syntax.build import (
    Bad,
    Context,
    Rows,
    Values,
    as_block,
    as_statement,
    call_statement,
    case_statement,
    merge,
    name,
    node,
    part,
    simple,
)
from chronoc.syntax.lexer import Token
from chronoc.syntax.tree import Expr, Span

# ------------------------------------------------------------------ operands that reach as far right as they can


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
    extreme, key, ties = v[2]
    return tree.The(name(v[0]), v[1], extreme, key, ties, span)


@node("the_where_extreme")
def build_the_where_extreme(context: Context, v: Values, span: Span) -> tree.The:
    extreme, key, ties = v[3]
    return tree.The(name(v[0]), where_of(v[1], v[2]), extreme, key, ties, span)


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
