"""The kernel's effects: everything that writes to a state. Each effect happens as a whole, notes what standing rules
need to know (`dirty`, `ev`) and writes its event; `Settling` in settle.py is what follows it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from runtime.rng import DECK, DICE
from runtime.signals import Commit, Failed, Fault
from runtime.state import State, Value
from runtime.world import World

Mask = int
#: Seat number in a `try` that nobody in particular makes: sees nothing hidden.
NOBODY = 62


class Kernel:
    """Effects over one world. `see[i]`: mask of seats that see what lies in zone instance i; -1: it depends on the card."""

    def __init__(self, world: World) -> None:
        self.world = world
        table = world.table
        everyone = (1 << len(world.seats)) - 1
        self.everyone = everyone
        self.see: list[Mask] = []
        self.pile: list[bool] = []
        self.fixed: list[bool] = []  # grids and rings: things keep their cell
        self.maximum: list[int | None] = [None] * len(world.zone_of)
        self.peek: list[bool] = [False] * len(world.zone_of)
        for instance, zone_index in enumerate(world.zone_of):
            zone = table.zones[zone_index]
            owner = world.owner_of[instance]
            own = 1 << owner if owner is not None and owner < len(world.seats) else 0
            mask = {"open": everyone, "hidden": 0, "owner": own, "top": -1, "faces": -1}[zone["see"]]
            self.see.append(mask)
            self.pile.append(zone["shape"] == "pile")
            self.fixed.append(instance in world.spots)
        self.stamps = any(
            op[0] == "afterwards" for op in table.code
        )  # does anything ask whether a thing has moved since?
        # filled in at link
        zones = len(table.zones)
        self.enters: list[bool] = [False] * zones
        self.leaves: list[bool] = [False] * zones
        # standing rules, as bits, that look at a zone, a field, faces
        self.watched: list[int] = [0] * zones
        self.watched_fields: list[int] = [0] * len(table.fields)
        self.field_events: list[bool] = [False] * len(table.fields)
        self.face_events = False
        self.watched_faces = 0

    # ------------------------------------------------------------------ who sees what

    def viewers(self, S: State, thing: int) -> Mask:
        """Seats that may know which card this is."""
        if thing < len(self.world.seats):
            return self.everyone
        instance = S.L[thing]
        mask = self.see[instance]
        if mask < 0:
            zone = self.world.table.zones[self.world.zone_of[instance]]
            if zone["see"] == "top":
                mask = self.everyone if S.Z[instance] and S.Z[instance][0] == thing else 0
            elif not S.F[thing]:
                mask = self.everyone
            else:
                owner = self.world.owner_of[instance]
                mask = 1 << owner if self.peek[instance] and owner is not None else 0
        return mask | S.K[thing]

    def sees(self, S: State, seat: int, thing: int) -> bool:
        return bool(self.viewers(S, thing) >> seat & 1)

    def foreseen(self, seat: int, mask: Mask) -> bool:
        """Is what these seats see known to the one who makes a dry run? Nobody in particular knows what everybody sees."""
        return mask == self.everyone if seat == NOBODY else bool(mask >> seat & 1)

    def learned(self, S: State, before: Mask, after: Mask) -> None:
        """Somebody may know more than before: answers given so far can no longer be taken back."""
        if after & ~before:
            S.info += 1

    # ------------------------------------------------------------------ moving

    def move(
        self,
        S: State,
        you: int | None,
        what: Any,
        to: int,
        where: str,
        at: int | None,
        face: str | None,
        amount: str,
        number: int | None,
    ) -> None:
        """Things (one, a list, or nothing) go to a zone instance as one effect."""
        if what is None:
            self.note(S, "nothing", you)
            if S.trial is not None and amount != "upto" and not S.public:
                raise Failed
            return
        if to is None:
            raise Fault("a thing was moved to a zone of nothing")
        things: Sequence[int] = what if isinstance(what, (tuple, list)) else (what,)
        if amount != "all":
            if number is None:
                number = 0
            if amount == "n" and len(things) < number and S.trial is not None and not S.public:
                raise Failed
            things = things[: max(0, number)]
        if S.batch is not None:
            S.batch.append(("move", you, tuple(things), to, where, at, face))
            return
        self.move_all(S, you, things, to, where, at, face)

    def move_all(
        self, S: State, you: int | None, things: Sequence[int], to: int, where: str, at: int | None, face: str | None
    ) -> None:
        top = where == "top" or (where == "default" and self.pile[to])
        if (top or (at is not None and not self.fixed[to])) and len(things) > 1:
            things = tuple(reversed(things))  # the first of the list ends up first
        for thing in things if len(things) == 1 else tuple(things):
            self.move_one(S, you, thing, to, top, at, face)

    def move_one(
        self,
        S: State,
        you: int | None,
        thing: int,
        to: int,
        top: bool = False,
        at: int | None = None,
        face: str | None = None,
    ) -> None:
        world = self.world
        source = S.L[thing]
        target = S.Z[to]
        room = self.maximum[to]
        if room is not None and source != to and len(target) >= room:
            if S.trial is not None and not S.public:
                raise Failed
            self.fault(S, "full", thing, to)
            return
        see_from, see_to = self.see[source], self.see[to]
        if see_from < 0 or S.K[thing]:
            see_from = self.viewers(S, thing)
        if S.trial is not None and source and not self.foreseen(S.trial, see_from):
            raise Commit
        if source:
            zone = S.Z[source]
            if thing in S.cells:
                self.lift(S, thing)
            elif self.fixed[source]:
                zone[zone.index(thing)] = None
            else:
                zone.remove(thing)
        if to:
            if self.fixed[to]:
                self.settle_cell(S, thing, target, at)
            elif at is not None:
                target.insert(max(0, at), thing)
            elif top:
                target.insert(0, thing)
            else:
                target.append(thing)
        S.L[thing] = to
        if self.stamps:
            S.N[thing] += 1
        S.writes += 1
        S.K[thing] = 0
        if face is not None:
            S.F[thing] = 1 if face == "down" else 0
        elif S.F[thing] and source != to:
            S.F[thing] = 0
        if see_to < 0:
            see_to = self.viewers(S, thing)
        if see_to & ~see_from and source:
            S.info += 1
            if you is not None and not see_from >> you & 1:
                S.public = True
        S.log = (S.log, ("move", you, thing, source, to, see_from | see_to))
        zone_from, zone_to = world.zone_of[source], world.zone_of[to]
        S.dirty |= self.watched[zone_from] | self.watched[zone_to]
        if source != to:
            if self.leaves[zone_from]:
                S.ev.append(("leaves", zone_from, thing, world.owner_of[source], you))
            if self.enters[zone_to]:
                S.ev.append(("enters", zone_to, thing, world.owner_of[to], you))

    def settle_cell(self, S: State, thing: int, zone: list[int | None], at: int | None) -> None:
        """Into a cell of a grid or ring without place cards: the one named (from 0), else the first that is free."""
        if at is None:
            if None not in zone:
                raise Fault("no free cell is left in the zone")
            at = zone.index(None)
        if not 0 <= at < len(zone):
            raise Fault(f"cell {at} lies outside the zone of {len(zone)} cells")
        if zone[at] is not None:
            raise Fault(f"two things in cell {at} of one zone")
        zone[at] = thing

    def put(self, S: State, you: int | None, thing: int | None, cells: Any) -> None:
        """A piece lies on places; what lay there before is underneath."""
        if thing is None or cells is None:
            self.note(S, "nothing", you)
            return
        places = tuple(cells) if isinstance(cells, (tuple, list)) else (cells,)
        if not places:
            self.note(S, "nothing", you)
            return
        if S.batch is not None:
            S.batch.append(("put", you, thing, places))
            return
        world = self.world
        to = world.cell_of[places[0]][0]
        source = S.L[thing]
        see_from = self.viewers(S, thing)
        if S.trial is not None and source and not self.foreseen(S.trial, see_from):
            raise Commit
        if thing in S.cells:
            self.lift(S, thing)
        elif source:
            zone = S.Z[source]
            if self.fixed[source]:
                zone[zone.index(thing)] = None
            else:
                zone.remove(thing)
        S.cells[thing] = places
        for place in places:
            S.on[place] = (thing, *S.on.get(place, ()))
        S.L[thing] = to
        if self.stamps:
            S.N[thing] += 1
        S.writes += 1
        S.K[thing] = 0
        if source != to:
            S.F[thing] = 0
        if source and self.viewers(S, thing) & ~see_from:
            S.info += 1
            if you is not None and not see_from >> you & 1:
                S.public = True
        S.log = (S.log, ("put", you, thing, source, places, see_from | self.viewers(S, thing)))
        zone_from, zone_to = world.zone_of[source], world.zone_of[to]
        S.dirty |= self.watched[zone_from] | self.watched[zone_to]
        if self.leaves[zone_from] and source != to:
            S.ev.append(("leaves", zone_from, thing, world.owner_of[source], you))
        if self.enters[zone_to] and source != to:
            S.ev.append(("enters", zone_to, thing, world.owner_of[to], you))

    def lift(self, S: State, thing: int) -> None:
        for place in S.cells.pop(thing):
            left = tuple(other for other in S.on[place] if other != thing)
            if left:
                S.on[place] = left
            else:
                del S.on[place]

    def apply_batch(self, S: State) -> None:
        """End of `at once`: everything that was read on the state before it happens now, as one change."""
        batch, S.batch = S.batch, None
        moved: set[int] = set()
        for effect in batch or ():
            if effect[0] == "move":
                for thing in effect[2]:
                    if thing in moved:
                        raise Fault("two moves of one thing in one `at once`")
                    moved.add(thing)
        for effect in batch or ():
            if effect[0] == "move":
                self.move_all(S, *effect[1:])
            elif effect[0] == "put":
                self.put(S, *effect[1:])
            else:
                effect[0](S, *effect[1:])

    def later(self, S: State, effect: Any, *arguments: Value) -> bool:
        """Inside `at once`: remember the effect for the end of the block."""
        if S.batch is None:
            return False
        S.batch.append((effect, *arguments))
        return True

    # ------------------------------------------------------------------ chance and knowledge

    def shuffle(self, S: State, you: int | None, zone: int) -> None:
        if self.later(S, self.shuffle, you, zone):
            return
        if S.trial is not None:
            raise Commit
        things = S.Z[zone]
        S.rng.shuffle(DECK, things)
        for thing in things:
            if thing is not None:
                S.K[thing] = 0
                if self.stamps:
                    S.N[thing] += 1
        S.writes += 1
        S.info += 1
        S.public = True
        S.log = (S.log, ("shuffle", you, zone))
        S.dirty |= self.watched[self.world.zone_of[zone]]

    def roll(self, S: State, you: int | None, values: Sequence[Value], kind: tuple[Any, ...] = ("any",)) -> Value:
        if S.trial is not None:
            raise Commit
        S.info += 1
        S.public = True
        if not values:
            self.note(S, "nothing", you)
            return None
        if S.rolls:
            value = S.rolls.pop(0)
            if value not in values:
                raise Fault(f"the next roll was set to {value!r}, which is not among the results")
        else:
            value = values[S.rng.below(DICE, len(values))]
        seen = self.viewers(S, value) if kind[0] in ("object", "thing") else self.everyone
        S.log = (S.log, ("roll", you, value, tuple(values), kind, seen))
        return value

    def show(self, S: State, you: int | None, what: Any, mask: Mask, word: str) -> None:
        """`reveal` and `look at`: these seats know the things until they pass out of sight."""
        if self.later(S, self.show, you, what, mask, word):
            return
        things = what if isinstance(what, (tuple, list)) else (() if what is None else (what,))
        news = 0
        for thing in things:
            news |= mask & ~self.viewers(S, thing)
        if news:
            if S.trial is not None:
                raise Commit
            S.info += 1
            S.public = True
        for thing in things:
            if thing >= len(self.world.seats):
                S.K[thing] |= mask
        S.log = (S.log, (word, you, tuple(things), mask))

    def turn_face(self, S: State, you: int | None, what: Any, down: bool) -> None:
        if self.later(S, self.turn_face, you, what, down):
            return
        for thing in what if isinstance(what, (tuple, list)) else (() if what is None else (what,)):
            if bool(S.F[thing]) == down:
                continue
            before = self.viewers(S, thing)
            if S.trial is not None and not self.foreseen(S.trial, before):
                raise Commit
            S.F[thing] = 1 if down else 0
            S.writes += 1
            after = self.viewers(S, thing)
            if after & ~before:
                S.info += 1
                if you is not None and not before >> you & 1:
                    S.public = True
            S.log = (S.log, ("face", you, thing, S.L[thing], before | after))
            S.dirty |= self.watched_faces
            if self.face_events and not down:
                S.ev.append(("face_up", thing, you))

    # ------------------------------------------------------------------ fields

    def set_field(
        self, S: State, you: int | None, field: int, column: int, index: int, thing: int, value: Value
    ) -> None:
        values = S.V[column]
        old = values[index]
        if old == value and type(old) is type(value):
            return
        values[index] = value
        S.writes += 1
        S.log = (S.log, ("set", you, field, thing, old, value))
        S.dirty |= self.watched_fields[field]
        if self.field_events[field]:
            S.ev.append(("changes", field, thing, you))

    def bounded(self, S: State, value: int, low: int | None, high: int | None, upto: bool, what: str) -> int:
        """A number inside its bounds. Crossing one is impossible in a dry run, stops with `up to`, else is a fault."""
        if low is not None and value < low:
            if not upto:
                if S.trial is not None and not S.public:
                    raise Failed
                self.fault(S, "bound", what, value)
            return low
        if high is not None and value > high:
            if not upto:
                if S.trial is not None and not S.public:
                    raise Failed
                self.fault(S, "bound", what, value)
            return high
        return value

    # ------------------------------------------------------------------ notes

    def note(self, S: State, what: str, you: int | None) -> None:
        S.log = (S.log, ("note", you, what))

    def fault(self, S: State, what: str, *about: Value) -> None:
        """Something the rules should not have let happen: written to the log and counted as an error."""
        S.faults += 1
        S.log = (S.log, ("fault", None, what, about))
