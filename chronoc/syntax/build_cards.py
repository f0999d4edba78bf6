"""Builders of cards and of the clauses that cards and kinds share."""

from __future__ import annotations

import re
from typing import Any

from chronoc.diagnostics import Fix
from chronoc.syntax import tree
from chronoc.syntax.build import (
    Bad,
    Bare,
    Context,
    Rows,
    Values,
    as_block,
    merge,
    name,
    node,
    part,
    statements,
)
from chronoc.syntax.build_phrases import arms_of, before_bad
from chronoc.syntax.lexer import Token, text_value
from chronoc.syntax.tree import Clause, Expr, Span

#: A language behind a field's name: `title ru: "…"`, `text pt_br: "…"`.
LANGUAGE = re.compile(r"[a-z]{2}(?:_[a-z]{2})?", re.IGNORECASE)


@node("card")
def build_card(context: Context, v: Values, span: Span) -> tree.CardDecl:
    kind, own_name, title, copies, each, clauses = v
    if (
        title.told
    ):  # an unclosed title swallows the head of a declaration; what stands in its braces is no fault of its own
        context.forget("loose-statement", span)
    return tree.CardDecl(
        name(kind),
        context.at(kind),
        None if own_name is None else name(own_name),
        text_value(title.text),
        context.at(title),
        1 if copies is None else int(copies.text[1:]),
        each is not None,
        clauses,
        span,
        context.span(kind, title),
    )


@node("set_decl")
def build_set(context: Context, v: Values, span: Span) -> tree.SetDecl:
    own_name, title, clauses = v
    clauses = tuple(with_dashes(clause) for clause in clauses or ())
    return tree.SetDecl(name(own_name), None if title is None else text_value(title.text), clauses, span)


def with_dashes(clause: Clause) -> Clause:
    """`needs: early-days`: in the name of a set `-` is no minus."""
    if isinstance(clause, tree.Field) and clause.name.casefold() == "needs":
        values = tuple(dashed(value) for value in clause.values)
        return tree.Field(clause.name, clause.name_span, values, clause.statement, clause.span)
    return clause


def dashed(value: Expr) -> Expr:
    if isinstance(value, tree.Binary) and value.op == "-":
        left, right = dashed(value.left), dashed(value.right)
        if isinstance(left, tree.Name) and isinstance(right, tree.Name):
            return tree.Name(f"{left.name}-{right.name}", value.span)
    return value


@part("body")
def build_body(context: Context, v: Values) -> tuple[Clause, ...]:
    """The clauses of a card. A statement may only follow a field on its line: `play: draw 2 ; discard this`."""
    out: list[Clause] = []
    field: tree.Field | None = None
    told = False
    for i, child in enumerate(v):
        if isinstance(child, Bad):
            out.extend(unread(context, child))
            field, told = None, True
        elif isinstance(child, Token):
            if child.type == "NL":
                field, told = None, False
        elif isinstance(child, Bare):
            longer = None if field is None else with_statement(field, child.statement)
            if longer is not None:
                out[-1] = field = longer
            elif not told and not before_bad(v, i):
                loose(context, child.statement)
                told = True
        else:
            out.append(child)
            field = child if isinstance(child, tree.Field) else None
    return tuple(out)


def unread(context: Context, bad: Bad) -> list[Clause]:
    """A clause that could not be read, so that nobody says that it is missing."""
    if bad.label is None:
        return []
    span = context.at(bad)
    return [tree.Field(name(bad.label), context.at(bad.label), (tree.BadExpr(span),), None, span)]


def with_statement(field: tree.Field, statement: tree.Stmt) -> tree.Field | None:
    block = field.statement
    if block is None and len(field.values) == 1:
        block = as_block(field.values[0], field.values[0].span)
    if block is None:
        return None
    span = merge(block.span, statement.span)
    longer = tree.Block((*block.statements, statement), span)
    return tree.Field(field.name, field.name_span, (), longer, merge(field.span, span))


def loose(context: Context, statement: tree.Stmt) -> None:
    """`height 48`: the colon was forgotten, and what is left would be a verb with its argument."""
    span = statement.span
    if not isinstance(statement, tree.Sentence):
        context.say(
            "loose-statement",
            span,
            "a statement stands right in the braces of a card",
            "statements stand in a clause: `play { … }`",
        )
        return
    word, end = statement.verb, span.column + len(statement.verb)
    first = statement.args[0] if statement.args else None
    if (
        isinstance(first, tree.Name)
        and (statement.text is not None or len(statement.args) > 1)
        and first.span.line == span.line
    ):
        word, end = f"{word} {first.name}", first.span.end_column  # `other side "…"`
    at = Span(span.file, span.start, span.start + end - span.column, span.line, span.column, span.line, end)
    after = Span(span.file, at.end, at.end, span.line, end, span.line, end)
    fix = Fix(after, ":", safe=False) if (statement.args or statement.text) and not statement.preps else None
    context.say(
        "loose-statement", at, f"`{word}` stands alone, so it is no clause",
        f"a clause is `{word}: …`, `{word} if …` or `{word} {{ … }}`", fix=fix,
    )  # fmt: skip


# ------------------------------------------------------------------ clauses


@node("field")
def build_field(context: Context, v: Values, span: Span) -> tree.Field | tree.Translation:
    label, value = v[0], v[-1]
    words = name(label)
    at = context.at(label)
    if isinstance(value, tree.Block):
        return tree.Field(words, at, (), value, span)
    assert isinstance(value, tuple)
    first, _, language = words.rpartition(" ")
    if first and LANGUAGE.fullmatch(language) and len(value) == 1 and isinstance(value[0], tree.Text):
        return tree.Translation(first, language.lower(), value[0], span)
    return tree.Field(words, at, value, None, span)


@part("values")
def build_values(context: Context, v: Values) -> tuple[Expr, ...]:
    return tuple(v)


@part("bare")
def build_bare(context: Context, v: Values) -> Bare:
    return Bare(v[0])


@node("condition")
def build_condition(context: Context, v: Values, span: Span) -> tree.Condition:
    word, condition = v
    return tree.Condition(name(word), context.at(word), condition, span)


@node("clause")
def build_clause(context: Context, v: Values, span: Span) -> tree.Effect | tree.Table:
    word, *params, rows = v
    at = context.at(word)
    assert isinstance(rows, Rows)
    if any(isinstance(child, tree.CaseArm) for child in rows.children):
        return tree.Table(name(word), at, arms_of(context, rows, f"`{name(word)}`"), span)
    body = tree.Block(statements(context, rows.children), rows.span)
    return tree.Effect(name(word), at, body, span, tuple(params[0] or ()) if params else ())


@node("react")
def build_react(context: Context, v: Values, span: Span) -> tree.React:
    window, params, by, condition, body = v
    return tree.React(window, params or (), by, condition, body, span)


@part("react_words")
def build_react_words(context: Context, v: Values) -> str:
    return " ".join(name(token) for token in v)


# ------------------------------------------------------------------ types, parameters


@node("type")
def build_type(context: Context, v: Values, span: Span) -> tree.TypeExpr:
    return tree.TypeExpr(name(v[0]), (), (), (), None, None, span)


@node("type_of")
def build_type_of(context: Context, v: Values, span: Span) -> tree.TypeExpr:
    return tree.TypeExpr(name(v[0]), (v[1],), (), (), None, None, span)


@node("type_or")
def build_type_or(context: Context, v: Values, span: Span) -> tree.TypeExpr:
    first = tree.TypeExpr(name(v[0]), (), (), (), None, None, context.at(v[0]))
    rest = v[1].of if v[1].head == "or" else (v[1],)
    return tree.TypeExpr("or", (first, *rest), (), (), None, None, span)


@node("type_values")
def build_type_values(context: Context, v: Values, span: Span) -> tree.TypeExpr:
    head, values = v
    if name(head).casefold() != "one":
        context.say(
            "syntax", context.at(head), f"`{name(head)} of (…)` is no type", "a choice of words is `one of (a, b)`"
        )
    return tree.TypeExpr("one of", (), tuple(name(t) for t in values), (), None, None, span)


@node("type_call")
def build_type_call(context: Context, v: Values, span: Span) -> tree.TypeExpr:
    return tree.TypeExpr(name(v[0]), (), (), v[1] or (), None, None, span)


@part("names", "kinds", "zones")
def build_tokens(context: Context, v: Values) -> tuple[Token, ...]:
    return tuple(v)


@part("plist")
def build_plist(context: Context, v: Values) -> tuple[tree.Param, ...]:
    return v[0] or ()


@part("params", "aparams")
def build_params(context: Context, v: Values) -> tuple[Any, ...]:
    return tuple(v)


@node("param")
def build_param(context: Context, v: Values, span: Span) -> tree.Param:
    preposition, word, type_, *default = v
    return tree.Param(preposition, name(word), type_, default[-1] if default else None, span)


# ------------------------------------------------------------------ kinds


@node("kind")
def build_kind(context: Context, v: Values, span: Span) -> tree.KindDecl:
    word, *heads, clauses = v
    said: dict[str, str] = dict(heads)
    return tree.KindDecl(
        name(word), said.get("parent"), said.get("named"), said.get("plural"), "alike" in said, clauses, span
    )  # fmt: skip


@part("kind_parent")
def build_kind_parent(context: Context, v: Values) -> tuple[str, str]:
    return "parent", name(v[0])


@part("kind_named")
def build_kind_named(context: Context, v: Values) -> tuple[str, str]:
    return "named", name(v[0])


@part("kind_plural")
def build_kind_plural(context: Context, v: Values) -> tuple[str, str]:
    return "plural", name(v[0])


@part("kind_alike")
def build_kind_alike(context: Context, v: Values) -> tuple[str, str]:
    return "alike", "alike"


def opt(token: Token | None) -> str | None:
    return None if token is None else name(token)


@part("kbody")
def build_kbody(context: Context, v: Values) -> tuple[Clause, ...]:
    out: list[Clause] = []
    for child in v:
        if isinstance(child, Bad):
            out.extend(unread(context, child))
        elif not isinstance(child, Token):
            out.append(child)
    return tuple(out)


@part("mods")
def build_mods(context: Context, v: Values) -> dict[str, Any]:
    return dict(v)


@part("mod_default")
def build_mod_default(context: Context, v: Values) -> tuple[str, Any]:
    return "default", v[1]


@part("mod_range")
def build_mod_range(context: Context, v: Values) -> tuple[str, Any]:
    return "range", (v[0], v[1])


@part("mod_turn")
def build_mod_turn(context: Context, v: Values) -> tuple[str, Any]:
    return "turn", True


@part("mod_owner")
def build_mod_owner(context: Context, v: Values) -> tuple[str, Any]:
    return "owner", True


@part("mod_each")
def build_mod_each(context: Context, v: Values) -> tuple[str, Any]:
    return "each", v[0]


@part("mod_mirrors")
def build_mod_mirrors(context: Context, v: Values) -> tuple[str, Any]:
    return "mirrors", name(v[0])


def full_type(type_: tree.TypeExpr, mods: dict[str, Any]) -> tree.TypeExpr:
    each, mirrors = mods.get("each"), mods.get("mirrors")
    if each is None and mirrors is None:
        return type_
    span = type_.span if each is None else merge(type_.span, each.span)
    return tree.TypeExpr(type_.head, type_.of, type_.values, type_.params, each, mirrors, span)


@node("kfield")
def build_kfield(context: Context, v: Values, span: Span) -> tree.FieldDecl:
    label, *params, type_, mods = v
    for word, said in (("turn", "each turn"), ("owner", "seen by owner")):
        if word in mods:
            context.say(
                "syntax", span, f"`{said}` is for what changes; `{name(label)}` is printed",
                f"write `var {name(label)}: …` if it changes during the game",
            )  # fmt: skip
    low, high = mods.get("range", (None, None))
    if type_.head.casefold() == "condition" and not params:
        context.say("syntax", span, f"a condition is told by its `if`: `{name(label)} if: condition`")
    given = tuple(params[0] or ()) if params else None
    return tree.FieldDecl(name(label), given, full_type(type_, mods), low, high, mods.get("default"), span)


@node("kvar")
def build_kvar(context: Context, v: Values, span: Span) -> tree.VarDecl:
    label, type_, mods = v
    low, high = mods.get("range", (None, None))
    default = mods.get("default")
    if isinstance(default, tree.Block):
        context.say("syntax", default.span, "a variable cannot start as an effect")
        default = None
    each = "turn" if "turn" in mods else None
    return tree.VarDecl(name(label), full_type(type_, mods), default, low, high, each, "owner" in mods, span)


@node("kcond")
def build_kcond(context: Context, v: Values, span: Span) -> tree.ConditionDecl:
    word, type_, *default = v
    if type_.head.casefold() != "condition":
        context.say("syntax", type_.span, f"`{name(word)} if` is a condition", f"write `{name(word)} if: condition`")
    return tree.ConditionDecl(name(word), default[-1] if default else None, span)


@node("side")
def build_side(context: Context, v: Values, span: Span) -> tree.SideDecl:
    return tree.SideDecl(name(v[0]), span)


@node("works")
def build_works(context: Context, v: Values, span: Span) -> tree.WorksIn:
    zones = tuple(name(token) for token in v if isinstance(token, Token))
    condition = v[-1] if v[-1] is not None and not isinstance(v[-1], Token) else None
    return tree.WorksIn(zones, condition, span)
