"""Which runs of spaces inside a line are kept: those that make columns, and two or three between short fields."""

from __future__ import annotations

from collections import Counter

from chronoc.format.lines import Line, Piece

BETWEEN_FIELDS = 3
BEFORE_COMMENT = 2


Mark = tuple[int, str, int, str]  # paragraph, what is alike, column, more of it


class Columns:
    """What stands in one column with what: lines of a paragraph, and the comments of a whole file."""

    def __init__(self, lines: list[Line]) -> None:
        self.lines: dict[Mark, list[int]] = {}  # two are enough to know that there is another
        self.comments: Counter[int] = Counter()
        for number, line in enumerate(lines):
            for k, (before, piece) in enumerate(zip(line.pieces, line.pieces[1:]), 1):
                if piece.kind == "COMMENT":
                    self.comments[piece.column] += 1
                    continue
                for mark in marks(line, k, piece.column - before.end > 1):
                    numbers = self.lines.setdefault(mark, [])
                    if len(numbers) < 2 and number not in numbers:
                        numbers.append(number)

    def shared(self, number: int, line: Line, k: int) -> bool:
        """Does the like of piece `k`, which stands behind a run of spaces, stand there in another line?"""
        piece = line.pieces[k]
        if piece.kind == "COMMENT":
            return self.comments[piece.column] > 1
        return any(other != number for mark in marks(line, k, True) for other in self.lines.get(mark, ()))


def marks(line: Line, k: int, wide: bool) -> list[Mark]:
    """What another piece may share with this one. Words stand everywhere, so one of them alone proves no column."""
    piece, paragraph = line.pieces[k], line.paragraph
    found = [(paragraph, "count", piece.column, str(k))]
    if wide:
        found.append((paragraph, "wide", piece.column, ""))
    if piece.kind != "NAME":
        found.append((paragraph, "kind", piece.column, piece.kind))
    if piece.kind == "NUMBER":
        found.append((paragraph, "end", piece.end, ""))
    return found


def place(number: int, line: Line, columns: Columns | None) -> None:
    """Sets where the pieces behind the first stand. Without columns nothing is kept in one."""
    first = line.pieces[0]
    if line.raw is not None:
        for piece in line.pieces:
            piece.out = piece.column
        return
    shift = first.out - first.column
    at = first.behind(first.out)
    for k, (before, piece) in enumerate(zip(line.pieces, line.pieces[1:]), 1):
        gap = piece.column - before.end
        least = normal(before, piece, gap)
        piece.out = at + least
        if gap > max(least, 1) and columns is not None and columns.shared(number, line, k) and piece.after:
            # a comment stays where it is, a column moves with its line
            target = piece.column if piece.kind == "COMMENT" else piece.column + shift
            floor = min(least, 2) if piece.fact.field or piece.kind == "COMMENT" else 1
            piece.out = max(at + floor, target)
        at = piece.behind(piece.out)


def normal(before: Piece, piece: Piece, gap: int) -> int:
    """The space in front of a piece that stands in no column."""
    if piece.kind == "COMMENT":
        return gap if 2 <= gap <= 3 else BEFORE_COMMENT
    if piece.fact.field:
        return gap if 2 <= gap <= 3 else BETWEEN_FIELDS
    if piece.fact.statement:
        return min(max(gap, 1), BETWEEN_FIELDS)
    return piece.after
