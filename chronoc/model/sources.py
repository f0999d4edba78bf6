"""What goes into the compiler: the files of the sets, and what a variant says."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from chronoc.syntax.tree import File, Span


@dataclass(frozen=True, slots=True)
class SourceSet:
    """One set: its name (that of its folder) and its files. `trees` may hold files that are parsed already, by path.
    `catalogues`: language, path and bytes of its translations."""

    name: str
    files: tuple[tuple[str, bytes], ...]
    trees: Mapping[str, File] = field(default_factory=dict)
    catalogues: tuple[tuple[str, str, bytes], ...] = ()


@dataclass(frozen=True, slots=True)
class VariantSpec:
    """What a variant says. `spans` gives the place of an entry by a dotted key (`options.hand_size`, `uses.0`,
    `copies.Some Title`), `""` for the whole; a missing key falls back to the whole."""

    id: str
    title: str = ""
    uses: tuple[str, ...] = ()
    players: tuple[int, int] | None = None
    options: Mapping[str, object] = field(default_factory=dict)
    copies: Mapping[str, int] = field(default_factory=dict)
    without: Mapping[str, tuple[str, ...]] = field(
        default_factory=dict
    )  # set -> kinds of its cards that stay in the box
    expect: Mapping[str, int] = field(default_factory=dict)
    check: Mapping[str, object] = field(default_factory=dict)
    spans: Mapping[str, Span] = field(default_factory=dict)
    draft: bool = False

    def span(self, key: str) -> Span:
        """Where `key` is written, or the beginning of the variant."""
        return self.spans.get(key) or self.spans.get("") or Span("variant.yaml", 0, 0, 1, 1, 1, 1)
