"""PettingZoo's conformance tests for a table. All shipped variants at length, with as many players as they take:

python -m tests.adapters.conformance [VARIANT…]
"""

from __future__ import annotations

import contextlib
import io
import sys
import time
import warnings

from chronoc.resources import shipped
from runtime import Table
from tests.properties.forward import table

#: What changes numbers or cards alone, and plays like the variant that it is made of.
_LIKE_OTHERS = ("chrononauts-first-edition", "gore-years", "lost-identities", "uber-gore-years")

#: Every game there is, once.
GAMES = [name for name in shipped() if not name.startswith("house-") and name not in _LIKE_OTHERS]


def conforms(made: Table, cycles: int, players: int | None = None) -> None:
    from pettingzoo.test import api_test, parallel_api_test, seed_test

    from chronoc.adapters.pettingzoo import env, parallel_env

    api_test(env(made, players=players, mask="info"), num_cycles=cycles)
    seed_test(lambda: env(made, players=players), num_cycles=cycles)
    parallel_api_test(parallel_env(made, players=players), num_cycles=cycles)


if __name__ == "__main__":
    warnings.simplefilter("error")
    for name in sys.argv[1:] or shipped():
        made, start = table(name), time.monotonic()
        for players in dict.fromkeys(made.players):
            with contextlib.redirect_stdout(io.StringIO()):
                conforms(made, 200, players)
        print(f"{name}: passed with {made.players[0]} and {made.players[1]} players, {time.monotonic() - start:.0f} s")
