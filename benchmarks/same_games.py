"""The straight form against the frames, game for game: every answer and every end must be the same.

The frames are the meaning, the straight form is what `chronoc sim` plays (docs/decisions.md). The tests hold a few games of
each against each other; this plays many.

    python benchmarks/same_games.py                          1,000 games of each shipped game: an hour or so
    python benchmarks/same_games.py chrononauts --games 50   only these
"""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Sequence

import subjects


def compare(name: str, games: int, seed: int) -> tuple[int, int, list[str]]:
    """(games played, of them straight, seeds that came out differently), for each number of players in turn."""
    play = subjects.need("runtime.simulate", "play_game", "games without people")
    load = subjects.need("runtime", "load_table", "the rule table's loader")
    table = load(subjects.build_table(subjects.ROOT / "cards" / name))
    low, high = table.players
    straight, different = 0, []
    for number in range(games):
        players, key = low + number % (high - low + 1), f"{seed}.{number}"
        fast = play(table, players, key)
        plain = play(table, players, key, frames=True)
        straight += fast.straight
        if fast != plain:
            different.append(f"{key} with {players} players")
    return games, straight, different


def main(arguments: Sequence[str] | None = None) -> int:
    shipped = sorted(path.parent.name for path in (subjects.ROOT / "cards").glob("*/variant.yaml"))
    parser = argparse.ArgumentParser(description="The straight form against the frames, game for game.")
    parser.add_argument(
        "variants", nargs="*", metavar="variant", help="some of the shipped games; all when none is named"
    )
    parser.add_argument("--games", type=int, default=1000)
    parser.add_argument("--seed", type=int, default=1)
    chosen = parser.parse_args(arguments)
    unknown = [name for name in chosen.variants if name not in shipped]
    if unknown:
        parser.error(f"there is no game {unknown[0]!r}; the games are {', '.join(shipped)}")
    wrong = 0
    for name in chosen.variants or shipped:
        started = time.perf_counter()
        games, straight, different = compare(name, chosen.games, chosen.seed)
        wrong += len(different)
        seconds = time.perf_counter() - started
        print(f"{name:26} {games} games, {straight} straight, {len(different)} different   {seconds:.0f} s", flush=True)
        for line in different[:5]:
            print(f"    {line}")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
