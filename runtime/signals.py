"""What can interrupt running code, and what can go wrong."""

from __future__ import annotations


class GameOver(Exception):
    """The game ended in the middle of something."""


class EndPhase(Exception):
    """`end P`: everything above the innermost run of that phase is given up. -1: the turn."""

    def __init__(self, phase: int) -> None:
        self.phase = phase


class Commit(Exception):
    """A dry run reached the first thing that the decider cannot foresee."""


class Failed(Exception):
    """A dry run (or a `try`) cannot be carried out this way."""


class Fault(Exception):
    """A wrong state of the interpreter or of a rule table: loud, with what was running."""


class Budget(Fault):
    """Steps, nesting, options or trials ran out."""


class TryResult(Exception):
    """A `try` came to its end: did its condition hold there?"""

    def __init__(self, value: bool) -> None:
        self.value = value


class UsageError(ValueError):
    """The caller asked for something that does not exist: a wrong number of players, an unknown option or answer."""
