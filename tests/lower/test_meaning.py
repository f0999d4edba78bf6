"""What is written means what the interpreter then does."""

from __future__ import annotations

import pytest

from tests.lower.world import World

SOURCE = """
lamp Candle "Candle" { year: 1800 ; at: A1 ; icon: "wax" }
lamp Bulb "Light Bulb" { year: 1879 ; at: A8 ; affects: 1900 }
shade Blackout "Blackout" { year: 1900 ; at: B2 ; Dimmed if Bulb' }
trick Spark "Spark" x3 { cost: 2 ; paint: green ; marks: 2 green, blue ; tags: heavy }
trick Flash "Flash" { cost: 5 ; marks: 3 red }
tool Wrench "Wrench" { cost: 1 ; value: n + cost of this ; die { 1, 2: draw 1 ; else: nothing } }
cube "Cube" x4 each player { }
define twice(n: number) = 2 * n
define dear(c: card) = cost of c > 2
define kind_of_it(t: tool) = "tool"
define kind_of_it(c: card) = "card"
define near(n: number, m: number) = n - m == 1 or m - n == 1
define price(d: design of trick) = case { cost of d > 2 or paint of d == green: 2 ; else: 1 }
define rank(c: card) in 0 to 4 = cost of c
"""


@pytest.fixture(scope="module")
def world() -> World:
    return World(SOURCE)


VALUES: list[tuple[str, object]] = [
    # numbers and logic
    ("1 + 2 * 3 - 4 / 3", 6),
    ("7 mod 3 - 2", -1),
    ("not no and (yes or no)", True),
    ("round == 1 and round < 2 and round != 3", True),
    ("max(1, 5, 3) - min(4, 2)", 3),
    ("twice(4)", 8),
    ("twice(min(cost of c for c in cards where cost of c > 99)) is nothing", True),  # nothing gives nothing
    ("price(the c in tricks where cost of c > 99) is nothing", True),
    ("price(the c in tricks where cost of c > 4)", 2),
    ("case round { 1 to 2: 10 ; else: 20 }", 10),
    ("case { round == 2: 1 ; else: 7 }", 7),
    ("sum(n for n in 1 to 4)", 10),
    ("sum(twice(n) for n in (1 to 4) where it > 2)", 14),
    ("count(1 to 0)", 0),
    ("3 in (1, 2, 3) and 4 not in (1, 2)", True),
    # cards by name, title and number
    ("Candle", "Candle"),
    ("year of Candle", 1800),
    ("1879.year", 1879),
    ('icon of "Candle"', "wax"),
    ("Bulb' or not Candle", False),
    ("primed(Bulb)", False),
    ("1900 is dimmed", False),
    ("Blackout", "Blackout"),
    # kinds, fields, tags
    ("count(tricks)", 4),
    ("count(cards where it is trick)", 4),
    ("count(cards where cost > 1 and it is not tool)", 4),
    ("count(copies of Spark)", 3),
    ("cost of Spark", 2),
    ("paint of Spark == green", True),
    ("paint of Flash", 0),
    ("marks[green] of Spark + marks[red] of Flash + marks[blue] of Flash", 5),
    ("count(cards where marks[blue] > 0)", 3),
    ("any c in cards satisfy c has heavy", True),
    ("all c in tricks satisfy c has heavy", False),
    ("no c in tools satisfy c has heavy", True),
    ("count(cards where it is Spark)", 3),
    ("Flash is Flash and Flash is not Spark", True),
    ("kind of Wrench == kind of Flash", False),
    ("Wrench.value(4)", 5),
    ("Wrench has die and Flash has no play", True),
    ("kind_of_it(Wrench)", "tool"),
    ("kind_of_it(Flash)", "card"),
    ("count(cards where kind_of_it == kind_of_it(Wrench))", 1),
    ("rank(Flash)", 4),
    ("count(designs of trick)", 2),
    # choosing among things
    ("the c in cards with most cost of c", "Flash"),
    ("the c in cards with least cost", "Wrench"),
    ("the c in tricks with least cost of c ties none", None),
    ("count(the c in tricks with least cost of c ties all)", 3),
    ("the c in cards where cost of c == 5", "Flash"),
    ("the c in cards where cost of c == 2", None),
    ("first of (cards sorted by cost descending)", "Flash"),
    ("first of (cards where dear)", "Flash"),
    ("top of deck or else Flash", "Flash"),
    ("(cards where cost == 9) or else (cards where dear)", ["Flash"]),
    ("count((cards where dear) + tools without Wrench)", 1),
    ("2 of (round == 1, round == 2, yes)", True),
    ("all of (Flash, Wrench) in discards", False),
    ("any of (round == 1, round == 2)", True),
    ("none of (Flash, Wrench) in deck", True),
    # players and zones
    ("players", ["Ann", "Ben", "Cid"]),
    ("others of Ben", ["Cid", "Ann"]),
    ("left of Cid", "Ann"),
    ("players from Ben", ["Ben", "Cid", "Ann"]),
    ("count(cubes of Ben)", 4),
    ("count(cubes of (others of Ben))", 8),
    ("count(cubes of Ben in deck)", 0),
    ("hand of Ann is empty and deck is empty", True),
    ("count(hand of players)", 0),
    ("Flash in box", True),
    ("Flash in table", False),
    ("holder of Flash is nothing", True),
    ("holder of Flash exists", False),
    ("strength(Ann, red)", 0),
    ("score of Ann", 0),
    ("count(groups of (1 to 5) by near)", 1),
    ("count(groups of (1, 2, 4, 5, 8) by near)", 3),
    ("hand_size + count(players)", 6),
    ("during fight", False),
    ("colour", [0, 1, 2]),
    ("count(events where (it is lamp and year < 1850) or it is shade)", 2),
]


@pytest.mark.parametrize(("text", "expected"), VALUES, ids=[text for text, _ in VALUES])
def test_value(world: World, text: str, expected: object) -> None:
    found = world.value(text)
    assert shown(world, found, expected) == expected


def shown(world: World, found: object, expected: object) -> object:
    """A value with objects by their names, where names are expected."""
    if isinstance(expected, str) and isinstance(found, int):
        return thing(world, found)
    if isinstance(expected, list):
        assert isinstance(found, (tuple, range, list))
        return [thing(world, item) if isinstance(expected[0], str) else item for item in found]
    return found


def thing(world: World, number: int) -> str:
    return world.name(number)


def test_facts() -> None:
    world = World(SOURCE, "Bulb' ; score of Ben = 7 ; round = 3")
    assert world.values("1900 is dimmed", "Bulb'", "1900'", "plain(1900)", "score of Ben", "round") == [
        True,
        True,
        False,
        False,
        7,
        3,
    ]


def test_verbs_as_facts() -> None:
    world = World(
        SOURCE, "move Flash to hand of Ben ; flip Candle ; add 2 to score of Ann ; move copies of Spark to deck"
    )
    assert world.values(
        "count(hand of Ben)", "holder of Flash == Ben", "Candle'", "score of Ann", "count(deck)", "Spark in deck",
        "count(cards in deck)", "sum(cost of c for c in deck)", "Flash in hand", "Flash in hand of Ann",
        "count(hand of players)", "zone of Flash == hand of Ben",
    ) == [1, True, True, 2, 3, True, 3, 6, True, False, 1, True]  # fmt: skip
