"""PO files: what is read, and what is told of what cannot be read."""

from __future__ import annotations

import gettext
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from chronoc.text.catalogue import Catalogue, Entry, read, written

FILE = """\
# A note.
msgid ""
msgstr ""
"Language: ru\\n"
"Plural-Forms: nplurals=3; plural=(n%10==1 && n%100!=11 ? 0 : n%10>=2 && n%10<=4 && (n%100<10 || n%100>=20) ? 1 : 2);\\n"

# reconstructed
#: lamps/cards.chrono:3
msgctxt "card Keep"
msgid "The Old Keep"
msgstr ""
"Старая "
"башня"

#, fuzzy
msgid "doubtful"
msgstr "сомнительно"

msgid "draw {n}"
msgid_plural "draw {n}"
msgstr[0] "{n} карта"
msgstr[1] "{n} карты"
msgstr[2] "{n} карт"

#~ msgid "old"
#~ msgstr "старое"
msgid "a \\"quote\\"\\nand a line"
msgstr "«цитата»\\nи строка"
"""


def catalogue(text: str) -> Catalogue:
    return read(text.encode(), "lamps/locale/ru.po", "ru")


def test_entries() -> None:
    found = catalogue(FILE)
    assert found.problems == []
    assert list(found.entries) == [
        ("card Keep", "The Old Keep"), ("", "doubtful"), ("", "draw {n}"), ("", 'a "quote"\nand a line'),
    ]  # fmt: skip
    keep = found.find("card Keep", "The Old Keep")
    assert keep is not None
    assert (keep.text, keep.comments, keep.line) == ("Старая башня", ["reconstructed"], 9)
    assert found.find("", "doubtful") is None
    assert found.find("", "old") is None
    assert found.entries[("", "draw {n}")].texts == {0: "{n} карта", 1: "{n} карты", 2: "{n} карт"}


@pytest.mark.parametrize(
    "number, form", [(0, 2), (1, 0), (2, 1), (4, 1), (5, 2), (11, 2), (12, 2), (21, 0), (22, 1), (111, 2)]
)
def test_plural_forms(number: int, form: int) -> None:
    assert catalogue(FILE).plural(number) == form


@pytest.mark.parametrize(
    "text, line, part",
    [
        ('msgid "a"\nmsgstr "b"\nmsgid "a"\nmsgstr "c"\n', 3, "a second time"),
        ("msgid a\n", 1, "no line of a catalogue"),
        ('msgid "a\nmsgstr "b"\n', 1, "no line of a catalogue"),
        ('"lost"\n', 1, "no line of a catalogue"),
        ('msgid ""\nmsgstr "Plural-Forms: nplurals=2; plural=import os;\\n"\n', 1, "rule behind `plural=`"),
        ('msgid ""\nmsgstr "Plural-Forms: nplurals=2; plural=__import__(n);\\n"\n', 1, "rule behind `plural=`"),
    ],
)
def test_bad_catalogues(text: str, line: int, part: str) -> None:
    (problem,) = catalogue(text).problems
    assert (problem.name, problem.code, problem.severity) == ("bad-catalogue", "C414", "error")
    assert problem.span.line == line and part in problem.message


def test_what_is_not_utf8() -> None:
    found = read(b'msgid "a"\nmsgstr "\xff"\n', "lamps/locale/ru.po", "ru")
    assert [(p.name, p.span.line) for p in found.problems] == [("bad-catalogue", 2)]
    assert found.entries == {}


TEXT = st.text(
    st.characters(codec="utf-8", exclude_categories=("Cc",), include_characters="\n\t"), min_size=1, max_size=30
)


@given(st.dictionaries(st.tuples(st.one_of(st.just(""), TEXT), TEXT), TEXT, max_size=5))
def test_what_is_written_reads_back(entries: dict[tuple[str, str], str]) -> None:
    text = "\n".join(written(Entry(context, source, None, {0: value})) for (context, source), value in entries.items())
    found = catalogue(text)
    assert found.problems == []
    assert {key: entry.text for key, entry in found.entries.items()} == entries


def test_gettext_reads_our_plural_rules() -> None:
    """The catalogues are those of gettext: its own function gives the same forms."""
    folder = Path(__file__).parents[2] / "chronoc" / "text" / "locale"
    for path in sorted(folder.glob("*.po")):
        found = read(path.read_bytes(), path.name, path.stem)
        rule = gettext.c2py(found.rule.partition("plural=")[2].rstrip(";"))
        assert [found.plural(n) for n in range(200)] == [rule(n) for n in range(200)]


def test_a_few_may_have_a_form_of_their_own() -> None:
    """2 новые лампы (nominative), and not 2 новой лампы (genitive); without one it is the genitive."""
    from chronoc.text.language import Language
    from chronoc.text.words import figure, noun

    russian = Language("ru", ())
    lamp = "[f] новая лампа|новой лампы|новой лампе|новую лампу|новой лампой|новой лампе"
    lamps = "новые лампы|новых ламп|новым лампам|новые лампы|новыми лампами|новых лампах"
    few = noun(f"{lamp} / {lamps} / новые лампы")
    said = [russian.counted(figure(n), few, "acc") for n in (1, 2, 5, 21, 22)]
    assert said == ["1 новую лампу", "2 новые лампы", "5 новых ламп", "21 новую лампу", "22 новые лампы"]
    assert russian.counted(figure(3), few, "gen") == "3 новых ламп"
    assert russian.counted(figure(1), few, "gen") == "1 новой лампы"
    assert russian.counted(figure(2), noun(f"{lamp} / {lamps}"), "nom") == "2 новой лампы"
