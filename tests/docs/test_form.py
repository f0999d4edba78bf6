"""Examples show the one form that `chronoc fmt` writes."""

from __future__ import annotations

import pytest

from chronoc.format import format_bytes
from tests.docs.blocks import DOCS, ROOT, Block, read

PAGES = (ROOT / "README.md", DOCS / "cookbook.md", DOCS / "language.md")
FILES = [
    (page, block)
    for page in PAGES
    for block in read(page).blocks
    if block.language == "chrono" and block.mark in ("", "whole")
]


@pytest.mark.parametrize("page, block", FILES, ids=[f"{page.name}:{block.line}" for page, block in FILES])
def test_a_file_on_a_page_is_in_the_one_form(page: object, block: Block) -> None:
    assert format_bytes(block.text.encode(), "example.chrono").text == block.text


def test_the_examples_are_in_the_one_form() -> None:
    for path in sorted((ROOT / "examples").rglob("*.chrono")):
        if path.parent.name == "letters":  # its signs are wrong on purpose: it has no form
            continue
        assert format_bytes(path.read_bytes(), path.name).text == path.read_text(encoding="utf-8"), path
