"""Two series of games that are pairs, of two tables."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from runtime import Table, load_table
from runtime.canonical import content_hash
from runtime.coupled import Coupled


def both(
    old: Table,
    new: dict[str, Any],
    players: int,
    seed: int | str,
    kinds: tuple[str, ...] = ("random",),
    options: Mapping[str, Any] | None = None,
    max_moves: int = 10_000,
    other_seed: int | str | None = None,
) -> tuple[Coupled, Coupled]:
    """Plans for `play_all`. new: with the names of the old one where they mean the same (`Compared.table`), since chance goes by
    names · other_seed: of the new series, for games that are no pairs (what is found then is found by mistake)"""
    table = load_table({**new, "hash": content_hash(new)})
    first = Coupled(old, players, seed, kinds, dict(options or {}), max_moves, True)
    second = Coupled(table, players, seed if other_seed is None else other_seed, kinds, first.options, max_moves, True)
    return first, second
