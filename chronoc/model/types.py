"""The types that the compiler knows while it reads expressions.

`optional` says that a value may be `nothing`. The type `error` agrees with everything, so that one fault gives one
diagnostic.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any


@dataclass(frozen=True, slots=True)
class Type:
    """base: number flag text tag kind moment effect enum object design zone list cell field nothing any error.

    `arg`: of enum and cell an index; of object and design a tuple of kind indexes (what it may be); of zone the tuple
    of kinds that lie in it; of list the type of its elements; of field the type of its values. `zone`: index of the
    zone where it is known which one (of a zone, or of the things in a list).
    """

    base: str
    arg: Any = None
    optional: bool = False
    zone: int | None = None

    def maybe(self, optional: bool = True) -> Type:
        if not optional or self.optional or self.base in ("error", "any", "nothing", "list"):
            return self
        return replace(self, optional=True)

    def sure(self) -> Type:
        return replace(self, optional=False) if self.optional else self

    @property
    def bad(self) -> bool:
        return self.base == "error"


NUMBER = Type("number")
FLAG = Type("flag")
TEXT = Type("text")
TAG = Type("tag")
KIND = Type("kind")
MOMENT = Type("moment")
EFFECT = Type("effect")
NOTHING = Type("nothing")
ANY = Type("any")
ERROR = Type("error")
PLAYER = Type("object", (0,))


def obj(*kinds: int) -> Type:
    return Type("object", tuple(sorted(set(kinds))))


def design(*kinds: int) -> Type:
    return Type("design", tuple(sorted(set(kinds))))


def zone(kinds: tuple[int, ...], index: int | None = None) -> Type:
    return Type("zone", kinds, zone=index)


def list_of(element: Type, index: int | None = None) -> Type:
    return Type("list", element.sure(), zone=index)


def enum(index: int) -> Type:
    return Type("enum", index)


def cell(index: int) -> Type:
    return Type("cell", index)


PLAYERS = list_of(PLAYER)


def join(a: Type, b: Type) -> Type | None:
    """The type of what is one of two, or nothing when they have none."""
    if a is b or a == b:
        return a
    if a.base in ("error", "any"):
        return a
    if b.base in ("error", "any"):
        return b
    if a.base == "nothing":
        return b.maybe()
    if b.base == "nothing":
        return a.maybe()
    optional = a.optional or b.optional
    if a.base == "list" or b.base == "list":
        left = a.arg if a.base == "list" else a
        right = b.arg if b.base == "list" else b
        inner = join(left, right)
        return None if inner is None else list_of(inner)
    if a.base != b.base:
        return None
    if a.base in ("object", "design"):
        return Type(a.base, tuple(sorted(set(a.arg) | set(b.arg))), optional)
    if a.base == "zone":
        return Type("zone", tuple(sorted(set(a.arg) | set(b.arg))), optional)
    if a.arg == b.arg:
        return Type(a.base, a.arg, optional)
    return None
