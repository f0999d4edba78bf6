"""Texts that somebody wrote by hand in place of the one that the code makes."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from chronoc.model.symbols import DesignSym, Program
from chronoc.syntax import tree


@dataclass(frozen=True, slots=True)
class Override:
    """`text: "…"` of a card, and `text because: "…"`."""

    card: DesignSym
    text: str
    reason: str
    span: tree.Span


def overrides(program: Program) -> Iterator[Override]:
    """All of them, in the order of the cards."""
    for card in program.designs:
        written = card.written.get("text")
        if card.kind.member("text") is not None or not isinstance(written, tree.Field) or not written.values:
            continue
        because = card.written.get("text_because")
        if isinstance(written.values[0], tree.Text):
            yield Override(card, written.values[0].value, _text(because), written.span)


def _text(clause: object) -> str:
    if isinstance(clause, tree.Field) and clause.values and isinstance(clause.values[0], tree.Text):
        return clause.values[0].value.strip()
    return ""
