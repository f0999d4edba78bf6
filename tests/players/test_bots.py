"""Players that think: what they are called, that they play the same game twice, and that thinking helps."""

from __future__ import annotations

from pathlib import Path

import pytest

from runtime import Game, UsageError
from runtime.players import new_player, seated
from runtime.players.mcts import SearchPlayer, budget
from runtime.players.score import Score, ahead, nearness
from runtime.simulate import play_game
from tests.players.blind import blind
from tests.properties.forward import table

# ------------------------------------------------------------------ names and numbers


@pytest.mark.parametrize(
    ("kind", "why"),
    [
        ("clever", "there is no kind of player called 'clever'; there are: random, greedy, mcts"),
        ("greedy:3", "write greedy, not greedy:3"),
        ("random:3", "write random, not random:3"),
        ("mcts:0", "mcts:200 for 200 rounds"),
        ("mcts:-5", "mcts:200 for 200 rounds"),
        ("mcts:many", "mcts:200 for 200 rounds"),
        ("mcts:2000000", "1 to 1000000"),
        ("mcts:1e3", "mcts:200 for 200 rounds"),
        ("mcts:nans", "mcts:0.5s for half a second"),
        ("mcts:0s", "mcts:0.5s for half a second"),
        ("mcts:1s", "looks at the clock"),
        ("", "there is no kind of player called ''"),
    ],
)
def test_a_kind_that_is_none_is_refused_with_what_would_work(kind: str, why: str) -> None:
    with pytest.raises(UsageError) as refused:
        new_player(kind, 1, 0)
    assert why in str(refused.value)


def test_how_long_to_search_is_a_number_of_rounds_or_of_seconds() -> None:
    assert budget("") == (200, None) and budget("7") == (7, None) and budget("0.5s") == (0, 0.5)
    assert isinstance(new_player("mcts:0.5s", 1, 0, None, timed=True), SearchPlayer)


def test_a_wrong_kind_is_refused_before_a_game_is_played() -> None:
    with pytest.raises(UsageError, match="mcts:200"):
        play_game(table("chrononauts"), 2, 1, kinds=("mcts:x",))


# ------------------------------------------------------------------ playing


@pytest.mark.parametrize("variant", ["chrononauts", "emerald", "talespin", "khronos"])
@pytest.mark.parametrize("kind", ["greedy", "mcts:2"])
def test_every_game_is_played_without_a_word_of_it(variant: str, kind: str) -> None:
    """The first moves only: whole games are long. Nothing may go wrong in them."""
    moves = 1 if variant == "khronos" else 4
    record = play_game(table(variant), 2, 3, kinds=(kind,), max_moves=moves)
    assert record.ended == "cut" and record.moves == moves, record.error


@pytest.mark.parametrize("kind", ["greedy", "mcts:8"])
def test_the_same_seed_is_the_same_game(tmp_path: Path, kind: str) -> None:
    rules = blind(tmp_path)
    games = [play_game(rules, 2, seed, kinds=(kind,), max_moves=12) for seed in (1, 1, 2)]
    assert games[0] == games[1] and games[0].digest != games[2].digest


def test_a_player_does_not_change_what_chance_brings(tmp_path: Path) -> None:
    """Its numbers come from a stream of its own: the deck is shuffled as it is without it."""
    game = Game.new(blind(tmp_path), 2, 1, forced=True)
    counters = dict(game.state.rng.counters)
    before = game.digest()
    seat = game.state.asked.who
    seated(game, "mcts:20", 1, seat)(game.decision)  # type: ignore[arg-type]
    assert game.digest() == before and game.state.rng.counters == counters


def test_a_single_option_is_taken_without_thinking() -> None:
    class One:
        size = 1

    for kind in ("greedy", "mcts:5"):
        assert new_player(kind, 1, 0).choose(One()) == 0


@pytest.mark.parametrize("kind", ["greedy", "mcts:8"])
def test_thinking_helps(tmp_path: Path, kind: str) -> None:
    """Sixteen short games against `random`, seats changed. What is won together counts half."""
    rules, won = blind(tmp_path), 0.0
    for number in range(16):
        seat = number % 2
        kinds = (kind, "random") if seat == 0 else ("random", kind)
        record = play_game(rules, 2, f"help.{number // 2}", kinds=kinds, with_digest=False)
        won += 1 / len(record.winners) if seat in record.winners else 0
    assert won >= 12


def test_a_win_is_taken_without_searching(monkeypatch: pytest.MonkeyPatch) -> None:
    """What wins in every imagined game needs no rounds. Played by chance up to the answer that wins."""
    rules = table("chrononauts")
    monkeypatch.setattr(SearchPlayer, "search", lambda *given: pytest.fail("he searched"))
    game = before = Game.new(rules, 2, 5, forced=True)
    players = [new_player("random", 5, seat) for seat in range(2)]
    while (decision := game.decision) is not None:
        before = game.copy()
        game.choose(players[decision.seat].choose(decision))
    decision = before.decision
    assert decision is not None and decision.size > 1 and list(game.state.won) == [decision.seat]
    before.choose(seated(before, "mcts:50", 5, decision.seat)(decision))
    assert list(before.state.won) == [decision.seat]


# ------------------------------------------------------------------ scores


def test_how_near_numbers_are() -> None:
    assert nearness("ge", 3, 6) == 0.5 and nearness("ge", 7, 6) == 1.0 and nearness("gt", 6, 6) < 1.0
    assert nearness("le", 3, 2) == 0.5 and nearness("lt", 1, 2) == 1.0 and nearness("ge", None, 2) == 0.0
    assert nearness("eq", 2, 2) == 1.0 > nearness("eq", 3, 2) > nearness("eq", 5, 2) > 0
    assert ahead({0: 5.0, 1: 3.0}, 0, True) > 0.5 > ahead({0: 5.0, 1: 3.0}, 0, False)


@pytest.mark.parametrize("variant", ["chrononauts", "emerald", "talespin", "talespin-solo", "solonauts", "khronos"])
def test_every_game_says_what_it_is_played_for(variant: str) -> None:
    rules = table(variant)
    game = Game.new(rules, rules.players[0], 2, forced=True)
    score = Score(game.rules)
    assert score.ways or score.keys
    assert all(0.0 <= number <= 1.0 for number in score.of(game.state))


def test_a_seat_is_nearer_to_winning_the_more_of_its_goal_holds() -> None:
    """Three artifacts of a mission: in nobody's hands, in the hand, on the table."""
    game = Game.new(table("chrononauts"), 2, 2, setup=False)
    world, S, score = game.rules.world, game.state, Score(game.rules)
    zones = {world.zone_name(i): i for i in range(len(world.zone_of))}
    named = {world.name(thing): thing for thing in range(len(world.designs))}
    triptych = next(thing for name, thing in named.items() if world.title(thing) == "Mona Lisa Triptych")
    kernel = game.rules.kernel
    kernel.move_one(S, None, triptych, zones["secret_mission of Ann"])
    found = [score.of(S)[0]]
    for place in ("hand of Ann", "table of Ann"):
        for title in ("Mona Lisa", "A Good Forgery", "An Obvious Forgery"):
            thing = next(t for t in named.values() if world.title(t) == title)
            kernel.move_one(S, None, thing, zones[place])
            found.append(score.of(S)[0])
    assert found == sorted(found) and len(set(found)) == 7
    assert score.of(S)[1] < 0.5 < score.of(S)[0]
