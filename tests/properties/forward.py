"""Properties that every state of every game has, whatever the rules: nothing here knows a game."""

from __future__ import annotations

import json
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

from chronoc.analyse import analyse
from chronoc.resources import folder
from chronoc.variant import read_sources
from runtime import Game, Table, load_table
from runtime.players.random import RandomPlayer
from runtime.rng import Streams
from runtime.state import State

ROOT = Path(__file__).parents[2]


def variants() -> list[str]:
    """Every variant there is: shipped ones by name, specimens and examples by path."""
    found = [path.name for path in sorted(folder("cards").iterdir()) if (path / "variant.yaml").is_file()]
    for where in ("tests/specimens", "examples"):
        found += [
            f"{where}/{path.name}"
            for path in sorted((ROOT / where).iterdir())
            if (path / "variant.yaml").is_file() and not path.name.startswith("broken")  # it is meant to be wrong
        ]
    return found


@cache
def table(variant: str) -> Table:
    sources = read_sources(ROOT / variant if "/" in variant else variant)
    found = analyse(sources.sets, sources.variant).table
    assert found is not None, f"{variant} cannot be built"
    return load_table(found)


def states(variant: str, players: int, seed: int, steps: int, **more: Any) -> Iterator[tuple[Game, list[int]]]:
    """A random game at each of its decisions, with the answers given so far. The game goes on in place."""
    game = Game.new(table(variant), players, seed, **more)
    seats = [RandomPlayer(seed, seat) for seat in range(len(game.rules.seats))]
    answers: list[int] = []
    for _ in range(steps):
        decision = game.decision
        yield game, answers
        if decision is None:
            return
        answers.append(seats[decision.seat].choose(decision))
        game.choose(answers[-1])
    yield game, answers


# ------------------------------------------------------------------ each thing in one place


def misplaced(game: Game) -> list[str]:
    """What is not in exactly the one place that it says it is in."""
    S, world, table = game.state, game.rules.world, game.rules.table
    found: list[str] = []
    lying: dict[int, list[int]] = {}
    for instance, zone in enumerate(S.Z):
        for thing in zone:
            if thing is not None:
                lying.setdefault(thing, []).append(instance)
    for thing in range(len(world.seats), len(world.designs)):
        name = world.name(thing)
        if thing in world.cell_of:
            if S.L[thing] != world.cell_of[thing][0] or thing in lying:
                found.append(f"the place {name} has moved")
            continue
        if thing in S.cells:
            where = dict.fromkeys(world.cell_of[place][0] for place in S.cells[thing])
            if list(where) != [S.L[thing]] or thing in lying:
                found.append(f"{name} lies on places of {list(where)}, in {lying.get(thing)}, and says {S.L[thing]}")
            if any(thing not in S.on.get(place, ()) for place in S.cells[thing]):
                found.append(f"{name} is not on its places")
        elif lying.get(thing, []) != ([] if S.L[thing] == 0 else [S.L[thing]]):
            found.append(f"{name} lies in {lying.get(thing, [])} and says {S.L[thing]}")
    for place, pieces in S.on.items():
        found += [f"{world.name(p)} is on {place} alone" for p in pieces if place not in S.cells.get(p, ())]
        if len(dict.fromkeys(pieces)) != len(pieces) or not pieces:
            found.append(f"the pieces on {place} are {pieces}")
    for instance, zone in enumerate(S.Z):
        most = game.rules.kernel.maximum[instance]
        if most is not None and len(zone) > most:
            found.append(f"{world.zone_name(instance)} holds {len(zone)}, more than {most}")
        allowed = [kind for k in table.zones[world.zone_of[instance]]["kinds"] for kind in world.subkinds[k]]
        for thing in zone:
            if thing is not None and allowed and world.kinds[thing] not in allowed:
                found.append(f"{world.name(thing)} does not belong into {world.zone_name(instance)}")
    return found


def out_of_bounds(game: Game) -> list[str]:
    """Fields and variables that have left their bounds."""
    S, rules = game.state, game.rules
    found: list[str] = []
    for index, column in rules.column_of.items():
        low, high = rules.machine.field_bounds[index]
        values = [item for cell in S.V[column] for _, item in cell] if rules.table.fields[index]["key"] else S.V[column]
        for value in values:
            if type(value) is int and ((low and value < low(S)) or (high and value > high(S))):
                found.append(f"{rules.table.fields[index]['name']} is {value}")
    for index, (low, high) in enumerate(rules.machine.game_bounds):
        value = S.G[index]
        if type(value) is int and ((low and value < low(S)) or (high and value > high(S))):
            found.append(f"{rules.table.gvars[index]['name']} is {value}")
    return found


# ------------------------------------------------------------------ copies, saves, what is offered


def check_copies(game: Game) -> None:
    """Copies, saves and digests are the same game, and going on with them is going on with the game."""
    text = game.save()
    twin, loaded = game.copy(), Game.load(game.rules.origin, text)
    assert twin == game == loaded
    assert twin.save() == loaded.save() == text
    assert twin.digest() == loaded.digest() == game.digest()
    decision = game.decision
    if decision is None:
        assert twin.decision is None is loaded.decision
        assert game.over
        return
    for other in (twin, loaded):
        again = other.decision
        assert again is not None
        assert (again.seat, again.kind, again.prompt, again.options) == (
            decision.seat,
            decision.kind,
            decision.prompt,
            decision.options,
        )
        other.choose(decision.size - 1)
    assert twin == loaded
    assert game.save() == text


def check_options(game: Game) -> None:
    """At least one option, keys of their own, the same whoever asks how often."""
    decision = game.decision
    assert decision is not None
    keys = [option.key for option in decision.options]
    assert keys
    assert len(dict.fromkeys(keys)) == len(keys)
    assert all(option.label for option in decision.options)
    assert decision.size == len(keys)
    assert 0 <= decision.seat < len(game.rules.seats)
    assert decision.seat not in game.rules.world.robots


# ------------------------------------------------------------------ hidden information


def told(game: Game, seat: int) -> bytes:
    """Everything that this seat is told."""
    decision = game.decision
    own = None
    if decision is not None and decision.seat == seat:
        own = [decision.kind, decision.prompt, [[o.key, o.label] for o in decision.options]]
    found = [game.view(seat), game.log(seat), game.why(seat), own, None if decision is None else decision.seat]
    return json.dumps(found, ensure_ascii=False).encode()


def hidden_pairs(game: Game, seat: int) -> list[tuple[int, int]]:
    """Pairs of different things, neither seen by the seat, each of which could lie where the other lies.

    While somebody else decides, what he sees stays as it is: whether he has a choice at all may hang on it, and what he
    does then is seen by all. In a window it may not: there everybody is asked who could hold something."""
    S, world, kernel, table = game.state, game.rules.world, game.rules.kernel, game.rules.table
    decision = game.decision
    other = None if decision is None or decision.seat == seat or decision.kind == "react" else decision.seat
    owners = {world.owner_of[instance] for instance, zone in enumerate(S.Z) if zone}
    hidden = [
        thing
        for thing in range(len(world.seats), len(world.designs))
        if S.L[thing]
        and thing not in world.cell_of
        and thing not in S.cells
        and thing not in owners
        and not kernel.sees(S, seat, thing)
        and (other is None or not kernel.sees(S, other, thing))
    ]

    def fits(thing: int, other: int) -> bool:
        kinds = table.zones[world.zone_of[S.L[other]]]["kinds"]
        return any(world.kinds[thing] in world.subkinds[kind] for kind in kinds)

    return [
        (a, b)
        for at, a in enumerate(hidden)
        for b in hidden[at + 1 :]
        if world.designs[a] != world.designs[b] and fits(a, b) and fits(b, a)
    ]


def exchanged(game: Game, a: int, b: int) -> Game:
    """The game in which these two things have changed places: what was kept of a place is kept of it still."""
    twin = game.copy()
    S = twin.state
    place_a, place_b = S.L[a], S.L[b]
    at_a, at_b = S.Z[place_a].index(a), S.Z[place_b].index(b)
    S.Z[place_a][at_a], S.Z[place_b][at_b] = b, a
    S.L[a], S.L[b] = place_b, place_a
    for column in (S.N, S.K, S.F):
        column[a], column[b] = column[b], column[a]
    swap = {a: b, b: a}
    S.frames = [[*frame[:2], *(renamed(value, swap) for value in frame[2:])] for frame in S.frames]
    return twin


def renamed(value: Any, swap: dict[int, int]) -> Any:
    if isinstance(value, tuple):
        return tuple(renamed(item, swap) for item in value)
    return swap.get(value, value) if type(value) is int and value > 20 else value


def check_twins(game: Game, chance: Streams, tries: int) -> int:
    """Of some pairs of hidden things: the seat that sees neither is told the same when they change places."""
    checked = 0
    for seat in game.rules.world.players:
        if seat in game.rules.world.robots:
            continue
        pairs = hidden_pairs(game, seat)
        for _ in range(min(tries, len(pairs))):
            a, b = chance.pick("pairs", pairs)
            one, other = told(game, seat), told(exchanged(game, a, b), seat)
            assert one == other, difference(game, seat, a, b, one, other)
            checked += 1
    return checked


def difference(game: Game, seat: int, a: int, b: int, one: bytes, other: bytes) -> str:
    at = next((k for k, (x, y) in enumerate(zip(one, other, strict=False)) if x != y), min(len(one), len(other)))
    world, S = game.rules.world, game.state
    names = [f"{world.name(t)} in {world.zone_name(S.L[t])}" for t in (a, b)]
    return (
        f"{world.seats[seat]} can tell {names[0]} and {names[1]} apart at turn {S.turn}:\n"
        f"  {one[max(0, at - 150) : at + 150].decode(errors='replace')}\n"
        f"  {other[max(0, at - 150) : at + 150].decode(errors='replace')}"
    )


__all__ = [
    "State",
    "check_copies",
    "check_options",
    "check_twins",
    "misplaced",
    "out_of_bounds",
    "states",
    "table",
    "variants",
]
