"""Reads a set: all `.chrono` files below its folder, scenarios included, in the order of their paths.

Nothing outside of the folder is ever read, links are not followed, and whatever cannot be read is a finding.
"""

from __future__ import annotations

import os
import stat
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path

from chronoc.diagnostics import Diagnostic, Note, Severity
from chronoc.model.sources import SourceSet
from chronoc.syntax.tree import Span

SUFFIX = ".chrono"
VARIANT = "variant.yaml"
LOCALE, CATALOGUE = "locale", ".po"
MAX_FILE = 4 * 1024 * 1024
MAX_ALL = 8 * 1024 * 1024  # the files of all sets of a variant together
MAX_FILES = 5_000
MAX_DEPTH = 16
MAX_SEEN = 50_000  # files and folders of any kind below a set


@dataclass(slots=True)
class Reading:
    """What was read and found on the way.

    A file goes by its short name, `SET/path`, in spans and in the rule table, so that a table does not depend on where
    its sources lie. `places` says where each one really lies, `texts` holds the bytes for whoever shows a line.
    `instead` holds other bytes for a file (by its place) than it has on disk, to see what a change would bring.
    """

    diagnostics: list[Diagnostic] = field(default_factory=list)
    places: dict[str, str] = field(default_factory=dict)
    texts: dict[str, bytes] = field(default_factory=dict)
    size: int = 0
    instead: Mapping[str, bytes] = field(default_factory=dict)

    def finding(self, severity: Severity, name: str, file: str, message: str, *notes: str) -> None:
        """A finding about a file as a whole."""
        span = Span(file, 0, 0, 1, 1, 1, 1)
        self.diagnostics.append(Diagnostic(name, severity, span, message, tuple(Note(note) for note in notes)))


def set_name(folder: Path) -> str:
    """The name of the set in a folder: `-` and `_` are one."""
    return showable(folder.resolve().name).replace("-", "_")


def read_set(folder: Path, into: Reading) -> SourceSet:
    """All files of the set. What cannot be read is left out and told in `into`."""
    name = showable(folder.resolve().name)
    files: list[tuple[str, bytes]] = []
    for path in _walk(folder, name, into):
        short = f"{name}/{showable(path.relative_to(folder).as_posix())}"
        into.places[short] = str(path)
        if len(files) == MAX_FILES:
            into.finding("error", "too-large", short, f"the set has more than {MAX_FILES} files; the rest is not read")
            break
        data = read_file(path, short, into, MAX_FILE)
        if data is not None:
            files.append((short, data))
    return SourceSet(set_name(folder), tuple(sorted(files)), catalogues=tuple(_catalogues(folder, name, into)))


def _catalogues(folder: Path, name: str, into: Reading) -> Iterator[tuple[str, str, bytes]]:
    """The translations of a set: `locale/LANGUAGE.po`."""
    locale = folder / LOCALE
    if locale.is_symlink() or not locale.is_dir():
        return
    try:
        entries = sorted(os.scandir(locale), key=lambda entry: os.fsencode(entry.name))
    except OSError as fault:
        into.finding("error", "unreadable-file", f"{name}/{LOCALE}", f"this folder cannot be read: {reason(fault)}")
        return
    for entry in entries:
        if entry.name.startswith(".") or not entry.name.endswith(CATALOGUE):
            continue
        short = f"{name}/{LOCALE}/{showable(entry.name)}"
        into.places[short] = entry.path
        data = read_file(Path(entry.path), short, into, MAX_FILE)
        if data is not None:
            yield showable(entry.name).removesuffix(CATALOGUE).lower(), short, data


def _walk(folder: Path, name: str, into: Reading) -> Iterator[Path]:
    """The `.chrono` files below a folder, by path."""
    pending = [folder]
    seen = 0
    while pending:
        here = pending.pop()
        inner = here.relative_to(folder)
        short = f"{name}/{showable(inner.as_posix())}" if inner.parts else name
        into.places[short] = str(here)
        if len(inner.parts) > MAX_DEPTH:
            into.finding("error", "too-deep", short, f"folders nest deeper than {MAX_DEPTH}; this one is not read")
            continue
        try:
            entries = sorted(os.scandir(here), key=lambda entry: os.fsencode(entry.name))
        except OSError as fault:
            into.finding("error", "unreadable-file", short, f"this folder cannot be read: {reason(fault)}")
            continue
        if inner.parts and any(entry.name == VARIANT for entry in entries):
            continue  # another variant, with files of its own
        seen += len(entries)
        if seen > MAX_SEEN:
            message = f"more than {MAX_SEEN} files and folders lie below this set, so it is hardly one; the rest is not looked at"
            into.finding("error", "too-large", short, message)
            return
        below = []
        for entry in entries:
            if entry.name.startswith("."):
                continue
            if entry.is_symlink():
                if entry.name.endswith(SUFFIX) or _leads_to_folder(entry):
                    _link(Path(entry.path), folder, f"{short}/{showable(entry.name)}", into)
            elif entry.is_dir(follow_symlinks=False):
                below.append(Path(entry.path))
            elif entry.name.endswith(SUFFIX):
                yield Path(entry.path)
        pending.extend(reversed(below))


def _leads_to_folder(entry: os.DirEntry[str]) -> bool:
    try:
        return entry.is_dir()
    except OSError:
        return True  # a loop: say so


def _link(path: Path, folder: Path, short: str, into: Reading) -> None:
    """A link is never followed. One that stays in the set is only said to be surplus."""
    into.places[short] = str(path)
    try:
        target = path.resolve(strict=True)
    except (OSError, RuntimeError):
        into.finding("error", "link-in-set", short, "this link leads nowhere or in a circle", "remove it")
        return
    if target.is_relative_to(folder.resolve()):
        message = "this link is not followed: what it leads to is read anyway"
        into.finding("warning", "link-in-set", short, message, "remove it")
    else:
        into.finding(
            "error", "link-in-set", short, "this link leads out of the set, so it is not followed",
            "a set holds all its files itself: copy the file, or make it a set of its own and let `uses` name it",
        )  # fmt: skip


def read_file(path: Path, short: str, into: Reading, limit: int) -> bytes | None:
    """The bytes of a file, or None with a finding."""
    flags = os.O_RDONLY | getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_BINARY", 0)
    try:
        with open(os.open(path, flags), "rb") as file:
            if not stat.S_ISREG(os.fstat(file.fileno()).st_mode):
                into.finding("error", "unreadable-file", short, "this is no ordinary file")
                return None
            data = file.read(limit + 1)
    except (OSError, ValueError) as fault:
        into.finding("error", "unreadable-file", short, f"this file cannot be read: {reason(fault)}")
        return None
    data = into.instead.get(str(path), data)
    if len(data) > limit:
        into.finding("error", "too-large", short, f"this file is larger than {limit // 1024} KB", "split it")
        return None
    into.size += len(data)
    if into.size > MAX_ALL:
        message = f"with this file the variant has more than {MAX_ALL // 1024 // 1024} MB of text; it is not read"
        into.finding("error", "too-large", short, message)
        return None
    into.texts[short] = data
    return data


def reason(fault: Exception) -> str:
    """What the system says, in lower case and without its number."""
    text = (fault.strerror if isinstance(fault, OSError) else None) or str(fault)
    return showable(text[:1].lower() + text[1:])


def showable(name: str) -> str:
    """A file name as text that can be written as UTF-8, whatever bytes it has on disk."""
    return os.fsencode(name).decode("utf-8", "replace")
