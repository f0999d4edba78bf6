"""Each rule of docs/formatting.md by itself."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from chronoc.format import format_bytes, format_text

CASES = {
    "spaces": ("kind   card{value :number=0}\n", "kind card { value: number = 0 }\n"),
    "empty braces": ("kind card {}\nto f( ) {   }\n", "kind card { }\nto f() { }\n"),
    "indent": ("kind card {\nvalue: number = 0\n      }\n", "kind card {\n  value: number = 0\n}\n"),
    "inner block": (
        "to f {\nrepeat 2 {\ndraw\n  }\n    draw\n}\n", "to f {\n  repeat 2 {\n    draw\n  }\n  draw\n}\n"),
    "two blocks opened in one line": (
        "to f {\nfor each p in players { by p {\ndraw } }\ndraw\n}\n",
        "to f {\n  for each p in players { by p {\n    draw } }\n  draw\n}\n"),
    "a block on a line of its own": ("to f\n  {\n draw\n}\n", "to f\n{\n  draw\n}\n"),
    "else": ("to f {\n  if a { draw }\n    else { draw }\n}\n", "to f {\n  if a { draw }\n  else { draw }\n}\n"),
    "comment before else": (
        "to f {\n  if a { draw }\n    # not a\n  else { draw }\n}\n",
        "to f {\n  if a { draw }\n  # not a\n  else { draw }\n}\n"),
    "a clause goes on": ("define f =\na or\n    b\n", "define f =\n  a or\n    b\n"),
    "an odd step": ("define f = a\n   or b\n", "define f = a\n  or b\n"),
    "below a bracket": (
        "define  f = g(aaaa,\n              bbbb)\n", "define f = g(aaaa,\n             bbbb)\n"),
    "a hanging bracket": ("define f = g(\n      a,\n      b\n   )\n", "define f = g(\n  a,\n  b\n)\n"),
    "head of an action": (
        'action f "F"\nlimit once per turn {\n    draw\n    }\n', 'action f "F"\n  limit once per turn {\n  draw\n}\n'),
    "steps": (
        'scenario "s" {\n  when Ann passes\n      and Ben passes\n}\n',
        'scenario "s" {\n  when Ann passes\n  and Ben passes\n}\n'),
    "facts behind a semicolon": (
        'scenario "s" {\n  given a = 1 ;\n    b = 2\n}\n', 'scenario "s" {\n  given a = 1 ;\n    b = 2\n}\n'),
    "statements behind a semicolon": ("to f {\n  draw ;\n     draw\n}\n", "to f {\n  draw ;\n  draw\n}\n"),
    "fields": ('card "A" { a: 1 b: 2  c: 3      d: 4 }\n', 'card "A" { a: 1   b: 2  c: 3   d: 4 }\n'),
    "columns": (
        'card A   "A"   { a: 1 }\ncard Bcd "Bcd" { a: 2 }\n', 'card A   "A"   { a: 1 }\ncard Bcd "Bcd" { a: 2 }\n'),
    "no column": (
        'card A    "A" { a: 1 }\n\ncard Bcd  "Bcd" { a: 2 }\n', 'card A "A" { a: 1 }\n\ncard Bcd "Bcd" { a: 2 }\n'),
    "columns that move with their block": (
        "game \"G\" {\n\toption a   = 1\n\toption abc = 2\n}\n",
        "game \"G\" {\n  option a   = 1\n  option abc = 2\n}\n"),
    "numbers that end in one column": (
        'card "A" { a:  1 }\ncard "B" { a: 10 }\n', 'card "A" { a:  1 }\ncard "B" { a: 10 }\n'),
    "comments": ("to f { draw }# a\nto g { draw }   # b\nto h { draw }       # c\n",
                 "to f { draw }  # a\nto g { draw }   # b\nto h { draw }  # c\n"),
    "comments in a column": (
        "to f { draw }        # a\n\nto gg { draw }       # b\n",
        "to f { draw }        # a\n\nto gg { draw }       # b\n"),
    "comment lines": ("to f {\n#a  b\n      #  c  \n}\n", "to f {\n  #a  b\n  #  c\n}\n"),
    "empty lines": (
        "\n\nto f {\n\n  draw\n\n\n  draw\n\n}\n\n\nto g { }\n\n\n", "to f {\n  draw\n\n  draw\n}\n\nto g { }\n"),
    "the last line": ("to f { }", "to f { }\n"),
    "words": ("TO f { IF a { Set b = 1 } }\n", "to f { if a { set b = 1 } }\n"),
    "names": ("define Foo = Bar\n", "define Foo = Bar\n"),
    "words of a card": ('card "A" {\n  Broken If B\' OR NOT C\n}\n', 'card "A" {\n  Broken If B\' OR NOT C\n}\n'),
    "primes": ("define f = A’ or 12′\n", "define f = A' or 12'\n"),
    "quotes": ('card “Say "hi"” { note: «a» }\n', 'card "Say \\"hi\\"" { note: "a" }\n'),
    "what stands in a text": ('card "A’s  “b”" { }\n', 'card "A’s  “b”" { }\n'),
    "copies": ('card "A" ×2 { }\n', 'card "A" x2 { }\n'),
    "flags": ("define f = true\ndefine g = FALSE or true_love\n", "define f = yes\ndefine g = no or true_love\n"),
    "minus": ("to f { add -1 to x ; set x = a-1 ; set x=( -1)*a -1 }\n",
              "to f { add -1 to x ; set x = a - 1 ; set x = (-1) * a - 1 }\n"),
    "plus": ("card \"A\" { adjust f(c) by + 3 }\n", "card \"A\" { adjust f(c) by +3 }\n"),
    "signs": ("define f = a≥1 and b≠2 and c·2 ≤ 3\n", "define f = a >= 1 and b != 2 and c * 2 <= 3\n"),
    "members and indexes": ("define f = a . b + c [ d ] of e\n", "define f = a.b + c[d] of e\n"),
    "tabs and odd spaces": ("to\tf\u00a0{\n\tdraw\n}\n", "to f {\n  draw\n}\n"),
    "byte order mark": ("\ufeffto f { }\n", "to f { }\n"),
    "text over several lines": ('layout L {\n"""\n . ~  \n"""\n}\n', 'layout L {\n  """\n . ~  \n"""\n}\n'),
    "left alone": (
        "to f {\n    # fmt: off\n   draw( 2)\n\n\n   draw   ( 2)\n # fmt: on\ndraw( 2)\n}\n",
        "to f {\n  # fmt: off\n   draw( 2)\n\n\n   draw   ( 2)\n  # fmt: on\n  draw(2)\n}\n"),
}  # fmt: skip


@pytest.mark.parametrize("name", CASES)
def test_a_rule(name: str) -> None:
    before, after = CASES[name]
    made = format_text(before, "file")
    assert made.text == after, made.diagnostics
    assert format_text(after, "file").text == after


def test_windows_line_ends_stay() -> None:
    assert format_text("to f {\r\ndraw\r\n}\r\n\n", "file").text == "to f {\r\n  draw\r\n}\r\n"
    assert format_text("to f {\r\ndraw\n}\n", "file").text == "to f {\n  draw\n}\n"
    text = format_text('layout L { """a\n b\r\n""" }\r\n\r\n', "file").text
    assert text == 'layout L { """a\r\n b\r\n""" }\r\n'


def test_nothing_is_something() -> None:
    assert format_text("", "file").text == format_text("\n \n", "file").text == ""
    assert format_text("# only this", "file").text == "# only this\n"


@pytest.mark.parametrize("text", ['card "A" {\n', "to f { draw( }\n", "to f {\x1c draw }\n", 'card "A" x { price ]\n'])
def test_what_cannot_be_read_is_told(text: str) -> None:
    made = format_text(text, "file")
    assert made.text is None and any(item.severity == "error" for item in made.diagnostics)


def test_other_bytes_are_told() -> None:
    made = format_bytes("card «Ж»".encode("cp1251"), "file")
    assert made.text is None and [item.name for item in made.diagnostics] == ["not-utf8"]


def test_a_text_that_would_mean_something_else_is_never_written(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("chronoc.format.lines.spelt", lambda token, fact: "9" if token.text == "1" else token.text)
    made = format_text("define f = 1\n", "file")
    assert made.text is None and [item.name for item in made.diagnostics] == ["internal"]


def test_many_rounds_end() -> None:
    """Each column is given up only when the one before it was."""
    lines = [" " * 0 + "define f" + "  = 1" + " " * k + "+ 2" for k in range(2, 40)]
    text = "\n".join(lines) + "\n"
    made = format_text(text, "file").text
    assert made is not None and format_text(made, "file").text == made


def test_the_page_shows_what_is_done() -> None:
    page = (Path(__file__).parents[2] / "docs" / "formatting.md").read_text(encoding="utf-8")
    before, after = re.findall(r"```chrono\n# (?:before|after)\n(.*?)```", page, re.DOTALL)
    assert format_text(before, "page").text == after
