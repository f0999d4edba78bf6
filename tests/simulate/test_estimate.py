"""Intervals against known values and against chance itself."""

from __future__ import annotations

import random
from collections import Counter

import pytest

from chronoc.simulate.estimate import Z95, spread, wilson, worth, z_of_several


def test_wilson() -> None:
    assert wilson(0, 0) == (0.0, 1.0)
    assert wilson(0, 100) == (0.0, pytest.approx(0.0370, abs=1e-4))
    assert wilson(50, 100) == (pytest.approx(0.4038, abs=1e-4), pytest.approx(0.5962, abs=1e-4))
    assert wilson(100, 100)[1] == 1.0
    # Newcombe, Stat. Med. 17 (1998) 857-872, table I: 81 of 263, 15 of 148
    assert wilson(81, 263) == (pytest.approx(0.2553, abs=1e-4), pytest.approx(0.3662, abs=1e-4))
    assert wilson(15, 148) == (pytest.approx(0.0624, abs=1e-4), pytest.approx(0.1605, abs=1e-4))


def test_several_intervals_are_wider() -> None:
    assert z_of_several(1) == pytest.approx(Z95)
    assert z_of_several(20) == pytest.approx(3.0233, abs=1e-3)


def test_things_of_one_game_that_are_all_alike_are_worth_one() -> None:
    games = [(5, 5)] * 30 + [(0, 5)] * 70
    hits, of = 150, 500
    sums = [sum(h * h for h, _ in games), sum(h * n for h, n in games), sum(n * n for _, n in games)]
    assert worth(hits, of, 100, *sums) == pytest.approx(100, rel=0.02)


def test_things_that_do_not_go_together_are_worth_their_number() -> None:
    chance = random.Random(1)
    games = [(sum(chance.random() < 0.3 for _ in range(5)), 5) for _ in range(2000)]
    hits, of = sum(h for h, _ in games), sum(n for _, n in games)
    sums = [sum(h * h for h, _ in games), sum(h * n for h, n in games), sum(n * n for _, n in games)]
    assert worth(hits, of, 2000, *sums) == pytest.approx(of, rel=0.1)


def test_intervals_of_clustered_things_cover_the_truth() -> None:
    """200 series of 60 games; in each game all things share a fate. Right nine times of ten at least, where plain
    intervals are not."""
    chance, right, plain = random.Random(2), 0, 0
    for _ in range(200):
        games = [(n if chance.random() < 0.3 else 0, n) for n in (chance.randint(1, 8) for _ in range(60))]
        hits, of = sum(h for h, _ in games), sum(n for _, n in games)
        sums = [sum(h * h for h, _ in games), sum(h * n for h, n in games), sum(n * n for _, n in games)]
        independent = worth(hits, of, 60, *sums)
        low, high = wilson(hits / of * independent, independent)
        right += low <= 0.3 <= high
        low, high = wilson(hits, of)
        plain += low <= 0.3 <= high
    assert right >= 180 > plain


def test_spread() -> None:
    found = spread(Counter({1: 5, 2: 4, 100: 1}))
    told = [found[name] for name in ("mean", "least", "p10", "median", "median_low", "median_high", "p90", "most")]
    assert told == [11.3, 1, 1, 1, 1, 2, 2, 100]
    assert spread(Counter()) == {"games": 0}
