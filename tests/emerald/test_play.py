"""Whole games at random: they end, nothing is lost, the points on the table are those printed on what one has."""

from __future__ import annotations

import random
from collections import Counter

import pytest

from chronoc.play.board import Board
from chronoc.play.paint import Paint
from chronoc.play.things import Eyes
from runtime.game import Game
from tests.emerald.compiled import Bench, loaded

LONGEST = 10_000  # decisions
MOST_OPTIONS = 48
PLAYERS_CARDS = ("hand", "deck", "discard", "in_use", "kept")


class Watch:
    """What must be so at every decision of a game."""

    def __init__(self, game: Game, seats: int) -> None:
        self.game, self.seats, self.bench = game, seats, Bench(seats)
        self.bench.game = game
        raw = loaded().raw
        self.kind = {name: index for index, name in enumerate(kind["name"] for kind in raw["kinds"])}
        (self.points,) = [i for i, f in enumerate(raw["fields"]) if f["name"] == "points" and not f["var"]]
        self.cards = self.everything()

    def of_kind(self, things: list[int], kind: str) -> int:
        return sum(self.game.rules.world.kinds[thing] == self.kind[kind] for thing in things)

    def everything(self) -> list[int]:
        """All that is not in the box, in order; a thing that lies in two places fails."""
        found = sorted(thing for zone in self.game.state.Z for thing in zone if thing is not None)
        assert len(found) == len(dict.fromkeys(found))
        return found

    def printed(self, thing: int) -> int:
        low = self.game.rules.world.lo[loaded().raw["fields"][self.points]["kind"]]
        return int(self.game.rules.names[f"P{self.points}"][thing - low])

    def check(self) -> None:
        everything = self.everything()
        assert everything == self.cards
        assert self.of_kind(everything, "cube") == self.of_kind(everything, "agent") == 10 * self.seats
        assert self.of_kind(everything, "zombie") == 6
        zones = self.game.state.Z
        for seat in range(self.seats):
            owned = [x for name in PLAYERS_CARDS for x in zones[self.bench.zone(name, seat)]]
            shown = sum(map(self.printed, owned)) + 2 * len(zones[self.bench.zone("trophies", seat)])
            if not self.game.over:
                assert self.bench.field(seat, "points") == shown


@pytest.mark.parametrize("seats", [2, 3, 4, 5])
def test_random_games_end_and_keep_their_pieces(seats: int) -> None:
    game = Game.new(loaded(), seats, seed=f"emerald-{seats}")
    watch, chance, asked = Watch(game, seats), random.Random(seats), 0
    while (decision := game.decision) is not None:
        assert decision.size <= MOST_OPTIONS
        game.answer(decision.values[chance.randrange(decision.size)])
        asked += 1
        assert asked < LONGEST
        if asked % 4 == 0:
            watch.check()
    watch.check()
    result = game.result
    assert result is not None and result.faults == 0 and result.winners
    tracks = dict(zip((row["name"] for row in loaded().raw["gvars"]), game.state.G, strict=True))
    assert all(0 <= at <= 10 for at in tracks.values())


def test_options_of_one_title_say_what_tells_them_apart() -> None:
    bench = Bench(2)
    cubes = bench.copies("Cube", 0)
    for thing, zone in zip(cubes, [bench.zone("limbo"), bench.zone("section", "Rome"), bench.zone("section", "Rome")]):
        bench.put(thing, zone)
    bench.put(bench.copies("Bribe", 0)[0], bench.zone("hand", 0))
    game = bench.start()
    game.choose("retrieve")
    while game.decision is not None and game.decision.prompt != "Which cubes?":
        game.choose(game.decision.size - 1)
    assert game.decision is not None
    assert [option.label for option in game.decision.options] == ["Cube (limbo)", "Cube (section of Rome)"]


def test_victims_of_different_kinds_are_offered_by_name() -> None:
    bench = Bench(2)
    rome = bench.zone("section", "Rome")
    for thing in [*bench.copies("Agent", 0)[:3], bench.copies("Agent", 1)[0]]:
        bench.put(thing, rome)
    bench.put(bench.thing("The Sleeper of the Tiber"), bench.zone("throne", "Rome"))
    for title in ("Hired Assassin", "Dynamite"):
        bench.put(bench.thing(title), bench.zone("hand", 0))
    game = bench.start()
    game.choose("assassinate")
    game.choose(0)
    assert game.decision is not None
    assert [option.label for option in game.decision.options] == ["The Sleeper of the Tiber", "Agent"]


def test_the_screen_shows_the_tracks_and_each_city_once() -> None:
    game = Game.new(loaded(), 3, seed=4)
    chance = random.Random(4)
    for _ in range(60):
        assert game.decision is not None
        game.answer(game.decision.values[chance.randrange(game.decision.size)])
    lines = Board(Eyes(game, 0), Paint(False, 100)).lines()
    assert any("loyalist track" in line and "restorationist track" in line for line in lines)
    heads = Counter(line for line in lines if line.endswith(":") and not line.startswith(" "))
    assert heads["Rome:"] == heads["Saint Petersburg:"] == 1 and set(heads.values()) == {1}
