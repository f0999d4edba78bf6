"""The page about checking: its files are written, its commands typed, the answers compared."""

from __future__ import annotations

from pathlib import Path

from chronoc.commands.check import Form
from tests.docs.blocks import DOCS, read
from tests.docs.session import Session

PAGE = read(DOCS / "checking.md")


def test_the_page_does_what_it_says(tmp_path: Path) -> None:
    session = Session(tmp_path)
    for block in PAGE.blocks:
        session.follow(block)


def test_each_form_is_spoken_of() -> None:
    text = (DOCS / "checking.md").read_text(encoding="utf-8")
    assert [form.value for form in Form if f"| `{form.value}`" not in text] == []
