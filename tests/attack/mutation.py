"""Changes a sound rule table or save at random: numbers, operations, lists, texts, references."""

from __future__ import annotations

import copy
import random
from typing import Any

from runtime.ops import EXPRESSIONS, STATEMENTS

SIGNATURES = {**EXPRESSIONS, **STATEMENTS}
ALIKE: dict[Any, list[str]] = {}
for _name, _signature in SIGNATURES.items():
    ALIKE.setdefault((_signature, _name in STATEMENTS), []).append(_name)

TEXTS = ["", "top", "at", "open", "hidden", "owner", "faces", "grid", "ring", "list", "bag", "pile", "{x}", "\x1b[0m"]
VALUES: list[Any] = [
    None,
    True,
    False,
    0,
    1,
    -1,
    2,
    99,
    10**6,
    10**18,
    10**40,
    1.5,
    "",
    "x",
    [],
    {},
    [[]],
    [0],
    [[0, 0]],
    {"a": 1},
]


def mutated(raw: dict[str, Any], chance: random.Random) -> dict[str, Any]:
    """A copy of a table with some faults in it; many of them pass the first checks."""
    table = copy.deepcopy(raw)
    code = table["code"]
    for _ in range(chance.choice([1, 1, 2, 3, 6])):
        number = chance.randrange(len(code))
        node, kind = code[number], chance.random()
        if kind < 0.15:
            node[0] = chance.choice(ALIKE[SIGNATURES[node[0]], node[0] in STATEMENTS])
        elif kind < 0.25:
            code[number] = copy.deepcopy(code[chance.randrange(number + 1)])
        elif kind < 0.6:
            change(node, chance, number)
        elif kind < 0.9:
            part = table[chance.choice(sorted(table))]
            if isinstance(part, (list, dict)):
                change(part, chance, 5)
        else:
            chance.choice(table["fns"])["code"] = chance.randrange(len(code))
    return table


def change(value: Any, chance: random.Random, most: int) -> None:
    """Change one thing somewhere inside, to something of its kind."""
    while isinstance(value, (list, dict)) and value:
        key = chance.randrange(len(value)) if isinstance(value, list) else chance.choice(sorted(value))
        old = value[key]
        if isinstance(old, (list, dict)) and old and chance.random() < 0.9:
            value = old
            continue
        if isinstance(old, bool):
            value[key] = not old
        elif isinstance(old, int):
            near = [old + 1, max(0, old - 1), chance.randrange(max(1, most)), chance.randrange(max(1, most))]
            value[key] = chance.choice([0, 1, 2, 99, 10**6, *near])
        elif old is None:
            value[key] = chance.choice([0, 1, chance.randrange(max(1, most))])
        elif isinstance(old, str):
            value[key] = chance.choice(TEXTS)
        else:
            value[key] = []
        return


def broken(value: Any, chance: random.Random) -> Any:
    """A copy of a save with one value replaced by anything, left out, or said twice."""
    top = copy.deepcopy(value)
    here = top
    while isinstance(here, (list, dict)) and here:
        key = chance.randrange(len(here)) if isinstance(here, list) else chance.choice(sorted(here))
        if isinstance(here[key], (list, dict)) and here[key] and chance.random() < 0.85:
            here = here[key]
            continue
        kind = chance.random()
        if kind < 0.1:
            del here[key]
        elif kind < 0.2 and isinstance(here, list):
            here.append(copy.deepcopy(here[key]))
        elif kind < 0.6 and type(here[key]) is int:
            here[key] = chance.choice([here[key] + 1, here[key] - 1, chance.randrange(200), -here[key], 10**9])
        else:
            here[key] = copy.deepcopy(chance.choice(VALUES))
        break
    return top
