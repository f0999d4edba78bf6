"""Many whole games, watched: `python -m tests.khronos.many GAMES [builders]`. The tests play a few of them.

GAMES random games at each number of players, or as many games of players who build wherever domains meet.
"""

from __future__ import annotations

import sys
import time

from tests.khronos.test_play import played


def main(games: int, builders: bool) -> None:
    for seats in (2, 3, 4, 5):
        placed = conflicts = 0
        started = time.process_time()
        for seed in range(games):
            try:
                watch = played(seats, 1000 * seats + seed, builders=builders)
            except BaseException:
                print(f"{seats} players, seed {1000 * seats + seed}", flush=True)
                raise
            placed += watch.placed
            conflicts += watch.conflicts
        spent = (time.process_time() - started) / games
        found = f"{placed} military and religious pieces placed, {conflicts} decisions amid conflicts"
        print(f"{seats} players: {games} games hold; {found}; {spent:.1f} s a game", flush=True)


if __name__ == "__main__":
    main(int(sys.argv[1]), "builders" in sys.argv[2:])
