"""All 8,192 states of the thirteen linchpins, reached by flips in the interpreter, against a hand-written truth table.

What a ripplepoint shows depends on the linchpins as they lie and on nothing else, whichever way they came to lie so.
"""

from __future__ import annotations

import random

import pytest

from tests.chrononauts.compiled import LATER, Bench
from tests.chrononauts.facts import LINCHPINS, STABLE_PATCHES

State = frozenset[int]  # the years whose linchpin shows its other side

#: The truth table. It repeats the conditions in Python on purpose: nothing here is read from the cards.
PARADOXED = {
    1868: lambda s: 1865 in s,
    1917: lambda s: 1915 in s,
    1918: lambda s: 1914 in s,
    1929: lambda s: 1912 in s,
    1933: lambda s: 1912 in s or 1915 in s,
    1939: lambda s: 1936 in s,
    1942: lambda s: 1936 in s,
    1944: lambda s: 1936 in s and 1941 in s,
    1945: lambda s: 1936 in s or 1941 in s or 1943 in s,
    1948: lambda s: 1936 in s,
    1950: lambda s: 1937 in s,
    1962: lambda s: 1943 in s or 1957 in s,
    1968: lambda s: 1963 in s,
    1969: lambda s: 1957 in s or 1963 in s,
    1974: lambda s: 1865 in s and 1963 in s,
    1986: lambda s: 1980 in s and 1981 in s,
    1991: lambda s: 1981 in s,
    1995: lambda s: 1993 in s,
    1999: lambda s: 1980 in s,
}
YEARS = sorted(LINCHPINS)
#: Far beyond what can be open at once, so that no state ends the game.
NO_COLLAPSE = {"collapse_at": 40}


class Line:
    """The TimeLine in the interpreter, asked and changed through the game's own words."""

    def __init__(self) -> None:
        self.bench = Bench(LATER, NO_COLLAPSE)
        self.flip_fn = self.bench.overload("verbs", "flip", "linchpin")
        self.paradox_fn = self.bench.overload("defines", "paradox", "ripplepoint")
        self.patched_fn = self.bench.overload("defines", "patched", "ripplepoint")
        self.plain_fn = self.bench.overload("defines", "plain", "ripplepoint")
        self.count_fn = self.bench.overload("defines", "open_paradoxes")
        self.allowed_fn = self.bench.overload("defines", "allowed", "patch")
        self.play_fn = self.bench.overload("verbs", "play", "card")

    def flip(self, year: int) -> None:
        self.bench.do(self.flip_fn, self.bench.thing[year])

    def shown(self) -> dict[int, bool]:
        return {year: self.bench.ask(self.paradox_fn, self.bench.thing[year]) for year in PARADOXED}

    def count(self) -> int:
        number = self.bench.ask(self.count_fn)
        assert isinstance(number, int)
        return number


def expected(state: State) -> dict[int, bool]:
    return {year: rule(state) for year, rule in PARADOXED.items()}


@pytest.mark.parametrize("seed", [1, 2])
def test_all_states_along_a_path_that_meets_each_once(seed: int) -> None:
    """A Gray code over a random order of the linchpins: 8,191 flips, 8,192 states."""
    order = random.Random(seed).sample(YEARS, len(YEARS))
    line = Line()
    state: set[int] = set()
    met = set()
    for step in range(2 ** len(order)):
        if step:
            year = order[(step & -step).bit_length() - 1]
            line.flip(year)
            state ^= {year}
        now = frozenset(state)
        met.add(now)
        truth = expected(now)
        assert line.shown() == truth, f"after {step} flips: {sorted(now)}"
        assert line.count() == sum(truth.values())
    assert len(met) == 8192


def test_random_paths_back_and_forth() -> None:
    """The same state by other ways, and everything undone at the end."""
    chance = random.Random(7)
    line = Line()
    state: set[int] = set()
    for _ in range(1500):
        year = chance.choice(YEARS)
        line.flip(year)
        state ^= {year}
        assert line.shown() == expected(frozenset(state))
    for year in sorted(state):
        line.flip(year)
    assert line.count() == 0


#: Patches of 1945 and what each of them needs, beside the paradox.
NEXUS = {
    "Nazis Win the War": lambda s: 1941 in s,
    "Allied Troops Invade Tokyo": lambda s: 1943 in s,
    "Truce Signed Aboard a Neutral Ship": lambda s: 1936 in s,
    "Japan Keeps an Empty Ocean": lambda s: 1941 in s and 1943 in s,
}


def test_patches_along_random_paths() -> None:
    """Patches are laid on open paradoxes at random; a patch stays exactly as long as it fits, whatever else happens."""
    chance = random.Random(11)
    line = Line()
    cards = {title: (year, PARADOXED[year]) for year, title in STABLE_PATCHES.items()}
    cards |= {title: (1945, rule) for title, rule in NEXUS.items()}
    number = {title: line.bench.card(title) for title in cards}
    state: set[int] = set()
    lying: dict[int, str] = {}
    laid = voided = 0
    for _ in range(2500):
        year = chance.choice(YEARS)
        line.flip(year)
        state ^= {year}
        now = frozenset(state)
        gone = [y for y, title in lying.items() if not (PARADOXED[y](now) and cards[title][1](now))]
        for y in gone:
            del lying[y]
        voided += len(gone)
        title = chance.choice(sorted(cards))
        y, rule = cards[title]
        playable = PARADOXED[y](now) and rule(now) and y not in lying
        assert line.bench.ask(line.allowed_fn, number[title]) == playable, (title, sorted(now))
        if playable:
            line.bench.do(line.play_fn, number[title])
            lying[y] = title
            laid += 1
        for y in PARADOXED:
            thing = line.bench.thing[y]
            assert line.bench.ask(line.patched_fn, thing) == (y in lying), (y, sorted(now))
            assert line.bench.ask(line.paradox_fn, thing) == (PARADOXED[y](now) and y not in lying)
            assert line.bench.ask(line.plain_fn, thing) == (not PARADOXED[y](now))
    assert laid > 300 and voided > 200
