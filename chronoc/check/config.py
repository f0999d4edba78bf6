"""What is wanted of a check: `[tool.chronoc]` of the nearest `pyproject.toml`, `check:` of a `variant.yaml`, the command line.

The later says more than the earlier: `select` and `fail-level` replace, `ignore` adds, `severity` replaces word by word. A set
that says something about itself is heard wherever it is used: what it ignores is not told of its files in other variants.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from pathlib import Path
from typing import get_args

from chronoc.check.registry import Kind, kinds
from chronoc.check.select import Unknown, chosen, ignorable, named
from chronoc.diagnostics import Diagnostic, Note, Severity
from chronoc.model.suggest import listed, nearest
from chronoc.sets import VARIANT, Reading, reason, showable
from chronoc.syntax.tree import Span
from chronoc.variant import Sources, read_variant

PROJECT = "pyproject.toml"
MAX_FILE = 1024 * 1024
HEADED = re.compile(rb"^\s*\[\s*tool\s*\.\s*chronoc\s*[.\]]", re.M)
KEYS = ("select", "ignore", "fail-level", "severity")
LEVELS: tuple[Severity, ...] = get_args(Severity)


@dataclass(frozen=True, slots=True)
class Wish:
    """What the command line says. `instead`: where a file lies -> bytes to be read instead of what it holds."""

    select: tuple[str, ...] | None = None
    ignore: tuple[str, ...] = ()
    instead: Mapping[str, bytes] = field(default_factory=dict)


@dataclass(slots=True)
class Layer:
    """What one place says. Every word in it is one that `select` knows."""

    select: list[str] | None = None
    ignore: list[str] = field(default_factory=list)
    severity: dict[str, Severity] = field(default_factory=dict)
    fail_level: Severity | None = None


@dataclass(slots=True)
class Settings:
    """What holds for one variant. `on`: the kinds of findings that are looked for."""

    on: dict[str, Kind]
    severity: dict[str, Severity] = field(default_factory=dict)  # name -> what it counts as
    fail_level: Severity | None = None
    known: dict[str, Kind] = field(default_factory=kinds)

    def graded(self, found: Sequence[Diagnostic]) -> list[Diagnostic]:
        """What is wanted of what was found, as grave as it is to be taken. What is always on stays as it is."""
        result = []
        for item in found:
            kind = self.known.get(item.name)
            if kind is None or not kind.may_be_ignored(item.severity):
                result.append(item)
            elif item.name in self.on:
                result.append(replace(item, severity=self.severity.get(item.name, item.severity)))
        return result


def settings(folder: Path, sources: Sources, wish: Wish) -> tuple[Settings, list[Diagnostic]]:
    """What holds for a variant, and what is wrong with how it is said."""
    found: list[Diagnostic] = []
    layers = [
        _project(folder, sources.reading, found),
        _variant(sources.variant.check, sources.variant.span, found),
        Layer(None if wish.select is None else list(wish.select), list(wish.ignore)),
    ]
    select = next((layer.select for layer in reversed(layers) if layer.select is not None), None)
    on = chosen(select, [word for layer in layers for word in layer.ignore])
    level = next((layer.fail_level for layer in reversed(layers) if layer.fail_level is not None), None)
    return Settings(on, _severities([layer.severity for layer in layers]), level), found


def _severities(words: Sequence[Mapping[str, Severity]]) -> dict[str, Severity]:
    """By name. What speaks of one finding counts before what speaks of many."""
    result: dict[str, Severity] = {}
    for layer in words:
        for word in sorted(layer, key=lambda word: (-len(ignorable(word)), word)):
            result.update(dict.fromkeys(ignorable(word), layer[word]))
    return result


def of_other_sets(found: Sequence[Diagnostic], own: str, reading: Reading) -> list[Diagnostic]:
    """What was found, without what other sets do not want to be told of their files. `own`: the name of this folder."""
    layers: dict[str, Settings | None] = {own: None}
    result = []
    for item in found:
        name = item.span.file.split("/")[0]
        if name not in layers:
            layers[name] = _said_by(name, reading)
        there = layers[name]
        if there is None or item in there.graded([item]):
            result.append(item)
    return result


def _said_by(name: str, reading: Reading) -> Settings | None:
    """What another set says of its own files. What is wrong there is told where that set is checked."""
    place = reading.places.get(name)
    if place is None or not (Path(place) / VARIANT).is_file():
        return None
    spec = read_variant(Path(place), Reading())
    if not spec.check:
        return None
    layer = _variant(spec.check, spec.span, [])
    return Settings(chosen(layer.select, layer.ignore))


# ---------------------------------------------------------------- variant.yaml


class _Words:
    """Takes the words that mean something, and tells the others at their place."""

    def __init__(self, found: list[Diagnostic]) -> None:
        self.found = found

    def taken(self, word: str, place: Callable[[], Span], off: bool) -> bool:
        try:
            ignorable(word) if off else named(word)
        except Unknown as fault:
            self.found.append(_finding(fault.name, place(), fault.message, *fault.notes))
            return False
        return True


def _finding(name: str, span: Span, message: str, *notes: str) -> Diagnostic:
    return Diagnostic(name, "error", span, message, tuple(Note(note) for note in notes))


def _variant(said: Mapping[str, object], place: object, found: list[Diagnostic]) -> Layer:
    """The key `check`, whose shape was held against the schema. `place` gives the span of a dotted path."""
    assert callable(place)
    words = _Words(found)
    layer = Layer()
    select, ignore, severity = said.get("select"), said.get("ignore"), said.get("severity")
    if isinstance(select, list):
        layer.select = [
            word
            for i, word in enumerate(select)
            if word and words.taken(word, partial(place, f"check.select.{i}"), False)
        ]
    if isinstance(ignore, list):
        layer.ignore = [
            word
            for i, word in enumerate(ignore)
            if word and words.taken(word, partial(place, f"check.ignore.{i}"), True)
        ]
    if isinstance(severity, dict):
        layer.severity = {
            word: level
            for word, level in severity.items()
            if words.taken(word, partial(place, f"check.severity.{word}"), True)
        }
    level = said.get("fail-level")
    layer.fail_level = next((known for known in LEVELS if known == level), None)
    return layer


# ---------------------------------------------------------------- pyproject.toml


def _project(folder: Path, reading: Reading, found: list[Diagnostic]) -> Layer:
    """The table `[tool.chronoc]` of the nearest `pyproject.toml` that has one, at or above a folder."""
    for above in (folder.resolve(), *folder.resolve().parents):
        path = above / PROJECT
        if not path.is_file():
            continue
        short = showable(str(path))
        try:
            with open(path, "rb") as file:
                data = file.read(MAX_FILE + 1)
        except OSError as fault:
            reading.places[short] = str(path)
            whole = Span(short, 0, 0, 1, 1, 1, 1)
            found.append(_finding("config-syntax", whole, f"this file cannot be read: {reason(fault)}"))
            return Layer()
        if b"chronoc" in data and (re.search(HEADED, data) or _inline(data)):
            reading.places[short], reading.texts[short] = str(path), data
            if len(data) > MAX_FILE:
                whole = Span(short, 0, 0, 1, 1, 1, 1)
                found.append(_finding("config-syntax", whole, f"this file is larger than {MAX_FILE // 1024} KB"))
                return Layer()
            return _Project(short, data.decode("utf-8-sig", "replace"), found).layer()
    return Layer()


def _inline(data: bytes) -> bool:
    """Whether the table stands somewhere without a head of its own: `chronoc = { … }` below `[tool]`."""
    import tomllib

    try:
        tool = tomllib.loads(data.decode("utf-8-sig", "replace")).get("tool")
    except (ValueError, RecursionError):
        return False
    return isinstance(tool, dict) and "chronoc" in tool


class _Project:
    """Reads the table. The reader of TOML tells no places, so they are looked for in the text."""

    def __init__(self, short: str, text: str, found: list[Diagnostic]) -> None:
        self.short = short
        self.text = text
        self.bare = re.sub(r"(?m)(^|[ \t])#.*$", lambda match: " " * len(match.group()), text)  # without comments
        self.found = found
        self.words = _Words(found)

    def layer(self) -> Layer:
        import tomllib

        try:
            table = tomllib.loads(self.text)["tool"]["chronoc"]
        except tomllib.TOMLDecodeError as fault:
            match = re.search(r"\(at line (\d+), column (\d+)\)", str(fault))
            lines = self.text.rstrip().split("\n")
            place = (int(match[1]), int(match[2])) if match else (len(lines), len(lines[-1]))
            message = f"this is not TOML: {str(fault).partition(' (at')[0].lower()}"
            self.found.append(_finding("config-syntax", self._at(*place), message))
            return Layer()
        except (ValueError, RecursionError):  # a number of thousands of digits, lists in lists in lists
            message = "this is not TOML that can be read: a value is too large or nests too deep"
            self.found.append(_finding("config-syntax", Span(self.short, 0, 0, 1, 1, 1, 1), message))
            return Layer()
        except (KeyError, TypeError):
            table = {}
        if not isinstance(table, dict):
            table = {}
        layer = Layer()
        for key, value in table.items():
            if key == "select":
                layer.select = self._list(key, value, off=False)
            elif key == "ignore":
                layer.ignore = self._list(key, value, off=True)
            elif key == "severity":
                layer.severity = self._severity(value)
            elif key == "fail-level":
                layer.fail_level = self._level((key,), value)
            else:
                near = nearest(key, KEYS)
                note = f"did you mean `{near}`?" if near else f"known keys are {listed(KEYS, 'and')}"
                self.found.append(
                    _finding("config-key", self._place(key), f"there is no key `{key}` in `tool.chronoc`", note)
                )
        return layer

    def _list(self, key: str, value: object, off: bool) -> list[str]:
        if not isinstance(value, list) or not all(isinstance(word, str) for word in value):
            self._value(self._place(key), key, f'a list of names, codes or categories: `{key} = ["style"]`')
            return []
        words = list(dict.fromkeys(value))
        return [word for word in words if self.words.taken(word, partial(self._place, key, word), off)]

    def _severity(self, value: object) -> dict[str, Severity]:
        if not isinstance(value, dict):
            self._value(self._place("severity"), "severity", 'a table: `severity = {unused-option = "error"}`')
            return {}
        result: dict[str, Severity] = {}
        for word, level in value.items():
            known = self._level(("severity", word), level)
            if self.words.taken(word, partial(self._place, "severity", word), True) and known is not None:
                result[word] = known
        return result

    def _level(self, path: tuple[str, ...], value: object) -> Severity | None:
        known = next((level for level in LEVELS if level == value), None)
        if known is None:
            self._value(self._place(*path), path[-1], listed(LEVELS))
        return known

    def _value(self, span: Span, key: str, wanted: str) -> None:
        self.found.append(_finding("config-value", span, f"`{key}` cannot be this", f"it is {wanted}"))

    def _place(self, *path: str) -> Span:
        """Where the last word of a path stands, or the one before it."""
        head = re.search(r"^\s*\[\s*tool\s*\.\s*chronoc\b", self.bare, re.M)
        at = head.end() if head else 0
        start, end = at, at
        for word in path:
            match = re.compile(rf"(?<![\w-]){re.escape(word)}(?![\w-])").search(self.bare, at)
            if match is None:
                break
            start, end = match.span()
            at = end
        line = self.text.count("\n", 0, start) + 1
        column = start - (self.text.rfind("\n", 0, start) + 1) + 1
        return Span(self.short, start, end, line, column, line, column + end - start)

    def _at(self, line: int, column: int) -> Span:
        start = sum(len(one) for one in self.text.splitlines(keepends=True)[: line - 1]) + column - 1
        return Span(self.short, start, start + 1, line, column, line, column + 1)
