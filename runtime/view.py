"""What a player may know, as data and as words. Nothing here names a thing that the viewer cannot see: it is called by its
position instead. Two states that differ only in what a player cannot see give that player the same bytes."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from runtime.decide import DONE, PASS, Pending
from runtime.state import State, Value
from runtime.world import World


class Viewer:
    """Renders values, decisions, zones and events for one seat (None: the public; ALL: everything, for tests and replays)."""

    def __init__(self, rules: Any, S: State, seat: int | None, everything: bool = False) -> None:
        self.rules = rules
        self.world: World = rules.world
        self.table = rules.table
        self.S = S
        self.seat = seat
        self.everything = everything
        self.placing = True  # an unseen thing is called by its place; not where something else refers to it

    # ------------------------------------------------------------------ things

    def knows(self, thing: int) -> bool:
        if self.everything or thing < len(self.world.seats) or thing in self.world.homeless:
            return True
        return self.seen(self.rules.kernel.viewers(self.S, thing))

    def seen(self, mask: int) -> bool:
        if self.everything:
            return True
        if self.seat is None:
            return bool(mask == self.rules.kernel.everyone)
        return bool(mask >> self.seat & 1)

    def thing(self, thing: int, title: bool = False) -> str:
        """An object by its id (or title); hidden ones by where they lie."""
        if self.knows(thing):
            return self.title(thing) if title else self.handle(thing)
        return self.position(thing) if self.placing else "a card"

    def title(self, thing: int) -> str:
        """The title of a thing; of a place like many others, where it is."""
        design = self.world.designs[thing]
        several = design is not None and len(self.world.copies[design]) > 1
        return self.place(thing) if several and thing in self.world.cell_of else self.world.title(thing)

    def handle(self, thing: int) -> str:
        """The id of an object; several alike are told apart by number."""
        if thing in self.world.cell_of:
            return self.place(thing)
        name = self.world.name(thing)
        owner = self.world.owner_seat.get(thing)
        return f"{name}/{self.world.seats[owner]}" if owner is not None else name

    def place(self, thing: int) -> str:
        instance, cell = self.world.cell_of[thing]
        owner = self.world.owner_of[instance]
        board = self.table.zones[self.world.zone_of[instance]]["name"] if owner is None else self.world.name(owner)
        return f"{board}.{chart_name(cell, self.world.width[instance])}"

    def position(self, thing: int) -> str:
        instance = self.S.L[thing]
        zone = self.S.Z[instance]
        number = zone.index(thing) + 1 if thing in zone else 0
        return f"{self.world.zone_name(instance)} #{number}" if number else self.world.zone_name(instance)

    # ------------------------------------------------------------------ values

    def value(self, kind: Sequence[Any], value: Value, title: bool = False) -> str:
        """A value of a type V, written out."""
        head = kind[0] if kind else "any"
        if value is None:
            return "nothing"
        if isinstance(value, (tuple, list)):
            inner = kind[1] if head == "list" else kind
            if head == "effect":
                return "effect"
            if self.is_block(value):
                return self.block(value)
            return "(" + ", ".join(self.value(inner, item, title) for item in value) + ")"
        if value is True or value is False:
            return "yes" if value else "no"
        if isinstance(value, str):
            return value
        if head == "list":
            return self.value(kind[1], value, title)
        if head in ("object", "thing"):
            return self.thing(value, title)
        if head == "enum":
            return str(self.table.types[kind[1]]["values"][value])
        if head == "design":
            return str(self.table.designs[value]["title" if title else "name"])
        if head == "zone":
            return self.world.zone_name(value)
        if head == "tag":
            return str(self.table.tags[value])
        if head == "kind":
            return str(self.table.kinds[value]["name"])
        if head == "cell":
            instance = self.world.base[kind[1]]
            return cell_name(value, self.world.width.get(instance, 1))
        if head == "flag":
            return "yes" if value else "no"
        return str(value)

    def is_block(self, value: Sequence[Value]) -> bool:
        return len(value) > 0 and all(type(v) is int and v in self.world.cell_of for v in value)

    def block(self, value: Sequence[int]) -> str:
        size = int(len(value) ** 0.5)
        return self.place(value[0]) if size * size == 1 else f"{self.place(value[0])}+{size}"

    def data(self, kind: Sequence[Any], value: Value) -> Any:
        """A value as JSON data: numbers, flags and texts as they are, things by id."""
        if value is None or isinstance(value, bool):
            return value
        if isinstance(value, (tuple, list)):
            inner = kind[1] if kind and kind[0] == "list" else kind
            return [self.data(inner, item) for item in value]
        if kind and kind[0] == "flag":
            return bool(value)
        if not kind or kind[0] in ("number", "any", "moment"):
            return value
        placing, self.placing = self.placing, False  # what refers to a thing does not tell where it lies
        try:
            return self.value(kind, value)
        finally:
            self.placing = placing

    def pieces(self, parts: Sequence[Any]) -> str:
        return "".join(str(value) if kind is None else self.value(kind, value, True) for kind, value in parts)

    # ------------------------------------------------------------------ decisions

    def prompt(self, pending: Pending) -> str:
        return self.pieces(pending.spec.prompt(self.S, pending.frame))

    def option(self, pending: Pending, value: Value, title: bool = False) -> str:
        """Stable key of an option (`title`: its words for a person)."""
        spec = pending.spec
        if value == DONE and isinstance(value, str):
            return "done"
        if value == PASS and isinstance(value, str):
            return "pass"
        if spec.kind == "may":
            if not title:
                return "yes" if value else "no"
            return (self.prompt(pending) or "yes") if value else "no"
        if spec.kind == "either":
            branch = spec.branches[value[0]]
            if branch.form == "react":
                return ("react with " if title else "react:") + self.thing(value[1], title)
            if title:
                label = self.rules.names[branch.values_name + "t"](
                    self.S, self.with_slot(pending.frame, branch.slot, value[1])
                )
                text = self.pieces(label)
                if branch.form == "fixed":
                    return text or str(branch.key)
                name = self.thing(value[1], True)
                return text if name in text else f"{text} {name}".strip()  # a label may name the thing itself
            key = branch.key or f"branch{value[0] + 1}"
            return str(key) if branch.form == "fixed" else f"{key}:{self.object(value[1])}"
        if spec.kind == "take":
            if value[0] == "react":
                return ("react with " if title else "react:") + self.thing(value[2], title)
            return self.action(value[1], value[2], title)
        if spec.kind == "react":
            return ("react with " if title else "react:") + self.thing(value[0], title)
        if spec.kind == "goal":
            return self.object(value, title)
        if spec.kind == "order":
            match = pending.frame[2][value]
            return self.thing(match[2], title) + f":{self.table.triggers[match[0]]['name']}"
        return self.value(spec.type, value, title)

    def told_apart(self, values: Sequence[Value], labels: Sequence[str]) -> list[str]:
        """Labels of options; where things of one title differ in what is so of them, or in where they lie, it is added."""
        groups: dict[str, list[int]] = {}
        things = [self.about(value) for value in values]
        for index, (thing, label) in enumerate(zip(things, labels, strict=True)):
            title = None if thing is None else self.world.title(thing)
            if title and (label == title or (type(values[index]) is tuple and label.endswith(title))):
                groups.setdefault(label, []).append(index)
        out = list(labels)
        for label, indexes in groups.items():
            if len(indexes) < 2:
                continue
            found = [self.details(thing) for index in indexes if (thing := things[index]) is not None]
            names = dict.fromkeys(name for details in found for name in details)
            telling = [n for n in names if any(details.get(n) != found[0].get(n) for details in found)]
            for index, details in zip(indexes, found, strict=True):
                words = [details[name] for name in telling if details.get(name)]
                out[index] = f"{label} ({', '.join(words)})" if words else label
        return out

    def about(self, value: Value) -> int | None:
        """The only thing that an option is about."""
        if isinstance(value, tuple) and len(value) == 3 and value[0] == "take" and len(value[2]) == 1:
            kind = self.table.actions[value[1]]["types"][0]
            value = value[2][0] if kind[0] in ("object", "thing") else None
        return value if type(value) is int and value < len(self.world.designs) else None

    def details(self, thing: int) -> dict[str, str]:
        """What can tell a thing from others of its title: whose it is, how it is, where it lies."""
        out: dict[str, str] = {}
        owner = self.world.owner_seat.get(thing)
        if owner is not None:
            out[""] = self.world.seats[owner]
        for name, value in self.fields(thing).items():
            if value is True:
                out[name] = name.replace("_", " ")
            elif isinstance(value, (int, str)) and value is not False:
                out[name] = str(value) if isinstance(value, str) else f"{name.replace('_', ' ')} {value}"
        out[" "] = self.world.zone_name(self.S.L[thing]).replace("_", " ")
        return out

    def with_slot(self, frame: list[Value], slot: int | None, value: Value) -> list[Value]:
        if slot is None:
            return frame
        copy = list(frame)
        copy[slot + 2] = value
        return copy

    def object(self, value: Value, title: bool = False) -> str:
        return self.value(["object", 0], value, title)

    def action(self, action: int, arguments: Sequence[Value], title: bool = False) -> str:
        entry = self.table.actions[action]
        written_out = [self.value(kind, value, title) for kind, value in zip(entry["types"], arguments, strict=True)]
        if not title:
            return ":".join([entry["name"], *written_out])
        text = entry["title"]
        if text and "{" in text:
            for name, word in zip(parameter_names(text), written_out, strict=False):
                text = text.replace("{" + name + "}", word)
            return str(text)
        words = text or entry["name"].replace("_", " ")
        return " ".join([words, *written_out])

    # ------------------------------------------------------------------ the table as this viewer sees it

    def zone(self, instance: int) -> list[dict[str, Any]] | None:
        """What lies in a zone instance, top first; nothing for the box."""
        S, world = self.S, self.world
        if instance == 0:
            return None
        out: list[dict[str, Any]] = []
        places = world.places.get(instance)
        if places is not None:
            for place in places:
                pieces = S.on.get(place, ())
                if pieces:
                    out.append({"at": self.place(place), "pieces": [self.card(piece) for piece in pieces]})
            return out
        fixed = instance in world.spots
        for cell, thing in enumerate(S.Z[instance]):
            if thing is None:
                continue
            card = self.card(thing)
            if fixed:
                card["at"] = cell_name(cell, world.width[instance])
            out.append(card)
        return out

    def card(self, thing: int) -> dict[str, Any]:
        if not self.knows(thing):
            return {"hidden": True}
        out: dict[str, Any] = {"name": self.handle(thing), "title": self.world.title(thing)}
        S = self.S
        if S.F[thing]:
            out["face"] = "down"
        if self.knows_fields(thing):
            fields = self.fields(thing)
            if fields:
                out["fields"] = fields
        return out

    def knows_fields(self, thing: int) -> bool:
        return True

    def fields(self, thing: int) -> dict[str, Any]:
        out: dict[str, Any] = {}
        kinds = self.world.ancestors(self.world.kinds[thing])
        for index, column in self.rules.column_of.items():
            field = self.table.fields[index]
            if field["kind"] not in kinds:
                continue
            if field["secret"] and not self.everything:
                owner = thing if thing < len(self.world.seats) else self.world.owner_seat.get(thing)
                if owner != self.seat:
                    continue
            value = self.S.V[column][thing - self.world.lo[field["kind"]]]
            if field["key"] is not None:
                out[field["name"]] = [
                    [self.data(field["key"], key), self.data(field["type"], item)] for key, item in value
                ]
            else:
                out[field["name"]] = self.data(field["type"], value)
        return out

    def view(self) -> dict[str, Any]:
        """Everything this viewer may know, as JSON data."""
        S, world = self.S, self.world
        zones: dict[str, Any] = {}
        for instance in range(1, len(world.zone_of)):
            content = self.zone(instance)
            if content is not None:
                zones[world.zone_name(instance)] = content
        players = []
        for seat, name in enumerate(world.seats):
            entry: dict[str, Any] = {"name": name}
            fields = self.fields(seat)
            if fields:
                entry["fields"] = fields
            if seat in S.lost:
                entry["lost"] = True
            if seat in S.won:
                entry["won"] = S.won[seat]
            players.append(entry)
        variables = {var["name"]: self.data(var["type"], S.G[index]) for index, var in enumerate(self.table.gvars)}
        phases = [
            self.table.phases[frame[3]]["name"]
            for frame in S.frames
            if frame[0] == self.rules.machine.lookup.phase_routine
        ]
        return {
            "turn": S.turn, "active": world.seats[S.active] if S.turn else None, "players": players, "zones": zones,
            "variables": variables, "phases": phases, "over": S.over,
        }  # fmt: skip


def cell_name(cell: int, width: int) -> str:
    """`C6` of a grid of rows and columns: row letter and column number, both from the upper left."""
    row, column = divmod(cell, max(1, width))
    return f"{letters(row)}{column + 1}"


def chart_name(cell: int, width: int) -> str:
    """`C6` of a board that is drawn: the letter is the column, as on a chart."""
    row, column = divmod(cell, max(1, width))
    return f"{letters(column)}{row + 1}"


def letters(number: int) -> str:
    """A to Z for 0 to 25, then AA, AB …"""
    found = ""
    number += 1
    while number:
        number, rest = divmod(number - 1, 26)
        found = chr(65 + rest) + found
    return found


def parameter_names(text: str) -> list[str]:
    """Names in braces, in the order written, each once."""
    out: list[str] = []
    rest = text
    while "{" in rest:
        _, _, rest = rest.partition("{")
        name, _, rest = rest.partition("}")
        if name not in out:
            out.append(name)
    return out


def written(rules: Any, parts: Sequence[Any]) -> str:
    """A text with values in it, for the rules themselves (routes of victory and the like): titles of everything."""
    return Viewer(rules, None, None, True).pieces(parts)  # type: ignore[arg-type]
