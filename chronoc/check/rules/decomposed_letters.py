"""decomposed-letters"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator

from chronoc.check.context import Context
from chronoc.check.letters import place
from chronoc.check.registry import rule
from chronoc.diagnostics import Diagnostic, Fix, Note
from chronoc.syntax.tree import Span

WORD = re.compile(r"[^\s\x00-\x22\x23-\x26\x28-\x2f\x3a-\x40\x5b-\x5e\x60\x7b-\x7f]+")


@rule("decomposed-letters", "warning", "text", fixable=True)
def check(ctx: Context) -> Iterator[Diagnostic]:
    """A word that is written here with letters in one piece and there with letters and marks: a search finds one of them."""
    whole: dict[str, Span] = {}
    apart: list[tuple[Span, str]] = []
    for file, data in ctx.texts.items():
        if data.isascii():
            continue
        text = data.decode("utf-8", "replace")
        for found in WORD.finditer(text):
            word = found[0]
            if word.isascii():
                continue
            one = unicodedata.normalize("NFC", word)
            if one == word:
                if word not in whole and unicodedata.normalize("NFD", word) != word:
                    whole[word] = place(file, text, found.start(), len(word))
            else:
                apart.append((place(file, text, found.start(), len(word)), one))
    for span, one in apart:
        if one in whole:
            yield ctx.found(
                span,
                f"`{one}` is written here with its marks apart, elsewhere in one piece: it looks the same and is another text",
                Note("in one piece here", whole[one]),
                "write it in one piece",
                fix=Fix(span, one),
            )
