"""Paired statistics: exact where few differ, right in size where nothing does."""

from __future__ import annotations

import math
import random
from itertools import product

import pytest

from chronoc.compare.pairs import EXACT, Measure, Sums, holm, measured, p_value, paired
from runtime.observed import CardUse, Observed
from runtime.simulate import GameRecord


@pytest.mark.parametrize("differences", [{1: 3}, {1: 5, -1: 2}, {2: 1, -1: 4, 3: 2}, {-4: 1, 1: 1}])
def test_few_differences_are_counted_out(differences: dict[int, int]) -> None:
    """Against all tosses of signs, one by one."""
    each = [d for d, count in differences.items() for _ in range(count)]
    total = abs(sum(each))
    tosses = [abs(sum(sign * abs(d) for sign, d in zip(signs, each))) for signs in product((1, -1), repeat=len(each))]
    assert p_value(differences) == pytest.approx(sum(toss >= total for toss in tosses) / len(tosses))


def test_exact_and_normal_meet() -> None:
    few, many = {1: 40, -1: 19}, {1: 41, -1: 20}
    assert sum(few.values()) < EXACT < sum(many.values())
    assert p_value(few) == pytest.approx(p_value(many), rel=0.4)


def test_no_difference_is_certain() -> None:
    assert p_value({}) == p_value({0: 5}) == 1.0


def test_p_values_of_nothing_are_even() -> None:
    chance = random.Random(1)
    small = sum(
        p_value({1: (hits := sum(chance.random() < 0.5 for _ in range(200))), -1: 200 - hits}) < 0.05
        for _ in range(2_000)
    )
    assert 0.03 < small / 2_000 < 0.07


def named(*ps: float) -> list[Measure]:
    return [Measure("played", str(p), 0, 0, 0, 0, p) for p in ps]


def test_holm() -> None:
    measures = named(0.04, 0.001, 0.012, 0.9)
    holm(measures, 0.05)
    assert [round(m.holm, 6) for m in measures] == [0.08, 0.004, 0.036, 0.9]
    assert [m.found for m in measures] == [False, True, True, False]


def test_intervals_are_those_of_pairs() -> None:
    sums = Sums()
    for old, new in [(3, 4)] * 50 + [(7, 8)] * 50:
        sums.add(old, new)
    measure = measured("played", "x", sums, 100, 0.01, 1)
    assert (measure.old, measure.new, measure.low, measure.high) == (5, 6, 1, 1)  # games differ, their difference never
    sums.add(3, 2)
    measure = measured("played", "x", sums, 101, 0.01, 10)
    assert measure.low < measure.difference < measure.high and measure.worth > 10


def game(winner: int, played: int, ended: str = "won") -> GameRecord:
    use = CardUse(0, 0, played, 0, 0, 0)
    return GameRecord(0, ended, {winner: "way"}, turns=5, observed=Observed((use,), (), (), 0, 0))


def test_games_in_numbers() -> None:
    pairs = [(game(0, 1), game(0, 2))] * 30 + [(game(1, 1), game(1, 2))] * 30 + [(game(0, 1), game(0, 0, "error"))]
    found = paired(pairs, (["lamp"], ["lamp"]), 2)
    assert (found.pairs, found.left_out, found.same) == (60, 1, 0)
    assert [(m.name, m.old, m.new) for m in found.found] == [("lamp", 1, 2)]
    assert found.found[0].p == pytest.approx(2**-59)
    (error,) = [m for m in found.measures if m.name == "error"]
    assert error.new == pytest.approx(1 / 61)


def test_cards_of_one_side_are_told_and_not_tested() -> None:
    found = paired([(game(0, 1), game(0, 3))] * 20, (["lamp"], ["tower"]), 2)
    assert (found.only_old, found.only_new, found.found) == ({"lamp": 1.0}, {"tower": 3.0}, [])


def test_no_pairs_at_all() -> None:
    found = paired([(game(0, 1, "cut"), game(0, 1))], (["lamp"], ["lamp"]), 2)
    assert found.pairs == 0 and found.left_out == 1 and not math.isnan(sum(m.old for m in found.measures))
