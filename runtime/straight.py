"""The straight form: a whole game as plain Python calls, for players who answer at once and games that nobody watches.

There is no frame, so such a game cannot be stopped, saved or copied in the middle, and it keeps no log. It is written by
the same emitters (straight_code.py) and plays the same game as the frames, answer for answer. What it does not do
(`NotStraight`, when code is written; any exception, while it runs) is left to the frames: the game is then played by them
from its seed.
"""

from __future__ import annotations

import gc
import re
from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

from runtime.analysis import children
from runtime.game import fresh_state
from runtime.in_place import Origin
from runtime.lean import (
    LeanMoves,
    distinct_by,
    keys_of_twins,
    lean_field_setter,
    lean_many_mover,
    lean_show,
    lean_shuffle,
    outdone,
)
from runtime.machine import TURN_COST
from runtime.ops import STATEMENTS
from runtime.rng import Streams
from runtime.settle import LOOK_COST, MAX_ROUNDS
from runtime.shortcuts import closed, conjunction, conjuncts
from runtime.sieves import Sieves
from runtime.signals import GameOver
from runtime.state import FUEL, STEPS_OF_FUEL, State
from runtime.straight_code import MOST_NODES, NotStraight, StraightEmitter
from runtime.straight_help import Crooked, Helping, absent, crooked, untold
from runtime.table import TableError
from runtime.taking import MUCH, NEVER, Offer

#: What may come out differently, ask somebody or end the game.
UNCERTAIN = frozenset(
    """shuffle roll choose may either take takeall open win lose endgame checkgoals firstis now asof can try enter""".split()
)
#: A list of those members of another one that meet a condition.
FILTERED = re.compile(r"\[(c\d+_) for \1 in ((?:(?! if | for ).)*) if (.*)\]", re.S)
#: Steps of a list in a condition that go uncharged.
FREE = 200_000
#: Calls that one call may lead to without being paid for.
MANY_CALLS = 1000
#: A zone that is named so many times in a function is kept at hand.
OFTEN = 3
#: So many things that hold reactions are looked for one by one.
FEW = 6


#: Are there so many things on a list that meet a condition?
AT_LEAST = re.compile(r"bool\(\(len\(\[(c\d+_) for \1 in (pm\d+_\(S\)) if (.*)\]\) >= (\d+)\)\)", re.S)
#: What lies in a zone: of nobody, of the one in slot 0.
AT_HAND = re.compile(r"S\.Z\[(\d+|\(x0 \+ \d+\))\]")


def at_least(test: str) -> str:
    """The same test; where a list is too short as it is, its things are not looked at."""
    parts = AT_LEAST.fullmatch(test)
    if parts is None or not closed(parts[3]):
        return test
    name, things, condition, number = parts.groups()
    return f"len(k := {things}) >= {number} and len([{name} for {name} in k if {condition}]) >= {number}"


class AtHand(NamedTuple):
    """The lines of a function, where lists that are named often have names. always: lines that give names to those that are the
    same in every call · mine: to those of the one in slot 0."""

    always: list[str]
    mine: list[str]
    lines: list[str]

    @property
    def all(self) -> list[str]:
        return [*self.always, *self.mine, *self.lines]


def kept_at_hand(lines: list[str], mine: bool) -> AtHand:
    """(Each is one list throughout a game.) mine: is there surely a player in slot 0, who stays there?"""
    text = "\n".join(lines)
    mine = mine and re.search(r"\bx0 = ", text) is None
    names: dict[str, str] = {}
    for place in AT_HAND.findall(text):
        if place not in names and text.count(f"S.Z[{place}]") >= OFTEN and (mine or place.isdigit()):
            names[place] = f"z{len(names)}"
    text = AT_HAND.sub(lambda found: names.get(found[1], found[0]), text)
    columns = [column for column in "LKG" if text.count(f"S.{column}[") > OFTEN]
    for column in columns:
        text = text.replace(f"S.{column}[", f"{column}_[")
    return AtHand(
        [f"    {column}_ = S.{column}" for column in columns]
        + [f"    {name} = S.Z[{place}]" for place, name in names.items() if place.isdigit()],
        [f"    {name} = S.Z[{place}]" for place, name in names.items() if not place.isdigit()],
        text.split("\n") if text else [],
    )


class Straight(Sieves, Helping):
    """The straight form of linked rules. Raises NotStraight where the table uses what only the frames do."""

    def __init__(self, rules: Any) -> None:
        self.rules = rules
        self.table = rules.table
        self.world = rules.world
        self.machine = rules.machine
        table = rules.table
        if not rules.fast:
            raise NotStraight("without shortcuts")
        if rules.world.robots:
            raise NotStraight("seats that never choose")
        if any(trigger["when"] == "instead" for trigger in table.triggers):
            raise NotStraight("`instead of`")
        if any(fn["body"] in rules.analysis.suspending_fns for fn in [*table.triggers, *table.whenevers]):
            raise NotStraight("standing rules that ask")
        if table.turn is None:
            raise NotStraight("a game without turns")
        self.counted = any(
            rule["settled"] and not self.ends(table.fns[rule["body"]]["code"]) for rule in table.whenevers
        )
        self.ends_late = any(op == ["endgame", True] for op in table.code)
        self.moves = LeanMoves(rules, self.counted)
        self.events = bool(table.triggers)
        self.settle = "if S.dirty or S.ev: settle(S)" if self.events else "if S.dirty: settle(S)"
        self.games = self.done = 0  # games begun, and those that came through
        self.source: list[str] = []
        self._tables: dict[str, str] = {}
        self._short: dict[int, bool] = {}
        self._kinds: dict[int, list[int | None]] | None = None
        self._keys: dict[tuple[int | None, ...], str] = {}
        self._takings: dict[int, Offer | str | None] = {}
        self.plain = [instance != 0 and rules.plain_zone(zone) for instance, zone in enumerate(self.world.zone_of)]
        found = [rules.taking.twins_in_zone(zone) for zone in range(len(table.zones))]
        keys = [None if twins is None else keys_of_twins(twins) for twins in found]
        self.keys_in = [keys[zone] for zone in self.world.zone_of]
        found = [rules.taking.twins_in_zone(zone, hidden=True) for zone in range(len(table.zones))]
        keys = [None if twins is None else keys_of_twins(twins) for twins in found]
        self.keys_seen = [keys[zone] for zone in self.world.zone_of]
        self.payers = self.who_pays()
        self.turn = AtHand([], [], [])
        self.without_you = self.called_by_nobody()
        self.origins = self.where_from()
        self.move_list = lean_many_mover(rules, self.counted)
        rules.names.update(
            {
                "crooked": crooked, "followed": self.followed, "distinct_by": distinct_by, "outdone": outdone,
                "settle": self.settle_plainly,
                "several": self.several, "blocked": self.blocked, "alone": self.alone, "sole": self.sole,
                "limited": self.limited, "performed": self.performed, "window": self.window, "absent": absent, "untold": untold,
                "move_lean": self.move_list, "shuffle_lean": lean_shuffle(rules, self.counted),
                "options_in": self.options_in, "distinct_lean": self.distinct, "apply_lean": self.apply_batch,
                "show_lean": lean_show(rules), "mask": self.machine.mask,
            }
        )  # fmt: skip
        rules.x.free, rules.foresight.form = FREE, self
        for field in rules.column_of:
            self.source.append(lean_field_setter(rules, field, self.counted))
        for index, fn in enumerate(table.fns):
            if table.code[fn["code"]][0] in STATEMENTS:
                self.function(index, fn)
        self.setup()
        self.goals()
        self.turns()
        self.settling()
        listing = ", ".join(
            f"d{index}" if table.code[fn["code"]][0] in STATEMENTS else "None" for index, fn in enumerate(table.fns)
        )
        using = [
            self.verb_table(window["using"])
            if window["using"] is not None and window["using"] not in rules.verb_triggers
            else None
            for window in table.windows
        ]
        rules.x.free, rules.foresight.form = 0, None
        rules.extend([*self.source, *self.moves.emit(), f"FUNCTIONS = [{listing}]\n", *self._tables.values()])
        names = rules.names
        self.functions = names["FUNCTIONS"]
        self.answers = [self.ways_to_answer(window) for window in range(len(table.windows))]
        self.using = [None if name is None else names[name] for name in using]
        self.play_turns: Callable[[State], None] = names["turns"]
        self.opening: Callable[[State], None] = names["opening"]
        self.rest_of_setup: Callable[[State], None] = names["rest_of_setup"]
        self.opened: State | None = None
        self.settle_now: Callable[[State], None] = names["settle"]

    def ends(self, node: int) -> bool:
        """Does this statement surely end the game?"""
        op = self.table.code[node]
        if op[0] == "seq":
            return any(self.ends(child) for child in op[1])
        if op[0] == "perform" and len(self.table.verbs[op[1]]["overloads"]) == 1:
            return self.ends(self.table.fns[self.table.verbs[op[1]]["overloads"][0]["fn"]]["code"])
        return bool(op == ["endgame", False])

    # ------------------------------------------------------------------ writing it

    def function(self, index: int, fn: dict[str, Any]) -> None:
        params, slots = fn["params"], fn["slots"]
        rules = self.rules
        emitter = StraightEmitter(self, slots, 2 + params, index in rules.together)
        if index == self.table.turn:  # it stands in the course of turns
            emitter.binding, emitter.below = True, "False"
        emitter.kinds = {f"x{k}": kind for k, kind in enumerate(self.kinds_of(index), 2) if kind is not None}
        emitter.there = set(emitter.kinds)
        for slot, origin in self.origins.get(index, {}).items():
            if not origin.own or index not in self.without_you:
                emitter.lies[f"x{slot}"] = origin.of("x0", rules)
        emitter.statement(fn["code"])
        arguments = "".join(f", x{k}=None" for k in range(2 + params))
        local = "".join(f"x{k} = " for k in range(2 + params, slots))
        lines = [f"def d{index}(S, m{arguments}):"]
        if local:
            lines.append(f"    {local}None")
        if index in self.payers:
            lines += [f"    S.fuel -= {rules.costs.weight_fn(index)}", "    if S.fuel < 0: tick(S)"]
        body = kept_at_hand(emitter.w.lines, index not in self.without_you)
        forgotten = [f"    forget(S, x{slot})" for slot in emitter.moments]
        if index == self.table.turn:
            self.turn = AtHand(body.always, body.mine, [*lines[1:], *body.lines, *forgotten])
            self.source.append(f"def d{index}(S, *more): crooked()\n")
            return
        lines += [*(body.all or ["    pass"]), *forgotten]
        self.source.append("\n".join(lines) + "\n")

    def setup(self) -> None:
        """The setup in two parts: what comes out the same in every game, and what comes after it."""
        table = self.table
        slots = 2
        nodes: list[int] = []
        if table.setup is not None:
            slots, body = table.fns[table.setup]["slots"], table.fns[table.setup]["code"]
            nodes = table.code[body][1] if table.code[body][0] == "seq" else [body]
        first = 0
        while first < len(nodes) and self.certain(nodes[first], nodes[first + 1 :]):
            first += 1
        for name, part, later in (("opening", nodes[:first], nodes[first:]), ("rest_of_setup", nodes[first:], [])):
            emitter = StraightEmitter(self, slots, 2, False)
            emitter.rest, emitter.below = any(self.rules.analysis.fails(node) for node in later), "False"
            emitter.sequence(part)
            lines = [f"def {name}(S):", "    " + "".join(f"x{k} = " for k in range(slots)) + "None"]
            lines += [*(emitter.w.lines or ["    pass"]), *(f"    forget(S, x{slot})" for slot in emitter.moments)]
            self.source.append("\n".join(lines) + "\n")

    def certain(self, node: int, later: list[int]) -> bool:
        """Does a statement come out the same in every game, and leave nothing in slots that is read later?"""
        x, bound = self.rules.x, self.rules.foresight.slots_bound(node)
        if any(x.uses(other, slot) for other in later for slot in bound):
            return False
        seen: set[int] = set()
        stack = [node]
        while stack:
            at = stack.pop()
            if at in seen:
                continue
            seen.add(at)
            op = self.table.code[at]
            if op[0] in UNCERTAIN:
                return False
            stack.extend(children(op))
            called = self.rules.analysis.effect_fns() if op[0] == "doeffect" else self.rules.analysis.callees(op)
            stack.extend(self.table.fns[fn]["code"] for fn in called)
        return True

    def statements(self, fn: int) -> list[list[Any]]:
        """The operations of a function that are statements, in order."""
        out, stack = [], [self.table.fns[fn]["code"]]
        while stack:
            op = self.table.code[stack.pop()]
            if op[0] in STATEMENTS:
                out.append(op)
                stack.extend(reversed(list(children(op))))
        return out

    def short(self, fn: int) -> bool:
        """Is this a function of few statements that keeps its parameters and looks at no earlier state?"""
        known = self._short.get(fn)
        if known is None:
            entry, code = self.table.fns[fn], self.table.code
            known = code[entry["code"]][0] in STATEMENTS and fn not in self.payers
            known = known and self.rules.x.size(entry["code"]) <= MOST_NODES
            for op in self.statements(fn) if known else ():
                place = code[op[1]] if op[0] in ("set", "addto") else [""]
                slot = (
                    op[1]
                    if op[0] in ("let", "choose", "foreach", "roll")
                    else place[1]
                    if place[0] == "local"
                    else None
                )
                known = known and op[0] not in ("as", "atonce") and (slot is None or slot >= 2 + entry["params"])
                known = known and not (op[0] == "let" and code[op[2]][0] == "now")
            self._short[fn] = known
        return known

    def who_pays(self) -> frozenset[int]:
        """Functions that are charged for when they are called, so that calls come to an end: at least one of each circle of
        calls, and those that lead to very many. (Loops pay for themselves.)"""
        analysis, weights = self.rules.analysis, {}
        payers: set[int] = set()
        running: list[int] = []

        def weigh(fn: int) -> int:
            if fn in payers:
                return 1
            if fn in running:
                payers.add(fn)
                return 1
            if fn not in weights:
                running.append(fn)
                total = 1
                for op in self.statements(fn):
                    called = analysis.effect_fns() if op[0] == "doeffect" else analysis.callees(op)
                    total += max((weigh(other) for other in called), default=0)
                running.pop()
                if total > MANY_CALLS:
                    payers.add(fn)
                weights[fn] = 1 if fn in payers else total
            return weights[fn]

        for fn, entry in enumerate(self.table.fns):
            if self.table.code[entry["code"]][0] in STATEMENTS:
                weigh(fn)
        return frozenset(payers)

    def called_by_nobody(self) -> frozenset[int]:
        """Functions in whose slot 0 there may be nothing: what standing rules lead to, and what is done for another player."""
        table = self.table
        stack = [rule["body"] for rule in [*table.whenevers, *table.triggers]]
        for op in table.code:
            if op[0] == "as":
                stack.extend(fn for inner in self.below(op[2]) for fn in self.called(inner))
        found: set[int] = set()
        while stack:
            fn = stack.pop()
            if fn not in found:
                found.add(fn)
                stack.extend(other for op in self.statements(fn) for other in self.called(op))
        return frozenset(found)

    def called(self, op: list[Any]) -> list[int]:
        return sorted(self.rules.analysis.effect_fns() if op[0] == "doeffect" else self.rules.analysis.callees(op))

    def below(self, node: int) -> list[list[Any]]:
        """The operations of a statement and in it."""
        op = self.table.code[node]
        return [op] + [inner for child in children(op) for inner in self.below(child)]

    def where_from(self) -> dict[int, dict[int, Origin]]:
        """For functions, where the things in their slots mostly come from: the list that an action or a choice offers. It is a guess
        (in_place.py), so the first one found will do."""
        found: dict[int, dict[int, Origin]] = {}
        stack: list[tuple[int, dict[int, Origin]]] = []
        for action in range(len(self.table.actions)):
            params = self.table.actions[action]["params"]
            origin = self.offered_from(action) if len(params) == 1 else None
            if origin is not None:
                stack.append((self.table.actions[action]["body"], {2: origin}))
        while stack:
            fn, slots = stack.pop(0)
            if fn in found:
                continue
            found[fn] = slots
            for op in self.statements(fn):
                if op[0] == "choose":
                    origin = self.origin(op[2])
                    slots = {**slots, op[1]: origin} if origin is not None else slots
                if op[0] == "perform":
                    given = {
                        at: slots[self.table.code[node][1]]
                        for at, node in enumerate(op[2], 2)
                        if self.table.code[node][0] == "local" and self.table.code[node][1] in slots
                    }
                    stack.extend((other, given) for other in self.called(op) if given)
        return found

    def kinds_of(self, fn: int) -> list[int | None]:
        """Of each parameter of a function, the kind of which something is surely handed over."""
        if self._kinds is None:
            self._kinds = {}
            for verb in self.table.verbs:
                for overload in verb["overloads"]:
                    self._kinds[overload["fn"]] = overload["kinds"]
            for action in self.table.actions:
                self._kinds[action["body"]] = [kind[1] if kind[0] == "object" else None for kind in action["types"]]
        return self._kinds.get(fn, [])

    def verb_table(self, verb: int) -> str | None:
        """Name of the list of functions by object of a verb whose first argument alone decides which one is meant."""
        name = f"DV{verb}"
        overloads = self.table.verbs[verb]["overloads"]
        if any(
            not overload["kinds"] or any(kind is not None for kind in overload["kinds"][1:]) for overload in overloads
        ):
            return None
        if name not in self._tables:
            rows = []
            for kind in self.world.kinds:
                fits = (
                    o["fn"] for o in overloads if o["kinds"][0] is None or kind in self.world.subkinds[o["kinds"][0]]
                )
                fn = next(fits, None)
                rows.append("crooked" if fn is None else f"d{fn}")
            self._tables[name] = f"{name} = [{', '.join(rows)}]\n"
        return name

    def clause_table(self, clause: int) -> str:
        """Name of the list of functions by object of an effect clause."""
        name = f"DC{clause}"
        if name not in self._tables:
            found = (self.machine.lookup.clause_fn(clause, thing) for thing in range(len(self.world.designs)))
            rows = ["absent" if fn is None else f"d{fn}" for fn in found]
            self._tables[name] = f"{name} = [{', '.join(rows)}]\n"
        return name

    def alone_of_its_kind(self, kind: int) -> bool:
        """Is every thing of the kind a card of which there is one copy?"""
        several = self.machine.decisions.several
        return not any(several[thing] for thing in range(self.world.lo[kind], self.world.hi[kind]))

    def keys(self, twins: str) -> str:
        """Name of the function from object to what twins share."""
        alike = tuple(self.rules.names[twins])
        if alike not in self._keys:
            self._keys[alike] = self.rules.x.constant_thing(keys_of_twins(alike))
        return self._keys[alike]

    def keys_of_zone(self, zone: int) -> str | None:
        """The same for all that lies in a zone that the one who decides sees. None: it takes a closer look."""
        twins = self.rules.taking.twins_in_zone(zone)
        if twins is None:
            return None
        return self.keys(self.rules.x.constant_thing(twins))

    def taking(self, index: int) -> Offer | str | None:
        """For an action: what it may be about (`Offer`), or, where that is not one thing, source of the list of ways to take it, as
        x0 sees it: things, or tuples where it is not about one thing. None: it can never be taken."""
        if index in self._takings:
            return self._takings[index]
        entry, rules = self.table.actions[index], self.rules
        known = rules.takings[index]
        found: Offer | str | None
        if known == NEVER:
            found = None
        elif len(entry["params"]) == 1 and entry["types"][0][0] == "object" and known is not None:
            if entry["limits"]:
                self.limit_functions(index)
            found = rules.taking.offer(index, self.keys, f"within{index}")
        else:
            ways = rules.x.constant_thing(self.machine.decisions.takings[index])
            at = "[2][0]" if len(entry["params"]) == 1 else "[2]"
            found = f"[way{at} for way in {ways}(S, x0)]"
        self._takings[index] = found
        return found

    def offered_from(self, index: int) -> Origin | None:
        """The zone that an action's only thing comes from, where the text says it."""
        return self.origin(self.table.fns[self.table.actions[index]["params"][0]]["code"])

    def origin(self, source: int) -> Origin | None:
        """The zone that what is in a list lies in: one that all share, or that of the one in slot 0."""
        code = self.table.code
        while code[source][0] == "where":
            source = code[source][2]
        zone: list[Any] = code[code[source][1]] if code[source][0] == "items" else [""]
        if zone[0] == "zone":
            return Origin(zone[1], False)
        return Origin(zone[1], True) if zone[0] == "zoneof" and code[zone[2]] == ["local", 0] else None

    def limit_functions(self, index: int) -> None:
        """within<action> (S, x0, thing): does every limit leave room? counted<action>: one use more."""
        entry, rules = self.table.actions[index], self.rules
        within, counted = [f"def within{index}(S, x0, c):"], [f"def counted{index}(S, x0, c):", "    used = S.limits"]
        for number, limit in enumerate(entry["limits"]):

            def written(fn: int, *given: str) -> str:
                return (
                    rules.x.write_out(fn, "x0", "None", list(given))
                    or f"e{fn}(S, x0, None{''.join(', ' + x for x in given)})"
                )

            tests = [] if limit["if"] is None else [written(limit["if"], "c")]
            if limit["tag"] is not None:
                tests.append(f"c in {rules.x.constant(rules.tagged[limit['tag']])}")
            key = f"({rules.x.constant(limit['name'])}, x0, {'None' if limit['per'] is None else written(limit['per'], 'c')})"
            found = f"S.limits.get({key}, 0) >= {written(limit['count'])}"
            within.append(f"    if {' and '.join([*tests, found])}: return False")
            counted.append(f"    k{number} = {' and '.join([*tests, key])}")
        for number in range(len(entry["limits"])):
            counted.append(f"    if k{number}: used[k{number}] = used.get(k{number}, 0) + 1")
        watched = rules.watched_variables.get("limits", 0)
        if watched:
            counted.append(f"    S.dirty |= {watched}")
        self.source += ["\n".join([*within, "    return True"]) + "\n", "\n".join(counted) + "\n"]

    def window_test(self, window: int, call: str) -> str:
        """Source of: was the block struck out? Nobody is asked where nobody asked could hold a reaction."""
        windows = self.machine.windows
        holding = sorted(windows.holding[window])
        if not holding:
            return "False"
        if len(holding) > FEW:
            return call
        zones = self.rules.x.constant(frozenset(i for own in windows.zones[window] for i in own))
        places = ", ".join(f"L[{thing}]" for thing in holding)
        return f"(L := S.L) and not {zones}.isdisjoint(({places},)) and {call}"

    @staticmethod
    def looped(listing: str, name: str, indent: str) -> list[str]:
        """Lines that give a list a name: as a loop, which begins faster than a comprehension."""
        parts = FILTERED.fullmatch(listing)
        if parts is None or not closed(listing[1:-1]) or not closed(parts[3]):
            return [f"{indent}{name} = {listing}"]
        c, things, test = parts.groups()
        return [
            f"{indent}{name} = []", f"{indent}for {c} in {things}:", f"{indent}    if {test}: {name}.append({c})",
        ]  # fmt: skip

    def goals(self) -> None:
        lines = ["def goals(S, m, x0):", "    if x0 is None: return"]
        for index, goal in enumerate(self.table.goals):
            body = f"d{goal['body']}(S, m, x0, None"
            if goal["over"] is None:
                test = self.rules.goal_source(index, False)
                lines.append(
                    f"    if {test[5:-1] if test.startswith('bool(') and closed(test[5:-1]) else test}: {body})"
                )
            else:
                lines += [*("    " + line for line in self.witnesses(index)), "    if found:"]
                lines.append(f"        {body}, found[0] if len(found) == 1 else found[S.pick(x0, len(found))])")
        self.source.append("\n".join([*lines[:2], *kept_at_hand(lines[2:], True).all]) + "\n")

    def witnesses(self, index: int) -> list[str]:
        """Lines that give the list of what a goal is met with."""
        goal, costs = self.table.goals[index], self.rules.costs
        over = self.table.fns[goal["over"]]["code"]
        origin = self.origin(over)
        if origin is not None and goal["where"] is not None and self.plain_place(origin.zone):
            name = self.rules.foresight.name()
            things = f"S.Z[{origin.of('x0', self.rules).instance}]"
            found = self.gathered(
                "found", origin.zone, name, things, lambda: self.condition(goal["where"], "x0", [name])
            )
            if found is not None:
                return found
        much = costs.size(over) * costs.steps_fn(goal["where"]) > MUCH
        return self.looped(self.rules.goal_source(index, much), "found", "")

    def plain_place(self, zone: int) -> bool:
        return zone != 0 and bool(self.rules.plain_zone(zone))

    def condition(self, fn: int, you: str, given: list[str]) -> str:
        """Source of a condition that is a function of the table."""
        more = "".join(", " + name for name in given)
        return self.rules.x.write_out(fn, you, "None", given) or f"e{fn}(S, {you}, None{more})"

    def turns(self) -> None:
        """The course of turns, until something ends the game."""
        table, watched = self.table, self.rules.watched_variables
        dirty = watched.get("turn", 0) | watched.get("limits", 0)
        always, mine, statements = self.turn
        lines = [
            "def turns(S):", "    pick = S.pick", *always, "    while True:", "        S.turn += 1", f"        S.fuel -= {TURN_COST}",
            "        if S.fuel < 0: tick(S)",
        ]  # fmt: skip
        if any(action["limits"] for action in table.actions):
            lines.append("        if S.limits: S.limits.clear()")
        if dirty:
            lines.append(f"        S.dirty |= {dirty}")
        for index in self.machine.fields_each_turn:
            lines.append(f"        reset_field(S, {index})")
        for index in self.machine.variables_each_turn:
            self.rules.names[f"gd{index}"] = self.machine.constant_fn(table.gvars[index]["default"])
            lines.append(f"        S.G[{index}] = gd{index}(S)")
            if watched.get(f"g{index}", 0):
                lines.append(f"        S.dirty |= {watched[f'g{index}']}")
        self.rules.names["reset_field"] = self.machine.reset_field
        self.rules.names["GameOver"] = GameOver
        settle = "        " + self.settle
        seats = len(self.world.seats)
        # in the frames what the turn's beginning has stirred is settled before its first statement
        stirred = dirty or self.machine.fields_each_turn or self.machine.variables_each_turn
        lines += [*([settle] if stirred else []), "        x0 = S.active", "        x1 = None"]
        lines += ["    " + line.replace("S.pick(", "pick(") for part in (mine, statements) for line in part]
        if ("turn",) in self.machine.settling.by_event:
            lines.append("        S.ev.append((('turn',), S.active, (S.active,)))")
        lines += [
            settle,
            *(["        if S.ending == 2: raise GameOver"] if self.ends_late else []),
            *(["        if S.moments: S.moments.clear()"] if any(op[0] == "now" for op in table.code) else []),
            "        seat = S.active + 1",
            f"        if seat < {seats} and not S.lost:",
            "            S.active = seat",
            "            continue",
            f"        for step in range(1, {seats} + 1):",
            f"            seat = (S.active + step) % {seats}",
            "            if seat not in S.lost:",
            "                S.active = seat",
            "                break",
            "        else: raise GameOver",
        ]
        self.source.append("\n".join(lines) + "\n")

    def settling(self) -> None:
        """What follows an effect (settle.py), written out where every standing rule is one of the game."""
        table, costs, settling = self.table, self.rules.costs, self.machine.settling
        things, much = {}, 0.0
        for index, rule in enumerate(table.whenevers):
            over = None if rule["over"] is None else table.fns[rule["over"]]["code"]
            steps = (1 if over is None else costs.size(over)) * costs.steps_fn(rule["where"])
            found = self.rules.rule_source(index, steps > MUCH)
            if found is None:
                return
            if found.endswith(" if False]"):
                continue  # an option has put it out of use
            things[index] = found
            much += 0 if steps > MUCH else steps
        charge = LOOK_COST * len(things) + int(much) // STEPS_OF_FUEL

        def body(index: int) -> list[str]:
            call = f"d{table.whenevers[index]['body']}(S, False, None, None"
            return [call + ")"] if table.whenevers[index]["over"] is None else [f"for c in found{index}: {call}, c)"]

        first = [index for index in settling.first if index in things]
        second = [index for index in settling.second if index in things]
        lines = ["def settle(S):", "    if S.quiet or S.batch is not None: return"]
        inner = [f"S.fuel -= {charge}", "rules = S.dirty", "S.dirty = 0"]
        inner += ["second |= rules"] if second else []
        for index in first:
            inner += [
                f"found{index} = ()",
                f"if rules & {1 << index}:",
                *("    " + line for line in self.concerned(index, things[index])),
            ]
        if first:
            inner.append(f"if {' or '.join(f'found{index}' for index in first)}:")
            inner += ["    S.quiet = True", "    try:"]
            for index in first:
                inner += [f"        if found{index}:", *("            " + line for line in body(index))]
            inner += ["    finally: S.quiet = False", "    if S.dirty: continue"]
        for index in second:
            inner += [f"if second & {1 << index}:", f"    second &= {~(1 << index)}"]
            inner += [
                f"    found{index} = {index} not in S.running and {at_least(things[index])}",
                f"    if found{index}:",
            ]
            inner += ["        before = S.writes", f"        S.running.append({index})", "        try:"]
            inner += ["            " + line for line in body(index)]
            inner += ["        finally:", f"            S.running.remove({index})"]
            inner += [f"        if S.writes != before: S.dirty |= {1 << index}", "    if S.dirty: continue"]
        if things:
            if second:
                lines.append("    second = 0")
            lines += [f"    for _ in range({MAX_ROUNDS} if S.dirty else 0):", *("        " + line for line in inner)]
            lines += ["        break", "    else:", "        if S.dirty: crooked()"]
        if self.events:
            lines.append("    if S.ev and fire(S): crooked()")
            self.rules.names["fire"] = settling.fire
        self.source.append("\n".join(lines) + "\n")

    def concerned(self, index: int, listing: str) -> list[str]:
        """Lines that give the list of things that a standing rule is about now. listing: its source."""
        rule, target = self.table.whenevers[index], f"found{index}"
        within = None if rule["where"] is None or rule["over"] is None else self.rules.within(rule)
        if within is not None:
            name = self.rules.foresight.name()
            zone, instances, kind = within
            first, last = instances.split(":")

            def write() -> str:
                parts = conjuncts(self.condition(rule["where"], "None", [name]))
                kept = [part for part in parts if part != f"({first} <= S.L[{name}] < {last})"]
                return conjunction([kind.replace("c*", name), *kept], " and ", "False", "True")

            lines = self.gathered(target, zone, name, f"chain(S.Z[{instances}])", write)
            if lines is not None:
                return [*lines, f"if len({target}) > 1: {target}.sort()"]
        return self.looped(listing, target, "")

    # ------------------------------------------------------------------ playing

    def fresh(self, options: Mapping[int, Any], seed: int | str) -> State:
        """A state to play from. What every game begins with has happened in it: the first statements of the setup."""
        if self.opened is None:
            S = fresh_state(self.rules, seed, options)
            S.quiet = self.table.setup is not None
            self.opening(S)
            self.opened = S
        S = self.opened.copy()
        S.rng = Streams(seed)
        S.fuel = FUEL
        return S

    def play(self, S: State, pick: Callable[[int, int], int]) -> None:
        """From a fresh state to the end. pick: (seat, number of options) -> the number of the one taken."""
        S.pick = pick
        S.forced = True
        table = self.table
        # a game makes hardly anything that refers to itself, so looking for it in the middle finds nothing
        collecting = gc.isenabled()
        gc.disable()
        try:
            if table.setup is not None:
                self.rest_of_setup(S)
                S.quiet = False
                S.dirty = self.rules.every_rule
                self.settle_now(S)
            self.play_turns(S)
        except GameOver:
            if not self.machine.finish(S):
                S.frames.clear()
                try:
                    self.functions[table.ending](S, False, None, None)
                except GameOver:
                    pass
                self.machine.finish(S)
        finally:
            if collecting:
                gc.enable()

    def vain(self) -> bool:
        """Do most games need the frames after all? Then it saves time not to try."""
        return self.games >= 10 and 2 * self.done < self.games


def straight_form(rules: Any) -> Straight | str:
    """The straight form of linked rules, or the reason why there is none."""
    if rules.straight is None:
        try:
            rules.straight = Straight(rules)
        except NotStraight as reason:
            rules.straight = str(reason)
        except (TableError, RecursionError, MemoryError) as problem:
            rules.straight = f"it cannot be written ({type(problem).__name__})"
        finally:
            rules.x.free, rules.foresight.form = 0, None
            rules.forget_sources()
    found: Straight | str = rules.straight
    return found


__all__ = ["Crooked", "NotStraight", "Straight", "straight_form"]
