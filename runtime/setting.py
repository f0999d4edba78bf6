"""Fields and variables that are set, and what players are told. Part of the machine."""

from __future__ import annotations

from typing import Any

from runtime.signals import Failed, Fault
from runtime.state import State, Value
from runtime.values import MAX_NUMBER, flat, whole


class Setting:
    rules: Any
    table: Any
    world: Any
    kernel: Any
    lookup: Any
    field_bounds: list[Any]
    game_bounds: list[Any]
    phase_bounds: list[Any]

    # ------------------------------------------------------------------ fields and variables

    def bounded(self, S: State, bounds: tuple[Any, Any], value: Value, upto: bool, name: str) -> Value:
        if type(value) is not int:
            return value
        if not -MAX_NUMBER <= value <= MAX_NUMBER:
            whole(value)
        low, high = bounds
        if low is None and high is None:
            return value
        return self.kernel.bounded(
            S, value, None if low is None else low(S), None if high is None else high(S), upto, name
        )

    def set_field(
        self, S: State, you: int | None, field: int, thing: int | None, value: Value, add: bool, upto: bool
    ) -> None:
        if thing is None:
            self.kernel.note(S, "nothing", you)
            return
        if self.kernel.later(S, self.set_field, you, field, thing, value, add, upto):
            return
        column = self.rules.column_of[field]
        entry = self.table.fields[field]
        index = thing - self.world.lo[entry["kind"]]
        if add:
            value = S.V[column][index] + value
        value = self.bounded(S, self.field_bounds[field], value, upto, entry["name"])
        self.kernel.set_field(S, you, field, column, index, thing, value)

    def set_keyed(
        self, S: State, you: int | None, field: int, key: Value, thing: int | None, value: Value, add: bool, upto: bool
    ) -> None:
        if thing is None:
            self.kernel.note(S, "nothing", you)
            return
        if self.kernel.later(S, self.set_keyed, you, field, key, thing, value, add, upto):
            return
        column = self.rules.column_of[field]
        entry = self.table.fields[field]
        index = thing - self.world.lo[entry["kind"]]
        if add:
            value = self.lookup.keyed(S, field, key, thing) + value
        value = self.bounded(S, self.field_bounds[field], value, upto, entry["name"])
        pairs = dict(S.V[column][index])
        pairs[key] = value
        self.kernel.set_field(S, you, field, column, index, thing, tuple(sorted(pairs.items())))

    def set_game(self, S: State, you: int | None, var: int, value: Value, add: bool, upto: bool) -> None:
        if self.kernel.later(S, self.set_game, you, var, value, add, upto):
            return
        if add:
            value = S.G[var] + value
        value = self.bounded(S, self.game_bounds[var], value, upto, self.table.gvars[var]["name"])
        if S.G[var] != value:
            S.G[var] = value
            S.writes += 1
            S.log = (S.log, ("var", you, var, value))
            S.dirty |= self.rules.watched_variables.get(f"g{var}", 0)

    def set_phase(self, S: State, you: int | None, phase: int, at: int, value: Value, add: bool, upto: bool) -> None:
        if self.kernel.later(S, self.set_phase, you, phase, at, value, add, upto):
            return
        frame = self.lookup.phase_frame(S, phase)
        if add:
            value = frame[at + 4] + value
        entry = self.table.phases[phase]
        if at >= entry["params"]:
            var = at - entry["params"]
            value = self.bounded(S, self.phase_bounds[phase][var], value, upto, entry["vars"][var]["name"])
        if frame[at + 4] != value:
            frame[at + 4] = value
            S.writes += 1
            S.dirty |= self.rules.watched_variables.get(f"p{phase}", 0)

    # ------------------------------------------------------------------ telling

    def reveal(self, S: State, you: int | None, what: Any, seats: Any) -> None:
        self.kernel.show(S, you, what, self.mask(seats), "reveal")
        S.dirty |= self.rules.watched_variables.get("know", 0)

    def look(self, S: State, you: int | None, what: Any, seat: int | None) -> None:
        self.kernel.show(S, you, what, self.mask(seat if seat is not None else ()), "look")
        S.dirty |= self.rules.watched_variables.get("know", 0)

    def mask(self, seats: Any) -> int:
        if seats is None:
            return int(self.kernel.everyone)
        if seats.__class__ is int and 0 <= seats < len(self.world.seats):
            return 1 << int(seats)
        mask = 0
        seats = seats if isinstance(seats, (tuple, list)) else (seats,)
        self.players_only(seats)
        for seat in seats:
            mask |= 1 << seat
        return mask

    def players_only(self, seats: Any) -> None:
        for seat in seats:
            if type(seat) is not int or not 0 <= seat < len(self.world.seats):
                raise Fault("something that is no player stands where a player should")

    def refuse(self, S: State, reason: tuple[Any, ...]) -> None:
        """`require` does not hold."""
        if S.trial is not None:
            raise Failed
        self.kernel.fault(S, "require", reason)

    def tell(self, S: State, you: int | None, text: tuple[Any, ...]) -> None:
        """A line of the log. Of things that it names, it keeps who sees them now: later they may lie elsewhere."""
        S.log = (S.log, ("text", you, tuple(self.witnessed(S, kind, value) for kind, value in text)))

    def witnessed(self, S: State, kind: Any, value: Value) -> tuple[Any, ...]:
        """(type, value) of a piece of a text, or (type, value, mask of seats) when it is made of things."""
        inner = kind
        while inner is not None and inner[0] == "list":
            inner = inner[1]
        if inner is None or inner[0] != "object" or value is None:
            return (kind, value)
        mask = self.kernel.everyone
        for thing in flat(value if isinstance(value, (tuple, list)) else (value,)):
            mask &= self.kernel.viewers(S, thing)
        return (kind, tuple(value) if isinstance(value, list) else value, mask)

    def write(self, S: State, parts: tuple[Any, ...]) -> str:
        from runtime.view import written

        return str(whole(written(self.rules, parts)))
