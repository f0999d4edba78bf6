"""Zones, lists and places as Python source."""

from __future__ import annotations

from typing import Any

from runtime.emitting import Emitting
from runtime.scope import Scope


class ListExpressions(Emitting):
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
