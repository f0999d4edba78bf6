"""Finds what is shipped beside the code: the schemas and grammar (`grammar`), the card sets (`cards`) and the pages.

A wheel holds all of them inside the package; in a source tree, and so in an editable install, they lie beside it.
"""

from __future__ import annotations

from pathlib import Path

PACKAGE = Path(__file__).resolve().parent


def folder(name: str) -> Path:
    """The folder `grammar` or `cards`."""
    inside = PACKAGE / name
    return inside if inside.is_dir() else PACKAGE.parent / name


def grammar(name: str) -> Path:
    """One file of the folder `grammar`."""
    return folder("grammar") / name


def pages() -> Path:
    """The folder with one page for each kind of finding."""
    inside = PACKAGE / "pages"
    return inside if inside.is_dir() else PACKAGE.parent / "tests" / "rules"


def shipped() -> list[str]:
    """The names of all shipped sets and variants."""
    cards = folder("cards")
    return sorted(p.name for p in cards.iterdir() if p.is_dir()) if cards.is_dir() else []
