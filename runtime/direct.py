"""Short ways for the effects and calls that play is made of.

Each function here does what the plain one does (kernel and machine), for the common case: one thing, between zones
whose
contents are known by their place, outside of `at once`. Everything else it hands to the plain one.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from runtime.effects import NOBODY
from runtime.state import State, Value
from runtime.values import MAX_NUMBER

Mover = Callable[..., None]


def clear_zones(rules: Any) -> list[int]:
    """For each zone instance who sees what lies there; -1 where that, or a thing's place, takes more than a look at
    the zone."""
    see = rules.kernel.see
    return [
        -1 if instance == 0 or not rules.plain_zone(zone) else see[instance]
        for instance, zone in enumerate(rules.world.zone_of)
    ]


class Moves:
    """Source of functions (S, you, thing, zone instance) that move one thing, for each way of moving that is
    written."""

    def __init__(self, rules: Any) -> None:
        self.rules = rules
        self.kernel = rules.kernel
        self.table = rules.table
        code = rules.table.code
        self.turns = any(op[0] == "turn" or (op[0] == "move" and op[5] is not None) for op in code)
        self.shows = any(op[0] in ("look", "reveal") for op in code)
        self.clear = clear_zones(rules)
        self.watched = [self.kernel.watched[zone] for zone in rules.world.zone_of]
        rules.names["CLEAR"], rules.names["WATCHED"] = self.clear, self.watched
        rules.names["NOBODY"] = NOBODY
        rules.names["PILE"], rules.names["MAXIMUM"] = self.kernel.pile, self.kernel.maximum
        rules.names["LEAVES"] = [self.kernel.leaves[zone] for zone in rules.world.zone_of]
        rules.names["ENTERS"] = [self.kernel.enters[zone] for zone in rules.world.zone_of]
        rules.names["ZONE_OF"] = rules.world.zone_of
        self.wanted: dict[tuple[Any, ...], str] = {}
        self.written = 0

    def name(self, zone: int | None, where: str, face: str | None, careful: bool) -> str | None:
        """zone: the only one it may be, None: any. careful: it may happen inside an `at once`."""
        if not self.rules.fast:
            return None
        if zone is not None and self.clear[self.rules.world.base[zone]] < 0:
            return None
        return self.wanted.setdefault((zone, where, face, careful), f"mv{len(self.wanted)}")

    def emit(self) -> list[str]:
        """Source of those that were not written yet."""
        new = list(self.wanted.items())[self.written :]
        self.written += len(new)
        return ["\n".join(self.source(name, *key)) + "\n" for key, name in new]

    def source(self, name: str, zone: int | None, where: str, face: str | None, careful: bool) -> list[str]:
        first = None if zone is None else self.rules.world.base[zone]
        known = self.table.zones[zone] if zone is not None else None
        everyone = self.kernel.everyone
        where_name, face_name = self.rules.x.constant(where), self.rules.x.constant(face)
        plain = f"move(S, you, thing, to, {where_name}, None, {face_name}, 'all', None)"
        tests = ["thing.__class__ is not int"]
        tests += ["S.batch is not None"] if careful else []
        tests += ["to is None or CLEAR[to] < 0"] if known is None else []
        out = [
            f"def {name}(S, you, thing, to):",
            f"    if {' or '.join(tests)}: return {plain}",
            "    L, Z = S.L, S.Z",
            "    source = L[thing]",
            "    before = CLEAR[source]",
            f"    if before < 0: return {plain}",
        ]
        if known["max"] is not None if known is not None else any(zone["max"] is not None for zone in self.table.zones):
            out.append(f"    if MAXIMUM[to] is not None and source != to and len(Z[to]) >= MAXIMUM[to]: return {plain}")
        out += ["    if S.K[thing]: before |= S.K[thing]"] if self.shows else []
        # in a dry run: what the one who makes it does not see he cannot foresee
        out.append(
            f"    if S.trial is not None and (before != {everyone} if S.trial == NOBODY else not before >> S.trial & 1): raise Commit"
        )
        out.append("    Z[source].remove(thing)")
        if where == "default" and first is None:
            out += ["    if PILE[to]: Z[to].insert(0, thing)", "    else: Z[to].append(thing)"]
        else:
            top = self.kernel.pile[first] if where == "default" else where == "top"
            out.append("    Z[to].insert(0, thing)" if top else "    Z[to].append(thing)")
        out += ["    L[thing] = to", "    S.writes += 1"]
        if self.kernel.stamps:
            out.append("    S.N[thing] += 1")
        if face is not None:
            out.append(f"    S.F[thing] = {int(face == 'down')}")
        elif self.turns:
            out.append("    if S.F[thing] and source != to: S.F[thing] = 0")
        if self.shows:
            out.append("    S.K[thing] = 0")
        news = ["        S.info += 1", "        if you is not None and not before >> you & 1: S.public = True"]
        if known is not None and known["see"] == "open":
            out += [f"    if before != {everyone}:", *news]
            mask = str(everyone)
        elif known is not None and known["see"] == "hidden":
            mask = "before"
        else:
            out += ["    after = CLEAR[to]", "    if after & ~before:", *news]
            mask = "before | after"
        out.append(f"    S.log = (S.log, ('move', you, thing, source, to, {mask}))")
        if any(self.watched):
            here = "WATCHED[to]" if first is None else str(self.watched[first])
            if here == "0":
                out += ["    if WATCHED[source]: S.dirty |= WATCHED[source]"]
            else:
                out.append(f"    S.dirty |= WATCHED[source] | {here}")
        if any(self.kernel.leaves) or any(self.kernel.enters):
            out += [
                "    if source != to:",
                "        if LEAVES[source]: S.ev.append(('leaves', ZONE_OF[source], thing, OWNERS[source], you))",
                "        if ENTERS[to]: S.ev.append(('enters', ZONE_OF[to], thing, OWNERS[to], you))",
            ]
        return out


def many_mover(rules: Any) -> Mover:
    """`move LIST to ZONE`: (S, you, things, zone instance, where)."""
    kernel, world = rules.kernel, rules.world
    plain, see, pile, maximum, stamps = kernel.move, kernel.see, kernel.pile, kernel.maximum, kernel.stamps
    clear = clear_zones(rules)
    clear[0] = 0  # the box: nothing has to be taken out of a list
    watched = [kernel.watched[zone] for zone in world.zone_of]
    heard = any(kernel.leaves) or any(kernel.enters)

    def move_things(S: State, you: int | None, things: Any, to: Any, where: str) -> None:
        L = S.L
        if (
            things.__class__ is not tuple or heard or S.trial is not None or S.batch is not None or not to or
            clear[to] < 0
            or maximum[to] is not None or len(set(things)) != len(things) or any(clear[L[thing]] < 0 for thing in
            things)
        ):  # fmt: skip
            plain(S, you, things, to, where, None, None, "all", None)
            return
        Z, K, F, log, dirty = S.Z, S.K, S.F, S.log, watched[to]
        after = see[to]
        top = pile[to] if where == "default" else where == "top"
        for thing in reversed(things) if top else things:
            source = L[thing]
            before = see[source]
            if source:
                Z[source].remove(thing)
            if K[thing]:
                before |= K[thing]
                K[thing] = 0
            if F[thing] and source != to:
                F[thing] = 0
            L[thing] = to
            if stamps:
                S.N[thing] += 1
            if source and after & ~before:
                S.info += 1
                if you is not None and not before >> you & 1:
                    S.public = True
            dirty |= watched[source]
            log = (log, ("move", you, thing, source, to, before | after))
        if top:
            Z[to][0:0] = things
        else:
            Z[to].extend(things)
        S.log = log
        S.writes += len(things)
        S.dirty |= dirty

    return move_things


def game_setter(rules: Any, var: int) -> str:
    """Source of sg<var> (S, you, value, add, up to the bound): sets or adds to a variable of the game."""
    entry = rules.table.gvars[var]
    bounds = [None if node is None else rules.table.code[node] for node in (entry["low"], entry["high"])]
    plain = f"set_game(S, you, {var}, value, add, upto)"
    if any(bound is not None and bound[0] != "num" for bound in bounds):
        return f"def sg{var}(S, you, value, add, upto):\n    {plain}\n"
    low, high = (
        limit if bound is None else bound[1] for bound, limit in zip(bounds, (-MAX_NUMBER, MAX_NUMBER), strict=True)
    )
    watched = rules.watched_variables.get(f"g{var}", 0)
    dirty = f"\n        S.dirty |= {watched}" if watched else ""
    return (
        f"def sg{var}(S, you, value, add, upto):\n"
        f"    G = S.G\n"
        f"    new = G[{var}] + value if add else value\n"
        f"    if S.batch is not None or new.__class__ is not int or not {low} <= new <= {high}: return {plain}\n"
        f"    if G[{var}] != new:\n"
        f"        G[{var}] = new\n"
        f"        S.writes += 1\n"
        f"        S.log = (S.log, ('var', you, {var}, new)){dirty}\n"
    )


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
        self.written = 0

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
        return (
            self.wanted.setdefault(("clause", clause, arguments), f"pc{clause}_{arguments}")
            if self.rules.fast
            else None
        )

    def begin(self, fn: int, this: str, given: str) -> str:
        """Statement that begins a function of the table."""
        routine = self.rules.first_fn + fn
        if fn in self.rules.analysis.suspending_fns:
            pads = ", None" * self.rules.pads[routine]
            return f"S.frames.append([{routine}, 0, you, {this}{given}{pads}])"
        return f"v{fn}(S, you, {this}{given})"

    def emit(self) -> list[str]:
        """Source of those that were not written yet."""
        new = list(self.wanted.items())[self.written :]
        self.written += len(new)
        return [
            self.verb_source(name, index, count) if sort == "verb" else self.clause_source(name, index, count)
            for (sort, index, count), name in new
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
