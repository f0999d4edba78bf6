"""Comments that silence a finding where it stands:

    option spare = 3 in 1 to 6   # chronoc ignore: unused-option -- the second set will read it

On a line of its own it speaks of the next line. It names one kind or several, by name or code, and says why. One that says no
reason, names nothing that may be ignored, or silences nothing is a finding itself.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from chronoc.check.registry import Kind
from chronoc.check.select import Unknown, advice, ignorable
from chronoc.diagnostics import CODES, Diagnostic, Fix, Note
from chronoc.sets import SUFFIX
from chronoc.syntax.tree import Span

#: How a comment begins that is meant for us, rightly written or nearly.
_MEANT = re.compile(r"#\s*chronoc\b[\s:_-]*(?:ignore|noqa|disable|allow|expect)\b", re.I)
_RIGHT = re.compile(r"#\s*chronoc\s+ignore\s*:\s*(?P<names>.*?)\s*(?:(?:--|—|–)\s*(?P<why>.*?)\s*)?$", re.I)
_YAML = re.compile(r"(?m)(?:^|(?<=[ \t]))#\s*chronoc\b[^\r\n]*")
FORM = "`# chronoc ignore: NAME -- why`"


@dataclass(frozen=True, slots=True)
class Comment:
    """One comment: where it is, the lines that it speaks of, the names in it. `fix` is what would take it out."""

    span: Span
    lines: tuple[int, ...]
    names: tuple[str, ...]
    why: str
    fix: Fix


@dataclass(slots=True)
class Silence:
    """The comments of a variant. `used`: those that silenced something, by place and name."""

    comments: list[Comment] = field(default_factory=list)
    found: list[Diagnostic] = field(default_factory=list)
    used: dict[tuple[Span, str], None] = field(default_factory=dict)

    def kept(self, found: Sequence[Diagnostic], known: Mapping[str, Kind]) -> list[Diagnostic]:
        """What was found, without what a comment silences. Errors are never silenced."""
        if not self.comments:
            return list(found)
        table: dict[tuple[str, int, str], list[Comment]] = {}
        for comment in self.comments:
            for name in comment.names:
                for line in comment.lines:
                    table.setdefault((comment.span.file, line, name), []).append(comment)
        result = []
        for item in found:
            kind = known.get(item.name)
            those = table.get((item.span.file, item.span.line, item.name), [])
            if not those or (kind is not None and not kind.may_be_ignored(item.severity)):
                result.append(item)
                continue
            self.used.update(((comment.span, item.name), None) for comment in those)
        return result

    def unused(self, looked: Mapping[str, object], files: Sequence[str]) -> Iterator[Diagnostic]:
        """A finding for each name that silenced nothing, of those that were looked for, in these files."""
        for comment in self.comments:
            if comment.span.file not in files:
                continue
            idle = [name for name in comment.names if name in looked and (comment.span, name) not in self.used]
            for name in idle:
                left = [other for other in comment.names if other != name]
                fix = comment.fix if not left else None
                message = f"this line has no `{name}` to be ignored"
                yield Diagnostic("unused-ignore", "warning", comment.span, message, (Note("take it out"),), fix)


def comments(texts: Mapping[str, bytes]) -> Silence:
    """The comments of files (short name -> bytes), and what is wrong with them."""
    silence = Silence()
    for short in sorted(texts):
        data = texts[short]
        if b"chronoc" not in data:
            continue
        text = data.decode("utf-8", "replace")
        if _MEANT.search(text):
            for span, lines, words, fix in _written(short, text):
                _read(span, lines, words, fix, silence)
    return silence


_Written = tuple[Span, tuple[int, ...], str, Fix]


def _written(short: str, text: str) -> Iterator[_Written]:
    """The comments in a file that are meant for us, with the lines that they speak of."""
    if short.endswith(SUFFIX):
        from chronoc.syntax.lexer import lex

        tokens = lex(text)
        places = [(t.start, t.end, t.line, t.column) for t in tokens if t.kind == "COMMENT" and _MEANT.match(t.text)]
        code = [(t.line, t.end_line) for t in tokens if t.kind not in ("COMMENT", "EOL")]
    else:
        starts = [0, *(match.end() for match in re.finditer(r"\r\n|\r|\n", text))]
        lines = [(text[a:b], number) for number, (a, b) in enumerate(zip(starts, [*starts[1:], len(text)]), 1)]
        code = [
            (number, number) for line, number in lines if line.strip() and not line.lstrip("\ufeff \t").startswith("#")
        ]
        places = []
        for match in _YAML.finditer(text):
            line = sum(1 for start in starts if start <= match.start())
            places.append((match.start(), match.end(), line, match.start() - starts[line - 1] + 1))
    for start, end, line, column in places:
        span = Span(short, start, end, line, column, line, column + end - start)
        alone = not any(first <= line <= last for first, last in code)
        after = next((first for first, _ in code if first > line), None)
        if not alone:
            begin = start - (len(text[:start]) - len(text[:start].rstrip(" \t")))
            yield span, (line,), text[start:end], Fix(_part(span, begin, end), "")
        else:
            begin = start - column + 1
            stop = re.compile(r"[ \t]*(?:\r\n|\r|\n)?").match(text, end)
            assert stop is not None
            covered = tuple(number for number in (line if line == 1 else None, after) if number is not None)
            yield span, covered, text[start:end], Fix(_part(span, begin, stop.end()), "")


def _part(span: Span, start: int, end: int) -> Span:
    """A piece of one line, as a span; only its offsets count."""
    column = span.column - (span.start - start)
    return Span(span.file, start, end, span.line, max(column, 1), span.line, max(column, 1) + end - start)


def _read(span: Span, lines: tuple[int, ...], words: str, fix: Fix, silence: Silence) -> None:
    match = _RIGHT.match(words)
    if match is None or not match["names"]:
        _say(silence, "unknown-rule", span, "this comment does not say what it ignores", f"write {FORM}")
        return
    names = []
    for word in re.split(r"[,\s]+", match["names"].strip(", ")):
        name = _name(word, span, silence)
        if name is not None and name not in names:
            names.append(name)
    if not match["why"]:
        message = "this comment does not say why the finding may be ignored"
        item = Diagnostic("ignore-without-reason", "warning", span, message, (Note(f"write {FORM}"),))
        silence.found.append(item)
    if names:
        silence.comments.append(Comment(span, lines, tuple(names), match["why"] or "", fix))


def _name(word: str, span: Span, silence: Silence) -> str | None:
    """The one kind of finding that a word of a comment names."""
    low = word.casefold().replace("_", "-")
    name = next((name for name, code in CODES.items() if low in (name, code.casefold())), None)
    if name is None:
        _say(silence, "unknown-rule", span, f"there is no finding `{word}`, so this ignores nothing", advice(low))
        return None
    try:
        ignorable(name)
    except Unknown as fault:
        _say(silence, fault.name, span, fault.message, *fault.notes)
        return None
    return name


def _say(silence: Silence, name: str, span: Span, message: str, *notes: str) -> None:
    silence.found.append(Diagnostic(name, "error", span, message, tuple(Note(note) for note in notes)))
