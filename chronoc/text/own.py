"""Conditions in the language's own words: `Tower' AND (Lamp OR 1969')`.

What is said of cards with two sides is printed as it is written, in every language with its own `and`, `or` and names. In
English it reads back as the same tree.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from chronoc.syntax import tree

OR, AND, NOT, ATOM = range(4)


@dataclass(frozen=True, slots=True)
class Words:
    """The words between the names. `some`: `{n} of {list}`."""

    both: str = "AND"
    either: str = "OR"
    no: str = "NOT"
    some: str = "{n} of {list}"
    all: str = "all of {list}"
    any: str = "any of {list}"
    none: str = "none of {list}"


def own(e: tree.Expr, words: Words, name: Callable[[tree.Expr], str]) -> str:
    """The text of a condition. `name` gives that of a card, without its mark."""
    return _own(e, words, name, OR)


def _own(e: tree.Expr, words: Words, name: Callable[[tree.Expr], str], level: int) -> str:
    match e:
        case tree.Binary(op="or"):
            text, mine = f"{_own(e.left, words, name, OR)} {words.either} {_own(e.right, words, name, AND)}", OR
        case tree.Binary(op="and"):
            text, mine = f"{_own(e.left, words, name, AND)} {words.both} {_own(e.right, words, name, NOT)}", AND
        case tree.Unary(op="not"):
            text, mine = f"{words.no} {_own(e.operand, words, name, NOT)}", NOT
        case tree.NOf():
            text, mine = _some(e, words, name), ATOM
        case tree.Primed():
            text, mine = f"{name(e.base)}'", ATOM
        case _:
            text, mine = name(e), ATOM
    return f"({text})" if mine < level else text


def _some(e: tree.NOf, words: Words, name: Callable[[tree.Expr], str]) -> str:
    items = e.items.items if isinstance(e.items, tree.ListOf) else (e.items,)
    listed = f"({', '.join(_own(item, words, name, OR) for item in items)})"
    if isinstance(e.count, str):
        return {"all": words.all, "any": words.any, "none": words.none}[e.count].replace("{list}", listed)
    count = str(e.count.value) if isinstance(e.count, tree.Number) else f"({name(e.count)})"
    return words.some.replace("{n}", count).replace("{list}", listed)
