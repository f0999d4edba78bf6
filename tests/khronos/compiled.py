"""The set, compiled once, and what a test asks of a game by name."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Any

from chronoc.analyse import Analysis, analyse
from chronoc.variant import Sources, read_sources
from runtime.game import Game
from runtime.table import Table, load_table

NAME = "khronos"
FOLDER = Path(__file__).parents[2] / "cards" / NAME
AGES = ("Might", "Faith", "Reason")
CRAFTS = ("military", "religious", "civil")


@cache
def analysed(variant: str = NAME) -> tuple[Sources, Analysis]:
    """The set as the compiler sees it. A finding of any severity fails: these files are what others learn from."""
    sources = read_sources(variant)
    analysis = analyse(sources.sets, sources.variant)
    found = [f"{d.span.file}:{d.span.line}: {d.message}" for d in (*sources.diagnostics, *analysis.diagnostics)]
    assert not found, "\n".join(found)
    return sources, analysis


@cache
def loaded(variant: str = NAME) -> Table:
    table = analysed(variant)[1].table
    assert table is not None
    return load_table(table)


def zone(game: Game, name: str, owner: int | None = None) -> int:
    """The instance of a zone: the only one, or that of an owner."""
    world = game.rules.world
    (index,) = [i for i, row in enumerate(loaded().raw["zones"]) if row["name"] == name]
    (found,) = [i for i, of in enumerate(world.zone_of) if of == index and world.owner_of[i] == owner]
    return found


def thing(game: Game, title: str) -> int:
    return copies(game, title)[0]


def copies(game: Game, title: str) -> list[int]:
    (design,) = [i for i, row in enumerate(loaded().raw["designs"]) if row["title"] == title]
    return list(game.rules.world.copies[design])


def field(game: Game, of: int, name: str) -> Any:
    """The value of a variable of a thing."""
    world = game.rules.world
    for index, row in enumerate(loaded().raw["fields"]):
        low, high = world.lo[row["kind"]], world.hi[row["kind"]]
        if row["var"] and row["name"] == name and low <= of < high:
            return game.state.V[game.rules.column_of[index]][of - low]
    raise AssertionError(f"no variable {name} of {of}")


def variable(game: Game, name: str) -> Any:
    (index,) = [i for i, row in enumerate(loaded().raw["gvars"]) if row["name"] == name]
    return game.state.G[index]
