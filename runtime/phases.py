"""Steps, with what is put off until they are through, and phases, with what ends them. Part of the machine."""

from __future__ import annotations

from typing import Any

from runtime.link import ACTION, OFFER, PHASE, RULE, TURNS
from runtime.signals import Budget, EndPhase, Fault
from runtime.state import NOTHING_SAID as UNSAID
from runtime.state import State, Value

#: Frames that lie on each other at most.
MAX_FRAMES = 2000


class Phases:
    rules: Any
    table: Any
    world: Any
    kernel: Any
    after: Any
    tick: Any
    push_fn: Any
    replacement: Any
    phase_defaults: list[Any]

    # ------------------------------------------------------------------ steps

    def drain(self, S: State) -> bool:
        """The end of `step`: what was put off runs now, first in first out. False: nothing is left."""
        if self.drain_queue(S):
            return True
        S.steps.pop()
        return False

    def drain_queue(self, S: State) -> bool:
        queue = S.steps[-1]
        if not queue:
            return False
        self.tick(S)
        routine, slots, stamps = queue.pop(0)
        values = list(slots)
        for at, stamp in stamps:
            if values[at] is not None and S.N[values[at]] != stamp:
                values[at] = None  # it has moved since
        S.frames.append([routine, 0, *values, *([None] * self.rules.pads[routine])])
        return True

    def postpone(self, S: State, routine: int, slots: tuple[Value, ...], objects: tuple[int, ...]) -> None:
        if not S.steps:
            S.steps.append([])
        if len(S.steps[-1]) >= 256:
            raise Budget("more than 256 effects are put off in one step")
        stamps = tuple((at, S.N[slots[at]]) for at in objects if type(slots[at]) is int)
        S.steps[-1].append((routine, slots, stamps))

    # ------------------------------------------------------------------ phases

    def enter(self, S: State, you: int | None, phase: int, arguments: tuple[Value, ...]) -> None:
        if len(S.frames) > MAX_FRAMES:
            raise Budget("phases open each other without end")
        S.log = (S.log, ("phase", you, phase))
        S.dirty |= self.rules.watched_variables.get(f"p{phase}", 0)
        defaults = self.phase_defaults[phase]
        frame = [PHASE, 0, you, phase, *arguments, *([None] * len(defaults)), len(S.steps), ()]
        S.frames.append(frame)  # before the defaults: each reads the parameters, and the variables in front of it
        for place, default in enumerate(defaults, 4 + len(arguments)):
            frame[place] = default(S, you, None, *arguments)

    def phase_start(self, S: State, f: list[Value]) -> int:
        entry = self.table.phases[f[3]]
        arguments = tuple(f[4 : 4 + entry["params"]])
        found = self.replacement(S, ("phase", f[3]), f[2], arguments, f[-1])
        if found is not None:
            index, who, this = found
            f[-1] = (*f[-1], index)
            self.push_fn(S, self.table.triggers[index]["body"], who, this, arguments)
            return 2
        self.push_fn(S, entry["body"], f[2], None, arguments)
        if S.dirty:
            self.after(S)
        return 1

    def phase_after(self, S: State, f: list[Value]) -> int:
        entry = self.table.phases[f[3]]
        S.ev.append((("phase", f[3]), f[2], tuple(f[4 : 4 + entry["params"]])))
        self.after(S)
        return 2

    def phase_end(self, S: State, f: list[Value]) -> int:
        S.frames.pop()
        S.dirty |= self.rules.watched_variables.get(f"p{f[3]}", 0)
        if -1 in f[-1]:
            raise EndPhase(-1)
        if S.dirty:
            self.after(S)
        return 0

    def unwind(self, S: State, phase: int) -> None:
        """`end P`: give up everything above its innermost run; what follows the phase still happens. -1: `end turn`, which
        ends the phases that run, innermost first."""
        frames = S.frames
        S.batch = None
        if phase < 0:
            self.unwind_turn(S)
            return
        if not any(frame[0] == PHASE and frame[3] == phase for frame in frames):
            raise Fault(f"`end {self.table.phases[phase]['name']}` while it is not running")
        while True:
            frame = frames[-1]
            if frame[0] == PHASE and frame[3] == phase and frame[1] <= 1:
                break
            if frame[0] == RULE and frame[1] == 1:
                S.running.remove(frame[2])
            frames.pop()
        del S.steps[frame[-2] :]
        S.answer = UNSAID
        frame[1] = 1
        self.nothing_offered(S)

    def nothing_offered(self, S: State) -> None:
        """After frames were given up: when none of those left was offered to anybody, what follows is binding."""
        if not any(frame[0] in (ACTION, OFFER) for frame in S.frames):
            S.public = True

    def unwind_turn(self, S: State) -> None:
        frames = S.frames
        while frames and frames[-1][0] != TURNS:
            frame = frames[-1]
            if frame[0] == PHASE and frame[1] <= 1:
                del S.steps[frame[-2] :]
                S.answer = UNSAID
                frame[1] = 1
                frame[-1] = (*frame[-1], -1)
                self.nothing_offered(S)
                return
            if frame[0] == RULE and frame[1] == 1:
                S.running.remove(frame[2])
            frames.pop()
        if not frames:
            raise Fault("`end turn` outside of a turn")
        S.steps.clear()
        S.answer = UNSAID
        self.nothing_offered(S)
