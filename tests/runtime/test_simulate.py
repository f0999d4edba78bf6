"""Series of games: the same result however they are played, every outcome in its class."""

from __future__ import annotations

import pytest

from runtime import Game, Table, UsageError
from runtime.players.random import RandomPlayer
from runtime.simulate import play_game, seed_of, simulate
from tests.runtime.build import Tree, add, choose, get, items, lamps, log, move, set_, when, where, zone

NUMBERS = ("range", 1, 6)


def pick(prompt: str = "Which number?") -> Tree:
    return choose("n", NUMBERS, prompt, "number")


def dice_table(*extra: Tree) -> Table:
    """Each picks a number and rolls; the first with 12 points or more of those wins, 40 rounds end it all."""
    b = lamps()
    b.field("player", "score", default=0)
    b.turn(
        pick(),
        ("roll", "r", NUMBERS),
        log("picked ", ("n", "number"), " rolled ", ("r", "number")),
        add(get("score", "you"), ("if", ("eq", "n", "r"), 6, 1)),
        *extra,
        when(("ge", get("score", "you"), 12), ("win", "you", "points")),
    )
    return b.table()


def test_a_series_is_its_games() -> None:
    table = dice_table()
    series = simulate(table, 30, 3, seed=7)
    records = [play_game(table, 3, seed_of(7, k)) for k in range(30)]
    assert series.games == series.ended["won"] == series.routes["points"] == series.finished == 30
    assert series.total_moves == sum(record.moves for record in records)
    assert dict(series.turns) == {n: sum(r.turns == n for r in records) for n in sorted({r.turns for r in records})}
    assert [play_game(table, 3, seed_of(7, 4)), records[5]] == [records[4], play_game(table, 3, seed_of(7, 5))]
    assert len({record.digest for record in records}) == 30


def test_the_result_does_not_depend_on_the_number_of_processes() -> None:
    table = dice_table()
    assert simulate(table, 40, 2, seed="x", jobs=1) == simulate(table, 40, 2, seed="x", jobs=2)
    assert simulate(table, 40, 2, seed="x") != simulate(table, 40, 2, seed="y")


def test_faults_are_errors_and_never_losses() -> None:
    table = dice_table(when(("eq", "n", 6), add(get("points", "you"), 99)))
    series = simulate(table, 30, 2)
    assert 0 < series.ended["error"] < 30
    assert series.ended["lost"] == 0
    assert "bound" in series.told[0][1]
    assert series.finished == sum(series.turns.values()) == 30 - series.ended["error"]


def test_what_the_rules_cannot_mean_is_an_error_too() -> None:
    series = simulate(dice_table(when(("eq", "n", 6), ("roll", "q", ("list", [("div", 1, ("sub", "n", "n"))])))), 30, 2)
    assert 0 < series.ended["error"] <= 30
    assert "division by zero" in series.told[0][1]


def test_common_losses_and_games_that_nobody_wins() -> None:
    series = simulate(dice_table(("lose", ("players",), "too dark")), 5, 2)
    assert (series.ended["lost"], series.losses["too dark"], series.seats.total()) == (5, 5, 0)
    series = simulate(dice_table(("endgame", False)), 5, 2)
    assert series.ended["nobody"] == 5


def test_shared_wins_count_for_each() -> None:
    series = simulate(dice_table(("win", ("players",), "together")), 5, 2)
    assert (series.shared, series.routes["together"], series.seats[0], series.seats[1]) == (5, 5, 5, 5)


def test_endless_games_are_cut_and_counted_apart() -> None:
    b = lamps()
    b.turn(pick())
    series = simulate(b.table(), 3, 2, max_moves=50)
    assert (series.ended["cut"], series.finished, series.total_moves) == (3, 0, 150)
    assert series.told[0] == (0, "not over after 50 moves")


def test_a_decision_with_one_option_is_no_move_and_takes_nothing_from_the_stream() -> None:
    b = lamps()
    b.setup(move(("obj", "amber"), zone("hand", 0)), move(("obj", "ember"), zone("hand", 0)))
    b.turn(
        choose("c", where(items("hand", 0), ("lt", get("watt", "it"), 2))),
        set_(("game", "count"), 1),
        pick(),
        ("win", "you", "done"),
    )
    table = b.table()
    record = play_game(table, 2, 3)
    assert record.moves == 1
    game = Game.new(table, 2, 3)
    player = RandomPlayer(3, 0)
    assert game.decision is not None
    assert game.decision.size == 1
    assert player.choose(game.decision) == 0
    assert player.streams.counters == {}


def test_players_draw_from_streams_of_their_own() -> None:
    b = lamps()
    b.turn(pick(), pick())
    game = Game.new(b.table(), 2, 5)
    player, other = RandomPlayer(5, 0), RandomPlayer(5, 1)
    for _ in range(6):
        assert game.decision is not None
        game.choose((player if game.decision.seat == 0 else other).choose(game.decision))
    assert game.state.rng.counters == {}
    assert list(player.streams.counters) == ["bots.0"]
    assert list(other.streams.counters) == ["bots.1"]


def test_wrong_requests_are_refused() -> None:
    table = dice_table()
    with pytest.raises(UsageError, match="players"):
        simulate(table, 3, 9)
    with pytest.raises(UsageError, match="kind of player"):
        simulate(table, 3, 2, kinds=("genius",))
    with pytest.raises(UsageError, match="no option"):
        play_game(table, 2, options={"speed": 3})
