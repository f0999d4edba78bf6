"""What the prover says of small timelines is what brute force says, which knows nothing of it."""

from __future__ import annotations

from hypothesis import HealthCheck, given, settings

from chronoc.prove.proof import prove
from tests.prove.cases import families
from tests.prove.family import Brute, Family, Lever, Slip, compiled, text


def agree(family: Family) -> int:
    """How many verdicts were held against brute force: those of goals, of cards, of the sides of what hangs on hinges."""
    analysis, texts = compiled(family)
    found = {v.question.title: v for v in prove(analysis, texts, explain=False)}
    brute = Brute(family)
    right = {f"A dream come true: Dream {k}": brute.verdict(dream) for k, dream in enumerate(family.dreams)}
    right |= {f"use Slip {k}": brute.usable(k) for k in range(len(family.slips))}
    for k in range(len(family.followers)):
        for side in ("plain", "primed"):
            right[f"Follower {k} {side}"] = brute.found(lambda s, k=k, side=side: brute.holds(("f", k, side), s))  # type: ignore[misc]
    for title, (word, plays) in right.items():
        verdict = found[title]
        assert verdict.word == word, (title, verdict.word, verdict.why, word, text(family))
        if plays is not None:
            assert verdict.witness is not None and verdict.witness.text, (title, verdict)
            assert verdict.witness.plays == plays, (title, verdict.witness, plays, text(family))
    return len(right)


@given(families())
@settings(max_examples=30, deadline=None, derandomize=True, database=None, suppress_health_check=list(HealthCheck))
def test_verdicts_are_those_of_brute_force(family: Family) -> None:
    agree(family)


def test_the_brute_force_knows_all_three_answers() -> None:
    upset = ((("h", 0, True),), "or")
    family = Family(
        2,
        (upset, upset),
        (Lever((0, 1), False),),
        (Slip(0),),
        ((("h", 1, True),), (("f", 0, "primed"),), (("h", 1, True), ("h", 1, False))),
        2,
    )
    words = [Brute(family).verdict(dream)[0] for dream in family.dreams]
    assert words == ["reachable", "only by way of", "unreachable"]
    agree(family)
