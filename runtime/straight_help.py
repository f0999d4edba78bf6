"""What the straight form of a game calls while it runs (straight.py writes the calls): decisions that take more than a list and
a number, windows in which somebody may have something to answer with, dry runs."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from runtime.decide import DONE
from runtime.lean import distinct_by
from runtime.link import WINDOW
from runtime.signals import Commit, EndPhase, Failed, GameOver
from runtime.state import State, Value


class Crooked(Exception):
    """This game needs the frames after all."""


def crooked() -> None:
    raise Crooked


class Helping:
    """Part of the straight form."""

    rules: Any
    table: Any
    world: Any
    machine: Any
    plain: list[bool]
    keys_in: list[Any]
    keys_seen: list[Any]
    functions: list[Any]
    move_list: Any
    settle_now: Callable[[State], None]
    answers: list[dict[int, int] | None]
    using: list[Any]

    def ways_to_answer(self, window: int) -> dict[int, int] | None:
        """Reaction by card, where each card that can answer in a window has one, whose holder sees it and can always carry it out.
        None: it takes a closer look."""
        windows, found = self.machine.windows, {}
        for design, numbers in windows.reacting[window].items():
            number = numbers[0]
            reaction = self.table.designs[design]["reactions"][number]
            unasked = reaction["by"] is None and reaction["if"] is None
            if len(numbers) != 1 or not unasked or windows.known[design, number] != 1:
                return None
            found.update(dict.fromkeys(self.world.copies[design], number))
        for seat, instances in enumerate(windows.zones[window]):
            for instance in instances:
                if self.keys_in[instance] is None or not self.rules.kernel.see[instance] >> seat & 1:
                    return None
        return found

    def settle_plainly(self, S: State) -> None:
        if self.machine.settling.after(S):
            raise Crooked

    def alone(self, S: State, who: int | None, options: Any) -> Value:
        """The only option: nobody is asked."""
        if who.__class__ is not int or not 0 <= who < len(self.world.seats):
            raise Crooked
        return options[0]

    def sole(self, S: State, who: int | None) -> int:
        return int(self.alone(S, who, (0,)))

    def blocked(self, S: State, routine: int, slots: tuple[Value, ...]) -> bool:
        """Can this block be carried out? As a dry run tells."""
        frame = [routine, 0, *slots, *([None] * (self.rules.pads[routine] + 4))]
        return bool(self.machine.trials.feasible(S, slots[0], [frame]))

    def options_in(self, S: State, who: int, instance: int | None, kind: tuple[Any, ...]) -> Any:
        """What lies in a zone, as options."""
        decisions = self.machine.decisions
        if instance is not None and self.plain[instance]:
            key = self.keys_in[instance]
            if key is not None and self.rules.kernel.see[instance] >> who & 1:
                return distinct_by(S.Z[instance], key)
        return decisions.distinct(S, who, self.machine.lookup.items(S, instance), kind)

    def distinct(self, S: State, who: int, things: Any, kind: tuple[Any, ...]) -> Any:
        """Things as options: what cannot be told apart once. In short where all lie in one zone."""
        places = set(map(S.L.__getitem__, things)) if things.__class__ is list and who.__class__ is int else ()
        if len(places) == 1:
            (instance,) = places
            key = self.keys_seen[instance]
            if key is not None:
                seen, K = 1 << who, S.K
                if self.rules.kernel.see[instance] & seen or all(K[thing] & seen for thing in things):
                    return distinct_by(things, key)
        return self.machine.decisions.distinct(S, who, things, kind)

    def apply_batch(self, S: State) -> None:
        """The end of `at once` (Kernel.apply_batch), with effects in short."""
        batch = S.batch or []
        if any(effect[0] != "move" or effect[5] is not None or effect[6] is not None for effect in batch):
            self.rules.kernel.apply_batch(S)
            return
        S.batch = None
        moved = [thing for effect in batch for thing in effect[2]]
        if len(set(moved)) != len(moved):
            raise Crooked
        for _, you, things, to, where, _, _ in batch:
            self.move_list(S, you, things, to, where)

    def followed(
        self, S: State, who: int, options: Any, known: Any, given: tuple[Value, ...], slots: tuple[Value, ...], slot: int,
        rest: int,
    ) -> list[Value]:  # fmt: skip
        """Those options after which what is offered can be carried out to its end. known: what foresees it, or None."""
        found = []
        for option in options:
            answer = 2 if known is None else known(S, *given, option)
            if answer == 2:
                values = (*slots[:slot], option, *slots[slot + 1 :])
                frame = [rest, 0, *values, *([None] * (self.rules.pads[rest] + 4))]
                answer = self.machine.trials.feasible(S, who, [frame])
            if answer:
                found.append(option)
        return found

    def leads_on(self, S: State, who: int, again: tuple[int, tuple[Value, ...]], picks: tuple[Value, ...]) -> bool:
        """Can what is offered be carried out to its end when these of several things are chosen first? As a dry run tells."""
        routine, slots = again
        trials, machine = self.machine.trials, self.machine
        T = S.copy()
        T.trial, T.public, T.rolls, floor = who, False, [], len(T.frames)
        frame = [routine, 0, *slots, *([None] * (self.rules.pads[routine] + 4))]
        T.frames.append(frame)
        at = None  # the instruction that asks for the first of them asks for the others
        try:
            while machine.run_to(T, floor) and T.asked.frame is frame and at in (None, frame[1]):
                at, given = frame[1], len(T.asked.picks)
                if given == len(picks):
                    break
                T.answer, T.asked = picks[given], None
        except Failed:
            return False
        except (Commit, GameOver, EndPhase):
            return True
        finally:
            S.fuel = T.fuel
        T.asked = None
        return bool(trials._search_from(S, T, floor))

    def several(
        self, S: State, risk: bool, below: bool, who: int, pool: tuple[Value, ...], low: int | None, high: int | None,
        test: Any, kind: tuple[Any, ...], public: bool, again: tuple[int, tuple[Value, ...]] | None,
    ) -> tuple[Value, ...]:  # fmt: skip
        """Several things, one at a time in one order: `Decisions.ask_many`. again: the routine that asks for them and does what
        comes after, up to where what is offered ends, and its slots. below: may anything fail after that?"""
        decisions = self.machine.decisions
        decisions.decider(S, who)
        picks: tuple[Value, ...] = ()
        low, total = low or 0, len(pool)
        high = 0 if high is not None and high < 0 else high
        groups = decisions.groups(S, who, pool, kind)
        low = min(low, total)
        while True:
            start = next(index for index, group in enumerate(groups) if picks[-1] in group) if picks else 0
            options: list[Value] = []
            if high is None or len(picks) < high:
                for index in range(start, len(groups)):
                    left = [thing for thing in groups[index] if thing not in picks]
                    if left and decisions.can_complete(S, (*picks, left[0]), groups, index, low, high, test):
                        options.append(left[0])
            if len(picks) >= low and (test is None or bool(test(picks))):
                options.append(DONE)
            if options and risk and not S.public:
                if again is None or below:
                    raise Crooked
                options = [option for option in options if self.leads_on(S, who, again, (*picks, option))]
            if not options:
                return picks
            answer = options[0] if len(options) == 1 else options[S.pick(who, len(options))]
            if answer == DONE:
                return picks
            picks = (*picks, answer)

    def limited(self, S: State, entry: dict[str, Any], who: int, way: tuple[Value, ...]) -> None:
        """An action is taken: its uses are counted."""
        for counter, _ in self.machine.decisions.counters(S, entry, who, way):
            S.limits[counter] = S.limits.get(counter, 0) + 1
        S.dirty |= self.rules.watched_variables.get("limits", 0)

    def performed(self, S: State, risk: bool, you: int | None, verb: int, arguments: tuple[Value, ...]) -> None:
        """A verb, whatever it is given."""
        fn = self.machine.overload(verb, arguments)
        if fn is None:
            if None in arguments:
                return
            raise Crooked
        self.functions[fn](S, risk, you, None, *arguments)
        if verb in self.rules.verb_triggers:
            S.ev.append((("verb", verb), you, arguments))
            self.settle_now(S)

    def window(
        self, S: State, risk: bool, you: int | None, window: int, arguments: tuple[Value, ...], players: Any
    ) -> bool:
        """A window in which somebody may have something to answer with. True: its block was struck out."""
        machine = self.machine
        windows = machine.windows
        if players is None:
            asked = machine.priority(S)
        else:
            asked = tuple(players) if isinstance(players, (tuple, list)) else () if players is None else (players,)
        S.windows += 1
        frame: list[Value] = [WINDOW, 0, you, window, S.windows, arguments, asked, 0, False, 0]
        S.frames.append(frame)
        holding, zones, using = windows.holding[window], windows.zones[window], self.table.windows[window]["using"]
        answers = self.answers[window]
        for seat in asked:
            while not frame[8]:
                for instance in zones[seat]:
                    if not holding.isdisjoint(S.Z[instance]):
                        break
                else:
                    break
                options: list[Value] = []
                if answers is None:
                    options += windows.reactions(S, window, seat, frame[4], arguments)
                else:
                    for instance in zones[seat]:
                        cards = [thing for thing in S.Z[instance] if thing in answers]
                        options += distinct_by(cards, self.keys_in[instance]) if len(cards) > 1 else cards
                if not options:
                    break
                picked = S.pick(seat, len(options) + 1)
                if picked == len(options):  # a pass
                    break
                card, number = options[picked] if answers is None else (options[picked], answers[options[picked]])
                reaction = self.table.designs[self.world.designs[card]]["reactions"][number]
                kept, S.public = S.public, False
                effect = (reaction["body"], card, frame[4], *arguments)
                if using is None:
                    self.functions[effect[0]](S, not kept and risk, seat, *effect[1:])
                elif self.using[window] is not None:
                    self.using[window][card](S, not kept and risk, seat, None, card, effect)
                else:
                    self.performed(S, not kept and risk, seat, using, (card, effect))
                if kept:
                    S.public = True
        S.frames.pop()
        return bool(frame[8])


def absent(*arguments: Value) -> None:
    """A card without this effect."""


def untold(*arguments: Value) -> int:
    """Only a dry run can tell."""
    return 2
