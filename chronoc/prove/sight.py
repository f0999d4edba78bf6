"""What may be told to a player: only what hangs on things that he sees."""

from __future__ import annotations

from typing import Any

from chronoc.prove.effects import Writing
from chronoc.prove.influence import Env, Reading
from chronoc.prove.values import END, Atom, Reads, just, listed
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
            row = self.table.fields[atom[1]]
            at = atom[2] - self.world.lo[row["kind"]]
            return not row["secret"] and self.sees_value(
                row["type"], self.S.V[self.reading.rules.column_of[atom[1]]][at]
            )
        if atom[0] != "x":
            return False
        what = str(atom[1])
        if what in self.zones:
            return self.sees_zone(self.zones[what])
        if what in OPEN:
            return True
        if what.startswith("the variable "):
            return self.sees_variable(what.removeprefix("the variable "))
        if what.startswith("the field "):
            return self.sees_field(what.removeprefix("the field "))
        if what.startswith("order of "):
            name = what.removeprefix("order of ")
            return all(
                self.sees_zone(i) for i, z in enumerate(self.world.zone_of) if self.table.zones[z]["name"] == name
            )
        return False

    def sees_variable(self, name: str) -> bool:
        rows = [(i, row) for i, row in enumerate(self.table.gvars) if row["name"] == name]
        return bool(rows) and all(self.sees_value(row["type"], self.S.G[i]) for i, row in rows)

    def sees_field(self, name: str) -> bool:
        """Fields of this name, of everything that has one."""
        rows = [(i, row) for i, row in enumerate(self.table.fields) if row["name"] == name and row["var"]]
        return bool(rows) and all(
            not row["secret"] and self.sees_value(row["type"], value)
            for i, row in rows for value in self.S.V[self.reading.rules.column_of[i]]
        )  # fmt: skip

    def sees_value(self, kind: Any, value: Value) -> bool:
        """A number is a number; what refers to a thing tells of it."""
        if isinstance(value, (tuple, list)):
            return all(self.sees_value(kind[1] if kind[0] == "list" else kind, item) for item in value)
        return (
            kind[0] in ("number", "flag", "text", "enum", "tag", "kind")
            or value is None
            or (kind[0] == "object" and type(value) is int and self.viewer.knows(value))
        )

    def sees_zone(self, instance: int) -> bool:
        """Does he know everything that lies there, and could he see it if it were empty?"""
        zone = self.table.zones[self.world.zone_of[instance]]
        things = [t for t in self.S.Z[instance] if t is not None]
        if zone["see"] == "open":
            return True
        if zone["see"] == "owner" and self.world.owner_of[instance] == self.seat:
            return True
        return bool(things) and all(self.viewer.knows(t) for t in things)


def fair(writing: Writing, sight: Sight, reads: Reads) -> bool:
    """May a player be told what would happen to this if something were changed? Only if all that standing rules look at lies
    open to him as well."""
    atoms = dict.fromkeys(sorted(reads, key=str))
    for source in writing.sources:
        if source.form == "rule":
            for more in source.records.values():
                atoms.update(dict.fromkeys(sorted(more, key=str)))
    return all(atom == END or sight.sees(atom) for atom in atoms)


__all__ = ["Sight", "fair"]
