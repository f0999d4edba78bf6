"""The two things that are compared: a folder, a shipped variant, a built table, or any of it as a git revision has it."""

from __future__ import annotations

import io
import os
import subprocess
import sys
import tarfile
import tempfile
from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path, PurePosixPath
from typing import Any

from chronoc.analyse import Analysis, analyse
from chronoc.cli import Refusal
from chronoc.commands.tables import Incomplete
from chronoc.compare.trees import Place
from chronoc.terminal import visible
from chronoc.variant import Sources, read_sources
from runtime import Table, TableError, load_table

#: Seconds that git may take.
PATIENCE = 60


@dataclass(slots=True)
class Side:
    """asked: as it was asked for · path: where it can be read (a temporary folder for a revision) · sources, analysis: None
    for a built table, which has neither texts nor proofs"""

    asked: str
    path: str
    raw: dict[str, Any]
    table: Table
    sources: Sources | None = None
    analysis: Analysis | None = None

    def where(self, place: Place) -> str:
        """A place for people: as the file lies from here, or as the revision has it."""
        file, line = place
        if self.sources is None or self.path != self.asked:
            return f"{file}:{line}"
        real = self.sources.reading.places.get(file)
        near = file if real is None else os.path.relpath(real)
        return f"{file if near.startswith(os.pardir) else near}:{line}"


def read_side(asked: str, stack: ExitStack) -> Side:
    """Raises Refusal when there is nothing of the kind, and Incomplete when it has errors, which have been shown."""
    path = asked
    if not os.path.exists(asked) and ":" in asked:
        path = from_revision(asked, stack)
    if path.endswith(".json") and os.path.isfile(path):
        try:
            table = load_table(Path(path))
        except TableError as fault:
            raise Refusal(f"{asked} cannot be read: {fault.problems[0]}") from None
        return Side(asked, path, table.raw, table)
    sources = read_sources(path)
    found = list(sources.diagnostics)
    analysis = None
    if not any(item.severity == "error" for item in found):
        analysis = analyse(sources.sets, sources.variant)
        found += analysis.diagnostics
    if analysis is None or analysis.table is None:
        _tell(asked, sources, found)
        raise Incomplete(asked)
    try:
        table = load_table(analysis.table)
    except TableError as fault:
        raise Refusal(f"{asked} is more than the interpreter takes: {fault.problems[0]}") from None
    return Side(asked, path, analysis.table, table, sources, analysis)


def _tell(asked: str, sources: Sources, found: list[Any]) -> None:
    from chronoc.commands.build import compiled
    from chronoc.render import Renderer, ordered, summary
    from chronoc.terminal import colours

    if not any(item.severity == "error" for item in found):
        _, found = compiled(sources)
    renderer = Renderer(sources.reading.places, sources.reading.texts, colours(sys.stderr))
    for item in ordered(found):
        print(renderer.full(item), end="\n\n", file=sys.stderr)
    print(f"{summary(found)}; {visible(asked)} cannot be compared", file=sys.stderr)


# ---------------------------------------------------------------------- revisions


def from_revision(asked: str, stack: ExitStack) -> str:
    """The path, in a temporary folder, of what `REV:PATH` was: with everything beside it, since sets use what lies beside them."""
    revision, _, path = asked.partition(":")
    if not revision or not path:
        raise Refusal(f"a revision is asked for as REV:PATH, such as HEAD~1:cards/my-set, not {asked!r}")
    known = _git("rev-parse", "--verify", "--quiet", "--end-of-options", f"{revision}^{{commit}}")
    if known is None:
        raise Refusal(
            f"there is no {asked!r}: no file or folder is called so, and git knows no revision {revision!r} here"
        )
    commit = known.decode("ascii").strip()
    root, inside = _inside(path)
    beside = [] if inside.parent == inside or inside.parent.name == "" else ["--", inside.parent.as_posix()]
    archive = _git("--literal-pathspecs", "archive", "--format=tar", commit, *beside, where=root)
    # the folder of the repository keeps its name, since a variant may be named after it
    folder = Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="chronoc-diff-"))) / (
        root.name or "repository"
    )
    left_out = [] if archive is None else _unpack(archive, folder)
    if missed := [name for name in left_out if PurePosixPath(name).is_relative_to(inside)]:
        raise Refusal(f"{missed[0]!r} of revision {revision!r} is a link that leads out of what is read")
    if left_out:
        print(f"not read, since it leads out of the repository: {visible(', '.join(left_out[:3]))}", file=sys.stderr)
    there = folder / inside
    if archive is None or not there.exists():
        raise Refusal(f"revision {revision!r} has no {inside.as_posix()!r}")
    return str(there)


def _inside(path: str) -> tuple[Path, PurePosixPath]:
    """The repository, and a path as it has it: what is relative is so to where we are."""
    top = _git("rev-parse", "--show-toplevel")
    if top is None:
        raise Refusal("this is no git repository")
    root = Path(os.fsdecode(top.rstrip(b"\n"))).resolve()
    here = Path(os.path.normpath(Path.cwd().resolve() / path))
    if root not in (here, *here.parents):
        raise Refusal(f"{path!r} is not a folder or file inside the repository {root}")
    return root, PurePosixPath(here.relative_to(root).as_posix())


def _git(*words: str, where: Path | None = None) -> bytes | None:
    """What git answers there (else here), or None."""
    try:
        done = subprocess.run(["git", *words], capture_output=True, timeout=PATIENCE, cwd=where, check=False)
    except FileNotFoundError:
        raise Refusal("git is needed to read a revision, and it is not installed") from None
    except subprocess.TimeoutExpired:
        raise Refusal(f"git took longer than {PATIENCE} seconds") from None
    return done.stdout if done.returncode == 0 else None


def _unpack(archive: bytes, folder: Path) -> list[str]:
    """The names of what was left out: links that lead out of the folder, as somebody's elsewhere in the repository may."""
    left_out: list[str] = []

    def inside_only(member: tarfile.TarInfo, path: str) -> tarfile.TarInfo | None:
        try:
            return tarfile.data_filter(member, path)
        except tarfile.FilterError:
            left_out.append(member.name)
            return None

    try:
        with tarfile.open(fileobj=io.BytesIO(archive)) as tar:
            tar.extractall(folder, filter=inside_only)
    except (tarfile.TarError, OSError) as fault:
        raise Refusal(f"what git gave cannot be unpacked: {fault}") from None
    return left_out
