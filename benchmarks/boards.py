"""Games on boards: what listing the legal placements of a piece costs, and a whole game.

    python benchmarks/boards.py [SEED]

A decision about places is met in the middle of random games. Its list is made again, on a copy of the state that knows
nothing of it yet. The yardstick is one trial of one of these placements with everything that it asks for (the connected
parts of the board above all), worked out anew.
"""

from __future__ import annotations

import random
import statistics
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

from subjects import ROOT, build_table, clock, need

GAME = ROOT / "cards" / "khronos"
PLAYERS = 4
#: The middle of a game: turns; and a list worth listing: placements that are tried out.
TURNS, TRIED = range(12, 21), 20
#: Seconds that are enough for a whole random game.
ENOUGH = 60.0


class Standing:
    """A decision about places: the state, the trials that its list makes, its options."""

    def __init__(self, boards: Boards, state: Any) -> None:
        self.boards = boards
        self.state, self.who, self.options = state.copy(), state.asked.who, state.asked.options
        self.trials: list[tuple[Any, ...]] = []
        real = boards.attempt
        boards.names["attempt"] = lambda S, *given: self.trials.append(given) or real(S, *given)
        try:
            boards.relisted(self.state.copy())
        finally:
            boards.names["attempt"] = real

    def fresh(self, forgetful: bool = False) -> Any:
        """A copy that knows nothing. forgetful: and remembers nothing of what it works out."""
        S = self.state.copy()
        S.fuel = self.boards.fuel
        S.rewritten()
        if forgetful:
            S.known = None
            self.boards.space._parts.clear()
        return S

    def listing(self) -> float:
        """Seconds for the list of the legal placements."""
        return self.boards.without_following(lambda: self.boards.relisted(self.fresh()))

    def decision(self) -> float:
        """Seconds for the decision: the list, and for each placement a dry run of all that follows."""
        return self.boards.relisted(self.fresh())

    def trial(self, given: tuple[Any, ...]) -> float:
        """Seconds for one trial that finds nothing worked out."""
        S = self.fresh(forgetful=True)
        started = clock()
        self.boards.attempt(S, *given)
        return clock() - started

    def following(self, option: Any) -> float:
        """Seconds for one dry run of all that follows one placement, which finds nothing worked out."""
        S = self.fresh(forgetful=True)
        machine = self.boards.machine
        started = clock()
        machine.trials.completes(S, self.who, option, machine.decisions.horizon(S))
        return clock() - started


class Boards:
    def __init__(self, folder: Path = GAME) -> None:
        load = need("runtime", "load_table", "the rule table's loader")
        self.new_game = need("runtime", "Game", "the interpreter").new
        self.unsaid = need("runtime.state", "NOTHING_SAID", "the state")
        self.fuel = need("runtime.state", "FUEL", "the budget")
        self.table = load(build_table(folder))
        rules = self.new_game(self.table, PLAYERS, 0, forced=True).rules
        self.machine, self.space, self.names = rules.machine, rules.space, rules.names
        self.attempt = self.names["attempt"]

    def relisted(self, S: Any) -> float:
        """Make the list of a decision again. Seconds."""
        S.answer = self.unsaid
        started = clock()
        self.machine.run(S)
        return clock() - started

    def without_following(self, work: Callable[[], float]) -> float:
        """The same without asking what may follow each option."""
        decisions = self.machine.decisions
        real = decisions.ways_on
        decisions.ways_on = lambda S, who, options, follow, f: options
        try:
            return work()
        finally:
            decisions.ways_on = real

    def whole_game(self, seed: int) -> tuple[float, int]:
        """Seconds and decisions of a random game."""
        started = clock()
        game, chance, made = self.new_game(self.table, PLAYERS, seed, forced=True), random.Random(seed), 0
        while (asked := game.state.asked) is not None:
            made += 1
            game.answer(asked.options[int(chance.random() * len(asked.options))])
        return clock() - started, made

    def standings(self, seed: int, games: int) -> list[Standing]:
        """Decisions about places in the middle of so many games."""
        found = []
        for number in range(games):
            game, chance = self.new_game(self.table, PLAYERS, seed * 1000 + number, forced=True), random.Random(number)
            while (asked := game.state.asked) is not None and game.state.turn < TURNS.stop:
                if game.state.turn >= TURNS.start and asked.spec.kind == "choose" and len(asked.options) >= TRIED:
                    standing = Standing(self, game.state)
                    if len(standing.trials) >= TRIED:
                        found.append(standing)
                game.answer(asked.options[int(chance.random() * len(asked.options))])
        return found


def measured(seed: int = 1, games: int = 8) -> dict[str, float]:
    """Medians over decisions, in seconds: listing, trial, decision, following; tried and options, how many there were;
    game: of a whole game. ratio, worst: of listing to trial, of decision to following."""
    boards = Boards()
    rows = []
    for standing in boards.standings(seed, games):
        rows.append(
            {
                "trial": statistics.mean(map(standing.trial, standing.trials)),
                "listing": min(standing.listing() for _ in range(3)),
                "following": statistics.mean(map(standing.following, standing.options)),
                "decision": min(standing.decision() for _ in range(3)),
                "tried": len(standing.trials),
                "options": len(standing.options),
            }
        )
    found = {name: statistics.median(row[name] for row in rows) for name in rows[0]}
    for ours, other in (("listing", "trial"), ("decision", "following")):
        ratios = [row[ours] / row[other] for row in rows]
        found[f"{ours} ratio"], found[f"{ours} worst"] = statistics.median(ratios), max(ratios)
    found["decisions"] = len(rows)
    found["game"] = statistics.median(
        boards.whole_game(seed * 1000 + number)[0] for number in range(max(1, games // 4))
    )
    return found


if __name__ == "__main__":
    for name, value in measured(int(sys.argv[1]) if len(sys.argv) > 1 else 1).items():
        print(f"{name:16}{value:10.4f}")
