"""One game under test: it runs from decision to decision, and stops at the end of a turn.

Between turns a game of a scenario stands with the frame of the turns alone; `run` goes on from there only when it is
told how many turns may begin.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from chronoc.lower.scenario import Compiled
from chronoc.scenario.picks import Fit
from chronoc.syntax.tree import Span
from runtime.decide import DONE, PASS, Pending
from runtime.game import Game
from runtime.link import PHASE, SETUP, TURNS
from runtime.log import Story
from runtime.signals import EndPhase, GameOver
from runtime.state import State, Value
from runtime.view import Viewer

SHOWN = 12  # options in a message
#: Steps between two decisions, fewer than a game may take: a test that goes round without end is told soon.
STEPS = 1_000_000


class Failure(Exception):
    """Something is not as the scenario says. `expected` and `found` are what to show side by side."""

    def __init__(self, span: Span, message: str, expected: str = "", found: str = "") -> None:
        super().__init__(message)
        self.span = span
        self.message = message
        self.expected = expected
        self.found = found
        self.stands: str | None = None  # where the game stood, if that is another one than the scenario's


@dataclass(slots=True)
class Answered:
    """An answer that no step named: there was only one, or a window that was let go by. `before`: the game as it stood
    at the question, where it was put to anybody."""

    who: int
    pending: Pending | None
    spec: Any
    value: Value
    before: Play | None


class Play:
    """A game and what has happened since the last step that was named. `values`: of the names of the scenario."""

    def __init__(self, game: Game, values: tuple[Value, ...]) -> None:
        self.game = game
        self.rules = game.rules
        self.machine = game.rules.machine
        self.values = values
        self.answered: list[Answered] = []
        self.asked: dict[int, None] = {}  # who was asked a question that no step answered
        self.begun = False
        self.first_turn = True
        self.inside: list[tuple[int, int, tuple[Value, ...]]] = []  # who, phase, arguments: where the first turn begins
        self.fit = Fit(game.rules, self.evaluate)

    @property
    def S(self) -> State:
        return self.game.state

    def copy(self) -> Play:
        """An independent game that stands at the same decision."""
        twin = Play(self.game.copy(), self.values)
        twin.begun, twin.answered, twin.asked = self.begun, list(self.answered), dict(self.asked)
        twin.inside, twin.first_turn = list(self.inside), self.first_turn
        if self.S.asked is not None:
            twin.again()
        return twin

    # ------------------------------------------------------------------ looking

    @property
    def standing(self) -> Pending | None:
        pending: Pending | None = self.S.asked
        return pending

    @property
    def between(self) -> bool:
        """No turn runs: the next one may begin."""
        frames = self.S.frames
        return self.S.asked is None and len(frames) == 1 and frames[0][0] == TURNS and frames[0][1] == 0

    def evaluate(self, made: Compiled, you: int | None = None) -> Value:
        S = self.S
        return self.rules.names[f"e{made.fn}"](S, S.active if you is None else you, None, *self.values)

    def fits(self, pick: Any, pending: Pending, value: Value) -> bool:
        self.fit.state = self.S
        return self.fit.option(pick, pending, value)

    def name(self, seat: int) -> str:
        return str(self.rules.seats[seat])

    def shown(self, kind: Any, value: Value) -> str:
        """A value in words."""
        return Viewer(self.rules, self.S, None, True).value(kind, value, True)

    def options(self, pending: Pending) -> str:
        """The options of a decision in words, the first ones if there are many."""
        viewer = Viewer(self.rules, self.S, None, True)
        words = list(dict.fromkeys(viewer.option(pending, value, True) for value in pending.options))
        more = f", and {len(words) - SHOWN} more" if len(words) > SHOWN else ""
        return ", ".join(words[:SHOWN]) + more

    def question(self, pending: Pending) -> str:
        """Who is asked what."""
        prompt = Viewer(self.rules, self.S, None, True).prompt(pending)
        what = {"react": "whether to react", "take": "to act", "order": "what comes first", "goal": "with what to win"}
        asked = f'"{prompt}"' if prompt else what.get(pending.spec.kind, "to choose")
        return f"{self.name(pending.who)} is asked {asked}: {self.options(pending)}"

    def stands(self) -> str:
        """Where the game stands, for messages."""
        if self.S.over:
            return "the game is over"
        if self.standing is not None:
            return self.question(self.standing)
        return f"the turn of {self.name(self.S.active)} has not begun" if self.between else "nobody is asked anything"

    def story(self, most: int) -> tuple[str, ...]:
        """The last lines of what happened, oldest first."""
        found: list[str] = []
        story, entry = Story(self.rules, self.S, None, True), self.S.log
        while entry is not None and len(found) < most:
            entry, event = entry
            line = story.line(event)
            if line is not None:
                found.append(line)
        return tuple(reversed(found))

    # ------------------------------------------------------------------ running

    def run(self, turns: int = 0) -> None:
        """Go on to the next decision, the end of the game, or the end of the turn when no more turns may begin."""
        S, machine = self.S, self.machine
        S.fuel = STEPS
        machine.decisions.unasked = self._unasked
        try:
            while S.frames and not S.over:
                if S.frames[0][0] != TURNS:
                    machine.run(S)  # the ending is scored
                    return
                if machine.run_until(S, 1) or S.over:
                    return
                if len(S.frames) == 1 and S.frames[0][0] == TURNS:
                    beginning = S.frames[0][1] == 0
                    if beginning and turns == 0:
                        return
                    turns -= beginning
                    first = self._given_for_the_turn(S) if beginning and self.first_turn else None
                    self._turn(S)
                    if first is not None:
                        S.limits, S.G, S.V = first
                        S.rewritten()
                        self.first_turn = False
        finally:
            machine.decisions.unasked = None

    def _given_for_the_turn(self, S: State) -> tuple[Any, Any, Any]:
        """What counts for one turn was given for the first: its beginning does not forget it."""
        return S.limits.copy(), S.G[:], [column[:] for column in S.V]

    def _turn(self, S: State) -> None:
        """One step of the frame that all turns stand on."""
        frame = S.frames[0]
        try:
            frame[1] = self.rules.routines[TURNS][frame[1]](S, frame)
        except EndPhase as end:
            self.machine.unwind(S, end.phase)
        except GameOver:
            self.machine.finish(S)

    def _unasked(self, who: int, spec: Any, value: Value) -> None:
        self.answered.append(Answered(who, None, spec, value, None))

    def again(self) -> None:
        """Put the question anew that stood before something was changed."""
        self.S.asked = None
        self.run()

    def answer(self, value: Value) -> None:
        self.S.answer = value
        self.S.asked = None
        self.run()

    def end_game(self) -> None:
        """The game is over now; what scores it runs."""
        self.S.asked = None
        if not self.machine.finish(self.S):
            self.run()

    # ------------------------------------------------------------------ beginning

    def begin(self) -> None:
        """The first turn begins, if nothing has yet. When nobody has anything to decide for a whole round, it does not:
        the scenario looks at the table as it was given."""
        if self.begun:
            return
        if self.inside:
            self._inside()
        elif self.between:
            before = self.game.copy()
            self.run(len(self.rules.seats))
            if self.standing is None and not self.S.over:
                self.game.state = before.state
                self.first_turn = True
                return
        self.begun = True
        self.forced()

    def _inside(self) -> None:
        """The turn is under way and ends with the phases: the last one begins now, the others only surround it."""
        S = self.S
        S.active = self.inside[-1][0]
        S.turn = max(S.turn, 1)
        S.frames[0][1] = 1
        for who, phase, arguments in self.inside:
            if S.frames[-1][0] == PHASE:
                S.frames[-1][1] = 1
            self.machine.enter(S, who, phase, arguments)
        self.run()

    def next_turn(self) -> bool:
        """Let the next turns begin until somebody has to decide. False: nobody has, for a whole round."""
        self.run(len(self.rules.seats) + 1)
        self.begun = True
        return self.standing is not None or self.S.over

    # ------------------------------------------------------------------ answers nobody names

    def forced(self) -> None:
        """Answer what has one answer, so that a step ends at the next real decision. What may be done next is one, and
        so is a window: they stand, whatever they offer."""
        for _ in range(1000):
            pending = self.standing
            if pending is None or len(pending.options) != 1:
                return
            if pending.spec.kind == "react" or (pending.spec.kind == "take" and pending.options[0] != DONE):
                return
            self.unnamed(pending, pending.options[0])

    def through(self) -> Play:
        """The game when those who cannot react have passed, which needs no step: what is said of the table is said of
        this. The game itself stands at the window, so that it can be said who is asked."""
        twin = self
        for _ in range(1000):
            pending = twin.standing
            if pending is None or pending.spec.kind != "react" or len(pending.options) != 1:
                return twin
            if twin is self:
                twin = self.copy()
            twin.answer(PASS)
            twin.forced()
        return twin

    def unnamed(self, pending: Pending, value: Value) -> None:
        """Give an answer that no step names, and remember it."""
        before = self.copy()
        self.answered.append(Answered(pending.who, pending, pending.spec, value, before))
        if pending.spec.kind == "react":
            self.asked[pending.who] = None
        self.answer(value)

    def let_by(self, pending: Pending) -> bool:
        """Pass a window, or give the only answer there is. False: this is for somebody to decide."""
        if pending.spec.kind == "react":
            self.unnamed(pending, PASS)
            return True
        if len(pending.options) == 1:
            self.unnamed(pending, pending.options[0])
            return True
        return False


def at_start(game: Game) -> None:
    """The frame of the turns, with nothing begun."""
    game.state.frames.append([TURNS, 0, False])


def set_up(game: Game) -> None:
    """The real setup lies on top, ready to run."""
    rules, S = game.rules, game.state
    if rules.table.setup is not None:
        S.quiet = True
        S.frames.append([SETUP, 0])
        rules.machine.push_fn(S, rules.table.setup, None, None, ())
