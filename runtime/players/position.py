"""Where a game stands, as a seat may know it, in a form that can be played on from.

A position is a state in which everything that the seat does not see lies in one fixed order, whatever the true order
is: it is made of what the seat may know and nothing else, and it is plain data. Whoever has it can deal the unseen things
at random, as often as he likes (`Imagination`), also in the middle of an action: what runs is part of the state, and things
that it speaks of are given their new numbers with all others.

Everybody at the table is taken to know: which question stands, and how far it has been answered; what somebody has chosen that
is no thing (a number, a word); and what the rules do with things in the box.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from runtime.decide import Pending
from runtime.game import Game, fresh_state, prepared
from runtime.link import RULE
from runtime.players.memory import Memory
from runtime.players.renaming import Renaming
from runtime.players.slots import POOL, THING, of_type
from runtime.rng import Streams
from runtime.signals import Fault, UsageError
from runtime.state import State, Value
from runtime.table import Table

#: Rounds in which things dealt to a zone that does not take them are changed for others.
ROUNDS = 3


@dataclass(frozen=True, slots=True)
class Position:
    """table: hash of the rule table · seats, options: what the game was begun with · fixed: whether these options stay ·
    state: as in a save, without log · unseen: groups of things of which each could be any other of its group"""

    table: str
    seats: tuple[str, ...]
    options: dict[str, Any]
    fixed: bool
    state: dict[str, Any]
    unseen: tuple[tuple[int, ...], ...]


class Positions:
    """Makes the positions of one seat in one game, one after the other. It belongs to whoever runs the game."""

    def __init__(self, rules: Any, seat: int) -> None:
        self.rules = rules
        self.seat = seat
        self.memory = Memory(rules, seat)
        self.renaming = renaming_of(rules)
        self.untouched: list[list[Value]] | None = None

    def position(self, S: State) -> Position:
        rules = self.rules
        groups = self.memory.groups(S)
        T = S.copy()
        T.log, T.rng, T.rolls = None, Streams(0), []
        unseen = [thing for group in groups for thing in group]
        spoken_of = self.spoken_of(T, unseen)
        mine = S.asked is not None and S.asked.who == self.seat
        offered = dict.fromkeys(self.offered(S.asked) if mine else ())
        self.gather(T, unseen, {thing: at for thing, at in spoken_of.items() if thing not in offered})
        self.renaming.apply(T, self.in_order(T, groups, spoken_of))
        if not mine:
            self.sort_pools(T, unseen)
        self.forget(T, unseen)
        robots = len(rules.table.robots)
        options = {option["name"]: value for option, value in zip(rules.table.options, T.O, strict=True)}
        return Position(
            rules.origin.hash,
            rules.seats[: len(rules.seats) - robots],
            options,
            rules.fixed,
            T.plain(False),
            tuple(groups),
        )

    def spoken_of(self, S: State, unseen: list[int]) -> dict[int, int]:
        """Unseen things that what runs speaks of, numbered in the order in which it does."""
        found: dict[int, int] = {}

        class Noting(dict[int, int]):
            def get(self, key: int, default: Any = None) -> Any:
                if key in self:
                    found.setdefault(key, len(found))
                return default

        noting = Noting.fromkeys(unseen, 0)
        for frame in S.frames:
            self.renaming.frame(frame, noting)
        for queue in S.steps:
            for routine, values, _ in queue:
                self.renaming.values(values, self.renaming.slots.routines[routine], noting)
        return found

    def offered(self, pending: Pending) -> Iterator[int]:
        """Things that the one who decides may choose, or has chosen: he points at them, so their places matter."""
        spec, kinds = pending.spec, self.renaming.slots.routines.get(pending.frame[0], ())
        for value in (*pending.options, *pending.picks):
            if spec.kind == "either" and type(value) is tuple:
                slot = spec.branches[value[0]].slot
                if slot is not None and kinds[slot] & THING:
                    yield from numbers(value[1])
            elif spec.kind == "take" and type(value) is tuple and value[0] == "take":
                for argument, kind in zip(value[2], self.rules.table.actions[value[1]]["types"], strict=True):
                    if of_type(kind) & THING:
                        yield from numbers(argument)
            elif spec.kind in ("choose", "goal") and of_type(spec.type) & THING:
                yield from numbers(value)

    def gather(self, S: State, unseen: list[int], spoken_of: dict[int, int]) -> None:
        """In zones without an order, the unseen things that are spoken of change places with others, so that their place there
        tells nothing."""
        hidden = frozenset(unseen)
        world = self.rules.world
        for instance in dict.fromkeys(S.L[thing] for thing in spoken_of):
            shape = self.rules.table.zones[world.zone_of[instance]]["shape"]
            if shape == "pile" or instance in world.spots or instance in world.places:
                continue
            zone = S.Z[instance]
            places = [at for at, thing in enumerate(zone) if thing in hidden]
            things: list[Any] = sorted((zone[at] for at in places), key=lambda t: spoken_of.get(t, len(spoken_of)))
            for at, thing in zip(places, things, strict=True):
                zone[at] = thing

    def sort_pools(self, S: State, unseen: list[int]) -> None:
        """Lists that somebody else chooses from: the order tells nothing of which have been chosen already."""
        hidden = frozenset(unseen)
        for frame in S.frames:
            for at, kind in enumerate(self.renaming.slots.routines.get(frame[0], ()), 2):
                if kind & POOL and type(frame[at]) is tuple:
                    in_order = iter(sorted(thing for thing in frame[at] if thing in hidden))
                    frame[at] = tuple([next(in_order) if thing in hidden else thing for thing in frame[at]])

    def in_order(self, S: State, groups: list[tuple[int, ...]], spoken_of: dict[int, int]) -> dict[int, int]:
        """New numbers for unseen things: from the first place where one of a group lies to the last, in order."""
        new: dict[int, int] = {}
        order = {}
        for instance in dict.fromkeys(S.L[thing] for group in groups for thing in group):
            for at, thing in enumerate(S.Z[instance]):
                order[thing] = at
        world = self.rules.world

        def place(thing: int) -> tuple[int, ...]:
            if thing in S.cells:
                return (S.L[thing], world.cell_of[S.cells[thing][0]][1], S.on[S.cells[thing][0]].index(thing))
            return (S.L[thing], order.get(thing, 0), spoken_of.get(thing, len(spoken_of)), thing)

        for group in groups:
            new.update(zip(sorted(group, key=place), group, strict=True))
        return new

    def forget(self, S: State, unseen: list[int]) -> None:
        """What the seat cannot know about things, beside which they are."""
        world, table, kernel = self.rules.world, self.rules.table, self.rules.kernel
        for past in S.moments.values():
            past.rng, past.rolls, past.log = Streams(0), [], None
            self.forget(past, unseen)
        hidden = frozenset(unseen)
        own = 1 << self.seat
        S.K = [mask if mask == kernel.everyone else mask & own for mask in S.K]
        for thing in unseen:
            zone = table.zones[world.zone_of[S.L[thing]]]
            S.K[thing] = 0
            if zone["see"] != "faces":
                S.F[thing] = 0
        S.steps = [
            [
                (
                    routine,
                    values,
                    tuple((at, 0 if values[at] is None or S.N[values[at]] == n else -1) for at, n in stamps),
                )
                for routine, values, stamps in queue
            ]
            for queue in S.steps
        ]
        S.N = [0] * len(S.N)
        for frame in S.frames:
            if frame[0] == RULE and frame[1]:
                frame[-1] = 0 if frame[-1] == S.writes else -1
        S.writes = S.info = 0
        if self.untouched is None:
            self.untouched = fresh_state(self.rules, 0, dict(enumerate(S.O))).V
        for column, field in enumerate(self.rules.column_of):
            entry = table.fields[field]
            lo, hi = world.lo[entry["kind"]], world.hi[entry["kind"]]
            for thing in range(lo, hi):
                owner = thing if thing < len(world.seats) else world.owner_seat.get(thing)
                if thing in hidden or (entry["secret"] and owner != self.seat):
                    S.V[column][thing - lo] = self.untouched[column][thing - lo]


def numbers(value: Value) -> Iterator[int]:
    """The numbers in a value."""
    if isinstance(value, (tuple, list)):
        for item in value:
            yield from numbers(item)
    elif type(value) is int:
        yield value


class Imagination:
    """Games as they may stand, for all that a position tells. Raises UsageError when it is of another table."""

    def __init__(self, table: Table, position: Position) -> None:
        if table.hash != position.table:
            raise UsageError("this position is of a game of another rule table")
        self.rules, _ = prepared(table, position.seats, position.options, position.fixed)
        self.renaming = renaming_of(self.rules)
        self.state = State.restore(position.state)
        self.state.forced = True
        self.unseen = position.unseen
        world = self.rules.world
        #: Of each zone instance, the kinds that it takes (None: all).
        self.takes: list[frozenset[int] | None] = []
        for zone in world.zone_of:
            kinds = self.rules.table.zones[zone]["kinds"]
            self.takes.append(frozenset(k for kind in kinds for k in world.subkinds[kind]) if kinds else None)

    def game(self, streams: Streams, label: str) -> Game:
        """One game that the seat cannot tell from the true one: what it does not see is dealt with numbers of a stream, and so
        is what chance will bring."""
        T = self.state.copy()
        new: dict[int, int] = {}
        for group in self.unseen:
            dealt = list(group)
            streams.shuffle(label, dealt)
            self.fit(T, group, dealt)
            new.update(zip(group, dealt, strict=True))
        self.renaming.apply(T, new)
        T.rng = Streams(str(streams.next(label)))
        T.log = (None, ("note", None, "imagined"))
        game = Game(self.rules, T, 0)
        try:
            game.advance()
        except Fault:
            pass  # what was dealt does not go together: no question stands in it
        return game

    def fit(self, S: State, group: Sequence[int], dealt: list[int]) -> None:
        """What was dealt to a zone that does not take its kind changes places."""
        kinds, L, takes = self.rules.world.kinds, S.L, self.takes
        wanted = [takes[L[thing]] for thing in group]
        for _ in range(ROUNDS):
            wrong = [at for at, thing in enumerate(dealt) if (w := wanted[at]) is not None and kinds[thing] not in w]
            if not wrong:
                return
            for at in wrong:
                mine = wanted[at]
                for other, thing in enumerate(dealt):
                    theirs = wanted[other]
                    if (mine is None or kinds[thing] in mine) and (theirs is None or kinds[dealt[at]] in theirs):
                        dealt[at], dealt[other] = dealt[other], dealt[at]
                        break


def renaming_of(rules: Any) -> Renaming:
    """Worked out once for linked rules."""
    found: Renaming | None = rules.known.get("renaming")
    if found is None:
        found = rules.known["renaming"] = Renaming(rules)
    return found
