"""A text as raw tokens, with what the parser took each of them for."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import Any

from chronoc.diagnostics import Diagnostic
from chronoc.syntax import tree
from chronoc.syntax.build import Context
from chronoc.syntax.layout import lay_out, virtual
from chronoc.syntax.lexer import Token, lex
from chronoc.syntax.limits import MAX_TOKENS, too_deep, too_large, too_long_numbers, too_many
from chronoc.syntax.lines import CLAUSE_WORDS, VALUE_ENDS
from chronoc.syntax.loop import loop
from chronoc.syntax.parser import finish, tell_doubtful
from chronoc.syntax.recover import Reading
from chronoc.syntax.signs import mend
from chronoc.syntax.tree import children
from chronoc.syntax.words import KEYWORDS, PHRASES

KEYWORD_TYPES = frozenset(KEYWORDS.values()) | frozenset(
    terminal for group in PHRASES.values() for _, terminal in group if terminal != "NAME"
)
#: Clauses whose facts may go on behind a `;` in the next line.
SCENE = frozenset(("_GIVEN", "_WHEN", "_EXPECT", "_EXAMPLES"))
_OPERAND_ENDS = VALUE_ENDS | {"_RBRACE", "POSWORD"}


@dataclass(slots=True)
class Fact:
    """What a token is: `type` as the parser took it; `starts` a clause; `field`: a clause that stands behind another
    on the same line; `statement`: the same, behind a block and without a label."""

    type: str
    starts: bool = False
    field: bool = False
    statement: bool = False
    keyword: bool = False
    unary: bool = False
    step: bool = False  # the `and` between two steps of a scenario
    flag: bool = False  # `true` or `false` as a value


@dataclass(slots=True)
class Read:
    tree: tree.File
    diagnostics: list[Diagnostic]
    tokens: list[Token] = field(default_factory=list)
    facts: dict[int, Fact] = field(default_factory=dict)  # by where the token begins

    @property
    def sound(self) -> bool:
        return not any(item.severity == "error" for item in self.diagnostics)


def read(text: str, path: str) -> Read:
    """Tokens, facts and tree of a text. What cannot be read is told in the diagnostics, and there are no facts."""
    context = Context(path)
    empty = tree.File(path, ())
    if too_large(text, context):
        return Read(empty, finish(context))
    raw = lex(text, MAX_TOKENS)
    if too_many(raw, context):
        return Read(empty, finish(context))
    if stopped := unread(text, raw):
        context.tell("unknown-sign", context.at(stopped), f"the sign `{ascii(stopped.text)[1:-1]}` means nothing here")
        return Read(empty, finish(context))
    written = [token.text for token in raw]
    too_long_numbers(raw, context)
    laid = lay_out(mend(context, raw))
    tokens = laid.tokens
    if too_deep(tokens, context):
        return Read(empty, finish(context))
    tell_doubtful(laid, context)
    for token in tokens:
        if token.kind == "NL" and "" in token.readings:
            token.type = ""  # the parser writes `NL` here if the line end counts
    end = virtual("$END", tokens[-1], behind=True) if tokens else Token("$END", "", 0, 0, 1, 1, 1, 1)
    reading = Reading(context, loop("start"), [*tokens, end])
    items = reading.run()
    context.told, context.built = reading.findings(), []
    found = Read(tree.File(path, items or ()), finish(context))
    if found.sound:
        for token, as_written in zip(raw, written, strict=True):
            token.text = as_written
        found.tokens = raw
        found.facts = facts_of(raw, tokens)
        for start in flags(found.tree, text):
            if start in found.facts:
                found.facts[start].flag = True
    return found


def unread(text: str, raw: list[Token]) -> Token | None:
    """The first sign behind the last token that is no space: there the lexer stopped."""
    at = raw[-1].end if raw else 0
    line, column = (raw[-1].end_line, raw[-1].end_column) if raw else (1, 1)
    for k in range(at, len(text)):
        sign = lex(text[k] + "x")
        if not sign or sign[0].text != "x":
            shift = column + k - at
            return Token("BAD", text[k], k, k + 1, line, shift, line, shift + 1)
    return None


def facts_of(raw: list[Token], laid: list[Token]) -> dict[int, Fact]:
    facts: dict[int, Fact] = {}
    head = ""  # what the clause begins with
    before: Token | None = None  # the last token that is no line end
    starts, virtual_end = True, False
    for token in laid:
        if token.kind == "NL":
            if token.type == "NL":
                starts, virtual_end = True, not token.text
            continue
        fact = Fact(token.type)
        if before is not None:
            separates = before.kind == "SEMI" and (before.type == "NL" or head not in SCENE)
            starts = starts or separates or before.type == "_LBRACE"
        if starts:
            head = token.type
        fact.starts = starts
        fact.step = head == "_WHEN" and token.type == "_AND"
        if virtual_end:
            fact.field = token.word in CLAUSE_WORDS
            fact.statement = not fact.field
        if token.type in ("MINUS", "PLUS", "_NEG"):
            fact.unary = token.type == "_NEG" or before is None or before.type not in _OPERAND_ENDS
        spoken = token.type in KEYWORD_TYPES and token.kind == "NAME"
        if token.parts is None:
            fact.keyword = spoken
            facts[token.start] = fact
        else:
            spoken = spoken or token.type == "NAME"  # a phrase that is a name: `game over`
            for part in token.parts:
                facts[part.start] = Fact(token.type, keyword=spoken)
            facts[token.start] = fact
            fact.keyword = spoken
        before, starts, virtual_end = token, False, False
    articles(raw, facts)
    as_on_the_card(raw, facts)
    return facts


def articles(raw: list[Token], facts: dict[int, Fact]) -> None:
    """The layout leaves articles out. What begins with the word behind one begins with the article."""
    behind: Fact | None = None
    for token in reversed(raw):
        if token.kind in ("EOL", "COMMENT"):
            continue
        fact = facts.get(token.start)
        if fact is None:
            fact = facts[token.start] = Fact(token.type)
            if behind is not None:
                fact.starts, fact.field, fact.statement = behind.starts, behind.field, behind.statement
                behind.starts = behind.field = behind.statement = False
        behind = fact


def as_on_the_card(raw: list[Token], facts: dict[int, Fact]) -> None:
    """`Broken If Tower' OR Gate'` is how a card says it: its words stay as they are."""
    before, card = "", False
    for token in raw:
        fact = facts.get(token.start)
        if token.kind in ("EOL", "COMMENT") or fact is None:
            continue
        if fact.starts or token.kind in ("SEMI", "_LBRACE", "_RBRACE"):
            card = False
        if fact.type == "_IF" and before == "CLAUSE":
            card = True
        if card:
            fact.keyword = False
        before = fact.type


def flags(root: tree.File, text: str) -> list[int]:
    """Where `true` and `false` are written for `yes` and `no`."""
    found: list[int] = []
    if re.search("true|false", text, re.IGNORECASE) is None:
        return found
    todo: list[Any] = [root]
    while todo:
        node = todo.pop()
        if isinstance(node, tree.Name) and node.name in ("yes", "no"):
            if text[node.span.start : node.span.end].casefold() in ("true", "false"):
                found.append(node.span.start)
        todo.extend(children(node))
    return found
