"""Which values of what runs are things: slots of functions, hidden slots of frames, arguments.

A frame is a list of numbers, and a thing is one of them. Whoever gives things other numbers (position.py) has to know which
numbers are meant. It is worked out from the code of the table alone, for all games of linked rules at once.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from runtime.analysis import whole
from runtime.ops import STATEMENTS

#: What a value may be: no thing · a thing, or a list of things · an effect. Sums where it may be several.
PLAIN, THING, EFFECT = 1, 2, 4
ANY = PLAIN | THING
#: Added for a list that is only chosen from, so that its order means nothing.
POOL = 8

THINGS = frozenset(
    """obj players active others left right firstplayer all copies named holder items itemsof allitems zoneowner place cells
    topat piecesat neighbours within blocks block same ahead""".split()
)
#: Operations whose value is that of some of their arguments.
HANDED_ON = {
    "first": (1,), "last": (1,), "aslist": (1,), "flat": (1,), "without": (1,), "from": (1,), "min": (1,), "max": (1,),
    "union": (1, 2), "orelse": (1, 2), "where": (2,), "best": (2,), "sorted": (2,), "groups": (1,), "asof": (2,), "map": (3,),
    "if": (2, 3),
}  # fmt: skip
#: Operations that bind a slot to each member of a list: places of slot and list.
BINDING = {
    "where": (1, 2), "map": (1, 2), "any": (1, 2), "every": (1, 2), "no": (1, 2), "best": (1, 2), "sorted": (1, 2),
    "let": (1, 2), "foreach": (1, 2), "roll": (1, 2), "choose": (1, 2),
}  # fmt: skip


def of_type(kind: Sequence[Any]) -> int:
    """What a value of a type V may be."""
    head = kind[0] if kind else "any"
    if head == "list":
        return of_type(kind[1])
    return {"object": THING, "thing": THING, "effect": EFFECT, "any": ANY}.get(head, PLAIN)


class Slots:
    """Over linked rules. `frame(f)` gives for each place of a frame what its value may be."""

    def __init__(self, rules: Any) -> None:
        self.rules = rules
        self.table = rules.table
        self.code: list[list[Any]] = rules.table.code
        self.analysis = rules.analysis
        self.slots = [[THING, THING, *([0] * (fn["slots"] - 2))] for fn in self.table.fns]
        self.gives = [0] * len(self.table.fns)
        self.nodes = [list(whole(self.code, fn["code"])) for fn in self.table.fns]
        self.changed = True
        self.declared()
        while self.changed:
            self.changed = False
            for fn, nodes in enumerate(self.nodes):
                known: dict[int, int] = {}
                for node in nodes:
                    self.binds(fn, node, known)
                given = self.value(fn, self.table.fns[fn]["code"], known)
                if self.gives[fn] | given != self.gives[fn]:
                    self.gives[fn] |= given
                    self.changed = True
        self.routines = self.of_routines()

    # ------------------------------------------------------------------ what is handed to functions

    def bind(self, fn: int | None, slot: int, what: int) -> None:
        if fn is None or slot >= len(self.slots[fn]) or self.slots[fn][slot] | what == self.slots[fn][slot]:
            return
        self.slots[fn][slot] |= what
        self.changed = True

    def declared(self) -> None:
        """Parameters whose types the table says."""
        table = self.table
        for action in table.actions:
            fns = [*action["params"], action["body"], *(forbid["where"] for forbid in action["forbids"])]
            fns += [fn for limit in action["limits"] for fn in (limit["per"], limit["if"])]
            for fn in fns:
                for at, kind in enumerate(action["types"], 2):
                    self.bind(fn, at, of_type(kind))
        for phase in table.phases:
            for at, kind in enumerate(phase["types"], 2):
                for fn in (phase["body"], *(var["default"] for var in phase["vars"])):
                    self.bind(fn, at, of_type(kind))
        for clause, entry in enumerate(table.clauses):
            for fn in self.analysis.clause_fns(clause):
                for at, kind in enumerate(entry["params"], 2):
                    self.bind(fn, at, of_type(kind))
        for design in table.designs:
            for reaction in design["reactions"]:
                kinds = [["number"], *table.windows[reaction["window"]]["types"]]
                for at, kind in enumerate(kinds, 2):
                    for fn in (reaction["if"], reaction["by"], reaction["body"]):
                        self.bind(fn, at, of_type(kind))

    def binds(self, fn: int, node: int, known: dict[int, int]) -> None:
        """What a node of a function stores in slots, its own and those of the functions that it calls."""
        op = self.code[node]
        head = op[0]
        if head in BINDING:
            slot, source = BINDING[head]
            self.bind(fn, op[slot], self.value(fn, op[source], known))
        elif head == "groups":
            for slot in (op[2], op[3]):
                self.bind(fn, slot, self.value(fn, op[1], known))
        elif head in ("set", "addto") and self.code[op[1]][0] == "local":
            self.bind(fn, self.code[op[1]][1], self.value(fn, op[2], known))
        elif head == "either":
            for branch in op[3]:
                if branch[0] == "each":
                    self.bind(fn, branch[4], self.value(fn, branch[5], known))
        elif head in ("call", "perform", "do", "fact", "effect"):
            arguments = op[2] if head in ("call", "perform") else op[3]
            called = [called for called in self.analysis.callees(op) if called is not None]
            if head == "perform":
                called += [fn for fn in self.standing_in(["verb", op[1]]) if fn is not None]
            for at, argument in enumerate(arguments, 2):
                what = self.value(fn, argument, known)
                for other in called:
                    self.bind(other, at, what)
        elif head == "checkgoals":
            for goal in self.table.goals:
                if goal["over"] is not None:
                    for other in (goal["where"], goal["body"]):
                        self.bind(other, 2, self.gives[goal["over"]])
        if node == self.table.fns[fn]["code"]:
            self.of_standing_rules()

    def standing_in(self, event: list[Any]) -> list[int | None]:
        return [fn for t in self.table.triggers if t["event"] == event for fn in (t["where"], t["body"])]

    def of_standing_rules(self) -> None:
        for rule in self.table.whenevers:
            if rule["over"] is not None:
                for other in (rule["where"], rule["body"]):
                    self.bind(other, 2, self.gives[rule["over"]])
        for trigger in self.table.triggers:
            for at, what in enumerate(self.of_event(trigger["event"]), 2):
                for other in (trigger["where"], trigger["body"]):
                    self.bind(other, at, what)

    def of_event(self, event: Sequence[Any]) -> list[int]:
        """What the arguments of an event may be."""
        head = event[0]
        if head == "verb":
            return self.of_verb(event[1])
        if head == "action":
            return [of_type(kind) for kind in self.table.actions[event[1]]["types"]]
        if head == "phase":
            return [of_type(kind) for kind in self.table.phases[event[1]]["types"]]
        return [THING, THING]

    def of_verb(self, verb: int) -> list[int]:
        found: list[int] = []
        for overload in self.table.verbs[verb]["overloads"]:
            params = self.table.fns[overload["fn"]]["params"]
            found += [0] * (params - len(found))
            for at in range(params):
                found[at] |= self.slots[overload["fn"]][2 + at]
        return found

    # ------------------------------------------------------------------ values

    def value(self, fn: int, node: int, known: dict[int, int]) -> int:
        """What the value of a node of a function may be."""
        found = known.get(node)
        if found is None:
            found = known[node] = self.worked_out(fn, self.code[node], known)
        return found

    def worked_out(self, fn: int, op: list[Any], known: dict[int, int]) -> int:
        head, table = op[0], self.table
        if head in THINGS:
            return THING
        if head == "local":
            return int(self.slots[fn][op[1]]) if op[1] < len(self.slots[fn]) else ANY
        if head == "nothing" or head in STATEMENTS:
            return 0
        if head == "effect":
            return EFFECT
        if head in HANDED_ON:
            return self.all_of(fn, [op[at] for at in HANDED_ON[head]], known)
        if head == "list":
            return self.all_of(fn, op[1], known)
        if head == "case":
            results = [result for _, result in op[2]]
            return self.all_of(fn, results if op[3] is None else [*results, op[3]], known)
        if head in ("get", "getopt", "key", "getdesign", "keydesign"):
            return of_type(table.fields[op[1]]["type"])
        if head == "getof":
            return ANY
        if head == "game":
            return of_type(table.gvars[op[1]]["type"])
        if head == "option":
            return of_type(table.options[op[1]]["type"])
        if head == "phase":
            return int(self.of_phase(op[1])[op[2]])
        if head in ("call", "fact"):
            found = 0
            for called in self.analysis.callees(op):
                found |= self.gives[called]
            return found
        return PLAIN

    def all_of(self, fn: int, nodes: Sequence[int], known: dict[int, int]) -> int:
        found = 0
        for node in nodes:
            found |= self.value(fn, node, known)
        return found

    def of_phase(self, phase: int) -> list[int]:
        entry = self.table.phases[phase]
        return [of_type(kind) for kind in (*entry["types"], *(var["type"] for var in entry["vars"]))]

    # ------------------------------------------------------------------ frames

    def of_routines(self) -> dict[int, list[int]]:
        """For each routine made of code: what stands in the places of its frames from the first slot on."""
        rules, found = self.rules, {}
        for fn, entry in enumerate(self.table.fns):
            found[rules.first_fn + fn] = [*self.slots[fn], *self.hidden(fn, [entry["code"]])]
        for key, routine in rules._blocks.items():
            nodes = list(key[1]) if key[0] == "rest" else [key[1]]
            slots = [0] * key[-1]
            hidden: list[int] = []
            for fn, below in enumerate(self.nodes):
                if nodes and nodes[0] in below and self.table.fns[fn]["slots"] == key[-1]:
                    slots = [a | b for a, b in zip(slots, self.slots[fn], strict=True)]
                    mine = self.hidden(fn, nodes)
                    hidden = [a | b for a, b in zip(hidden, mine, strict=True)] if hidden else mine
            found[routine] = [*slots, *hidden]
        return found

    def hidden(self, fn: int, nodes: Sequence[int]) -> list[int]:
        """The hidden slots of a routine, in the order in which its writer (statements.py) asks for them."""
        found: list[int] = []
        known: dict[int, int] = {}

        def walk(node: int | None) -> None:
            if node is None:
                return
            op = self.code[node]
            head = op[0]
            if head == "seq":
                for child in op[1]:
                    walk(child)
            elif head == "ifelse":
                walk(op[2])
                walk(op[3])
            elif head == "switch":
                if op[1] is not None:
                    found.append(self.value(fn, op[1], known))
                for _, result in op[2]:
                    walk(result)
                walk(op[3])
            elif head == "foreach":
                if op[3]:
                    found.append(self.value(fn, op[2], known))
                elif self.analysis.suspends(node):
                    found.extend((self.value(fn, op[2], known), PLAIN))
                walk(op[4])
            elif head == "repeat":
                if self.analysis.suspends(node):
                    found.append(PLAIN)
                walk(op[2])
            elif head == "while":
                walk(op[2])
            elif head == "as":
                found.append(THING)
                walk(op[2])
            elif head in ("step", "atonce"):
                walk(op[1])
            elif head == "may":
                found.append(PLAIN)
                walk(op[3])
            elif head == "either":
                found.append(PLAIN)
                for branch in op[3]:
                    walk(branch[6])
            elif head == "open":
                found.append(PLAIN)
                walk(op[4])
                walk(op[5])
            elif head == "choose" and op[5]:
                found.append(self.value(fn, op[2], known) | POOL)

        for node in nodes:
            walk(node)
        return found
