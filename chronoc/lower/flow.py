"""What code may do, through everything it calls: read `you`, ask somebody, turn on chance or end the game."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

from chronoc.syntax.tree import Span
from runtime.ops import EXPRESSIONS, STATEMENTS

Entity = tuple[str, int]
Row = dict[str, Any]

YOU, ASK, CHANCE = 1, 2, 4
#: Statements that ask, and those whose outcome nobody can foresee or take back.
ASKS = frozenset(("choose", "may", "either", "take", "takeall", "open"))
FATE = frozenset(("roll", "shuffle", "reveal", "look", "win", "lose", "endgame", "endturn"))
#: The place of `by whom` of statements that ask `you` when nobody else is named.
BY = {"choose": 7, "may": 2, "either": 1, "take": 5, "takeall": 5}
SIGNATURES = {**EXPRESSIONS, **STATEMENTS}
PARTS = {
    op: tuple(
        (i + 1, code.rstrip("?"))
        for i, code in enumerate(signature)
        if code.rstrip("?") in ("n", "t", "l", "N", "T", "A", "B", "R")
    )
    for op, signature in SIGNATURES.items()
}
CALLS = {
    "call": ("define", 1),
    "perform": ("verb", 1),
    "fact": ("clause", 2),
    "do": ("clause", 2),
    "enter": ("phase", 1),
}


@dataclass(slots=True)
class Doing:
    """What a piece of code does itself (with the place of each), and what it calls. `free`: not under `by P`."""

    direct: dict[int, Span | None] = field(default_factory=dict)
    calls: dict[tuple[Entity, bool], Span | None] = field(default_factory=dict)


def children(node: list[Any]) -> Iterator[int]:
    """The nodes that a node refers to."""
    for at, code in PARTS[node[0]]:
        part = node[at]
        if part is None:
            continue
        if code in ("n", "t", "l"):
            yield part
        elif code in ("N", "T"):
            yield from part
        elif code == "R":
            yield from (piece[0] for piece in part if not isinstance(piece, str))
        elif code == "A":
            for tests, result in part:
                for test in tests:
                    if isinstance(test, list):
                        yield from test
                    else:
                        yield test
                yield result
        else:
            for branch in part:
                yield from (piece[0] for piece in branch[2] if not isinstance(piece, str))
                yield from (n for n in (branch[3], branch[5], branch[6]) if n is not None)


class Flow:
    """Facts about a table and its code. `path` finds how something comes about."""

    def __init__(self, table: Row, nodes: list[list[Any]], spans: list[Span | None]) -> None:
        self.table, self.nodes, self.spans = table, nodes, spans
        self.fns = table["fns"]
        self._doing: dict[Entity, Doing] = {}
        self._owned: dict[str, dict[int, list[int]]] = {"clause": self._clauses(), "trigger": self._triggers()}
        self._below: dict[Entity, dict[Entity, None]] = {}
        self._reach: dict[tuple[Entity, int, bool], tuple[Entity, ...] | None] = {}

    def _clauses(self) -> dict[int, list[int]]:
        result: dict[int, dict[int, None]] = {}
        for i, clause in enumerate(self.table["clauses"]):
            result[i] = {} if clause["default"] is None else {clause["default"]: None}
        for design in self.table["designs"]:
            for key, fn in design["clauses"].items():
                result[int(key)][fn] = None
        return {i: list(fns) for i, fns in result.items()}

    def _triggers(self) -> dict[int, list[int]]:
        """Bodies of triggers on each verb."""
        result: dict[int, list[int]] = {}
        for trigger in self.table["triggers"]:
            if trigger["event"][0] == "verb":
                result.setdefault(trigger["event"][1], []).append(trigger["body"])
        return result

    def roots(self, entity: Entity) -> list[int]:
        """Code of an entity."""
        sort, index = entity
        if sort == "define":
            row = self.table["defines"][index]
            fns = [o["fn"] for o in row["overloads"]]
        elif sort == "verb":
            fns = [o["fn"] for o in self.table["verbs"][index]["overloads"]]
        elif sort == "phase":
            row = self.table["phases"][index]
            fns = [row["body"], *(v["default"] for v in row["vars"])]
        elif sort == "fn":
            fns = [index]
        else:
            fns = self._owned[sort].get(index, [])
        return [self.fns[fn]["code"] for fn in dict.fromkeys(fns)]

    def doing(self, entity: Entity) -> Doing:
        known = self._doing.get(entity)
        if known is None:
            known = Doing()
            for root in self.roots(entity):
                self.walk(root, known)
            if entity[0] == "verb" and entity[1] in self._owned["trigger"]:
                known.calls.setdefault((("trigger", entity[1]), False), None)
            self._doing[entity] = known
        return known

    def walk(self, root: int, into: Doing) -> None:
        """Add what the code below a node does."""
        stack: list[tuple[int, bool, Span | None]] = [(root, True, None)]
        while stack:
            index, free, outer = stack.pop()
            node = self.nodes[index]
            op = node[0]
            span = self.spans[index] or outer
            if op == "local":
                if node[1] == 0 and free:
                    into.direct.setdefault(YOU, span)
                continue
            if op in ASKS:
                into.direct.setdefault(ASK, span)
                if free and op in BY and node[BY[op]] is None:
                    into.direct.setdefault(YOU, span)
            elif op in FATE:
                into.direct.setdefault(CHANCE, span)
            target = CALLS.get(op)
            if target is not None:
                into.calls.setdefault(((target[0], node[target[1]]), free), span)
            if op == "as":
                stack.append((node[1], free, span))
                stack.append((node[2], False, span))
                continue
            if op in ("can", "try"):  # carried out on trial: nobody is asked
                inner = Doing()
                for child in children(node):
                    self.walk(child, inner)
                if free and YOU in inner.direct:
                    into.direct.setdefault(YOU, inner.direct[YOU] or span)
                for (entity, bound), place in inner.calls.items():
                    if op == "can":
                        into.calls.setdefault((("you " + entity[0], entity[1]), free and bound), place or span)
                continue
            for child in children(node):
                stack.append((child, free, span))

    def path(self, entity: Entity, bit: int, free: bool = True) -> tuple[Entity, ...] | None:
        """The chain of entities by which this one comes to do it, itself first; None when it never does."""
        key = (entity, bit, free)
        if key in self._reach:
            return self._reach[key]
        before: dict[Entity, Entity | None] = {entity: None}
        queue = [(entity, free)]
        result: tuple[Entity, ...] | None = None
        while queue and result is None:
            here, is_free = queue.pop(0)
            plain = (here[0].removeprefix("you "), here[1])
            doing = self.doing(plain)
            only_you = here[0].startswith("you ")
            if bit in doing.direct and (bit != YOU or is_free) and (bit == YOU or not only_you):
                chain: list[Entity] = []
                step: Entity | None = here
                while step is not None:
                    chain.append((step[0].removeprefix("you "), step[1]))
                    step = before[step]
                result = tuple(reversed(chain))
                break
            for (callee, call_free), _ in doing.calls.items():
                if only_you:
                    callee = ("you " + callee[0].removeprefix("you "), callee[1])
                if callee not in before and (bit != YOU or (is_free and call_free)):
                    before[callee] = here
                    queue.append((callee, is_free and call_free))
        self._reach[key] = result
        return result

    def reaches(self, entity: Entity, wanted: Entity) -> bool:
        """Whether code of one comes to ask for the other."""
        return wanted in self.below(entity)

    def below(self, entity: Entity) -> dict[Entity, None]:
        """All that code of this one may call, directly or not."""
        known = self._below.get(entity)
        if known is None:
            known = {}
            queue = [entity]
            while queue:
                for (callee, _), _ in self.doing(queue.pop()).calls.items():
                    plain = (callee[0].removeprefix("you "), callee[1])
                    if plain not in known:
                        known[plain] = None
                        if plain[0] != "clause":  # what a clause asks for depends on the card
                            queue.append(plain)
            self._below[entity] = known
        return known

    def name(self, entity: Entity) -> str:
        sort, index = entity
        match sort:
            case "define" | "verb" | "clause" | "phase":
                return str(self.table[sort + "s"][index]["name"])
            case "trigger":
                return "what happens after " + str(self.table["verbs"][index]["name"])
        return str(self.fns[index]["name"])

    def place(self, entity: Entity, bit: int) -> Span | None:
        return self.doing(entity).direct.get(bit)
