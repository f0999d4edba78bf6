"""Lines that a guided search found: without plays they do not need, and whether fewer plays could do at all."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import combinations, product
from math import comb
from typing import Any

from chronoc.prove.arena import Arena, Change, Move, TooWide
from chronoc.prove.effects import Source, Writing
from chronoc.prove.search import Test
from chronoc.prove.values import Atom
from runtime.signals import Fault
from runtime.state import State

TRIES = 3000  # states that are looked at for the least number of changes


def leaner(arena: Arena, line: Sequence[Move], test: Test, ended: str, reason: str) -> tuple[Move, ...]:
    """The line without each play, or pair of plays, that it does not need."""
    kept = tuple(line)
    size = 1
    while size <= 2:
        for gone in combinations(range(len(kept)), size):
            rest = [move for k, move in enumerate(kept) if k not in gone]
            again = replayed(arena, rest, test, ended, reason)
            if again is not None:
                kept, size = again, 0
                break
        size += 1
    return kept


def replayed(arena: Arena, moves: Sequence[Move], test: Test, ended: str, reason: str) -> tuple[Move, ...] | None:
    """The same plays with the same answers, one after the other. None: they cannot be made, or do not lead there."""
    change: Change = ()
    out: list[Move] = []
    for at, wanted in enumerate(moves):
        try:
            found = arena.results(wanted.source, change)
        except TooWide:
            return None
        move = next((m for m in found if spoken(m) == spoken(wanted)), None)
        if move is None:
            return None
        out.append(move)
        last = at == len(moves) - 1
        if move.ended:
            fits = last and move.ended == (ended or "won") and reason in ("", move.reason)
            return tuple(out) if fits and test(move.change) else None
        change = move.change
    return tuple(out) if not ended and out and test(change) else None


def spoken(move: Move) -> tuple[Any, ...]:
    return tuple((answer.kind, answer.value) for answer in move.answers)


def fewest(
    writing: Writing,
    start: State,
    reads: Sequence[Atom],
    holds: Callable[[State], bool],
    plays: Sequence[Source],
    others: Sequence[Source],
) -> int | None:
    """How many plays it takes at least: so many of the things that the condition reads have to be otherwise, and one play
    changes at most so many of them. None: that cannot be told. others: what else changes them"""
    direct = list(reads)
    touched = {twin for atom in direct for twin in siblings(writing, atom)}
    if any(not touched.isdisjoint(source.records) for source in others):
        return None
    most = max((reach(source, seat) for source in plays for seat in by_seat(writing, direct)), default=0)
    needed = differing(writing, start, direct, holds)
    return None if needed is None or most == 0 else -(-needed // most)


def by_seat(writing: Writing, direct: Sequence[Atom]) -> list[set[Atom]]:
    """The same atoms as they are for each player, since any of them may make a play; all in one if they belong to several."""
    rows = [siblings(writing, atom) for atom in direct]
    owned = [k for k, row in enumerate(rows) if len(row) > 1]
    places = {rows[k].index(direct[k]) for k in owned}
    if len(places) > 1:
        return [{twin for row in rows for twin in row}]
    seats = max((len(row) for row in rows), default=1)
    return [{row[seat] if len(row) > 1 else row[0] for row in rows} for seat in range(seats)]


def reach(source: Source, touched: set[Atom]) -> int:
    """How many of these one play may change."""
    if not source.answers:
        return len(touched & set(source.records))
    return len(touched & source.always) + max(len(touched & made) for made in source.answers.values())


def siblings(writing: Writing, atom: Atom) -> list[Atom]:
    """The same before every player."""
    return [atom] if atom[0] != "in" else [("in", instance, atom[2]) for instance in writing.siblings(atom[1])]


def differing(writing: Writing, start: State, direct: list[Atom], holds: Callable[[State], bool]) -> int | None:
    """The least number of atoms that have to be otherwise for the condition to hold, whatever the rules make of it."""
    tries = 0
    for size in range(len(direct) + 1):
        tries += comb(len(direct), size)
        if tries > TRIES:
            return None
        for chosen in combinations(direct, size):
            for state in otherwise(writing, start, chosen):
                try:
                    if holds(state):
                        return size
                except Fault:
                    continue
    return None


def otherwise(writing: Writing, start: State, chosen: Sequence[Atom]) -> list[State]:
    """The state with these changed: flags turned, each number of copies that there may be."""
    world, rules = writing.world, writing.rules
    ways = []
    for atom in chosen:
        if atom[0] == "f":
            ways.append([0])
            continue
        copies = [t for t in range(len(world.designs)) if writing.standing_for[t] == atom[2]]
        now = sum(1 for t in start.Z[atom[1]] if t in copies)
        ways.append([n for n in range(len(copies) + 1) if n != now])
    out = []
    for counts in product(*ways):
        S = start.copy()
        S.quiet = True
        for atom, count in zip(chosen, counts, strict=True):
            if atom[0] == "f":
                row = rules.table.fields[atom[1]]
                column = S.V[rules.column_of[atom[1]]]
                at = atom[2] - world.lo[row["kind"]]
                column[at] = not column[at]
                continue
            copies = [t for t in range(len(world.designs)) if writing.standing_for[t] == atom[2]]
            lying = [t for t in copies if S.L[t] == atom[1]]
            for t in lying[count:]:
                rules.kernel.move_one(S, None, t, 0)
            for t in [t for t in copies if S.L[t] == 0][: max(0, count - len(lying))]:
                rules.kernel.move_one(S, None, t, atom[1])
        out.append(S)
    return out


__all__ = ["fewest", "leaner"]
