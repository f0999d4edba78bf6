"""How sure a number is: intervals for shares and for medians."""

from __future__ import annotations

import math
from collections import Counter
from statistics import NormalDist
from typing import Any

#: An interval covers the true value 95 times of 100.
LEVEL = 0.95
Z95 = NormalDist().inv_cdf(0.5 + LEVEL / 2)


def wilson(hits: float, of: float, z: float = Z95) -> tuple[float, float]:
    """Interval for a share: the score interval, which stays right near 0 and 1 and with few games.

    E. B. Wilson, "Probable inference, …", J. Am. Stat. Assoc. 22 (1927) 209-212."""
    if of <= 0:
        return 0.0, 1.0
    share, z2 = hits / of, z * z
    middle = (share + z2 / (2 * of)) / (1 + z2 / of)
    half = z * math.sqrt(share * (1 - share) / of + z2 / (4 * of * of)) / (1 + z2 / of)
    # at the ends the formula gives 0 and 1 but for rounding
    return (0.0 if hits <= 0 else max(0.0, middle - half)), (1.0 if hits >= of else min(1.0, middle + half))


def worth(hits: int, of: int, games: int, hits2: int, cross: int, of2: int) -> float:
    """How many independent things `of` things are worth of which one game gives several: they go together, so they say less
    than as many games would. games: with one at least · hits2, cross, of2: sums over games of hits², hits·of, of².

    J. N. K. Rao and A. J. Scott, A simple method for the analysis of clustered binary data, Biometrics 48 (1992) 577-585:
    the number with which a share of independent things would vary as this one does over games. Where all or none hit, every
    game counts for one. With the result, `wilson` gives an interval."""
    share = hits / of if of else 0.0
    spread = hits2 - 2 * share * cross + share * share * of2
    if games < 2 or hits in (0, of) or spread <= 0:
        return float(games)
    variance = games / (games - 1) * spread / (of * of)
    return min(share * (1 - share) / variance, float(of))


def z_of_several(several: int) -> float:
    """How wide each of several intervals is made so that all of them together are right 95 times of 100 (Bonferroni)."""
    return NormalDist().inv_cdf(1 - (1 - LEVEL) / (2 * max(1, several)))


def quantile(counts: Counter[int], total: int, rank: float) -> int:
    """The smallest value that at least `rank` of the values do not exceed. total: how many there are, one or more."""
    seen = 0
    for value, number in sorted(counts.items()):
        seen += number
        if seen >= rank * total:
            return value
    return max(counts)


def spread(lengths: Counter[int]) -> dict[str, Any]:
    """Mean, median with its interval, and the lengths below which a tenth, half and nine tenths of the games stay.

    The interval of the median lies between two ranks, whatever the lengths are spread like: W. R. Thompson, "On confidence
    ranges for the median …", Ann. Math. Stat. 7 (1936) 122-128."""
    total = lengths.total()
    if not total:
        return {"games": 0}
    half = Z95 * math.sqrt(total) / (2 * total)
    return {
        "games": total,
        "mean": round(sum(length * games for length, games in lengths.items()) / total, 2),
        "least": min(lengths),
        "p10": quantile(lengths, total, 0.1),
        "median": quantile(lengths, total, 0.5),
        "median_low": quantile(lengths, total, max(0.0, 0.5 - half)),
        "median_high": quantile(lengths, total, min(1.0, 0.5 + half)),
        "p90": quantile(lengths, total, 0.9),
        "most": max(lengths),
    }
