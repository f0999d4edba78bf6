"""The state of a game as plain data: lists, tuples, dictionaries, numbers. Nothing in it is code.

`copy`, `plain` (for saving), `restore` and `digest` are the only operations. Everything that changes a state stands in
`effects.py`; frames are lists `[routine, pc, locals…]` that the machine in `machine.py` runs.
"""

from __future__ import annotations

import hashlib
import json
from typing import Any

from runtime.rng import Streams

#: `answer` while nobody has answered.
NOTHING_SAID = object()
#: Kernel effects, loop rounds, options and trials between two decisions before a game is stopped with an error.
FUEL = 5_000_000
#: Steps of expressions that cost one unit of it.
STEPS_OF_FUEL = 40

Value = Any  # int | bool | str | None | tuple of values

#: Attributes that are single values.
SCALARS = (
    "active",
    "first",
    "turn",
    "over",
    "ending",
    "public",
    "info",
    "faults",
    "writes",
    "dirty",
    "windows",
    "quiet",
)
#: Attributes that are flat lists of values.
FLAT = ("L", "F", "K", "N", "O", "G", "lost", "rolls", "running")
#: Not part of the state: what the machine holds while it runs (see machine.py). Never saved, compared or copied.
TRANSIENT = ("answer", "asked", "trial", "batch", "fuel", "forced", "pick", "known", "origin")


class State:
    """L: zone instance of each object · Z: contents of each zone instance, top first (None: empty cell of a grid or ring)
    V: one list for each variable field · F: 1 for objects lying face down · K: bit mask of players who know the object by
    having been shown it · N: how often each object has changed its zone · on, cells: pieces on places and places under
    pieces · O, G: options and variables of the game · frames, steps, ev, limits: what is running · won: winners and
    routes · moments: earlier states that are still referred to · rng: random streams · log: newest event first, as a
    chain of pairs."""

    __slots__ = (
        *SCALARS,
        *FLAT,
        "Z",
        "V",
        "on",
        "cells",
        "frames",
        "steps",
        "ev",
        "limits",
        "won",
        "moments",
        "rng",
        "log",
        *TRANSIENT,
    )

    active: int
    first: int
    turn: int
    over: bool
    ending: int
    public: bool
    info: int
    faults: int
    writes: int
    dirty: int
    windows: int
    quiet: bool
    L: list[int]
    F: list[int]
    K: list[int]
    N: list[int]
    O: list[Value]  # noqa: E741
    G: list[Value]
    lost: list[int]
    rolls: list[Value]
    running: list[int]
    Z: list[list[int | None]]
    V: list[list[Value]]
    on: dict[int, tuple[int, ...]]
    cells: dict[int, tuple[int, ...]]
    frames: list[list[Value]]
    steps: list[list[Value]]
    ev: list[tuple[Value, ...]]
    limits: dict[tuple[Value, ...], int]
    won: dict[int, str]
    moments: dict[int, State]
    rng: Streams
    log: Any
    answer: Any
    asked: Any
    trial: int | None
    batch: list[Any] | None
    fuel: int
    forced: bool
    pick: Any
    known: tuple[Any, dict[Any, Value]] | None  # see recall.py
    origin: State | None  # of a `try`: the state that it began on, which does not change meanwhile

    def copy(self) -> State:
        """An independent state equal to this one. Costs less than a move."""
        new = State.__new__(State)
        new.active = self.active
        new.first = self.first
        new.turn = self.turn
        new.over = self.over
        new.ending = self.ending
        new.public = self.public
        new.info = self.info
        new.faults = self.faults
        new.writes = self.writes
        new.dirty = self.dirty
        new.windows = self.windows
        new.quiet = self.quiet
        new.L = self.L[:]
        new.F = self.F[:]
        new.K = self.K[:]
        new.N = self.N[:]
        new.O = self.O  # options never change during a game (a scenario replaces the list)
        new.G = self.G[:]
        new.lost = self.lost[:]
        new.rolls = self.rolls[:]
        new.running = self.running[:]
        new.Z = [*map(list.copy, self.Z)]
        new.V = [*map(list.copy, self.V)]
        new.on = self.on.copy()
        new.cells = self.cells.copy()
        new.frames = [*map(list.copy, self.frames)]
        new.steps = [*map(list.copy, self.steps)]
        new.ev = self.ev[:]
        new.limits = self.limits.copy()
        new.won = self.won.copy()
        new.moments = self.moments.copy()  # moments are never changed
        new.rng = self.rng.copy()
        new.log = self.log
        new.answer = NOTHING_SAID
        new.asked = None
        new.trial = None
        new.batch = None
        new.fuel = self.fuel
        new.forced = self.forced
        new.pick = new.origin = None
        if self.known is not None and self.known[0] is not self.log:
            self.known = (self.log, {})
        new.known = self.known  # what either of them works out both know, until one of them changes
        return new

    def plain(self, with_log: bool = True) -> dict[str, Any]:
        """The state as JSON data."""
        out: dict[str, Any] = {name: getattr(self, name) for name in SCALARS}
        for name in FLAT:
            out[name] = list(getattr(self, name))
        out["Z"] = [list(zone) for zone in self.Z]
        out["V"] = [list(column) for column in self.V]
        out["on"] = [[place, list(pieces)] for place, pieces in sorted(self.on.items())]
        out["cells"] = [[piece, list(places)] for piece, places in sorted(self.cells.items())]
        out["frames"] = self.frames
        out["steps"] = self.steps
        out["ev"] = self.ev
        out["limits"] = sorted(([list(key), count] for key, count in self.limits.items()), key=json.dumps)
        out["won"] = [[player, route] for player, route in sorted(self.won.items())]
        out["moments"] = [[key, moment.plain(False)] for key, moment in sorted(self.moments.items())]
        out["rng"] = self.rng.state()
        if with_log:
            out["log"] = self.events()
        return out

    @staticmethod
    def restore(data: dict[str, Any]) -> State:
        """The state that `plain` gave. Lists inside values become tuples again."""
        new = State.__new__(State)
        for name in SCALARS:
            setattr(new, name, data[name])
        for name in FLAT:
            setattr(new, name, [tupled(value) for value in data[name]])
        new.Z = [list(zone) for zone in data["Z"]]
        new.V = [[tupled(value) for value in column] for column in data["V"]]
        new.on = {place: tuple(pieces) for place, pieces in data["on"]}
        new.cells = {piece: tuple(places) for piece, places in data["cells"]}
        new.frames = [[tupled(value) for value in frame] for frame in data["frames"]]
        new.steps = [[tupled(value) for value in queue] for queue in data["steps"]]
        new.ev = [tupled(event) for event in data["ev"]]
        new.limits = {tupled(key): count for key, count in data["limits"]}
        new.won = dict(data["won"])
        new.moments = {key: State.restore(moment) for key, moment in data["moments"]}
        new.rng = Streams.from_state(data["rng"])
        new.log = None
        for event in data.get("log", ()):
            new.log = (new.log, tupled(event))
        new.answer = NOTHING_SAID
        new.asked = None
        new.trial = None
        new.batch = None
        new.fuel = FUEL
        new.forced = False
        new.pick = new.origin = None
        new.rewritten()
        return new

    def noted(self, event: tuple[Value, ...]) -> None:
        """Something is told that changes nothing."""
        known, log = self.known, self.log
        self.log = (log, event)
        if known is not None and known[0] is log:
            self.known = (self.log, known[1])

    def rewritten(self) -> None:
        """Something was changed past the effects (or everything is new): nothing that was worked out holds any more."""
        self.known = (NOTHING_SAID, {})

    def events(self) -> list[tuple[Value, ...]]:
        """The log, oldest first."""
        out = []
        entry = self.log
        while entry is not None:
            entry, event = entry
            out.append(event)
        out.reverse()
        return out

    def digest(self) -> str:
        """Hash of everything but the log."""
        return hashlib.sha256(json.dumps(self.plain(False), separators=(",", ":")).encode()).hexdigest()

    def __eq__(self, other: object) -> bool:
        return isinstance(other, State) and self.plain() == other.plain()

    def __hash__(self) -> int:
        return int(self.digest()[:15], 16)


def tupled(value: Any) -> Value:
    """JSON lists as the tuples they were."""
    return tuple(tupled(item) for item in value) if isinstance(value, (list, tuple)) else value
