"""`--watch`: no clock is needed, the waiting is given from outside."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path

import pytest

from chronoc.check.watch import stamps, watch
from chronoc.commands import check as command
from tests.check.run import make, run


def steps(*actions: Callable[[], object] | None) -> Callable[[], bool]:
    """A wait that does one thing each time, and ends when there is none left."""
    left = list(actions)

    def wait() -> bool:
        if not left:
            return False
        action = left.pop(0)
        if action is not None:
            action()
        return True

    return wait


def test_it_checks_once_and_then_only_after_a_change(tmp_path: Path) -> None:
    path, told, checked = tmp_path / "a", [], []
    path.write_text("1")

    def check() -> list[str]:
        checked.append(path.read_text())
        return [str(path)]

    watch(check, steps(None, lambda: path.write_text("22"), None), told.append)
    assert checked == ["1", "22"] and told == [[str(path)]]


def test_a_change_while_it_checks_is_not_missed(tmp_path: Path) -> None:
    path, checked = tmp_path / "a", []
    path.write_text("1")

    def check() -> list[str]:
        checked.append(path.read_text())
        if checked[-1] == "22":
            path.write_text("333")  # somebody saves again
        return [str(path)]

    watch(check, steps(lambda: path.write_text("22"), None, None), lambda _: None)
    assert checked == ["1", "22", "333"]


def test_files_that_come_and_go(tmp_path: Path) -> None:
    places = [str(tmp_path), str(tmp_path / "a"), "\0"]
    before = stamps(places)
    assert before["\0"] is None and before[str(tmp_path / "a")] is None
    (tmp_path / "a").write_text("1")
    after = stamps(places)
    assert after[str(tmp_path)] != before[str(tmp_path)] and after[str(tmp_path / "a")] is not None


def test_the_command(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    home = make(tmp_path, {"a.chrono": 'lamp "Lantern" { wat: 3 }\n'})
    moved = tmp_path / "away"
    waits = steps(
        None,
        lambda: (home / "a.chrono").write_text('lamp "Lantern" { watt: 3 }\n'),
        lambda: (home / "b.chrono").write_text('lamp "Oil Lamp" { wat: 3 }\n'),
        lambda: os.rename(home, moved),
        lambda: os.rename(moved, home),
    )
    monkeypatch.setattr(command, "pause", waits)
    assert run("check", "--watch", "--format", "concise", str(home)) == 0
    said = capsys.readouterr().out
    checks = said.split("\n--- ")
    assert len(checks) == 5
    assert "unknown-field" in checks[0] and "a.chrono" in checks[1] and "no findings" in checks[1]
    assert "b.chrono" in checks[2] and "1 error" in checks[2]
    assert "there is no folder" in checks[3]
    assert "1 error" in checks[4]


def test_the_configuration_and_the_baseline_are_watched(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    home = make(tmp_path, {"a.chrono": "more game { option spare = 3 in 1 to 6 }\n"})
    project, baseline = tmp_path / "pyproject.toml", tmp_path / "b.json"
    project.write_text("[tool.chronoc]\n")
    baseline.write_text('{"format": 1, "counts": {}}')
    full = '{"format": 1, "counts": {"lamps/a.chrono": {"unused-option": 1}}}'
    waits = steps(
        lambda: project.write_text('[tool.chronoc]\nseverity = {style = "info"}\n'), lambda: baseline.write_text(full)
    )
    monkeypatch.setattr(command, "pause", waits)
    assert run("check", "--watch", "--baseline", str(baseline), str(home)) == 0
    said = capsys.readouterr().out.split("\n--- ")
    assert "1 warning" in said[0] and "1 info" in said[1] and "no findings" in said[2]


def test_a_pause_is_a_pause(monkeypatch: pytest.MonkeyPatch) -> None:
    slept: list[float] = []
    monkeypatch.setattr("time.sleep", slept.append)
    assert command.pause() is True and slept and 0 < slept[0] <= 1
