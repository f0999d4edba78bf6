"""From what a person names (a folder, a shipped variant, a built file) to a table that plays."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from runtime import Table


class Incomplete(Exception):
    """The variant has errors; they have been shown (exit code 1)."""


def table_for(variant: str, draft: bool = False) -> Table:
    """The table of a variant, compiled afresh, or of a file that `chronoc build` wrote.

    Findings are shown on standard error, errors only where the table can be used. Raises Refusal and Incomplete."""
    from chronoc.cli import Refusal
    from runtime import TableError, load_table

    path = Path(variant)
    if path.suffix == ".json" and path.is_file():
        try:
            return load_table(path)
        except TableError as fault:
            raise Refusal(f"{variant} cannot be played: {fault.problems[0]}") from None
    from chronoc.commands.build import compiled
    from chronoc.render import Renderer, ordered, summary
    from chronoc.terminal import colours
    from chronoc.variant import read_sources

    sources = read_sources(variant, draft=draft)
    table, found = compiled(sources)
    if table is None:
        renderer = Renderer(sources.reading.places, sources.reading.texts, colours(sys.stderr))
        for item in ordered(found):
            print(renderer.full(item), end="\n\n", file=sys.stderr)
        print(f"{summary(found)}; {sources.variant.id} cannot be played", file=sys.stderr)
        raise Incomplete(sources.variant.id)
    try:
        return load_table(table)
    except TableError as fault:
        raise Refusal(f"{sources.variant.id} is more than the interpreter takes: {fault.problems[0]}") from None


def given_options(words: list[str]) -> dict[str, object]:
    """`name=3`, `name=yes` as options of a game. Raises Refusal."""
    from chronoc.cli import Refusal

    out: dict[str, object] = {}
    for word in words:
        name, sign, value = word.partition("=")
        if not sign or not name.strip():
            raise Refusal(f"an option is written NAME=VALUE, not {word!r}")
        text = value.strip()
        if text in ("yes", "no", "true", "false"):
            out[name.strip()] = text in ("yes", "true")
        else:
            try:
                out[name.strip()] = int(text)
            except ValueError:
                raise Refusal(f"the value of option {name.strip()} is a number, yes or no, not {text!r}") from None
    return out


def number_of_players(table: Table, players: int | None, default: int) -> int:
    """The number asked for, or the default brought into the table's bounds. Raises Refusal."""
    from chronoc.cli import Refusal

    low, high = table.players
    if players is None:
        return min(max(default, low), high)
    if not low <= players <= high:
        raise Refusal(f"{table.title} is for {low} to {high} players, not {players}")
    return players
