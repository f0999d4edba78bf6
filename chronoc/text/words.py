"""Words that have forms: nouns, words that agree with them, and noun phrases made of both.

A noun stands in a catalogue as `[m на] стол|стола|столу|стол|столом|столе / столы|столов|…`: in brackets its gender,
`anim` where it lives, `many` where it has no singular, `you` for whoever reads, and the preposition of its place; then
its cases, singular and plural, and where it has one the form behind 2, 3 and 4. A word that agrees (an article, an
adjective) has such a row for each column of its language.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from chronoc.text.language import Language

GENDERS = ("m", "f", "n")
#: Cases that mean a place: they bring their preposition along.
PLACES = ("in", "to", "from")
SLOT = re.compile(r"\{([^{}]*)\}")
_HEAD = re.compile(r"\s*\[([^\]]*)\]\s*")
#: Stands for a comma that is only wanted if something follows it.
SOFT_COMMA = "\ue000"
#: Stands for the thing that a relative clause is about: mark, case, mark.
RELATIVE = "\ue001"


@dataclass(frozen=True, slots=True)
class Noun:
    """The forms of a noun in the order of the cases of its language. One form alone serves for all cases."""

    singular: tuple[str, ...]
    plural: tuple[str, ...]
    gender: str = "m"
    animate: bool = False
    many: bool = False
    place: str = ""
    you: bool = False
    few: str = ""  # behind 2, 3, 4 in languages that have a form for them

    def form(self, case: int, many: bool) -> str:
        row = self.plural if many or self.many else self.singular
        return row[case] if case < len(row) else row[0]


def noun(text: str) -> Noun:
    """The noun that a catalogue writes."""
    head = _HEAD.match(text)
    gender, animate, many, place, you = "m", False, False, "", False
    if head is not None:
        text = text[head.end() :]
        for word in head[1].split():
            if word in GENDERS:
                gender = word
            elif word == "anim":
                animate = True
            elif word == "many":
                many = True
            elif word == "you":
                you = True
            else:
                place = word
    rows = [tuple(cell.strip() for cell in row.split("|")) for row in text.split(" / ")]
    return Noun(rows[0], rows[min(1, len(rows) - 1)], gender, animate, many, place, you, rows[2][0] if rows[2:] else "")


@dataclass(frozen=True, slots=True)
class Phrase:
    """A noun phrase. `say` gives it in a case; the rest is what other words agree with. `count`: a number as such."""

    say: Callable[[str], str]
    gender: str = "m"
    many: bool = False
    animate: bool = False
    place: str = ""
    count: int | None = None
    number: bool = False  # it is a number, known (`count`) or not
    you: bool = False  # whoever reads: verbs have a form of their own
    pronoun: bool = False

    def like(self, say: Callable[[str], str], many: bool | None = None) -> Phrase:
        """Another phrase with the same features."""
        several = self.many if many is None else many
        return replace(self, say=say, many=several, count=None, number=False, pronoun=False)


Value = Phrase | str


def plain(text: str, many: bool = False, gender: str = "m") -> Phrase:
    """A phrase that has one form."""
    return Phrase(lambda case: text, gender, many)


def figure(number: int) -> Phrase:
    return Phrase(lambda case: str(number).replace("-", "−"), count=number, number=True, many=number != 1)


def fill(language: Language, template: str, slots: Mapping[str, Value], case: str = "nom") -> str:
    """A template with its slots filled: `{x}`, `{x:acc}`, `{this/x}` (a word that agrees with x), `{n*card:acc}`.

    A slot without a case takes the one that is asked of the whole. A slot that is not there stays as it is written (the
    check tells of it)."""

    def one(match: re.Match[str]) -> str:
        what, _, asked = match[1].partition(":")
        wanted = asked or case
        if what.rpartition("/")[2].partition("*")[0] not in slots:
            return match[0]
        if "*" in what:
            number, _, name = what.partition("*")
            return language.counted(_phrase(slots[number]), language.noun("kind", name), wanted)
        if "/" in what:
            word, _, name = what.partition("/")
            return language.agreeing(word, _phrase(slots[name]), wanted)
        phrase = _phrase(slots[what])
        return language.said(phrase, wanted) if asked else phrase.say(case)

    return SLOT.sub(one, template)


def _phrase(value: Value) -> Phrase:
    return plain(value) if isinstance(value, str) else value


def slot_names(template: str) -> list[tuple[str, str]]:
    """The slots of a template with their cases."""
    found = []
    for match in SLOT.finditer(template):
        what, _, case = match[1].partition(":")
        found.append((what.partition("*")[0] if "*" in what else what.rpartition("/")[2], case))
    return found
