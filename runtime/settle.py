"""What follows an effect: continuous rules to a fixpoint, then triggers.

Layer one (`whenever`): matches are fixed on one state and applied as one group, again until no rule changes anything.
Layer two (`whenever settled`) is looked at only when the first is quiet. Then the triggers of everything that happened.
"""

from __future__ import annotations

from typing import Any

from runtime.analysis import children
from runtime.signals import Budget
from runtime.spec import Spec
from runtime.state import NOTHING_SAID as UNSAID
from runtime.state import STEPS_OF_FUEL, State, Value
from runtime.values import paid

MAX_ROUNDS = 1000

Match = tuple[Value, ...]  # (rule, you, this, candidate…)


#: What looking at one standing rule costs of the budget; long lists cost more.
LOOK_COST = 5


class Settling:
    def __init__(self, rules: Any, routines: dict[str, int]) -> None:
        self.rules = rules
        self.table = rules.table
        self.world = rules.world
        self.SETTLE, self.FIRE, self.RULE = routines["settle"], routines["fire"], routines["rule"]
        order = sorted(range(len(self.table.whenevers)), key=lambda i: (self.table.whenevers[i]["name"], i))
        self.first = [i for i in order if not self.table.whenevers[i]["settled"]]
        self.second = [i for i in order if self.table.whenevers[i]["settled"]]
        self.order_spec = Spec("order", None, ("any",), False, len(rules.specs), rules)
        self.by_event: dict[tuple[Any, ...], list[int]] = {}
        for index, trigger in enumerate(self.table.triggers):
            if trigger["when"] == "after":
                self.by_event.setdefault(tuple(trigger["event"]), []).append(index)

    def ready(self) -> None:
        """Once code is there: the functions of each rule."""
        names = self.rules.names

        def fn(index: int | None) -> Any:
            return None if index is None else names[f"e{index}"]

        suspending = self.rules.analysis.suspending_fns
        self.rule_code = [
            (fn(rule["over"]), fn(rule["where"]), None if rule["body"] in suspending else names[f"v{rule['body']}"])
            for rule in self.table.whenevers
        ]
        self.finders = [names.get(f"ru{index}") for index in range(len(self.table.whenevers))]
        self.trigger_code: list[tuple[Any, Any]] = [
            (fn(trigger["where"]), None if trigger["body"] in suspending else names[f"v{trigger['body']}"])
            for trigger in self.table.triggers
        ]
        fns = self.table.fns
        self.reads_arguments = [
            any(
                slot > 1
                for slot in slots_read(self.table.code, fns[trigger["body"]]["code"], fns[trigger["body"]]["params"])
            )
            for trigger in self.table.triggers
        ]
        costs = self.rules.costs
        self.steps = [costs.steps_fn(rule["where"]) for rule in self.table.whenevers]
        self.live_weights = [1 + len(copies) // STEPS_OF_FUEL for copies in self.world.copies]
        works = self.table.kinds
        self.works: list[list[tuple[frozenset[int], Any]]] = []
        for design in self.table.designs:
            entries = []
            for kind in self.world.ancestors(design["kind"]):
                for work in works[kind]["works"]:
                    instances = frozenset(
                        self.world.base[zone] + k for zone in work["zones"] for k in range(self.world.count[zone])
                    )
                    entries.append((instances, fn(work["while"])))
            self.works.append(entries)

    # ------------------------------------------------------------------ cards whose rules count

    def live(self, S: State, design: int | None) -> list[tuple[int | None, int | None]]:
        """(you, this) for each copy of the card whose standing rules count now; one pair of nothing for a rule of the game."""
        if design is None:
            return [(None, None)]
        out: list[tuple[int | None, int | None]] = []
        seats = len(self.world.seats)
        S.fuel -= self.live_weights[design]
        if S.fuel < 0:
            raise Budget("standing rules are looked at without end")
        for thing in self.world.copies[design]:
            instance = S.L[thing]
            for instances, condition in self.works[design]:
                if instance in instances:
                    holder = self.world.owner_of[instance]
                    who = holder if holder is not None and holder < seats else None
                    if condition is None or condition(S, who, thing):
                        out.append((who, thing))
                        break
        return out

    # ------------------------------------------------------------------ after an effect

    def after(self, S: State) -> bool:
        """Everything that follows an effect. True: it needs frames, which now lie on top of the caller's."""
        if S.quiet or S.batch is not None:
            return False
        if S.dirty and self.settle(S):
            return True
        return bool(S.ev) and self.fire(S)

    def matches(self, S: State, layer: list[int], rules: int) -> list[Match]:
        """What these standing rules (bits) of a layer apply to, all on one state."""
        found: list[Match] = []
        for index in layer:
            if not rules >> index & 1 or index in S.running:
                continue
            S.fuel -= LOOK_COST
            if S.fuel < 0:
                raise Budget(f"the rule {self.table.whenevers[index]['name']} looks at too many things")
            finder = self.finders[index]
            if finder is not None:
                things = finder(S)
                if things is True:
                    found.append((index, None, None))
                elif things:
                    found += [(index, None, None, thing) for thing in things]
                continue
            over, where, _ = self.rule_code[index]
            for you, this in self.live(S, self.table.whenevers[index]["design"]):
                if over is None:
                    if where is None or where(S, you, this):
                        found.append((index, you, this))
                else:
                    for thing in tuple(paid(S, over(S, you, this), self.steps[index])):
                        if where is None or where(S, you, this, thing):
                            found.append((index, you, this, thing))
        return found

    def settle(self, S: State) -> bool:
        """Only rules that look at something that has changed are looked at. True: some of them may ask."""
        second = 0
        found: list[Match] = []
        for _ in range(MAX_ROUNDS):
            rules, S.dirty = S.dirty, 0
            second |= rules
            found = self.matches(S, self.first, rules)
            if found and self.apply(S, found, True, second):
                return True
            if S.dirty:
                continue
            for index in self.second:
                if second >> index & 1:
                    second &= ~(1 << index)
                    found = self.matches(S, [index], 1 << index)
                    if found and self.apply(S, found, False, second):
                        return True
                    if S.dirty:  # the rule has changed something
                        break  # type: ignore[unreachable]
            if not S.dirty:
                return False
        names = sorted({self.table.whenevers[match[0]]["name"] for match in found})
        raise Budget("rules that never settle: " + ", ".join(names))

    def apply(self, S: State, found: list[Match], group: bool, second: int) -> bool:
        """Run the matches as one group. True: some may ask, so frames were pushed (`second`: rules still to be looked at)."""
        asking: list[Match] = []
        quiet = S.quiet
        S.fuel -= len(found)
        for match in found:
            body = self.rule_code[match[0]][2]
            if body is None:
                asking.append(match)
                continue
            begun = self.begin(S, "rule", match)
            if group:
                S.quiet = True
                try:
                    body(S, *match[1:])
                finally:
                    S.quiet = quiet
            else:
                S.running.append(match[0])
                before = S.writes
                try:
                    body(S, *match[1:])
                finally:
                    S.running.remove(match[0])
                if S.writes != before:
                    S.dirty |= 1 << match[0]  # it is looked at again after its own body
            self.end(S, "rule", begun)
        if not asking:
            return False
        S.frames.append([self.SETTLE, 0, second])
        for match in reversed(asking):
            S.frames.append([self.RULE, 0, *match])
        return True

    # ------------------------------------------------------------------ causes

    def begin(self, S: State, word: str, match: Match) -> Any:
        """Note in the log that a rule (or trigger) begins: what is noted until its end has it as its cause."""
        S.log = (S.log, (word, match[1], match[0], match[2]))
        return S.log

    def end(self, S: State, word: str, begun: Any) -> None:
        """The end of it; of one that did nothing, no trace is left."""
        S.log = begun[0] if S.log is begun else (S.log, ("end", word))

    # ------------------------------------------------------------------ triggers

    def triggered(self, S: State, event: tuple[Any, ...], you: int | None, arguments: tuple[Value, ...]) -> list[Match]:
        """(trigger, you, this, arguments…) of everything that waits for this event, by who acts first."""
        found: list[Match] = []
        for index in self.by_event.get(event, ()):
            trigger = self.table.triggers[index]
            where = self.trigger_code[index][0]
            for holder, this in self.live(S, trigger["design"]):
                who = you if trigger["design"] is None else holder
                if where is None or where(S, who, this, *arguments):
                    found.append((index, who, this, *arguments))
        if len(found) > 1:
            order = self.rules.machine.priority(S)
            found.sort(key=lambda match: order.index(match[1]) if match[1] in order else -1)
        return found

    def event_arguments(self, event: tuple[Value, ...]) -> tuple[tuple[Any, ...], int | None, tuple[Value, ...]]:
        kind = event[0]
        if kind in ("enters", "leaves"):
            return (kind, event[1]), event[4], (event[2], event[3])
        if kind == "face_up":
            return (kind,), event[2], (event[1],)
        if kind == "changes":
            return (kind, event[1]), event[3], (event[2],)
        return event[0], event[1], event[2]  # a verb, action, phase or turn: ((kind, index), you, arguments)

    def fire(self, S: State) -> bool:
        """Run the triggers of what has happened. True: frames were pushed."""
        events, S.ev = S.ev, []
        queue: list[Match] = []
        for event in events:
            queue += self.triggered(S, *self.event_arguments(event))
        return self.run_triggers(S, queue)

    def run_triggers(self, S: State, queue: list[Match]) -> bool:
        if not queue:
            return False
        if any(self.trigger_code[match[0]][1] is None for match in queue) or (
            len(queue) > 1 and len(self.own(queue)) > 1
        ):
            S.frames.append([self.FIRE, 0, tuple(queue), False])
            return True
        S.fuel -= len(queue)
        if len(S.frames) > 900 or S.fuel < 0:
            raise Budget("triggers set off triggers without end")
        for match in queue:
            begun = self.begin(S, "trigger", match)
            body = self.trigger_code[match[0]][1]
            body(S, *match[1:])
            self.end(S, "trigger", begun)
        return False

    def own(self, queue: tuple[Match, ...] | list[Match]) -> tuple[int, ...]:
        """Places in the queue of the cards' triggers that the first player may order: one for each different card text."""
        who = queue[0][1]
        if who is None or queue[0][2] is None or who in self.world.robots:
            return (0,)
        seen: dict[tuple[Value, ...], int] = {}
        for at, match in enumerate(queue):
            if match[1] == who and match[2] is not None:
                about = match[3:] if self.reads_arguments[match[0]] else ()
                seen.setdefault((match[0], self.world.designs[match[2]], about), at)
        return tuple(seen.values()) if seen else (0,)

    # ------------------------------------------------------------------ routines

    def settle_routine(self, S: State, f: list[Value]) -> int:
        S.frames.pop()
        S.dirty |= f[2]
        self.after(S)
        return 0

    def rule_start(self, S: State, f: list[Value]) -> int:
        """[RULE, pc, rule, you, this, candidate…, writes before]"""
        S.running.append(f[2])
        f.append(S.writes)
        self.begin(S, "rule", tuple(f[2:]))
        self.rules.machine.push_fn(S, self.table.whenevers[f[2]]["body"], f[3], f[4], tuple(f[5:-1]))
        return 1

    def rule_end(self, S: State, f: list[Value]) -> int:
        S.running.remove(f[2])
        S.frames.pop()
        S.log = (S.log, ("end", "rule"))
        if S.writes != f[-1]:
            S.dirty |= 1 << f[2]
        return 0

    def fire_routine(self, S: State, f: list[Value]) -> int:
        queue = f[2]
        if f[3]:
            f[3] = False
            S.log = (S.log, ("end", "trigger"))
        if not queue:
            S.frames.pop()
            return 0
        at = 0
        own = self.own(queue)
        if len(own) > 1:
            if S.answer is UNSAID:
                who = self.rules.machine.decisions.decider(S, queue[0][1])
                return int(self.rules.machine.decisions.ask(S, who, self.order_spec, own, f))
            at, S.answer = S.answer, UNSAID
        match, f[2], f[3] = queue[at], (*queue[:at], *queue[at + 1 :]), True
        self.begin(S, "trigger", match)
        self.rules.machine.push_fn(S, self.table.triggers[match[0]]["body"], match[1], match[2], tuple(match[3:]))
        return 0


def slots_read(code: list[Any], node: int, params: int) -> set[int]:
    """Slots of the parameters that a piece of code reads."""
    found: set[int] = set()
    stack, seen = [node], set()
    while stack:
        index = stack.pop()
        if index not in seen:
            seen.add(index)
            if code[index][0] == "local" and code[index][1] < params + 2:
                found.add(code[index][1])
            stack.extend(children(code[index]))
    return found
