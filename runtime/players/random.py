"""A player without a plan: each option is as likely."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Protocol

from runtime.rng import BOTS, SPAN, Streams, key_of, numbers_at

#: So many numbers of a player's stream are worked out together.
AHEAD = 32


class Sized(Protocol):
    @property
    def size(self) -> int:
        """How many options there are."""


class RandomPlayer:
    """Draws from a stream of its own, so that it never changes what the cards and dice do. One seat, one stream."""

    __slots__ = ("label", "streams")

    needs = "size"

    def __init__(self, seed: int | str = 0, seat: int | None = None) -> None:
        self.streams = Streams(seed)
        self.label = BOTS if seat is None else f"{BOTS}.{seat}"

    def choose(self, seen: Sized) -> int:
        size = seen.size
        return self.streams.below(self.label, size) if size > 1 else 0


def picker(seed: int | str, seats: int, answers: list[int]) -> Callable[[int, int], int]:
    """The players of all seats as one function (seat, number of options, 2 or more) -> number of the option taken, for games
    in which nobody looks at the options. It draws what they would draw, and notes each answer."""

    def stream(key: int) -> Iterator[int]:
        counter = 1
        while True:
            yield from numbers_at(key, counter, AHEAD)
            counter += AHEAD

    streams = [stream(key_of(seed, f"{BOTS}.{seat}")).__next__ for seat in range(seats)]
    note = answers.append

    def pick(seat: int, size: int) -> int:
        number = streams[seat]()
        answer = number % size
        while number - answer > SPAN - size:  # of the incomplete last round
            number = streams[seat]()
            answer = number % size
        note(answer)
        return answer

    return pick
