"""Reading helpers of generated code that need the world: fields, zones, clauses, phases."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from runtime.signals import Fault
from runtime.state import State, Value
from runtime.world import World


class Lookup:
    """Functions for generated code over one linked table. Nothing here changes a state."""

    def __init__(self, rules: Any, phase_routine: int) -> None:
        self.rules = rules
        self.world: World = rules.world
        self.table = rules.table
        self.phase_routine = phase_routine
        self._mentions: dict[tuple[int, int, int], tuple[int, ...]] = {}

    def names(self) -> dict[str, Any]:
        return {
            "phase_frame": self.phase_frame, "find_phase": self.find_phase, "maybe_field": self.maybe_field,
            "keyed": self.keyed, "keyed_design": self.keyed_design, "design_of": self.design_of, "holder": self.holder,
            "effect_value": self.effect_value, "mentioned": self.mentioned, "sees": self.rules.kernel.sees,
            "zone_at": self.zone_at, "items": self.items, "items_of": self.items_of, "lies_with": self.lies_with,
            "all_items": self.all_items,
            "no_arm": self.no_arm, "no_overload": self.no_overload, "clamped": self.clamped, "moment": self.moment,
        }  # fmt: skip

    # ------------------------------------------------------------------ phases

    def find_phase(self, S: State, phase: int) -> list[Value] | None:
        for frame in reversed(S.frames):
            if frame[0] == self.phase_routine and frame[3] == phase:
                return frame
        return None

    def phase_frame(self, S: State, phase: int) -> list[Value]:
        frame = self.find_phase(S, phase)
        if frame is None:
            raise Fault(f"phase {self.table.phases[phase]['name']} is not running")
        return frame

    # ------------------------------------------------------------------ objects

    def maybe_field(self, S: State, field: int, thing: int | None) -> Value:
        if thing is None:
            return None
        kind = self.table.fields[field]["kind"]
        lo = self.world.lo[kind]
        if not lo <= thing < self.world.hi[kind]:
            return None
        column = self.rules.column_of.get(field)
        return S.V[column][thing - lo] if column is not None else self.rules.names[f"P{field}"][thing - lo]

    def key_index(self, field: int, key: Value) -> Value:
        return key

    def keyed(self, S: State, field: int, key: Value, thing: int | None) -> Value:
        if thing is None:
            return None
        entry = self.table.fields[field]
        lo = self.world.lo[entry["kind"]]
        column = self.rules.column_of.get(field)
        if column is not None:
            pairs = S.V[column][thing - lo]
            return dict(pairs).get(key, self.rules.machine.default(S, field, thing))
        found = self.rules.names[f"P{field}"][thing - lo]
        return found.get(key, self.rules.machine.default(S, field, thing))

    def keyed_design(self, field: int, key: Value, design: int | None) -> Value:
        found = None if design is None else self.rules.names[f"D{field}"].get(design)
        return (found or {}).get(key, self.rules.machine.default(None, field, None))

    def design_of(self, thing: int | None) -> int | None:
        return None if thing is None else self.world.designs[thing]

    def holder(self, S: State, thing: int | None) -> int | None:
        if thing is None or thing < len(self.world.seats):
            return None
        return self.world.owner_of[S.L[thing]]

    def zone_at(self, S: State, thing: int | None) -> int | None:
        return None if thing is None else S.L[thing]

    def clause_fn(self, clause: int, thing: int) -> int | None:
        design = self.world.designs[thing]
        entry = self.table.clauses[clause]
        if design is None:
            return entry["default"]  # type: ignore[no-any-return]
        return self.table.designs[design]["clauses"].get(str(clause), entry["default"])  # type: ignore[no-any-return]

    def effect_value(self, clause: int, thing: int | None, *arguments: Value) -> Value:
        """An effect as a value: (function, this, arguments…); nothing when the card has none."""
        if thing is None:
            return None
        fn = self.clause_fn(clause, thing)
        return None if fn is None else (fn, thing, *arguments)

    def mentioned(self, kind: int, clause: int, thing: int | None) -> tuple[int, ...]:
        design = None if thing is None else self.world.designs[thing]
        if design is None:
            return ()
        key = (kind, clause, design)
        found = self._mentions.get(key)
        if found is None:
            below = self.world.subkinds[kind]
            named = self.table.designs[design]["mentions"].get(str(clause), ())
            found = tuple(o for d in named if self.table.designs[d]["kind"] in below for o in self.world.copies[d])
            self._mentions[key] = found
        return found

    # ------------------------------------------------------------------ zones

    def items(self, S: State, instance: int | None) -> Iterable[int]:
        if instance is None:
            return ()
        places = self.world.places.get(instance)
        if places is not None:
            return places
        zone = S.Z[instance]
        if instance in self.world.spots:
            return [thing for thing in zone if thing is not None]
        if instance == 0:
            return [thing for thing, where in enumerate(S.L) if where == 0 and thing >= len(self.world.seats)]
        return zone  # type: ignore[return-value]

    def items_of(self, S: State, zone: int, owners: Any) -> list[int]:
        entry = self.table.zones[zone]
        base, lo = self.world.base[zone], self.world.lo[entry["owner"]]
        if not isinstance(owners, (tuple, list, range)):
            owners = () if owners is None else (owners,)
        return [thing for owner in owners for thing in self.items(S, base + owner - lo)]

    def lies_with(self, S: State, thing: int | None, zone: int, owners: Any) -> bool:
        """Does the thing lie in the zone of one of these owners?"""
        if thing is None:
            return False
        instance = S.L[thing]
        if self.world.zone_of[instance] != zone:
            return False
        owner = self.world.owner_of[instance]
        return owner in owners if isinstance(owners, (tuple, list, range)) else owner == owners

    def all_items(self, S: State, zone: int) -> list[int]:
        base = self.world.base[zone]
        return [thing for k in range(self.world.count[zone]) for thing in self.items(S, base + k)]

    # ------------------------------------------------------------------ faults and the past

    def no_arm(self) -> Value:
        raise Fault("no arm of a `case` fits, and it has no `else`")

    def no_overload(self, define: int, arguments: tuple[Value, ...]) -> Value:
        if arguments and arguments[0] is None:
            return None
        raise Fault(f"no definition of {self.table.defines[define]['name']} fits what it was asked of")

    def clamped(self, S: State, you: int | None, define: int, value: Value, arguments: tuple[Value, ...]) -> Value:
        """The value of a definition with what standing cards add, then kept inside its bounds."""
        entry = self.table.defines[define]
        names = self.rules.names
        for adjust in entry["adjusts"]:
            for who, this in self.rules.machine.settling.live(S, adjust["design"]):
                holder = you if adjust["design"] is None else who
                where = adjust["where"]
                if where is None or names[f"e{where}"](S, holder, this, *arguments):
                    value = value + names[f"e{adjust['by']}"](S, holder, this, *arguments)
        low, high = self.rules.machine.bounds_of_define(S, define)
        if low is not None and value < low:
            return low
        return high if high is not None and value > high else value

    def moment(self, S: State, key: int | None) -> State:
        if key is None or key not in S.moments:
            raise Fault("the moment a rule looks back to is gone")
        return S.moments[key]
