"""`chronoc play`: who is where, how strong a player is, what the running phase is about, cards face up and face down."""

from __future__ import annotations

import pytest

from chronoc.analyse import analyse
from chronoc.play.board import Board
from chronoc.play.paint import Paint, listed_twice
from chronoc.play.standing import Standing
from chronoc.play.things import Eyes
from chronoc.variant import read_sources
from runtime import Game, load_table

TEXT = """
set coast "Coast"
game "Coast" { players 2 }
kind harbour { depth: number in 1 to 9   number: number in 1 to 9 }
kind crate { weight: number = 1   works in deck_of while this is face up }
kind charm { works in pocket }
harbour "Bay" { number: 1   depth: 2 }
harbour "Cove" { number: 2   depth: 2 }
harbour "Mole" { number: 3   depth: 7 }
zone coast: ring 3 of harbour, open
zone deck_of of each player: list of crate, each face up or face down
zone pocket of each player: list of charm, seen by owner
more kind player { var berth: harbour ; var secret_berth: harbour seen by owner }
crate Sail "Sail" { adjust speed(p) by 2 where p == you }
crate Stone "Stone" { weight: 4 }
charm Wind "Wind" { adjust luck(p) by 3 where p == you }
define speed(p: player) in 0 to 9 = 1
define luck(p: player) in 0 to 9 = 1
define cards_held(p: player) in 0 to 99 = sum(weight of c for c in deck_of of p)
define twice(p: player) = 2
setup {
  for each h in harbours { move h to coast at number of h }
  for each p in players { set berth of p = "Cove" ; set secret_berth of p = "Mole" }
  move Sail to deck_of of first player face up
  move Stone to deck_of of first player face down
  move Wind to pocket of first player
}
phase voyage(captain: player, aim: harbour) { choose h from harbours "Where to?" ; set berth of captain = h }
turn { enter voyage(you, "Mole") }
"""


@pytest.fixture(scope="module")
def game(tmp_path_factory: pytest.TempPathFactory) -> Game:
    folder = tmp_path_factory.mktemp("sets") / "coast"
    folder.mkdir()
    (folder / "coast.chrono").write_text(TEXT, encoding="utf-8")
    sources = read_sources(str(folder))
    table = analyse(sources.sets, sources.variant).table
    assert table is not None, sources.diagnostics
    return Game.new(load_table(table), 2, seed=1)


def shown(game: Game, seat: int | None) -> str:
    return "\n".join(Board(Eyes(game, seat), Paint(width=200)).lines())


def test_a_ring_shows_who_is_where_and_what_is_printed(game: Game) -> None:
    assert "1 Bay, depth 2\n" in shown(game, 0)
    assert "2 Cove, depth 2 <- Ann, Ben\n" in shown(game, 0)


def test_a_secret_place_is_not_shown(game: Game) -> None:
    assert "3 Mole, depth 7\n" in shown(game, 0) and "3 Mole, depth 7\n" in shown(game, 1)


def test_numbers_that_everybody_can_work_out_stand_beside_the_name(game: Game) -> None:
    for seat in (0, 1, None):
        assert "speed 3" in shown(game, seat) and "speed 1" in shown(game, seat)


def test_numbers_that_tell_of_hidden_cards_do_not(game: Game) -> None:
    numbers = Standing(Eyes(game, 0)).numbers
    assert [word.split()[0] for word in numbers(0)] == ["speed"] == [word.split()[0] for word in numbers(1)]


def test_a_phase_says_what_it_is_about(game: Game) -> None:
    assert Standing(Eyes(game, 0)).phases() == ["voyage (Ann, Mole)"]
    assert "voyage (Ann, Mole)" in shown(game, 1).splitlines()[1]


def test_cards_that_lie_face_up_and_down_keep_their_order(game: Game) -> None:
    lines = [line.strip() for line in shown(game, 1).splitlines()]
    assert "deck of: #1 Sail, #2 face down" in lines


def test_equal_names_are_put_together_where_their_order_does_not_count() -> None:
    names = ["Oar", "Oar", "Sail", "Oar"]
    assert listed_twice(names) == ["Oar x3", "Sail"]
    assert listed_twice(names, in_order=True) == ["Oar x2", "Sail", "Oar"]
