"""Positions hold what a seat may know and nothing else, and can be played on from."""

from __future__ import annotations

import gc
import json
import pickle
from collections.abc import Iterator
from pathlib import Path
from typing import Any, ClassVar

import pytest

from runtime import Game, UsageError
from runtime.game import Decision
from runtime.link import Rules
from runtime.players.observation import Observation, observe
from runtime.players.position import Imagination, Positions
from runtime.players.random import RandomPlayer
from runtime.players.slots import ANY, Slots
from runtime.rng import Streams
from runtime.state import State
from tests.players.blind import blind
from tests.properties.forward import states, table

SHIPPED = ["chrononauts", "emerald", "talespin"]
FRAMES = [*SHIPPED, "khronos", *(f"tests/specimens/{name}" for name in ("parley", "bells", "workshop", "smugglers"))]


def written(seen: Observation) -> str:
    return json.dumps(seen.data(), sort_keys=True)


def observed(game: Game, seats: dict[int, Positions], seat: int) -> Observation:
    return observe(game, seat, 0, seats.setdefault(seat, Positions(game.rules, seat)))


# ------------------------------------------------------------------ nothing hidden


def test_games_that_look_alike_give_the_same_observation(tmp_path: Path) -> None:
    """Hundreds of deals of a small game, at every decision, for every seat: whatever is the same to the eye is the same
    in all that a player is given, also where what runs speaks of cards that were named in secret."""
    rules = blind(tmp_path)
    known: dict[tuple[int, str], str] = {}
    truths: dict[tuple[int, str], set[str]] = {}
    for seed in range(90):
        game = Game.new(rules, 2, seed, forced=True)
        players = [RandomPlayer(seed, seat) for seat in range(2)]
        seats: dict[int, Positions] = {}
        said: list[list[Any]] = [[], []]  # one remembers what one has answered, and how often somebody has
        for step in range(7):
            decision = game.decision
            if decision is None:
                break
            for seat in range(2):
                seen = observed(game, seats, seat)
                question = [frame[:2] for frame in game.state.frames]  # everybody hears what is asked
                eyes = [question, seen.view, seen.keys, seen.labels, seen.log, seen.decides, seen.kind, seen.prompt]
                look = (seat, json.dumps([step, said[seat], *eyes]))
                whole = written(seen)
                assert known.setdefault(look, whole) == whole
                truths.setdefault(look, set()).add(str((game.state.Z, game.state.frames)))
            answer = players[decision.seat].choose(decision)
            said[decision.seat].append(decision.options[answer].key)
            game.choose(answer)
    assert sum(len(different) > 1 for different in truths.values()) > 15  # else this would show nothing


def exchanged(game: Game, a: int, b: int) -> Game:
    """The same game, in which two things that nobody is speaking of have been each other all the time."""
    twin = game.copy()
    S = twin.state
    swap = {a: b, b: a}

    def other(value: Any) -> Any:
        if isinstance(value, tuple):
            return tuple(other(item) for item in value)
        return swap.get(value, value) if type(value) is int else value

    for name in ("L", "F", "K", "N"):
        column = getattr(S, name)
        column[a], column[b] = column[b], column[a]
    S.Z = [[other(thing) for thing in zone] for zone in S.Z]
    log: Any = None
    for event in game.events():
        if event[0] in ("move", "reveal", "look", "face", "put"):
            event = (*event[:2], other(event[2]), *event[3:])
        elif event[0] == "roll" and event[4][0] == "object":
            event = (*event[:2], other(event[2]), other(event[3]), *event[4:])
        log = (log, event)
    S.log = log
    return twin


def mentioned(value: Any) -> Iterator[int]:
    if isinstance(value, (tuple, list)):
        for item in value:
            yield from mentioned(item)
    elif type(value) is int:
        yield value


@pytest.mark.parametrize("variant", SHIPPED)
def test_exchanging_what_is_unseen_changes_nothing_for_the_seat(variant: str) -> None:
    tried = 0
    for step, (game, _) in enumerate(states(variant, 2, 11, 40, forced=True)):
        if game.decision is None:
            break
        if step % 8:
            continue
        for seat in (0, 1):
            seen = observed(game, {}, seat)
            assert seen.position is not None
            running = set(mentioned(game.state.frames))
            groups = [[thing for thing in group if thing not in running] for group in seen.position.unseen]
            for group in groups[:3]:
                if len(group) > 1:
                    twin = exchanged(game, group[0], group[-1])
                    looks = observe(twin, seat)
                    if (looks.view, looks.log, looks.keys) == (seen.view, seen.log, seen.keys):  # not told apart once
                        tried += 1
                        assert written(observed(twin, {}, seat)) == written(seen)
    assert tried > 5


class Recorder:
    """Keeps all that it is given."""

    needs = "position"
    given: ClassVar[list[Observation]] = []

    def choose(self, seen: Observation) -> int:
        Recorder.given.append(seen)
        return len(Recorder.given) % seen.size


@pytest.mark.parametrize("variant", SHIPPED)
def test_nothing_leads_from_an_observation_to_the_game(variant: str, monkeypatch: pytest.MonkeyPatch) -> None:
    import runtime.players as players

    monkeypatch.setattr(players, "new_player", lambda *given: Recorder())
    Recorder.given = []
    game = Game.new(table(variant), 2, 4, forced=True)
    seats = [players.seated(game, "recorder", 4, seat) for seat in range(2)]
    for _ in range(15):
        decision = game.decision
        if decision is None:
            break
        game.choose(seats[decision.seat](decision))
    assert len(Recorder.given) >= 10
    stack: list[Any] = [*Recorder.given]
    reached: dict[int, Any] = {}
    while stack:
        thing = stack.pop()
        if id(thing) in reached or isinstance(thing, type):
            continue
        reached[id(thing)] = thing
        stack.extend(gc.get_referents(thing))
    assert not [thing for thing in reached.values() if isinstance(thing, (State, Game, Decision, Rules, Streams))]
    assert pickle.loads(pickle.dumps(Recorder.given)) == Recorder.given
    assert all(seen.position and seen.position.state["rng"] == {"seed": 0, "counters": {}} for seen in Recorder.given)


# ------------------------------------------------------------------ going on from it


@pytest.mark.parametrize("variant", SHIPPED)
def test_an_imagined_game_looks_like_the_true_one_and_can_be_played(variant: str) -> None:
    streams = Streams(1)
    seats: dict[int, Positions] = {}
    dealt = set()
    for step, (game, _) in enumerate(states(variant, 2, 7, 60, forced=True)):
        decision = game.decision
        if decision is None:
            break
        if step % 5:
            continue
        seen = observed(game, seats, decision.seat)
        assert seen.position is not None
        imagination = Imagination(table(variant), seen.position)
        twin = imagination.game(streams, "bots.0")
        again = observe(twin, decision.seat, None)
        assert (again.view, again.keys, again.labels, again.decides) == (
            seen.view, seen.keys, seen.labels, seen.decides,
        )  # fmt: skip
        dealt.add(json.dumps(twin.state.Z))
        players = [RandomPlayer(step, seat) for seat in range(2)]
        for _ in range(30):
            if twin.decision is None:
                break
            twin.choose(players[twin.decision.seat].choose(twin.decision))
        assert twin.state.faults == 0
    assert len(dealt) > 5


def test_unseen_things_are_dealt_as_likely_to_every_place(tmp_path: Path) -> None:
    game = Game.new(blind(tmp_path), 2, 5, forced=True)
    seen = observed(game, {}, 0)
    assert seen.position is not None
    imagination, streams = Imagination(game.rules.origin, seen.position), Streams(9)
    found: dict[int, int] = {}
    hand = next(at for at, owner in enumerate(game.rules.world.owner_of) if owner == 1)
    for _ in range(400):
        twin = imagination.game(streams, "bots.0")
        first = twin.state.Z[hand][0]
        assert first is not None
        found[first] = found.get(first, 0) + 1
    assert len(found) == 4 and all(70 < count < 130 for count in found.values())


def test_what_was_seen_and_has_not_been_mixed_since_is_known(tmp_path: Path) -> None:
    """Cards that a player puts under the deck are known to lie there by him, and not by the other."""
    game = Game.new(blind(tmp_path), 2, 5, forced=True)
    seats: dict[int, Positions] = {}
    while game.state.turn < 2:
        for seat in (0, 1):
            observed(game, seats, seat)
        game.choose(0)
    world = game.rules.world
    deck = next(i for i, zone in enumerate(world.zone_of) if game.rules.table.zones[zone]["name"] == "deck")
    assert len(game.state.Z[deck]) == 2  # what the second player had to put there
    for seat in (0, 1):
        seen = observed(game, seats, seat)
        assert seen.position is not None
        unseen = {thing for group in seen.position.unseen for thing in group}
        assert [thing in unseen for thing in game.state.Z[deck]] == [seat == 0, seat == 0]


# ------------------------------------------------------------------ which values are things


@pytest.mark.parametrize("variant", FRAMES)
def test_every_place_of_every_frame_is_accounted_for(variant: str) -> None:
    rules = Game.new(table(variant), table(variant).players[0], 1).rules
    slots = Slots(rules)
    for fn in sorted(rules.analysis.suspending_fns):
        entry = rules.table.fns[fn]
        kinds = slots.routines[rules.first_fn + fn]
        assert len(kinds) - 2 - entry["params"] == rules.pads[rules.first_fn + fn], entry["name"]


@pytest.mark.parametrize("variant", FRAMES)
def test_no_value_of_a_frame_may_be_a_thing_or_a_number(variant: str) -> None:
    rules = Game.new(table(variant), table(variant).players[0], 1).rules
    assert not [kinds for kinds in Slots(rules).routines.values() if any(kind & ANY == ANY for kind in kinds)]


def test_a_position_of_another_table_is_refused(tmp_path: Path) -> None:
    game = Game.new(blind(tmp_path), 2, 1, forced=True)
    seen = observed(game, {}, 0)
    assert seen.position is not None and seen.position.table == game.rules.origin.hash
    with pytest.raises(UsageError, match="another rule table"):
        Imagination(table("chrononauts"), seen.position)
