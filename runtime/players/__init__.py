"""Players that decide by themselves. A player sees decisions and nothing else; `KINDS` names those there are."""

from __future__ import annotations

from importlib import import_module
from typing import Any, Protocol

from runtime.game import Decision
from runtime.signals import UsageError


class Player(Protocol):
    def choose(self, decision: Decision) -> int:
        """The number of the option taken, from 0 to decision.size - 1."""


#: Kinds of players: module and class. A class is called with the seed of the game and the seat.
KINDS: dict[str, tuple[str, str]] = {"random": ("runtime.players.random", "RandomPlayer")}


def new_player(kind: str, seed: int | str, seat: int) -> Player:
    """A fresh player for one seat of one game. Raises UsageError."""
    if kind not in KINDS:
        raise UsageError(f"there is no kind of player called {kind!r}; there are: {', '.join(KINDS)}")
    module, name = KINDS[kind]
    made: Any = getattr(import_module(module), name)(seed, seat)
    return made  # type: ignore[no-any-return]
