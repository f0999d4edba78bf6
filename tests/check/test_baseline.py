"""A baseline: what was there when it was written is not told again."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.check.run import UNUSED, make, run

ONE, TWO, THREE = (UNUSED.format(name=name) for name in ("spare", "other", "third"))


def told(capsys: pytest.CaptureFixture[str], home: Path, baseline: Path) -> list[str]:
    """The names of what is found; each note about the baseline behind it."""
    run("check", "--json", "--baseline", str(baseline), str(home))
    rows = json.loads(capsys.readouterr().out)["diagnostics"]
    return [row["name"] for row in rows]


@pytest.fixture
def home(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> Path:
    """A set with two findings that are in the baseline `b.json`."""
    home = make(tmp_path, {"a.chrono": ONE + TWO})
    assert run("check", "--baseline", str(tmp_path / "b.json"), "--write-baseline", str(home)) == 0
    assert "2 findings written to" in capsys.readouterr().err
    return home


def test_what_is_written(home: Path) -> None:
    expected = {"format": 1, "counts": {"lamps/a.chrono": {"unused-option": 2}}}
    assert json.loads((home.parent / "b.json").read_text(encoding="utf-8")) == expected


def test_what_is_counted_is_not_told(home: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert told(capsys, home, home.parent / "b.json") == []
    assert run("check", "--fail-level", "info", "--baseline", str(home.parent / "b.json"), str(home)) == 0


def test_lines_do_not_matter(home: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (home / "a.chrono").write_text(f"# moved\n\n{TWO}tag warm\n\n{ONE}")
    assert told(capsys, home, home.parent / "b.json") == []


def test_the_folder_one_is_in_does_not_matter(
    home: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(home)
    assert told(capsys, Path("."), Path("../b.json")) == []


def test_one_more_of_a_kind_tells_them_all(home: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (home / "a.chrono").write_text(ONE + TWO + THREE)
    assert told(capsys, home, home.parent / "b.json") == ["unused-option"] * 3
    run("check", "--baseline", str(home.parent / "b.json"), "--fail-level", "warning", str(home))
    assert capsys.readouterr().out.count("the baseline counts 2 of these in this file, now there are 3") == 3


def test_what_is_new_fails_as_the_variant_says(home: Path) -> None:
    (home / "a.chrono").write_text(ONE + TWO + THREE)
    assert run("check", "--baseline", str(home.parent / "b.json"), str(home)) == 0
    (home / "variant.yaml").write_text("variant: lamps\ncheck: {fail-level: warning}\n")
    assert run("check", "--baseline", str(home.parent / "b.json"), str(home)) == 1


def test_another_file_has_its_own_count(home: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (home / "b.chrono").write_text(THREE)
    assert told(capsys, home, home.parent / "b.json") == ["unused-option"]


@pytest.mark.parametrize(
    ("text", "says"),
    [
        (ONE, "the baseline counts 2 `unused-option` in lamps/a.chrono, now there is 1"),
        ("", "the baseline counts 2 `unused-option` in lamps/a.chrono, now there is none"),
        (None, "the baseline counts 2 `unused-option` in lamps/a.chrono, which is gone"),
    ],
)
def test_a_baseline_that_counts_too_much_says_so(
    text: str | None, says: str, home: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (home / "a.chrono").unlink() if text is None else (home / "a.chrono").write_text(text)
    options = ["--baseline", str(home.parent / "b.json"), "--fail-level", "warning"]
    assert run("check", *options, str(home)) == 1
    said = capsys.readouterr().out
    assert says in said and "stale-baseline" in said and "--write-baseline" in said
    assert run("check", *options, "--ignore", "stale-baseline", str(home)) == 0


def test_what_is_not_checked_is_not_missed(home: Path, capsys: pytest.CaptureFixture[str]) -> None:
    other = make(home.parent / "more", {"a.chrono": ""})
    assert told(capsys, other, home.parent / "b.json") == []
    assert told(capsys, home / "0prelude.chrono", home.parent / "b.json") == []


def test_errors_are_never_in_it(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    home = make(tmp_path, {"a.chrono": 'lamp "Lantern" { wat: 3 }\n' + ONE})
    assert run("check", "--baseline", str(tmp_path / "b.json"), "--write-baseline", str(home)) == 0
    said = capsys.readouterr().err
    assert "1 finding written" in said and "1 error is not in it: errors are always told" in said
    assert told(capsys, home, tmp_path / "b.json") == ["unknown-field"]
    raw = {"format": 1, "counts": {"lamps/a.chrono": {"unknown-field": 1, "unused-option": 1}}}
    (tmp_path / "b.json").write_text(json.dumps(raw))
    assert "unknown-field" in told(capsys, home, tmp_path / "b.json")


def test_writing_it_again_replaces_it(home: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (home / "a.chrono").write_text("")
    assert run("check", "--baseline", str(home.parent / "b.json"), "--write-baseline", str(home)) == 0
    assert json.loads((home.parent / "b.json").read_text())["counts"] == {}


@pytest.mark.parametrize(
    "text",
    [
        "",
        "{",
        "[]",
        "3",
        '{"format": 0, "counts": {}}',
        '{"format": 1, "counts": {"a": {"b": "c"}}}',
        "\ufffe",
        "[" * 9999,
    ],
)
def test_what_is_no_baseline(text: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "b.json").write_text(text, encoding="utf-8")
    assert run("check", "--baseline", str(tmp_path / "b.json"), str(make(tmp_path, {}))) == 2
    assert "is no baseline; --write-baseline writes one" in capsys.readouterr().err


def test_one_that_is_not_there_or_cannot_be_written(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    home = str(make(tmp_path, {}))
    assert run("check", "--baseline", str(tmp_path / "none.json"), home) == 2
    assert "cannot be read: no such file" in capsys.readouterr().err
    assert run("check", "--baseline", str(tmp_path / "no" / "b.json"), "--write-baseline", home) == 2
    assert "cannot be written: no such file" in capsys.readouterr().err
    assert run("check", "--baseline", str(tmp_path), "--write-baseline", home) == 2
    assert "cannot be written" in capsys.readouterr().err
    assert run("check", "--write-baseline", home) == 2
    assert "--write-baseline needs --baseline FILE" in capsys.readouterr().err
