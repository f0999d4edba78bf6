"""A state that was read from a file: does it fit the rules it is to go on with?

A save may come from a stranger. What is checked here keeps every index in range and every value small, so that what is
still wrong shows as a `Fault` of the game and nothing worse.
"""

from __future__ import annotations

from typing import Any

from runtime.signals import Fault
from runtime.state import SCALARS, State

MAX_NUMBER = 10**15
MAX_DEPTH = 20
MAX_FRAMES = 3_000
MAX_VALUES = 5_000_000
FLAGS = ("over", "public", "quiet")


def check_restored(state: State, rules: Any) -> None:
    """Raises Fault with the first thing that does not fit."""
    _Check(rules).state(state, 0)


class _Check:
    def __init__(self, rules: Any) -> None:
        self.rules = rules
        self.left = MAX_VALUES

    def state(self, S: State, depth: int) -> None:
        world, table = self.rules.world, self.rules.table
        things, zones, seats = len(world.designs), len(world.zone_of), len(world.seats)
        if depth > 1:
            raise Fault("earlier states hold earlier states")
        for name in SCALARS:
            value = getattr(S, name)
            if type(value) is not (bool if name in FLAGS else int) or not -MAX_NUMBER <= value <= 2 ** max(
                64, len(table.whenevers)
            ):
                raise Fault(f"`{name}` cannot be that")
        self.numbers("active", [S.active], seats)
        self.numbers("first", [S.first], seats)
        if S.ending not in (0, 1, 2) or S.turn < 0:
            raise Fault("`ending` or `turn` cannot be that")
        for name in "LFKN":
            if len(getattr(S, name)) != things:
                raise Fault(f"`{name}` tells of {len(getattr(S, name))} things, not of {things}")
        self.numbers("L", S.L, zones)
        self.numbers("F", S.F, 2)
        self.numbers("K", S.K, 1 << seats)
        self.numbers("N", S.N, MAX_NUMBER)
        self.numbers("lost", S.lost, seats)
        self.numbers("running", S.running, max(1, len(table.whenevers)))
        if len(S.Z) != zones:
            raise Fault(f"there are {len(S.Z)} zones, not {zones}")
        self.lying(S, seats)
        lengths = [self.length(index) for index in self.rules.column_of]
        if [len(column) for column in S.V] != lengths:
            raise Fault("the fields are not those of the rules")
        if len(S.O) != len(table.options) or len(S.G) != len(table.gvars):
            raise Fault("the options or variables are not those of the rules")
        for values in (S.O, S.G, S.rolls, *S.V, S.ev, *S.steps, *S.frames):
            self.value(values, 0)
        for event in S.events():
            if type(event) is not tuple or not event or type(event[0]) is not str:
                raise Fault("the log holds something that is no event")
            self.value(event, 0)
        if len(S.frames) > MAX_FRAMES:
            raise Fault("too much is running")
        for frame in S.frames:
            if len(frame) < 2:
                raise Fault("something runs that is nothing")
            self.numbers("frames", frame[:1], len(self.rules.routines))
            self.numbers("frames", frame[1:2], max(1, len(self.rules.routines[frame[0]])))
        for key, count in S.limits.items():
            if type(key) is not tuple:
                raise Fault("a limit cannot be that")
            self.value(key, 0)
            self.numbers("limits", [count], MAX_NUMBER)
        for seat, route in S.won.items():
            self.numbers("won", [seat], seats)
            self.value(route, 0)
        for label, counter in S.rng.counters.items():
            if type(label) is not str or type(counter) is not int or not 0 <= counter < 1 << 64:
                raise Fault("chance cannot stand there")
        if len(S.moments) > 16:
            raise Fault("it holds more than 16 earlier states")
        for moment, past in S.moments.items():
            self.numbers("moments", [moment], MAX_NUMBER)
            self.state(past, depth + 1)

    def length(self, field: int) -> int:
        kind = self.rules.table.fields[field]["kind"]
        return int(self.rules.world.hi[kind] - self.rules.world.lo[kind])

    def lying(self, S: State, seats: int) -> None:
        """Everything that has a zone lies there once, or on places of it; the box lists nothing."""
        world = self.rules.world
        found = list(S.L)
        for instance, content in enumerate(S.Z):
            if instance in world.spots and len(content) != world.spots[instance]:
                raise Fault(f"{world.zone_name(instance)} has {len(content)} cells, not {world.spots[instance]}")
            for thing in content:
                if thing is None:
                    if instance in world.spots:
                        continue
                    raise Fault(f"{world.zone_name(instance)} holds nothing at one place")
                self.numbers("Z", [thing], len(world.designs))
                if found[thing] != instance or instance == 0:
                    raise Fault(f"{world.name(thing)} lies in two zones, or in none of them")
                found[thing] = -1
        for piece, places in S.cells.items():
            self.numbers("cells", [piece, *places], len(world.designs))
            for place in places:
                if place not in world.cell_of or piece not in S.on.get(place, ()):
                    raise Fault(f"{world.name(piece)} lies on a place that does not know of it")
            found[piece] = -1
        for place, pieces in S.on.items():
            self.numbers("on", [place, *pieces], len(world.designs))
            if place not in world.cell_of or any(place not in S.cells.get(piece, ()) for piece in pieces):
                raise Fault(f"something lies on {world.name(place)} that does not know of it")
        for thing in range(seats, len(world.designs)):
            if found[thing] > 0 and thing not in world.cell_of:
                raise Fault(f"{world.name(thing)} is said to lie where it does not")

    def numbers(self, what: str, values: Any, below: int) -> None:
        for value in values:
            if type(value) is not int or not 0 <= value < below:
                raise Fault(f"`{what}` holds what it cannot")

    def value(self, value: Any, depth: int) -> None:
        self.left -= 1
        if depth > MAX_DEPTH or self.left < 0:
            raise Fault("its values nest too deep, or there are too many")
        if isinstance(value, (tuple, list)):
            for item in value:
                self.value(item, depth + 1)
        elif value is None or type(value) is bool:
            return
        elif type(value) is int:
            if not -MAX_NUMBER <= value <= MAX_NUMBER and depth < 1:
                raise Fault("it holds a number that is too large")
        elif type(value) is not str or len(value) > 100_000:
            raise Fault("it holds a value that no game has")
