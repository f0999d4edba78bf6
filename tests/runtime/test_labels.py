"""What options are called: things of one title by what tells them apart, things of several kinds by their titles."""

from __future__ import annotations

import pytest

from chronoc.analyse import analyse
from chronoc.model.sources import SourceSet, VariantSpec
from runtime import Game, load_table

GAME = """
set street "A Street"
game "A Street" { players 2 to 2 }
kind lamp alike {
  owner: player
  var lit: flag = no
  var oil: number = 3
}
kind sign { }
lamp Lamp "Lamp" x3 each player { }
sign Arrow "An Arrow" { }
zone street: bag of lamp, open
zone shed of each player: bag of lamp, open
zone wall: list of sign, open
setup {
  for each p in players { move 1 of (lamps of p) to street }
  for each p in players { move (lamps of p in box) to shed of p }
  move signs to wall
  SETUP
}
turn { choose x from (lamps, signs) ; log "{x}" ; win you }
"""


def labels(setup: str) -> list[str]:
    files = (("street/a.chrono", GAME.replace("SETUP", setup).encode()),)
    analysis = analyse([SourceSet("street", files)], VariantSpec("street", "A Street", ("street",)))
    assert analysis.table is not None, [found.message for found in analysis.diagnostics]
    game = Game.new(load_table(analysis.table), 2, seed=1)
    assert game.decision is not None
    return [option.label for option in game.decision.options]


@pytest.mark.parametrize(
    ("setup", "wanted"),
    [
        ("", ["Lamp (Ann, street)", "Lamp (Ann, shed of Ann)", "Lamp (Ben, street)", "Lamp (Ben, shed of Ben)"]),
        (
            "set oil of first of street = 5 ; move lamps in shed of players to street",
            ["Lamp (Ann, oil 5)", "Lamp (Ann, oil 3)", "Lamp (Ben, oil 3)"],
        ),
        ("move lamps to street ; for each x in lamps { set lit of x = yes }", ["Lamp (Ann)", "Lamp (Ben)"]),
    ],
)
def test_things_of_one_title_are_told_apart(setup: str, wanted: list[str]) -> None:
    assert labels(setup) == [*wanted, "An Arrow"]


def test_what_no_zone_holds_is_called_by_its_title() -> None:
    """It lies nowhere, so nobody can hide it: places that are cards, which zones belong to."""
    files = (
        (
            "street/a.chrono",
            b"""set street "A Street"
game "A Street" { players 2 to 2 }
kind lamp { }
kind house { }
zone porch of each house: pile of lamp, open
lamp Lamp "Lamp" { }
house Mill "The Mill" { }
house Inn "The Inn" { }
turn { choose h from houses ; move Lamp to porch of h ; win you }
""",
        ),
    )
    analysis = analyse([SourceSet("street", files)], VariantSpec("street", "A Street", ("street",)))
    assert analysis.table is not None, [found.message for found in analysis.diagnostics]
    decision = Game.new(load_table(analysis.table), 2, seed=1).decision
    assert decision is not None
    assert [option.label for option in decision.options] == ["The Mill", "The Inn"]
