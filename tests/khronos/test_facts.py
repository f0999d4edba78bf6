"""The set says what the sources say: how many of what there is. And the map, which is ours, is what it has to be."""

from __future__ import annotations

from collections import Counter
from itertools import product

from runtime.game import Game
from tests.khronos.board import BUILDINGS, Boards, Cell, Domain, around, domains
from tests.khronos.compiled import AGES, FOLDER, field, loaded, variable, zone

#: Title -> number of tiles.
TILES = {
    "Watchtower": 20, "Keep": 24, "Castle": 9, "Chapel": 20, "Monastery": 20, "Abbey": 9, "Hamlet": 20, "Town": 24,
    "City": 9,
}  # fmt: skip


def designs() -> dict[str, int]:
    return {design["title"]: design["copies"] for design in loaded().raw["designs"]}


def picture() -> list[list[str]]:
    """The map as it is drawn in the file, not as the table has it."""
    drawn = (FOLDER / "map.chrono").read_text(encoding="utf-8").split('"""')[1]
    return [line.split() for line in drawn.strip().splitlines()]


def test_counts() -> None:
    found = designs()
    assert {title: found[title] for title in TILES} == TILES and sum(TILES.values()) == 155
    cards = [number for title, number in found.items() if title.endswith(" Construction")]
    assert cards == [18, 18, 19]
    assert (found["Control Cube"], found["Adventurer"], found["Printed Hamlet"]) == (25, 2, 30)


def test_set_up() -> None:
    for seats in (2, 3, 4, 5):
        game = Game.new(loaded(), seats, seed=seats)
        zones = game.state.Z
        assert len(zones[zone(game, "stock")]) == 155 and len(zones[zone(game, "deck")]) == 55 - 4 * seats
        assert variable(game, "bank") == 255 - 4 * seats
        for seat in range(seats):
            assert field(game, seat, "ecus") == 4 and len(zones[zone(game, "reserve", seat)]) == 25


def test_the_region_is_drawn_three_times_with_ten_hamlets_each_a_domain() -> None:
    drawn = picture()
    hamlets = {(x, y) for y, row in enumerate(drawn) for x, sign in enumerate(row) if sign == "o"}
    assert len(hamlets) == 10
    game = Game.new(loaded(), 2, seed=1)
    for age in AGES:
        tiles = Boards(game).read(game, age)
        assert {cell for tile in tiles for cell in tile.cells} == hamlets
        assert len(domains(tiles)) == 10
    signs = Counter(sign for row in drawn for sign in row)
    assert all(signs[sign] >= 8 for sign in "~f^") and signs["."] > 100


def test_the_map_has_room_for_all_tiles() -> None:
    """Large ones first, each where it fits, and towns and cities over rivers and printed hamlets as far as they go."""
    free = [{(x, y): sign for y, row in enumerate(picture()) for x, sign in enumerate(row)} for _ in AGES]
    order = sorted(TILES, key=lambda title: (-BUILDINGS[title][1], BUILDINGS[title][0] != "civil"))
    for title in order:
        for _ in range(TILES[title]):
            spots = [(board, cells) for board in free for cells in fitting(board, *BUILDINGS[title])]
            assert spots, title
            board, cells = min(spots, key=lambda spot: loose(*spot))
            for cell in cells:
                del board[cell]


def fitting(board: dict[Cell, str], craft: str, value: int) -> list[Domain]:
    """Where such a tile can lie among what is free. A town or city may lie over a river, and has grown from one printed
    hamlet at most."""
    found = []
    for corner in board:
        cells = block(corner, value)
        signs = "".join(board.get(cell, "?") for cell in cells)
        large = craft == "civil" and value > 1
        if "?" not in signs and signs.count("o") <= large and (large or "~" not in signs):
            found.append(cells)
    return found


def block(corner: Cell, size: int) -> Domain:
    return frozenset((corner[0] + x, corner[1] + y) for x, y in product(range(size), repeat=2))


def loose(board: dict[Cell, str], cells: Domain) -> tuple[int, int]:
    """Rivers and hamlets first; then as few free neighbours as possible."""
    hard = sum(board[cell] in "~o" for cell in cells)
    return -hard, sum(near in board and near not in cells for cell in cells for near in around(cell))
