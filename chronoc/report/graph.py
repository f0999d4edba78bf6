"""What turns over what: things with two sides, the conditions that hang on them, the rules and cards that turn them."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

from chronoc.prove.prover import Prover
from chronoc.report.matrix import MOVE, TAKE, offers
from chronoc.report.needs import Needs

#: What an edge stands for: a condition reads it, a standing rule follows it, a card's effect changes it.
CONDITION, RULE, EFFECT = "condition", "rule", "effect"


@dataclass(slots=True)
class Node:
    """thing: its first copy · sided: it is turned over, else it follows · card: it is no part of the web itself · cell: where
    it lies on the grid (zone, row, column)"""

    thing: int
    name: str
    title: str
    other: str = ""
    sided: bool = False
    card: bool = False
    copies: int = 1
    cell: tuple[int, int, int] | None = None


@dataclass(slots=True, frozen=True)
class Edge:
    """reading: how the first thing has to lie (of an effect: what is done) · alone: it is enough by itself · wanted: else it
    must not lie so · words: what the files say · kind: condition, rule, effect"""

    start: int
    end: int
    kind: str
    reading: str
    alone: bool
    wanted: bool
    words: str


@dataclass(slots=True)
class Web:
    title: str
    nodes: dict[int, Node] = field(default_factory=dict)
    edges: list[Edge] = field(default_factory=list)
    zones: dict[int, tuple[str, int, int]] = field(default_factory=dict)  # zone -> name, rows, columns


def web(prover: Prover, named: Mapping[int, str], words: Callable[[int], str], cards: bool) -> Web:
    """named: what designs are called · words: of the file at a node · cards: with cards that change things, and those whose
    conditions ask for them"""
    return Weaving(prover, named, words).woven(cards)


class Weaving:
    def __init__(self, prover: Prover, named: Mapping[int, str], words: Callable[[int], str]) -> None:
        self.prover, self.named, self.words = prover, named, words
        self.table, self.world = prover.table, prover.writing.world
        self.needs = Needs(prover.writing, prover.start)
        self.web = Web(prover.table.title)
        self.sides = {row["kind"] for row in self.table.fields if row["side"]}
        self.readings = [d for d in self.table.defines if d["name"] in ("plain", "primed")]

    def woven(self, cards: bool) -> Web:
        things = [copies[0] for copies in self.world.copies if copies]
        for thing in things:
            if self.is_sided(thing):
                self.node(thing)
        found = {thing: self.conditions(thing) for thing in things}
        for thing in things:  # what follows them, and what follows that
            if self.has_readings(thing) and any(edge.start in self.web.nodes for edge in found[thing]):
                self.node(thing)
        for thing in things:
            if thing in self.web.nodes or (cards and any(edge.start in self.web.nodes for edge in found[thing])):
                self.web.edges += [edge for edge in found[thing] if self.is_drawn(edge.start)]
                self.node(thing)
        self.web.edges += self.rules()
        self.web.edges += self.effects(cards)
        self.web.edges = list(dict.fromkeys(self.web.edges))
        self.web.nodes = dict(sorted(self.web.nodes.items()))
        return self.web

    # ------------------------------------------------------------------ nodes

    def is_sided(self, thing: int) -> bool:
        return any(self.world.kinds[thing] in self.world.subkinds[kind] for kind in sorted(self.sides))

    def has_readings(self, thing: int) -> bool:
        kind = self.world.kinds[thing]
        for define in self.readings:
            for overload in define["overloads"]:
                wanted = overload["kinds"][0] if overload["kinds"] else None
                if wanted is not None and kind in self.world.subkinds[wanted]:
                    return True
        return False

    def is_drawn(self, thing: int) -> bool:
        return thing in self.web.nodes

    def node(self, thing: int) -> None:
        if thing in self.web.nodes:
            return
        design = self.world.designs[thing]
        assert design is not None
        row = self.table.designs[design]
        title = str(row["title"])
        node = Node(thing, self.named.get(design, title), title, self.other_side(thing), self.is_sided(thing))
        node.card = not (node.sided or self.has_readings(thing))
        node.copies = len(self.world.copies[design])
        node.cell = None if node.card else self.cell(thing)
        self.web.nodes[thing] = node

    def other_side(self, thing: int) -> str:
        """What it prints as its other side."""
        for index, row in enumerate(self.table.fields):
            if row["var"] or row["type"] != ["text"] or row["name"].replace("_", " ") != "other side":
                continue
            if self.world.lo[row["kind"]] <= thing < self.world.hi[row["kind"]]:
                value = self.prover.arena.rules.names[f"P{index}"][thing - self.world.lo[row["kind"]]]
                if isinstance(value, str) and value:
                    return value
        return ""

    def cell(self, thing: int) -> tuple[int, int, int] | None:
        """Where it lies on a grid, by what is printed on it."""
        for index, row in enumerate(self.table.fields):
            if row["var"] or row["type"][0] != "cell":
                continue
            if not self.world.lo[row["kind"]] <= thing < self.world.hi[row["kind"]]:
                continue
            value = self.prover.arena.rules.names[f"P{index}"][thing - self.world.lo[row["kind"]]]
            zone = row["type"][1]
            wide = self.world.width.get(self.world.base[zone])
            if type(value) is int and wide:
                self.web.zones.setdefault(zone, (str(self.table.zones[zone]["name"]), 0, wide))
                name, rows, _ = self.web.zones[zone]
                self.web.zones[zone] = (name, max(rows, value // wide + 1), wide)
                return (zone, value // wide, value % wide)
        return None

    # ------------------------------------------------------------------ edges

    def conditions(self, thing: int) -> list[Edge]:
        """What the conditions that a thing prints ask of others."""
        design = self.world.designs[thing]
        out: list[Edge] = []
        for clause, fn in self.table.designs[design]["clauses"].items() if design is not None else ():
            if self.table.clauses[int(clause)]["sort"] != "condition":
                continue
            said = self.words(self.table.fns[fn]["code"])
            for need in self.needs.of_fn(fn, 0, thing):
                if need.thing is not None and need.thing != thing:
                    first = self.world.copies[self.world.designs[need.thing]][0]  # type: ignore[index]
                    name = f"{self.table.clauses[int(clause)]['name']} if {said}"
                    out.append(Edge(first, thing, CONDITION, need.reading, need.alone, need.wanted, name))
        return out

    def rules(self) -> list[Edge]:
        """Standing rules that turn one thing over because of another."""
        out = []
        for source in self.prover.writing.sources:
            if source.form != "rule":
                continue
            for atom in sorted(source.records, key=str):
                if atom[0] != "f" or not self.table.fields[atom[1]]["side"]:
                    continue
                for read in sorted(source.records[atom], key=str):
                    if read[0] == "f" and read[2] != atom[2] and self.is_drawn(read[2]) and self.is_drawn(atom[2]):
                        out.append(Edge(read[2], atom[2], RULE, "", True, True, source.name))
        return out

    def effects(self, cards: bool) -> list[Edge]:
        """What cards do to things of the web."""
        out = []
        by_name = {row["name"]: design for design, row in enumerate(self.table.designs)}
        for offer in offers(self.prover):
            thing = self.world.copies[by_name[offer.name]][0]
            if not cards and not self.is_drawn(thing):
                continue
            for other, (how, zone) in offer.changes.items():
                if other != thing and self.is_drawn(other) and how not in (MOVE, TAKE):
                    self.node(thing)
                    out.append(Edge(thing, other, EFFECT, how, True, True, f"{how} {zone}".strip()))
        return out


__all__ = ["CONDITION", "EFFECT", "RULE", "Edge", "Node", "Web", "web"]
