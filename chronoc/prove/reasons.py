"""Why something cannot be reached: the statements that contradict each other, and what a change of each would do."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from chronoc.prove.arena import Arena, Change, Move
from chronoc.prove.conditions import Literal
from chronoc.prove.cone import Cone
from chronoc.prove.search import Search
from chronoc.prove.values import END
from runtime.analysis import children
from runtime.signals import Fault

if TYPE_CHECKING:
    from chronoc.prove.prover import Prover, Question

TRIALS = 24
Said = tuple[tuple[str, int] | None, str]


class Reasons:
    def __init__(self, prover: Prover) -> None:
        self.p = prover

    def literals(self, question: Question, states: list[Change], arena: Arena) -> list[Said]:
        """A smallest part of what is asked for that no state satisfies: without any one of them, some state does. Nothing if
        some state satisfies them all."""
        rows = self.rows(question.literals, states, arena)
        everything = (1 << len(states)) - 1
        kept = list(range(len(question.literals)))
        if kept and not self.joint([rows[k] for k in kept], everything):
            for k in list(kept):
                rest = [j for j in kept if j != k]
                if not self.joint([rows[j] for j in rest], everything) and rest:
                    kept = rest
            return [self.said(question.literals[k]) for k in kept]
        return []

    def joint(self, rows: list[int], everything: int) -> int:
        for row in rows:
            everything &= row
        return everything

    def rows(self, literals: list[Literal], states: list[Change], arena: Arena) -> list[int]:
        """For each literal the states in which it holds, as bits."""
        rows = [0] * len(literals)
        for at, change in enumerate(states):
            S = arena.state(change)
            if S is None:
                continue
            for k, literal in enumerate(literals):
                try:
                    holds = self.p.conditions.holds(literal, S, arena.rules)
                except (KeyError, NameError, AttributeError):
                    holds = True  # code of its own has to run for it: it is left out
                rows[k] |= holds << at
        return rows

    def said(self, literal: Literal) -> Said:
        place = self.p.conditions.place(literal.node)
        if place is None:
            return self.written(literal)
        words = self.p.said(place)
        return (place[0], place[1]), f"not ({words})" if literal.negated else words

    def written(self, literal: Literal) -> Said:
        """A part that has no place of its own, since it is nothing but `yes` or `no`: the card on which it stands."""
        op = self.p.table.code[literal.node]
        value = ("yes" if op[1] else "no") if op[0] == "flag" else ""
        for design in self.p.table.designs:
            for clause, fn in design["clauses"].items():
                if fn == literal.fn:
                    name = self.p.table.clauses[int(clause)]["name"].casefold()
                    words = (
                        f"{design['title']} is written so that it never can: {name} if {value}"
                        if value == "no"
                        else name
                    )
                    return self.p.named("designs", design["name"]), words
        return None, value

    # ------------------------------------------------------------------ what a change would do

    def statements(self, question: Question, cone: Cone) -> list[Said]:
        """Statements of which a change of one alone lets it be reached: a condition always or never true, a rule left out."""
        found: list[Said] = []
        trials = 0
        for said, changes in self.candidates(question, cone):
            for change in changes:
                trials += 1
                if trials > TRIALS:
                    return found
                try:
                    arena = self.p.changed(change)
                    if self.opens(arena, cone, question):
                        found.append(said)
                        break
                except Fault:
                    continue
        return found

    def opens(self, arena: Arena, cone: Cone, question: Question) -> bool:
        if question.offers:
            return Search(arena, cone).broad(lambda change: arena.offered(question.offers[0], change)).line is not None
        index, thing, literals = question.goal, question.thing, question.literals

        def test(change: Change) -> bool:
            S = arena.state(change)
            if S is None:
                return False
            if index is None:
                return all(self.p.conditions.holds(literal, S, arena.rules) for literal in literals)
            where = arena.rules.table.goals[index]["where"]
            return where is None or bool(
                arena.rules.names[f"e{where}"](S, 0, None, *(() if thing is None else (thing,)))
            )

        return Search(arena, cone).broad(test).line is not None

    def candidates(self, question: Question, cone: Cone) -> list[tuple[Said, list[Any]]]:
        p = self.p
        world, table = p.writing.world, p.table
        designs: dict[int, None] = {}
        for thing in [question.thing, *(self.things(question, cone))]:
            if thing is not None and world.designs[thing] is not None:
                designs.setdefault(world.designs[thing])  # type: ignore[arg-type]
        out: list[tuple[Said, list[Any]]] = []
        asked = {literal.fn for literal in question.literals}
        for design in designs:
            for clause, fn in table.designs[design]["clauses"].items():
                own = question.thing is not None and design == world.designs[question.thing]
                if table.clauses[int(clause)]["sort"] != "condition" or (fn in asked and own):
                    continue
                out.append((self.statement(table.fns[fn]["code"]), [fixed(fn, True), fixed(fn, False)]))
        for source in cone.rules:
            if source.node is not None and END not in source.records:
                out.append((self.statement(source.node), [left_out(source.node)]))
        return out

    def statement(self, node: int) -> Said:
        place = self.p.conditions.place(node)
        return (None, "") if place is None else ((place[0], place[1]), self.p.said(place))

    def things(self, question: Question, cone: Cone) -> list[int]:
        """Things that the question is about: named in it, or lying or owning a place in its cone."""
        p = self.p
        found: dict[int, None] = {}
        for literal in question.literals:
            pending = [literal.node]
            for value in literal.slots[1:]:
                if type(value) is int:
                    found.setdefault(value)
            while pending:
                op = p.table.code[pending.pop()]
                if op[0] == "obj" and p.writing.world.copies[op[1]]:
                    found.setdefault(p.writing.world.copies[op[1]][0])
                pending += children(op)
        for atom in cone.atoms:
            if atom[0] == "in":
                owner = p.writing.world.owner_of[atom[1]]
                found.update(
                    dict.fromkeys(t for t in (atom[2], owner) if t is not None and t < len(p.writing.world.designs))
                )
        return [t for t in found if 0 <= t < len(p.writing.world.designs)]

    def endings(self, line: tuple[Move, ...]) -> list[Said]:
        """The rules that end the game."""
        out = []
        for source in self.p.writing.sources:
            if source.form == "rule" and END in source.records and source.node is not None:
                rule = self.p.table.whenevers[source.index]
                node = source.node if rule["where"] is None else self.p.table.fns[rule["where"]]["code"]
                out.append(self.statement(node))
        return out


def fixed(fn: int, value: bool) -> Any:
    def change(code: list[Any], fns: list[Any]) -> None:
        for index, op in enumerate(code):
            if op[0] in ("lose", "endgame", "win"):
                code[index] = ["seq", []]
        code.append(["flag", value])
        fns[fn]["code"] = len(code) - 1

    return change


def left_out(node: int) -> Any:
    def change(code: list[Any], fns: list[Any]) -> None:
        for index, op in enumerate(code):
            if op[0] in ("lose", "endgame", "win"):
                code[index] = ["seq", []]
        code[node] = ["seq", []]

    return change
