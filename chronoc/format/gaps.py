"""Which runs of spaces inside a line are kept: those that make columns, and two or three between short fields."""

from __future__ import annotations

from collections import Counter

from chronoc.format.lines import Line, Piece

BETWEEN_FIELDS = 3
BEFORE_COMMENT = 2


class Columns:
    """What stands in one column with what: lines of a paragraph, and the comments of a whole file."""

    def __init__(self, lines: list[Line]) -> None:
        self.wide: dict[tuple[int, int], list[int]] = {}  # pieces behind a run of spaces
        self.like: dict[tuple[int, int, str], list[int]] = {}  # pieces of one kind
        self.next: list[dict[int, int]] = []  # for each line, column -> how many pieces from its begin
        self.ends: dict[tuple[int, int], list[int]] = {}  # numbers
        self.comments: Counter[int] = Counter()
        for number, line in enumerate(lines):
            self.next.append({piece.column: k for k, piece in enumerate(line.pieces) if k})
            for k, (before, piece) in enumerate(zip(line.pieces, line.pieces[1:]), 1):
                if piece.kind == "COMMENT":
                    self.comments[piece.column] += 1
                    continue
                _note(self.like.setdefault((line.paragraph, piece.column, _kind(piece, k)), []), number)
                if piece.column - before.end > 1:
                    _note(self.wide.setdefault((line.paragraph, piece.column), []), number)
                if piece.kind == "NUMBER":
                    _note(self.ends.setdefault((line.paragraph, piece.end), []), number)

    def shared(self, number: int, line: Line, k: int) -> bool:
        """Does the like of piece `k` begin (or, of numbers, end) in the same column of another line?"""
        piece = line.pieces[k]
        if piece.kind == "COMMENT":
            return self.comments[piece.column] > 1
        if any(self.next[n].get(piece.column) == k for n in (number - 1, number + 1) if 0 <= n < len(self.next)):
            return True
        with_it = [
            self.like.get((line.paragraph, piece.column, _kind(piece, k)), []),
            self.wide.get((line.paragraph, piece.column), []),
        ]
        if piece.kind == "NUMBER":
            with_it.append(self.ends.get((line.paragraph, piece.end), []))
        return any(other != number for group in with_it for other in group)


def _kind(piece: Piece, k: int) -> str:
    """Words are everywhere, so they are alike only where the same number of pieces stands before them."""
    return f"{piece.kind} {k}" if piece.kind == "NAME" else piece.kind


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
