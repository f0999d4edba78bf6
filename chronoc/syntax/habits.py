"""What people write who know it from elsewhere, or half remember it; and how it is said here."""

from __future__ import annotations

from typing import TYPE_CHECKING

from chronoc.syntax.words import DECLARATIONS

if TYPE_CHECKING:
    from chronoc.syntax.recover import Reading


def advice(reading: Reading, i: int) -> str | None:
    """A word about token `i`, which does not fit, where the list of what was expected does not help."""
    tokens = reading.tokens
    token, after = tokens[i], tokens[min(i + 1, len(tokens) - 1)]
    before = tokens[i - 1] if i else None
    expected = dict.fromkeys(reading.machine.expected(reading.node))
    joined = after.text if after.start == token.end else ""
    if token.kind == "SLASH" and joined in ("/", "*"):
        return "a comment begins with `#`"
    if token.kind == "GT" and before is not None and before.kind == "EQ" and before.end == token.start:
        return "at least is written `>=`"
    if "COPIES" in expected and (token.kind in ("STAR", "NUMBER") or token.text.casefold() in ("x", "х", "×")):
        return "copies are written `x3`, behind the title"
    if "STRING" in expected and "NAME" not in expected and reading.node[5] is None:
        head = [t for t in tokens[reading.item : i] if t.text]
        if 1 <= len(head) <= 2 and all(t.kind == "NAME" for t in head) and head[0].word not in DECLARATIONS:
            return f'a card is written `{head[0].text} Name "Title" {{ … }}`: a name of one word, then the title'
    return None
