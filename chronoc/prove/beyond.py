"""What a variant leaves out and would need: a goal that cannot be met in it, and can with one set or card more."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import TYPE_CHECKING

from chronoc.prove.proof import prove, proving
from chronoc.prove.prover import NEVER, ONLY_WITH, REACHED, Verdict

if TYPE_CHECKING:
    from chronoc.variant import Sources

MOST = 8  # variants that are tried


def beyond(sources: Sources, verdicts: list[Verdict]) -> None:
    """Looks again at goals that cannot be reached, with cards that the variant leaves out, then with each set that builds on
    one of its own. What is reached then is told with what it took."""
    open_goals = {v.question.title: v for v in verdicts if v.word == NEVER and v.question.group == "goal"}
    for tried, (what, other) in enumerate(wider(sources)):
        if not open_goals or tried >= MOST:
            return
        for title, again in looked_at(other, list(open_goals)).items():
            if again.word == REACHED:
                verdict = open_goals.pop(title)
                verdict.word, verdict.why = ONLY_WITH, [what]
                verdict.witness, verdict.shortest, verdict.lucky = again.witness, again.shortest, again.lucky


def looked_at(sources: Sources, titles: list[str]) -> dict[str, Verdict]:
    """What becomes of these goals in another variant; nothing if it has errors or cannot be set up."""
    from chronoc.analyse import analyse
    from runtime.signals import Fault

    if any(item.severity == "error" for item in sources.diagnostics):
        return {}
    analysis = analyse(sources.sets, sources.variant)
    if analysis.table is None:
        return {}
    texts = sources.reading.texts
    try:
        prover = proving(analysis, texts)
    except Fault:
        return {}
    found = prove(analysis, texts, explain=False, groups=("goal",), prover=prover, titles=titles)
    return {verdict.question.title: verdict for verdict in found}


def wider(sources: Sources) -> Iterator[tuple[str, Sources]]:
    """What is added, and the variant with it."""
    from chronoc.variant import wider_sets, with_set

    left_out = [title for title, copies in sources.variant.copies.items() if copies == 0]
    left_out += [f"{', '.join(kinds)} of {name}" for name, kinds in sources.variant.without.items()]
    if left_out:
        kept = {title: copies for title, copies in sources.variant.copies.items() if copies != 0}
        names = ", ".join(left_out[:4]) + (f" and {len(left_out) - 4} more" if len(left_out) > 4 else "")
        whole = replace(sources.variant, copies=kept, without={}, expect={})
        yield f"cards that the variant leaves out ({names})", replace(sources, variant=whole)
    for name in wider_sets(sources):
        other = with_set(sources, name)
        if other is not None:
            yield f"the set {name}", other


__all__ = ["beyond"]
