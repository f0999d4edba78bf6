"""Paired games of two variants in numbers: what differs by more than chance, with the many numbers that are looked at in mind.

Every measure is a number of each game (won by this seat, turns, times that this card was played). Its difference is taken pair by
pair. If the change did nothing, each difference is as likely as its opposite; the p-value of the measure says how seldom the
sum would then be so far from 0: exact for few differences, else by the normal curve. Holm's procedure holds the chance that
anything at all is called distinguishable without cause below `alpha`, however many measures there are.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from statistics import NormalDist

from runtime.game import NAMES
from runtime.simulate import CUT, ERROR, LOST, NOBODY, WON, GameRecord

ALPHA = 0.01
#: Up to so many differences, and so large a sum of them, are counted out.
EXACT, EXACT_SUM = 60, 3_000

#: Groups of measures, in the order of a report.
GROUPS = ("how games end", "won by seat", "won by kind of player", "won by route", "common losses", "length", "played")


@dataclass(slots=True)
class Sums:
    """Of one measure: sums over the pairs, and how often each difference that is not 0 came up."""

    old: int = 0
    new: int = 0
    old_squares: int = 0
    new_squares: int = 0
    differences: Counter[int] = field(default_factory=Counter)

    def add(self, old: int, new: int) -> None:
        self.old += old
        self.new += new
        self.old_squares += old * old
        self.new_squares += new * new
        if old != new:
            self.differences[new - old] += 1


@dataclass(slots=True)
class Measure:
    """A number of each game, on average, old and new. low, high: of the difference; all intervals of a comparison hold together
    in 1 - alpha of all comparisons · p: of this measure alone · holm: with all others in mind · found: is it distinguishable?
    worth: pairs are worth so many times as many games that are not paired"""

    group: str
    name: str
    old: float
    new: float
    low: float
    high: float
    p: float
    holm: float = 1.0
    found: bool = False
    worth: float = 1.0

    @property
    def difference(self) -> float:
        return self.new - self.old


@dataclass(slots=True)
class Paired:
    """pairs: that were counted · left_out: pairs of which a game went wrong or was cut off · same: pairs without any
    difference · only_new, only_old: cards that one side alone has, with how often they were played in a game · told: what went wrong"""

    pairs: int
    left_out: int
    same: int
    measures: list[Measure]
    alpha: float
    only_old: dict[str, float] = field(default_factory=dict)
    only_new: dict[str, float] = field(default_factory=dict)
    told: list[str] = field(default_factory=list)

    @property
    def found(self) -> list[Measure]:
        return [measure for measure in self.measures if measure.found]


def paired(
    games: Iterable[tuple[GameRecord, GameRecord]],
    names: tuple[Sequence[str], Sequence[str]],
    players: int,
    alpha: float = ALPHA,
) -> Paired:
    """games: pairs · names: of the cards of both tables, by index; those of one name are the same card."""
    sums: dict[tuple[str, str], Sums] = {}
    pairs = left_out = same = 0
    told: list[str] = []
    both = dict.fromkeys(name for name in names[0] if name in names[1])
    alone: tuple[Counter[str], Counter[str]] = (Counter(), Counter())
    for old, new in games:
        broken = [(side, game) for side, game in (("old", old), ("new", new)) if game.ended in (ERROR, CUT)]
        for ending in (ERROR, CUT):
            sums.setdefault(("how games end", ending), Sums()).add(int(old.ended == ending), int(new.ended == ending))
        if broken:
            left_out += 1
            told += [f"{side}, game {game.seed}: {game.error or 'cut off'}" for side, game in broken][: 5 - len(told)]
            continue
        pairs += 1
        left, right = numbers(old, names[0], players), numbers(new, names[1], players)
        same += left == right
        for key in dict.fromkeys([*left, *right]):
            if key[0] == "played" and key[1] not in both:
                alone[0][key[1]] += left.get(key, 0)
                alone[1][key[1]] += right.get(key, 0)
            else:
                sums.setdefault(key, Sums()).add(left.get(key, 0), right.get(key, 0))
    measures = [
        measured(*key, found, pairs + left_out if key[1] in (ERROR, CUT) else pairs, alpha, len(sums))
        for key, found in sorted(sums.items(), key=lambda item: (GROUPS.index(item[0][0]), item[0][1]))
    ]
    holm(measures, alpha)
    share = max(1, pairs)
    only = [{name: count / share for name, count in sorted(side.items()) if name in own}
            for side, own in zip(alone, names)]  # fmt: skip
    return Paired(pairs, left_out, same, measures, alpha, only[0], only[1], told)


def numbers(game: GameRecord, names: Sequence[str], players: int) -> dict[tuple[str, str], int]:
    """Everything that is measured of one game; what is not there is 0."""
    out: dict[tuple[str, str], int] = {("length", "turns"): game.turns, ("length", "moves"): game.moves}
    for ending in (WON, LOST, NOBODY):
        out["how games end", ending] = int(game.ended == ending)
    for seat in range(players):
        out["won by seat", NAMES[seat] if seat < len(NAMES) else str(seat + 1)] = int(seat in game.winners)
    if len(dict.fromkeys(game.kinds)) > 1:
        for seat, kind in enumerate(game.kinds):
            key = ("won by kind of player", kind)
            out[key] = out.get(key, 0) + int(seat in game.winners)
    for route in game.winners.values():
        out["won by route", route] = 1
    if game.ended == LOST:
        out["common losses", game.reason] = 1
    if game.observed is not None:
        for use in game.observed.cards:
            key = ("played", names[use.design])
            out[key] = out.get(key, 0) + use.played
    return out


# ---------------------------------------------------------------------- one measure


def measured(group: str, name: str, sums: Sums, pairs: int, alpha: float, many: int) -> Measure:
    """many: how many measures share alpha."""
    if not pairs:
        return Measure(group, name, 0.0, 0.0, 0.0, 0.0, 1.0)
    total = sums.new - sums.old
    squares = sum(d * d * count for d, count in sums.differences.items())
    mean = total / pairs
    spread = max(0.0, squares / pairs - mean * mean)
    wide = NormalDist().inv_cdf(1 - alpha / (2 * max(1, many))) * math.sqrt(spread / pairs)
    apart = sum(s / pairs - (t / pairs) ** 2 for s, t in ((sums.old_squares, sums.old), (sums.new_squares, sums.new)))
    return Measure(
        group, name, sums.old / pairs, sums.new / pairs, mean - wide, mean + wide, p_value(sums.differences),
        worth=apart / spread if spread > 0 else 1.0,
    )  # fmt: skip


def p_value(differences: Mapping[int, int]) -> float:
    """How often signs tossed by a fair coin would make a sum at least as far from 0."""
    differences = {d: count for d, count in differences.items() if d and count}
    count, weight = sum(differences.values()), sum(abs(d) * n for d, n in differences.items())
    total = abs(sum(d * n for d, n in differences.items()))
    if not count:
        return 1.0
    if count <= EXACT and weight <= EXACT_SUM:
        return _exact([abs(d) for d, n in differences.items() for _ in range(n)], total)
    squares = sum(d * d * n for d, n in differences.items())
    return math.erfc(total / math.sqrt(2 * squares))


def _exact(sizes: list[int], total: int) -> float:
    ways = {0: 1}
    for size in sizes:
        following: dict[int, int] = {}
        for reached, count in ways.items():
            for to in (reached - size, reached + size):
                following[to] = following.get(to, 0) + count
        ways = following
    far = sum(count for reached, count in ways.items() if abs(reached) >= total)
    return float(far / 2 ** len(sizes))


def holm(measures: Sequence[Measure], alpha: float) -> None:
    """Fill in `holm` and `found` (Holm 1979): the smallest p is held against alpha by the number of measures, and so on."""
    least = 0.0
    ordered = sorted(measures, key=lambda measure: measure.p)
    for rank, measure in enumerate(ordered):
        least = max(least, min(1.0, measure.p * (len(ordered) - rank)))
        measure.holm = least
        measure.found = least < alpha
