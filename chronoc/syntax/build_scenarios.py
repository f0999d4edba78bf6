"""Builders of scenarios."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from chronoc.syntax import tree
from chronoc.syntax.build import Context, Values, as_statement, items, merge, name, node, number, part
from chronoc.syntax.build_expressions import plain_args
from chronoc.syntax.lexer import Token, text_value
from chronoc.syntax.tree import Expr, Span


@node("scenario")
def build_scenario(context: Context, v: Values, span: Span) -> tree.ScenarioDecl:
    """`for x in E` in the head stands for one `for every` around the whole body."""
    title, like, var, source, pieces = v
    if var is not None:
        pieces = (tree.ForEvery(name(var), source, pieces, span),)
    return tree.ScenarioDecl(text_value(title.text), None if like is None else text_value(like.text), pieces, span)


@part("sbody")
def build_sbody(context: Context, v: Values) -> tuple[tree.ScenarioPiece, ...]:
    """A `given` or `expect` is as many pieces as it has facts or claims."""
    pieces: list[tree.ScenarioPiece] = []
    for item in items(v):
        if isinstance(item, tuple):
            pieces.extend(item)
        else:
            pieces.append(item)
    return tuple(pieces)


@node("every")
def build_every(context: Context, v: Values, span: Span) -> tree.ForEvery:
    var, source, pieces = v
    if source is None:
        if name(var).casefold() != "choice":
            context.say(
                "syntax", context.at(var), f"`for every {name(var)}` lacks what it goes through",
                f"write `for every {name(var)} in …` or `for every choice`",
            )  # fmt: skip
        return tree.ForEvery(None, None, pieces, span)
    return tree.ForEvery(name(var), source, pieces, span)


@node("splayers")
def build_splayers(context: Context, v: Values, span: Span) -> tree.Players:
    return tree.Players(tuple(word for word, _ in v), tuple(card for _, card in v), span)


@part("splayer")
def build_splayer(context: Context, v: Values) -> tuple[str, Expr | None]:
    return name(v[0]), v[1]


@node("examples")
def build_examples(context: Context, v: Values, span: Span) -> tree.Examples:
    head, *rows = v
    names: list[str] = []
    for item in members(head):
        if isinstance(item, tree.Name):
            names.append(item.name)
        else:
            context.say(
                "syntax",
                item.span,
                "examples begin with the names of their columns",
                "`examples (before, after): (0, 1)`",
            )
    for row in rows:
        if len(members(row)) != len(names):
            context.say("syntax", row.span, f"this row has {len(members(row))} values, the columns are {len(names)}")
    return tree.Examples(tuple(names), tuple(members(row) for row in rows), span)


def members(value: Expr) -> tuple[Expr, ...]:
    return value.items if isinstance(value, tree.ListOf) else (value,)


# ------------------------------------------------------------------ given


@part("given", "givens")
def build_given(context: Context, v: Values) -> tuple[tree.Given, ...]:
    return tuple(fact for child in v if not isinstance(child, Token) for fact in child)


def given(form: str, span: Span, **parts: Any) -> tree.Given:
    return tree.Given(
        form, parts.get("target"), parts.get("values", ()), parts.get("statement"), parts.get("name"),
        parts.get("seed"), parts.get("words", ()), span,
    )  # fmt: skip


@part("fact")
def build_fact(context: Context, v: Values) -> tuple[tree.Given, ...]:
    return tuple(plain_fact(value) for value in v)


def plain_fact(value: Expr) -> tree.Given:
    """What an expression says when it is given: a value, a verb to run, a thing done this turn, or a fact."""
    match value:
        case tree.Compare(op="==", left=tree.Name() | tree.Of() | tree.Member() | tree.Indexed() as left):
            return given("set", value.span, target=left, values=(value.right,))
        case tree.Call(name="used", args=(tree.Arg(value=tree.Name(name=word)),)):
            return given("used", value.span, name=word)
        case tree.Call():
            return given("verb", value.span, target=value, statement=as_statement(value))
        case tree.Name():
            return given("fact", value.span, target=value, statement=as_statement(value))
        case _:
            return given("fact", value.span, target=value)


@dataclass(slots=True)
class Thing:
    value: Expr
    words: tuple[str, ...]


@part("fact_place")
def build_fact_place(context: Context, v: Values) -> tuple[tree.Given, ...]:
    """`ZONE: a, b face down, c on top`: words of position go with the things since the last such words."""
    *before, target, things = v
    out = [plain_fact(value) for value in before]
    run: list[Expr] = []
    for i, thing in enumerate(things):
        run.append(thing.value)
        if thing.words or i == len(things) - 1:
            span = merge(target.span, thing.value.span)
            out.append(given("place", span, target=target, values=tuple(run), words=thing.words))
            run = []
    return tuple(out)


@part("things", "picks")
def build_things(context: Context, v: Values) -> tuple[Any, ...]:
    return tuple(v)


@part("thing")
def build_thing(context: Context, v: Values) -> Thing:
    value, face, on_top = v
    return Thing(value, tuple(t.text.casefold() for t in (face, on_top) if t is not None))


@node("thing_titles", "pick_titles")
def build_thing_titles(context: Context, v: Values, span: Span) -> tree.Quantity:
    count, title = v
    return tree.Quantity(tree.Number(number(count), context.at(count)), context.text(title), span)


@node("thing_names")
def build_thing_names(context: Context, v: Values, span: Span) -> tree.Quantity:
    count, what = v
    return tree.Quantity(tree.Name(name(count), context.at(count)), tree.Name(name(what), context.at(what)), span)


@node("fact_verb")
def build_fact_verb(context: Context, v: Values, span: Span) -> tuple[tree.Given, ...]:
    return (given("verb", span, statement=v[0]),)


@node("fact_setup")
def build_fact_setup(context: Context, v: Values, span: Span) -> tuple[tree.Given, ...]:
    seed = v[1]
    return (given("setup", span, seed=None if seed is None else tree.Number(number(seed), context.at(seed))),)


@node("fact_option")
def build_fact_option(context: Context, v: Values, span: Span) -> tuple[tree.Given, ...]:
    return (given("set", span, name=name(v[0]), values=(v[2],)),)


@node("fact_roll")
def build_fact_roll(context: Context, v: Values, span: Span) -> tuple[tree.Given, ...]:
    return (given("roll", span, values=tuple(v)),)


@node("fact_phase")
def build_fact_phase(context: Context, v: Values, span: Span) -> tuple[tree.Given, ...]:
    phase, args, player = v
    return (given("phase", span, name=name(phase), values=plain_args(context, args), target=player),)


@node("fact_layout")
def build_fact_layout(context: Context, v: Values, span: Span) -> tuple[tree.Given, ...]:
    return (given("layout", span, name=name(v[0])),)


# ------------------------------------------------------------------ when


@node("when")
def build_when(context: Context, v: Values, span: Span) -> tree.When:
    return tree.When(items(v), span)


@node("did_take")
def build_did_take(context: Context, v: Values, span: Span) -> tree.Step_:
    who, _, action, args, more, choosing = v
    return tree.Step_(name(who), "takes", name(action), plain_args(context, args) + (more or ()), choosing or (), span)


@node("did_answer")
def build_did_answer(context: Context, v: Values, span: Span) -> tree.Step_:
    who, act, picks = v
    word = "rolls" if act.type == "ROLLS" else "answers"
    return tree.Step_(name(who), word, None, (), picks, span)


@node("did_alone")
def build_did_alone(context: Context, v: Values, span: Span) -> tree.Step_:
    who, act = v
    return tree.Step_(name(who), act.text.casefold(), None, (), (), span)


@node("did_react")
def build_did_react(context: Context, v: Values, span: Span) -> tree.Step_:
    who, _, card, choosing = v
    return tree.Step_(name(who), "reacts", None, (card,), choosing or (), span)


@node("did_choose")
def build_did_choose(context: Context, v: Values, span: Span) -> tree.Step_:
    return tree.Step_(None, "choosing", None, (), v[0], span)


# ------------------------------------------------------------------ expect


@part("expect")
def build_expect(context: Context, v: Values) -> tuple[tree.Expect, ...]:
    return items(v)


def claim(form: str, span: Span, **parts: Any) -> tree.Expect:
    return tree.Expect(
        form, parts.get("who"), parts.get("action"), parts.get("exprs", ()), parts.get("text"), parts.get("given"),
        span,
        parts.get("choosing", ()),
    )  # fmt: skip


@node("claim")
def build_claim(context: Context, v: Values, span: Span) -> tree.Expect:
    match v[0]:
        case tree.Name(name="game over"):
            return claim("game over", span)
        case tree.Of(name=word, operand=tree.Name(name=who)) if word.casefold() == "turn":
            return claim("turn of", span, who=who)
        case value:
            return claim("true", span, exprs=(value,))


@node("claim_wins")
def build_claim_wins(context: Context, v: Values, span: Span) -> tree.Expect:
    return claim("wins", span, who=name(v[0]), text=context.optional_text(v[1]))


@node("claim_loses")
def build_claim_loses(context: Context, v: Values, span: Span) -> tree.Expect:
    return claim("loses", span, who=name(v[0]))


@node("claim_no_winner")
def build_claim_no_winner(context: Context, v: Values, span: Span) -> tree.Expect:
    return claim("no winner", span)


@node("claim_asked")
def build_claim_asked(context: Context, v: Values, span: Span) -> tree.Expect:
    who, prompt, options = v
    return claim(
        "asked",
        span,
        who=name(who),
        text=context.optional_text(prompt),
        exprs=() if options is None else members(options),
    )


@node("claim_not_asked")
def build_claim_not_asked(context: Context, v: Values, span: Span) -> tree.Expect:
    return claim("not asked", span, who=name(v[0]))


@node("claim_sees")
def build_claim_sees(context: Context, v: Values, span: Span) -> tree.Expect:
    who, verb, what = v
    return claim("sees" if verb.type == "SEES" else "does not see", span, who=name(who), exprs=members(what))


@node("claim_offered")
def build_claim_offered(context: Context, v: Values, span: Span) -> tree.Expect:
    who, verb, what = v
    form = verb.text.casefold().removeprefix("is ")
    return claim(form, span, who=name(who), exprs=members(what))


@node("claim_take")
def build_claim_take(context: Context, v: Values, span: Span) -> tree.Expect:
    who, verb, action, args, more, choosing = v
    return claim(
        verb.text.casefold(), span, who=name(who), action=name(action), exprs=plain_args(context, args) + (more or ()),
        choosing=choosing or (),
    )  # fmt: skip


@node("claim_same")
def build_claim_same(context: Context, v: Values, span: Span) -> tree.Expect:
    who, facts = v
    if len(facts) != 1:
        context.say("syntax", span, "`same view … if` takes one fact, so that what differs is clear")
    return claim("same view", span, who=name(who), given=facts[0], exprs=())
