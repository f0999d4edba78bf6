"""Feasibility without a dry run, where the code tells it: an effect as a condition.

`choose l from E ; flip l` can be carried out exactly when E is not empty. The statements are gone through as a dry run
would, with what happens on the way kept as names (`Written`); calls are followed into what they call. The generated
source
gives 1 (it can be carried out), 0 (it cannot) or 2 (only a dry run can tell). An answer is right because nothing that
happens on the way touches what is read later: where it might, the answer is 2. The dry run (trial.py) is the meaning;
the
tests hold every answer against it.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

from runtime.analysis import ANY_ZONE, BINDING, Analysis, overlap
from runtime.expressions import ExpressionEmitter, Scope
from runtime.prospects import NotTold, Prospects, Written
from runtime.shortcuts import closed, conjuncts

YES, NO, UNKNOWN = "1", "0", "2"
MAX_SOURCE = 20_000
MOST_NESTED = 12  # calls followed into calls
UNBOUND = "UNBOUND_"
#: What may give 2.
DOUBT = re.compile(r"(?<![\w.])2(?![\w.])|w[vc]\d|certain\(|unsure\(|ways\(|deeper\(")
#: A list of things that are always there.
SPAN = re.compile(r"(?:tuple\()?range\((\d+), (\d+)\)\)?")
#: A list of those members of another one that meet a condition.
FILTERED = re.compile(r"\[(c\d+_?) for (\1 in .* if .*)\]", re.S)
#: What may be interrupted while it is worked out, since only a dry run can tell.
INTERRUPTED = ("certain(", "unsure(", "wv", "wc")

Item = int | tuple[Any, ...]  # a statement, or ("scope", Scope), ("you", source), ("closing", source), ("unknown",)


def doubted(source: str) -> str:
    """Something on the way may be binding: then it can be carried out, whatever comes later."""
    if source in (YES, UNKNOWN):
        return source
    return UNKNOWN if source == NO else f"({source} or 2)"


class Foresight(Prospects):
    def __init__(self, linked: Any, expressions: ExpressionEmitter, analysis: Analysis) -> None:
        super().__init__(linked, analysis)
        self.x = expressions
        self.origins: dict[str, frozenset[str]] = {}  # name -> zones that the thing comes from
        self.kinds_known: dict[str, int] = {}  # name -> kind of the thing
        self.own: dict[str, str] = {}  # name -> source of the player who owns, and sees, where the thing comes from
        self.effects_known: dict[str, tuple[int, str, tuple[str, ...]]] = {}  # name -> function, this, arguments
        self.deciders: tuple[str, ...] = ("x0",)  # names of the one who makes the dry run
        self.answers: dict[str, str] = {}  # what a function by design gives, as source
        self.form: Any = None  # the straight form, while it is written
        self._following: list[int] = []
        self._named: dict[tuple[Any, ...], str] = {}
        self._open: set[str] = set()

    # ------------------------------------------------------------------ entry points

    def expression(self, node: int, scope: Scope) -> str:
        """Source of the answer for one statement in the given scope."""
        if not self.linked.fast:
            return UNKNOWN
        return self.after([node], scope, Written())

    def after(self, items: list[Item], scope: Scope, done: Written) -> str:
        """The answer for statements that the one in slot 0 decides about."""
        outer, self.deciders = self.deciders, (scope.slot(0),)
        try:
            found = self.sequence(items, scope, done)
        finally:
            self.deciders = outer
        return found if len(found) < MAX_SOURCE else UNKNOWN

    def function(self, head: str, source: str) -> str:
        """Lines of a function that gives the answer."""
        if any(name in source for name in INTERRUPTED):
            return f"def {head}:\n    try: return {source}\n    except Unsure: return 2\n"
        return f"def {head}:\n    return {source}\n"

    def action(self, index: int) -> str:
        """An answer, or the name of a list by the action's only thing (of answers or functions (S, you, thing)), or
        the name of
        a function (S, you, arguments…)."""
        if not self.linked.fast:
            return UNKNOWN
        entry = self.table.actions[index]
        if not self.analysis.fails(self.body(entry["body"])):
            return YES
        names, answer = self.action_answer(index)
        if len(names) != 1 or entry["types"][0][0] != "object":
            source = answer()
            if source in (YES, NO, UNKNOWN):
                return source
            made: str = self.linked.fresh("wa")
            self.linked.define_source(
                made, self.function(f"{made}(S, x0{''.join(', ' + name for name in names)})", source)
            )
            return made
        return self.table_of(self.rows(names[0], f"S, x0, {names[0]}", answer), entry["types"][0][1])

    def action_answer(self, index: int) -> tuple[list[str], Callable[[], str]]:
        """Names of the action's arguments, and what gives the source of the answer for them."""
        entry = self.table.actions[index]
        fn = entry["body"]
        done = Written(frozenset(["limits"]) if entry["limits"] else frozenset())
        names = [self.name() for _ in entry["params"]]
        for name, source, kind in zip(names, entry["params"], entry["types"], strict=True):
            self.from_where(name, self.body(source), self.callee(source, "x0", "None", []))
            if kind[0] == "object":
                self.kinds_known[name] = kind[1]
        scope = self.callee(fn, "x0", "None", names)
        return names, lambda: self.after([self.body(fn)], scope, done)

    def reaction(self, window: int, design: int, reaction: dict[str, Any]) -> str:
        """An answer, or the name of a function (S, you, card, run, arguments…)."""
        entry = self.table.windows[window]
        given = [self.maybe() for _ in range(entry["params"] + 1)]
        card = self.name()
        self.x.designs_known[card] = design
        self.kinds_known[card] = self.table.designs[design]["kind"]
        self.origins[card] = frozenset(f"z{zone}" for zone in entry["zones"])
        try:
            if entry["using"] is None:
                source = self.call(reaction["body"], "x0", card, given, [], Scope(False, ()), Written())
            else:
                effect = self.name()
                self.effects_known[effect] = (reaction["body"], card, tuple(given))
                fn = self.overload(entry["using"], [card, effect])
                if fn is None or entry["using"] in self.linked.verb_triggers:
                    return UNKNOWN
                source = self.call(fn, "x0", "None", [card, effect], [], Scope(False, ()), Written())
        except NotTold:
            return UNKNOWN
        finally:
            del self.x.designs_known[card]
        if source in (YES, NO, UNKNOWN):
            return source
        made: str = self.linked.fresh("wr")
        head = f"{made}(S, x0, {card}{''.join(', ' + name for name in given)})"
        self.linked.define_source(made, self.function(head, source))
        return made

    # ------------------------------------------------------------------ names and sources

    def name(self) -> str:
        """A name for something that is surely there."""
        self.x._names += 1
        return f"c{self.x._names}_"

    def maybe(self) -> str:
        self.x._names += 1
        return f"n{self.x._names}_"

    def from_where(self, name: str, source: int, scope: Scope) -> None:
        """The name holds one of a list's things."""
        zones = self.analysis.sources(source)
        if ANY_ZONE not in zones:
            self.origins[name] = frozenset(zones)
        op = self.code[source]
        while op[0] == "where":
            op = self.code[op[2]]
        zone = self.code[op[1]] if op[0] == "items" else op
        if zone[0] == "zoneof" and self.table.zones[zone[1]]["see"] == "owner" and self.code[zone[2]][0] == "local":
            self.own[name] = scope.slot(self.code[zone[2]][1])

    def text(self, node: int, scope: Scope, done: Written, loose: bool = False) -> str:
        """Source of an expression after what was done."""
        outer = self.x.under
        self.x.under = done
        try:
            source = self.x.loose(node, scope) if loose else self.x.value(node, scope)
        finally:
            self.x.under = outer
        if UNBOUND in source:
            raise NotTold
        return source

    def read(self, node: int, scope: Scope, done: Written, loose: bool = False) -> tuple[str, str]:
        """(source, condition under which it gives what it would give at that point, "" for always)."""
        reads = self.reads(node)
        if overlap(reads, done.names):
            raise NotTold
        source = self.text(node, scope, done, loose)
        if not done.moved:
            return source, ""
        if ANY_ZONE in reads or "*" in reads:
            raise NotTold
        zones = frozenset(int(read[1:]) for read in reads if read[0] == "z")
        return source, f"clear(S, ({', '.join(done.moved)},), {self.x.constant(zones)})" if zones else ""

    def under(self, source: str, *conditions: str) -> str:
        """The answer, where these conditions hold."""
        tests = [condition for condition in dict.fromkeys(conditions) if condition]
        return f"({source} if {' and '.join(tests)} else 2)" if tests and source != UNKNOWN else source

    # ------------------------------------------------------------------ sequences

    def fails(self, items: list[Item]) -> bool:
        return any(item == ("unknown",) if isinstance(item, tuple) else self.analysis.fails(item) for item in items)

    def sequence(self, items: list[Item], scope: Scope, done: Written) -> str:
        if not self.fails(items):
            return YES
        node, rest = items[0], items[1:]
        if isinstance(node, tuple):
            if node[0] == "scope":
                return self.sequence(rest, node[1], done)
            if node[0] == "closing":
                # the end of something offered: where what is around it is binding, nothing can fail any more
                inner = self.sequence(rest, scope, done)
                return inner if inner == YES else f"(1 if {node[1]} else {inner})"
            return self.sequence(rest, scope.binding(0, node[1]), done) if node[0] == "you" else UNKNOWN
        op = self.code[node]
        if op[0] == "seq":
            return self.sequence([*op[1], *rest], scope, done)
        if op[0] in BINDING:
            return YES
        method = getattr(self, "on_" + op[0], None)
        try:
            if method is not None:
                found = str(method(op, rest, scope, done))
            elif self.analysis.fails(node):
                return UNKNOWN
            else:
                found = self.passed(node, rest, scope, done)
        except NotTold:
            return UNKNOWN
        return found if len(found) < MAX_SOURCE else UNKNOWN

    def passed(self, node: int, rest: list[Item], scope: Scope, done: Written) -> str:
        """A statement that cannot fail, but changes what comes later."""
        followers = self.all_followers()
        if any(self.analysis.fails(self.body(fn)) for fn in followers):
            return UNKNOWN
        for slot in sorted(self.slots_bound(node)):
            scope = scope.binding(slot, UNBOUND)
        inner = self.sequence(rest, scope, done.plus(self.analysis.writes(node) | self.written_by(followers)))
        return doubted(inner) if self.binds(node) or any(self.binds(self.body(fn)) for fn in followers) else inner

    def effect(self, writes: set[str], rest: list[Item], scope: Scope, done: Written) -> str:
        """What comes after one effect with these writes (already in `done`), its rules and triggers."""
        followers = self.followers(writes)
        if any(self.analysis.fails(self.body(fn)) for fn in followers):
            return UNKNOWN if self.fails(rest) else YES
        inner = self.sequence(rest, scope, done.plus(self.written_by(followers)) if followers else done)
        return doubted(inner) if any(self.binds(self.body(fn)) for fn in followers) else inner

    # ------------------------------------------------------------------ asking

    def asked(self, by: int | None, mine: str, scope: Scope, done: Written) -> str:
        """What somebody else answers cannot be foreseen."""
        who, condition = (scope.slot(0), "") if by is None else self.read(by, scope, done)
        if who in self.deciders or mine == YES:
            return mine
        return self.under(f"({mine} if {who} == {self.deciders[0]} else 1)", condition)

    def on_choose(self, op: list[Any], rest: list[Item], scope: Scope, done: Written) -> str:
        _, slot, source, low, _high, many, such_that, by, _prompt, kind = op
        things, condition = self.read(source, scope, done, True)
        if many:
            least, more = ("0", "") if low is None else self.read(low, scope, done)
            if such_that is not None or self.fails(rest):
                if by is not None:
                    return UNKNOWN
                return self.under(self.some_set(op, things, least, rest, scope, done), condition, more)
            return self.asked(by, self.under(f"(1 if len({things}) >= {least} else 0)", condition, more), scope, done)
        name = self.name()
        self.from_where(name, source, scope)
        if kind[0] == "object":
            self.kinds_known[name] = kind[1]
        inner = self.sequence(rest, scope.binding(slot, name), done)
        if inner == NO:
            return NO
        if things.startswith("tuple([") and closed(things[7:-2]):
            things = things[6:-1]  # it is only gone through here
        filtered = FILTERED.fullmatch(things)
        if filtered is not None and not closed(things[1:-1]):
            filtered = None
        if filtered is not None:
            asked = f"certain({inner.replace(name, filtered[1])})"
            if asked in conjuncts(filtered[2].split(" if ", 1)[1]):
                inner = YES  # the list itself asks it of each
        if inner in (YES, UNKNOWN):
            span = SPAN.fullmatch(things)
            if span is not None and int(span[1]) < int(span[2]):
                return self.asked(by, self.under(inner, condition), scope, done)
            some = things if filtered is None else f"any(True for {filtered[2]})"  # the first that will do is enough
            if self.form is not None and filtered is not None:
                some = self.sifted(source, scope, done) or some
            return self.asked(by, self.under(f"({inner} if {some} else 0)", condition), scope, done)
        if filtered is not None:
            things = f"({things[1:-1]})"
        return self.asked(by, self.under(f"ways(S, ({inner} for {name} in {things}))", condition), scope, done)

    def some_set(self, op: list[Any], things: str, least: str, rest: list[Item], scope: Scope, done: Written) -> str:
        """The answer for a choice of several things: is there a set of them that is allowed, and with which it goes on?"""
        _, slot, _source, _low, high, _many, such_that, _by, _prompt, kind = op
        name = self.maybe()
        below = scope.binding(slot, name)
        inner = self.sequence(rest, below, done)
        if inner in (NO, UNKNOWN):
            return inner
        test, tested = ("True", "") if such_that is None else self.read(such_that, below, done, True)
        most, limited = ("None", "") if high is None else self.read(high, scope, done)

        def some(condition: str) -> str:
            given = f"{things}, {least}, {most}, lambda {name}: {condition}, {self.x.constant(tuple(kind))}"
            return f"some_set(S, {scope.slot(0)}, {given})"

        surely = test if inner == YES else f"{inner} == 1" if test == "True" else f"({test} and {inner} == 1)"
        unsure = f"2 if {some(test)} else 0" if DOUBT.search(inner) else "0"
        return self.under(f"(1 if {some(surely)} else {unsure})", tested, limited)

    def sifted(self, source: int, scope: Scope, done: Written) -> str | None:
        """Is there something in the list that meets its conditions? In the straight form, for what lies in a zone (sieves.py)."""
        _, slot, inner, condition = self.code[source]
        place = self.code[self.code[inner][1]] if self.code[inner][0] == "items" else [""]
        if place[0] not in ("zone", "zoneof") or not self.linked.plain_zone(place[1]):
            return None
        name = self.name()
        self.from_where(name, inner, scope)
        below = scope.binding(slot, name)
        things = self.text(inner, scope, done, True)
        return self.form.sifted(place[1], name, things, lambda: self.text(condition, below, done, True), True)  # type: ignore[no-any-return]

    def on_may(self, op: list[Any], rest: list[Item], scope: Scope, done: Written) -> str:
        return self.asked(op[2], doubted(self.sequence(rest, scope, done)), scope, done)  # it can be declined

    def on_either(self, op: list[Any], rest: list[Item], scope: Scope, done: Written) -> str:
        _, by, _prompt, branches = op
        out = []
        for form, _key, _label, condition, slot, source, body, _window in branches:
            if form == "react":
                return UNKNOWN
            inside, name, things, sure, more, test = scope, "", "", "", "", ""
            if source is not None:
                name = self.name()
                self.from_where(name, source, scope)
                things, sure = self.read(source, scope, done, True)
                inside = scope.binding(slot, name)
            if condition is not None:
                test, more = self.read(condition, inside, done, True)
            inner = self.sequence([*([] if body is None else [body]), *rest], inside, done)
            if test:
                inner = f"({inner} if {test} else 0)"
            if source is not None:
                inner = f"ways(S, ({inner} for {name} in {things}))"
            out.append(self.under(inner, sure, more))
        return self.asked(by, f"ways(S, ({''.join(item + ', ' for item in out)}))", scope, done)

    def on_open(self, op: list[Any], rest: list[Item], scope: Scope, done: Written) -> str:
        return self.sequence([*([] if op[4] is None else [op[4]]), *rest], scope, done)  # a dry run lets windows go by

    # ------------------------------------------------------------------ control

    def on_let(self, op: list[Any], rest: list[Item], scope: Scope, done: Written) -> str:
        value, condition = self.read(op[2], scope, done)
        if self.x.is_simple(value):
            return self.under(self.sequence(rest, scope.binding(op[1], value), done), condition)
        name = self.maybe()
        inner = self.sequence(rest, scope.binding(op[1], name), done)
        return inner if inner in (YES, NO, UNKNOWN) else self.under(f"(lambda {name}: {inner})({value})", condition)

    def on_require(self, op: list[Any], rest: list[Item], scope: Scope, done: Written) -> str:
        test, condition = self.read(op[1], scope, done, True)
        return self.under(f"({self.sequence(rest, scope, done)} if {test} else 0)", condition)

    def on_ifelse(self, op: list[Any], rest: list[Item], scope: Scope, done: Written) -> str:
        _, test, then, otherwise = op
        source, condition = self.read(test, scope, done, True)
        yes = NO if source == "False" else self.sequence([then, *rest], scope, done)
        no = (
            NO if source == "True" else self.sequence([*([] if otherwise is None else [otherwise]), *rest], scope, done)
        )
        if source in ("True", "False"):
            return yes if source == "True" else no
        return self.under(yes if yes == no else f"({yes} if {source} else {no})", condition)

    def on_repeat(self, op: list[Any], rest: list[Item], scope: Scope, done: Written) -> str:
        count, condition = self.read(op[1], scope, done)
        if count.isdigit() and int(count) < 2:
            return self.sequence([*([op[2]] if count == "1" else []), *rest], scope, done)
        again: Item = ("unknown",)
        some = self.sequence([op[2], again], scope, done)
        if count.isdigit():
            return some
        return self.under(f"({some} if {count} > 0 else {self.sequence(rest, scope, done)})", condition)

    def on_as(self, op: list[Any], rest: list[Item], scope: Scope, done: Written) -> str:
        """`by P { … }`: what another one is asked cannot be foreseen."""
        who, condition = self.read(op[1], scope, done)
        if not self.x.is_simple(who):
            name = self.maybe()
            inner = self.by(name, op[2], rest, scope, done)
            return inner if inner in (YES, NO, UNKNOWN) else self.under(f"(lambda {name}: {inner})({who})", condition)
        return self.under(self.by(who, op[2], rest, scope, done), condition)

    def by(self, who: str, body: int, rest: list[Item], scope: Scope, done: Written) -> str:
        outer, self.deciders = self.deciders, (*self.deciders, who)
        try:
            mine = self.sequence([body, ("you", scope.slot(0)), *rest], scope.binding(0, who), done)
        finally:
            self.deciders = outer
        first = self.code[body]
        while first[0] == "seq" and first[1]:
            first = self.code[first[1][0]]
        other = YES if first[0] in ("choose", "may", "either") else UNKNOWN
        return (
            mine if mine == other or who in self.deciders else f"({mine} if {who} == {self.deciders[0]} else {other})"
        )

    # ------------------------------------------------------------------ effects

    def on_set(self, op: list[Any], rest: list[Item], scope: Scope, done: Written) -> str:
        if self.analysis.bounded(op[1]) or self.code[op[1]][0] == "local":
            return UNKNOWN
        writes = set(self.analysis._own_writes(op))
        return self.effect(writes, rest, scope, done.plus(writes))

    def on_addto(self, op: list[Any], rest: list[Item], scope: Scope, done: Written) -> str:
        _, place, number, upto = op
        target = self.code[place]
        if target[0] not in ("game", "get"):
            return UNKNOWN
        writes = set(self.analysis._own_writes(op))
        amount, condition = self.read(number, scope, done)
        delta = done.delta(target[1]) if target[0] == "game" else None
        after = done.plus(writes)
        if delta is not None and not upto and amount.strip("()").lstrip("-").isdigit():
            after = done.added(target[1], int(amount.strip("()")))
        inner = self.effect(writes, rest, scope, after)
        if upto or not self.analysis.bounded(place):
            return inner
        if target[0] == "game":
            return self.under(self.fitting(target[1], delta, amount, inner), condition)
        if overlap(frozenset(writes), done.names):
            return UNKNOWN
        thing, more = self.read(target[2], scope, done)
        return self.under(f"({inner} if fits_field(S, {target[1]}, {thing}, {amount}) else 0)", condition, more)

    def fitting(self, var: int, delta: int | None, amount: str, inner: str) -> str:
        """Does the variable of the game stay inside its bounds?"""
        if delta is None:
            return UNKNOWN
        entry = self.table.gvars[var]
        bounds = [None if node is None else self.code[node] for node in (entry["low"], entry["high"])]
        total = f"{delta} + {amount}" if delta else amount
        if any(bound is not None and bound[0] != "num" for bound in bounds):
            return f"({inner} if fits_game(S, {var}, {total}) else 0)"
        low, high = ("" if bound is None else str(bound[1]) for bound in bounds)
        if total.strip("()").lstrip("-").isdigit():  # a known step needs only one of its bounds
            low, high = (low, "") if int(total.strip("()")) < 0 else ("", high)
        test = (f"{low} <= " if low else "") + f"S.G[{var}] + {total}" + (f" <= {high}" if high else "")
        return f"({inner} if {test} else 0)" if low or high else inner

    def on_move(self, op: list[Any], rest: list[Item], scope: Scope, done: Written) -> str:
        _, what, zone, _where, _at, _face, amount, number = op
        some = amount == "all" and self.x.is_list(what) and not self.analysis.may_be_full(zone)
        # however many things a list holds, all of them can go where there is room
        things, condition = ("", "") if some else self.read(what, scope, done)
        checks, conditions = [], [condition]
        if amount == "n":
            least, more = self.read(number, scope, done)
            checks.append(f"size({things}) >= {least}")
            conditions.append(more)
        names = set(self.analysis.zones_named(zone))
        if self.analysis.may_be_full(zone):
            if overlap(frozenset(names), done.names):
                return UNKNOWN
            target, more = self.read(zone, scope, done)
            most = {self.linked.table.zones[int(name[1:])]["max"] for name in names if name != ANY_ZONE}
            limit = self.code[most.pop()] if len(most) == 1 and ANY_ZONE not in names and None not in most else [""]
            if limit[0] == "num" and self.x.is_sure(things):
                checks.append(f"len(S.Z[{target}]) < {limit[1]}")
            else:
                checks.append(f"room(S, {target}, {things})")
            conditions.append(more)
        elif not some and not checks and not self.is_one(what) and not self.x.is_sure(things):
            checks.append(f"{things} is not None")
        zones = self.origins.get(things) or frozenset(self.analysis.sources(what))
        unsure = ANY_ZONE in zones
        if some and (unsure or not self.all_open(zones)):
            things, condition = self.read(what, scope, done)
            conditions.append(condition)
        if unsure and (self.watch_everything or (any(name[0] == "z" for name in done.names) and self.watched_zones)):
            return UNKNOWN  # it may have come to where a rule looks on the way
        names |= zones - {ANY_ZONE}
        after = done.plus(names, (things,) if unsure else ())
        inner = self.with_place(things, self.analysis.zones_named(zone), lambda: self.effect(names, rest, scope, after))
        if inner != YES and not self.all_open(zones):
            inner = self.seen(things, zones, what, inner, scope, done)
        if unsure and self.watched_zones and inner not in (YES, UNKNOWN):
            inner = f"({inner} if clear(S, ({things},), {self.x.constant(self.watched_zones)}) else 2)"
        if checks:
            inner = f"({inner} if {' and '.join(checks)} else 0)"
        return self.under(inner, *conditions)

    def with_place(self, name: str, zones: list[str], inner: Callable[[], str]) -> str:
        """What comes after a move, where the thing now lies elsewhere."""
        if ANY_ZONE in zones or not (self.x.is_sure(name) or name in self.origins):
            return inner()
        before, own = self.origins.get(name), self.own.pop(name, None)
        self.origins[name] = frozenset(zones)
        try:
            return inner()
        finally:
            if before is None:
                del self.origins[name]
            else:
                self.origins[name] = before
            if own is not None:
                self.own[name] = own

    def seen(self, things: str, zones: frozenset[str], what: int, inner: str, scope: Scope, done: Written) -> str:
        """Moving what the one who decides does not see is binding."""
        op = self.code[what]
        if op[0] == "local" and self.own.get(things) in self.deciders:
            return inner
        if overlap(frozenset(zones | {"know"}), done.names) or done.moved:
            return doubted(inner)
        you = self.deciders[0]
        seen = f"seen(S, {you}, {things})"
        hidden = ANY_ZONE not in zones and all(self.table.zones[int(name[1:])]["see"] == "hidden" for name in zones)
        if self.x.is_sure(things) and hidden:
            seen = f"({seen} if {you} is None else S.K[{things}] >> {you} & 1)"
        return f"({inner} if {seen} else 1)"

    def is_one(self, node: int) -> bool:
        """Something that is there, or a list."""
        return self.code[node][0] in ("obj", "list", "items", "itemsof", "allitems", "where")

    def on_look(self, op: list[Any], rest: list[Item], scope: Scope, done: Written) -> str:
        seats, condition = ("None", "") if op[2] is None else self.read(op[2], scope, done)
        things, more = self.read(op[1], scope, done)
        inner = self.sequence(rest, scope, done.plus(["know"]))
        if overlap(frozenset(["know", *self.analysis.sources(op[1])]), done.names) or done.moved:
            return doubted(inner)
        return self.under(f"(1 if news(S, {things}, {seats}) else {inner})", condition, more)

    on_reveal = on_look

    # ------------------------------------------------------------------ calls

    def callee(self, fn: int, you: str, this: str, arguments: list[str]) -> Scope:
        slots = self.table.fns[fn]["slots"]
        given = [you, this, *arguments]
        return Scope(False, (), {k: given[k] if k < len(given) else UNBOUND for k in range(max(slots, len(given)))})

    def call(
        self, fn: int, you: str, this: str, arguments: list[str], rest: list[Item], scope: Scope, done: Written
    ) -> str:
        """Follow a call, then go on in the caller's scope."""
        if fn in self._following or len(self._following) >= MOST_NESTED:
            raise NotTold
        self._following.append(fn)
        try:
            back: Item = ("scope", scope)
            return self.sequence([self.body(fn), back, *rest], self.callee(fn, you, this, arguments), done)
        finally:
            self._following.pop()

    def overload(self, verb: int, names: list[str]) -> int | None:
        """The function that a verb surely means for these arguments."""
        subkinds = self.linked.world.subkinds
        for overload in self.table.verbs[verb]["overloads"]:
            for kind, name in zip(overload["kinds"], names, strict=False):
                if kind is None:
                    continue
                design = self.x.designs_known.get(name)
                own = self.kinds_known.get(name) if design is None else self.table.designs[design]["kind"]
                if own is None or not self.x.is_sure(name):
                    return None
                if own in subkinds[kind]:
                    continue
                if kind in subkinds[own]:
                    return None  # some of them
                break
            else:
                return int(overload["fn"])
        return None

    def given(
        self, nodes: list[int], scope: Scope, done: Written
    ) -> tuple[list[str], list[tuple[str, str]], list[str]]:
        """(names, names with the sources that they stand for, conditions) of the arguments of a call."""
        names, kept, conditions = [], [], []
        for node in nodes:
            source, condition = self.read(node, scope, done)
            conditions.append(condition)
            if not self.x.is_simple(source):
                name = self.maybe()
                kept.append((name, source))
                source = name
            names.append(source)
        return names, kept, conditions

    def wrapped(self, inner: str, kept: list[tuple[str, str]], conditions: list[str]) -> str:
        used = [pair for pair in kept if pair[0] in inner]
        if used and inner not in (YES, NO, UNKNOWN):
            inner = (
                f"(lambda {', '.join(name for name, _ in used)}: {inner})({', '.join(source for _, source in used)})"
            )
        return self.under(inner, *conditions)

    def on_perform(self, op: list[Any], rest: list[Item], scope: Scope, done: Written) -> str:
        _, verb, arguments = op
        if verb in self.linked.verb_triggers:
            return UNKNOWN
        names, kept, conditions = self.given(arguments, scope, done)
        fn = self.overload(verb, names)
        if fn is not None and fn not in self._following and len(self._following) < MOST_NESTED:
            inner = self.call(fn, scope.slot(0), "None", names, rest, scope, done)
        elif not self.analysis.fails_op(op):
            followers = [*self.analysis.verb_fns(verb), *self.all_followers()]
            if any(self.analysis.fails(self.body(follower)) for follower in self.all_followers()):
                return UNKNOWN
            inner = self.sequence(rest, scope, done.plus(self.written_by(followers)))
            inner = doubted(inner) if any(self.binds(self.body(follower)) for follower in followers) else inner
        elif self.fails(rest) or not names or not self.x.is_sure(names[0]):
            return UNKNOWN
        else:
            inner = self.named("wv", verb, names, scope, done)
        return self.wrapped(inner, kept, conditions)

    def on_do(self, op: list[Any], rest: list[Item], scope: Scope, done: Written) -> str:
        _, thing, clause, arguments = op
        names, kept, conditions = self.given([thing, *arguments], scope, done)
        design = self.x.designs_known.get(names[0])
        if design is not None:
            fn = self.table.designs[design]["clauses"].get(str(clause), self.table.clauses[clause]["default"])
            if fn is None:
                return NO
            return self.wrapped(self.call(fn, scope.slot(0), names[0], names[1:], rest, scope, done), kept, conditions)
        if self.fails(rest) or not self.x.is_sure(names[0]):
            return UNKNOWN
        return self.wrapped(self.named("wc", clause, names, scope, done), kept, conditions)

    def on_doeffect(self, op: list[Any], rest: list[Item], scope: Scope, done: Written) -> str:
        node = self.code[op[1]]
        known = self.effects_known.get(scope.slot(node[1])) if node[0] == "local" else None
        if known is None:
            return UNKNOWN
        return self.call(known[0], scope.slot(0), known[1], list(known[2]), rest, scope, done)

    # ------------------------------------------------------------------ things nobody knows until it is played

    def rows(self, name: str, head: str, answer: Any) -> dict[int, str]:
        """For each design of the name's kind: an answer or the name of a function with this head."""
        found: dict[int, str] = {}
        made: dict[str, str] = {}
        below = self.linked.world.subkinds[self.kinds_known[name]] if name in self.kinds_known else None
        for design, entry in enumerate(self.table.designs):
            if below is not None and entry["kind"] not in below:
                continue
            self.x.designs_known[name] = design
            try:
                source = answer()
            finally:
                del self.x.designs_known[name]
            if source.lstrip("-").isdigit():
                found[design] = source
                continue
            if source not in made:
                made[source] = self.linked.fresh("w")
                self.answers[made[source]] = source
                self.linked.define_source(made[source], self.function(f"{made[source]}({head})", source))
            found[design] = made[source]
        return found

    def table_of(self, rows: dict[int, str], kind: int | None = None, others: str = UNKNOWN) -> str:
        """Name of the list by object, with the answer for all others; one answer for all things of the kind is the
        answer."""
        if (
            kind is not None
            and rows
            and len(set(rows.values())) == 1
            and next(iter(rows.values())) in (YES, NO, UNKNOWN)
        ):
            return next(iter(rows.values()))
        name: str = self.linked.fresh("wt")
        listing = ", ".join(UNKNOWN if d is None else rows.get(d, others) for d in self.linked.world.designs)
        self.linked.define_later(f"{name} = [{listing}]\n")
        return name

    def named(self, sort: str, index: int, names: list[str], scope: Scope, done: Written) -> str:
        """A call of a verb (wv) or an effect clause (wc) of a thing that is known only when the answer is asked for."""
        if scope.slot(0) not in self.deciders:
            raise NotTold
        mine = tuple(name in self.own and self.own[name] in self.deciders for name in names)
        key = (sort, index, done.key, tuple(self.origins.get(name) for name in names), mine)
        name = self._named.get(key)
        if name is None:
            name = self._named[key] = self.linked.fresh(sort)
            self._open.add(name)
            own = [self.name(), *(self.maybe() for _ in names[1:])]
            for here, there, visible in zip(own, names, mine, strict=True):
                if there in self.origins:
                    self.origins[here] = self.origins[there]
                if visible:
                    self.own[here] = "x0"
            outer, self._following = self._following, []
            deciders, self.deciders = self.deciders, ("x0",)
            head = f"S, x0, m, {', '.join(own)}"
            try:
                rows = self.rows(own[0], head, lambda: self.unfolded(sort, index, own, done.inside()))
            finally:
                self._following, self.deciders = outer, deciders
                self._open.discard(name)
            table = self.table_of(rows)
            self.linked.define_source(
                name,
                f"def {name}({head}):\n    known = {table}[{own[0]}]\n"
                f"    return known if known.__class__ is int else known(S, x0, m, {', '.join(own)})\n",
            )
        moved = f"({', '.join(done.moved)},)" if done.moved else "()"
        arguments = f"{scope.slot(0)}, {moved}, {', '.join(names)}"
        return f"deeper({name}, S, {arguments})" if name in self._open else f"{name}(S, {arguments})"

    def unfolded(self, sort: str, index: int, own: list[str], done: Written) -> str:
        design = self.x.designs_known[own[0]]
        try:
            if sort == "wv":
                fn = self.overload(index, own)
                return UNKNOWN if fn is None else self.call(fn, "x0", "None", own, [], Scope(False, ()), done)
            fn = self.table.designs[design]["clauses"].get(str(index), self.table.clauses[index]["default"])
            return NO if fn is None else self.call(fn, "x0", own[0], own[1:], [], Scope(False, ()), done)
        except NotTold:
            return UNKNOWN
