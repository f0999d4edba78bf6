"""`--fix`, `--unsafe-fixes` and `--diff`: changes are made as a whole or not at all."""

from __future__ import annotations

import os
from collections.abc import Mapping
from pathlib import Path

import pytest

from chronoc.check import fixes
from chronoc.check.fixes import State, apart, applied, corrected, write
from chronoc.diagnostics import Diagnostic, Fix
from chronoc.syntax.tree import Span
from tests.check.run import make, run

WHY = "-- because"
SAFE = f'lamp "Oil Lamp" 3x {{ }}\nlamp "Lantern" {{ watt: 3 }}  # chronoc ignore: set-name {WHY}\n'
SAFE_AFTER = 'lamp "Oil Lamp" x3 { }\nlamp "Lantern" { watt: 3 }\n'
UNSAFE = 'lamp "Bulb" { watt 3 }\nlamp "Spot" { play { choose c fron hand of you ; discard c } }\n'
UNSAFE_AFTER = UNSAFE.replace("watt 3", "watt: 3").replace("fron", "from")


def fix(start: int, end: int, text: str, safe: bool = True) -> Fix:
    return Fix(Span("a", start, end, 1, start + 1, 1, end + 1), text, safe)


# ---------------------------------------------------------------- one file


def test_changes_are_made_from_behind() -> None:
    assert applied(b"one two three", [fix(0, 3, "1"), fix(8, 13, "3")]) == b"1 two 3"


def test_changes_that_touch_each_other_wait() -> None:
    first, inside, beside, later = fix(0, 5, "x"), fix(2, 3, "y"), fix(5, 6, "z"), fix(7, 8, "w")
    assert apart([later, beside, inside, first]) == [first, later]
    assert apart([fix(3, 3, "bb"), fix(3, 3, "a")]) == [fix(3, 3, "a")]


@pytest.mark.parametrize("end", ["\n", "\r\n"])
@pytest.mark.parametrize("mark", ["", "\ufeff"])
def test_line_ends_and_marks_stay(end: str, mark: str, tmp_path: Path) -> None:
    home = make(tmp_path, {})
    (home / "a.chrono").write_bytes((mark + SAFE.replace("\n", end)).encode())
    assert run("check", "--fix", str(home)) == 0
    assert (home / "a.chrono").read_bytes() == (mark + SAFE_AFTER.replace("\n", end)).encode()


def test_a_change_of_several_lines_takes_the_line_ends_of_the_file() -> None:
    assert applied("a\r\nü\r\n".encode(), [fix(3, 4, "b\nc\r\nd")]) == b"a\r\nb\r\nc\r\nd\r\n"
    assert applied(b"a\nb\n", [fix(2, 3, "b\nc")]) == b"a\nb\nc\n"


# ---------------------------------------------------------------- the command


def test_safe_changes(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    home = make(tmp_path, {"a.chrono": SAFE, "b.chrono": UNSAFE})
    assert run("check", "--fix", "--format", "concise", str(home)) == 1
    assert (home / "a.chrono").read_text() == SAFE_AFTER
    assert (home / "b.chrono").read_text() == UNSAFE
    said = capsys.readouterr()
    assert "2 changes in 1 file made" in said.err
    assert "misspelt-word" in said.out and "bad-number" not in said.out


def test_unsafe_changes(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    home = make(tmp_path, {"a.chrono": SAFE, "b.chrono": UNSAFE})
    assert run("check", "--fix", "--unsafe-fixes", str(home)) == 0
    assert (home / "a.chrono").read_text() == SAFE_AFTER
    assert (home / "b.chrono").read_text() == UNSAFE_AFTER
    said = capsys.readouterr()
    assert "no findings" in said.out and "4 changes in 2 files made" in said.err
    assert run("check", "--unsafe-fixes", str(home)) == 0
    assert "no changes made" in capsys.readouterr().err


def test_a_diff_changes_nothing(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)  # files are called as they lie from here
    home = make(tmp_path, {"a.chrono": SAFE, "b.chrono": UNSAFE})
    assert run("check", "--diff", str(home)) == 1
    said = capsys.readouterr()
    assert said.out.startswith("--- lamps/a.chrono\tas it is\n+++ lamps/a.chrono\tcorrected\n@@ -1,2 +1,2 @@\n")
    assert '-lamp "Oil Lamp" 3x { }\n' in said.out and '+lamp "Oil Lamp" x3 { }\n' in said.out
    assert "b.chrono" not in said.out and "would be made" in said.err
    assert run("check", "--diff", "--unsafe-fixes", str(home)) == 1
    assert "+++ lamps/b.chrono" in capsys.readouterr().out
    assert (home / "a.chrono").read_text() == SAFE and (home / "b.chrono").read_text() == UNSAFE


def test_a_diff_of_nothing(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run("check", "--diff", str(make(tmp_path, {"a.chrono": UNSAFE}))) == 0
    said = capsys.readouterr()
    assert said.out == "" and "no changes would be made" in said.err


def test_a_diff_of_a_file_without_a_last_line_end(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    run("check", "--diff", str(make(tmp_path, {"a.chrono": 'lamp "A" 3x { }'})))
    assert capsys.readouterr().out.count("\\ No newline at end of file\n") == 2


def test_the_rights_of_a_file_stay(tmp_path: Path) -> None:
    home = make(tmp_path, {"a.chrono": SAFE})
    os.chmod(home / "a.chrono", 0o640)
    assert run("check", "--fix", str(home)) == 0
    assert (home / "a.chrono").stat().st_mode & 0o777 == 0o640
    assert sorted(path.name for path in home.iterdir()) == ["0prelude.chrono", "a.chrono"]


def test_only_what_was_asked_for_is_changed(tmp_path: Path) -> None:
    """Neither the other sets that a variant uses, nor the other files beside one file."""
    files = {"a.chrono": SAFE, "b.chrono": SAFE.replace("Lamp", "Light").replace("Lantern", "Candle Light")}
    home = make(tmp_path, files | {"short/variant.yaml": "variant: short\nuses: [lamps]\n"})
    assert run("check", "--fix", str(tmp_path / "short")) == 1
    assert (home / "a.chrono").read_text() == SAFE
    assert run("check", "--fix", str(home / "b.chrono")) == 0
    assert (home / "a.chrono").read_text() == SAFE and "x3" in (home / "b.chrono").read_text()


def test_what_is_ignored_is_not_changed(tmp_path: Path) -> None:
    home = make(tmp_path, {"a.chrono": SAFE})
    assert run("check", "--fix", "--ignore", "unused-ignore", str(home)) == 0
    assert WHY in (home / "a.chrono").read_text()


def test_a_file_that_changed_meanwhile_is_left(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    home = make(tmp_path, {"a.chrono": SAFE, "b.chrono": 'lamp "Bulb" 2x { }\n'})

    def meanwhile(changes: fixes.Changes) -> list[tuple[str, str]]:
        (home / "a.chrono").write_text(SAFE + "tag new\n")
        return write(changes)

    monkeypatch.setattr(fixes, "write", meanwhile)
    assert run("check", "--fix", str(home)) == 2
    said = capsys.readouterr().err
    assert "lamps/a.chrono was not changed: it has changed since it was read" in said
    assert "1 change in 1 file made" in said
    assert (home / "a.chrono").read_text() == SAFE + "tag new\n"
    assert (home / "b.chrono").read_text() == 'lamp "Bulb" x2 { }\n'


def test_a_file_that_is_gone_or_cannot_be_written(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "a.chrono"
    path.write_text("a")
    changes = fixes.Changes({str(path): b"a"}, {str(path): b"b"}, {str(path): "a.chrono"})
    monkeypatch.setattr("os.access", lambda *_: False)
    assert write(changes) == [(str(path), "it may not be written")]
    assert path.read_text() == "a"
    path.unlink()
    assert write(changes) == [(str(path), "no such file or directory")]


def test_what_does_not_go_together(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    home = str(make(tmp_path, {}))
    for options, told in [
        (["--fix", "--baseline", "b.json"], "--baseline goes with no changes"),
        (["--watch", "--fix"], "--watch only tells"),
        (["--watch", "--diff"], "--watch only tells"),
        (["--watch", "--json"], "--watch only tells"),
        (["--watch", "--baseline", "b.json", "--write-baseline"], "--watch only tells"),
    ]:
        assert run("check", *options, home) == 2
        assert told in capsys.readouterr().err


# ---------------------------------------------------------------- rounds


def checker(found: dict[bytes, list[tuple[Fix, str]]], data: bytes) -> tuple[list[bytes], object]:
    """A stand-in for a check: what is found in a file `a` depends on its bytes alone."""
    seen: list[bytes] = []

    def check(instead: Mapping[str, bytes]) -> State:
        now = instead.get("/a", data)
        seen.append(now)
        items = [Diagnostic(name, "error", one.span, "x", fix=one) for one, name in found.get(now, [])]
        state = State()
        state.add(items, {"a": "/a"}, {"a": now}, ["a"])
        return state

    return seen, check


def test_what_a_change_brings_up_is_changed_too() -> None:
    found = {
        b"ab": [(fix(0, 1, "x"), "unused-option"), (fix(1, 2, "y"), "unused-option")],
        b"xb": [(fix(1, 2, "z"), "unused-option")],
    }
    seen, check = checker(found, b"ab")
    changes = corrected(check, unsafe=False)  # type: ignore[arg-type]
    assert seen == [b"ab", b"xb", b"xz"]
    assert changes.after == {"/a": b"xz"} and changes.made == {"/a": 2} and not changes.unfinished


def test_changes_that_undo_each_other_come_to_an_end() -> None:
    found = {b"a": [(fix(0, 1, "b"), "unused-option")], b"b": [(fix(0, 1, "a"), "unused-option")]}
    seen, check = checker(found, b"a")
    changes = corrected(check, unsafe=False)  # type: ignore[arg-type]
    assert changes.unfinished and len(seen) == fixes.ROUNDS + 1
    assert changes.places == []  # an even number of rounds: it is as it was


def test_unsafe_changes_are_left_unless_asked_for() -> None:
    found = {b"a": [(fix(0, 1, "b", safe=False), "unused-option")]}
    assert corrected(checker(found, b"a")[1], unsafe=False).places == []  # type: ignore[arg-type]
    assert corrected(checker(found, b"a")[1], unsafe=True).places == ["/a"]  # type: ignore[arg-type]


def test_a_file_that_would_be_read_worse_is_left_with_all_its_changes() -> None:
    found = {b"ab": [(fix(0, 1, "x"), "unused-option")], b"xb": [(fix(1, 2, "y"), "syntax")]}
    changes = corrected(checker(found, b"ab")[1], unsafe=True)  # type: ignore[arg-type]
    assert changes.places == [] and list(changes.refused) == ["/a"] and changes.made == {}


def test_a_file_that_would_be_read_worse_is_told(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """A change that takes a brace out with the comment, as a faulty rule might."""
    from chronoc.check import ignore

    home = make(tmp_path, {"a.chrono": f'lamp "A" {{ }} # chronoc ignore: set-name {WHY}\nlamp "B" {{ }}\n'})
    part = ignore._part
    monkeypatch.setattr(ignore, "_part", lambda span, start, end: part(span, start - 1, end))
    before = (home / "a.chrono").read_text()
    assert run("check", "--fix", str(home)) == 0
    assert "lamps/a.chrono is left as it is: with its changes less of it could be read" in capsys.readouterr().err
    assert (home / "a.chrono").read_text() == before
