"""The table on a screen: boards as grids, what lies open by title, what is hidden by number."""

from __future__ import annotations

from chronoc.play.charts import MAP_FROM, Charts
from chronoc.play.paint import Paint, listed_twice
from chronoc.play.standing import Standing
from chronoc.play.things import Eyes, Seen
from runtime.view import cell_name, chart_name, letters

#: A cell with fewer columns than this shows codes, with a list of what they mean below the board.
WORDS_FROM = 6
#: Things of one zone that are named; the others are counted.
MOST_NAMED = 30

Cell = list[tuple[str, str]]  # lines of a cell: text and style


class Board:
    """Draws for one pair of eyes."""

    def __init__(self, eyes: Eyes, paint: Paint) -> None:
        self.eyes = eyes
        self.paint = paint
        self.world = eyes.world
        self.standing = Standing(eyes)
        self.shown: dict[int, None] = {}  # things whose zones are drawn with them

    def lines(self) -> list[str]:
        """Everything on the table, as these eyes see it."""
        out = self._heading()
        grids = [i for i in range(1, len(self.world.zone_of)) if i in self.world.spots or i in self.world.places]
        out += self._grids(grids)
        out += self._zones(
            [i for i in range(1, len(self.world.zone_of)) if i not in grids and self.world.owner_of[i] is None]
        )
        for seat in self.world.players:
            out += self._player(seat, grids)
        out += self._loose(grids)
        return out

    # ------------------------------------------------------------------ heading

    def _heading(self) -> list[str]:
        eyes, S = self.eyes, self.eyes.S
        words = [f"Turn {S.turn}" if S.turn else "Before the game"]
        view = eyes.viewer.view()
        if S.turn and not S.over:
            words.append(f"{view['active']} plays")
        words += self.standing.phases()
        if S.over:
            words.append("the game is over")
        variables = [
            f"{row['name'].replace('_', ' ')} {eyes.word(row['type'], value)}"
            for row, value in zip(eyes.table.gvars, S.G, strict=True)
            if value is not None and value != () and value != ""
        ]
        rule = self.paint.style("-" * self.paint.width, "soft")
        head = [self.paint.style(line, "head") for line in self.paint.wrapped(" - ".join(words))]
        return [rule, *head, *self.paint.wrapped(", ".join(variables), "  ", "  ")]

    # ------------------------------------------------------------------ grids and rings

    def _grids(self, grids: list[int]) -> list[str]:
        """Boards in the order of their zones. Those that a layout draws are drawn together."""
        out: list[str] = []
        zones = dict.fromkeys(self.world.zone_of[instance] for instance in grids)
        for zone in zones:
            boards = [instance for instance in grids if self.world.zone_of[instance] == zone]
            if self._charted(boards[0]):
                charts = Charts(self.eyes, self.paint.wide())
                out += charts.lines(boards, self._title, self._beside)
                self.shown.update(charts.shown)
            else:
                for instance in boards:
                    out += self._grid(instance)
        return out

    def _charted(self, instance: int) -> bool:
        """Is this board drawn with codes?"""
        if instance not in self.world.places or not self.world.places[instance]:
            return False
        across = self.world.width[instance]
        words = (self.paint.width - 3) // across - 1 >= WORDS_FROM and across < MAP_FROM
        return not words and Charts(self.eyes, self.paint.wide()).pitch(instance) > 0

    def _beside(self, board: int, paint: Paint) -> list[str]:
        """What lies in the other zones of whatever the board belongs to."""
        owner = self.world.owner_of[board]
        out: list[str] = []
        if owner is not None and owner >= len(self.world.seats):
            self.shown[owner] = None
            for instance in self.eyes.upon[owner]:
                if (
                    instance not in self.world.places
                    and instance not in self.world.spots
                    and self.eyes.contents(instance)
                ):
                    out += self._zone(instance, "", paint)
        return out

    def _grid(self, instance: int) -> list[str]:
        world, S, paint = self.world, self.eyes.S, self.paint
        zone = self.eyes.table.zones[world.zone_of[instance]]
        title = self._title(instance)
        if zone["shape"] == "ring":
            return self._ring(instance, title)
        if not self.eyes.contents(instance) and instance not in world.places:
            return ["", paint.style(title, "head") + ": nothing"]
        columns = world.width[instance]
        label = 3
        width = (paint.width - label) // columns - 1
        if width < 2:
            return ["", paint.style(title, "head"), *self._cells_as_list(instance)]
        codes: dict[str, str] = {}
        cells: list[Cell]
        if instance in world.places:
            picture = "".join(eyes_row for eyes_row in self.eyes.table.layouts[zone["layout"]]["rows"])
            cells = [
                self._place(place, sign, width, codes)
                for place, sign in zip(world.cells[instance], picture, strict=True)
            ]
        else:
            things = [thing for thing in S.Z[instance] if thing is not None]
            numbers = self.eyes.numbers(things)
            cells = [self._card(thing, width, numbers, codes) for thing in S.Z[instance]]
        out = ["", paint.style(title, "head")]
        chart = instance in world.places  # there the letter is the column
        heads = [letters(k) if chart else str(k + 1) for k in range(columns)]
        out.append(" " * label + " ".join(paint.pad(head, width, "soft") for head in heads))
        for start in range(0, len(cells), columns):
            row = cells[start : start + columns]
            tall = max(1, *(len(cell) for cell in row))
            name = str(start // columns + 1) if chart else letters(start // columns)
            for number in range(tall):
                head = paint.pad(name if number == 0 else "", label - 1, "soft") + " "
                parts = [
                    paint.pad(cell[number][0], width, cell[number][1]) if number < len(cell) else " " * width
                    for cell in row
                ]
                out.append(head + " ".join(parts))
            if tall > 1:
                out.append("")
        for code, meaning in codes.items():
            out += paint.wrapped(f"{code} {meaning}", "     ", "  ")
        return out

    def _card(self, thing: int | None, width: int, numbers: dict[int, str], codes: dict[str, str]) -> Cell:
        """A card in a cell: its number or code, its title, what is so just now, what lies on it."""
        if thing is None:
            return [("-", "soft")]
        self.shown[thing] = None
        seen = self.eyes.see(thing, facts=True)
        style = "side" if seen.sign else "mark" if seen.marks else ""
        if width < WORDS_FROM:
            return [(self._code(seen, width, codes), style or self._seat_style(seen))]
        lines: Cell = []
        sign = seen.sign + (" !" if seen.marks else "")
        if thing in numbers:
            lines.append((numbers[thing] + sign, style))
            lines += [(word, style) for word in self.paint.words(seen.title, width, 2)]
        else:
            lines += [(word, style) for word in self.paint.words(seen.title + sign, width, 3)]
        lines += [(mark, "mark") for mark in seen.marks]
        for name in seen.lying:
            lines += [(word, "lying") for word in self.paint.words("+" + name, width, 2)]
        return lines

    def _place(self, place: int | None, sign: str, width: int, codes: dict[str, str]) -> Cell:
        """A place of a drawn board: its sign, or what lies uppermost on it."""
        if place is None:
            return [("", "")]
        pieces = self.eyes.S.on.get(place, ())
        if not pieces:
            return [(sign, "soft")]
        self.shown[pieces[0]] = None
        seen = self.eyes.see(pieces[0])
        under = f"/{len(pieces)}" if len(pieces) > 1 else ""
        if width < WORDS_FROM:
            return [(self._code(seen, width - len(under), codes) + under, self._seat_style(seen))]
        lines: Cell = [(word, self._seat_style(seen)) for word in self.paint.words(seen.title + seen.sign, width, 2)]
        if seen.owner is not None:
            lines.append((self.world.seats[seen.owner], self._seat_style(seen)))
        lines += [(mark, "mark") for mark in seen.marks]
        if len(pieces) > 1:
            lines.append((f"+{len(pieces) - 1} below", "lying"))
        return lines

    def _seat_style(self, seen: Seen) -> str:
        return "" if seen.owner is None else f"seat{seen.owner % 6}"

    def _code(self, seen: Seen, width: int, codes: dict[str, str]) -> str:
        """A short name, the same for equal things, explained below the board."""
        if seen.hidden:
            return "?"
        owner = "" if seen.owner is None else f" of {self.world.seats[seen.owner]}"
        meaning = seen.text() + owner
        for code, known in codes.items():
            if known == meaning:
                return code
        initials = "".join(word[0] for word in self.paint.plain(seen.title).split())[: max(1, width - 1)]
        mark = self.world.seats[seen.owner][:1] if seen.owner is not None and width > 1 else ""
        tries = [initials + mark, seen.title[: max(1, width - len(mark))] + mark]
        tries += [f"{initials[: max(1, width - len(str(n)))]}{n}" for n in range(2, 100)]
        code = next((code for code in tries if code and code not in codes and len(code) <= width), "*")
        codes[code] = meaning
        return code

    def _cells_as_list(self, instance: int) -> list[str]:
        world, out = self.world, []
        width = world.width[instance]
        if instance in world.places:
            for cell, place in enumerate(world.cells[instance]):
                pieces = self.eyes.S.on.get(place, ()) if place is not None else ()
                if pieces:
                    names = ", ".join(self.eyes.see(piece).text() for piece in pieces)
                    out += self.paint.wrapped(f"{chart_name(cell, width)} {names}", "     ", "  ")
            return out
        for cell, thing in enumerate(self.eyes.S.Z[instance]):
            if thing is not None:
                out += self.paint.wrapped(
                    f"{cell_name(cell, width)} {self.eyes.see(thing, True).text()}", "     ", "  "
                )
        return out

    def _ring(self, instance: int, title: str) -> list[str]:
        out = ["", self.paint.style(title, "head") + " (the last is beside the first)"]
        at = self.standing.at()
        things = self.eyes.S.Z[instance]
        numbers = [{} if thing is None else self.eyes.printed_numbers(thing) for thing in things]
        places = {
            name for row in numbers for name in row if all(row.get(name) == k for k, row in enumerate(numbers, 1))
        }
        for cell, thing in enumerate(things):
            name = "-" if thing is None else self.eyes.see(thing, True).text()
            name += "".join(f", {number} {value}" for number, value in numbers[cell].items() if number not in places)
            if thing in at:
                name += f" <- {', '.join(at[thing])}"
            out += self.paint.wrapped(f"{cell + 1:>3} {name}", "      ", "  ")
            if thing is not None:
                self.shown[thing] = None
        return out

    # ------------------------------------------------------------------ lists and piles

    def _title(self, instance: int) -> str:
        owner = self.world.owner_of[instance]
        name = self.eyes.name(instance)
        return self.paint.plain(name if owner is None else f"{name} of {self.world.title(owner)}")

    def _zone(self, instance: int, indent: str, paint: Paint | None = None) -> list[str]:
        """One zone in words: what is seen by title, top first, what is not by number. Nothing if open and empty."""
        eyes, S, paint = self.eyes, self.eyes.S, paint or self.paint
        things = [thing for thing in S.Z[instance] if thing is not None]
        zone = eyes.table.zones[self.world.zone_of[instance]]
        if not things:
            return [f"{indent}{eyes.name(instance)}: empty"] if zone["see"] == "hidden" else []
        seen = [eyes.see(thing) for thing in things]
        for thing in things:
            self.shown[thing] = None
        if zone["see"] == "faces":
            return paint.wrapped(f"{eyes.name(instance)}: {', '.join(faces(seen))}", indent + "    ", indent)
        own = self.world.owner_of[instance]
        known = [item.text() if item.owner == own else eyes.owned(item) for item in seen if not item.hidden]
        unseen = len(seen) - len(known)
        names = listed_twice(known, in_order=zone["shape"] == "list" and zone["see"] == "open")
        parts = names[:MOST_NAMED]
        if len(names) > MOST_NAMED:
            parts.append(f"and {len(names) - MOST_NAMED} more")
        if unseen:
            parts.append(f"{unseen} hidden" if known else f"{unseen} card{'s' if unseen != 1 else ''}")
        top = "on top " if zone["shape"] == "pile" and known and not seen[0].hidden and len(seen) > 1 else ""
        number = f" {len(things)}," if known and len(things) > 3 else ""
        return paint.wrapped(f"{eyes.name(instance)}:{number} {top}{', '.join(parts)}", indent + "    ", indent)

    def zones_called(self, wanted: str) -> list[str]:
        """All zones of a name, everybody's in the order of seats."""
        called = [
            instance
            for instance in range(1, len(self.world.zone_of))
            if wanted in (self.eyes.name(instance).casefold(), self._title(instance).casefold())
        ]
        out = self._grids([i for i in called if i in self.world.spots or i in self.world.places])
        for instance in called:
            if instance not in self.world.spots and instance not in self.world.places:
                said = self._zone(instance, "") or [f"{self.eyes.name(instance)}: empty"]
                owner = self.world.owner_of[instance]
                if owner is not None:
                    said = [self.paint.plain(self.world.title(owner)), *("  " + line for line in said)]
                out += said
        return out

    def _zones(self, instances: list[int]) -> list[str]:
        is_open = [i for i in instances if self.eyes.table.zones[self.world.zone_of[i]]["see"] != "hidden"]
        out: list[str] = []
        for instance in [*is_open, *(i for i in instances if i not in is_open)]:
            out += self._zone(instance, "")
        return ["", *out] if out else []

    def _player(self, seat: int, grids: list[int]) -> list[str]:
        eyes, S = self.eyes, self.eyes.S
        notes = [*eyes.see(seat).marks, *self.standing.numbers(seat)]
        if seat in S.lost:
            notes.append("out")
        if seat in S.won:
            notes.append("winner")
        you = " (you)" if seat == eyes.seat else ""
        name = self.paint.plain(self.world.seats[seat])
        out = self.paint.wrapped(name + you + (": " + ", ".join(notes) if notes else ""), "    ", "")
        if out[0].startswith(name):
            out[0] = self.paint.style(name, "own" if you else f"seat{seat % 6}") + out[0][len(name) :]
        for instance, owner in enumerate(self.world.owner_of):
            if owner == seat and instance not in grids:
                out += self._zone(instance, "  ")
        return ["", *out]

    def _loose(self, grids: list[int]) -> list[str]:
        """What lies in zones of things that are not drawn themselves."""
        out: list[str] = []
        for thing, instances in self.eyes.upon.items():
            if thing in self.shown:
                continue
            lines: list[str] = []
            for instance in instances:
                if instance not in grids and self.eyes.contents(instance):
                    lines += self._zone(instance, "  ")
            if lines:
                places = self.eyes.S.cells.get(thing)
                where = f" at {self.eyes.viewer.place(places[0])}" if places else ""
                out += [*self.paint.wrapped(f"{self.world.title(thing)}{where}:"), *lines]
        return ["", *out] if out else []


def faces(seen: list[Seen]) -> list[str]:
    """Cards of which each lies face up or face down, in their order, which tells them apart: `#1 face down, #2 The Lamp`."""
    return [f"#{number} {'face down' if item.hidden else item.text()}" for number, item in enumerate(seen, 1)]
