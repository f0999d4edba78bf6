"""The machine: runs frames until somebody has to decide or the game is over.

It holds no state of a game. A state's frames say where everything stands; `run` calls the instruction that the top frame
points at and stores what it returns as the frame's new pc. ASK (-1) means: `S.asked` waits for an answer.
"""

from __future__ import annotations

from sys import setrecursionlimit
from typing import Any

from runtime.blame import blame, shallow
from runtime.course import TURN_COST, Course
from runtime.decide import Decisions
from runtime.link import ACTION, BUILTINS, FIRE, GOALS, OFFER, PHASE, RULE, SETTLE, SETUP, TURNS, VERB, WINDOW
from runtime.lookup import Lookup
from runtime.phases import MAX_FRAMES, Phases
from runtime.scope import Scope
from runtime.setting import Setting
from runtime.settle import LOOK_COST, Settling
from runtime.signals import Budget, Commit, EndPhase, Failed, Fault, GameOver
from runtime.spec import Spec
from runtime.state import NOTHING_SAID as UNSAID
from runtime.state import State, Value
from runtime.trial import Trials
from runtime.values import paid
from runtime.windows import Windows

STARTING, RUNNING, AFTER = 0, 1, 2


class Machine(Course, Phases, Setting):
    """Frames, verbs, actions and goals; the rest of what it does stands in course.py, phases.py and setting.py."""

    def __init__(self, rules: Any) -> None:
        self.rules = rules
        self.table = rules.table
        self.world = rules.world
        self.kernel = rules.kernel
        self.first_fn = len(BUILTINS)
        costs = rules.costs
        self.weights = [costs.weight_fn(fn) for fn in range(len(self.table.fns))]
        self.verb_weights = [
            max((self.weights[overload["fn"]] for overload in verb["overloads"]), default=1)
            for verb in self.table.verbs
        ]
        self._constants: dict[int, Any] = {}
        self.lookup = Lookup(rules, PHASE)
        self.trials = Trials(rules)
        self.settling = Settling(rules, {"settle": SETTLE, "fire": FIRE, "rule": RULE})
        self.decisions = Decisions(rules)
        self.windows = Windows(rules)
        self.after = self.settling.after
        self.goal_spec = Spec("goal", None, ("any",), False, len(rules.specs), rules)

    def names(self) -> dict[str, Any]:
        kernel = self.kernel
        return {
            **self.lookup.names(), **self.trials.names(), **self.decisions.names(), **self.windows.names(),
            "move": kernel.move, "put": kernel.put, "shuffle": kernel.shuffle, "roll": kernel.roll, "turn_face": kernel.turn_face,
            "apply_batch": kernel.apply_batch, "after": self.after, "set_field": self.set_field, "set_keyed": self.set_keyed,
            "set_game": self.set_game, "set_phase": self.set_phase, "reveal": self.reveal, "look": self.look,
            "refuse": self.refuse, "tell": self.tell, "write": self.write, "begin_with": self.begin_with, "win": self.win,
            "lose": self.lose, "end_game": self.end_game, "tick": self.tick, "leave": self.leave, "drain": self.drain,
            "postpone": self.postpone, "do_clause": self.do_clause, "do_clause_now": self.do_clause_now,
            "do_effect": self.do_effect, "do_effect_now": self.do_effect_now, "perform": self.perform,
            "perform_now": self.perform_now, "enter": self.enter, "carry_on": self.carry_on, "check_goals": self.check_goals,
        }  # fmt: skip

    def ready(self) -> None:
        """Code is there: link what needs it."""
        rules = self.rules
        builtins: dict[int, list[Any]] = {
            TURNS: [self.turn_start, self.turn_after, self.turn_end],
            SETUP: [self.setup_end],
            ACTION: [self.action_start, self.action_drain, self.action_after, self.action_end],
            PHASE: [self.phase_start, self.phase_after, self.phase_end],
            WINDOW: [self.windows.run],
            VERB: [self.verb_start, self.verb_after, self.verb_end],
            SETTLE: [self.settling.settle_routine],
            FIRE: [self.settling.fire_routine],
            RULE: [self.settling.rule_start, self.settling.rule_end],
            GOALS: [self.goals_next, self.goals_body, self.goals_rest],
            OFFER: [self.windows.offer_end],
        }
        for routine, instructions in builtins.items():
            rules.routines[routine] = instructions
        self.settling.ready()
        self.fields_each_turn = [
            i for i, field in enumerate(self.table.fields) if field["var"] and field["each"] == "turn"
        ]
        self.variables_each_turn = [i for i, var in enumerate(self.table.gvars) if var["each"] == "turn"]
        turn = self.first_fn + (self.table.turn or 0)
        self.turn_routine = (turn, (None,) * (0 if self.table.turn is None else rules.pads[turn]))
        self.turn_replaced = any(t["when"] == "instead" and t["event"] == ["turn"] for t in self.table.triggers)
        self.defaults = {
            index: field["default"] for index, field in enumerate(self.table.fields) if field["default"] is not None
        }
        self.define_bounds: dict[int, tuple[Any, Any]] = {}
        names = rules.names
        for index, entry in enumerate(self.table.defines):
            self.define_bounds[index] = (self.constant_fn(entry["low"]), self.constant_fn(entry["high"]))
        self.field_bounds = [
            (self.constant_fn(f["low"]), self.constant_fn(f["high"])) if f["var"] else (None, None)
            for f in self.table.fields
        ]
        self.game_bounds = [(self.constant_fn(g["low"]), self.constant_fn(g["high"])) for g in self.table.gvars]
        self.phase_bounds = [
            [(self.constant_fn(v["low"]), self.constant_fn(v["high"])) for v in phase["vars"]]
            for phase in self.table.phases
        ]
        self.phase_defaults = [[names[f"e{v['default']}"] for v in phase["vars"]] for phase in self.table.phases]
        suspending = rules.analysis.suspending_fns
        self.direct: list[Any] = [
            None if index in suspending else names.get(f"v{index}") for index in range(len(self.table.fns))
        ]
        self.foreseen: list[Any] = [int(name) if name.isdigit() else names[name] for name in rules.foreseen]
        self.goals = [self.goal(index) for index in range(len(self.table.goals))]
        self.windows.ready()
        self.decisions.ready()
        self.replaced = [self.has_replacement("action", index) for index in range(len(self.table.actions))]

    def constant_fn(self, node: int | None) -> Any:
        """A function (S, this) -> value of an expression that stands for itself: a bound or a default."""
        if node is None:
            return None
        known = self._constants.get(node)
        if known is None:
            self.rules.x.slots = 2
            source = self.rules.x.value(node, Scope(False, range(2)))
            known = eval(f"lambda S, x1=None, x0=None: {source}", self.rules.names)
            self._constants[node] = known
        return known

    def default(self, S: State | None, field: int, thing: int | None) -> Value:
        node = self.defaults.get(field)
        return None if node is None else self.constant_fn(node)(S, thing)

    def bounds_of_define(self, S: State, define: int) -> tuple[int | None, int | None]:
        low, high = self.define_bounds[define]
        return (None if low is None else low(S)), (None if high is None else high(S))

    # ------------------------------------------------------------------ running

    def run(self, S: State) -> None:
        """Until a decision stands (`S.asked`) or the game is over. Raises `Fault`, nothing else."""
        limit = shallow()
        try:
            self._run(S)
        except Fault:
            raise
        except Exception as problem:
            raise blame(self.rules, problem) from problem
        finally:
            if limit:
                setrecursionlimit(limit)

    def _run(self, S: State) -> None:
        routines = self.rules.routines
        while True:
            try:
                frames = S.frames
                while True:
                    f = frames[-1]
                    pc = routines[f[0]][f[1]](S, f)
                    if pc < 0:
                        return
                    f[1] = pc
            except EndPhase as end:
                self.unwind(S, end.phase)
            except GameOver:
                if self.finish(S):
                    return

    def run_until(self, S: State, floor: int) -> bool:
        """Run what lies above `floor` frames. True: a question stands. Raises `Fault`, nothing else."""
        limit = shallow()
        try:
            return self._run_until(S, floor)
        except Fault:
            raise
        except Exception as problem:
            raise blame(self.rules, problem) from problem
        finally:
            if limit:
                setrecursionlimit(limit)

    def _run_until(self, S: State, floor: int) -> bool:
        routines = self.rules.routines
        while True:
            try:
                frames = S.frames
                while len(frames) > floor:
                    f = frames[-1]
                    pc = routines[f[0]][f[1]](S, f)
                    if pc < 0:
                        return True
                    f[1] = pc
                return False
            except EndPhase as end:
                self.unwind(S, end.phase)
            except GameOver:
                if self.finish(S):
                    return False
                floor = 0

    def run_to(self, S: State, floor: int) -> bool:
        """A dry run down to `floor` frames. True: a question stands."""
        routines, frames = self.rules.routines, S.frames
        S.asked = None
        while len(frames) > floor:
            f = frames[-1]
            S.fuel -= 1
            pc = routines[f[0]][f[1]](S, f)
            if pc < 0:
                return True
            f[1] = pc
        if S.fuel < 0:
            raise Budget("a dry run takes too many steps")
        return False

    def tick(self, S: State, cost: int = 1) -> None:
        S.fuel -= cost
        if S.fuel < 0:
            raise Budget("the rules go round without end")

    def not_too_deep(self, S: State) -> None:
        if len(S.frames) > MAX_FRAMES:
            raise Budget("the rules call each other without end")

    def leave(self, S: State) -> int:
        S.frames.pop()
        return 0

    # ------------------------------------------------------------------ frames

    def fn_frame(self, fn: int, you: int | None, this: int | None, arguments: tuple[Value, ...]) -> list[Value]:
        routine = self.first_fn + fn
        return [routine, 0, you, this, *arguments, *([None] * self.rules.pads[routine])]

    def push_fn(self, S: State, fn: int, you: int | None, this: int | None, arguments: tuple[Value, ...]) -> None:
        if len(S.frames) > MAX_FRAMES:
            raise Budget("the rules call each other without end")
        S.fuel -= self.weights[fn]
        if S.fuel < 0:
            raise Budget(f"the rules take too many steps (in {self.table.fns[fn]['name']})")
        S.frames.append(self.fn_frame(fn, you, this, arguments))

    def overload(self, verb: int, arguments: tuple[Value, ...]) -> int | None:
        """The function of a verb for these arguments: the most special that fits."""
        lo, hi = self.world.lo, self.world.hi
        for overload in self.table.verbs[verb]["overloads"]:
            for kind, value in zip(overload["kinds"], arguments, strict=False):
                if kind is not None and not (type(value) is int and lo[kind] <= value < hi[kind]):
                    break
            else:
                return int(overload["fn"])
        return None

    def verb_frame(
        self, S: State, you: int | None, verb: int, arguments: tuple[Value, ...], skip: tuple[int, ...] = ()
    ) -> list[Value]:
        if verb in self.rules.verb_triggers:
            return [VERB, 0, you, verb, arguments, skip]
        fn = self.overload(verb, arguments)
        if fn is None:
            raise Fault(f"the verb {self.table.verbs[verb]['name']} has no meaning for what it was given")
        return self.fn_frame(fn, you, None, arguments)

    def perform(self, S: State, you: int | None, verb: int, arguments: tuple[Value, ...]) -> None:
        if len(S.frames) > MAX_FRAMES:
            raise Budget("the rules call each other without end")
        S.fuel -= self.verb_weights[verb]
        if S.fuel < 0:
            raise Budget("the rules take too many steps")
        if self.nothing_to_do(S, verb, arguments):
            return
        S.frames.append(self.verb_frame(S, you, verb, arguments))

    def nothing_to_do(self, S: State, verb: int, arguments: tuple[Value, ...]) -> bool:
        """A verb on `nothing` does nothing."""
        if None in arguments and self.overload(verb, arguments) is None:
            self.kernel.note(S, "nothing", None)
            return True
        return False

    def perform_now(self, S: State, you: int | None, verb: int, arguments: tuple[Value, ...]) -> None:
        """A verb none of whose parts can ask."""
        S.fuel -= self.verb_weights[verb]
        if S.fuel < 0:
            raise Budget("the rules take too many steps")
        if self.nothing_to_do(S, verb, arguments):
            return
        fn = self.overload(verb, arguments)
        if fn is None:
            raise Fault(f"the verb {self.table.verbs[verb]['name']} has no meaning for what it was given")
        triggers = self.rules.verb_triggers.get(verb)
        if triggers:
            replacement = self.replacement(S, ("verb", verb), you, arguments, ())
            if replacement is not None:
                index, who, this = replacement
                self.direct[self.table.triggers[index]["body"]](S, who, this, *arguments)
                return
        self.direct[fn](S, you, None, *arguments)
        if triggers:
            S.ev.append((("verb", verb), you, arguments))
            self.after(S)

    def replacement(
        self, S: State, event: tuple[Any, ...], you: int | None, arguments: tuple[Value, ...], skip: tuple[int, ...]
    ) -> tuple[int, int | None, int | None] | None:
        """(trigger, you, this) of the first `instead of` that applies and has not been applied to this event."""
        for index, trigger in enumerate(self.table.triggers):
            if trigger["when"] != "instead" or tuple(trigger["event"]) != event or index in skip:
                continue
            where = self.settling.trigger_code[index][0]
            for holder, this in self.settling.live(S, trigger["design"]):
                who = you if trigger["design"] is None else holder
                if where is None or where(S, who, this, *arguments):
                    return index, who, this
        return None

    def do_clause(
        self, S: State, you: int | None, clause: int, thing: int | None, arguments: tuple[Value, ...]
    ) -> None:
        fn = None if thing is None else self.lookup.clause_fn(clause, thing)
        if fn is None:
            self.missing(S, you)
            return
        self.push_fn(S, fn, you, thing, arguments)

    def missing(self, S: State, you: int | None) -> None:
        """An effect that a card does not have cannot be carried out."""
        if S.trial is not None and not S.public:
            raise Failed
        self.kernel.note(S, "no such effect", you)

    def do_clause_now(
        self, S: State, you: int | None, clause: int, thing: int | None, arguments: tuple[Value, ...]
    ) -> None:
        fn = None if thing is None else self.lookup.clause_fn(clause, thing)
        if fn is None:
            self.missing(S, you)
            return
        self.direct[fn](S, you, thing, *arguments)

    def do_effect(self, S: State, you: int | None, effect: tuple[Value, ...] | None) -> None:
        if effect is None:
            self.missing(S, you)
            return
        self.push_fn(S, effect[0], you, effect[1], tuple(effect[2:]))

    def do_effect_now(self, S: State, you: int | None, effect: tuple[Value, ...] | None) -> None:
        if effect is None:
            self.missing(S, you)
            return
        self.direct[effect[0]](S, you, effect[1], *effect[2:])

    # ------------------------------------------------------------------ verbs with triggers

    def verb_start(self, S: State, f: list[Value]) -> int:
        found = self.replacement(S, ("verb", f[3]), f[2], f[4], f[5])
        if found is not None:
            index, who, this = found
            f[5] = (*f[5], index)
            self.push_fn(S, self.table.triggers[index]["body"], who, this, f[4])
            return AFTER
        fn = self.overload(f[3], f[4])
        if fn is None:
            raise Fault(f"the verb {self.table.verbs[f[3]]['name']} has no meaning for what it was given")
        self.push_fn(S, fn, f[2], None, f[4])
        return RUNNING

    def verb_after(self, S: State, f: list[Value]) -> int:
        S.ev.append((("verb", f[3]), f[2], f[4]))
        self.after(S)
        return AFTER

    def verb_end(self, S: State, f: list[Value]) -> int:
        S.frames.pop()
        return 0

    def carry_on(self, S: State) -> None:
        """Inside `instead of`: do what was replaced after all; the same replacement does not apply again."""
        for frame in reversed(S.frames):
            if frame[0] == VERB and frame[1] == AFTER:
                S.frames.append([VERB, 0, frame[2], frame[3], frame[4], frame[5]])
                return
            if frame[0] == ACTION and frame[1] == 3:
                S.frames.append([ACTION, 0, frame[2], frame[3], frame[4], False, frame[6], S.public])
                return
            if frame[0] == PHASE and frame[1] == 2:
                S.frames.append([PHASE, 0, *frame[2:]])
                S.frames[-1][4] = frame[4]
                return
            if frame[0] == TURNS and frame[2]:
                self.turn_body(S, frame)
                return
        raise Fault("`carry on` outside of `instead of`")

    # ------------------------------------------------------------------ actions

    def possible(self, S: State, action: int, who: int, way: tuple[Value, ...]) -> bool:
        """Could this action be carried out by the one who decides?"""
        if not self.replaced[action]:
            known = self.foreseen[action]
            if type(known) is list:
                known = known[way[0]]
            if type(known) is not int:
                known = known(S, who, *way)
            if known != 2:
                return bool(known)
        return self.trials.feasible(S, who, [[ACTION, 0, who, action, way, False, (), False]])

    def has_replacement(self, kind: str, index: int) -> bool:
        return any(t["when"] == "instead" and t["event"] == [kind, index] for t in self.table.triggers)

    def action_start(self, S: State, f: list[Value]) -> int:
        _, _, who, action, way, _, skip, _ = f
        entry = self.table.actions[action]
        if not skip:
            if S.trial is None:
                S.public = False
                S.noted(("take", who, action, way))
            for counter, _ in self.decisions.counters(S, entry, who, way):
                S.limits[counter] = S.limits.get(counter, 0) + 1
            S.dirty |= self.rules.watched_variables.get("limits", 0)
        found = self.replacement(S, ("action", action), who, way, skip)
        if found is not None:
            index, you, this = found
            f[6] = (*skip, index)
            self.push_fn(S, self.table.triggers[index]["body"], you, this, way)
            return 3
        S.steps.append([])
        self.push_fn(S, entry["body"], who, None, way)
        return 1

    def action_drain(self, S: State, f: list[Value]) -> int:
        if self.drain_queue(S):
            return 1
        S.steps.pop()
        return 2

    def action_after(self, S: State, f: list[Value]) -> int:
        self.happened(S, ("action", f[3]), f[2], f[4])
        return 3

    def action_end(self, S: State, f: list[Value]) -> int:
        S.frames.pop()
        self.decisions.close_offer(S, f[7])
        if f[5]:
            raise GameOver
        return 0

    def happened(self, S: State, event: tuple[Any, ...], you: int | None, arguments: tuple[Value, ...]) -> None:
        """Something has happened: its triggers, if anything listens."""
        if event in self.settling.by_event:
            S.ev.append((event, you, arguments))
        if S.dirty or S.ev:
            self.after(S)

    # ------------------------------------------------------------------ goals

    def check_goals(self, S: State, player: int | None) -> bool:
        """Goals are looked at in their order. True: one is met, and its frames lie on top."""
        if player is None:
            return False
        return self.next_goal(S, player, 0)

    def next_goal(self, S: State, player: int, start: int) -> bool:
        for index in range(start, len(self.goals)):
            self.tick(S, LOOK_COST)
            found = self.goals[index](S, player)
            if found is True:
                S.frames.append([GOALS, 1, player, index, None])
                return True
            if found:
                S.frames.append(
                    [GOALS, 1 if len(found) == 1 else 0, player, index, found[0] if len(found) == 1 else tuple(found)]
                )
                return True
        return False

    def goal(self, index: int) -> Any:
        """Function (S, player) of a goal: true or false, or what the goal is met with."""
        names, goal = self.rules.names, self.table.goals[index]
        if f"go{index}" in names:
            return names[f"go{index}"]
        where = None if goal["where"] is None else names[f"e{goal['where']}"]
        if goal["over"] is None:
            return lambda S, player: where is None or bool(where(S, player, None))
        over = names[f"e{goal['over']}"]
        steps = self.rules.costs.steps_fn(goal["where"])
        return lambda S, player: [
            t for t in paid(S, over(S, player, None), steps) if where is None or where(S, player, None, t)
        ]

    def goals_next(self, S: State, f: list[Value]) -> int:
        """Several things meet the goal: the player says which."""
        if S.answer is UNSAID:
            who = self.decisions.decider(S, f[2])
            return self.decisions.ask(S, who, self.goal_spec, f[4], f)
        f[4], S.answer = S.answer, UNSAID
        return 1

    def goals_body(self, S: State, f: list[Value]) -> int:
        S.frames.pop()
        _, _, player, index, witness = f
        goal = self.table.goals[index]
        S.log = (S.log, ("goal", player, index))
        S.frames.append([GOALS, 2, player, index, None])
        self.push_fn(S, goal["body"], player, None, () if goal["over"] is None else (witness,))
        return 0

    def goals_rest(self, S: State, f: list[Value]) -> int:
        S.frames.pop()
        self.next_goal(S, f[2], f[3] + 1)
        return 0


__all__ = ["TURN_COST", "Commit", "Machine"]
