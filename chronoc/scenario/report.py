"""What became of scenarios, for people and for other programs."""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from chronoc.scenario.runner import Outcome
from chronoc.scenario.source import Source
from chronoc.syntax.tree import Span
from chronoc.terminal import expand, visible

WIDTH = 110  # columns of a source line that are shown
_PAINT = {"good": "32", "bad": "1;31", "edge": "34", "bold": "1"}


@dataclass(slots=True)
class Reporter:
    """`places`: short name of a file -> where it lies; `source`: their texts."""

    places: Mapping[str, str]
    source: Source
    colour: bool = False

    def file(self, name: str) -> str:
        """Where a file lies, as seen from here."""
        place = self.places.get(name)
        if place is None:
            return visible(name)
        try:
            near = os.path.relpath(place)
        except ValueError:  # another drive
            near = place
        shown = near if not near.startswith(os.pardir + os.sep + os.pardir) else os.path.abspath(place)
        return visible(os.fsencode(shown).decode("utf-8", "replace"))

    def summary(self, name: str, outcomes: Sequence[Outcome]) -> str:
        """One line about the scenarios of one file."""
        count, failed = len(outcomes), sum(1 for outcome in outcomes if not outcome.ok)
        if failed:
            verb = "fails" if failed == 1 else "fail"
            return self._paint("bad", f"{self.file(name)}: {failed} of {counted(count)} {verb}")
        return self._paint("good", f"{self.file(name)}: {counted(count)} {'holds' if count == 1 else 'hold'}")

    def failure(self, outcome: Outcome) -> str:
        """A scenario that failed: its title, the place, expected against found, and what led there."""
        lines = ["", f"  {self._paint('bold', visible(outcome.title))}"]
        lines += [f"  {line}" for line in self._excerpt(outcome.place)]
        lines.append(f"    {self._paint('bad', visible(outcome.message))}")
        rows = (("expected", outcome.expected), ("found", outcome.found), ("the game", outcome.stands))
        lines += [f"    {word:>8}: {visible(text)}" for word, text in rows if text]
        for problem in outcome.problems:
            if problem.span != outcome.place or problem.message != outcome.message:
                lines.append(f"    {self.file(problem.span.file)}:{problem.span.line}: {visible(problem.message)}")
            lines += [f"    {visible(note.message)}" for note in problem.notes]
        if outcome.story:
            lines.append("    what led there:")
            lines += [f"      {visible(line)}" for line in outcome.story]
        return "\n".join([*lines, ""])

    def plain(self, outcome: Outcome) -> dict[str, Any]:
        """An outcome as a value that JSON can hold."""
        rows = (("expected", outcome.expected), ("found", outcome.found))
        parts = [outcome.message, *(f"{word}: {text}" for word, text in rows if text)]
        return {
            "title": outcome.title, "file": self.file(outcome.place.file), "line": outcome.place.line, "ok": outcome.ok,
            "message": "; ".join(parts),
        }  # fmt: skip

    def _excerpt(self, span: Span) -> Iterator[str]:
        yield f"  {self._paint('edge', '-->')} {self.file(span.file)}:{span.line}:{span.column}"
        lines = self.source.text(span.file).split("\n")
        if not 0 < span.line <= len(lines):
            return
        line = lines[span.line - 1].rstrip("\r")
        shown, at = expand(line)
        first = min(max(span.column - 1, 0), len(line))
        last = min(max(span.end_column - 1, first), len(line)) if span.end_line == span.line else len(line)
        if at[-1] > WIDTH:
            return
        number = self._paint("edge", f"{span.line:>4} |")
        yield f"{number} {shown}".rstrip()
        marks = self._paint("bad", "^" * max(1, at[last] - at[first]))
        yield f"{self._paint('edge', '     |')} {' ' * at[first]}{marks}"

    def _paint(self, what: str, text: str) -> str:
        return f"\x1b[{_PAINT[what]}m{text}\x1b[0m" if self.colour and text else text


def counted(count: int) -> str:
    return f"{count} scenario{'' if count == 1 else 's'}"


def total(outcomes: Sequence[Outcome]) -> str:
    """`12 scenarios: 11 hold, 1 fails`."""
    failed = sum(1 for outcome in outcomes if not outcome.ok)
    good = len(outcomes) - failed
    parts = [f"{good} hold{'s' if good == 1 else ''}"] if good else []
    parts += [f"{failed} fail{'s' if failed == 1 else ''}"] if failed else []
    return f"{counted(len(outcomes))}: {', '.join(parts)}" if parts else "no scenarios"
