"""Carries out what is given: things into places, fields, options, rolls, verbs, phases. One line settles once."""

from __future__ import annotations

from collections.abc import Sequence

from chronoc.lower.scenario import Item
from chronoc.scenario.plan import Given, GivenLine
from chronoc.scenario.play import STEPS, Failure, Play, set_up
from runtime.link import SETTLE
from runtime.rng import Streams
from runtime.state import State, Value
from runtime.view import cell_name


class Table:
    """What the lines of a scenario have put where. `named`: designs that the scenario speaks of, which `3 cards` leaves
    alone as long as there are others."""

    def __init__(self, named: Sequence[int]) -> None:
        self.named = dict.fromkeys(named)
        self.placed: dict[int, None] = {}

    def line(self, play: Play, line: GivenLine) -> None:
        """Carry out the facts of one `given`, then let the standing rules follow once."""
        S = play.S
        play.answered.clear()
        for given in line.facts:
            S.asked = None
            if given.fact.form == "setup":
                S.quiet = False
                self.setup(play, given)
                continue
            quiet, S.quiet = S.quiet, True
            self.fact(play, given)
            S.quiet = quiet
        if S.over:
            return
        S.asked = None
        if not S.quiet:  # a setup that asks is not over, and settles at its own end
            S.frames.append([SETTLE, 0, -1])
        play.run()

    # ------------------------------------------------------------------ one fact

    def fact(self, play: Play, given: Given) -> None:
        S, fact = play.S, given.fact
        match fact.form:
            case "place":
                self.place(play, given)
            case "run":
                assert fact.fn is not None
                self._run(play, fact.fn)
            case "option":
                assert fact.fn is not None and fact.index is not None
                self.option(play, given, self._value(play, fact.fn))
            case "roll":
                S.rolls += [self._value(play, fn) for fn in fact.values]
            case "phase":
                self.phase(play, given)
            case "used":
                self.used(play, given)
            case "layout":
                pass  # the boards of this table are drawn by it already
            case _:
                raise Failure(given.span, f"`{fact.form}` cannot be given here")

    def setup(self, play: Play, given: Given) -> None:
        """The real setup, as far as it goes without a decision."""
        if play.begun or not play.between:
            raise Failure(given.span, "the game has begun, so it cannot be set up any more")
        if given.fact.seed is not None:
            play.game.seed, play.S.rng = given.fact.seed, Streams(given.fact.seed)
        set_up(play.game)
        play.run()

    def _value(self, play: Play, fn: int) -> Value:
        return play.rules.names[f"e{fn}"](play.S, play.S.active, None, *play.values)

    def _run(self, play: Play, fn: int) -> None:
        """A verb, or the setting of a field: on top of whatever stands."""
        S, machine = play.S, play.machine
        S.fuel = STEPS
        floor = len(S.frames)
        machine.push_fn(S, fn, S.active, None, play.values)
        machine.run_until(S, floor)

    def option(self, play: Play, given: Given, value: Value) -> None:
        index = given.fact.index
        assert index is not None
        entry = play.rules.table.options[index]
        low, high = (None if entry[k] is None else play.machine.constant_fn(entry[k])(play.S) for k in ("low", "high"))
        if (low is not None and value < low) or (high is not None and value > high):
            raise Failure(given.span, f"the option {entry['name']} goes from {low} to {high}, not to {value}")
        play.S.O = [*play.S.O[:index], value, *play.S.O[index + 1 :]]
        play.S.rewritten()

    def used(self, play: Play, given: Given) -> None:
        key = (given.fact.name, play.S.active, None)
        play.S.limits[key] = play.S.limits.get(key, 0) + 1

    def phase(self, play: Play, given: Given) -> None:
        """Start inside a phase: when nothing has begun, the first turn begins there; else it is entered now."""
        fact = given.fact
        who = play.S.active if fact.fn is None else self._value(play, fact.fn)
        arguments = tuple(self._value(play, fn) for fn in fact.values)
        assert fact.index is not None
        if play.between and not play.begun:
            play.inside.append((who, fact.index, arguments))
        else:
            play.machine.enter(play.S, who, fact.index, arguments)

    # ------------------------------------------------------------------ things into places

    def place(self, play: Play, given: Given) -> None:
        S, fact, world = play.S, given.fact, play.rules.world
        assert fact.zone is not None
        target = self._value(play, fact.zone)
        if target is None:
            raise Failure(given.span, "there is no such place")
        if not fact.square and target in world.places:
            board = world.zone_name(target)
            raise Failure(given.span, f"{board} is a board: say on which square of it, `SQUARE: PIECE`")
        cell = None if fact.cell is None else self._value(play, fact.cell)
        on_top = "on top" in fact.words
        events = len(S.ev)
        if given.fresh and not on_top:
            self.clear(S, play, target, fact.square, cell)
        things: list[int] = []
        for item in fact.items:
            things += self.take(play, item, things)
        if fact.square:
            for thing in reversed(things):
                play.rules.kernel.put(S, None, thing, (target,))
        else:
            face = "down" if "face down" in fact.words else "up" if "face up" in fact.words else None
            for place, thing in enumerate(things):
                self.lay(play, given, target, thing, place if on_top else None, cell, face)
        del S.ev[events:]  # what is given has not happened
        self.placed.update(dict.fromkeys(things))

    def clear(self, S: State, play: Play, target: int, square: bool, cell: int | None) -> None:
        """What lay there goes back to the box: the fact says what lies there."""
        lying = list(S.on.get(target, ())) if square else [thing for thing in S.Z[target] if thing is not None]
        if cell is not None:
            there = S.Z[target][cell]
            lying = [] if there is None else [there]
        for thing in lying:
            play.rules.kernel.move_one(S, None, thing, 0)
            self.placed.pop(thing, None)

    def lay(
        self, play: Play, given: Given, target: int, thing: int, place: int | None, cell: int | None, face: str | None
    ) -> None:
        S, world = play.S, play.rules.world
        room = f"{world.zone_name(target)} has no room for {world.title(thing)}"
        if target in world.spots:
            place = cell
            if cell is None and None not in S.Z[target]:
                raise Failure(given.span, room)
            if cell is not None and S.Z[target][cell] is not None:
                raise Failure(given.span, f"{cell_name(cell, world.width[target])} of {room}")
        faults = S.faults
        play.rules.kernel.move_one(S, None, thing, target, False, place, face)
        if S.faults != faults:
            raise Failure(given.span, room)

    def take(self, play: Play, item: Item, taken: Sequence[int]) -> list[int]:
        """The things that an item names, out of the box first."""
        S, world = play.S, play.rules.world
        found = [thing for thing in self._value(play, item.source) or () if thing not in taken]
        if item.count is None and not item.single:
            return found
        many = 1 if item.count is None else self._value(play, item.count)
        free = [thing for thing in found if S.L[thing] == 0]
        if not item.single:
            free.sort(key=lambda thing: world.designs[thing] in self.named)
        elsewhere = [thing for thing in found if S.L[thing] != 0 and thing not in self.placed]
        chosen = [*free, *elsewhere][:many]
        if len(chosen) < many and len(found) == 1:
            chosen = found[:many]  # the only one there is: it lies where it was put last
        if len(chosen) < many:
            self._too_few(play, item, found, many)
        return chosen

    def _too_few(self, play: Play, item: Item, found: Sequence[int], many: int) -> None:
        world, S = play.rules.world, play.S
        if not found:
            raise Failure(item.span, "there is no such thing in the game")
        where: dict[str, int] = {}
        for thing in found:
            name = world.zone_name(S.L[thing])
            where[name] = where.get(name, 0) + 1
        lie = ", ".join(f"{count} in {name}" for name, count in where.items())
        raise Failure(item.span, f"{many} of these are wanted, and the game has {len(found)}", found=lie)
