"""`chronoc check`: read variants and say everything that is wrong with them, each thing once."""

from __future__ import annotations

import sys
from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from chronoc.commands.examined import findings, unlaid

if TYPE_CHECKING:
    from chronoc.check.config import Wish
    from chronoc.check.fixes import Changes, State
    from chronoc.commands.examined import Round
    from chronoc.diagnostics import Diagnostic
    from chronoc.discover import Target
    from chronoc.render import Renderer

__all__ = ["check", "findings", "unlaid"]


class Level(StrEnum):
    error = "error"
    warning = "warning"
    info = "info"


class Form(StrEnum):
    full = "full"
    concise = "concise"
    json = "json"
    github = "github"
    sarif = "sarif"
    junit = "junit"


@dataclass(frozen=True, slots=True)
class Request:
    """What was asked for on the command line."""

    paths: list[str]
    wish: Wish
    form: Form
    most: int
    level: Level | None
    baseline: Path | None


def check(
    paths: Annotated[
        list[str], typer.Argument(metavar="PATH", help="Folders, .chrono files, or names of shipped variants.")
    ],
    form: Annotated[Form, typer.Option("--format", help="How to write the findings.")] = Form.full,
    json: Annotated[bool, typer.Option("--json", help="The same as --format json.")] = False,
    max_findings: Annotated[int, typer.Option(min=0, help="Show so many findings at most; 0 shows all.")] = 200,
    select: Annotated[
        list[str] | None,
        typer.Option(metavar="WORDS", help="Only these, besides errors: names, codes, C3, categories, all."),
    ] = None,
    ignore: Annotated[list[str] | None, typer.Option(metavar="WORDS", help="Not these; errors are always on.")] = None,
    fail_level: Annotated[
        Level | None, typer.Option(help="The least grave finding that makes exit code 1.  [default: error]")
    ] = None,
    baseline: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Tell only what this file does not count.")
    ] = None,
    write_baseline: Annotated[bool, typer.Option("--write-baseline", help="Write that file.")] = False,
    fix: Annotated[bool, typer.Option("--fix", help="Make the changes that are safe.")] = False,
    unsafe_fixes: Annotated[
        bool, typer.Option("--unsafe-fixes", help="Make those changes too that may alter what is meant.")
    ] = False,
    diff: Annotated[bool, typer.Option("--diff", help="Show those changes and write nothing.")] = False,
    watch: Annotated[bool, typer.Option("--watch", help="Check again whenever a file has changed.")] = False,
) -> int:
    """Read variants and say everything that is wrong with them.

    A folder that holds several variants is checked variant by variant; a finding that several share is said once. What is wanted
    can also be said in pyproject.toml, in a variant.yaml and in comments: see docs/checking.md.
    """
    from chronoc.check.config import Wish
    from chronoc.cli import Refusal
    from chronoc.terminal import steady

    chosen = Form.json if json else form
    correct = fix or unsafe_fixes or diff
    if write_baseline and baseline is None:
        raise Refusal("--write-baseline needs --baseline FILE, the file to write")
    if correct and (baseline is not None):
        raise Refusal("--baseline goes with no changes: correct first, then write the baseline")
    if watch and (correct or write_baseline or chosen not in (Form.full, Form.concise)):
        raise Refusal("--watch only tells, in the forms full and concise")
    wish = Wish(_words(select) if select else None, _words(ignore or [], off=True))
    request = Request(paths, wish, chosen, max_findings, Level(fail_level) if fail_level else None, baseline)
    if watch:
        return _watched(request)
    if correct:
        changes = _corrections(request, unsafe_fixes)
        if diff:
            sys.stdout.write(steady(changes.difference(), sys.stdout))
            print(_told(changes, "would be made"), file=sys.stderr)
            return 1 if changes.places else 0
        refused = _write(changes)
        code = _once(request)[0]
        return max(code, 2) if refused else code
    if write_baseline:
        return _write_baseline(request)
    return _once(request)[0]


def _words(given: list[str], off: bool = False) -> tuple[str, ...]:
    """The words of an option that can be given several times, and several words at once."""
    from chronoc.check.select import Unknown, ignorable, named
    from chronoc.cli import Refusal

    words = tuple(word.strip() for part in given for word in part.split(",") if word.strip())
    for word in words:
        try:
            ignorable(word) if off else named(word)
        except Unknown as fault:
            raise Refusal(fault.sentence()) from None
    if not words and given:
        raise Refusal(f"--{'ignore' if off else 'select'} names no finding; `chronoc rules` lists all")
    return words


def _targets(paths: list[str]) -> list[Target]:
    from chronoc.discover import targets

    found: dict[tuple[Path, Path | None], Target] = {}  # one folder may be named in several ways
    for target in (target for path in paths for target in targets(path)):
        found.setdefault((target.folder.resolve(), target.only), target)
    return list(found.values())


# ---------------------------------------------------------------- telling


def _once(request: Request) -> tuple[int, Round]:
    """Check everything and tell it: the exit code, and what was found."""
    from chronoc.commands.examined import all_of
    from chronoc.render import Renderer
    from chronoc.terminal import colours

    told = all_of(_targets(request.paths), request.wish)
    if request.baseline is not None:
        _compare(told, request.baseline)
    plain = request.form in (Form.full, Form.concise)
    renderer = Renderer(told.places, told.texts, colour=plain and colours(sys.stdout))
    if plain:
        _tell(told, renderer, request)
    else:
        _write_form(told, renderer, request)
    return _exit_code(told, request), told


def _exit_code(told: Round, request: Request) -> int:
    if any(item.name == "internal" for item in told.found):
        return 3
    if any(item.name == "unreadable-file" for item in told.found):
        return 2
    return 1 if _grave(told, request) else 0


def _grave(told: Round, request: Request) -> dict[Diagnostic, None]:
    """What makes the check fail."""
    return told.grave(request.level.value if request.level else None)


def _tell(told: Round, renderer: Renderer, request: Request) -> None:
    from chronoc.render import summary

    full = request.form is Form.full
    show = renderer.full if full else renderer.concise
    shown = told.found[: request.most or None]
    for item in shown:
        print(show(item), end="\n\n" if full else "\n")
    if len(shown) < len(told.found):
        print(f"{len(told.found) - len(shown)} more are not shown; --max-findings 0 shows all\n")
    checked = len(told.outcomes)
    print(f"{summary(told.found)} ({checked} variant{'s' if checked != 1 else ''} checked)")


def _write_form(told: Round, renderer: Renderer, request: Request) -> None:
    from chronoc.output import github, junit, sarif

    if request.form is Form.json:
        print(renderer.json(told.found))
    elif request.form is Form.github:
        sys.stdout.write(github.write(told.found, renderer))
    elif request.form is Form.sarif:
        sys.stdout.write(sarif.write(told.found, renderer))
    else:
        sys.stdout.write(junit.write(told.found, renderer, _grave(told, request)))


# ---------------------------------------------------------------- the baseline


def _compare(told: Round, path: Path) -> None:
    """Leave out what the baseline counts, and tell where it counts more than there is."""
    from chronoc.check.baseline import NoBaseline, read
    from chronoc.cli import Refusal

    try:
        known = read(path)
    except NoBaseline as fault:
        raise Refusal(str(fault)) from None
    checked = [told.places[name] for outcome in told.outcomes if outcome.target.only is None for name in outcome.own]
    stale = known.stale(told.found, told.places, checked)
    kept = known.kept(told.found, told.places)
    told.found[:] = kept.values()
    for outcome in told.outcomes:
        outcome.found[:] = [kept[item] for item in outcome.found if item in kept]
    for outcome in told.outcomes[:1]:  # it is of no variant; the first one says what it counts for
        outcome.found += outcome.settings.graded(stale)
        told.found += outcome.settings.graded(stale)


def _write_baseline(request: Request) -> int:
    from chronoc.check.baseline import replaceable, written
    from chronoc.cli import Refusal
    from chronoc.commands.examined import all_of
    from chronoc.format.files import replace
    from chronoc.sets import reason
    from chronoc.terminal import visible

    assert request.baseline is not None
    if not replaceable(request.baseline):
        raise Refusal(
            f"{visible(str(request.baseline))} is no baseline, so it is not written over; name another file, or remove this one"
        )
    told = all_of(_targets(request.paths), request.wish)
    data, count = written(request.baseline, told.found, told.places)
    refusal = None
    try:
        request.baseline.touch()
        refusal = replace(request.baseline, data)
    except (OSError, ValueError) as fault:
        refusal = reason(fault)
    if refusal is not None:
        raise Refusal(f"the baseline {visible(str(request.baseline))} cannot be written: {refusal}")
    left = len(told.found) - count
    print(f"{count} finding{'s' if count != 1 else ''} written to {visible(str(request.baseline))}", file=sys.stderr)
    if left:
        print(f"{left} error{'s are' if left != 1 else ' is'} not in it: errors are always told", file=sys.stderr)
    return 0


# ---------------------------------------------------------------- changes


def _corrections(request: Request, unsafe: bool) -> Changes:
    """The changes that would correct what was asked for; only files below the folders asked for are touched."""
    from chronoc.check.config import Wish
    from chronoc.check.fixes import State, corrected
    from chronoc.commands.examined import all_of

    def state(instead: Mapping[str, bytes]) -> State:
        wish = Wish(request.wish.select, request.wish.ignore, instead)
        result = State()
        for outcome in all_of(_targets(request.paths), wish).outcomes:
            reading = outcome.sources.reading
            own = [
                name
                for name in outcome.own
                if outcome.target.only is None or Path(reading.places[name]).resolve() == outcome.target.only
            ]
            result.add(outcome.found, reading.places, reading.texts, own)
        return result

    return corrected(state, unsafe)


def _told(changes: Changes, done: str) -> str:
    """How many changes, and what is to be said about them."""
    count, files = sum(changes.made.values()), len(changes.places)
    lines = [f"{count} change{'s' if count != 1 else ''} in {files} file{'s' if files != 1 else ''} {done}"]
    if not count:
        lines = [f"no changes {done}"]
    lines += [
        f"{changes.names[place]} is left as it is: with its changes less of it could be read"
        for place in changes.refused
    ]
    if changes.unfinished:
        lines.append("there is still something to change: call it again")
    return "\n".join(lines)


def _write(changes: Changes) -> bool:
    """Write the changes and say so; whether a file could not be written."""
    from chronoc.check.fixes import write

    refusals = write(changes)
    for place, why in refusals:
        print(f"chronoc: {changes.names[place]} was not changed: {why}", file=sys.stderr)
        del changes.after[place], changes.made[place]
    print(_told(changes, "made"), file=sys.stderr)
    return bool(refusals)


# ---------------------------------------------------------------- watching


def pause() -> bool:
    """Wait a moment. Whether to go on."""
    import time

    time.sleep(0.5)
    return True


def _watched(request: Request) -> int:
    from chronoc.check.watch import watch
    from chronoc.terminal import visible
    from chronoc.variant import NoSuchVariant

    def once() -> list[str]:
        try:
            told = _once(request)[1]
        except NoSuchVariant as fault:  # it may come back
            print(visible(str(fault)))
            return request.paths
        extra = [str(request.baseline)] if request.baseline is not None else []
        sys.stdout.flush()
        return [*request.paths, *told.places.values(), *extra]

    def changed(places: list[str]) -> None:
        more = f" and {len(places) - 1} more" if len(places) > 1 else ""
        print(f"\n--- {visible(places[0])}{more} changed")

    watch(once, pause, changed)
    return 0
