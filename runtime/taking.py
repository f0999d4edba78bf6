"""Which ways there are to take an action now, as one generated function for each action.

It gives the same list as `Decisions.uses`, which is the plain way: the list of the action's only thing is walked
once, and
every test stands in place. Actions of several things take the plain way.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Callable
from typing import Any, NamedTuple

from runtime.foresight import DOUBT, INTERRUPTED, NO, UNKNOWN, YES
from runtime.shortcuts import closed, conjunction

NEVER = "never"
#: Steps that one list of options may take without being paid for, where each list leads to an answer.
MUCH = 2_000_000
#: An answer that is given while a variable of the game has room for a step.
GUARDED = re.compile(r"\((.*) if (\d+ <= S\.G\[\d+\] \+ \(-\d+\)|S\.G\[\d+\] \+ \d+ <= \d+) else 0\)", re.S)
#: Longer answers are left as they are.
LONGEST = 2000
OUTSIDE = "-1"  # not in the action's list


class Walk(NamedTuple):
    """One walk along the things that an action may be about. name: of the thing · listing: source of the list · twins: name of
    a list by object, see `twins` · rows: the answer of each design · early: the answer, when it is the same for all · conditions:
    does the list have any? · asked: steps for each thing · size: of the list, at most · guard: a condition of all answers · unlike:
    designs with copies for which the answer may differ."""

    name: str
    listing: str
    twins: str | None
    rows: dict[int, str]
    early: str | None
    conditions: bool
    asked: int
    size: float
    guard: str
    unlike: list[int]


class Offer(NamedTuple):
    """What an action may be about, as the one in x0 sees it. listing: source of the list of things, each once · guards: conditions
    of all of them · name: of the thing in `tests`, further conditions · rows: list by object, see `told` · again: expression of
    (things found, listing, things found), for the case that copies differ."""

    listing: str
    guards: list[str]
    name: str
    rows: str | None
    tests: list[str]
    again: str


class Taking:
    def __init__(self, rules: Any) -> None:
        self.rules = rules
        self.table = rules.table
        self.world = rules.world
        self.code = rules.table.code
        self.x = rules.x
        self.puts = any(op[0] == "put" for op in self.code)

    def emit(self, index: int) -> str | None:
        """Name of the function (S, x0) -> options; NEVER when there are none ever; None: the plain way."""
        entry = self.table.actions[index]
        replaced = self.rules.machine.has_replacement("action", index)
        if not self.rules.fast or len(entry["params"]) > 1:
            return None
        if self.rules.foreseen[index] == NO and not replaced:
            return NEVER
        name = f"t{index}"
        lines = [f"def {name}(S, x0):", *self.when(index)]
        if not entry["params"]:
            lines += self.alone(index, replaced)
        elif entry["types"][0][0] == "object":
            lines += self.walk(index, replaced)
        else:
            return None
        self.rules.define_source(name, "\n".join(lines) + "\n")
        return name

    def alone(self, index: int, replaced: bool) -> list[str]:
        """An action without arguments."""
        entry, known = self.table.actions[index], self.rules.foreseen[index]
        lines = []
        if entry["forbids"]:
            lines.append(f"    if forbidden(S, {index}, x0, ()) is not None: return []")
        if entry["limits"]:
            lines.append(f"    if not within_limits(S, {self.x.constant_thing(entry)}, x0, ()): return []")
        if replaced or known == UNKNOWN:
            lines.append(f"    if not tried(S, {index}, x0, ()): return []")
        elif known != YES:
            lines.append(f"    known = {known}(S, x0)")
            lines.append(f"    if known != 1 and (known == 0 or not tried(S, {index}, x0, ())): return []")
        return [*lines, f"    return [{self.x.constant(('take', index, ()))}]"]

    def when(self, index: int) -> list[str]:
        """The condition of the action alone."""
        entry = self.table.actions[index]
        if entry["when"] is None:
            return []
        self.x.slots = self.table.fns[entry["when"]]["slots"]
        test = self.x.write_out(entry["when"], "x0", "None", []) or f"e{entry['when']}(S, x0, None)"
        return [f"    if not {test}: return []"]

    def prepared(self, index: int, replaced: bool, bare: bool = False, apart: bool = False) -> Walk:
        """What is known of the list of an action's only thing: conditions of the list and whether it can be carried out, as
        one answer for each card. bare: what is not in the list is a no. apart: a condition that all cards share stands
        apart."""
        entry = self.table.actions[index]
        fn = entry["params"][0]
        source = self.table.fns[fn]["code"]
        self.x.slots = self.table.fns[fn]["slots"]
        twins = self.twins(source, entry["types"][0])
        names, feasible = self.rules.foresight.action_answer(index)
        c = names[0]
        scope = self.rules.foresight.callee(fn, "x0", "None", [])
        conditions: list[tuple[int, int]] = []
        while twins is not None and self.code[source][0] == "where":
            _, slot, source, condition = self.code[source]
            conditions.insert(0, (slot, condition))
        common: set[str] = set()
        guards: set[str] = set()
        unlike: list[int] = []

        def answer() -> str:
            tests = [self.x.loose(condition, scope.binding(slot, c)) for slot, condition in conditions]
            test = conjunction(tests, " and ", "False", "True")
            found = UNKNOWN if replaced else feasible()
            guarded = GUARDED.fullmatch(found) if apart else None
            if guarded is not None and closed(guarded[1]):
                found = guarded[1]
                guards.add(guarded[2])
            elif found != NO:
                guards.add("")
            outside = NO if bare else OUTSIDE
            found = outside if test == "False" else found if test == "True" else f"({found} if {test} else {outside})"
            common.add(found)
            # (a dry run tries the thing itself, so what may be left to it may tell copies apart)
            if c in self.x.designs_known and (re.search(rf"\b{c}\b", found) or doubtful(found)):
                unlike.append(self.x.designs_known[c])
            return found

        rows = self.rules.foresight.rows(c, f"S, x0, {c}", answer)
        if apart and len(guards) != 1:
            return self.prepared(index, replaced, bare)
        known = next(iter(common), NO)
        early = len(common) == 1 and not conditions and c not in known and UNKNOWN not in known
        costs, asked = self.rules.costs, 1
        for _, condition in conditions:
            asked += costs.steps(condition)
        for forbid in entry["forbids"]:
            asked += costs.steps_fn(forbid["where"])
        listing = self.x.loose(source, scope)
        if twins is None:
            listing = f"distinct(S, x0, {listing}, {self.x.constant(tuple_of(entry['types'][0]))})"
        early_answer = known if early else None
        guard = guards.pop() if apart else ""
        return Walk(c, listing, twins, rows, early_answer, bool(conditions), asked, costs.size(source), guard, unlike)

    def walk(self, index: int, replaced: bool) -> list[str]:
        """Once along the list."""
        entry = self.table.actions[index]
        way = self.prepared(index, replaced)
        c, head, twins, early = way.name, f"S, x0, {way.name}", way.twins, way.early
        # what is of another kind than the conditions let through may lie in the list all the same
        table = self.rules.foresight.table_of(
            way.rows,
            None if way.conditions else entry["types"][0][1],
            OUTSIDE if way.conditions else UNKNOWN,
        )
        lines = []
        if early is not None and early != YES:
            lines.append(f"    if not {early}: return []")
        lines.append("    out = []")
        if twins:
            lines.append("    seen = set()")
        lines.append(f"    for {c} in {self.rules.costs.paid(way.listing, entry['params'][0], way.asked)}:")
        if twins:
            lines.append(f"        twin = {twins}[{c}]")
            lines.append("        if twin in seen: continue")
        if early is None:
            if table in (YES, NO, UNKNOWN):  # one answer for all
                lines.append(f"        known = {table}")
            else:
                lines += [
                    f"        known = {table}[{c}]",
                    f"        if known.__class__ is not int: known = known({head})",
                ]
            if way.conditions:
                lines.append("        if known < 0: continue")
        if twins:
            lines.append("        if twin is not None: seen.add(twin)")
        if entry["forbids"]:
            lines.append(f"        if forbidden(S, {index}, x0, ({c},)) is not None: continue")
        if entry["limits"]:
            name = self.x.constant_thing(entry)
            lines.append(f"        if {self.used(entry)}not within_limits(S, {name}, x0, ({c},)): continue")
        if early is None:
            lines.append(f"        if known != 1 and (known == 0 or not tried(S, {index}, x0, ({c},))): continue")
        ways = self.x.constant_thing([("take", index, (thing,)) for thing in range(len(self.world.designs))])
        return [*lines, f"        out.append({ways}[{c}])", "    return out"]

    def used(self, entry: dict[str, Any]) -> str:
        """Before anything was used this turn, every limit that is a number above 0 leaves room."""
        counts = [self.code[self.table.fns[limit["count"]]["code"]] for limit in entry["limits"]]
        return "S.limits and " if all(count[0] == "num" and count[1] > 0 for count in counts) else ""

    def offer(self, index: int, keys: Callable[[str], str], limits: str) -> Offer:
        """The same in parts, for the straight form. keys: from the name of a list of twins to that of a function from thing
        to what its twins share. limits: name of a function (S, x0, thing): does every limit leave room?"""
        entry = self.table.actions[index]
        way = self.prepared(index, False, True, True)
        c, listing, guards = way.name, way.listing, []
        if entry["when"] is not None:
            self.x.slots = self.table.fns[entry["when"]]["slots"]
            guards.append(self.x.write_out(entry["when"], "x0", "None", []) or f"e{entry['when']}(S, x0, None)")
        if way.guard:
            guards.append(way.guard)
        if way.early is not None and way.early != YES:
            guards.append(way.early)
        if way.twins:
            listing = f"distinct_by({listing}, {keys(way.twins)})"
        if way.size * way.asked > MUCH:
            listing = self.rules.costs.paid(listing, entry["params"][0], way.asked)
        tests = []
        if entry["forbids"]:
            tests.append(f"forbidden(S, {index}, x0, ({c},)) is None")
        if entry["limits"]:
            used = self.used(entry)
            tests.append(f"not S.limits or {limits}(S, x0, {c})" if used else f"{limits}(S, x0, {c})")
        rows = None if way.early is not None else self.told(index, way)
        again = ""
        unlike = frozenset(thing for design in way.unlike for thing in self.world.copies[design])
        if way.twins and (tests or unlike):  # where the first of several copies will not do, another one may
            few = "" if tests else f"not {self.x.constant(unlike)}.isdisjoint({way.listing}) and "
            again = (
                f"[way[2][0] for way in {self.rules.takings[index]}(S, x0)] "
                f"if {few}outdone(%s, %s, {way.listing}, {keys(way.twins)}) else %s"
            )
        return Offer(listing, guards, c, rows, tests, again)

    def told(self, index: int, way: Walk) -> str:
        """Name of a list by object: True, None (no), or a function (S, x0, thing) that tells whether the action can be taken."""
        name: str = self.rules.fresh("wt")
        head, foresight = f"S, x0, {way.name}", self.rules.foresight
        tried = f"tried(S, {index}, x0, ({way.name},))"
        self.rules.define_source(name, f"{name}d = lambda {head}: {tried}\n")
        told = {YES: "True", NO: "None", UNKNOWN: f"{name}d"}
        others = "None" if way.conditions else f"{name}d"
        for row in dict.fromkeys(way.rows.values()):
            if row in told:
                continue
            told[row], answer = f"{row}d", foresight.answers[row]
            stopped, condition = interrupted(answer), as_condition(answer)
            if condition is not None:
                lines = [f"    return {condition}"]
            elif stopped:
                lines = [f"    try: known = {answer}", "    except Unsure: known = 2"]
            else:
                lines = [f"    known = {answer}"]
            if condition is None:
                lines.append(f"    return known if known != 2 else {tried}")
            self.rules.define_source(told[row], "\n".join([f"def {told[row]}({head}):", *lines]) + "\n")
        rows = [
            f"{name}d" if design is None else told[way.rows[design]] if design in way.rows else others
            for design in self.world.designs
        ]
        self.rules.define_later(f"{name} = [{', '.join(rows)}]\n")
        return name

    def twins_in_zone(self, zone: int, hidden: bool = False) -> list[int | None] | None:
        """The same for everything that may lie in a zone. hidden: the one who decides knows what lies there."""
        entry = self.table.zones[zone]
        if (
            zone == 0
            or self.puts
            or not self.rules.plain_zone(zone)
            or entry["see"] not in ("open", "owner", *(("hidden",) if hidden else ()))
        ):
            return None
        kinds = [kind for allowed in entry["kinds"] + entry["holding"] for kind in self.world.subkinds[allowed]]
        columns = self.rules.machine.decisions.columns_of_kind
        if not kinds or any(columns[kind] for kind in kinds) or self.world.owner_seat:
            return None
        return [
            None if design is None or len(self.world.copies[design]) == 1 else design for design in self.world.designs
        ]

    def twins(self, source: int, kind: list[Any]) -> str | None:
        """How things that cannot be told apart are known here: by design, when all lie in one zone that the one who
        decides
        sees, and nothing else could tell them apart. The name of a list by object, "" when there are no twins, None:
        the
        plain way."""
        op = self.code[source]
        while op[0] == "where":
            op = self.code[op[2]]
        if kind[0] != "object" or op[0] != "items" or self.puts:
            return None
        zone = self.code[op[1]]
        if zone[0] not in ("zone", "zoneof") or not self.rules.plain_zone(zone[1]) or zone[1] == 0:
            return None
        see = self.table.zones[zone[1]]["see"]
        mine = zone[0] == "zoneof" and self.code[zone[2]] == ["local", 0]
        if see != "open" and not (see == "owner" and mine):
            return None
        below = self.world.subkinds[kind[1]]
        if any(self.rules.machine.decisions.columns_of_kind[k] for k in below):
            return None
        found: list[int | None] = []
        for thing, design in enumerate(self.world.designs):
            several = design is not None and self.world.kinds[thing] in below and len(self.world.copies[design]) > 1
            if several and thing in self.world.owner_seat:
                return None
            found.append(design if several else None)
        return str(self.x.constant_thing(found)) if any(twin is not None for twin in found) else ""


def interrupted(answer: str) -> bool:
    """May it turn out in the middle that only a dry run can tell?"""
    return any(word in answer for word in INTERRUPTED)


def doubtful(answer: str) -> bool:
    """May an answer of foresight leave it to a dry run?"""
    return DOUBT.search(answer) is not None and as_condition(answer) is None


def as_condition(answer: str) -> str | None:
    """The condition under which an answer of foresight is 1, where it can be nothing but 1 and 0."""
    if len(answer) > LONGEST or interrupted(answer):
        return None
    parts: list[str] = []
    node = ast.parse(answer, mode="eval").body
    while isinstance(node, ast.IfExp) and isinstance(node.orelse, ast.Constant) and node.orelse.value == 0:
        parts.append(f"({ast.unparse(node.test)})")
        node = node.body
    whole = bool(parts) and isinstance(node, ast.Constant) and node.value == 1
    return re.sub(r"\btuple\((pm\d+_\(S\))\)", r"\1", " and ".join(parts)) if whole else None


def tuple_of(value: Any) -> Any:
    return tuple(tuple_of(item) for item in value) if isinstance(value, list) else value
