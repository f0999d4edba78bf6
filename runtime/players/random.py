"""A player without a plan: each option is as likely."""

from __future__ import annotations

from collections.abc import Callable

from runtime.game import Decision
from runtime.rng import BOTS, MASK, MIX1, MIX2, SPAN, STEP, Streams, key_of


class RandomPlayer:
    """Draws from a stream of its own, so that it never changes what the cards and dice do. One seat, one stream."""

    __slots__ = ("label", "streams")

    def __init__(self, seed: int | str = 0, seat: int | None = None) -> None:
        self.streams = Streams(seed)
        self.label = BOTS if seat is None else f"{BOTS}.{seat}"

    def choose(self, decision: Decision) -> int:
        size = len(decision.values)
        return self.streams.below(self.label, size) if size > 1 else 0


def picker(seed: int | str, seats: int, answers: list[int]) -> Callable[[int, int], int]:
    """The players of all seats as one function (seat, number of options, 2 or more) -> number of the option taken, for games
    in which nobody looks at the options. It draws what they would draw, and notes each answer."""
    keys = [key_of(seed, f"{BOTS}.{seat}") for seat in range(seats)]
    counters = [0] * seats
    note = answers.append

    def pick(seat: int, size: int) -> int:
        counter, key = counters[seat], keys[seat]
        while True:
            counter += 1
            z = (key + counter * STEP) & MASK  # `Streams.below` written out
            z = ((z ^ z >> 30) * MIX1) & MASK
            z = ((z ^ z >> 27) * MIX2) & MASK
            z ^= z >> 31
            answer = z % size
            if z - answer <= SPAN - size:
                counters[seat] = counter
                note(answer)
                return answer

    return pick
