"""Shows diagnostics: in full with the line and a caret below it, on one line each, or as JSON for other programs."""

from __future__ import annotations

import json
import os
import re
from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

from chronoc.diagnostics import Diagnostic, Severity
from chronoc.syntax.tree import Span
from chronoc.terminal import columns, expand, visible

SEVERITIES: tuple[Severity, ...] = ("error", "warning", "info")

WIDTH = 110  # columns of a source line that are shown
_LONG = 4000  # a line of more signs is cut before anything is counted
_LINE_END = re.compile(r"\r\n|\n|\r")

_PAINT = {"error": "1;31", "warning": "1;33", "info": "1;36", "edge": "34", "bold": "1"}


@dataclass(slots=True)
class Renderer:
    """`places`: short name of a file -> where it lies; `texts`: short name -> its bytes; both may lack any file."""

    places: Mapping[str, str] = field(default_factory=dict)
    texts: Mapping[str, bytes] = field(default_factory=dict)
    colour: bool = False
    _lines: dict[str, list[str]] = field(default_factory=dict)

    # ---------------------------------------------------------------- one diagnostic

    def full(self, found: Diagnostic) -> str:
        """Severity, code and message, the place, the line with a caret, then the notes and the fix."""
        head = self._paint(found.severity, f"{found.severity}[{found.code}]") + " " + found.name
        parts = [f"{head}: {self._paint('bold', visible(found.message))}"]
        margin = max((len(str(span.line)) for span in self._spans(found)), default=1)
        parts += self._excerpt(found.span, margin, "-->", found.severity)
        for note in found.notes:
            parts.append(f"{' ' * margin} {self._paint('edge', '=')} {visible(note.message)}")
            if note.span is not None:
                parts += self._excerpt(note.span, margin, ":::", "edge")
        if found.fix is not None and f"did you mean `{found.fix.text}`?" not in (note.message for note in found.notes):
            parts.append(f"{' ' * margin} {self._paint('edge', '=')} fix: {self._fix(found)}")
        return "\n".join(parts)

    def concise(self, found: Diagnostic) -> str:
        """`file:line:column: severity[code] name: message; notes` on one line."""
        notes = "".join(f"; {visible(note.message)}" for note in found.notes)
        place = f"{self.place(found.span)}:{found.span.line}:{found.span.column}"
        return f"{place}: {found.severity}[{found.code}] {found.name}: {visible(found.message)}{notes}"

    def plain(self, found: Diagnostic) -> dict[str, Any]:
        """The diagnostic as a value that JSON can hold. Lines and columns count from 1, the end is exclusive."""
        return {
            "code": found.code,
            "name": found.name,
            "severity": found.severity,
            "message": found.message,
            **self._plain_span(found.span),
            "notes": [
                {"message": note.message, **(self._plain_span(note.span) if note.span else {})} for note in found.notes
            ],
            "fix": None
            if found.fix is None
            else {"text": found.fix.text, "safe": found.fix.safe, **self._plain_span(found.fix.span)},
        }

    # ---------------------------------------------------------------- all of them

    def json(self, found: Iterable[Diagnostic]) -> str:
        """One object: `diagnostics`, and `counts` by severity. ASCII, so that every pipe can carry it."""
        items = list(found)
        counts = Counter(item.severity for item in items)
        value = {
            "counts": {severity: counts[severity] for severity in SEVERITIES},
            "diagnostics": [self.plain(item) for item in items],
        }
        return json.dumps(value, indent=2, sort_keys=True)

    # ---------------------------------------------------------------- parts

    def _spans(self, found: Diagnostic) -> list[Span]:
        return [found.span, *(note.span for note in found.notes if note.span is not None)]

    def place(self, span: Span) -> str:
        """The path of the file, as near to the folder one is in as it can be said."""
        place = self.places.get(span.file)
        return visible(span.file) if place is None else nearby(place)

    def _plain_span(self, span: Span) -> dict[str, Any]:
        return {
            "file": self.place(span),
            "line": span.line,
            "column": span.column,
            "end_line": span.end_line,
            "end_column": span.end_column,
        }

    def _excerpt(self, span: Span, margin: int, arrow: str, paint: str) -> list[str]:
        edge = " " * margin + " " + self._paint("edge", "|")
        parts = [f"{' ' * margin}{self._paint('edge', arrow)} {self.place(span)}:{span.line}:{span.column}"]
        line = self._line(span)
        if line is None:
            return parts
        shown, under = _marked(line, span)
        number = self._paint("edge", f"{span.line:>{margin}} |")
        return [*parts, edge, f"{number} {shown}".rstrip(), f"{edge} {self._paint(paint, under)}"]

    def _line(self, span: Span) -> str | None:
        if span.file not in self._lines:
            text = self.texts.get(span.file, b"").decode("utf-8-sig", "replace")
            self._lines[span.file] = _LINE_END.split(text)
        lines = self._lines[span.file]
        line = lines[span.line - 1] if 0 < span.line <= len(lines) else ""
        whole = span.start == span.end == 0  # about the file, not about a place in it
        return None if whole or not line.strip() else line

    def _fix(self, found: Diagnostic) -> str:
        assert found.fix is not None
        return f"write `{visible(found.fix.text)}`" if found.fix.text else "take it out"

    def _paint(self, what: str, text: str) -> str:
        return f"\x1b[{_PAINT[what]}m{text}\x1b[0m" if self.colour and text else text


def _marked(line: str, span: Span) -> tuple[str, str]:
    """The line as it is shown, and the carets that stand below the span; a long line is cut around them."""
    first = min(max(span.column - 1, 0), len(line))
    last = min(max(span.end_column - 1, first), len(line)) if span.end_line == span.line else len(line.rstrip())
    if len(line) > _LONG:
        begin = max(0, first - WIDTH)
        line = line[begin : begin + 4 * WIDTH]
        first, last = first - begin, min(last - begin, len(line))
    shown, at = expand(line)
    left, right = at[first], max(at[last], at[first] + 1)
    if at[-1] <= WIDTH:
        return shown, " " * left + "^" * (right - left)
    start = max(0, min(left - WIDTH // 3, at[-1] - WIDTH))
    right = min(right, start + WIDTH)
    end = start + WIDTH
    cut = "".join(sign for sign, column in zip(shown, _columns_of(shown), strict=True) if start <= column < end)
    before, after = ("…" if start else ""), ("…" if start + WIDTH < at[-1] else "")
    return before + cut + after, " " * (left - start + len(before)) + "^" * max(1, right - left)


def nearby(place: str) -> str:
    """A path as seen from the folder one is in, or whole where that is nearer."""
    try:
        near = os.path.relpath(place)
    except (ValueError, OSError):  # another drive, or the folder one is in is gone
        near = place
    shown = near if not near.startswith(os.pardir + os.sep + os.pardir) else _absolute(place)
    return visible(os.fsencode(shown).decode("utf-8", "replace"))


def _absolute(place: str) -> str:
    try:
        return os.path.abspath(place)
    except OSError:
        return place


def _columns_of(shown: str) -> list[int]:
    at, column = [], 0
    for sign in shown:
        at.append(column)
        column += columns(sign)
    return at


def ordered(found: Iterable[Diagnostic]) -> list[Diagnostic]:
    """By file, line and column, each once."""
    return sorted(dict.fromkeys(found), key=lambda item: (*item.sort_key(), SEVERITIES.index(item.severity)))


def summary(found: Iterable[Diagnostic]) -> str:
    """`2 errors, 1 warning`, or `nothing to say`."""
    counts = Counter(item.severity for item in found)
    words = [
        f"{counts[severity]} {severity}{'s' if counts[severity] != 1 and severity != 'info' else ''}"
        for severity in SEVERITIES
        if counts[severity]
    ]
    return ", ".join(words) or "no findings"


def at_or_above(found: Iterable[Diagnostic], level: Severity) -> bool:
    """Whether a finding is at least as grave as the level."""
    limit = SEVERITIES.index(level)
    return any(SEVERITIES.index(item.severity) <= limit for item in found)
