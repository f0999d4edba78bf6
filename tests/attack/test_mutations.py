"""Tables and saves with random faults: whatever loads plays, ends with a `Fault`, or is refused. Nothing else comes out."""

from __future__ import annotations

import json
import random
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import runtime.game
from chronoc.commands.build import compiled
from chronoc.variant import read_sources
from runtime import Fault, Game, Table, UsageError, load_table
from runtime.canonical import content_hash
from tests.attack.mutation import broken, mutated

SPECIMENS = Path(__file__).parents[1] / "specimens"
GAMES = ["duel", "emerald-sketch", "warden", "talespin-sketch", "caravan"]
FEW = settings(max_examples=40, deadline=None, derandomize=True, database=None, suppress_health_check=list(HealthCheck))


@pytest.fixture(autouse=True)
def little(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(runtime.game, "FUEL", 60_000)


@pytest.fixture(autouse=True, scope="module")
def ready() -> None:
    """The compiler lets Python nest deeper, which must not happen inside a property."""
    for name in GAMES:
        raw_table(name)


@cache
def raw_table(name: str) -> dict[str, Any]:
    table, _ = compiled(read_sources(SPECIMENS / name))
    assert table is not None
    return table


@cache
def table(name: str) -> Table:
    return load_table(raw_table(name))


def play(table: Table, chance: random.Random, moves: int = 200) -> None:
    low, high = table.players
    play_on(
        Game.new(table, chance.randint(low, min(high, low + 2)), 1, fast=chance.random() < 0.7), table, chance, moves
    )


def play_on(game: Game, table: Table, chance: random.Random, moves: int) -> None:
    for move in range(moves):
        decision = game.decision
        if decision is None:
            break
        if move % 20 == 0:
            look(game, table)
        game.answer(decision.values[chance.randrange(decision.size)])
    look(game, table)


def look(game: Game, table: Table) -> None:
    if game.decision is not None:
        assert isinstance(game.decision.prompt, str)
        assert isinstance(game.decision.player, str)
        assert len(game.decision.options) == game.decision.size
    game.view(None)
    game.view(0)
    game.log(0)
    game.log(None, everything=True)
    assert Game.load(table, game.save()).digest() == game.digest()
    assert game.result is None or game.over


@pytest.mark.parametrize("name", GAMES)
@FEW
@given(seed=st.integers(0, 10**9))
def test_tables(name: str, seed: int) -> None:
    chance = random.Random(seed)
    raw = mutated(raw_table(name), chance)
    raw["hash"] = content_hash({key: value for key, value in raw.items() if key != "hash"})
    try:
        play(load_table(raw), chance)
    except Fault:
        pass
    except UsageError as refusal:
        assert "damaged" in str(refusal)  # a wrong table may lead to a state that no game may start from


@cache
def saves(name: str) -> list[Any]:
    found = []
    for seed in range(3):
        game, chance = Game.new(table(name), table(name).players[0], seed), random.Random(seed)
        for _ in range(5 + 10 * seed):
            if game.decision is not None:
                game.answer(game.decision.values[chance.randrange(game.decision.size)])
        found.append(json.loads(game.save()))
    return found


@pytest.mark.parametrize("name", GAMES)
@FEW
@given(seed=st.integers(0, 10**9))
def test_saves(name: str, seed: int) -> None:
    chance = random.Random(seed)
    data = broken(chance.choice(saves(name)), chance)
    try:
        game = Game.load(table(name), json.dumps(data))
    except UsageError as refusal:
        assert len(str(refusal)) < 500
        return
    try:
        play_on(game, table(name), chance, 30)
    except (Fault, UsageError):
        pass


WORDS = [
    "", "null", "[]", "{}", "1", '"x"', "{", "[" * 100_000, '{"save":1}', '{"save":1,"save":2}', '{"save":"1"}',
    '{"save":' + "9" * 5000 + "}", '{"save":1e999}', '{"save":NaN}', "\ud800", "\x00", '{"save":1,"table":null}',
    '{"save":1,"table":{}}', '{"save":[[' + "[" * 50_000,
]  # fmt: skip


@pytest.mark.parametrize("text", WORDS, ids=range(len(WORDS)))
def test_what_is_no_save(text: str) -> None:
    with pytest.raises(UsageError):
        Game.load(table("duel"), text)


BYTES = [
    b"", b"null", b"{}", b"[" * 100_000, b'{"a":' * 100_000, b'{"format":1}', b'{"format":2}', b'{"format":"1"}',
    b'{"format":1,"format":1}', b"\xff\xfe{", b"\x00", b"\xef\xbb\xbf{}", b'{"format":' + b"9" * 5000 + b"}",
    b'{"format":1.5}', b'{"format":NaN}', b'"' + b"x" * 10**6, b"[1," * 10_000_000,
]  # fmt: skip


@pytest.mark.parametrize("data", BYTES, ids=range(len(BYTES)))
def test_what_is_no_table(data: bytes) -> None:
    with pytest.raises(Fault):
        load_table(data)


@pytest.mark.parametrize("part", [0.1, 0.5, 0.9, 0.999])
def test_half_a_table(part: float) -> None:
    whole = json.dumps(raw_table("duel")).encode()
    with pytest.raises(Fault, match="JSON"):
        load_table(whole[: int(len(whole) * part)])


def test_a_table_that_was_changed_or_is_newer() -> None:
    raw = json.loads(json.dumps(raw_table("duel")))
    raw["title"] = "Another"
    with pytest.raises(Fault, match="hash"):
        load_table(raw)
    raw["format"] = 2
    with pytest.raises(Fault, match="newer"):
        load_table(raw)
