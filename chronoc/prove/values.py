"""What is known about a value before a game is played: what it may be, and what that hangs on.

An *atom* is one small fact of a state: a field of a thing `("f", field, thing)`, a thing in a zone
`("in", zone instance, thing)`, or something outside of what is searched `("x", what)`.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

Atom = tuple[Any, ...]
Reads = frozenset[Atom]
NONE: Reads = frozenset()
#: Writing this atom is the end of the game.
END: Atom = ("end",)


@dataclass(slots=True, frozen=True)
class Known:
    """vals: what it may be (None: anything) · reads: what that hangs on · items: of a list, what may be in it, each with
    what its being there hangs on (None: no list, or anything) · source: zone instances that the things are known to lie in ·
    guards: definitions that are known to hold of the things"""

    vals: frozenset[Any] | None = None
    reads: Reads = NONE
    items: dict[Any, Reads] | None = None
    source: frozenset[int] | None = None
    guards: frozenset[int] = field(default_factory=frozenset)

    @property
    def key(self) -> tuple[Any, ...]:
        items = None if self.items is None else tuple(self.items.items())
        return (self.vals, self.reads, items, self.source, self.guards)

    @property
    def sure(self) -> Any:
        """The only value it can have, or the question itself."""
        if self.vals is not None and len(self.vals) == 1:
            return next(iter(self.vals))
        return UNSURE

    def all_reads(self) -> Reads:
        return self.reads if not self.items else self.reads.union(*self.items.values())

    def also(self, reads: Reads) -> Known:
        if reads <= self.reads:
            return self
        return Known(self.vals, self.reads | reads, self.items, self.source, self.guards)


UNSURE = object()
ANYTHING = Known()
TRUTHS = frozenset((True, False))


def just(value: Any, reads: Reads = NONE) -> Known:
    return Known(frozenset((value,)), reads)


def listed(items: dict[Any, Reads], reads: Reads = NONE, source: frozenset[int] | None = None) -> Known:
    return Known(None, reads, items, source)


def truth(value: Known) -> bool | None:
    """True or False where it is certain."""
    if value.vals is None:
        return None
    found = {bool(v) for v in value.vals}
    return found.pop() if len(found) == 1 else None


def either_of(values: list[Known]) -> Known:
    """What is known when it is one of these."""
    if len(values) == 1:
        return values[0]
    reads: Reads = NONE.union(*(v.reads for v in values)) if values else NONE
    if all(v.items is not None for v in values) and values:
        items: dict[Any, Reads] = {}
        for value in values:
            for item, why in (value.items or {}).items():
                items[item] = items.get(item, NONE) | why
        sources = [v.source for v in values]
        source = None if any(s is None for s in sources) else frozenset().union(*(s for s in sources if s is not None))
        return Known(None, reads, items, source)
    if any(v.vals is None for v in values):
        return Known(None, reads.union(*(v.all_reads() for v in values)))
    return Known(frozenset().union(*(v.vals for v in values if v.vals is not None)), reads)
