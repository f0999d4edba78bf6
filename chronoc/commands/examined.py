"""What there is to say about variants: what the compiler, the rules and the scenarios find, as far as it is wanted."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import TYPE_CHECKING

from chronoc.check.config import Settings, Wish, of_other_sets, settings
from chronoc.check.ignore import Silence, comments
from chronoc.diagnostics import Diagnostic, Note, Severity
from chronoc.discover import Target
from chronoc.sets import showable
from chronoc.syntax.tree import Span
from chronoc.variant import Sources, read_sources

if TYPE_CHECKING:
    from chronoc.analyse import Analysis


@dataclass(slots=True)
class Outcome:
    """What one variant has to say. `own`: the files below the folder that was asked for, by short name."""

    target: Target
    sources: Sources
    found: list[Diagnostic]
    settings: Settings
    silence: Silence = field(default_factory=Silence)
    own: tuple[str, ...] = ()


@dataclass(slots=True)
class Round:
    """What all variants have to say together, each thing once."""

    outcomes: list[Outcome]
    found: list[Diagnostic]
    places: dict[str, str]
    texts: dict[str, bytes]

    def grave(self, level: Severity | None) -> dict[Diagnostic, None]:
        """What is as grave as a level; without one, as that of a variant that says it."""
        from chronoc.render import at_or_above

        left = dict.fromkeys(self.found)
        result: dict[Diagnostic, None] = {}
        for outcome in self.outcomes:
            least = level or outcome.settings.fail_level or "error"
            result.update((item, None) for item in outcome.found if item in left and at_or_above([item], least))
        told = {item: None for outcome in self.outcomes for item in outcome.found}
        result.update((item, None) for item in left if item not in told and at_or_above([item], level or "error"))
        return result


def all_of(targets: Iterable[Target], wish: Wish) -> Round:
    """The findings of several variants. What several say is said once; a comment that one of them needs is not unused."""
    from chronoc.render import ordered

    outcomes = [examined(target, wish) for target in targets]
    places: dict[str, str] = {}
    texts: dict[str, bytes] = {}
    used: dict[tuple[str, int, str], None] = {}
    for outcome in outcomes:
        _set_apart(outcome, places)
        places.update(outcome.sources.reading.places)
        texts.update(outcome.sources.reading.texts)
        used.update(((span.file, span.start, name), None) for span, name in outcome.silence.used)
    for outcome in outcomes:
        outcome.found = [item for item in outcome.found if not _needed_elsewhere(item, used)]
    return Round(outcomes, ordered(item for outcome in outcomes for item in outcome.found), places, texts)


def _set_apart(outcome: Outcome, places: Mapping[str, str]) -> None:
    """Files of two folders with one name have one short name: those of the second go by their whole path."""
    reading = outcome.sources.reading
    other = {
        short: showable(os.path.realpath(place))
        for short, place in reading.places.items()
        if short in places and os.path.realpath(places[short]) != os.path.realpath(place)
    }
    if not other:
        return
    reading.places = {other.get(short, short): place for short, place in reading.places.items()}
    reading.texts = {other.get(short, short): data for short, data in reading.texts.items()}
    outcome.own = tuple(other.get(short, short) for short in outcome.own)
    outcome.found = [_moved(item, other) for item in outcome.found]
    outcome.silence.used = {(_span(span, other), name): None for span, name in outcome.silence.used}


def _moved(item: Diagnostic, other: Mapping[str, str]) -> Diagnostic:
    """A finding whose files go by other names."""
    notes = tuple(note if note.span is None else replace(note, span=_span(note.span, other)) for note in item.notes)
    fix = None if item.fix is None else replace(item.fix, span=_span(item.fix.span, other))
    return replace(item, span=_span(item.span, other), notes=notes, fix=fix)


def _span(span: Span, other: Mapping[str, str]) -> Span:
    return replace(span, file=other[span.file]) if span.file in other else span


def _needed_elsewhere(item: Diagnostic, used: dict[tuple[str, int, str], None]) -> bool:
    if item.name != "unused-ignore":
        return False
    return any((item.span.file, item.span.start, name) in used for name in item.message.split("`")[1:2])


def examined(target: Target, wish: Wish | None = None) -> Outcome:
    """Everything there is to say about one variant (or about one file of it)."""
    wish = wish or Wish()
    sources = read_sources(target.folder, instead=wish.instead)
    said, faults = settings(target.folder, sources, wish)
    found = [*sources.diagnostics, *faults]
    lost = not any(source.files for source in sources.sets) and any(item.severity == "error" for item in found)
    lost = lost or any(item.name == "unknown-set" for item in found)  # without a set, the rest would be noise
    whole = False  # a rule table could be made, so every rule has looked
    if not lost:
        inner, whole = analysed(sources, said)
        found += inner
    found = of_other_sets(said.graded(found), _name_of(sources), sources.reading)
    own = tuple(name for name in sources.reading.texts if name.split("/")[0] == _name_of(sources))
    silence = comments({name: sources.reading.texts[name] for name in sources.reading.texts if "/" in name})
    found = silence.kept(found, said.known)
    found += said.graded(silence.found)
    if not lost and not any(item.name == "internal" for item in found):
        found += said.graded(list(silence.unused(_looked(said, whole), _sound(own, found))))
    if target.only is not None:
        places = {short for short, place in sources.reading.places.items() if Path(place).resolve() == target.only}
        found = [item for item in found if item.span.file in places]
    return Outcome(target, sources, found, said, silence, own)


def findings(target: Target) -> tuple[Sources, list[Diagnostic]]:
    """The same with nothing said on the command line: the sources, and what was found."""
    outcome = examined(target)
    return outcome.sources, outcome.found


def _name_of(sources: Sources) -> str:
    """The name of the folder that was asked for, as the short names of its files begin."""
    return sources.variant.span("").file.split("/")[0]


def _looked(said: Settings, whole: bool) -> dict[str, None]:
    """The names that were looked for to the end: a rule that needs a rule table cannot look without one."""
    return {name: None for name, kind in said.on.items() if kind.rule is None or whole or kind.rule.needs == "program"}


def _sound(own: Sequence[str], found: Sequence[Diagnostic]) -> list[str]:
    """The own files without errors: where there are some, rules are silent, and their comments look unused."""
    faulty = {item.span.file: None for item in found if item.severity == "error"}
    return [name for name in own if name not in faulty]


def analysed(sources: Sources, said: Settings) -> tuple[list[Diagnostic], bool]:
    """What the compiler and the rules find, and whether a rule table could be made. A fault of chronoc is a finding too,
    so that the other variants are still checked."""
    if "--traceback" in sys.argv:
        return compiled(sources, said)
    try:
        return compiled(sources, said)
    except Exception as fault:
        what = f"{type(fault).__name__}: {fault}".splitlines()[0][:300]
        message = f"chronoc itself failed on this variant ({what})"
        place = sources.variant.span("")
        return [Diagnostic("internal", "error", place, message, (Note("--traceback shows where"),))], False


def compiled(sources: Sources, said: Settings) -> tuple[list[Diagnostic], bool]:
    """The findings of the compiler and the rules, what does not lie where it is expected, then the findings of the
    scenarios of this folder: those of the other sets are for their own variants, where options and copies are as they
    expect."""
    from chronoc.analyse import analyse
    from chronoc.check.meant import with_changes
    from chronoc.check.run import run

    analysis = analyse(sources.sets, sources.variant)
    guarded = "--traceback" not in sys.argv
    chosen = [kind.rule for kind in said.on.values() if kind.rule is not None]
    seen = [
        *with_changes(analysis.diagnostics, sources.reading.texts),
        *run(analysis, sources.reading.texts, chosen, guarded),
        *unlaid(analysis),
    ]
    whole = analysis.table is not None
    if not whole or not analysis.scenarios:
        return seen, whole
    from chronoc.scenario.suite import problems, told

    folder = Path(sources.reading.places[sources.variant.span("").file]).parent.resolve()
    own = [item for item in told(analysis) if Path(sources.reading.places[item.file]).resolve().is_relative_to(folder)]
    return [*seen, *problems(analysis, sources.reading.texts, own)], whole


def unlaid(analysis: Analysis) -> list[Diagnostic]:
    """What only the interpreter tells: what does not lie where a set or the variant expects it, and changes that it does not take.
    It is not loaded for those that say nothing of the sort."""
    if analysis.table is not None and any(op[0] == "atonce" for op in analysis.table["code"]):
        from chronoc.scenario.batches import batches

        refused = batches(analysis)
        if refused:
            return refused
    if not analysis.program.expects and not any(" in " in key for key in analysis.program.variant.expect):
        return []
    from chronoc.scenario.laid import laid

    return laid(analysis)
