"""A folder that keeps what has been played, so that a run that was stopped goes on where it was.

`run.json` says what the games depend on; each part of the work is a file of its own, which appears complete or not at all.
"""

from __future__ import annotations

import errno
import hashlib
import json
import os
import tempfile
from pathlib import Path
from typing import Any

#: Of what lies in the folder; raised when an older version would misread it.
FORMAT = 1
SETTINGS = "run.json"
PARTS = "parts"
#: Bytes of a file that is read; no part comes near it.
BIGGEST = 1 << 28


class Unusable(Exception):
    """The folder cannot be used; the text says why and what would do."""


class Kept:
    """The folder of one run. settings: everything that the result depends on, as JSON data."""

    def __init__(self, folder: Path, settings: dict[str, Any]) -> None:
        self.folder = folder
        self.settings = {"format": FORMAT, **settings}
        self.run = digest(self.settings)
        try:
            folder.mkdir(parents=True, exist_ok=True)
            path = folder / SETTINGS
            if os.path.lexists(path):
                self._compare(read(path))
            elif any(not entry.name.startswith(f".{SETTINGS}.") for entry in folder.iterdir()):
                raise Unusable(f"{folder} holds other files, and no {SETTINGS}; name a new or empty folder")
            else:
                write(path, text(self.settings))
            (folder / PARTS).mkdir(exist_ok=True)
        except OSError as fault:
            raise Unusable(f"{folder} cannot be used: {fault.strerror}") from None

    def _compare(self, found: bytes) -> None:
        try:
            before = json.loads(found)
            if type(before) is not dict:
                raise ValueError
        except (ValueError, RecursionError):
            raise Unusable(f"{self.folder / SETTINGS} is damaged; name another folder") from None
        for name in dict.fromkeys([*self.settings, *before]):
            if before.get(name) != self.settings.get(name):
                raise Unusable(
                    f"{self.folder} keeps games of another run: {name} was {shown(before.get(name))} and is now "
                    f"{shown(self.settings.get(name))}; name another folder, or ask for the same"
                )

    def load(self, part: tuple[int, ...]) -> dict[str, Any] | None:
        """A part as it was saved; None when it is not there, not whole, or of another run."""
        try:
            data = json.loads(read(self._path(part)))
            result = data["result"]
            ours = data["run"] == self.run and data["part"] == list(part) and data["sha256"] == digest(result)
            if ours and isinstance(result, dict):
                return result
        except (OSError, ValueError, KeyError, TypeError, RecursionError):
            pass
        return None

    def save(self, part: tuple[int, ...], result: dict[str, Any]) -> None:
        """Raises Unusable."""
        try:
            write(
                self._path(part),
                text({"run": self.run, "part": list(part), "sha256": digest(result), "result": result}),
            )
        except OSError as fault:
            raise Unusable(f"{self.folder} cannot be written to: {fault.strerror}") from None

    def _path(self, part: tuple[int, ...]) -> Path:
        return self.folder / PARTS / ("-".join(f"{number:07}" for number in part) + ".json")


def text(data: Any) -> bytes:
    return (json.dumps(data, ensure_ascii=False, separators=(",", ":"), sort_keys=True) + "\n").encode()


def digest(data: Any) -> str:
    return hashlib.sha256(text(data)).hexdigest()


def shown(value: Any) -> str:
    return "not given" if value is None else f"{json.dumps(value, ensure_ascii=False):.60}"


def read(path: Path) -> bytes:
    """Raises OSError, also for what is no plain file (a pipe would be waited for) or too large to be one of ours."""
    if not path.is_file():
        raise OSError(errno.EINVAL, f"{path.name} is not a file", str(path))
    if path.stat().st_size > BIGGEST:
        raise OSError(errno.EFBIG, f"{path.name} is larger than any file of a run", str(path))
    return path.read_bytes()


def write(path: Path, data: bytes) -> None:
    """A file that is complete whenever it is there: written beside its place, then put into it."""
    handle, beside = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}.")
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
        os.chmod(beside, 0o644)
        os.replace(beside, path)
    except BaseException:
        Path(beside).unlink(missing_ok=True)
        raise
