"""What the prover says of small timelines is what brute force says, which knows nothing of it."""

from __future__ import annotations

from hypothesis import HealthCheck, given, settings

from chronoc.prove.proof import prove
from tests.prove.cases import families
from tests.prove.family import Brute, Family, Lever, Slip, compiled, text


def agree(family: Family) -> None:
    analysis, texts = compiled(family)
    found = {v.question.title: v for v in prove(analysis, texts, "goal", explain=False)}
    brute = Brute(family)
    for k, dream in enumerate(family.dreams):
        verdict = found[f"A dream come true: Dream {k}"]
        word, plays = brute.verdict(dream)
        assert verdict.word == word, (verdict.word, verdict.why, word, dream, text(family))
        if plays is not None:
            assert verdict.witness is not None and verdict.witness.plays == plays, (verdict.witness, plays, text(family))
            assert verdict.witness.text


@given(families())
@settings(max_examples=30, deadline=None, derandomize=True, database=None, suppress_health_check=list(HealthCheck))
def test_verdicts_are_those_of_brute_force(family: Family) -> None:
    agree(family)


def test_the_brute_force_knows_all_three_answers() -> None:
    upset = ((("h", 0, True),), "or")
    family = Family(2, (upset, upset), (Lever((0, 1), False),), (Slip(0),), ((("h", 1, True),), (("f", 0, "primed"),), (("h", 1, True), ("h", 1, False))), 2)
    words = [Brute(family).verdict(dream)[0] for dream in family.dreams]
    assert words == ["reachable", "only by way of", "unreachable"]
    agree(family)
