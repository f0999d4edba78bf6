"""What a condition asks of single things, read off its code."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from chronoc.prove.conditions import Conditions, Literal
from chronoc.prove.influence import Reading
from chronoc.prove.values import just
from runtime.signals import Fault
from runtime.state import State, Value

SIDES = ("plain", "primed")
DEEP = 24


@dataclass(slots=True, frozen=True)
class Need:
    """What is asked of a thing. reading: "plain", "primed", the name of a fact, or "in ZONE"; "" for what is said of no single
    thing · words: the place of the code where it stands · wanted: that it is so, or that it is not · alone: it is enough by
    itself, as far as what joins it goes · always: nothing else can stand in for it"""

    thing: int | None
    reading: str
    node: int
    wanted: bool = True
    alone: bool = True
    always: bool = True


class Needs:
    def __init__(self, reading: Reading, S: State) -> None:
        self.reading, self.S = reading, S
        self.table, self.code, self.world = reading.table, reading.code, reading.world
        self.conditions = Conditions(reading)

    def of_fn(self, fn: int, you: Value, this: Value, arguments: tuple[Value, ...] = ()) -> list[Need]:
        """Every need once, in the order of the text."""
        at = self.conditions.entered(fn, you, this, list(arguments))
        return list(dict.fromkeys(self.walk(at, True, True, True, 0)))

    def walk(self, at: Literal, wanted: bool, alone: bool, always: bool, depth: int) -> Iterator[Need]:
        op = self.code[at.node]
        if depth > DEEP:
            yield Need(None, "", at.node, wanted, alone, always)
            return
        fixed = self.fixed(at)
        if fixed is not None:
            return  # printed facts decide it
        method = getattr(self, "walk_" + op[0], None)
        if method is None:
            yield from self.other(at, wanted, alone, always)
        else:
            yield from method(op, at, wanted, alone, always, depth + 1)

    def fixed(self, at: Literal) -> bool | None:
        """Its truth where nothing that happens can change it."""
        if not self.conditions.fixed(at.node):
            return None
        value = self.value(at.node, at)
        return None if value is None else bool(value)

    def value(self, node: int, at: Literal) -> Value:
        if not self.conditions.fixed(node):
            return None
        try:
            return self.conditions.value(Literal(node, at.slots, at.fn), self.S)
        except (Fault, KeyError, NameError, AttributeError, TypeError, IndexError):
            return None

    def thing(self, node: int, at: Literal) -> int | None:
        value = self.value(node, at)
        inside = type(value) is int and len(self.world.seats) <= value < len(self.world.designs)
        return value if inside else None

    def other(self, at: Literal, wanted: bool, alone: bool, always: bool) -> Iterator[Need]:
        yield Need(None, "", at.node, wanted, alone, always)

    # ------------------------------------------------------------------ what joins

    def walk_and(
        self, op: list[Any], at: Literal, wanted: bool, alone: bool, always: bool, depth: int
    ) -> Iterator[Need]:
        yield from self.joined(op[1], at, wanted, alone, always, depth, wanted)

    def walk_or(
        self, op: list[Any], at: Literal, wanted: bool, alone: bool, always: bool, depth: int
    ) -> Iterator[Need]:
        yield from self.joined(op[1], at, wanted, alone, always, depth, not wanted)

    def joined(
        self, nodes: list[int], at: Literal, wanted: bool, alone: bool, always: bool, depth: int, together: bool
    ) -> Iterator[Need]:
        """together: all of them are needed, else one is enough."""
        parts = [Literal(node, at.slots, at.fn) for node in nodes]
        known = [self.fixed(part) for part in parts]
        if not together and any(value is wanted for value in known):
            return  # one of them is so anyway
        free = [part for part, value in zip(parts, known, strict=True) if value is None]
        single = len(free) == 1
        for part in free:
            yield from self.walk(
                part, wanted, alone and (single or not together), always and (single or together), depth
            )

    def walk_atleast(
        self, op: list[Any], at: Literal, wanted: bool, alone: bool, always: bool, depth: int
    ) -> Iterator[Need]:
        count = self.value(op[1], at)
        enough = count == 1 if wanted else count == len(op[2])
        every = count == len(op[2]) if wanted else count == 1
        for node in op[2]:
            yield from self.walk(Literal(node, at.slots, at.fn), wanted, alone and enough, always and every, depth)

    def walk_not(
        self, op: list[Any], at: Literal, wanted: bool, alone: bool, always: bool, depth: int
    ) -> Iterator[Need]:
        yield from self.walk(Literal(op[1], at.slots, at.fn), not wanted, alone, always, depth)

    def walk_every(
        self, op: list[Any], at: Literal, wanted: bool, alone: bool, always: bool, depth: int
    ) -> Iterator[Need]:
        yield from self.each(op, at, wanted, alone, always, depth, wanted, wanted)

    def walk_any(
        self, op: list[Any], at: Literal, wanted: bool, alone: bool, always: bool, depth: int
    ) -> Iterator[Need]:
        yield from self.each(op, at, wanted, alone, always, depth, wanted, not wanted)

    def walk_no(
        self, op: list[Any], at: Literal, wanted: bool, alone: bool, always: bool, depth: int
    ) -> Iterator[Need]:
        yield from self.each(op, at, wanted, alone, always, depth, not wanted, wanted)

    def each(
        self,
        op: list[Any],
        at: Literal,
        wanted: bool,
        alone: bool,
        always: bool,
        depth: int,
        inner: bool,
        together: bool,
    ) -> Iterator[Need]:
        """The body for every member, where the members are printed; if it asks something of single things."""
        many = self.value(op[2], at)
        found: list[Need] = []
        for value in many if isinstance(many, (tuple, list)) else ():
            slots = [*at.slots, *([None] * (op[1] + 1 - len(at.slots)))]
            slots[op[1]] = value
            single = len(many) == 1
            found += self.walk(
                Literal(op[3], tuple(slots), at.fn), inner, alone and (single or not together),
                always and (single or together), depth,
            )  # fmt: skip
        if found and all(need.thing is not None for need in found):
            yield from found
        else:
            yield from self.other(at, wanted, alone, always)

    # ------------------------------------------------------------------ what is asked of a thing

    def walk_call(
        self, op: list[Any], at: Literal, wanted: bool, alone: bool, always: bool, depth: int
    ) -> Iterator[Need]:
        entry = self.table.defines[op[1]]
        thing = self.thing(op[2][0], at) if len(op[2]) == 1 else None
        if thing is not None and entry["name"] in SIDES:
            yield Need(thing, str(entry["name"]), at.node, wanted, alone, always)
            return
        inside = None if entry["adjusts"] else self.inside(op[2], entry["overloads"], at)
        if inside is None:
            yield from self.other(at, wanted, alone, always)
            return
        found = list(self.walk(inside, wanted, alone, always, depth))
        if len(found) == 1 and found[0].thing is None:
            yield from self.other(at, wanted, alone, always)  # the name says more than what it stands for
        else:
            yield from found

    def inside(self, nodes: list[int], overloads: list[dict[str, Any]], at: Literal) -> Literal | None:
        if not all(self.conditions.fixed(node) for node in nodes):
            return None
        values = [self.value(node, at) for node in nodes]
        if any(isinstance(value, (tuple, list)) for value in values):
            return None
        fn = self.reading.overload(overloads, [just(value) for value in values])
        return None if fn is None else self.conditions.entered(fn, at.slots[0], None, values)

    def walk_fact(
        self, op: list[Any], at: Literal, wanted: bool, alone: bool, always: bool, depth: int
    ) -> Iterator[Need]:
        """What a card prints: of the card that the condition belongs to, its parts; of another one, the fact."""
        thing = self.thing(op[1], at)
        if thing is None:
            yield from self.other(at, wanted, alone, always)
            return
        if self.code[op[1]][0] == "obj":
            yield Need(thing, str(self.table.clauses[op[2]]["name"]).casefold(), at.node, wanted, alone, always)
            return
        fn = self.reading.clause_of(op[2], thing)
        if fn is None or op[3]:
            yield from self.other(at, wanted, alone, always)
            return
        yield from self.walk(self.conditions.entered(fn, at.slots[0], thing, []), wanted, alone, always, depth)

    def walk_get(
        self, op: list[Any], at: Literal, wanted: bool, alone: bool, always: bool, depth: int
    ) -> Iterator[Need]:
        thing, row = self.thing(op[2], at), self.table.fields[op[1]]
        if thing is None or not row["var"]:
            yield from self.other(at, wanted, alone, always)
        elif row["side"]:
            yield Need(thing, SIDES[wanted], at.node, True, alone, always)
        else:
            yield Need(thing, str(row["name"]), at.node, wanted, alone, always)

    def walk_inzone(
        self, op: list[Any], at: Literal, wanted: bool, alone: bool, always: bool, depth: int
    ) -> Iterator[Need]:
        thing, zone = self.thing(op[1], at), self.code[op[2]]
        if thing is None or zone[0] not in ("zone", "zoneof"):
            yield from self.other(at, wanted, alone, always)
        else:
            yield Need(thing, f"in {self.table.zones[zone[1]]['name']}", at.node, wanted, alone, always)

    def walk_inzones(
        self, op: list[Any], at: Literal, wanted: bool, alone: bool, always: bool, depth: int
    ) -> Iterator[Need]:
        thing = self.thing(op[1], at)
        name = f"in {self.table.zones[op[2]]['name']}"
        yield Need(thing, name if thing is not None else "", at.node, wanted, alone, always)


__all__ = ["SIDES", "Need", "Needs"]
