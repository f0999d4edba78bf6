"""A baseline: what was found when it was written, counted by file and name, so that only what is new is told.

Lines are not in it: moving a card changes nothing. Errors are not in it either.
"""

from __future__ import annotations

import json
import os
import stat
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path

from chronoc.check.registry import kinds
from chronoc.diagnostics import Diagnostic, Note
from chronoc.sets import reason, showable
from chronoc.syntax.tree import Span

FORMAT = 1
MAX_FILE = 16 * 1024 * 1024


class NoBaseline(Exception):
    """The file cannot be used; the message says why."""


@dataclass(slots=True)
class Baseline:
    """`counts`: file, as it lies seen from the baseline -> name -> how many."""

    path: Path
    counts: dict[str, dict[str, int]] = field(default_factory=dict)

    def name_of(self, place: str) -> str:
        """How a file is called in it."""
        try:
            near = os.path.relpath(os.path.realpath(place), os.path.realpath(self.path.parent))
        except (ValueError, OSError):  # on another drive, or the folder is gone
            near = place
        return showable(Path(near).as_posix())

    def kept(self, found: Sequence[Diagnostic], places: Mapping[str, str]) -> dict[Diagnostic, Diagnostic]:
        """What is not in the baseline, and how it is to be told. Of a kind that a file has more of than before, all are."""
        key = _key(self, places)
        now = Counter(key(item) for item in found if _counts(item))
        result: dict[Diagnostic, Diagnostic] = {}
        for item in found:
            file, name = key(item)
            known = self.counts.get(file, {}).get(name, 0) if _counts(item) else 0
            if known == 0:
                result[item] = item
            elif now[file, name] > known:
                note = Note(f"the baseline counts {known} of these in this file, now there are {now[file, name]}")
                result[item] = replace(item, notes=(*item.notes, note))
        return result

    def stale(self, found: Sequence[Diagnostic], places: Mapping[str, str], read: Sequence[str]) -> list[Diagnostic]:
        """A finding for each entry that counts more than there is. `read`: where the files lie that were checked."""
        key = _key(self, places)
        now = Counter(key(item) for item in found if _counts(item))
        known = {self.name_of(place): None for place in read}
        span = Span(showable(str(self.path)), 0, 0, 1, 1, 1, 1)
        result = []
        for file, names in sorted(self.counts.items()):
            gone = not os.path.exists(self.path.parent / file)
            for name, count in sorted(names.items()):
                if (file in known or gone) and now[file, name] < count:
                    there = "which is gone" if gone else f"now there {_are(now[file, name])}"
                    message = f"the baseline counts {count} `{name}` in {file}, {there}"
                    note = Note("write it again with --write-baseline")
                    result.append(Diagnostic("stale-baseline", "warning", span, message, (note,)))
        return result


def _are(count: int) -> str:
    return "is none" if count == 0 else "is 1" if count == 1 else f"are {count}"


def _counts(item: Diagnostic) -> bool:
    """Whether a finding may be in a baseline."""
    kind = kinds().get(item.name)
    return kind is not None and kind.may_be_ignored(item.severity)


def _key(baseline: Baseline, places: Mapping[str, str]) -> Callable[[Diagnostic], tuple[str, str]]:
    names: dict[str, str] = {}

    def key(item: Diagnostic) -> tuple[str, str]:
        file = item.span.file
        if file not in names:
            names[file] = baseline.name_of(places.get(file, file))
        return names[file], item.name

    return key


def read(path: Path) -> Baseline:
    """The baseline in a file. Raises `NoBaseline`."""
    try:
        with open(os.open(path, os.O_RDONLY | getattr(os, "O_NONBLOCK", 0)), "rb") as file:
            if not stat.S_ISREG(os.fstat(file.fileno()).st_mode):  # a pipe would let us wait for ever
                raise NoBaseline(f"the baseline {showable(str(path))} is no ordinary file")
            data = file.read(MAX_FILE + 1)
    except (OSError, ValueError) as fault:
        raise NoBaseline(f"the baseline {showable(str(path))} cannot be read: {reason(fault)}") from None
    try:
        value = json.loads(data.decode("utf-8-sig")) if len(data) <= MAX_FILE else None
    except (ValueError, RecursionError):
        value = None
    version = value.get("format") if isinstance(value, dict) else None
    if isinstance(version, int) and version > FORMAT:
        raise NoBaseline(f"{showable(str(path))} was written by a newer chronoc; --write-baseline writes it again")
    if not isinstance(value, dict) or version != FORMAT or not _is_counts(value.get("counts")):
        raise NoBaseline(f"{showable(str(path))} is no baseline; --write-baseline writes one")
    return Baseline(path, value["counts"])


def replaceable(path: Path) -> bool:
    """Whether a baseline may be written here: where nothing lies, or nothing is written, or a baseline."""
    try:
        if not os.path.lexists(path) or (path.is_file() and not path.stat().st_size):
            return True
        with open(os.open(path, os.O_RDONLY | getattr(os, "O_NONBLOCK", 0)), "rb") as file:
            if not stat.S_ISREG(os.fstat(file.fileno()).st_mode):
                return False
            return b'"counts"' in file.read(MAX_FILE)
    except (OSError, ValueError):
        return True  # the attempt to write says why it cannot be


def _is_counts(value: object) -> bool:
    return isinstance(value, dict) and all(
        isinstance(names, dict)
        and all(isinstance(n, int) and not isinstance(n, bool) and n > 0 for n in names.values())
        for names in value.values()
    )


def written(path: Path, found: Sequence[Diagnostic], places: Mapping[str, str]) -> tuple[bytes, int]:
    """The bytes of a baseline for what was found, and how many findings are in it."""
    baseline = Baseline(path)
    key = _key(baseline, places)
    counted = Counter(key(item) for item in found if _counts(item) and item.name != "stale-baseline")
    for (file, name), count in sorted(counted.items()):
        baseline.counts.setdefault(file, {})[name] = count
    text = json.dumps({"format": FORMAT, "counts": baseline.counts}, indent=2, sort_keys=True)
    return (text + "\n").encode("ascii"), counted.total()
