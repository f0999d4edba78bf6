"""Places: grids of place cards, rings, blocks, distances, connected parts. All read-only."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from runtime.signals import Fault
from runtime.state import State
from runtime.world import World

#: So many partitions of places are remembered: a placement is tried out, foreseen and then carried out.
MOST_PARTS = 1_000


class Space:
    """Geometry of one world. A place is a place card of a grid drawn by a layout, or a card lying in a ring or grid.

    Neighbours are orthogonal on a grid and the two sides on a ring."""

    def __init__(self, world: World) -> None:
        self.world = world
        self.shape = [world.table.zones[zone]["shape"] for zone in world.zone_of]
        self.next_to: dict[int, tuple[int, ...]] = {}
        self._squares: dict[int, dict[int, tuple[int, ...]]] = {}
        self._parts: dict[tuple[int, ...], tuple[tuple[int, ...], ...]] = {}
        for instance, cells in world.cells.items():
            width = world.width[instance]
            for cell, place in enumerate(cells):
                if place is None:
                    continue
                column = cell % width
                around = [
                    cells[cell - width] if cell >= width else None,
                    cells[cell - 1] if column else None,
                    cells[cell + 1] if column + 1 < width else None,
                    cells[cell + width] if cell + width < len(cells) else None,
                ]
                self.next_to[place] = tuple(other for other in around if other is not None)

    # ------------------------------------------------------------------ where a place is

    def spot(self, S: State, thing: int) -> tuple[int, int]:
        """(zone instance, cell) of a place or of a thing lying in a ring or grid."""
        fixed = self.world.cell_of.get(thing)
        if fixed is not None:
            return fixed
        cells = S.cells.get(thing)
        if cells:
            return self.world.cell_of[cells[0]]
        instance = S.L[thing]
        if instance not in self.world.spots or thing not in S.Z[instance]:
            raise Fault(f"{self.world.name(thing)} lies in no ring or grid, so it has no neighbours and no distance")
        return instance, S.Z[instance].index(thing)

    def row(self, S: State, thing: int) -> int:
        """Counted from 1."""
        instance, cell = self.spot(S, thing)
        return cell // self.world.width.get(instance, 1) + 1

    def column(self, S: State, thing: int) -> int:
        instance, cell = self.spot(S, thing)
        return cell % self.world.width.get(instance, 1) + 1

    def neighbours(self, S: State, thing: int) -> tuple[int, ...]:
        known = self.next_to.get(thing)
        if known is not None:
            return known
        instance, cell = self.spot(S, thing)
        zone = S.Z[instance]
        if self.shape[instance] == "ring":
            around = [(cell - 1) % len(zone), (cell + 1) % len(zone)]
        else:
            width = self.world.width.get(instance, len(zone))
            around = [cell - width] if cell >= width else []
            around += [cell - 1] if cell % width else []
            around += [cell + 1] if (cell + 1) % width else []
            around += [cell + width]
        found: list[int] = []
        for index in around:
            if 0 <= index < len(zone):
                other = zone[index]
                if other is not None and other != thing and other not in found:
                    found.append(other)
        return tuple(found)

    def distance(self, S: State, a: int, b: int) -> int | None:
        """Steps between two places of one zone, or nothing."""
        zone_a, cell_a = self.spot(S, a)
        zone_b, cell_b = self.spot(S, b)
        if zone_a != zone_b:
            return None
        if self.shape[zone_a] == "ring":
            apart = abs(cell_a - cell_b)
            return min(apart, len(S.Z[zone_a]) - apart)
        width = self.world.width.get(zone_a, 1)
        return abs(cell_a // width - cell_b // width) + abs(cell_a % width - cell_b % width)

    def within(self, S: State, far: int, thing: int) -> tuple[int, ...]:
        instance, _ = self.spot(S, thing)
        places: Iterable[int | None] = self.world.places.get(instance) or S.Z[instance]
        out = []
        for place in places:
            if place is not None:
                apart = self.distance(S, thing, place)
                if apart is not None and apart <= far:
                    out.append(place)
        return tuple(out)

    def ahead(self, S: State, steps: int, thing: int) -> int | None:
        instance, cell = self.spot(S, thing)
        zone = S.Z[instance]
        return zone[(cell + steps) % len(zone)]

    # ------------------------------------------------------------------ blocks and copies

    def block(self, S: State, corner: int, size: int) -> tuple[int, ...] | None:
        """The size x size places whose upper left is this one, row by row; nothing when it does not fit."""
        self.world.cell_of[corner]  # a corner is a place
        return self.squares(size).get(corner)

    def squares(self, size: int) -> dict[int, tuple[int, ...]]:
        """The block of this size of each place that is the upper left of one. Worked out once for a size."""
        known = self._squares.get(size)
        if known is not None:
            return known
        found: dict[int, tuple[int, ...]] = {}
        for instance, cells in self.world.cells.items():
            width = self.world.width[instance]
            height = len(cells) // width if width else 0
            if not 1 <= size <= min(width, height):
                continue
            for row in range(height - size + 1):
                for column in range(width - size + 1):
                    at = row * width + column
                    block = [cells[at + r * width + c] for r in range(size) for c in range(size)]
                    if None not in block:
                        found[block[0]] = tuple(block)  # type: ignore[index,arg-type]
        if found:  # no size is too large for a board that is there, so few are kept
            self._squares[size] = found
        return found

    def blocks(self, S: State, size: int, among: Iterable[int]) -> tuple[tuple[int, ...], ...]:
        """Every size x size square of places, all of them in the list, by its upper left in the order of the board."""
        cell_of = self.world.cell_of
        allowed = {place for place in among if place in cell_of}
        out = []
        squares = self.squares(size)
        for place in sorted(allowed, key=cell_of.__getitem__):
            block = squares.get(place)
            if block is not None and allowed.issuperset(block):
                out.append(block)
        return tuple(out)

    def same(self, S: State, what: Any, instance: int) -> Any:
        """The same cells on another board."""
        cells, cell_of = self.world.cells[instance], self.world.cell_of
        if isinstance(what, (tuple, list)):
            return tuple(cells[cell_of[place][1]] for place in what)
        return None if what is None else cells[cell_of[what][1]]

    def place(self, instance: int, cell: int) -> int | None:
        """The place card of a cell; nothing where the picture has a hole."""
        return self.world.cells[instance][cell]

    # ------------------------------------------------------------------ connected parts

    def touching(self, S: State, things: Iterable[int]) -> tuple[tuple[int, ...], ...]:
        """Partition of places into parts connected by being neighbours, in the order given."""
        order, fixed = tuple(things), self.next_to
        known = self._parts.get(order)
        if known is not None:
            return known
        part_of = dict.fromkeys(order, -1)
        count = 0
        for start in order:
            if part_of[start] >= 0:
                continue
            part_of[start] = count
            stack = [start]
            while stack:
                place = stack.pop()
                for other in fixed.get(place) or self.neighbours(S, place):
                    if part_of.get(other) == -1:
                        part_of[other] = count
                        stack.append(other)
            count += 1
        out: list[list[int]] = [[] for _ in range(count)]
        for place in order:
            out[part_of[place]].append(place)
        found = tuple(map(tuple, out))
        if fixed.keys() >= part_of.keys():  # places stay where they are, so this holds for good
            if len(self._parts) >= MOST_PARTS:
                self._parts.clear()
            self._parts[order] = found
        return found


def groups(things: Iterable[Any], related: Callable[[Any, Any], bool]) -> tuple[tuple[Any, ...], ...]:
    """Partition into parts connected by a relation (taken as symmetric), in the order given."""
    order = list(things)
    left = list(order)
    out = []
    while left:
        part = [left.pop(0)]
        reached = 0
        while reached < len(part):
            here = part[reached]
            reached += 1
            joined = [other for other in left if related(here, other) or related(other, here)]
            part += joined
            left = [other for other in left if other not in joined]
        out.append(tuple(thing for thing in order if thing in part))
    return tuple(out)
