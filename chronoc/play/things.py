"""What a player sees of one thing: its title, its state in words, what lies on it."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from chronoc.play.paint import listed_twice
from runtime import Fault, Game
from runtime.view import Viewer

UNSEEN = "a hidden card"


@dataclass(slots=True)
class Seen:
    """A thing in words. `sign`: a mark behind its title (`'`: its other side). `marks`: what is so just now."""

    title: str
    sign: str = ""
    marks: list[str] = field(default_factory=list)
    lying: list[str] = field(default_factory=list)
    owner: int | None = None
    hidden: bool = False

    def text(self) -> str:
        more = [*self.marks, *(f"with {name}" for name in self.lying)]
        return f"{self.title}{self.sign}" + (f" ({', '.join(more)})" if more else "")


class Eyes:
    """Looks at a game for one seat (None: the public; everything: after its end)."""

    def __init__(self, game: Game, seat: int | None, everything: bool = False) -> None:
        self.game = game
        self.rules = game.rules
        self.world = game.rules.world
        self.table = game.rules.table
        self.S = game.state
        self.seat = seat
        self.viewer = Viewer(game.rules, game.state, seat, everything)
        self.everything = everything
        #: zone instances that belong to a thing: what lies in them lies on it
        self.upon: dict[int, list[int]] = {}
        for instance, owner in enumerate(self.world.owner_of):
            if owner is not None and owner >= len(self.world.seats):
                self.upon.setdefault(owner, []).append(instance)
        self.public_facts = self._public_facts()

    # ------------------------------------------------------------------ one thing

    def see(self, thing: int, facts: bool = False) -> Seen:
        """facts: also what its printed conditions say, where everybody can work it out."""
        if not self.viewer.knows(thing):
            return Seen(UNSEEN, hidden=True)
        seen = Seen(self.world.title(thing), owner=self.world.owner_seat.get(thing))
        if self.S.F[thing]:
            seen.marks.append("face down")
        self._fields(thing, seen)
        if facts:
            seen.marks += self._facts(thing)
        for instance in self.upon.get(thing, ()):
            for other in self.contents(instance):
                seen.lying.append(self.owned(self.see(other)))
        seen.lying = listed_twice(seen.lying)
        return seen

    def owned(self, seen: Seen) -> str:
        """A thing in words, and the player whose it is."""
        return seen.text() + ("" if seen.owner is None else f" of {self.world.seats[seen.owner]}")

    def _fields(self, thing: int, seen: Seen) -> None:
        known = self.viewer.fields(thing)  # without what is kept secret from this seat
        ancestors = self.world.ancestors(self.world.kinds[thing])
        for index, row in enumerate(self.table.fields):
            if not row["var"] or row["kind"] not in ancestors or row["name"] not in known or self._usual(index, thing):
                continue
            name = row["name"].replace("_", " ")
            value = self.S.V[self.rules.column_of[index]][thing - self.world.lo[row["kind"]]]
            if row["side"]:
                seen.sign += "'" if value else ""
            elif row["key"] is not None:
                seen.marks += [
                    f"{self.word(row['key'], key)} {self.word(row['type'], item)}" for key, item in value if item
                ]
            elif row["type"] == ["flag"]:
                seen.marks.append(name if value else f"not {name}")
            else:
                seen.marks.append(f"{name} {self.word(row['type'], value)}")

    def word(self, kind: Any, value: Any) -> str:
        """A value of a type, for people."""
        if isinstance(value, (tuple, list)) and not self.viewer.is_block(value):
            inner = kind[1] if kind and kind[0] == "list" else kind
            return ", ".join(self.word(inner, item) for item in value) or "none"
        return str(self.viewer.value(kind, value, True))

    def _usual(self, index: int, thing: int) -> bool:
        """Is the field as it was in the beginning, so that nobody needs to read it?"""
        row = self.table.fields[index]
        value = self.S.V[self.rules.column_of[index]][thing - self.world.lo[row["kind"]]]
        if value is None or value == ():
            return True
        if thing < len(self.world.seats):
            return False  # what a player has is read even when it is nothing
        return bool(value == self.rules.machine.default(self.S, index, thing))

    def _public_facts(self) -> list[tuple[int, str]]:
        """Conditions that cards print, without arguments."""
        return [
            (index, clause["name"].replace("_", " "))
            for index, clause in enumerate(self.table.clauses)
            if clause["sort"] == "condition" and not clause["params"]
        ]

    def _facts(self, thing: int) -> list[str]:
        out = []
        for clause, name in self.public_facts:
            fn = self.rules.machine.lookup.clause_fn(clause, thing)
            design = self.world.designs[thing]
            printed = design is not None and str(clause) in self.table.designs[design]["clauses"]
            if fn is None or not printed or not self.rules.public([self.table.fns[fn]["code"]]):
                continue
            try:
                if self.game.evaluate(fn, self.seat, thing):
                    out.append(name)
            except Fault:
                continue
        return out

    def printed(self, thing: int) -> list[tuple[str, str]]:
        """Printed fields of a thing: name and value in words."""
        out = []
        ancestors = self.world.ancestors(self.world.kinds[thing])
        for index, row in enumerate(self.table.fields):
            if row["var"] or row["kind"] not in ancestors:
                continue
            value = self.rules.names[f"P{index}"][thing - self.world.lo[row["kind"]]]
            name = row["name"].replace("_", " ")
            if isinstance(value, dict):
                pairs = [f"{self.word(row['key'], k)} {self.word(row['type'], v)}" for k, v in sorted(value.items())]
                if pairs:
                    out.append((name, ", ".join(pairs)))
            elif value is not None and value != "" and value != ():
                out.append((name, self.word(row["type"], value)))
        return out

    def printed_numbers(self, thing: int) -> dict[str, int]:
        """Printed numbers of a thing, by the names of their fields; none of a thing that is not seen."""
        if not self.viewer.knows(thing):
            return {}
        out: dict[str, int] = {}
        ancestors = self.world.ancestors(self.world.kinds[thing])
        for index, row in enumerate(self.table.fields):
            if not row["var"] and row["kind"] in ancestors and row["type"] == ["number"] and row["key"] is None:
                value = self.rules.names[f"P{index}"][thing - self.world.lo[row["kind"]]]
                if value is not None:
                    out[row["name"].replace("_", " ")] = value
        return out

    # ------------------------------------------------------------------ zones

    def contents(self, instance: int) -> list[int]:
        """What lies in a zone, top first; on a board, its pieces."""
        places = self.world.places.get(instance)
        if places is not None:
            found: dict[int, None] = {}
            for place in places:
                found.update(dict.fromkeys(self.S.on.get(place, ())))
            return list(found)
        return [thing for thing in self.S.Z[instance] if thing is not None]

    def name(self, instance: int) -> str:
        return str(self.table.zones[self.world.zone_of[instance]]["name"]).replace("_", " ")

    def numbers(self, things: list[int]) -> dict[int, str]:
        """A printed number that tells these things apart, if they have one."""
        for index, row in enumerate(self.table.fields):
            if row["var"] or row["type"] != ["number"] or row["key"] is not None or row["kind"] == 0:
                continue
            low, values = self.world.lo[row["kind"]], self.rules.names[f"P{index}"]
            if all(low <= thing < self.world.hi[row["kind"]] for thing in things):
                found = [values[thing - low] for thing in things]
                if len(things) > 1 and None not in found and len(dict.fromkeys(found)) == len(things):
                    return {thing: str(number) for thing, number in zip(things, found, strict=True)}
        return {}
