"""Which ways there are to take an action now, as one generated function for each action.

It gives the same list as `Decisions.uses`, which is the plain way: the list of the action's only thing is walked
once, and
every test stands in place. Actions of several things take the plain way.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from runtime.foresight import NO, UNKNOWN, YES
from runtime.shortcuts import conjunction

NEVER = "never"
#: Steps that one list of options may take without being paid for, where each list leads to an answer.
MUCH = 2_000_000
OUTSIDE = "-1"  # not in the action's list


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

    def emit_bare(self, index: int, name: str, keys: Callable[[str], str]) -> None:
        """The same for an action about one thing, for those who want the things alone: function `name` (S, x0) -> things.
        keys: from the name of a list of twins to that of a function from thing to what its twins share."""
        lines = [f"def {name}(S, x0):", *self.when(index), *self.walk(index, False, keys)]
        self.rules.define_source(name, "\n".join(lines) + "\n")

    def when(self, index: int) -> list[str]:
        """The condition of the action alone."""
        entry = self.table.actions[index]
        if entry["when"] is None:
            return []
        self.x.slots = self.table.fns[entry["when"]]["slots"]
        test = self.x.write_out(entry["when"], "x0", "None", []) or f"e{entry['when']}(S, x0, None)"
        return [f"    if not {test}: return []"]

    def walk(self, index: int, replaced: bool, keys: Callable[[str], str] | None = None) -> list[str]:
        """Once along the list: conditions of the list and whether it can be carried out, as one answer for each
        card."""
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

        def answer() -> str:
            tests = [self.x.loose(condition, scope.binding(slot, c)) for slot, condition in conditions]
            test = conjunction(tests, " and ", "False", "True")
            found = UNKNOWN if replaced else feasible()
            found = OUTSIDE if test == "False" else found if test == "True" else f"({found} if {test} else -1)"
            common.add(found)
            return found

        head = f"S, x0, {c}"
        rows = self.rules.foresight.rows(c, head, answer)
        # what is of another kind than the conditions let through may lie in the list all the same
        table = self.rules.foresight.table_of(
            rows, None if conditions else entry["types"][0][1], OUTSIDE if conditions else UNKNOWN
        )
        lines = []
        known = next(iter(common), NO)
        early = (
            len(common) == 1 and not conditions and c not in known and UNKNOWN not in known
        )  # the same for all, whatever it is
        if early and known != YES:
            lines.append(f"    if not {known}: return []")
        lines.append("    out = []")
        listing = self.x.loose(source, scope)
        if twins is None:
            listing = f"distinct(S, x0, {listing}, {self.x.constant(tuple_of(entry['types'][0]))})"
        elif twins and keys is None:
            lines.append("    seen = set()")
        elif twins and keys is not None:
            listing = f"distinct_by({listing}, {keys(twins)})"
        costs, asked = self.rules.costs, 1
        for _, condition in conditions:
            asked += costs.steps(condition)
        for forbid in entry["forbids"]:
            asked += costs.steps_fn(forbid["where"])
        if keys is None or costs.size(source) * asked > MUCH:
            listing = costs.paid(listing, fn, asked)
        if keys is not None and early and not entry["forbids"] and not entry["limits"]:
            return [*lines[:-1], f"    return {listing}"]
        lines.append(f"    for {c} in {listing}:")
        if twins and keys is None:
            lines.append(f"        twin = {twins}[{c}]")
            lines.append("        if twin in seen: continue")
        if not early:
            if table in (YES, NO, UNKNOWN):  # one answer for all
                lines.append(f"        known = {table}")
            else:
                lines += [
                    f"        known = {table}[{c}]",
                    f"        if known.__class__ is not int: known = known({head})",
                ]
            if conditions:
                lines.append("        if known < 0: continue")
        if twins and keys is None:
            lines.append("        if twin is not None: seen.add(twin)")
        way = f"({c},)"
        if entry["forbids"]:
            lines.append(f"        if forbidden(S, {index}, x0, {way}) is not None: continue")
        if entry["limits"]:
            # before anything was used this turn, every limit that is a number above 0 leaves room
            counts = [self.code[self.table.fns[limit["count"]]["code"]] for limit in entry["limits"]]
            used = "S.limits and " if all(count[0] == "num" and count[1] > 0 for count in counts) else ""
            lines.append(f"        if {used}not within_limits(S, {self.x.constant_thing(entry)}, x0, {way}): continue")
        if not early:
            lines.append(f"        if known != 1 and (known == 0 or not tried(S, {index}, x0, {way})): continue")
        if keys is not None:
            return [*lines, f"        out.append({c})", "    return out"]
        ways = self.x.constant_thing([("take", index, (thing,)) for thing in range(len(self.world.designs))])
        return [*lines, f"        out.append({ways}[{c}])", "    return out"]

    def twins_in_zone(self, zone: int) -> list[int | None] | None:
        """The same for everything that may lie in a zone."""
        entry = self.table.zones[zone]
        if zone == 0 or self.puts or not self.rules.plain_zone(zone) or entry["see"] not in ("open", "owner"):
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


def tuple_of(value: Any) -> Any:
    return tuple(tuple_of(item) for item in value) if isinstance(value, list) else value
