"""Text for terminals: nothing a stream cannot write may crash, nothing in a file may steer the screen."""

from __future__ import annotations

import codecs
import os
import sys
import unicodedata
from typing import IO

TAB = 4

#: What to write where the terminal's alphabet lacks a sign.
LIKE = {
    "’": "'", "‘": "'", "′": "'", "“": '"', "”": '"', "«": '"', "»": '"', "…": "...", "–": "-", "—": "-", "−": "-",
    "×": "x", "→": "->", "·": ".", "≤": "<=", "≥": ">=", "≠": "!=", " ": " ",
}  # fmt: skip


def _plainer(fault: UnicodeError) -> tuple[str, int]:
    assert isinstance(fault, UnicodeEncodeError)
    return "".join(LIKE.get(sign, "?") for sign in fault.object[fault.start : fault.end]), fault.end


def steady_streams() -> None:
    """Let standard output and error write every text in whatever alphabet they have."""
    codecs.register_error("chronoc-plainer", _plainer)
    if sys.stdin is None:  # closed by whoever started us
        sys.stdin = open(os.devnull, encoding="utf-8")  # noqa: SIM115 - it lives as long as the process
    if sys.stdout is None:
        sys.stdout = open(os.devnull, "w", encoding="utf-8")  # noqa: SIM115 - it lives as long as the process
    if sys.stderr is None:
        sys.stderr = open(os.devnull, "w", encoding="utf-8")  # noqa: SIM115 - it lives as long as the process
    if hasattr(sys.stdin, "reconfigure"):
        sys.stdin.reconfigure(errors="replace")
    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="chronoc-plainer")


def colours(stream: IO[str]) -> bool:
    """Whether to write in colour: on a terminal that did not ask for none."""
    return bool(stream.isatty()) and not os.environ.get("NO_COLOR") and os.environ.get("TERM") != "dumb"


def visible(text: str) -> str:
    """The text on one line, with its control signs (escapes, changes of direction) shown instead of obeyed."""
    if text.isascii() and text.isprintable():
        return text
    return "".join(_seen(sign) for sign in text)


def steady(text: str, stream: IO[str]) -> str:
    """Text of many lines as it is for other programs; for a screen with its control signs shown, line by line."""
    if not stream.isatty():
        return text
    return "\n".join("\t".join(visible(part) for part in line.split("\t")) for line in text.split("\n"))


def _seen(sign: str) -> str:
    if sign == "\n":
        return " "
    if sign < " ":
        return chr(0x2400 + ord(sign))
    if unicodedata.category(sign) in ("Cc", "Cf", "Cs", "Zl", "Zp") and sign != "\u200d":
        return "�"
    return sign


def columns(text: str) -> int:
    """How many columns a text takes: wide signs take two, marks on top of others none."""
    if text.isascii():
        return len(text)
    return sum(_wide(sign) for sign in text)


def _wide(sign: str) -> int:
    if unicodedata.combining(sign) or sign == "\u200d" or unicodedata.category(sign) == "Mn":
        return 0
    return 2 if unicodedata.east_asian_width(sign) in "WF" else 1


def expand(line: str) -> tuple[str, list[int]]:
    """A line with its tabs as spaces, and for each place in it (its end too) the column where it then stands."""
    shown: list[str] = []
    at: list[int] = []
    column = 0
    for sign in line:
        at.append(column)
        part = " " * (TAB - column % TAB) if sign == "\t" else _seen(sign)
        shown.append(part)
        column += columns(part)
    at.append(column)
    return "".join(shown), at
