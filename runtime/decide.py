"""Decisions: what is offered to whom. Every choice is a finite list; options are values, written out only when asked for."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import partial
from typing import Any

from runtime.link import ACTION
from runtime.signals import Budget, Commit, Failed, Fault
from runtime.spec import BlockSpec, Spec, TakeSpec
from runtime.state import NOTHING_SAID as UNSAID
from runtime.state import State, Value
from runtime.taking import NEVER

ASK = -1
LAST = 3  # the last instruction of an action
#: Answer that ends a repetition or a choice of several.
DONE = "done"
#: Answer that lets a window go by.
PASS = "pass"
MAX_OPTIONS = 10_000
#: Types V of values that may be things.
THINGS = ("object", "thing", "any")
#: What looking at the ways to take one action costs; long lists cost more.
ACTION_COST = WAY_COST = 5
#: What looking at one set of a choice of several costs of the budget, beside its size.
SET_COST = 10


class Pending:
    """A decision that stands: who decides, about what, between which values. picks: what has been chosen already, where
    several things are chosen one by one. In a dry run the options may come one by one, too."""

    __slots__ = ("frame", "last_first", "options", "picks", "spec", "who")

    def __init__(
        self, who: int, spec: Spec, options: Sequence[Value], frame: list[Value], last_first: bool = False
    ) -> None:
        self.who = who
        self.spec = spec
        self.options = options
        self.frame = frame
        self.last_first = last_first
        self.picks: tuple[Value, ...] = ()


class Decisions:
    def __init__(self, rules: Any) -> None:
        self.rules = rules
        self.table = rules.table
        self.world = rules.world
        self.kernel = rules.kernel
        self.seated = frozenset(range(len(rules.world.seats)))
        self.robots = rules.world.robots
        #: Told of each answer that nobody was asked for, since it was the only one: player, decision, answer.
        self.unasked: Callable[[int, Spec, Value], None] | None = None
        #: Has the thing equals? Places are told apart by where they are.
        self.several = [
            design is not None and len(self.world.copies[design]) > 1 and thing not in self.world.cell_of
            for thing, design in enumerate(self.world.designs)
        ]
        #: For each zone instance, by object, what those that are one option share; None where more than the design counts.
        self.twins_in: list[list[int | None] | None] = [None] * len(self.world.zone_of)
        self.columns_of_kind: list[list[tuple[int, int]]] = []
        for kind in range(len(self.table.kinds)):
            above = self.world.ancestors(kind)
            self.columns_of_kind.append(
                [
                    (column, self.world.lo[self.table.fields[field]["kind"]])
                    for field, column in rules.column_of.items()
                    if self.table.fields[field]["kind"] in above
                ]
            )

    def ready(self) -> None:
        """Once code is there: what gives the ways to take each action, and for each list of actions those to be asked."""
        names = self.rules.names
        self.takings: list[Any] = [
            partial(self.uses_plainly, action=index) if name is None else None if name == NEVER else names[name]
            for index, name in enumerate(self.rules.takings)
        ]
        if self.rules.fast:
            found = [self.rules.taking.twins_in_zone(zone) for zone in range(len(self.table.zones))]
            self.twins_in = [found[zone] for zone in self.world.zone_of]
        machine, waits = self.rules.machine, any(op[0] == "afterwards" for op in self.table.code)
        self.quick: list[Any] = []
        for index, entry in enumerate(self.table.actions):
            heard = ("action", index) in machine.settling.by_event or machine.has_replacement("action", index)
            routine = machine.first_fn + entry["body"]
            plain = not self.rules.fast or heard or waits or entry["limits"]
            self.quick.append(None if plain else (routine, (None,) * self.rules.pads[routine]))
        self.taken: dict[tuple[int, ...], list[Any]] = {}

    def uses_plainly(self, S: State, who: int, action: int) -> list[Value]:
        return self.uses(S, action, who)

    def names(self) -> dict[str, Any]:
        return {
            "ask_one": self.ask_one, "ask_many": self.ask_many, "ask_may": self.ask_may, "take_answer": self.take_answer,
            "close_offer": self.close_offer, "ask_either": self.ask_either, "take_branch": self.take_branch,
            "ask_take": self.ask_take, "distinct": self.distinct, "forbidden": self.forbidden, "within_limits": self.within_limits,
            "tried": self.tried, "take_action": self.take_action,
        }  # fmt: skip

    # ------------------------------------------------------------------ which things are one option

    def distinct(self, S: State, who: int, things: Iterable[Value], kind: tuple[Any, ...]) -> list[Value]:
        """The things in order, copies that the decider cannot tell apart once."""
        if not kind or kind[0] not in THINGS:
            return list(dict.fromkeys(things))
        out: list[Value] = []
        seen: set[Value] = set()
        if things.__class__ is list and things:
            instance = S.L[things[0]] if things[0].__class__ is int else 0
            twins = self.twins_in[instance]
            if twins is not None and things is S.Z[instance] and self.kernel.see[instance] >> who & 1:
                for (
                    thing
                ) in things:  # all that lies in a zone that the decider sees, where only the design tells things apart
                    twin = twins[thing]
                    if twin is None or twin not in seen:
                        seen.add(twin)
                        out.append(thing)
                return out
        several = self.several
        for thing in things:
            key = self.alike(S, who, thing) if type(thing) is int and several[thing] else thing
            if key not in seen:
                seen.add(key)
                out.append(thing)
        return out

    def each_once(self, S: State, who: int, things: Iterable[Value], kind: tuple[Any, ...]) -> Iterator[Value]:
        """The same one by one, so that those behind need not be worked out."""
        plain = not kind or kind[0] not in THINGS
        seen: set[Value] = set()
        for thing in things:
            key = thing if plain or type(thing) is not int or not self.several[thing] else self.alike(S, who, thing)
            if key not in seen:
                seen.add(key)
                yield thing

    def alike(self, S: State, who: int, thing: int) -> Value:
        """A key that alike things share. Where place in the zone can be told apart, every thing is its own."""
        instance = S.L[thing]
        if self.kernel.fixed[instance] or not self.kernel.sees(S, who, thing) or thing in S.cells:
            return thing
        if self.table.zones[self.world.zone_of[instance]]["see"] == "faces" and S.F[thing]:
            return thing
        values = tuple(S.V[column][thing - lo] for column, lo in self.columns_of_kind[self.world.kinds[thing]])
        return (self.world.designs[thing], instance, self.world.owner_seat.get(thing), values)

    # ------------------------------------------------------------------ is there a way on

    def horizon(self, S: State) -> int:
        """Frames below the running action, or below nothing."""
        for index in range(len(S.frames) - 1, -1, -1):
            if S.frames[index][0] == ACTION:
                return index + 1
        return 0

    def later_may_fail(self, S: State, top: bool = True) -> bool:
        """May anything between this decision (top: of the frame on top) and the end of the action fail?"""
        after = self.rules.after
        for frame in reversed(S.frames):
            if frame[0] == ACTION:
                return False
            flags = after[frame[0]]
            at = frame[1] if top else frame[1] - 1
            if flags and 0 <= at < len(flags) and flags[at]:
                return True
            top = False
        return False

    def open_ways(self, S: State, who: int, options: list[Value]) -> list[Value]:
        """Those answers after which the action can still be carried out."""
        if S.public or S.trial is not None or not self.later_may_fail(S):
            return options
        floor = self.horizon(S)
        return [option for option in options if self.rules.machine.trials.completes(S, who, option, floor)]

    def ways_on(self, S: State, who: int, options: list[Value], follow: Any, f: list[Value]) -> list[Value]:
        """The same for one choice in the frame f; follow: foresees what comes after it there, for each answer."""
        if not self.later_may_fail(S):
            return options
        machine, known = self.rules.machine, 2
        if follow is not None and who == f[2]:
            follow = self.rules.names[follow]
            f = S.frames.pop()
            below = self.later_may_fail(S, False)
            S.frames.append(f)
            if not below:
                found = []
                for option in options:
                    known = follow(S, f, option)
                    if known == 1 or (known == 2 and machine.trials.completes(S, who, option, self.horizon(S))):
                        found.append(option)
                return found
        floor = self.horizon(S)
        return [option for option in options if machine.trials.completes(S, who, option, floor)]

    def ask(
        self, S: State, who: int, spec: Spec, options: Sequence[Value], f: list[Value], last_first: bool = False
    ) -> int:
        if self.robots and who in self.robots and S.trial is None:
            raise Fault(f"a decision was put to {self.world.seats[who]}, who never decides")
        if len(options) > MAX_OPTIONS:
            raise Budget(f"{len(options)} options in one decision")
        if S.forced and len(options) == 1 and S.trial is None:
            S.answer = options[0]
            return int(f[1])  # the same instruction again, with the answer
        S.asked = Pending(who, spec, options, f, last_first)
        return ASK

    def decider(self, S: State, who: int | None) -> int:
        if who is None:
            raise Fault("nobody is there to decide: `you` is not bound")
        if type(who) is not int or not 0 <= who < len(self.world.seats):
            raise Fault("something that is no player is to decide")
        if type(who) is not int or not 0 <= who < len(self.world.seats):
            raise Fault("a decision was put to what is no player")
        if S.trial is not None and who != S.trial:
            raise Commit
        return who

    # ------------------------------------------------------------------ choose

    def ask_one(
        self, S: State, f: list[Value], at: int, who: int | None, things: Iterable[Value], spec: Spec, then: int
    ) -> int:
        if S.trial is not None or who not in self.seated:
            who = self.decider(S, who)
            if S.trial is not None and isinstance(things, Iterator):  # the first that leads on is enough
                S.asked = Pending(who, spec, self.each_once(S, who, things, spec.type), f)  # type: ignore[arg-type]
                return ASK
            options = self.distinct(S, who, things, spec.type)
            if S.trial is not None:
                if not options:
                    raise Failed
                S.fuel -= len(options)
                return self.ask(S, who, spec, options, f)
        if isinstance(things, Iterator):
            things = list(things)
        twins = spec.twins
        if twins is None:
            options = self.distinct(S, who, things, spec.type)
        else:
            options, seen = [], set()
            for thing in things:
                twin = twins[thing]
                if twin is not None:
                    if twin in seen:
                        continue
                    seen.add(twin)
                options.append(thing)
        if options and not S.public:
            options = self.ways_on(S, who, options, spec.follow, f)
        if not options:
            f[at] = None
            self.kernel.note(S, "nothing to choose", who)
            return then
        if len(options) == 1:
            if spec.public or (spec.counted and len(things) == 1):  # type: ignore[arg-type]
                f[at] = options[0]
                if self.unasked is not None:
                    self.unasked(who, spec, options[0])
                return then
            if S.forced:
                f[at] = options[0]
                return then
        if self.robots or len(options) > MAX_OPTIONS:
            return self.ask(S, who, spec, options, f)
        S.asked = Pending(who, spec, options, f)
        return ASK

    def ask_many(
        self,
        S: State,
        f: list[Value],
        at: int,
        pool_at: int,
        who: int | None,
        low: int | None,
        high: int | None,
        test: Any,
        spec: Spec,
        then: int,
    ) -> int:
        """Several things, asked one at a time in one order, so that each set is reached once."""
        if S.answer is not UNSAID:
            answer, S.answer = S.answer, UNSAID
            if answer == DONE:
                f[pool_at] = None
                return then
            f[at] = (*f[at], answer)
        who = self.decider(S, who)
        pool, picks = f[pool_at], f[at]
        low = low or 0
        if high is not None and high < 0:
            high = 0
        groups = self.groups(S, who, pool, spec.type)
        total = len(pool)
        if low > total:
            if S.trial is not None and not S.public:
                raise Failed
            low = total
        start = 0
        if picks:
            start = next(index for index, group in enumerate(groups) if picks[-1] in group)
        enough = len(picks) >= low and (test is None or bool(test(picks)))
        options: list[Value] = []
        if high is None or len(picks) < high:
            for index in range(start, len(groups)):
                left = [thing for thing in groups[index] if thing not in picks]
                if left and self.can_complete(S, (*picks, left[0]), groups, index, low, high, test):
                    options.append(left[0])
        if enough:
            options.append(DONE)
        if S.trial is None:
            options = self.open_ways(S, who, options)
        if not options:
            if S.trial is not None and not S.public:
                raise Failed
            f[pool_at] = None
            if len(picks) < low:
                self.kernel.note(S, "fewer than asked for", who)
            return then
        if options == [DONE] and (
            not pool or (high is not None and len(picks) >= high) or len(picks) == total or spec.public
        ):
            f[pool_at] = None
            return then
        if len(options) == 1 and spec.public and S.trial is None and options[0] != DONE:
            f[at] = (*picks, options[0])
            if self.unasked is not None:
                self.unasked(who, spec, options[0])
            return self.ask_many(S, f, at, pool_at, who, low, high, test, spec, then)
        then = self.ask(S, who, spec, options, f, options[-1] == DONE)
        if then == ASK:  # else it had one answer, and was given it
            S.asked.picks = picks
        return then

    def groups(self, S: State, who: int, pool: Sequence[Value], kind: tuple[Any, ...]) -> list[list[Value]]:
        out: dict[Value, list[Value]] = {}
        plain = not kind or kind[0] not in THINGS
        for thing in pool:
            key = thing if plain or type(thing) is not int or not self.several[thing] else self.alike(S, who, thing)
            out.setdefault(key, []).append(thing)
        return list(out.values())

    def can_complete(
        self,
        S: State,
        picks: tuple[Value, ...],
        groups: list[list[Value]],
        start: int,
        low: int,
        high: int | None,
        test: Any,
    ) -> bool:
        """Can these picks be extended, only with what comes later in the order, to a set that is allowed?"""
        S.fuel -= SET_COST + len(picks) + len(groups)
        if S.fuel < 0:
            raise Budget("too many sets to try in one choice")
        if len(picks) >= low and (test is None or test(picks)):
            return True
        left = sum(len(groups[index]) for index in range(start, len(groups))) - sum(
            1 for index in range(start, len(groups)) for thing in groups[index] if thing in picks
        )
        if len(picks) + left < low or (high is not None and len(picks) >= high):
            return False
        if test is None:
            return True
        for index in range(start, len(groups)):
            rest = [thing for thing in groups[index] if thing not in picks]
            if rest and self.can_complete(S, (*picks, rest[0]), groups, index, low, high, test):
                return True
        return False

    # ------------------------------------------------------------------ may, either

    def ask_may(self, S: State, f: list[Value], who: int | None, spec: Spec, block: BlockSpec, no: int) -> int:
        if S.trial is not None or who not in self.seated:
            who = self.decider(S, who)
            if S.trial is not None:
                return self.ask(S, who, spec, (1, 0), f, True)
        known = self.rules.names[block.known](S, f) if who == f[2] else 2
        if known == 0 or (known == 2 and not self.block_feasible(S, f, who, block)):
            return no
        options = [1, 0] if S.public else self.open_ways(S, who, [1, 0])
        return self.ask(S, who, spec, options or [0], f)

    def block_feasible(
        self, S: State, f: list[Value], who: int, block: BlockSpec | None, slot: int | None = None, value: Value = None
    ) -> bool:
        if block is None:
            return True
        frame = f
        if slot is not None:
            frame = f[:]
            frame[slot + 2] = value
        if who == frame[2]:
            known = self.rules.names[block.known](S, frame)
            if known != 2:
                return bool(known)
        frame = [block.routine, 0, *frame[2:], *([None] * (self.rules.pads[block.routine] + 4))]
        return bool(self.rules.machine.trials.feasible(S, who, [frame]))

    def take_answer(self, S: State) -> bool:
        answer, S.answer = S.answer, UNSAID
        return bool(answer)

    def close_offer(self, S: State, public: bool) -> None:
        """The end of something offered: what was binding before it is binding again."""
        if public and not S.public:
            S.public = True
            if S.trial is not None:
                raise Commit

    def ask_either(self, S: State, f: list[Value], who: int | None, spec: Spec, end: int) -> int:
        who = self.decider(S, who)
        names = self.rules.names
        options: list[Value] = []
        for index, branch in enumerate(spec.branches):
            if branch.form == "react":
                options += [
                    (index, *option) for option in self.rules.machine.windows.reactions(S, branch.window, who, None, ())
                ]
                continue
            found = names[branch.values_name](S, f)
            if branch.form == "fixed":
                if found and (S.trial is not None or self.block_feasible(S, f, who, branch.block)):
                    options.append((index, None))
            else:
                for value in self.distinct(S, who, found, ("any",)):
                    if S.trial is not None or self.block_feasible(S, f, who, branch.block, branch.slot, value):
                        options.append((index, value))
        if S.trial is None and options:
            options = self.open_ways(S, who, options)
        if not options:
            if S.trial is not None and not S.public:
                raise Failed
            return end
        # (a dry run begins with the last branch: what is written last is mostly the way out, which leads to least)
        return self.ask(S, who, spec, options, f, last_first=True)

    def take_branch(self, S: State, f: list[Value], who: int, spec: Spec, targets: tuple[int, ...], end: int) -> int:
        answer, S.answer = S.answer, UNSAID
        number: int = answer[0]
        branch = spec.branches[number]
        if branch.form == "react":
            self.rules.machine.windows.use(S, branch.window, who, answer[1:], None, ())
        elif branch.slot is not None:
            f[branch.slot + 2] = answer[1]
        return targets[number]

    # ------------------------------------------------------------------ take

    def ask_take(
        self, S: State, f: list[Value], who: int | None, spec: TakeSpec, actions: tuple[int, ...], until: bool, end: int
    ) -> int:
        if S.trial is not None or who not in self.seated:
            who = self.decider(S, who)
        options: list[Value] = []
        if S.trial is None:
            takings = self.taken.get(actions)
            if takings is None:
                takings = self.taken[actions] = [
                    self.takings[action] for action in actions if self.takings[action] is not None
                ]
            S.fuel -= ACTION_COST * len(takings)
            if S.fuel < 0:
                raise Budget("too many ways to try")
            for ways in takings:
                options += ways(S, who)
        else:
            for action in actions:
                options += self.uses(S, action, who)
        for window in spec.windows:
            options += [
                ("react", window, *option) for option in self.rules.machine.windows.reactions(S, window, who, None, ())
            ]
        if not options and not (spec.mode == "any" and not until):
            return end
        if spec.mode == "any" and not until:
            if S.forced and not options:
                return end
            options.append(DONE)
        return self.ask(S, who, spec, options, f, options[-1] == DONE)

    def take_action(self, S: State, f: list[Value], who: int, spec: TakeSpec, again: bool, here: int, end: int) -> int:
        answer, S.answer = S.answer, UNSAID
        if answer == DONE:
            return end
        if answer[0] == "react":
            self.rules.machine.windows.use(S, answer[1], who, answer[2:], None, ())
        elif S.trial is None and self.quick[answer[1]] is not None:
            # nothing counts its uses, stands in for it, listens to it or is put off: only its body is left to run
            S.log = (S.log, ("take", who, answer[1], answer[2]))
            S.frames.append([ACTION, LAST, who, answer[1], answer[2], False, (), S.public])
            S.public = False
            routine, pads = self.quick[answer[1]]
            S.frames.append([routine, 0, who, None, *answer[2], *pads])
        else:
            S.frames.append([ACTION, 0, who, answer[1], answer[2], False, (), S.public])
        return here if again else end

    def tried(self, S: State, action: int, who: int, way: tuple[Value, ...]) -> bool:
        """Can the action be carried out? As a dry run tells."""
        return bool(self.rules.machine.trials.feasible(S, who, [[ACTION, 0, who, action, way, False, (), False]]))

    def uses(self, S: State, action: int, who: int) -> list[Value]:
        """Every way to take the action now: ("take", action, arguments)."""
        entry = self.table.actions[action]
        names = self.rules.names
        if entry["when"] is not None and not names[f"e{entry['when']}"](S, who, None):
            return []
        ways: list[tuple[Value, ...]] = [()]
        for fn, kind in zip(entry["params"], entry["types"], strict=True):
            function = names[f"e{fn}"]
            wider: list[tuple[Value, ...]] = []
            for way in ways:
                wider += [(*way, thing) for thing in self.distinct(S, who, function(S, who, None, *way), kind)]
                if len(wider) > MAX_OPTIONS:
                    raise Budget(f"more than {MAX_OPTIONS} ways to take {entry['name']}")
            ways = wider
        limits, forbids = entry["limits"], entry["forbids"]
        S.fuel -= len(ways) * WAY_COST
        out: list[Value] = []
        for way in ways:
            if forbids and self.forbidden(S, action, who, way) is not None:
                continue
            if limits and not self.within_limits(S, entry, who, way):
                continue
            if S.trial is None and not self.rules.machine.possible(S, action, who, way):
                continue
            out.append(("take", action, way))
        return out

    def forbidden(self, S: State, action: int, who: int, way: tuple[Value, ...]) -> dict[str, Any] | None:
        for forbid in self.table.actions[action]["forbids"]:
            for holder, this in self.rules.machine.settling.live(S, forbid["design"]):
                you = who if forbid["design"] is None else holder
                where = forbid["where"]
                if where is None or self.rules.names[f"e{where}"](S, you, this, *way):
                    return dict(forbid)
        return None

    def counters(
        self, S: State, entry: dict[str, Any], who: int, way: tuple[Value, ...]
    ) -> list[tuple[tuple[Value, ...], int]]:
        """(counter, most uses) of each limit that concerns this use."""
        names, out = self.rules.names, []
        for limit in entry["limits"]:
            if limit["if"] is not None and not names[f"e{limit['if']}"](S, who, None, *way):
                continue
            if limit["tag"] is not None:
                tagged = self.rules.tagged[limit["tag"]]
                if not any(type(thing) is int and thing in tagged for thing in way):
                    continue
            key: Value = None if limit["per"] is None else names[f"e{limit['per']}"](S, who, None, *way)
            out.append(((limit["name"], who, key), names[f"e{limit['count']}"](S, who, None)))
        return out

    def within_limits(self, S: State, entry: dict[str, Any], who: int, way: tuple[Value, ...]) -> bool:
        return all(S.limits.get(counter, 0) < most for counter, most in self.counters(S, entry, who, way))
