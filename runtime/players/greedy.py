"""A player who looks one step ahead: for each option he imagines what comes of it, and takes what brings him nearest to
winning (score.py). He does not think about what the others will do then."""

from __future__ import annotations

from runtime.game import Game
from runtime.players.observation import Observation
from runtime.players.position import Imagination
from runtime.players.score import Score, score_of
from runtime.rng import BOTS, Streams
from runtime.signals import Fault, UsageError
from runtime.state import Value
from runtime.table import Table

#: How often he deals what he does not see before he decides; once is enough where there is much to try.
DEALS = 2
#: Of so many options he tries some, chosen at random.
MANY = 48
#: Questions that he answers in thought for one deal, shared out among the options; each has so many at least.
STEPS, LEAST = 120, 6
#: Questions, one behind the other, that may belong to one step of his.
DEEP = 12
#: Of a question in the middle of his step he tries so many answers.
WIDE = 12
#: Scores that differ by less are the same.
SAME = 1e-9

#: What a step brings: what the position is worth for him then, his answers on the way, and the game as it stands.
Line = tuple[float, tuple[Value, ...], Game]


class GreedyPlayer:
    needs = "position"

    def __init__(self, table: Table | None = None, seed: int | str = 0, seat: int = 0, more: str = "") -> None:
        if more:
            raise UsageError(f"a greedy player takes no number: write greedy, not greedy:{more}")
        self.table = table
        self.seat = seat
        self.streams = Streams(seed)
        self.label = f"{BOTS}.{seat}"
        self.left, self.wide = 0, WIDE
        #: Options that were laid out for him in thought.
        self.laid_out = 0
        #: What the position was worth before, in the mean of the deals.
        self.before = 0.0
        #: Of each option that was tried, how he would answer what is asked of him then.
        self.lines: dict[int, tuple[Value, ...]] = {}

    def choose(self, seen: Observation) -> int:
        if seen.size < 2:
            return 0
        assert self.table is not None and seen.position is not None
        imagination = Imagination(self.table, seen.position)
        score = score_of(imagination.rules)
        totals = self.totals(imagination, score, seen)
        if not totals:
            return self.streams.below(self.label, seen.size)
        best = max(totals.values())
        return self.streams.pick(self.label, [option for option, total in totals.items() if total > best - SAME])

    def totals(self, imagination: Imagination, score: Score, seen: Observation) -> dict[int, float]:
        """What each option is worth, in the mean of all deals. Empty when no deal asks what is asked."""
        tried = list(range(seen.size))
        if len(tried) > MANY:
            self.streams.shuffle(self.label, tried)
            tried = sorted(tried[:MANY])
        totals = dict.fromkeys(tried, 0.0)
        deals = DEALS if len(tried) < MANY else 1
        done, self.before, self.lines = 0, 0.0, {}
        for _ in range(deals):
            game = imagination.game(self.streams, self.label)
            if not fits(game, seen):
                continue
            done += 1
            self.before += score.worth(game.state)[self.seat]
            for option in tried:
                self.left = max(LEAST, STEPS // len(tried))
                worth, self.lines[option], _ = self.after(game, option, score, 0)
                totals[option] += worth
        self.before /= max(1, done)
        return {option: total / done for option, total in totals.items()} if done else {}

    def after(self, game: Game, option: int, score: Score, depth: int = 0) -> Line:
        """He takes an option and goes on until his step is over."""
        twin = Game(game.rules, game.state.copy(), 0)
        pending = game.state.asked
        assert pending is not None
        try:
            twin.answer(pending.options[option])
            while depth < DEEP and not twin.over:
                asked = twin.state.asked
                assert asked is not None
                self.left -= 1
                size = len(asked.options)
                self.laid_out += size
                if asked.who != self.seat:
                    if asked.spec.kind == "take":
                        break
                    depth += 1
                    twin.answer(asked.options[size - 1 if asked.spec.kind == "react" else self.any_of(size)])
                elif asked.spec.kind == "take":
                    break
                elif self.left <= 0:
                    twin.answer(asked.options[self.any_of(size)])
                    depth += 1
                else:
                    tried = range(size) if size <= self.wide else sorted(self.any_of(size) for _ in range(self.wide))
                    best: Line = (-1.0, (), twin)
                    for at in dict.fromkeys(tried):
                        worth, line, end = self.after(twin, at, score, depth + 1)
                        if worth > best[0]:
                            best = (worth, (asked.options[at], *line), end)
                    return best
            return score.worth(twin.state)[self.seat], (), twin
        except Fault:
            return 0.0, (), twin

    def any_of(self, size: int) -> int:
        return self.streams.below(self.label, size) if size > 1 else 0


def fits(game: Game, seen: Observation) -> bool:
    """Does the same question stand in the imagined game, with as many answers?"""
    asked = game.state.asked
    return asked is not None and asked.who == seen.seat and len(asked.options) == seen.size
