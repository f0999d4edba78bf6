"""Reads what is asked at the screen with the files that the game was made of."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from chronoc.play.reasons import Meant, NotAsked
from chronoc.prove.explain import Spot
from chronoc.prove.wording import design_names
from runtime import Game, load_table
from runtime.link import link

if TYPE_CHECKING:
    from chronoc.analyse import Analysis
    from chronoc.variant import Sources

FILE = "<why>"


class Asker:
    """Nothing is read before the first question. variant: as it was named when the game began"""

    def __init__(self, variant: str) -> None:
        self.variant = variant
        self._sources: Sources | None = None
        self._analysis: Analysis | None = None
        self._texts: dict[str, bytes] = {}
        self.names: dict[int, str] = {}
        self.places: Mapping[str, str] = {}

    def said(self, spot: Spot) -> str:
        from chronoc.prove.proof import said
        from chronoc.scenario.source import Source

        return said(Source(self._texts), spot)

    def analysis(self, game: Game) -> Analysis:
        """What the files say. Raises NotAsked if that is no longer what is played."""
        from chronoc.analyse import analyse
        from chronoc.variant import read_sources

        if self._analysis is None:
            sources = read_sources(self.variant)
            found = analyse(sources.sets, sources.variant)
            self._sources, self._analysis = sources, found
            self.names = design_names(found.program, game.rules)
            self._texts, self.places = dict(sources.reading.texts), sources.reading.places
        if self._analysis.table is None or self._analysis.table["hash"] != game.rules.table.hash:
            raise NotAsked("The files have changed since this game began, so they cannot tell why.")
        return self._analysis

    def meant(self, game: Game, seat: int, words: str) -> Meant:
        """The expression, in a copy of this moment. Raises NotAsked."""
        from chronoc.lower.scenario import PLAYER, Extra
        from chronoc.syntax.parser import parse_expression

        analysis = self.analysis(game)
        assert analysis.table is not None
        extra = Extra(analysis.lowering, analysis.table)
        seats = tuple(game.rules.seats)
        names = dict.fromkeys(self.spoken(seats, analysis), PLAYER)
        tree, found = parse_expression(words, FILE)
        errors = [item for item in found if item.severity == "error"]
        if tree is None or errors:
            raise NotAsked(f"This cannot be read: {errors[0].message if errors else words}.")
        made = extra.condition(tree, names)
        if made.failed:
            other = extra.expression(tree, names)
            if other.failed or other.type == ["text"]:
                notes = [note.message for note in made.diagnostics[0].notes if note.span is None]
                raise NotAsked(f"This cannot be asked: {'; '.join([made.diagnostics[0].message, *notes])}.")
            made = other
        self._texts[FILE] = words.encode("utf-8", "replace")
        table = load_table(extra.table())
        options: dict[int, Any] = dict(enumerate(game.state.O))
        rules = link(table, seats, options)
        return Meant(Game(rules, game.state.copy(), game.seed), made.fn, made.type, tuple(range(len(seats))))

    def spoken(self, seats: tuple[str, ...], analysis: Analysis) -> list[str]:
        """Names of players as words of an expression; what is no name of one word cannot be said."""
        return [seat if seat.isidentifier() else f"player_{k + 1}" for k, seat in enumerate(seats)]


__all__ = ["Asker"]
