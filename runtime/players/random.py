"""A player without a plan: each option is as likely."""

from __future__ import annotations

from runtime.game import Decision
from runtime.rng import BOTS, Streams


class RandomPlayer:
    """Draws from a stream of its own, so that it never changes what the cards and dice do. One seat, one stream."""

    __slots__ = ("label", "streams")

    def __init__(self, seed: int | str = 0, seat: int | None = None) -> None:
        self.streams = Streams(seed)
        self.label = BOTS if seat is None else f"{BOTS}.{seat}"

    def choose(self, decision: Decision) -> int:
        size = len(decision.values)
        return self.streams.below(self.label, size) if size > 1 else 0
