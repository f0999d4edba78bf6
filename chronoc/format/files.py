"""Which files are meant, and how a file is replaced: as a whole or not at all."""

from __future__ import annotations

import os
import stat
import tempfile
from pathlib import Path

from chronoc.sets import MAX_DEPTH, SUFFIX, Reading, read_file, reason, showable
from chronoc.syntax.limits import MAX_BYTES


def collect(where: str, into: Reading) -> list[Path]:
    """The `.chrono` files of a path, by name: a file, or all below a folder. Hidden folders and links are passed by."""
    path = Path(where)
    if not path.is_dir():
        return [path]
    return list(dict.fromkeys(_below(path, MAX_DEPTH, into)))


def _below(folder: Path, depth: int, into: Reading) -> list[Path]:
    try:
        entries = sorted(os.scandir(folder), key=lambda entry: os.fsencode(entry.name))
    except OSError as fault:
        into.finding("error", "unreadable-file", known(folder, into), f"this folder cannot be read: {reason(fault)}")
        return []
    found: list[Path] = []
    for entry in entries:
        path = Path(entry.path)
        if entry.name.startswith("."):
            continue
        if entry.is_symlink():
            if entry.name.endswith(SUFFIX):
                message = "this link is not followed: format the file that it leads to"
                into.finding("warning", "link-in-set", known(path, into), message)
        elif entry.is_dir(follow_symlinks=False):
            if (path / "pyvenv.cfg").exists():
                continue
            if depth == 0:
                into.finding("error", "too-deep", known(path, into), "folders nest too deep; this one is not read")
            else:
                found += _below(path, depth - 1, into)
        elif entry.name.endswith(SUFFIX):
            found.append(path)
    return found


def known(path: Path, into: Reading) -> str:
    """The name of a file in findings."""
    short = showable(path.as_posix())
    into.places[short] = str(path)
    return short


def content(path: Path, into: Reading) -> bytes | None:
    """The bytes of a file, or None with a finding."""
    short = known(path, into)
    if path.is_symlink():
        into.finding("error", "unreadable-file", short, "this is a link", "name the file that it leads to")
        return None
    into.size = 0  # each file stands for itself
    return read_file(path, short, into, MAX_BYTES)


def replace(path: Path, data: bytes) -> str | None:
    """Puts new bytes in the place of a file that keeps its permissions; or says why not."""
    name = None
    try:
        mode = stat.S_IMODE(os.lstat(path).st_mode)
        if not os.access(path, os.W_OK):
            return "it may not be written"
        handle, name = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name[:50]}.")
        with os.fdopen(handle, "wb") as file:
            file.write(data)
        os.chmod(name, mode)
        os.replace(name, path)
        return None
    except OSError as fault:
        _remove(name)
        return reason(fault)
    except BaseException:
        _remove(name)
        raise


def _remove(name: str | None) -> None:
    if name is not None:
        try:
            os.unlink(name)
        except OSError:
            pass
