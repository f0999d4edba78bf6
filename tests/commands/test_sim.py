"""`chronoc sim`: the same numbers however they are computed, stated denominators, the right exit codes."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from chronoc.commands.sim import interval, spread
from tests.commands.games import chronoc, here, table_file
from tests.runtime.build import add, choose, get, lamps, when


def test_report_and_json_say_the_same(tmp_path: Path) -> None:
    table = table_file(tmp_path)
    told = chronoc("sim", table, "--games", "40", "--players", "3", "--seed", "5")
    found = json.loads(chronoc("sim", table, "--games", "40", "--players", "3", "--seed", "5", "--json").stdout)
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
    assert json.loads(runs[0])["ends"]["won"] > 0
    assert runs[0] == runs[1] == runs[2]


def test_one_game_of_a_series_can_be_played_again(tmp_path: Path) -> None:
    table = table_file(tmp_path)
    one = json.loads(here("sim", table, "--games", "1", "--players", "2", "--seed", "9", "--json")[1])
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
    found = json.loads(text)
    assert found["ends"]["cut"] == 5
    assert found["finished"] == 0
    assert found["turns"] == {"games": 0}


@pytest.mark.parametrize(
    "arguments, word",
    [
        (("--players", "9"), "players"),
        (("--bot", "genius"), "genius"),
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


def test_intervals() -> None:
    assert interval(0, 0) == (0.0, 1.0)
    low, high = interval(0, 100)
    assert low == 0.0
    assert 0.03 < high < 0.04
    low, high = interval(50, 100)
    assert low == pytest.approx(0.4038, abs=1e-4)
    assert high == pytest.approx(0.5962, abs=1e-4)
    assert interval(100, 100)[1] == 1.0


def test_spread() -> None:
    from collections import Counter

    found = spread(Counter({1: 5, 2: 4, 100: 1}))
    assert (found["mean"], found["least"], found["p10"], found["median"], found["p90"], found["most"]) == (
        11.3,
        1,
        1,
        1,
        2,
        100,
    )
