"""Each recipe of the cookbook is followed to the letter: files written, commands typed, answers compared."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.docs.blocks import DOCS, read
from tests.docs.session import Session, matches, said

PAGE = read(DOCS / "cookbook.md")
RECIPES = list(dict.fromkeys(block.section for block in PAGE.blocks if block.section))


def test_there_are_a_first_card_and_ten_more_recipes() -> None:
    assert len(RECIPES) >= 11 and "first card" in RECIPES[0]


@pytest.mark.parametrize("recipe", RECIPES)
def test_a_recipe_does_what_it_says(recipe: str, tmp_path: Path) -> None:
    session = Session(tmp_path)
    blocks = [block for block in PAGE.blocks if block.section == recipe]
    assert any(block.language == "console" for block in blocks), "a recipe ends with a command that shows that it works"
    for block in blocks:
        session.follow(block)


def test_no_code_of_the_cookbook_is_left_untried() -> None:
    """A block is a session, or a file; what is only shown says so."""
    for block in PAGE.blocks:
        named = block.text.startswith(("# file: ", "# add to: "))
        assert block.language in ("console", "sh") or named, f"line {block.line}"


@pytest.mark.parametrize(
    "wanted, found, fits",
    [
        ("a\nb\n", "a\nb\n", True),
        ("a\nb\n", "a\nc\n", False),
        ("a\n…\nd\n", "a\nb\nc\nd\n", True),
        ("a …\nb\n", "a 17 s\nb\n", True),
        ("a …\nb\n", "a 17 s\nc\n", False),
        ("", "", True),
        ("", "something\n", False),
        ("a\n", "a\nmore\n", False),
    ],
)
def test_how_answers_are_compared(wanted: str, found: str, fits: bool) -> None:
    assert matches(wanted, found) is fits


def test_how_sessions_are_read() -> None:
    assert said("$ one\n$ two\nx\ny\n") == [("one", ""), ("two", "x\ny\n")]
