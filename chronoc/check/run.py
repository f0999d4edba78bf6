"""Runs the rules over an analysed variant."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from chronoc.analyse import Analysis
from chronoc.check.context import Context
from chronoc.check.registry import Rule, rules
from chronoc.diagnostics import Diagnostic, Note


def run(
    analysis: Analysis, texts: Mapping[str, bytes], chosen: Iterable[Rule] | None = None, guarded: bool = False
) -> list[Diagnostic]:
    """What the rules find (all of them, or those chosen). Where the compiler found errors, only rules that look at the
    program run, and nothing is said about a line that has an error already. `guarded`: a rule that fails is a finding,
    and the others still look."""
    context = Context(analysis, texts)
    faulty = {(item.span.file, item.span.line) for item in analysis.diagnostics if item.severity == "error"}
    found: list[Diagnostic] = []
    for rule in rules().values() if chosen is None else chosen:
        if rule.needs != "program" and analysis.table is None:
            continue
        context.name = rule.name
        try:
            found += [item for item in rule.check(context) if (item.span.file, item.span.line) not in faulty]
        except Exception as fault:
            if not guarded:
                raise
            found.append(_failed(rule, fault, analysis))
    return list(dict.fromkeys(found))


def _failed(rule: Rule, fault: Exception, analysis: Analysis) -> Diagnostic:
    what = f"{type(fault).__name__}: {fault}".splitlines()[0][:300]
    message = f"the rule `{rule.name}` failed on this variant ({what}), so it found nothing"
    notes = (Note("--traceback shows where"), Note(f"without it: --ignore {rule.name}"))
    return Diagnostic("internal", "error", analysis.program.variant.span(""), message, notes)
