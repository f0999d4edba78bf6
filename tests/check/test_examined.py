"""Several variants together, and a fault of chronoc itself."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from chronoc.check import registry
from chronoc.check.context import Context
from chronoc.diagnostics import Diagnostic
from tests.check.run import UNUSED, make, run


def test_a_rule_that_fails_is_told_and_the_other_variants_are_checked(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    make(tmp_path / "a", {"a.chrono": UNUSED.format(name="spare") + 'lamp "Bulb" { watt: ? }\n'})
    make(tmp_path / "b", {"a.chrono": 'lamp "Lantern" { wat: 3 }\n'})
    fine = registry.rules()["unused-option"].check

    def fails(ctx: Context) -> Iterator[Diagnostic]:
        if any(option.name == "spare" for option in ctx.program.options):
            raise IndexError("the roof fell down")
        return fine(ctx)

    monkeypatch.setitem(registry.RULES, "unused-option", replace(registry.RULES["unused-option"], check=fails))
    assert run("check", "--json", str(tmp_path)) == 3
    found = json.loads(capsys.readouterr().out)["diagnostics"]
    assert sorted(item["name"] for item in found) == ["incomplete", "internal", "unknown-field"]
    words = next(item["message"] for item in found if item["name"] == "internal")
    assert "the rule `unused-option` failed" in words and "IndexError: the roof fell down" in words
    assert run("check", "--ignore", "unused-option", str(tmp_path)) == 1
    capsys.readouterr()
    with pytest.raises(IndexError):
        monkeypatch.setattr("sys.argv", ["chronoc", "--traceback"])
        run("--traceback", "check", str(tmp_path))


def test_what_several_variants_share_is_said_once(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    make(tmp_path, {"a.chrono": UNUSED.format(name="spare"), "short/variant.yaml": "variant: short\nuses: [lamps]\n"})
    assert run("check", "--json", str(tmp_path)) == 0
    assert [item["name"] for item in json.loads(capsys.readouterr().out)["diagnostics"]] == ["unused-option"]


def test_two_folders_of_one_name_are_two(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    for name in ("first", "second"):
        make(tmp_path / name, {"a.chrono": f"# {name}\n{UNUSED.format(name='spare')}"})
    assert run("check", str(tmp_path)) == 0
    said = capsys.readouterr().out
    assert "2 warnings (2 variants checked)" in said
    assert "--> first/lamps/a.chrono:2:13" in said and "--> second/lamps/a.chrono:2:13" in said
    (tmp_path / "second" / "lamps" / "a.chrono").write_text('lamp "Lantern" 3x { }\n')
    assert run("check", "--fix", str(tmp_path)) == 0
    assert (tmp_path / "second" / "lamps" / "a.chrono").read_text() == 'lamp "Lantern" x3 { }\n'
    assert "option spare" in (tmp_path / "first" / "lamps" / "a.chrono").read_text()
