"""How a token is spelt: straight marks and quotes, plain signs, the words of the language in lower case."""

from __future__ import annotations

import re

from chronoc.format.read import Fact
from chronoc.syntax.lexer import PRIMES, Token, text_value

_SIGNS = {"NE": "!=", "LE": "<=", "GE": ">=", "MINUS": "-", "STAR": "*"}
_FLAGS = {"true": "yes", "false": "no"}
LINE_END = re.compile(r"\r\n|\n|\r")


def spelt(token: Token, fact: Fact | None) -> str:
    """The text of a token in its one form. Line ends inside a text are `\\n` here."""
    text = token.text
    kind = token.kind
    if kind == "COMMENT":
        return text.rstrip()
    if kind == "STRING":
        return quoted(text)
    if kind == "PRIMEDTEXT":
        return quoted(text[:-1]) + "'"
    if kind == "PRIMED":
        return text[:-1] + "'" if text[-1] in PRIMES else text
    if fact is None:
        return text
    if kind == "COPIES" and fact.type == "COPIES":
        return "x" + text[1:]
    if fact.flag:
        return _FLAGS[text.casefold()]
    if fact.keyword:
        return text.lower()
    return _SIGNS.get(kind, text)


def quoted(text: str) -> str:
    """A text in straight quotes; a straight quote inside is escaped. As it was, if that would change what it says."""
    if text.startswith('"'):
        return LINE_END.sub("\n", text) if text.startswith('"""') else text
    inner = re.sub(r"(\\[\s\S])|(\")|(\\)$", _escaped, text[1:-1])
    made = f'"{inner}"'
    return made if text_value(made) == text_value(text) and not made.startswith('"""') else text


def _escaped(found: re.Match[str]) -> str:
    if found[1]:
        return found[1]
    return "\\" + found[0]
