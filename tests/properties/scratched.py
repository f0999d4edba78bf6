"""Shipped files with random bytes changed, taken out or put in: nothing falls over, and the formatter never changes a meaning.

python -m tests.properties.scratched 10000 [SEED]
"""

from __future__ import annotations

import dataclasses
import random
import sys
from functools import cache

from chronoc.analyse import analyse
from chronoc.format.formatted import format_bytes, format_text
from chronoc.resources import folder, shipped
from chronoc.syntax.parser import parse_bytes
from chronoc.variant import Sources, read_sources


@cache
def sources(name: str) -> Sources:
    """A shipped set, its files parsed."""
    found = read_sources(str(folder("cards") / name))
    parsed = [
        dataclasses.replace(one, trees={path: parse_bytes(data, path)[0] for path, data in one.files})
        for one in found.sets
    ]
    return dataclasses.replace(found, sets=parsed)


def scratched(data: bytes, chance: random.Random) -> bytes:
    """One to three places changed."""
    made = bytearray(data)
    for _ in range(chance.choice((1, 1, 2, 3))):
        at = chance.randrange(len(made) or 1)
        match chance.randrange(4):
            case 0:
                made[at : at + 1] = bytes([chance.randrange(256)])
            case 1:
                made[at:at] = bytes([chance.randrange(256)])
            case 2:
                del made[at : at + chance.choice((1, 1, 2, 40))]
            case _:
                made[at:at] = made[at : at + chance.randrange(1, 60)]
    return bytes(made)


def trial(seed: int) -> str | None:
    """What went wrong with the file of this seed."""
    chance = random.Random(seed)
    found = sources(chance.choice(shipped()))
    one = chance.choice(found.sets)
    path, data = chance.choice(one.files)
    made = scratched(data, chance)
    where = f"seed {seed}, {path}"
    form = format_bytes(made, path)
    if any(item.name == "internal" for item in form.diagnostics):
        return f"{where}: the form changes the meaning"
    if form.text is not None and format_text(form.text, path).text != form.text:
        return f"{where}: the form of the form is another"
    sets = [
        dataclasses.replace(
            item,
            files=tuple((name, made if name == path else old) for name, old in item.files),
            trees={name: tree for name, tree in item.trees.items() if name != path},
        )
        if item is one
        else item
        for item in found.sets
    ]
    try:
        result = analyse(sets, found.variant)
    except Exception as fault:
        return f"{where}: {type(fault).__name__}: {fault}"
    if result.failed and result.table is not None:
        return f"{where}: a table in spite of errors"
    return None


if __name__ == "__main__":
    first = int(sys.argv[2]) if len(sys.argv) > 2 else 0
    wrong = [told for seed in range(first, first + int(sys.argv[1])) if (told := trial(seed)) is not None]
    print("\n".join([*wrong, f"{len(wrong)} of {sys.argv[1]} went wrong"]))
