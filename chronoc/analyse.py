"""The whole way from files to a rule table: one function for check, build, test and play."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from chronoc.diagnostics import Diagnostic
from chronoc.lower import Lowering, lowered
from chronoc.lower.verify import verify
from chronoc.model.collect import collect
from chronoc.model.findings import Findings
from chronoc.model.order import gather, in_order, two_games, used_sets
from chronoc.model.sources import SourceSet, VariantSpec
from chronoc.model.suggest import start_over
from chronoc.model.symbols import Program
from chronoc.syntax.tree import File, ScenarioDecl

#: Deep nesting is limited by the parser; the passes recurse a few frames a level.
RECURSION = 20_000


@dataclass(slots=True)
class Analysis:
    """What is known about a variant. `table` is None when there are errors, or unknown facts and no draft is wanted."""

    diagnostics: list[Diagnostic]
    program: Program
    table: dict[str, Any] | None
    scenarios: list[tuple[ScenarioDecl, File]]
    lowering: Lowering
    draft: dict[str, Any] = field(repr=False, default_factory=dict)  # the table as far as it goes, whatever was found

    @property
    def failed(self) -> bool:
        return any(d.severity == "error" for d in self.diagnostics)


def analyse(sources: Sequence[SourceSet], variant: VariantSpec) -> Analysis:
    """Parse, resolve and lower the sets of a variant. Never raises for what a designer wrote."""
    if sys.getrecursionlimit() < RECURSION:
        sys.setrecursionlimit(RECURSION)
    start_over()
    findings = Findings()
    sets = []
    for source in used_sets(sources, variant, findings):
        files = [parse_file(source, path, data, findings) for path, data in sorted(source.files)]
        sets.append(gather(source, files, findings))
    ordered = in_order(sets, findings)
    games = two_games(ordered, findings)
    known = list(findings.items)
    program = collect(ordered, variant, findings)
    low, table = lowered(program)
    verify(low, table)
    findings.items[:] = known if games else apart(findings.items)  # between two games everything collides
    findings.items.sort(key=Diagnostic.sort_key)
    usable = not findings.failed and (variant.draft or not low.unknowns)
    scenarios = [(decl, file) for decl, _, file in program.scenarios]
    return Analysis(findings.items, program, with_hash(table) if usable else None, scenarios, low, table)


def apart(items: list[Diagnostic]) -> list[Diagnostic]:
    """Without what was found on a line that could not be read: one fault, one finding."""
    unread = {(d.span.file, d.span.line): None for d in items if d.code.startswith("C0") and d.severity == "error"}
    return [d for d in items if d.code.startswith("C0") or (d.span.file, d.span.line) not in unread]


def with_hash(table: dict[str, Any]) -> dict[str, Any]:
    from runtime.canonical import content_hash

    table["hash"] = content_hash(table)
    return table


def parse_file(source: SourceSet, path: str, data: bytes, findings: Findings) -> File:
    """The tree of a file; of one that cannot be read, an empty one."""
    known = source.trees.get(path)
    if known is not None:
        return known
    from chronoc.syntax.parser import parse_bytes

    tree, diagnostics = parse_bytes(data, path)
    for item in diagnostics:
        findings.add(item.severity, item.name, item.span, item.message, item.notes, item.fix)
    return tree
