"""What the pages point at is there."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tests.docs.blocks import DOCS, ROOT, anchor, read

PAGES = [ROOT / "README.md", *sorted(DOCS.rglob("*.md"))]
LINK = re.compile(r"\]\(([^)\s]+)\)")
#: A file of the project, named in backticks: `chronoc/lower/kernel.py`.
FILE = re.compile(r"`((?:chronoc|runtime|grammar|tests|docs|examples|cards|benchmarks)/[\w./-]*)`")


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.relative_to(ROOT).as_posix())
def test_links_lead_somewhere(page: Path) -> None:
    text = read(page)
    for target in LINK.findall(text.prose):
        if re.match(r"[a-z]+:", target):
            continue
        name, _, place = target.partition("#")
        file = (page.parent / name).resolve() if name else page
        assert file.exists(), target
        if place and file.suffix == ".md":
            assert place in [anchor(heading) for heading in read(file).headings], target


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.relative_to(ROOT).as_posix())
def test_files_that_are_named_exist(page: Path) -> None:
    for name in FILE.findall(page.read_text(encoding="utf-8")):
        if "NAME" not in name:
            assert (ROOT / name).exists(), name


def test_every_page_can_be_reached() -> None:
    """From the index, by links."""
    reached = [DOCS / "index.md"]
    for page in reached:
        for target in LINK.findall(read(page).prose):
            file = (page.parent / target.partition("#")[0]).resolve()
            if file.suffix == ".md" and file.exists() and file not in reached:
                reached.append(file)
    assert [page for page in PAGES if page.resolve() not in reached] == []
