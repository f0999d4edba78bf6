"""`chronoc fmt`: bring `.chrono` files into the one form."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

if TYPE_CHECKING:
    from chronoc.sets import Reading


def fmt(
    paths: Annotated[list[str], typer.Argument(metavar="PATH", help="Files, or folders with .chrono files below.")],
    check: Annotated[bool, typer.Option("--check", help="Write nothing; exit code 1 if a file would change.")] = False,
    diff: Annotated[bool, typer.Option("--diff", help="Write nothing; show what would change.")] = False,
) -> int:
    """Bring .chrono files into the one form.

    Only spaces and spelling change, never what a file means. A file with errors is told and left as it is.
    """
    from chronoc.format import format_bytes
    from chronoc.format.files import content, known, replace
    from chronoc.sets import Reading
    from chronoc.terminal import steady

    into = Reading()
    changed = kept = 0
    for path in _files(paths, into):
        data = content(path, into)
        if data is None:
            continue
        short = known(path, into)
        made = format_bytes(data, short)
        into.diagnostics += [item for item in made.diagnostics if item.severity == "error"]
        if made.text is None:
            continue
        new = made.text.encode("utf-8")
        if new == data:
            kept += 1
            continue
        changed += 1
        if diff:
            sys.stdout.write(steady(_difference(data.decode("utf-8"), made.text, short), sys.stdout))
        elif not check:
            refusal = replace(path, new)
            if refusal is not None:
                changed -= 1
                into.finding("error", "unreadable-file", short, f"this file cannot be written: {refusal}")
                continue
        if not diff:
            print(f"{'would change' if check else 'changed'}: {short}")
    print(_summary(changed, kept, check or diff), file=sys.stderr)
    return _told(into) or (1 if check and changed else 0)


def _files(paths: list[str], into: Reading) -> list[Path]:
    """Everything that was asked for, each file once."""
    from chronoc.cli import Refusal
    from chronoc.format.files import collect
    from chronoc.sets import SUFFIX
    from chronoc.terminal import visible

    found: dict[Path, Path] = {}
    for where in paths:
        path = Path(where)
        try:
            there = path.exists() or path.is_symlink()
        except (OSError, ValueError):
            there = False
        if not there:
            raise Refusal(f"there is no file or folder `{visible(where)}`")
        if not path.is_dir() and path.suffix != SUFFIX:
            raise Refusal(f"`{visible(where)}` is no {SUFFIX} file")
        for file in collect(where, into):
            found.setdefault(file.absolute(), file)
    return list(found.values())


def _difference(old: str, new: str, name: str) -> str:
    from difflib import unified_diff

    lines = unified_diff(
        old.splitlines(keepends=True), new.splitlines(keepends=True), name, name, "as written", "formatted"
    )
    return "".join(line if line.endswith("\n") else f"{line}\n\\ No newline at end of file\n" for line in lines)


def _summary(changed: int, kept: int, only_told: bool) -> str:
    def files(count: int) -> str:
        return f"{count} file{'s' if count != 1 else ''}"

    would = "would change" if only_told else "changed"
    return f"{files(changed)} {would}, {files(kept)} as {'it is' if kept == 1 else 'they are'}"


def _told(into: Reading) -> int:
    """Says what was found, and gives the exit code for it."""
    from chronoc.render import Renderer, ordered
    from chronoc.terminal import colours

    renderer = Renderer(into.places, into.texts, colours(sys.stderr))
    found = ordered(into.diagnostics)
    for item in found:
        print(renderer.full(item), end="\n\n", file=sys.stderr)
    if any(item.name == "internal" for item in found):
        return 3
    if any(item.name == "unreadable-file" for item in found):
        return 2
    return 1 if any(item.severity == "error" for item in found) else 0
