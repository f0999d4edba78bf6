"""The interpreter's front: load a table, start a game, ask what stands to be decided, choose, look, save, load, undo."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from runtime.blame import blame, faults_only
from runtime.bounds import MAX_PLAYERS
from runtime.decide import Pending
from runtime.link import SETUP, TURNS, Rules, constant, link
from runtime.log import Story
from runtime.restored import check_restored
from runtime.rng import Streams
from runtime.signals import Fault, UsageError
from runtime.state import FUEL, NOTHING_SAID, State, Value, tupled
from runtime.table import Table, once
from runtime.view import Viewer

SAVE_FORMAT = 1
NAMES = ("Ann", "Ben", "Cleo", "Dan", "Eve", "Finn", "Gus", "Hal", "Ida", "Jon")


@dataclass(frozen=True, slots=True)
class Option:
    """One possible answer. `key` is stable: it does not depend on language or order. `label` is for people."""

    index: int
    key: str
    label: str
    value: Value


@dataclass(frozen=True, slots=True)
class Result:
    """How a game ended. winners: name -> route. losers: names. Nobody may have won."""

    winners: dict[str, str]
    losers: tuple[str, ...]
    reason: str
    turns: int
    faults: int


class Decision:
    """What one player has to decide now. `size` is cheap; `options` writes them out."""

    __slots__ = ("_game", "_pending")

    def __init__(self, game: Game, pending: Pending) -> None:
        self._game = game
        self._pending = pending

    @property
    def seat(self) -> int:
        return self._pending.who

    @property
    def player(self) -> str:
        return self._game.rules.seats[self._pending.who]

    @property
    def kind(self) -> str:
        """choose · may · either · take · react · goal"""
        return self._pending.spec.kind

    @property
    def size(self) -> int:
        return len(self._pending.options)

    @property
    def values(self) -> Sequence[Value]:
        return self._pending.options

    @property
    def rules(self) -> Rules:
        return self._game.rules

    @property
    @faults_only
    def prompt(self) -> str:
        return self._viewer().prompt(self._pending)

    def _viewer(self) -> Viewer:
        self._game.state.fuel = FUEL  # labels may look at much; asking again must not use up what is left
        return Viewer(self._game.rules, self._game.state, self._pending.who)

    @property
    @faults_only
    def options(self) -> tuple[Option, ...]:
        viewer = self._viewer()
        values = self._pending.options
        labels = [viewer.option(self._pending, value, True) for value in values]
        if len(dict.fromkeys(labels)) < len(labels):
            labels = viewer.told_apart(values, labels)
        return tuple(map(Option, range(len(values)), self._keys(viewer), labels, values))

    @property
    @faults_only
    def keys(self) -> tuple[str, ...]:
        """The keys of the options alone, in their order: cheaper than `options`."""
        return tuple(self._keys(self._viewer()))

    def _keys(self, viewer: Viewer) -> list[str]:
        out: list[str] = []
        used: dict[str, int] = {}
        for value in self._pending.options:
            key = viewer.option(self._pending, value)
            used[key] = used.get(key, 0) + 1
            out.append(key if used[key] == 1 else f"{key}#{used[key]}")
        return out


class Game:
    """One game. `Game.new(table, players, seed, options)`; then `decision` and `choose` until `over`."""

    __slots__ = ("_past", "rules", "seed", "state")

    def __init__(self, rules: Rules, state: State, seed: int | str) -> None:
        self.rules = rules
        self.state = state
        self.seed = seed
        self._past: list[State] = []

    # ------------------------------------------------------------------ starting

    @classmethod
    def new(
        cls,
        table: Table,
        players: int | Sequence[str] = 2,
        seed: int | str = 0,
        options: Mapping[str, Any] | None = None,
        setup: bool = True,
        keep_past: bool = False,
        fast: bool = True,
        forced: bool = False,
    ) -> Game:
        """A new game at its first decision. players: a number or names, in seat order. options: by name, within their range.
        With setup=False everything lies in the box, nothing is set up and no turn has begun (scenarios start so).
        Its options may still be changed. keep_past: remember states for `undo`. fast: with shortcuts (without them it is the
        same game, slower: for tests). forced: answers that are the only one are given at once (for players who
        never wait). Raises UsageError."""
        rules, given = prepared(table, players, options, setup, fast)
        try:
            state = fresh_state(rules, seed, given)
        except Fault:
            raise
        except Exception as problem:
            raise blame(rules, problem) from problem
        state.forced = forced
        state.rewritten()
        game = cls(rules, state, seed)
        if keep_past:
            game._past = [state]
        if setup:
            game.begin()
        return game

    @faults_only
    def begin(self, setup: bool = True) -> None:
        """Set up and go to the first decision."""
        S, table = self.state, self.rules.table
        S.frames.append([TURNS, 0, False])
        if setup and table.setup is not None:
            S.quiet = True
            S.frames.append([SETUP, 0])
            self.rules.machine.push_fn(S, table.setup, None, None, ())
        self.advance()

    def advance(self) -> None:
        """Run until a decision stands or the game is over."""
        S = self.state
        S.fuel = FUEL
        S.asked = None
        self.rules.machine.run(S)

    # ------------------------------------------------------------------ playing

    @property
    def over(self) -> bool:
        return self.state.over

    @property
    def decision(self) -> Decision | None:
        """What stands to be decided, or None when the game is over."""
        pending = self.state.asked
        if pending is None:
            if self.state.over or not self.state.frames:
                return None
            self.advance()
            pending = self.state.asked
            if pending is None:
                return None
        return Decision(self, pending)

    def choose(self, answer: int | str) -> None:
        """Answer by the option's number or key. Raises UsageError when there is no such option."""
        decision = self.decision
        if decision is None:
            raise UsageError("the game is over")
        if isinstance(answer, str):
            for option in decision.options:
                if option.key == answer:
                    answer = option.index
                    break
            else:
                raise UsageError(
                    f"there is no option {answer!r}; there are: " + ", ".join(o.key for o in decision.options)
                )
        if not 0 <= answer < decision.size:
            raise UsageError(f"there is no option {answer}; they go from 0 to {decision.size - 1}")
        self.answer(decision.values[answer])

    def answer(self, value: Value) -> None:
        """Answer with an option's value (the fast way)."""
        S = self.state
        if self._past:
            self._past.append(S)
            self.state = S = S.copy()
            self._past[-1].rewritten()  # it would be kept as long as the game
        S.answer = value
        S.asked = None
        S.fuel = FUEL
        self.rules.machine.run(S)

    @faults_only
    def copy(self) -> Game:
        twin = Game(self.rules, self.state.copy(), self.seed)
        return twin

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Game) and self.rules.origin is other.rules.origin and self.state == other.state

    __hash__ = None  # type: ignore[assignment]

    def digest(self) -> str:
        """Hash of the state (not of the log)."""
        return self.state.digest()

    # ------------------------------------------------------------------ taking back

    @faults_only
    def can_undo(self) -> bool:
        """Only answers that told nobody anything new and that nobody else has answered can be taken back."""
        if len(self._past) < 2:
            return False
        before = self._past[-1]
        now = self.state
        return before.info == now.info and self._decider(before) == self._decider(now)

    def _decider(self, state: State) -> int | None:
        game = Game(self.rules, state, self.seed)
        decision = game.decision
        return None if decision is None else decision.seat

    @faults_only
    def undo(self) -> None:
        if not self.can_undo():
            raise UsageError(
                "that cannot be taken back: it told somebody something new, or somebody else has answered since"
            )
        self.state = self._past.pop()
        self.advance()

    # ------------------------------------------------------------------ looking

    def seat(self, player: int | str | None) -> int | None:
        if isinstance(player, str):
            if player not in self.rules.seats:
                raise UsageError(f"nobody is called {player!r}; there are: {', '.join(self.rules.seats)}")
            return self.rules.seats.index(player)
        return player

    @faults_only
    def view(self, player: int | str | None) -> dict[str, Any]:
        """What this player may know (None: the public), as JSON data, with the decision if it is theirs."""
        seat = self.seat(player)
        viewer = Viewer(self.rules, self.state, seat)
        out = viewer.view()
        decision = self.decision
        if decision is not None:
            if decision.seat == seat:
                out["decision"] = {
                    "kind": decision.kind, "prompt": decision.prompt,
                    "options": [{"key": o.key, "label": o.label} for o in decision.options],
                }  # fmt: skip
            else:
                out["waiting"] = True
        return out

    @faults_only
    def log(self, player: int | str | None = None, start: int = 0, everything: bool = False) -> list[str]:
        """The story so far as this player may know it (None: the public)."""
        return Story(self.rules, self.state, self.seat(player), everything).lines(start)

    def why(self, player: int | str | None = None, event: int | None = None) -> list[str]:
        """What led to an event (a number from 0; None: the last one that this player can read), outermost cause first and the
        event itself last, as this player may know it."""
        story = Story(self.rules, self.state, self.seat(player))
        events = self.state.events()
        if event is None:
            known = [at for at, happened in enumerate(events) if story.line(happened) is not None]
            if not known:
                return []
            event = known[-1]
        if not 0 <= event < len(events):
            raise UsageError(f"there is no event {event}; they go from 0 to {len(events) - 1}")
        line = story.line(events[event])
        return [*story.causes(event), *([] if line is None else [line])]

    def events(self) -> list[tuple[Value, ...]]:
        """Everything that happened, as data. Not for players: it names hidden things."""
        return self.state.events()

    @property
    @faults_only
    def result(self) -> Result | None:
        S = self.state
        if not S.over:
            return None
        seats = self.rules.seats
        reason = ""
        entry = S.log  # newest first
        while entry is not None:
            entry, event = entry
            if event[0] in ("win", "lose"):
                reason = event[3]
                break
        return Result(
            {seats[seat]: route for seat, route in sorted(S.won.items())},
            tuple(seats[seat] for seat in S.lost),
            reason,
            S.turn,
            S.faults,
        )

    # ------------------------------------------------------------------ running code of the table

    @faults_only
    def evaluate(
        self, fn: int, you: int | None = None, this: int | None = None, arguments: Sequence[Value] = ()
    ) -> Value:
        """Value of an expression function of the table in this state."""
        self.state.fuel = FUEL
        return self.rules.names[f"e{fn}"](self.state, you, this, *arguments)

    @faults_only
    def run(self, fn: int, you: int | None = None, this: int | None = None, arguments: Sequence[Value] = ()) -> None:
        """Run a statement function now, on top of whatever stands, until it is through or somebody has to decide."""
        S = self.state
        S.asked = None
        S.fuel = FUEL
        floor = len(S.frames)
        self.rules.machine.push_fn(S, fn, you, this, tuple(arguments))
        self.rules.machine.run_until(S, floor)

    # ------------------------------------------------------------------ saving

    @faults_only
    def save(self) -> str:
        """The game as text: everything needed to go on exactly here."""
        decision = self.decision
        S = self.state
        data = {
            "save": SAVE_FORMAT, "table": self.rules.table.hash, "variant": self.rules.table.variant,
            "title": self.rules.table.title, "seats": list(self.rules.seats[: len(self.rules.seats) - len(self.rules.table.robots)]),
            "seed": self.seed, "fixed": self.rules.fixed, "state": S.plain(),
        }  # fmt: skip
        del decision
        return json.dumps(data, ensure_ascii=False, separators=(",", ":"), sort_keys=True)

    @classmethod
    def load(cls, table: Table, text: str, keep_past: bool = False) -> Game:
        """A saved game; from here on it can be taken back if its past is kept.
        Raises UsageError with what differs when it was saved with another table."""
        try:
            data = json.loads(text, object_pairs_hook=once)
            version = data["save"]
        except (ValueError, KeyError, TypeError, RecursionError):
            raise UsageError("this is no saved game") from None
        if version != SAVE_FORMAT:
            raise UsageError(f"this game was saved in format {version!r}; this version reads format {SAVE_FORMAT}")
        if data.get("variant") != table.variant:
            raise UsageError(
                f"this game was saved with the variant {data.get('variant')!r}; {table.variant!r} cannot go on with it"
            )
        if data.get("table") != table.hash:
            raise UsageError(
                f"this game was saved with another version of {data.get('variant')!r} "
                f"(its rules have the hash {str(data.get('table'))[:20]}…, these have {table.hash[:20]}…)"
            )
        try:
            game = cls._restored(table, data)
            if keep_past:
                game._past = [game.state]
        except (Fault, UsageError) as problem:
            raise UsageError(f"the saved game is damaged: {problem}") from None
        except Exception as problem:
            raise UsageError(f"the saved game is damaged ({type(problem).__name__})") from None
        return game

    @classmethod
    def _restored(cls, table: Table, data: dict[str, Any]) -> Game:
        names = data["seats"]
        if type(names) is not list or not all(type(name) is str for name in names) or len(set(names)) != len(names):
            raise UsageError("its seats are no list of names")
        if not 0 < len(names) <= MAX_PLAYERS or (
            data["fixed"] is True and not table.players[0] <= len(names) <= table.players[1]
        ):
            raise UsageError(f"it has {len(names)} players")
        if type(data["seed"]) not in (int, str):
            raise UsageError("its seed is neither a number nor a word")
        state = State.restore(data["state"])
        state.O = [tupled(value) for value in state.O]
        defaults = option_values(table, {})
        changed = {
            option["name"]: value
            for index, (option, value) in enumerate(zip(table.options, state.O, strict=True))
            if value != defaults[index] or type(value) is not type(defaults[index])
        }
        options = option_values(table, changed)
        seats = (*names, *(robot["title"] for robot in table.robots))
        rules = link(table, seats, options, fixed=data["fixed"] is True)
        check_restored(state, rules)
        game = cls(rules, state, data["seed"])
        game.decision  # noqa: B018  (what is wrong deeper down shows here)
        return game


def prepared(
    table: Table, players: int | Sequence[str], options: Mapping[str, Any] | None, setup: bool = True, fast: bool = True
) -> tuple[Rules, dict[int, Any]]:
    """The linked rules, and the value of every option. The arguments are those of `Game.new`."""
    low, high = table.players
    if isinstance(players, int) and not (low <= players <= high if setup else 0 < players <= MAX_PLAYERS):
        raise UsageError(f"{table.title} is for {low} to {high} players, not {players}")
    names = (
        tuple(NAMES[k] if k < len(NAMES) else f"Player {k + 1}" for k in range(players))
        if isinstance(players, int)
        else tuple(players)
    )
    if setup and not low <= len(names) <= high:
        raise UsageError(f"{table.title} is for {low} to {high} players, not {len(names)}")
    if not names or len(set(names)) != len(names):
        raise UsageError("players need names of their own")
    given = option_values(table, options or {})
    try:
        seats = (*names, *(robot["title"] for robot in table.robots))
        rules = link(table, seats, given, fixed=setup, fast=fast)
    except Fault:
        raise
    except Exception as problem:
        raise blame(None, problem) from problem
    return rules, given


def option_values(table: Table, given: Mapping[str, Any]) -> dict[int, Any]:
    """Every option's value: given or default. Raises UsageError."""
    names = {option["name"]: index for index, option in enumerate(table.options)}
    values = {index: constant(table, option["default"], {}) for index, option in enumerate(table.options)}
    for name, value in given.items():
        if name not in names:
            raise UsageError(f"there is no option {name!r}; there are: {', '.join(sorted(names)) or 'none'}")
        index = names[name]
        option = table.options[index]
        kind = option["type"][0]
        if kind == "number" and (isinstance(value, bool) or not isinstance(value, int)):
            raise UsageError(f"option {name} is a number, not {value!r}")
        if kind == "flag" and not isinstance(value, bool):
            raise UsageError(f"option {name} is yes or no, not {value!r}")
        low = None if option["low"] is None else constant(table, option["low"], {})
        high = None if option["high"] is None else constant(table, option["high"], {})
        if (low is not None and value < low) or (high is not None and value > high):
            raise UsageError(f"option {name} goes from {low} to {high}, not {value}")
        values[index] = tupled(value)
    return values


def fresh_state(rules: Rules, seed: int | str, options: Mapping[int, Any]) -> State:
    """Everything in the box, variables at their defaults."""
    table, world = rules.table, rules.world
    S = State.__new__(State)
    count = len(world.designs)
    S.active = S.first = 0
    S.turn = S.ending = S.info = S.faults = S.writes = S.windows = S.dirty = 0
    S.over = S.quiet = False
    S.public = True  # nothing is on offer: what the rules say themselves is binding
    S.L = [0] * count
    S.F = [0] * count
    S.K = [0] * count
    S.N = [0] * count
    S.O = [options[index] for index in range(len(table.options))]
    S.lost, S.rolls, S.running = [], [], []
    S.Z = [[None] * world.spots[i] if i in world.spots else [] for i in range(len(world.zone_of))]
    for instance, places in world.places.items():
        for place in places:
            S.L[place] = instance
    S.on, S.cells, S.frames, S.steps, S.ev = {}, {}, [], [], []
    S.limits, S.won, S.moments = {}, {}, {}
    S.rng = Streams(seed)
    S.log = None
    S.answer = NOTHING_SAID
    S.asked = S.trial = S.batch = None
    S.forced = False
    S.pick = S.known = S.origin = None
    S.fuel = FUEL
    machine = rules.machine
    S.G = [machine.constant_fn(var["default"])(S) for var in table.gvars]
    S.V = []
    for index in rules.column_of:
        field = table.fields[index]
        lo, hi = world.lo[field["kind"]], world.hi[field["kind"]]
        if field["key"] is not None:
            S.V.append([() for _ in range(lo, hi)])
            continue
        default = None if field["default"] is None else machine.constant_fn(field["default"])
        column: list[Value] = []
        for thing in range(lo, hi):
            if thing in world.owner_seat and field["type"] == ["object", 0] and field["default"] is None:
                column.append(world.owner_seat[thing])
            else:
                design = world.designs[thing]
                printed = None if design is None else table.designs[design]["fields"].get(str(index))
                if printed is not None:
                    column.append(machine.constant_fn(printed)(S, thing))
                else:
                    column.append(None if default is None else default(S, thing))
        S.V.append(column)
    for instance in range(len(world.zone_of)):
        zone = table.zones[world.zone_of[instance]]
        if zone["max"] is not None:
            rules.kernel.maximum[instance] = machine.constant_fn(zone["max"])(S)
        if zone["peek"]:
            rules.kernel.peek[instance] = zone["peek_if"] is None or bool(machine.constant_fn(zone["peek_if"])(S))
    return S
