"""near-titles"""

from __future__ import annotations

import re
from collections.abc import Iterator

from chronoc.check.context import Context
from chronoc.check.registry import rule
from chronoc.diagnostics import Diagnostic, Note
from chronoc.model.suggest import distance, fold
from chronoc.model.symbols import DesignSym

SHORTEST = 5  # of shorter words a letter makes another word
LONGEST = 100  # a longer title is a sentence
WORD = re.compile(rf"(?<![^_])[^\W\d_]{{{SHORTEST},}}(?![^_])")  # near titles differ in such a word


@rule("near-titles", "warning", "text")
def check(ctx: Context) -> Iterator[Diagnostic]:
    """Two cards of one kind whose titles differ in one letter inside a word."""
    places: dict[tuple[int, str], list[DesignSym]] = {}
    for card in ctx.program.designs:
        told: dict[int, None] = {}
        for key in without_a_letter(fold(card.title)):
            others = places.setdefault((card.kind.index, key), [])
            for other in others:
                if other.index not in told and near(other.title, card.title):
                    told[other.index] = None
                    yield ctx.found(
                        card.decl.title_span,
                        f"this is nearly the title of another {card.kind.name}, `{other.title}`",
                        Note("the other", other.decl.title_span),
                        "write them alike if they are one card, else apart",
                    )
            if not any(other.title == card.title for other in others):  # a thousand cards of one title are no thousand
                others.append(card)


def without_a_letter(title: str) -> Iterator[str]:
    """The title, and the title with each letter of its longer words left out: two that are near have one in common."""
    cuts = [at for word in WORD.finditer(title) for at in range(*word.span())]
    yield from dict.fromkeys([title, *(title[:at] + title[at + 1 :] for at in cuts)])


def near(one: str, other: str) -> bool:
    """Whether one of two titles is most likely a slip of the other: not a number, a plural or another first letter."""
    a, b = fold(one).split("_"), fold(other).split("_")
    if len(a) != len(b):
        return False
    apart = [(x, y) for x, y in zip(a, b, strict=True) if x != y]
    if len(apart) != 1:
        return False
    x, y = apart[0]
    inside = x[0] == y[0] and x[-1] == y[-1]
    return min(len(x), len(y)) >= SHORTEST and inside and x.isalpha() and y.isalpha() and distance(x, y) == 1
