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
        """What cards call a design, where that is shorter than its title: its name, or the number that its kind goes by."""
        program, table = self.analysis.program, self.prover.table
        out: dict[int, str] = {}
        for design, card in enumerate(program.designs[: len(table.designs)]):
            if card.decl.name is not None:
                out[design] = card.decl.name
                continue
            for kind in card.kind.lineage:
                if kind.named_by is not None:
                    number = self.printed(design, kind.named_by)
                    if number is not None:
                        out[design] = str(number)
        return out

    def printed(self, design: int, field: str) -> Any:
        rules = self.prover.arena.rules
        for index, row in enumerate(rules.table.fields):
            if row["name"] == field and not row["var"]:
                number = rules.names[f"D{index}"].get(design)
                if number is not None:
                    return number
        return None

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
