"""A player who searches: Monte Carlo tree search over information sets, with one tree for all that may lie hidden.

Each round imagines a game that fits what his seat knows (position.py), goes down the tree in it, adds one answer, lets the
action that is under way come to its end, and judges what has become of it (score.py). An answer is compared with those
that were possible beside it as often as it was, since not every imagined game offers the same. Everybody is taken to play
for his own score; whoever could react lets it pass beyond the tree.
"""

from __future__ import annotations

import time
from math import log, sqrt

from runtime.game import Game
from runtime.players.greedy import fits
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
CURIOSITY = 0.25
#: Questions that are answered at random until an action is over, at most.
LONGEST = 24
#: Answers in the tree, one behind the other, at most.
DEEPEST = 40


class Node:
    """An answer: who gave it, how often it was tried and could have been, and what it brought him."""

    __slots__ = ("below", "offered", "total", "visits", "who")

    def __init__(self, who: int) -> None:
        self.who = who
        self.visits = 0
        self.offered = 0
        self.total = 0.0
        self.below: dict[Value, Node] = {}


class SearchPlayer:
    needs = "position"

    def __init__(self, table: Table | None = None, seed: int | str = 0, seat: int = 0, more: str = "") -> None:
        self.rounds, self.seconds = budget(more)
        self.table = table
        self.seat = seat
        self.streams = Streams(seed)
        self.label = f"{BOTS}.{seat}"

    def choose(self, seen: Observation) -> int:
        if seen.size < 2:
            return 0
        assert self.table is not None and seen.position is not None
        imagination = Imagination(self.table, seen.position)
        score = score_of(imagination.rules)
        root = Node(-1)
        end = None if self.seconds is None else time.monotonic() + self.seconds
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
            self.descend(game, root, path)
            self.finish(game)
            worth = score.worth(game.state)
        except Fault:
            return
        for node in path:
            node.visits += 1
            node.total += worth[node.who]

    def descend(self, game: Game, node: Node, path: list[Node]) -> None:
        """Down the tree, and one answer more."""
        root = True
        while (asked := game.state.asked) is not None and len(path) < DEEPEST:
            options = asked.options
            below = node.below
            new: list[int] = []
            best, chosen, found = -1.0, 0, None
            for at, option in enumerate(options):
                child = below.get(at if root else option)
                if child is None:
                    new.append(at)
                    continue
                child.offered += 1
                if not new:
                    urge = child.total / child.visits if child.visits else 1.0
                    urge += CURIOSITY * sqrt(log(child.offered) / max(1, child.visits))
                    if urge > best:
                        best, chosen, found = urge, at, child
            if new:
                chosen = self.streams.pick(self.label, new) if len(new) > 1 else new[0]
                found = below[chosen if root else options[chosen]] = Node(asked.who)
                found.offered = 1
            assert found is not None
            path.append(found)
            game.answer(options[chosen])
            if new:
                return
            node, root = found, False

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
