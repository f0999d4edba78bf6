"""Players that decide by themselves. A player is given an observation and nothing else; `KINDS` names those there are."""

from __future__ import annotations

from collections.abc import Callable
from importlib import import_module
from typing import Any, Protocol

from runtime.game import Decision, Game
from runtime.players.observation import Glimpse, observe
from runtime.players.position import Positions
from runtime.signals import UsageError
from runtime.table import Table

#: What a player wants to be given: the number of options (`Glimpse`), an `Observation`, or one with the position in it.
SIZE, VIEW, POSITION = "size", "view", "position"


class Player(Protocol):
    needs: str

    def choose(self, seen: Any) -> int:
        """The number of the option taken, from 0 to seen.size - 1."""


#: Kinds of players: module and class. A class is called with the table, the seed of the game, the seat and what stands
#: behind the kind's colon (empty: nothing).
KINDS: dict[str, tuple[str, str]] = {
    "random": ("runtime.players.random", "RandomPlayer"),
    "greedy": ("runtime.players.greedy", "GreedyPlayer"),
    "mcts": ("runtime.players.mcts", "SearchPlayer"),
}


def new_player(kind: str, seed: int | str, seat: int, table: Table | None = None, timed: bool = False) -> Player:
    """A fresh player for one seat of one game: `random`, `greedy`, `mcts:200`. timed: may it look at a clock, so that it does
    not play the same game twice? Raises UsageError."""
    name, _, more = kind.partition(":")
    if name not in KINDS:
        raise UsageError(f"there is no kind of player called {name!r}; there are: {', '.join(KINDS)}")
    module, of = KINDS[name]
    made: Any = getattr(import_module(module), of)
    if name == "random":
        if more:
            raise UsageError(f"a random player takes no number: write random, not {kind}")
        return made(seed, seat)  # type: ignore[no-any-return]
    player: Player = made(table, seed, seat, more)
    if not timed and getattr(player, "seconds", None) is not None:
        raise UsageError(
            f"{kind} looks at the clock, so its games cannot be repeated: give it rounds, as in {name}:200"
        )
    return player


def seated(game: Game, kind: str, seed: int | str, seat: int, timed: bool = False) -> Callable[[Decision], int]:
    """A fresh player in its seat at this game: what answers the seat's decisions. What the player may see is read here; the
    game itself is kept from it. Raises UsageError."""
    player = new_player(kind, seed, seat, game.rules.origin, timed)
    choose = player.choose
    if player.needs == SIZE:
        return lambda decision: choose(Glimpse(decision.size))
    positions = Positions(game.rules, seat) if player.needs == POSITION else None
    return lambda decision: choose(observe(game, seat, None, positions))
