"""What the tests of the formatter share: the files of the project, and what must survive."""

from __future__ import annotations

import re
import unicodedata
from functools import cache
from pathlib import Path

from chronoc.format.read import read
from chronoc.syntax.lexer import Token, lex, text_value

ROOT = Path(__file__).parents[2]
PLACES = ("cards", "examples", "tests/specimens", "tests/scenario", "tests/syntax/corpus")
SPELT = {"≠": "!=", "<>": "!=", "≤": "<=", "=<": "<=", "≥": ">=", "−": "-", "–": "-", "·": "*"}
SPELT_WORDS = {"true": "yes", "false": "no"}


def sources() -> list[Path]:
    return sorted(path for place in PLACES for path in (ROOT / place).rglob("*.chrono"))


def source(path: Path) -> str:
    return path.read_bytes().decode("utf-8")


def comments(text: str) -> list[str]:
    return [token.text.rstrip() for token in lex(text) if token.kind == "COMMENT"]


def essence(text: str) -> list[tuple[str, str]]:
    """The tokens without line ends and comments, each as what it says, without regard to case and kind of mark."""
    return [(token.kind, said(token)) for token in lex(text) if token.kind not in ("EOL", "COMMENT")]


def said(token: Token) -> str:
    if token.kind in ("STRING", "PRIMEDTEXT"):
        return text_value(token.text)
    if token.kind == "PRIMED":
        return token.text[:-1]
    if token.kind == "COPIES":
        return re.sub(r"^.", "x", token.text)
    word = unicodedata.normalize("NFC", token.text)
    return SPELT.get(word, SPELT_WORDS.get(word.lower(), word.lower()))


@cache
def pieces() -> tuple[str, ...]:
    """Parts of the files that stand for themselves: from one blank line before an item to the next."""
    found: dict[str, None] = {}
    for path in sources():
        for part in re.split(r"\n\n(?=\S)", source(path)):
            if 20 < len(part) < 1500 and read(part, "part").sound:
                found[part] = None
    return tuple(found)
