"""`chronoc sim`: the same numbers however they are computed, stated denominators, the right exit codes."""

from __future__ import annotations

import contextlib
import errno
import io
import json
from pathlib import Path

import pytest

from chronoc.cli import _guarded
from tests.commands.games import chronoc, here, table_file
from tests.runtime.build import add, choose, get, lamps, when


def test_report_and_json_say_the_same(tmp_path: Path) -> None:
    table = table_file(tmp_path)
    told = chronoc("sim", table, "--games", "40", "--players", "3", "--seed", "5")
    whole = json.loads(chronoc("sim", table, "--games", "40", "--players", "3", "--seed", "5", "--json").stdout)
    found = whole["series"][0]
    text = told.stdout.decode()
    assert told.returncode == 0, told.stderr.decode()
    assert found["games"] == found["finished"] == 40
    assert sum(found["ends"].values()) == 40
    won = found["routes"][0]
    assert (won["what"], won["of"]) == ("bright", 40)
    assert won["games"] == found["ends"]["won"]
    assert won["low"] < won["share"] <= won["high"]
    assert f"bright  {won['games']:>8}" in text
    assert "of 40 finished games" in text
    assert "errors: 0" in text
    assert "cut off: 0" in text
    assert found["digest"] in text
    assert "\x1b" not in text
    assert "\r" not in text
    assert b"\r" not in told.stderr


def test_the_result_depends_neither_on_processes_nor_on_the_hash_seed(tmp_path: Path) -> None:
    table = table_file(tmp_path)
    runs = [
        chronoc("sim", table, "--games", "30", "--json", "--jobs", jobs, PYTHONHASHSEED=seed).stdout
        for jobs, seed in (("1", "1"), ("2", "2"), ("3", "0"))
    ]
    assert json.loads(runs[0])["series"][0]["ends"]["won"] > 0
    assert runs[0] == runs[1] == runs[2]


def test_one_game_of_a_series_can_be_played_again(tmp_path: Path) -> None:
    table = table_file(tmp_path)
    one = json.loads(here("sim", table, "--games", "1", "--players", "2", "--seed", "9", "--json")[1])["series"][0]
    again = here("play", table, "--players", "2", "--seed", "9.0", "--bot", "all=random")[1]
    route = one["routes"][0]["what"] if one["routes"] else one["losses"][0]["what"]
    assert route in again
    assert f"It took {one['turns']['most']} turn" in again


def test_errors_make_exit_code_1_and_are_no_losses(tmp_path: Path) -> None:
    b = lamps()
    b.turn(
        choose("n", ("range", 1, 6), "", "number"),
        when(("eq", "n", 6), add(get("points", "you"), 99)),
        ("win", "you", "x"),
    )
    path = tmp_path / "t.json"
    path.write_text(json.dumps(b.raw()), encoding="utf-8")
    code, text, _ = here("sim", path, "--games", "30", "--players", "1")
    assert code == 1
    assert "common losses" not in text
    assert "play --seed 0." in text
    assert "fault: bound" in text


def test_cut_offs_have_their_own_count(tmp_path: Path) -> None:
    code, text, _ = here("sim", table_file(tmp_path), "--games", "5", "--max-moves", "1", "--json")
    assert code == 0
    found = json.loads(text)["series"][0]
    assert found["ends"]["cut"] == 5
    assert found["finished"] == 0
    assert found["turns"] == {"games": 0}


@pytest.mark.parametrize(
    "arguments, word",
    [
        (("--players", "9"), "players"),
        (("--players", "1-9"), "players"),
        (("--players", "3-2"), "2-3"),
        (("--players", "many"), "2-6"),
        (("--bot", "genius"), "genius"),
        (("--bots", "random,genius"), "genius"),
        (("--bots", "random", "--bot", "random"), "one of them"),
        (("--engine", "steam"), "there are: processes"),
        (("--option", "speed=3"), "speed"),
        (("--option", "speed"), "NAME=VALUE"),
        (("--games", "0"), "games"),
        (("--games", "x"), "games"),
    ],
)
def test_wrong_requests(arguments: tuple[str, ...], word: str, tmp_path: Path) -> None:
    code, _, said = here("sim", table_file(tmp_path), *arguments)
    assert code == 2
    assert word in said


def test_a_file_that_is_no_table(tmp_path: Path) -> None:
    path = tmp_path / "x.json"
    path.write_text("{}", encoding="utf-8")
    code, _, said = here("sim", path)
    assert (code, "cannot be played" in said) == (2, True)


def test_each_number_of_players_is_a_series_of_its_own(tmp_path: Path) -> None:
    table = table_file(tmp_path)
    both = json.loads(here("sim", table, "--games", "10", "--players", "2-3", "--json")[1])["series"]
    alone = json.loads(here("sim", table, "--games", "10", "--players", "3", "--json")[1])["series"]
    assert [series["players"] for series in both] == [2, 3]
    assert both[1:] == alone
    text = here("sim", table, "--games", "10", "--players", "2-3")[1]
    assert "10 games with 2 players" in text
    assert "10 games with 3 players" in text


def test_without_cards_the_games_are_the_same(tmp_path: Path) -> None:
    table = table_file(tmp_path)
    seen = json.loads(here("sim", table, "--games", "10", "--json")[1])["series"][0]
    unseen = json.loads(here("sim", table, "--games", "10", "--no-cards", "--json")[1])["series"][0]
    assert seen["digest"] == unseen["digest"]
    assert seen["cards"] and not unseen["cards"]


def test_a_run_that_was_stopped_goes_on(tmp_path: Path) -> None:
    table, folder = table_file(tmp_path), tmp_path / "kept"
    command = ("sim", table, "--games", "20", "--out", folder, "--json")
    whole = here(*command)
    report = {path.name: path.read_bytes() for path in folder.iterdir() if path.is_file()}
    parts = sorted((folder / "parts").iterdir())
    assert len(parts) == 20
    mark = parts[0].stat().st_mtime_ns
    for path in parts[5:12]:
        path.unlink()
    parts[12].write_bytes(parts[12].read_bytes()[:100])
    parts[13].write_text(parts[13].read_text().replace("won", "now"))
    assert here(*command)[:2] == whole[:2]
    assert {path.name: path.read_bytes() for path in folder.iterdir() if path.is_file()} == report
    assert sorted((folder / "parts").iterdir()) == parts
    assert parts[0].stat().st_mtime_ns == mark


@pytest.mark.parametrize(
    "change", [("--games", "9"), ("--seed", "1"), ("--players", "3"), ("--bots", "random,random"), ("--max-moves", "7")]
)
def test_a_folder_keeps_one_run_only(change: tuple[str, str], tmp_path: Path) -> None:
    table, folder = table_file(tmp_path), tmp_path / "kept"
    assert here("sim", table, "--games", "3", "--players", "2", "--out", folder)[0] == 0
    code, _, said = here("sim", table, "--games", "3", "--players", "2", *change, "--out", folder)
    assert code == 2
    assert f"{change[0].strip('-').replace('-', '_')} was" in said


def test_a_folder_with_other_files_is_left_alone(tmp_path: Path) -> None:
    table = table_file(tmp_path)
    code, _, said = here("sim", table, "--games", "3", "--out", tmp_path)
    assert (code, "other files" in said) == (2, True)
    (tmp_path / "taken").write_text("x")
    code, _, said = here("sim", table, "--games", "3", "--out", tmp_path / "taken")
    assert (code, "cannot be used" in said) == (2, True)


class Gone(io.StringIO):
    """A reader such as `head`, that has seen enough."""

    def write(self, text: str) -> int:
        raise BrokenPipeError(errno.EPIPE, "Broken pipe")


def test_a_reader_that_goes_away_is_no_finding(tmp_path: Path) -> None:
    """Typer would make exit code 1 of it, which says that a rule broke."""
    with contextlib.redirect_stdout(Gone()):
        assert _guarded(["sim", str(table_file(tmp_path)), "--games", "3"], traceback=False) == 141
