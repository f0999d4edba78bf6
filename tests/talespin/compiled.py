"""The set and the game for one, compiled once, with what the tests ask for by name."""

from __future__ import annotations

from functools import cache
from typing import Any

from chronoc.analyse import Analysis, analyse
from chronoc.variant import Sources, read_sources
from runtime.game import Game
from runtime.table import Table, load_table

NAME, SOLO = "talespin", "talespin-solo"


@cache
def analysed(variant: str) -> tuple[Sources, Analysis]:
    """The set as the compiler sees it. A finding of any severity fails: these files are what others learn from."""
    sources = read_sources(variant)
    analysis = analyse(sources.sets, sources.variant)
    found = [f"{d.span.file}:{d.span.line}: {d.message}" for d in (*sources.diagnostics, *analysis.diagnostics)]
    assert not found, "\n".join(found)
    return sources, analysis


@cache
def table(variant: str = NAME) -> dict[str, Any]:
    raw = analysed(variant)[1].table
    assert raw is not None
    return raw


@cache
def loaded(variant: str = NAME) -> Table:
    return load_table(table(variant))


def named(part: str, name: str, variant: str = NAME) -> int:
    """Index of an entry of the table by its name."""
    (index,) = [i for i, entry in enumerate(table(variant)[part]) if entry["name"] == name]
    return index


def of_kind(kind: str) -> list[dict[str, Any]]:
    return [design for design in table()["designs"] if table()["kinds"][design["kind"]]["name"] == kind]


def printed(design: dict[str, Any], field: str) -> Any:
    """A printed field: a number, the name of a word of a type, or the design that is named. None where nothing is printed."""
    raw = table()
    kinds = [design["kind"]]
    while (parent := raw["kinds"][kinds[-1]]["parent"]) is not None:
        kinds.append(parent)
    for index, row in enumerate(raw["fields"]):
        if row["name"] == field and row["kind"] in kinds:
            node = design["fields"].get(str(index), row["default"])
            return None if node is None else raw["code"][node]
    return None


def zone(game: Game, name: str, seat: int | None = None, variant: str = NAME) -> int:
    """The instance of a zone, of a seat or of nobody."""
    base = game.rules.world.base[named("zones", name, variant)]
    return base if seat is None else base + seat
