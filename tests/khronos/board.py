"""The boards of a game, read from its state, and the laws once more: written for the tests, by other means than the card
files (flood fills over cells, instead of what the language offers)."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from runtime.game import Game
from tests.khronos.compiled import AGES, copies, zone

#: Title -> craft and value.
BUILDINGS = {
    "Watchtower": ("military", 1), "Keep": ("military", 2), "Castle": ("military", 3),
    "Chapel": ("religious", 1), "Monastery": ("religious", 2), "Abbey": ("religious", 3),
    "Hamlet": ("civil", 1), "Town": ("civil", 2), "City": ("civil", 3), "Printed Hamlet": ("civil", 1),
}  # fmt: skip

Cell = tuple[int, int]
Domain = frozenset[Cell]


@dataclass(frozen=True)
class Tile:
    """A building that stands: what it is, where, and whose (on Reason nobody's)."""

    title: str
    cells: Domain
    owner: int | None

    @property
    def craft(self) -> str:
        return BUILDINGS[self.title][0]

    @property
    def value(self) -> int:
        return BUILDINGS[self.title][1]


class Boards:
    """Reads the boards of a game and of its copies."""

    def __init__(self, game: Game) -> None:
        world = game.rules.world
        self.cells: dict[str, dict[int, Cell]] = {}
        for age in AGES:
            (era,) = copies(game, f"The Age of {age}")
            instance = zone(game, "board", era)
            width = world.width[instance]
            self.cells[age] = {
                place: (at % width, at // width) for at, place in enumerate(world.cells[instance]) if place is not None
            }
        self.cubes = {piece: zone(game, "cubes_on", piece) for title in BUILDINGS for piece in copies(game, title)}

    def read(self, game: Game, age: str) -> list[Tile]:
        """All that stands on a board. What is covered does not."""
        world, state, where = game.rules.world, game.state, self.cells[age]
        found: dict[int, Tile] = {}
        for place in where:
            for piece in state.on.get(place, ())[:1]:
                cubes = state.Z[self.cubes[piece]]
                owner = world.owner_seat[cubes[0]] if cubes and cubes[0] is not None and age != "Reason" else None
                found[piece] = Tile(world.title(piece), frozenset(where[c] for c in state.cells[piece]), owner)
        return list(found.values())

    def all(self, game: Game) -> dict[str, list[Tile]]:
        return {age: self.read(game, age) for age in AGES}


def around(cell: Cell) -> list[Cell]:
    x, y = cell
    return [(x - 1, y), (x + 1, y), (x, y - 1), (x, y + 1)]


def domains(tiles: Iterable[Tile]) -> list[Domain]:
    """The connected stretches of cells with buildings on them."""
    left = {cell for tile in tiles for cell in tile.cells}
    found = []
    while left:
        edge = [min(left)]
        part = set(edge)
        left.discard(edge[0])
        while edge:
            for cell in around(edge.pop()):
                if cell in left:
                    left.discard(cell)
                    part.add(cell)
                    edge.append(cell)
        found.append(frozenset(part))
    return found


def rivals(tiles: list[Tile]) -> list[Tile]:
    """The buildings that break hierarchy: the highest of a craft in a domain, where there are several."""
    found = []
    for domain in domains(tiles):
        for craft in ("military", "religious"):
            inside = [tile for tile in tiles if tile.craft == craft and tile.cells <= domain]
            top = max((tile.value for tile in inside), default=0)
            highest = [tile for tile in inside if tile.value == top]
            found += highest if len(highest) > 1 else []
    return found


def joined(before: list[Tile], after: list[Tile], tile: Tile) -> list[Domain]:
    """The domains of before of which something is left in the domain that a tile has after, beside the tile itself."""
    (now,) = [domain for domain in domains(after) if tile.cells <= domain]
    return [domain for domain in domains(before) if domain & (now - tile.cells)]
