"""Boards that a layout draws, as charts with codes: several boards of one region side by side where they fit.

An empty place shows its sign. A piece shows its code on its first place and a bar over the others, so that pieces can be
told apart without colour; `+` says that something lies beneath. What signs and codes mean stands below the boards.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

from chronoc.play.paint import GAP, Paint, in_columns
from chronoc.play.things import Eyes, Seen
from chronoc.terminal import columns
from runtime.view import chart_name, letters

#: Columns of one place, with what is free behind it.
NARROWEST, WIDEST = 2, 5
#: So many columns of places are a map: it is drawn with codes even where there is room for words.
MAP_FROM = 9
BAR, EDGE, BENEATH, STATE = "=", "|", "+", "*"

Notes = Callable[[int, Paint], list[str]]


class Charts:
    """Draws for one pair of eyes. shown: the things that stand on the boards."""

    def __init__(self, eyes: Eyes, paint: Paint) -> None:
        self.eyes = eyes
        self.paint = paint
        self.world = eyes.world
        self.shown: dict[int, None] = {}
        seats = [paint.plain(name) for name in self.world.seats]
        initials = [name[:1].casefold() for name in seats]
        #: one sign for each player
        self.signs_of_seats = [
            name[:1].upper() if initials.count(initial) == 1 and columns(name[:1]) == 1 else str(seat % 10)
            for seat, (name, initial) in enumerate(zip(seats, initials, strict=True), 1)
        ]

    def pitch(self, instance: int, boards: int = 1) -> int:
        """Columns of a place when so many boards stand side by side; 0 when they do not fit."""
        room = (self.paint.width - GAP * (boards - 1)) // boards - self.label(instance)
        fitting = room // max(1, self.world.width[instance])
        return min(WIDEST, fitting) if fitting >= NARROWEST else 0

    def label(self, instance: int) -> int:
        """Columns in front of a row, for its number."""
        return len(str(len(self.world.cells[instance]) // max(1, self.world.width[instance]))) + 1

    def lines(self, instances: Sequence[int], title: Callable[[int], str], notes: Notes) -> list[str]:
        """All boards of one zone, and what the codes mean. notes: what else is to be said of a board."""
        first = instances[0]
        pitch = self.pitch(first, len(instances))
        beside = len(instances) if pitch else 1
        pitch = pitch or self.pitch(first)
        codes = Codes(self, first, pitch - free(pitch))
        out: list[str] = []
        for at in range(0, len(instances), beside):
            blocks = [
                self.block(instance, pitch, codes, title(instance), notes) for instance in instances[at : at + beside]
            ]
            out += ["", *side_by_side(blocks)]
        return [*out, *self.legend(first, codes)]

    # ------------------------------------------------------------------ one board

    def block(self, instance: int, pitch: int, codes: Codes, title: str, notes: Notes) -> list[tuple[str, int]]:
        """Lines with their widths: the first is the widest that there may be."""
        world, paint = self.world, self.paint
        across, label = world.width[instance], self.label(instance)
        wide = label + across * pitch
        heads = "".join(paint.pad(letters(column), pitch, "soft") for column in range(across))
        out = [(paint.pad(title, wide, "head"), wide), (" " * label + heads, wide)]
        begun: dict[int, None] = {}
        for start in range(0, len(world.cells[instance]), across):
            row = world.cells[instance][start : start + across]
            line = paint.pad(str(start // across + 1), label, "soft")
            for column, place in enumerate(row):
                line += self.cell(
                    place, row[column - 1] if column else None, row[column + 1 : column + 2], pitch, codes, begun
                )
            out.append((line, wide))
        narrow = Paint(paint.colour, wide, paint.encoding)
        beneath: dict[str, list[str]] = {}
        for cell, place in enumerate(world.cells[instance]):
            for piece in self.eyes.S.on.get(place, ())[1:] if place is not None else ():
                beneath.setdefault(self.eyes.owned(self.eyes.see(piece)), []).append(chart_name(cell, across))
        said = notes(instance, narrow)
        for name, places in beneath.items():
            said += narrow.wrapped(f"beneath: {name} {', '.join(places)}", "    ", "")
        return [*out, *((line, columns(line)) for line in said)]

    def top(self, place: int | None) -> int | None:
        pieces = self.eyes.S.on.get(place, ()) if place is not None else ()
        return pieces[0] if pieces else None

    def cell(
        self, place: int | None, left: int | None, right: Sequence[int | None], pitch: int, codes: Codes, begun: dict[int, None]
    ) -> str:  # fmt: skip
        """One place: its sign, the code of what lies uppermost, or a bar where that goes on."""
        if place is None:
            return " " * pitch
        piece = self.top(place)
        if piece is None:
            return self.paint.pad(codes.sign(place), pitch, "soft")
        self.shown[piece] = None
        code, style = codes.of(piece)
        goes_on = bool(right) and self.top(right[0]) == piece
        gap = 0 if goes_on else free(pitch)
        if piece not in begun:
            begun[piece] = None
            text = code
        else:
            text = BAR if self.top(left) == piece else EDGE
        fill = BAR if goes_on or text in (BAR, EDGE) or len(self.eyes.S.cells.get(piece, ())) > 1 else " "
        text += fill * (pitch - gap - columns(text))
        if len(self.eyes.S.on[place]) > 1 and text[-1] in (BAR, " "):
            text = text[:-1] + BENEATH
        return self.paint.style(text, style) + " " * gap

    # ------------------------------------------------------------------ what it means

    def legend(self, instance: int, codes: Codes) -> list[str]:
        entries = [f"{sign} {title}" for sign, title in codes.signs.items()]
        pieces = sorted(codes.codes.items(), key=lambda pair: pair[1].casefold())
        entries += [f"{code} {meaning}" for meaning, code in pieces]
        if any(len(pieces) > 1 for pieces in self.eyes.S.on.values()):
            entries.append(f"{BENEATH} something lies beneath")
        return ["", *in_columns(entries, self.paint)] if entries else []


class Codes:
    """Codes of the pieces that may lie on a board: a few letters of the title, the sign of the player to whom the piece, or
    all that lies on it, belongs, and a star when something else is so. Equal pieces share one, on all boards."""

    def __init__(self, charts: Charts, instance: int, room: int) -> None:
        self.charts = charts
        self.eyes, self.paint, self.world = charts.eyes, charts.paint, charts.world
        self.room = room
        self.signs: dict[str, str] = {}  # those that were drawn, with what they are called
        self.codes: dict[str, str] = {}  # meaning -> code
        zone = self.world.zone_of[instance]
        designs = self.eyes.table.designs
        self.named = {int(design): sign for sign, design in self.world.signs[zone].items()}
        kinds = {kind for held in self.eyes.table.zones[zone]["holding"] for kind in self.world.subkinds[held]}
        titles = dict.fromkeys(self.paint.plain(design["title"]) for design in designs if design["kind"] in kinds)
        self.stems = stems(titles, max(1, min(3, room - 1)), self.named.values())

    def sign(self, place: int) -> str:
        design = self.world.designs[place]
        sign = self.named.get(-1 if design is None else design, " ")
        self.signs.setdefault(sign, self.paint.plain(self.world.title(place)))
        return sign

    def of(self, piece: int) -> tuple[str, str]:
        """Code and style of a piece."""
        seen = self.eyes.see(piece)
        if seen.hidden:
            return "?", ""
        owner = self.owner(piece, seen)
        style = "" if owner is None else f"seat{owner % 6}"
        meaning = self.paint.plain(self.eyes.owned(seen))
        if meaning not in self.codes:
            title = self.paint.plain(seen.title)
            stem = self.stems.get(title, title[:1])
            mark = "" if owner is None else self.charts.signs_of_seats[owner]
            state = STATE if seen.marks or (seen.lying and owner is None) else ""
            tries = [
                (stem + mark + state)[: self.room],
                *(f"{stem[: self.room - 1]}{number}" for number in range(2, 10)),
            ]
            taken = self.codes.values()
            self.codes[meaning] = next((code for code in tries if code not in taken), "#"[: self.room])
        return self.codes[meaning], style

    def owner(self, piece: int, seen: Seen) -> int | None:
        """To whom the piece belongs, or else all that lies on it."""
        if seen.owner is not None:
            return seen.owner
        owners = {
            self.world.owner_seat.get(other)
            for instance in self.eyes.upon.get(piece, ())
            for other in self.eyes.contents(instance)
            if self.eyes.viewer.knows(other)
        }
        return owners.pop() if len(owners) == 1 else None


def free(pitch: int) -> int:
    """Columns that stay free behind a place."""
    return 1 if pitch > NARROWEST else 0


def stems(titles: Iterable[str], length: int, signs: Iterable[str]) -> dict[str, str]:
    """A short name for each title: its first letters, or those of its words. Where that is another's, other letters of it,
    which are no other's in another case either."""
    out: dict[str, str] = {}
    taken = dict.fromkeys(signs)
    left = []
    for title in titles:
        words = title.split()
        short = "".join(word[0] for word in words)[:length] if len(words) > 1 and length > 1 else title[:length]
        short = short[:1].upper() + short[1:]
        if short and short not in taken and columns(short) == len(short):
            out[title] = short
            taken[short] = None
        else:
            left.append(title)
    alike = {short.casefold() for short in taken}
    for title in left:
        head = title[: length - 1]
        tries = [head + letter.lower() for letter in title if letter.isalpha() and columns(letter) == 1]
        tries += [head + str(number) for number in range(1, 10)]
        short = next((one for one in tries if one.casefold() not in alike), title[:length])
        out[title] = short
        alike.add(short.casefold())
    return out


def side_by_side(blocks: Sequence[Sequence[tuple[str, int]]]) -> list[str]:
    """Blocks of lines, each with its width, next to each other."""
    out = []
    for row in range(max(len(block) for block in blocks)):
        line, missing = "", 0
        for block in blocks:
            text, wide = block[row] if row < len(block) else ("", 0)
            line += " " * missing + text
            missing = block[0][1] - wide + GAP
        out.append(line)
    return out
