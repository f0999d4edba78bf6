"""Goals that cannot be met in a variant, and can with one set or card more; and what lies before players."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from chronoc.commands.prove import prove as command

GAME = """
set base "Base"
game "Base" { players 2 }
kind lamp { side flipped }
kind card { play: effect }
kind match plural matches is card { lights(): list of lamp }
kind stone is card { play: effect = { move this to table of you } }
kind wish plural wishes { granted if: condition }
zone deck: pile of card, hidden
zone discards: pile of card, open
zone hand of each player: list of card, seen by owner
zone table of each player: list of stone, open
zone wishes_of of each player: list of wish, seen by owner
define plain(l: lamp) = not flipped of l
define primed(l: lamp) = flipped of l
to turn_over(h: lamp) "turn {h} over" { set flipped of h = not flipped of h }
to play(c: card) "play {c}" { do c.play }
to play(m: match) "play {m}" {
  choose h from m.lights "Which lamp?"
  turn_over h
  move m to discards
}
setup {
  move cards to deck
  shuffle deck
  for each p in players { repeat 2 { if deck is not empty { move top of deck to hand of p } } }
}
turn {
  take one of use, drop
  check goals of you
}
action use(c from hand of you) "Use {c}" { play c }
action drop(c from hand of you) "Drop {c}" { move c to discards }
goal wish "A wish" for p with w from wishes_of of p where w is granted { win you "wish" ; end game }

lamp Porch "The porch lamp" { }
lamp Hall "The hall lamp" { }
match "A match" x2 { lights: lamps where it is Porch }
stone Ruby "A ruby" { }
stone Pearl "A pearl" { }
wish "Light" { granted if Porch' }
wish "More light" { granted if Porch' and Hall' }
wish "Treasure" { granted if Ruby in your table and Pearl in your table }
wish "Lost" { granted if Ruby in your table and Ruby in hand of you }
wish "Never" { granted if Ruby in your table and not Ruby in your table }
"""
MORE = """
set more "More" { needs: base }
match "A long match" x2 { lights: lamps where it is Hall }
"""
OTHER = """
set other "Other" { needs: base }
match "A wet match" { lights: lamps where it is Porch }
"""


CROWDED = """
set crowded "Crowded" { needs: base }
kind toy { }
zone case: grid 1 by 1 of toy, open
toy "A top" { }
toy "A ball" { }
match "A short match" { lights: lamps where it is Hall }
more setup { move toys to case }
"""


@pytest.fixture
def shelf(tmp_path: Path) -> Path:
    for name, text in (("base", GAME), ("more", MORE), ("other", OTHER)):
        (tmp_path / name).mkdir()
        (tmp_path / name / "cards.chrono").write_text(text)
    (tmp_path / "base" / "variant.yaml").write_text("variant: base\ntitle: Base\nuses: [base]\n")
    (tmp_path / "few").mkdir()
    few = "variant: few\ntitle: Few\nuses: [base]\ncopies: {A match: 0, A pearl: 0}\n"
    (tmp_path / "few" / "variant.yaml").write_text(few)
    return tmp_path


def told(capsys: pytest.CaptureFixture[str], where: Path, goal: str, code: int, **more: Any) -> dict[str, Any]:
    assert command(str(where), goal=goal, as_json=True, **more) == code
    rows: list[dict[str, Any]] = json.loads(capsys.readouterr().out)["verdicts"]
    return next(row for row in rows if row["group"] == "goal")


def test_a_goal_that_takes_another_set(shelf: Path, capsys: pytest.CaptureFixture[str]) -> None:
    row = told(capsys, shelf / "base", "More light", 1)
    assert row["verdict"] == "only with" and row["why"] == ["the set more"]
    assert row["plays"] == 2 and "A long match" in row["scenario"]
    assert command(str(shelf / "base"), goal="More light") == 1
    text = capsys.readouterr().out
    assert "A wish: More light: only with the set more, shortest line: 2 plays" in text


def test_without_looking_at_sets(shelf: Path, capsys: pytest.CaptureFixture[str]) -> None:
    row = told(capsys, shelf / "base", "More light", 1, sets=False)
    assert row["verdict"] == "unreachable" and row["scenario"] is None


def test_a_goal_that_takes_a_card_that_is_left_out(shelf: Path, capsys: pytest.CaptureFixture[str]) -> None:
    row = told(capsys, shelf / "few", "wish: Light", 1)
    assert row["verdict"] == "only with" and row["why"] == ["cards that the variant leaves out (A match, A pearl)"]
    assert "A match" in row["scenario"]


def test_what_cannot_be_set_up_helps_nobody(shelf: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (shelf / "more" / "cards.chrono").unlink()
    (shelf / "crowded").mkdir()
    (shelf / "crowded" / "cards.chrono").write_text(CROWDED)
    assert told(capsys, shelf / "base", "More light", 1)["verdict"] == "unreachable"
    full = "variant: full\ntitle: Full\nuses: [base, crowded]\n"
    (shelf / "full").mkdir()
    (shelf / "full" / "variant.yaml").write_text(full)
    assert command(str(shelf / "full")) == 1
    said = capsys.readouterr().err
    assert said == "chronoc: full cannot be set up: no free cell is left in the zone; nothing was decided\n"


def test_what_nothing_helps(shelf: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert told(capsys, shelf / "base", "Never", 1)["verdict"] == "unreachable"


# ---------------------------------------------------------------------- what lies before players


def test_what_lies_before_a_player_is_reached_or_never(shelf: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert told(capsys, shelf / "base", "Treasure", 0)["verdict"] == "reachable"
    never = told(capsys, shelf / "base", "Never", 1, sets=False)
    assert never["verdict"] == "unreachable"
    assert [part["text"] for part in never["contradict"]] == ["Ruby in your table", "not Ruby in your table"]


def test_a_card_that_is_not_in_the_variant_lies_nowhere(shelf: Path, capsys: pytest.CaptureFixture[str]) -> None:
    row = told(capsys, shelf / "few", "Treasure", 1, sets=False)
    assert row["verdict"] == "unreachable"
    assert told(capsys, shelf / "few", "Treasure", 1)["verdict"] == "only with"


def test_hands_are_not_searched(shelf: Path, capsys: pytest.CaptureFixture[str]) -> None:
    row = told(capsys, shelf / "base", "Lost", 0)
    assert row["verdict"] == "not decided" and "hand of Ann" in row["why"][0]
