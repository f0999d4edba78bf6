"""What a path means to `check`: one variant, one file of it, or a folder that holds several variants."""

from __future__ import annotations

import os
from dataclasses import dataclass
from pathlib import Path

from chronoc.sets import SUFFIX, VARIANT
from chronoc.variant import find

MAX_DEPTH = 6


@dataclass(frozen=True, slots=True)
class Target:
    """A folder to check, and the one file that was asked for, if only one was."""

    folder: Path
    only: Path | None = None


def targets(where: str) -> list[Target]:
    """What to check. Raises `NoSuchVariant` for a path that is nothing."""
    folder = find(where)
    path = Path(where)
    if path.is_file() and path.suffix == SUFFIX:
        return [Target(folder, path.resolve())]
    if is_set(folder):
        return [Target(folder)]
    inner = [Target(found) for found in _below(folder, MAX_DEPTH)]
    return inner or [Target(folder)]


def is_set(folder: Path) -> bool:
    """A folder with a `variant.yaml` or with `.chrono` files of its own."""
    try:
        return any(name == VARIANT or name.endswith(SUFFIX) for name in os.listdir(folder))
    except OSError:
        return False


def _below(folder: Path, depth: int) -> list[Path]:
    """The outermost sets below a folder, by name. Hidden folders, links and Python environments are passed by."""
    try:
        entries = sorted(os.scandir(folder), key=lambda entry: os.fsencode(entry.name))
    except OSError:
        return []
    found: list[Path] = []
    for entry in entries:
        if entry.name.startswith(".") or not entry.is_dir(follow_symlinks=False):
            continue
        path = Path(entry.path)
        if is_set(path):
            found.append(path)
        elif depth > 1 and not (path / "pyvenv.cfg").exists():
            found += _below(path, depth - 1)
    return found
