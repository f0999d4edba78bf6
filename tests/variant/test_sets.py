"""Reading a set: everything below its folder, nothing outside, and a finding for whatever cannot be read."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

import chronoc.sets
from chronoc.sets import Reading, read_set


def make(root: Path, **files: str) -> Path:
    for name, text in files.items():
        path = root / (name.replace("__", "/") + ".chrono")
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
    return root


def names(folder: Path, into: Reading | None = None) -> list[str]:
    return [name for name, _ in read_set(folder, into or Reading()).files]


def test_files_come_by_path_whatever_the_folder_says(tmp_path: Path) -> None:
    folder = make(tmp_path / "lamps", b="2", a="1", scenarios__z="3", A="4", a__b="5")
    (folder / "notes.txt").write_text("no set file")
    (folder / ".hidden.chrono").write_text("no")
    assert names(folder) == [
        "lamps/A.chrono", "lamps/a.chrono", "lamps/a/b.chrono", "lamps/b.chrono", "lamps/scenarios/z.chrono"
    ]  # fmt: skip


def test_links_are_not_followed(tmp_path: Path) -> None:
    secret = tmp_path / "secret.chrono"
    secret.write_text("secret")
    folder = make(tmp_path / "lamps", a="1")
    (folder / "out.chrono").symlink_to(secret)
    (folder / "up").symlink_to("..")
    (folder / "self").symlink_to(".")
    (folder / "loop.chrono").symlink_to("loop.chrono")
    (folder / "gone.chrono").symlink_to("nowhere.chrono")
    (folder / "twice.chrono").symlink_to("a.chrono")
    into = Reading()
    assert names(folder, into) == ["lamps/a.chrono"]
    assert [(d.span.file, d.severity) for d in into.diagnostics] == [
        ("lamps/gone.chrono", "error"), ("lamps/loop.chrono", "error"), ("lamps/out.chrono", "error"),
        ("lamps/self", "warning"), ("lamps/twice.chrono", "warning"), ("lamps/up", "error"),
    ]  # fmt: skip
    assert all(d.name == "link-in-set" for d in into.diagnostics)


def test_what_cannot_be_read_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    folder = make(tmp_path / "lamps", a="1")
    os.mkfifo(folder / "pipe.chrono")
    (folder / "dir.chrono").mkdir()
    (folder / "large.chrono").write_text("x" * 2000)
    monkeypatch.setattr(chronoc.sets, "MAX_FILE", 1000)
    into = Reading()
    assert names(folder, into) == ["lamps/a.chrono"]
    assert [(d.name, d.span.file) for d in into.diagnostics] == [
        ("too-large", "lamps/large.chrono"), ("unreadable-file", "lamps/pipe.chrono")
    ]  # fmt: skip


@pytest.mark.skipif(not hasattr(os, "geteuid") or os.geteuid() == 0, reason="root may read everything")
def test_no_permission(tmp_path: Path) -> None:
    folder = make(tmp_path / "lamps", a="1", b="2", inner__c="3")
    (folder / "b.chrono").chmod(0)
    (folder / "inner").chmod(0)
    try:
        into = Reading()
        assert names(folder, into) == ["lamps/a.chrono"]
        assert [d.name for d in into.diagnostics] == ["unreadable-file"] * 2
    finally:
        (folder / "inner").chmod(0o755)


def test_a_folder_that_refuses_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The same without needing another user: the system refuses to list one folder."""
    folder = make(tmp_path / "lamps", a="1", inner__c="3")
    listing = os.scandir

    def scandir(path: Path) -> object:
        if Path(path).name == "inner":
            raise PermissionError(13, "Permission denied")
        return listing(path)

    monkeypatch.setattr(os, "scandir", scandir)
    into = Reading()
    assert names(folder, into) == ["lamps/a.chrono"]
    assert [(d.name, d.span.file, d.message) for d in into.diagnostics] == [
        ("unreadable-file", "lamps/inner", "this folder cannot be read: permission denied")
    ]


def test_bounds(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    folder = make(tmp_path / "lamps", **{f"f{i}": "" for i in range(5)}, d1__d2__d3__deep="")
    monkeypatch.setattr(chronoc.sets, "MAX_FILES", 3)
    monkeypatch.setattr(chronoc.sets, "MAX_DEPTH", 2)
    into = Reading()
    assert len(names(folder, into)) == 3
    assert [d.name for d in into.diagnostics] == ["too-large"]
    monkeypatch.setattr(chronoc.sets, "MAX_FILES", 30)
    into = Reading()
    assert len(names(folder, into)) == 5
    assert [(d.name, d.span.file) for d in into.diagnostics] == [("too-deep", "lamps/d1/d2/d3")]


def test_names_that_are_not_utf8(tmp_path: Path) -> None:
    folder = make(tmp_path / "lamps", a="1")
    try:
        (folder / os.fsdecode(b"\xff.chrono")).write_text("2")
    except OSError:
        pytest.skip("this file system allows no such name")
    for name in names(folder):
        name.encode("utf-8")


def test_a_missing_folder_is_a_finding(tmp_path: Path) -> None:
    into = Reading()
    assert names(tmp_path / "nowhere", into) == [] and [d.name for d in into.diagnostics] == ["unreadable-file"]


def test_a_variant_within_a_set_is_not_part_of_it(tmp_path: Path) -> None:
    folder = make(tmp_path / "lamps", a="1", house__b="2")
    (folder / "house" / "variant.yaml").write_text("variant: house")
    assert names(folder) == ["lamps/a.chrono"]


def test_a_folder_with_very_much_in_it_is_hardly_a_set(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(chronoc.sets, "MAX_SEEN", 10)
    home = tmp_path / "lamps"
    (home / "pictures").mkdir(parents=True)
    (home / "a.chrono").write_text("")
    for number in range(12):
        (home / "pictures" / f"{number}.png").write_text("")
    reading = Reading()
    source = read_set(home, reading)
    assert [path for path, _ in source.files] == ["lamps/a.chrono"]
    assert [(d.name, d.span.file) for d in reading.diagnostics] == [("too-large", "lamps/pictures")]
