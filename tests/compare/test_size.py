"""Small versions of benchmarks/diff_null.py and diff_planted.py: nothing is found where nothing is, and what is there is found."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from chronoc.compare.pairs import Paired, paired
from chronoc.compare.series import both
from chronoc.compare.trees import compare
from runtime import load_table
from runtime.simulate import play_all
from tests.compare.variants import ONE_MORE, table, variant


def played(one: dict[str, Any], two: dict[str, Any], games: int, seed: str, other: str | None = None) -> Paired:
    old = load_table(one)
    first, second = both(old, compare(one, two).table, 2, seed, other_seed=other)
    names = [row["name"] for row in old.designs], [row["name"] for row in second.table.designs]
    return paired(zip(play_all(first, games), play_all(second, games)), names, 2)


def test_nothing_is_found_where_nothing_is(tmp_path: Path) -> None:
    """Other seeds on both sides: everything is luck."""
    old = table(variant(tmp_path, "one"))
    found = [played(old, old, 30, f"null.{number}", f"other.{number}") for number in range(6)]
    assert [result.found for result in found] == [[]] * 6
    assert sum(result.same for result in found) < 6


def test_one_copy_more_is_found(tmp_path: Path) -> None:
    result = played(table(variant(tmp_path, "one")), table(variant(tmp_path, "two", *ONE_MORE)), 120, "planted")
    assert [(measure.group, measure.name) for measure in result.found] == [("played", "A_Second_Cup")]
    (measure,) = result.found
    assert 0 < measure.low < measure.difference < measure.high and measure.worth > 1.5
