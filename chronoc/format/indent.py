"""Where each line begins: two spaces for each open block; a clause that goes on is set in further.

How far it goes on is the author's choice: by an even number of spaces, or below something of the lines before.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from chronoc.format.gaps import Columns, place
from chronoc.format.lines import Line, Piece

STEP = 2


@dataclass(slots=True)
class Clause:
    """The clause that is being read: where its first line begins, now and then, and what stands in its lines."""

    column: int = 0
    out: int = 0
    places: dict[int, int] = field(default_factory=dict)  # column now -> column then


@dataclass(slots=True)
class Frame:
    """An open bracket. `base`: where its own line begins, so where the closing one stands."""

    kind: str
    base: int
    clause: Clause
    hanging: bool = False  # it ends its line
    column: int | None = None  # where the first line in a hanging bracket begins now


class Indent:
    def __init__(self, lines: list[Line], columns: Columns | None) -> None:
        self.lines = lines
        self.columns = columns
        self.frames: list[Frame] = []
        self.clause = Clause()
        self.following = following(lines)

    def run(self) -> bool:
        """Sets where every piece stands. Did anything move?"""
        for number, line in enumerate(self.lines):
            first = line.pieces[0]
            deciding = self.following[number] if line.bare else first
            goes_on = self.goes_on(deciding)
            if line.raw is not None:
                first.out = first.column
            elif line.bare:
                first.out = self.beside(first, deciding) if goes_on and deciding is not None else self.body()
            else:
                first.out = self.start(first, goes_on)
            place(number, line, self.columns)
            if not line.bare:
                self.enter(number, line, goes_on)
        return any(piece.out != piece.column for line in self.lines for piece in line.pieces)

    def body(self) -> int:
        """Where a clause of the innermost block begins."""
        for frame in reversed(self.frames):
            if frame.kind == "_LBRACE":
                return frame.base + STEP
        return 0

    @staticmethod
    def goes_on(first: Piece | None) -> bool:
        return first is not None and not first.fact.starts and first.kind != "_RBRACE"

    def start(self, first: Piece, goes_on: bool) -> int:
        if first.closes:
            return self.frames[-1].base if self.frames else 0
        if not goes_on:
            return self.body()
        return self.clause.out if self.level(first) else self.further(first)

    def level(self, first: Piece) -> bool:
        """Does a line that goes on with a clause begin where the clause does?"""
        in_block = not self.frames or self.frames[-1].kind == "_LBRACE"
        return first.kind == "_LBRACE" or first.fact.type == "_ELSE" or (first.fact.step and in_block)

    def beside(self, comment: Piece, behind: Piece) -> int:
        """Where a comment begins that stands inside a clause."""
        return self.clause.out if self.level(behind) else self.further(comment)

    def further(self, first: Piece) -> int:
        """Where a line begins that goes on with a clause."""
        frame = self.frames[-1] if self.frames else None
        if frame is not None and frame.hanging and frame.kind != "_LBRACE":
            if frame.column is None:
                frame.column = first.column
            return frame.base + STEP + even(first.column - frame.column)
        offset = first.column - self.clause.column
        if offset not in (STEP, 2 * STEP):
            below = self.clause.places.get(first.column)
            if below is not None and below >= self.clause.out + STEP:
                return below
        return self.clause.out + max(STEP, even(offset))

    def enter(self, number: int, line: Line, goes_on: bool) -> None:
        """Goes through a line: its brackets, and the clauses that begin in it."""
        first = line.pieces[0]
        signs = [piece for piece in line.pieces if piece.kind != "COMMENT"]
        for k, piece in enumerate(signs):
            if piece.closes:
                if self.frames:
                    self.clause = self.frames.pop().clause
                continue
            if piece.fact.starts:
                self.clause = Clause(first.column, first.out)
            self.clause.places[piece.column] = piece.out
            if piece.kind in ("_LBRACE", "_LPAR", "_LBRACK"):
                base = first.out
                if piece.kind == "_LBRACE" and goes_on and not self.belongs_to_line(number, first):
                    base = self.clause.out
                last = k == len(signs) - 1
                self.frames.append(Frame(piece.kind, base, self.clause, last))
                if piece.kind == "_LBRACE":
                    self.clause = Clause(first.column, first.out)

    def belongs_to_line(self, number: int, first: Piece) -> bool:
        """A block that opens in a line that goes on: is it set in from that line, or from the clause's first line?"""
        inner = self.following[number]
        if inner is None or first.column <= self.clause.column:
            return False
        if inner.kind == "_RBRACE":
            return inner.column >= first.column
        return inner.column > first.column


def even(offset: int) -> int:
    return max(0, offset - offset % STEP)


def following(lines: list[Line]) -> list[Piece | None]:
    """For each line, what the next one that is no comment begins with."""
    out: list[Piece | None] = []
    piece: Piece | None = None
    for line in reversed(lines):
        out.append(piece)
        if not line.bare:
            piece = line.pieces[0]
    return out[::-1]


def settle(lines: list[Line]) -> None:
    """Places everything so that a second time would change nothing.

    A run of spaces that is given up can take its column from another line. Each round gives up at least one, so it
    ends; a file that needs many rounds keeps no columns at all.
    """
    for _ in range(8):
        if not Indent(lines, Columns(lines)).run():
            return
        stand(lines)
    while Indent(lines, None).run():
        stand(lines)


def stand(lines: list[Line]) -> None:
    """What was to be is now."""
    for line in lines:
        for piece in line.pieces:
            piece.column = piece.out
            piece.end = piece.behind(piece.out)
