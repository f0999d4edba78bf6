"""What `matrix` and `graph` have in common: a variant that was read, analysed and set up."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from chronoc.analyse import Analysis
    from chronoc.diagnostics import Diagnostic
    from chronoc.prove.prover import Prover, Verdict
    from chronoc.variant import Sources


@dataclass(slots=True)
class Reported:
    sources: Sources
    analysis: Analysis
    prover: Prover

    @property
    def table(self) -> dict[str, Any]:
        assert self.analysis.table is not None
        return self.analysis.table

    def goals(self) -> list[Verdict]:
        """What became of the question of every goal."""
        from chronoc.prove.proof import prove

        return prove(self.analysis, self.sources.reading.texts, explain=False, groups=("goal",), prover=self.prover)

    def names(self) -> dict[int, str]:
        from chronoc.prove.wording import design_names

        return design_names(self.analysis.program, self.prover.arena.rules)

    def words(self, node: int) -> str:
        """The words of the files at a node."""
        place = self.prover.conditions.place(node)
        return "" if place is None else self.prover.said(place)


def reported(variant: str, draft: bool) -> Reported | tuple[Sources, list[Diagnostic]]:
    """The variant, ready to be looked at, or what is wrong with it."""
    from chronoc.analyse import analyse
    from chronoc.prove.proof import proving
    from chronoc.variant import read_sources

    sources = read_sources(variant, draft=draft)
    found = list(sources.diagnostics)
    if any(item.severity == "error" for item in found):
        return sources, found
    analysis = analyse(sources.sets, sources.variant)
    if analysis.table is None:
        return sources, [*found, *analysis.diagnostics]
    return Reported(sources, analysis, proving(analysis, sources.reading.texts))
