"""What a seat may know as one row of whole numbers, always as many, made of its view and of nothing else.

`Layout` says what stands where: each entry has a name and bounds. A view that says something else gives another row, except
where lists are longer than `LISTED` and where `nothing` stands for the number 0.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from chronoc.adapters.words import Vocabulary
from runtime.view import cell_name

#: Items of a list, pairs of a table, that have entries of their own.
LISTED = 6
#: Words already said for an answer, and things that a question mentions, that have entries of their own.
SAID, MENTIONED = 6, 4

LEAST, MOST = -(2**31), 2**31 - 1
#: More of one kind of number than this is not told apart.
COUNT = 1_000_000


class Layout:
    """Entries of the rows of a table that has met its players.

    names: of the entries · low, high: their bounds · like cards stand one behind the other, in the order of where they lie,
    so that which copy is which cannot be read."""

    def __init__(self, rules: Any, words: Vocabulary) -> None:
        self.words = words
        self.names: list[str] = []
        self.low: list[int] = []
        self.high: list[int] = []
        table, world = rules.table, rules.world
        self._nameless = len(words) + 1  # a text that has no word
        self._spots: dict[str, int] = {}
        self._zones: dict[str, int] = {}
        self._players: list[tuple[int, dict[str, tuple[int, bool]]]] = []
        self._cards: dict[str, tuple[list[int], dict[str, tuple[int, bool]], int]] = {}
        self._variables: dict[str, tuple[int, bool]] = {}

        seats = len(world.seats)
        self._head = self._entry("seat", 0, seats)
        self._entry("turn", 0, COUNT)
        self._entry("active", 0, seats)
        self._entry("over", 0, 1)
        self._entry("question", 0, len(rules.specs))
        self._said = self._several("said", SAID, self._nameless)
        self._mentioned = self._several("mentioned", MENTIONED, self._nameless)
        self._phases = {
            name: self._entry(f"phase {name}", 0, COUNT) for name in dict.fromkeys(row["name"] for row in table.phases)
        }
        for row in table.gvars:
            self._variables[row["name"]] = self._value(row["name"], row["type"], None)
        for seat, name in enumerate(world.seats):
            place = self._entry(f"{name} lost", 0, 1)
            self._entry(f"{name} won", 0, 1)
            self._players.append((place, self._fields(table, world, name, world.kinds[seat])))
        for instance in range(1, len(world.zone_of)):
            name = world.zone_name(instance)
            self._zones[name] = self._entry(f"{name} size", 0, len(world.designs))
            if instance in world.spots:
                width = world.width.get(instance, 1)
                for cell in range(world.spots[instance]):
                    self._spots[f"{name} {cell_name(cell, width)}"] = cell + 1
        self._zone_number = {name: number for number, name in enumerate(self._zones, 1)}
        self._place_number = {words.words[i]: i + 1 for i in range(len(words))}
        self._lay_cards(table, world)
        self.size = len(self.names)

    # ------------------------------------------------------------------ laying out

    def _entry(self, name: str, low: int, high: int) -> int:
        self.names.append(name)
        self.low.append(low)
        self.high.append(max(high, low + 1))
        return len(self.names) - 1

    def _several(self, name: str, count: int, high: int) -> int:
        for number in range(1, count + 1):
            self._entry(f"{name} {number}", 0, high)
        return len(self.names) - count

    def _value(self, name: str, kind: Sequence[Any], key: Sequence[Any] | None) -> tuple[int, bool]:
        """Entries for a value of a type: their place, and whether it is a list."""
        if key is None and kind[0] != "list":
            return self._single(name, kind), False
        place = self._entry(f"{name} size", 0, COUNT)
        for number in range(1, LISTED + 1):
            if key is not None:
                self._single(f"{name} {number} key", key)
            self._single(f"{name} {number}", kind[1] if kind[0] == "list" else kind)
        return place, True

    def _single(self, name: str, kind: Sequence[Any]) -> int:
        if kind[0] in ("number", "moment", "any"):
            return self._entry(name, LEAST, MOST)
        return self._entry(name, 0, 2 if kind[0] == "flag" else self._nameless)

    def _fields(self, table: Any, world: Any, name: str, kind: int) -> dict[str, tuple[int, bool]]:
        above = world.ancestors(kind)
        return {
            row["name"]: self._value(f"{name} {row['name']}", row["type"], row["key"])
            for row in table.fields
            if row["var"] and row["kind"] in above
        }

    def _lay_cards(self, table: Any, world: Any) -> None:
        copies: dict[str, list[int]] = {}
        for thing in range(len(world.seats), len(world.designs)):
            if thing in world.cell_of:
                continue
            owner = world.owner_seat.get(thing)
            name = world.name(thing) + ("" if owner is None else f"/{world.seats[owner]}")
            copies.setdefault(name, []).append(thing)
        for name, things in copies.items():
            starts: list[int] = []
            fields: dict[str, tuple[int, bool]] = {}
            for number, thing in enumerate(things):
                label = name if len(things) == 1 else f"{name}#{number + 1}"
                starts.append(self._entry(f"{label} zone", 0, len(self._zones)))
                self._entry(f"{label} position", 0, COUNT)
                self._entry(f"{label} level", 0, COUNT)
                self._entry(f"{label} face down", 0, 1)
                found = self._fields(table, world, label, world.kinds[thing])
                fields = fields or {key: (place - starts[-1], many) for key, (place, many) in found.items()}
            self._cards[name] = (starts, fields, len(self.names) - starts[-1])

    # ------------------------------------------------------------------ writing

    def row(
        self,
        view: Mapping[str, Any],
        seat: int | None,
        question: int = 0,
        said: Sequence[int] = (),
        about: Iterable[Any] = (),
    ) -> list[int]:
        """The row of a view. question: number of the decision, from 1 (0: it is not this seat's); said: words said so far
        for its answer; about: what the question mentions, as data."""
        out = [0] * self.size
        names = [entry["name"] for entry in view["players"]]
        head = self._head
        out[head] = 0 if seat is None else seat + 1
        out[head + 1] = view["turn"]
        out[head + 2] = names.index(view["active"]) + 1 if view["active"] in names else 0
        out[head + 3] = int(view["over"])
        out[head + 4] = question
        for number, word in enumerate(said[:SAID]):
            out[self._said + number] = word + 1
        for number, thing in enumerate([*about][:MENTIONED]):
            out[self._mentioned + number] = min(max(0, self._number(thing)), self._nameless)
        for name in view["phases"]:
            out[self._phases[name]] += 1
        for name, value in view["variables"].items():
            self._write(out, 0, self._variables[name], value)
        for entry, (place, fields) in zip(view["players"], self._players, strict=True):
            out[place] = int("lost" in entry)
            out[place + 1] = int("won" in entry)
            for name, value in entry.get("fields", {}).items():
                self._write(out, 0, fields[name], value)
        self._write_zones(out, view["zones"])
        for index, (low, high) in enumerate(zip(self.low, self.high, strict=True)):
            if not low <= out[index] <= high:
                out[index] = min(max(low, out[index]), high)
        return out

    def _write_zones(self, out: list[int], zones: Mapping[str, Any]) -> None:
        lying: dict[str, list[tuple[int, int, int, Mapping[str, Any]]]] = {}
        for name, content in zones.items():
            zone = self._zone_number[name]
            for index, item in enumerate(content, 1):
                pieces = item.get("pieces")
                at = (
                    index
                    if "at" not in item
                    else self._spots.get(f"{name} {item['at']}") or self._place_number[item["at"]]
                )
                out[self._zones[name]] += 1 if pieces is None else len(pieces)
                for level, card in enumerate([item] if pieces is None else pieces):
                    if "name" in card:
                        lying.setdefault(card["name"], []).append((zone, at, level, card))
        for name, found in lying.items():
            starts, fields, width = self._cards[name]
            rows: list[list[int]] = []
            for zone, at, level, card in found:
                row = [0] * width
                row[:4] = (zone, at, level, int("face" in card))
                for field, value in card.get("fields", {}).items():
                    self._write(row, 0, fields[field], value)
                rows.append(row)
            for start, row in zip(starts, sorted(rows)):
                out[start : start + width] = row

    def _write(self, out: list[int], start: int, place: tuple[int, bool], value: Any) -> None:
        at, many = start + place[0], place[1]
        if not many:
            out[at] = self._number(value)
            return
        items = value if isinstance(value, list) else []
        out[at] = len(items)
        numbers = [
            self._number(part) for item in items[:LISTED] for part in (item if isinstance(item, list) else [item])
        ]
        out[at + 1 : at + 1 + len(numbers)] = numbers

    def _number(self, value: Any) -> int:
        """A value of a view as a number: a text by its word, from 1; flags as 1 and 2; `nothing` as 0."""
        if value is None:
            return 0
        if isinstance(value, bool):
            return 2 if value else 1
        if isinstance(value, int):
            return value
        return self.words.number.get(value, self._nameless - 1) + 1 if isinstance(value, str) else self._nameless
