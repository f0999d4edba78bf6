"""Common random numbers: what is not changed stays, and every game alone is as random as any other."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest

from chronoc.compare.series import both
from chronoc.compare.trees import compare
from runtime import Table, load_table
from runtime.coupled import Coupled, _Chance, chooser
from runtime.game import Game
from runtime.simulate import GameRecord, play_all
from tests.compare.variants import ONE_MORE, RENAMED, table, variant
from tests.properties.forward import table as shipped


def test_every_option_is_as_likely() -> None:
    """Of one decision, by many players; options of one name are several."""
    game = Game.new(shipped("talespin"), 3, 1, forced=True)
    decision = game.decision
    assert decision is not None
    while decision.size < 4:
        game.choose(0)
        decision = game.decision
        assert decision is not None
    size, hundred = decision.size, 100
    for twins in (False, True):
        if twins:
            game.state.asked.options = [decision.values[0]] * size
        chosen = Counter(chooser(game, seed, decision.seat)(decision) for seed in range(hundred * size))
        assert sum((chosen[k] - hundred) ** 2 / hundred for k in range(size)) < 3 * size + 20


class Standing:
    """A state, for chance: it is turn 3."""

    turn = 3


def chance(seed: object, things: int) -> _Chance:
    return _Chance(seed, Standing(), tuple(range(1000, 1000 + things)))  # type: ignore[arg-type]


def test_every_order_is_as_likely() -> None:
    orders: Counter[tuple[int, ...]] = Counter()
    for seed in range(3_000):
        items = [0, 1, 2]
        chance(seed, 3).shuffle("deck", items)
        orders[tuple(items)] += 1
    assert len(orders) == 6
    assert sum((n - 500) ** 2 / 500 for n in orders.values()) < 20.5  # 0.1 % of 5 degrees of freedom


def test_a_second_shuffle_is_another_one() -> None:
    pairs: Counter[tuple[bool, bool]] = Counter()
    for seed in range(4_000):
        streams = chance(seed, 2)
        orders = []
        for _ in range(2):
            items = [0, 1]
            streams.shuffle("deck", items)
            orders.append(items == [0, 1])
        pairs[orders[0], orders[1]] += 1
    assert sum((n - 1000) ** 2 / 1000 for n in pairs.values()) < 16.3


def test_numbers_are_even_and_in_bounds() -> None:
    found: Counter[int] = Counter()
    for seed in range(1_000):
        streams = chance(seed, 1)
        found.update(streams.below("dice", 6) for _ in range(6))
    assert sorted(found) == [0, 1, 2, 3, 4, 5] and sum((n - 1000) ** 2 / 1000 for n in found.values()) < 20.5


def test_a_thing_more_comes_in_between() -> None:
    for seed in range(50):
        few, many = list(range(9)), list(range(10))
        chance(seed, 10).shuffle("deck", few)
        chance(seed, 10).shuffle("deck", many)
        assert [thing for thing in many if thing != 9] == few


def records(old: Table, new: object, games: int, **more: object) -> list[tuple[GameRecord, GameRecord]]:
    first, second = both(old, new, 2, 7, **more)  # type: ignore[arg-type]
    return list(zip(play_all(first, games), play_all(second, games)))


def went(record: GameRecord) -> object:
    return record.ended, record.winners, record.turns, record.moves


def test_renamed_rules_play_the_same_games(tmp_path: Path) -> None:
    old, new = table(variant(tmp_path, "one")), table(variant(tmp_path, "two", *RENAMED))
    pairs = records(load_table(old), compare(old, new).table, 20)
    assert all(went(a) == went(b) for a, b in pairs)
    apart = records(load_table(old), compare(old, new).table, 10, other_seed=8)
    assert not all(went(a) == went(b) for a, b in apart)


def test_cards_in_another_order_play_the_same_games(tmp_path: Path) -> None:
    one, two = variant(tmp_path, "one"), variant(tmp_path, "two")
    lines = (two / "cards.chrono").read_text(encoding="utf-8").splitlines()
    biscuits = [line for line in lines if line.startswith("biscuit ")]
    rest = [line for line in lines if not line.startswith("biscuit ")]
    (two / "cards.chrono").write_text("\n".join([*rest, *reversed(biscuits), ""]), encoding="utf-8")
    old, new = table(one), table(two)
    assert [row["name"] for row in old["designs"]] != [row["name"] for row in new["designs"]]
    assert all(went(a) == went(b) for a, b in records(load_table(old), compare(old, new).table, 20))


def test_one_card_more_leaves_games_alike(tmp_path: Path) -> None:
    old = load_table(table(variant(tmp_path, "one")))
    pairs = records(old, compare(old.raw, table(variant(tmp_path, "two", *ONE_MORE))).table, 80)
    apart = records(old, old.raw, 80, other_seed=8)

    def spread(found: list[tuple[GameRecord, GameRecord]]) -> float:
        return sum((b.turns - a.turns) ** 2 for a, b in found) / len(found)

    assert spread(pairs) < 0.7 * spread(apart)


@pytest.mark.parametrize("name", ["chrononauts", "talespin"])
def test_coupled_games_of_shipped_variants(name: str) -> None:
    """Whatever their rules, they end without error, in the same way each time, in one process or two."""
    plan = Coupled(shipped(name), 2, 3, observe=True)
    found = [plan.game(index) for index in range(2)]
    assert all(not record.error and record.ended != "cut" for record in found)
    assert [record.digest for record in found] == [plan.game(index).digest for index in range(2)]
    assert found[0].digest != Game.new(shipped(name), 2, "3.0").digest()
