"""Gives a finding that asks "did you mean `lamp`?" the change that would write it, where the place is beyond doubt.

The passes ask in some sixty places, each with a span as wide as what it is about. The word in question stands in the message, so
it is looked for in the text of the span: only where it stands there once, as a word, is there a change. It is never a safe one.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import replace

from chronoc.diagnostics import Diagnostic, Fix
from chronoc.model.suggest import distance, fold
from chronoc.sets import SUFFIX
from chronoc.syntax.tree import Span

NAMES = ("unknown-name", "unknown-card", "unknown-kind", "unknown-field", "unknown-zone")
NEAR = 3  # as near as `nearest` finds names
_ASKED = re.compile(r"did you mean [`\"]?([^`\"]+?)[`\"]?\?$")
_NAMED = re.compile(r"`([^`]+)`")
_NAME = re.compile(r"[^\W\d]\w*")


def with_changes(found: Iterable[Diagnostic], texts: Mapping[str, bytes]) -> list[Diagnostic]:
    """The findings, with a change for each that asks whether another word was meant."""
    decoded: dict[str, str] = {}
    return [_with_change(item, texts, decoded) if item.name in NAMES and item.fix is None else item for item in found]


def _with_change(item: Diagnostic, texts: Mapping[str, bytes], decoded: dict[str, str]) -> Diagnostic:
    file = item.span.file
    asked = next((match[1] for note in item.notes if (match := _ASKED.search(note.message))), None)
    if asked is None or not file.endswith(SUFFIX) or file not in texts:
        return item
    if file not in decoded:
        decoded[file] = texts[file].decode("utf-8", "replace")
    source = decoded[file][item.span.start : item.span.end]
    for written in dict.fromkeys(_NAMED.findall(item.message)):
        places = [match.start() for match in re.finditer(rf"(?<!\w){re.escape(written)}(?!\w)", source)]
        near = 0 < distance(fold(written), fold(asked), NEAR) < NEAR
        if len(places) == 1 and near and _fits(source, places[0], written, asked):
            return replace(item, fix=Fix(_part(decoded[file], item.span, places[0], len(written)), asked, safe=False))
    return item


def _fits(source: str, at: int, written: str, asked: str) -> bool:
    """Whether a word may stand where the other stands: a title only in quotes, and no number in the place of another."""
    quoted = source[:at].count('"') % 2 == 1
    return not written.isdigit() and (quoted or _NAME.fullmatch(asked) is not None) and '"' not in asked


def _part(text: str, whole: Span, at: int, length: int) -> Span:
    """The place of a word in a span."""
    start = whole.start + at
    line = whole.line + text.count("\n", whole.start, start)
    begin = max(text.rfind("\n", 0, start) + 1, 1 if text.startswith("\ufeff") and "\n" not in text[:start] else 0)
    column = start - begin + 1
    return Span(whole.file, start, start + length, line, column, line, column + length)
