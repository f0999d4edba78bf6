"""`chronoc test`: play the scenarios that designers write beside their cards, and say which do not hold."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from typing import TYPE_CHECKING, Annotated

import typer

if TYPE_CHECKING:
    from chronoc.diagnostics import Diagnostic
    from chronoc.discover import Target
    from chronoc.scenario.report import Reporter
    from chronoc.scenario.runner import Outcome
    from chronoc.scenario.suite import Told
    from chronoc.variant import Sources


def test(
    paths: Annotated[
        list[str] | None,
        typer.Argument(metavar="PATH", help="Folders, .chrono files, or names of shipped variants; else this folder."),
    ] = None,
    json: Annotated[bool, typer.Option("--json", help="Write a list of what became of each scenario.")] = False,
    only: Annotated[str, typer.Option("-k", metavar="TEXT", help="Only scenarios with this text in their title.")] = "",
) -> int:
    """Play the scenarios of sets and say which of them do not hold.

    Of a failure it tells what was expected, what was found, and what led there.
    """
    from chronoc.cli import Refusal
    from chronoc.discover import targets
    from chronoc.render import Renderer, ordered

    wanted = list(dict.fromkeys(target for path in paths or ["."] for target in targets(path)))
    told: list[Outcome] = []
    rows: list[dict[str, object]] = []
    unreadable = broken = False
    for target in wanted:
        sources, problems, outcomes = tested(target, only)
        reporter = _reporter(sources, json)
        if problems:
            broken = True
            unreadable = unreadable or any(item.name == "unreadable-file" for item in problems)
            renderer = Renderer(sources.reading.places, sources.reading.texts, reporter.colour)
            for item in ordered(problems):
                place = reporter.file(item.span.file)
                rows.append({"title": "", "file": place, "line": item.span.line, "ok": False, "message": item.message})
                if not json:
                    print(renderer.full(item), end="\n\n")
        for name, group in _by_file(outcomes):
            told += group
            rows += [reporter.plain(outcome) for outcome in group]
            if not json:
                print(reporter.summary(name, group))
                for outcome in group:
                    if not outcome.ok:
                        print(reporter.failure(outcome))
    if only and not told and not broken:
        raise Refusal(f"no scenario has {only!r} in its title")
    _end(told, rows, json, broken)
    if any(outcome.internal for outcome in told):
        return 3
    if unreadable:
        return 2
    return 1 if broken or any(not outcome.ok for outcome in told) else 0


def _end(told: list[Outcome], rows: list[dict[str, object]], json: bool, broken: bool) -> None:
    from chronoc.scenario.report import total

    if json:
        from json import dumps

        print(dumps(rows, indent=2))
    elif told or not broken:
        print(total(told))


def _reporter(sources: Sources, json: bool) -> Reporter:
    from chronoc.scenario.report import Reporter
    from chronoc.scenario.source import Source
    from chronoc.terminal import colours

    return Reporter(sources.reading.places, Source(sources.reading.texts), not json and colours(sys.stdout))


def tested(target: Target, only: str = "") -> tuple[Sources, list[Diagnostic], Iterator[Outcome]]:
    """The scenarios of one set, played one after the other; or what is wrong with it, so that none can be played."""
    from chronoc.analyse import analyse
    from chronoc.scenario.suite import play, told
    from chronoc.variant import read_sources

    sources = read_sources(target.folder, draft=True)
    problems = [item for item in sources.diagnostics if item.severity == "error"]
    if problems:
        return sources, problems, iter(())
    analysis = analyse(sources.sets, sources.variant)
    problems = [item for item in analysis.diagnostics if item.severity == "error"]
    if problems or analysis.table is None:
        return sources, problems, iter(())
    wanted = [item for item in told(analysis) if _concerns(item, target, sources, only)]
    return sources, [], play(analysis, wanted, sources.reading.texts)


def _concerns(item: Told, target: Target, sources: Sources, only: str) -> bool:
    """Does a scenario stand in the set (or the file) that was asked for?"""
    from pathlib import Path

    if only and only.casefold() not in item.scenario.title.casefold():
        return False
    place = Path(sources.reading.places[item.file]).resolve()
    if target.only is not None:
        return place == target.only
    return place.is_relative_to(target.folder.resolve())


def _by_file(outcomes: Iterator[Outcome]) -> Iterator[tuple[str, list[Outcome]]]:
    group: list[Outcome] = []
    for outcome in outcomes:
        if group and group[0].span.file != outcome.span.file:
            yield group[0].span.file, group
            group = []
        group.append(outcome)
    if group:
        yield group[0].span.file, group
