"""Letters that cannot be told apart by eye: words of two alphabets that look alike, signs that nobody sees."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator

from chronoc.syntax.alphabets import as_latin
from chronoc.syntax.tree import Span

#: Signs without a shape that are letters by their class.
FILLERS = ("\u115f", "\u1160", "\u3164", "\uffa0", "\u034f", "\u17b4", "\u17b5", "\u2800")
JOINERS = ("\u200c", "\u200d")
NEWLINES = ("\r\n", "\n", "\r")


def look(text: str) -> str:
    """What a text looks like: two texts of one look are the same to a reader."""
    return as_latin(" ".join(unicodedata.normalize("NFKC", text).split()))


def invisible(text: str) -> Iterator[tuple[int, str]]:
    """Signs that nobody sees, with their places. Joiners between letters that they shape, and marks of emoji, are none."""
    if text.isascii():
        return
    for at, sign in enumerate(text):
        if sign.isascii() or (at == 0 and sign == "\ufeff"):
            continue
        if sign in JOINERS and shapes(text[at - 1 : at], text[at + 1 : at + 2]):
            continue
        if sign in FILLERS or (
            unicodedata.category(sign) == "Cf" and not unicodedata.name(sign, "").startswith(("ARABIC", "SYRIAC"))
        ):
            yield at, sign


def shapes(before: str, after: str) -> bool:
    """Whether a joiner between these two does something: letters of scripts that join, or pictures."""
    return bool(before and after) and all(ord(sign) >= 0x590 for sign in (before, after))


def place(file: str, text: str, start: int, length: int) -> Span:
    """The place of some signs of one line."""
    head = text[:start]
    cut = max(head.rfind("\n"), head.rfind("\r")) + 1
    line = head.count("\n") + head.count("\r") - head.count("\r\n") + 1
    mark = 1 if cut == 0 and text.startswith("\ufeff") else 0  # it takes no column
    column = start - cut - mark + 1
    return Span(file, start, start + length, line, column, line, column + length)
