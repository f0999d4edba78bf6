"""The whole way from an analysed variant to verdicts, each with a witness that was played."""

from __future__ import annotations

import sys
from collections.abc import Mapping, Sequence

from chronoc.analyse import Analysis
from chronoc.prove.prover import ONLY, OPEN, REACHED, Prover, Verdict
from chronoc.prove.witness import execute
from chronoc.scenario.source import Source
from runtime.table import load_table

RECURSION = 20_000


def proving(analysis: Analysis, texts: Mapping[str, bytes]) -> Prover:
    """The variant, set up and looked through. Raises Fault where the rules cannot be set up."""
    if sys.getrecursionlimit() < RECURSION:
        sys.setrecursionlimit(RECURSION)
    assert analysis.table is not None
    source = Source(texts)
    return Prover(load_table(analysis.table), lambda place: said(source, place))


def prove(
    analysis: Analysis,
    texts: Mapping[str, bytes],
    only: str = "",
    explain: bool = True,
    groups: Sequence[str] = (),
    prover: Prover | None = None,
    titles: Sequence[str] = (),
) -> list[Verdict]:
    """What became of every question that has `only` in its name. A line that does not hold as a scenario is not claimed.
    explain: also try what a change of single statements would do (slow, and only for what cannot be reached) · groups: only
    of these sorts · titles: only these"""
    prover = prover or proving(analysis, texts)
    prover.explain = explain
    wanted = only.casefold()
    asked = [q for q in prover.questions() if (not groups or q.group in groups) and (not titles or q.title in titles)]
    verdicts = [prover.decide(q) for q in asked if wanted in f"{q.group} {q.title}".casefold()]
    execute(analysis, [v.witness for v in verdicts if v.witness is not None], texts)
    for verdict in verdicts:
        witness = verdict.witness
        if witness is None or witness.text:
            continue
        if verdict.word == REACHED:
            verdict.word = OPEN
            verdict.why = [
                f"a line of {witness.plays} plays was found, but it does not hold as a scenario: {witness.failure}"
            ]
        elif verdict.word == ONLY:
            verdict.why.append(f"the line there does not hold as a scenario: {witness.failure}")
        verdict.witness = None
    return verdicts


def said(source: Source, place: tuple[str, int, int, int, int]) -> str:
    """The words at a place, on one line."""
    file, line, column, end_line, end_column = place
    rows = source.text(file).split("\n")[line - 1 : end_line]
    if not rows:
        return ""
    rows[-1] = rows[-1][: end_column - 1]
    rows[0] = rows[0][column - 1 :]
    words = " ".join(" ".join(rows).split())
    return words if len(words) <= 90 else words[:89] + "…"
