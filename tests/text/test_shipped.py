"""The faces of all shipped cards, in three languages."""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path

import pytest

from chronoc import resources
from chronoc.analyse import Analysis, analyse
from chronoc.commands.show import lines
from chronoc.terminal import columns
from chronoc.text.faces import Face, Faces
from chronoc.text.findings import catalogue_findings, overridden, text_findings
from chronoc.text.grammars import GRAMMARS
from chronoc.variant import read_sources

ROOT = Path(__file__).parents[2]
#: Variants that hold every card of the others between them.
WHOLE = ("chrononauts", "chrononauts-first-edition", "uber-gore-years", "talespin-solo", "emerald", "khronos")
SPECIMENS = sorted(str(path.parent) for path in (ROOT / "tests" / "specimens").glob("*/variant.yaml"))
SHIPPED = resources.shipped()
LANGUAGES = sorted(GRAMMARS)

#: English words that no Spanish text has.
ENGLISH = re.compile(r"\b(the|that|card|your|is|are|with|choose|draw|player)\b", re.IGNORECASE)


@cache
def analysis(where: str) -> Analysis:
    sources = read_sources(where, draft=True)
    return analyse(sources.sets, sources.variant)


@cache
def faces(where: str, language: str) -> tuple[list[Face], Faces]:
    made = Faces(analysis(where), language)
    return [made.face(card) for card in analysis(where).program.designs], made


def texts(face: Face) -> list[str]:
    found = [face.title, face.kind, face.set, face.copies, *face.tags]
    for entry in face.entries:
        found += [entry.label, *(text for _, text in entry.lines), *(part for pair in entry.legend for part in pair)]
    return found


def holes(face: Face) -> list[str]:
    """What no player should see."""
    wrong = ("{", "}", "||", "_", "\ue000", "\ue001", " ,", " .", ",,", "?")
    return [
        f"{face.title}: {text}"
        for text in texts(face)
        if any(sign in text for sign in wrong) and text not in known(face)
    ]


def known(face: Face) -> list[str]:
    """Titles and printed texts stand as they are."""
    printed = [entry.text for entry in face.entries if entry.kind == "field"]
    return [face.title, *(title for entry in face.entries for _, title in entry.legend), *printed]


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("edition", WHOLE)
def test_translated_sets_without_a_hole(edition: str, language: str) -> None:
    found, made = faces(edition, language)
    assert len(found) > 20
    assert {face.language for face in found} == {language}
    assert [face.holes for face in found if face.holes] == []
    assert made.language.unsaid == {}
    assert [hole for face in found for hole in holes(face)] == []


@pytest.mark.parametrize("edition", WHOLE)
def test_russian_is_russian_and_spanish_is_spanish(edition: str) -> None:
    latin = [text for face in faces(edition, "ru")[0] for text in texts(face) if re.search(r"[A-Za-z]{3}", text)]
    assert latin == []
    english = [text for face in faces(edition, "es")[0] for text in texts(face) if ENGLISH.search(text)]
    assert english == []


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("where", SPECIMENS, ids=[Path(where).name for where in SPECIMENS])
def test_specimens_are_shown_in_english(where: str, language: str) -> None:
    """They are not translated: English stands there, with a note."""
    found, made = faces(where, language)
    assert {face.language for face in found} == {"en"}
    assert made.language.unsaid == {}
    assert [hole for face in found for hole in holes(face)] == []
    note = f"(not translated into {language}, so this is English)"
    assert all((note in list(lines(face))[-1]) == (language != "en") for face in found)


@pytest.mark.parametrize("where", SHIPPED)
def test_every_shipped_card_has_a_face(where: str) -> None:
    if any(item.severity == "error" for item in analysis(where).diagnostics):
        pytest.skip("this set is told about elsewhere")
    found, made = faces(where, "ru")
    assert made.language.unsaid == {}
    assert [line for face in found for line in lines(face) if columns(line) > 80] == []


@pytest.mark.parametrize("where", SHIPPED)
def test_every_shipped_set_is_translated(where: str) -> None:
    """Each has a catalogue of each language, nothing is missing in it, and nothing in it is stale."""
    owners = [owner for owner in analysis(where).program.sets if owner.decls]
    have = {owner.name: [code for code, _, _ in owner.catalogues if code != "en"] for owner in owners}
    assert have == {owner.name: ["es", "ru"] for owner in owners}
    assert [f"{d.span.file}:{d.span.line}: {d.message}" for d in text_findings(analysis(where))] == []


def test_the_cards_of_all_variants_are_read_above() -> None:
    seen = {card.id for where in WHOLE for card in analysis(where).program.designs}
    assert [c.id for where in SHIPPED for c in analysis(where).program.designs if c.id not in seen] == []


@pytest.mark.parametrize("where", SHIPPED)
def test_few_texts_are_written_by_hand(where: str) -> None:
    """At most two in a hundred."""
    count, cards = overridden(analysis(where).program)
    assert count * 50 <= cards


def test_findings_of_catalogues_are_not_just_silent() -> None:
    """The same program with a catalogue of one entry lacks all the others."""
    whole = analysis("chrononauts")
    (owner,) = whole.program.sets
    before = owner.catalogues
    owner.catalogues = (
        ("ru", "chrononauts/locale/ru.po", 'msgctxt "card Yuri"\nmsgid "Yuri"\nmsgstr "Юрий"\n'.encode()),
    )
    try:
        names = [d.name for d in catalogue_findings(whole)]
    finally:
        owner.catalogues = before
    assert len(names) > 150 and set(names) == {"missing-translation"}


def test_official_terms_and_ours() -> None:
    """What the rulebooks give carries no mark; what is ours says that it is reconstructed."""
    for code, official, ours in (
        ("ru", "Предотвратить убийство", "Хорошая подделка"),
        ("es", "Avance rápido", "Una buena falsificación"),
    ):
        from chronoc.text.catalogue import read

        path = ROOT / "cards" / "chrononauts" / "locale" / f"{code}.po"
        entries = {entry.text: entry for entry in read(path.read_bytes(), path.name, code).entries.values()}
        assert "reconstructed" not in entries[official].comments
        assert "reconstructed" in entries[ours].comments


def test_a_condition_in_russian() -> None:
    (face,) = [f for f in faces("chrononauts", "ru")[0] if f.card.title == "Apollo 11 Lands on Moon"]
    shown = list(lines(face))
    assert "  Парадокс, если Спутник' ИЛИ Кеннеди'" in shown
