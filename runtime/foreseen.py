"""What the generated functions of foresight call (foresight.py writes them)."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from runtime.effects import NOBODY
from runtime.signals import Budget
from runtime.state import State, Value

DEEPEST = 8


class Unsure(Exception):
    """Only a dry run can tell: gives up a condition in the middle."""


def unsure() -> bool:
    raise Unsure


def certain(answer: int) -> bool:
    """`can …` inside a condition that is worked out on what was done before: a doubt makes the whole answer
    doubtful."""
    if answer == 2:
        raise Unsure
    return answer == 1


def foreseen(known: Callable[[], int], trial: Callable[[], bool]) -> bool:
    """A foreseen answer, or what the dry run says."""
    try:
        answer = known()
    except Unsure:
        answer = 2
    return trial() if answer == 2 else answer == 1


def ways(S: State, answers: Iterable[int]) -> int:
    """One way that certainly works is enough; else a doubtful one makes it doubtful."""
    best = 0
    for answer in answers:
        S.fuel -= 1
        if S.fuel < 0:
            raise Budget("too many ways to try")
        if answer == 1:
            return 1
        if answer == 2:
            best = 2
    return best


def size(things: Any) -> int:
    return len(things) if isinstance(things, (tuple, list)) else (0 if things is None else 1)


class ForesightHelpers:
    def __init__(self, rules: Any) -> None:
        self.rules = rules
        self.kernel = rules.kernel
        self.zone_of = rules.world.zone_of
        self.depth = 0

    def names(self) -> dict[str, Any]:
        return {
            "ways": ways, "size": size, "certain": certain, "unsure": unsure, "foreseen": foreseen, "Unsure": Unsure,
            "clear": self.clear, "room": self.room, "fits_game": self.fits_game, "fits_field": self.fits_field,
            "deeper": self.deeper, "seen": self.seen, "news": self.news, "some_set": self.some_set,
        }  # fmt: skip

    def deeper(self, function: Any, *arguments: Any) -> int:
        """A card that looks for cards that look for cards …"""
        if self.depth >= DEEPEST:
            return 2
        self.depth += 1
        try:
            return int(function(*arguments))
        finally:
            self.depth -= 1

    def some_set(
        self, S: State, who: int | None, pool: Any, low: int | None, high: int | None, test: Any, kind: tuple[Any, ...]
    ) -> bool:
        """Are there things in the list that may be chosen together?"""
        decisions, least = self.rules.machine.decisions, low or 0
        things = tuple(pool)
        if least > len(things):
            return False
        groups = decisions.groups(S, who, things, kind)
        return bool(decisions.can_complete(S, (), groups, 0, least, None if high is None else max(0, high), test))

    def seen(self, S: State, you: int | None, things: Any) -> bool:
        """Does the one who decides see all these things?"""
        seat = NOBODY if you is None else you
        kernel = self.kernel
        if things.__class__ is int:
            return not S.L[things] or kernel.foreseen(seat, kernel.viewers(S, things))
        return all(
            not S.L[thing] or kernel.foreseen(seat, kernel.viewers(S, thing))
            for thing in (things if isinstance(things, (tuple, list)) else () if things is None else (things,))
        )

    def news(self, S: State, things: Any, seats: Any) -> bool:
        """Would showing these things tell these seats anything?"""
        mask, viewers = self.rules.machine.mask(seats), self.kernel.viewers
        for thing in things if isinstance(things, (tuple, list)) else () if things is None else (things,):
            if mask & ~viewers(S, thing):
                return True
        return False

    def clear(self, S: State, moved: tuple[Any, ...], zones: frozenset[int]) -> bool:
        """None of the moved things came from a zone that is read later."""
        for thing in moved:
            if isinstance(thing, (tuple, list)):
                if any(self.zone_of[S.L[item]] in zones for item in thing):
                    return False
            elif thing is not None and self.zone_of[S.L[thing]] in zones:
                return False
        return True

    def room(self, S: State, instance: int | None, things: Any) -> bool:
        if instance is None:
            return False
        most = self.kernel.maximum[instance]
        return most is None or len(S.Z[instance]) + size(things) <= most

    def fits_game(self, S: State, var: int, amount: int) -> bool:
        low, high = self.rules.machine.game_bounds[var]
        value: Value = S.G[var] + amount
        return (low is None or value >= low(S)) and (high is None or value <= high(S))

    def fits_field(self, S: State, field: int, thing: int | None, amount: int) -> bool:
        if thing is None:
            return True
        low, high = self.rules.machine.field_bounds[field]
        column = self.rules.column_of[field]
        value = S.V[column][thing - self.rules.world.lo[self.rules.table.fields[field]["kind"]]] + amount
        return (low is None or value >= low(S)) and (high is None or value <= high(S))
