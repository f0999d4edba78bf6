"""Builders of what rules files declare."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from chronoc.syntax import tree
from chronoc.syntax.build import Context, Values, items, name, node, part, simple, statements
from chronoc.syntax.build_cards import opt
from chronoc.syntax.lexer import Token, text_value
from chronoc.syntax.tree import Expr, Span


@part("start")
def build_start(context: Context, v: Values) -> tuple[tree.Decl, ...]:
    return items(v)


@part("expression")
def build_expression(context: Context, v: Values) -> Expr:
    return v[0]  # type: ignore[no-any-return]


@node("changed")
def build_changed(context: Context, v: Values, span: Span) -> tree.Changed:
    how, item = v
    if isinstance(item, tree.OptionDecl):
        item = tree.GameDecl(None, None, None, (item,), (), item.span)
    return tree.Changed(how.text.casefold(), item, span)


@node("more_goal")
def build_more_goal(context: Context, v: Values, span: Span) -> tree.MoreGoal:
    return tree.MoreGoal(name(v[1]), v[2], span)


@node("drop")
def build_drop(context: Context, v: Values, span: Span) -> tree.Drop:
    what, *names = v
    return tree.Drop(
        name(what).casefold(), tuple(text_value(t.text) if t.type == "STRING" else name(t) for t in names), span
    )


# ------------------------------------------------------------------ the game


@node("game")
def build_game(context: Context, v: Values, span: Span) -> tree.GameDecl:
    title, pieces = v
    low = high = None
    options: list[tree.OptionDecl] = []
    variables: list[tree.VarDecl] = []
    for piece in pieces:
        match piece:
            case tree.OptionDecl():
                options.append(piece)
            case tree.VarDecl():
                variables.append(piece)
            case Seats():
                low, high = piece.low, piece.high
    return tree.GameDecl(
        None if title is None else text_value(title.text), low, high, tuple(options), tuple(variables), span
    )


@dataclass(slots=True)
class Seats:
    low: int
    high: int


@part("gbody")
def build_gbody(context: Context, v: Values) -> tuple[Any, ...]:
    return items(v)


@part("seats")
def build_seats(context: Context, v: Values) -> Seats:
    low, high = v
    return Seats(int(low.text), int((high or low).text))


@node("option")
def build_option(context: Context, v: Values, span: Span) -> tree.OptionDecl:
    word, _, value, low, high, text = v
    return tree.OptionDecl(name(word), value, low, high, context.optional_text(text), span)


@node("type_decl")
def build_type_decl(context: Context, v: Values, span: Span) -> tree.TypeDecl:
    return tree.TypeDecl(name(v[0]), v[2], span)


@node("tag")
def build_tag(context: Context, v: Values, span: Span) -> tree.TagDecl:
    return tree.TagDecl(tuple(name(t) for t in v), tuple(context.at(t) for t in v), span)


@node("robot")
def build_robot(context: Context, v: Values, span: Span) -> tree.RobotDecl:
    return tree.RobotDecl(name(v[0]), text_value(v[1].text), span)


# ------------------------------------------------------------------ zones


@dataclass(slots=True)
class Shape:
    word: str
    kinds: tuple[str, ...]
    rows: Expr | None = None
    columns: Expr | None = None
    layout: str | None = None
    holding: tuple[str, ...] = ()
    stacked: bool = False


SHAPES = ("pile", "list", "bag", "ring", "grid")


@node("zone")
def build_zone(context: Context, v: Values, span: Span) -> tree.ZoneDecl:
    word, owner, shape, attributes = v
    said: list[str] = []
    maximum: Expr | None = None
    peek: Expr | None = None
    for words, limit, condition in attributes:
        if limit is not None:
            maximum = limit
        else:
            said.append(words)
        peek = condition if condition is not None else peek
    return tree.ZoneDecl(
        name(word), opt(owner), shape.word, shape.rows, shape.columns, shape.kinds, shape.layout, shape.holding,
        shape.stacked, tuple(said), maximum, peek, span,
    )  # fmt: skip


def shape_word(context: Context, token: Token) -> str:
    word = name(token).casefold()
    if word not in SHAPES:
        context.say(
            "syntax", context.at(token), f"a zone cannot be a `{name(token)}`", "it is a pile, list, bag, ring or grid"
        )
    return word


def words(tokens: tuple[Token, ...]) -> tuple[str, ...]:
    return tuple(name(token) for token in tokens)


@part("shape_plain")
def build_shape_plain(context: Context, v: Values) -> Shape:
    return Shape(shape_word(context, v[0]), words(v[1]))


@part("shape_ring")
def build_shape_ring(context: Context, v: Values) -> Shape:
    return Shape(shape_word(context, v[0]), words(v[2]), columns=simple(context, v[1]))


@part("shape_grid")
def build_shape_grid(context: Context, v: Values) -> Shape:
    return Shape(shape_word(context, v[0]), words(v[3]), simple(context, v[1]), simple(context, v[2]))


@part("shape_drawn")
def build_shape_drawn(context: Context, v: Values) -> Shape:
    word, places, layout, holding, stacked = v
    return Shape(
        shape_word(context, word),
        words(places),
        layout=name(layout),
        holding=words(holding),
        stacked=stacked is not None,
    )


@part("zattrs")
def build_zattrs(context: Context, v: Values) -> tuple[Any, ...]:
    return tuple(v)


@part("zattr")
def build_zattr(context: Context, v: Values) -> tuple[str, Expr | None, Expr | None]:
    said, limit, condition = v
    if said and said[0].text.casefold() == "max" and len(said) + (limit is not None) == 2:
        limit = limit if limit is not None else simple(context, said[1])
        return "max", limit, condition
    if said and said[0].text.casefold() == "max":
        context.say(
            "syntax", context.at(said[0]), "`max` lacks its number", "write `max 7`, or an option's name behind `max`"
        )
    return " ".join(t.text.casefold() for t in said), None, condition


@part("zmax")
def build_zmax(context: Context, v: Values) -> Expr:
    return simple(context, v[0])


@part("zwords")
def build_zwords(context: Context, v: Values) -> tuple[Token, ...]:
    return tuple(v)


@node("layout")
def build_layout(context: Context, v: Values, span: Span) -> tree.LayoutDecl:
    word, title, drawn, columns, rows = v
    own_title = None if title is None else text_value(title.text)
    if columns is None:
        return tree.LayoutDecl(name(word), own_title, context.text(drawn), None, None, None, span)
    return tree.LayoutDecl(name(word), own_title, None, text_value(drawn.text), int(columns.text), int(rows.text), span)


# ------------------------------------------------------------------ definitions, verbs, actions


@node("define")
def build_define(context: Context, v: Values, span: Span) -> tree.DefineDecl:
    word, params, during, low, high, _, value = v
    return tree.DefineDecl(name(word), params or (), low, high, value, opt(during), span)


@node("verb")
def build_verb(context: Context, v: Values, span: Span) -> tree.VerbDecl:
    word, params, during, sentence, body = v
    return tree.VerbDecl(name(word), params or (), context.optional_text(sentence), opt(during), body, span)


@part("alist")
def build_alist(context: Context, v: Values) -> tuple[tree.ActionParam, ...]:
    return v[0] or ()


@node("aparam")
def build_aparam(context: Context, v: Values, span: Span) -> tree.ActionParam:
    word, _, source = v
    return tree.ActionParam(name(word), source, span)


@node("action")
def build_action(context: Context, v: Values, span: Span) -> tree.ActionDecl:
    _, word, params, *heads, body = v
    said: dict[str, Any] = {}
    for key, value in heads:
        said[key] = said[key] + value if key in ("has", "limit") and key in said else value
    return tree.ActionDecl(
        name(word), params or (), said.get("title"), said.get("during"), said.get("has", ()), said.get("when"),
        said.get("limit", ()), body, span,
    )  # fmt: skip


@part("head_title")
def build_head_title(context: Context, v: Values) -> tuple[str, Any]:
    return "title", context.text(v[0])


@part("head_during")
def build_head_during(context: Context, v: Values) -> tuple[str, Any]:
    return "during", name(v[0])


@part("head_has")
def build_head_has(context: Context, v: Values) -> tuple[str, Any]:
    return "has", tuple(name(t) for t in v)


@part("head_when")
def build_head_when(context: Context, v: Values) -> tuple[str, Any]:
    return "when", v[0]


@part("head_limit")
def build_head_limit(context: Context, v: Values) -> tuple[str, Any]:
    return "limit", tuple(v)


@node("limit")
def build_limit(context: Context, v: Values, span: Span) -> tree.Limit:
    count, _, per, condition = v
    if isinstance(count, Token) and count.type == "ONCE":
        times: Expr = tree.Number(1, context.at(count))
    else:
        times = simple(context, count)
    return tree.Limit(times, per, None, condition, span)


@node("limit_shared")
def build_limit_shared(context: Context, v: Values, span: Span) -> tree.Limit:
    shared, _, condition = v
    return tree.Limit(tree.Number(1, span), None, name(shared), condition, span)


# ------------------------------------------------------------------ phases, windows, goals, frame


@node("phase")
def build_phase(context: Context, v: Values, span: Span) -> tree.PhaseDecl:
    _, word, params, (variables, body) = v
    return tree.PhaseDecl(name(word), params or (), variables, body, span)


@node("pbody")
def build_pbody(context: Context, v: Values, span: Span) -> tuple[tuple[tree.VarDecl, ...], tree.Block]:
    variables = tuple(child for child in v if isinstance(child, tree.VarDecl))
    rest = [child for child in v if not isinstance(child, tree.VarDecl)]
    return variables, tree.Block(statements(context, rest), span)


@node("window")
def build_window(context: Context, v: Values, span: Span) -> tree.WindowDecl:
    names, params, zones, using, sentence = v
    return tree.WindowDecl(
        words(names),
        params or (),
        () if zones is None else words(zones),
        opt(using),
        context.optional_text(sentence),
        span,
    )


@node("goal")
def build_goal(context: Context, v: Values, span: Span) -> tree.GoalDecl:
    word, title, player, (var, source, condition), body = v
    return tree.GoalDecl(name(word), text_value(title.text), name(player), opt(var), source, condition, body, span)


@part("goal_with")
def build_goal_with(context: Context, v: Values) -> tuple[Token, Expr, Expr | None]:
    var, source = v
    if isinstance(source, tree.Where):
        return var, source.source, source.condition
    return var, source, None


@part("goal_if")
def build_goal_if(context: Context, v: Values) -> tuple[None, None, Expr]:
    return None, None, v[0]


@node("frame")
def build_frame(context: Context, v: Values, span: Span) -> tree.FrameDecl:
    return tree.FrameDecl(v[0].text.casefold(), v[1], span)


# ------------------------------------------------------------------ standing rules


@node("trigger")
def build_trigger(context: Context, v: Values, span: Span) -> tree.Trigger:
    when, event, condition, body = v
    return tree.Trigger(when.text.casefold(), event, condition, body, span)


@node("event")
def build_event(context: Context, v: Values, span: Span) -> tree.Event:
    space, word, params = v
    return tree.Event("call", None if space is None else space.text.casefold(), name(word), params or (), span)


def moved(context: Context, form: str, v: Values, span: Span) -> tree.Event:
    """`x enters ZONE of p`"""
    what, type_, zone, owner = v
    params = [tree.Param(None, name(what), type_, None, context.at(what))]
    if owner is not None:
        params.append(tree.Param(None, name(owner), None, None, context.at(owner)))
    return tree.Event(form, None, name(zone), tuple(params), span)


@node("event_enters")
def build_event_enters(context: Context, v: Values, span: Span) -> tree.Event:
    return moved(context, "enters", v, span)


@node("event_leaves")
def build_event_leaves(context: Context, v: Values, span: Span) -> tree.Event:
    return moved(context, "leaves", v, span)


@node("event_turns")
def build_event_turns(context: Context, v: Values, span: Span) -> tree.Event:
    what, type_, face = v
    params = (tree.Param(None, name(what), type_, None, context.at(what)),)
    return tree.Event(face.text.casefold(), None, "", params, span)


@node("event_changes")
def build_event_changes(context: Context, v: Values, span: Span) -> tree.Event:
    field, *of = v
    params = tuple(tree.Param(None, name(t), None, None, context.at(t)) for t in of)
    return tree.Event("changes", None, name(field), params, span)


@node("whenever_kind")
def build_whenever_kind(context: Context, v: Values, span: Span) -> tree.Whenever:
    settled, var, type_, condition, body = v
    return tree.Whenever(settled is not None, name(var), type_, condition, body, None, span)


@node("whenever")
def build_whenever(context: Context, v: Values, span: Span) -> tree.Whenever:
    """`whenever x in E where C` runs for each x; `whenever x in E` without `where` is a condition."""
    settled, condition, body = v
    late = settled is not None
    match condition:
        case tree.Quantifier(which="any"):
            return tree.Whenever(late, condition.var, condition.source, condition.condition, body, None, span)
        case tree.In(left=tree.Name(name=var), right=tree.Where() as where, negated=False):
            return tree.Whenever(late, var, where.source, where.condition, body, None, span)
        case _:
            return tree.Whenever(late, None, None, condition, body, None, span)


@node("adjust")
def build_adjust(context: Context, v: Values, span: Span) -> tree.Adjust:
    word, params, _, amount, condition = v
    return tree.Adjust(name(word), params or (), amount, condition, span)


@node("forbid")
def build_forbid(context: Context, v: Values, span: Span) -> tree.Forbid:
    word, params, condition, reason = v
    return tree.Forbid(name(word), params or (), condition, context.optional_text(reason), span)
