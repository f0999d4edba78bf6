"""Expressions of a rule table as Python source, each operation one method.

Generated code contains numbers, synthetic names (`x3`, `c7`, `e12` …) and names bound in `names` to constants and helper
functions. Texts never become part of the source: they are bound by index. `S` is the state in every function.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from itertools import chain
from typing import Any

from runtime.recall import WALKS, later
from runtime.remembered import Remembered
from runtime.shortcuts import Shortcuts, conjunction, negation
from runtime.signals import Budget, Fault
from runtime.space import groups
from runtime.state import STEPS_OF_FUEL, State, Value

LISTS = frozenset(
    """players others list range all allenum alltags alldesigns copies named items itemsof allitems union without aslist flat
    where map sorted from groups cells piecesat neighbours within blocks""".split()
)
#: Lists whose Python value is not a tuple until it is kept.
LOOSE = frozenset("items itemsof allitems where map range all".split())


#: Numbers in one list of numbers.
MAX_SPAN = 100_000


#: Signs of one text that the rules write.
MAX_TEXT = 2_000


#: No number of a game is larger, up or down.
MAX_NUMBER = 10**15


#: A call of a function that foresees what a verb or an effect of a card comes to.
CALLED = re.compile(r"w[vc]\d+_\(S(, [\w()]+)*\)")


class Scope:
    """How the slots of a function are written in its source: `x3` in a Python function, `f[5]` in a frame."""

    def __init__(self, frame: bool, known: Iterable[int], bound: dict[int, str] | None = None) -> None:
        self.frame = frame
        self.known = set(known)
        self.bound = bound or {}

    def slot(self, slot: int) -> str:
        if slot in self.bound:
            return self.bound[slot]
        return f"f[{slot + 2}]" if self.frame else f"x{slot}"

    def binding(self, slot: int, name: str | None = None) -> Scope:
        """Inside a comprehension (or a call written out) that binds the slot to a name."""
        return Scope(self.frame, self.known, {**self.bound, slot: name or f"c{slot}"})

    def all_slots(self, count: int) -> str:
        """The values of all slots as a tuple display."""
        parts = [self.slot(k) if self.frame or k in self.known or k in self.bound else "None" for k in range(count)]
        return "(" + ", ".join(parts) + ("," if len(parts) == 1 else "") + ")"


class ExpressionEmitter(Shortcuts, Remembered):
    """`value(node, scope)`: source of an expression whose value may be kept (lists are tuples);
    `loose(node, scope)`: source that is good for looking at once (lists may be live)."""

    def __init__(self, linked: Any) -> None:
        self.linked = linked
        self.world = linked.world
        self.table = linked.table
        self.code = linked.table.code
        self.names: dict[str, Any] = linked.names
        self.slots = 2  # slots of the function being emitted
        self._constants: dict[Any, str] = {}
        self.free = 0  # steps of a list that go uncharged, beside those that nobody counts
        self.of_clause: dict[int, set[int] | None] = {}
        self.start_shortcuts(linked.fast)

    # ------------------------------------------------------------------ tools

    def constant(self, value: Any) -> str:
        try:
            known = self._constants.get(value)
        except TypeError:
            known = None
        if known is None:
            known = f"k{len(self.names)}"
            self.names[known] = value
            try:
                self._constants[value] = known
            except TypeError:
                pass
        return known

    def constant_thing(self, value: Any) -> str:
        """A name for something that is no value: a list, an entry of the table."""
        name = f"k{len(self.names)}"
        self.names[name] = value
        return name

    def is_list(self, node: int) -> bool:
        return self.code[node][0] in LISTS

    def value(self, node: int, scope: Scope) -> str:
        source = self.loose(node, scope)
        return f"tuple({source})" if self.code[node][0] in LOOSE else source

    def loose(self, node: int, scope: Scope) -> str:
        op = self.code[node]
        if node in self.held:
            return f"{self.held[node]}()"
        method = getattr(self, "on_" + op[0], None)
        if method is None:
            raise KeyError(f"no expression {op[0]}")
        if op[0] in WALKS:
            return self.walking(op, scope, lambda: str(method(op, scope)))
        return str(method(op, scope))

    def values(self, nodes: Iterable[int], scope: Scope) -> str:
        return "".join(", " + self.value(node, scope) for node in nodes)

    def walked(self, source: int, body: int, scope: Scope, slow: int = 0) -> str:
        """A list that is gone through, with the body for each element: charged where that may be much work."""
        costs, things = self.linked.costs, self.loose(source, scope)
        if not costs.charged(source, body) or (self.free and costs.size(source) * (1 + costs.worst(body)) <= self.free):
            return things
        return f"paid(S, {things}, {costs.steps(body) + slow})"

    def may_nest(self, node: int) -> bool:
        """May an element of a list be a list that holds lists itself?"""
        return self.code[node][0] in NESTING

    def sure(self, node: int, scope: Scope) -> bool:
        """Is this certainly an object, never nothing?"""
        op = self.code[node]
        return (
            op[0] in ("active", "firstplayer", "left", "right")
            or (op[0] == "obj" and bool(self.world.copies[op[1]]))
            or (self.fast and op[0] == "get" and self.always_printed(op[1]))
            or (op[0] == "local" and self.is_sure(scope.bound.get(op[1], "")))
        )

    # ------------------------------------------------------------------ constants and names

    def on_num(self, op: list[Any], scope: Scope) -> str:
        return repr(int(op[1])) if op[1] >= 0 else f"({int(op[1])})"

    def on_flag(self, op: list[Any], scope: Scope) -> str:
        return "True" if op[1] else "False"

    def on_text(self, op: list[Any], scope: Scope) -> str:
        return self.constant(str(op[1]))

    def on_nothing(self, op: list[Any], scope: Scope) -> str:
        return "None"

    def on_enum(self, op: list[Any], scope: Scope) -> str:
        return repr(int(op[2]))

    def _index(self, op: list[Any], scope: Scope) -> str:
        return repr(int(op[1]))

    on_design = on_kind = on_tag = on_fieldref = _index

    def on_obj(self, op: list[Any], scope: Scope) -> str:
        copies = self.world.copies[op[1]]
        return repr(copies[0]) if copies else "None"

    def on_local(self, op: list[Any], scope: Scope) -> str:
        return scope.slot(op[1])

    def on_option(self, op: list[Any], scope: Scope) -> str:
        return f"S.O[{int(op[1])}]"

    def on_game(self, op: list[Any], scope: Scope) -> str:
        return f"S.G[{int(op[1])}]"

    def on_phase(self, op: list[Any], scope: Scope) -> str:
        return f"phase_frame(S, {int(op[1])})[{int(op[2]) + 4}]"

    def on_running(self, op: list[Any], scope: Scope) -> str:
        return f"(find_phase(S, {int(op[1])}) is not None)"

    def on_used(self, op: list[Any], scope: Scope) -> str:
        return f"used(S, {self.constant(str(op[1]))})"

    def on_players(self, op: list[Any], scope: Scope) -> str:
        return "PLAYERS"

    def on_active(self, op: list[Any], scope: Scope) -> str:
        return "S.active"

    def on_firstplayer(self, op: list[Any], scope: Scope) -> str:
        return "S.first"

    def on_others(self, op: list[Any], scope: Scope) -> str:
        return f"OTHERS[{self.value(op[1], scope)}]"

    def on_left(self, op: list[Any], scope: Scope) -> str:
        return f"LEFT[{self.value(op[1], scope)}]"

    def on_right(self, op: list[Any], scope: Scope) -> str:
        return f"RIGHT[{self.value(op[1], scope)}]"

    def on_list(self, op: list[Any], scope: Scope) -> str:
        if any(self.is_list(node) for node in op[1]):  # lists in a list are joined
            joined = (
                "("
                + " + ".join(
                    f"tuple({self.loose(node, scope)})" if self.is_list(node) else f"({self.value(node, scope)},)"
                    for node in op[1]
                )
                + ")"
            )
            return f"packed({joined})"
        if any(self.may_nest(node) for node in op[1]):
            return f"packed(({self.values(op[1], scope)[2:]},))"
        return "(" + "".join(self.value(node, scope) + ", " for node in op[1]) + ")"

    def on_range(self, op: list[Any], scope: Scope) -> str:
        return f"span({self.value(op[1], scope)}, {self.value(op[2], scope)})"

    def on_format(self, op: list[Any], scope: Scope) -> str:
        return f"write(S, {self.pieces(op[1], scope)})"

    def pieces(self, parts: list[Any], scope: Scope) -> str:
        """A text with values in it, as a tuple of (type or None, value)."""
        out = []
        for part in parts:
            if isinstance(part, str):
                out.append(f"(None, {self.constant(part)})")
            else:
                node, kind = (part, ["any"]) if isinstance(part, int) else part
                out.append(f"({self.constant(tuple_of(kind))}, {self.value(node, scope)})")
        return "(" + "".join(item + ", " for item in out) + ")"

    # ------------------------------------------------------------------ objects

    def field(self, index: int, thing: str) -> str:
        column = self.linked.column_of.get(index)
        lo = self.world.lo[self.table.fields[index]["kind"]]
        at = f"{thing} - {lo}" if lo else thing
        if self.fast and thing.isdigit():
            at = str(int(thing) - lo)
        return f"S.V[{column}][{at}]" if column is not None else f"P{index}[{at}]"

    def on_get(self, op: list[Any], scope: Scope) -> str:
        known = self.printed(op[1], op[2], scope)
        return known if known is not None else self.field(op[1], self.value(op[2], scope))

    def on_getopt(self, op: list[Any], scope: Scope) -> str:
        return f"maybe_field(S, {int(op[1])}, {self.value(op[2], scope)})"

    def on_getdesign(self, op: list[Any], scope: Scope) -> str:
        return f"D{int(op[1])}[{self.value(op[2], scope)}]"

    def on_getof(self, op: list[Any], scope: Scope) -> str:
        return f"maybe_field(S, {self.value(op[1], scope)}, {self.value(op[2], scope)})"

    def on_key(self, op: list[Any], scope: Scope) -> str:
        return f"keyed(S, {int(op[1])}, {self.value(op[2], scope)}, {self.value(op[3], scope)})"

    def on_keydesign(self, op: list[Any], scope: Scope) -> str:
        return f"keyed_design({int(op[1])}, {self.value(op[2], scope)}, {self.value(op[3], scope)})"

    def on_all(self, op: list[Any], scope: Scope) -> str:
        return f"range({self.world.lo[op[1]]}, {self.world.hi[op[1]]})"

    def on_allenum(self, op: list[Any], scope: Scope) -> str:
        return self.constant(tuple(range(len(self.table.types[op[1]]["values"]))))

    def on_alltags(self, op: list[Any], scope: Scope) -> str:
        return self.constant(tuple(range(len(self.table.tags))))

    def on_alldesigns(self, op: list[Any], scope: Scope) -> str:
        below = self.world.subkinds[op[1]]
        return self.constant(tuple(i for i, d in enumerate(self.table.designs) if d["kind"] in below))

    def on_copies(self, op: list[Any], scope: Scope) -> str:
        return self.constant(tuple(self.world.copies[op[1]]))

    def on_designof(self, op: list[Any], scope: Scope) -> str:
        return f"design_of({self.value(op[1], scope)})"

    def on_kindof(self, op: list[Any], scope: Scope) -> str:
        return f"KINDS[{self.value(op[1], scope)}]"

    def on_holder(self, op: list[Any], scope: Scope) -> str:
        if self.sure(op[1], scope):
            return f"OWNERS[S.L[{self.value(op[1], scope)}]]"
        short = self.value(op[1], scope)
        if self.fast and self.is_simple(short):
            return f"(None if {short} is None else OWNERS[S.L[{short}]])"
        return f"holder(S, {self.value(op[1], scope)})"

    def on_iskind(self, op: list[Any], scope: Scope) -> str:
        kind = op[2]
        lo, hi = self.world.lo[kind], self.world.hi[kind]
        known = self.design_known(op[1], scope)
        if known is not None:
            return str(self.table.designs[known]["kind"] in self.world.subkinds[kind])
        if self.sure(op[1], scope):
            return f"({lo} <= {self.value(op[1], scope)} < {hi})"
        return f"({self.value(op[1], scope)} in {self.constant(frozenset(range(lo, hi)))})"

    def on_iskindvalue(self, op: list[Any], scope: Scope) -> str:
        return f"({self.value(op[1], scope)} in KINDSETS[{self.value(op[2], scope)}])"

    def on_isdesign(self, op: list[Any], scope: Scope) -> str:
        known = self.design_known(op[1], scope)
        if known is not None:
            return str(known == op[2])
        return f"({self.value(op[1], scope)} in {self.constant(frozenset(self.world.copies[op[2]]))})"

    def on_hastag(self, op: list[Any], scope: Scope) -> str:
        known = self.design_known(op[1], scope)
        if known is not None:
            return str(op[2] in self.table.designs[known]["tags"])
        return f"({self.value(op[1], scope)} in {self.constant(self.linked.tagged[op[2]])})"

    def on_hastagvalue(self, op: list[Any], scope: Scope) -> str:
        return f"({self.value(op[1], scope)} in TAGGED[{self.value(op[2], scope)}])"

    def on_hasclause(self, op: list[Any], scope: Scope) -> str:
        known = self.design_known(op[1], scope)
        if known is not None:
            return str(str(op[2]) in self.table.designs[known]["clauses"])
        return f"({self.value(op[1], scope)} in {self.constant(self.linked.printing(op[2]))})"

    def on_fact(self, op: list[Any], scope: Scope) -> str:
        short = self.short_fact(op, scope)
        if short is not None:
            return short
        self.no_trial_inside(self.linked.analysis.callees(op))
        return f"fact{int(op[2])}(S, {scope.slot(0)}, {self.value(op[1], scope)}{self.values(op[3], scope)})"

    def on_effect(self, op: list[Any], scope: Scope) -> str:
        return f"effect_value({int(op[2])}, {self.value(op[1], scope)}{self.values(op[3], scope)})"

    def on_named(self, op: list[Any], scope: Scope) -> str:
        return f"mentioned({int(op[1])}, {int(op[2])}, {self.value(op[3], scope)})"

    def on_facedown(self, op: list[Any], scope: Scope) -> str:
        return f"(S.F[{self.value(op[1], scope)}] == 1)"

    def on_sees(self, op: list[Any], scope: Scope) -> str:
        return f"sees(S, {self.value(op[1], scope)}, {self.value(op[2], scope)})"

    # ------------------------------------------------------------------ zones

    def on_zone(self, op: list[Any], scope: Scope) -> str:
        return repr(self.world.base[op[1]])

    def on_zoneof(self, op: list[Any], scope: Scope) -> str:
        zone = op[1]
        shift = self.world.base[zone] - self.world.lo[self.table.zones[zone]["owner"]]
        owner = self.value(op[2], scope)
        if self.fast and owner.isdigit():
            return str(int(owner) + shift)
        return f"({owner} + {shift})" if shift >= 0 else f"({owner} - {-shift})"

    def on_zoneat(self, op: list[Any], scope: Scope) -> str:
        return f"zone_at(S, {self.value(op[1], scope)})"

    def on_zoneowner(self, op: list[Any], scope: Scope) -> str:
        return f"OWNERS[{self.value(op[1], scope)}]"

    def on_items(self, op: list[Any], scope: Scope) -> str:
        zone = self.code[op[1]]
        if zone[0] in ("zone", "zoneof") and self.linked.plain_zone(zone[1]):
            return f"S.Z[{self.value(op[1], scope)}]"
        if zone[0] in ("zone", "zoneof") and zone[1] in self.world.signs:
            return f"PLACES[{self.value(op[1], scope)}]"
        whose = self.zone_of_maybe(zone, scope) if self.fast else None
        if whose is not None and whose[2] and self.linked.plain_zone(whose[3]):
            return f"S.Z[{whose[1]}]"
        return f"items(S, {self.value(op[1], scope)})"

    def all_owners(self, zone: int, owners: int) -> bool:
        """Is this list every owner that the zone has?"""
        kind, op = self.table.zones[zone]["owner"], self.code[owners]
        if op[0] == "players":
            return bool(kind == 0)
        return (
            op[0] == "all"
            and kind in self.world.subkinds[op[1]]
            and self.world.lo[op[1]] == self.world.lo[kind]
            and (self.world.hi[op[1]] == self.world.hi[kind])
        )

    def on_itemsof(self, op: list[Any], scope: Scope) -> str:
        if self.all_owners(op[1], op[2]):
            return self.on_allitems(op, scope)
        if self.fast and self.linked.plain_zone(op[1]) and self.code[op[2]][0] == "others":
            shift = self.world.base[op[1]] - self.world.lo[self.table.zones[op[1]]["owner"]]
            return f"[*chain([S.Z[c + {shift}] for c in {self.loose(op[2], scope)}])]"
        return f"items_of(S, {int(op[1])}, {self.loose(op[2], scope)})"

    def on_allitems(self, op: list[Any], scope: Scope) -> str:
        base, count = self.world.base[op[1]], self.world.count[op[1]]
        if self.linked.plain_zone(op[1]):
            return f"[*chain(S.Z[{base}:{base + count}])]"
        return f"all_items(S, {int(op[1])})"

    def on_inzone(self, op: list[Any], scope: Scope) -> str:
        thing, zone = self.value(op[1], scope), self.value(op[2], scope)
        if self.fast and not self.sure(op[1], scope) and self.is_simple(thing):
            return f"({thing} is not None and S.L[{thing}] == {zone})"
        return f"(S.L[{thing}] == {zone})" if self.sure(op[1], scope) else f"in_zone(S, {thing}, {zone})"

    def on_inzones(self, op: list[Any], scope: Scope) -> str:
        base, count = self.world.base[op[2]], self.world.count[op[2]]
        thing = self.value(op[1], scope)
        if self.sure(op[1], scope):
            return f"({base} <= S.L[{thing}] < {base + count})"
        if self.fast and self.is_simple(thing):
            return f"({thing} is not None and {base} <= S.L[{thing}] < {base + count})"
        return f"({base} <= zone_number(S, {thing}) < {base + count})"

    def on_inbox(self, op: list[Any], scope: Scope) -> str:
        return f"in_zone(S, {self.value(op[1], scope)}, 0)"

    # ------------------------------------------------------------------ logic and numbers

    def on_not(self, op: list[Any], scope: Scope) -> str:
        return negation(self.loose(op[1], scope))

    def on_and(self, op: list[Any], scope: Scope) -> str:
        return conjunction([self.loose(node, scope) for node in op[1]], " and ", "False", "True")

    def on_or(self, op: list[Any], scope: Scope) -> str:
        return conjunction([self.loose(node, scope) for node in op[1]], " or ", "True", "False")

    def _binary(self, op: list[Any], scope: Scope) -> str:
        return f"({self.value(op[1], scope)} {SIGNS[op[0]]} {self.value(op[2], scope)})"

    on_eq = on_ne = on_lt = on_le = on_gt = on_ge = on_sub = _binary

    def on_add(self, op: list[Any], scope: Scope) -> str:
        if any(self.code[node][0] in NUMBERS for node in op[1:]):
            return self._binary(op, scope)
        return f"plus({self.value(op[1], scope)}, {self.value(op[2], scope)})"

    def on_mul(self, op: list[Any], scope: Scope) -> str:
        if all(self.code[node][0] in SMALL_NUMBERS for node in op[1:]):
            return self._binary(op, scope)
        return f"times({self.value(op[1], scope)}, {self.value(op[2], scope)})"

    def _divide(self, op: list[Any], scope: Scope) -> str:
        by = self.code[op[2]]
        if by[0] == "num" and by[1]:
            return self._binary(op, scope)
        return f"{'divided' if op[0] == 'div' else 'left_over'}({self.value(op[1], scope)}, {self.value(op[2], scope)})"

    on_div = on_mod = _divide

    def on_neg(self, op: list[Any], scope: Scope) -> str:
        return f"(-{self.value(op[1], scope)})"

    def on_if(self, op: list[Any], scope: Scope) -> str:
        return f"({self.value(op[2], scope)} if {self.loose(op[1], scope)} else {self.value(op[3], scope)})"

    def arm_test(self, tests: list[Any], scope: Scope, subject: str | None) -> str:
        out = []
        for test in tests:
            if subject is None:
                out.append(self.loose(test, scope))
            elif isinstance(test, list):
                out.append(f"{self.value(test[0], scope)} <= {subject} <= {self.value(test[1], scope)}")
            else:
                out.append(f"{subject} == {self.value(test, scope)}")
        return " or ".join(out) if out else "True"

    def on_case(self, op: list[Any], scope: Scope) -> str:
        _, subject, arms, otherwise = op
        last = "no_arm()" if otherwise is None else self.value(otherwise, scope)
        chain = "".join(
            f"{self.value(result, scope)} if {self.arm_test(tests, scope, None if subject is None else 's')} else "
            for tests, result in arms
        )
        if subject is None:
            return f"({chain}{last})"
        return f"(lambda s: {chain}{last})({self.value(subject, scope)})"

    def on_atleast(self, op: list[Any], scope: Scope) -> str:
        flags = "".join(self.loose(node, scope) + ", " for node in op[2])
        return f"(sum(({flags})) >= {self.value(op[1], scope)})"

    # ------------------------------------------------------------------ lists

    def on_in(self, op: list[Any], scope: Scope) -> str:
        source = self.code[op[2]]
        if source[0] == "items":
            zone = self.code[source[1]]
            if zone[0] in ("zone", "zoneof") and self.linked.plain_zone(zone[1]) and zone[1] != 0:
                return self.on_inzone(["inzone", op[1], source[1]], scope)
        if source[0] == "allitems" and self.linked.plain_zone(source[1]):
            return self.on_inzones(["inzones", op[1], source[1]], scope)
        if source[0] == "itemsof" and self.linked.plain_zone(source[1]):
            if self.all_owners(source[1], source[2]):
                return self.on_inzones(["inzones", op[1], source[1]], scope)
            return f"lies_with(S, {self.value(op[1], scope)}, {int(source[1])}, {self.loose(source[2], scope)})"
        return f"({self.value(op[1], scope)} in {self.loose(op[2], scope)})"

    def on_count(self, op: list[Any], scope: Scope) -> str:
        return f"len({self.loose(op[1], scope)})"

    def on_exists(self, op: list[Any], scope: Scope) -> str:
        on_board = self.on_board(op[1], scope)
        if on_board is not None:
            return on_board
        if self.is_list(op[1]):
            return f"(len({self.loose(op[1], scope)}) > 0)"  # (see `negation`, which knows this form)
        return f"exists({self.value(op[1], scope)})"

    def on_first(self, op: list[Any], scope: Scope) -> str:
        inner = self.code[op[1]]
        if inner[0] == "where":
            return self.walking(inner, scope, lambda: self.first_of(inner, scope))
        if self.fast and inner[0] == "map":
            whose = self.zone_of_maybe(op, scope)
            if whose is not None:
                return whose[1] if whose[2] else f"(None if {whose[0]} is None else {whose[1]})"
            maybe = self.of_maybe(op[1], scope)
            if maybe is not None:
                return f"of_maybe({maybe})"
        things = self.loose(op[1], scope)
        if self.fast and inner[0] == "items" and things.startswith("S.Z[") and self.is_simple(things[4:-1]):
            return f"({things}[0] if {things} else None)"
        return f"first({things})"

    def first_of(self, op: list[Any], scope: Scope) -> str:
        below, c = self.bind(scope, op[1], op[2])
        return f"next(({c} for {c} in {self.walked(op[2], op[3], scope)} if {self.loose(op[3], below)}), None)"

    def on_last(self, op: list[Any], scope: Scope) -> str:
        return f"last({self.loose(op[1], scope)})"

    def on_union(self, op: list[Any], scope: Scope) -> str:
        return f"union({self.value(op[1], scope)}, {self.value(op[2], scope)})"

    def on_without(self, op: list[Any], scope: Scope) -> str:
        return f"without({self.value(op[1], scope)}, {self.value(op[2], scope)})"

    def on_aslist(self, op: list[Any], scope: Scope) -> str:
        return f"as_list({self.value(op[1], scope)})"

    def on_flat(self, op: list[Any], scope: Scope) -> str:
        maybe = self.of_maybe(op[1], scope) if self.fast else None
        if maybe is not None:
            return f"list_of_maybe({maybe})"
        return f"flat({self.value(op[1], scope)})"

    def on_orelse(self, op: list[Any], scope: Scope) -> str:
        return f"or_else({self.value(op[1], scope)}, lambda: {self.value(op[2], scope)})"

    def on_where(self, op: list[Any], scope: Scope) -> str:
        below, c = self.bind(scope, op[1], op[2])
        things, test = self.some(op[2], op[3], below, c, self.walked(op[2], op[3], scope))
        if op is self.lazy:
            return f"({c} for {c} in {things} if {test})"
        return things if test == "True" and things.startswith("pm") else f"[{c} for {c} in {things} if {test}]"

    def on_map(self, op: list[Any], scope: Scope) -> str:
        below, c = self.bind(scope, op[1], op[2])
        listing = f"[{self.value(op[3], below)} for {c} in {self.walked(op[2], op[3], scope)}]"
        return f"packed({listing})" if self.may_nest(op[3]) else listing

    def on_any(self, op: list[Any], scope: Scope) -> str:
        short = self.few(op, scope)
        if short is not None:
            return short
        below, c = self.bind(scope, op[1], op[2])
        things, test = self.some(op[2], op[3], below, c, self.walked(op[2], op[3], scope))
        if test.startswith(f"({c} in k") and test[len(c) + 5 : -1].isalnum():
            return f"(not {test[len(c) + 5 : -1]}.isdisjoint({things}))"
        return f"any({test} for {c} in {things})"

    def on_every(self, op: list[Any], scope: Scope) -> str:
        below, c = self.bind(scope, op[1], op[2])
        return f"all({self.loose(op[3], below)} for {c} in {self.walked(op[2], op[3], scope)})"

    def on_no(self, op: list[Any], scope: Scope) -> str:
        return f"(not {self.on_any(op, scope)})"

    def on_sum(self, op: list[Any], scope: Scope) -> str:
        return f"total({self.loose(op[1], scope)})"

    def on_min(self, op: list[Any], scope: Scope) -> str:
        return f"least({self.loose(op[1], scope)})"

    def on_max(self, op: list[Any], scope: Scope) -> str:
        return f"most({self.loose(op[1], scope)})"

    def on_best(self, op: list[Any], scope: Scope) -> str:
        _, slot, source, key, most, ties = op
        alone = self.alone(op, scope)
        if alone is not None:
            return alone
        below, c = self.bind(scope, slot)
        return (
            f"best({self.walked(source, key, scope, 10)}, lambda {c}: {self.value(key, below)}, "
            f"{bool(most)}, {self.constant(ties)})"
        )

    def on_sorted(self, op: list[Any], scope: Scope) -> str:
        _, slot, source, key, descending = op
        below, c = self.bind(scope, slot)
        return (
            f"ordered({self.walked(source, key, scope, 10)}, lambda {c}: {self.value(key, below)}, {bool(descending)})"
        )

    def on_from(self, op: list[Any], scope: Scope) -> str:
        return f"turned({self.value(op[1], scope)}, {self.value(op[2], scope)})"

    def on_groups(self, op: list[Any], scope: Scope) -> str:
        _, source, a, b, relation = op
        test = self.code[relation]
        if test[0] == "in" and self.code[test[2]][0] == "neighbours":
            ends = {tuple(self.code[test[1]]), tuple(self.code[self.code[test[2]][1]])}
            if ends == {("local", a), ("local", b)}:
                return f"space.touching(S, {self.loose(source, scope)})"
        below, first = self.bind(scope, a)
        below, second = self.bind(below, b)
        costs = self.linked.costs
        things = self.loose(source, scope)
        if costs.charged(source, relation, costs.size(source)):
            things = f"paid_square(S, {things}, {2 * costs.steps(relation)})"
        return f"groups({things}, lambda {first}, {second}: {self.loose(relation, below)})"

    # ------------------------------------------------------------------ rules

    def on_call(self, op: list[Any], scope: Scope) -> str:
        short = self.short_call(op, scope)
        if short is not None:
            return short
        self.no_trial_inside(self.linked.analysis.callees(op))
        name = self.linked.define_name(op[1])
        this = ", None" if name.startswith("e") else ""
        return f"{name}(S, {scope.slot(0)}{this}{self.values(op[2], scope)})"

    def on_can(self, op: list[Any], scope: Scope) -> str:
        if self.under is not None:
            return self.certainly(op[1], scope)
        slots = self.slots
        known = self.linked.foresight.expression(op[1], scope)
        self.slots = slots
        if known in ("0", "1"):
            return "True" if known == "1" else "False"
        block = self.linked.block(op[1], slots)
        trial = f"can(S, {block}, {scope.all_slots(slots)})"
        if known == "2":
            return trial
        if CALLED.fullmatch(known):  # it tells a doubt as an answer
            return f"({known} == 1 or {known} == 2 and {trial})"
        return f"foreseen(lambda: {known}, lambda: {trial})"

    def on_try(self, op: list[Any], scope: Scope) -> str:
        block = self.linked.try_block(op[1], op[2], self.slots)
        return f"attempt(S, {block}, {scope.all_slots(self.slots)})"

    def on_now(self, op: list[Any], scope: Scope) -> str:
        return "now(S)"

    def on_asof(self, op: list[Any], scope: Scope) -> str:
        moment, outer = self.value(op[1], scope), self.held
        self.held = {}  # what is held is what it is now
        try:
            return f"as_of(S, {moment}, lambda S: {self.value(op[2], scope)})"
        finally:
            self.held = outer

    # ------------------------------------------------------------------ places

    def on_cell(self, op: list[Any], scope: Scope) -> str:
        return repr(int(op[3]))

    def on_place(self, op: list[Any], scope: Scope) -> str:
        return f"space.place({self.value(op[1], scope)}, {int(op[2])})"

    def on_cells(self, op: list[Any], scope: Scope) -> str:
        return f"S.cells.get({self.value(op[1], scope)}, ())"

    def on_topat(self, op: list[Any], scope: Scope) -> str:
        return f"S.on.get({self.value(op[1], scope)}, NONE)[0]"

    def on_piecesat(self, op: list[Any], scope: Scope) -> str:
        return f"S.on.get({self.value(op[1], scope)}, ())"

    def on_neighbours(self, op: list[Any], scope: Scope) -> str:
        return f"space.neighbours(S, {self.value(op[1], scope)})"

    def on_within(self, op: list[Any], scope: Scope) -> str:
        return f"space.within(S, {self.value(op[1], scope)}, {self.value(op[2], scope)})"

    def on_blocks(self, op: list[Any], scope: Scope) -> str:
        return f"space.blocks(S, {self.value(op[1], scope)}, {self.loose(op[2], scope)})"

    def on_block(self, op: list[Any], scope: Scope) -> str:
        return f"space.block(S, {self.value(op[1], scope)}, {self.value(op[2], scope)})"

    def on_same(self, op: list[Any], scope: Scope) -> str:
        return f"space.same(S, {self.value(op[1], scope)}, {self.value(op[2], scope)})"

    def on_ahead(self, op: list[Any], scope: Scope) -> str:
        return f"space.ahead(S, {self.value(op[1], scope)}, {self.value(op[2], scope)})"

    def on_row(self, op: list[Any], scope: Scope) -> str:
        return f"space.row(S, {self.value(op[1], scope)})"

    def on_column(self, op: list[Any], scope: Scope) -> str:
        return f"space.column(S, {self.value(op[1], scope)})"

    def on_distance(self, op: list[Any], scope: Scope) -> str:
        return f"space.distance(S, {self.value(op[1], scope)}, {self.value(op[2], scope)})"


SIGNS = {
    "eq": "==", "ne": "!=", "lt": "<", "le": "<=", "gt": ">", "ge": ">=",
    "add": "+", "sub": "-", "mul": "*", "div": "//", "mod": "%",
}  # fmt: skip


#: Expressions that give a number, whatever happens; and one that is small, or was held against the bound.
NUMBERS = frozenset(["num", "count", "sum", "neg", "sub", "mul", "div", "mod", "row", "column", "distance", "enum"])
SMALL_NUMBERS = frozenset(["num", "count", "row", "column", "enum"])
#: Expressions whose value may be any value that was kept.
NESTING = frozenset(
    ["local", "game", "phase", "get", "getopt", "getof", "getdesign", "key", "keydesign", "option", "call", "fact", "list", "map",
     "if", "case", "orelse", "first", "last", "best", "asof", "groups", "blocks", "effect"]
)  # fmt: skip


def tuple_of(value: Any) -> Any:
    return tuple(tuple_of(item) for item in value) if isinstance(value, list) else value


# ---------------------------------------------------------------------- helpers of generated code that need no world


def exists(value: Value) -> bool:
    return len(value) > 0 if isinstance(value, (tuple, list)) else value is not None


def first(things: Any) -> Value:
    for thing in things:
        return thing
    return None


def of_maybe(S: State, thing: Value, cost: int, look: Any) -> Value:
    """What something says of a thing that may not be there."""
    if thing is None:
        return None
    if thing.__class__ is tuple:
        return first([look(one) for one in paid(S, thing, cost)])
    S.fuel -= cost // STEPS_OF_FUEL
    if S.fuel < 0:
        raise Budget("a rule looks at too many things")
    return look(thing)


def list_of_maybe(S: State, thing: Value, cost: int, look: Any) -> tuple[Value, ...]:
    """The same where that is a list."""
    if thing is None:
        return ()
    if thing.__class__ is tuple:
        return flat([look(one) for one in paid(S, thing, cost)])
    found = of_maybe(S, thing, cost, look)
    return tuple(found) if isinstance(found, (tuple, list)) else (found,)


def the_only(things: Any) -> Value:
    """The only thing of a list; nothing when there are several."""
    return things[0] if len(things) == 1 else None


def last(things: Any) -> Value:
    return things[-1] if things else None


def as_list(value: Value) -> tuple[Value, ...]:
    if value is None:
        return ()
    return tuple(value) if isinstance(value, (tuple, list)) else (value,)


def union(a: Value, b: Value) -> tuple[Value, ...]:
    return bounded_list(as_list(a) + as_list(b))


def without(a: Value, b: Value) -> tuple[Value, ...]:
    away = as_list(b)
    return tuple(thing for thing in as_list(a) if thing not in away)


def flat(value: Value) -> tuple[Value, ...]:
    out: list[Value] = []
    for item in value:
        out.extend(item if isinstance(item, (tuple, list)) else (item,))
        if len(out) > MAX_SPAN:
            raise Budget("a list of lists has become too large")
    return tuple(out)


def or_else(value: Value, other: Any) -> Value:
    return value if exists(value) else other()


def total(values: Any) -> int:
    return sum(value for value in values if value is not None)


def least(values: Any) -> Value:
    return min((value for value in values if value is not None), default=None)


def most(values: Any) -> Value:
    return max((value for value in values if value is not None), default=None)


def best(things: Any, key: Any, highest: bool, ties: str) -> Value:
    """`the x in E with most F`: the first of the best, all of them (a list), or nothing when several are equal."""
    marked = [(key(thing), thing) for thing in things]
    marked = [pair for pair in marked if pair[0] is not None]
    if not marked:
        return () if ties == "all" else None
    top = max(pair[0] for pair in marked) if highest else min(pair[0] for pair in marked)
    found = tuple(thing for value, thing in marked if value == top)
    if ties == "all":
        return found
    return found[0] if ties == "first" or len(found) == 1 else None


def ordered(things: Any, key: Any, descending: bool) -> tuple[Value, ...]:
    return tuple(sorted(things, key=key, reverse=descending))


def turned(things: tuple[Value, ...], start: Value) -> tuple[Value, ...]:
    """The list turned so that it starts at the element (as it is when the element is not in it)."""
    if start not in things:
        return things
    at = things.index(start)
    return things[at:] + things[:at]


def used(S: State, name: str) -> bool:
    """Was a limit's counter of this name counted up this turn?"""
    return any(key[0] == name for key in S.limits)


def whole(value: Value) -> Value:
    """A value that is kept: numbers, lists and texts stay bounded, so that nothing can grow without end."""
    if type(value) is int:
        if not -MAX_NUMBER <= value <= MAX_NUMBER:
            raise Fault("a number has become too large")
    elif type(value) is tuple:
        packed(value)
    elif type(value) is str and len(value) > MAX_TEXT:
        raise Budget("a text has become too long")
    return value


def packed(things: Any) -> Any:
    """A list that may hold lists: not too long, written out."""
    if len(things) > MAX_SPAN:
        raise Budget(f"a list of {len(things)} things")
    if tuple in map(type, things):
        weigh(things)
    return things


def weigh(things: Any) -> None:
    """A list may hold one list many times over, so it is counted as it would be written out, and no further than allowed."""
    left, stack = MAX_SPAN, [things]
    while stack:
        inner = stack.pop()
        left -= 1 + len(inner)
        if left < 0:
            raise Budget("a list of lists has become too large")
        stack.extend(thing for thing in inner if type(thing) is tuple or type(thing) is list)


def bounded_list(things: tuple[Value, ...]) -> tuple[Value, ...]:
    if len(things) > MAX_SPAN:
        raise Budget(f"a list of {len(things)} things")
    return things


def plus(a: Value, b: Value) -> Value:
    """A sum of what may be no numbers (texts and lists are joined in other ways)."""
    if type(a) is str or type(a) is tuple:
        raise Fault("only numbers can be added")
    return a + b


def times(a: Value, b: Value) -> Value:
    """A product: of numbers, and bounded, since products of products grow fast."""
    if type(a) is str or type(a) is tuple or type(b) is str or type(b) is tuple:
        raise Fault("only numbers can be multiplied")
    value = a * b
    if not -MAX_NUMBER <= value <= MAX_NUMBER:
        raise Fault("a number has become too large")
    return value


def paid(S: Any, things: Any, steps: int) -> Any:
    """The list, once going through it is paid for: so many steps for each element."""
    S.fuel -= 1 + len(things) * steps // STEPS_OF_FUEL
    if S.fuel < 0:
        raise Budget("a rule looks at too many things")
    return things


def paid_square(S: Any, things: Any, steps: int) -> Any:
    """The same, when each element is held against each other one."""
    return paid(S, things, len(things) * steps)


def as_of(S: Any, key: int | None, look: Any) -> Value:
    """An expression on an earlier state; the work is paid for now."""
    if key is None or key not in S.moments:
        raise Fault("the moment a rule looks back to is gone")
    past = S.moments[key]
    past.fuel = S.fuel
    try:
        return look(past)
    finally:
        S.fuel = past.fuel


def span(low: int, high: int) -> range:
    if high - low > MAX_SPAN:
        raise Budget(f"a list of {high - low + 1} numbers")
    return range(low, high + 1)


def divided(a: int, b: int) -> int:
    if b == 0:
        raise Fault("a division by zero")
    return a // b


def left_over(a: int, b: int) -> int:
    if b == 0:
        raise Fault("the rest of a division by zero")
    return a % b


def in_zone(S: State, thing: int | None, zone: int | None) -> bool:
    return thing is not None and S.L[thing] == zone


def zone_number(S: State, thing: int | None) -> int:
    return -1 if thing is None else S.L[thing]


PURE = {
    "exists": exists, "first": first, "last": last, "as_list": as_list, "union": union, "without": without, "flat": flat,
    "or_else": or_else, "total": total, "least": least, "most": most, "best": best, "ordered": ordered, "turned": turned,
    "whole": whole, "span": span, "divided": divided, "left_over": left_over, "in_zone": in_zone,
    "zone_number": zone_number, "groups": groups, "of_maybe": of_maybe, "list_of_maybe": list_of_maybe,
    "the_only": the_only, "later": later,
    "chain": chain.from_iterable,
    "used": used, "packed": packed, "plus": plus, "times": times, "paid": paid, "paid_square": paid_square, "as_of": as_of,
}  # fmt: skip
