"""The set says what the sources say: how many of what there is, the names that are known, and what the numbers are."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

from runtime.game import Game
from tests.emerald.compiled import Bench, loaded, symbols

COUNTS = {
    "city": 9, "cube": 10, "agent": 10, "zombie": 6, "starter": 10, "intrigue": 66, "city_card": 9, "royalty": 9,
    "identity": 6,
}  # fmt: skip
CITIES = "Rome,Paris,Madrid,Constantinople,Cairo,Saint Petersburg,London,Berlin,Vienna".split(",")
NAMED = (
    "Shoggoth,Peter Rachkovsky,Cthulhu,Vampires,Zombies,Sherlock Holmes,John Watson,Professor Moriarty,"
    "Inspector Lestrade,Irene Adler,Sigmund Freud,Vera Figner,Louise Michel,Prince Kropotkin,Hired Assassin,"
    "Nadar Airships"
).split(",")
KINDS_OF_SYMBOLS = ("influence", "claiming", "retrieving", "railway", "bomb")


def designs(kind: str) -> list[dict[str, Any]]:
    raw = loaded().raw
    return [d for d in raw["designs"] if raw["kinds"][d["kind"]]["name"] == kind]


def test_counts() -> None:
    found: Counter[str] = Counter()
    for kind in COUNTS:
        found[kind] = sum(design["copies"] for design in designs(kind))
    assert found == COUNTS


def test_names() -> None:
    assert [design["title"] for design in designs("city")] == CITIES
    known = [design["title"] for design in designs("intrigue")]
    assert [name for name in NAMED if name not in known] == []


def test_every_symbol_is_on_some_card_and_on_enough_of_them() -> None:
    copies = {d["title"]: d["copies"] for kind in ("intrigue", "starter", "city_card") for d in designs(kind)}
    for symbol in KINDS_OF_SYMBOLS:
        assert sum(copies[title] for title, marks in symbols().items() if symbol in marks) > 5, symbol


@pytest.mark.parametrize(("seats", "cards"), [(2, 3), (3, 3), (4, 4), (5, 5)])
def test_set_up(seats: int, cards: int) -> None:
    """A city card, a royalty and 3, 3, 4 or 5 game cards a city; 5 of 10 cubes in Limbo; five cards in hand."""
    game = Game.new(loaded(), seats, seed=seats)
    bench = Bench(seats)
    zones = game.state.Z
    for city in CITIES:
        stack, throne = zones[bench.zone("stack", city)], zones[bench.zone("throne", city)]
        assert len(stack) + len(throne) == cards + 2
        assert [bench.world.designs[x] for x in stack[:1]] != [bench.world.designs[x] for x in throne]
    assert len(zones[bench.zone("limbo")]) == 5 * seats
    assert len(zones[bench.zone("not_dealt")]) == 66 - 9 * cards
    assert len(zones[bench.zone("unused")]) == 6 - seats
    for seat in range(seats):
        assert [len(zones[bench.zone(name, seat)]) for name in ("hand", "deck", "discard", "secret")] == [5, 5, 0, 1]
        assert len(zones[bench.zone("available", seat)]) == 15  # before anybody has put his two agents down


def test_everybody_begins_with_two_agents_in_cities_of_his_choice() -> None:
    game, asked = Game.new(loaded(), 3, seed=8), []
    while game.state.turn == 0:
        assert game.decision is not None and game.decision.size == 9
        asked.append(game.decision.seat)
        game.choose(len(asked) % 9)
    first = asked[0]
    assert asked == [seat for k in range(3) for seat in [(first + k) % 3] * 2]
    assert game.state.active == first
    bench = Bench(3)
    for seat in range(3):
        assert len(game.state.Z[bench.zone("available", seat)]) == 13
