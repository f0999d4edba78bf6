"""What a language needs besides its words: cases, numerals, places, and how words change beside each other.

A new language is a new entry of `GRAMMARS` and a catalogue in `chronoc/text/locale`.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass

from chronoc.text.words import Noun, Phrase


@dataclass(frozen=True, slots=True)
class Grammar:
    """`cases`: their names, in the order in which a noun has them. `columns`: the rows of a word that agrees. `places`: for a
    preposition of a place, what it is with `in`, `to` and `from`: a preposition and a case. `column` and `counted` choose the
    row, and case and number behind a numeral (`form`: index of the plural form in gettext's order)."""

    name: str
    cases: tuple[str, ...]
    columns: tuple[str, ...]
    quotes: tuple[str, str]
    places: dict[str, tuple[tuple[str, str], tuple[str, str], tuple[str, str]]]
    column: Callable[[Phrase], int]
    counted: Callable[[int, str, Noun], tuple[str, bool]]
    polish: Callable[[str], str]
    commas: bool = False  # a relative clause stands between commas
    possessive: bool = False  # a short owner stands before its thing
    personal: str = ""  # what stands before a person that something is done to
    owner: str = ""  # the preposition between a thing and its owner
    titles: bool = False  # a title does not change, so in other cases its kind goes before it

    def case(self, name: str) -> int:
        return self.cases.index(name) if name in self.cases else 0


def _by_number(form: int, case: str, noun: Noun) -> tuple[str, bool]:
    return case, form != 0


def _number_column(phrase: Phrase) -> int:
    return int(phrase.many)


def _gender_number_column(phrase: Phrase) -> int:
    return int(phrase.gender == "f") + 2 * int(phrase.many)


def _gender_column(phrase: Phrase) -> int:
    return 3 if phrase.many else ("m", "f", "n").index(phrase.gender)


def _slavic(form: int, case: str, noun: Noun) -> tuple[str, bool]:
    """1 карта, 2 карты, 5 карт; 1 игрока, 2 игроков; двум, пяти картам."""
    if form == 0:
        return case, False
    if case in ("nom", "acc"):
        return "gen", form != 1 or (case == "acc" and noun.animate)
    return case, True


def _rewrite(*rules: tuple[str, str]) -> Callable[[str], str]:
    made = [(re.compile(pattern), text) for pattern, text in rules]

    def polish(text: str) -> str:
        for pattern, new in made:
            text = pattern.sub(new, text)
        return text

    return polish


_ENGLISH = _rewrite((r"\b(a) (?=[“\"]?(?:[aeioAEIO]|[uU](?!n[ai]|s[eu])|8\b|11\b|18\b))", r"\1n "))
_SPANISH = _rewrite(
    (r"\btú (?=(?:no |se |lo )*\w+s\b)", ""),  # the verb says who
    (r"\b(tod[oa]s?) (?:el|la|los|las) (?=(?:el|la|los|las|tus?|sus?|es[ae]s?|est[ae]s?) )", r"\1 "),
    (r"\bde el\b", "del"),
    (r"\ba el\b", "al"),
    (r"\by (?=[«]?(?:i|I|hi|Hi)(?![ae]))", "e "),
    (r"\bo (?=[«]?(?:o|O|ho|Ho))", "u "),
)
_RUSSIAN = _rewrite(
    (r"\b([сС]) (?=[«]?[сзшжСЗШЖ][бвгджзклмнпрстфхцчшщ])", r"\1о "),
    (r"\b([вВ]) (?=[«]?[вфВФ][бвгджзклмнпрстфхцчшщ])", r"\1о "),
)  # fmt: skip

GRAMMARS: dict[str, Grammar] = {
    "en": Grammar(
        "English", ("nom",), ("one", "many"), ("“", "”"),
        {
            "in": (("in", "nom"), ("into", "nom"), ("from", "nom")),
            "on": (("on", "nom"), ("onto", "nom"), ("from", "nom")),
            "with": (("with", "nom"), ("to", "nom"), ("from", "nom")),
            "among": (("among", "nom"), ("to", "nom"), ("from", "nom")),
        },
        _number_column, _by_number, _ENGLISH, possessive=True, owner="of",
    ),
    "ru": Grammar(
        "Russian", ("nom", "gen", "dat", "acc", "ins", "pre"), ("m", "f", "n", "many"), ("«", "»"),
        {
            "в": (("в", "pre"), ("в", "acc"), ("из", "gen")),
            "на": (("на", "pre"), ("на", "acc"), ("с", "gen")),
            "у": (("у", "gen"), ("к", "dat"), ("от", "gen")),
            "под": (("под", "ins"), ("под", "acc"), ("из-под", "gen")),
            "среди": (("среди", "gen"), ("к", "dat"), ("из", "gen")),
        },
        _gender_column, _slavic, _RUSSIAN, commas=True, titles=True,
    ),
    "es": Grammar(
        "Spanish", ("nom", "pre"), ("m", "f", "many m", "many f"), ("«", "»"),
        {
            "en": (("en", "nom"), ("a", "nom"), ("de", "nom")),
            "sobre": (("sobre", "nom"), ("a", "nom"), ("de", "nom")),
            "entre": (("entre", "nom"), ("a", "nom"), ("de", "nom")),
        },
        _gender_number_column, _by_number, _SPANISH, personal="a", owner="de",
    ),
}  # fmt: skip


def grammar(language: str) -> Grammar:
    """The grammar of a language; of one that is not known, that of English."""
    return GRAMMARS.get(language, GRAMMARS["en"])
