"""What the engine says is said in every language: no sentence, noun or word of its code lacks one, and none is left over."""

from __future__ import annotations

import re

import pytest

from chronoc.text.grammars import GRAMMARS
from chronoc.text.language import AGREEING, MOODS, kernel
from chronoc.text.words import noun, slot_names
from tests.text.messages import everything, extracted

LANGUAGES = sorted(GRAMMARS)
#: Found among the sentences, though they are none: names of slots and parts of sentences that English makes up.
NO_SENTENCES = (
    "n",
    "nom",
    "all",
    "z",
    "a",
    "x",
    "place",
    "gen",
    "acc",
    "in",
    "from",
    "{x} {is/x} ",
    " || {x} {is/x} not ",
)
#: Nouns that are chosen at run time, and words that relative clauses and pronouns use.
NO_NOUNS = ("true", "blocks")
OTHER_WORDS = ("it", "which", "whose", "which behind a preposition")
#: Words that catalogues of sets may want, and what a sentence is given beside what English shows.
OFFERED = ("can",)
GIVEN = {
    "there is one || there is none": ("x",),
    "for which this holds: {c}": ("n",),
    "other than {x:gen}": ("n",),
    "{each/n} {other/n} {n}": ("m",),
}


def test_there_is_much_to_be_said() -> None:
    """The tests below would also pass if nothing were found."""
    sentences, nouns, words = extracted()
    assert len(sentences) > 150 and len(nouns) > 25 and len(words) > 25
    assert "choose {x:acc}" in sentences and "player" in nouns and "that" in words


@pytest.mark.parametrize("language", LANGUAGES)
def test_nothing_is_missing(language: str) -> None:
    sentences, nouns, words = extracted()
    found = kernel(language)
    assert found.problems == []
    if language != "en":
        assert [text for text in sentences if text not in NO_SENTENCES and found.find("", text) is None] == []
    assert [name for name in nouns if name not in NO_NOUNS and found.find("noun", name) is None] == []
    assert [word for word in (*words, *OTHER_WORDS) if found.find(AGREEING, word) is None] == []


@pytest.mark.parametrize("language", [code for code in LANGUAGES if code != "en"])
def test_nothing_is_left_over(language: str) -> None:
    _, _, words = extracted()
    found = kernel(language)
    constants = everything()
    assert [source for context, source in found.entries if context in ("", "noun") and source not in constants] == []
    used = {word for text in (e.text for e in found.entries.values()) for word in re.findall(r"\{([\w ]+)/", text)}
    agreeing = {source for context, source in found.entries if context == AGREEING}
    assert sorted(agreeing - set(words) - used - {*OTHER_WORDS, *OFFERED}) == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_translation_has_the_slots_of_its_source(language: str) -> None:
    """What a sentence is given, its translation may leave out, but not make up; words that agree are there."""
    wrong = []
    for (context, source), entry in kernel(language).entries.items():
        if context:
            continue
        given = {*GIVEN.get(source, ()), *(name for name, _ in slot_names(source))}
        wrong += [f"{source}: {entry.text}" for name, _ in slot_names(entry.text) if name not in given]
        words = re.findall(r"\{([\w ]+)/", entry.text)
        wrong += [f"{source}: {word}" for word in words if kernel(language).find(AGREEING, word) is None]
    assert wrong == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_cases_and_rows_are_whole(language: str) -> None:
    grammar = GRAMMARS[language]
    wrong = []
    for (context, source), entry in kernel(language).entries.items():
        if context == "noun":
            found = noun(entry.text)
            wrong += [source for row in (found.singular, found.plural) if len(row) not in (1, len(grammar.cases))]
        if context == AGREEING:
            rows = entry.text.split("/")
            if len(rows) not in (1, len(grammar.columns), len(grammar.columns) + 1):
                wrong.append(source)
            wrong += [source for row in rows if len(row.split("|")) not in (1, len(grammar.cases))]
    assert wrong == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_opposites_have_opposites(language: str) -> None:
    """A sentence that says a thing and its opposite does so in every language."""
    wrong = [
        source
        for (context, source), entry in kernel(language).entries.items()
        if not context and MOODS in source and len(entry.text.split(MOODS)) not in (2, 4)
    ]
    assert wrong == []
