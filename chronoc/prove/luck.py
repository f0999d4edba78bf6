"""What came about in a few games of automatic players: a witness where nothing was searched."""

from __future__ import annotations

from typing import Any

from runtime.game import Game
from runtime.rng import Streams
from runtime.signals import Fault
from runtime.table import Table

GAMES = 40
MOVES = 600


class Luck:
    def __init__(self, table: Table, seats: tuple[str, ...]) -> None:
        self.table, self.seats = table, seats
        self._found: dict[tuple[Any, ...], tuple[str, int]] | None = None

    def find(self, wanted: tuple[Any, ...]) -> tuple[str, int] | None:
        """Seed and turn of a game in which it came about."""
        if self._found is None:
            self._found = {}
            broken = 0
            for number in range(GAMES):
                broken += not self._play(f"prove.{number}")
                if broken > 1:  # the rules break off, or nobody has anything to decide: more of it tells no more
                    break
        return self._found.get(wanted)

    def _play(self, seed: str) -> bool:
        """One game. False: the rules broke off."""
        assert self._found is not None
        pick = Streams(seed)
        try:
            game = Game.new(self.table, self.seats, seed)
            for _ in range(MOVES):
                decision = game.decision
                if decision is None:
                    break
                game.answer(decision.values[pick.below("players", decision.size)])
        except Fault:
            return False
        self._note(game, seed)
        return True

    def _note(self, game: Game, seed: str) -> None:
        assert self._found is not None
        designs, turn = game.rules.world.designs, 0
        for event in game.state.events():
            if event[0] == "turn":
                turn = event[2]
            elif event[0] == "take":
                for thing in event[3]:
                    if type(thing) is int and thing < len(designs):
                        self._found.setdefault(("take", event[2], designs[thing]), (seed, turn))
            elif event[0] == "react":
                self._found.setdefault(("react", designs[event[2]]), (seed, turn))
            elif event[0] == "lose":
                self._found.setdefault(("lose", event[3]), (seed, turn))
            elif event[0] == "goal":
                self._goal(game, event[1], event[2], seed, turn)

    def _goal(self, game: Game, player: int, index: int, seed: str, turn: int) -> None:
        """A goal was met. With what, is told where the player has only one thing to meet it with."""
        assert self._found is not None
        over = self.table.goals[index]["over"]
        if over is None:
            self._found.setdefault(("goal", index, None), (seed, turn))
            return
        things = game.rules.names[f"e{over}"](game.state, player, None)
        if len(things) == 1:
            self._found.setdefault(("goal", index, game.rules.world.designs[things[0]]), (seed, turn))
