"""What is known of the game is so in the files, and the card list uses everything that the rulebook speaks of."""

from __future__ import annotations

from collections import Counter
from typing import Any

from tests.talespin.compiled import NAME, SOLO, named, of_kind, printed, table

DECK = ("passenger", "pilot", "action_card", "artifact", "cargo")


def deck() -> list[dict[str, Any]]:
    return [design for kind in DECK for design in of_kind(kind)]


def value(design: dict[str, Any], edge: str = "attack") -> int:
    """The number of a card as a maneuver."""
    op, maneuver = printed(design, "maneuver")[:2]
    assert op == "card" or op == "thing" or isinstance(maneuver, int)
    node = printed(maneuvers()[maneuver], edge)
    return int(node[1]) if node[0] == "num" else value(design)


def maneuvers() -> dict[int, dict[str, Any]]:
    kind = named("kinds", "maneuver")
    return {i: design for i, design in enumerate(table()["designs"]) if design["kind"] == kind}


def test_how_many_cards_there_are() -> None:
    assert sum(design["copies"] for design in deck()) == 110
    assert len(of_kind("location")) == 12
    assert sorted(design["title"] for design in of_kind("player_card")) == [
        "Baloo", "Don Karnage", "Kit Cloudkicker", "Molly Cunningham",
    ]  # fmt: skip
    khan = [d for d in table(SOLO)["designs"] if d["title"] == "Shere Khan"]
    assert len(khan) == 1


def test_every_player_is_a_passenger_too() -> None:
    titles = [design["title"] for design in of_kind("passenger")]
    assert all(design["title"] in titles for design in of_kind("player_card"))
    both = Counter(str(printed(design, "as_passenger")) for design in of_kind("player_card"))
    assert len(both) == 4


def test_two_cargo_bear_the_logo_of_khan() -> None:
    logo = table()["tags"].index("khan_logo")
    assert sum(design["copies"] for design in of_kind("cargo") if logo in design["tags"]) == 2


def test_numbers_from_one_to_thirteen_each_with_a_name() -> None:
    names = Counter(value_of(m) for m in maneuvers().values())
    assert sorted(names) == list(range(1, 14))
    used: Counter[int] = Counter()
    for design in deck():
        used[value(design)] += design["copies"]
    assert sorted(used) == list(range(1, 14))
    assert all(3 <= count <= 14 for count in used.values()), used


def value_of(maneuver: dict[str, Any]) -> int:
    return int(printed(maneuver, "attack")[1])


def test_both_edges_are_equal_but_for_the_lucky_shot() -> None:
    other = [m["title"] for m in maneuvers().values() if printed(m, "defence")[0] == "num"]
    assert other == ["Lucky Shot"]


def test_what_is_known_of_the_pirate() -> None:
    (karnage,) = [design for design in of_kind("player_card") if design["title"] == "Don Karnage"]
    assert value(karnage) == 6 and printed(karnage, "damage") == ["num", 2] and printed(karnage, "PILOT") == ["num", 2]
    (baloo,) = [design for design in of_kind("player_card") if design["title"] == "Baloo"]
    assert printed(baloo, "PILOT") == ["num", 3]


def test_homes_and_the_first_covered_location() -> None:
    where = {design["title"]: printed(design, "number")[1] for design in of_kind("location")}
    assert sorted(where.values()) == list(range(1, 13))
    named_in_the_rulebook = ("Iron Vulture", "Louie's", "Higher for Hire", "Cape Suzette", "Khan Industries")
    assert [where[title] for title in named_in_the_rulebook] == [12, 3, 6, 9, 1]


def test_every_window_has_a_card() -> None:
    used = {reaction["window"] for design in deck() for reaction in design["reactions"]}
    assert sorted(used) == list(range(len(table()["windows"])))


def test_every_die_table_says_what_each_roll_does() -> None:
    die = str(named("clauses", "die"))
    assert all(die in design["clauses"] for kind in ("passenger", "player_card") for design in of_kind(kind))


def test_both_colours_and_every_tag_are_used() -> None:
    colours = Counter(str(printed(design, "color")) for kind in ("passenger", "pilot") for design in of_kind(kind))
    assert len(colours) == 2
    tags = {tag for design in table()["designs"] for tag in design["tags"]}
    assert sorted(tags) == list(range(len(table()["tags"])))


def test_every_card_says_where_it_comes_from() -> None:
    for name in (NAME, SOLO):
        assert all(design["provenance"] in ("printed", "reconstructed") for design in table(name)["designs"])
