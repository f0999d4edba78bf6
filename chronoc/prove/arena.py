"""Single turns, played by the interpreter: from a state of the cone to all that a play can make of it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from chronoc.prove.effects import SEAT, Source, Writing
from chronoc.prove.values import Atom
from chronoc.scenario.play import Play
from runtime.decide import DONE, PASS
from runtime.game import Game
from runtime.link import TURNS
from runtime.signals import Fault, GameOver
from runtime.state import FUEL, State, Value

#: What differs from the beginning, in the order of atoms.
Change = tuple[tuple[Atom, Value], ...]
LEAVES = 4000  # ways through one turn
SPARE = 3  # cards that are held besides the one that is played
NOTHING: frozenset[int] = frozenset()


@dataclass(slots=True, frozen=True)
class Answer:
    kind: str
    who: int
    spec: Any
    value: Value


@dataclass(slots=True, frozen=True)
class Move:
    """A play and what came of it. ended: "" it goes on, "won", "lost", "over" """

    source: Source
    answers: tuple[Answer, ...]
    change: Change
    ended: str
    reason: str = ""


class TooWide(Exception):
    """A turn has more ways through it than are looked at, or the rules broke off in it."""


class Arena:
    def __init__(self, game: Game, writing: Writing) -> None:
        self.game, self.rules, self.writing = game, game.rules, writing
        self.world = game.rules.world
        self.base = self._scrubbed(game.state)
        self.atoms: list[Atom] = []
        for field, entry in enumerate(self.rules.table.fields):
            if field in self.rules.column_of and entry["kind"] != 0 and entry["each"] is None:
                self.atoms += [
                    ("f", field, t) for t in range(self.world.lo[entry["kind"]], self.world.hi[entry["kind"]])
                ]
        for instance, held in enumerate(writing.inside):
            if writing.tracked[instance]:
                self.atoms += [("in", instance, t) for t in sorted(held)]
        self.start = {atom: self.value(self.base, atom) for atom in self.atoms}
        self.fields: list[tuple[Atom, int, int, Value]] = []  # of each field: column, row, value in the beginning
        self.piles: dict[
            int, list[tuple[Atom, int, Value]]
        ] = {}  # of each zone: what may lie there, how many there are
        for atom in self.atoms:
            if atom[0] == "f":
                row = atom[2] - self.world.lo[self.rules.table.fields[atom[1]]["kind"]]
                self.fields.append((atom, self.rules.column_of[atom[1]], row, self.start[atom]))
            else:
                self.piles.setdefault(atom[1], []).append((atom, atom[2], self.start[atom]))
        self.filled = {instance: any(now for *_, now in rows) for instance, rows in self.piles.items()}
        self.latest: tuple[Change, State | None] | None = None
        self.moves: dict[tuple[int, Change, frozenset[int]], list[Move]] = {}
        self.idling: dict[tuple[int, frozenset[Atom]], frozenset[int]] = {}
        self.offers: dict[tuple[int, Change], bool] = {}
        self.turns = 0
        self.held: dict[
            tuple[int | None, int], list[int]
        ] = {}  # of a card and where it is played from: what is held besides
        self.spare = self._spare()

    def _scrubbed(self, given: State) -> State:
        """After the setup, before the first turn: what players hold and what lies hidden goes back to the box."""
        S = given.copy()
        S.frames = [[TURNS, 0, False]]
        S.asked, S.quiet, S.public = None, True, True
        S.turn, S.active, S.first = 0, SEAT, SEAT
        S.limits, S.ev, S.steps, S.running = {}, [], [], []
        S.over, S.won, S.lost, S.ending = False, {}, [], 0  # a setup that ends the game ends it again in each state
        S.log = None
        for instance in range(1, len(self.world.zone_of)):
            zone = self.rules.table.zones[self.world.zone_of[instance]]
            owner = self.world.owner_of[instance]
            private = owner is not None and self.world.kinds[owner] == 0
            if zone["see"] != "open" or (private and not self.writing.tracked[instance]):
                for thing in [t for t in S.Z[instance] if t is not None]:
                    if instance not in self.world.places:
                        self.rules.kernel.move_one(S, None, thing, 0)
        S.ev = []
        S.log = None
        S.quiet = False
        return S

    # ------------------------------------------------------------------ states

    def value(self, S: State, atom: Atom) -> Value:
        if atom[0] == "f":
            lo = self.world.lo[self.rules.table.fields[atom[1]]["kind"]]
            return S.V[self.rules.column_of[atom[1]]][atom[2] - lo]
        mark = self.writing.standing_for
        return sum(1 for t in S.Z[atom[1]] if t is not None and mark[t] == atom[2])

    def change(self, S: State) -> Change:
        """How the atoms differ from the beginning."""
        found = []
        columns, piles, mark = S.V, S.Z, self.writing.standing_for
        for atom, column, row, before in self.fields:
            now = columns[column][row]
            if now != before:
                found.append((atom, now))
        for instance, rows in self.piles.items():
            lying = piles[instance]
            if not lying and not self.filled[instance]:
                continue
            there = [mark[t] for t in lying if t is not None]
            for atom, thing, before in rows:
                count = there.count(thing)
                if count != before:
                    found.append((atom, count))
        return tuple(found)

    def copies(self, thing: int) -> list[int]:
        return [t for t in self.world.copies[self.world.designs[thing]] if self.writing.standing_for[t] == thing]  # type: ignore[index]

    def state(self, change: Change) -> State | None:
        """The state that differs in this from the beginning. None: the game is over in it."""
        if self.latest is None or self.latest[0] != change:
            self.latest = (change, self._state(change))
        made = self.latest[1]
        return None if made is None else made.copy()

    def _state(self, change: Change) -> State | None:
        S = self.base.copy()
        S.fuel = FUEL
        S.quiet = True
        for atom, value in change:
            if atom[0] == "f":
                lo = self.world.lo[self.rules.table.fields[atom[1]]["kind"]]
                S.V[self.rules.column_of[atom[1]]][atom[2] - lo] = value
        for atom, value in change:
            if atom[0] == "in" and value < self.start[atom]:
                lying = [t for t in S.Z[atom[1]] if t is not None and self.writing.standing_for[t] == atom[2]]
                for thing in lying[value:]:
                    self.rules.kernel.move_one(S, None, thing, 0)
        for atom, value in change:
            if atom[0] == "in" and value > self.start[atom]:
                free = [t for t in self.copies(atom[2]) if S.L[t] == 0]
                for thing in free[: value - self.start[atom]]:
                    self.rules.kernel.move_one(S, None, thing, atom[1])
        S.ev = []
        S.quiet = False
        S.dirty = self.rules.every_rule
        try:
            if self.rules.machine.settling.after(S) and self.rules.machine.run_until(S, 1):
                raise TooWide("a rule asks a player")
        except GameOver:
            return None
        S.ev = []
        S.log = None
        return S

    def give(self, S: State, thing: int, instance: int) -> int | None:
        """Put a free copy of a card there. None: there is none."""
        free = next((t for t in self.copies(thing) if S.L[t] == 0), None)
        if free is not None:
            quiet, S.quiet = S.quiet, True
            self.rules.kernel.move_one(S, None, free, instance)
            S.quiet, S.ev = quiet, []
        return free

    # ------------------------------------------------------------------ turns

    def _spare(self) -> int:
        """How many cards a player has to hold besides the one that is played, so that a turn comes to it and goes on: where
        a turn begins with a discard, or an empty hand is the end."""
        plays = [source for source in self.writing.sources if source.form == "play"]
        if self.state(()) is None:
            return 0
        for count in range(SPARE + 1):
            self.spare = count
            try:
                if any(not move.ended for source in plays for move in self.results(source, ())):
                    return count
            except TooWide:
                break
            self.moves.clear()
            self.offers.clear()
        return 0

    def spares(self, source: Source) -> list[int]:
        """Cards that are held besides: none that answers what others play, those of which there are most."""
        if not self.spare or self.writing.tracked[source.instance]:
            return []
        key = (source.thing, source.instance)
        if key not in self.held:
            self.held[key] = self._spares(source)
        return self.held[key][: self.spare]

    def _spares(self, source: Source) -> list[int]:
        designs = self.world.designs
        answers = {t for t in self.writing.inside[source.instance] if self.rules.table.designs[designs[t]]["reactions"]}  # type: ignore[index]
        held = [t for t in self.writing.inside[source.instance] if t != source.thing and self.copies(t)]
        held.sort(key=lambda t: (t in answers, -len(self.copies(t)), t))
        return [t for t in held for _ in range(len(self.copies(t)))]

    def results(self, source: Source, change: Change, wanted: frozenset[Atom] | None = None) -> list[Move]:
        """What a play can make of a state. Changes are told of all atoms. wanted: answers that change none of these atoms need
        not be looked at."""
        left_out = self.idle(source, wanted)
        key = (id(source), change, left_out)
        known = self.moves.get(key)
        if known is None:
            known = self.moves[key] = self._results(source, change, left_out)
        return known

    def idle(self, source: Source, wanted: frozenset[Atom] | None) -> frozenset[int]:
        """Answers to the first choice of a play that change nothing that is wanted."""
        if wanted is None or not source.answers:
            return NOTHING
        key = (id(source), wanted)
        known = self.idling.get(key)
        if known is None:
            known = NOTHING
            if source.always.isdisjoint(wanted):
                known = frozenset(t for t, made in source.answers.items() if type(t) is int and made.isdisjoint(wanted))
            self.idling[key] = known
        return known

    def _results(self, source: Source, change: Change, left_out: frozenset[int]) -> list[Move]:
        found: dict[tuple[Change, str], Move] = {}
        self.offers.setdefault((id(source), change), False)
        begun = self.begun(source, change)
        if begun is None:
            return []
        thing, play = begun
        pending: list[tuple[Play, tuple[Answer, ...], bool]] = [(play, (), False)]
        leaves = 0
        while pending:
            play, answers, played = pending.pop()
            leaves += 1
            self.turns += 1
            if leaves > LEAVES:
                raise TooWide(f"{source.name} can go more than {LEAVES} ways")
            if play.standing is None:
                if played:
                    move = self.finished(source, answers, play.S)
                    before = found.get((move.change, move.ended))
                    if before is None or len(move.answers) < len(before.answers):
                        found[(move.change, move.ended)] = move
                continue
            ways = self.options(play, source, thing, played)
            asked = play.standing
            if not played and any(now for _, now in ways):
                self.offers[(id(source), change)] = True
            if left_out and played and asked.spec.kind == "choose" and not any(a.kind == "choose" for a in answers):
                mark = self.writing.standing_for
                ways = [way for way in ways if type(way[0]) is not int or mark[way[0]] not in left_out]
            for k in range(len(ways) - 1, -1, -1):
                value, now = ways[k]
                twin = play.copy() if k else play  # the last to be looked at needs no game of its own
                answer = Answer(asked.spec.kind, asked.who, asked.spec, value)
                try:
                    twin.answer(value)
                except Fault as fault:
                    raise TooWide(f"the rules broke off: {fault}") from None
                noted = answers if asked.spec.kind == "react" or value == DONE else (*answers, answer)
                pending.append((twin, noted, played or now))
        return list(found.values())

    def begun(self, source: Source, change: Change, more: tuple[tuple[int, int], ...] = ()) -> tuple[int, Play] | None:
        """The turn of a player who holds the card, at its first decision."""
        S = self.state(change)
        if S is None:
            return None
        assert source.thing is not None
        if self.writing.tracked[source.instance]:
            lying = [t for t in S.Z[source.instance] if t is not None and self.writing.standing_for[t] == source.thing]
            thing = lying[0] if lying else None
        else:
            thing = self.give(S, source.thing, source.instance)
        if thing is None:
            return None
        for other, instance in (*more, *((spare, source.instance) for spare in self.spares(source))):
            self.give(S, other, instance)
        play = Play(Game(self.rules, S, 0), ())
        try:
            play.run(1)
        except Fault as fault:
            raise TooWide(f"the rules broke off: {fault}") from None
        return thing, play

    def options(self, play: Play, source: Source, thing: int, played: bool) -> list[tuple[Value, bool]]:
        """Answers that are looked at; whether one of them is the play."""
        asked = play.standing
        assert asked is not None
        if asked.spec.kind == "react":
            return [(PASS, False)] if PASS in asked.options else []
        if asked.spec.kind == "take":
            mine = ("take", source.index, (thing,))
            if not played and asked.who == SEAT and mine in asked.options:
                return [(mine, True)]
            if DONE in asked.options:
                return [(DONE, False)]
            return [(v, False) for v in asked.options] if played else []
        return [(v, False) for v in asked.options]

    def finished(self, source: Source, answers: tuple[Answer, ...], S: State) -> Move:
        ended, reason = "", ""
        if S.over:
            ended = "won" if S.won else "lost" if S.lost else "over"
            for event in reversed(S.events()):
                if event[0] in ("win", "lose"):
                    reason = event[3]
                    break
        return Move(source, answers, self.change(S), ended, reason)

    def offered(self, source: Source, change: Change) -> bool:
        """Can the card be played in this state?"""
        self.results(source, change)
        return self.offers[(id(source), change)]
