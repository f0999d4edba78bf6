"""The grammar itself: no conflict, a builder for every rule, a use for every word."""

from __future__ import annotations

import logging

import pytest
from lark import Lark, logger
from lark.lexer import Lexer

from chronoc.syntax import table
from chronoc.syntax.build import NODES, PARTS
from chronoc.syntax.loop import loop
from chronoc.syntax.words import JOINING, KEYWORD_BEFORE, KEYWORD_WITH, KEYWORDS, PHRASES, RESERVED


class NoLexer(Lexer):
    def __init__(self, conf: object) -> None: ...

    def lex(self, lexer_state: object, parser_state: object) -> object:  # type: ignore[override]
        return iter(())


def conflicts(text: str) -> list[str]:
    """What Lark says about conflicts; it resolves shift/reduce silently, and only its log tells."""
    found: list[str] = []

    class Listener(logging.Handler):
        def emit(self, record: logging.LogRecord) -> None:
            found.append(record.getMessage())

    listener, level = Listener(), logger.level
    logger.addHandler(listener)
    logger.setLevel(logging.DEBUG)
    try:
        Lark(text, parser="lalr", lexer=NoLexer, start=list(table.STARTS), maybe_placeholders=True, debug=True)
    finally:
        logger.removeHandler(listener)
        logger.setLevel(level)
    return [message for message in found if "onflict" in message]


def test_no_conflict() -> None:
    assert conflicts(table.grammar_text()) == []


def test_a_conflict_would_be_seen() -> None:
    text = 'start: expression\nexpression: expression "+" expression | "x"\n%declare givens\ngivens: "y"'
    text = 'start: e\nexpression: "y"\ngivens: "z"\ne: e PLUS e | X\n%declare PLUS X\n'
    assert conflicts(text)


def test_every_rule_has_its_builder_and_no_builder_is_idle() -> None:
    names = {rule.name for rule in table.load().rules if not rule.name.startswith(("_", "$")) and not rule.passes}
    assert names - set(NODES) - set(PARTS) == set()
    assert (set(NODES) | set(PARTS)) - names == set()
    assert set(NODES) & set(PARTS) == set()


def test_every_word_is_used_in_the_grammar() -> None:
    shifted = {terminal for row in table.load().actions for terminal in row}
    words = set(KEYWORDS.values()) | {t for group in PHRASES.values() for _, t in group}
    assert words - shifted == set()
    assert set(KEYWORD_BEFORE) | set(KEYWORD_WITH) | JOINING <= set(KEYWORDS.values())
    assert set(KEYWORDS.values()) >= RESERVED


@pytest.mark.parametrize("start", table.STARTS)
def test_start_symbols(start: str) -> None:
    machine = loop(start)
    assert machine.expected(machine.bottom())
