"""Saved games on disk: written as a whole or not at all, with who plays what beside the game."""

from __future__ import annotations

import json
import os
import tempfile
from pathlib import Path
from typing import Any

from runtime import Game, Table, UsageError

MAX_SAVE = 64 * 1024 * 1024
KEY = "play"  # beside what the interpreter saves


def write(path: Path, game: Game, bots: dict[int, str]) -> None:
    """Save a game. Whenever the process ends, the file holds this save or the one before. Raises OSError."""
    data = json.loads(game.save())
    data[KEY] = {"bots": {str(seat): kind for seat, kind in sorted(bots.items())}}
    text = json.dumps(data, ensure_ascii=False, separators=(",", ":"), sort_keys=True)
    target = path.resolve()  # through a link, the file it points to
    if target.exists() and not target.is_file():
        raise OSError(f"{path} is no ordinary file")
    handle, name = tempfile.mkstemp(dir=target.parent, prefix=f".{target.name}.")
    try:
        with os.fdopen(handle, "w", encoding="utf-8") as file:
            file.write(text)
            file.flush()
            os.fsync(file.fileno())
        os.replace(name, target)
    except BaseException:
        os.unlink(name)
        raise


def read(path: Path, table: Table) -> tuple[Game, dict[int, str]]:
    """A saved game and its automatic players. Raises UsageError with a sentence."""
    try:
        if path.exists() and not path.is_file():
            raise UsageError(f"{path} is no ordinary file")
        size = path.stat().st_size
        if size > MAX_SAVE:
            raise UsageError(f"{path} is too large to be a saved game")
        text = path.read_text(encoding="utf-8")
    except OSError as fault:
        raise UsageError(f"{path} cannot be read: {fault.strerror or fault}") from None
    except UnicodeDecodeError:
        raise UsageError(f"{path} is no saved game: it is not UTF-8") from None
    try:
        game = Game.load(table, text, keep_past=True)
    except UsageError as fault:
        raise UsageError(f"{path}: {fault}") from None
    return game, _bots(json.loads(text).get(KEY), len(game.rules.seats))


def _bots(data: Any, seats: int) -> dict[int, str]:
    found: dict[int, str] = {}
    inner = data.get("bots") if isinstance(data, dict) else None
    for seat, kind in inner.items() if isinstance(inner, dict) else ():
        if isinstance(seat, str) and seat.isdecimal() and int(seat) < seats and isinstance(kind, str):
            found[int(seat)] = kind
    return found
