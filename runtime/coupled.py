"""Games of two tables that are as alike as they can be: common random numbers, for telling small differences apart.

An ordinary game draws its chance one number after the other, so that one card or one option more makes another game of it.
In a coupled game nothing is drawn in a row. Every number belongs to what it is for:

- **Shuffles.** Each copy of a card draws a key of its own from the seed, the turn, how often it has been shuffled in this turn, its
  name and the number of the copy; the keys are the order. A card that is added comes in between, and the others
  stay in the order in which they were.
- **Rolls** are numbered within their turn.
- **Choices** of random players: each option draws a number from the seed, the seat, the turn, the number of this sort of decision in it,
  and its key; the highest is taken. An option more or less changes the choice only where it is the highest itself.

So what a change does not touch stays as it was, and after a difference the games can come together again. Each game alone
is as random as any other: every order and every option is as likely. It is another game than the ordinary one with
its seed (`simulate`, `play`), and it is played in frames.

    old, new = Coupled(table, players=4, seed=7, observe=True), Coupled(other, players=4, seed=7, observe=True)
    for pair in zip(play_all(old, 1000), play_all(new, 1000)): …
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, MutableSequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from runtime.game import Decision, Game
from runtime.players import seated
from runtime.rng import BOTS, MASK, MIX1, MIX2, SPAN, STEP, Streams, T, key_of
from runtime.signals import Fault
from runtime.simulate import ERROR, GameRecord, Plan, Watched, finish, play_on, seed_of
from runtime.state import State
from runtime.view import Viewer

#: The kind of player whose choices are coupled. Others choose as they always do.
RANDOM = "random"


@dataclass(slots=True, frozen=True)
class Coupled(Plan):
    """A plan whose games are coupled with those of another table with the same seed, players and kinds."""

    def game(self, index: int) -> GameRecord:
        seed, kinds = seed_of(self.seed, index), self.kinds_of(index)
        record = GameRecord(seed, "cut", kinds=kinds)
        game: Game | None = None
        answers: list[int] = []
        try:
            game = _Game.new(self.table, self.players, seed, self.options, forced=True)
            seats = [
                chooser(game, seed, seat) if kind == RANDOM else seated(game, kind, seed, seat)
                for seat, kind in enumerate(kinds)
            ]
            play_on(game, seats, self.max_moves, answers)
        except Fault as fault:
            record.ended, record.error = ERROR, f"{type(fault).__name__}: {fault}"
        record.moves = len(answers)
        if game is not None:
            finish(game, record, answers)
            if self.observe and isinstance(game, Watched):
                record.observed = game.observer.observed()
        return record


class _Game(Watched):
    __slots__ = ()

    def begin(self, setup: bool = True) -> None:
        self.state.rng = _Chance(self.seed, self.state, named_things(self.rules))
        super().begin(setup)


class _Chance(Streams):
    """Streams whose numbers belong to things and turns."""

    __slots__ = ("at", "counts", "things", "turn")

    def __init__(self, seed: int | str, state: State, things: tuple[int, ...]) -> None:
        super().__init__(seed)
        self.at = state
        self.things = things
        self.turn = -1
        self.counts: dict[Any, int] = {}

    def copy(self) -> _Chance:
        twin = _Chance.__new__(_Chance)
        twin.seed, twin.keys, twin.counters = self.seed, self.keys, self.counters
        twin.at, twin.things, twin.turn, twin.counts = self.at, self.things, self.turn, self.counts.copy()
        return twin

    def count(self, what: Any) -> int:
        """How often this has happened before in this turn."""
        if self.turn != self.at.turn:
            self.turn, self.counts = self.at.turn, {}
        number = self.counts.get(what, 0)
        self.counts[what] = number + 1
        return number

    def shuffle(self, label: str, items: MutableSequence[T]) -> None:
        keys: dict[int, int] = {}  # of the first, second … shuffle of a thing in this turn

        def place(item: Any) -> int:
            number = self.count((label, item))
            if number not in keys:
                keys[number] = key_of(self.seed, f"coupled {label} {self.turn} {number}")
            return mixed(keys[number] ^ (self.things[item] if item is not None else 0))

        items[:] = sorted(items, key=place)

    def below(self, label: str, n: int) -> int:
        number = self.count(label)
        key = key_of(self.seed, f"coupled {label} {self.turn} {number}")
        while True:
            key = key + STEP & MASK
            found = mixed(key)
            if found - found % n <= SPAN - n:
                return found % n


def mixed(z: int) -> int:
    """64 bits that look like chance, of 64 bits (the last step of SplitMix64)."""
    z = ((z ^ z >> 30) * MIX1) & MASK
    z = ((z ^ z >> 27) * MIX2) & MASK
    return z ^ z >> 31


def numbered(text: str) -> int:
    """64 bits for a text."""
    return int.from_bytes(hashlib.sha256(text.encode("utf-8", "surrogatepass")).digest()[:8], "big")


@lru_cache(maxsize=16)
def named_things(rules: Any) -> tuple[int, ...]:
    """A number for each thing: of its name, whose it is, and which copy."""
    world = rules.world
    seen: dict[str, int] = {}
    out = []
    for thing in range(len(world.designs)):
        owner = world.owner_seat.get(thing)
        name = world.name(thing) + ("" if owner is None else f"/{world.seats[owner]}")
        copy = seen[name] = seen.get(name, 0) + 1
        out.append(numbered(f"{name}#{copy}"))
    return tuple(out)


@lru_cache(maxsize=16)
def _known(rules: Any) -> dict[Any, int]:
    """Numbers of options that have been asked for; they depend on nothing but the rules."""
    return {}


def chooser(game: Game, seed: int | str, seat: int) -> Callable[[Decision], int]:
    """A random player of one seat who chooses by the names of the options."""
    rules, key, known = game.rules, key_of(seed, f"coupled {BOTS} {seat}"), _known(game.rules)
    counts: dict[str, int] = {}
    now = -1

    def choose(decision: Decision) -> int:
        nonlocal now, counts
        state, pending = game.state, game.state.asked
        if state.turn != now:
            now, counts = state.turn, {}
        spec = pending.spec
        number = counts.get(spec.kind, 0)
        counts[spec.kind] = number + 1
        moment = mixed(key ^ numbered(f"{now} {spec.kind} {number}"))
        viewer = None
        best, at = -1, 0
        twins: dict[int, int] = {}
        for index, value in enumerate(pending.options):
            # what comes first of several answers at the same time depends on the moment, everything else on the rules
            name = None if spec.kind == "order" else (spec.index, value)
            option = None if name is None else known.get(name)
            if option is None:
                viewer = viewer or Viewer(rules, state, None, True)
                option = numbered(viewer.option(pending, value))
                if name is not None:
                    known[name] = option
            twin = twins[option] = twins.get(option, -1) + 1  # two of one name are two options
            chance = mixed(moment ^ (option + twin * STEP & MASK))
            if chance > best:
                best, at = chance, index
        return at

    return choose
