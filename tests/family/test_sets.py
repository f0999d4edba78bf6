"""Every set and variant: clean, its scenarios hold, its random games end, and the order of sets means nothing."""

from __future__ import annotations

import random
from itertools import permutations

import pytest

from chronoc.analyse import analyse
from chronoc.scenario.suite import play, told
from runtime.game import Game
from tests.family.page import PAGE, page
from tests.family.sets import EVERY, SETS, VARIANTS, analysed, findings, parsed, table

LONGEST = 40_000  # decisions


@pytest.mark.parametrize("name", EVERY)
def test_it_is_clean(name: str) -> None:
    assert findings(name) == []


@pytest.mark.parametrize("name", SETS)
def test_its_scenarios_hold(name: str) -> None:
    sources, analysis = analysed(name)
    own = name.rpartition("/")[2]
    wanted = [item for item in told(analysis) if item.file.startswith(f"{own}/scenarios/")]
    assert len(wanted) >= SETS[name]
    failed = [
        f"{o.place.file}:{o.place.line} {o.title}: {o.message} (expected {o.expected}, found {o.found})"
        for o in play(analysis, wanted, sources.reading.texts)
        if not o.ok
    ]
    assert not failed, "\n".join(failed)


@pytest.mark.parametrize("name", EVERY)
def test_random_games_end(name: str) -> None:
    low, high = table(name).players
    for seats in dict.fromkeys((low, high if name in SETS else low)):
        game = Game.new(table(name), seats, seed=seats)
        chance = random.Random(seats)
        for _ in range(LONGEST):
            decision = game.decision
            if decision is None:
                break
            game.answer(decision.values[chance.randrange(decision.size)])
        assert game.over
        result = game.result
        assert result is not None and result.faults == 0
        assert result.winners or len(result.losers) == seats


@pytest.mark.parametrize("name", EVERY)
def test_the_order_in_which_sets_are_listed_means_nothing(name: str) -> None:
    sources, analysis = analysed(name)
    if len(sources.sets) == 1:
        pytest.skip("one set has one order")
    assert analysis.table is not None
    orders = list(permutations(parsed(name)))
    for order in (orders[-1], orders[len(orders) // 2]):
        again = analyse(order, sources.variant)
        assert again.table is not None and again.table["hash"] == analysis.table["hash"]


def test_the_page_about_the_sets_is_true() -> None:
    assert PAGE.read_text(encoding="utf-8") == page(), "run `python -m tests.family.page`"


def test_house_variants_have_no_code() -> None:
    for name in VARIANTS:
        sources, _ = analysed(name)
        own = sources.variant.id.replace("-", "_")
        assert all(one.name != own for one in sources.sets)
