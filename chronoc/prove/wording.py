"""Code of a rule table as words, with the things of a certain moment in place of its names."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from chronoc.prove.influence import Reading
from runtime.state import State, Value
from runtime.view import Viewer
from runtime.world import PLAYER

if TYPE_CHECKING:
    from chronoc.model.symbols import Program
    from runtime.link import Rules

V = Sequence[Any]
ANY: V = ("any",)
NUMBER: V = ("number",)
FLAG: V = ("flag",)
SIGNS = {
    "eq": "is", "ne": "is not", "lt": "<", "le": "<=", "gt": ">", "ge": ">=", "add": "+", "sub": "-", "mul": "*",
    "div": "/", "mod": "mod", "and": "and", "or": "or",
}  # fmt: skip
TRUTHS = ("not", "and", "or", "eq", "ne", "lt", "le", "gt", "ge", "atleast", "in", "exists", "any", "every", "no", "fact",
          "inzone", "inzones", "inbox", "iskind", "isdesign", "hastag", "hastagvalue", "hasclause", "running", "used", "can",
          "try", "flag", "facedown", "sees", "iskindvalue")  # fmt: skip
NUMBERS = ("num", "add", "sub", "mul", "div", "mod", "neg", "count", "sum", "min", "max", "distance", "row", "column")
DEEP = 12


@dataclass(slots=True, frozen=True)
class At:
    """A piece of code at a moment: its node, the values of its slots, and what sort of value each slot holds."""

    node: int
    slots: tuple[Value, ...]
    sorts: tuple[V, ...]
    fn: int

    def part(self, node: int) -> At:
        return At(node, self.slots, self.sorts, self.fn)

    def bound(self, slot: int, value: Value, sort: V) -> At:
        """The same with a value in one more slot."""
        slots, sorts = list(self.slots), list(self.sorts)
        slots += [None] * (slot + 1 - len(slots))
        sorts += [ANY] * (slot + 1 - len(sorts))
        slots[slot], sorts[slot] = value, sort
        return At(self.node, tuple(slots), tuple(sorts), self.fn)


class Wording:
    """names: what a design is called, where that is not its title"""

    def __init__(self, reading: Reading, S: State, seat: int | None, names: Mapping[int, str]) -> None:
        self.reading, self.rules, self.table = reading, reading.rules, reading.table
        self.code, self.world = reading.code, reading.world
        self.viewer = Viewer(reading.rules, S, seat, seat is None)
        self.viewer.placing = False
        self.names = names

    # ------------------------------------------------------------------ what sort of value

    def sort(self, at: At) -> V:
        """The type of what a node gives, as far as the node tells."""
        op = self.code[at.node]
        word = op[0]
        if word in TRUTHS:
            return FLAG
        if word in NUMBERS:
            return NUMBER
        if word == "local":
            return PLAYER_SORT if op[1] == 0 else at.sorts[op[1]] if op[1] < len(at.sorts) else ANY
        if word in ("get", "getopt", "getdesign", "key", "keydesign"):
            return tuple(self.table.fields[op[1]]["type"])
        if word == "option":
            return tuple(self.table.options[op[1]]["type"])
        if word == "game":
            return tuple(self.table.gvars[op[1]]["type"])
        if word == "enum":
            return ("enum", op[1])
        if word in ("text", "format"):
            return ("text",)
        if word == "obj":
            return ("object", self.table.designs[op[1]]["kind"])
        if word in ("zone", "zoneof", "zoneat"):
            return ("zone",)
        if word in ("active", "left", "right", "firstplayer", "zoneowner"):
            return PLAYER_SORT
        if word in ("players", "others"):
            return ("list", PLAYER_SORT)
        if word in ("items", "itemsof", "allitems", "all", "copies", "named", "cells", "neighbours", "within"):
            return ("list", ("object", None))
        if word in ("holder", "place", "topat"):
            return ("object", None)
        return self._through(at, op)

    def _through(self, at: At, op: list[Any]) -> V:
        word = op[0]
        if word in ("first", "last", "best"):
            inner = self.sort(at.part(op[2] if word == "best" else op[1]))
            return self.element(inner)
        if word in ("where", "sorted"):
            return self.sort(at.part(op[2]))
        if word in ("union", "without", "orelse", "from", "aslist"):
            return self.sort(at.part(op[1]))
        if word == "list":
            return ("list", self.sort(at.part(op[1][0])) if op[1] else ANY)
        if word == "if":
            return self.sort(at.part(op[2]))
        if word == "map":
            return ("list", self.sort(at.part(op[3]).bound(op[1], None, self.element(self.sort(at.part(op[2]))))))
        if word == "call" and len(at.sorts) < 200:
            overloads = self.table.defines[op[1]]["overloads"]
            if overloads:
                fn = overloads[-1]["fn"]
                sorts = [PLAYER_SORT, ANY, *(("object", k) if k is not None else ANY for k in overloads[-1]["kinds"])]
                code = self.table.fns[fn]["code"]
                if code != at.node and self.code[code][0] not in ("call",):
                    return self.sort(At(code, (), tuple(sorts), fn))
        return ANY

    def element(self, sort: V) -> V:
        return sort[1] if sort and sort[0] == "list" and len(sort) > 1 else ANY

    # ------------------------------------------------------------------ values

    def thing(self, thing: Value) -> str:
        """A thing by its name. One that the asker does not know is a card: not even where it lies is told."""
        if type(thing) is not int or not 0 <= thing < len(self.world.designs):
            return "nothing" if thing is None else str(thing)
        design = self.world.designs[thing]
        if design is not None and design in self.names and self.viewer.knows(thing):
            return self.names[design]
        return self.viewer.thing(thing, True)

    def value(self, sort: V, value: Value) -> str:
        if value is None:
            return "nothing"
        if value is True or value is False:
            return "yes" if value else "no"
        head = sort[0] if sort else "any"
        if isinstance(value, (tuple, list)):
            if head == "effect":
                return "an effect"
            inner = self.element(sort)
            return "(" + ", ".join(self.value(inner, item) for item in value) + ")"
        if head in ("object", "thing"):
            return self.thing(value)
        if head == "zone" and type(value) is int:
            return self.world.zone_name(value)
        return self.viewer.value(sort, value, True)

    # ------------------------------------------------------------------ code

    def of(self, at: At, depth: int = 0) -> str | None:
        """The words of a node. None: it is better told by the file it comes from."""
        op = self.code[at.node]
        if depth > DEEP:
            return None
        method = getattr(self, "on_" + op[0], None)
        if method is not None:
            return method(op, at, depth + 1)  # type: ignore[no-any-return]
        if op[0] in SIGNS:
            inner = op[1] if op[0] in ("and", "or") else op[1:3]
            return self.joined([self.bracketed(n, at, depth + 1) for n in inner], f" {SIGNS[op[0]]} ")
        return None

    def joined(self, parts: list[str | None], sign: str) -> str | None:
        return None if any(part is None for part in parts) else sign.join(part or "" for part in parts)

    def bracketed(self, node: int, at: At, depth: int) -> str | None:
        words = self.of(at.part(node), depth)
        return f"({words})" if words is not None and self.code[node][0] in ("and", "or") else words

    def filled(self, form: str, *parts: str | None) -> str | None:
        return None if any(part is None for part in parts) else form.format(*parts)

    def on_num(self, op: list[Any], at: At, depth: int) -> str | None:
        return str(op[1])

    def on_flag(self, op: list[Any], at: At, depth: int) -> str | None:
        return "yes" if op[1] else "no"

    def on_text(self, op: list[Any], at: At, depth: int) -> str | None:
        return f'"{op[1]}"'

    def on_nothing(self, op: list[Any], at: At, depth: int) -> str | None:
        return "nothing"

    def on_enum(self, op: list[Any], at: At, depth: int) -> str | None:
        return str(self.table.types[op[1]]["values"][op[2]])

    def on_obj(self, op: list[Any], at: At, depth: int) -> str | None:
        return self.names.get(op[1]) or str(self.table.designs[op[1]]["title"])

    def on_local(self, op: list[Any], at: At, depth: int) -> str | None:
        if op[1] >= len(at.slots):
            return None
        value, sort = at.slots[op[1]], self.sort(at)
        if op[1] == 1:
            sort = ("object", None)
        return None if sort[0] == "any" and value is not None else self.value(sort, value)

    def on_option(self, op: list[Any], at: At, depth: int) -> str | None:
        return str(self.table.options[op[1]]["name"])

    def on_game(self, op: list[Any], at: At, depth: int) -> str | None:
        return str(self.table.gvars[op[1]]["name"])

    def on_players(self, op: list[Any], at: At, depth: int) -> str | None:
        return "players"

    def on_active(self, op: list[Any], at: At, depth: int) -> str | None:
        return "active"

    def on_get(self, op: list[Any], at: At, depth: int) -> str | None:
        return self.filled("{} of {}", self.table.fields[op[1]]["name"], self.of(at.part(op[2]), depth))

    on_getopt = on_get

    def on_zone(self, op: list[Any], at: At, depth: int) -> str | None:
        return str(self.table.zones[op[1]]["name"])

    def on_zoneof(self, op: list[Any], at: At, depth: int) -> str | None:
        return self.filled("{} of {}", self.table.zones[op[1]]["name"], self.of(at.part(op[2]), depth))

    on_itemsof = on_zoneof

    def on_items(self, op: list[Any], at: At, depth: int) -> str | None:
        return self.of(at.part(op[1]), depth)

    def on_allitems(self, op: list[Any], at: At, depth: int) -> str | None:
        zone = self.table.zones[op[1]]
        owner = zone["owner"]
        return f"{zone['name']} of {self.table.kinds[owner]['plural']}" if owner is not None else str(zone["name"])

    def on_all(self, op: list[Any], at: At, depth: int) -> str | None:
        return str(self.table.kinds[op[1]]["plural"])

    def on_count(self, op: list[Any], at: At, depth: int) -> str | None:
        return self.filled("count({})", self.of(at.part(op[1]), depth))

    def on_list(self, op: list[Any], at: At, depth: int) -> str | None:
        inner = self.joined([self.of(at.part(n), depth) for n in op[1]], ", ")
        return None if inner is None else f"({inner})"

    def on_first(self, op: list[Any], at: At, depth: int) -> str | None:
        return self.filled("first of {}", self.of(at.part(op[1]), depth))

    def on_exists(self, op: list[Any], at: At, depth: int) -> str | None:
        return self.filled("{} is not empty", self.of(at.part(op[1]), depth))

    def on_not(self, op: list[Any], at: At, depth: int) -> str | None:
        inner = self.code[op[1]]
        if inner[0] == "not":
            return self.of(at.part(inner[1]), depth)
        if inner[0] == "exists":
            return self.filled("{} is empty", self.of(at.part(inner[1]), depth))
        return self.filled("not {}", self.bracketed(op[1], at, depth))

    def on_fact(self, op: list[Any], at: At, depth: int) -> str | None:
        clause = self.table.clauses[op[2]]
        name, subject = clause["name"].replace("_", " ").casefold(), self.of(at.part(op[1]), depth)
        return self.filled("{} is {}" if clause["sort"] == "condition" else "{1} of {0}", subject, name)

    def on_call(self, op: list[Any], at: At, depth: int) -> str | None:
        given = self.joined([self.of(at.part(n), depth) for n in op[2]], ", ")
        name = str(self.table.defines[op[1]]["name"])
        return None if given is None else f"{name}({given})" if op[2] else name

    def on_inzone(self, op: list[Any], at: At, depth: int) -> str | None:
        return self.filled("{} in {}", self.of(at.part(op[1]), depth), self.of(at.part(op[2]), depth))

    on_in = on_inzone

    def on_inzones(self, op: list[Any], at: At, depth: int) -> str | None:
        return self.filled("{} in {}", self.of(at.part(op[1]), depth), self.on_allitems([None, op[2]], at, depth))

    def on_iskind(self, op: list[Any], at: At, depth: int) -> str | None:
        return self.filled("{} is {}", self.of(at.part(op[1]), depth), self.table.kinds[op[2]]["name"])

    def on_isdesign(self, op: list[Any], at: At, depth: int) -> str | None:
        return self.filled("{} is {}", self.of(at.part(op[1]), depth), self.table.designs[op[2]]["title"])

    def on_hastag(self, op: list[Any], at: At, depth: int) -> str | None:
        return self.filled("{} has {}", self.of(at.part(op[1]), depth), self.table.tags[op[2]])

    def on_atleast(self, op: list[Any], at: At, depth: int) -> str | None:
        inner = self.joined([self.of(at.part(n), depth) for n in op[2]], ", ")
        return self.filled("{} of ({})", self.of(at.part(op[1]), depth), inner)


def design_names(program: Program, rules: Rules) -> dict[int, str]:
    """What cards call a design, where that is shorter than its title: its name, or the number that its kind goes by."""
    out: dict[int, str] = {}
    fields = [(index, row["name"]) for index, row in enumerate(rules.table.fields) if not row["var"]]
    for design, card in enumerate(program.designs[: len(rules.table.designs)]):
        if card.decl.name is not None:
            out[design] = card.decl.name
            continue
        named = [kind.named_by for kind in card.kind.lineage if kind.named_by is not None]
        numbers = [rules.names[f"D{index}"].get(design) for index, name in fields if name in named]
        known = [number for number in numbers if number is not None]
        if known:
            out[design] = str(known[0])
    return out


PLAYER_SORT: V = ("object", PLAYER)

__all__ = ["ANY", "FLAG", "NUMBER", "At", "Wording", "design_names"]
