"""The smallest change of a state that makes a condition come out otherwise."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import combinations
from math import comb
from typing import Any

from chronoc.prove.cone import searched
from chronoc.prove.effects import Writing
from chronoc.prove.values import END, Atom, Reads
from runtime.signals import Fault, GameOver
from runtime.state import FUEL, State, Value

TRIES = 20_000  # states that are looked at
MOST = 8  # single changes in one answer


@dataclass(slots=True, frozen=True)
class Step:
    """One single change. form: "flip" (a field of a thing: its other value), "put" (a thing into a zone), "take" (out of it)"""

    form: str
    field: int
    thing: int
    instance: int


@dataclass(slots=True)
class Smallest:
    """steps: the change (None: none was found) · exact: no smaller one there is · tried: every change of so many steps or
    fewer was looked at · among: how many single changes there are · whole: all of them together were looked at ·
    gaps: why there may be others"""

    steps: tuple[Step, ...] | None = None
    exact: bool = False
    tried: int = 0
    among: int = 0
    whole: bool = False
    gaps: list[str] = field(default_factory=list)
    others: int = 0  # changes just as small
    ends: bool = False  # the game would be over by it


class Changes:
    """What may be changed is what plays and rules may change at all; the standing rules follow each change."""

    def __init__(self, writing: Writing) -> None:
        self.writing, self.rules, self.world = writing, writing.rules, writing.world
        self.table = writing.table
        self.by_rules: dict[Atom, list[Reads]] = {}
        for source in writing.sources:
            if source.form == "rule":
                for atom, reads in source.records.items():
                    self.by_rules.setdefault(atom, []).append(reads)

    # ------------------------------------------------------------------ what can be changed

    def concerned(self, reads: Reads) -> tuple[list[Atom], list[str]]:
        """What decides a condition, now and when standing rules have followed; and what of it is not searched."""
        known: dict[Atom, None] = {}
        outside: dict[str, None] = {}
        pending = sorted(reads, key=str)
        while pending:
            atom = pending.pop()
            if atom in known or atom == END:
                continue
            if not searched(atom):
                outside[str(atom[1])] = None
                continue
            known[atom] = None
            for more in self.by_rules.get(atom, ()):
                pending += [a for a in sorted(more, key=str) if searched(a) and a not in known]
        return sorted(known), list(outside)

    def steps(self, atoms: list[Atom], S: State) -> tuple[list[Step], list[str]]:
        flips, moves, gaps = [], [], []
        for atom in atoms:
            if atom[0] == "f":
                row = self.table.fields[atom[1]]
                if atom not in self.writing.written and not row["side"]:
                    continue  # nothing ever changes it
                if row["type"] == ["flag"] and row["key"] is None:
                    flips.append(Step("flip", atom[1], atom[2], 0))
                else:
                    gaps.append(f"{row['name']} of {self.world.title(atom[2])}, which is no yes or no")
                continue
            lying = [t for t in S.Z[atom[1]] if t is not None and self.writing.standing_for[t] == atom[2]]
            if lying:
                moves.append(Step("take", 0, atom[2], atom[1]))
            if any(S.L[t] != atom[1] for t in self.copies(atom[2])):
                moves.append(Step("put", 0, atom[2], atom[1]))
        return [*flips, *moves], gaps

    def copies(self, thing: int) -> list[int]:
        design = self.world.designs[thing]
        return [] if design is None else [t for t in self.world.copies[design] if self.writing.standing_for[t] == thing]

    # ------------------------------------------------------------------ states

    def after(self, S: State, steps: tuple[Step, ...]) -> State | None:
        """The state with these changes, when the standing rules have followed. None: it cannot be."""
        T = S.copy()
        T.fuel, T.quiet = FUEL, True
        T.rewritten()
        kernel = self.rules.kernel
        for step in steps:
            if step.form == "flip":
                column = T.V[self.rules.column_of[step.field]]
                at = step.thing - self.world.lo[self.table.fields[step.field]["kind"]]
                column[at] = not column[at]
            elif step.form == "take":
                there = [t for t in T.Z[step.instance] if t is not None and self.writing.standing_for[t] == step.thing]
                if not there:
                    return None
                kernel.move_one(T, None, there[0], 0)
        for step in steps:
            if step.form == "put":
                free = [t for t in self.copies(step.thing) if T.L[t] != step.instance]
                room = kernel.maximum[step.instance]
                if not free or (room is not None and len(T.Z[step.instance]) >= room):
                    return None
                free.sort(key=lambda t: T.L[t] != 0)  # from the box, if one is there
                kernel.move_one(T, None, free[0], step.instance)
        T.ev, T.quiet = [], False
        T.dirty = self.rules.every_rule
        try:
            if self.rules.machine.settling.after(T):
                return None  # a rule asks a player
        except GameOver:
            T.over = True  # what was so at that moment counts
        except Fault:
            return None
        return T

    # ------------------------------------------------------------------ the search

    def smallest(self, S: State, holds: Any, reads: Reads, wanted: bool) -> Smallest:
        """holds(state) -> value. The least number of single changes after which it is as wanted."""
        atoms, outside = self.concerned(reads)
        steps, gaps = self.steps(atoms, S)
        found = Smallest(among=len(steps), gaps=[*outside, *gaps])
        spent = 0
        for size in range(1, min(MOST, len(steps)) + 1):
            spent += comb(len(steps), size)
            if spent > TRIES:
                break
            for chosen in combinations(steps, size):
                T = self.after(S, chosen)
                if T is not None and self.truth(holds, T) is wanted and self.lasting(T, chosen):
                    if found.steps is None:
                        found.steps, found.exact, found.ends = chosen, True, T.over
                    else:
                        found.others += 1
            if found.steps is not None:
                return found
            found.tried = size
            found.whole = size == len(steps)
        if found.steps is None and not found.whole:
            self.guess(S, holds, wanted, steps, found)
        found.whole = found.whole or not steps
        return found

    def lasting(self, T: State, steps: tuple[Step, ...]) -> bool:
        """Does every single change still stand when the rules have followed?"""
        for step in steps:
            if step.form == "put" and not any(
                self.writing.standing_for[t] == step.thing for t in T.Z[step.instance] if t is not None
            ):
                return False
        return True

    def truth(self, holds: Any, S: State) -> Value:
        S.fuel = FUEL
        try:
            return bool(holds(S))
        except Fault:
            return None

    def guess(self, S: State, holds: Any, wanted: bool, steps: list[Step], found: Smallest) -> None:
        """A change that need not be the smallest: flips in every number that is still cheap, then what follows from them."""
        flips = [s for s in steps if s.form == "flip"]
        for chosen in self.subsets(flips):
            T = self.after(S, chosen)
            if T is not None and self.truth(holds, T) is wanted:
                found.steps = self.leaner(S, holds, wanted, chosen)
                last = self.after(S, found.steps)
                found.ends = last is not None and last.over
                return

    def subsets(self, flips: list[Step]) -> Iterator[tuple[Step, ...]]:
        spent = 0
        for size in range(1, len(flips) + 1):
            for chosen in combinations(flips, size):
                spent += 1
                if spent > TRIES // 2:
                    return
                yield chosen

    def leaner(self, S: State, holds: Any, wanted: bool, steps: tuple[Step, ...]) -> tuple[Step, ...]:
        """Without those that are not needed."""
        kept = list(steps)
        for step in steps:
            rest = tuple(s for s in kept if s is not step)
            T = self.after(S, rest)
            if rest and T is not None and self.truth(holds, T) is wanted:
                kept = list(rest)
        return tuple(kept)


__all__ = ["Changes", "Smallest", "Step"]
