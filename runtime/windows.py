"""Windows: each listed player, in order, may react until he passes; then the block runs, unless a reaction struck it out.

Everybody who publicly could hold a reaction is asked, so that being asked tells nothing.
"""

from __future__ import annotations

from typing import Any

from runtime.decide import ASK, PASS, Pending
from runtime.link import OFFER, WINDOW
from runtime.signals import Fault
from runtime.spec import Spec
from runtime.state import NOTHING_SAID as UNSAID
from runtime.state import State, Value


class Windows:
    def __init__(self, rules: Any) -> None:
        self.rules = rules
        self.table = rules.table
        self.world = rules.world
        self.reacting: list[dict[int, list[int]]] = [
            {} for _ in self.table.windows
        ]  # window -> design -> its reactions
        for index, design in enumerate(self.table.designs):
            for number, reaction in enumerate(design["reactions"]):
                self.reacting[reaction["window"]].setdefault(index, []).append(number)
        #: For each window the things that hold a reaction to it.
        self.holding = [
            frozenset(o for o, d in enumerate(self.world.designs) if d in reacting) for reacting in self.reacting
        ]
        self.specs = [Spec("react", None, ("any",), False, len(rules.specs), rules) for _ in self.table.windows]
        seats = range(len(self.world.seats))
        self.zones: list[list[list[int]]] = []
        for window in self.table.windows:
            by_seat = []
            for seat in seats:
                own = []
                for zone in window["zones"]:
                    owner = self.table.zones[zone]["owner"]
                    if owner is None:
                        own.append(self.world.base[zone])
                    elif owner == 0:
                        own.append(self.world.base[zone] + seat)
                by_seat.append(own)
            self.zones.append(by_seat)
        everyone = rules.kernel.everyone
        self.closed = [
            [[i for i in own if rules.kernel.see[i] != everyone] for own in by_seat] for by_seat in self.zones
        ]

    def foresee(self, foresight: Any) -> None:
        """Of each reaction, whether it can be carried out, where that can be told without a dry run."""
        self.foreseen: dict[tuple[int, int], str] = {
            (index, number): foresight.reaction(reaction["window"], index, reaction)
            for index, design in enumerate(self.table.designs)
            for number, reaction in enumerate(design["reactions"])
        }

    def ready(self) -> None:
        """Once code is there."""
        self.known: dict[tuple[int, int], Any] = {
            key: int(name) if name.isdigit() else self.rules.names[name] for key, name in self.foreseen.items()
        }

    def names(self) -> dict[str, Any]:
        return {"open_window": self.open_window, "cancel": self.cancel}

    def open_window(
        self,
        S: State,
        f: list[Value],
        at: int,
        you: int | None,
        window: int,
        arguments: tuple[Value, ...],
        players: Any,
    ) -> None:
        f[at] = False
        if S.trial is not None:
            return  # a dry run lets windows go by
        if players is None:
            asked = tuple(p for p in self.rules.machine.priority(S))
        else:
            asked = tuple(players) if isinstance(players, (tuple, list)) else (() if players is None else (players,))
        if self.world.robots:
            asked = tuple(p for p in asked if p not in self.world.robots)
        S.windows += 1
        S.info += 1
        S.public = True
        S.frames.append([WINDOW, 0, you, window, S.windows, arguments, asked, 0, False, at])

    def could_hold(self, S: State, window: int, seat: int) -> bool:
        """Could this player, for all the others know, react?"""
        return any(S.Z[instance] for instance in self.closed[window][seat])

    def run(self, S: State, f: list[Value]) -> int:
        """[WINDOW, pc, you, window, run, arguments, players, next, struck, slot of the one who opened it]"""
        if S.forced and S.answer is UNSAID and not f[8]:
            self.nobody(S, f)
        while True:
            players, at = f[6], f[7]
            if f[8] or at >= len(players):
                S.frames.pop()
                S.frames[-1][f[9]] = f[8]
                return 0
            seat, window = players[at], f[3]
            if S.answer is UNSAID:
                Z = S.Z
                options: list[Value] = []
                holding = self.holding[window]
                for instance in self.zones[window][seat]:
                    if not holding.isdisjoint(Z[instance]):
                        options = list(self.reactions(S, window, seat, f[4], f[5]))
                        break
                if not options and not self.could_hold(S, window, seat):
                    f[7] = at + 1
                    continue
                if S.forced and not options:
                    S.log = (S.log, ("pass", seat, window))
                    f[7] = at + 1
                    continue
                options.append(PASS)
                S.asked = Pending(seat, self.specs[window], options, f)
                return ASK
            answer, S.answer = S.answer, UNSAID
            if answer == PASS:
                S.log = (S.log, ("pass", seat, window))
                f[7] = at + 1
                continue
            self.use(S, window, seat, answer, f[4], f[5])
            return 0

    def nobody(self, S: State, f: list[Value]) -> None:
        """Those who have nothing to react with, one after the other: each has only one answer, and it is given."""
        window, at, players, Z = f[3], f[7], f[6], S.Z
        holding, zones, closed = self.holding[window], self.zones[window], self.closed[window]
        while at < len(players):
            seat = players[at]
            for instance in zones[seat]:
                if not holding.isdisjoint(Z[instance]):
                    f[7] = at
                    return
            for instance in closed[seat]:
                if Z[instance]:
                    S.log = (S.log, ("pass", seat, window))
                    break
            at += 1
        f[7] = at

    def reactions(
        self, S: State, window: int, seat: int, run: int | None, arguments: tuple[Value, ...]
    ) -> list[tuple[Value, ...]]:
        """(card, number of its reaction) of everything this player may answer with."""
        reacting = self.reacting[window]
        if not reacting:
            return []
        found: list[tuple[Value, ...]] = []
        names, designs = self.rules.names, self.world.designs
        seen: set[Value] = set()
        for instance in self.zones[window][seat]:
            S.fuel -= len(S.Z[instance])
            for card in S.Z[instance]:
                if card is None or designs[card] not in reacting:
                    continue
                key = self.rules.machine.decisions.alike(S, seat, card)
                if key in seen:
                    continue
                seen.add(key)
                for number in reacting[designs[card]]:
                    reaction = self.table.designs[designs[card]]["reactions"][number]
                    by = reaction["by"]
                    if by is not None:
                        allowed = names[f"e{by}"](S, seat, card, run, *arguments)
                        if seat != allowed and not (isinstance(allowed, (tuple, list)) and seat in allowed):
                            continue
                    if reaction["if"] is not None and not names[f"e{reaction['if']}"](S, seat, card, run, *arguments):
                        continue
                    if S.trial is None and not self.possible(S, window, seat, card, number, run, arguments):
                        continue
                    found.append((card, number))
        return found

    def possible(
        self, S: State, window: int, seat: int, card: int, number: int, run: int | None, arguments: tuple[Value, ...]
    ) -> bool:
        design: Any = self.world.designs[card]
        known = self.known[design, number]
        if known.__class__ is not int:
            known = known(S, seat, card, run, *arguments)
        if known != 2:
            return bool(known)
        reaction = self.table.designs[design]["reactions"][number]
        frames = self.frames(S, window, seat, card, reaction, run, arguments)
        return bool(self.rules.machine.trials.feasible(S, seat, frames))

    def frames(
        self,
        S: State,
        window: int,
        seat: int,
        card: int,
        reaction: dict[str, Any],
        run: int | None,
        arguments: tuple[Value, ...],
    ) -> list[list[Value]]:
        """What runs when the card is used: the window's verb, given the card and its effect, or the effect alone."""
        machine = self.rules.machine
        effect = (reaction["body"], card, run, *arguments)
        using = self.table.windows[window]["using"]
        if using is None:
            return [machine.fn_frame(reaction["body"], seat, card, (run, *arguments))]
        return [machine.verb_frame(S, seat, using, (card, effect))]

    def use(
        self, S: State, window: int, seat: int, answer: tuple[Value, ...], run: int | None, arguments: tuple[Value, ...]
    ) -> None:
        card, number = answer[-2:]
        reaction = self.table.designs[self.world.designs[card]]["reactions"][number]
        self.rules.machine.not_too_deep(S)
        S.log = (S.log, ("react", seat, card, window))
        S.frames.append([OFFER, 0, S.public])
        S.public = False
        S.frames.extend(self.frames(S, window, seat, card, reaction, run, arguments))

    def offer_end(self, S: State, f: list[Value]) -> int:
        S.frames.pop()
        self.rules.machine.decisions.close_offer(S, f[2])
        return 0

    def cancel(self, S: State, run: int | None) -> None:
        """Strike out the block of the window run that this reaction answers."""
        if run is None:
            self.rules.kernel.note(S, "nothing to cancel", None)
            return
        for frame in reversed(S.frames):
            if frame[0] == WINDOW and frame[4] == run:
                if frame[8]:
                    return
                frame[8] = True
                S.writes += 1
                S.log = (S.log, ("cancel", None, frame[3], frame[5]))
                return
        if S.trial is None:
            raise Fault("the window that is to be cancelled is gone")
