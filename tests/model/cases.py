"""Cases in files: a title, a source, and below a faulty line a comment that points at the place.

    ### a field that the kind has not
    trick "A" { csot: 3 }
    #           ^ unknown-field

(`#<` points at the first column.) A case is analysed behind the prelude, as a second file. It must give exactly the
findings that are pointed at.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path

from chronoc.analyse import Analysis, analyse
from chronoc.model.sources import SourceSet, VariantSpec
from chronoc.syntax.parser import parse_text
from chronoc.syntax.tree import File

HERE = Path(__file__).parent
PRELUDE = (HERE / "prelude.chrono").read_bytes()
TREES: dict[bytes, File] = {}
POINT = re.compile(r"#(\s*\^|<) (?P<name>[a-z0-9-]+)$")


@dataclass(frozen=True)
class Case:
    title: str
    source: str
    expected: list[tuple[int, int, str]]


def cases(path: Path) -> list[Case]:
    """The cases of a file."""
    found: list[Case] = []
    for block in re.split(r"^### ", path.read_text(encoding="utf-8"), flags=re.M)[1:]:
        title, _, source = block.partition("\n")
        found.append(Case(title.strip(), source, pointed(source)))
    return found


def pointed(source: str) -> list[tuple[int, int, str]]:
    """(line, column, name) of each place that is pointed at."""
    result = []
    line = 0
    for number, text in enumerate(source.split("\n"), 1):
        match = POINT.match(text.strip()) if text.lstrip().startswith("#") else None
        if match is None:
            line = number
        else:
            result.append((line, 1 if "^" not in text else text.index("^") + 1, match["name"]))
    return sorted(result)


def analysed(source: str, prelude: bytes = PRELUDE, **variant: object) -> Analysis:
    """The analysis of a source behind the prelude."""
    files = (("a.chrono", prelude), ("b.chrono", source.encode()))
    if prelude not in TREES:
        TREES[prelude] = parse_text(prelude.decode(), "a.chrono")[0]
    sets = [SourceSet("lamps", files, {"a.chrono": TREES[prelude]})]
    return analyse(sets, VariantSpec("lamps", "Lamps", ("lamps",), **variant))  # type: ignore[arg-type]


def found(analysis: Analysis) -> list[tuple[int, int, str]]:
    return [(d.span.line, d.span.column, d.name) for d in analysis.diagnostics]


def told(analysis: Analysis) -> str:
    """The findings in words, for a failing test."""
    return "\n".join(
        f"{d.span.file}:{d.span.line}:{d.span.column} {d.name}: {d.message} {[n.message for n in d.notes]}"
        for d in analysis.diagnostics
    )
