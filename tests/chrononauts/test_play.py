"""Whole games at random: nothing is lost, nothing is doubled, every game ends, and chance is what it should be."""

from __future__ import annotations

import random
from collections import Counter

import pytest

from runtime.game import Game
from tests.chrononauts.compiled import FIRST, LATER, Bench, loaded, named, table

LONGEST = 20_000  # decisions


def whole(game: Game) -> None:
    """Every card lies in exactly one place."""
    state = game.state
    found = Counter(thing for zone in state.Z for thing in zone if thing is not None)
    world = game.rules.world
    for things in world.copies:
        for thing in things:
            box = thing not in found
            assert found[thing] == (0 if box else 1)


@pytest.mark.parametrize("edition", [FIRST, LATER])
@pytest.mark.parametrize("seats", [2, 3, 6])
def test_random_games_end_and_keep_their_cards(edition: str, seats: int) -> None:
    game = Game.new(loaded(edition), seats, seed=seats)
    chance = random.Random(seats)
    deck = named(edition, "zones", "deck")
    everything = len(game.state.Z[game.rules.world.base[deck]]) + sum(
        len(game.state.Z[game.rules.world.base[named(edition, "zones", "hand")] + seat]) for seat in range(seats)
    )
    assert everything == (80 if edition == FIRST else 84)
    turn = -1
    for _ in range(LONGEST):
        if game.over:
            break
        decision = game.decision
        assert decision is not None
        if game.state.turn != turn:
            turn = game.state.turn
            whole(game)
        game.answer(decision.values[chance.randrange(decision.size)])
    assert game.over
    result = game.result
    assert result is not None and result.faults == 0
    assert result.winners or len(result.losers) == seats


def test_the_discards_are_shuffled_when_they_become_the_deck() -> None:
    orders = set()
    for seed in range(8):
        bench = Bench(LATER, seed=seed)
        zones, base = bench.game.state.Z, bench.game.rules.world.base
        deck, discards, hand = (base[named(LATER, "zones", name)] for name in ("deck", "discards", "hand"))
        discard = bench.overload("verbs", "discard", "card")
        cards = [
            bench.card(title) for title in ("Rex", "A Live Dodo", "Mona Lisa", "The Crown of Thorns", "World War 3")
        ]
        for card in cards:
            bench.do(discard, card)
        assert sorted(zones[discards]) == sorted(cards)
        bench.do(bench.overload("verbs", "draw", None, None), 1, hand)
        assert not zones[discards] and len(zones[deck]) == len(cards) - 1 and len(zones[hand]) == 1
        orders.add(tuple(zones[deck]))
    assert len(orders) > 3


def test_the_old_identity_is_shown_to_all_and_the_new_one_to_its_owner_alone() -> None:
    """Case A18, in the log of every seat: what a card on the table made public, and what it did not."""
    bench = Bench(LATER, {"second_tries": 0}, seed=5, setup=True)
    game = bench.game
    me = game.state.active
    other = 1 - me
    theirs = game.rules.world.base[named(LATER, "zones", "secret_identity")] + other
    designs = table(LATER)["designs"]
    title = {thing: d["title"] for d, things in zip(designs, bench.copies) for thing in things}
    (old,) = game.state.Z[theirs]
    before = [len(game.log(seat)) for seat in (me, other)]
    bench.do(bench.overload("verbs", "play", "card"), bench.card("Your Parents Never Met"), you=me)
    assert game.decision is not None and game.decision.seat == me
    game.answer(other)
    while (decision := game.decision) is not None and decision.seat == other:  # asked for a Memo
        game.choose("pass" if decision.kind == "react" else 0)
    (new,) = game.state.Z[theirs]
    told = ["\n".join(game.log(seat, start)) for seat, start in zip((me, other), before)]
    assert new != old
    assert title[old] in told[0] and title[old] in told[1]
    assert title[new] not in told[0] and title[new] in told[1]
