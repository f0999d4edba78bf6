"""Players that decide by themselves. A player is given an observation and nothing else; `KINDS` names those there are."""

from __future__ import annotations

from collections.abc import Callable
from importlib import import_module
from typing import Any, Protocol

from runtime.game import Decision, Game
from runtime.players.observation import Glimpse, observe
from runtime.players.position import Positions
from runtime.signals import UsageError

#: What a player wants to be given: the number of options (`Glimpse`), an `Observation`, or one with the position in it.
SIZE, VIEW, POSITION = "size", "view", "position"


class Player(Protocol):
    needs: str

    def choose(self, seen: Any) -> int:
        """The number of the option taken, from 0 to seen.size - 1."""


#: Kinds of players: module and class. A class is called with the table, the seed of the game, the seat and what stands
#: behind the kind's colon (empty: nothing).
KINDS: dict[str, tuple[str, str]] = {"random": ("runtime.players.random", "RandomPlayer")}


def new_player(kind: str, seed: int | str, seat: int) -> Player:
    """A fresh player for one seat of one game. Raises UsageError."""
    if kind not in KINDS:
        raise UsageError(f"there is no kind of player called {kind!r}; there are: {', '.join(KINDS)}")
    module, name = KINDS[kind]
    made: Any = getattr(import_module(module), name)(seed, seat)
    return made  # type: ignore[no-any-return]


def seated(game: Game, kind: str, seed: int | str, seat: int) -> Callable[[Decision], int]:
    """A fresh player in its seat at this game: what answers the seat's decisions. What the player may see is read here; the
    game itself is kept from it. Raises UsageError."""
    player = new_player(kind, seed, seat)
    choose = player.choose
    if player.needs == SIZE:
        return lambda decision: choose(Glimpse(decision.size))
    positions = Positions(game.rules, seat) if player.needs == POSITION else None
    return lambda decision: choose(observe(game, seat, 0, positions))
