"""Truth of conditions, exactly: a formula over flags and numbers as a table of all cases, one bit a case.

A formula is yes or no (a bool) or a tuple:

    ("flag", key)                a flag
    ("least", key, n)            the number `key` is n or more
    ("is", key, value)           what `key` stands for is this one of several values
    ("not", f) · ("and", fs) · ("or", fs) · ("atleast", n, fs)

Keys are whole numbers; two leaves with one key speak of the same thing. With more leaves than `MOST` nothing is said.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from itertools import pairwise
from typing import Any, Union

Formula = Union[bool, tuple[Any, ...]]
Leaf = tuple[Any, ...]

MOST = 14

#: The least and the greatest value of a number, where they are known; how many values something can have.
Bounds = Callable[[int], tuple[int | None, int | None]]
Sizes = Callable[[int], int | None]


def negation(f: Formula) -> Formula:
    if isinstance(f, bool):
        return not f
    return f[1] if f[0] == "not" else ("not", f)


def joined(parts: Iterable[Formula]) -> Formula:
    return _flat("and", parts, True)


def either(parts: Iterable[Formula]) -> Formula:
    return _flat("or", parts, False)


def _flat(op: str, parts: Iterable[Formula], neutral: bool) -> Formula:
    found: list[Formula] = []
    for part in parts:
        if isinstance(part, bool):
            if part is not neutral:
                return part
        else:
            found.append(part)
    if not found:
        return neutral
    return found[0] if len(found) == 1 else (op, tuple(found))


def at_least(number: int, parts: tuple[Formula, ...]) -> Formula:
    open_parts = tuple(part for part in parts if not isinstance(part, bool))
    number -= sum(part is True for part in parts)
    if number <= 0:
        return True
    return False if number > len(open_parts) else ("atleast", number, open_parts)


def leaves(f: Formula) -> Iterator[Leaf]:
    """The leaves of a formula, from the left, each as often as it stands there."""
    todo: list[Formula] = [f]
    while todo:
        here = todo.pop()
        if isinstance(here, bool):
            continue
        match here[0]:
            case "not":
                todo.append(here[1])
            case "and" | "or":
                todo.extend(reversed(here[1]))
            case "atleast":
                todo.extend(reversed(here[2]))
            case _:
                yield here


def put(f: Formula, values: Callable[[Leaf], bool | None]) -> Formula:
    """The formula with some leaves decided."""
    if isinstance(f, bool):
        return f
    match f[0]:
        case "not":
            return negation(put(f[1], values))
        case "and":
            return joined(put(part, values) for part in f[1])
        case "or":
            return either(put(part, values) for part in f[1])
        case "atleast":
            return at_least(f[1], tuple(put(part, values) for part in f[2]))
    known = values(f)
    return f if known is None else known


def _unbounded(key: int) -> tuple[int | None, int | None]:
    return None, None


def _unknown(key: int) -> int | None:
    return None


class Cases:
    """All cases of some formulas. `mask(f)` has a bit for each case in which f holds; `all` is every case that there is."""

    __slots__ = ("_known", "all", "places", "width")

    def __init__(self, places: dict[Leaf, int], bounds: Bounds, sizes: Sizes) -> None:
        self.places = places
        self.width = 1 << len(places)
        self._known: dict[Formula, int] = {}
        self.all = (1 << self.width) - 1
        self.all = self._possible(bounds, sizes)

    def _possible(self, bounds: Bounds, sizes: Sizes) -> int:
        """A number that is 3 or more is 2 or more; nothing has two values."""
        found = self.all
        steps: dict[int, list[int]] = {}
        values: dict[int, list[Leaf]] = {}
        for leaf in self.places:
            if leaf[0] == "least":
                steps.setdefault(leaf[1], []).append(leaf[2])
            elif leaf[0] == "is":
                values.setdefault(leaf[1], []).append(leaf)
        for key, numbers in steps.items():
            low, high = bounds(key)
            numbers.sort()
            for number in numbers:
                mask = self._leaf(("least", key, number))
                if low is not None and number <= low:
                    found &= mask
                if high is not None and number > high:
                    found &= ~mask
            for small, large in pairwise(numbers):
                found &= self._leaf(("least", key, small)) | ~self._leaf(("least", key, large))
        for key, those in values.items():
            some = 0
            for number, leaf in enumerate(those):
                mask = self._leaf(leaf)
                for other in those[number + 1 :]:
                    found &= ~(mask & self._leaf(other))
                some |= mask
            if sizes(key) == len(those):
                found &= some
        return found & ((1 << self.width) - 1)

    def _leaf(self, leaf: Leaf) -> int:
        """Of 2^n cases the bit of place p is set in every second run of 2^p cases."""
        run = 1 << self.places[leaf]
        mask = ((1 << run) - 1) << run
        size = 2 * run
        while size < self.width:
            mask |= mask << size
            size *= 2
        return mask

    def mask(self, f: Formula) -> int:
        if isinstance(f, bool):
            return self.all if f else 0
        known = self._known.get(f)
        if known is None:
            known = self._known[f] = self._mask(f) & self.all
        return known

    def _mask(self, f: tuple[Any, ...]) -> int:
        match f[0]:
            case "not":
                return ~self.mask(f[1])
            case "and":
                result = self.all
                for part in f[1]:
                    result &= self.mask(part)
                return result
            case "or":
                result = 0
                for part in f[1]:
                    result |= self.mask(part)
                return result
            case "atleast":
                return self.so_many(f[1], [self.mask(part) for part in f[2]])
        return self._leaf(f)

    def so_many(self, number: int, masks: list[int]) -> int:
        """The cases in which at least so many of these hold."""
        reached = [self.all] + [0] * number
        for mask in masks:
            for n in range(number, 0, -1):
                reached[n] |= reached[n - 1] & mask
        return reached[number]

    def rows(self, mask: int) -> Iterator[dict[Leaf, bool]]:
        """The cases of a mask, each as the truth of all leaves."""
        number = 0
        while mask >> number:
            if mask >> number & 1:
                yield {leaf: bool(number >> place & 1) for leaf, place in self.places.items()}
            number += 1


def cases(
    formulas: Iterable[Formula], bounds: Bounds = _unbounded, sizes: Sizes = _unknown, most: int = MOST
) -> Cases | None:
    """All cases of these formulas together; None where there are too many."""
    places: dict[Leaf, int] = {}
    for formula in formulas:
        for leaf in leaves(formula):
            if leaf not in places:
                if len(places) >= most:
                    return None
                places[leaf] = len(places)
    return Cases(places, bounds, sizes)


def holds(f: Formula, row: Mapping[Leaf, bool]) -> bool:
    """Truth in one case."""
    if isinstance(f, bool):
        return f
    match f[0]:
        case "not":
            return not holds(f[1], row)
        case "and":
            return all(holds(part, row) for part in f[1])
        case "or":
            return any(holds(part, row) for part in f[1])
        case "atleast":
            return sum(holds(part, row) for part in f[2]) >= int(f[1])
    return row[f]
