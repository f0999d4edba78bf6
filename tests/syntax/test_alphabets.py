"""Letters of another alphabet that look the same are told, whichever alphabet a word is written in."""

from __future__ import annotations

import pytest

from chronoc.syntax.alphabets import meant
from chronoc.syntax.parser import parse_text

LATIN = [("С" + "at", "Cat"), ("w" + "а" + "re", "ware"), ("о" + "f", "of"), ("C" + "о" + "de_2", "Code_2")]
CYRILLIC = [("C" + "амовар", "Самовар"), ("цен" + "a", "цена"), ("ру" + "k" + "а", "рука")]
SOUND = ["Cat", "Самовар", "x_координата", "T34", "Ёлка", "café", "Straße", "日本a", "МиG", "USB_кабель"]


@pytest.mark.parametrize(("written", "right"), LATIN + CYRILLIC)
def test_doubles(written: str, right: str | None) -> None:
    found = meant(written)
    assert (found and found[0]) == right


@pytest.mark.parametrize("word", SOUND)
def test_sound(word: str) -> None:
    assert meant(word) is None


def test_letters_are_named() -> None:
    found = meant("Н" + "а" + "ggle")
    assert found == ("Haggle", "`Н`, `а` are Cyrillic letters, the others are not")


def test_one_finding_and_the_word_is_read() -> None:
    card, verb = "lamp L" + "а" + 'mp "Lamp" { }', "to go { move Lamp t" + "о" + " shelf }"
    text = f"kind lamp {{ }}\nzone shelf: list of lamp\n{card}\n{verb}\n"
    file, found = parse_text(text, "a.chrono")
    assert [(d.name, d.span.line, d.fix and d.fix.text) for d in found] == [
        ("mixed-letters", 3, "Lamp"), ("mixed-letters", 4, "to"),
    ]  # fmt: skip
    assert len(file.items) == 4


def test_a_title_is_only_warned_of() -> None:
    _, found = parse_text('kind lamp { }\nlamp "L' + "а" + 'mp" { }\n', "a.chrono")
    assert [(d.name, d.severity) for d in found] == [("mixed-letters", "warning")]
