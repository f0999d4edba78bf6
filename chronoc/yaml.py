"""Reads a small YAML file into plain values, with the place of every key and value.

YAML 1.2, so `no`, `on` and `12:30` are texts. A doubled key is a finding, a broken file too; nothing raises. Text is
read as data only: a tag makes no object.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import Any

from chronoc.diagnostics import Diagnostic, Note
from chronoc.syntax.tree import Span

Path = tuple[str | int, ...]

MAX_FILE = 256 * 1024
MAX_DEPTH = 12
MAX_PARTS = 20_000
MAX_OPEN = 100

_BRACKETS = re.compile(r"[\[\]{}]")
_LADDER = re.compile(r"(?:[-?:][ \t]+){100}")  # `- - - -`: each is a list in a list

_SCALAR = re.compile(r"""'(?:[^']|'')*'|"(?:[^"\\]|\\.)*"|[^\s,\]}#:][^,\]}#]*?(?=\s*(?::\s|:$|,|\]|\}|\s#|$))""", re.M)


@dataclass(slots=True)
class Document:
    """`value` of plain dicts, lists, texts, numbers, flags and None. `keys` and `values`: where an entry is written."""

    file: str
    text: str
    value: Any = None
    diagnostics: list[Diagnostic] = field(default_factory=list)
    keys: dict[Path, Span] = field(default_factory=dict)
    values: dict[Path, Span] = field(default_factory=dict)
    _starts: list[int] = field(default_factory=list)

    def span(self, line: int, column: int) -> Span:
        """The word at a place (both count from 0), as a span."""
        if not self._starts:
            self._starts = [0] + [m.end() for m in re.finditer(r"\r\n|\r|\n", self.text)]
        line = max(0, min(line, len(self._starts) - 1))
        start = min(self._starts[line] + max(0, column), len(self.text))
        found = _SCALAR.match(self.text, start)
        length = len(found.group().split("\n")[0].rstrip()) if found else 0
        at = start - self._starts[line] + 1
        return Span(self.file, start, start + length, line + 1, at, line + 1, at + length)

    def error(self, name: str, span: Span, message: str, *notes: str) -> None:
        self.diagnostics.append(Diagnostic(name, "error", span, message, tuple(Note(note) for note in notes)))


def read(data: bytes, file: str) -> Document:
    """The document in `data`. After a finding the value holds what could still be read."""
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError as fault:
        document = Document(file, data.decode("utf-8-sig", "replace"))
        line = data.count(b"\n", 0, fault.start)
        document.error("not-utf8", document.span(line, 0), "this file is not UTF-8", "save it as UTF-8")
        return document
    document = Document(file, text)
    if _nests(text):
        document.error("too-deep", document.span(0, 0), "this file nests too deep")
        return document
    loaded = _load(document, doubled=False)
    try:
        document.value = _plain(document, loaded, (), [0])
    except _TooMuch:
        document.error("too-deep", document.span(0, 0), "this file nests too deep or says too much")
    return document


def _nests(text: str) -> bool:
    """Does it nest so deep that the reader would take minutes? (Brackets in texts count too; no variant has so many.)"""
    depth = 0
    for sign in _BRACKETS.findall(text):
        depth += 1 if sign in "[{" else -1
        if depth > MAX_OPEN:
            return True
    return _LADDER.search(text) is not None


def _load(document: Document, doubled: bool) -> Any:
    from ruamel.yaml import YAML
    from ruamel.yaml.constructor import DuplicateKeyError
    from ruamel.yaml.error import MarkedYAMLError, YAMLError

    yaml = YAML(typ="rt")
    yaml.allow_duplicate_keys = doubled
    try:
        return yaml.load(document.text)
    except DuplicateKeyError as fault:
        mark = fault.problem_mark
        span = document.span(mark.line, mark.column) if mark else document.span(0, 0)
        word = document.text[span.start : span.end]
        document.error("variant-key", span, f"the key `{word}` is written twice", "keep one of the two")
        return _load(document, doubled=True)
    except MarkedYAMLError as fault:
        mark = fault.problem_mark or fault.context_mark
        span = document.span(mark.line, mark.column) if mark else document.span(0, 0)
        problem = str(fault.problem or fault.context or "broken")
        document.error("variant-syntax", span, f"this is not YAML: {problem}", *_advice(problem))
    except RecursionError:
        document.error("too-deep", document.span(0, 0), "this file nests too deep")
    except (YAMLError, *_STRAY) as fault:
        first = (str(fault).splitlines() or ["broken"])[0]
        document.error("variant-syntax", document.span(0, 0), f"this is not YAML: {first}")
    return None


def _advice(problem: str) -> list[str]:
    """What is most often the matter when the reader of YAML says this."""
    if "\\t" in problem or "tab" in problem:
        return ["indent with blanks; YAML takes no tabs"]
    if "could not find expected ':'" in problem:
        return ["a `:` and a blank are missing here or in the line before: `key: value`"]
    if "expected ',' or" in problem:
        return ["something is missing in the brackets, here or in the line before: `{a: 1, b: 2}`, `[a, b]`"]
    if "mapping values are not allowed" in problem:
        return ["a text with `: ` in it stands in quotes; keys of one level begin in one column"]
    if "expected <block end>" in problem:
        return ["keys of one level begin in one column"]
    return []


#: The reader answers some broken files with these.
_STRAY = (ValueError, TypeError, AttributeError, KeyError, IndexError, NotImplementedError, AssertionError)


class _TooMuch(Exception):
    pass


@dataclass(frozen=True, slots=True)
class Strange:
    """A value that is neither text, number, flag, list nor map, such as a date."""

    what: str


def _plain(document: Document, value: Any, path: Path, parts: list[int]) -> Any:
    """Plain values instead of the reader's, noting the place of each. Bounded: an alias may repeat or hold itself."""
    parts[0] += 1
    if parts[0] > MAX_PARTS or len(path) > MAX_DEPTH:
        raise _TooMuch
    if isinstance(value, dict):
        plain: dict[Any, Any] = {}
        for key, inner in value.items():
            name = key if isinstance(key, str) else _key(key)
            at = (*path, name)
            _note(document, value, key, at)
            plain[name] = _plain(document, inner, at, parts)
        return plain
    if isinstance(value, list):
        for i in range(len(value)):
            _note(document, value, i, (*path, i))
        return [_plain(document, inner, (*path, i), parts) for i, inner in enumerate(value)]
    if value is None or isinstance(value, bool):
        return value
    if isinstance(value, str):
        return str(value)
    if isinstance(value, int):
        return bool(value) if type(value).__name__ == "ScalarBoolean" else int(value)
    if isinstance(value, float):
        return float(value)
    return Strange(type(value).__name__)


def _key(key: Any) -> str:
    """A key that is no text, as it was written: `1963`, `yes`."""
    if isinstance(key, bool):
        return "true" if key else "false"
    return str(key) if isinstance(key, (int, float)) else "null" if key is None else "(a list or map)"


def _note(document: Document, holder: Any, key: Any, at: Path) -> None:
    position = holder.lc.data.get(key) if getattr(holder, "lc", None) is not None and holder.lc.data else None
    if position is None:
        return
    document.keys[at] = document.span(position[0], position[1])
    document.values[at] = document.span(*position[2:4]) if len(position) >= 4 else document.keys[at]
