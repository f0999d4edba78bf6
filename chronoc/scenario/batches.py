"""`at once { … }` in which somebody may be asked: by what stands there, or by a rule that looks at what it changes. The
interpreter does not take it, since a question in the middle would be asked about half of the change."""

from __future__ import annotations

from chronoc.analyse import Analysis
from chronoc.diagnostics import Diagnostic, Note
from runtime.analysis import Analysis as Looks
from runtime.analysis import children, overlap
from runtime.table import TableError, load_table


def batches(analysis: Analysis) -> list[Diagnostic]:
    """One finding for each `at once` that the interpreter would refuse."""
    if analysis.table is None or not any(op[0] == "atonce" for op in analysis.table["code"]):
        return []
    try:
        looks = Looks(load_table(analysis.table))
    except TableError:
        return []
    found = []
    for node, op in enumerate(looks.code):
        if op[0] == "atonce" and looks.suspends(op[1]):
            span = analysis.lowering.code.spans[node]
            if span is not None:
                found.append(Diagnostic("may-ask", "error", span, *_said(analysis, looks, op[1])))
    return found


def _said(analysis: Analysis, looks: Looks, body: int) -> tuple[str, tuple[Note, ...]]:
    """The message, and what would help."""
    for node in _below(looks, body):
        writes = looks._own_writes(looks.code[node])
        for index, rule in enumerate(looks.table.whenevers):
            if rule["body"] in looks.suspending_fns and overlap(looks.rule_reads[index], writes):
                place = analysis.lowering.code.spans[looks.table.fns[rule["body"]]["code"]]
                return (
                    "`at once` changes what a rule looks at that may ask, so half of it would be done when somebody is asked",
                    (
                        Note("the rule is here", place) if place is not None else Note(f"the rule is {rule['name']}"),
                        Note("move things one after the other with `for each`, or let the rule act without a question"),
                    ),
                )
    return (
        "`at once` holds something that may ask, and half of it would be done when somebody is asked",
        (Note("ask before it, and keep the answer with `let`"),),
    )


def _below(looks: Looks, body: int) -> list[int]:
    """The statements of an `at once`, those of verbs and effects that it calls included."""
    pending, seen = [body], dict.fromkeys((body,))
    while pending:
        op = looks.code[pending.pop()]
        fns = looks.effect_fns() if op[0] == "doeffect" else looks.callees(op)
        for child in [*children(op), *(looks.table.fns[fn]["code"] for fn in fns)]:
            if child not in seen:
                seen[child] = None
                pending.append(child)
    return list(seen)
