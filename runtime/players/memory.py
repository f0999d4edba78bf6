"""What a seat can tell about things that it does not see: which of them could change places without its noticing.

Read from the log of the game, as one reads it who forgets nothing: every move is seen to happen, though not always what moved.
Things begin in the box, where everybody knows them. A shuffle mixes what lies in the zone. A thing that is moved out of
sight may have been any that lay there unseen. A thing that the seat sees is known from then on, until it is mixed again.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from runtime.state import State, Value


class Memory:
    """Of one seat (None: the public) in one game. `groups(S)` reads on in the log and says what could be what."""

    def __init__(self, rules: Any, seat: int | None) -> None:
        self.rules = rules
        self.world = rules.world
        self.seat = seat
        self.begin()

    def begin(self) -> None:
        count = len(self.world.designs)
        self.read_to: Any = None  # the newest entry of the log that has been read
        self.group = list(range(count))  # of each thing
        self.members: dict[int, dict[int, None]] = {thing: {thing: None} for thing in range(count)}
        self.fresh = count  # the next number of a group
        self.lies = [0] * count  # zone instance of each thing
        self.content: dict[int, dict[int, None]] = {0: dict.fromkeys(range(count))}

    # ------------------------------------------------------------------ groups

    def single_out(self, thing: int) -> None:
        """The seat knows this thing."""
        members = self.members[self.group[thing]]
        if len(members) > 1:
            del members[thing]
            self.group[thing] = self.fresh
            self.members[self.fresh] = {thing: None}
            self.fresh += 1

    def mix(self, things: Iterable[int]) -> None:
        """These things, and whatever each of them could be, could be one another."""
        groups = list(dict.fromkeys(self.group[thing] for thing in things))
        if len(groups) < 2:
            return
        groups.sort(key=lambda group: -len(self.members[group]))
        into = self.members[groups[0]]
        for group in groups[1:]:
            for thing in self.members.pop(group):
                into[thing] = None
                self.group[thing] = groups[0]

    # ------------------------------------------------------------------ reading

    def read(self, S: State) -> None:
        """The log from where it was left."""
        news: list[tuple[Value, ...]] = []
        entry = S.log
        while entry is not None and entry is not self.read_to:
            older, event = entry
            news.append(event)
            entry = older
        if entry is not self.read_to:  # another past than the one read so far: something was taken back
            self.begin()
        self.read_to = S.log
        for event in reversed(news):
            self.happened(event)

    def happened(self, event: tuple[Value, ...]) -> None:
        word = event[0]
        if word == "move":
            self.moved(event[1], event[2], event[3], event[4], event[5])
        elif word == "put":
            self.moved(event[1], event[2], event[3], self.world.cell_of[event[4][0]][0], event[5])
        elif word == "shuffle":
            self.mix(self.content.get(event[2], ()))
        elif word in ("reveal", "look"):
            if self.sees(event[3]):
                for thing in event[2]:
                    self.single_out(thing)
        elif word == "face":
            if self.sees(event[4]):
                self.single_out(event[2])
        elif word == "roll" and event[4][0] in ("object", "thing") and not self.sees(event[5]):
            self.mix(event[3])

    def sees(self, mask: int) -> bool:
        return mask == self.rules.kernel.everyone if self.seat is None else bool(mask >> self.seat & 1)

    def moved(self, you: int | None, thing: int, source: int, to: int, mask: int) -> None:
        if self.sees(mask):
            self.single_out(thing)
        elif source:
            self.mix(self.content.get(source, ()))
        elif you is not None and you != self.seat:
            kinds = self.world.kinds  # somebody took it from the box: he may have had the choice of its like
            self.mix(other for other in self.content[0] if kinds[other] == kinds[thing])
        del self.content[self.lies[thing]][thing]
        self.content.setdefault(to, {})[thing] = None
        self.lies[thing] = to

    # ------------------------------------------------------------------ the answer

    def groups(self, S: State) -> list[tuple[int, ...]]:
        """Groups of two things or more, unseen by the seat, each of which could be any other of its group."""
        self.read(S)
        kernel, world = self.rules.kernel, self.world
        seats = len(world.seats)
        astray: dict[int, list[int]] = {}
        for thing in range(seats, len(world.designs)):
            if thing in world.cell_of:
                continue
            if S.L[thing] and self.sees(kernel.viewers(S, thing)):
                self.single_out(thing)
            elif S.L[thing] != self.lies[thing]:  # no log tells how it came there
                astray.setdefault(world.kinds[thing], []).append(thing)
        for things in astray.values():
            self.mix(things)
        return sorted(tuple(sorted(members)) for members in self.members.values() if len(members) > 1)
