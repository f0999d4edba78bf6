"""Text for a screen of a certain width and alphabet: colours where there are any, columns counted as they show."""

from __future__ import annotations

import os
import shutil
import sys
from collections.abc import Iterable, Sequence
from typing import IO

from chronoc.terminal import colours, columns, steady_streams, visible

#: What a style looks like. Nothing is said by colour alone: each of these stands beside words or marks.
STYLES = {
    "head": "1",
    "soft": "2",
    "side": "33;1",
    "mark": "31;1",
    "lying": "36",
    "prompt": "1",
    "own": "32",
    "seat0": "34",
    "seat1": "31",
    "seat2": "32",
    "seat3": "35",
    "seat4": "33",
    "seat5": "36",
}
#: Columns of a line, the fewest that are used, and the most that boards side by side may take.
WIDTH, NARROWEST, WIDEST = 80, 30, 100
#: Columns between things that stand side by side.
GAP = 3


class Paint:
    """What the screen can show. `width`: columns of a line; `room`: of what may be wider than a text."""

    def __init__(self, colour: bool = False, width: int = WIDTH, encoding: str = "utf-8", room: int = 0) -> None:
        self.colour = colour
        self.width = width
        self.room = max(width, room)
        self.encoding = encoding

    @classmethod
    def of(cls, stream: IO[str]) -> Paint:
        """What this stream can show."""
        steady_streams()
        room = WIDTH
        if stream.isatty() or os.environ.get("COLUMNS"):
            room = max(NARROWEST, min(WIDEST, shutil.get_terminal_size((WIDTH, 24)).columns))
        return cls(colours(stream), min(WIDTH, room), getattr(stream, "encoding", None) or "ascii", room)

    def wide(self) -> Paint:
        """The same for what may be wider than a text."""
        return Paint(self.colour, self.room, self.encoding)

    def plain(self, text: str) -> str:
        """The text as the screen will show it: one line, in its alphabet, without signs that steer it."""
        shown = visible(text)
        if shown.isascii():
            return shown
        return shown.encode(self.encoding, "chronoc-plainer").decode(self.encoding, "replace")

    def clear(self) -> None:
        """What stands on the screen goes away: it is wiped, or moved out of sight where that cannot be done."""
        if sys.stdout.isatty() and os.environ.get("TERM") != "dumb":
            sys.stdout.write("\x1b[H\x1b[2J\x1b[3J")
        else:
            sys.stdout.write("\n" * 40)

    def style(self, text: str, style: str = "") -> str:
        if not self.colour or not style or not text:
            return text
        return f"\x1b[{STYLES[style]}m{text}\x1b[0m"

    def cut(self, text: str, width: int) -> str:
        """At most so many columns; a dot ends what was cut."""
        if columns(text) <= width:
            return text
        out = ""
        for sign in text:
            if columns(out + sign) > width - 1:
                break
            out += sign
        return out + "." if width > 0 else ""

    def pad(self, text: str, width: int, style: str = "") -> str:
        """Exactly so many columns."""
        shown = self.cut(self.plain(text), width)
        return self.style(shown, style) + " " * (width - columns(shown))

    def wrapped(self, text: str, indent: str = "", first: str | None = None) -> list[str]:
        """The text in lines of the screen, broken at spaces; `first` begins the first line, `indent` the others."""
        out, line = [], indent if first is None else first
        bare = True
        for word in self.plain(text).split():
            for part in self._parts(word, self.width - columns(indent)):
                if not bare and columns(line) + 1 + columns(part) > self.width:
                    out.append(line)
                    line, bare = indent, True
                line += part if bare else " " + part
                bare = False
        return [*out, line] if not bare else out

    def _parts(self, word: str, width: int) -> list[str]:
        """A word in parts that fit into a line."""
        out, part = [], ""
        for sign in word:
            if columns(part + sign) > max(4, width):
                out.append(part)
                part = ""
            part += sign
        return [*out, part]

    def words(self, text: str, width: int, most: int) -> list[str]:
        """A title in at most so many short lines of a cell: words that do not fit are cut with a dot."""
        out: list[str] = []
        for word in self.plain(text).split():
            if out and columns(out[-1]) + 1 + columns(word) <= width:
                out[-1] += " " + word
            elif len(out) < most:
                out.append(self.cut(word, width))
        return out


def show(lines: Iterable[str], stream: IO[str] | None = None) -> None:
    """Write lines; what a narrower alphabet lacks is replaced by the stream."""
    target = stream or sys.stdout
    for line in lines:
        target.write(line.rstrip() + "\n")
    target.flush()


def listed_twice(names: Sequence[str], in_order: bool = False) -> list[str]:
    """Equal names once, with their number: `Keep x3`. The order stays; where it counts, only neighbours are put together."""
    counts: list[tuple[str, int]] = []
    for name in names:
        at = next((k for k, (known, _) in enumerate(counts) if known == name), None)
        if in_order and at is not None:
            at = len(counts) - 1 if counts[-1][0] == name else None
        if at is None:
            counts.append((name, 1))
        else:
            counts[at] = (name, counts[at][1] + 1)
    return [name if count == 1 else f"{name} x{count}" for name, count in counts]


def in_columns(entries: Sequence[str], paint: Paint) -> list[str]:
    """Entries in as many columns as fit, read row by row."""
    wide = max(columns(entry) for entry in entries) + GAP
    across = max(1, (paint.width - 2 + GAP) // wide)
    if across == 1:
        return [line for entry in entries for line in paint.wrapped(entry, "    ", "  ")]
    rows = [entries[at : at + across] for at in range(0, len(entries), across)]
    return ["  " + "".join(paint.pad(entry, wide) for entry in row).rstrip() for row in rows]
