"""`expect: 6 cards in deck`: what the set-up puts somewhere."""

from __future__ import annotations

from pathlib import Path

import pytest

from chronoc.analyse import analyse
from chronoc.scenario.laid import laid
from chronoc.variant import read_sources

RULES = """
set lamps "Lamps" { expect: %s }
game "Lamps" { players 2 to 4 ; option shelf_length = 4 in 1 to 9 "The shelf holds {it}" }
kind card { }
kind lamp { }
zone deck: pile of card, hidden
zone hand of each player: list of card, seen by owner
zone shelf: grid 1 by shelf_length of lamp, open
card "Plain" x6 { }
lamp "Lamp" x3 { }
setup {
  move cards to deck
  shuffle deck
  for each p in players by p {
    move top of deck to hand of you
    may "take another" { move top of deck to hand of you }
  }
  move lamps to shelf
}
turn { end game }
"""


def found(tmp_path: Path, expect: str, variant: str = "", name: str = "lamps") -> list[str]:
    folder = tmp_path / "lamps"
    folder.mkdir()
    (folder / "rules.chrono").write_text(RULES % expect, encoding="utf-8")
    home = tmp_path / name
    home.mkdir(exist_ok=True)
    (home / "variant.yaml").write_text(f"variant: {name}\nuses: [lamps]\n{variant}", encoding="utf-8")
    sources = read_sources(home)
    analysis = analyse(sources.sets, sources.variant)
    assert not analysis.diagnostics and not sources.diagnostics
    return [f"{item.span.line}: {item.name}: {item.message}" for item in laid(analysis)]


def test_what_is_dealt_out_lay_in_the_deck_first(tmp_path: Path) -> None:
    assert found(tmp_path, "6 cards in deck, 3 lamps in shelf, 6 cards") == []


def test_another_number_is_a_finding(tmp_path: Path) -> None:
    assert found(tmp_path, "5 cards in deck, 2 lamps in box") == [
        "2: wrong-count: the set-up puts 6 cards into deck, not 5",
        "2: wrong-count: the set-up puts 0 lamps into box, not 2",
    ]


@pytest.mark.parametrize(
    ("key", "message"),
    [
        ("cards in deck: 7", "wrong-count: the set-up puts 6 cards into deck, not 7"),
        ("cart in deck: 6", "unknown-kind: there is no kind or tag `cart`"),
        ("cards in dekc: 6", "unknown-zone: there is no zone `dekc`"),
    ],
)
def test_a_variant_expects_too(tmp_path: Path, key: str, message: str) -> None:
    assert found(tmp_path, "3 lamps", f"expect: {{{key}}}\n") == [f"3: {message}"]


def test_what_a_set_expects_binds_no_other_variant(tmp_path: Path) -> None:
    assert found(tmp_path, "5 cards in deck", name="lamps-bright") == []


def test_a_set_up_that_fails_is_told_in_any_variant(tmp_path: Path) -> None:
    (message,) = found(tmp_path, "3 lamps in shelf", "options: {shelf_length: 2}\n", "lamps-short")
    assert message.startswith("2: wrong-count: 3 lamps should lie in shelf, but the game cannot be set up: ")


def test_nothing_is_played_where_nothing_is_expected(tmp_path: Path) -> None:
    assert found(tmp_path, "3 lamps", "options: {shelf_length: 2}\n") == []
