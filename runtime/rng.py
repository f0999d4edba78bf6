"""Chance, the same on every machine: a counter-based generator with one stream for each purpose.

The n-th number of a stream depends on the seed, the label and n alone, so rolling a die never changes the next shuffle.
The state is plain data (a counter for each label). `docs/random.md` specifies it and lists test vectors.
"""

from __future__ import annotations

import hashlib
import struct
from collections.abc import MutableSequence, Sequence
from functools import lru_cache
from operator import mod
from typing import Any, TypeVar

T = TypeVar("T")

DECK, DICE, BOTS = "deck", "dice", "bots"

SPAN = 1 << 64
MASK = SPAN - 1
STEP = 0x9E3779B97F4A7C15
MIX1 = 0xBF58476D1CE4E5B9
MIX2 = 0x94D049BB133111EB

#: Longer lists are shuffled with numbers that are worked out together.
LONG = 6

_PREFIX = "chronoc random 1"


def key_of(seed: int | str, label: str) -> int:
    """The 64-bit key of one stream. The seeds 7 and "7" are the same seed."""
    if "\n" in label:
        raise ValueError("the label of a stream holds no line end")
    digest = hashlib.sha256(f"{_PREFIX}\n{label}\n{seed}".encode("utf-8", "surrogatepass")).digest()
    return int.from_bytes(digest[:8], "big")


def number_at(key: int, counter: int) -> int:
    """The number a stream gives at a counter: 0 to 2**64 - 1 (SplitMix64 of key + counter x STEP)."""
    z = (key + counter * STEP) & MASK
    z = ((z ^ z >> 30) * MIX1) & MASK
    z = ((z ^ z >> 27) * MIX2) & MASK
    return z ^ z >> 31


def numbers_at(key: int, counter: int, count: int) -> tuple[int, ...]:
    """The numbers at `count` counters from this one on: the same sums, for all of them at once.

    One large number holds them side by side, 128 bits each, so that no product reaches into the next."""
    ones, low, steps, low30, low27, low31 = _lanes(count)
    z = ((key + counter * STEP & MASK) * ones + steps) & low
    z = ((z ^ (z >> 30 & low30)) * MIX1) & low
    z = ((z ^ (z >> 27 & low27)) * MIX2) & low
    z ^= z >> 31 & low31
    return struct.unpack(f"<{2 * count}Q", z.to_bytes(16 * count, "little"))[::2]


@lru_cache(maxsize=256)
def _lanes(count: int) -> tuple[int, int, int, int, int, int]:
    """In every place: 1; 64 ones; STEP times the number of the place; 34, 37 and 33 ones."""
    ones = sum(1 << 128 * k for k in range(count))
    ramp = sum(k << 128 * k for k in range(count))
    return ones, MASK * ones, STEP * ramp, (MASK >> 30) * ones, (MASK >> 27) * ones, (MASK >> 31) * ones


class Streams:
    """Labelled streams of one seed. `counters` is the whole state; `keys` only remembers what the seed gives."""

    __slots__ = ("counters", "keys", "seed")

    def __init__(self, seed: int | str, counters: dict[str, int] | None = None) -> None:
        if isinstance(seed, bool) or not isinstance(seed, (int, str)):
            raise TypeError("a seed is a whole number or a text")
        self.seed = seed
        self.keys: dict[str, int] = {}
        self.counters: dict[str, int] = dict(counters) if counters else {}

    def copy(self) -> Streams:
        """An independent twin. It shares the remembered keys, which never change."""
        twin = Streams.__new__(Streams)
        twin.seed, twin.keys, twin.counters = self.seed, self.keys, self.counters.copy()
        return twin

    def state(self) -> dict[str, Any]:
        """Plain data for a save: the seed and the counters, labels in order."""
        return {"seed": self.seed, "counters": {label: self.counters[label] for label in sorted(self.counters)}}

    @classmethod
    def from_state(cls, state: dict[str, Any]) -> Streams:
        return cls(state["seed"], state["counters"])

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Streams) and str(self.seed) == str(other.seed) and self.counters == other.counters

    __hash__ = None  # type: ignore[assignment]

    def _key(self, label: str) -> int:
        key = self.keys.get(label)
        if key is None:
            key = self.keys[label] = key_of(self.seed, label)
        return key

    def next(self, label: str) -> int:
        """The next raw number of a stream, 0 to 2**64 - 1."""
        counter = self.counters[label] = self.counters.get(label, 0) + 1
        return number_at(self._key(label), counter)

    def below(self, label: str, n: int) -> int:
        """A number 0 to n - 1, each exactly as likely: numbers of the incomplete last round are thrown away."""
        if not 0 < n <= SPAN:
            raise ValueError(f"cannot draw a number below {n}")
        key = self.keys.get(label) or self._key(label)
        counter = self.counters.get(label, 0)
        while True:
            counter += 1
            z = (key + counter * STEP) & MASK  # `number_at` written out: this is the hot path of a simulation
            z = ((z ^ z >> 30) * MIX1) & MASK
            z = ((z ^ z >> 27) * MIX2) & MASK
            z ^= z >> 31
            rest = z % n
            if z - rest <= SPAN - n:
                self.counters[label] = counter
                return rest

    def pick(self, label: str, items: Sequence[T]) -> T:
        """One of the items, each as likely."""
        return items[self.below(label, len(items))]

    def shuffle(self, label: str, items: MutableSequence[T]) -> None:
        """Fisher-Yates in place, from the end: every order exactly as likely."""
        size = len(items)
        if size > LONG:
            counter = self.counters.get(label, 0)
            numbers = numbers_at(self._key(label), counter + 1, size - 1)
            if max(numbers) <= SPAN - size:  # else one of them may have to be thrown away
                self.counters[label] = counter + size - 1
                for i, j in zip(range(size - 1, 0, -1), map(mod, numbers, range(size, 1, -1)), strict=True):
                    items[i], items[j] = items[j], items[i]
                return
        below = self.below
        for i in range(size - 1, 0, -1):
            j = below(label, i + 1)
            items[i], items[j] = items[j], items[i]
