"""All that is asked of a variant, one question after the other, and what became of each."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace
from itertools import product
from math import prod
from typing import Any

from chronoc.prove.arena import Arena, Change, Move
from chronoc.prove.conditions import Conditions, Literal
from chronoc.prove.cone import Cone, Cones, searched
from chronoc.prove.effects import SEAT, Source, Writing
from chronoc.prove.luck import Luck
from chronoc.prove.reasons import Reasons
from chronoc.prove.search import STATES, Found, Search
from chronoc.prove.shorter import fewest, leaner
from chronoc.prove.values import ANYTHING, END, NONE, Atom, Reads, just
from chronoc.prove.witness import Witness, line_of_play, quoted
from chronoc.scenario.play import Play
from chronoc.scenario.play import set_up as begin
from runtime.game import NAMES, Game, fresh_state, option_values
from runtime.link import TURNS, link
from runtime.signals import Fault
from runtime.state import FUEL, State
from runtime.table import Table
from runtime.world import PLAYER

REACHED, NEVER, ONLY, OPEN = "reachable", "unreachable", "only by way of", "not decided"
ONLY_WITH = "only with"
Place = tuple[str, int]
WIDE = 24  # things in a cone of which not every state can be looked at
FREELY = 4096  # combinations of what may lie before players
FEW = 200  # states that are looked at where the search cannot see everything, and games may show it sooner


@dataclass(slots=True)
class Question:
    """test: of a state of the cone · literals: what it joins by `and` · plays: instead of a state, one of these has to be offered"""

    group: str
    title: str
    place: Place | None
    reads: Reads
    test: Callable[[Change], bool]
    literals: list[Literal] = field(default_factory=list)
    ended: str = ""
    reason: str = ""
    offers: list[Source] = field(default_factory=list)
    goal: int | None = None
    thing: int | None = None
    expects: str = ""
    always: bool = False  # whether it is an opposite: that it cannot be reached means that something is always so
    lucky: tuple[Any, ...] | None = None


@dataclass(slots=True)
class Verdict:
    question: Question
    word: str
    why: list[str] = field(default_factory=list)
    because: list[tuple[Place | None, str]] = field(default_factory=list)
    change: list[tuple[Place | None, str]] = field(default_factory=list)
    witness: Witness | None = None
    shortest: bool = False
    lucky: tuple[str, int] | None = None  # seed, turn
    states: int = 0


class Prover:
    def __init__(self, table: Table, said: Callable[[tuple[str, int, int, int, int]], str]) -> None:
        low, high = table.players
        self.seats = tuple(NAMES[: max(low, min(2, high))])
        self.said = said
        self.explain = True
        self._coming: dict[int, bool] = {}
        game, varying = self._begun(table)
        self.table = game.rules.table
        self.writing = Writing(game)
        self.cones = Cones(self.writing, {})
        self.arena = Arena(game, self.writing)
        self.varying = self._varies(table, varying)
        self.cones.varying.update(self.varying)
        self._endless: Arena | None = None
        self.original = table
        self.conditions = Conditions(self.writing)
        self.start: State = self.arena.state(()) or self.arena.base
        self.reasons = Reasons(self)
        self.luck = Luck(table, self.seats)

    def _begun(self, table: Table) -> tuple[Game, list[State]]:
        games = [set_up(table, self.seats, seed) for seed in (1, 2, 3)]
        return games[0], [game.state for game in games[1:]]

    def _varies(self, table: Table, states: list[State]) -> dict[Atom, None]:
        out: dict[Atom, None] = {}
        for state in states:
            out.update(dict.fromkeys(a for a in self.arena.atoms if self.arena.value(state, a) != self.arena.start[a]))
            for instance, atom in enumerate(self.writing.unseen):
                if state.Z[instance] != self.arena.game.state.Z[instance]:
                    out[atom] = None
        return out

    @property
    def endless(self) -> Arena:
        """The same rules, in which nothing ends the game."""
        if self._endless is None:
            self._endless = self.changed(lambda code, fns: endless(code))
        return self._endless

    def changed(self, change: Callable[[list[Any], list[Any]], None]) -> Arena:
        """The arena of a table in which something is otherwise."""
        code, fns = list(self.original.code), [dict(fn) for fn in self.original.fns]
        change(code, fns)
        table = replace(self.original, code=code, fns=fns)
        return Arena(set_up(table, self.seats, 1), self.writing)

    # ------------------------------------------------------------------ questions

    def questions(self) -> Iterator[Question]:
        yield from self.goals()
        yield from self.losses()
        yield from self.cards()
        yield from self.sides()
        yield from self.printed()

    def goals(self) -> Iterator[Question]:
        for index, goal in enumerate(self.table.goals):
            place = self.named("goals", goal["name"])
            if goal["over"] is None:
                yield self.goal(index, goal, None, 0, place)
                continue
            many = self.writing.fn(goal["over"], just(SEAT), just(None), [])
            mine = [i for i in sorted(many.source or ()) if self.writing.world.owner_of[i] == SEAT]
            for thing in many.items or {}:
                if len(mine) == 1:
                    design = self.table.designs[self.writing.world.designs[thing]]
                    yield self.goal(index, goal, thing, mine[0], self.named("designs", design["name"]))

    def goal(self, index: int, goal: dict[str, Any], thing: int | None, instance: int, place: Place | None) -> Question:
        given = [] if thing is None else [just(thing)]
        reads: Reads = NONE
        literals: list[Literal] = []
        if goal["where"] is not None:
            reads = self.writing.fn(goal["where"], just(SEAT), just(None), given).all_reads()
            literals = self.conditions.of_fn(goal["where"], SEAT, None, () if thing is None else (thing,), self.start)

        def test(change: Change) -> bool:
            S = self.endless.state(change)
            if S is None:
                return False
            if (
                thing is not None
                and self.endless.give(S, thing, instance) is None
                and not any(t in S.Z[instance] for t in self.arena.copies(thing))
            ):
                return False
            found = self.endless.rules.machine.goals[index](S, SEAT)
            return found is True or (
                bool(found) and (thing is None or any(self.writing.standing_for[t] == thing for t in found))
            )

        title = goal["title"] if thing is None else f"{goal['title']}: {self.writing.world.title(thing)}"
        design = None if thing is None else self.writing.world.designs[thing]
        return Question(
            "goal", title, place, reads, test, literals, goal=index, thing=thing, lucky=("goal", index, design)
        )

    def losses(self) -> Iterator[Question]:
        for index, rule in enumerate(self.table.whenevers):
            source = next(
                (
                    s
                    for s in self.writing.sources
                    if s.form == "rule" and s.index == index and s.node == self.table.fns[rule["body"]]["code"]
                ),
                None,
            )
            if source is None or END not in source.records:
                continue
            texts = self.endings(self.table.fns[rule["body"]]["code"])
            if not texts:
                continue
            literals = []
            if rule["where"] is not None and rule["over"] is None and rule["design"] is None:
                literals = self.conditions.of_fn(rule["where"], None, None, (), self.start)
            for text in texts:
                place = self.place(self.table.fns[rule["body"]]["code"])
                yield Question(
                    "loss",
                    text,
                    place,
                    source.records[END] | {END},
                    lambda _: True,
                    literals,
                    "lost",
                    text,
                    lucky=("lose", text),
                )

    def endings(self, node: int) -> list[str]:
        """The words with which a rule lets players lose."""
        from runtime.analysis import children

        pending, seen, found = [node], {node}, []
        while pending:
            op = self.table.code[pending.pop(0)]
            if op[0] == "lose" and all(isinstance(part, str) for part in op[2]):
                found.append("".join(op[2]))
            inner = [*children(op), *(self.table.fns[fn]["code"] for fn in self.writing.analysis.callees(op))]
            for child in inner:
                if child not in seen:
                    seen.add(child)
                    pending.append(child)
        return found

    def cards(self) -> Iterator[Question]:
        by_card: dict[int, list[Source]] = {}
        for source in self.writing.sources:
            if source.form == "play" and source.thing is not None:
                by_card.setdefault(source.thing, []).append(source)
        guarded = [
            i
            for i, a in enumerate(self.table.actions)
            if a["params"] and self.table.code[self.table.fns[a["params"][0]]["code"]][0] == "where"
        ]
        for thing, sources in by_card.items():
            sources = [
                s for s in sources if s.index in guarded
            ] or sources  # an action for every card says nothing of this one
            design = self.table.designs[self.writing.world.designs[thing]]  # type: ignore[index]
            if design["reactions"]:
                place, title = self.named("designs", design["name"]), f"answer with {design['title']}"
                card = self.writing.world.designs[thing]
                yield Question(
                    "card", title, place, frozenset([("x", "what others play")]), lambda _: False, lucky=("react", card)
                )
                continue
            for source in sources[:1]:
                literals = self.guard(source)
                offers = lambda change, source=source: self.arena.offered(source, change)  # noqa: E731
                name = self.table.actions[source.index]["name"]
                yield Question(
                    "card", f"{name} {self.writing.world.title(thing)}", self.named("designs", design["name"]), source.needs, offers,
                    literals, offers=[source], thing=thing, lucky=("take", source.index, self.writing.world.designs[thing]),
                )  # fmt: skip

    def guard(self, source: Source) -> list[Literal]:
        """What has to hold of a card that is played."""
        fn = self.table.actions[source.index]["params"][0]
        op = self.table.code[self.table.fns[fn]["code"]]
        if op[0] != "where":
            return []
        slots: list[Any] = [SEAT, None, *([None] * (self.table.fns[fn]["slots"] - 2))]
        slots[op[1]] = source.thing
        return self.conditions.parts(Literal(op[3], tuple(slots), fn), self.start, 0)

    def sides(self) -> Iterator[Question]:
        """What the rules call `plain` and `primed` of a thing."""
        world = self.writing.world
        for define in (d for d in self.table.defines if d["name"] in ("plain", "primed")):
            for thing in range(len(world.seats), len(world.designs)):
                design = world.designs[thing]
                if design is None or self.writing.standing_for[thing] != thing or thing != world.copies[design][0]:
                    continue
                fn = self.writing.overload(define["overloads"], [just(thing)])
                if fn is None:
                    continue
                name = define["name"]
                expects = f"{name}({self.spoken(thing)})"
                yield self.truth(
                    "side",
                    f"{world.title(thing)} {name}",
                    fn,
                    None,
                    None,
                    (thing,),
                    True,
                    expects,
                    self.named("designs", self.table.designs[design]["name"]),
                )

    def printed(self) -> Iterator[Question]:
        """Conditions that cards print: can they hold, can they fail?"""
        world = self.writing.world
        goals = {kind for goal in self.table.goals if goal["over"] is not None for kind in self.kinds_of(goal["over"])}
        for design, row in enumerate(self.table.designs):
            for key, fn in row["clauses"].items():
                clause = self.table.clauses[int(key)]
                if (
                    clause["sort"] != "condition"
                    or clause["params"]
                    or row["kind"] in goals
                    or not world.copies[design]
                ):
                    continue
                thing = world.copies[design][0]
                place = self.place(self.table.fns[fn]["code"]) or self.named("designs", row["name"])
                for wanted in (True, False):
                    word = clause["name"] if wanted else f"not {clause['name']}"
                    expects = f"{self.spoken(thing)} is {'' if wanted else 'not '}{clause['name'].casefold()}"
                    yield self.truth(
                        "condition", f"{row['title']} {word.casefold()}", fn, SEAT, thing, (), wanted, expects, place
                    )

    def kinds_of(self, over: int) -> list[int]:
        many = self.writing.fn(over, just(SEAT), just(None), [])
        return [self.writing.world.kinds[t] for t in many.items or {} if type(t) is int]

    def truth(
        self, group: str, title: str, fn: int, you: int | None, this: int | None, arguments: tuple[int, ...], wanted: bool,
        expects: str, place: Place | None,
    ) -> Question:  # fmt: skip
        given = [just(a) for a in arguments]
        reads = self.writing.fn(fn, ANYTHING if you is None else just(you), just(this), given).all_reads()
        literals = self.conditions.of_fn(fn, you, this, arguments, self.start) if wanted else []
        if not wanted:
            entry = self.table.fns[fn]
            slots = (you, this, *arguments, *([None] * (entry["slots"] - 2 - len(arguments))))
            literals = [Literal(entry["code"], slots, fn, True)]

        def test(change: Change) -> bool:
            S = self.endless.state(change)
            return S is not None and bool(self.endless.rules.names[f"e{fn}"](S, you, this, *arguments)) is wanted

        return Question(group, title, place, reads, test, literals, expects=expects, always=not wanted)

    # ------------------------------------------------------------------ answers

    def decide(self, question: Question) -> Verdict:
        """Reachable, unreachable, only by way of an end, or not decided: with what says so."""
        try:
            return self._decide(question)
        except Fault as fault:
            return Verdict(question, OPEN, [f"the rules broke off: {fault}"])

    def _decide(self, question: Question) -> Verdict:
        cone = self.cones.cone(question.reads, bool(question.offers))
        far = lambda change: self.distance(question, change)  # noqa: E731
        ended, reason = question.ended, question.reason
        if not ended and not question.offers and (cone.gaps or len(cone.atoms) > WIDE):
            narrow = self.cones.narrow(question.reads)
            found = Search(self.arena, narrow, FEW).broad(question.test)
            if found.line is None and not found.complete and question.literals:
                found = Search(self.arena, narrow).guided(question.test, far)
            if found.line is not None:
                return self._reached(question, replace(found, shortest=not found.line))
        if cone.gaps and question.offers:  # the search cannot decide it, and games may show it sooner
            found = Search(self.arena, cone, FEW).broad(question.test, ended, reason)
            luck = None if found.line is not None or question.lucky is None else self.luck.find(question.lucky)
            if luck is not None:
                return Verdict(question, REACHED, lucky=luck)
        elif len(cone.atoms) > WIDE and question.literals:  # too wide to be seen as a whole: a line first
            found = Search(self.arena, cone, FEW).broad(question.test, ended, reason)
            if found.line is None:
                guided = Search(self.arena, cone).guided(question.test, far, ended, reason)
                found = (
                    guided if guided.line is not None else Search(self.arena, cone).broad(question.test, ended, reason)
                )
        else:
            found = Search(self.arena, cone).broad(question.test, ended, reason)
        if found.line is None and not found.complete and question.literals:
            guided = Search(self.arena, cone).guided(question.test, far, ended, reason)
            if guided.line is not None:
                found = guided
        if found.line is not None:
            return self._reached(question, found)
        return self._not_reached(question, cone, found)

    def distance(self, question: Question, change: Change) -> int:
        S = self.endless.state(change)
        return 10_000 if S is None else self.conditions.distance(question.literals, S)

    def _reached(self, question: Question, found: Found) -> Verdict:
        assert found.line is not None
        line, shortest = found.line, found.shortest
        if not shortest and len(line) > 1:
            line = leaner(self.arena, line, question.test, question.ended, question.reason)
        if not shortest:
            least = self.least(question)
            shortest = least is not None and len(line) <= max(1, least)
        if question.goal is not None and not line:
            line = self.any_turn(question)
        verdict = Verdict(question, REACHED, shortest=shortest, states=len(found.states))
        verdict.witness = line_of_play(self, question, line)
        return verdict

    def least(self, question: Question) -> int | None:
        """How few plays could bring about what a goal asks for. None: that is not known."""
        if question.goal is None or question.ended or question.offers:
            return None
        where = self.table.goals[question.goal]["where"]
        direct = sorted(atom for atom in question.reads if searched(atom))
        if where is None or any(atom[0] == "f" and not self.is_flag(atom) for atom in direct):
            return None
        if any(not searched(atom) and not self.cones.constant(atom) for atom in question.reads):
            return None
        function = self.endless.rules.names[f"e{where}"]
        arguments = () if question.thing is None else (question.thing,)

        def holds(S: State) -> bool:
            S.fuel = FUEL
            return bool(function(S, SEAT, None, *arguments))

        sources = self.writing.sources
        plays = [source for source in sources if source.form == "play"]
        return fewest(self.writing, self.start, direct, holds, plays, [s for s in sources if s.form != "play"])

    def is_flag(self, atom: Atom) -> bool:
        return bool(self.table.fields[atom[1]]["type"] == ["flag"])

    def any_turn(self, question: Question) -> tuple[Move, ...]:
        """A play that leaves true what is true from the start: goals are looked at in turns."""
        for source in self.writing.sources:
            if source.form != "play":
                continue
            for move in self.arena.results(source, ()):
                if move.ended in ("", "won") and question.test(move.change):
                    return (move,)
        return ()

    def _not_reached(self, question: Question, cone: Cone, found: Found) -> Verdict:
        gaps = [self.gap(what, node) for what, node in [*cone.gaps, *self.unseen(question, cone)]]
        if question.lucky is not None and (gaps or found.trouble or not found.complete):
            luck = self.luck.find(question.lucky)
            if luck is not None:
                return Verdict(question, REACHED, lucky=luck)
        if gaps:
            never = self.before_players(question)
            if never is not None:
                return never
            return Verdict(question, OPEN, list(dict.fromkeys(gaps))[:4])
        if found.trouble:
            return Verdict(question, OPEN, [found.trouble])
        if question.ended:
            if found.complete:
                return self._never(question, cone, found, self.arena)
            return Verdict(question, OPEN, [f"more than {len(found.states) - 1} states were looked at"])
        source = question.offers[0] if question.offers else None
        freely = question.test if source is None else lambda change: self.endless.offered(source, change)
        free = Search(self.endless, cone).broad(freely)
        if free.line is None:
            return self._never(question, cone, free, self.endless)
        with_end = self.cones.cone(question.reads | {END}, bool(question.offers))
        missing = [*with_end.gaps, *self.unseen(question, with_end)]
        if missing:
            return Verdict(question, OPEN, list(dict.fromkeys(self.gap(*gap) for gap in missing))[:4])
        strict = Search(self.arena, with_end).broad(question.test)
        if strict.line is not None:
            return self._reached(question, strict)
        if not strict.complete:
            return Verdict(
                question, OPEN, [strict.trouble or f"more than {len(strict.states) - 1} states were looked at"]
            )
        verdict = Verdict(question, ONLY, states=len(strict.states))
        if strict.lost is not None:
            verdict.why.append(
                "a state that ends the game: "
                + ((strict.lost[-1].reason or "it is over") if strict.lost else "it is over from the start")
            )
            verdict.witness = line_of_play(self, question, strict.lost, over=True)
            verdict.because = self.reasons.endings(strict.lost)
        else:
            verdict.why.append("states that lie behind the end of the game")
            verdict.because = self.reasons.endings(())
        return verdict

    def before_players(self, question: Question) -> Verdict | None:
        """Of what lies before players, all that could ever lie there is tried in every combination, however it came there. If
        nothing of it will do, nothing can. None: that decides nothing."""
        if (
            question.offers
            or question.ended
            or any(not searched(a) and not self.cones.constant(a) for a in question.reads)
        ):
            return None
        direct = sorted(atom for atom in question.reads if searched(atom))
        mine = [atom for atom in direct if self.of_a_player(atom)]
        cone = self.cones.cone(frozenset(atom for atom in direct if not self.of_a_player(atom)))
        many = [range(len(self.arena.copies(atom[2])) + 1) for atom in mine]
        if not mine or cone.gaps or prod(len(counts) for counts in many) > FREELY:
            return None
        seen = Search(self.endless, cone).broad(lambda _: False)
        if not seen.complete or len(seen.states) * prod(len(counts) for counts in many) > STATES * 4:
            return None
        states: list[Change] = []
        for change in seen.states:
            for counts in product(*many):
                more = tuple((a, n) for a, n in zip(mine, counts, strict=True) if n != self.endless.start[a])
                states.append((*change, *more))
                if question.test(states[-1]):
                    return None
        return self._never(question, cone, Found(complete=True, states=states), self.endless)

    def of_a_player(self, atom: Atom) -> bool:
        if atom[0] != "in":
            return False
        owner = self.writing.world.owner_of[atom[1]]
        return owner is not None and self.writing.world.kinds[owner] == PLAYER

    def unseen(self, question: Question, cone: Cone) -> list[tuple[str, int | None]]:
        """Plays that were offered in no state, for a reason that may lie outside: the turn did not come to them, or a number
        that is not searched left no room for them."""
        out: list[tuple[str, int | None]] = []
        offered = {key[0] for key, yes in self.arena.offers.items() if yes}
        if self._endless is not None:
            offered |= {key[0] for key, yes in self._endless.offers.items() if yes}
        for source in [*cone.plays, *question.offers]:
            if id(source) in offered:
                continue
            reads = source.needs.union(*source.records.values()) if source.records else source.needs
            if any(atom[0] == "bound" for atom in reads):
                out.append(
                    (f"{source.name} was never offered, which may be for a number that is not searched", source.node)
                )
            elif not self.comes_up(source.index):
                name = self.table.actions[source.index]["name"]
                out.append((f"the action {name} never came up in the turns that were looked at", source.node))
        return out

    def comes_up(self, action: int) -> bool:
        """Is there a card with which this action is offered in a turn?"""
        if action not in self._coming:
            arena = self.arena if self.arena.state(()) is not None else self.endless
            self._coming[action] = any(
                arena.offered(source, ())
                for source in self.writing.sources
                if source.form == "play" and source.index == action
            )
        return self._coming[action]

    def _never(self, question: Question, cone: Cone, found: Found, arena: Arena) -> Verdict:
        if not found.complete:
            return Verdict(
                question, OPEN, [found.trouble or f"more than {len(found.states) - 1} states were looked at"]
            )
        verdict = Verdict(question, NEVER, states=len(found.states))
        because = self.reasons.literals(question, found.states, arena)
        if because:
            verdict.because = because
        elif question.offers:
            node = question.offers[0].node
            verdict.why.append("all that is asked of the card can hold, but its effect can never be carried out")
            verdict.because = [] if node is None else [self.reasons.statement(node)]
        else:
            verdict.why.append("no play leads there")
        if self.explain:
            verdict.change = self.reasons.statements(question, cone)
        return verdict

    # ------------------------------------------------------------------ words and places

    def gap(self, what: str, node: int | None) -> str:
        place = None if node is None else self.place(node)
        return what if place is None else f"{what} ({place[0]}:{place[1]})"

    def place(self, node: int) -> Place | None:
        found = self.conditions.place(node)
        return None if found is None else (found[0], found[1])

    def named(self, what: str, name: str) -> Place | None:
        row = self.table.map["names"].get(what, {}).get(name)
        return None if row is None else (self.table.map["files"][row[0]], row[1])

    def spoken(self, thing: int) -> str:
        """A thing as a scenario names it."""
        design = self.writing.world.designs[thing]
        if design is None:
            return str(self.seats[thing])
        row = self.table.designs[design]
        alone = sum(1 for other in self.table.designs if other["title"] == row["title"]) == 1
        return quoted(row["title"]) if alone and row["title"] else str(row["name"])

    def zone(self, instance: int) -> str:
        world = self.writing.world
        name = str(self.table.zones[world.zone_of[instance]]["name"])
        owner = world.owner_of[instance]
        return name if owner is None else f"{name} of {self.spoken(owner)}"


def set_up(table: Table, seats: tuple[str, ...], seed: int) -> Game:
    """A game after its setup, before anybody has played. Whatever the setup asks is answered with the last option."""
    values = option_values(table, {})
    names = (*seats, *(robot["title"] for robot in table.robots))
    rules = link(table, names, values, fixed=True)  # with the options filled in: what they put out of use is gone
    game = Game(rules, fresh_state(rules, seed, values), seed)
    game.state.frames.append([TURNS, 0, False])
    begin(game)
    play = Play(game, ())
    play.run()
    for _ in range(1000):
        if play.standing is None:
            break
        play.answer(play.standing.options[-1])
    return game


def endless(code: list[Any]) -> None:
    for index, op in enumerate(code):
        if op[0] in ("lose", "endgame", "win"):
            code[index] = ["seq", []]


__all__ = ["NEVER", "ONLY", "ONLY_WITH", "OPEN", "REACHED", "Prover", "Question", "Verdict"]
