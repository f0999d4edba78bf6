"""Answers as short sentences of numbered words, so that a program that knows fixed lists of actions only can give any answer.

A decision offers options, and each option has a key such as `play:lamp` or `move:lamp:C6`. How many options there are, and
which, is different at every decision; the words that keys are made of are not. So a player says one word after the other
until only one option is left. The number of a word means the same at every decision of every game of the table.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from typing import Any, Union

from runtime.view import Viewer, cell_name

#: Words for what is counted (the second of two like cards, the third hidden card), and for what has no word of its own.
COUNTED = 64

#: A key that other keys begin with ends so.
END = "end"

_KERNEL = ("yes", "no", "done", "pass", "react", "nothing", "effect", "a card", END)
_NUMBERED = re.compile(r"(.+?)( ?#\d+)", re.DOTALL)

#: What can be said on: words, each with what follows; or the number of the option that has been named.
Tree = dict[int, Union["Tree", int]]
_Raw = dict[str, Union["_Raw", int]]


class Vocabulary:
    """The words of a table that has met its players."""

    def __init__(self, rules: Any) -> None:
        self.words: tuple[str, ...] = tuple(dict.fromkeys(_all(rules)))
        self.number = {word: index for index, word in enumerate(self.words)}
        self._other = self.number["other 1"]

    def __len__(self) -> int:
        return len(self.words)

    def pieces(self, key: str) -> list[str]:
        """The key of an option in words; joined (with `:` where one ended) they are the key again."""
        out: list[str] = []
        while key not in self.number:
            if numbered := _NUMBERED.fullmatch(key):
                return [*out, *self.pieces(numbered[1]), numbered[2]]
            head, colon, rest = key.partition(":")
            if not colon:
                break
            out.append(head)
            key = rest
        return [*out, key]

    def tree(self, keys: Sequence[str]) -> Tree:
        """Everything that can be said to name one of these options. No two keys are alike."""
        root: _Raw = {}
        for option, key in enumerate(keys):
            node = root
            *first, last = self.pieces(key)
            for piece in first:
                following = node.setdefault(piece, {})
                if isinstance(following, int):
                    following = node[piece] = {END: following}
                node = following
            there = node.get(last)
            if isinstance(there, dict):
                there[END] = option
            else:
                node[last] = option
        return self._numbered(root)

    def _numbered(self, raw: _Raw) -> Tree:
        """The same in numbers of words. What has no word is counted, in groups where there is much of it."""
        out: Tree = {}
        nameless: list[tuple[str, _Raw | int]] = []
        for piece, following in raw.items():
            number = self.number.get(piece)
            if number is None:
                nameless.append((piece, following))
            else:
                out[number] = following if isinstance(following, int) else self._numbered(following)
        share = -(-len(nameless) // COUNTED)
        for place in range(0, len(nameless), max(1, share)):
            group = nameless[place : place + share]
            following = group[0][1] if len(group) == 1 else dict(group)
            number = self._other + place // share
            out[number] = following if isinstance(following, int) else self._numbered(following)
        return out


def _all(rules: Any) -> Iterable[str]:
    table, world = rules.table, rules.world
    yield from _KERNEL
    for spec in rules.specs:
        for index, branch in enumerate(spec.branches):
            yield str(branch.key or f"branch{index + 1}")
    for rows in (table.actions, table.triggers, table.designs, table.kinds):
        yield from (str(row["name"]) for row in rows)
    for row in table.types:
        yield from map(str, row["values"])
    yield from map(str, table.tags)
    for thing in range(len(world.designs)):
        if thing not in world.cell_of:
            owner = world.owner_seat.get(thing)
            yield world.name(thing) if owner is None else f"{world.name(thing)}/{world.seats[owner]}"
    yield from map(Viewer(rules, None, None).place, world.cell_of)  # type: ignore[arg-type]  # no state
    for instance, size in world.spots.items():
        yield from (cell_name(cell, world.width.get(instance, 1)) for cell in range(size))
    yield from (world.zone_name(instance) for instance in range(len(world.zone_of)))
    for count in range(1, COUNTED + 1):
        yield from (f"other {count}", f" #{count}", f"#{count}", str(count - 1))
