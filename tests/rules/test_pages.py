"""Every kind of finding has a page, whose Avoid raises it and whose Prefer does not. Neither has an error besides; what other
rules have to say of an example that is cut short (that nothing uses what it declares) does not matter."""

from __future__ import annotations

from pathlib import Path

import pytest

from chronoc.check.fixes import applied
from chronoc.check.registry import kinds
from chronoc.commands.check import findings
from chronoc.diagnostics import CODES
from chronoc.discover import Target
from tests.rules.pages import HERE, Example, check, disagreement, page, pages

PARTS = ["What", "Why", "Avoid", "Prefer", "How to fix"]
ALL = pages()

#: Kinds that no file can bring about, and the test that does.
UNSEEN = {"internal": "tests/check/test_examined.py", "stale-baseline": "tests/check/test_baseline.py"}


def test_every_finding_has_a_page_and_every_page_a_finding() -> None:
    assert [name for name in CODES if not (HERE / f"{name}.md").is_file()] == [], "write tests/rules/NAME.md"
    assert [path.stem for path in ALL if path.stem not in CODES] == []


def test_what_no_file_can_show_has_a_test_of_its_own() -> None:
    for name, place in UNSEEN.items():
        assert "```text" in (HERE / f"{name}.md").read_text(encoding="utf-8")
        assert f'"{name}"' in (HERE.parents[1] / place).read_text(encoding="utf-8")


@pytest.mark.parametrize("path", ALL, ids=lambda path: path.stem)
def test_a_page_has_its_parts(path: Path) -> None:
    this = page(path)
    assert this.name == path.stem
    assert list(this.parts) == PARTS
    assert all(this.parts[part].strip() for part in PARTS)
    assert this.examples("Avoid")
    assert this.examples("Prefer")


CASES = [
    pytest.param(path.stem, part, case, id=f"{path.stem}: {part.lower()} {number}")
    for path in ALL
    if path.stem not in UNSEEN
    for part in ("Avoid", "Prefer")
    for number, case in enumerate(page(path).examples(part), 1)
]


@pytest.mark.parametrize(("name", "part", "case"), CASES)
def test_page(name: str, part: str, case: Example, tmp_path: Path) -> None:
    pointed = [want.code for want in case.expected]
    assert (CODES[name] in pointed) if part == "Avoid" else not pointed, (
        "only Avoid points at a finding, and at its own"
    )
    found = check(tmp_path, case.files, case.commands)
    found = [item for item in found if item.name == name or item.severity == "error" or item.code in pointed]
    assert not disagreement(found, case.expected)
    kind = kinds()[name]
    fixed = [item for item in found if item.name == name and item.fix is not None]
    assert kind.fixable or not fixed, "say `fixable=True` where the rule is entered"


@pytest.mark.parametrize("name", [name for name, kind in kinds().items() if kind.fixable])
def test_a_change_corrects_what_it_is_for(name: str, tmp_path: Path) -> None:
    """Of each kind that says so, a finding in the page's Avoid brings a change along, and behind it the finding is gone."""
    tried = 0
    for number, case in enumerate(page(HERE / f"{name}.md").examples("Avoid")):
        home = tmp_path / str(number) / "lamps"
        fixes = [item.fix for item in check(home.parent, case.files) if item.name == name and item.fix is not None]
        for fix in fixes:
            path = home.parent / fix.span.file
            before = path.read_bytes()
            path.write_bytes(applied(before, [fix]))
            left = [item for item in findings(Target(home))[1] if item.name == name and item.fix is not None]
            assert len(left) < len(fixes), fix
            path.write_bytes(before)
            tried += 1
    assert tried


def test_an_example_that_is_wrong_is_noticed(tmp_path: Path) -> None:
    """The harness itself: a finding that nobody points at, one that is not there, one at another column."""
    source = 'lamp "Lantern" { wat: 3 }\n'
    here = page(HERE / "unknown-field.md").examples("Avoid")[0].expected
    found = check(tmp_path, {"a.chrono": source})
    assert not disagreement(found, here)
    assert "surplus" in disagreement(found, [])
    assert "missing" in disagreement([], here)
    moved = check(tmp_path, {"a.chrono": source.replace("{ wat", "{  wat")})
    assert "missing" in disagreement(moved, here) and "surplus" in disagreement(moved, here)
