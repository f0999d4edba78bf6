"""Differences of rule tables: what means the same is the same, wherever it stands and whatever it is called."""

from __future__ import annotations

from pathlib import Path

from chronoc.compare.trees import Difference, compare
from tests.compare.variants import ONE_MORE, RENAMED, table, variant
from tests.properties.forward import table as shipped


def differences(folder: Path, *changes: tuple[str, str]) -> list[Difference]:
    """Of a changed copy, but for its name."""
    return compare(table(variant(folder, "one")), table(variant(folder, "two", *changes))).differences


def test_the_same_is_the_same(tmp_path: Path) -> None:
    assert differences(tmp_path) == []
    assert compare(shipped("chrononauts").raw, shipped("chrononauts").raw).differences == []


def test_files_and_cards_in_another_order(tmp_path: Path) -> None:
    one, two = variant(tmp_path, "one"), variant(tmp_path, "two")
    (two / "cards.chrono").rename(two / "zz_cards.chrono")
    text = (two / "zz_cards.chrono").read_text(encoding="utf-8")
    head, sign, rest = text.partition('guest "A Second Cup"')
    (two / "zz_cards.chrono").write_text(head + "\n" + sign + rest, encoding="utf-8")
    assert compare(table(one), table(two)).differences == []


def test_names_alone_are_renames(tmp_path: Path) -> None:
    found = differences(tmp_path, *RENAMED)
    assert {(item.sort, item.what) for item in found} == {
        ("renamed", "card Simple (Plain Biscuit)"), ("renamed", "zone jar"), ("renamed", "zone shelf"),
        ("renamed", "verb rinse"),
    }  # fmt: skip


def test_a_number_on_a_card(tmp_path: Path) -> None:
    (found,) = differences(tmp_path, *ONE_MORE)
    assert (found.group, found.sort, found.details) == ("cards", "changed", ["copies 3 → 4"])
    assert found.new is not None and found.new[0] == "two/cards.chrono" and found.new[1] == found.old[1]  # type: ignore[index]


def test_a_card_more_and_a_card_less(tmp_path: Path) -> None:
    added = 'guest "A Quiet Guest" { play { draw 1 } }\nexcuse Dog'
    (found,) = differences(tmp_path, ("excuse Dog", added))
    assert (found.sort, found.what, found.old) == ("added", "card A_Quiet_Guest (A Quiet Guest)", None)
    (gone,) = compare(table(tmp_path / "two"), table(tmp_path / "one")).differences
    assert (gone.sort, gone.new) == ("removed", None)


def test_what_a_card_does_and_what_a_rule_does(tmp_path: Path) -> None:
    found = differences(tmp_path, ("draw 2", "draw 1"), ("crumbs_to_win = 10", "crumbs_to_win = 12"))
    assert [(item.group, item.what, item.details) for item in found] == [
        ("cards", "card A_Second_Cup (A Second Cup)", ["play"]),
        ("options", "option crumbs_to_win", ["default 10 → 12"]),
    ]


def test_a_change_of_a_definition_is_no_change_of_who_uses_it() -> None:
    """Chrononauts with a house rule: what the rule does not say stays as it was."""
    found = compare(shipped("chrononauts").raw, shipped("house-shorter").raw).differences
    assert found and all(item.group == "options" for item in found)
