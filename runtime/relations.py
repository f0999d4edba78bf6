"""What must hold between the parts of a rule table once every index is known to be in range.

Mostly: a function is called with as many arguments as it takes, it is a statement where things are done and an
expression where a value is wanted, and it has a slot for every local value that its code uses.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from runtime.bounds import MAX_COPIES, MAX_LAYOUT, MAX_OBJECTS, MAX_PLAYERS
from runtime.code import MAX_SLOTS, CodeCheck

Report = Callable[[str, str], None]
Row = dict[str, Any]


def relations(table: Row, nodes: CodeCheck, report: Report) -> None:
    """Report every relation of the table that does not hold."""
    _Relations(table, nodes, report).run()


class _Relations:
    def __init__(self, table: Row, nodes: CodeCheck, report: Report) -> None:
        self.table, self.nodes, self.report = table, nodes, report
        #: how many arguments each overload of a definition or verb takes
        self.defines = [[len(o["kinds"]) for o in define["overloads"]] for define in table["defines"]]
        self.verbs = [[len(o["kinds"]) for o in verb["overloads"]] for verb in table["verbs"]]

    def run(self) -> None:
        self.heads()
        self.functions()
        self.kinds_and_clauses()
        self.designs()
        self.places()
        self.values()
        self.definitions()
        self.actions()
        self.phases_and_windows()
        self.rules()
        self.code()

    # ---------------------------------------------------------------- functions

    def functions(self) -> None:
        for i, fn in enumerate(self.table["fns"]):
            where = f"fns[{i}]"
            if fn["slots"] > MAX_SLOTS:
                self.report(where, f"has more than {MAX_SLOTS} slots")
            if fn["slots"] < fn["params"] + 2:
                self.report(where, f"has {fn['slots']} slots, too few for `you`, `this` and {fn['params']} arguments")
            used = self.nodes.slot[fn["code"]]
            if used >= fn["slots"]:
                self.report(where, f"has {fn['slots']} slots, but its code uses slot {used}")

    def fn(self, where: str, index: int | None, statement: bool, *arities: int) -> None:
        """The function must be a statement (or an expression) and take one of these numbers of arguments."""
        if index is None:
            return
        fn = self.table["fns"][index]
        if self.nodes.statement[fn["code"]] != statement:
            wanted = "a statement" if statement else "an expression"
            self.report(where, f"function {index} should be {wanted}")
        if arities and fn["params"] not in arities:
            wanted = " or ".join(str(a) for a in sorted(set(arities)))
            self.report(where, f"function {index} takes {fn['params']} arguments, not {wanted}")

    def node(self, where: str, index: int | None) -> None:
        """A node outside functions: an expression that knows `you` and `this` only."""
        if index is None:
            return
        if self.nodes.statement[index]:
            self.report(where, f"node {index} should be an expression")
        if self.nodes.slot[index] > 1:
            self.report(where, f"node {index} uses slot {self.nodes.slot[index]} outside of a function")

    # ---------------------------------------------------------------- what there is

    def heads(self) -> None:
        low, high = self.table["players"]
        if not 1 <= low <= high <= MAX_PLAYERS:
            self.report("players", f"{low} to {high} is no number of players (1 to {MAX_PLAYERS})")
        if not self.table["kinds"] or self.table["kinds"][0]["name"] != "player":
            self.report("kinds", "the first kind should be `player`")
        zones = self.table["zones"]
        if not zones or (zones[0]["name"], zones[0]["owner"], zones[0]["see"]) != ("box", None, "hidden"):
            self.report("zones", "the first zone should be `box`, hidden and without owner")
        for key in ("designs", "options", "gvars"):
            seen: dict[str, int] = {}
            for i, row in enumerate(self.table[key]):
                first = seen.setdefault(row["name"], i)
                if first != i:
                    self.report(f"{key}[{i}]", f"has the name {row['name']!r:.60} of {key}[{first}]")

    def kinds_and_clauses(self) -> None:
        for i, kind in enumerate(self.table["kinds"]):
            if kind["parent"] is not None and kind["parent"] >= i:
                self.report(f"kinds[{i}]", "its parent should stand before it")
            for j, works in enumerate(kind["works"]):
                self.fn(f"kinds[{i}].works[{j}]", works["while"], False, 0)
        for i, clause in enumerate(self.table["clauses"]):
            self.fn(f"clauses[{i}]", clause["default"], clause["sort"] == "effect", len(clause["params"]))

    def designs(self) -> None:
        clauses, fields = self.table["clauses"], self.table["fields"]
        total = 0
        for i, design in enumerate(self.table["designs"]):
            where = f"designs[{i}]"
            if design["copies"] > MAX_COPIES:
                self.report(where, f"has more than {MAX_COPIES} copies")
            total += design["copies"] * (self.table["players"][1] if design["each_player"] else 1)
            for key, node in design["fields"].items():
                self.node(f"{where}.fields[{key}]", node)
            for key, pairs in design["keyed"].items():
                if fields[int(key)]["key"] is None:
                    self.report(f"{where}.keyed", f"field {key} has no keys")
                for pair in pairs:
                    self.node(f"{where}.keyed[{key}]", pair[0])
                    self.node(f"{where}.keyed[{key}]", pair[1])
            for key, fn in design["clauses"].items():
                clause = clauses[int(key)]
                self.fn(f"{where}.clauses[{key}]", fn, clause["sort"] == "effect", len(clause["params"]))
            for j, reaction in enumerate(design["reactions"]):
                at, arguments = f"{where}.reactions[{j}]", 1 + self.table["windows"][reaction["window"]]["params"]
                self.fn(at, reaction["if"], False, arguments)
                self.fn(at, reaction["by"], False, arguments)
                self.fn(at, reaction["body"], True, arguments)
        if total > MAX_OBJECTS:
            self.report("designs", f"all copies together are more than {MAX_OBJECTS}")

    def places(self) -> None:
        for i, layout in enumerate(self.table["layouts"]):
            lengths = [len(row) for row in layout["rows"]]
            if not lengths or not lengths[0] or min(lengths) != max(lengths):
                self.report(f"layouts[{i}]", "its rows should be equally long")
            elif max(len(lengths), lengths[0]) > MAX_LAYOUT:
                self.report(f"layouts[{i}]", f"is larger than {MAX_LAYOUT} by {MAX_LAYOUT}")
        for i, zone in enumerate(self.table["zones"]):
            for key in ("rows", "columns", "peek_if", "max"):
                self.node(f"zones[{i}].{key}", zone[key])
            if zone["layout"] is not None and zone["shape"] != "grid":
                self.report(f"zones[{i}]", "has a layout, but is no grid")
            for sign in self.signs(zone):
                if sign not in self.table["places"].get(str(i), {}):
                    self.report(f"zones[{i}]", f"its layout shows {sign!r:.10}, which `places` does not explain")
        for key in self.table["places"]:
            if self.table["zones"][int(key)]["layout"] is None:
                self.report(f"places[{key}]", "that zone has no layout")

    def signs(self, zone: Row) -> list[str]:
        """The signs of a zone's layout, each once, in order. A space is a cell that is not there."""
        if zone["layout"] is None:
            return []
        return [s for s in dict.fromkeys("".join(self.table["layouts"][zone["layout"]]["rows"])) if s != " "]

    def values(self) -> None:
        for key in ("fields", "options", "gvars"):
            for i, row in enumerate(self.table[key]):
                for part in ("default", "low", "high"):
                    self.node(f"{key}[{i}].{part}", row[part])
        for i, field in enumerate(self.table["fields"]):
            if not field["var"] and (field["low"] is not None or field["high"] is not None):
                self.report(f"fields[{i}]", "is printed, so it has no bounds")

    # ---------------------------------------------------------------- what happens

    def definitions(self) -> None:
        for i, define in enumerate(self.table["defines"]):
            self.node(f"defines[{i}].low", define["low"])
            self.node(f"defines[{i}].high", define["high"])
            for j, overload in enumerate(define["overloads"]):
                self.fn(f"defines[{i}].overloads[{j}]", overload["fn"], False, len(overload["kinds"]))
            for j, adjust in enumerate(define["adjusts"]):
                self.fn(f"defines[{i}].adjusts[{j}]", adjust["by"], False, *self.defines[i])
                self.fn(f"defines[{i}].adjusts[{j}]", adjust["where"], False, *self.defines[i])
        for i, verb in enumerate(self.table["verbs"]):
            for j, overload in enumerate(verb["overloads"]):
                self.fn(f"verbs[{i}].overloads[{j}]", overload["fn"], True, len(overload["kinds"]))
        priority = self.table["priority"]
        if priority is not None and 0 not in self.defines[priority]:
            self.report("priority", "that definition should take nothing and give the players in order")

    def actions(self) -> None:
        for i, action in enumerate(self.table["actions"]):
            where, arguments = f"actions[{i}]", len(action["params"])
            if len(action["types"]) != arguments:
                self.report(where, "should have one type for each parameter")
            for j, param in enumerate(action["params"]):
                self.fn(f"{where}.params[{j}]", param, False, j)
            self.fn(f"{where}.when", action["when"], False, 0, arguments)
            self.fn(f"{where}.body", action["body"], True, arguments)
            for j, limit in enumerate(action["limits"]):
                for key in ("count", "per", "if"):
                    self.fn(f"{where}.limits[{j}].{key}", limit[key], False, 0, arguments)
            for j, forbid in enumerate(action["forbids"]):
                self.fn(f"{where}.forbids[{j}]", forbid["where"], False, arguments)

    def phases_and_windows(self) -> None:
        for i, phase in enumerate(self.table["phases"]):
            where = f"phases[{i}]"
            if len(phase["types"]) != phase["params"]:
                self.report(where, "should have one type for each parameter")
            self.fn(f"{where}.body", phase["body"], True, phase["params"])
            for j, var in enumerate(phase["vars"]):
                self.fn(f"{where}.vars[{j}]", var["default"], False, phase["params"])
                self.node(f"{where}.vars[{j}].low", var["low"])
                self.node(f"{where}.vars[{j}].high", var["high"])
        for i, window in enumerate(self.table["windows"]):
            if len(window["types"]) != window["params"]:
                self.report(f"windows[{i}]", "should have one type for each parameter")

    def rules(self) -> None:
        for key in ("whenevers", "goals"):
            for i, rule in enumerate(self.table[key]):
                arguments = 0 if rule["over"] is None else 1
                self.fn(f"{key}[{i}].over", rule["over"], False, 0)
                self.fn(f"{key}[{i}].where", rule["where"], False, arguments)
                self.fn(f"{key}[{i}].body", rule["body"], True, arguments)
        for i, trigger in enumerate(self.table["triggers"]):
            arities = self.event_arities(trigger["event"])
            if trigger["when"] == "instead" and trigger["event"][0] not in ("verb", "action", "phase", "turn"):
                self.report(f"triggers[{i}]", "only a verb, an action, a phase or a turn can be replaced")
            self.fn(f"triggers[{i}].where", trigger["where"], False, *arities)
            self.fn(f"triggers[{i}].body", trigger["body"], True, *arities)
        for key in ("setup", "turn", "ending"):
            self.fn(key, self.table[key], True, 0)

    def event_arities(self, event: list[Any]) -> list[int]:
        what = event[0]
        if what == "verb":
            return self.verbs[event[1]]
        if what == "action":
            return [len(self.table["actions"][event[1]]["params"])]
        if what == "phase":
            return [self.table["phases"][event[1]]["params"]]
        return [{"turn": 1, "enters": 2, "leaves": 2, "face_up": 1, "changes": 1}[what]]

    # ---------------------------------------------------------------- code

    def code(self) -> None:
        table = self.table
        for i, node in enumerate(table["code"]):
            op = node[0]
            if op == "call":
                self.arguments(i, node[2], self.defines[node[1]])
            elif op == "perform":
                self.arguments(i, node[2], self.verbs[node[1]])
            elif op in ("fact", "effect", "do"):
                self.arguments(i, node[3], [len(table["clauses"][node[2]]["params"])])
            elif op == "open":
                self.arguments(i, node[2], [table["windows"][node[1]]["params"]])
            elif op == "enter":
                self.arguments(i, node[2], [table["phases"][node[1]]["params"]])
            elif op == "enum":
                self.within(i, node[2], len(table["types"][node[1]]["values"]))
            elif op == "phase":
                phase = table["phases"][node[1]]
                self.within(i, node[2], phase["params"] + len(phase["vars"]))
            elif op in ("key", "keydesign") and table["fields"][node[1]]["key"] is None:
                self.report(f"code[{i}]", f"field {node[1]} has no keys")
            elif op in TEXTS and node[TEXTS[op][0]] not in TEXTS[op][1]:
                self.report(f"code[{i}]", f"`{op}` does not know {node[TEXTS[op][0]]!r:.40}")
            elif op == "move":
                self.move(i, node)

    def arguments(self, i: int, given: list[Any], arities: list[int]) -> None:
        if len(given) not in arities:
            taken = " or ".join(map(str, arities)) or "none"
            self.report(f"code[{i}]", f"{len(given)} arguments where {taken} are taken")

    def within(self, i: int, number: int, length: int) -> None:
        if not 0 <= number < length:
            self.report(f"code[{i}]", f"there is no number {number} among {length}")

    def move(self, i: int, node: list[Any]) -> None:
        _, _, _, where, cell, face, amount, number = node
        if where not in ("top", "bottom", "default", "at") or face not in ("up", "down", None):
            self.report(f"code[{i}]", "`move` does not know that position or face")
        elif amount not in ("all", "n", "upto"):
            self.report(f"code[{i}]", f"`move` does not know the amount {amount!r:.40}")
        elif (where == "at") != (cell is not None) or (amount != "all") != (number is not None):
            self.report(f"code[{i}]", "`move` lacks its cell or its number, or has one too many")


#: Operations with a text argument that may be one of a few: its place, and those few.
TEXTS: dict[str, tuple[int, tuple[str, ...]]] = {
    "best": (5, ("first", "all", "none")),
    "take": (1, ("one", "any")),
    "takeall": (1, ("one", "any")),
}
