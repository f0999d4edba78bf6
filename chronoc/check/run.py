"""Runs the rules over an analysed variant."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from chronoc.analyse import Analysis
from chronoc.check.context import Context
from chronoc.check.registry import Rule, rules
from chronoc.diagnostics import Diagnostic


def run(analysis: Analysis, texts: Mapping[str, bytes], chosen: Iterable[Rule] | None = None) -> list[Diagnostic]:
    """What the rules find (all of them, or those chosen). Where the compiler found errors, only rules that look at the
    program run, and nothing is said about a line that has an error already."""
    context = Context(analysis, texts)
    faulty = {(item.span.file, item.span.line) for item in analysis.diagnostics if item.severity == "error"}
    found: list[Diagnostic] = []
    for rule in rules().values() if chosen is None else chosen:
        if rule.needs != "program" and analysis.table is None:
            continue
        context.name = rule.name
        found += [item for item in rule.check(context) if (item.span.file, item.span.line) not in faulty]
    return list(dict.fromkeys(found))
