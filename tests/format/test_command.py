"""`chronoc fmt`: what is written, what is told, and the exit codes."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from chronoc import cli

MESSY = "to   f {\ndraw\n}\n"
TIDY = "to f {\n  draw\n}\n"


def run(*words: object) -> int:
    with pytest.raises(SystemExit) as end:
        cli.main(["fmt", *map(str, words)])
    assert isinstance(end.value.code, int)
    return end.value.code


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "set" / "inner").mkdir(parents=True)
    (tmp_path / "set" / "a.chrono").write_text(MESSY)
    (tmp_path / "set" / "inner" / "b.chrono").write_text(TIDY)
    (tmp_path / "set" / "notes.md").write_text("to   f {\n")
    return tmp_path / "set"


def test_files_are_brought_into_form(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(folder) == 0
    assert (folder / "a.chrono").read_bytes() == TIDY.encode()
    told = capsys.readouterr()
    assert told.out == f"changed: {folder / 'a.chrono'}\n" and "1 file changed, 1 file as it is" in told.err
    assert run(folder) == 0 and capsys.readouterr().out == ""
    assert (folder / "notes.md").read_text() == "to   f {\n"
    assert sorted(os.listdir(folder)) == ["a.chrono", "inner", "notes.md"]


def test_check_writes_nothing(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run("--check", folder) == 1
    assert (folder / "a.chrono").read_text() == MESSY
    assert "would change" in capsys.readouterr().out
    assert run("--check", folder / "inner") == 0


def test_diff_writes_nothing(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run("--diff", folder) == 0
    assert (folder / "a.chrono").read_text() == MESSY
    lines = capsys.readouterr().out.splitlines()
    assert lines[2:] == ["@@ -1,3 +1,3 @@", "-to   f {", "-draw", "+to f {", "+  draw", " }"]
    assert run("--diff", "--check", folder) == 1


def test_a_file_with_errors_stays(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (folder / "c.chrono").write_text("to   g {\n")
    assert run(folder) == 1
    assert (folder / "c.chrono").read_text() == "to   g {\n"
    assert (folder / "a.chrono").read_text() == TIDY
    assert "unclosed-brace" in capsys.readouterr().err


def test_permissions_and_line_ends_stay(folder: Path) -> None:
    file = folder / "a.chrono"
    file.write_bytes(MESSY.replace("\n", "\r\n").encode())
    file.chmod(0o640)
    assert run(file) == 0
    assert file.stat().st_mode & 0o777 == 0o640
    assert file.read_bytes() == TIDY.replace("\n", "\r\n").encode()


def test_links_are_not_followed(folder: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    outside = tmp_path / "out.chrono"
    outside.write_text(MESSY)
    (folder / "link.chrono").symlink_to(outside)
    (folder / "way").symlink_to(tmp_path)
    assert run(folder) == 0
    assert "link-in-set" in capsys.readouterr().err
    assert run(folder / "link.chrono") == 2
    assert outside.read_text() == MESSY and (folder / "link.chrono").is_symlink()


def test_what_cannot_be_read_or_written_is_told(
    folder: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    os.mkfifo(folder / "pipe.chrono")
    assert run(folder) == 2
    assert "no ordinary file" in capsys.readouterr().err
    (folder / "pipe.chrono").unlink()
    (folder / "a.chrono").write_text(MESSY)

    def refuse(*_: object) -> None:
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr("chronoc.format.files.os.replace", refuse)
    assert run(folder) == 2
    assert "cannot be written: permission denied" in capsys.readouterr().err
    assert (folder / "a.chrono").read_text() == MESSY
    assert sorted(os.listdir(folder)) == ["a.chrono", "inner", "notes.md"]


def test_what_is_no_path_is_refused(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(folder / "nowhere") == 2 and run(folder / "notes.md") == 2 and run() == 2
    assert "nowhere" in capsys.readouterr().err


def test_a_file_named_twice_is_told_once(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run("--check", folder, folder / "a.chrono") == 1
    assert capsys.readouterr().out.count("would change") == 1
