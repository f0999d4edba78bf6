"""The set, compiled once, and a table on which a test can lay things where it wants them."""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path
from typing import Any

from chronoc.analyse import Analysis, analyse
from chronoc.variant import Sources, read_sources
from runtime.game import Game
from runtime.table import Table, load_table

NAME = "emerald"
FOLDER = Path(__file__).parents[2] / "cards" / NAME


@cache
def analysed() -> tuple[Sources, Analysis]:
    """The set as the compiler sees it. A finding of any severity fails: these files are what others learn from."""
    sources = read_sources(NAME)
    analysis = analyse(sources.sets, sources.variant)
    found = [f"{d.span.file}:{d.span.line}: {d.message}" for d in (*sources.diagnostics, *analysis.diagnostics)]
    assert not found, "\n".join(found)
    return sources, analysis


@cache
def loaded() -> Table:
    table = analysed()[1].table
    assert table is not None
    return load_table(table)


@cache
def symbols() -> dict[str, dict[str, int]]:
    """Title -> symbol -> how many, read from the text of the card files and not from the table."""
    found: dict[str, dict[str, int]] = {}
    for path in sorted(FOLDER.glob("*.chrono")):
        text = path.read_text(encoding="utf-8")
        for card in re.finditer(r'(?ms)^(?:starter|intrigue|city_card|royalty)\b[^"\n]*"([^"]+)"(.*?)(?=^\w|\Z)', text):
            line = re.search(r"symbols: ([a-z0-9, ]+?)(?:  |\n| \}|$)", card[2])
            parts = [part.split() for part in line[1].split(",")] if line else []
            found[card[1]] = {part[-1]: int(part[0]) if len(part) > 1 else 1 for part in parts}
    return found


class Bench:
    """A game in which nothing is set up: `put` things, then `start`."""

    def __init__(self, seats: int = 2, options: dict[str, Any] | None = None) -> None:
        self.game = Game.new(loaded(), seats, seed=1, options=options or {}, setup=False)
        self.world = self.game.rules.world
        self.names = {zone["name"]: index for index, zone in enumerate(loaded().raw["zones"])}
        self.titles = [design["title"] for design in loaded().raw["designs"]]

    def zone(self, name: str, owner: str | int | None = None) -> int:
        """The instance of a zone: of a seat, of a city by title, or of nobody."""
        base = self.world.base[self.names[name]]
        if owner is None:
            return base
        things = range(len(self.world.zone_of))
        wanted = owner if isinstance(owner, int) else self.thing(owner)
        (found,) = [i for i in things if self.world.zone_of[i] == self.names[name] and self.world.owner_of[i] == wanted]
        return found

    def copies(self, title: str, seat: int | None = None) -> list[int]:
        """The copies of a card; those of a seat where everybody has his own."""
        (design,) = [index for index, known in enumerate(self.titles) if known == title]
        found = list(self.world.copies[design])
        return found if seat is None else [x for x in found if self.world.owner_seat.get(x, self.owner(x)) == seat]

    def thing(self, title: str) -> int:
        return self.copies(title)[0]

    def owner(self, thing: int) -> int | None:
        return self.field(thing, "owner")

    def field(self, thing: int, name: str) -> Any:
        """The value of a variable of a thing."""
        for index, row in enumerate(loaded().raw["fields"]):
            low, high = self.world.lo[row["kind"]], self.world.hi[row["kind"]]
            if row["var"] and row["name"] == name and low <= thing < high:
                return self.game.state.V[self.game.rules.column_of[index]][thing - low]
        return None

    def put(self, thing: int, instance: int) -> None:
        state = self.game.state
        assert state.L[thing] == 0, "it lies somewhere already"
        state.Z[instance].append(thing)
        state.L[thing] = instance

    def start(self, seat: int = 0) -> Game:
        self.game.state.active = self.game.state.first = seat
        self.game.begin(setup=False)
        return self.game
