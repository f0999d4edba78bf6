"""`chronoc eval`: the value of an expression, after some facts."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, Annotated, Any

import typer

if TYPE_CHECKING:
    from chronoc.analyse import Analysis
    from chronoc.diagnostics import Diagnostic
    from chronoc.lower.scenario import Compiled, Extra
    from chronoc.scenario.plan import GivenLine
    from chronoc.syntax import tree
    from chronoc.variant import Sources
    from runtime import Game

EXPRESSION, GIVEN = "<expression>", "<given>"


def evaluate(
    variant: Annotated[str, typer.Argument(metavar="VARIANT", help="A folder, or the name of a shipped variant.")],
    expression: Annotated[str, typer.Argument(metavar="EXPRESSION", help="Whatever a rule could say.")],
    given: Annotated[
        str, typer.Option("--given", "-g", metavar="FACTS", help="Facts as in a scenario, with commas or ;")
    ] = "",
    setup: Annotated[
        str | None, typer.Option("--setup", metavar="SEED", help="Set the game up first, with this seed.")
    ] = None,
    players: Annotated[
        int | None, typer.Option("--players", "-p", help="How many players (else as few as can be).")
    ] = None,
    draft: Annotated[bool, typer.Option("--draft", help="Ask although facts are missing (? in cards).")] = False,
    as_json: Annotated[
        bool, typer.Option("--json", help="A value, or a list of things with name, title and aliases.")
    ] = False,
) -> int:
    """Say what an expression of the rules is worth, after some facts.

    Nothing is set up unless asked for: everything lies in the box, as at the beginning of a scenario.
    """
    import json

    from chronoc.commands.build import compiled as built
    from chronoc.variant import read_sources

    sources = read_sources(variant, draft=draft)
    analysis = _analysed(sources)
    if analysis is None:
        _, found = built(sources)
        return _tell(sources, found, {}, f"{sources.variant.id} cannot be asked")
    texts = {EXPRESSION: expression.encode("utf-8", "replace"), GIVEN: given.encode("utf-8", "replace")}
    question = Question(analysis, expression, given, players)
    if any(item.severity == "error" for item in question.problems):
        return _tell(sources, question.problems, texts, "nothing was evaluated")
    try:
        game, value = question.answer(setup)
    except Unanswered as problem:
        print(f"chronoc: {problem}", file=sys.stderr)
        return 1
    if as_json:
        print(json.dumps(question.data(game, question.value.type, value), ensure_ascii=False))
    else:
        for line in question.lines(game, question.value.type, value):
            print(line)
    return 0


def _analysed(sources: Sources) -> Analysis | None:
    from chronoc.analyse import analyse

    if any(item.severity == "error" for item in sources.diagnostics):
        return None
    analysis = analyse(sources.sets, sources.variant)
    return analysis if analysis.table is not None else None


def _tell(sources: Sources, found: list[Diagnostic], texts: dict[str, bytes], end: str) -> int:
    from chronoc.render import Renderer, ordered, summary
    from chronoc.terminal import colours

    renderer = Renderer(sources.reading.places, {**sources.reading.texts, **texts}, colours(sys.stderr))
    for item in ordered(found):
        print(renderer.full(item), end="\n\n", file=sys.stderr)
    print(f"{summary(found)}; {end}", file=sys.stderr)
    return 1


class Unanswered(Exception):
    """What was asked means something, but comes to no value; the message says why."""


class Question:
    """An expression and facts in the context of an analysed variant. `problems`: what cannot be read."""

    def __init__(self, analysis: Analysis, expression: str, given: str, players: int | None) -> None:
        from chronoc.cli import Refusal
        from chronoc.lower.scenario import PLAYER, Extra
        from chronoc.syntax.parser import parse_expression
        from runtime.game import NAMES

        assert analysis.table is not None
        self.program = analysis.program
        low, high = self.program.players
        count = max(low, 1) if players is None else players
        if not max(low, 1) <= count <= high:
            raise Refusal(f"{self.program.variant.title} is for {low} to {high} players, not {count}")
        self.seats = tuple(NAMES[k] if k < len(NAMES) else f"Player {k + 1}" for k in range(count))
        self.names = {**dict.fromkeys(self.seats, PLAYER), **{robot.name: PLAYER for robot in self.program.robots}}
        self.extra: Extra = Extra(analysis.lowering, analysis.table)
        self.problems: list[Diagnostic] = []
        self.line: GivenLine | None = self._line(given)
        tree, found = parse_expression(expression, EXPRESSION)
        self.problems += found
        self.value: Compiled = self._compiled(tree)

    @property
    def failed(self) -> bool:
        """Is anything of what was asked no question at all?"""
        return any(item.severity == "error" for item in self.problems)

    def _line(self, given: str) -> GivenLine | None:
        from chronoc.scenario.plan import Given, GivenLine
        from chronoc.syntax.parser import parse_givens

        if not given.strip():
            return None
        said, found = parse_givens(given, GIVEN)
        self.problems += found
        facts: list[Given] = []
        for at, one in enumerate(said):
            fact = self.extra.facts(one, self.names)
            self.problems += fact.diagnostics
            before = said[at - 1] if at else None
            same = before is not None and before.form == one.form == "place" and before.target is one.target
            facts.append(Given(fact, one.span, not same))
        return GivenLine(tuple(facts), facts[0].span) if facts else None

    def _compiled(self, e: tree.Expr | None) -> Compiled:
        from chronoc.lower.scenario import Compiled

        if e is None:
            return Compiled(0, ["any"], [])
        made = self.extra.expression(e, self.names)
        self.problems += made.diagnostics
        return made

    def answer(self, setup: str | None) -> tuple[Game, Any]:
        """The game after the facts, and the value. Raises Unanswered."""
        from chronoc.scenario.givens import Table
        from chronoc.scenario.play import Failure, Play
        from runtime import Fault, Game, load_table
        from runtime.link import TURNS

        game = Game.new(load_table(self.extra.table()), self.seats, setup or 0, setup=setup is not None)
        if setup is None:
            game.state.frames.append([TURNS, 0, False])  # where turns begin: facts stand before the first
        play = Play(game, tuple(range(len(game.rules.seats))))
        try:
            if self.line is not None:
                Table(()).line(play, self.line)
            return game, play.evaluate(self.value)
        except Failure as failure:
            raise Unanswered(str(failure)) from None
        except Fault as fault:
            raise Unanswered(f"this has no value: {fault}") from None

    # ------------------------------------------------------------------ what is shown

    def lines(self, game: Game, kind: list[Any], value: Any) -> list[str]:
        """The value for people: a list as one line for each of its members."""
        from chronoc.terminal import visible
        from runtime.view import Viewer

        viewer = Viewer(game.rules, game.state, None, True)
        if kind[0] == "list" and not isinstance(value, str):
            return [visible(viewer.value(kind[1], item, True)) for item in value] or ["(nothing)"]
        return [visible(viewer.value(kind, value, True))]

    def data(self, game: Game, kind: list[Any], value: Any) -> Any:
        """The value for programs."""
        from runtime.view import Viewer

        if kind[0] == "list":
            return [self._one(game, kind[1], item) for item in value]
        if kind[0] in ("object", "design"):
            return [] if value is None else [self._one(game, kind, value)]
        viewer = Viewer(game.rules, game.state, None, True)
        return viewer.data(kind, value)

    def _one(self, game: Game, kind: list[Any], value: Any) -> Any:
        from runtime.view import Viewer

        viewer = Viewer(game.rules, game.state, None, True)
        if kind[0] == "list":
            return [self._one(game, kind[1], item) for item in value]
        if value is None or kind[0] not in ("object", "design"):
            return viewer.data(kind, value)
        world, table = game.rules.world, game.rules.table
        design = value if kind[0] == "design" else world.designs[value]
        if design is None:
            return {"name": world.name(value), "title": world.title(value), "aliases": []}
        row = table.designs[design]
        name = row["name"] if kind[0] == "design" else viewer.handle(value)
        return {"name": name, "title": row["title"], "aliases": self._aliases(game, design)}

    def _aliases(self, game: Game, design: int) -> list[str]:
        """Other names of a card: the number that its kind is `named by`."""
        card = self.program.designs[design]
        fields = dict.fromkeys(kind.named_by for kind in card.kind.lineage if kind.named_by is not None)
        table, rules, found = game.rules.table, game.rules, []
        kinds = [kind.index for kind in card.kind.lineage]
        for index, field in enumerate(table.fields):
            if field["name"] in fields and field["kind"] in kinds and not field["var"]:
                number = rules.names[f"D{index}"].get(design)
                if number is not None:
                    found.append(str(number))
        return found
