"""`chronoc why`: why something is so or not, and what would make it otherwise."""

from __future__ import annotations

import json
import sys
from typing import TYPE_CHECKING, Annotated

import typer

if TYPE_CHECKING:
    from chronoc.analyse import Analysis
    from chronoc.commands.eval import Question
    from chronoc.syntax import tree


def why(
    variant: Annotated[str, typer.Argument(metavar="VARIANT", help="A folder, or the name of a shipped variant.")],
    fact: Annotated[
        str, typer.Argument(metavar="FACT", help="Whatever a rule could say, or a card: can it be played?")
    ],
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
    as_json: Annotated[bool, typer.Option("--json", help="Everything as JSON.")] = False,
) -> int:
    """Say why something is so or not so, part by part, and the smallest change that would make it otherwise.

    Nothing is set up unless asked for: everything lies in the box, as at the beginning of a scenario. Of a card that is no
    condition it is told what its being played hangs on. Exit codes: 0 it was told, 1 it has no value or the variant has
    errors, 2 the request cannot be carried out.
    """
    from chronoc.commands.build import compiled as built
    from chronoc.commands.eval import EXPRESSION, GIVEN, Unanswered, _analysed, _tell
    from chronoc.variant import read_sources

    sources = read_sources(variant, draft=draft)
    analysis = _analysed(sources)
    if analysis is None:
        _, found = built(sources)
        return _tell(sources, found, {}, f"{sources.variant.id} cannot be asked")
    texts = {EXPRESSION: fact.encode("utf-8", "replace"), GIVEN: given.encode("utf-8", "replace")}
    question = _asked(analysis, fact, given, players)
    if question.failed and (title := _title(analysis, fact)):
        # The shell took the quotes away, or there were none.
        other = _asked(analysis, title, given, players)
        question, fact = (question, fact) if other.failed else (other, title)
    if question.failed:
        return _tell(sources, question.problems, texts, "nothing was told")
    from chronoc.prove.told import Asked, lines
    from chronoc.prove.told import data as as_data
    from chronoc.prove.wording import design_names
    from runtime import Fault

    try:
        game, value = question.answer(setup)
        made = question.value
        seats = tuple(range(len(game.rules.seats)))
        asked = Asked(
            game,
            made.fn,
            made.type,
            seats,
            fact,
            {**sources.reading.texts, **texts},
            design_names(question.program, game.rules),
        )
        told = asked.answer(value)
    except (Unanswered, Fault) as problem:
        print(f"chronoc: {problem}", file=sys.stderr)
        return 1
    if as_json:
        print(json.dumps(as_data(told), ensure_ascii=False, indent=2))
    else:
        for line in lines(told, sources.reading.places):
            print(line)
    return 0


def _title(analysis: Analysis, words: str) -> str:
    """The card that these words without quotes are the title of, as it is asked for; or nothing."""
    from chronoc.model.suggest import fold

    found = analysis.program.card_titles.get(fold(words.strip()))
    return f'"{found[0].title}"' if found else ""


def _asked(analysis: Analysis, fact: str, given: str, players: int | None) -> Question:
    """The question. What is wrong with it stands in its `problems`."""
    from chronoc.commands.eval import Question
    from chronoc.lower.scenario import Compiled

    class Fact(Question):
        """A condition where the words can be one, else whatever they mean."""

        def _compiled(self, e: tree.Expr | None) -> Compiled:
            if e is None:
                return Compiled(0, ["any"], [])
            made = self.extra.condition(e, self.names)
            self.problems += [] if made.failed else made.diagnostics
            other = super()._compiled(e) if made.failed else made
            if other.type != ["text"]:
                return other
            self.problems += made.diagnostics  # a title that no card has
            return made

    return Fact(analysis, fact, given, players)
