"""A player who searches: Monte Carlo tree search over information sets, with one tree for all that may lie hidden.

The tree holds answers of his own. It begins with what one step ahead shows (greedy.py). Then each round imagines a game that
fits what his seat knows (position.py), goes down the tree in it, adds one answer, lets the action that is under way come
to its end, and judges what has become of it (score.py). What others decide on the way is left to chance, and nobody
reacts: of what they hold and want he knows next to nothing. An answer is compared with those that were possible beside it as
often as it was, since not every imagined game offers the same.
"""

from __future__ import annotations

import time
from collections.abc import Sequence
from math import log, sqrt

from runtime.game import Game
from runtime.players.greedy import GreedyPlayer, fits
from runtime.players.observation import Observation
from runtime.players.position import Imagination
from runtime.players.score import Score, score_of
from runtime.rng import BOTS, Streams
from runtime.signals import Fault, UsageError
from runtime.state import Value
from runtime.table import Table

#: Rounds of `mcts` without a number, and the most that there may be.
ROUNDS, MOST_ROUNDS = 200, 1_000_000
MOST_SECONDS = 3600.0
#: Rounds that share one deal of what is hidden.
SHARED = 4
#: How much is tried that has not been tried much.
CURIOSITY = 0.12
#: What is hoped of an answer in the middle of an action that has not been tried, beside what its like brought so far.
HOPE = 0.08
#: Questions that are answered on the way down, or until an action is over, at most.
LONGEST = 40


class Node:
    """An answer: how often it was tried and could have been, and what it brought."""

    __slots__ = ("below", "offered", "total", "visits")

    def __init__(self, visits: int = 0, total: float = 0.0) -> None:
        self.visits = visits
        self.offered = 1
        self.total = total
        self.below: dict[Value, Node] = {}


class SearchPlayer:
    needs = "position"

    def __init__(self, table: Table | None = None, seed: int | str = 0, seat: int = 0, more: str = "") -> None:
        self.rounds, self.seconds = budget(more)
        self.table = table
        self.seat = seat
        self.streams = Streams(seed)
        self.label = f"{BOTS}.{seat}"
        self.ahead = GreedyPlayer(table, seed, seat)
        self.ahead.streams = self.streams

    def choose(self, seen: Observation) -> int:
        if seen.size < 2:
            return 0
        assert self.table is not None and seen.position is not None
        imagination = Imagination(self.table, seen.position)
        score = score_of(imagination.rules)
        root = Node()
        end = None if self.seconds is None else time.monotonic() + self.seconds
        for option, total in self.ahead.totals(imagination, score, seen).items():
            node = root
            for answer in (option, *self.ahead.lines[option]):
                found = node.below[answer] = Node(1, total)
                node = found
        done, deal = 0, None
        while done < self.rounds if end is None else time.monotonic() < end:
            if done % SHARED == 0 or deal is None:
                deal = imagination.game(self.streams, self.label)
            done += 1
            if fits(deal, seen):
                self.round(deal, root, score)
        if not root.below:
            return self.streams.below(self.label, seen.size)
        return int(max(root.below, key=lambda at: (root.below[at].visits, root.below[at].total, -at)))

    def round(self, deal: Game, root: Node, score: Score) -> None:
        game = Game(deal.rules, deal.state.copy(), 0)
        game.state.asked = deal.state.asked
        path: list[Node] = []
        try:
            first = self.descend(game, root, path, score)
            self.finish(game)
            worth = score.worth(game.state)[self.seat]
        except Fault:
            return
        if first is not None:
            worth = (worth + first) / 2
        for node in path:
            node.visits += 1
            node.total += worth

    def descend(self, game: Game, node: Node, path: list[Node], score: Score) -> float | None:
        """Down the tree, and one answer more. Gives what the position was worth when the first action was over."""
        first = None
        for _ in range(LONGEST):
            asked = game.state.asked
            if asked is None:
                break
            if path and first is None and asked.spec.kind == "take":
                first = score.worth(game.state)[self.seat]
            options = asked.options
            if asked.who != self.seat:
                game.answer(options[-1] if asked.spec.kind == "react" else self.streams.pick(self.label, options))
                continue
            chosen, found, added = self.pick(node, options, not path)
            path.append(found)
            game.answer(options[chosen])
            if added:
                break
            node = found
        return first

    def pick(self, node: Node, options: Sequence[Value], root: bool) -> tuple[int, Node, bool]:
        """The answer that promises most, or one that was never tried: its number, its node, and whether it is new."""
        below = node.below
        new: list[int] = []
        best, chosen, found = -1.0, 0, None
        for at, option in enumerate(options):
            child = below.get(at if root else option)
            if child is None:
                new.append(at)
                continue
            child.offered += 1
            urge = child.total / child.visits if child.visits else 1.0
            urge += CURIOSITY * sqrt(log(child.offered) / max(1, child.visits))
            if urge > best:
                best, chosen, found = urge, at, child
        hope = node.total / node.visits + HOPE if node.visits else 1.0
        if found is not None and (not new or best > hope):
            return chosen, found, False
        chosen = self.streams.pick(self.label, new) if len(new) > 1 else new[0]
        found = below[chosen if root else options[chosen]] = Node()
        return chosen, found, True

    def finish(self, game: Game) -> None:
        """Until the next action is to be taken, anything."""
        for _ in range(LONGEST):
            asked = game.state.asked
            if asked is None or asked.spec.kind == "take":
                return
            options = asked.options
            if asked.spec.kind == "react" or len(options) == 1:
                game.answer(options[-1])
            else:
                game.answer(self.streams.pick(self.label, options))


def budget(more: str) -> tuple[int, float | None]:
    """What stands behind `mcts:`, a number of rounds or of seconds, as (rounds, seconds). Raises UsageError."""
    if not more:
        return ROUNDS, None
    if more.isascii() and more.isdigit() and 1 <= int(more[:10]) <= MOST_ROUNDS:
        return int(more), None
    if more.endswith("s"):
        number = more[:-1]
        if number.isascii() and number.replace(".", "", 1).isdigit() and 0 < float(number) <= MOST_SECONDS:
            return 0, float(number)
    raise UsageError(
        f"mcts:{more} is no player: write mcts:200 for 200 rounds a decision (1 to {MOST_ROUNDS}), or mcts:0.5s for half a second"
    )
