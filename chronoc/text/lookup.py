"""Cards by what people call them: title in any language, name, number."""

from __future__ import annotations

import re

from chronoc.model.suggest import fold
from chronoc.model.symbols import DesignSym, Program
from chronoc.text.faces import catalogues
from chronoc.text.language import languages
from chronoc.variant import Sources

#: As in library catalogues, articles do not count.
ARTICLES = ("a", "an", "the", "el", "la", "los", "las", "un", "una")


def plain(title: str) -> str:
    """A title without case, signs and articles."""
    words = re.findall(r"\w+'?", fold(title).replace("_", " ").replace("’", "'").replace("′", "'"))
    return " ".join([word for word in words if word not in ARTICLES] or words)


def mentioned(sources: Sources, asked: str) -> bool:
    """Whether the words of a title stand anywhere in the files of a variant: a cheap look before it is analysed."""
    words = plain(asked).replace("_", " ").split()
    for found in sources.sets:
        for data in (*(data for _, data in found.files), *(data for _, _, data in found.catalogues)):
            text = fold(data.decode("utf-8", "replace")).replace("’", "'").replace("′", "'")
            if all(word.strip("'") in text for word in words):
                return True
    return False


def titled(sources: Sources) -> list[str]:
    """What stands in quotes in the files of a variant: its titles are among it."""
    texts = [data.decode("utf-8", "replace") for found in sources.sets for _, data in found.files]
    return [title for text in texts for title in re.findall(r'^\w[\w ]*"([^"\n]{2,60})"', text, re.MULTILINE)]


def matching(program: Program, asked: str) -> list[DesignSym]:
    """The cards of this title or name; several where several are called so."""
    wanted = plain(asked)
    if not wanted:
        return []
    exact = program.card_names.get(fold(asked.strip())) or program.card_titles.get(fold(asked.strip()))
    if exact:
        return list(exact)
    found = [
        card for card in program.designs if wanted in (plain(card.title), plain(card.id), plain(card.decl.name or ""))
    ]
    if not found and wanted.isdecimal() and len(wanted) < 16:  # as long as numbers of cards can be
        found = [card for by_number in program.numbers.values() for card in by_number.get(int(wanted), [])]
    return found or translated(program, wanted)


def translated(program: Program, wanted: str) -> list[DesignSym]:
    """The cards that are called so in a translation."""
    for code in languages():
        for catalogue in catalogues(program, code):
            names = {
                entry.context for entry in catalogue.entries.values() if entry.text and plain(entry.text) == wanted
            }
            found = [card for card in program.designs if f"card {card.id}" in names or f"name {card.id}" in names]
            if found:
                return found
    return []
