"""Which runs of spaces inside a line are kept: those that make columns, and two or three between short fields."""

from __future__ import annotations

from collections import Counter

from chronoc.format.lines import Line, Piece

BETWEEN_FIELDS = 3
BEFORE_COMMENT = 2


class Columns:
    """What stands in one column with what: lines of a paragraph, and the comments of a whole file."""

    def __init__(self, lines: list[Line]) -> None:
        self.kinds: dict[tuple[int, int, str], list[int]] = {}
        self.any: list[dict[int, None]] = [dict.fromkeys(piece.column for piece in line.pieces[1:]) for line in lines]
        self.wide: dict[tuple[int, int], list[int]] = {}
        self.ends: dict[tuple[int, int], list[int]] = {}
        self.comments: Counter[int] = Counter()
        for number, line in enumerate(lines):
            for before, piece in zip(line.pieces, line.pieces[1:]):
                if piece.kind == "COMMENT":
                    self.comments[piece.column] += 1
                    continue
                _note(self.kinds.setdefault((line.paragraph, piece.column, piece.kind), []), number)
                if piece.column - before.end > 1:
                    _note(self.wide.setdefault((line.paragraph, piece.column), []), number)
                if piece.kind == "NUMBER":
                    _note(self.ends.setdefault((line.paragraph, piece.end), []), number)

    def shared(self, number: int, line: Line, piece: Piece) -> bool:
        """Does the like of it begin (or, of numbers, end) in the same column of the paragraph, or anything in the next
        line or the one before?"""
        if piece.kind == "COMMENT":
            return self.comments[piece.column] > 1
        if any(piece.column in self.any[k] for k in (number - 1, number + 1) if 0 <= k < len(self.any)):
            return True
        with_it = [
            self.kinds.get((line.paragraph, piece.column, piece.kind), []),
            self.wide.get((line.paragraph, piece.column), []),
        ]
        if piece.kind == "NUMBER":
            with_it.append(self.ends.get((line.paragraph, piece.end), []))
        return any(other != number for group in with_it for other in group)


def _note(numbers: list[int], number: int) -> None:
    if len(numbers) < 2 and number not in numbers:  # two are enough to know that there is another
        numbers.append(number)


def place(number: int, line: Line, columns: Columns | None) -> None:
    """Sets where the pieces behind the first stand. Without columns nothing is kept in one."""
    first = line.pieces[0]
    if line.raw is not None:
        for piece in line.pieces:
            piece.out = piece.column
        return
    shift = first.out - first.column
    at = first.behind(first.out)
    for before, piece in zip(line.pieces, line.pieces[1:]):
        gap = piece.column - before.end
        least = normal(before, piece, gap)
        piece.out = at + least
        if gap > max(least, 1) and columns is not None and columns.shared(number, line, piece) and piece.after:
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
