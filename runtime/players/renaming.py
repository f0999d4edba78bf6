"""Things get other numbers, wherever a state speaks of them: where they lie, what runs, what fields and variables hold."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from runtime.link import ACTION, FIRE, GOALS, PHASE, RULE, VERB, WINDOW
from runtime.players.slots import EFFECT, THING, Slots, of_type
from runtime.state import State, Value


class Renaming:
    """Things of a state get other numbers, wherever the state speaks of them."""

    def __init__(self, rules: Any) -> None:
        self.rules = rules
        self.table = rules.table
        self.slots = Slots(rules)
        self.limits: dict[str, int] = {}
        for action in self.table.actions:
            for limit in action["limits"]:
                what = 0 if limit["per"] is None else self.slots.gives[limit["per"]]
                self.limits[limit["name"]] = self.limits.get(limit["name"], 0) | what
        self.variables = [of_type(var["type"]) for var in self.table.gvars]
        self.columns: list[tuple[int, int | None]] = []  # what values, and what keys may be
        for field in rules.column_of:
            entry = self.table.fields[field]
            self.columns.append((of_type(entry["type"]), None if entry["key"] is None else of_type(entry["key"])))
        self.phases = [self.slots.of_phase(phase) for phase in range(len(self.table.phases))]

    # ------------------------------------------------------------------ values

    def value(self, value: Value, what: int, new: Mapping[int, int]) -> Value:
        if type(value) is int:
            return new.get(value, value) if what & THING else value
        if type(value) is not tuple or not value or not what & (THING | EFFECT):
            return value
        if what & EFFECT and type(value[0]) is int and not what & THING:
            kinds = self.slots.slots[value[0]] if 0 <= value[0] < len(self.slots.slots) else ()
            rest = (self.value(v, kind, new) for v, kind in zip(value[2:], kinds[2:], strict=False))
            return (value[0], self.value(value[1], THING, new), *rest)
        return tuple([self.value(item, what, new) for item in value])

    def values(self, values: Sequence[Value], kinds: Sequence[int], new: Mapping[int, int]) -> list[Value]:
        """One after the other; what has no kind stays as it is."""
        rest = values[len(kinds) :]
        return [*(self.value(v, kind, new) for v, kind in zip(values, kinds, strict=False)), *rest]

    def pairs(self, pairs: Value, key: int, what: int, new: Mapping[int, int]) -> Value:
        return tuple(sorted((self.value(k, key, new), self.value(item, what, new)) for k, item in pairs))

    def match(self, match: Sequence[Value], new: Mapping[int, int]) -> tuple[Value, ...]:
        """(trigger, you, this, arguments…)"""
        kinds = self.slots.of_event(self.table.triggers[match[0]]["event"])
        return (match[0], match[1], self.value(match[2], THING, new), *self.values(match[3:], kinds, new))

    def frame(self, f: list[Value], new: Mapping[int, int]) -> list[Value]:
        routine = f[0]
        kinds = self.slots.routines.get(routine)
        if kinds is not None:
            return [*f[:2], *self.values(f[2:], kinds, new)]
        out = f[:]
        if routine == ACTION:
            kinds = [of_type(kind) for kind in self.table.actions[f[3]]["types"]]
            out[4] = tuple(self.values(f[4], kinds, new))
        elif routine == PHASE:
            kinds = self.phases[f[3]]
            out[4 : 4 + len(kinds)] = self.values(f[4 : 4 + len(kinds)], kinds, new)
        elif routine == WINDOW:
            out[5] = tuple(self.values(f[5], [of_type(kind) for kind in self.table.windows[f[3]]["types"]], new))
        elif routine == VERB:
            out[4] = tuple(self.values(f[4], self.slots.of_verb(f[3]), new))
        elif routine == FIRE:
            out[2] = tuple([self.match(match, new) for match in f[2]])
        elif routine == RULE:
            over = self.table.whenevers[f[2]]["over"]
            out[4] = self.value(f[4], THING, new)
            if over is not None and len(f) > 5:
                out[5] = self.value(f[5], self.slots.gives[over], new)
        elif routine == GOALS:
            over = self.table.goals[f[3]]["over"]
            if over is not None:
                out[4] = self.value(f[4], self.slots.gives[over], new)
        return out

    def event(self, event: tuple[Value, ...], new: Mapping[int, int]) -> tuple[Value, ...]:
        if type(event[0]) is tuple:
            return (event[0], event[1], tuple(self.values(event[2], self.slots.of_event(event[0]), new)))
        if event[0] == "face_up":
            return (event[0], self.value(event[1], THING, new), *event[2:])
        return (*event[:2], self.value(event[2], THING, new), *event[3:])

    # ------------------------------------------------------------------ states

    def apply(self, S: State, new: Mapping[int, int]) -> None:
        """In place. `new` gives each of some things the number of another one of them. What a thing is (its fields) stays with
        its number; where it lies changes."""
        if not new:
            return
        things = list(new)
        for name in ("L", "F", "K", "N"):
            column = getattr(S, name)
            for thing, value in zip(things, [column[thing] for thing in things], strict=True):
                column[new[thing]] = value
        get = new.get
        for instance in dict.fromkeys(S.L[thing] for thing in things):
            S.Z[instance] = [None if thing is None else get(thing, thing) for thing in S.Z[instance]]
        if any(thing in S.cells for thing in things):
            S.cells = {get(piece, piece): places for piece, places in S.cells.items()}
            S.on = {place: tuple([get(piece, piece) for piece in pieces]) for place, pieces in S.on.items()}
        S.frames = [self.frame(f, new) for f in S.frames]
        if any(S.steps):
            S.steps = [
                [(r, tuple(self.values(v, self.slots.routines[r], new)), stamps) for r, v, stamps in queue]
                for queue in S.steps
            ]
        S.ev = [self.event(event, new) for event in S.ev]
        S.limits = {
            (name, who, self.value(key, self.limits.get(name, 0), new)): count
            for (name, who, key), count in S.limits.items()
        }
        for at, what in enumerate(self.variables):
            if what & THING:
                S.G[at] = self.value(S.G[at], what, new)
        for at, (what, key) in enumerate(self.columns):
            if key is not None and (what | key) & THING:
                S.V[at] = [self.pairs(pairs, key, what, new) for pairs in S.V[at]]
            elif what & THING:
                S.V[at] = [self.value(value, what, new) for value in S.V[at]]
        if S.moments:
            moments = {}
            for key, past in S.moments.items():
                moments[key] = past.copy()
                self.apply(moments[key], new)
            S.moments = moments
        S.rewritten()
