"""Many games without people: one game after another, or in several processes, with the same result.

For programs that look at each game:

    plan = Plan(table, players=4, seed=7, kinds=("greedy", "random"), observe=True)
    for record in play_all(plan, games=1000, jobs=2):     # GameRecords, game 0 first
        record.winners, record.turns, record.observed.cards …

Game k of a plan has a seed made of the plan's seed and k (`seed_of`), and players who have moved on by k seats
(`Plan.kinds_of`), so it can be played again alone: `plan.game(12)`. The games of two plans with the same seed, number of
players and kinds are pairs: game k of both begins with the same shuffles and the same streams of the players. What comes
out never depends on `jobs`. `simulate` counts instead of telling each game.
"""

from __future__ import annotations

import hashlib
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from runtime.decide import MAX_OPTIONS
from runtime.game import Decision, Game, prepared
from runtime.observed import Observed, Observer
from runtime.players import new_player, seated
from runtime.players.random import picker
from runtime.signals import Fault, UsageError
from runtime.state import FUEL, State
from runtime.straight import straight_form
from runtime.table import Table
from runtime.workers import in_order

MAX_MOVES = 10_000
#: Games that one process plays, at most, before it reports.
CHUNK = 100
#: How many games that went wrong are told apart.
MAX_TOLD = 20

WON, LOST, NOBODY, ERROR, CUT = "won", "lost", "nobody", "error", "cut"


@dataclass(slots=True)
class GameRecord:
    """How one game went. ended: "won" (by anybody) · "lost" (all together) · "nobody" (over, and nobody won or lost) ·
    "error" (the rules let something happen that must not) · "cut" (too many moves).

    winners: seat -> route · moves: decisions that left a choice · digest: hash of every answer and of how it ended, the
    same for two games of one table only when they are the same game · first: the seat that began · kinds: who played, by
    seat · observed: what became of the cards, if that was asked for · straight: played in the straight form."""

    seed: int | str
    ended: str
    winners: dict[int, str] = field(default_factory=dict)
    reason: str = ""
    turns: int = 0
    moves: int = 0
    error: str = ""
    digest: bytes = b""
    first: int = 0
    kinds: tuple[str, ...] = ()
    observed: Observed | None = None
    straight: bool = field(default=False, compare=False)


@dataclass(slots=True)
class Series:
    """What came out of a series. Every count is of games. routes: games in which somebody won this way; seats: games
    that the seat won; losses: common losses by reason; turns, moves: length -> games, of games that came to an end
    without error."""

    table: str
    seed: int | str
    players: int
    games: int = 0
    ended: Counter[str] = field(default_factory=Counter)
    routes: Counter[str] = field(default_factory=Counter)
    seats: Counter[int] = field(default_factory=Counter)
    losses: Counter[str] = field(default_factory=Counter)
    turns: Counter[int] = field(default_factory=Counter)
    moves: Counter[int] = field(default_factory=Counter)
    total_moves: int = 0
    shared: int = 0
    told: list[tuple[int, str]] = field(default_factory=list)
    digest: str = ""

    @property
    def finished(self) -> int:
        """Games that came to an end, without error."""
        return self.games - self.ended[ERROR] - self.ended[CUT]

    def add(self, index: int, record: GameRecord) -> None:
        self.games += 1
        self.ended[record.ended] += 1
        self.total_moves += record.moves
        if record.ended in (ERROR, CUT):
            if len(self.told) < MAX_TOLD:
                self.told.append((index, record.error or f"not over after {record.moves} moves"))
            return
        self.turns[record.turns] += 1
        self.moves[record.moves] += 1
        for seat in record.winners:
            self.seats[seat] += 1
        for route in dict.fromkeys(record.winners.values()):
            self.routes[route] += 1
        self.shared += len(record.winners) > 1
        if record.ended == LOST:
            self.losses[record.reason] += 1

    def join(self, other: Series) -> None:
        """Add what a later part of the same series found."""
        self.games += other.games
        self.total_moves += other.total_moves
        self.shared += other.shared
        for name in ("ended", "routes", "seats", "losses", "turns", "moves"):
            getattr(self, name).update(getattr(other, name))
        self.told = [*self.told, *other.told][:MAX_TOLD]


def seed_of(seed: int | str, index: int) -> str:
    """The seed of game `index` (from 0) of a series."""
    return f"{seed}.{index}"


def play_game(
    table: Table,
    players: int | Sequence[str] = 2,
    seed: int | str = 0,
    options: Mapping[str, Any] | None = None,
    kinds: Sequence[str] = ("random",),
    max_moves: int = MAX_MOVES,
    with_digest: bool = True,
    frames: bool = False,
    observe: bool = False,
) -> GameRecord:
    """One game to its end. kinds: a kind of player for each seat (the last one for all that follow). frames: not in the
    straight form, even where that would do (it is the same game, slower: for tests). observe: tell what becomes of the
    cards (observed.py).

    Whatever the table does wrong becomes the record's `error`; only a wrong request raises (UsageError)."""
    if not frames and set(kinds) == {"random"}:
        record = _straight(table, players, seed, options, max_moves, with_digest, observe)
        if record is not None:
            return record
    record = GameRecord(seed, CUT)
    game = None
    answers: list[int] = []
    try:
        game = (Watched if observe else Game).new(table, players, seed, options, forced=True)
        seats: list[Callable[[Decision], int]] = [
            seated(game, kinds[min(seat, len(kinds) - 1)], seed, seat) for seat in range(len(game.rules.seats))
        ]
        play_on(game, seats, max_moves, answers)
    except Fault as fault:
        record.ended, record.error = ERROR, f"{type(fault).__name__}: {fault}"
    record.moves = len(answers)
    if game is not None:
        finish(game, record, answers if with_digest else None)
        if isinstance(game, Watched):
            record.observed = game.observer.observed()
    return record


class Watched(Game):
    """A game in frames that is observed from its beginning."""

    __slots__ = ("observer",)
    observer: Observer

    def begin(self, setup: bool = True) -> None:
        self.observer = Observer(self.rules, self.state)
        super().begin(setup)


class _Cut(Exception):
    """Too many moves."""


def _straight(
    table: Table, players: int | Sequence[str], seed: int | str, options: Mapping[str, Any] | None, max_moves: int,
    with_digest: bool, observe: bool,
) -> GameRecord | None:  # fmt: skip
    """The same without frames, or None where they are needed: for what the straight form does not do, and for games in which
    anything goes wrong, since the frames tell it better."""
    try:
        rules, given = prepared(table, players, options)
        form = straight_form(rules)
        if isinstance(form, str) or form.vain():
            return None
        state = form.fresh(given, seed)
    except UsageError:
        raise
    except Exception:  # whatever it was: the frames say it
        return None
    answers: list[int] = []
    pick = picker(seed, len(rules.seats), answers)
    observer = Observer(rules, state) if observe else None

    def bounded(seat: int, size: int) -> int:
        if len(answers) >= max_moves or size > MAX_OPTIONS:
            raise _Cut
        state.fuel = FUEL
        return pick(seat, size)

    def watched(seat: int, size: int) -> int:
        if state.turn != observer.turn:  # type: ignore[union-attr]
            observer.asked(seat)  # type: ignore[union-attr]
        return bounded(seat, size)

    form.games += 1
    try:
        form.play(state, bounded if observer is None else watched)
    except _Cut:
        if len(answers) < max_moves:
            return None
    except Exception:  # whatever it was: the frames say it
        return None
    if state.faults:
        return None
    form.done += 1
    record = GameRecord(seed, CUT, moves=len(answers), straight=True)
    finish(Game(rules, state, seed), record, answers if with_digest else None)
    if observer is not None:
        record.observed = observer.observed()
    return record


def play_on(game: Game, seats: list[Callable[[Decision], int]], max_moves: int, answers: list[int]) -> None:
    """To the end, or until there were more moves."""
    state, answer = game.state, game.answer
    asked = game.observer.asked if isinstance(game, Watched) else None
    while (pending := state.asked) is not None:
        options = pending.options
        if len(options) == 1:
            answer(options[0])
            continue
        if len(answers) >= max_moves:
            return
        if asked is not None:
            asked(pending.who)
        answers.append(seats[pending.who](Decision(game, pending)))
        answer(options[answers[-1]])


def finish(game: Game, record: GameRecord, answers: list[int] | None = None) -> None:
    """Read the outcome of a game into its record. answers: given when their digest is wanted."""
    state = game.state
    record.turns = state.turn
    record.first = state.first
    if answers is not None:
        record.digest = hashlib.sha256(repr((answers, ending(state))).encode()).digest()
    if record.ended == ERROR:
        return
    if state.faults:
        record.ended = ERROR
        record.error = next(f"fault: {event[2]} {event[3]}" for event in game.events() if event[0] == "fault")
        return
    result = game.result
    if result is None:
        return
    names = game.rules.seats
    record.winners = {names.index(name): route for name, route in result.winners.items()}
    record.reason = result.reason
    record.ended = WON if result.winners else LOST if result.losers else NOBODY


def ending(state: State) -> tuple[Any, ...]:
    """Where everything lies, and who has won or lost."""
    return (
        state.Z, state.L, state.F, state.K, state.V, state.G, sorted(state.on.items()), state.turn, state.active, state.over,
        sorted(state.won.items()), state.lost, sorted(state.rng.counters.items()),
    )  # fmt: skip


@dataclass(slots=True, frozen=True)
class Plan:
    """Everything that the games of a series depend on. kinds: who plays, by seat in game 0, the last one for all seats that
    follow. observe: say of each game what became of its cards."""

    table: Table
    players: int = 2
    seed: int | str = 0
    kinds: tuple[str, ...] = ("random",)
    options: Mapping[str, Any] | None = None
    max_moves: int = MAX_MOVES
    observe: bool = False

    def kinds_of(self, index: int) -> tuple[str, ...]:
        """Who sits where in game `index`: from game to game everybody moves on by one seat, so that in as many games as there
        are seats each kind sits everywhere as often as its neighbours do."""
        by_seat = [self.kinds[min(seat, len(self.kinds) - 1)] for seat in range(self.players)]
        return tuple(by_seat[(seat - index) % self.players] for seat in range(self.players))

    def game(self, index: int) -> GameRecord:
        """Game `index` (from 0)."""
        seed, kinds = seed_of(self.seed, index), self.kinds_of(index)
        record = play_game(self.table, self.players, seed, self.options, kinds, self.max_moves, observe=self.observe)
        record.kinds = kinds
        return record

    def check(self) -> None:
        """Raises UsageError for a wrong number of players, an unknown option or kind of player."""
        prepared(self.table, self.players, self.options)
        for seat, kind in enumerate(self.kinds):
            new_player(kind, self.seed, seat)


@dataclass(slots=True, frozen=True)
class _Records:
    """Games first to last - 1 of a plan as they are."""

    plan: Plan

    def __call__(self, span: tuple[int, int]) -> list[GameRecord]:
        return [self.plan.game(index) for index in range(*span)]


@dataclass(slots=True, frozen=True)
class _Counts:
    """The same as counts, and their digests one behind the other."""

    plan: Plan

    def __call__(self, span: tuple[int, int]) -> tuple[Series, bytes]:
        plan = self.plan
        series, digests = Series(plan.table.hash, plan.seed, plan.players), []
        for index in range(*span):
            record = plan.game(index)
            series.add(index, record)
            digests.append(record.digest)
        return series, b"".join(digests)


def spans(games: int, longest: int = CHUNK) -> list[tuple[int, int]]:
    """Numbers of games, cut into parts of the same size (first, last + 1). How, depends on nothing else."""
    size = max(1, min(longest, games // 64))
    return [(first, min(first + size, games)) for first in range(0, games, size)]


def play_all(plan: Plan, games: int, jobs: int = 1) -> Iterator[GameRecord]:
    """Every game of a plan, game 0 first. Raises UsageError at once for what cannot be played."""
    plan.check()
    return (record for part in in_order(_Records(plan), spans(games), jobs) for record in part)


def simulate(
    table: Table,
    games: int,
    players: int = 2,
    seed: int | str = 0,
    jobs: int = 1,
    options: Mapping[str, Any] | None = None,
    kinds: Sequence[str] = ("random",),
    max_moves: int = MAX_MOVES,
    progress: Callable[[int], None] | None = None,
) -> Series:
    """A series of games. The result depends on everything but `jobs` and `progress` (called with the games so far).

    Raises UsageError for a wrong number of players, an unknown option or kind of player."""
    if games < 0:
        raise UsageError("a series has 0 games or more")
    plan = Plan(table, players, seed, tuple(kinds), options, max_moves)
    plan.check()
    series, digest = Series(table.hash, seed, players), hashlib.sha256()
    for part, digests in in_order(_Counts(plan), spans(games), jobs):
        series.join(part)
        digest.update(digests)
        if progress is not None:
            progress(series.games)
    series.digest = digest.hexdigest()
    return series
