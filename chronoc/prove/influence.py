"""What expressions hang on, thing by thing: the cone of a condition.

Finer than `runtime.analysis`, which speaks of whole fields and zones, and on the safe side like it: a read may be named too
many, never too few. It decides no truth that the search relies on, only what need not be looked at.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from chronoc.prove.values import ANYTHING, NONE, TRUTHS, UNSURE, Atom, Known, Reads, either_of, just, listed, truth
from runtime.analysis import children
from runtime.game import Game
from runtime.ops import STATEMENTS
from runtime.world import PLAYER

Env = dict[int, Known]
DEPTH = 60
#: Pieces of code that are read before the analysis gives up: some seconds. What it then does not know leaves questions open.
WORK = 3_000_000
MANY = 100  # things that decide between overloads and are looked at one by one
FULL = -1  # a slot of its own: zones that are known not to be empty (as source)
COMPARE: dict[str, Callable[[Any, Any], Any]] = {
    "eq": lambda a, b: a == b, "ne": lambda a, b: a != b, "lt": lambda a, b: a < b, "le": lambda a, b: a <= b,
    "gt": lambda a, b: a > b, "ge": lambda a, b: a >= b, "add": lambda a, b: a + b, "sub": lambda a, b: a - b,
    "mul": lambda a, b: a * b,
}  # fmt: skip


class Reading:
    """Expressions over one linked game. `inside[i]`: things that may ever lie in zone instance i (grown by `Writing`)."""

    def __init__(self, game: Game) -> None:
        self.rules = game.rules
        self.table, self.world = game.rules.table, game.rules.world
        self.code = self.table.code
        self.analysis = game.rules.analysis
        self.state = game.state
        world = self.world
        changing = {k for f in self.table.fields if f["var"] for k in world.subkinds[f["kind"]]}
        #: One copy stands for all of its design, unless copies can differ.
        self.standing_for = list(range(len(world.designs)))
        for design, copies in enumerate(world.copies):
            if self.table.designs[design]["kind"] not in changing and not self.table.designs[design]["each_player"]:
                for thing in copies:
                    self.standing_for[thing] = copies[0]
        self.inside: list[dict[int, None]] = [{} for _ in world.zone_of]
        self.tracked = [self._is_tracked(i) for i in range(len(world.zone_of))]
        for instance in range(len(world.zone_of)):
            zone = self.table.zones[world.zone_of[instance]]
            if self.tracked[instance]:
                things = [t for t in self.state.Z[instance] if t is not None]
            else:
                kinds = {k for kind in zone["kinds"] + zone["holding"] for k in world.subkinds[kind]}
                everything = range(len(world.seats), len(world.designs))
                things = [t for t in everything if not kinds or world.kinds[t] in kinds]
            for thing in things:
                self.inside[instance].setdefault(self.standing_for[thing])
        self.unseen: list[Atom] = [("x", world.zone_name(i)) for i in range(len(world.zone_of))]
        self.memo: dict[tuple[Any, ...], Known] = {}
        self.depth = 0
        self.work = 0
        #: Code that this analysis does not see through, as places in the code.
        self.blind: dict[int, None] = {}

    def _is_tracked(self, instance: int) -> bool:
        zone = self.table.zones[self.world.zone_of[instance]]
        plain = zone["shape"] not in ("grid", "ring") and not zone["holding"]
        return plain and zone["see"] == "open" and zone["owner"] is not None

    # ------------------------------------------------------------------ atoms

    def there(self, instance: int, thing: int) -> Atom:
        """That a thing lies there. Of a zone that is not searched, all of it is one atom."""
        if not self.tracked[instance]:
            return self.unseen[instance]
        return ("in", instance, self.standing_for[thing])

    def contents(self, instances: frozenset[int]) -> Known:
        """What may lie in these zones."""
        items: dict[Any, Reads] = {}
        for instance in sorted(instances):
            for thing in self.inside[instance]:
                items[thing] = items.get(thing, NONE) | {self.there(instance, thing)}
        return listed(items, NONE, instances)

    def instances(self, value: Known) -> frozenset[int]:
        if value.vals is None:
            return frozenset(range(len(self.world.zone_of)))
        return frozenset(v for v in value.vals if isinstance(v, int))

    def zone_instances(self, zone: int) -> frozenset[int]:
        base = self.world.base[zone]
        return frozenset(range(base, base + self.world.count[zone]))

    def things(self, value: Known, kind: int | None = None) -> list[int]:
        """What a value may be, if it is a thing."""
        if value.items is not None:
            found = [v for v in value.items if type(v) is int]
        elif value.vals is not None:
            found = sorted(v for v in value.vals if type(v) is int)
        else:
            found = list(range(len(self.world.designs)))
        if kind is None:
            return found
        return [v for v in found if self.world.lo[kind] <= v < self.world.hi[kind]]

    # ------------------------------------------------------------------ expressions

    def fn(self, index: int, you: Known, this: Known, arguments: list[Known]) -> Known:
        """Value of an expression function."""
        key = (index, you.key, this.key, *(a.key for a in arguments))
        known = self.memo.get(key)
        if known is not None:
            return known
        if self.depth > DEPTH:
            return self.give_up(self.table.fns[index]["code"])
        self.depth += 1
        env: Env = {0: you, 1: this, **{2 + k: a for k, a in enumerate(arguments)}}
        value = self.read(self.table.fns[index]["code"], env)
        self.depth -= 1
        self.memo[key] = value
        return value

    def give_up(self, node: int, extra: Reads = NONE) -> Known:
        self.blind.setdefault(node)
        return Known(None, extra | {("x", "?")})

    def read(self, node: int, env: Env) -> Known:
        op = self.code[node]
        self.work += 1
        if self.work > WORK:
            return self.give_up(node)
        method = getattr(self, "on_" + op[0], None)
        if method is not None:
            return method(op, env)  # type: ignore[no-any-return]
        if op[0] in COMPARE:
            return self.compared(op, env)
        return self.loosely(node, env)

    def loosely(self, node: int, env: Env) -> Known:
        """Anything, hanging on all its parts and on what the operation itself looks at."""
        op = self.code[node]
        reads: Reads = NONE
        for child in children(op):
            if self.code[child][0] not in STATEMENTS:
                inner = dict(env)
                for slot in self.bound(op):
                    inner[slot] = ANYTHING
                reads |= self.read(child, inner).all_reads()
        return Known(None, reads | self.outside(op))

    def bound(self, op: list[Any]) -> list[int]:
        return {"groups": op[2:4], "best": op[1:2], "sorted": op[1:2]}.get(op[0], [])

    def outside(self, op: list[Any]) -> Reads:
        found: set[Atom] = set()
        for name in self.analysis._own_reads(op):
            if name[0] == "z" and name != "z*":
                zone = int(name[1:])
                for instance in self.zone_instances(zone):
                    found |= {self.there(instance, thing) for thing in self.inside[instance]}
                    found.add(("x", f"order of {self.table.zones[zone]['name']}"))
            else:
                found.add(("x", self.outside_name(name)))
        return frozenset(found)

    def outside_name(self, name: str) -> str:
        if name[0] == "g" and name[1:].isdigit():
            return f"the variable {self.table.gvars[int(name[1:])]['name']}"
        if name[0] == "f" and name[1:].isdigit():
            return f"the field {self.table.fields[int(name[1:])]['name']}"
        if name[0] == "p" and name[1:].isdigit():
            return f"the phase {self.table.phases[int(name[1:])]['name']}"
        return {
            "z*": "where things lie", "f*": "fields", "*": "any effect", "face": "which way cards lie", "know": "what players know",
            "turn": "whose turn it is", "limits": "what was used this turn", "?": "code too deep to follow",
        }.get(name, name)  # fmt: skip

    # constants and names

    def on_num(self, op: list[Any], env: Env) -> Known:
        return just(op[1])

    on_flag = on_text = on_tag = on_kind = on_design = on_fieldref = on_num

    def on_enum(self, op: list[Any], env: Env) -> Known:
        return just(op[2])

    def on_nothing(self, op: list[Any], env: Env) -> Known:
        return just(None)

    def on_obj(self, op: list[Any], env: Env) -> Known:
        copies = self.world.copies[op[1]]  # a variant may have none of them
        return just(self.standing_for[copies[0]] if copies else None)

    def on_local(self, op: list[Any], env: Env) -> Known:
        return env.get(op[1], ANYTHING)

    def on_option(self, op: list[Any], env: Env) -> Known:
        return just(self.state.O[op[1]])

    def on_players(self, op: list[Any], env: Env) -> Known:
        return listed(dict.fromkeys(self.world.players, NONE))

    def on_active(self, op: list[Any], env: Env) -> Known:
        return Known(frozenset(self.world.players), frozenset([("x", "whose turn it is")]))

    def on_others(self, op: list[Any], env: Env) -> Known:
        who = self.read(op[1], env)
        if who.sure is UNSURE:
            return listed(dict.fromkeys(self.world.players, who.reads), who.reads)
        return listed(dict.fromkeys((p for p in self.world.players if p != who.sure), NONE), who.reads)

    def on_list(self, op: list[Any], env: Env) -> Known:
        items: dict[Any, Reads] = {}
        for child in op[1]:
            value = self.read(child, env)
            if value.vals is None:
                return Known(None, value.all_reads() | {("x", "?")})
            for v in sorted(value.vals, key=str):
                items[v] = items.get(v, NONE) | value.reads
        return listed(items)

    # objects

    def on_get(self, op: list[Any], env: Env) -> Known:
        return self.field(op[1], self.read(op[2], env))

    on_getopt = on_get

    def field(self, index: int, thing: Known) -> Known:
        entry = self.table.fields[index]
        if not entry["var"]:
            column, lo, hi = self.rules.names[f"P{index}"], self.world.lo[entry["kind"]], self.world.hi[entry["kind"]]
            found = []
            for t in self.things(thing, entry["kind"]):
                value = column[t - lo] if lo <= t < hi else None
                if isinstance(value, tuple):
                    found.append(listed({self.normal(entry["type"], v): NONE for v in value}))
                else:
                    found.append(just(self.normal(entry["type"], value)))
            return either_of(found).also(thing.all_reads()) if found else just(None, thing.all_reads())
        if entry["kind"] == PLAYER or entry["each"] is not None:
            return Known(None, thing.all_reads() | {("x", self.outside_name(f"f{index}"))})
        reads = frozenset(("f", index, t) for t in self.things(thing, entry["kind"]))
        return Known(TRUTHS if entry["type"] == ["flag"] else None, reads | thing.all_reads())

    def normal(self, kind: list[Any], value: Any) -> Any:
        inner = kind[1] if kind[0] == "list" else kind
        return self.standing_for[value] if inner[0] == "object" and type(value) is int else value

    def on_getdesign(self, op: list[Any], env: Env) -> Known:
        value = self.read(op[2], env)
        column = self.rules.names[f"D{op[1]}"]
        if value.vals is None:
            return Known(None, value.all_reads())
        return Known(frozenset(column.get(v) for v in value.vals), value.reads)

    def on_all(self, op: list[Any], env: Env) -> Known:
        things = range(self.world.lo[op[1]], self.world.hi[op[1]])
        return listed(dict.fromkeys((self.standing_for[t] for t in things), NONE))

    def on_copies(self, op: list[Any], env: Env) -> Known:
        return listed(dict.fromkeys((self.standing_for[t] for t in self.world.copies[op[1]]), NONE))

    def on_alldesigns(self, op: list[Any], env: Env) -> Known:
        kinds = self.world.subkinds[op[1]]
        return listed({d: NONE for d, row in enumerate(self.table.designs) if row["kind"] in kinds})

    def printed(self, node: int, env: Env, test: Callable[[int], Any]) -> Known:
        value = self.read(node, env)
        if value.vals is None and value.items is None:
            return Known(None, value.reads)
        found = {test(t) for t in self.things(value)}
        if None in (value.vals or ()):
            found.add(False)
        return Known(frozenset(found), value.all_reads())

    def on_iskind(self, op: list[Any], env: Env) -> Known:
        return self.printed(op[1], env, lambda t: self.world.lo[op[2]] <= t < self.world.hi[op[2]])

    def on_isdesign(self, op: list[Any], env: Env) -> Known:
        return self.printed(op[1], env, lambda t: self.world.designs[t] == op[2])

    def on_hastag(self, op: list[Any], env: Env) -> Known:
        return self.printed(op[1], env, lambda t: t in self.rules.tagged[op[2]])

    def on_designof(self, op: list[Any], env: Env) -> Known:
        return self.printed(op[1], env, lambda t: self.world.designs[t])

    def on_kindof(self, op: list[Any], env: Env) -> Known:
        return self.printed(op[1], env, lambda t: self.world.kinds[t])

    def on_hastagvalue(self, op: list[Any], env: Env) -> Known:
        tag = self.read(op[2], env)
        if tag.sure is UNSURE:
            return Known(TRUTHS, tag.all_reads() | self.read(op[1], env).all_reads())
        return self.printed(op[1], env, lambda t: t in self.rules.tagged[tag.sure]).also(tag.reads)

    def clause_of(self, clause: int, thing: int) -> int | None:
        design = self.world.designs[thing]
        if design is None:
            return None
        fn = self.table.designs[design]["clauses"].get(str(clause))
        if fn is not None:
            return int(fn)
        entry = self.table.clauses[clause]
        fits = self.world.kinds[thing] in self.world.subkinds[entry["kind"]]
        return entry["default"] if fits else None

    def on_hasclause(self, op: list[Any], env: Env) -> Known:
        return self.printed(op[1], env, lambda t: str(op[2]) in self.clauses(t))

    def clauses(self, thing: int) -> dict[str, int]:
        design = self.world.designs[thing]
        return {} if design is None else dict(self.table.designs[design]["clauses"])

    def on_fact(self, op: list[Any], env: Env) -> Known:
        thing = self.read(op[1], env)
        arguments = [self.read(a, env) for a in op[3]]
        missing = False if self.table.clauses[op[2]]["sort"] == "condition" else None
        found = []
        for t in self.things(thing):
            fn = self.clause_of(op[2], t)
            found.append(just(missing) if fn is None else self.fn(fn, env.get(0, ANYTHING), just(t), arguments))
        return either_of(found).also(thing.all_reads()) if found else just(missing, thing.all_reads())

    def on_effect(self, op: list[Any], env: Env) -> Known:
        thing = self.read(op[1], env)
        found = []
        for t in self.things(thing):
            fn = self.clause_of(op[2], t)
            found.append(None if fn is None else ("effect", fn, t))
        return Known(frozenset(found), thing.all_reads()) if not op[3] else Known(None, thing.all_reads())

    def on_named(self, op: list[Any], env: Env) -> Known:
        thing = self.read(op[3], env)
        kinds = self.world.subkinds[op[1]]
        items: dict[Any, Reads] = {}
        for t in self.things(thing):
            design = self.world.designs[t]
            for other in () if design is None else self.table.designs[design]["mentions"].get(str(op[2]), ()):
                if self.table.designs[other]["kind"] in kinds:
                    for copy in self.world.copies[other]:
                        items[self.standing_for[copy]] = thing.all_reads()
        return listed(items, thing.all_reads())

    # zones

    def on_zone(self, op: list[Any], env: Env) -> Known:
        return just(self.world.base[op[1]])

    def on_zoneof(self, op: list[Any], env: Env) -> Known:
        owner = self.read(op[2], env)
        kind = self.table.zones[op[1]]["owner"]
        lo = self.world.lo[kind]
        return Known(frozenset(self.world.base[op[1]] + t - lo for t in self.things(owner, kind)), owner.all_reads())

    def on_items(self, op: list[Any], env: Env) -> Known:
        zone = self.read(op[1], env)
        return self.contents(self.instances(zone)).also(zone.reads)

    def on_itemsof(self, op: list[Any], env: Env) -> Known:
        owners = self.read(op[2], env)
        kind = self.table.zones[op[1]]["owner"]
        lo = self.world.lo[kind]
        found = frozenset(self.world.base[op[1]] + t - lo for t in self.things(owners, kind))
        return self.contents(found).also(owners.all_reads())

    def on_allitems(self, op: list[Any], env: Env) -> Known:
        return self.contents(self.zone_instances(op[1]))

    def lies(self, thing: Known, instances: frozenset[int]) -> Known:
        reads: set[Atom] = set()
        for t in self.things(thing):
            reads |= {self.there(i, t) for i in instances if self.standing_for[t] in self.inside[i]}
        return Known(TRUTHS, thing.all_reads() | reads) if reads else just(False, thing.all_reads())

    def on_inzone(self, op: list[Any], env: Env) -> Known:
        zone = self.read(op[2], env)
        return self.lies(self.read(op[1], env), self.instances(zone)).also(zone.all_reads())

    def on_inzones(self, op: list[Any], env: Env) -> Known:
        return self.lies(self.read(op[1], env), self.zone_instances(op[2]))

    # logic and numbers

    def on_not(self, op: list[Any], env: Env) -> Known:
        value = self.read(op[1], env)
        sure = truth(value)
        return Known(TRUTHS, value.all_reads()) if sure is None else just(not sure, value.reads)

    def on_and(self, op: list[Any], env: Env) -> Known:
        return self.joined(op[1], env, True)

    def on_or(self, op: list[Any], env: Env) -> Known:
        return self.joined(op[1], env, False)

    def joined(self, parts: list[int], env: Env, neutral: bool) -> Known:
        reads: Reads = NONE
        certain = True
        for part in parts:
            value = self.read(part, env)
            sure = truth(value)
            if sure is (not neutral):
                return just(not neutral, value.reads)
            if sure is None:
                certain = False
            reads |= value.all_reads()
        return just(neutral, reads) if certain else Known(TRUTHS, reads)

    def compared(self, op: list[Any], env: Env) -> Known:
        a, b = self.read(op[1], env), self.read(op[2], env)
        reads = a.all_reads() | b.all_reads()
        if a.vals is None or b.vals is None or len(a.vals) * len(b.vals) > 100:
            return Known(TRUTHS if op[0] in ("eq", "ne", "lt", "le", "gt", "ge") else None, reads)
        try:
            return Known(frozenset(COMPARE[op[0]](x, y) for x in a.vals for y in b.vals), reads)
        except TypeError:
            return Known(None, reads)

    def on_if(self, op: list[Any], env: Env) -> Known:
        condition = self.read(op[1], env)
        sure = truth(condition)
        if sure is not None:
            return self.read(op[2] if sure else op[3], env).also(condition.reads)
        return either_of([self.read(op[2], env), self.read(op[3], env)]).also(condition.all_reads())

    def on_atleast(self, op: list[Any], env: Env) -> Known:
        return Known(TRUTHS, NONE.union(*(self.read(n, env).all_reads() for n in [op[1], *op[2]])))

    # lists

    def on_in(self, op: list[Any], env: Env) -> Known:
        thing, many = self.read(op[1], env), self.read(op[2], env)
        if many.items is None or (thing.vals is None and thing.items is None):
            return Known(TRUTHS, thing.all_reads() | many.all_reads())
        values = thing.vals if thing.vals is not None else frozenset(thing.items or ())
        reads = thing.all_reads() | many.reads
        found = [many.items[v] for v in values if v in many.items]
        if not found:
            return just(False, reads)
        if len(found) == len(values) == 1 and not found[0]:
            return just(True, reads)
        return Known(TRUTHS, reads.union(*found))

    def on_count(self, op: list[Any], env: Env) -> Known:
        many = self.read(op[1], env)
        if many.items is not None and not any(many.items.values()) and all(self.single(t) for t in many.items):
            return just(len(many.items), many.reads)
        return Known(None, many.all_reads())

    def single(self, thing: Any) -> bool:
        design = self.world.designs[thing] if type(thing) is int and thing < len(self.world.designs) else None
        return design is None or len(self.world.copies[design]) == 1

    def on_exists(self, op: list[Any], env: Env) -> Known:
        value = self.read(op[1], env)
        if value.items is not None:
            if not value.items:
                return just(False, value.reads)
            if any(not why for why in value.items.values()):
                return just(True, value.reads)
            return Known(TRUTHS, value.all_reads())
        if value.vals is not None and None not in value.vals:
            return just(True, value.reads)
        return Known(TRUTHS, value.all_reads())

    def on_aslist(self, op: list[Any], env: Env) -> Known:
        value = self.read(op[1], env)
        if value.items is not None or value.vals is None:
            return value
        why = NONE if len(value.vals) == 1 else value.reads
        return listed({v: why for v in sorted(value.vals, key=str) if v is not None}, value.reads, value.source)

    def on_first(self, op: list[Any], env: Env) -> Known:
        many = self.read(op[1], env)
        if many.items is None:
            return Known(None, many.all_reads())
        if len(many.items) == 1 and not any(many.items.values()):
            return Known(frozenset(many.items), many.reads, None, many.source, many.guards)
        reads = many.all_reads()
        if len(many.items) > 1:
            reads |= {("x", "the order in which things lie")}
        full = env[FULL].source if FULL in env else None
        there = full is not None and many.source is not None and len(many.source) == 1 and many.source <= full
        nothing = frozenset() if there and self.code[op[1]][0] == "items" else frozenset((None,))
        return Known(frozenset(many.items) | nothing, reads, None, many.source, many.guards)

    on_last = on_first

    def on_union(self, op: list[Any], env: Env) -> Known:
        a, b = self.on_aslist([None, op[1]], env), self.on_aslist([None, op[2]], env)
        return either_of([a, b])

    def on_without(self, op: list[Any], env: Env) -> Known:
        many, less = self.read(op[1], env), self.on_aslist([None, op[2]], env)
        if many.items is None:
            return Known(None, many.all_reads() | less.all_reads())
        why = less.all_reads()
        return Known(None, many.reads, {v: r | why for v, r in many.items.items()}, many.source, many.guards)

    def on_orelse(self, op: list[Any], env: Env) -> Known:
        a, b = self.read(op[1], env), self.read(op[2], env)
        return either_of([a, b.also(a.all_reads())]).also(a.reads)

    def on_sorted(self, op: list[Any], env: Env) -> Known:
        return self.read(op[2], env)

    def on_from(self, op: list[Any], env: Env) -> Known:
        return self.read(op[1], env)

    def each(self, slot: int, many: Known, body: int, env: Env) -> list[tuple[Any, Reads, Known]]:
        """For each thing that may be in a list: what its being there hangs on, and the value of the body for it."""
        found = []
        for item, why in (many.items or {}).items():
            inner = {**env, slot: Known(frozenset((item,)), NONE, None, many.source, many.guards)}
            found.append((item, why, self.read(body, inner)))
        return found

    def on_where(self, op: list[Any], env: Env) -> Known:
        many = self.read(op[2], env)
        if many.items is None:
            return Known(None, many.all_reads() | self.read(op[3], {**env, op[1]: ANYTHING}).all_reads())
        items = {}
        for item, why, value in self.each(op[1], many, op[3], env):
            sure = truth(value)
            if sure is not False:
                items[item] = why | value.all_reads()
        return Known(None, many.reads, items, many.source, many.guards | self.guaranteed(op[3], op[1]))

    def guaranteed(self, node: int, slot: int, depth: int = 0) -> frozenset[int]:
        """Definitions that hold of the thing in this slot when the condition does."""
        op = self.code[node]
        if op[0] == "and":
            return frozenset().union(*(self.guaranteed(part, slot, depth) for part in op[1]))
        if op[0] == "call" and len(op[2]) == 1 and self.code[op[2][0]] == ["local", slot]:
            overloads = self.table.defines[op[1]]["overloads"]
            found = frozenset((op[1],))
            if len(overloads) == 1 and depth < 8:
                found |= self.guaranteed(self.table.fns[overloads[0]["fn"]]["code"], 2, depth + 1)
            return found
        return frozenset()

    def on_map(self, op: list[Any], env: Env) -> Known:
        many = self.read(op[2], env)
        if many.items is None:
            return Known(None, many.all_reads() | self.read(op[3], {**env, op[1]: ANYTHING}).all_reads())
        items: dict[Any, Reads] = {}
        for _, why, value in self.each(op[1], many, op[3], env):
            if value.vals is None:
                values = [v.all_reads() for _, _, v in self.each(op[1], many, op[3], env)]
                return Known(None, many.all_reads().union(*values))
            for v in sorted(value.vals, key=str):
                items[v] = items.get(v, NONE) | why | value.reads
        return listed(items, many.reads)

    def on_any(self, op: list[Any], env: Env) -> Known:
        return self.some(op, env, True, True)

    def on_every(self, op: list[Any], env: Env) -> Known:
        return self.some(op, env, False, False)

    def on_no(self, op: list[Any], env: Env) -> Known:
        return self.some(op, env, True, False)

    def some(self, op: list[Any], env: Env, striking: bool, result: bool) -> Known:
        """`result` when the condition comes out as `striking` for something in the list, else the opposite."""
        many = self.read(op[2], env)
        if many.items is None:
            return Known(TRUTHS, many.all_reads() | self.read(op[3], {**env, op[1]: ANYTHING}).all_reads())
        reads = many.reads
        possible = False
        for _, why, value in self.each(op[1], many, op[3], env):
            sure = truth(value)
            if sure is (not striking):
                continue
            if sure is striking and not why:
                return just(result, reads | value.reads)
            possible = True
            reads |= why | value.all_reads()
        return Known(TRUTHS, reads) if possible else just(not result, reads)

    def on_best(self, op: list[Any], env: Env) -> Known:
        many = self.read(op[2], env)
        if many.items is None:
            return Known(None, many.all_reads() | self.read(op[3], {**env, op[1]: ANYTHING}).all_reads())
        reads = many.all_reads().union(*(value.all_reads() for _, _, value in self.each(op[1], many, op[3], env)))
        if op[5] == "all":
            return listed(dict.fromkeys(many.items, reads), reads, many.source)
        return Known(frozenset(many.items) | {None}, reads, None, many.source)

    # rules

    def on_call(self, op: list[Any], env: Env) -> Known:
        entry = self.table.defines[op[1]]
        arguments = [self.read(a, env) for a in op[2]]
        if entry["adjusts"]:
            return self.loosely_called(op, arguments)
        return self.dispatched(entry["overloads"], env, arguments)

    def loosely_called(self, op: list[Any], arguments: list[Known]) -> Known:
        reads: Reads = NONE.union(*(a.all_reads() for a in arguments)) if arguments else NONE
        for fn in self.analysis.callees(op):
            reads |= self.fn(fn, ANYTHING, ANYTHING, arguments).all_reads()
        return Known(None, reads)

    def dispatched(self, overloads: list[dict[str, Any]], env: Env, arguments: list[Known]) -> Known:
        """The overload that fits, for each thing that the first argument may be."""
        you = env.get(0, ANYTHING)
        found = []
        for given in self.split(overloads, arguments):
            fn = self.overload(overloads, given)
            found.append(just(None) if fn is None else self.fn(fn, you, just(None), given))
        return either_of(found) if found else just(None)

    def split(self, overloads: list[dict[str, Any]], arguments: list[Known]) -> list[list[Known]]:
        """Argument lists in which what decides the overload is one thing; or, of very many, all that go the same way."""
        out: list[list[Known]] = [[]]
        for at, argument in enumerate(arguments):
            decides = any(len(o["kinds"]) > at and o["kinds"][at] is not None for o in overloads)
            if decides and argument.items is None and argument.sure is UNSURE:
                things = [frozenset((t,)) for t in self.things(argument)]
                if len(things) * len(out) > MANY:
                    things = self.alike(overloads, at, self.things(argument))
                options = [Known(t, argument.reads, None, argument.source, argument.guards) for t in things]
            else:
                options = [argument]
            out = [[*given, option] for given in out for option in options]
        self.work += len(out)
        return out

    def alike(self, overloads: list[dict[str, Any]], at: int, things: list[int]) -> list[frozenset[Any]]:
        """Things in groups: of one group all fit the same overloads."""
        kinds = list(dict.fromkeys(o["kinds"][at] for o in overloads if len(o["kinds"]) > at))
        groups: dict[tuple[bool, ...], list[int]] = {}
        self.work += len(things)
        for t in things:
            fits = tuple(k is None or self.world.lo[k] <= t < self.world.hi[k] for k in kinds)
            groups.setdefault(fits, []).append(t)
        return [frozenset(group) for group in groups.values()]

    def overload(self, overloads: list[dict[str, Any]], arguments: list[Known]) -> int | None:
        for overload in overloads:
            for kind, value in zip(overload["kinds"], arguments, strict=False):
                if kind is not None and not self.surely(value, kind):
                    break
            else:
                return int(overload["fn"])
        return None

    def surely(self, value: Known, kind: int) -> bool:
        """Is it a thing of this kind, whichever it is?"""
        lo, hi = self.world.lo[kind], self.world.hi[kind]
        return bool(value.vals) and all(type(v) is int and lo <= v < hi for v in value.vals or ())
