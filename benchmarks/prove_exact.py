"""The exact search of `prove`, for 13 two-sided objects and for 28: `python benchmarks/prove_exact.py [SEED]`

Timelines are made at random: objects with two sides, about one and a half times as many that follow them, a card to mend
each of those, goals of three parts each. What counts is the time of the questions, without reading and setting up.
"""

from __future__ import annotations

import random
import sys
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent.parent))

from chronoc.prove.proof import proving
from tests.prove.family import Family, Lever, Literal, Slip, compiled

SIZES = {13: 1.0, 28: 20.0}  # two-sided objects -> seconds that are enough
GROUPS = ("goal", "card", "side", "condition")


def timeline(hinges: int, seed: int) -> Family:
    """As a designer might make it: every follower hangs on one to three hinges, some only on two together."""
    pick = random.Random(f"{hinges} {seed}")
    followers = []
    for _ in range(hinges * 3 // 2):
        count = pick.choice((1, 1, 1, 2, 2, 3))
        literals: tuple[Literal, ...] = tuple(("h", k, True) for k in sorted(pick.sample(range(hinges), count)))
        followers.append((literals, pick.choice(("and", "or", "or"))))
    one_way = [tuple(range(k, min(k + 4, hinges))) for k in range(0, hinges, 4)]
    levers = (*(Lever(group, True) for group in one_way), Lever(tuple(range(hinges)), False))
    dreams = []
    for _ in range(hinges):
        first, second, third = pick.sample(range(len(followers)), 3)
        dreams.append((("f", first, "plain"), ("f", second, "primed"), ("f", third, "primed")))
    slips = tuple(Slip(k) for k in range(len(followers)))
    return Family(hinges, tuple(followers), levers, slips, tuple(dreams), 9)


def measured(hinges: int, seed: int) -> tuple[float, float, int, dict[str, int]]:
    """Seconds of the questions and of what comes before, how many questions, and what became of them."""
    begun = time.process_time()
    analysis, texts = compiled(timeline(hinges, seed))
    prover = proving(analysis, texts)
    prover.explain = False
    prover.endless  # noqa: B018  (a second set of rules, in which nothing ends the game)
    ready = time.process_time()
    words: dict[str, int] = {}
    asked = [question for question in prover.questions() if question.group in GROUPS]
    for question in asked:
        verdict = prover.decide(question)
        words[verdict.word] = words.get(verdict.word, 0) + 1
    return time.process_time() - ready, ready - begun, len(asked), words


def main(seed: int) -> int:
    for hinges, enough in SIZES.items():
        seconds, before, count, words = measured(hinges, seed)
        told = ", ".join(f"{number} {word}" for word, number in sorted(words.items()))
        print(
            f"{hinges:3} two-sided objects: {count} questions in {seconds:.2f} s (aim {enough:.0f} s), {before:.1f} s before: {told}"
        )
    return 0


if __name__ == "__main__":
    sys.exit(main(int(sys.argv[1]) if len(sys.argv) > 1 else 1))
