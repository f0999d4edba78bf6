"""`chronoc build`: turn a variant into a rule table, a file that the interpreter alone can play."""

from __future__ import annotations

import os
import sys
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

if TYPE_CHECKING:
    from chronoc.diagnostics import Diagnostic
    from chronoc.variant import Sources


def build(
    variant: Annotated[str, typer.Argument(metavar="VARIANT", help="A folder, or the name of a shipped variant.")],
    output: Annotated[
        str, typer.Option("--output", "-o", metavar="FILE", help="Where to write; - is standard output.")
    ] = "",
    draft: Annotated[bool, typer.Option("--draft", help="Build although facts are missing (? in cards).")] = False,
) -> int:
    """Turn a variant into a rule table.

    Nothing is written when there is an error. The same sources always give the same bytes.
    """
    from chronoc.render import Renderer, ordered, summary
    from chronoc.terminal import colours
    from chronoc.variant import read_sources

    sources = read_sources(variant, draft=draft)
    table, found = compiled(sources)
    renderer = Renderer(sources.reading.places, sources.reading.texts, colours(sys.stderr))
    for item in ordered(found):
        print(renderer.full(item), end="\n\n", file=sys.stderr)
    if table is None:
        print(f"{summary(found)}; nothing was written", file=sys.stderr)
        return 2 if any(item.name == "unreadable-file" for item in found) else 1
    data = sealed(table)
    if output == "-":
        sys.stdout.buffer.write(data)
        return 0
    target = Path(output or f"{sources.variant.id}.table.json")
    write(target, data)
    print(f"{target}: {len(table['designs'])} designs, {len(data) // 1024 + 1} KB", file=sys.stderr)
    return 0


def compiled(sources: Sources) -> tuple[dict[str, Any] | None, list[Diagnostic]]:
    """The table of a variant, or None, and everything found."""
    from chronoc.analyse import analyse

    found = list(sources.diagnostics)
    if any(item.severity == "error" for item in found):
        return None, found
    result = analyse(sources.sets, sources.variant)
    found += result.diagnostics
    if any(item.severity == "error" for item in found):
        return None, found
    if result.table is None:
        found.append(_incomplete(sources))
    return result.table, found


def _incomplete(sources: Sources) -> Diagnostic:
    from chronoc.diagnostics import Diagnostic, Note

    message = "facts are missing (written ? in cards), so no table can be made of this variant"
    return Diagnostic("incomplete", "error", sources.variant.span(""), message, (Note("--draft makes one anyway"),))


def sealed(table: dict[str, Any]) -> bytes:
    """The bytes of a table, after both the schema and the interpreter's own check took it."""
    from chronoc.cli import Refusal
    from chronoc.schema import refusals
    from runtime.canonical import canonical
    from runtime.table import TableError, load_table

    data = canonical(table)
    if problems := refusals(table):
        raise AssertionError(f"the table that was built is not one: {problems[0]}")
    try:
        load_table(data)
    except TableError as fault:
        raise Refusal(f"this is more than the interpreter takes: {fault.problems[0]}") from None
    return data


def write(target: Path, data: bytes) -> None:
    """Write a file as a whole or not at all."""
    from chronoc.cli import Refusal
    from chronoc.sets import reason

    if target.is_dir():
        raise Refusal(f"{target} is a folder; name a file")
    if target.exists() and not target.is_file():
        raise Refusal(f"{target} is no ordinary file; - writes to standard output")
    try:
        handle, name = tempfile.mkstemp(dir=target.parent, prefix=f".{target.name}.")
    except OSError as fault:
        raise Refusal(f"{target} cannot be written: {reason(fault)}") from None
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(data)
        mask = os.umask(0)
        os.umask(mask)
        os.chmod(name, 0o666 & ~mask)  # as an ordinary file; a temporary one is private
        os.replace(name, target)
    except OSError as fault:
        os.unlink(name)
        raise Refusal(f"{target} cannot be written: {reason(fault)}") from None
    except BaseException:
        os.unlink(name)
        raise
