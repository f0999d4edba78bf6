"""Cards that are printed for the cells of a grid, in the order of the cells."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from chronoc.lower.verify import place
from chronoc.model.suggest import fold
from chronoc.syntax.tree import Span

if TYPE_CHECKING:
    from chronoc.check.context import Context


@dataclass(frozen=True, slots=True)
class Cell:
    """A card at its cell (row by row), with the number that its kind is named by."""

    cell: int
    columns: int
    number: int
    title: str
    span: Span

    def name(self, cell: int) -> str:
        """A cell as it is written: the row as a letter, the column as a number."""
        row, column = divmod(cell, self.columns)
        letter = chr(ord("A") + row) if row < 26 else f"row {row + 1} "
        return f"{letter}{column + 1}"


def rows(ctx: Context) -> list[list[Cell]]:
    """For each grid that cards known by a number are printed for: those of each set, in the order of the cells."""
    found: dict[tuple[int, str], list[Cell]] = {}
    table, program = ctx.table, ctx.program
    for field in program.fields:
        if field.var or field.type.base != "cell" or table["zones"][field.type.arg]["layout"] is not None:
            continue
        columns = ctx.lowering.columns(program.zones[field.type.arg])
        named_by = next((kind.named_by for kind in field.kind.lineage if kind.named_by is not None), None)
        member = None if named_by is None else field.kind.member(fold(named_by))
        if columns is None or member is None:
            continue
        for card, row in zip(program.designs, table["designs"], strict=True):
            node, number = row["fields"].get(str(field.index)), row["fields"].get(str(member.index))
            if node is None or number is None or ctx.code[node][0] != "cell" or ctx.code[number][0] != "num":
                continue
            cell = Cell(ctx.code[node][3], columns, ctx.code[number][1], card.title, place(card, field))
            found.setdefault((field.index, row["set"]), []).append(cell)
    return [sorted(cells, key=lambda one: (one.cell, one.number)) for cells in found.values()]
