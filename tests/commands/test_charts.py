"""`chronoc play`: boards that a layout draws, side by side, readable without colour."""

from __future__ import annotations

import io
import random
import re
from functools import cache
from pathlib import Path

import pytest

from chronoc.analyse import analyse
from chronoc.play.board import Board
from chronoc.play.charts import Charts, stems
from chronoc.play.paint import Paint
from chronoc.play.session import Session, Stop
from chronoc.play.things import Eyes
from chronoc.terminal import columns
from chronoc.variant import read_sources
from runtime import Game, Table, load_table

SPECIMENS = Path(__file__).parents[1] / "specimens"
SKETCH = "khronos-sketch"  # three boards of 12 by 10 places


@cache
def table_of(name: str) -> Table:
    sources = read_sources(str(SPECIMENS / name))
    found = analyse(sources.sets, sources.variant).table
    assert found is not None
    return load_table(found)


def game_of(name: str, players: int | tuple[str, ...], decisions: int) -> Game:
    game, chance = Game.new(table_of(name), players, 1, forced=True), random.Random(1)
    for _ in range(decisions):
        if game.state.asked is not None:
            game.answer(game.state.asked.options[chance.randrange(len(game.state.asked.options))])
    return game


def drawn(game: Game, width: int, colour: bool = False) -> list[str]:
    return Board(Eyes(game, 0), Paint(colour, width)).lines()


class Table3:
    """A game whose boards are cleared of all pieces, to put some on them."""

    def __init__(self, players: int | tuple[str, ...] = 2) -> None:
        self.game = game_of(SKETCH, players, 0)
        self.world, self.kernel = self.game.rules.world, self.game.rules.kernel
        for piece in list(self.game.state.cells):
            self.kernel.move_one(self.game.state, None, piece, self.zone("stock"))
        self.taken: dict[str, int] = {}

    def zone(self, name: str) -> int:
        return next(i for i in range(len(self.world.zone_of)) if self.world.zone_name(i) == name)

    def put(self, title: str, at: int, size: int, board: int = 0, owner: int | None = None) -> None:
        """at: number of the first place, row by row."""
        instance = sorted(self.world.places)[board]
        width = self.world.width[instance]
        places = [self.world.cells[instance][at + r * width + c] for r in range(size) for c in range(size)]
        number = self.taken[title] = self.taken.get(title, -1) + 1
        named = [thing for thing, design in enumerate(self.world.designs) if design is not None]
        piece = [thing for thing in named if self.world.title(thing) == title][number]
        self.kernel.put(self.game.state, None, piece, places)
        if owner is not None:
            cube = self.game.state.Z[self.zone(f"reserve of {self.world.seats[owner]}")][0]
            assert cube is not None
            upon = next(i for i, whose in enumerate(self.world.owner_of) if whose == piece)
            self.kernel.move_one(self.game.state, None, cube, upon)

    def rows(self, width: int) -> list[str]:
        """The lines of the boards, without what stands above and below."""
        lines = drawn(self.game, width)
        return [line.rstrip() for line in lines if re.match(r"\d+ ", line)]


def test_boards_stand_side_by_side_where_they_fit_and_else_one_after_the_other() -> None:
    game = game_of(SKETCH, 3, 40)
    titles = ["board of Age of Might", "board of Age of Faith", "board of Age of Reason"]
    wide = drawn(game, 100)
    assert [line for line in wide if all(title in line for title in titles)]
    narrow = drawn(game, 80)
    assert [line.rstrip() for line in narrow if line.startswith("board of")] == titles
    letters = "   A B C D E F G H I J K L"
    assert (
        next(line for line in wide if line.startswith("   A")).rstrip()
        == (letters + "    ").join(["", "", ""]) + letters
    )


def test_texts_stay_as_narrow_as_they_are_where_boards_are_wider(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "132")
    paint = Paint.of(io.StringIO())
    assert (paint.width, paint.room) == (80, 100)
    lines = Board(Eyes(game_of(SKETCH, 3, 40), 0), paint).lines()
    boards = [at for at, line in enumerate(lines) if "board of" in line]
    assert len(boards) == 1
    stock = next(at for at, line in enumerate(lines) if line.startswith("stock:"))
    assert all(columns(line) <= 80 for line in [*lines[: boards[0]], *lines[stock:]])


@pytest.mark.parametrize("width", [30, 40, 57, 80, 100])
@pytest.mark.parametrize("name", [SKETCH, "islands", "quilt"])
def test_no_board_is_wider_than_the_screen(name: str, width: int) -> None:
    lines = drawn(game_of(name, 2, 30), width)
    assert all(columns(line) <= width for line in lines)


def test_pieces_are_told_apart_by_code_owner_and_extent() -> None:
    table = Table3()
    table.put("Keep", 0, 2, owner=0)
    table.put("Keep", 2, 2, owner=1)
    table.put("City", 24, 3)
    table.put("Town", 27, 2)
    table.put("Watchtower", 29, 1, owner=1)
    rows = [row[3:27] for row in table.rows(100)]
    assert rows[0].startswith("KA==KB==")
    assert rows[1].startswith("|===|===")
    assert rows[2].startswith("i=====T===WB")
    assert rows[3].startswith("|=====|===")
    assert rows[4].startswith("|=====.")
    legend = "\n".join(drawn(table.game, 100))
    for entry in (
        "KA Keep (with Control cube of Ann)", "KB Keep (with Control cube of Ben)", "i City", "T Town",
        "WB Watchtower (with Control cube of Ben)", "^ Mountain",
    ):  # fmt: skip
        assert entry in legend


def test_what_lies_beneath_is_marked_and_named() -> None:
    table = Table3()
    table.put("Printed hamlet", 13, 1)
    table.put("Town", 0, 2)
    assert table.rows(100)[1][3:7] == "|==+"
    text = "\n".join(drawn(table.game, 100))
    assert "beneath: Printed hamlet B2" in text
    assert "+ something lies beneath" in text


def test_one_code_means_one_thing_on_all_boards() -> None:
    table = Table3()
    for board in range(3):
        table.put("Chapel", 5, 1, board, owner=board % 2)
        table.put("Castle", 24, 3, board)
    row = table.rows(100)[0]
    codes = re.findall(r"e[AB]", row)
    assert codes == ["eA", "eB", "eA"]
    assert "\n".join(drawn(table.game, 100)).count("Chapel (with") == 2


def test_a_star_says_that_something_else_is_so() -> None:
    table = Table3()
    table.put("Keep", 0, 2)
    ruined = next(k for k, field in enumerate(table.game.rules.table.fields) if field["name"] == "ruined")
    keep = next(iter(table.game.state.cells))
    table.game.rules.machine.set_field(table.game.state, None, ruined, keep, True, False, False)
    assert table.rows(100)[0][3:7] == "K*=="
    assert "K* Keep (ruined)" in "\n".join(drawn(table.game, 100))


def test_players_with_the_same_initial_are_numbered() -> None:
    eyes = Eyes(game_of(SKETCH, ("Ann", "Anton", "Ben"), 0), 0)
    assert Charts(eyes, Paint()).signs_of_seats == ["1", "2", "B"]


def test_nothing_is_said_by_colour_alone() -> None:
    game = game_of(SKETCH, 3, 60)
    plain = [line.rstrip() for line in drawn(game, 100)]
    assert [re.sub(r"\x1b\[[\d;]*m", "", line).rstrip() for line in drawn(game, 100, colour=True)] == plain


def test_what_belongs_to_the_owner_of_a_board_stands_below_it_with_its_players() -> None:
    game = game_of(SKETCH, 2, 0)
    text = " ".join("\n".join(line[:27] for line in drawn(game, 100)).split())
    assert "travellers: 4, Adventurer of Ann x2, Adventurer of Ben x2" in text
    assert "Age of Might: travellers" not in "\n".join(drawn(game, 100))


def test_view_of_a_zone_draws_all_its_boards() -> None:
    board = Board(Eyes(game_of(SKETCH, 2, 10), 0), Paint(False, 100))
    lines = board.zones_called("board")
    assert [line for line in lines if "Age of Might" in line and "Age of Reason" in line]


def test_many_options_stand_in_columns(capsys: pytest.CaptureFixture[str]) -> None:
    game = game_of("islands", 2, 0)
    asked = game.state.asked
    assert asked is not None and len(asked.options) > 40
    try:
        Session(game, {1: "random"}, source=io.StringIO(""), paint=Paint(False, 80)).play()
    except Stop:
        pass
    lines = capsys.readouterr().out.split("\n")
    first = next(line for line in lines if line.startswith("   1 "))
    assert "2 A tower on sea.B1" in first and "3 A tower on sea.C1" in first
    assert sum("A tower on" in line for line in lines) == 45 // 3
    assert all(columns(line) <= 80 for line in lines)


@pytest.mark.parametrize("length", [1, 2, 3])
def test_short_names_are_different_and_no_signs_of_places(length: int) -> None:
    titles = ["Castle", "Chapel", "City", "Cart", "Old Castle", "Oak", "fen", "Fort", "C"]
    found = stems(titles, length, ["F", "."])
    assert (
        len({name.casefold() for name in found.values()} | {"f", "."}) == len(titles) + (length > 1) + 1 or length == 1
    )
    assert len(set(found.values())) == len(titles)
    assert not {"F", "."} & set(found.values())
    assert all(0 < len(name) <= length for name in found.values())
