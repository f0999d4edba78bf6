"""`chronoc check`: read variants and say everything that is wrong with them, each thing once."""

from __future__ import annotations

import sys
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

if TYPE_CHECKING:
    from chronoc.analyse import Analysis
    from chronoc.diagnostics import Diagnostic
    from chronoc.discover import Target
    from chronoc.variant import Sources


class Level(StrEnum):
    error = "error"
    warning = "warning"
    info = "info"


class Form(StrEnum):
    full = "full"
    concise = "concise"
    json = "json"


def check(
    paths: Annotated[
        list[str], typer.Argument(metavar="PATH", help="Folders, .chrono files, or names of shipped variants.")
    ],
    form: Annotated[Form, typer.Option("--format", help="How to write the findings.")] = Form.full,
    json: Annotated[bool, typer.Option("--json", help="The same as --format json.")] = False,
    max_findings: Annotated[int, typer.Option(min=0, help="Show so many findings at most; 0 shows all.")] = 200,
    fail_level: Annotated[Level, typer.Option(help="The least grave finding that makes exit code 1.")] = Level.error,
) -> int:
    """Read variants and say everything that is wrong with them.

    A folder that holds several variants is checked variant by variant; a finding that several share is said once.
    """
    from chronoc.render import Renderer, at_or_above, ordered, summary
    from chronoc.terminal import colours

    chosen = Form.json if json else form
    renderer = Renderer(places={}, texts={}, colour=chosen is not Form.json and colours(sys.stdout))
    found: list[Diagnostic] = []
    checked = 0
    for target in _targets(paths):
        sources, diagnostics = findings(target)
        checked += 1
        renderer.places = {**renderer.places, **sources.reading.places}
        renderer.texts = {**renderer.texts, **sources.reading.texts}
        found += diagnostics
    found = ordered(found)
    if chosen is Form.json:
        print(renderer.json(found))
    else:
        show = renderer.full if chosen is Form.full else renderer.concise
        shown = found[: max_findings or None]
        for item in shown:
            print(show(item), end="\n\n" if chosen is Form.full else "\n")
        if len(shown) < len(found):
            print(f"{len(found) - len(shown)} more are not shown; --max-findings 0 shows all\n")
        print(f"{summary(found)} ({checked} variant{'s' if checked != 1 else ''} checked)")
    if any(item.name == "internal" for item in found):
        return 3
    if any(item.name == "unreadable-file" for item in found):
        return 2
    return 1 if at_or_above(found, fail_level.value) else 0


def _targets(paths: list[str]) -> list[Target]:
    from chronoc.discover import targets

    return list(dict.fromkeys(target for path in paths for target in targets(path)))


def findings(target: Target) -> tuple[Sources, list[Diagnostic]]:
    """Everything there is to say about one variant (or about one file of it)."""
    from chronoc.variant import read_sources

    sources = read_sources(target.folder)
    found = list(sources.diagnostics)
    lost = not any(source.files for source in sources.sets) and any(item.severity == "error" for item in found)
    if not lost and not any(item.name == "unknown-set" for item in found):  # without a set, the rest would be noise
        found += analysed(sources)
    if target.only is not None:
        places = {short for short, place in sources.reading.places.items() if Path(place).resolve() == target.only}
        found = [item for item in found if item.span.file in places]
    return sources, found


def analysed(sources: Sources) -> list[Diagnostic]:
    """What the compiler finds. A fault of its own is a finding too, so that the other variants are still checked."""
    from chronoc.diagnostics import Diagnostic, Note

    if "--traceback" in sys.argv:
        return compiled(sources)
    try:
        return compiled(sources)
    except Exception as fault:
        what = f"{type(fault).__name__}: {fault}".splitlines()[0][:300]
        message = f"chronoc itself failed on this variant ({what})"
        return [Diagnostic("internal", "error", sources.variant.span(""), message, (Note("--traceback shows where"),))]


def compiled(sources: Sources) -> list[Diagnostic]:
    """The findings of the rules, what does not lie where it is expected, then the findings of the scenarios of this
    folder: those of the other sets are for their own variants, where options and copies are as they expect."""
    from chronoc.analyse import analyse
    from chronoc.check.run import run

    analysis = analyse(sources.sets, sources.variant)
    seen = [*analysis.diagnostics, *run(analysis, sources.reading.texts), *unlaid(analysis)]
    if analysis.table is None or not analysis.scenarios:
        return seen
    from chronoc.scenario.suite import problems, told

    folder = Path(sources.reading.places[sources.variant.span("").file]).parent.resolve()
    own = [item for item in told(analysis) if Path(sources.reading.places[item.file]).resolve().is_relative_to(folder)]
    return [*seen, *problems(analysis, sources.reading.texts, own)]


def unlaid(analysis: Analysis) -> list[Diagnostic]:
    """What does not lie where a set or the variant expects it. The interpreter is not loaded for those that say nothing."""
    if not analysis.program.expects and not any(" in " in key for key in analysis.program.variant.expect):
        return []
    from chronoc.scenario.laid import laid

    return laid(analysis)
