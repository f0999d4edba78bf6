"""The files of the project: what formatting may never change, and that most of them are in the one form."""

from __future__ import annotations

from pathlib import Path

import pytest

from chronoc.format import format_text
from chronoc.format.read import read
from chronoc.format.trees import same
from chronoc.syntax.parser import parse_text
from tests.format.texts import ROOT, comments, essence, source, sources

FILES = sources()
SHIPPED = [path for path in FILES if path.relative_to(ROOT).parts[0] in ("cards", "examples")]


def test_there_are_files() -> None:
    assert len(FILES) > 50


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.relative_to(ROOT).as_posix())
def test_a_file_keeps_what_it_says(path: Path) -> None:
    text = source(path)
    found = read(text, "file")
    made = format_text(text, "file")
    if not found.sound:
        assert made.text is None and made.diagnostics
        return
    assert made.text is not None
    assert format_text(made.text, "file").text == made.text
    assert same(found.tree, parse_text(made.text, "file")[0])
    assert comments(made.text) == comments(text)
    assert essence(made.text) == essence(text)
    assert all(line == line.rstrip() for line in made.text.split("\n") if '"' not in line)


@pytest.mark.parametrize(
    "path",
    [
        p
        for p in FILES
        if p.is_relative_to(ROOT / "cards") or "examples" in p.parts
        if p.parent.name != "letters"  # its signs are wrong on purpose: it has no form
    ],
    ids=str,
)
def test_what_is_shipped_is_in_the_one_form(path: Path) -> None:
    assert format_text(source(path), "file").text == source(path)
