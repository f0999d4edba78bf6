"""Thousands of small timelines: the prover against brute force. `python benchmarks/prove_family.py [CASES] [SEED]`"""

from __future__ import annotations

import sys
import time
from collections import Counter
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent.parent))

from hypothesis import HealthCheck, Phase, given, seed, settings

from chronoc.prove.proof import prove
from tests.prove.cases import families
from tests.prove.family import Brute, Family, compiled, text


def main(cases: int, start: int) -> int:
    words: Counter[str] = Counter()
    begun = time.process_time()

    @seed(start)
    @given(families())
    @settings(max_examples=cases, deadline=None, database=None, phases=[Phase.generate], suppress_health_check=list(HealthCheck))
    def hold(family: Family) -> None:
        analysis, texts = compiled(family)
        brute = Brute(family)
        for verdict, dream in zip(prove(analysis, texts, "goal", explain=False), family.dreams, strict=True):
            word, plays = brute.verdict(dream)
            words[word] += 1
            same = verdict.word == word and (plays is None or (verdict.witness is not None and verdict.witness.plays == plays))
            assert same, f"{verdict.word} {verdict.why} instead of {word} {plays}\n{text(family)}"

    hold()
    taken = time.process_time() - begun
    print(f"{cases} timelines, {sum(words.values())} goals, all as brute force says, in {taken:.0f} s of processor time")
    print(", ".join(f"{count} {word}" for word, count in sorted(words.items())))
    return 0


if __name__ == "__main__":
    given_numbers = [int(word) for word in sys.argv[1:]]
    sys.exit(main(*(given_numbers + [1000, 1][len(given_numbers) :])))
