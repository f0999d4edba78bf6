"""What may be told to a player: only what hangs on things that he sees."""

from __future__ import annotations

from typing import Any

from chronoc.prove.influence import Env, Reading
from chronoc.prove.values import Atom, just, listed
from chronoc.prove.wording import At
from runtime.state import State, Value
from runtime.view import Viewer

#: Outside of what is searched, and yet open to everybody.
OPEN = ("whose turn it is", "what was used this turn", "which way cards lie", "the order in which things lie")


class Sight:
    """May a player be told what an expression comes to? Only if every zone and field that it may read lies open to him."""

    def __init__(self, reading: Reading, S: State, seat: int) -> None:
        self.reading, self.S, self.seat = reading, S, seat
        self.table, self.world = reading.table, reading.world
        self.viewer = Viewer(reading.rules, S, seat)
        self.zones: dict[str, int] = {self.world.zone_name(i): i for i in range(len(self.world.zone_of))}
        self.fields = {row["name"]: bool(row["secret"]) for row in self.table.fields}
        self.known: dict[tuple[Any, ...], bool] = {}

    def may_tell(self, at: At) -> bool:
        key = (at.node, at.slots)
        if key not in self.known:
            env: Env = {slot: self.held(value) for slot, value in enumerate(at.slots)}
            reads = self.reading.read(at.node, env).all_reads()
            self.known[key] = all(self.sees(atom) for atom in sorted(reads, key=str))
        return self.known[key]

    def held(self, value: Value) -> Any:
        if isinstance(value, tuple):
            return listed(dict.fromkeys(value, frozenset()))
        standing = self.reading.standing_for
        return just(standing[value] if type(value) is int and 0 <= value < len(standing) else value)

    def sees(self, atom: Atom) -> bool:
        if atom[0] == "in":
            return self.sees_zone(atom[1])
        if atom[0] == "f":
            return not self.table.fields[atom[1]]["secret"]
        if atom[0] != "x":
            return False
        what = str(atom[1])
        if what in self.zones:
            return self.sees_zone(self.zones[what])
        if what.startswith(("the variable ", "the phase ")) or what in OPEN:
            return True
        if what.startswith("the field "):
            return not self.fields.get(what.removeprefix("the field "), True)
        if what.startswith("order of "):
            name = what.removeprefix("order of ")
            return all(
                self.sees_zone(i) for i, z in enumerate(self.world.zone_of) if self.table.zones[z]["name"] == name
            )
        return False

    def sees_zone(self, instance: int) -> bool:
        """Does he know everything that lies there, and could he see it if it were empty?"""
        zone = self.table.zones[self.world.zone_of[instance]]
        things = [t for t in self.S.Z[instance] if t is not None]
        if zone["see"] == "open":
            return True
        if zone["see"] == "owner" and self.world.owner_of[instance] == self.seat:
            return True
        return bool(things) and all(self.viewer.knows(t) for t in things)


__all__ = ["Sight"]
