"""Which cards may be where, as the code moves them: for each zone and each list the cards that may be in it.

Sets of cards are bit masks over designs. Everything errs on one side: a card that may be somewhere is never left out.
"""

from __future__ import annotations

from typing import Any

from chronoc.lower.flow import children

Row = dict[str, Any]
ROUNDS = 30
MANY = 1_000_000

#: Operations that pass on things of one list, with the place of the list.
PASSES = {
    "first": 1, "last": 1, "aslist": 1, "from": 1, "where": 2, "sorted": 2, "best": 2, "without": 1, "flat": 1,
    "asof": 2,
}  # fmt: skip
#: Operations that bind what they take from a list: places of slot and list.
BINDS = {
    "where": (1, 2), "map": (1, 2), "any": (1, 2), "every": (1, 2), "no": (1, 2), "best": (1, 2), "sorted": (1, 2),
    "choose": (1, 2), "foreach": (1, 2), "roll": (1, 2), "let": (1, 2),
}  # fmt: skip
ORDER = {"eq": 0, "ne": 1, "lt": 2, "le": 3, "gt": 4, "ge": 5}


class Things:
    """`printed`: copies of each card as it is printed; `players`: the most that the rules allow. A variant may have fewer of
    both, and then rules that are not its own need not be told so."""

    def __init__(
        self, table: Row, nodes: list[list[Any]], lineages: list[tuple[int, ...]], printed: list[int], players: int
    ) -> None:
        self.table, self.nodes = table, nodes
        self.number = [max(design["copies"], n) for design, n in zip(table["designs"], printed, strict=True)]
        self.players = players
        for signs in table["places"].values():
            for design in signs.values():
                self.number[design] = MANY  # as many as the layout draws
        self.designs = table["designs"]
        self.everything = (1 << len(self.designs)) - 1
        self.of_kind = [0] * len(table["kinds"])
        self.tagged = [0] * len(table["tags"])
        for index, design in enumerate(self.designs):
            for kind in lineages[design["kind"]]:
                self.of_kind[kind] |= 1 << index
            for tag in design["tags"]:
                self.tagged[tag] |= 1 << index
        self._values: dict[int, list[tuple[int, list[Any]]]] = {}
        self._compared: dict[tuple[int, str, bool, str, Any], int | None] = {}
        self._copies: dict[int, int] = {}
        self._saying: dict[int, int] = {}  # clause -> cards that print it
        self._owner = self._functions()
        self.slots: dict[int, dict[int, int]] = {}  # function -> slot -> cards
        self.zones_in: dict[tuple[int, int], dict[int, None]] = {}  # function and slot -> zones that it may stand for
        self.loose: dict[tuple[int, int], None] = {}  # ... or any zone
        self.content = self._start()
        self._settle()

    # ------------------------------------------------------------------ functions and what they are called with

    def _functions(self) -> list[list[int]]:
        """The nodes of each function."""
        owned: list[list[int]] = []
        for fn in self.table["fns"]:
            seen: dict[int, None] = {}
            todo = [fn["code"]]
            while todo:
                node = todo.pop()
                if node not in seen:
                    seen[node] = None
                    todo += children(self.nodes[node])
            owned.append(sorted(seen))
        return owned

    def _start(self) -> list[int]:
        """Everything starts in the box; places lie where they are drawn."""
        content = [0] * len(self.table["zones"])
        content[0] = self.everything
        for index, zone in enumerate(self.table["zones"]):
            if zone["layout"] is not None:
                for kind in zone["kinds"]:
                    content[index] |= self.of_kind[kind]
        return content

    def _settle(self) -> None:
        self._bind_entries()
        for _ in range(ROUNDS):
            before = (list(self.content), {fn: dict(slots) for fn, slots in self.slots.items()}, len(self.zones_in))
            zones_before = sum(len(zones) for zones in self.zones_in.values()) + len(self.loose)
            for fn, nodes in enumerate(self._owner):
                for node in nodes:
                    self._follow(fn, self.nodes[node])
            zones_after = sum(len(zones) for zones in self.zones_in.values()) + len(self.loose)
            if before == (self.content, self.slots, len(self.zones_in)) and zones_before == zones_after:
                return
        self.content = [self.everything] * len(self.content)  # it never came to rest: then anything may be anywhere

    def _bind_entries(self) -> None:
        """Parameters of what is called from outside may be anything; those of verbs and definitions come from the calls."""
        called: dict[int, None] = {}
        for row in self.table["verbs"]:
            called.update((overload["fn"], None) for overload in row["overloads"])
        for window in self.table["windows"]:
            if window["using"] is not None:
                for overload in self.table["verbs"][window["using"]]["overloads"]:
                    called.pop(overload["fn"], None)
        for row in self.table["defines"]:
            called.update((overload["fn"], None) for overload in row["overloads"] if overload["fn"] is not None)
        for index, fn in enumerate(self.table["fns"]):
            slots = self.slots.setdefault(index, {})
            slots[0] = slots[1] = self.everything
            if index not in called:
                for slot in range(2, 2 + fn["params"]):
                    slots[slot] = self.everything
                    self.loose[index, slot] = None
        for number, design in enumerate(self.designs):
            own = [*design["clauses"].values(), *(reaction["body"] for reaction in design["reactions"])]
            for fn in own:
                self.slots[fn][1] = (
                    1 << number if self.slots[fn][1] == self.everything else self.slots[fn][1] | 1 << number
                )
        for action in self.table["actions"]:
            for at in range(len(action["params"])):
                for user in (action["body"], action["when"]):
                    if user is not None and self.table["fns"][user]["params"] > at:
                        self.slots[user][2 + at] = 0  # comes from the list, see `_follow`
        self._lists = [
            (fn, 2 + at, user)
            for action in self.table["actions"]
            for at, fn in enumerate(action["params"])
            for user in (action["body"], action["when"])
            if user is not None and self.table["fns"][user]["params"] > at
        ]

    def _follow(self, fn: int, op: list[Any]) -> None:
        name = op[0]
        slots = self.slots[fn]
        if name in BINDS:
            slot, listed = op[BINDS[name][0]], op[BINDS[name][1]]
            slots[slot] = slots.get(slot, 0) | self.may_be(listed, fn)
            if name == "let":
                self._zones_into((fn, slot), listed, fn)
            elif name == "foreach" or name == "choose":
                self.loose[fn, slot] = None
        elif name == "either":
            for branch in op[3]:
                if branch[4] is not None:
                    slots[branch[4]] = slots.get(branch[4], 0) | self.may_be(branch[5], fn)
                    self.loose[fn, branch[4]] = None
        elif name == "groups":
            for slot in (op[2], op[3]):
                slots[slot] = slots.get(slot, 0) | self.may_be(op[1], fn)
        elif name == "move":
            what = self.may_be(op[1], fn)
            zones = self.zones(op[2], fn)
            for zone in range(len(self.content)) if zones is None else zones:
                self.content[zone] |= what & self._held(zone)
        elif name == "put":
            what = self.may_be(op[1], fn)
            for zone, row in enumerate(self.table["zones"]):
                if row["layout"] is not None:
                    self.content[zone] |= what & self._held(zone)
        elif name in ("perform", "call"):
            row = self.table["verbs" if name == "perform" else "defines"][op[1]]
            for overload in row["overloads"]:
                if overload["fn"] is not None:
                    for at, argument in enumerate(op[2]):
                        into = self.slots[overload["fn"]]
                        into[2 + at] = into.get(2 + at, 0) | self.may_be(argument, fn)
                        self._zones_into((overload["fn"], 2 + at), argument, fn)
        for listed, slot, user in self._lists:
            if listed == fn:
                into = self.slots[user]
                into[slot] = into.get(slot, 0) | self.may_be(self.table["fns"][fn]["code"], fn)

    def _zones_into(self, place: tuple[int, int], node: int, fn: int) -> None:
        zones = self.zones(node, fn)
        if zones is None:
            self.loose[place] = None
        else:
            known = self.zones_in.setdefault(place, {})
            known.update(zones)

    def _held(self, zone: int) -> int:
        row = self.table["zones"][zone]
        kinds = [*row["kinds"], *row["holding"]]
        if not kinds:
            return self.everything
        found = 0
        for kind in kinds:
            found |= self.of_kind[kind]
        return found

    # ------------------------------------------------------------------ zones and things

    def zones(self, node: int, fn: int) -> dict[int, None] | None:
        """The zones that an expression may stand for; None: any."""
        op = self.nodes[node]
        if op[0] in ("zone", "zoneof"):
            return {op[1]: None}
        if op[0] == "local":
            place = (fn, op[1])
            return None if place in self.loose else dict(self.zones_in.get(place, {}))
        if op[0] == "if":
            parts = [self.zones(op[2], fn), self.zones(op[3], fn)]
            if parts[0] is None or parts[1] is None:
                return None
            return {**parts[0], **parts[1]}
        if op[0] in ("num", "flag", "text", "obj", "design", "enum", "tag", "players"):
            return {}
        return None

    def may_be(self, node: int, fn: int) -> int:
        """The cards that an expression may stand for, alone or in a list."""
        op = self.nodes[node]
        name = op[0]
        if name == "all":
            return self.of_kind[int(op[1])]
        if name in ("obj", "copies", "design"):
            return 1 << int(op[1])
        if name in ("num", "flag", "text", "nothing", "players", "enum", "tag", "active", "others", "range"):
            return 0
        if name == "list":
            found = 0
            for one in op[1]:
                found |= self.may_be(one, fn)
            return found
        if name in ("items", "itemsof", "allitems"):
            zones: dict[int, None] | None = {op[1]: None} if name != "items" else self.zones(op[1], fn)
            if zones is None:
                return self.everything
            found = 0
            for zone in zones:
                found |= self.content[zone]
            return found
        if name == "where":
            return self.may_be(op[2], fn) & self.asked(op[3], op[1])[0]
        if name in PASSES:
            return self.may_be(op[PASSES[name]], fn)
        if name in ("union", "orelse"):
            return self.may_be(op[1], fn) | self.may_be(op[2], fn)
        if name == "if":
            return self.may_be(op[2], fn) | self.may_be(op[3], fn)
        if name == "local":
            return self.slots[fn].get(op[1], 0)
        if name == "named":
            return self.of_kind[int(op[1])]
        return self.everything

    # ------------------------------------------------------------------ what is printed on cards

    def asked(self, node: int, slot: int) -> tuple[int, int]:
        """The cards of which a condition may hold, and those of which it surely does, by what is printed on them."""
        op = self.nodes[node]
        name = op[0]
        every = self.everything
        if name == "and":
            may = must = every
            for part in op[1]:
                a, b = self.asked(part, slot)
                may, must = may & a, must & b
            return may, must
        if name == "or":
            may = must = 0
            for part in op[1]:
                a, b = self.asked(part, slot)
                may, must = may | a, must | b
            return may, must
        if name == "not":
            may, must = self.asked(op[1], slot)
            return every & ~must, every & ~may
        exact: int | None = None
        if name == "flag":
            exact = every if op[1] else 0
        elif name in ("hastag", "iskind", "isdesign", "hasclause") and self.nodes[op[1]] == ["local", slot]:
            exact = self._exactly(name, op[2])
        elif name in ORDER:
            exact = self._printed(op, slot)
        elif name in ("inzone", "inzones") and self.nodes[op[1]] == ["local", slot]:
            if name == "inzones":
                return self.content[op[2]], 0
            zone = self.nodes[op[2]]
            if zone[0] in ("zone", "zoneof"):
                return self.content[zone[1]], 0
        return (every, 0) if exact is None else (exact, exact)

    def _exactly(self, name: str, what: int) -> int:
        if name == "hastag":
            return self.tagged[what]
        if name == "iskind":
            return self.of_kind[what]
        if name == "isdesign":
            return 1 << what
        if what not in self._saying:
            self._saying[what] = sum(1 << i for i, row in enumerate(self.designs) if str(what) in row["clauses"])
        return self._saying[what]

    def _printed(self, op: list[Any], slot: int) -> int | None:
        """`field of it == value`, where the field is printed and the value written out."""
        left, right = self.nodes[op[1]], self.nodes[op[2]]
        turned = False
        if left[0] in ("num", "enum"):
            left, right, turned = right, left, True
        if left[0] not in ("get", "getdesign") or right[0] not in ("num", "enum"):
            return None
        if self.nodes[left[2]] != ["local", slot] or self.table["fields"][left[1]]["var"]:
            return None
        if self.table["fields"][left[1]]["key"] is not None:
            return None
        known = (left[1], op[0], turned, right[0], right[-1])
        if known not in self._compared:
            self._compared[known] = self._holding(*known)
        return self._compared[known]

    def _holding(self, field: int, name: str, turned: bool, sort: str, wanted: Any) -> int | None:
        """The cards of which a comparison holds; None where some value is worked out."""
        found = 0
        for index, value in self.printed(field):
            if value[0] != sort:
                return None
            a, b = (wanted, value[-1]) if turned else (value[-1], wanted)
            if (a == b, a != b, a < b, a <= b, a > b, a >= b)[ORDER[name]]:
                found |= 1 << index
        return found

    def printed(self, field: int) -> list[tuple[int, list[Any]]]:
        """The node of a printed field, card by card."""
        known = self._values.get(field)
        if known is None:
            row = self.table["fields"][field]
            known = self._values[field] = []
            for index, design in enumerate(self.designs):
                node = design["fields"].get(str(field), row["default"])
                if node is not None and self.of_kind[row["kind"]] >> index & 1:
                    known.append((index, self.nodes[node]))
        return known

    # ------------------------------------------------------------------ how many

    def copies(self, mask: int) -> int:
        """How many things these cards are, at the most."""
        known = self._copies.get(mask)
        if known is None:
            digits = reversed(bin(mask)[2:])
            those = [index for index, digit in enumerate(digits) if digit == "1"]
            known = self._copies[mask] = sum(
                self.number[index] * (self.players if self.designs[index]["each_player"] else 1) for index in those
            )
        return known

    def most(self, node: int, fn: int) -> int | None:
        """How long a list can be, where every thing stands in it once; None where that is not certain."""
        op = self.nodes[node]
        name = op[0]
        if name == "players":
            return self.players
        if name == "others":
            return self.players - 1
        if name in ("all", "items", "itemsof", "allitems", "copies"):
            if name == "all" and self.table["kinds"][op[1]]["name"] == "player":
                return self.players
            zones = self.zones(op[1], fn) if name == "items" else None
            if name == "items" and (zones is None or any(self.table["zones"][z]["layout"] is not None for z in zones)):
                return None
            most = self.copies(self.may_be(node, fn))
            room = self._room(zones) if name == "items" and self.nodes[op[1]][0] in ("zone", "zoneof") else None
            return most if room is None else min(room, most)
        if name == "where":
            inner = self.most(op[2], fn)
            return (
                None
                if inner is None
                else min(inner, self.copies(self.may_be(node, fn)) if self.holds_cards(op[2]) else inner)
            )
        if name in ("without", "from", "aslist"):
            return self.most(op[1], fn) if name != "aslist" else None
        if name == "sorted":
            return self.most(op[2], fn)
        if name == "list":
            return len(op[1])
        return None

    def _room(self, zones: dict[int, None] | None) -> int | None:
        """How many things a zone may hold by its declaration."""
        limits = [self.table["zones"][zone]["max"] for zone in zones or ()]
        known = [self.nodes[limit][1] for limit in limits if limit is not None and self.nodes[limit][0] == "num"]
        return max(known) if known and len(known) == len(limits) else None

    def holds_cards(self, node: int) -> bool:
        """Whether this is a list of cards (not of players, numbers …)."""
        op = self.nodes[node]
        if op[0] in ("where", "sorted"):
            return self.holds_cards(op[2])
        if op[0] == "list":
            return bool(op[1]) and all(self.nodes[one][0] == "obj" for one in op[1])
        if op[0] == "all":
            return bool(op[1] != 0)
        return op[0] in ("items", "itemsof", "allitems", "copies")
