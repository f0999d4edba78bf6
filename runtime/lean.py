"""Effects for games that nobody watches: what `direct.py` and `effects.py` do, without the log and without dry runs.

The straight form (straight.py) uses them. Whatever is not the common case goes to the plain effect.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from runtime.expressions import MAX_NUMBER
from runtime.rng import DECK
from runtime.state import State, Value


class LeanMoves:
    """Source of functions (S, you, thing, zone instance) that move one thing. counted: does anything ask whether something
    was written?"""

    def __init__(self, rules: Any, counted: bool) -> None:
        self.rules = rules
        self.kernel = rules.kernel
        self.table = rules.table
        self.counted = counted
        self.wanted: dict[tuple[Any, ...], str] = {}
        self.tops: dict[tuple[Any, ...], str] = {}

    def watched(self, zone: int) -> int:
        """Standing rules that look at the zone, as bits."""
        return int(self.rules.moves.watched[self.rules.world.base[zone]])

    def stirs(self, source: int, target: int) -> bool:
        """May anything follow a move between these zones?"""
        kernel = self.kernel
        return bool(self.watched(source) or self.watched(target) or kernel.leaves[source] or kernel.enters[target])

    def top(self, source: int, target: int | None, where: str, face: str | None) -> str | None:
        """Name of a function (S, you, from, to) that moves the top of a zone to another one. None: not in short."""
        clear, base = self.rules.moves.clear, self.rules.world.base
        if (
            clear[base[source]] < 0
            or source == target
            or face is not None
            or any(self.kernel.leaves + self.kernel.enters)
        ):
            return None
        if target is not None and (clear[base[target]] < 0 or self.table.zones[target]["max"] is not None):
            return None
        return self.tops.setdefault((source, target, where), f"lt{len(self.tops)}")

    def top_source(self, name: str, source: int, target: int | None, where: str) -> list[str]:
        zones, moves, everyone = self.table.zones, self.rules.moves, self.kernel.everyone
        out = [f"def {name}(S, you, source, to):", "    Z = S.Z", "    things = Z[source]", "    if not things: return"]
        if target is None:
            plain = f"move(S, you, things[0], to, {self.rules.x.constant(where)}, None, None, 'all', None)"
            out.append(f"    if to is None or CLEAR[to] < 0 or MAXIMUM[to] is not None or source == to: return {plain}")
        out.append("    thing = things.pop(0)")
        if target is None and where == "default":
            out += ["    if PILE[to]: Z[to].insert(0, thing)", "    else: Z[to].append(thing)"]
        else:
            top = (
                where == "top"
                if target is None or where != "default"
                else self.kernel.pile[self.rules.world.base[target]]
            )
            out.append("    Z[to].insert(0, thing)" if top else "    Z[to].append(thing)")
        out.append("    S.L[thing] = to")
        if self.counted:
            out.append("    S.writes += 1")
        if moves.turns:
            out.append("    if S.F[thing]: S.F[thing] = 0")
        seen = {"open": str(everyone), "hidden": "0"}.get(zones[source]["see"], "CLEAR[source]")
        news = seen != str(everyone) and (target is None or zones[target]["see"] != "hidden")
        if moves.shows:
            out += [
                f"    before = {seen}",
                "    if S.K[thing]:",
                "        before |= S.K[thing]",
                "        S.K[thing] = 0",
            ]
            seen = "before"
        if news:
            after = str(everyone) if target is not None and zones[target]["see"] == "open" else "CLEAR[to]"
            out.append(f"    if {after} & ~{seen} and you is not None and not {seen} >> you & 1: S.public = True")
        if target is None:
            out.append(f"    S.dirty |= {self.watched(source)} | WATCHED[to]")
        elif self.watched(source) | self.watched(target):
            out.append(f"    S.dirty |= {self.watched(source) | self.watched(target)}")
        return out

    def name(self, zone: int | None, where: str, face: str | None) -> str | None:
        """zone: the only one it may be, None: any. None: only the plain way will do."""
        if zone is not None and self.rules.moves.clear[self.rules.world.base[zone]] < 0:
            return None
        return self.wanted.setdefault((zone, where, face), f"lm{len(self.wanted)}")

    def emit(self) -> list[str]:
        out = [self.source(name, *key) for key, name in self.wanted.items()]
        out += [self.top_source(name, *key) for key, name in self.tops.items()]
        return ["\n".join(lines) + "\n" for lines in out]

    def source(self, name: str, zone: int | None, where: str, face: str | None) -> list[str]:
        kernel, moves = self.kernel, self.rules.moves
        first = None if zone is None else self.rules.world.base[zone]
        known = self.table.zones[zone] if zone is not None else None
        where_name, face_name = self.rules.x.constant(where), self.rules.x.constant(face)
        plain = f"move(S, you, thing, to, {where_name}, None, {face_name}, 'all', None)"
        elsewhere = "" if known is not None else " or to is None or CLEAR[to] < 0"
        out = [
            f"def {name}(S, you, thing, to):",
            f"    if thing.__class__ is not int{elsewhere}: return {plain}",
            "    L = S.L",
            "    source = L[thing]",
            "    before = CLEAR[source]",
            f"    if before < 0: return {plain}",
            "    Z = S.Z",
        ]
        if known["max"] is not None if known is not None else any(zone["max"] is not None for zone in self.table.zones):
            out.append(f"    if MAXIMUM[to] is not None and source != to and len(Z[to]) >= MAXIMUM[to]: return {plain}")
        out.append("    Z[source].remove(thing)")
        if where == "default" and first is None:
            out += ["    if PILE[to]: Z[to].insert(0, thing)", "    else: Z[to].append(thing)"]
        else:
            top = kernel.pile[first] if where == "default" else where == "top"
            out.append("    Z[to].insert(0, thing)" if top else "    Z[to].append(thing)")
        out.append("    L[thing] = to")
        if self.counted:
            out.append("    S.writes += 1")
        if face is not None:
            out.append(f"    S.F[thing] = {int(face == 'down')}")
        elif moves.turns:
            out.append("    if S.F[thing] and source != to: S.F[thing] = 0")
        if moves.shows:
            out += ["    if S.K[thing]:", "        before |= S.K[thing]", "        S.K[thing] = 0"]
        unseen = "you is not None and not before >> you & 1"
        if known is not None and known["see"] == "open":
            out.append(f"    if before != {kernel.everyone} and {unseen}: S.public = True")
        elif known is None or known["see"] != "hidden":
            out.append(f"    if CLEAR[to] & ~before and {unseen}: S.public = True")
        if any(moves.watched):
            here = "WATCHED[to]" if first is None else str(moves.watched[first])
            out.append(
                "    if WATCHED[source]: S.dirty |= WATCHED[source]"
                if here == "0"
                else f"    S.dirty |= WATCHED[source] | {here}"
            )
        if any(kernel.leaves) or any(kernel.enters):
            out += [
                "    if source != to:",
                "        if LEAVES[source]: S.ev.append(('leaves', ZONE_OF[source], thing, OWNERS[source], you))",
                "        if ENTERS[to]: S.ev.append(('enters', ZONE_OF[to], thing, OWNERS[to], you))",
            ]
        return out


def lean_many_mover(rules: Any, counted: bool) -> Any:
    """`move LIST to ZONE`: (S, you, things, zone instance, where)."""
    kernel, world = rules.kernel, rules.world
    plain, see, pile, maximum = kernel.move, kernel.see, kernel.pile, kernel.maximum
    clear = list(rules.moves.clear)
    clear[0] = 0  # the box: nothing has to be taken out of a list
    watched = [kernel.watched[zone] for zone in world.zone_of]
    heard = any(kernel.leaves) or any(kernel.enters)
    known = rules.moves.shows or rules.moves.turns

    def move_things(S: State, you: int | None, things: Any, to: Any, where: str) -> None:
        if (
            things.__class__ is not tuple or heard or S.batch is not None or not to or clear[to] < 0
            or maximum[to] is not None
        ):  # fmt: skip
            plain(S, you, things, to, where, None, None, "all", None)
            return
        L, Z = S.L, S.Z
        first = L[things[0]] if things else 0
        whole = first and things == tuple(Z[first])
        if not whole and len(set(things)) != len(things):
            plain(S, you, things, to, where, None, None, "all", None)
            return
        sources = (first,) if whole else tuple(dict.fromkeys(map(L.__getitem__, things)))
        if any(clear[source] < 0 for source in sources) or (
            known and (any(map(S.K.__getitem__, things)) or any(map(S.F.__getitem__, things)))
        ):
            plain(S, you, things, to, where, None, None, "all", None)
            return
        dirty, after, gone = watched[to], see[to], () if whole else frozenset(things)
        for source in sources:
            dirty |= watched[source]
            if source:
                if after & ~see[source] and you is not None and not see[source] >> you & 1:
                    S.public = True
                Z[source][:] = () if whole else [thing for thing in Z[source] if thing not in gone]
        for thing in things:
            L[thing] = to
        if pile[to] if where == "default" else where == "top":
            Z[to][0:0] = things
        else:
            Z[to].extend(things)
        if counted:
            S.writes += len(things)
        S.dirty |= dirty

    return move_things


def lean_shuffle(rules: Any, counted: bool) -> Any:
    """`shuffle ZONE`: (S, you, zone instance). The same order as `Streams.shuffle` gives."""
    kernel, world = rules.kernel, rules.world
    plain, shows = kernel.shuffle, rules.moves.shows
    fixed = kernel.fixed
    watched = [kernel.watched[zone] for zone in world.zone_of]

    def shuffle(S: State, you: int | None, zone: Any) -> None:
        if S.batch is not None or zone.__class__ is not int or fixed[zone]:
            plain(S, you, zone)
            return
        things: list[Any] = S.Z[zone]
        S.rng.shuffle(DECK, things)
        if shows and any(map(S.K.__getitem__, things)):
            K = S.K
            for thing in things:
                K[thing] = 0
        if counted:
            S.writes += 1
        S.public = True
        S.dirty |= watched[zone]

    return shuffle


def lean_show(rules: Any) -> Any:
    """`reveal` and `look at`: (S, you, things, mask of seats, word)."""
    kernel, clear, seats = rules.kernel, rules.moves.clear, len(rules.world.seats)
    watched = rules.watched_variables.get("know", 0)

    def show(S: State, you: int | None, what: Any, mask: int, word: str) -> None:
        things = what if isinstance(what, (tuple, list)) else () if what is None else (what,)
        places = set(map(S.L.__getitem__, things))
        if S.batch is not None or any(clear[place] < 0 for place in places) or (things and min(things) < seats):
            kernel.show(S, you, what, mask, word)
        else:
            K, L = S.K, S.L
            for thing in things:
                if mask & ~K[thing]:
                    if mask & ~(clear[L[thing]] | K[thing]):
                        S.public = True
                    K[thing] |= mask
        S.dirty |= watched

    return show


def lean_field_setter(rules: Any, field: int, counted: bool) -> str:
    """Source of lf<field> (S, you, thing, value): a field without bounds and keys."""
    kernel = rules.kernel
    column = rules.column_of[field]
    low = rules.world.lo[rules.table.fields[field]["kind"]]
    watched, heard = kernel.watched_fields[field], kernel.field_events[field]
    at = f"thing - {low}" if low else "thing"
    out = [
        f"def lf{field}(S, you, thing, value):",
        f"    if thing is None or value.__class__ is int and not {-MAX_NUMBER} <= value <= {MAX_NUMBER}:",
        f"        return set_field(S, you, {field}, thing, value, False, False)",
        f"    values = S.V[{column}]",
        f"    old = values[{at}]",
        "    if old == value and old.__class__ is value.__class__: return",
        f"    values[{at}] = value",
    ]
    if counted:
        out.append("    S.writes += 1")
    if watched:
        out.append(f"    S.dirty |= {watched}")
    if heard:
        out.append(f"    S.ev.append(('changes', {field}, thing, you))")
    return "\n".join(out) + "\n"


#: Lists shorter than this are gone through step by step, which begins faster.
SHORT = 16


def distinct_by(things: Any, key: Any) -> Any:
    """The things in order, of those with the same key the first."""
    if len(things) < SHORT:
        found, seen = [], set()
        for thing in things:
            own = key(thing)
            if own not in seen:
                seen.add(own)
                found.append(thing)
        return found
    first: dict[int, int] = {}
    [*map(first.setdefault, map(key, things), things)]
    return things if len(first) == len(things) else [*first.values()]


def keys_of_twins(twins: Iterable[Value]) -> Any:
    """From a list by object of what twins share (None: no twin) to a function from object to key."""
    return [-1 - thing if twin is None else twin for thing, twin in enumerate(twins)].__getitem__


def outdone(out: Sequence[int], things: Sequence[int], everything: Sequence[int], key: Any) -> bool:
    """Has one of the things that are not in `out` a copy in the whole list?"""
    if len(out) == len(things):
        return False
    keys = [*map(key, everything)]
    return any(thing not in out and keys.count(key(thing)) > 1 for thing in things)
