"""Choices must not depend on what the one who chooses cannot see.

A list that is offered to somebody, a condition that opens a branch or an action, are followed through definitions.
Where one of them reads what a thing is while the thing lies in a zone that the chooser cannot look into, that is an
error: the list of options would tell him. Looking first (`look at`, `reveal`) makes it right. What cannot be decided
here is let pass; the interpreter looks again in play.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from chronoc.diagnostics import Note
from chronoc.lower.flow import children
from chronoc.lower.lowering import Lowering
from chronoc.syntax.tree import Span
from runtime.ops import STATEMENTS

Row = dict[str, Any]
Symbol = Any  # who somebody is, as far as it can be told: "you", or the shape of the expression
YOU = "you"

#: Operations that tell what a thing is, with the place of the thing.
READS = {
    "get": 2,
    "getopt": 2,
    "getdesign": 2,
    "getof": 2,
    "key": 3,
    "keydesign": 3,
    "designof": 1,
    "kindof": 1,
    "iskind": 1,
    "iskindvalue": 1,
    "isdesign": 1,
    "hastag": 1,
    "hastagvalue": 1,
    "hasclause": 1,
    "fact": 1,
    "effect": 1,
    "named": 3,
}
#: Operations whose value is a thing (or things) out of a list, with the place of the list.
PASSES = {"first": 1, "last": 1, "aslist": 1, "flat": 1, "without": 1, "from": 1, "orelse": 1, "asof": 2}
#: Operations that bind the elements of a list to a slot: places of the list and of what is asked of each.
BINDS = {
    "where": (2, 3), "map": (2, 3), "any": (2, 3), "every": (2, 3), "no": (2, 3), "sorted": (2, 3), "best": (2, 3),
}  # fmt: skip


@dataclass(slots=True)
class Sight:
    """What is known inside one function: who slots stand for, and which slots hold things that cannot be seen."""

    who: dict[int, Symbol] = field(default_factory=dict)
    unseen: dict[int, int] = field(default_factory=dict)  # slot -> zone
    looked: dict[int, None] = field(default_factory=dict)  # zones that were looked into before


class Hidden:
    def __init__(self, low: Lowering, table: Row) -> None:
        self.low, self.table = low, table
        self.nodes, self.spans = low.code.nodes, low.code.spans
        self.depth = 0

    # ------------------------------------------------------------------ where choices are made

    def run(self) -> None:
        fns = self.table["fns"]
        for action in self.table["actions"]:
            for fn in (*action["params"], action["when"]):
                if fn is not None:
                    self.offered(fns[fn]["code"], YOU, Sight())
            if action["body"] not in self.low.shaky:
                self.statements(fns[action["body"]]["code"], Sight())
        done: dict[int, None] = {a["body"]: None for a in self.table["actions"]}
        for design in self.table["designs"]:
            for reaction in design["reactions"]:
                if reaction["if"] is not None:
                    self.offered(fns[reaction["if"]]["code"], YOU, Sight())
        for index, fn in enumerate(fns):
            if index not in self.low.shaky and index not in done and self.nodes[fn["code"]][0] in STATEMENTS:
                self.statements(fn["code"], Sight())

    def statements(self, index: int, sight: Sight) -> None:
        """Go through a statement in the order in which it is carried out."""
        node = self.nodes[index]
        op = node[0]
        match op:
            case "seq":
                for part in node[1]:
                    self.statements(part, sight)
                return
            case "look" | "reveal":
                for zone in self.zones(node[1]):
                    sight.looked[zone] = None
                return
            case "choose":
                by = self.who(node[7], sight) if node[7] is not None else self.who_is(0, sight)
                unseen = self.offered(node[2], by, sight)
                sight.unseen.pop(node[1], None)
                if node[6] is not None:
                    inner = Sight(dict(sight.who), dict(sight.unseen), dict(sight.looked))
                    if unseen is not None:
                        inner.unseen[node[1]] = unseen
                    self.offered(node[6], by, inner)
                sight.who[node[1]] = ("local", index)
                return
            case "may":
                self.statements(node[3], sight)
                return
            case "either":
                by = self.who(node[1], sight) if node[1] is not None else self.who_is(0, sight)
                for branch in node[3]:
                    for part in (branch[3], branch[5]):
                        if part is not None:
                            self.offered(part, by, sight)
                    if branch[6] is not None:
                        self.statements(branch[6], sight)
                return
            case "as":
                inner = Sight({**sight.who, 0: self.who(node[1], sight)}, sight.unseen, sight.looked)
                self.statements(node[2], inner)
                return
            case "foreach":
                sight.who[node[1]] = ("local", index)
                self.statements(node[4], sight)
                return
        for child in children(node):
            if self.nodes[child][0] in STATEMENTS:
                self.statements(child, sight)

    def zones(self, index: int) -> list[int]:
        """The zones that an expression takes things from."""
        node = self.nodes[index]
        if node[0] in ("zone", "zoneof", "itemsof", "allitems"):
            return [node[1]]
        return [zone for child in children(node) for zone in self.zones(child)]

    # ------------------------------------------------------------------ who is who

    def who_is(self, slot: int, sight: Sight) -> Symbol:
        return sight.who.get(slot, YOU if slot == 0 else ("local", slot))

    def who(self, index: int, sight: Sight) -> Symbol:
        node = self.nodes[index]
        if node[0] == "local":
            return self.who_is(node[1], sight)
        return ("other", node[0], *(self.who(child, sight) for child in children(node)))

    # ------------------------------------------------------------------ what is offered

    def offered(self, index: int, chooser: Symbol, sight: Sight) -> int | None:
        """Follow an expression that `chooser` is offered. The zone whose unseen things it gives, or None."""
        if self.depth > 30:
            return None
        node = self.nodes[index]
        op = node[0]
        if op == "local":
            return sight.unseen.get(node[1])
        if op in ("items", "itemsof", "allitems"):
            return self.unseen_zone(node, chooser, sight)
        if op in BINDS:
            source, asked = BINDS[op]
            zone = self.offered(node[source], chooser, sight)
            if zone is not None and self.shows_faces(zone) and self.asks_face(node[asked]):
                zone = None
            inner = sight
            if zone is not None:
                inner = Sight(sight.who, {**sight.unseen, node[1]: zone}, sight.looked)
            elif node[1] in sight.unseen:
                inner = Sight(sight.who, {k: v for k, v in sight.unseen.items() if k != node[1]}, sight.looked)
            result = self.offered(node[asked], chooser, inner)
            return zone if op in ("where", "sorted", "best") else result if op == "map" else None
        if op in PASSES:
            results = [self.offered(child, chooser, sight) for child in children(node)]
            return results[PASSES[op] - 1] if op != "asof" else results[-1]
        if op in ("union", "if"):
            results = [self.offered(child, chooser, sight) for child in children(node)]
            return next((zone for zone in results if zone is not None), None)
        if op == "call":
            return self.call(node, chooser, sight)
        found: int | None = None
        for child in children(node):
            zone = self.offered(child, chooser, sight) if self.nodes[child][0] not in STATEMENTS else None
            if zone is not None and op in READS and node[READS[op]] == child:
                found = zone
        if found is not None:
            self.tell(self.spans[index], found)
        return None

    def call(self, node: list[Any], chooser: Symbol, sight: Sight) -> int | None:
        given = [(self.offered(arg, chooser, sight), self.who(arg, sight)) for arg in node[2]]
        result: int | None = None
        self.depth += 1
        for overload in self.table["defines"][node[1]]["overloads"]:
            inner = Sight({0: self.who_is(0, sight)}, {}, sight.looked)
            for i, (zone, who) in enumerate(given):
                inner.who[i + 2] = who
                if zone is not None:
                    inner.unseen[i + 2] = zone
            found = self.offered(self.table["fns"][overload["fn"]]["code"], chooser, inner)
            result = found if found is not None else result
        self.depth -= 1
        return result

    def unseen_zone(self, node: list[Any], chooser: Symbol, sight: Sight) -> int | None:
        """The zone of a list when the chooser surely cannot see what lies there."""
        owner: Symbol
        if node[0] == "allitems":
            zone, owner = node[1], ("all",)
        elif node[0] == "itemsof":
            zone, owner = node[1], ("other", node[0])
        else:
            inner = self.nodes[node[1]]
            if inner[0] == "zone":
                zone, owner = inner[1], None
            elif inner[0] == "zoneof":
                zone, owner = inner[1], self.who(inner[2], sight)
            else:
                return None
        row = self.table["zones"][zone]
        if zone == 0 or zone in sight.looked or not self.holds_cards(row):
            return None
        if row["see"] == "hidden":
            return int(zone)
        if row["see"] == "owner" and row["owner"] == 0:
            return int(zone) if self.surely_other(owner, chooser) else None
        if row["see"] == "faces":
            return None if owner is not None and owner == chooser and row["peek"] else int(zone)
        return None

    def holds_cards(self, row: Row) -> bool:
        return row["layout"] is None

    def surely_other(self, owner: Symbol, chooser: Symbol) -> bool:
        """Whether the owner is somebody else, as far as the text says."""
        if owner is None or owner == chooser:
            return False
        if owner[0] == "other":
            return owner[1] in ("left", "right", "itemsof", "others", "players")
        return bool(owner == ("all",) or owner[0] == "local" or owner == YOU)

    def shows_faces(self, zone: int) -> bool:
        return bool(self.table["zones"][zone]["see"] == "faces")

    def asks_face(self, index: int) -> bool:
        """Whether a test looks at which side of a card is up."""
        node = self.nodes[index]
        if node[0] == "facedown":
            return True
        if node[0] == "call":
            for overload in self.table["defines"][node[1]]["overloads"]:
                if self.nodes[self.table["fns"][overload["fn"]]["code"]][0] in ("facedown", "not"):
                    return True
        return any(self.asks_face(child) for child in children(node))

    def tell(self, span: Span | None, zone: int) -> None:
        if span is None:
            return
        row = self.table["zones"][zone]
        sees = {"hidden": "nobody sees", "owner": "only its owner sees", "faces": "not everybody sees"}[row["see"]]
        declared = self.low.program.zones[zone]
        self.low.program.findings.error(
            "reads-hidden", span,
            f"{sees} what lies in `{row['name']}`, so what is offered here would tell who chooses what he cannot know",
            Note("the zone is declared here", declared.span) if declared.decl is not None else None,
            "look first (`look at …`), or let him choose who sees it (`by p`)",
        )  # fmt: skip


def check_hidden(low: Lowering, table: Row) -> None:
    Hidden(low, table).run()
