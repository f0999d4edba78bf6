"""A change that is there: one copy more of a card. Does `chronoc diff` find it in the times that the card is played?

    nice python benchmarks/diff_planted.py [VARIANT] [GAMES] [CARD…]     # chrononauts, 2,000 pairs of games, some cards

For comparison the same games are also taken as if they were no pairs.
"""

from __future__ import annotations

import sys
import time
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parents[1]
sys.path.insert(0, str(ROOT))

from chronoc.commands.build import compiled  # noqa: E402
from chronoc.compare.pairs import Measure, Paired, paired  # noqa: E402
from chronoc.compare.series import both  # noqa: E402
from chronoc.variant import read_sources  # noqa: E402
from runtime import load_table  # noqa: E402
from runtime.simulate import play_all  # noqa: E402

CARDS = ("Fast_Forward",)


def planted(variant: str | Path, card: str, games: int, players: int | None = None) -> Paired:
    """One copy more of the card."""
    raw, found = compiled(read_sources(variant))
    assert raw is not None, found
    assert any(row["name"] == card for row in raw["designs"]), f"{variant} has no card {card}"
    more: dict[str, Any] = {
        **raw,
        "designs": [{**row, "copies": row["copies"] + (row["name"] == card)} for row in raw["designs"]],
    }
    old = load_table(raw)
    first, second = both(old, more, players or old.players[0], "planted")
    names = [row["name"] for row in old.designs]
    return paired(zip(play_all(first, games), play_all(second, games)), (names, names), first.players)


def played(result: Paired, card: str) -> Measure:
    (measure,) = [m for m in result.measures if (m.group, m.name) == ("played", card)]
    return measure


if __name__ == "__main__":
    variant, games, *cards = [*sys.argv[1:], *["chrononauts", "2000"][len(sys.argv) - 1 :]]
    missed = 0
    for card in cards or CARDS:
        start = time.monotonic()
        result = planted(variant, card, int(games))
        found = played(result, card)
        missed += not found.found
        print(
            f"{variant}, one more {card}, {result.pairs} pairs: played {found.old:.3f} → {found.new:.3f} times a game, "
            f"{found.difference:+.3f} ({found.low:+.3f} … {found.high:+.3f}), p {found.holm:.2g}: "
            f"{'found' if found.found else 'MISSED'}; a pair is worth {found.worth:.1f} games; "
            f"{result.same} went the same way; {time.monotonic() - start:.0f} s"
        )
        for measure in result.found:
            print(f"    {measure.group}: {measure.name}: {measure.old:.3f} → {measure.new:.3f}, p {measure.holm:.2g}")
    sys.exit(missed > 0)
