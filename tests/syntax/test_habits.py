"""What people write out of habit gets an answer that says how it is written here."""

from __future__ import annotations

import pytest

from chronoc.syntax.parser import parse_text

SAID = [
    ("// a comment\nkind lamp { }\n", 1, "#"),
    ('kind lamp { }\nlamp "Lamp" *3 { }\n', 2, "x3"),
    ('kind lamp { }\nlamp "Lamp" x 3 { }\n', 2, "x3"),
    ("kind lamp { }\nlamp Lamp { }\n", 2, "title"),
    ('kind lamp { }\nlamp Big Lamp "Big Lamp" { }\n', 2, "one word"),
    ("define big(n: number) = n => 3\n", 1, ">="),
]


@pytest.mark.parametrize(("text", "line", "word"), SAID)
def test_advice(text: str, line: int, word: str) -> None:
    _, found = parse_text(text, "a.chrono")
    assert [d.span.line for d in found] == [line]
    assert any(word in note.message for note in found[0].notes), found


def test_no_sign_of_comparison_is_proposed_between_two_names() -> None:
    text = "to go {\n  choose w from his shelf where it has light\n}\n"
    _, found = parse_text(text, "a.chrono")
    assert [(d.name, d.fix) for d in found] == [("syntax", None)]
