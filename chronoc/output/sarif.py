"""Findings as SARIF 2.1.0, the common form of static analysis, with the pages of the kinds found and the changes that would
correct them."""

from __future__ import annotations

import json
import os
from collections.abc import Sequence
from pathlib import Path
from typing import Any
from urllib.parse import quote

from chronoc import __version__
from chronoc.check.pages import about, page
from chronoc.check.registry import kinds
from chronoc.diagnostics import CODES, Diagnostic, Fix
from chronoc.render import Renderer
from chronoc.syntax.tree import Span
from chronoc.terminal import visible

LEVELS = {"error": "error", "warning": "warning", "info": "note"}
ROOT = "%SRCROOT%"


def write(found: Sequence[Diagnostic], renderer: Renderer) -> str:
    """One log with one run."""
    names = sorted(dict.fromkeys(item.name for item in found), key=lambda name: (CODES.get(name, ""), name))
    run = {
        "tool": {
            "driver": {"name": "chronoc", "semanticVersion": __version__, "rules": [_rule(name) for name in names]}
        },
        "columnKind": "unicodeCodePoints",
        "results": [_result(item, names.index(item.name), renderer) for item in found],
    }
    log = {"version": "2.1.0", "runs": [run]}
    return json.dumps(log, indent=2) + "\n"


def _rule(name: str) -> dict[str, Any]:
    kind = kinds().get(name)
    if kind is None:
        return {"id": "C999", "name": name}
    said: dict[str, Any] = {
        "id": kind.code,
        "name": name,
        "defaultConfiguration": {"level": LEVELS[kind.severity]},
        "properties": {"category": kind.category},
    }
    sentence = about(kind)
    if sentence:
        said["shortDescription"] = {"text": f"{sentence}."}
    text = page(name)
    if text is not None:
        said["help"] = {"text": text.text, "markdown": text.text}
    return said


def _result(item: Diagnostic, rule: int, renderer: Renderer) -> dict[str, Any]:
    notes = [visible(note.message) for note in item.notes]
    said: dict[str, Any] = {
        "ruleId": item.code,
        "ruleIndex": rule,
        "level": LEVELS[item.severity],
        "message": {"text": "\n".join([visible(item.message), *notes])},
        "locations": [_location(item.span, renderer)],
    }
    related = [
        {"id": number, "message": {"text": visible(note.message)}, **_location(note.span, renderer)}
        for number, note in enumerate(item.notes)
        if note.span is not None
    ]
    if related:
        said["relatedLocations"] = related
    if item.fix is not None:
        said["fixes"] = [_fix(item.fix, renderer)]
    return said


def _location(span: Span, renderer: Renderer) -> dict[str, Any]:
    return {"physicalLocation": {"artifactLocation": _artifact(span, renderer), "region": _region(span)}}


def _artifact(span: Span, renderer: Renderer) -> dict[str, Any]:
    path = renderer.place(span).replace(os.sep, "/")
    if Path(path).is_absolute():
        return {"uri": Path(path).as_uri()}
    return {"uri": quote(path), "uriBaseId": ROOT}


def _region(span: Span) -> dict[str, Any]:
    region = {
        "startLine": span.line,
        "startColumn": span.column,
        "endLine": span.end_line,
        "endColumn": span.end_column,
    }
    if (span.end_line, span.end_column) < (span.line, span.column):
        region |= {"endLine": span.line, "endColumn": span.column}
    return region


def _fix(fix: Fix, renderer: Renderer) -> dict[str, Any]:
    words = f"write `{visible(fix.text)}`" if fix.text else "take it out"
    change = {"deletedRegion": _region(fix.span), "insertedContent": {"text": fix.text}}
    return {
        "description": {"text": words if fix.safe else f"{words} (may change what is meant)"},
        "artifactChanges": [{"artifactLocation": _artifact(fix.span, renderer), "replacements": [change]}],
    }
