"""Every kind of finding has a page, whose Avoid raises it and whose Prefer raises nothing."""

from __future__ import annotations

from pathlib import Path

import pytest

from chronoc.check.registry import rules
from chronoc.diagnostics import CODES
from tests.rules.pages import check, disagreement, page, pages

PARTS = ["What", "Why", "Avoid", "Prefer", "How to fix"]
ALL = pages()


def test_every_rule_has_a_page_and_every_page_a_rule() -> None:
    assert {path.stem for path in ALL} <= set(CODES)
    assert set(rules()) - {path.stem for path in ALL} == set()


@pytest.mark.parametrize("path", ALL, ids=lambda path: path.stem)
def test_page(path: Path, tmp_path: Path) -> None:
    this = page(path)
    assert this.name == path.stem
    assert list(this.parts) == PARTS
    assert all(this.parts[part].strip() for part in PARTS)
    avoid, prefer = this.examples("Avoid"), this.examples("Prefer")
    assert avoid
    assert prefer
    for number, case in enumerate(avoid):
        assert any(want.code == CODES[path.stem] for want in case.expected), "Avoid does not point at its own finding"
        assert not disagreement(check(tmp_path / f"avoid{number}", case.files), case.expected)
    for number, case in enumerate(prefer):
        assert not disagreement(check(tmp_path / f"prefer{number}", case.files), [])
