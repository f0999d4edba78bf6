"""What exists once a table meets a number of players: objects, zone instances, printed columns.

Objects are numbered so that each kind with its sub-kinds is one unbroken range (players first), which makes `x is K`
two comparisons. Zone instances are numbered from 0, the kernel's box.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Any

from runtime.table import Table, TableError

PLAYER = 0  # the kernel's kind of players
#: Things, fields of all things, zones of all owners, cells of all boards.
MOST = 1_000_000


class World:
    """Numbers and columns that never change during a game.

    designs, kinds: design (None for players) and kind of each object · lo, hi: range of objects of each kind ·
    copies: objects of each design · base, count: zone instances of each zone · zone_of, owner_of: of each instance ·
    places: objects that are the cells of an instance · cells: the same by number of the cell, None where the picture has a
    hole · cell_of: (instance, cell) of a place object ·
    spots: number of cells of grids and rings without place cards · width: columns of each grid instance"""

    def __init__(self, table: Table, seats: tuple[str, ...], sizes: dict[int, tuple[int, int]]) -> None:
        self.table = table
        self.seats = seats
        self.robots = tuple(range(len(seats) - len(table.robots), len(seats)))
        self.players = tuple(range(len(seats)))
        self._order_kinds()
        self._number_objects()
        self._bound()
        self._number_zones(sizes)
        self.homeless = frozenset(thing for thing, kind in enumerate(self.kinds) if not self._held(kind))

    def _held(self, kind: int) -> bool:
        """May some zone hold things of the kind? What none may hold lies nowhere, so nobody can hide it."""
        near = {*self.ancestors(kind), *self.subkinds[kind]}
        return any(
            not zone["kinds"] or not near.isdisjoint((*zone["kinds"], *zone["holding"]))
            for zone in self.table.zones[1:]
        )

    def _bound(self) -> None:
        """Things of few words can make very much: each card with ten boards of its own. Said before it is made."""
        lengths = [self.hi[kind] - self.lo[kind] for kind in range(len(self.table.kinds))]
        fields = sum(lengths[field["kind"]] for field in self.table.fields)
        zones = sum(1 if zone["owner"] is None else lengths[zone["owner"]] for zone in self.table.zones)
        for what, count in (
            ("things", len(self.designs)),
            ("kinds of things", sum(lengths)),
            ("fields", fields),
            ("zones", zones),
        ):
            if count > MOST:
                raise TableError([f"there are too many {what}: {count}, where {MOST} are the most"])

    # ------------------------------------------------------------------ kinds and objects

    def _order_kinds(self) -> None:
        kinds = self.table.kinds
        children: dict[int | None, list[int]] = {}
        for index, kind in enumerate(kinds):
            children.setdefault(kind["parent"], []).append(index)
        self.kind_order: list[int] = []
        self.subkinds: list[frozenset[int]] = [frozenset()] * len(kinds)

        def visit(kind: int) -> frozenset[int]:
            self.kind_order.append(kind)
            below = {kind}
            for child in children.get(kind, ()):
                below |= visit(child)
            self.subkinds[kind] = frozenset(below)
            return self.subkinds[kind]

        for root in children.get(None, ()):
            visit(root)

    def ancestors(self, kind: int) -> list[int]:
        """The kind itself and the kinds it is a special case of, nearest first."""
        out = []
        current: int | None = kind
        while current is not None:
            out.append(current)
            current = self.table.kinds[current]["parent"]
        return out

    def _number_objects(self) -> None:
        table = self.table
        self.signs = {int(zone): signs for zone, signs in table.places.items()}  # zone -> sign -> design
        place_designs = {design for signs in self.signs.values() for design in signs.values()}
        by_kind: dict[int, list[int]] = {}
        for index, design in enumerate(table.designs):
            by_kind.setdefault(design["kind"], []).append(index)
        self.designs: list[int | None] = [None] * len(self.seats)
        self.kinds: list[int] = [PLAYER] * len(self.seats)
        self.owner_seat: dict[int, int] = {}  # objects made for one player
        self.copies: list[list[int]] = [[] for _ in table.designs]
        self.lo = [0] * len(table.kinds)
        self.hi = [0] * len(table.kinds)
        self.hi[PLAYER] = len(self.seats)
        for kind in self.kind_order:
            if kind == PLAYER:
                continue
            self.lo[kind] = len(self.designs)
            for number in by_kind.get(kind, ()):
                if number in place_designs:
                    for _ in self._cells_of(number):
                        self._new(number, kind)
                    continue
                entry = table.designs[number]
                seats: tuple[int | None, ...] = self.players if entry["each_player"] else (None,)
                for seat in seats:
                    for _ in range(entry["copies"]):
                        if seat is not None:
                            self.owner_seat[len(self.designs)] = seat
                        self._new(number, kind)
        own = Counter(self.kinds)
        for kind in reversed(self.kind_order):  # children stand behind their parents
            if kind != PLAYER:
                self.hi[kind] = max(self.hi[kind], self.lo[kind] + own[kind])
            parent = table.kinds[kind]["parent"]
            if parent is not None and parent != PLAYER:
                self.hi[parent] = max(self.hi[parent], self.hi[kind])

    def _new(self, design: int, kind: int) -> None:
        if len(self.designs) >= MOST:
            raise TableError([f"there are more than {MOST} things"])
        self.copies[design].append(len(self.designs))
        self.designs.append(design)
        self.kinds.append(kind)

    def _owners(self, zone: int) -> int:
        """How many instances a zone has. Zones of places may belong to kinds whose objects are declared anywhere."""
        owner = self.table.zones[zone]["owner"]
        if owner is None:
            return 1
        if owner == PLAYER:
            return len(self.seats)
        return sum(
            entry["copies"] * (len(self.seats) if entry["each_player"] else 1)
            for entry in self.table.designs
            if entry["kind"] in self.subkinds[owner]
        )

    def _cells_of(self, design: int) -> Iterator[tuple[int, int, int]]:
        """(zone, instance within the zone, cell) of every cell that shows the sign of this design."""
        for zone, signs in sorted(self.signs.items()):
            wanted = {sign for sign, d in signs.items() if d == design}
            picture = self.table.layouts[self.table.zones[zone]["layout"]]["rows"]
            flat = "".join(picture)
            for instance in range(self._owners(zone)):
                yield from ((zone, instance, cell) for cell, sign in enumerate(flat) if sign in wanted)

    # ------------------------------------------------------------------ zones

    def _number_zones(self, sizes: dict[int, tuple[int, int]]) -> None:
        table = self.table
        self.base: list[int] = []
        self.count: list[int] = []
        self.zone_of: list[int] = []
        self.owner_of: list[int | None] = []
        self.places: dict[int, tuple[int, ...]] = {}
        self.cells: dict[int, tuple[int | None, ...]] = {}
        self.cell_of: dict[int, tuple[int, int]] = {}
        self.width: dict[int, int] = {}
        self.spots: dict[int, int] = {}
        taken: dict[int, int] = {}
        cells_made = 0
        for index, zone in enumerate(table.zones):
            owner = zone["owner"]
            owners: list[int | None] = [None] if owner is None else list(range(self.lo[owner], self.hi[owner]))
            self.base.append(len(self.zone_of))
            self.count.append(len(owners))
            for who in owners:
                instance = len(self.zone_of)
                self.zone_of.append(index)
                self.owner_of.append(who)
                if index in self.signs:
                    picture = table.layouts[zone["layout"]]["rows"]
                    self.width[instance] = len(picture[0]) if picture else 0
                    cells: list[int | None] = []
                    for cell, sign in enumerate("".join(picture)):
                        if sign == " ":  # a cell that is not there
                            cells.append(None)
                            continue
                        design = self.signs[index][sign]
                        place = self.copies[design][taken.get(design, 0)]
                        taken[design] = taken.get(design, 0) + 1
                        cells.append(place)
                        self.cell_of[place] = (instance, cell)
                    self.cells[instance] = tuple(cells)
                    self.places[instance] = tuple(place for place in cells if place is not None)
                elif index in sizes:
                    rows, columns = sizes[index]
                    self.spots[instance] = rows * columns
                    if (cells_made := cells_made + rows * columns) > MOST:
                        raise TableError([f"the boards have more than {MOST} cells"])
                    self.width[instance] = columns

    # ------------------------------------------------------------------ names

    def name(self, thing: int) -> str:
        """The id of an object: its design's, or the player's name."""
        design = self.designs[thing]
        return self.seats[thing] if design is None else self.table.designs[design]["name"]

    def title(self, thing: int) -> str:
        design = self.designs[thing]
        return self.seats[thing] if design is None else self.table.designs[design]["title"]

    def zone_name(self, instance: int) -> str:
        """`discards`, or `hand of Ann`."""
        name = str(self.table.zones[self.zone_of[instance]]["name"])
        owner = self.owner_of[instance]
        return name if owner is None else f"{name} of {self.title(owner)}"


def fill_columns(world: World, evaluate: Any, store: Any) -> None:
    """The printed fields: `store(field, values)` with a value for each object from the field's kind's first object on.

    `evaluate(node, object)` gives the value of a constant or default expression; a default may read fields stored before.
    Keyed fields give a dictionary key -> value."""
    table = world.table
    for index, field in enumerate(table.fields):
        if field["var"]:
            continue
        kind = field["kind"]
        values: list[Any] = []
        for thing in range(world.lo[kind], world.hi[kind]):
            design = world.designs[thing]
            entry = table.designs[design] if design is not None else None
            if field["key"] is not None:
                pairs = entry["keyed"].get(str(index), ()) if entry else ()
                values.append({evaluate(k, thing): evaluate(v, thing) for k, v in pairs})
            elif entry is not None and str(index) in entry["fields"]:
                values.append(evaluate(entry["fields"][str(index)], thing))
            elif thing in world.owner_seat and is_player(field["type"]):
                values.append(world.owner_seat[thing])
            elif field["default"] is not None:
                values.append(evaluate(field["default"], thing))
            else:
                values.append(None)
        store(index, tuple(values))


def is_player(kind: list[Any]) -> bool:
    return bool(kind) and kind[0] == "object" and kind[1] == PLAYER
