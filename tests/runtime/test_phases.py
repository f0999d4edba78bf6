"""Phases, turns, goals and how games end."""

from __future__ import annotations

import pytest

from runtime import Budget, Fault, Game
from tests.runtime.build import (
    STOP,
    Build,
    Tree,
    add,
    asked,
    choose,
    each_in,
    events,
    get,
    items,
    keys,
    lamps,
    lying,
    may,
    move,
    obj,
    set_,
    take,
    value_of,
    variable,
    when,
    where,
    zone,
)

SINGLES = ("list", [obj("amber"), obj("beacon"), obj("candle"), obj("dynamo"), obj("ember")])


def note(digit: Tree) -> Tree:
    return set_(("game", "count"), ("add", ("mul", ("game", "count"), 10), digit))


def start(b: Build, *turn: Tree, players: int = 2) -> Game:
    b.turn(*turn)
    return b.game(players)


# ------------------------------------------------------------------ phases


def test_a_phase_has_parameters_and_variables_that_cards_may_read() -> None:
    b = lamps()
    b.phase(
        "evening",
        {"n": "number"},
        {"left": ("number", ("mul", "n", 2)), "who": (("object", "player"), ("right", "you"))},
        [
            note(("phase", "evening", 1)),
            set_(("phase", "evening", 1), 1),
            note(("phase", "evening", 1)),
            add(("phase", "evening", 1), 9),
            note(("phase", "evening", 1)),
            note(("phase", "evening", 2)),
        ],
        {"left": (0, 5)},
    )
    game = start(b, ("enter", "evening", [2]), STOP, players=3)
    assert variable(game, "count") == 4_152
    assert game.state.faults == 1
    assert game.view(0)["phases"] == []


def test_phases_of_one_name_inside_each_other_are_two() -> None:
    b = lamps()
    b.phase(
        "evening",
        {"n": "number"},
        {},
        [
            when(("gt", ("phase", "evening", 0), 1), ("enter", "evening", [("sub", ("phase", "evening", 0), 1)])),
            note(("phase", "evening", 0)),
        ],
    )
    assert variable(start(b, ("enter", "evening", [3]), STOP), "count") == 123


def test_end_unwinds_from_anywhere_and_what_follows_the_phase_runs() -> None:
    b = lamps()
    b.verb("stop", [], [("endphase", "evening")])
    b.action("halt", body=[note(3), ("perform", "stop", []), note(9)])
    b.phase("evening", body=[note(1), ("step", [("afterwards", note(9)), take("halt"), note(9)])])
    b.trigger(("phase", "evening"), [], note(4))
    b.trigger(("action", "halt"), [], note(9))
    game = start(b, ("enter", "evening", []), note(5), STOP)
    game.choose("halt")
    assert asked(game) == "Ann: Stop"
    assert variable(game, "count") == 1345
    assert game.state.steps == []
    assert game.state.running == []


def test_end_of_an_outer_phase_ends_the_inner_one_too() -> None:
    b = lamps()
    b.phase("night", body=[note(2), ("endphase", "evening"), note(9)])
    b.phase("evening", body=[note(1), ("enter", "night", []), note(9)])
    b.trigger(("phase", "evening"), [], note(3))
    b.trigger(("phase", "night"), [], note(7))
    assert variable(start(b, ("enter", "evening", []), STOP), "count") == 123


def test_end_of_a_phase_that_does_not_run_is_a_fault() -> None:
    b = lamps()
    b.phase("evening", body=[])
    with pytest.raises(Fault, match="evening"):
        start(b, ("endphase", "evening"), STOP)


def test_end_inside_an_offer_leaves_nothing_half_done() -> None:
    b = lamps()
    b.phase("evening", body=[may("stop", ("endphase", "evening")), note(9)])
    game = start(
        b, ("enter", "evening", []), choose("c", where(SINGLES, ("gt", get("watt", "it"), 9)), "None"), note(1), STOP
    )
    game.choose("yes")
    assert asked(game) == "Ann: Stop"
    assert variable(game, "count") == 1
    assert game.state.public


def test_end_inside_at_once_gives_up_what_was_to_happen() -> None:
    b = lamps()
    b.phase("evening", body=[("atonce", [move(obj("amber"), zone("discards")), ("endphase", "evening")])])
    game = start(b, ("enter", "evening", []), move(obj("ember"), zone("discards")), STOP)
    assert lying(game, "discards") == ["ember"]


def test_end_turn_ends_phases_and_the_turn() -> None:
    b = lamps()
    b.phase("night", body=[note(2), ("endturn",), note(9)])
    b.phase("evening", body=[note(1), ("enter", "night", []), note(9)])
    b.trigger(("phase", "night"), [], note(3))
    b.trigger(("phase", "evening"), [], note(4))
    b.trigger(("turn",), ["p"], note(5))
    game = start(b, when(("eq", ("active",), 0), ("enter", "evening", [])), note(8), STOP)
    assert asked(game) == "Ben: Stop"
    assert variable(game, "count") == 123_458


def test_phases_without_end_are_an_error() -> None:
    b = lamps()
    b.phase("evening", body=[("enter", "evening", [])])
    with pytest.raises(Budget, match="without end"):
        start(b, ("enter", "evening", []))


# ------------------------------------------------------------------ turns


def test_turns_go_round_past_those_who_are_out_and_past_robots() -> None:
    b = lamps(robots=["Rob"])
    b.turn(when(("eq", ("active",), 1), ("lose", "you", "asleep")), STOP)
    game = b.game(3)
    order = []
    for _ in range(6):
        assert game.decision is not None
        order.append(game.decision.player)
        game.choose(0)
    assert order == ["Ann", "Ben", "Cleo", "Ann", "Cleo", "Ann"]


def test_first_player() -> None:
    b = lamps()
    b.setup(("firstis", 2))
    b.turn(note(("firstplayer",)), STOP)
    game = b.game(3)
    assert asked(game) == "Cleo: Stop"
    game.choose(0)
    assert asked(game) == "Ann: Stop"
    assert variable(game, "count") == 22


def test_turns_without_a_decision_come_to_an_end() -> None:
    b = lamps()
    b.turn(add(("game", "count"), 1))
    with pytest.raises(Budget, match="turn"):
        b.game()


def test_no_turn_no_game() -> None:
    b = lamps()
    b.setup(note(1))
    game = b.game()
    assert game.over
    assert game.result is not None
    assert (game.result.winners, game.result.losers) == ({}, ())


# ------------------------------------------------------------------ goals


def goals() -> Build:
    b = lamps()
    b.goal(
        "strong",
        [note("x"), ("win", "you", [("x", ("object", "lamp")), " shines"])],
        over=items("hand", "you"),
        where=("ge", get("watt", "x"), 4),
        title="A strong lamp",
    )
    b.goal(
        "many", [("win", "you", "many")], where=("ge", ("count", items("table", "you")), 2), title="Two on the table"
    )
    return b


def test_goals_are_looked_at_only_where_the_rules_say() -> None:
    b = goals()
    b.turn(move(SINGLES, zone("table", "you")), STOP, ("checkgoals", "you"))
    game = b.game()
    assert not game.over
    game.choose(0)
    assert game.over
    assert game.result is not None
    assert game.result.winners == {"Ann": "many"}


def test_of_several_witnesses_the_player_says_which() -> None:
    b = goals()
    b.turn(move(SINGLES, zone("hand", "you")), ("checkgoals", "you"))
    game = b.game()
    decision = game.decision
    assert decision is not None
    assert (decision.kind, decision.player, keys(game)) == ("goal", "Ann", ["dynamo", "ember"])
    game.choose("ember")
    assert game.result is not None
    assert game.result.winners == {"Ann": "Ember shines"}
    assert "Ann meets the goal: A strong lamp" in game.log(1)


def test_a_goal_that_does_not_end_the_game_lets_the_next_one_be_looked_at() -> None:
    b = lamps()
    b.goal("first", [note(1)], where=True)
    b.goal("second", [may("claim", note(2))], where=True)
    b.goal("third", [note(3)], where=("eq", ("mod", ("game", "count"), 10), 2))
    game = start(b, ("checkgoals", "you"), note(4), STOP)
    assert keys(game) == ["yes", "no"]
    game.choose("yes")
    assert variable(game, "count") == 1234


def test_goals_of_nobody_are_not_met() -> None:
    b = lamps()
    b.goal("first", [note(1)], where=True)
    assert variable(start(b, ("checkgoals", ("nothing",)), STOP), "count") == 0


# ------------------------------------------------------------------ endings


def test_several_winners_and_none() -> None:
    game = start(lamps(), ("win", ("list", [0, 2]), "together"), players=3)
    assert game.result is not None
    assert game.result.winners == {"Ann": "together", "Cleo": "together"}
    assert game.decision is None
    game = start(lamps(), ("endgame", False))
    assert game.result is not None
    assert (game.result.winners, game.result.losers, game.over) == ({}, (), True)


def test_all_lose_together() -> None:
    game = start(lamps(), ("lose", ("players",), "dark"), STOP)
    assert game.result is not None
    assert game.result.losers == ("Ann", "Ben")
    assert game.result.reason == "dark"


def test_losing_and_then_ending_is_a_common_loss() -> None:
    b = lamps(robots=["Rob"])
    game = start(b, ("lose", ("list", [0, 1]), "dark"), STOP)
    assert game.result is not None
    assert game.result.losers == ("Ann", "Ben")


def test_the_last_one_left_goes_on_alone() -> None:
    b = lamps()
    b.turn(when(("eq", ("active",), 0), ("lose", "you", "asleep")), STOP)
    game = b.game(2)
    game.choose(0)
    assert asked(game) == "Ben: Stop"
    game.choose(0)
    assert asked(game) == "Ben: Stop"


def test_the_ending_scores_once_and_names_all_winners() -> None:
    b = lamps()
    b.ending(
        each_in("p", ("players",), when(("ge", get("points", "p"), 3), ("win", "p", "points"))),
        note(1),
        ("endgame", False),
    )
    b.turn(set_(get("points", "you"), 4), when(("eq", ("active",), 1), ("endgame", False)), STOP)
    game = b.game(3)
    game.choose(0)
    assert game.result is not None
    assert game.result.winners == {"Ann": "points", "Ben": "points"}
    assert variable(game, "count") == 1


def test_the_ending_may_ask() -> None:
    b = lamps()
    b.ending(("as", 1, [choose("n", ("range", 1, 2), "Tie", "number"), note("n")]), ("win", 0, "judged"))
    b.turn(("endgame", False))
    game = b.game(2)
    assert asked(game) == "Ben: Tie"
    assert not game.over
    game.choose("2")
    assert game.over
    assert variable(game, "count") == 2


def test_who_has_won_already_is_not_scored_again() -> None:
    b = lamps()
    b.ending(("win", ("players",), "scored"))
    game = start(b, ("win", 1, "early"))
    assert game.result is not None
    assert game.result.winners == {"Ben": "early"}


def test_end_after_this_action_lets_the_innermost_one_finish() -> None:
    b = lamps()
    b.action("inner", body=[("endgame", True), note(2)])
    b.action("outer", body=[note(1), take("inner"), note(3)])
    game = start(b, take("outer"), note(4), STOP)
    game.choose("outer")
    game.choose("inner")
    assert game.over
    assert variable(game, "count") == 12


def test_end_after_this_action_outside_of_one_ends_with_the_turn() -> None:
    game = start(lamps(), ("endgame", True), note(1), STOP, note(2))
    game.choose(0)
    assert game.over
    assert variable(game, "count") == 12


def test_triggers_after_the_action_still_run_before_the_end() -> None:
    b = lamps()
    b.action("last", body=[("endgame", True), note(1)])
    b.trigger(("action", "last"), [], note(2))
    game = start(b, take("last"), note(9))
    game.choose("last")
    assert variable(game, "count") == 12


def test_an_end_in_the_middle_of_everything_ends_cleanly() -> None:
    b = lamps()
    b.ending(move(obj("amber"), zone("discards")), note(1))
    b.whenever(
        "full", None, ("ge", ("count", items("discards")), 1), when(("eq", ("game", "count"), 0), ("endgame", False))
    )
    game = start(
        b,
        (
            "step",
            [
                ("afterwards", note(9)),
                ("atonce", [move(obj("ember"), zone("discards")), move(obj("beacon"), zone("discards"))]),
            ],
        ),
    )
    assert game.over
    assert variable(game, "count") == 1
    assert sorted(map(str, lying(game, "discards"))) == ["amber", "beacon", "ember"]
    assert game.state.frames == game.state.steps == game.state.running == game.state.ev == []


def test_a_finished_game_takes_no_more_answers() -> None:
    game = start(lamps(), ("endgame", False))
    with pytest.raises(ValueError, match="over"):
        game.choose(0)
    assert game.view(0)["over"] is True
    assert value_of(game, "points", 0) == 0
    assert events(game)[-1] == ("over", None)
