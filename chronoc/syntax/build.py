"""From productions to tree nodes: the register of builders, one function a rule of the grammar.

A builder takes the kept values of its rule and makes one node. It never changes a value it was given, since recovery
may go back and read the same values another way. The builders stand by subject in the `build_*` modules.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from chronoc.diagnostics import Diagnostic, Fix, Note
from chronoc.syntax import tree
from chronoc.syntax.lexer import Token, name_value, text_value
from chronoc.syntax.tree import Span

Values = list[Any]
SpanBuilder = Callable[["Context", Values, Span], Any]
PlainBuilder = Callable[["Context", Values], Any]

#: Rule name -> builder that makes a node with a span.
NODES: dict[str, SpanBuilder] = {}
#: Rule name -> builder of something smaller.
PARTS: dict[str, PlainBuilder] = {}


def node(*rules: str) -> Callable[[SpanBuilder], SpanBuilder]:
    def register(function: SpanBuilder) -> SpanBuilder:
        for rule in rules:
            NODES[rule] = function
        return function

    return register


def part(*rules: str) -> Callable[[PlainBuilder], PlainBuilder]:
    def register(function: PlainBuilder) -> PlainBuilder:
        for rule in rules:
            PARTS[rule] = function
        return function

    return register


class Context:
    """What the steps of reading share: the file's path and what was found wrong.

    `told`: by the lexer and the parser. `built`: by builders; one of these counts only in a clause of which nothing
    was told.
    """

    __slots__ = ("built", "path", "told")

    def __init__(self, path: str) -> None:
        self.path = path
        self.told: list[Diagnostic] = []
        self.built: list[Diagnostic] = []

    def span(self, first: Token, last: Token) -> Span:
        return Span(self.path, first.start, last.end, first.line, first.column, last.end_line, last.end_column)

    def at(self, token: Token) -> Span:
        return Span(
            self.path, token.start, token.end, token.line, token.column, token.end_line, token.end_column
        )  # fmt: skip

    def text(self, token: Token) -> tree.Text:
        return tree.Text(text_value(token.text), self.at(token))

    def optional_text(self, token: Token | None) -> tree.Text | None:
        return None if token is None else self.text(token)

    def tell(self, name: str, span: Span, message: str, *notes: str, fix: Fix | None = None) -> None:
        self.told.append(error(name, span, message, *notes, fix=fix))

    def say(self, name: str, span: Span, message: str, *notes: str, fix: Fix | None = None) -> None:
        """For builders."""
        self.built.append(error(name, span, message, *notes, fix=fix))

    def forget(self, name: str, span: Span) -> None:
        """Takes back what builders said by that name inside `span`."""
        self.built = [d for d in self.built if d.name != name or not span.start <= d.span.start < span.end]


def error(name: str, span: Span, message: str, *notes: str, fix: Fix | None = None) -> Diagnostic:
    return Diagnostic(name, "error", span, message, tuple(Note(n) for n in notes), fix)


class Seq(list[Any]):
    """The values of a rule whose name begins with `_`: spliced in where it stands."""


class Bad(Token):
    """Stands for what could not be read. `label`: the first word of the clause, if that much is sure."""

    __slots__ = ("label",)

    def __init__(self, first: Token, last: Token, label: Token | None) -> None:
        super().__init__("ERROR", "", first.start, last.end, first.line, first.column, last.end_line, last.end_column)
        self.label = label


@dataclass(slots=True)
class Group:
    """What stands in brackets: one expression, or a list."""

    items: tuple[tree.Expr, ...]
    span: Span


@dataclass(slots=True)
class Rows:
    """What stands in the braces of `die { … }` or `case { … }`: rows, statements and separators as they come."""

    children: Values
    span: Span


@dataclass(slots=True)
class Bare:
    """A statement right in a card's braces."""

    statement: tree.Stmt


def name(token: Token) -> str:
    return name_value(token.text)


def merge(first: Span, last: Span) -> Span:
    return Span(first.file, first.start, last.end, first.line, first.column, last.end_line, last.end_column)


def ungroup(value: tree.Expr | Group) -> tree.Expr:
    if isinstance(value, Group):
        return value.items[0] if len(value.items) == 1 else tree.ListOf(value.items, value.span)
    return value


def simple(context: Context, value: Any) -> tree.Expr:
    """A number, name, call or bracket where no wider expression may stand."""
    if isinstance(value, Token):
        if value.type == "NUMBER":
            return tree.Number(number(value), context.at(value))
        return tree.Name(name(value), context.at(value))
    return ungroup(value)


def number(token: Token) -> int:
    return int(token.text)


def as_statement(value: tree.Expr) -> tree.Sentence | None:
    """`draw(2)` or `refill`, read as an expression, as the statement it is; None if it cannot be one."""
    match value:
        case tree.Name():
            return tree.Sentence(value.name, (), (), (), None, value.span)
        case tree.Call():
            return call_statement(value, (), (), None, value.span)
        case _:
            return None


def call_statement(
    call: tree.Call, preps: tuple[tree.Prep, ...], words: tuple[str, ...], text: tree.Text | None, span: Span
) -> tree.Sentence | None:
    """VERB(args) with what follows it. Arguments with a preposition are the sentence's own."""
    if any(arg.for_var is not None for arg in call.args):
        return None
    own = tuple(tree.Prep(arg.preposition, arg.value, arg.span) for arg in call.args if arg.preposition is not None)
    args = tuple(arg.value for arg in call.args if arg.preposition is None)
    return tree.Sentence(call.name, args, own + preps, words, text, span)


def as_block(value: Any, span: Span) -> tree.Block | None:
    """The value of a row or field as a block of statements; `nothing` is an empty one."""
    if isinstance(value, tree.Name) and value.name.casefold() == "nothing":
        return tree.Block((), span)
    if isinstance(value, tree.Block):
        return value
    if isinstance(value, tree.Case):
        return tree.Block((case_statement(value),), span)
    statement = as_statement(value)
    return None if statement is None else tree.Block((statement,), span)


def case_statement(case: tree.Case) -> tree.CaseStmt:
    arms = tuple(
        arm if (block := as_block(arm.value, arm.value.span)) is None else tree.CaseArm(arm.tests, block, arm.span)
        for arm in case.arms
    )
    return tree.CaseStmt(case.subject, arms, case.span)


def statements(context: Context, children: Values) -> tuple[tree.Stmt, ...]:
    """The statements among statements, separators and what could not be read."""
    out: list[tree.Stmt] = []
    for child in children:
        if not isinstance(child, Token):
            out.append(child)
        elif isinstance(child, Bad):
            out.append(tree.BadStmt(context.at(child)))
    return tuple(out)


def items(children: Values) -> tuple[Any, ...]:
    """What is no separator and could be read."""
    return tuple(child for child in children if not isinstance(child, Token))
