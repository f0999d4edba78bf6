"""Tables from strangers: whatever is changed in one, it is refused, or it plays, or it ends in a fault; nothing else."""

from __future__ import annotations

import copy
from collections import Counter
from typing import Any

import pytest

import runtime.game
from runtime import Fault, Game, TableError, load_table
from runtime.canonical import content_hash
from runtime.ops import EXPRESSIONS, STATEMENTS
from runtime.players.random import RandomPlayer
from runtime.rng import Streams
from tests.commands.games import small
from tests.runtime.test_saving import TABLE

SIGNATURES = {**EXPRESSIONS, **STATEMENTS}
BASES = (TABLE.raw, small().raw())


def changed(chance: Streams) -> dict[str, Any]:
    """A table in which a few nodes of the code are not what they were."""

    def below(n: int) -> int:
        return chance.below("change", n)

    raw = copy.deepcopy(BASES[below(len(BASES))])
    for _ in range(1 + below(4)):
        here = below(len(raw["code"]))
        node = raw["code"][here]
        if below(6) == 0:
            group = EXPRESSIONS if node[0] in EXPRESSIONS else STATEMENTS
            same = [op for op in group if group[op] == group[node[0]]]
            node[0] = same[below(len(same))]
        elif len(node) > 1:
            at = 1 + below(len(node) - 1)
            node[at] = other(node[at], here, below)
    return {**raw, "hash": content_hash(raw)}


def other(value: Any, here: int, below: Any) -> Any:
    if isinstance(value, bool):
        return not value
    if isinstance(value, int):
        return [below(here + 1), value + 1, max(0, value - 1), -1, 10**12][below(5)]
    if value is None:
        return below(here + 1)
    if isinstance(value, list) and value:
        at = below(len(value))
        return [*value[:at], *value[at + 1 :]] if below(2) else [*value, value[at]]
    return value


def played(raw: dict[str, Any], seed: int) -> str:
    """What became of a table: refused, played, or the name of its fault."""
    try:
        table = load_table(raw)
        game = Game.new(table, 2, seed)
        seats = [RandomPlayer(seed, seat) for seat in range(len(game.rules.seats))]
        for _ in range(40):
            decision = game.decision
            if decision is None:
                break
            assert decision.options
            assert decision.prompt is not None
            game.choose(seats[decision.seat].choose(decision))
        game.view(0)
        game.log(1)
        game.save()
    except TableError:
        return "refused"
    except Fault as fault:
        return type(fault).__name__
    return "played"


@pytest.mark.parametrize("seed", range(4))
def test_whatever_is_changed_in_a_table(seed: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(runtime.game, "FUEL", 100_000)
    chance = Streams(seed)
    found = Counter(played(changed(chance), seed) for _ in range(50))
    assert found["played"] > 5
    assert found["refused"] > 5
    assert found["Fault"] + found["Budget"] > 0
