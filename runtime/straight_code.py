"""Statements as straight Python source: what `statements.py` writes as routines, here as one function each.

A decision is a call of the player: `S.pick(seat, how many options)` gives the number of the one taken. What may not come
after a decision is foreseen as in the frames; where only a dry run could tell, the game is `crooked` and left to them.
"""

from __future__ import annotations

import re
from typing import Any

from runtime.decide import THINGS
from runtime.expressions import MAX_NUMBER, Scope
from runtime.in_place import InPlace, Place
from runtime.link import ACTION
from runtime.prospects import Written
from runtime.shortcuts import closed
from runtime.statements import StatementEmitter
from runtime.taking import Offer

#: An answer of foresight that can stand in the middle of a function.
INLINE = re.compile(r"(?:(?!certain\(|unsure\(|w[vc]\d| for |lambda).)*", re.S)
#: One that is told for sure by a condition.
SURELY = re.compile(r"\(1 if ((?:(?! if | else ).)*) else 0\)", re.S)
ITEMS = re.compile(r"\bitems\(S, (x\d+|\(x\d+ \+ \d+\))\)")
#: What lies in a zone.
ZONE = re.compile(r"S\.Z\[(\d+|x\d+|\(x\d+ \+ \d+\))\]")
DISTINCT = re.compile(r"distinct_by\((S\.Z\[[^\[\]]*\]), (k\d+)\)")
SLOT = re.compile(r"\bx\d+\b")
#: Nodes of a function that is written out in the place of a call.
MOST_NODES = 40
MOST_NESTED = 4


class NotStraight(Exception):
    """The table uses something that only the frames do; the message says what."""


class StraightEmitter(InPlace, StatementEmitter):
    """Statements of one function. Every function is called (S, m, slot 0, slot 1, …); m: may anything fail that comes after
    it, up to where what is offered ends?"""

    def __init__(self, form: Any, slots: int, params: int, careful: bool) -> None:
        rules = form.rules
        super().__init__(rules.x, rules.analysis, rules, slots, params, False)
        self.form = form
        self.own = slots  # slots of the function itself, whatever is written out in it
        self.scope = Scope(False, range(slots))
        self.careful = careful
        self.below = "m"
        self.binding = False  # is what is done here surely binding: nothing is on offer?
        self.mine: set[str] = set()  # instances that belong to the one in slot 0
        self.places: dict[str, int] = {}  # source text of an instance -> its zone
        self.kinds: dict[str, int] = {}  # source text of a name -> kind of what it surely holds
        self.chosen: dict[str, int] = {}  # the same, where it may hold nothing as well
        self.lies: dict[str, Place] = {}  # source text of a name -> where what it holds probably lies
        self.surely = ""  # the name of something that has not moved since it was asked where it lies
        self.there: set[str] = set()  # source texts of names that surely hold something
        self.inside_of: list[int] = []  # functions that are being written out in place

    # ------------------------------------------------------------------ tools

    def refuse(self, what: str) -> None:
        raise NotStraight(what)

    def hidden(self) -> str:
        self.extra += 1
        return f"x{self.own + self.extra - 1}"

    def risk(self, after: bool | None = None) -> str:
        """Source of: may anything fail after this statement?"""
        return "True" if (self.rest if after is None else after) else self.below

    def answer(self, source: str, more: str = "") -> tuple[str, list[str]]:
        """A new function (S, slots that are used…, more) that gives the source of foresight: its name, and those slots."""
        foresight, name = self.linked.foresight, self.linked.fresh("h")
        used = sorted(set(SLOT.findall(source)))
        self.linked.define_source(name, foresight.function(f"{name}(S{''.join(', ' + x for x in used)}{more})", source))
        return str(name), used

    def slots_now(self) -> str:
        """The values of all slots of the function that is written, as a tuple display."""
        return "(" + "".join(f"{self.scope.slot(k)}, " for k in range(self.slots)) + ")"

    def loose(self, node: int) -> str:
        return self.in_place(super().loose(node))

    def value(self, node: int) -> str:
        return self.in_place(super().value(node))

    def in_place(self, source: str) -> str:
        """What lies in a zone that is known stands in its list."""

        def contents(found: re.Match[str]) -> str:
            zone = self.places.get(found[1])
            return found[0] if zone is None or not self.linked.plain_zone(zone) else f"S.Z[{found[1]}]"

        return ITEMS.sub(contents, source) if self.places else source

    def nested_lines(self, *lines: str) -> None:
        self.w.depth += 1
        for line in lines:
            self.w.add(line)
        self.w.depth -= 1

    def zone_known(self, node: int) -> int | None:
        """The zone that an expression surely means."""
        op = self.code[node]
        if op[0] in ("zone", "zoneof"):
            return int(op[1])
        return self.places.get(self.scope.slot(op[1])) if op[0] == "local" else None

    # ------------------------------------------------------------------ effects

    def after_effect(self, op: list[Any], node: int) -> None:
        for line in self.settled(op):
            self.w.add(line)

    def settled(self, op: list[Any]) -> list[str]:
        return [self.form.settle] if not self.batch and self.linked.stirs_anything(op) else []

    def on_move(self, op: list[Any], node: int) -> None:
        _, what, zone, where, at, face, amount, _number = op
        if self.careful or self.batch or amount != "all" or at is not None or (self.x.is_list(what) and face):
            super().on_move(op, node)
            return
        if self.x.is_list(what):
            self.w.add(f"move_lean(S, {self.you}, {self.value(what)}, {self.value(zone)}, {self.x.constant(where)})")
        else:
            target, first = self.zone_known(zone), self.code[what]
            if first[0] == "first" and self.code[first[1]][0] == "items":
                pile = self.code[first[1]][1]
                source = self.zone_known(pile)
                if (
                    source is not None
                    and target is not None
                    and face is None
                    and self.top_in_place(source, self.value(pile), target, self.value(zone), where)
                ):
                    return
                name = None if source is None else self.form.moves.top(source, target, where, face)
                if name is not None:
                    self.w.add(f"{name}(S, {self.you}, {self.value(pile)}, {self.value(zone)})")
                    if target is None or self.form.moves.stirs(source, target):
                        self.after_effect(op, node)
                    return
            name = self.form.moves.name(target, where, face)
            if name is None:
                super().on_move(op, node)
                return
            thing = self.value(what)
            call = f"{name}(S, {self.you}, {thing}, {self.value(zone)})"
            if face is None and self.move_in_place(thing, op, call, self.settled(op)):
                return
            self.w.add(call)
        self.after_effect(op, node)

    def on_shuffle(self, op: list[Any], node: int) -> None:
        if self.careful or self.batch:
            super().on_shuffle(op, node)
            return
        self.w.add(f"shuffle_lean(S, {self.you}, {self.value(op[1])})")
        self.after_effect(op, node)

    def on_look(self, op: list[Any], node: int) -> None:
        seat = self.value(op[2])
        self.w.add(f"show_lean(S, {self.you}, {self.value(op[1])}, mask({seat} if {seat} is not None else ()), 'look')")
        self.after_effect(op, node)

    def on_reveal(self, op: list[Any], node: int) -> None:
        seats = "None" if op[2] is None else self.value(op[2])
        self.w.add(f"show_lean(S, {self.you}, {self.value(op[1])}, mask({seats}), 'reveal')")
        self.after_effect(op, node)

    def on_atonce(self, op: list[Any], node: int) -> None:
        before = len(self.w.lines)
        super().on_atonce(op, node)
        self.w.lines[before:] = [line.replace("apply_batch(S)", "apply_lean(S)") for line in self.w.lines[before:]]

    def store(self, place: int, value: str, upto: bool, add: bool) -> None:
        op = self.code[place]
        plain = self.careful or self.batch
        if (
            not plain
            and op[0] == "game"
            and self.table.gvars[op[1]]["type"] == ["number"]
            and self.game(op[1], value, add)
        ):
            return
        if not plain and op[0] == "get" and not add and not self.analysis.bounded(place):
            self.w.add(f"lf{op[1]}(S, {self.you}, {self.value(op[2])}, {value})")
            return
        super().store(place, value, upto, add)

    def game(self, var: int, value: str, add: bool) -> bool:
        """A number of the game: in place."""
        entry = self.table.gvars[var]
        bounds = [None if node is None else self.code[node] for node in (entry["low"], entry["high"])]
        if any(bound is not None and bound[0] != "num" for bound in bounds):
            return False
        low, high = (
            limit if bound is None else bound[1] for bound, limit in zip(bounds, (-MAX_NUMBER, MAX_NUMBER), strict=True)
        )
        watched = self.linked.watched_variables.get(f"g{var}", 0)
        step = int(value.strip("()")) if value.strip("()").lstrip("-").isdigit() else None
        if not add and step is not None and low <= step <= high and not watched and not self.form.counted:
            self.w.add(f"S.G[{var}] = {value}")
            return True
        new = self.hidden()
        self.w.add(f"{new} = S.G[{var}] + {value}" if add else f"{new} = {value}")
        plain = f"set_game(S, {self.you}, {var}, {value}, {add}, False)"
        test = f"{low} <= {new} <= {high}"
        if add and step is not None:  # a known step can cross one of the bounds only
            test = f"{new} >= {low}" if step < 0 else f"{new} <= {high}"
        self.w.add(f"if {test}:")
        if watched or self.form.counted:
            self.nested_lines(f"if S.G[{var}] != {new}:")
            self.w.depth += 1
            self.nested_lines(f"S.G[{var}] = {new}; S.writes += 1; S.dirty |= {watched}")
            self.w.depth -= 1
        else:
            self.nested_lines(f"S.G[{var}] = {new}")
        self.w.add("else:")
        self.nested_lines(plain)
        return True

    def on_addto(self, op: list[Any], node: int) -> None:
        if op[3] and self.code[op[1]][0] == "game":  # `up to` the bound: the plain way
            StatementEmitter.store(self, op[1], self.value(op[2]), True, True)
            self.after_effect(op, node)
            return
        super().on_addto(op, node)

    # ------------------------------------------------------------------ calls

    def on_perform(self, op: list[Any], node: int) -> None:
        verb, nodes = op[1], op[2]
        overloads = self.table.verbs[verb]["overloads"]
        risk = self.risk()
        plain = self.linked.plain_verb(verb) and overloads
        if plain and all(kind is None for kind in overloads[0]["kinds"]):
            if not self.written_out(overloads[0]["fn"], nodes):
                self.w.add(f"d{overloads[0]['fn']}(S, {risk}, {self.you}, None, {self.values(nodes)})")
            return
        table = self.form.verb_table(verb) if plain else None
        first = self.value(nodes[0]) if nodes else ""
        if table is None or not self.x.is_simple(first):
            self.w.add(f"performed(S, {risk}, {self.you}, {verb}, ({self.values(nodes)}))")
            return
        there = self.x.sure(nodes[0], self.scope) or first in self.kinds
        if not there:
            self.w.add(
                f"if {first}.__class__ is not int: performed(S, {risk}, {self.you}, {verb}, ({self.values(nodes)}))"
            )
            self.w.add("else:")
            self.w.depth += 1
        outer = self.there
        self.there = {*outer, first}
        kind, known = overloads[0]["kinds"][0], self.kinds.get(first, self.chosen.get(first))
        certain = kind is None or (known is not None and known in self.linked.world.subkinds[kind])
        if not (certain and self.written_out(overloads[0]["fn"], nodes)):
            self.w.add(f"{table}[{first}](S, {risk}, {self.you}, None, {self.values(nodes)})")
        self.there = outer
        if not there:
            self.w.depth -= 1

    def written_out(self, fn: int, nodes: list[int]) -> bool:
        """The statements of a short function in the place of a call. False: a call is better."""
        entry = self.table.fns[fn]
        if len(nodes) != entry["params"] or not self.may_write_out(fn):
            return False
        given = []
        places, mine = dict(self.places), set(self.mine)
        for node in nodes:
            text, zone = self.value(node), self.zone_known(node)
            if not self.x.is_simple(text) and (zone is None or text != self.own_instance(zone)):
                name = self.hidden()
                self.w.add(f"{name} = {text}")
                text = name
            given.append(text)
            if zone is not None:
                places[text] = zone
                if self.code[node][0] == "zoneof" and self.code[self.code[node][2]] == ["local", 0]:
                    mine.add(text)
        outer = self.places, self.mine
        self.places, self.mine = places, mine
        self.body_of(fn, self.you, given, self.risk())
        self.places, self.mine = outer
        return True

    def may_write_out(self, fn: int) -> bool:
        nested = fn in self.inside_of or len(self.inside_of) >= MOST_NESTED
        return self.form.short(fn) and not nested and not self.careful and not self.batch

    def body_of(self, fn: int, you: str, given: list[str], risk: str) -> None:
        """The statements of a function, with these texts for its parameters."""
        entry = self.table.fns[fn]
        bound = dict(enumerate([you, "None", *given]))
        for slot in range(2 + entry["params"], entry["slots"]):
            bound[slot] = self.hidden()
            self.w.add(f"{bound[slot]} = None")
        outer = self.scope, self.slots, self.rest, self.below, self.later
        self.scope, self.slots, self.rest, self.below, self.later = (
            Scope(False, (), bound),
            entry["slots"],
            False,
            risk,
            [],
        )
        self.inside_of.append(fn)
        before = len(self.w.lines)
        self.statement(entry["code"])
        if len(self.w.lines) == before:
            self.w.add("pass")
        self.inside_of.pop()
        self.scope, self.slots, self.rest, self.below, self.later = outer

    def on_repeat(self, op: list[Any], node: int) -> None:
        if self.value(op[1]) == "1":
            self.statement(op[2])
        else:
            super().on_repeat(op, node)

    def on_do(self, op: list[Any], node: int) -> None:
        _, thing, clause, given = op
        table = self.form.clause_table(clause)
        name = self.value(thing)
        if not self.x.is_simple(name):
            kept = self.hidden()
            self.w.add(f"{kept} = {name}")
            name = kept
        test = "" if name in self.there or self.x.sure(thing, self.scope) else f"if {name} is not None: "
        self.w.add(f"{test}{table}[{name}](S, {self.risk()}, {self.you}, {name}, {self.values(given)})")

    def on_doeffect(self, op: list[Any], node: int) -> None:
        effect = self.hidden()
        self.w.add(f"{effect} = {self.value(op[1])}")
        self.w.add(f"if {effect} is not None: FUNCTIONS[{effect}[0]](S, {self.risk()}, {self.you}, *{effect}[1:])")

    def on_checkgoals(self, op: list[Any], node: int) -> None:
        self.w.add(f"goals(S, {self.risk()}, {self.value(op[1])})")

    def on_enter(self, op: list[Any], node: int) -> None:
        self.refuse("phases")

    def on_endphase(self, op: list[Any], node: int) -> None:
        self.refuse("`end` of a phase")

    def on_endturn(self, op: list[Any], node: int) -> None:
        self.refuse("`end turn`")

    def on_step(self, op: list[Any], node: int) -> None:
        self.refuse("steps")

    def on_afterwards(self, op: list[Any], node: int) -> None:
        self.refuse("`afterwards`")

    def on_carryon(self, op: list[Any], node: int) -> None:
        self.refuse("`carry on`")

    def on_ifelse(self, op: list[Any], node: int) -> None:
        """`if c in tray { … }`: there it surely lies, at first."""
        _, test, then, otherwise = op
        asked = self.code[test]
        name = self.value(asked[1]) if asked[0] == "inzone" else ""
        place = self.place_of(asked[2]) if asked[0] == "inzone" and name in self.there else None
        if place is None:
            outer = dict(self.lies)
            super().on_ifelse(op, node)
            self.lies = outer
            return
        outer, known = dict(self.lies), self.surely
        self.w.add(f"if S.L[{name}] == {place.instance}:")
        self.lies[name], self.surely = place, name
        self.nested(then)
        self.lies, self.surely = dict(outer), known
        if otherwise is not None:
            self.w.add("else:")
            self.nested(otherwise)
        self.lies = outer

    # ------------------------------------------------------------------ loops

    def statement(self, node: int) -> None:
        op = self.code[node]
        if op[0] in ("foreach", "repeat", "while"):
            outer, later = self.rest, self.later
            self.rest, self.later = self.rest or self.analysis.fails(op[-1]), [("unknown",)]
            super().statement(node)
            self.rest, self.later = outer, later
            return
        super().statement(node)

    # ------------------------------------------------------------------ asking

    def picked(self, target: str, who: str, options: str) -> None:
        """One of the options; nothing when there are none."""
        self.w.add(f"n = len({options})")
        self.w.add(f"if n > 1: {target} = {options}[S.pick({who}, n)]")
        self.w.add(f"elif n: {target} = alone(S, {who}, {options})")
        self.w.add(f"else: {target} = None")

    def decider(self, by: int | None) -> str:
        """The one who decides, as a name."""
        if by is None:
            return self.you
        source = self.value(by)
        if self.x.is_simple(source):
            return source
        kept = self.hidden()
        self.w.add(f"{kept} = {source}")
        return kept

    def on_choose(self, op: list[Any], node: int) -> None:
        _, slot, source, low, high, many, such_that, by, _prompt, kind = op
        who = self.decider(by)
        name = self.scope.slot(slot)
        self.unsettle(name)
        if many:
            test = "None"
            if such_that is not None:
                self.x.slots = self.slots
                test = f"lambda c{slot}: {self.x.loose(such_that, self.scope.binding(slot))}"
            public = self.linked.public([source, low, high, such_that])
            bounds = f"{'0' if low is None else self.value(low)}, {'None' if high is None else self.value(high)}"
            rest = self.until_closed() if self.rest and by is None else None
            again = (
                f"({self.linked.rest((node, *rest), self.slots)}, {self.slots_now()})" if rest is not None else "None"
            )
            self.w.add(
                f"{name} = several(S, {self.risk()}, {self.below}, {who}, tuple({self.loose(source)}), {bounds}, {test}, "
                f"{self.x.constant(tuple(kind))}, {public}, {again})"
            )
            return
        self.w.add(f"q = {self.options(who, source, kind, by)}")
        risk = self.risk()
        if risk != "False":
            self.w.add("if " + (f"{risk} and " if risk != "True" else "") + "q and not S.public:")
            rest = self.until_closed() if self.rest else None
            if rest is None:
                self.nested_lines("crooked()")
            else:
                known = "None, ()" if by is not None else self.follow_source(slot, source, kind)
                self.nested_lines(
                    *([f"if {self.below}: crooked()"] if self.below != "False" else []),
                    f"q = followed(S, {who}, q, {known}, {self.slots_now()}, {slot}, {self.linked.rest(rest, self.slots)})",
                )
        self.picked(name, who, "q")
        if kind[0] == "object":
            self.chosen[name] = kind[1]
            if by is None:
                self.guess(name, source)

    def options(self, who: str, source: int, kind: Any, by: int | None) -> str:
        """Source of the list that somebody chooses from: what he cannot tell apart stands in it once."""
        op, things = self.code[source], self.sifted(source) or self.loose(source)
        twins = self.linked.taking.twins(source, kind) if by is None else None
        if twins is not None:
            return self.distinct(things, self.form.keys(twins)) if twins else things
        if kind[0] not in THINGS or (kind[0] == "object" and self.form.alone_of_its_kind(kind[1])):
            return things if self.different(source) else f"[*dict.fromkeys({things})]"
        zone = self.zone_known(op[1]) if op[0] == "items" and by is None else None
        if zone is not None and self.linked.plain_zone(zone):
            place = self.value(op[1])
            seen = self.table.zones[zone]["see"] == "open" or (place in self.mine and who == self.you)
            key = self.form.keys_of_zone(zone) if seen else None
            if key is not None:
                return self.distinct(f"S.Z[{place}]", key)
        kind = self.x.constant(tuple(kind))
        if op[0] == "items" and things.startswith("items(S, ") and self.x.is_simple(things[9:-1]):
            return f"options_in(S, {who}, {things[9:-1]}, {kind})"
        return f"distinct_lean(S, {who}, {things}, {kind})"

    def sifted(self, source: int) -> str | None:
        """Source of the list of what lies in a zone and meets a condition that means something else for each card."""
        if self.code[source][0] != "where" or self.code[self.code[source][2]][0] != "items":
            return None
        _, slot, inner, condition = self.code[source]
        zone = self.zone_known(self.code[inner][1])
        if zone is None or not self.form.plain_place(zone):
            return None
        self.x.slots = self.slots
        below, name = self.x.bind(self.scope, slot, inner)
        return self.form.sifted(zone, name, self.loose(inner), lambda: self.in_place(self.x.loose(condition, below)))  # type: ignore[no-any-return]

    def distinct(self, things: str, key: str) -> str:
        """Source of a list with one thing of each key: the list itself, where no two share one."""
        if ZONE.fullmatch(things) is None:
            return f"distinct_by({things}, {key})"
        return f"{things} if len({{*map({key}, {things})}}) == len({things}) else distinct_by({things}, {key})"

    def different(self, node: int) -> bool:
        """Is no member twice in this list, whatever the state?"""
        op = self.code[node]
        if op[0] == "where":
            return self.different(op[2])
        return op[0] in ("items", "allitems", "all", "players", "others", "copies", "allenum", "alltags")

    def until_closed(self) -> tuple[int, ...] | None:
        """The statements that come after this one, to the end of what is offered."""
        rest: list[int] = []
        for item in self.later:
            if isinstance(item, int):
                rest.append(item)
            elif item[0] == "closing":
                break
            else:
                return None
        return tuple(rest)

    def follow_source(self, slot: int, source: int, kind: Any) -> str:
        """The function that tells whether what comes after this choice can be carried out, and what it is given besides."""
        foresight = self.linked.foresight
        if not foresight.fails(self.later):
            return "None, ()"
        answer = foresight.name()
        foresight.from_where(answer, source, self.scope)
        if kind[0] == "object":
            foresight.kinds_known[answer] = kind[1]
        found = foresight.after(self.later, self.scope.binding(slot, answer), Written())
        if found == "2":
            return "None, ()"
        name, used = self.answer(found, f", {answer}")
        return f"{name}, ({''.join(x + ', ' for x in used)})"

    def possible(self, body: int, slot: int | None = None, value: str = "") -> str:
        """Source of: can this block be carried out? slot: one of the slots that holds this value."""
        found = self.in_place(self.linked.foresight.expression(body, self.scope))
        if found in ("1", "0"):
            return str(found == "1")
        sure = SURELY.fullmatch(found)
        if sure is not None and closed(sure[1]) and INLINE.fullmatch(found) and slot is None:
            return f"({sure[1]})"
        given = [value if k == slot else self.scope.slot(k) for k in range(self.slots)]
        dry = f"blocked(S, {self.linked.block(body, self.slots)}, ({', '.join(given)},))"
        if found == "2":
            return dry
        if INLINE.fullmatch(found) and slot is None:
            known = self.hidden()
            return f"({known} := {found}) and ({known} == 1 or {dry})"
        name, used = self.answer(found)
        handed = "".join(f", {value if slot is not None and x == self.scope.slot(slot) else x}" for x in used)
        known = self.hidden()
        return f"({known} := {name}(S{handed})) and ({known} == 1 or {dry})"

    def offered(self, body: int | None, repeat: bool = False) -> None:
        """A block that somebody has taken: what it does is binding when what is around it is."""
        if body is None:
            return
        kept, mine = self.hidden(), self.hidden()
        self.w.add(f"{kept} = S.public; S.public = False")
        risk = self.risk()  # (what is offered again can be declined)
        outer, rest = self.below, self.rest
        if risk == "False":
            self.below = "False"
        else:
            self.w.add(f"{mine} = not {kept}" + ("" if risk == "True" else f" and {risk}"))
            self.below = mine
        self.rest, binding, self.binding = False, self.binding, False
        self.inside(body, [("closing", kept), *([("unknown",)] if repeat and risk != "False" else self.later)])
        self.rest, self.below, self.binding = rest, outer, binding
        self.w.add(f"if {kept}: S.public = True")

    def on_may(self, op: list[Any], node: int) -> None:
        _, _label, by, body, repeat = op
        if repeat:
            self.w.add("while True:")
            self.w.depth += 1
        who = self.decider(by)
        if by is not None:
            self.refuse("`may` of somebody else")
        test, risk = self.possible(body), self.risk()
        if risk != "False":
            self.w.add(f"if {risk} and not S.public: crooked()")
        picked = f"S.pick({who}, 2) == 0"
        test = picked if test == "True" else f"{test} and {picked}"  # (an `and` of tests needs no brackets)
        if repeat:
            self.w.add(f"if not ({test}): break")
            self.offered(body, True)
            self.w.depth -= 1
        else:
            self.w.add(f"if {test}:")
            self.w.depth += 1
            self.offered(body)
            self.w.depth -= 1

    def on_either(self, op: list[Any], node: int) -> None:
        _, by, _prompt, branches = op
        if by is not None:
            self.refuse("`either` of somebody else")
        who, options = self.you, self.hidden()
        self.w.add(f"{options} = []")
        for number, (form, _key, _label, condition, slot, source, body, _window) in enumerate(branches):
            if form == "react":
                self.refuse("reactions in `either`")
            self.x.slots = self.slots
            if source is None:
                tests = [] if condition is None else [self.loose(condition)]
                tests.append("True" if body is None else f"({self.possible(body)})")
                self.w.add(f"if {' and '.join(tests)}: {options}.append(({number}, None))")
                continue
            value = self.loose(source)
            if condition is not None:
                below = self.scope.binding(slot)
                value = f"[c{slot} for c{slot} in {value} if {self.x.loose(condition, below)}]"
            kind = self.x.constant(("any",))
            possible = "True" if body is None else self.possible(body, slot, "c")
            self.w.add(f"for c in distinct(S, {who}, {value}, {kind}):")
            self.nested_lines(f"if {possible}: {options}.append(({number}, c))")
        risk = self.risk()
        if risk != "False":
            self.w.add(f"if {risk} and {options} and not S.public: crooked()")
        chosen = self.hidden()
        self.picked(chosen, who, options)
        self.w.add(f"{options} = None")
        self.w.add(f"if {chosen} is None: pass")
        for number, (_form, _key, _label, _condition, slot, _source, body, _window) in enumerate(branches):
            self.w.add(f"elif {chosen}[0] == {number}:")
            self.w.depth += 1
            if slot is not None:
                self.w.add(f"{self.scope.slot(slot)} = {chosen}[1]")
            self.w.add("pass")
            self.offered(body)
            self.w.depth -= 1

    def _take(self, mode: str, actions: str, windows: list[int], until: int | None, by: int | None) -> None:
        if windows:
            self.refuse("reactions in `take`")
        again = mode == "any" or until is not None
        done = mode == "any" and until is None
        self.w.add("while True:")
        self.w.depth += 1
        if until is not None:
            self.w.add(f"if {self.loose(until)}: break")
        who = self.decider(by)
        lists = self.offers(self.linked.names[actions], who)
        total = " + ".join(f"len({name})" for _, name in lists) or "0"
        self.w.add(f"n = {total}")
        self.w.add("if not n: break")
        number = self.hidden()
        if done:
            self.w.add(f"{number} = S.pick({who}, n + 1)")
            self.w.add(f"if {number} == n: break")
        else:
            self.w.add(f"{number} = S.pick({who}, n) if n > 1 else sole(S, {who})")
        for position, (index, name) in enumerate(lists):
            if position:
                self.w.add("else:")
                self.w.depth += 1
                self.w.add(f"{number} -= len({lists[position - 1][1]})")
            last = position == len(lists) - 1
            if not last:
                self.w.add(f"if {number} < len({name}):")
                self.w.depth += 1
            self.act(index, f"{name}[{number}]", who)
            if not last:
                self.w.depth -= 1
        self.w.depth -= max(0, len(lists) - 1)
        if not again:
            self.w.add("break")
        self.w.depth -= 1

    def offers(self, actions: tuple[int, ...], who: str) -> list[tuple[int, str]]:
        """Lines that give each action's list of things to take it with a name: (action, name)."""
        found = [(index, self.form.taking(index)) for index in actions]
        listings = [way.listing for _, way in found if isinstance(way, Offer)]
        shared: dict[str, str] = {}
        lists = []

        def here(text: str) -> str:
            return text if who == "x0" else re.sub(r"\bx0\b", who, text)

        guards = [" and ".join(here(text) for text in way.guards) for _, way in found if isinstance(way, Offer)]
        named = {guard: self.hidden() for guard in dict.fromkeys(guards) if guard and guards.count(guard) > 1}
        for guard, name in named.items():
            self.w.add(f"{name} = {guard}")
        for index, way in found:
            if way is None:
                continue
            name = self.hidden()
            lists.append((index, name))
            if isinstance(way, str):
                self.w.add(f"{name} = {here(way)}")
                continue
            things = way.listing
            if listings.count(things) > 1:
                if things not in shared:
                    shared[things] = self.hidden()
                    self.w.add(f"{shared[things]} = {self.once(here(things))}")
                things = shared[things]
            else:
                things = here(things)
            guard = " and ".join(here(text) for text in way.guards)
            guard = named.get(guard, guard)
            if way.rows is None and not way.tests:
                self.w.add(
                    f"{name} = {self.once(things)}"
                    if not guard
                    else f"{name} = ({self.once(things)}) if {guard} else ()"
                )
                continue
            if ZONE.fullmatch(things):
                guard = f"{things} and {guard}" if guard else things
            self.w.add(f"{name} = ()")
            if guard:
                self.w.add(f"if {guard}:")
                self.w.depth += 1
            if not (things in shared.values() or ZONE.fullmatch(things)):
                kept = self.hidden()
                self.w.add(f"{kept} = {self.once(things)}")
                things = kept
            self.w.add(f"{name} = []")
            self.w.add(f"for {way.name} in {things}:")
            self.w.depth += 1
            tests = [f"({here(test)})" for test in way.tests]
            if way.rows is not None:
                self.w.add(f"k = {way.rows}[{way.name}]")
                tests.insert(0, f"(k is True or k and k(S, {who}, {way.name}))")
            self.w.add(f"if {' and '.join(tests)}: {name}.append({way.name})")
            self.w.depth -= 1
            if way.again:
                whole = re.sub(r"^distinct_by\((.*), k\d+\)$", r"\1", here(way.listing))
                self.w.add(
                    f"if len({name}) < len({things}) < len({whole}): {name} = {here(way.again) % (name, things, name)}"
                )
            if guard:
                self.w.depth -= 1
        return lists

    def once(self, listing: str) -> str:
        """Source of a list with one thing of each key."""
        parts = DISTINCT.fullmatch(listing)
        return listing if parts is None else self.distinct(parts[1], parts[2])

    def act(self, index: int, way: str, who: str) -> None:
        """An action is taken."""
        entry = self.table.actions[index]
        count = len(entry["params"])
        given = "" if not count else f", {way}" if count == 1 else f", *{way}"
        kept = "" if self.binding else self.hidden()
        self.w.add("S.public = False" if self.binding else f"{kept} = S.public; S.public = False")
        heard = ("action", index) in self.linked.machine.settling.by_event
        taken = self.hidden()
        if self.form.ends_late:  # `end game after this action` looks for the action's frame
            self.w.add(f"S.frames.append([{ACTION}, 0, {who}, {index}, (), False, (), False])")
        things = [kind[0] == "object" for kind in entry["types"]]
        if heard or (entry["limits"] and things != [True]):
            tuple_ = "()" if not count else f"({way},)" if count == 1 else way
            self.w.add(f"{taken} = {tuple_}; limited(S, {self.x.constant_thing(entry)}, {who}, {taken})")
            given = f", *{taken}"
        elif count == 1:
            self.w.add(f"{taken} = {way}" + (f"; counted{index}(S, {who}, {taken})" if entry["limits"] else ""))
            given = f", {taken}"
        if given == f", {taken}" and who == self.you and self.may_write_out(entry["body"]):
            outer, self.binding = self.binding, False
            if things == [True]:
                self.kinds[taken] = entry["types"][0][1]
                self.there.add(taken)
                offered = self.form.offered_from(index)
                if offered is not None:
                    self.lies[taken] = offered.of(self.you, self.linked)
            self.body_of(entry["body"], who, [taken], "False")
            self.binding = outer
        else:
            self.w.add(f"d{entry['body']}(S, False, {who}, None{given})")
        if heard:
            self.w.add(f"S.ev.append((('action', {index}), {who}, {taken}))")
        if heard or (entry["limits"] and self.linked.watched_variables.get("limits", 0)):
            self.w.add(self.form.settle)
        self.w.add("S.public = True" if self.binding else f"if {kept}: S.public = True")
        if self.form.ends_late:
            self.w.add("if S.frames.pop()[5]: raise GameOver")

    def on_open(self, op: list[Any], node: int) -> None:
        _, window, arguments, players, block, otherwise = op
        struck = self.hidden()
        asked = "None" if players is None else self.value(players)
        call = f"window(S, {self.risk()}, {self.you}, {window}, ({self.values(arguments)}), {asked})"
        self.w.add(f"S.public = True; {struck} = {self.form.window_test(window, call)}")
        if block is not None:
            self.w.add(f"if not {struck}:")
            self.nested(block)
            if otherwise is not None:
                self.w.add("else:")
                self.nested(otherwise)
        elif otherwise is not None:
            self.w.add(f"if {struck}:")
            self.nested(otherwise)
