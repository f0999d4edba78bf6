"""What the kernel's effects do to the state, to the events and to what is public."""

from __future__ import annotations

from pathlib import Path

import pytest

from runtime import Fault, Game
from runtime.ops import STATEMENTS
from tests.runtime.build import (
    STOP,
    Build,
    Tree,
    add,
    choose,
    each_in,
    events,
    get,
    items,
    lamps,
    log,
    lying,
    move,
    obj,
    set_,
    thing,
    top,
    value_of,
    variable,
    when,
    where,
    zone,
)

SINGLES = ("list", [obj("amber"), obj("beacon"), obj("candle"), obj("dynamo"), obj("ember")])


def play(*statements: Tree, b: Build | None = None, players: int = 2, **more: object) -> Game:
    """A game in whose first turn these statements have run."""
    b = b or lamps()
    b.turn(*statements, STOP)
    game = b.game(players, **more)
    assert game.decision is not None
    assert game.decision.prompt == "Stop"
    return game


# ------------------------------------------------------------------ moving


def test_a_pile_takes_on_top_and_a_list_at_the_end() -> None:
    game = play(move(SINGLES, zone("deck")), move(SINGLES, zone("hand", 0)))
    assert lying(game, "hand", 0) == ["amber", "beacon", "candle", "dynamo", "ember"]
    game = play(move(obj("amber"), zone("deck")), move(obj("beacon"), zone("deck")))
    assert lying(game, "deck") == ["beacon", "amber"]
    game = play(move(obj("amber"), zone("hand", 1)), move(obj("beacon"), zone("hand", 1)))
    assert lying(game, "hand", 1) == ["amber", "beacon"]


def test_the_order_of_a_list_is_kept_wherever_it_goes() -> None:
    for place in ("default", "top", "bottom"):
        game = play(move(SINGLES, zone("deck"), place))
        assert lying(game, "deck") == ["amber", "beacon", "candle", "dynamo", "ember"], place


def test_top_bottom_and_at() -> None:
    three = ("list", [obj("amber"), obj("beacon"), obj("candle")])
    base = move(three, zone("hand", 0))
    assert lying(play(base, move(obj("ember"), zone("hand", 0), "top")), "hand", 0)[0] == "ember"
    assert lying(play(base, move(obj("ember"), zone("hand", 0), "bottom")), "hand", 0)[-1] == "ember"
    game = play(base, move(obj("ember"), zone("hand", 0), "at", 1))
    assert lying(game, "hand", 0) == ["amber", "ember", "beacon", "candle"]
    game = play(base, move(("list", [obj("dynamo"), obj("ember")]), zone("hand", 0), "at", 1))
    assert lying(game, "hand", 0) == ["amber", "dynamo", "ember", "beacon", "candle"]


def test_amounts() -> None:
    game = play(move(SINGLES, zone("deck")), move(items("deck"), zone("hand", 0), amount="n", number=2))
    assert lying(game, "hand", 0) == ["amber", "beacon"]
    game = play(move(SINGLES, zone("deck")), move(items("deck"), zone("hand", 0), amount="upto", number=9))
    assert len(lying(game, "hand", 0)) == 5
    game = play(move(SINGLES, zone("deck")), move(items("deck"), zone("hand", 0)))
    assert lying(game, "deck") == []


def test_nothing_moves_nowhere_and_is_noted() -> None:
    game = play(move(top("deck"), zone("hand", 0)))
    assert [event[2] for event in events(game, "note")] == ["nothing"]
    assert game.state.faults == 0


def test_a_move_within_a_zone_changes_the_order() -> None:
    game = play(move(SINGLES, zone("deck")), move(top("deck"), zone("deck"), "bottom"))
    assert lying(game, "deck") == ["beacon", "candle", "dynamo", "ember", "amber"]


def test_a_full_zone_takes_no_more() -> None:
    b = lamps()
    b.zone("shelf", max=2)
    game = play(move(SINGLES, zone("shelf")), b=b)
    assert len(lying(game, "shelf")) == 2
    assert [event[2] for event in events(game, "fault")] == ["full"] * 3
    assert game.state.faults == 3


def test_faces() -> None:
    b = lamps()
    b.zone("row", shape="list", see="faces")
    game = play(
        move(obj("amber"), zone("row"), face="down"),
        move(obj("beacon"), zone("row")),
        ("turn", obj("beacon"), True),
        ("turn", obj("amber"), False),
        b=b,
    )
    assert (game.state.F[thing(game, "amber")], game.state.F[thing(game, "beacon")]) == (0, 1)
    game = play(move(obj("amber"), zone("row"), face="down"), move(obj("amber"), zone("discards")), b=lamps_with_row())
    assert game.state.F[thing(game, "amber")] == 0  # a card that leaves is face up again


def lamps_with_row() -> Build:
    b = lamps()
    b.zone("row", shape="list", see="faces")
    return b


# ------------------------------------------------------------------ fields, variables, bounds


def test_set_and_add() -> None:
    game = play(
        set_(get("lit", obj("amber")), True),
        set_(("game", "count"), 7),
        add(("game", "count"), -2),
        add(get("points", 1), 3),
    )
    assert value_of(game, "lit", thing(game, "amber")) is True
    assert variable(game, "count") == 5
    assert value_of(game, "points", 1) == 3


def test_bounds_stop_with_a_fault_and_with_up_to_without() -> None:
    game = play(add(("game", "gauge"), 9))
    assert (variable(game, "gauge"), game.state.faults) == (5, 1)
    game = play(add(("game", "gauge"), 9, True))
    assert (variable(game, "gauge"), game.state.faults) == (5, 0)
    game = play(set_(get("points", 0), -1))
    assert (value_of(game, "points", 0), game.state.faults) == (0, 1)
    game = play(add(get("points", 0), -1, True))
    assert (value_of(game, "points", 0), game.state.faults) == (0, 0)


def test_setting_the_field_of_nothing_does_nothing() -> None:
    game = play(set_(get("lit", top("deck")), True))
    assert [event[2] for event in events(game, "note")] == ["nothing"]


def test_keyed_fields_change_one_key() -> None:
    b = lamps()
    b.enum("colour", "red", "blue")
    b.field("lamp", "oil", key=("enum", "colour"), default=2, low=0)
    game = play(add(("key", "oil", ("enum", "colour", 1), obj("amber")), 3), b=b)
    look = game.view(None)
    assert look is not None
    read = b  # noqa: F841
    assert value_of(game, "oil", thing(game, "amber")) == ((1, 5),)


def test_a_local_value_can_be_set() -> None:
    game = play(("let", "n", 3), add("n", 4), set_(("game", "count"), "n"))
    assert variable(game, "count") == 7


def test_variables_of_a_turn_start_anew() -> None:
    b = lamps()
    b.gvar("plays", 2, each="turn")
    b.field("player", "moves", default=1, each="turn")
    b.turn(add(("game", "plays"), -1), add(get("moves", "you"), 5), STOP)
    game = b.game()
    assert (variable(game, "plays"), value_of(game, "moves", 0)) == (1, 6)
    game.choose(0)
    assert (variable(game, "plays"), value_of(game, "moves", 0), value_of(game, "moves", 1)) == (1, 1, 6)


# ------------------------------------------------------------------ at once


def test_at_once_reads_everything_first() -> None:
    b = lamps()
    b.setup(move(obj("amber"), zone("hand", 0)), move(obj("beacon"), zone("hand", 1)))
    game = play(("atonce", [each_in("p", ("players",), move(items("hand", "p"), zone("hand", ("left", "p"))))]), b=b)
    assert (lying(game, "hand", 0), lying(game, "hand", 1)) == (["beacon"], ["amber"])


def test_at_once_swaps_fields_and_variables() -> None:
    b = lamps()
    b.gvar("other", 9)
    game = play(
        set_(("game", "count"), 4),
        set_(get("points", 0), 3),
        set_(get("points", 1), 8),
        (
            "atonce",
            [
                set_(("game", "count"), ("game", "other")),
                set_(("game", "other"), ("game", "count")),
                set_(get("points", 0), get("points", 1)),
                set_(get("points", 1), get("points", 0)),
            ],
        ),
        b=b,
    )
    assert (variable(game, "count"), variable(game, "other")) == (9, 4)
    assert (value_of(game, "points", 0), value_of(game, "points", 1)) == (8, 3)


def test_adding_twice_at_once_adds_twice() -> None:
    game = play(("atonce", [add(get("points", 0), 2), add(get("points", 0), 3)]))
    assert value_of(game, "points", 0) == 5


def test_at_once_holds_turning_and_a_verb() -> None:
    b = lamps_with_row()
    b.verb("swap", ["p"], [move(items("hand", "p"), zone("hand", ("left", "p")))])
    b.setup(move(obj("amber"), zone("hand", 0)), move(obj("beacon"), zone("hand", 1)), move(obj("ember"), zone("row")))
    game = play(
        (
            "atonce",
            [
                each_in("p", ("players",), ("perform", "swap", ["p"])),
                ("turn", obj("ember"), True),
                when(("facedown", obj("ember")), set_(("game", "count"), 1)),
            ],
        ),
        b=b,
    )
    assert (lying(game, "hand", 0), lying(game, "hand", 1)) == (["beacon"], ["amber"])
    assert game.state.F[thing(game, "ember")] == 1
    assert variable(game, "count") == 0  # read before it was turned


def test_two_moves_of_one_thing_at_once_are_a_fault() -> None:
    with pytest.raises(Fault, match="two moves of one thing"):
        play(("atonce", [move(obj("amber"), zone("hand", 0)), move(obj("amber"), zone("hand", 1))]))


# ------------------------------------------------------------------ chance


def test_shuffles_and_rolls_follow_the_seed_and_different_streams() -> None:
    def run(seed: int, rolls: int) -> list[str | None]:
        game = play(
            ("repeat", rolls, [("roll", "r", ("range", 1, 6)), log("rolled ", ("r", "number"))]),
            move(SINGLES, zone("deck")),
            ("shuffle", zone("deck")),
            seed=seed,
        )
        return lying(game, "deck")

    assert run(5, 0) == run(5, 3)  # the dice do not touch the deck
    assert len({tuple(run(seed, 0)) for seed in range(8)}) > 3
    game = play(("roll", "r", ("list", [])), seed=1)
    assert [event[2] for event in events(game, "note")] == ["nothing"]


def test_a_roll_can_be_set_beforehand() -> None:
    b = lamps()
    b.turn(STOP, ("roll", "r", ("range", 1, 6)), set_(("game", "count"), "r"), STOP)
    game = b.game()
    game.state.rolls = [4]
    game.choose(0)
    assert variable(game, "count") == 4
    game = b_game_with_roll(9)
    with pytest.raises(Fault, match="9"):
        game.choose(0)


def b_game_with_roll(value: int) -> Game:
    b = lamps()
    b.turn(STOP, ("roll", "r", ("range", 1, 6)), STOP)
    game = b.game()
    game.state.rolls = [value]
    return game


# ------------------------------------------------------------------ control


def test_loops_and_branches() -> None:
    game = play(
        each_in(
            "x",
            SINGLES,
            when(("gt", get("watt", "x"), 2), add(("game", "count"), get("watt", "x")), add(("game", "count"), 100)),
        ),
        ("repeat", 2, add(("game", "count"), 1000)),
        ("while", ("lt", ("game", "gauge"), 3), add(("game", "gauge"), 1)),
        (
            "switch",
            ("game", "gauge"),
            [([1], add(("game", "count"), 5)), ([2, 3], add(("game", "count"), 10_000))],
            None,
        ),
    )
    assert variable(game, "count") == 12_212
    assert variable(game, "gauge") == 3


def test_a_loop_over_a_snapshot_and_one_by_one() -> None:
    hand = items("hand", 0)
    fill = move(SINGLES, zone("hand", 0))
    snapshot = play(fill, each_in("x", hand, move("x", zone("discards")), add(("game", "count"), 1)))
    assert variable(snapshot, "count") == 5
    one_by_one = play(
        fill,
        each_in(
            "x",
            where(hand, ("gt", get("watt", "it"), 1)),
            move(("first", hand), zone("discards")),
            add(("game", "count"), 1),
            live=True,
        ),
    )
    # amber goes at beacon's turn; then beacon at candle's, candle at dynamo's, dynamo at ember's
    assert variable(one_by_one, "count") == 4
    assert lying(one_by_one, "hand", 0) == ["ember"]


def test_by_another_player_rebinds_you_for_the_block_only() -> None:
    game = play(
        ("as", 1, [set_(get("points", "you"), 4)]),
        set_(get("points", "you"), 6),
    )
    assert (value_of(game, "points", 0), value_of(game, "points", 1)) == (6, 4)


def test_verbs_pick_the_overload_and_do_nothing_on_nothing() -> None:
    b = lamps()
    b.kind("tower")
    b.design("north", "tower")
    b.verb("mark", ["x"], [set_(("game", "count"), 1)], ["lamp"])
    b.verb("mark", ["x"], [set_(("game", "count"), 2)], ["tower"])
    assert variable(play(("perform", "mark", [obj("amber")]), b=b), "count") == 1
    for argument, expected in ((obj("north"), 2), (top("deck"), 0)):
        b = lamps()
        b.kind("tower")
        b.design("north", "tower")
        b.verb("mark", ["x"], [set_(("game", "count"), 1)], ["lamp"])
        b.verb("mark", ["x"], [set_(("game", "count"), 2)], ["tower"])
        assert variable(play(("perform", "mark", [argument]), b=b), "count") == expected


def test_clauses_run_with_this_and_arguments_and_missing_ones_are_noted() -> None:
    b = lamps()
    b.clause("lamp", "shine", params=("n",), types=("number",))
    b.design(
        "torch", "lamp", clauses={"shine": (("n",), [move("this", zone("hand", "you")), add(("game", "count"), "n")])}
    )
    game = play(
        ("do", obj("torch"), "shine", [5]),
        ("do", obj("amber"), "shine", [5]),
        ("doeffect", ("effect", obj("torch"), "shine", [2])),
        ("doeffect", ("effect", obj("amber"), "shine", [2])),
        b=b,
    )
    assert lying(game, "hand", 0) == ["torch"]
    assert variable(game, "count") == 7
    assert [event[2] for event in events(game, "note")] == ["no such effect"] * 2


def test_log_and_formatted_texts() -> None:
    game = play(
        move(obj("amber"), zone("discards")), log("Lamp ", (obj("amber"), ("object", "lamp")), " of ", (2, "number"))
    )
    assert "Lamp Amber of 2" in game.log(None)


# ------------------------------------------------------------------ steps and what is put off


def test_what_is_put_off_runs_at_the_end_of_the_step_first_in_first_out() -> None:
    b = lamps()

    def note(n: int) -> Tree:
        return set_(("game", "count"), ("add", ("mul", ("game", "count"), 10), n))

    game = play(
        ("step", [("afterwards", [note(2), ("afterwards", note(4))]), ("afterwards", note(3)), note(1)]), note(5), b=b
    )
    assert variable(game, "count") == 12_345


def test_a_piece_that_has_moved_since_is_nothing_when_its_turn_comes() -> None:
    game = play(
        move(SINGLES, zone("hand", 0)),
        (
            "step",
            [
                ("let", "x", obj("amber")),
                ("let", "y", obj("beacon")),
                ("afterwards", [move("x", zone("discards")), move("y", zone("discards"))]),
                move("x", zone("hand", 1)),
            ],
        ),
    )
    assert lying(game, "hand", 1) == ["amber"]
    assert lying(game, "discards") == ["beacon"]


def test_an_action_is_a_step_too() -> None:
    b = lamps()
    b.action(
        "wind",
        body=[("afterwards", set_(("game", "count"), ("mul", ("game", "count"), 10))), add(("game", "count"), 3)],
    )
    b.turn(("take", "one", ["wind"], [], None, None), add(("game", "count"), 1), STOP)
    game = b.game()
    game.choose("wind")
    assert variable(game, "count") == 31


def test_the_chosen_element_survives_questions_in_a_loop() -> None:
    b = lamps()
    b.setup(move(SINGLES, zone("hand", 0)))
    b.turn(each_in("p", ("range", 1, 3), choose("c", items("hand", "you")), move("c", zone("discards"))), STOP)
    game = b.game()
    for key in ("candle", "amber", "ember"):
        game.choose(key)
    assert lying(game, "discards") == ["ember", "amber", "candle"]


def test_every_statement_is_tried_somewhere() -> None:
    """Each operation stands in the trees of these tests, by its name or by the short way to write it."""
    short = {
        "move": "move(",
        "choose": "choose(",
        "may": "may(",
        "either": "either(",
        "take": "take(",
        "foreach": "each_in(",
        "ifelse": "when(",
        "set": "set_(",
        "addto": "add(",
        "log": "log(",
        "seq": "[",
    }
    texts = [path.read_text(encoding="utf-8") for path in sorted(Path(__file__).parent.glob("test_*.py"))]
    missing = [op for op in STATEMENTS if not any(short.get(op, f'"{op}"') in text for text in texts)]
    assert missing == []


def test_a_roll_is_told_by_name_and_only_to_those_who_see_the_thing() -> None:
    b = lamps()
    b.enum("colour", "red", "blue")
    game = play(
        move(obj("amber"), zone("hand", 1)),
        ("roll", "p", ("players",)),
        ("roll", "c", where(items("hand", 1), ("gt", get("watt", "it"), 0))),
        ("roll", "e", ("allenum", "colour")),
        ("roll", "n", ("list", [7])),
        b=b,
    )
    told = [[line for line in game.log(seat) if "Chance" in line] for seat in (0, 1)]
    assert told[0][0] in ("Chance picks Ann", "Chance picks Ben")
    assert told[0][1] == "Chance picks a card"
    assert told[1][1] == "Chance picks Amber"
    assert told[0][2] in ("Chance gives red", "Chance gives blue")
    assert told[0][3] == "Chance gives 7"
