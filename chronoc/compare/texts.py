"""What differs in the texts on cards: each face that changed, as a unified diff."""

from __future__ import annotations

import difflib
from collections.abc import Mapping
from dataclasses import dataclass

from chronoc.analyse import Analysis


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


def compare(old: Analysis, new: Analysis, language: str, designs: Mapping[str, str]) -> list[FaceDiff]:
    """designs: name in the old variant -> name in the new one, of cards that both have."""
    before, after = faces(old, language), faces(new, language)
    back = {now: was for was, now in designs.items()}
    found = [FaceDiff("removed", name, changed(before[name], [])) for name in before if name not in designs]
    for name, lines in after.items():
        was = back.get(name)
        if was is None or was not in before:
            found.append(FaceDiff("added", name, changed([], lines)))
        elif lines != before[was]:
            found.append(FaceDiff("changed", name, changed(before[was], lines)))
    return found


def changed(old: list[str], new: list[str]) -> list[str]:
    return list(difflib.unified_diff(old, new, lineterm="", n=2))[2:]
