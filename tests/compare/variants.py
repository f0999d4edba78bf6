"""A small game, and changes of it."""

from __future__ import annotations

import contextlib
import io
import shutil
from pathlib import Path
from typing import Any

from chronoc.cli import _guarded
from chronoc.commands.build import compiled
from chronoc.variant import read_sources

EXAMPLE = Path(__file__).parents[2] / "examples" / "first-card"

#: What is written otherwise and means the same.
RENAMED = (("tin", "jar"), ("tray", "shelf"), ("biscuit Plain ", "biscuit Simple "), ("wash", "rinse"))
#: One copy more of a card that is played in each game.
ONE_MORE = (('"A Second Cup" x3', '"A Second Cup" x4'),)


def variant(folder: Path, name: str, *changes: tuple[str, str]) -> Path:
    """A copy of the example in which words are replaced."""
    there = folder / name
    shutil.copytree(EXAMPLE, there)
    for path in sorted(there.glob("*.chrono")):
        text = path.read_text(encoding="utf-8")
        for old, new in changes:
            text = text.replace(old, new)
        path.write_text(text, encoding="utf-8")
    return there


def table(where: Path) -> dict[str, Any]:
    made, found = compiled(read_sources(where))
    assert made is not None, found
    return made


def run(*words: object) -> tuple[int, str, str]:
    """`chronoc diff` with these words: exit code, output, errors."""
    out, err = io.StringIO(), io.StringIO()
    with contextlib.redirect_stdout(out), contextlib.redirect_stderr(err):
        code = _guarded(["diff", *map(str, words)], False)
    return code, out.getvalue(), err.getvalue()
