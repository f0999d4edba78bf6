"""A text in its one form, proven to mean the same."""

from __future__ import annotations

from dataclasses import dataclass

from chronoc.diagnostics import Diagnostic, Note
from chronoc.format.indent import settle
from chronoc.format.lines import lines_of
from chronoc.format.read import read
from chronoc.format.trees import same
from chronoc.syntax.parser import parse_text
from chronoc.syntax.source import decode
from chronoc.syntax.tree import Span


@dataclass(slots=True)
class Formatted:
    """`text` is None where the source has errors: then nothing may be written."""

    text: str | None
    diagnostics: list[Diagnostic]


def format_bytes(data: bytes, path: str) -> Formatted:
    """The same from the bytes of a file, which must be UTF-8."""
    text, fault = decode(data, path)
    if text is None:
        return Formatted(None, [] if fault is None else [fault])
    return format_text(text, path)


def format_text(text: str, path: str) -> Formatted:
    """The text in its one form, or the errors that stand in the way."""
    text = text.removeprefix("\ufeff")
    found = read(text, path)
    if not found.sound:
        return Formatted(None, found.diagnostics)
    lines = lines_of(text, found)
    settle(lines)
    made = "".join("\n" * line.blank + line.text.rstrip(" ") + "\n" for line in lines)
    made = made.replace("\n", line_end(text))
    if made == text:
        return Formatted(text, found.diagnostics)
    again, faults = parse_text(made, path)
    if any(item.severity == "error" for item in faults) or not same(found.tree, again):
        message = "chronoc itself failed: in its one form this file would mean something else, so it stays as it is"
        fault = Diagnostic("internal", "error", Span(path, 0, 0, 1, 1, 1, 1), message, (Note("please report it"),))
        return Formatted(None, [fault])
    return Formatted(made, found.diagnostics)


def line_end(text: str) -> str:
    """`\\r\\n` for a file that has it at most of its line ends."""
    windows = text.count("\r\n")
    others = text.count("\n") + text.count("\r") - 2 * windows
    return "\r\n" if windows > others else "\n"
