"""The tokens of a text as lines of pieces, each with where it stands in the source."""

from __future__ import annotations

from dataclasses import dataclass, field

from chronoc.format.read import Fact, Read
from chronoc.format.words import LINE_END, spelt
from chronoc.syntax.lexer import Token
from chronoc.terminal import TAB, columns

_NO_FACT = Fact("")
#: Lines between these comments are left alone.
OFF, ON = "# fmt: off", "# fmt: on"


@dataclass(slots=True)
class Piece:
    """A token as it will be written. `column` and `end`: where it stands now, counted from 0, wide signs twice."""

    kind: str
    text: str
    fact: Fact
    column: int
    end: int
    after: int  # the least space in front of it: 0 or 1
    out: int = 0

    @property
    def closes(self) -> bool:
        return self.kind in ("_RBRACE", "_RPAR", "_RBRACK")

    def behind(self, at: int) -> int:
        """The column behind it when it begins at `at`."""
        last = self.text.rpartition("\n")
        return columns(last[2]) if last[1] else at + columns(self.text)


@dataclass(slots=True)
class Line:
    """`blank`: how many empty lines stand before it. `raw`: its text, where the author wants it left alone."""

    pieces: list[Piece]
    blank: int = 0
    raw: str | None = None
    paragraph: int = 0
    bare: bool = field(init=False)  # only a comment

    def __post_init__(self) -> None:
        self.bare = self.pieces[0].kind == "COMMENT"

    @property
    def text(self) -> str:
        if self.raw is not None:
            return self.raw
        out: list[str] = []
        at = 0
        for piece in self.pieces:
            out.append(" " * (piece.out - at))
            out.append(piece.text)
            at = piece.behind(piece.out)
        return "".join(out)


def lines_of(text: str, found: Read) -> list[Line]:
    """The lines that are not empty. Of several empty lines one is left, none at the edge of a file or block."""
    lines: list[Line] = []
    pieces: list[Piece] = []
    empty = 0
    at = column = 0
    before: Token | None = None
    begin, off = 0, False  # where the line begins; is it to be left alone
    for token in [*found.tokens, Token("EOL", "", len(text), len(text), 0, 0, 0, 0)]:
        if token.kind == "EOL":
            if pieces:
                comment = pieces[0].text if pieces[0].kind == "COMMENT" else ""
                off = off and comment != ON
                raw = LINE_END.sub("\n", text[begin : token.start]).rstrip() if off else None
                lines.append(Line(pieces, empty if off else min(empty, 1), raw))
                off = off or comment == OFF
                pieces, empty = [], 0
            else:
                empty += 1
            at, column = token.end, 0
            begin = at
            continue
        column = behind_gap(text[at : token.start], column)
        fact = found.facts.get(token.start, _NO_FACT)
        least = 1
        if before is not None:
            least = space(before, found.facts.get(before.start, _NO_FACT), token, fact)
        written = token.text if off else spelt(token, fact)
        piece = Piece(token.kind, written, fact, column, 0, least)
        rows = LINE_END.split(token.text) if token.kind == "STRING" else [token.text]
        column = columns(rows[-1]) + (column if len(rows) == 1 else 0)
        piece.end = column
        pieces.append(piece)
        at = token.end
        if token.kind != "COMMENT":
            before = token
    tidy(lines)
    return lines


def tidy(lines: list[Line]) -> None:
    paragraph = 0
    opened = True  # the file or a block has just begun
    for line in lines:
        if line.raw is None and (opened or line.pieces[0].kind == "_RBRACE"):
            line.blank = 0
        signs = [piece for piece in line.pieces if piece.kind != "COMMENT"]
        opened = bool(signs) and signs[-1].kind == "_LBRACE"
        paragraph += line.blank > 0
        line.paragraph = paragraph


def behind_gap(gap: str, column: int) -> int:
    for sign in gap:
        column += TAB - column % TAB if sign == "\t" else columns(sign)
    return column


def space(before: Token, fact: Fact, token: Token, own: Fact) -> int:
    """How many spaces two tokens need between them: 0 or 1."""
    if token.kind in ("_COMMA", "_COLON", "_RPAR", "_RBRACK") or before.kind in ("_LPAR", "_LBRACK"):
        return 0
    if token.kind == "_DOT":
        return 0 if before.end == token.start or before.kind != "NUMBER" else 1
    if before.kind == "_DOT":
        return 0 if before.end == token.start or token.kind != "NUMBER" else 1
    if fact.unary:
        return 0
    if token.kind == "_LPAR":
        return 0 if own.type == "_CALLPAR" and before.end == token.start else 1
    if token.kind == "_LBRACK":
        return 0
    return 1
