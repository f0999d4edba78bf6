"""The register of findings: `chronoc rules`, `chronoc rule`, and codes that stay what they are."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from chronoc import resources
from chronoc.check import registry
from chronoc.check.pages import about, page
from chronoc.check.registry import CATEGORIES, FIXABLE, MILD, Kind, kinds, rules
from chronoc.check.select import advice
from chronoc.diagnostics import CODES, GONE
from tests.check.run import run

RECORD = Path(__file__).parent / "codes.txt"


def test_every_name_is_a_kind_with_a_code_of_its_own() -> None:
    known = kinds()
    assert list(known) == sorted(CODES, key=lambda name: CODES[name])
    assert len({kind.code for kind in known.values()}) == len(known)
    assert all(re.fullmatch(r"C\d{3}", kind.code) and kind.category in CATEGORIES for kind in known.values())
    assert all(re.fullmatch(r"[a-z0-9]+(-[a-z0-9]+)*", name) for name in known)
    assert [name for name in (*MILD, *FIXABLE) if name not in known or name in rules()] == []


def test_a_word_means_one_thing() -> None:
    assert [word for word in (*CATEGORIES, "all") if word in CODES] == []


def test_no_code_was_changed_or_given_twice() -> None:
    """The record holds each code that was ever given. A new one is added to it; a line is never changed."""
    recorded = dict(line.split() for line in RECORD.read_text(encoding="utf-8").splitlines())
    now = {code: name for name, code in CODES.items()} | {code: name for code, (name, _) in GONE.items()}
    assert {code: now.get(code) for code in recorded} == recorded, "a code was changed, or taken back without `GONE`"
    assert [f"{code} {name}" for code, name in now.items() if code not in recorded] == [], f"add it to {RECORD.name}"
    assert [(name, code) for name, code in CODES.items() if code in GONE or name in [n for n, _ in GONE.values()]] == []


def test_a_rule_enters_the_register_once_and_with_a_sentence(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(registry, "RULES", {})
    monkeypatch.setitem(CODES, "dim-lamp", "C599")

    def silent(ctx: object) -> None: ...

    with pytest.raises(AssertionError, match="says nothing"):
        registry.rule("dim-lamp", "info", "style")(silent)  # type: ignore[arg-type]
    silent.__doc__ = "A lamp that is dim."
    registry.rule("dim-lamp", "info", "style", fixable=True)(silent)  # type: ignore[arg-type]
    with pytest.raises(AssertionError, match="twice"):
        registry.rule("dim-lamp", "info", "style")(silent)  # type: ignore[arg-type]
    with pytest.raises(AssertionError, match="no code"):
        registry.rule("no-such", "info", "style")(silent)  # type: ignore[arg-type]
    entry = registry.RULES["dim-lamp"]
    assert (entry.code, entry.about, entry.fixable, entry.needs) == ("C599", "A lamp that is dim.", True, "program")


@pytest.mark.parametrize(
    ("kind", "severity", "ignorable"),
    [
        ("unknown-name", None, False),
        ("unused-option", None, True),
        ("variant-name", None, True),
        ("mixed-letters", "error", False),
        ("mixed-letters", "warning", True),
    ],
)
def test_what_may_be_ignored(kind: str, severity: str | None, ignorable: bool) -> None:
    assert kinds()[kind].may_be_ignored(severity) is ignorable  # type: ignore[arg-type]


# ---------------------------------------------------------------- chronoc rules


def test_rules_lists_everything(capsys: pytest.CaptureFixture[str]) -> None:
    assert run("rules") == 0
    lines = capsys.readouterr().out.splitlines()
    assert [line.split()[1] for line in lines] == list(kinds())
    assert re.search(r"^C520  unused-option +warning +style +An option that no rule", "\n".join(lines), re.M)
    assert re.search(r"^C004  misspelt-word +error +error +\* +A word where only a word", "\n".join(lines), re.M)


def test_rules_as_json(capsys: pytest.CaptureFixture[str]) -> None:
    assert run("rules", "--json") == 0
    entries = json.loads(capsys.readouterr().out)
    assert [entry["name"] for entry in entries] == list(kinds())
    assert all(set(entry) == {"code", "name", "severity", "category", "about", "fixable"} for entry in entries)


def test_rules_of_one_category(capsys: pytest.CaptureFixture[str]) -> None:
    assert run("rules", "--json", "--category", "Packaging") == 0
    entries = json.loads(capsys.readouterr().out)
    assert entries and {entry["category"] for entry in entries} == {"packaging"}
    assert run("rules", "--category", "stlye") == 2
    assert "there is no category `stlye`; did you mean `style`?" in capsys.readouterr().err


def test_every_kind_that_has_a_page_says_one_sentence() -> None:
    for kind in kinds().values():
        if page(kind.name) is not None:
            assert 10 < len(about(kind)) < 160 and "\n" not in about(kind), kind.name


# ---------------------------------------------------------------- chronoc rule


@pytest.mark.parametrize("word", ["unknown-field", "C104", "c104", "unknown_field", "Unknown-Field"])
def test_rule_shows_a_page(word: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert run("rule", word) == 0
    shown = capsys.readouterr().out
    assert shown.startswith("# unknown-field (C104, error, error, can be corrected)\n\n## What\n")
    assert "## Avoid" in shown and shown.endswith("}`.\n")


def test_rule_as_json(capsys: pytest.CaptureFixture[str]) -> None:
    assert run("rule", "misspelt-word", "--json") == 0
    value = json.loads(capsys.readouterr().out)
    assert value["fixable"] is True and list(value["parts"]) == ["Avoid", "How to fix", "Prefer", "What", "Why"]
    assert value["page"].startswith("# misspelt-word\n")


@pytest.mark.parametrize(
    ("word", "told"),
    [
        ("unknwon-field", "there is no finding `unknwon-field`; did you mean `unknown-field`?"),
        ("C998", "there is no finding `C998`; `chronoc rules` lists all codes"),
        ("C902", "`broken-table` is no longer looked for"),
        ("broken-table", "`broken-table` is no longer looked for"),
        ("zzzzzzzzzzzz", "name one that `chronoc rules` lists"),
    ],
)
def test_rule_that_is_none(word: str, told: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert run("rule", word) == 2
    assert told in capsys.readouterr().err


def test_advice_for_a_code_that_was_taken_back(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(GONE, "C597", ("dim-lamp", "lamps are never dim"))
    assert advice("c597") == advice("dim-lamp") == "`dim-lamp` is no longer looked for: lamps are never dim"


def test_pages_that_are_not_installed(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(resources, "PACKAGE", tmp_path / "chronoc")
    assert run("rule", "C104") == 0
    assert "The pages are not installed" in capsys.readouterr().out
    assert about(Kind("unknown-field", "error", "error", False)) == ""


def test_pages_are_found_in_a_wheel(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    (tmp_path / "chronoc" / "pages").mkdir(parents=True)
    (tmp_path / "chronoc" / "pages" / "unknown-field.md").write_text("# unknown-field\n\n## What\nOne. Two.\n")
    monkeypatch.setattr(resources, "PACKAGE", tmp_path / "chronoc")
    assert about(Kind("unknown-field", "error", "error", False)) == "One"
