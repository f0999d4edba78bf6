"""The cards of the family against the facts: who goes home when, what hangs on what, how many there are."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable

import pytest

from chronoc.model.symbols import DesignSym
from tests.chrononauts.compiled import Bench
from tests.chrononauts.test_truth_table import PARADOXED, State
from tests.family.sets import analysed

#: (true event, altered events) of the twelve lost identities that have a home.
LOST = {
    "Angela": "1945 and 1917' and 1929'",
    "Dale": "1948 and 1933' and 1991'",
    "Herb": "1939 and 1918' and 1929'",
    "Isaac": "1999 and 1933' and 1969'",
    "Johnson": "1868 and 1945' and 1950'",
    "Mason": "1995 and 1974' and 1999'",
    "Mojo": "1933 and 1939' and 1986'",
    "Rufus": "1950 and 1944' and 1995'",
    "Turtle": "1991 and 1868' and 1968'",
    "Tyb": "1969 and 1942' and 1986'",
    "Walter": "1974 and 1868' and 1948'",
    "Zane": "1918 and 1948' and 1962'",
}

#: Early American: what each ripplepoint hangs on, repeated by hand.
EARLY: dict[int, Callable[[State], bool]] = {
    1773: lambda s: 1770 in s,
    1776: lambda s: 1770 in s and 1775 in s,
    1781: lambda s: 1775 in s,
    1789: lambda s: 1787 in s,
    1803: lambda s: 1801 in s,
    1804: lambda s: 1787 in s or 1801 in s,
    1814: lambda s: 1812 in s,
    1815: lambda s: 1812 in s,
    1846: lambda s: 1836 in s,
    1849: lambda s: 1848 in s,
    1850: lambda s: 1836 in s and 1848 in s,
    1863: lambda s: 1787 in s or 1861 in s or 1862 in s,
    1869: lambda s: 1848 in s or 1861 in s,
    1883: lambda s: 1881 in s,
    1893: lambda s: 1871 in s,
    1899: lambda s: 1898 in s,
    1904: lambda s: 1898 in s and 1901 in s,
    1906: lambda s: 1901 in s,
    1916: lambda s: 1812 in s,
}
EARLY_LINCHPINS = (1770, 1775, 1787, 1801, 1812, 1836, 1848, 1861, 1862, 1871, 1881, 1898, 1901)


def designs(variant: str, owner: str) -> list[DesignSym]:
    """The cards that a set adds."""
    return [card for card in analysed(variant)[1].program.designs if card.set is not None and card.set.name == owner]


def said(variant: str, card: DesignSym, clause: str) -> str:
    """A clause as it is written."""
    span = card.written[clause].span
    text = analysed(variant)[0].reading.texts[span.file]
    return " ".join(text[span.start : span.end].decode().split())


def test_the_lost_identities() -> None:
    cards = [card for card in designs("lost-identities", "lost_identities") if card.kind.name == "identity"]
    homes = {card.title: said("lost-identities", card, "home").removeprefix("home if ") for card in cards}
    assert homes.pop("Crazy Joe") == "no"
    assert homes == LOST
    assert {card.title for card in cards if card.provenance != "printed"} == set()


def test_row_e() -> None:
    cards = designs("gore-years", "gore_years")
    assert Counter(card.kind.name for card in cards) == {"linchpin": 1, "ripplepoint": 4, "patch": 4, "identity": 2}
    events = [card for card in cards if card.kind.name in ("linchpin", "ripplepoint")]
    years = [said("gore-years", card, "year") for card in events]
    assert (years[0], years[-1]) == ("year: 2000", "year: 2008")
    assert sorted(said("gore-years", card, "at") for card in events) == [f"at: E{column}" for column in range(1, 6)]


def test_early_american_has_136_cards_in_rows_of_eight() -> None:
    program = analysed("early-american")[1].program
    assert sum(card.copies for card in program.designs) == 136
    events = [card for card in designs("early-american", "early_american") if "year" in card.written]
    in_time = sorted(events, key=lambda card: said("early-american", card, "year"))
    wanted = [f"at: {row}{column}" for row in "ABCD" for column in range(1, 9)]
    assert [said("early-american", card, "at") for card in in_time] == wanted
    assert [said("early-american", card, "year") for card in (in_time[0], in_time[-1])] == ["year: 1770", "year: 1916"]
    kinds = Counter(card.kind.name for card in program.designs for _ in range(card.copies))
    assert kinds == {
        "linchpin": 13, "ripplepoint": 19, "identity": 12, "mission": 9, "inverter": 18, "patch": 22,
        "artifact": 18, "action_card": 12, "timewarp": 8, "gadget": 5,
    }  # fmt: skip


def test_what_is_known_of_early_american_is_there() -> None:
    cards = {card.title: card for card in designs("early-american", "early_american")}
    printed = {title for title, card in cards.items() if card.provenance == "printed"}
    assert printed == {
        "Tea Exempted in Tax Repeal", "Boston Tea Party", "Star-Spangled Banner Adopted", "Boston Cake Riot",
        "The Lost Golden Spike", "The Jade Statue of Tirade",
    }  # fmt: skip
    tea = cards["Tea Exempted in Tax Repeal"]
    assert said("early-american", tea, "other_side") == 'other side: "Townshend Act Fully Repealed"'


def test_every_event_is_home_to_one_and_every_stable_patch_is_wanted() -> None:
    homes = [
        said("early-american", card, "home").removeprefix("home if ").split(" and ")
        for card in designs("early-american", "early_american")
        if card.kind.name == "identity"
    ]
    true = Counter(events[0] for events in homes)
    altered = Counter(event for events in homes for event in events[1:])
    assert len(homes) == 12 and all(len(events) == 3 for events in homes)
    assert set(true.values()) == {1} and not any("'" in event for event in true)
    assert set(altered) == {f"{year}'" for year in EARLY if year != 1863} and max(altered.values()) == 2


@pytest.mark.parametrize("seed", [1, 2])
def test_both_timelines_in_one_a_long_way_of_flips(seed: int) -> None:
    """A11: what a ripplepoint shows depends on the linchpins as they lie, and on nothing else."""
    rules: dict[int, Callable[[State], bool]] = {**PARADOXED, **EARLY}
    bench = Bench("uber-chrononauts", {"collapse_at": 40})
    flip = bench.overload("verbs", "flip", "linchpin")
    paradox = bench.overload("defines", "paradox", "ripplepoint")
    base = {year for year in bench.thing if year not in rules}
    assert set(EARLY_LINCHPINS) <= base and len(base) == 26
    chance, state = random.Random(seed), set[int]()
    for _ in range(400):
        year = chance.choice(sorted(base))
        bench.do(flip, bench.thing[year])
        state ^= {year}
        now: State = frozenset(state)
        assert {y: bench.ask(paradox, bench.thing[y]) for y in rules} == {y: rule(now) for y, rule in rules.items()}
