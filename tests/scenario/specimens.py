"""The specimens of scenarios and what the runner made of them. Everything is played once for all tests."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from pathlib import Path

from chronoc.commands.test import tested
from chronoc.discover import Target
from chronoc.scenario.runner import Outcome
from chronoc.scenario.source import Source
from chronoc.variant import Sources

LAMPS = Path(__file__).with_name("lamps")


@dataclass(frozen=True, slots=True)
class Awaited:
    """A scenario that must fail, and what must be said of it."""

    title: str
    fails: str
    found: str
    at: str
    line: str


@cache
def everything() -> tuple[Sources, tuple[Outcome, ...]]:
    sources, problems, outcomes = tested(Target(LAMPS))
    assert problems == []
    return sources, tuple(outcomes)


def outcomes(file: str) -> list[Outcome]:
    return [outcome for outcome in everything()[1] if outcome.span.file.endswith(file)]


def source() -> Source:
    return Source(everything()[0].reading.texts)


def titles(file: str) -> list[str]:
    """The titles as they stand in the file, so that a scenario that is never played is missed."""
    found = []
    for line in (LAMPS / "scenarios" / file).read_text(encoding="utf-8").splitlines():
        if line.startswith("scenario "):
            found.append(line.split('"')[1])
    return found


def awaited(file: str) -> list[Awaited]:
    found, said = [], {"fails": "", "found": "", "at": "", "line": ""}
    for line in (LAMPS / "scenarios" / file).read_text(encoding="utf-8").splitlines():
        word, _, rest = line.removeprefix("# ").partition(": ")
        if line.startswith("# ") and word in said:
            said[word] = rest
        elif line.startswith("scenario "):
            found.append(Awaited(line.split('"')[1], said["fails"], said["found"], said["at"], said["line"]))
            said = dict.fromkeys(said, "")
    return found
