"""Feasibility without a dry run, where the code tells it: the leading part of an effect as a condition.

`choose l from E ; flip l` can be carried out exactly when E is not empty. The generated functions give 1 (it can), 0 (it
cannot) or 2 (only a dry run can tell). They are right because nothing that happens on the way touches what is read later:
where it might, they say 2. The tests hold them against the dry run (trial.py), which is the meaning.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from runtime.analysis import ANY_ZONE, BINDING, Analysis, children, overlap
from runtime.expressions import ExpressionEmitter, Scope
from runtime.state import State

YES, NO, UNKNOWN = "1", "0", "2"
MAX_SOURCE = 20_000


class Written:
    """What has happened on the way: fields, variables and zones by name, and things (source text) that left their zones."""

    __slots__ = ("moved", "names")

    def __init__(self, names: frozenset[str] = frozenset(), moved: tuple[str, ...] = ()) -> None:
        self.names = names
        self.moved = moved

    def plus(self, names: Iterable[str], moved: tuple[str, ...] = ()) -> Written:
        return Written(self.names | frozenset(names), self.moved + moved)


class Foresight:
    def __init__(self, linked: Any, expressions: ExpressionEmitter, analysis: Analysis) -> None:
        self.linked = linked
        self.x = expressions
        self.analysis = analysis
        self.table = linked.table
        self.code = linked.table.code
        self.slots = 2
        self._functions: dict[tuple[Any, ...], str | None] = {}  # None: being written
        watchers: frozenset[str] = frozenset()
        for reads in analysis.rule_reads:
            watchers |= reads
        self.watched_zones = frozenset(int(read[1:]) for read in watchers if read[0] == "z" and read != ANY_ZONE) | frozenset(
            trigger["event"][1] for trigger in self.table.triggers if trigger["event"][0] == "leaves"
        )
        self._binds: dict[int, bool] = {}
        self._rules_bind: bool | None = None
        self._verbs: dict[tuple[Any, ...], str] = {}
        self._clauses: dict[tuple[Any, ...], str] = {}

    # ------------------------------------------------------------------ entry points

    def expression(self, node: int, scope: Scope, slots: int, done: Written | None = None) -> str:
        """Source of the answer for one statement in the given scope."""
        outer, self.slots = self.slots, slots
        try:
            found = self.sequence([node], scope, done or Written())
        finally:
            self.slots = outer
        return found if len(found) < MAX_SOURCE else UNKNOWN

    def function(self, fn: int, done: Written | None = None) -> str:
        """Name of the generated function (S, moved, you, this, arguments…) for a function of the table, after what was done
        before; UNKNOWN inside itself."""
        done = done or Written()
        key = (fn, done.names, bool(done.moved))
        if key in self._functions:
            return self._functions[key] or UNKNOWN
        entry = self.table.fns[fn]
        self._functions[key] = None
        scope = Scope(False, range(2 + entry["params"]))
        inside = Written(done.names, ("*m",) if done.moved else ())
        body = self.expression(entry["code"], scope, entry["slots"], inside)
        name = self.linked.fresh("w")
        arguments = "".join(f", x{k}=None" for k in range(2 + entry["params"]))
        self.linked.define_source(name, f"def {name}(S, m{arguments}):\n    return {body}\n")
        self._functions[key] = name
        return name

    # ------------------------------------------------------------------ what has been touched

    def guard(self, reads: frozenset[str], done: Written) -> str | None:
        """Condition under which these reads see what they would see at that point; "" always; None: cannot be told."""
        if overlap(reads, done.names):
            return None
        if not done.moved:
            return ""
        zones = frozenset(int(read[1:]) for read in reads if read[0] == "z" and read != ANY_ZONE)
        if ANY_ZONE in reads or "*" in reads:
            return None
        if not zones:
            return ""
        return f"clear(S, ({', '.join(done.moved)},), {self.x.constant(zones)})"

    def guarded(self, reads: frozenset[str], done: Written, source: str) -> str:
        condition = self.guard(reads, done)
        if condition is None:
            return UNKNOWN
        return f"({source} if {condition} else 2)" if condition else source

    def stirred(self, writes: Iterable[str]) -> set[str]:
        """What standing rules and triggers that follow an effect with these writes may write in turn."""
        writes = list(writes)
        out: set[str] = set()
        for index, rule in enumerate(self.table.whenevers):
            if overlap(self.analysis.rule_reads[index], writes):
                out |= self.analysis.writes(self.table.fns[rule["body"]]["code"])
        for trigger in self.table.triggers:
            event = trigger["event"]
            if (event[0] in ("enters", "leaves") and overlap(frozenset([f"z{event[1]}"]), writes)) or (
                event[0] in ("changes", "face_up")
            ):
                out |= self.analysis.writes(self.table.fns[trigger["body"]]["code"])
        return out

    # ------------------------------------------------------------------ sequences

    def value(self, node: int, scope: Scope) -> str:
        self.x.slots = self.slots
        return self.x.value(node, scope)

    def loose(self, node: int, scope: Scope) -> str:
        self.x.slots = self.slots
        return self.x.loose(node, scope)

    def fails(self, nodes: list[int]) -> bool:
        return any(self.analysis.fails(node) for node in nodes)

    def sequence(self, nodes: list[int], scope: Scope, done: Written) -> str:
        if not self.fails(nodes):
            return YES
        node, rest = nodes[0], nodes[1:]
        op = self.code[node]
        if op[0] == "seq":
            return self.sequence([*op[1], *rest], scope, done)
        method = getattr(self, "on_" + op[0], None)
        if method is not None:
            return str(method(op, rest, scope, done))
        if self.analysis.fails(node):
            return UNKNOWN
        if op[0] in BINDING:
            return YES
        if self.binds(node):
            return UNKNOWN
        return self.sequence(rest, scope, done.plus(self.analysis.writes(node) | self.all_stirred(node)))

    def binds(self, node: int) -> bool:
        """May a dry run of this statement come to something that cannot be foreseen? Then nothing after it can fail."""
        known = self._binds.get(node)
        if known is None:
            self._binds[node] = False
            known = self._binds[node] = self._compute_binds(node)
        return known

    def _compute_binds(self, index: int) -> bool:
        node = self.code[index]
        op = node[0]
        if op in BINDING or op in ("reveal", "look", "turn", "put", "doeffect", "as", "endphase", "endturn", "cancel"):
            return True
        if op == "move" and self.unseen(node[1]):
            return True
        if op == "choose" and node[7] is not None or op == "may" and node[2] is not None:
            return True
        if op == "either" and node[1] is not None or op in ("take", "takeall", "enter", "carryon", "checkgoals"):
            return True
        if op in ("move", "set", "addto") and self.rules_bind and self.linked.stirs_anything(node):
            return True
        if any(self.binds(self.table.fns[fn]["code"]) for fn in self.analysis.callees(node)):
            return True
        return any(self.binds(child) for child in children(node))

    @property
    def rules_bind(self) -> bool:
        """May a standing rule or a trigger do what cannot be foreseen?"""
        if self._rules_bind is None:
            self._rules_bind = False
            self._rules_bind = any(
                self.binds(self.table.fns[rule["body"]]["code"]) for rule in [*self.table.whenevers, *self.table.triggers]
            )
        return self._rules_bind

    def stirs_what_binds(self, writes: Iterable[str]) -> bool:
        """May a standing rule or trigger that does what cannot be foreseen follow an effect with these writes?"""
        if not self.rules_bind:
            return False
        writes = list(writes)
        for index, rule in enumerate(self.table.whenevers):
            if overlap(self.analysis.rule_reads[index], writes) and self.binds(self.table.fns[rule["body"]]["code"]):
                return True
        for trigger in self.table.triggers:
            event = trigger["event"]
            name = {"enters": "z", "leaves": "z", "changes": "f"}.get(event[0])
            if name is not None and overlap(frozenset([f"{name}{event[1]}"]), writes):
                if self.binds(self.table.fns[trigger["body"]]["code"]):
                    return True
        return False

    def unseen(self, what: int) -> bool:
        """May a thing that is moved come from where the one who decides does not see it?"""
        names = self.analysis.sources(what)
        return ANY_ZONE in names or any(self.table.zones[int(name[1:])]["see"] != "open" for name in names)

    def all_stirred(self, node: int) -> set[str]:
        """Of a statement that cannot fail: what may follow anything inside it. Calls are not looked into: everything."""
        if self.table.whenevers or self.table.triggers:
            out: set[str] = set()
            for rule in [*self.table.whenevers, *self.table.triggers]:
                out |= self.analysis.writes(self.table.fns[rule["body"]]["code"])
            return out
        return set()

    def on_let(self, op: list[Any], rest: list[int], scope: Scope, done: Written) -> str:
        _, slot, value = op
        inner = self.sequence(rest, scope.binding(slot), done)
        return self.guarded(self.analysis.reads(value), done, f"(lambda c{slot}: {inner})({self.value(value, scope)})")

    def on_require(self, op: list[Any], rest: list[int], scope: Scope, done: Written) -> str:
        inner = self.sequence(rest, scope, done)
        return self.guarded(self.analysis.reads(op[1]), done, f"({inner} if {self.loose(op[1], scope)} else 0)")

    def on_choose(self, op: list[Any], rest: list[int], scope: Scope, done: Written) -> str:
        _, slot, source, low, high, many, such_that, by, _prompt, _kind = op
        if by is not None:
            return UNKNOWN
        reads = self.analysis.reads(source)
        things = self.loose(source, scope)
        if many:
            if such_that is not None or self.fails(rest):
                return UNKNOWN
            least = "0" if low is None else self.value(low, scope)
            if low is not None:
                reads |= self.analysis.reads(low)
            return self.guarded(reads, done, f"(1 if len({things}) >= {least} else 0)")
        if not self.fails(rest):
            return self.guarded(reads, done, f"(1 if {things} else 0)")
        inner = self.sequence(rest, scope.binding(slot), done)
        return self.guarded(reads, done, f"ways({inner} for c{slot} in {things})")

    def on_ifelse(self, op: list[Any], rest: list[int], scope: Scope, done: Written) -> str:
        _, test, then, otherwise = op
        yes = self.sequence([then, *rest], scope, done)
        no = self.sequence([*([] if otherwise is None else [otherwise]), *rest], scope, done)
        if len(yes) + len(no) > MAX_SOURCE:
            return UNKNOWN
        return self.guarded(self.analysis.reads(test), done, f"({yes} if {self.loose(test, scope)} else {no})")

    def on_may(self, op: list[Any], rest: list[int], scope: Scope, done: Written) -> str:
        return self.sequence(rest, scope, done)  # it can be declined

    def on_open(self, op: list[Any], rest: list[int], scope: Scope, done: Written) -> str:
        block = op[4]
        return self.sequence([*([] if block is None else [block]), *rest], scope, done)

    def on_either(self, op: list[Any], rest: list[int], scope: Scope, done: Written) -> str:
        _, by, _prompt, branches = op
        if by is not None:
            return UNKNOWN
        out = []
        for form, _key, _label, condition, slot, source, body, _window in branches:
            if form == "react":
                return UNKNOWN
            inner_scope = scope if source is None else scope.binding(slot)
            inner = self.sequence([*([] if body is None else [body]), *rest], inner_scope, done)
            reads: frozenset[str] = frozenset()
            if condition is not None:
                reads |= self.analysis.reads(condition)
                inner = f"({inner} if {self.loose(condition, inner_scope)} else 0)"
            if source is not None:
                reads |= self.analysis.reads(source)
                inner = f"ways({inner} for c{slot} in {self.loose(source, scope)})"
            inner = self.guarded(reads, done, inner)
            out.append(inner)
        return f"ways(({''.join(item + ', ' for item in out)}))"

    def on_addto(self, op: list[Any], rest: list[int], scope: Scope, done: Written) -> str:
        _, place, number, upto = op
        target = self.code[place]
        writes = self.analysis._own_writes(op)
        after = done.plus([*writes, *self.stirred(writes)])
        inner = self.sequence(rest, scope, after)
        if inner != YES and self.stirs_what_binds(writes):
            inner = UNKNOWN
        if upto or not self.analysis.bounded(place):
            return inner
        reads = self.analysis.reads(place) | self.analysis.reads(number)
        amount = self.value(number, scope)
        if target[0] == "game":
            return self.guarded(reads, done, f"({inner} if fits_game(S, {target[1]}, {amount}) else 0)")
        if target[0] == "get":
            thing = self.value(target[2], scope)
            return self.guarded(reads, done, f"({inner} if fits_field(S, {target[1]}, {thing}, {amount}) else 0)")
        return UNKNOWN

    def on_move(self, op: list[Any], rest: list[int], scope: Scope, done: Written) -> str:
        _, what, zone, _where, _at, _face, amount, number = op
        checks = []
        reads = self.analysis.reads(what) | self.analysis.reads(zone)
        things = self.value(what, scope)
        if amount == "n":
            checks.append(f"size({things}) >= {self.value(number, scope)}")
        if self.analysis.may_be_full(zone):
            checks.append(f"room(S, {self.value(zone, scope)}, {things})")
            reads |= frozenset(self.analysis.zones_named(zone))
        elif not checks and not self.is_one(what, scope):
            checks.append(f"{things} is not None")
        sources = set(self.analysis.sources(what))
        zones = set(self.analysis.zones_named(zone)) | (sources - {ANY_ZONE})
        names = zones | self.stirred(zones)
        moved: tuple[str, ...] = ()
        unsure = ANY_ZONE in sources
        if unsure:
            moved = (things,)
        inner = self.sequence(rest, scope, done.plus(names, moved))
        if unsure and any(int(name[1:]) in self.watched_zones for name in done.names if name[0] == "z" and name != ANY_ZONE):
            inner = UNKNOWN  # it may have come to where a rule looks on the way
        if unsure and self.watched_zones and inner not in (YES, NO, UNKNOWN):
            # where the thing comes from is known when the answer is asked for: it must not be where a rule looks
            doubt = "" if self.rules_bind else " and ".join(self.necessary(rest, scope))
            doubt = f"(2 if {doubt} else 0)" if doubt else "2"
            inner = f"({inner} if clear(S, ({things},), {self.x.constant(self.watched_zones)}) else {doubt})"
        if inner not in (YES, UNKNOWN) and self.stirs_what_binds(zones):
            inner = UNKNOWN
        if inner not in (YES, UNKNOWN) and self.unseen(what):
            # a thing that the one who decides does not see binds; where it lies must be known now
            inner = UNKNOWN if self.veiled(done) else f"({inner} if {self.all_seen(things, scope)} else 1)"
            checks = checks or ["True"]
        if not checks:
            return inner
        return self.guarded(reads, done, f"({inner} if {' and '.join(checks)} else 0)")

    def veiled(self, done: Written) -> bool:
        """May something have come to where it is not seen by all, on the way?"""
        return any(
            name in (ANY_ZONE, "*", "know", "face") or (name[0] == "z" and self.table.zones[int(name[1:])]["see"] != "open")
            for name in done.names
        )

    def all_seen(self, things: str, scope: Scope) -> str:
        return f"all_seen(S, {scope.slot(0)}, {things})"

    def necessary(self, nodes: list[int], scope: Scope) -> list[str]:
        """Conditions without which these statements cannot be carried out, whatever the state: cards have their effects."""
        out = []
        for node in nodes:
            op = self.code[node]
            if op[0] == "seq":
                out += self.necessary(op[1], scope)
            elif op[0] == "open" and op[4] is not None:
                out += self.necessary([op[4]], scope)
            elif op[0] == "do" and self.code[op[1]][0] == "local" and self.table.clauses[op[2]]["default"] is None:
                out.append(f"{self.value(op[1], scope)} in {self.x.constant(self.linked.printing(op[2]))}")
        return out

    def is_one(self, node: int, scope: Scope) -> bool:
        """A parameter, `this` or a bound name: something that is there."""
        op = self.code[node]
        return op[0] in ("local", "obj", "list", "items", "itemsof", "allitems", "where")

    def on_perform(self, op: list[Any], rest: list[int], scope: Scope, done: Written) -> str:
        _, verb, arguments = op
        if not self.analysis.fails_op(op):
            writes: frozenset[str] = frozenset()
            for fn in self.analysis.verb_fns(verb):
                writes |= self.analysis.writes(self.table.fns[fn]["code"])
            return self.sequence(rest, scope, done.plus(writes | self.all_stirred(0)))
        if self.fails(rest) or verb in self.linked.verb_triggers:
            return UNKNOWN
        reads: frozenset[str] = frozenset()
        for argument in arguments:
            reads |= self.analysis.reads(argument)
        name = self.verb(verb, done)
        moved = f"({', '.join(done.moved)}{',' if done.moved else ''})"
        given = "".join(", " + self.value(argument, scope) for argument in arguments)
        return self.guarded(reads, done, f"{name}(S, {scope.slot(0)}, {moved}{given})")

    def on_do(self, op: list[Any], rest: list[int], scope: Scope, done: Written) -> str:
        _, thing, clause, arguments = op
        if self.fails(rest):
            return UNKNOWN
        reads = self.analysis.reads(thing)
        for argument in arguments:
            reads |= self.analysis.reads(argument)
        name = self.clause(clause, done)
        moved = f"({', '.join(done.moved)}{',' if done.moved else ''})"
        given = "".join(", " + self.value(argument, scope) for argument in arguments)
        return self.guarded(reads, done, f"{name}(S, {scope.slot(0)}, {moved}, {self.value(thing, scope)}{given})")

    # ------------------------------------------------------------------ calls, by what was touched before

    def entrance(self, fn: int, done: Written) -> str:
        return YES if not self.analysis.fails(self.table.fns[fn]["code"]) else self.function(fn, done)

    def verb(self, verb: int, done: Written) -> str:
        key = (verb, done.names, bool(done.moved))
        name = self._verbs.get(key)
        if name is None:
            name = self._verbs[key] = self.linked.fresh("wv")
            lines = [f"def {name}(S, you, moved, *a):"]
            lo, hi = self.linked.world.lo, self.linked.world.hi
            for overload in self.table.verbs[verb]["overloads"]:
                tests = [
                    f"{lo[kind]} <= (-1 if a[{k}] is None else a[{k}]) < {hi[kind]}"
                    for k, kind in enumerate(overload["kinds"])
                    if kind is not None
                ]
                function = self.entrance(overload["fn"], done)
                result = f"return {function}" if function in (YES, UNKNOWN) else f"return {function}(S, moved, you, None, *a)"
                lines.append(f"    if {' and '.join(tests) or 'True'}:\n        {result}")
            lines.append("    return 2")
            self.linked.define_source(name, "\n".join(lines) + "\n")
        return name

    def clause(self, clause: int, done: Written) -> str:
        key = (clause, done.names, bool(done.moved))
        name = self._clauses.get(key)
        if name is None:
            name = self._clauses[key] = self.linked.fresh("wc")
            entries: dict[int, str] = {}
            rows = []
            default = self.table.clauses[clause]["default"]
            for design in self.linked.world.designs:
                fn = None if design is None else self.table.designs[design]["clauses"].get(str(clause), default)
                if fn is None:
                    rows.append("None")
                    continue
                if fn not in entries:
                    entries[fn] = self.entrance(fn, done)
                rows.append(entries[fn])
            self.linked.define_source(
                name,
                f"def {name}(S, you, moved, x, *a):\n"
                f"    function = None if x is None else {name}k[x]\n"
                f"    if function is None: return 0\n"
                f"    return function if type(function) is int else function(S, moved, you, x, *a)\n"
                f"{name}k = [{', '.join(rows)}]\n",
            )
        return name


# ---------------------------------------------------------------------- helpers of the generated functions


def ways(answers: Iterable[int]) -> int:
    """One way that certainly works is enough; else a doubtful one makes it doubtful."""
    best = 0
    for answer in answers:
        if answer == 1:
            return 1
        if answer == 2:
            best = 2
    return best


def size(things: Any) -> int:
    return len(things) if isinstance(things, (tuple, list)) else (0 if things is None else 1)


class ForesightHelpers:
    def __init__(self, rules: Any) -> None:
        self.rules = rules
        self.zone_of = rules.world.zone_of

    def names(self) -> dict[str, Any]:
        return {
            "ways": ways, "size": size, "clear": self.clear, "room": self.room, "fits_game": self.fits_game,
            "fits_field": self.fits_field, "all_seen": self.all_seen,
        }  # fmt: skip

    def clear(self, S: State, moved: tuple[Any, ...], zones: frozenset[int]) -> bool:
        """None of the moved things came from a zone that is read later."""
        for thing in moved:
            if isinstance(thing, (tuple, list)):
                if any(self.zone_of[S.L[item]] in zones for item in thing):
                    return False
            elif thing is not None and self.zone_of[S.L[thing]] in zones:
                return False
        return True

    def all_seen(self, S: State, seat: int | None, things: Any) -> bool:
        """Does this seat see all of these things? (One by one, in the order of a list: the first unseen one binds.)"""
        kernel = self.rules.kernel
        if seat is None or things is None:
            return things is None
        return all(
            not S.L[thing] or kernel.sees(S, seat, thing) for thing in (things if isinstance(things, (tuple, list)) else (things,))
        )

    def room(self, S: State, instance: int | None, things: Any) -> bool:
        if instance is None:
            return False
        most = self.rules.kernel.maximum[instance]
        return most is None or len(S.Z[instance]) + size(things) <= most

    def fits_game(self, S: State, var: int, amount: int) -> bool:
        low, high = self.rules.machine.game_bounds[var]
        value = S.G[var] + amount
        return (low is None or value >= low(S)) and (high is None or value <= high(S))

    def fits_field(self, S: State, field: int, thing: int | None, amount: int) -> bool:
        if thing is None:
            return True
        low, high = self.rules.machine.field_bounds[field]
        column = self.rules.column_of[field]
        value = S.V[column][thing - self.rules.world.lo[self.rules.table.fields[field]["kind"]]] + amount
        return (low is None or value >= low(S)) and (high is None or value <= high(S))
