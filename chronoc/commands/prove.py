"""`chronoc prove`: what can come about in a game at all, how, and why not."""

from __future__ import annotations

import json
import sys
from typing import TYPE_CHECKING, Annotated

import typer

if TYPE_CHECKING:
    from chronoc.diagnostics import Diagnostic
    from chronoc.variant import Sources


def prove(
    variant: Annotated[str, typer.Argument(metavar="VARIANT", help="A folder, or the name of a shipped variant.")],
    goal: Annotated[str, typer.Option("--goal", metavar="NAME", help="Only what has this in its name.")] = "",
    as_json: Annotated[bool, typer.Option("--json", help="Everything as JSON.")] = False,
    sets: Annotated[
        bool,
        typer.Option("--sets/--no-sets", help="Of goals that cannot be met, also whether one more set would let them."),
    ] = True,
    draft: Annotated[bool, typer.Option("--draft", help="Ask although facts are missing (? in cards).")] = False,
) -> int:
    """Say of goals, cards, two-sided things, printed conditions and common losses whether they can come about.

    What is reachable comes with a line of play, which the interpreter has played; what is not comes with the statements
    that contradict each other; what cannot be decided comes with the reason.
    """
    from chronoc.analyse import analyse
    from chronoc.cli import Refusal
    from chronoc.prove.beyond import beyond
    from chronoc.prove.proof import prove as proved
    from chronoc.prove.proof import proving
    from chronoc.prove.report import data, lines
    from chronoc.variant import read_sources
    from runtime.signals import Fault

    sources = read_sources(variant, draft=draft)
    found = list(sources.diagnostics)
    analysis = None
    if not any(item.severity == "error" for item in found):
        analysis = analyse(sources.sets, sources.variant)
        found += analysis.diagnostics
    if analysis is None or analysis.table is None:
        return _tell(sources, found)
    try:
        prover = proving(analysis, sources.reading.texts)
    except Fault as fault:
        print(f"chronoc: {sources.variant.id} cannot be set up: {fault}; nothing was decided", file=sys.stderr)
        return 1
    verdicts = proved(analysis, sources.reading.texts, goal, prover=prover)
    if sets:
        beyond(sources, verdicts)
    if goal and not verdicts:
        raise Refusal(f"nothing that can be asked of {sources.variant.id} has {goal!r} in its name")
    if as_json:
        print(json.dumps(data(analysis.table, verdicts), ensure_ascii=False, indent=2))
    else:
        for line in lines(analysis.table, verdicts, sources.reading.places, everything=bool(goal)):
            print(line)
    return 1 if any(v.word in ("unreachable", "only by way of", "only with") for v in verdicts) else 0


def _tell(sources: Sources, found: list[Diagnostic]) -> int:
    from chronoc.commands.build import compiled
    from chronoc.render import Renderer, ordered, summary
    from chronoc.terminal import colours

    if not any(item.severity == "error" for item in found):
        _, found = compiled(sources)
    renderer = Renderer(sources.reading.places, sources.reading.texts, colours(sys.stderr))
    for item in ordered(found):
        print(renderer.full(item), end="\n\n", file=sys.stderr)
    print(f"{summary(found)}; nothing was decided", file=sys.stderr)
    return 1
