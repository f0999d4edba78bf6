"""Folders that are not as `sim --out` left them, titles that mean something to other programs, requests without measure."""

from __future__ import annotations

import json
import os
import shutil
from pathlib import Path

import pytest

from chronoc.simulate.files import as_csv
from chronoc.simulate.kept import SETTINGS, digest
from tests.commands.games import here, table_file

FEW = ("--games", "4", "--players", "2", "--json")


@pytest.fixture
def table(tmp_path: Path) -> Path:
    return table_file(tmp_path)


def test_a_folder_that_is_refused_is_left_as_it_was(table: Path, tmp_path: Path) -> None:
    folder = tmp_path / "music"
    (folder / "parts").mkdir(parents=True)
    code, _, said = here("sim", table, *FEW, "--out", folder)
    assert code == 2 and "holds other files" in said
    (folder / "parts").rename(folder / "songs")
    assert here("sim", table, *FEW, "--out", folder)[0] == 2
    assert [entry.name for entry in folder.iterdir()] == ["songs"]


def test_what_a_killed_run_left_beside_its_settings_is_no_other_file(table: Path, tmp_path: Path) -> None:
    (tmp_path / "out").mkdir()
    (tmp_path / "out" / f".{SETTINGS}.x1").write_bytes(b"{")
    assert here("sim", table, *FEW, "--out", tmp_path / "out")[0] == 0


def test_parts_of_another_run_are_not_taken(table: Path, tmp_path: Path) -> None:
    one, two = tmp_path / "one", tmp_path / "two"
    want = here("sim", table, *FEW, "--seed", "2")
    assert here("sim", table, *FEW, "--seed", "1", "--out", one)[0] == 0
    assert here("sim", table, *FEW, "--seed", "2", "--out", two)[:2] == want[:2]
    for part in (one / "parts").iterdir():
        shutil.copy(part, two / "parts" / part.name)
    assert here("sim", table, *FEW, "--seed", "2", "--out", two)[:2] == want[:2]


def test_a_whole_part_with_something_else_in_it_is_played_again(table: Path, tmp_path: Path) -> None:
    want = here("sim", table, *FEW, "--out", tmp_path / "out")
    part = sorted((tmp_path / "out" / "parts").iterdir())[1]
    data = json.loads(part.read_bytes())
    for result in ({}, {"counts": 3}, {**data["result"], "digests": "x"}):
        part.write_text(json.dumps({**data, "result": result, "sha256": digest(result)}), encoding="utf-8")
        assert here("sim", table, *FEW, "--out", tmp_path / "out")[:2] == want[:2]


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="no named pipes here")
def test_nobody_waits_for_a_pipe(table: Path, tmp_path: Path) -> None:
    want = here("sim", table, *FEW, "--out", tmp_path / "out")
    part = sorted((tmp_path / "out" / "parts").iterdir())[1]
    part.unlink()
    os.mkfifo(part)
    assert here("sim", table, *FEW, "--out", tmp_path / "out")[:2] == want[:2]
    (tmp_path / "out" / SETTINGS).unlink()
    os.mkfifo(tmp_path / "out" / SETTINGS)
    code, _, said = here("sim", table, *FEW, "--out", tmp_path / "out")
    assert code == 2 and f"{SETTINGS} is not a file" in said


def test_no_cell_of_a_table_is_a_formula() -> None:
    rows = [{"title": title, "games": -3} for title in ("=1+1", "@x", "-2", "+", "\t=1", "a=1", "", 'Tea, “hot” "x"')]
    cells = as_csv(rows).decode().splitlines()
    assert cells[1:] == ["'=1+1,-3", "'@x,-3", "'-2,-3", "'+,-3", "'\t=1,-3", "a=1,-3", ",-3", '"Tea, “hot” ""x""",-3']


@pytest.mark.parametrize(
    "request_",
    [
        ("--players", "9" * 5000), ("--players", "2-" + "9" * 5000), ("--players", "3-"), ("--players", "2-3-4"),
        ("--games", "99999999999999"), ("--jobs", "99999999"),
    ],
)  # fmt: skip
def test_requests_without_measure(table: Path, request_: tuple[str, str]) -> None:
    code, out, said = here("sim", table, *request_)
    assert (code, out) == (2, "") and request_[0] in said and len(said) < 7000
