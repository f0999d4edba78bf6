"""What may be paid is exactly what the rules allow: the options of the game against all sets of cards, tried by force."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator
from itertools import combinations
from typing import Any

import pytest

from runtime.decide import DONE
from runtime.game import Game
from tests.emerald.compiled import Bench, symbols

CITIES = ("Rome", "Paris", "Madrid")
CARDS = (
    "Secret Press", "Special Train", "Nadar Airships", "The Court Physician", "Louise Michel", "The Wagon-Lits Porter",
    "War Loan", "Letters of Credit", "Dynamite", "The Clockmaker's Girl", "General Strike", "The Customs Officer",
)  # fmt: skip
OWN = ("Whispers", "Pamphlets", "Bribe", "Courier", "Night Train")
STATES = 18

Set = tuple[Any, ...]
Picked = tuple[tuple[str, str], ...]  # question and answer


class Deal:
    """A table dealt at random: cards in hand, pieces in three cities and in Limbo, a card open in each of these cities."""

    def __init__(self, seed: int) -> None:
        chance, self.bench = random.Random(seed), Bench(2)
        bench = self.bench
        titles = [*chance.sample(CARDS, 3), *chance.sample(OWN, 2), *chance.choices(OWN[:1] + OWN[2:3], k=1)]
        self.hand: list[str] = []
        for title in [*titles, *(["Hired Assassin"] if seed % 2 else [])]:
            left = [x for x in bench.copies(title, 0 if title in OWN else None) if bench.game.state.L[x] == 0]
            if left:
                bench.put(left[0], bench.zone("hand", 0))
                self.hand.append(title)
        self.pieces: Counter[tuple[str, int, str]] = Counter()  # title, seat, where
        for seat in (0, 1):
            for title, most in (("Cube", 3 - seat), ("Agent", 3 - seat)):
                pieces = bench.copies(title, seat)
                for place in ("limbo", "available", *CITIES):
                    number = 0 if (place, title) == ("limbo", "Agent") else chance.randrange(most)
                    for _ in range(number):
                        bench.put(pieces.pop(), self.zone(place, seat))
                    self.pieces[title, seat, place] = number
        for city, title in zip(CITIES, ("Agitators", "Gunboats", "Safe House"), strict=True):
            bench.put(bench.thing(title), bench.zone("stack", city))
        self.game = bench.start()

    def zone(self, place: str, seat: int) -> int:
        if place in CITIES:
            return self.bench.zone("section", place)
        return self.bench.zone(place, seat if place == "available" else None)

    def total(self, title: str, seat: int = 0, places: tuple[str, ...] = CITIES) -> int:
        return sum(self.pieces[title, seat, place] for place in places)

    def strength(self, city: str, seat: int) -> int:
        return self.pieces["Cube", seat, city] + self.pieces["Agent", seat, city]

    def leads(self, city: str) -> bool:
        return self.strength(city, 0) > self.strength(city, 1)

    # ------------------------------------------------------------------ what the game offers

    def offered(self, action: str, *prompts: str) -> Counter[Set]:
        """Every way to answer these questions of an action: sorted names for each of them, and how often it is reached."""
        assert self.game.decision is not None
        if action not in [option.key for option in self.game.decision.options]:
            return Counter()
        ways = self.follow(self.game, action, prompts, ())
        return Counter(tuple(tuple(sorted(n for q, n in way if q == wanted)) for wanted in prompts) for way in ways)

    def follow(self, before: Game, answer: int | str, prompts: tuple[str, ...], picked: Picked) -> Iterator[Picked]:
        """What is picked in every way to go on from this answer. Answers that are the only one are given unasked."""
        game, unasked = before.copy(), []
        decisions = game.rules.machine.decisions
        decisions.unasked = lambda who, spec, value: unasked.append((spec, value))
        try:
            game.choose(answer)
            decision = game.decision
        finally:
            decisions.unasked = None
        for spec, value in unasked:
            prompt = "".join(str(piece) for _, piece in spec.prompt(before.state, []))
            if prompt in prompts:
                picked += ((prompt, self.name(before, value)),)
        if decision is None or decision.kind == "take" or decision.prompt not in prompts:
            yield picked
            return
        assert decision.size <= 20
        for option in decision.options:
            more = () if option.value == DONE else ((decision.prompt, self.name(before, option.value)),)
            yield from self.follow(game, option.index, prompts, picked + more)

    def name(self, game: Game, thing: int) -> str:
        """A card by its title, a piece by its title, owner and place."""
        world = game.rules.world
        owner = self.bench.owner(thing)
        if owner is None:
            return str(world.title(thing))
        place = game.state.L[thing]
        where = "limbo" if place == self.bench.zone("limbo") else world.title(world.owner_of[place])
        return f"{world.title(thing)} {owner} {where}"

    # ------------------------------------------------------------------ all that there is

    def cards(self, symbol: str, without: str = "") -> Iterator[tuple[str, ...]]:
        """Every set of cards of the hand that all bear a symbol, the empty one as well."""
        hand = sorted(self.hand)
        if without:
            hand.remove(without)
        fit = [title for title in hand if symbol in symbols()[title]]
        for number in range(len(fit) + 1):
            yield from dict.fromkeys(combinations(fit, number))

    def pieces_of(self, title: str, seat: int, places: tuple[str, ...], number: int) -> list[tuple[str, ...]]:
        every = [f"{title} {seat} {place}" for place in places for _ in range(self.pieces[title, seat, place])]
        return list(dict.fromkeys(tuple(sorted(some)) for some in combinations(every, number)))


def value(cards: tuple[str, ...], symbol: str) -> int:
    return sum(symbols()[title][symbol] for title in cards)


def pays(cards: tuple[str, ...], symbol: str, there: int) -> bool:
    """No more symbols than cubes, but for one card with two symbols and the only cube."""
    if not cards:
        return False
    return value(cards, symbol) <= there or (there == 1 and len(cards) == 1 and value(cards, symbol) == 2)


def none_too_many(cards: tuple[str, ...], symbol: str, needed: int) -> bool:
    if value(cards, symbol) < needed:
        return False
    return all(value((*cards[:i], *cards[i + 1 :]), symbol) < needed for i in range(len(cards)))


@pytest.fixture(scope="module", params=range(STATES))
def deal(request: pytest.FixtureRequest) -> Deal:
    return Deal(request.param)


def test_place(deal: Deal) -> None:
    there = deal.total("Cube", 0, ("available",))
    wanted = {(cards,) for cards in deal.cards("influence") if pays(cards, "influence", there)}
    found = deal.offered("influence_city", "Cards to place cubes with")
    assert set(found) == wanted and set(found.values()) <= {1}


def test_retrieve(deal: Deal) -> None:
    places = ("limbo", *CITIES)
    there = deal.total("Cube", 0, places)
    wanted = {
        (cards, cubes)
        for cards in deal.cards("retrieving")
        if pays(cards, "retrieving", there)
        for cubes in deal.pieces_of("Cube", 0, places, min(there, value(cards, "retrieving")))
    }
    found = deal.offered("retrieve", "Cards to retrieve cubes with", "Which cubes?")
    assert set(found) == wanted and set(found.values()) <= {1}


def test_travel(deal: Deal) -> None:
    there = deal.total("Agent")
    wanted = {
        (cards, movers)
        for cards in deal.cards("railway")
        for number in range(1, there + 1)
        if cards and none_too_many(cards, "railway", number)
        for movers in deal.pieces_of("Agent", 0, CITIES, number)
    }
    assert set(deal.offered("travel", "Cards to move agents with", "Which agents?")) == wanted


def test_claim(deal: Deal) -> None:
    open_to = [c for c in CITIES if deal.leads(c) and deal.pieces["Cube", 0, c]]
    wanted = {
        (tuple(sorted(places)), cards)
        for cards in deal.cards("claiming")
        if cards
        for places in combinations(open_to, len(cards))
    }
    assert set(deal.offered("claim", "Claim the open card of", "Cards to claim with")) == wanted


def test_assassinate(deal: Deal) -> None:
    struck = tuple(c for c in CITIES if deal.leads(c) and deal.pieces["Agent", 0, c])
    wanted: set[Set] = set()
    if "Hired Assassin" in deal.hand:
        for number in range(1, deal.total("Agent", 1, struck) + 1):
            for victims in deal.pieces_of("Agent", 1, struck, number):
                missing = 2 * number - 3
                sets = [c for c in deal.cards("bomb", "Hired Assassin") if none_too_many(c, "bomb", missing)]
                wanted |= {(victims, cards) for cards in sets if missing > 0 or not cards}
    found = deal.offered("assassinate", "With whom?", "Whom?", "Cards with bombs")
    assert {(victims, bombs) for _, victims, bombs in found} == wanted
    assert {killer for killer, *_ in found} <= {("Hired Assassin",)}


def test_the_deals_are_worth_trying() -> None:
    """Each of the five actions is possible on some of the tables, in more than one way, and impossible on another."""
    deals = [Deal(seed) for seed in range(STATES)]
    for action in ("influence_city", "retrieve", "travel", "claim", "assassinate"):
        can = [any(o.key == action for o in d.game.decision.options) for d in deals if d.game.decision is not None]
        assert sum(can) > 2 and not all(can), action
