"""Catalogues of translations: the PO format of gettext, read with the place of every entry.

The entries stand in the source (`locale/ru.po` beside the cards); nothing is compiled. Whoever asks gives a context and a
text (`msgctxt`, `msgid`).
"""

from __future__ import annotations

import gettext
import re
from collections.abc import Callable
from dataclasses import dataclass, field

from chronoc.diagnostics import Diagnostic, Note
from chronoc.syntax.tree import Span

SUFFIX = ".po"
_QUOTED = re.compile(r'"((?:[^"\\]|\\.)*)"\s*$')
_WORD = re.compile(r"(msgctxt|msgid_plural|msgid|msgstr)(?:\[(\d{1,3})\])?\s*(?=\")")
_ESCAPE = re.compile(r"\\(.)")
_ESCAPES = {"n": "\n", "t": "\t", "r": "\r"}
#: No language has more plural forms than six; a rule is tried with the numbers up to TRIED.
MOST_FORMS = 10
TRIED = 200


@dataclass(slots=True)
class Entry:
    """One message. `texts`: the translation, or one for each plural form."""

    context: str = ""
    source: str = ""
    plural: str | None = None
    texts: dict[int, str] = field(default_factory=dict)
    comments: list[str] = field(default_factory=list)
    fuzzy: bool = False
    line: int = 1

    @property
    def text(self) -> str:
        return self.texts.get(0, "")

    @property
    def key(self) -> tuple[str, str]:
        return self.context, self.source


def _one(number: int) -> int:
    return int(number != 1)


@dataclass(slots=True)
class Catalogue:
    """All entries of one file, by context and source. `plural`: which form goes with a number."""

    language: str
    path: str
    entries: dict[tuple[str, str], Entry] = field(default_factory=dict)
    forms: int = 2
    plural: Callable[[int], int] = _one
    rule: str = "nplurals=2; plural=(n != 1);"  # as gettext writes it
    problems: list[Diagnostic] = field(default_factory=list)

    def find(self, context: str, source: str) -> Entry | None:
        """The entry, if it is translated and nobody marked it as doubtful."""
        found = self.entries.get((context, source))
        return found if found is not None and found.text and not found.fuzzy else None

    def span(self, entry: Entry) -> Span:
        return line_span(self.path, entry.line)


def line_span(path: str, line: int) -> Span:
    return Span(path, 0, 0, line, 1, line, 1)


def read(data: bytes, path: str, language: str) -> Catalogue:
    """A catalogue. What cannot be read is left out and told in `problems`."""
    found = Catalogue(language, path)
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError as fault:
        line = data[: fault.start].count(b"\n") + 1
        _problem(found, line, "this catalogue is not UTF-8, so it is not read", "save it as UTF-8")
        return found
    _Reader(found).read(text)
    header = found.entries.pop(("", ""), None)
    if header is not None:
        _plurals(found, header)
    return found


def _problem(found: Catalogue, line: int, message: str, note: str) -> None:
    found.problems.append(
        Diagnostic("bad-catalogue", "error", line_span(found.path, line), message, (Note(note),))
    )  # fmt: skip


def _plurals(found: Catalogue, header: Entry) -> None:
    line = re.search(r"(?im)^Plural-Forms:(.*)$", header.text)
    if line is None:
        return
    match = re.match(r"\s*nplurals\s*=\s*(\d{1,3})\s*;\s*plural\s*=\s*([^;\n]+)", line[1])
    note = "take that of gettext for the language"
    if match is None:
        _problem(found, header.line, "`Plural-Forms` is not `nplurals=NUMBER; plural=RULE;`", note)
        return
    forms = int(match[1])
    try:
        rule = gettext.c2py(match[2])  # a parser of its own: nothing in the rule but `n`, numbers and operators
        wrong = next((n for n in range(TRIED + 1) if not 0 <= _form(rule, n) < forms), None)
    except ValueError:
        _problem(found, header.line, "the rule behind `plural=` cannot be read", note)
        return
    if not 0 < forms <= MOST_FORMS:
        _problem(found, header.line, f"a language has 1 to {MOST_FORMS} plural forms, not {forms}", note)
    elif wrong is not None:
        _problem(found, header.line, f"the rule behind `plural=` gives none of {forms} forms for {wrong}", note)
    else:
        found.plural, found.forms = lambda number: max(0, _form(rule, number)), forms
        found.rule = f"nplurals={forms}; plural={match[2].strip()};"


def _form(rule: Callable[[int], int], number: int) -> int:
    """The form for a number; -1 where the rule has none, such as when it divides by nothing."""
    try:
        return rule(number)
    except ArithmeticError:
        return -1


class _Reader:
    """Goes through the lines. A message ends at an empty line, a comment, or where the next begins."""

    def __init__(self, found: Catalogue) -> None:
        self.found = found
        self.entry = Entry()
        self.part: tuple[str, int] | None = None
        self.pieces: list[str] = []  # of this part, so that a text of many lines is put together once
        self.begun = False

    def read(self, text: str) -> None:
        for number, raw in enumerate(text.split("\n"), 1):
            line = raw.strip()
            if line.startswith("#~"):
                continue
            if line.startswith("#"):
                self._comment(line)
            elif line:
                self._line(line, number)
        self._end()

    def _comment(self, line: str) -> None:
        if self.begun:
            self._end()
        if line.startswith("#,"):
            self.entry.fuzzy = "fuzzy" in line
        elif not line.startswith("#:"):
            self.entry.comments.append(line.lstrip("#. ").strip())

    def _line(self, line: str, number: int) -> None:
        word = _WORD.match(line)
        if word is not None:
            name = word[1]
            again = name == "msgctxt" or (name == "msgid" and self.part is not None and self.part[0] != "msgctxt")
            if self.begun and again:
                self._end()
            if not self.begun:
                self.entry.line, self.begun = number, True
            self._add()
            self.part = (name, int(word[2] or 0))
            line = line[word.end() :]
        quoted = _QUOTED.match(line)
        if quoted is None or self.part is None:
            _problem(self.found, number, "this is no line of a catalogue", 'write `msgid "…"` or `msgstr "…"`')
            return
        self.pieces.append(_ESCAPE.sub(lambda m: _ESCAPES.get(m[1], m[1]), quoted[1]))

    def _add(self) -> None:
        """Put what was read of this part into the entry."""
        if not self.pieces:
            return
        text = "".join(self.pieces)
        self.pieces = []
        match self.part:
            case ("msgctxt", _):
                self.entry.context += text
            case ("msgid", _):
                self.entry.source += text
            case ("msgid_plural", _):
                self.entry.plural = (self.entry.plural or "") + text
            case ("msgstr", index):
                self.entry.texts[index] = self.entry.texts.get(index, "") + text

    def _end(self) -> None:
        self._add()
        entry = self.entry
        if self.begun:
            first = self.found.entries.get(entry.key)
            if first is not None:
                message = f"`{entry.source}` stands here a second time; only the first counts"
                _problem(self.found, entry.line, message, f"the first is in line {first.line}")
            else:
                self.found.entries[entry.key] = entry
        self.entry, self.part, self.begun = Entry(), None, False


def written(entry: Entry) -> str:
    """An entry as it stands in a file."""
    lines = [f"# {comment}" for comment in entry.comments]
    if entry.context:
        lines.append(f"msgctxt {_quoted(entry.context)}")
    lines.append(f"msgid {_quoted(entry.source)}")
    if entry.plural is not None:
        lines.append(f"msgid_plural {_quoted(entry.plural)}")
        lines += [f"msgstr[{index}] {_quoted(text)}" for index, text in sorted(entry.texts.items() or {0: ""}.items())]
    else:
        lines.append(f"msgstr {_quoted(entry.text)}")
    return "\n".join(lines) + "\n"


def _quoted(text: str) -> str:
    escaped = text.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n").replace("\t", "\\t")
    return f'"{escaped}"'
