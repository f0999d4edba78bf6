"""`chronoc test`: what it writes, and how it ends."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from chronoc.cli import main

RULES = """
set dice "Dice"
game "Dice" { players 1 to 2 }
more kind player { var points: number = 0 in 0 to 6 }
turn { take one of roll_it }
action roll_it "Roll" { roll n from 1 to 6 ; set points of you = n ; if n == 6 { win you "six" } }
"""
GOOD = """
scenario "A three" {
  players Ann
  when Ann takes roll_it
  and chance rolls 3
  expect points of Ann == 3
}
"""
BAD = """
scenario "A six is a four" {
  players Ann
  given next roll 6
  when Ann takes roll_it
  expect points of Ann == 4
}
"""


def run(capsys: pytest.CaptureFixture[str], *words: str) -> tuple[int, str, str]:
    with pytest.raises(SystemExit) as end:
        main(["test", *words])
    out, err = capsys.readouterr()
    assert "Traceback" not in out + err
    return int(end.value.code or 0), out, err


@pytest.fixture(autouse=True)
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Places are told as seen from where the command is given."""
    monkeypatch.chdir(tmp_path)


def folder(tmp_path: Path, **files: str) -> str:
    here = tmp_path / "dice"
    (here / "scenarios").mkdir(parents=True)
    (here / "rules.chrono").write_text(RULES, encoding="utf-8")
    for name, text in files.items():
        (here / "scenarios" / f"{name}.chrono").write_text(text, encoding="utf-8")
    return str(here)


def test_what_holds_is_one_line_a_file(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    code, out, err = run(capsys, folder(tmp_path, good=GOOD))
    assert (code, err) == (0, "")
    assert out.splitlines() == ["dice/scenarios/good.chrono: 1 scenario holds", "1 scenario: 1 holds"]


def test_what_fails_is_told_with_expected_and_found(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    code, out, _ = run(capsys, folder(tmp_path, bad=BAD, good=GOOD))
    assert code == 1
    place = "dice/scenarios/bad.chrono"
    for piece in (
        f"{place}: 1 of 1 scenario fails", "A six is a four", f"{place}:6:10", "expected: points of Ann == 4",
        "found: points of Ann is 6", "the game: the game is over", "Chance gives 6", "2 scenarios: 1 holds, 1 fails",
    ):  # fmt: skip
        assert piece in out
    marked = next(line for line in out.splitlines() if "^" in line)
    assert marked.count("^") == len("points of Ann == 4")


def test_as_json(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    code, out, _ = run(capsys, "--json", folder(tmp_path, bad=BAD, good=GOOD))
    rows = json.loads(out)
    place = "dice/scenarios"
    assert code == 1
    assert rows == [
        {
            "title": "A six is a four", "file": f"{place}/bad.chrono", "line": 6, "ok": False,
            "message": "not so: points of Ann == 4; expected: points of Ann == 4; found: points of Ann is 6",
        },
        {"title": "A three", "file": f"{place}/good.chrono", "line": 2, "ok": True, "message": ""},
    ]  # fmt: skip


def test_only_some(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    where = folder(tmp_path, bad=BAD, good=GOOD)
    assert run(capsys, "-k", "THREE", where)[0] == 0
    assert run(capsys, f"{where}/scenarios/good.chrono")[1].endswith("1 scenario: 1 holds\n")
    code, _, err = run(capsys, "-k", "seven", where)
    assert code == 2
    assert "no scenario has 'seven' in its title" in err


def test_a_set_without_scenarios(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(capsys, folder(tmp_path)) == (0, "no scenarios\n", "")


def test_a_set_with_errors_is_told_and_not_played(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    where = folder(tmp_path, good=GOOD)
    Path(where, "rules.chrono").write_text(RULES.replace("roll n from", "rol n from"), encoding="utf-8")
    code, out, _ = run(capsys, where)
    assert code == 1
    assert "rules.chrono:6" in out
    assert "holds" not in out
    code, out, _ = run(capsys, "--json", where)
    assert code == 1
    assert [row["ok"] for row in json.loads(out)] == [False] * len(json.loads(out))


def test_a_path_that_is_nothing(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    code, _, err = run(capsys, str(tmp_path / "nowhere"))
    assert code == 2
    assert "there is no folder" in err


def test_a_scenario_file_that_cannot_be_read(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    code, out, _ = run(capsys, folder(tmp_path, bad='scenario "x" {\n  when Ann takes\n}\n', good=GOOD))
    assert code == 1
    assert "bad.chrono:2" in out


def test_endless_rules_are_a_failure(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    scenario = 'scenario "Round and round" {\n  players Ann\n  given spin\n  expect points of Ann == 0\n}\n'
    where = folder(tmp_path, good=scenario)
    rules = Path(where, "rules.chrono")
    rules.write_text(RULES + "\nto spin { while yes { set points of you = 1 - points of you } }\n", encoding="utf-8")
    code, out, _ = run(capsys, where)
    assert code == 1
    assert "the rules broke off: the rules go round without end" in out


def test_the_same_output_every_time(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    where = folder(tmp_path, bad=BAD, good=GOOD)
    assert run(capsys, where) == run(capsys, where)
