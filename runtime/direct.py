"""Short ways for the effects and calls that play is made of.

Each function here does what the plain one does (kernel and machine), for the common case: one thing, between zones whose
contents are known by their place, outside of dry runs and of `at once`. Everything else it hands to the plain one.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from runtime.expressions import MAX_NUMBER
from runtime.state import State, Value

Mover = Callable[..., None]


def mover(rules: Any) -> Mover:
    """`move THING to ZONE`, of one thing: (S, you, thing, zone instance, where, face)."""
    kernel, world, table = rules.kernel, rules.world, rules.table
    move, see, pile, maximum = kernel.move, kernel.see, kernel.pile, kernel.maximum
    #: Zones where a thing's place or who sees it takes more than a look at the zone; the box.
    awkward = [
        instance == 0 or kernel.see[instance] < 0 or not rules.plain_zone(zone) for instance, zone in enumerate(world.zone_of)
    ]
    watched = [kernel.watched[zone] for zone in world.zone_of]
    owner_of, zone_of, leaves, enters = world.owner_of, world.zone_of, kernel.leaves, kernel.enters
    listening = any(leaves) or any(enters)
    bounded = any(zone["max"] is not None for zone in table.zones)

    def move_thing(S: State, you: int | None, thing: Any, to: Any, where: str = "default", face: str | None = None) -> None:
        if thing.__class__ is not int or to is None or S.trial is not None or S.batch is not None or awkward[to]:
            move(S, you, thing, to, where, None, face, "all", None)
            return
        source = S.L[thing]
        if awkward[source] or S.K[thing]:
            move(S, you, thing, to, where, None, face, "all", None)
            return
        Z = S.Z
        target = Z[to]
        if bounded and maximum[to] is not None and source != to and len(target) >= maximum[to]:
            move(S, you, thing, to, where, None, face, "all", None)
            return
        Z[source].remove(thing)
        if pile[to] if where == "default" else where == "top":
            target.insert(0, thing)
        else:
            target.append(thing)
        S.L[thing] = to
        S.N[thing] += 1
        S.writes += 1
        if face is not None:
            S.F[thing] = 1 if face == "down" else 0
        elif S.F[thing] and source != to:
            S.F[thing] = 0
        before, after = see[source], see[to]
        if after & ~before:
            S.info += 1
            if you is not None and not before >> you & 1:
                S.public = True
        S.log = (S.log, ("move", you, thing, source, to, before | after))
        S.dirty |= watched[source] | watched[to]
        if listening and source != to:
            zone_from, zone_to = zone_of[source], zone_of[to]
            if leaves[zone_from]:
                S.ev.append(("leaves", zone_from, thing, owner_of[source], you))
            if enters[zone_to]:
                S.ev.append(("enters", zone_to, thing, owner_of[to], you))

    return move_thing


def game_setter(rules: Any, var: int) -> Callable[..., None]:
    """A variable of the game: (S, you, value, add, up to the bound)."""
    plain = rules.machine.set_game
    entry = rules.table.gvars[var]
    bounds = [None if node is None else rules.table.code[node] for node in (entry["low"], entry["high"])]
    known = all(bound is None or bound[0] == "num" for bound in bounds)
    low, high = (bound[1] if bound is not None and known else None for bound in bounds)
    watched = rules.watched_variables.get(f"g{var}", 0)

    def set_game(S: State, you: int | None, value: Any, add: bool, upto: bool) -> None:
        G = S.G
        old = G[var]
        new = old + value if add else value
        if (
            S.batch is not None or not known or new.__class__ is not int
            or (low is not None and new < low) or (high is not None and new > high) or not -MAX_NUMBER <= new <= MAX_NUMBER
        ):  # fmt: skip
            plain(S, you, var, value, add, upto)
            return
        if old != new:
            G[var] = new
            S.writes += 1
            S.log = (S.log, ("var", you, var, new))
            S.dirty |= watched

    return set_game


def field_setter(rules: Any, field: int) -> Callable[..., None]:
    """A field without bounds and keys: (S, you, thing, value)."""
    plain = rules.machine.set_field
    kernel = rules.kernel
    column = rules.column_of[field]
    low = rules.world.lo[rules.table.fields[field]["kind"]]
    watched, heard = kernel.watched_fields[field], kernel.field_events[field]

    def set_field(S: State, you: int | None, thing: int | None, value: Value) -> None:
        if thing is None or S.batch is not None or (value.__class__ is int and not -MAX_NUMBER <= value <= MAX_NUMBER):
            plain(S, you, field, thing, value, False, False)
            return
        values = S.V[column]
        old = values[thing - low]
        if old == value and old.__class__ is value.__class__:
            return
        values[thing - low] = value
        S.writes += 1
        S.log = (S.log, ("set", you, field, thing, old, value))
        S.dirty |= watched
        if heard:
            S.ev.append(("changes", field, thing, you))

    return set_field


class Calls:
    """Source of functions that begin a verb or an effect of a card: a frame where it may ask, else at once."""

    def __init__(self, rules: Any) -> None:
        self.rules = rules
        self.table = rules.table
        self.world = rules.world
        self.wanted: dict[tuple[str, int, int], str] = {}

    def verb(self, verb: int, arguments: int) -> str | None:
        """Name of the function (S, you, arguments…), or None where only the plain way will do."""
        if not self.rules.fast or verb in self.rules.verb_triggers:
            return None
        kinds = [kind for overload in self.table.verbs[verb]["overloads"] for kind in overload["kinds"][1:]]
        if any(kind is not None for kind in kinds):
            return None
        return self.wanted.setdefault(("verb", verb, arguments), f"pv{verb}_{arguments}")

    def clause(self, clause: int, arguments: int) -> str | None:
        """Name of the function (S, you, card, arguments…)."""
        return self.wanted.setdefault(("clause", clause, arguments), f"pc{clause}_{arguments}") if self.rules.fast else None

    def begin(self, fn: int, this: str, given: str) -> str:
        """Statement that begins a function of the table."""
        routine = self.rules.first_fn + fn
        if fn in self.rules.analysis.suspending_fns:
            pads = ", None" * self.rules.pads[routine]
            return f"S.frames.append([{routine}, 0, you, {this}{given}{pads}])"
        return f"v{fn}(S, you, {this}{given})"

    def emit(self) -> list[str]:
        return [
            self.verb_source(name, index, count) if sort == "verb" else self.clause_source(name, index, count)
            for (sort, index, count), name in self.wanted.items()
        ]

    def verb_source(self, name: str, verb: int, count: int) -> str:
        given = "".join(f", a{k}" for k in range(count))
        plain = f"perform(S, you, {verb}, ({''.join(f'a{k}, ' for k in range(count))}))"
        lines = [f"def {name}(S, you{given}):", f"    if len(S.frames) > 1000: {plain}"]
        lo, hi = self.world.lo, self.world.hi
        for overload in self.table.verbs[verb]["overloads"]:
            kind = overload["kinds"][0] if overload["kinds"] else None
            begin = self.begin(overload["fn"], "None", given)
            if kind is None:
                lines.append(f"    else: {begin}")
                break
            lines.append(f"    elif a0.__class__ is int and {lo[kind]} <= a0 < {hi[kind]}: {begin}")
        else:
            lines.append(f"    else: {plain}")
        return "\n".join(lines) + "\n"

    def clause_source(self, name: str, clause: int, count: int) -> str:
        """One small function for each effect, chosen by card."""
        given = "".join(f", a{k}" for k in range(count))
        entries: dict[int, str] = {}
        lines: list[str] = []
        rows = []
        for thing, design in enumerate(self.world.designs):
            fn = None if design is None else self.rules.machine.lookup.clause_fn(clause, thing)
            if fn is None:
                rows.append("None")
                continue
            if fn not in entries:
                entries[fn] = f"{name}_{fn}"
                if fn in self.rules.analysis.suspending_fns:
                    lines.append(f"def {name}_{fn}(S, you, x{given}):\n    {self.begin(fn, 'x', given)}")
                else:
                    entries[fn] = f"v{fn}"
            rows.append(entries[fn])
        plain = f"do_clause(S, you, {clause}, x, ({''.join(f'a{k}, ' for k in range(count))}))"
        lines += [
            f"def {name}(S, you, x{given}):",
            f"    begin = None if x is None else {name}t[x]",
            f"    if begin is None or len(S.frames) > 1000: {plain}",
            f"    else: begin(S, you, x{given})",
            f"{name}t = [{', '.join(rows)}]",
        ]
        return "\n".join(lines) + "\n"
