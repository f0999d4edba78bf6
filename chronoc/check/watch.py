"""Checks again whenever a file has changed. How it waits is given from outside, so that a test needs no clock."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable

Stamp = tuple[int, int, int] | None  # when it changed, its size, and which file it is; None where nothing is


def stamps(places: Iterable[str]) -> dict[str, Stamp]:
    """The state of files and folders; that of a folder changes when a file comes or goes."""
    return {place: _stamp(place) for place in sorted(dict.fromkeys(places))}


def _stamp(place: str) -> Stamp:
    try:
        found = os.stat(place)
    except (OSError, ValueError):
        return None
    return found.st_mtime_ns, found.st_size, found.st_ino


def watch(check: Callable[[], Iterable[str]], wait: Callable[[], bool], told: Callable[[list[str]], None]) -> None:
    """Check, then again after each change. `check` gives the places that count; `wait` gives back False to end; `told`
    is called before a new check with what changed.

    The state of the places is taken before the files are read where it is known already, so no change is missed."""
    places = list(check())
    before = stamps(places)
    while wait():
        now = stamps(places)
        changed = [place for place in now if now[place] != before[place]]
        if not changed:
            continue
        told(changed)
        places = list(check())
        before = {**stamps(places), **{place: stamp for place, stamp in now.items() if place in places}}
