"""How a finding looks: the line, the caret, the notes, on one line, and as JSON."""

from __future__ import annotations

import json
from dataclasses import replace

import pytest

from chronoc.diagnostics import Diagnostic, Fix, Note
from chronoc.render import WIDTH, Renderer, at_or_above, ordered, summary
from chronoc.syntax.tree import Span
from chronoc.terminal import columns, visible

TEXT = 'lamp "Old" {\n\theight: 3\n  reach: tal\n}\n日本 = ’x’\n'


def span(line: int, column: int, length: int, file: str = "lamps/a.chrono", text: str = TEXT) -> Span:
    start = sum(len(before) + 1 for before in text.split("\n")[: line - 1]) + column - 1
    return Span(file, start, start + length, line, column, line, column + length)


def shown(found: Diagnostic, text: str = TEXT) -> str:
    return Renderer(texts={"lamps/a.chrono": text.encode()}).full(found)


def test_in_full() -> None:
    note = Note("the field is declared here", span(2, 2, 6))
    fix = Fix(span(3, 10, 3), "tall")
    notes = (Note("did you mean `tall`?"), note)
    found = Diagnostic("unknown-name", "error", span(3, 10, 3), "there is no `tal`", notes, fix)
    assert shown(found) == (
        "error[C101] unknown-name: there is no `tal`\n"
        " --> lamps/a.chrono:3:10\n"
        "  |\n"
        "3 |   reach: tal\n"
        "  |          ^^^\n"
        "  = did you mean `tall`?\n"
        "  = the field is declared here\n"
        " ::: lamps/a.chrono:2:2\n"
        "  |\n"
        "2 |     height: 3\n"
        "  |     ^^^^^^"
    )


def test_a_change_is_told_unless_a_note_asks_for_it() -> None:
    found = Diagnostic("unknown-name", "error", span(3, 10, 3), "x", (Note("did you mean `small`?"),))
    told = "  = did you mean `small`?\n  = fix: write `tall`"
    assert shown(replace(found, fix=Fix(span(3, 10, 3), "tall"))).endswith(told)
    assert shown(replace(found, fix=Fix(span(3, 10, 3), "small"))).endswith("  = did you mean `small`?")


def test_wide_signs_take_two_columns() -> None:
    lines = shown(Diagnostic("syntax", "error", span(5, 6, 3), "x")).split("\n")
    assert lines[-2:] == ["5 | 日本 = ’x’", "  |        ^^^"]


def test_a_span_over_several_lines_is_marked_to_the_end_of_its_first() -> None:
    found = Diagnostic("syntax", "error", Span("lamps/a.chrono", 0, 40, 1, 6, 4, 2), "x")
    assert shown(found).endswith('1 | lamp "Old" {\n  |      ^^^^^^^')


def test_an_empty_span_and_one_past_the_end_still_show_a_caret() -> None:
    assert shown(Diagnostic("syntax", "error", Span("lamps/a.chrono", 9, 9, 1, 13, 1, 13), "x")).endswith(
        "  |             ^"
    )
    far = Span("lamps/a.chrono", 9, 12, 1, 99, 1, 102)
    assert "^" in shown(Diagnostic("syntax", "error", far, "x"))
    nowhere = Span("lamps/a.chrono", 900, 901, 77, 1, 77, 2)
    assert shown(Diagnostic("syntax", "error", nowhere, "x")).split("\n")[-1] == "--> lamps/a.chrono:77:1".rjust(25)


def test_a_finding_about_a_whole_file_shows_no_line() -> None:
    found = Diagnostic("too-large", "error", Span("lamps/a.chrono", 0, 0, 1, 1, 1, 1), "too large")
    assert shown(found) == "error[C013] too-large: too large\n --> lamps/a.chrono:1:1"


@pytest.mark.parametrize("column", [1, 300, 590])
def test_a_long_line_is_cut_around_the_caret(column: int) -> None:
    text = "".join(chr(ord("a") + i % 26) for i in range(600))
    line, under = shown(Diagnostic("syntax", "error", span(1, column, 4, text=text), "x"), text).split("\n")[-2:]
    assert len(line) <= WIDTH + 6 and "…" in line
    at = under.index("^")
    assert line[at : at + 4] == text[column - 1 : column + 3] and under.count("^") == 4


def test_nothing_in_a_file_steers_the_terminal() -> None:
    text = "lamp \x1b[2J\u202e\x07 x\r\n"
    note = Note("\x1b]0;x\x07")
    found = Diagnostic("syntax", "error", span(1, 6, 4, text=text), "bad \x1b[31m name\nsecond line", (note,))
    both = shown(found, text) + Renderer().concise(found)
    assert "\x1b" not in both and "\x07" not in both and "\u202e" not in both and "␛[2J" in both
    assert len(Renderer().concise(found).split("\n")) == 1


def test_on_one_line() -> None:
    found = Diagnostic("unknown-name", "warning", span(3, 10, 3), "no `tal`", (Note("mean `tall`?"),))
    assert Renderer().concise(found) == "lamps/a.chrono:3:10: warning[C101] unknown-name: no `tal`; mean `tall`?"


def test_as_json() -> None:
    place, note = span(3, 10, 3), Note("n", span(2, 2, 6))
    found = Diagnostic("unknown-name", "error", place, "’", (note,), Fix(place, "t"))
    text = Renderer(places={"lamps/a.chrono": "/no/such/place/a.chrono"}).json([found])
    assert text.isascii()
    value = json.loads(text)
    assert value["counts"] == {"error": 1, "warning": 0, "info": 0}
    (item,) = value["diagnostics"]
    assert (item["code"], item["line"], item["column"], item["end_column"], item["message"]) == ("C101", 3, 10, 13, "’")
    assert item["file"] == "/no/such/place/a.chrono" and item["notes"][0]["line"] == 2 and item["fix"]["text"] == "t"


def test_colour_is_only_paint() -> None:
    found = Diagnostic("unknown-name", "error", span(3, 10, 3), "no `tal`", (Note("n"),))
    painted = Renderer(texts={"lamps/a.chrono": TEXT.encode()}, colour=True).full(found)
    import re

    assert "\x1b[" in painted and re.sub(r"\x1b\[[\d;]*m", "", painted) == shown(found)


def test_order_counts_and_levels() -> None:
    one = Diagnostic("syntax", "warning", span(3, 1, 1), "b")
    two = Diagnostic("syntax", "error", span(1, 1, 1), "a")
    assert ordered([one, two, one]) == [two, one]
    assert summary([one, two, one]) == "1 error, 2 warnings" and summary([]) == "no findings"
    assert at_or_above([one], "warning") and not at_or_above([one], "error") and not at_or_above([], "info")


def test_columns_of_marks_and_wide_signs() -> None:
    assert (columns("abc"), columns("日本"), columns("e\u0301")) == (3, 4, 1)
    assert visible("a\tb\u200b") == "a␉b�"
