"""The sets and variants of the family, each compiled once."""

from __future__ import annotations

from dataclasses import replace
from functools import cache
from pathlib import Path

from chronoc.analyse import Analysis, analyse
from chronoc.diagnostics import Diagnostic
from chronoc.model.sources import SourceSet, VariantSpec
from chronoc.scenario.laid import laid
from chronoc.syntax.parser import parse_bytes
from chronoc.syntax.tree import File
from chronoc.variant import Sources, read_sources
from runtime.table import Table, load_table

ROOT = Path(__file__).parents[2]

#: Folders with cards or rules of their own: name -> how many scenarios there are at least.
SETS = {
    "lost-identities": 12,
    "gore-years": 8,
    "early-american": 32,
    "uber-chrononauts": 26,
    "solonauts": 12,
    "artifaxx": 5,
    "house-rules": 7,
    "examples/my-first-set": 5,
    "examples/back-to-the-suburbs": 14,
}

#: Folders with a `variant.yaml` alone.
VARIANTS = ("uber-gore-years", "house-shorter", "house-kinder-collapse", "house-auto-claim", "house-partners")

EVERY = (*SETS, *VARIANTS)


def place(name: str) -> str | Path:
    return ROOT / name if "/" in name else name


@cache
def analysed(name: str) -> tuple[Sources, Analysis]:
    sources = read_sources(place(name))
    return sources, analyse(sources.sets, sources.variant)


def findings(name: str) -> list[str]:
    """What there is to say about a variant, short."""
    sources, analysis = analysed(name)
    return short([*sources.diagnostics, *analysis.diagnostics, *laid(analysis)])


def short(found: list[Diagnostic]) -> list[str]:
    return [f"{d.span.file}:{d.span.line}: {d.name}: {d.message}" for d in found]


@cache
def table(name: str) -> Table:
    found = analysed(name)[1].table
    assert found is not None, findings(name)
    return load_table(found)


_TREES: dict[str, dict[str, File]] = {}


def parsed(name: str) -> tuple[SourceSet, ...]:
    """The set of a folder and what it needs, each file parsed once for all tests."""
    for one in analysed(name)[0].sets:
        if one.name not in _TREES:
            _TREES[one.name] = {path: parse_bytes(data, path)[0] for path, data in one.files}
    return tuple(replace(one, trees=_TREES[one.name]) for one in analysed(name)[0].sets)


def together(*names: str, **options: int) -> Analysis:
    """A variant that uses these sets."""
    sets = {one.name: one for name in names for one in parsed(name)}
    return analyse(tuple(sets.values()), VariantSpec(id="together", options=options, uses=tuple(sets)))
