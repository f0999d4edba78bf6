"""Makes the changes that findings bring along, in rounds, until none is left. Nothing is written before the last round.

In one round the changes of a file are made in the order of their places; one that touches another waits for the next round. A
file that is read worse afterwards than before is left as it was, with all its changes.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from difflib import unified_diff
from pathlib import Path

from chronoc.diagnostics import Diagnostic, Fix
from chronoc.render import nearby

ROUNDS = 20


@dataclass(slots=True)
class State:
    """What a check of everything brought, by where the files lie: their short names, the bytes that were read, the changes
    that are wanted, and how much of each cannot be read."""

    names: dict[str, str] = field(default_factory=dict)
    texts: dict[str, bytes] = field(default_factory=dict)
    wanted: dict[str, dict[Fix, None]] = field(default_factory=dict)
    unread: dict[str, int] = field(default_factory=dict)

    def add(
        self, found: Iterable[Diagnostic], places: Mapping[str, str], texts: Mapping[str, bytes], own: Sequence[str]
    ) -> None:
        """What one variant brought. `own`: the files (by short name) that may be changed."""
        for short in own:
            self.names[places[short]], self.texts[places[short]] = short, texts[short]
        for item in dict.fromkeys(found):
            if item.severity == "error" and item.code.startswith("C0") and item.span.file in own:
                place = places[item.span.file]
                self.unread[place] = self.unread.get(place, 0) + 1
            if item.fix is not None and item.fix.span.file in own:
                self.wanted.setdefault(places[item.fix.span.file], {})[item.fix] = None


@dataclass(slots=True)
class Changes:
    """What would be written: where a file lies -> its bytes before and after. `names`: where it lies -> its short name."""

    before: dict[str, bytes] = field(default_factory=dict)
    after: dict[str, bytes] = field(default_factory=dict)
    names: dict[str, str] = field(default_factory=dict)
    made: dict[str, int] = field(default_factory=dict)  # how many changes
    refused: dict[str, None] = field(default_factory=dict)  # files that would be read worse
    unfinished: bool = False

    @property
    def places(self) -> list[str]:
        """The files that change, by name."""
        return sorted(place for place, data in self.after.items() if data != self.before[place])

    def difference(self) -> str:
        """All changes as one unified diff."""
        return "".join(line for place in self.places for line in self._lines(place))

    def _lines(self, place: str) -> Iterator[str]:
        name = nearby(place)
        old, new = (_text(side[place]).splitlines(keepends=True) for side in (self.before, self.after))
        for line in unified_diff(old, new, name, name, "as it is", "corrected"):
            yield line if line.endswith("\n") else f"{line}\n\\ No newline at end of file\n"


def _text(data: bytes) -> str:
    return data.decode("utf-8", "replace")


def corrected(check: Callable[[Mapping[str, bytes]], State], unsafe: bool) -> Changes:
    """All changes that can be made. `check` checks with some files replaced; `unsafe` takes those changes too that may
    alter what is meant."""
    changes = Changes()
    state = check({})
    for _ in range(ROUNDS):
        planned = _planned(state, unsafe, changes.refused)
        if not planned:
            return changes
        for place, fixes in planned.items():
            changes.before.setdefault(place, state.texts[place])
            changes.names[place] = state.names[place]
            changes.after[place] = applied(state.texts[place], fixes)
            changes.made[place] = changes.made.get(place, 0) + len(fixes)
        last, state = state, check(changes.after)
        worse = [place for place in planned if state.unread.get(place, 0) > last.unread.get(place, 0)]
        if worse:
            for place in worse:
                changes.refused[place] = None
                del changes.after[place], changes.made[place]
            state = check(changes.after)
    changes.unfinished = bool(_planned(state, unsafe, changes.refused))
    return changes


def _planned(state: State, unsafe: bool, refused: Mapping[str, None]) -> dict[str, list[Fix]]:
    """The changes of one round: for each file those that do not touch each other."""
    planned = {}
    for place in sorted(state.wanted):
        fixes = [fix for fix in state.wanted[place] if fix.safe or unsafe]
        if fixes and place not in refused:
            planned[place] = apart(fixes)
    return planned


def apart(fixes: Iterable[Fix]) -> list[Fix]:
    """Those that do not touch each other: the first by place, and of several at one place the shortest text."""
    result: list[Fix] = []
    for fix in sorted(fixes, key=lambda fix: (fix.span.start, fix.span.end, len(fix.text), fix.text)):
        if not result or fix.span.start > result[-1].span.end:
            result.append(fix)
    return result


def applied(data: bytes, fixes: Iterable[Fix]) -> bytes:
    """The bytes of a file with changes made that do not touch each other. All else stays, byte for byte."""
    text = data.decode("utf-8")
    end = "\r\n" if "\r\n" in text else "\n"
    for fix in sorted(fixes, key=lambda fix: fix.span.start, reverse=True):
        new = fix.text if end == "\n" else fix.text.replace("\r\n", "\n").replace("\n", end)
        text = text[: fix.span.start] + new + text[fix.span.end :]
    return text.encode("utf-8")


def write(changes: Changes) -> list[tuple[str, str]]:
    """Write every changed file, each as a whole or not at all. Those that could not be written, and why."""
    from chronoc.format.files import replace
    from chronoc.sets import reason

    refusals = []
    for place in changes.places:
        try:
            now = Path(place).read_bytes()
        except OSError as fault:
            refusals.append((place, reason(fault)))
            continue
        if now != changes.before[place]:
            refusals.append((place, "it has changed since it was read"))
            continue
        why = replace(Path(place), changes.after[place])
        if why is not None:
            refusals.append((place, why))
    return refusals
