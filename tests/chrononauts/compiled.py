"""Both editions, compiled once, with the things the tests ask for by name."""

from __future__ import annotations

from functools import cache
from typing import Any

from chronoc.analyse import analyse
from chronoc.variant import read_sources
from runtime.game import Game
from runtime.table import Table, load_table

LATER = "chrononauts"
FIRST = "chrononauts-first-edition"


@cache
def table(variant: str) -> dict[str, Any]:
    """The rule table of an edition. A finding of any severity fails: these files are what others learn from."""
    sources = read_sources(variant)
    analysis = analyse(sources.sets, sources.variant)
    found = [f"{d.span.file}:{d.span.line}: {d.message}" for d in (*sources.diagnostics, *analysis.diagnostics)]
    assert not found, "\n".join(found)
    assert analysis.table is not None
    return analysis.table


@cache
def loaded(variant: str) -> Table:
    return load_table(table(variant))


def named(variant: str, part: str, name: str) -> int:
    """Index of an entry of the table by its name."""
    (index,) = [i for i, entry in enumerate(table(variant)[part]) if entry["name"] == name]
    return index


def kind_of(variant: str, design: dict[str, Any]) -> str:
    name: str = table(variant)["kinds"][design["kind"]]["name"]
    return name


def of_kind(variant: str, kind: str) -> list[tuple[int, dict[str, Any]]]:
    """The designs of a kind, by index."""
    return [(i, d) for i, d in enumerate(table(variant)["designs"]) if kind_of(variant, d) == kind]


def printed(variant: str, design: dict[str, Any], field: str) -> Any:
    """The code node of a printed field."""
    index = named(variant, "fields", field)
    return table(variant)["code"][design["fields"][str(index)]]


def by_year(variant: str) -> dict[int, int]:
    """Year -> design, for all events."""
    years = {}
    for kind in ("linchpin", "ripplepoint"):
        for index, design in of_kind(variant, kind):
            op, year = printed(variant, design, "year")
            assert op == "num"
            years[year] = index
    return years


def years_of(variant: str, designs: list[int]) -> list[int]:
    year_of = {design: year for year, design in by_year(variant).items()}
    return [year_of[d] for d in designs]


def mentioned(variant: str, design: dict[str, Any], clause: str) -> list[int]:
    """Years that a condition names, in order of time."""
    found: list[int] = design["mentions"].get(str(named(variant, "clauses", clause)), [])
    return sorted(years_of(variant, found))


class Bench:
    """A game, as a rule without a set-up, and a way to call its verbs and definitions by name."""

    def __init__(self, variant: str, options: dict[str, Any] | None = None, seed: int = 0, setup: bool = False) -> None:
        self.variant = variant
        self.game = Game.new(loaded(variant), 2, seed=seed, options=options or {}, setup=setup)
        copies = self.game.rules.world.copies
        self.thing = {year: copies[design][0] for year, design in by_year(variant).items()}
        self.copies = copies

    def card(self, title: str) -> int:
        (design,) = [i for i, d in enumerate(table(self.variant)["designs"]) if d["title"] == title]
        return self.copies[design][0]

    def overload(self, part: str, name: str, *kinds: str | None) -> int:
        """The function of a definition or verb for these kinds; None stands for what is no card."""
        entry = table(self.variant)[part][named(self.variant, part, name)]
        wanted = [None if kind is None else named(self.variant, "kinds", kind) for kind in kinds]
        (fn,) = [o["fn"] for o in entry["overloads"] if o["kinds"] == wanted]
        assert isinstance(fn, int)
        return fn

    def ask(self, fn: int, *arguments: int, you: int = 0) -> Any:
        return self.game.evaluate(fn, you=you, arguments=arguments)

    def do(self, fn: int, *arguments: int, you: int = 0) -> None:
        self.game.run(fn, you=you, arguments=arguments)
