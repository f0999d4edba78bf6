"""A started game in which expressions are evaluated: source -> table -> value, through the interpreter."""

from __future__ import annotations

from typing import Any

from chronoc.lower.scenario import PLAYER, Extra
from chronoc.syntax.parser import parse_expression, parse_givens
from runtime import Game, load_table
from tests.model.cases import analysed, told

SEATS = ("Ann", "Ben", "Cid")


class World:
    """`facts`: lines of `given` that are carried out first."""

    def __init__(self, source: str = "", facts: str = "") -> None:
        analysis = analysed(source)
        assert analysis.table is not None, told(analysis)
        self.extra = Extra(analysis.lowering, analysis.table)
        self.names = dict.fromkeys(SEATS, PLAYER)
        self.facts = []
        if facts:
            givens, diagnostics = parse_givens(facts, "facts")
            assert not diagnostics, diagnostics
            self.facts = [self.extra.facts(given, self.names) for given in givens]
            assert not any(fact.diagnostics for fact in self.facts), self.facts

    def values(self, *texts: str) -> list[Any]:
        """The values of expressions, in one state."""
        compiled = []
        for text in texts:
            expr, diagnostics = parse_expression(text)
            assert expr is not None and not diagnostics, (text, diagnostics)
            made = self.extra.expression(expr, self.names)
            assert not made.diagnostics, (text, made.diagnostics)
            compiled.append(made.fn)
        game = Game.new(load_table(self.extra.table()), players=SEATS, seed=1, setup=False)
        run = game.rules.names
        state = game.state
        self.world = game.rules.world
        for fact in self.facts:
            assert fact.form == "run" and fact.fn is not None
            game.rules.machine.direct[fact.fn](state, 0, None, 0, 1, 2)
        return [run[f"e{fn}"](state, 0, None, 0, 1, 2) for fn in compiled]

    def value(self, text: str) -> Any:
        return self.values(text)[0]

    def name(self, number: int) -> str:
        """The name of an object."""
        return str(self.world.name(number))
