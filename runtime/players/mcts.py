"""A player who searches: Monte Carlo tree search over information sets, with one tree for all that may lie hidden.

It begins with what one step ahead shows (greedy.py). Then it imagines one game after the other that fits what his seat knows
(position.py), and plays a round in it for each option that is still of interest: down the tree of his answers until his
action is over, then on without a tree, everybody taking the best of a few options that he looks at, until the others have
acted and he has acted once more. The options share each imagined game, so that they are compared under the same luck, and as
time goes on the worse ones are dropped (sequential halving).
"""

from __future__ import annotations

import time
from collections.abc import Sequence
from math import log, sqrt

from runtime.game import Game
from runtime.players.greedy import LEAST, SAME, WIDE, GreedyPlayer, fits
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
#: Each option that is looked at gets so many rounds in the mean, at least: with few rounds only the best few are.
FEWEST = 4
#: How much is tried that has not been tried much.
CURIOSITY = 0.05
#: Questions that are answered in the tree until an action is over, at most.
LONGEST = 40
#: Steps that are played on without a tree, at most.
STEPS_ON = 6
#: Of the options in such a step, and of the answers in the middle of it, so many are looked at: when others decide, when he does.
THEIRS, MINE = 3, 5
#: Nor any further when so many options have been laid out for it: it would cost much and tell little.
OFFERS = 600
#: How much it counts how things stand in the end, against how they stand when his action is over.
END = 0.5


class Node:
    """An answer. guess: what it promised when it was first offered · visits, total: rounds that took it, and what they brought;
    all beside what the position was worth before."""

    __slots__ = ("below", "guess", "offered", "total", "visits")

    def __init__(self, guess: float = 0.0) -> None:
        self.guess = guess
        self.visits = 0
        self.offered = 1
        self.total = 0.0
        self.below: dict[Value, Node] = {}

    def mean(self, drift: float) -> float:
        """drift: what rounds bring beside guesses, which do not look as far."""
        return (self.guess + drift + self.total) / (1 + self.visits)

    def grow(self, answers: Sequence[Value], guess: float) -> None:
        """A branch of answers one behind the other."""
        node = self
        for answer in answers:
            found = node.below[answer] = Node(guess)
            node = found


class SearchPlayer:
    needs = "position"

    def __init__(self, table: Table | None = None, seed: int | str = 0, seat: int = 0, more: str = "") -> None:
        self.rounds, self.seconds = budget(more)
        self.table = table
        self.seat = seat
        self.seed = seed
        self.streams = Streams(seed)
        self.label = f"{BOTS}.{seat}"
        #: How each seat decides when he thinks ahead, all from his own random stream.
        self.minds: dict[int, GreedyPlayer] = {}
        self.ahead = self.mind(seat)
        #: Rounds of this decision, and what they bring in the mean beyond his own action.
        self.played, self.drift = 0, 0.0
        #: Options that were laid out in this round while playing on.
        self.laid_out = 0

    def mind(self, seat: int) -> GreedyPlayer:
        if seat not in self.minds:
            made = self.minds[seat] = GreedyPlayer(self.table, self.seed, seat)
            made.streams, made.label = self.streams, self.label
        return self.minds[seat]

    def choose(self, seen: Observation) -> int:
        if seen.size < 2:
            return 0
        assert self.table is not None and seen.position is not None
        begun = time.monotonic() if self.seconds is not None else 0.0
        imagination = Imagination(self.table, seen.position)
        score = score_of(imagination.rules)
        self.ahead.wide = WIDE
        totals = self.ahead.totals(imagination, score, seen)
        if not totals:
            return self.streams.below(self.label, seen.size)
        root = Node()
        for option, total in totals.items():
            root.grow((option, *self.ahead.lines[option]), total - self.ahead.before)
        best_first = sorted(totals, key=lambda option: (-totals[option], option))
        if totals[best_first[0]] > 1 - SAME:
            return best_first[0]  # it wins in each game that was imagined
        return self.search(imagination, score, seen, root, best_first, begun)

    def search(
        self, imagination: Imagination, score: Score, seen: Observation, root: Node, left: list[int], begun: float
    ) -> int:
        """The best of some options, the more promising first. Of as many as there are in the beginning, two are left in the end."""
        done = 0
        many = len(left) if self.seconds is not None else min(len(left), max(2, self.rounds // FEWEST))
        self.played, self.drift = 0, 0.0
        while len(left) > 1 and (spent := self.spent(done, begun)) < 1:
            left = left[: max(2, round(many ** (1 - spent)))]
            if self.seconds is None:
                left = left[: self.rounds - done]
            deal = imagination.game(self.streams, self.label)
            if not fits(deal, seen):
                done += 1
                continue
            before = score.worth(deal.state)[self.seat]
            for option in left:
                if self.seconds is None or self.spent(done, begun) < 1:
                    self.round(deal, option, root.below[option], score, before)
                done += 1
            left.sort(key=lambda option: (-root.below[option].mean(self.drift), option))
        return left[0]

    def spent(self, done: int, begun: float) -> float:
        """What share of his rounds, or of his time."""
        return done / self.rounds if self.seconds is None else (time.monotonic() - begun) / self.seconds

    def round(self, deal: Game, option: int, node: Node, score: Score, before: float) -> None:
        game = Game(deal.rules, deal.state.copy(), 0)
        assert deal.state.asked is not None
        path = [node]
        try:
            game.answer(deal.state.asked.options[option])
            self.descend(game, node, path, score, before)
            worth = score.worth(game.state)[self.seat]
            beyond = 0.0
            if not game.over:
                beyond = END * (score.worth(self.play_on(game, score).state)[self.seat] - worth)
        except Fault:
            return
        for node in path:
            node.visits += 1
            node.total += worth + beyond - before
        self.played += 1
        self.drift += (beyond - self.drift) / self.played

    def descend(self, game: Game, node: Node, path: list[Node], score: Score, before: float) -> None:
        """Down the tree until the action is over. Others decide by chance in the middle of it, and nobody reacts."""
        for _ in range(LONGEST):
            asked = game.state.asked
            if asked is None or asked.spec.kind == "take":
                return
            options = asked.options
            if asked.who != self.seat:
                game.answer(options[-1] if asked.spec.kind == "react" else self.streams.pick(self.label, options))
            else:
                self.widen(game, node, score, before)
                answer = self.pick(node, options)
                node = node.below[answer]
                path.append(node)
                game.answer(answer)

    def widen(self, game: Game, node: Node, score: Score, before: float) -> None:
        """Answers that were not offered here before are judged by one step ahead, in this game."""
        asked = game.state.asked
        assert asked is not None
        new = [at for at, option in enumerate(asked.options) if option not in node.below]
        if len(asked.options) == 1:
            if new:
                node.below[asked.options[0]] = Node(node.guess)
            return
        if len(new) > WIDE:
            self.streams.shuffle(self.label, new)
            new = sorted(new[:WIDE])
        self.ahead.wide = WIDE
        for at in new:
            self.ahead.left = LEAST
            worth, line, _ = self.ahead.after(game, at, score)
            node.grow((asked.options[at], *line), worth - before)

    def pick(self, node: Node, options: Sequence[Value]) -> Value:
        """The answer that promises most."""
        best, chosen = -1e9, options[0]
        for option in options:
            child = node.below.get(option)
            if child is not None:
                child.offered += 1
                urge = child.mean(self.drift) + CURIOSITY * sqrt(log(child.offered) / (1 + child.visits))
                if urge > best:
                    best, chosen = urge, option
        return chosen

    def play_on(self, game: Game, score: Score) -> Game:
        """Until the others have acted and he has acted once more, everybody taking the best of what he looks at."""
        others, self.laid_out = False, 0
        for _ in range(STEPS_ON):
            asked = game.state.asked
            if asked is None or self.laid_out > OFFERS:
                break
            mine = asked.who == self.seat
            game = self.step(game, MINE if mine else THEIRS, score)
            if mine and others and asked.spec.kind == "take":
                break
            others = others or not mine
        return game

    def step(self, game: Game, looks: int, score: Score) -> Game:
        """The game after one step more: of some options the best for whoever decides."""
        asked = game.state.asked
        assert asked is not None
        tried = list(range(len(asked.options)))
        if len(tried) > looks:
            self.streams.shuffle(self.label, tried)
            tried = tried[:looks]
        mind = self.mind(asked.who)
        mind.wide = looks
        best, end = -1.0, game
        for at in tried:
            mind.left, mind.laid_out = 2, 0
            worth, _, after = mind.after(game, at, score)
            if worth > best:
                best, end = worth, after
            self.laid_out += mind.laid_out
            if self.laid_out > OFFERS:
                break
        return end


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
