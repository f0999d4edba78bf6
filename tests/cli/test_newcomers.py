"""What somebody meets who writes his first set: one mistake, one finding, at its place, with what would work."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from chronoc import cli

RULES = """
set fair "The Fair" { expect: 2 wares }
game "The Fair" { players 2 to 4 ; option goal_coins = 5 in 1 to 9 }
kind ware { price: number = 1 }
zone stall of each player: list of ware, open
ware Fish "A Big Fish" x2 { }
turn { take any of sell }
action sell(w from stall of you) "Sell {w}" { move w to box }
"""
SCENARIO = 'scenario "A sale" {\n  players Ann, Ben\n  given stall of Ann: Fish\n  when Ann takes sell Fish\n}\n'
VARIANT = "variant: short-fair\nuses: [fair]\noptions: {goal_coins: 3}\ncopies: {A Big Fish: 3}\n"


def told(folder: Path, capsys: pytest.CaptureFixture[str]) -> list[tuple[str, str, int, str]]:
    with pytest.raises(SystemExit):
        cli.main(["check", "--json", "--select", "error", str(folder)])
    rows = json.loads(capsys.readouterr().out)["diagnostics"]
    return [(row["name"], Path(row["file"]).name, row["line"], json.dumps(row, ensure_ascii=False)) for row in rows]


@pytest.fixture
def fair(tmp_path: Path) -> Path:
    (tmp_path / "fair" / "scenarios").mkdir(parents=True)
    (tmp_path / "short-fair").mkdir()
    (tmp_path / "fair" / "rules.chrono").write_text(RULES, encoding="utf-8")
    (tmp_path / "fair" / "scenarios" / "sale.chrono").write_text(SCENARIO, encoding="utf-8")
    (tmp_path / "short-fair" / "variant.yaml").write_text(VARIANT, encoding="utf-8")
    return tmp_path


def test_sound(fair: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert told(fair / "fair", capsys) == [] == told(fair / "short-fair", capsys)


@pytest.mark.parametrize(
    ("old", "new", "line", "word"),
    [
        ("Ann: Fish", "Ann: Fsh", 3, "`Fish`"),
        ("Ann: Fish", 'Ann: "A Big Fihs"', 3, "`A Big Fish`"),
        ("Ann: Fish", "Ann: 3", 3, "3 cards"),
        ("stall of Ann", "stal of Ann", 3, "`stall`"),
        ("when Ann", "when Anna", 4, "`Ann`"),
        ("takes sell", "takes buy", 4, "`sell`"),
    ],
)
def test_a_check_reads_scenarios(
    fair: Path, capsys: pytest.CaptureFixture[str], old: str, new: str, line: int, word: str
) -> None:
    place = fair / "fair" / "scenarios" / "sale.chrono"
    place.write_text(SCENARIO.replace(old, new, 1), encoding="utf-8")
    found = told(fair / "fair", capsys)
    assert [(name, at) for _, name, at, _ in found] == [("sale.chrono", line)] and word in found[0][3]
    assert told(fair / "short-fair", capsys) == []  # not its own scenario


@pytest.mark.parametrize(
    ("old", "new", "names", "word"),
    [
        ("uses:", "use:", ["variant-key"], "`uses`"),
        ("[fair]", "fair", ["variant-value"], "a list"),
        ("options: {goal_coins: 3}", "options: {goal_coins: 3", ["variant-syntax"], "brackets"),
        ("uses:", "\tuses:", ["variant-syntax"], "blanks"),
        ("uses: [", "uses [", ["variant-syntax"], "key: value"),
        ("goal_coins: 3", "goal_coins:3", ["variant-value"], "`goal_coins: 3`"),
    ],
)
def test_a_variant_that_cannot_be_read_has_no_other_findings(
    fair: Path, capsys: pytest.CaptureFixture[str], old: str, new: str, names: list[str], word: str
) -> None:
    (fair / "short-fair" / "variant.yaml").write_text(VARIANT.replace(old, new, 1), encoding="utf-8")
    found = told(fair / "short-fair", capsys)
    assert [row[0] for row in found] == names and word in found[0][3]


def test_letters_of_another_alphabet_in_a_variant(fair: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (fair / "short-fair" / "variant.yaml").write_text(VARIANT.replace("A Big Fish", "A Big F" + "і" + "sh"), "utf-8")
    assert "mixed-letters" in [row[0] for row in told(fair / "short-fair", capsys)]


def test_cards_that_could_not_be_read_are_not_counted(fair: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (fair / "fair" / "rules.chrono").write_text(RULES.replace('Fish "A Big Fish"', "Big Fish"), encoding="utf-8")
    (fair / "fair" / "scenarios" / "sale.chrono").unlink()
    assert [(row[0], row[2]) for row in told(fair / "fair", capsys)] == [("syntax", 6)]


def test_a_misspelt_folder(fair: Path, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        cli.main(["check", str(fair / "fiar")])
    assert f"did you mean {fair / 'fair'}?" in capsys.readouterr().err
