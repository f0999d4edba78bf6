"""Thousands of small timelines: the prover against brute force. `python benchmarks/prove_family.py [CASES] [SEED]`"""

from __future__ import annotations

import sys
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent.parent))

from hypothesis import HealthCheck, Phase, given, seed, settings

from tests.prove.cases import families
from tests.prove.family import Family
from tests.prove.test_family import agree


def main(cases: int, start: int) -> int:
    verdicts = 0
    begun = time.process_time()

    @seed(start)
    @given(families())
    @settings(
        max_examples=cases,
        deadline=None,
        database=None,
        phases=[Phase.generate],
        suppress_health_check=list(HealthCheck),
    )
    def hold(family: Family) -> None:
        nonlocal verdicts
        verdicts += agree(family)

    hold()
    taken = time.process_time() - begun
    print(f"{cases} timelines, {verdicts} verdicts, all as brute force says, in {taken:.0f} s of processor time")
    return 0


if __name__ == "__main__":
    given_numbers = [int(word) for word in sys.argv[1:]]
    sys.exit(main(*(given_numbers + [1000, 1][len(given_numbers) :])))
