"""Cards by what people call them: title in any language, name, number."""

from __future__ import annotations

import re
from collections.abc import Iterable

from chronoc.model.suggest import fold, nearest
from chronoc.model.symbols import DesignSym, Program
from chronoc.syntax.words import KEYWORDS
from chronoc.text.faces import catalogues
from chronoc.text.language import languages
from chronoc.variant import Sources

#: As in library catalogues, articles do not count.
ARTICLES = ("a", "an", "the", "el", "la", "los", "las", "un", "una")


def plain(title: str) -> str:
    """A title without case, signs and articles."""
    words = re.findall(r"\w+'?", fold(title).replace("_", " ").replace("’", "'").replace("′", "'"))
    return " ".join([word for word in words if word not in ARTICLES] or words)


#: `lamp Torch "Torch" x20 {`, with or without a name; and a text of a catalogue.
HEAD = re.compile(r'^[ \t]*(\w+)[ \t]+(?:([^\W\d]\w*)[ \t]*)?"([^"\n]{1,200})"', re.MULTILINE)
TEXT = re.compile(r'^msgstr "((?:[^"\\\n]|\\.)*)"', re.MULTILINE)


def called(sources: Sources, asked: str) -> bool:
    """Whether a card of a variant may be called so, in any language: a cheap look at its files before it is analysed."""
    wanted = plain(asked)
    for found in sources.sets:
        for text in (data.decode("utf-8", "replace") for _, data in found.files):
            if any(wanted in (plain(title), plain(name)) for _, name, title in HEAD.findall(text)):
                return True
            if wanted.isdecimal() and re.search(rf"\b{wanted}\b", text):
                return True
        for text in (data.decode("utf-8", "replace") for _, _, data in found.catalogues):
            if any(plain(title) == wanted for title in TEXT.findall(text)):
                return True
    return False


def titled(sources: Sources) -> list[str]:
    """The titles that stand in the files of a variant, cards or not."""
    texts = [data.decode("utf-8", "replace") for found in sources.sets for _, data in found.files]
    return [title for text in texts for kind, _, title in HEAD.findall(text) if kind.lower() not in KEYWORDS]


def near_titles(asked: str, titles: Iterable[str]) -> list[str]:
    """What may have been meant: titles with all these words, else the one that is written nearly so."""
    known = list(dict.fromkeys(titles))
    words = plain(asked).split()
    parts = [title for title in known if words and all(word in plain(title).split() for word in words)]
    near = nearest(asked, known)
    return parts[:4] if parts else [near] if near else []


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
