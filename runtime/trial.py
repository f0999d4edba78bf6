"""Dry runs: can this be carried out? What does it lead to? On a copy, by the same code that plays."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from runtime.effects import NOBODY
from runtime.signals import Budget, Commit, EndPhase, Failed, GameOver, TryResult
from runtime.state import NOTHING_SAID, State, Value

#: What a copy and a search step cost of the budget.
TRIAL_COST = 20


class Trials:
    def __init__(self, rules: Any) -> None:
        self.rules = rules

    def names(self) -> dict[str, Any]:
        return {
            "can": self.can,
            "attempt": self.attempt,
            "now": self.now,
            "forget": self.forget,
            "TryResult": TryResult,
        }

    # ------------------------------------------------------------------ feasibility

    def can(self, S: State, routine: int, slots: tuple[Value, ...]) -> bool:
        """`can VERB args`: would the one in slot 0 be able to carry it out?"""
        return self.feasible(S, slots[0], [self.frame(routine, slots)])

    def frame(self, routine: int, slots: tuple[Value, ...]) -> list[Value]:
        return [routine, 0, *slots, *([None] * self.rules.pads[routine])]

    def feasible(self, S: State, decider: int | None, frames: list[list[Value]]) -> bool:
        """Are there answers of the decider with which these frames come to their end, or to the first thing that the decider
        cannot foresee?"""
        T = S.copy()
        T.trial = NOBODY if decider is None else decider
        T.public = False
        T.rolls = []
        floor = len(T.frames)
        T.frames.extend(frames)
        return self._search_from(S, T, floor)

    def completes(self, S: State, decider: int, answer: Value, floor: int) -> bool:
        """Does this answer to the question that now stands leave a way to the end (down to `floor` frames)?"""
        T = S.copy()
        T.trial = decider
        T.answer = answer
        T.rolls = []
        return self._search_from(S, T, floor)

    def _search_from(self, S: State, T: State, floor: int) -> bool:
        try:
            return self._search(T, floor, 0)
        finally:
            S.fuel = T.fuel

    def _search(self, T: State, floor: int, depth: int) -> bool:
        T.fuel -= TRIAL_COST
        if T.fuel < 0:
            raise Budget("too many ways to try")
        if depth > 200:
            raise Budget("a dry run asks too many questions")
        try:
            asked = self.rules.machine.run_to(T, floor)
        except Failed:
            return False
        except (Commit, GameOver, EndPhase):
            return True
        if not asked:
            return True
        decision = T.asked
        if decision.who != T.trial:
            return True
        options = decision.options
        if decision.last_first:
            options = (*options[-1:], *options[:-1])
        final = -1 if isinstance(options, Iterator) else len(options) - 1
        for index, option in enumerate(options):
            branch = T
            if index != final:
                branch = T.copy()
                branch.trial = T.trial
            branch.asked = None
            branch.answer = option
            found = self._search(branch, floor, depth + 1)
            T.fuel = min(T.fuel, branch.fuel)
            if found:
                return True
        return False

    # ------------------------------------------------------------------ try … leaving

    def attempt(self, S: State, routine: int, slots: tuple[Value, ...]) -> bool:
        T = S.copy()
        T.trial = NOBODY if slots[0] is None else slots[0]
        T.public = False
        T.origin = S
        floor = len(T.frames)
        T.frames.append(self.frame(routine, slots))
        T.fuel -= TRIAL_COST
        try:
            self.rules.machine.run_to(T, floor)
        except TryResult as result:
            return result.value
        except (Failed, Commit, GameOver, EndPhase):
            return False
        finally:
            S.fuel = T.fuel
        return False

    # ------------------------------------------------------------------ moments

    def now(self, S: State) -> int:
        key = max(S.moments, default=0) + 1
        if len(S.moments) >= 16:
            raise Budget("more than 16 earlier states are held at once")
        past = S.origin
        if past is None or S.known is None or S.log is None or past.log is not S.log:
            past = S.copy()
            past.answer = NOTHING_SAID
        S.moments[key] = past
        return key

    def forget(self, S: State, key: int | None) -> None:
        S.moments.pop(key, None)  # type: ignore[arg-type]
