"""Plays cases and says what became of them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from chronoc.diagnostics import Diagnostic
from chronoc.scenario.claims import IMPOSSIBLE, hold, no_fault
from chronoc.scenario.givens import Table as Placed
from chronoc.scenario.plan import Claim, EveryPlan, GivenLine, Plan, Prepared, Steps
from chronoc.scenario.play import Failure, Play, at_start
from chronoc.scenario.steps import carry_out
from chronoc.syntax.tree import Span
from runtime.game import Game
from runtime.link import constant
from runtime.signals import Fault, UsageError
from runtime.table import Table, TableError

STORY = 14  # lines of what led there
#: How a failure begins that is no fault of the rules.
BROKEN = "the interpreter broke off"


@dataclass(slots=True)
class Outcome:
    """What became of one case. `span`: the scenario; `place`: what failed; `stands`: where the game was then; `story`:
    what led there."""

    title: str
    span: Span
    place: Span
    message: str = ""
    expected: str = ""
    found: str = ""
    stands: str = ""
    story: tuple[str, ...] = ()
    problems: tuple[Diagnostic, ...] = ()

    @property
    def ok(self) -> bool:
        return not self.message

    @property
    def internal(self) -> bool:
        """A fault of the interpreter, not of the rules or the scenario."""
        return BROKEN in self.message


class Runner:
    """Plays the cases of one table. Games of the same seats and options start from one copied state."""

    def __init__(self, table: Table) -> None:
        self.table = table
        self._fresh: dict[tuple[Any, ...], Game] = {}

    def run(self, plan: Plan) -> Outcome:
        case = plan.case
        outcome = Outcome(case.title, case.span, case.span)
        if plan.failed:
            first = next(problem for problem in plan.problems if problem.severity == "error")
            outcome.place, outcome.message, outcome.problems = first.span, first.message, tuple(plan.problems)
            return outcome
        scene = Scene(self, plan)
        try:
            scene.pieces(plan.pieces)
        except Failure as failure:
            outcome.place, outcome.message = failure.span, failure.message
            outcome.expected, outcome.found = failure.expected, failure.found
            outcome.story = scene.story()
            stands = scene.stands() if failure.stands is None else failure.stands
            outcome.stands = "" if stands in outcome.found else stands
        return outcome

    def game(self, plan: Plan, pieces: tuple[Prepared, ...]) -> Game:
        """A game in which everything lies in the box. Options that are given first hold from the start: boards and
        limits depend on them."""
        options: dict[str, Any] = {}
        place = plan.case.span
        for piece in pieces:
            if not isinstance(piece, GivenLine):
                break
            for given in piece.facts:
                if given.fact.form == "option" and given.fact.index is not None and given.fact.fn is not None:
                    node = self.table.fns[given.fact.fn]["code"]
                    try:
                        value = constant(self.table, node, {})
                    except TableError:
                        raise Failure(given.span, "an option is given a plain value") from None
                    options[self.table.options[given.fact.index]["name"]] = value
                    place = given.span
        key = (plan.players, tuple(sorted(options.items())))
        fresh = self._fresh.get(key)
        if fresh is None:
            try:
                fresh = Game.new(self.table, plan.players, 1, options, setup=False)
            except (UsageError, TableError) as fault:
                raise Failure(place, str(fault)) from None
            at_start(fresh)
            if len(self._fresh) > 32:
                self._fresh.clear()
            self._fresh[key] = fresh
        return fresh.copy()


class Scene:
    """One case while it is played."""

    def __init__(self, runner: Runner, plan: Plan) -> None:
        self.runner = runner
        self.plan = plan
        self.play: Play | None = None
        self.placed = Placed(plan.named)

    def story(self) -> tuple[str, ...]:
        return () if self.play is None else self.play.story(STORY)

    def stands(self) -> str:
        try:
            return "" if self.play is None else self.play.stands()
        except Exception:  # a broken game cannot be described; the failure itself is told
            return ""

    def start(self, pieces: tuple[Prepared, ...]) -> Play:
        game = self.runner.game(self.plan, pieces)
        self.play = Play(game, tuple(range(len(game.rules.seats))))
        return self.play

    def pieces(self, pieces: tuple[Prepared, ...]) -> Play:
        play = self.start(pieces)
        self._go(play, pieces)
        return play

    def _go(self, play: Play, pieces: tuple[Prepared, ...]) -> None:
        self.play = play
        for piece in pieces:
            faults = play.S.faults
            try:
                self._piece(play, piece)
            except Fault as fault:
                raise Failure(piece.span, f"the rules broke off: {fault}") from None
            except RecursionError:
                raise Failure(piece.span, "the rules broke off: they call each other without end") from None
            except (ArithmeticError, AttributeError, LookupError, TypeError, ValueError) as fault:
                what = f"{type(fault).__name__}: {fault}"
                raise Failure(piece.span, f"{BROKEN} ({what})") from fault
            if play.S.faults > faults:
                raise Failure(piece.span, IMPOSSIBLE, found=self._fault(play))
            self.play = play
        if pieces and isinstance(pieces[-1], Steps):
            no_fault(play, play.through(), pieces[-1].span)

    def _fault(self, play: Play) -> str:
        return next((line for line in reversed(play.story(100)) if line.startswith("FAULT")), "")

    def _piece(self, play: Play, piece: Prepared) -> None:
        match piece:
            case GivenLine():
                self.placed.line(play, piece)
            case Steps():
                self.placed.placed.clear()
                carry_out(play, piece)
            case Claim():
                hold(play, piece, self._again)
            case EveryPlan():
                self._every(play, piece)

    def _every(self, play: Play, every: EveryPlan) -> None:
        if every.source is None:
            play.begin()
            pending = play.standing
            if pending is None:
                raise Failure(every.span, "nobody has anything to choose here", found=play.stands())
            for value in pending.options:
                twin = play.copy()
                shown = twin.options(type(pending)(pending.who, pending.spec, (value,), pending.frame))
                twin.answer(value)
                twin.forced()
                self._one(twin, every, shown)
            return
        for value in tuple(play.evaluate(every.source) or ()):
            twin = play.copy()
            twin.values = (*play.values, value)
            kind = every.source.type[1] if every.source.type[0] == "list" else ["any"]
            self._one(twin, every, play.shown(kind, value))

    def _one(self, twin: Play, every: EveryPlan, shown: str) -> None:
        placed = dict(self.placed.placed)
        try:
            self._go(twin, every.pieces)
        except Failure as failure:
            failure.message = f"with {shown}: {failure.message}"
            raise
        self.placed.placed = placed

    def _again(self, pieces: tuple[Prepared, ...]) -> Play:
        """The steps so far with others in their place."""
        other = Scene(self.runner, self.plan)
        play = other.pieces(pieces)
        play.begin()
        return play
