"""Builders of statements."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from chronoc.syntax import tree
from chronoc.syntax.build import (
    Context,
    Values,
    call_statement,
    items,
    name,
    node,
    part,
    simple,
    statements,
)
from chronoc.syntax.build_expressions import plain_args
from chronoc.syntax.lexer import Token
from chronoc.syntax.tree import Expr, Span


@node("block")
def build_block(context: Context, v: Values, span: Span) -> tree.Block:
    return tree.Block(statements(context, v), span)


@node("value_stmt")
def build_value_stmt(context: Context, v: Values, span: Span) -> tree.Block:
    return tree.Block((v[0],), span)


@node("let")
def build_let(context: Context, v: Values, span: Span) -> tree.Let:
    return tree.Let(name(v[0]), v[2], span)


@node("assign")
def build_assign(context: Context, v: Values, span: Span) -> tree.Assign:
    return tree.Assign(v[0], v[2], span)


@node("do")
def build_do(context: Context, v: Values, span: Span) -> tree.Do:
    return tree.Do(v[0], span)


# ------------------------------------------------------------------ choices


@dataclass(slots=True)
class Amount:
    low: Expr | None
    high: Expr | None
    many: bool


def one(span: Span) -> tree.Number:
    return tree.Number(1, span)


@part("amount")
def build_amount(context: Context, v: Values) -> Amount:
    count = simple(context, v[0])
    return Amount(count, count, True)


@node("amount_any")
def build_amount_any(context: Context, v: Values, span: Span) -> Amount:
    return Amount(tree.Number(0, span), None, True)


@node("amount_up_to")
def build_amount_up_to(context: Context, v: Values, span: Span) -> Amount:
    return Amount(tree.Number(0, span), simple(context, v[1]), True)


@part("amount_or_more")
def build_amount_or_more(context: Context, v: Values) -> Amount:
    return Amount(simple(context, v[0]), None, True)


@part("amount_range")
def build_amount_range(context: Context, v: Values) -> Amount:
    return Amount(simple(context, v[0]), simple(context, v[1]), True)


@node("choose")
def build_choose(context: Context, v: Values, span: Span) -> tree.Choose:
    amount, var, source, such_that, by, prompt = v
    amount = amount or Amount(None, None, False)
    return tree.Choose(
        amount.low, amount.high, amount.many, name(var), source, such_that, by, context.optional_text(prompt), span
    )


@node("may")
def build_may(context: Context, v: Values, span: Span) -> tree.May:
    label, by, body, carry = v
    return tree.May(context.optional_text(label), by, body, False, carry is not None, span)


@node("may_repeat")
def build_may_repeat(context: Context, v: Values, span: Span) -> tree.May:
    label, by, body = v
    return tree.May(context.optional_text(label), by, body, True, False, span)


@node("either")
def build_either(context: Context, v: Values, span: Span) -> tree.Either:
    by, prompt, branches = v
    return tree.Either(by, context.optional_text(prompt), branches, span)


@part("ebody")
def build_ebody(context: Context, v: Values) -> tuple[tree.Branch, ...]:
    return items(v)


@node("branch")
def build_branch(context: Context, v: Values, span: Span) -> tree.Branch:
    key, label, condition, body = v
    return tree.Branch(name(key), context.optional_text(label), condition, None, None, None, body, span)


@node("branch_text")
def build_branch_text(context: Context, v: Values, span: Span) -> tree.Branch:
    label, condition, body = v
    return tree.Branch(None, context.text(label), condition, None, None, None, body, span)


@node("branch_each")
def build_branch_each(context: Context, v: Values, span: Span) -> tree.Branch:
    var, source, label, body = v
    return tree.Branch(None, context.optional_text(label), None, name(var), source, None, body, span)


@node("branch_react")
def build_branch_react(context: Context, v: Values, span: Span) -> tree.Branch:
    return tree.Branch(None, None, None, None, None, name(v[0]), None, span)


# ------------------------------------------------------------------ control


@node("if")
def build_if(context: Context, v: Values, span: Span) -> tree.If:
    condition, then, otherwise = v
    if isinstance(otherwise, tree.If):
        otherwise = tree.Block((otherwise,), otherwise.span)
    return tree.If(condition, then, otherwise, span)


@node("foreach")
def build_foreach(context: Context, v: Values, span: Span) -> tree.ForEach:
    var, source, start, by, live, body = v
    if start is None and isinstance(source, tree.Binary) and source.op == "from":
        turned = source
        source, start = turned.left, turned.right
    return tree.ForEach(name(var), source, start, by, live is not None, body, span)


@part("one_by_one")
def build_one_by_one(context: Context, v: Values) -> bool:
    return True


@node("repeat")
def build_repeat(context: Context, v: Values, span: Span) -> tree.Repeat:
    return tree.Repeat(v[0], v[1], span)


@node("while")
def build_while(context: Context, v: Values, span: Span) -> tree.While:
    return tree.While(v[0], v[1], span)


@node("acting")
def build_acting(context: Context, v: Values, span: Span) -> tree.By:
    return tree.By(v[0], v[1], span)


@node("at_once")
def build_at_once(context: Context, v: Values, span: Span) -> tree.AtOnce:
    return tree.AtOnce(v[0], span)


@node("step")
def build_step(context: Context, v: Values, span: Span) -> tree.Step:
    return tree.Step(v[0], span)


@node("afterwards")
def build_afterwards(context: Context, v: Values, span: Span) -> tree.Afterwards:
    return tree.Afterwards(v[0], span)


@node("roll")
def build_roll(context: Context, v: Values, span: Span) -> tree.Roll:
    return tree.Roll(name(v[0]), v[1], span)


@node("require")
def build_require(context: Context, v: Values, span: Span) -> tree.Require:
    return tree.Require(v[0], context.optional_text(v[1]), span)


@node("carry_on")
def build_carry_on(context: Context, v: Values, span: Span) -> tree.CarryOn:
    return tree.CarryOn(span)


# ------------------------------------------------------------------ actions, windows, phases


@part("taken")
def build_taken(context: Context, v: Values) -> tuple[tuple[str, ...], tuple[str, ...]]:
    actions = tuple(name(x) for x in v if isinstance(x, Token))
    return actions, tuple(x.react for x in v if isinstance(x, tree.Branch) and x.react)


@node("take_one")
def build_take_one(context: Context, v: Values, span: Span) -> tree.Take:
    return take("one", v[0], v[1:], span)


@node("take_any")
def build_take_any(context: Context, v: Values, span: Span) -> tree.Take:
    made = take("any", v[1], v[2:], span)
    if made.actions == ("actions",):
        context.say(
            "syntax", span, "here should stand the names of actions", "write `take any actions` for all of them"
        )
    return made


@node("take_any_actions")
def build_take_any_actions(context: Context, v: Values, span: Span) -> tree.Take:
    made = take("any", v[1], v[2:], span)
    if made.actions != ("actions",):
        context.say(
            "syntax", span, "`take any` needs an `of` before the names of actions",
            "write `take any of A, B`, or `take any actions` for all of them",
        )  # fmt: skip
    return made


def take(mode: str, taken: Any, ends: Values, span: Span) -> tree.Take:
    actions, reacts = taken
    if len(actions) == 1 and actions[0].casefold() == "actions":
        actions = ("actions",)
    said: dict[str, Expr] = dict(ends)
    return tree.Take(mode, actions, reacts, said.get("until"), said.get("by"), span)


@part("take_by")
def build_take_by(context: Context, v: Values) -> tuple[str, Expr]:
    return "by", v[0]


@part("take_until")
def build_take_until(context: Context, v: Values) -> tuple[str, Expr]:
    return "until", v[0]


@node("open")
def build_open(context: Context, v: Values, span: Span) -> tree.Open:
    window, args, players, body, otherwise = v
    return tree.Open(name(window), plain_args(context, args), players, body, otherwise, span)


@node("enter")
def build_enter(context: Context, v: Values, span: Span) -> tree.Enter:
    return tree.Enter(name(v[0]), plain_args(context, v[1]), span)


# ------------------------------------------------------------------ sentences


@part("sargs")
def build_sargs(context: Context, v: Values) -> tuple[Expr, ...]:
    return tuple(v)


@node("arg_in")
def build_arg_in(context: Context, v: Values, span: Span) -> tree.In | tree.NOf:
    left, right = v
    if isinstance(left, tree.NOf) and left.place is None:
        return tree.NOf(left.count, left.items, right, span)
    return tree.In(left, right, False, span)


@node("prep")
def build_prep(context: Context, v: Values, span: Span) -> tree.Prep:
    return tree.Prep(v[0], v[1], span)


def tail(parts: Values) -> tuple[tuple[tree.Prep, ...], tuple[str, ...], Token | None]:
    """Prepositions, words of position and the closing text behind a verb and its arguments."""
    preps = tuple(p for p in parts if isinstance(p, tree.Prep))
    words = tuple(p.text.casefold() for p in parts if isinstance(p, Token) and p.type != "STRING")
    return preps, words, next((p for p in parts if isinstance(p, Token) and p.type == "STRING"), None)


@node("sentence")
def build_sentence(context: Context, v: Values, span: Span) -> tree.Sentence:
    verb, quantifier, args, *rest = v
    preps, words, text = tail(rest)
    if quantifier is not None:
        words = (quantifier.text.casefold(), *words)
    return tree.Sentence(name(verb), args, preps, words, context.optional_text(text), span)


@node("sentence_prep")
def build_sentence_prep(context: Context, v: Values, span: Span) -> tree.Sentence:
    preps, words, text = tail(v[1:])
    return tree.Sentence(name(v[0]), (), preps, words, context.optional_text(text), span)


@node("sentence_call")
def build_sentence_call(context: Context, v: Values, span: Span) -> tree.Stmt:
    preps, words, text = tail(v[1:])
    statement = call_statement(v[0], preps, words, context.optional_text(text), span)
    if statement is None:
        context.say("syntax", v[0].span, "`for` has no meaning in what a verb is given")
        return tree.BadStmt(span)
    return statement
