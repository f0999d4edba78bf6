"""One game, played word by word: what every adapter needs, whatever the other program calls it."""

from __future__ import annotations

import json
import os
from collections.abc import Mapping
from functools import lru_cache
from typing import Any

from chronoc.adapters.vector import Layout
from chronoc.adapters.words import Tree, Vocabulary
from runtime import Fault, Game, Table, UsageError, load_table
from runtime.game import prepared
from runtime.state import FUEL
from runtime.view import Viewer


class Rulebook:
    """A table that has met a number of players, with its words and the layout of what can be seen. source: where it is read
    from, if it can be read again."""

    def __init__(
        self, table: Table, players: int, options: Mapping[str, Any] | None = None, source: str | None = None
    ) -> None:
        self.source = source
        rules, _ = prepared(table, players, options)
        self.table = table
        self.players = players
        self.options = dict(options or {})
        self.words = Vocabulary(rules)
        self.layout = Layout(rules, self.words)

    def __deepcopy__(self, memo: object) -> Rulebook:
        return self  # nothing in it ever changes

    def __reduce__(self) -> tuple[Any, ...]:
        if self.source is None:
            return _rebuilt, (self.table.raw, self.players, self.options)
        return _unchanged, (self.source, self.players, self.options, self.table.hash)


def rulebook(
    source: Table | str | os.PathLike[str], players: int | None = None, options: Mapping[str, Any] | None = None
) -> Rulebook:
    """From a table, the file of one, a folder of card files, or the name of a shipped variant. players: as few as it allows
    when not said. Raises TableError, UsageError, and chronoc's own refusals for a variant that cannot be read."""
    if isinstance(source, Table):
        return Rulebook(source, source.players[0] if players is None else players, options)
    from chronoc.commands.tables import Incomplete, table_for

    try:
        table = table_for(os.fspath(source))
    except Incomplete:
        raise UsageError(f"{os.fspath(source)} has errors, which have been shown on standard error") from None
    return Rulebook(table, table.players[0] if players is None else players, options, os.fspath(source))


def same_rulebook(source: str, players: int | None = None, options: Mapping[str, Any] | None = None) -> Rulebook:
    """The same, read once in a process: for programs that make a game again from what it was made of, and mean the same game."""
    return _read(source, players, json.dumps(options or {}, sort_keys=True))


@lru_cache(maxsize=32)
def _read(source: str, players: int | None, options: str) -> Rulebook:
    return rulebook(source, players, json.loads(options))


def _unchanged(source: str, players: int, options: Mapping[str, Any], hash_: str) -> Rulebook:
    """Of what was pickled: the same table again."""
    book = same_rulebook(source, players, options)
    if book.table.hash != hash_:
        raise UsageError(f"{source} has changed since, so what was kept of its games means something else now")
    return book


def _rebuilt(raw: dict[str, Any], players: int, options: Mapping[str, Any]) -> Rulebook:
    return Rulebook(load_table(raw), players, options)


def _played(book: Rulebook, seed: int | str, spoken: list[int]) -> Match:
    match = Match(book, seed)
    for word in spoken:
        match.say(word)
    return match


class Match:
    """A game at a decision, or over. Decisions without a choice are not put to anybody.

    seat: who speaks now (None: the game is over) · said: words of this answer so far · spoken: all words of the game, which
    are the whole of it · error: what went wrong in the rules, which ends the game without a result"""

    def __init__(self, book: Rulebook, seed: int | str) -> None:
        self.book = book
        self.seed = seed
        self.spoken: list[int] = []
        self.seat: int | None = None
        self.said: list[int] = []
        self.error = ""
        self.game: Game | None = None
        self._tree: Tree = {}
        try:
            self.game = Game.new(book.table, book.players, seed, book.options, forced=True)
            self._settle()
        except Fault as fault:
            self._fail(fault)

    def __deepcopy__(self, memo: object) -> Match:
        twin = Match.__new__(Match)
        twin.book, twin.seed, twin.seat, twin.error = self.book, self.seed, self.seat, self.error
        twin.said, twin.spoken, twin._tree = self.said[:], self.spoken[:], self._tree
        twin.game = None if self.game is None else self.game.copy()
        return twin

    def __reduce__(self) -> tuple[Any, ...]:
        return _played, (self.book, self.seed, self.spoken)

    @property
    def over(self) -> bool:
        return self.seat is None

    @property
    def legal(self) -> list[int]:
        """The words that the seat can say now, in ascending order."""
        return sorted(self._tree)

    def say(self, word: int) -> None:
        """Say a word; with the last one of an answer the game goes on. Raises ValueError for one that is not legal."""
        following = self._tree.get(word)
        if following is None:
            raise ValueError(f"action {word} is not legal" if self._tree else f"action {word}: the game is over")
        self.said.append(word)
        self.spoken.append(word)
        try:
            self._follow(following)
        except Fault as fault:
            self._fail(fault)

    def _follow(self, following: Tree | int) -> None:
        assert self.game is not None
        while not isinstance(following, int) and len(following) == 1:
            (following,) = following.values()
        if not isinstance(following, int):
            self._tree = following
            return
        self.game.choose(following)
        self._settle()

    def _settle(self) -> None:
        """On to the next decision that leaves a choice."""
        assert self.game is not None
        self.said, self._tree = [], {}
        while True:
            decision = self.game.decision
            if self.game.state.faults:
                self.seat, self.error = None, "the rules let something happen that must not"
                return
            if decision is None:
                self.seat = None
                return
            if decision.size > 1:
                break
            self.game.choose(0)
        self.seat = decision.seat
        self._follow(self.book.words.tree(decision.keys))

    def _fail(self, fault: Fault) -> None:
        self.seat, self.error, self._tree = None, f"{type(fault).__name__}: {fault}", {}

    # ------------------------------------------------------------------ looking

    def row(self, seat: int | None) -> list[int]:
        """What the seat may know (None: everybody), as a row of numbers; zeros when the game could not even begin."""
        if self.game is None:
            return [0] * self.book.layout.size
        self.game.state.fuel = FUEL  # looking must not use up what is left
        viewer = Viewer(self.game.rules, self.game.state, seat)
        if seat is None or self.seat != seat:
            return self.book.layout.row(viewer.view(), seat)
        pending = self.game.state.asked
        pieces = pending.spec.prompt(self.game.state, pending.frame)
        about = [viewer.data(kind, value) for kind, value in pieces if kind is not None]
        return self.book.layout.row(viewer.view(), seat, pending.spec.index + 1, self.said, about)

    def everything(self) -> list[int]:
        """The whole state in the same form, with what is hidden: for training with a central critic, never for a player."""
        if self.game is None:
            return [0] * self.book.layout.size
        return self.book.layout.row(Viewer(self.game.rules, self.game.state, None, True).view(), None)

    def returns(self) -> list[float]:
        """For each player 1 for having won, -1 for having lost or when somebody else has won, else 0."""
        if self.game is None or self.error:
            return [0.0] * self.book.players
        won, lost = self.game.state.won, self.game.state.lost
        if not self.game.over:
            return [0.0] * self.book.players
        return [1.0 if seat in won else -1.0 if won or seat in lost else 0.0 for seat in range(self.book.players)]
