"""What the check takes for possible, against games: no card is ever in a zone where it cannot be, no zone holds more than it can,
and nothing that has changed was taken for what never changes."""

from __future__ import annotations

from functools import cache
from typing import Any

import pytest

from chronoc.analyse import analyse
from chronoc.check.context import Context
from chronoc.variant import read_sources
from runtime.game import Game
from runtime.players.random import RandomPlayer
from runtime.table import load_table
from tests.properties.forward import ROOT, variants

GAMES, STEPS = 1, 60
#: Of what is shipped, one with each way to play.
SHIPPED = ("chrononauts", "talespin")
CHOSEN = [name for name in variants() if name in SHIPPED or (name.startswith("tests/") and "khronos" not in name)]


@cache
def context(variant: str) -> Context:
    sources = read_sources(ROOT / variant if "/" in variant else variant)
    return Context(analyse(sources.sets, sources.variant), sources.reading.texts)


@pytest.mark.parametrize("variant", CHOSEN)
def test_things_are_where_they_may_be(variant: str) -> None:
    ctx = context(variant)
    table = load_table(ctx.table)
    things, goals = ctx.things, ctx.goals
    for seed in range(GAMES):
        game = Game.new(table, ctx.table["players"][0], seed)
        first: dict[int, Any] = {}
        seats = [RandomPlayer(seed, seat) for seat in range(len(game.rules.seats))]
        for _ in range(STEPS):
            S, world = game.state, game.rules.world
            held: dict[int, int] = {}
            for thing in range(len(world.seats), len(world.designs)):
                zone, design = world.zone_of[S.L[thing]], world.designs[thing]
                assert design is not None
                assert things.content[zone] >> design & 1, (table.zones[zone]["name"], table.designs[design]["title"])
                held[zone] = held.get(zone, 0) + 1
            for zone, number in held.items():
                if zone:
                    assert number <= things.copies(things.content[zone]), table.zones[zone]["name"]
            for field, values in zip(game.rules.column_of, S.V, strict=True):
                if first.setdefault(field, list(values)) != list(values):
                    assert ("get", field) in goals.written, table.fields[field]["name"]
            decision = game.decision
            if decision is None:
                break
            game.choose(seats[decision.seat].choose(decision))
