"""Findings as workflow commands, which a build on GitHub shows beside the lines of a change."""

from __future__ import annotations

from collections.abc import Iterable

from chronoc.diagnostics import Diagnostic
from chronoc.render import Renderer
from chronoc.terminal import visible

LEVELS = {"error": "error", "warning": "warning", "info": "notice"}


def write(found: Iterable[Diagnostic], renderer: Renderer) -> str:
    """One line for each finding."""
    return "".join(f"{_line(item, renderer)}\n" for item in found)


def _line(item: Diagnostic, renderer: Renderer) -> str:
    span = item.span
    fields: dict[str, object] = {"file": renderer.place(span).replace("\\", "/"), "line": span.line}
    if span.end_line == span.line:  # columns are for one line only
        fields |= {"col": span.column, "endColumn": max(span.end_column, span.column)}
    else:
        fields |= {"endLine": span.end_line}
    fields["title"] = f"{item.code} {item.name}"
    words = "\n".join(visible(text) for text in (item.message, *(note.message for note in item.notes)))
    said = ",".join(f"{key}={_property(str(value))}" for key, value in fields.items())
    return f"::{LEVELS[item.severity]} {said}::{_data(words)}"


def _data(text: str) -> str:
    """What has a meaning in such a line is written as a number."""
    return text.replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A")


def _property(text: str) -> str:
    return _data(text).replace(":", "%3A").replace(",", "%2C")
