"""What the interpreter does not take, told where it is written: too many copies, names that are too long, boards without end."""

from __future__ import annotations

from typing import Any

from chronoc.lower.lowering import Lowering
from runtime.bounds import MAX_COPIES, MAX_LAYOUT, MAX_OBJECTS, MAX_PLAYERS

Row = dict[str, Any]

MAX_NAME = 200
MAX_SIDE, MAX_CELLS = 1_000, 10_000


def check_bounds(low: Lowering, table: Row) -> None:
    players(low)
    copies(low, table)
    long_names(low, table)
    boards(low, table)
    layouts(low)


def players(low: Lowering) -> None:
    most, span = low.program.players[1], low.program.players_span
    if most > MAX_PLAYERS and span is not None:
        low.program.findings.error("too-large", span, f"{most} players; at most {MAX_PLAYERS} are possible")


def copies(low: Lowering, table: Row) -> None:
    total = 0
    for card, row in zip(low.program.designs, table["designs"], strict=True):
        made = row["copies"] * (table["players"][1] if row["each_player"] else 1)
        if row["copies"] > MAX_COPIES:
            low.program.findings.error(
                "too-large",
                card.span,
                f"{row['copies']} copies of `{card.title:.60}`; at most {MAX_COPIES} are possible",
            )
        elif total <= MAX_OBJECTS < total + made:
            low.program.findings.error(
                "too-large",
                card.span,
                f"with this card there are more than {MAX_OBJECTS} things, which no game can have",
            )
        total += made


def long_names(low: Lowering, table: Row) -> None:
    """Of what has a name of its own; a card's is made of its title where it has none."""
    program = low.program
    for card, row in zip(program.designs, table["designs"], strict=True):
        if len(row["name"]) > MAX_NAME:
            low.program.findings.error(
                "too-large", card.span, f"this card's name has {len(row['name'])} signs; at most {MAX_NAME} are possible",
                "give it a shorter name before the title",
            )  # fmt: skip
    for symbols in (
        program.kinds, program.fields, program.clauses, program.zones, program.options, program.gvars, program.enums, program.tags,
        program.layouts, program.defines, program.verbs, program.actions, program.phases, program.windows, program.goals,
    ):  # fmt: skip
        for symbol in symbols:
            name, span = getattr(symbol, "name", ""), getattr(symbol, "span", None)
            if isinstance(name, str) and len(name) > MAX_NAME and span is not None:
                program.findings.error(
                    "too-large", span, f"a name of {len(name)} signs; at most {MAX_NAME} are possible"
                )


def layouts(low: Lowering) -> None:
    for layout in low.program.layouts:
        rows, columns = len(layout.rows), max(map(len, layout.rows), default=0)
        if max(rows, columns) > MAX_LAYOUT:
            low.program.findings.error(
                "too-large", layout.span, f"the layout `{layout.name}` has {columns} by {rows} cells",
                f"at most {MAX_LAYOUT} by {MAX_LAYOUT} are possible",
            )  # fmt: skip


def boards(low: Lowering, table: Row) -> None:
    """Grids and rings whose size is written as a number; one that is an option is told when the game starts."""
    nodes = low.code.nodes
    for zone, row in zip(low.program.zones, table["zones"], strict=False):
        sides = [
            nodes[row[key]][1] for key in ("rows", "columns") if row[key] is not None and nodes[row[key]][0] == "num"
        ]
        cells = 1
        for side in sides:
            cells *= side
        span = getattr(zone, "span", None)
        if span is None or row["layout"] is not None or row["shape"] not in ("grid", "ring") or not sides:
            continue
        if min(sides) < 1 or max(sides) > MAX_SIDE or cells > MAX_CELLS:
            low.program.findings.error(
                "too-large", span, f"{' by '.join(map(str, sides))} is no size of a board",
                f"a side has 1 to {MAX_SIDE} cells, and a board at most {MAX_CELLS}",
            )  # fmt: skip
