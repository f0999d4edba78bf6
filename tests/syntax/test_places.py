"""Cases D01, D13, C07: line and column count from 1 in code points, whatever signs stand before."""

from __future__ import annotations

import pytest

from chronoc.syntax import tree
from chronoc.syntax.parser import parse_bytes, parse_expression, parse_text

BEFORE = {
    "nothing": "", "tab": "\t", "three tabs": "\t\t\t", "nbsp": "\u00a0\u00a0", "narrow nbsp": "\u202f",
    "wide": "\u3000",
}  # fmt: skip
TEXTS = {
    "plain": "Text",
    "emoji": "\U0001f3b2\U0001f1eb\U0001f1f7",
    "cyrillic": "Балу",
    "cjk": "時間",
    "combining": "e\u0301a\u0308",
}
ENDS = {"lf": "\n", "crlf": "\r\n", "cr": "\r"}


@pytest.mark.parametrize("ends", ENDS.values(), ids=ENDS)
@pytest.mark.parametrize("said", TEXTS.values(), ids=TEXTS)
@pytest.mark.parametrize("before", BEFORE.values(), ids=BEFORE)
def test_place_of_a_fault(before: str, said: str, ends: str) -> None:
    line = f'{before}note: "{said}" ; year: @ 3'
    text = ends.join(["# \U0001f3b2", f'card "{said}" {{', line, "}"])  # no line end at the end
    for bom in ("", "\ufeff"):
        _, found = parse_text(bom + text, "x")
        assert [(d.name, d.span.line, d.span.column) for d in found] == [("unknown-sign", 3, line.index("@") + 1)]
        assert (bom + text)[found[0].span.start] == "@"


def test_bom_does_not_count_as_a_column() -> None:
    _, found = parse_text('\ufeff@ card "A" { }', "x")
    assert (found[0].span.line, found[0].span.column) == (1, 1)


def test_fault_on_the_last_line_without_line_end() -> None:
    _, found = parse_text('card "A" {\n  year: 1963', "x")
    assert [(d.name, d.span.line, d.span.column) for d in found] == [("unclosed-brace", 2, 13)]


@pytest.mark.parametrize("mark", ["'", "\u2019", "\u2032", "\u02bc", "\u00b4"])
def test_marks_of_the_other_side(mark: str) -> None:
    for word in ("JFK", "1969", '"World War III"'):
        value, found = parse_expression(f"{word}{mark} and x")
        assert not found
        assert isinstance(value, tree.Binary) and isinstance(value.left, tree.Primed)


@pytest.mark.parametrize("written", ["1945''", "1945\u2033", '1945"', "JFK''", "1945\u2019\u2019"])
def test_two_marks_are_one_too_many(written: str) -> None:
    file, found = parse_text(f'identity "A" {{ home if 1963 and {written} and 1969 }}', "x")
    assert [(d.name, d.span.column) for d in found] == [("surplus-sign", 33)]
    assert found[0].fix is not None and found[0].fix.text.endswith("'")
    assert len(file.items) == 1


@pytest.mark.parametrize(
    "text",
    ["“Mona Lisa”", "„Mona Lisa“", "«Mona Lisa»", "„Mona Lisa”", '"Mona Lisa"', '"""Mona Lisa"""', "»Mona Lisa«"],
)
def test_quotes(text: str) -> None:
    value, found = parse_expression(text)
    assert not found
    assert isinstance(value, tree.Text) and value.value == "Mona Lisa"


def test_escapes_and_line_ends_in_texts() -> None:
    value, _ = parse_expression(r'"a \"b\" \\ \n c"')
    assert isinstance(value, tree.Text) and value.value == 'a "b" \\ \n c'
    value, _ = parse_expression('"""a\r\nb\rc"""')
    assert isinstance(value, tree.Text) and value.value == "a\nb\nc"


def test_single_quotes_are_mended() -> None:
    file, found = parse_text("card 'Mona Lisa' { year: 3 }", "x")
    assert [d.name for d in found] == ["unknown-sign"]
    assert found[0].fix is not None and found[0].fix.text == '"Mona Lisa"'
    card = file.items[0]
    assert isinstance(card, tree.CardDecl) and card.title == "Mona Lisa"


def test_names_are_compared_in_one_form() -> None:
    composed, decomposed = parse_expression("caf\u00e9")[0], parse_expression("cafe\u0301")[0]
    assert isinstance(composed, tree.Name) and isinstance(decomposed, tree.Name)
    assert composed.name == decomposed.name


def test_copies_in_any_hand() -> None:
    for written in ("x3", "X3", "×3", "х3"):  # the last one is Cyrillic
        file, found = parse_text(f'card "A" {written} {{ }}', "x")
        assert not found
        card = file.items[0]
        assert isinstance(card, tree.CardDecl) and card.copies == 3
    _, found = parse_text('card "A" 3x { }', "x")
    assert [(d.name, d.fix and d.fix.text) for d in found] == [("bad-number", "x3")]


# ------------------------------------------------------------------ bytes


def test_utf8_with_and_without_bom() -> None:
    data = 'card "Балу" { year: 3 }\n'.encode()
    for bytes_ in (data, b"\xef\xbb\xbf" + data):
        file, found = parse_bytes(bytes_, "x")
        assert not found and len(file.items) == 1


@pytest.mark.parametrize("data", [b"", b"\xef\xbb\xbf", b"\n\n", b"# only a comment", b" \t "])
def test_nothing_is_a_sound_file(data: bytes) -> None:
    file, found = parse_bytes(data, "x")
    assert not found and file.items == ()


@pytest.mark.parametrize(
    ("data", "at", "likely"),
    [
        ('card "café" { }'.encode("latin-1"), 9, "Latin-1"),
        ('card "Балу и Кит" { }'.encode("cp1251"), 6, "1251"),
        ('card "A" { }'.encode("utf-16"), 0, "UTF-16"),
        ('card "A" { }'.encode("utf-16-le"), 1, "UTF-16"),
        (b'card "A" { }\x00', 12, "picture"),
        (b"\x89PNG\r\n\x1a\n\x00\x00\x00\rIHDR", 8, "picture"),
    ],
)
def test_other_encodings(data: bytes, at: int, likely: str) -> None:
    file, found = parse_bytes(data, "x")
    assert file.items == ()
    assert [d.name for d in found] == ["not-utf8"]
    assert found[0].span.start == at
    assert likely in found[0].message + " ".join(note.message for note in found[0].notes)


def test_line_and_column_of_a_bad_byte() -> None:
    _, found = parse_bytes('# Балу\ncard "é'.encode() + b"\xe9", "x")
    assert (found[0].span.line, found[0].span.column) == (2, 8)


@pytest.mark.parametrize("sign", ["\x1c", "\x1d", "\x1e", "\x1f", "\x00", "\x7f"])
def test_a_control_sign_hides_nothing_behind_it(sign: str) -> None:
    """Python counts some of them as white space; here they are signs that mean nothing."""
    file, found = parse_text(f'lamp "A" {{ watt: 2 }}\n{sign}\nlamp "B" {{ watt: 3 }}\n', "a")
    assert [item.name for item in found] == ["unknown-sign"]
    assert len(file.items) == 2


@pytest.mark.parametrize("sign", ["<=", "\u2264", "=<"])
def test_at_most_in_three_ways(sign: str) -> None:
    file, found = parse_text(f"define few = 3 {sign} 4\n", "a")
    assert not found
    assert file.items[0].value.op == "<="
