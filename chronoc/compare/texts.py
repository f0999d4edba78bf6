"""What differs in the texts on cards: each face that changed, as a unified diff."""

from __future__ import annotations

import difflib
from dataclasses import dataclass

from chronoc.analyse import Analysis
from chronoc.compare.trees import Compared


@dataclass(slots=True)
class FaceDiff:
    """sort: "added" "removed" "changed" · lines: as `diff -u` writes them, without its heading"""

    sort: str
    card: str
    lines: list[str]


def faces(analysis: Analysis, language: str) -> dict[str, list[str]]:
    """By the name of the card: what `chronoc show` prints of it."""
    from chronoc.commands.show import lines
    from chronoc.text.faces import Faces

    made = Faces(analysis, language)
    return {card.id: list(lines(made.face(card))) for card in analysis.program.designs}


def compare(old: Analysis, new: Analysis, language: str, cards: Compared) -> list[FaceDiff]:
    before, after = faces(old, language), faces(new, language)
    back = {now: was for was, now in cards.designs.items()}
    found = [FaceDiff("removed", name, changed(before[name], [])) for name in cards.gone if name in before]
    for name, lines in after.items():
        if name in cards.come:
            found.append(FaceDiff("added", name, changed([], lines)))
        elif name in back and before.get(back[name]) not in (None, lines):
            found.append(FaceDiff("changed", name, changed(before[back[name]], lines)))
    return found


def changed(old: list[str], new: list[str]) -> list[str]:
    return list(difflib.unified_diff(old, new, lineterm="", n=2))[2:]
