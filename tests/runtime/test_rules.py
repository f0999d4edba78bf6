"""What follows an effect: standing rules to a fixpoint, settled rules, triggers, replacements, rules of cards."""

from __future__ import annotations

import pytest

from runtime import Budget, Fault, Game, TableError
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
    log,
    lying,
    may,
    move,
    obj,
    set_,
    take,
    thing,
    top,
    value_of,
    variable,
    when,
    where,
    zone,
)

LAMPS = ("all", "lamp")
SINGLES = ("list", [obj("amber"), obj("beacon"), obj("candle"), obj("dynamo"), obj("ember")])


def note(digit: int) -> Tree:
    """Append a digit to `count`: what happened in which order."""
    return set_(("game", "count"), ("add", ("mul", ("game", "count"), 10), digit))


def play(b: Build, *turn: Tree, setup: tuple[Tree, ...] = (), players: int = 2) -> Game:
    b.setup(*setup)
    b.turn(*turn, STOP)
    return b.game(players)


# ------------------------------------------------------------------ standing rules


def test_a_standing_rule_follows_each_effect() -> None:
    b = lamps()
    b.whenever("dark lamps go", items("discards"), ("not", get("lit", "x")), move("x", zone("deck")))
    game = play(b, move(obj("amber"), zone("discards")), note(("count", items("discards"))))
    assert lying(game, "deck") == ["amber"]
    assert variable(game, "count") == 0


def test_a_field_a_variable_and_a_face_stir_rules() -> None:
    b = lamps()
    b.zone("row", shape="list", see="faces")
    b.whenever("lit lamps", where(LAMPS, get("lit", "it")), None, set_(get("lit", "x"), False))
    b.whenever("counter", None, ("gt", ("game", "count"), 5), set_(("game", "count"), 0))
    b.whenever("faces", items("row"), ("facedown", "x"), [("turn", "x", False), set_(("game", "gauge"), 1)])
    game = play(
        b,
        set_(get("lit", obj("amber")), True),
        set_(("game", "count"), 6),
        move(obj("ember"), zone("row")),
        ("turn", obj("ember"), True),
    )
    assert value_of(game, "lit", thing(game, "amber")) is False
    assert variable(game, "count") == 0
    assert variable(game, "gauge") == 1
    assert game.state.F[thing(game, "ember")] == 0


def test_matches_are_fixed_on_one_state_and_applied_as_one_group() -> None:
    """Two things that each look at the other change both: neither sees the other's change first."""
    b = lamps()
    other = ("first", ("without", ("list", [obj("amber"), obj("beacon")]), "x"))
    b.field("lamp", "level")
    b.whenever(
        "follow",
        ("list", [obj("amber"), obj("beacon")]),
        ("and", [("ne", get("level", "x"), get("level", other)), ("lt", ("game", "count"), 3)]),
        [add(get("level", "x"), 1), add(("game", "count"), 1)],
    )
    game = play(b, set_(get("level", obj("amber")), 4))
    assert (value_of(game, "level", thing(game, "amber")), value_of(game, "level", thing(game, "beacon"))) == (6, 2)


def test_rules_run_in_the_order_of_their_names_and_again_until_nothing_changes() -> None:
    b = lamps()
    b.whenever("z last", None, ("eq", ("game", "gauge"), 2), [set_(("game", "gauge"), 3), note(3)])
    b.whenever("a first", None, ("eq", ("game", "gauge"), 1), [set_(("game", "gauge"), 2), note(1)])
    b.whenever("b second", None, ("eq", ("game", "gauge"), 1), note(2))
    game = play(b, set_(("game", "gauge"), 1))
    assert variable(game, "count") == 123


def test_what_the_effect_of_a_rule_depends_on_stirs_it_too() -> None:
    b = lamps()
    b.whenever("score", ("players",), None, set_(get("points", "x"), ("count", items("hand", "x"))))
    game = play(
        b,
        move(SINGLES, zone("hand", 1)),
        note(get("points", 1)),
        move(top("hand", 1), zone("discards")),
        note(get("points", 1)),
    )
    assert variable(game, "count") == 54


def test_turns_phases_and_knowledge_stir_rules() -> None:
    b = lamps()
    b.phase("evening", body=[note(7)])
    b.whenever(
        "active",
        None,
        ("ne", ("game", "gauge"), ("add", ("active",), 1)),
        set_(("game", "gauge"), ("add", ("active",), 1)),
    )
    b.whenever("evening", None, ("and", [("running", "evening"), ("lt", ("game", "count"), 4)]), note(4))
    b.whenever(
        "known", items("deck"), ("and", [("sees", 1, "x"), ("not", get("lit", "x"))]), set_(get("lit", "x"), True)
    )
    b.turn(STOP, ("enter", "evening", []), move(obj("amber"), zone("deck")), ("look", obj("amber"), 1), STOP)
    game = b.game()
    assert variable(game, "gauge") == 1
    game.choose(0)
    assert variable(game, "count") == 47
    assert value_of(game, "lit", thing(game, "amber")) is True
    game.choose(0)
    assert variable(game, "gauge") == 2


def test_variables_that_start_anew_each_turn_stir_rules() -> None:
    b = lamps()
    b.gvar("plays", 2, each="turn")
    b.whenever("fresh", None, ("eq", ("game", "plays"), 2), [set_(("game", "plays"), 5), note(1)])
    b.turn(add(("game", "plays"), -1), STOP)
    game = b.game()
    game.choose(0)
    assert variable(game, "count") == 11


def test_a_rule_that_changes_nothing_ends_the_rounds() -> None:
    b = lamps()
    b.whenever("idle", None, True, set_(("game", "gauge"), ("game", "gauge")))
    game = play(b, add(("game", "gauge"), 1))
    assert variable(game, "gauge") == 1


def test_rules_that_never_settle_are_an_error_that_names_them() -> None:
    b = lamps()
    b.whenever("seesaw", None, True, set_(("game", "gauge"), ("sub", 1, ("game", "gauge"))))
    with pytest.raises(Budget, match="seesaw"):
        play(b, set_(("game", "gauge"), 1))


def test_settled_rules_wait_until_the_first_layer_is_quiet() -> None:
    b = lamps()
    b.whenever("patch", None, ("gt", ("game", "gauge"), 3), set_(("game", "gauge"), 2))
    b.whenever("overflow", None, ("gt", ("game", "gauge"), 3), note(9), settled=True)
    b.whenever(
        "calm", None, ("and", [("eq", ("game", "gauge"), 2), ("lt", ("game", "count"), 3)]), note(1), settled=True
    )
    game = play(b, set_(("game", "gauge"), 5))
    assert variable(game, "count") == 11


def test_a_settled_rule_may_ask() -> None:
    b = lamps()
    b.whenever(
        "sort",
        None,
        ("ge", ("count", items("discards")), 2),
        [("as", 1, [choose("c", items("discards"), "Which goes"), move("c", zone("deck"))])],
        settled=True,
    )
    game = play(b, move(obj("amber"), zone("discards")), note(1), move(obj("ember"), zone("discards")), note(2))
    assert asked(game) == "Ben: Which goes"
    assert variable(game, "count") == 1
    game.choose("ember")
    assert asked(game) == "Ann: Stop"
    assert lying(game, "discards") == ["amber"]
    assert variable(game, "count") == 12


def test_a_rule_never_reenters_its_own_body() -> None:
    b = lamps()
    b.whenever(
        "grow",
        None,
        ("and", [("gt", ("game", "gauge"), 2), ("lt", ("game", "gauge"), 5)]),
        [add(("game", "gauge"), 1), note(1)],
        settled=True,
    )
    game = play(b, set_(("game", "gauge"), 3))
    assert variable(game, "gauge") == 5
    assert variable(game, "count") == 11


def test_setup_settles_once_at_its_end() -> None:
    b = lamps()
    b.whenever("limit", None, ("gt", ("count", items("discards")), 2), [move(top("discards"), zone("deck")), note(1)])
    game = play(
        b,
        setup=(
            move(SINGLES, zone("discards")),
            move(top("discards"), zone("hand", 0)),
            move(top("discards"), zone("hand", 0)),
        ),
    )
    assert variable(game, "count") == 1
    assert len(lying(game, "discards")) == 2


# ------------------------------------------------------------------ cards whose rules count


def test_rules_of_cards_count_where_their_kind_works() -> None:
    b = lamps()
    b.kind("charm", works=[(["table"], ("gt", get("watt2", "this"), 0))])
    b.field("charm", "watt2", default=1)
    b.design("ring", "charm", copies=2)
    b.whenever("ring", None, ("lt", get("points", "you"), 2), add(get("points", "you"), 1), design="ring")
    game = play(
        b,
        move(("first", ("copies", "ring")), zone("hand", 0)),
        note(get("points", 0)),
        move(("first", ("copies", "ring")), zone("table", 1)),
        note(get("points", 0)),
        note(get("points", 1)),
    )
    assert variable(game, "count") == 2
    assert value_of(game, "points", 0) == 0
    assert value_of(game, "points", 1) == 2


def test_while_says_when_a_card_counts() -> None:
    b = lamps()
    b.kind("charm", works=[(["table"], get("on", "this"))])
    b.field("charm", "on", type="flag", default=False)
    b.design("ring", "charm")
    b.trigger(("enters", "discards"), ["x", "owner"], add(get("points", "you"), 1), design="ring")
    game = play(
        b,
        move(obj("ring"), zone("table", 1)),
        move(obj("amber"), zone("discards")),
        set_(get("on", obj("ring")), True),
        move(obj("ember"), zone("discards")),
    )
    assert value_of(game, "points", 1) == 1


def test_definitions_are_adjusted_by_cards_that_count_and_clamped_last() -> None:
    b = lamps()
    b.kind("charm", works=[(["table"], None)])
    b.design("ring", "charm", copies=3)
    b.define("strength", ["p"], 4, low=0, high=9)
    b.adjust("strength", ["p"], 3, ("eq", "p", "you"), "ring")
    b.adjust("strength", ["p"], -1, ("eq", "p", 1))
    rings = ("copies", "ring")
    game = play(
        b,
        move(("first", rings), zone("table", 0)),
        note(("call", "strength", [0])),
        note(("call", "strength", [1])),
        move(rings, zone("table", 0)),
        note(("call", "strength", [0])),
    )
    assert variable(game, "count") == 739


def test_a_card_forbids_actions_while_it_counts() -> None:
    b = lamps()
    b.kind("charm", works=[(["table"], None)])
    b.design("ring", "charm")
    b.action("wind", body=[])
    b.forbid("wind", [], ("eq", ("active",), "you"), "the ring binds", design="ring")
    game = play(b, take("wind"), setup=(move(obj("ring"), zone("table", 1)),))
    assert keys(game) == ["wind"]
    game.choose("wind")
    game.choose(0)
    assert asked(game) == "Ben: Stop"


# ------------------------------------------------------------------ triggers


def test_after_a_verb_with_its_arguments() -> None:
    b = lamps()
    b.verb("light", ["x", "n"], [note(1)])
    b.trigger(("verb", "light"), ["x", "n"], [note(2), note("n")])
    b.trigger(("verb", "light"), ["x", "n"], note(9), where=("eq", "n", 4))
    game = play(b, ("perform", "light", [obj("amber"), 3]), ("perform", "light", [obj("amber"), 4]))
    assert variable(game, "count") == 1_231_249


def test_after_entering_leaving_turning_and_changing() -> None:
    b = lamps()
    b.zone("row", shape="list", see="faces")
    b.trigger(("enters", "hand"), ["x", "p"], note(("add", 1, "p")))
    b.trigger(("leaves", "hand"), ["x", "p"], note(("add", 3, "p")))
    b.trigger(("changes", "lit"), ["x"], note(5))
    b.trigger(("face_up",), ["x"], note(6))
    game = play(
        b,
        move(obj("amber"), zone("hand", 1)),
        move(obj("amber"), zone("hand", 0)),
        set_(get("lit", obj("amber")), True),
        set_(get("lit", obj("amber")), True),
        move(obj("ember"), zone("row"), face="down"),
        ("turn", obj("ember"), False),
    )
    assert variable(game, "count") == 24_156


def test_moving_within_a_zone_neither_enters_nor_leaves() -> None:
    b = lamps()
    b.trigger(("enters", "hand"), ["x", "p"], note(1))
    b.trigger(("leaves", "hand"), ["x", "p"], note(2))
    game = play(b, move(SINGLES, zone("hand", 0)), move(("first", items("hand", 0)), zone("hand", 0), "bottom"))
    assert variable(game, "count") == 11_111


def test_triggers_wait_for_the_standing_rules() -> None:
    b = lamps()
    b.whenever("rule", None, ("eq", ("game", "gauge"), 1), [set_(("game", "gauge"), 2), note(1)])
    b.trigger(("changes", "lit"), ["x"], [note(2), note(("game", "gauge"))])
    game = play(b, ("atonce", [set_(get("lit", obj("amber")), True), set_(("game", "gauge"), 1)]))
    assert variable(game, "count") == 122


def test_triggers_run_before_the_next_statement_and_may_set_off_others() -> None:
    b = lamps()
    b.trigger(
        ("enters", "discards"),
        ["x", "p"],
        [note(1), when(("isdesign", "x", "amber"), move(obj("ember"), zone("discards")))],
    )
    game = play(b, move(obj("amber"), zone("discards")), note(7))
    assert variable(game, "count") == 117


def test_triggers_without_end_are_an_error() -> None:
    b = lamps()
    b.trigger(("changes", "lit"), ["x"], set_(get("lit", "x"), ("not", get("lit", "x"))))
    with pytest.raises(Budget):
        play(b, set_(get("lit", obj("amber")), True))


def test_a_trigger_may_ask_and_what_was_interrupted_goes_on() -> None:
    b = lamps()
    b.verb("light", ["x"], [note(1), set_(get("lit", "x"), True), note(2)])
    b.trigger(("changes", "lit"), ["x"], ("as", 1, [choose("n", ("range", 5, 6), "Number", "number"), note("n")]))
    game = play(b, each_in("x", ("list", [obj("amber"), obj("ember")]), ("perform", "light", ["x"])), note(3))
    assert asked(game) == "Ben: Number"
    game.choose("6")
    game.choose("5")
    assert variable(game, "count") == 1_621_523


def test_triggers_of_players_go_in_order_of_priority() -> None:
    b = lamps()
    b.kind("charm", works=[(["table"], None)])
    b.design("ring", "charm", copies=3)
    b.trigger(("enters", "discards"), ["x", "p"], note(("add", 1, "you")), design="ring")
    setup = tuple(
        move(("first", where(("copies", "ring"), ("inbox", "it"))), zone("table", seat)) for seat in (2, 0, 1)
    )
    game = play(b, move(obj("amber"), zone("discards")), setup=setup, players=3)
    assert variable(game, "count") == 123
    b2 = lamps()
    b2.kind("charm", works=[(["table"], None)])
    b2.design("ring", "charm", copies=3)
    b2.trigger(("enters", "discards"), ["x", "p"], note(("add", 1, "you")), design="ring")
    b2.single["priority"] = b2.define("order", [], ("from", ("players",), ("right", ("active",))))
    assert variable(play(b2, move(obj("amber"), zone("discards")), setup=setup, players=3), "count") == 312


def test_a_player_orders_his_own_cards() -> None:
    b = lamps()
    b.kind("charm", works=[(["table"], None)])
    for number, name in enumerate(("ring", "crown", "cup"), 1):
        b.design(name, "charm")
        b.trigger(("enters", "discards"), ["x", "p"], note(number), design=name, name="enters")
    things = ("list", [obj("ring"), obj("crown"), obj("cup")])
    game = play(b, move(obj("amber"), zone("discards")), setup=(move(things, zone("table", 1)),))
    decision = game.decision
    assert decision is not None
    assert (decision.player, decision.kind, keys(game)) == (
        "Ben",
        "order",
        ["ring:enters", "crown:enters", "cup:enters"],
    )
    game.choose("cup:enters")
    game.choose("ring:enters")
    assert variable(game, "count") == 312


def test_after_an_action_and_a_turn() -> None:
    b = lamps()
    b.action("wind", {"n": (("range", 1, 3), "number")}, [note(9)])
    b.trigger(("action", "wind"), ["n"], note("n"))
    b.trigger(("turn",), ["p"], note(("add", 7, "p")))
    b.turn(take("wind"))
    game = b.game()
    game.choose("wind:2")
    assert variable(game, "count") == 927
    game.choose("wind:1")
    assert variable(game, "count") == 927_918


# ------------------------------------------------------------------ instead of


def test_instead_of_a_verb_replaces_it() -> None:
    b = lamps()
    b.verb("light", ["x"], [note(1)])
    b.trigger(("verb", "light"), ["x"], note(2), when="instead", where=("isdesign", "x", "amber"))
    b.trigger(("verb", "light"), ["x"], note(3))
    game = play(b, ("perform", "light", [obj("amber")]), ("perform", "light", [obj("ember")]))
    assert variable(game, "count") == 213


def test_carry_on_does_what_was_replaced_after_all() -> None:
    b = lamps()
    b.verb("light", ["x"], [note(1)])
    b.trigger(("verb", "light"), ["x"], [note(2), ("carryon",), note(4)], when="instead", name="outer")
    b.trigger(("verb", "light"), ["x"], [note(3), ("carryon",)], when="instead", name="inner")
    b.trigger(("verb", "light"), ["x"], note(5))
    game = play(b, ("perform", "light", [obj("amber")]))
    assert variable(game, "count") == 23_154


def test_carry_on_twice_does_it_twice() -> None:
    b = lamps()
    b.verb("light", ["x"], [note(1)])
    b.trigger(("verb", "light"), ["x"], [("carryon",), ("carryon",)], when="instead")
    assert variable(play(b, ("perform", "light", [obj("amber")])), "count") == 11


def test_instead_of_an_action_a_phase_and_a_turn() -> None:
    b = lamps()
    b.action("wind", body=[note(1)])
    b.trigger(("action", "wind"), [], [note(2), ("carryon",)], when="instead")
    b.trigger(("action", "wind"), [], note(3))
    b.phase("evening", {"n": "number"}, body=[note(("phase", "evening", 0))])
    b.trigger(("phase", "evening"), ["n"], [note(4), ("carryon",)], when="instead", where=("eq", "n", 5))
    b.trigger(("phase", "evening"), ["n"], note(6))
    game = play(b, take("wind"), ("enter", "evening", [5]), ("enter", "evening", [8]))
    game.choose("wind")
    assert variable(game, "count") == 213_45_6_86
    b = lamps()
    b.turn(note(1), STOP)
    b.trigger(("turn",), ["p"], note(2), when="instead", where=("eq", "p", 1))
    game = b.game()
    game.choose(0)
    assert asked(game) == "Ann: Stop"
    assert variable(game, "count") == 121


def test_instead_of_a_turn_may_carry_on() -> None:
    b = lamps()
    b.turn(note(1), STOP)
    b.trigger(("turn",), ["p"], [note(2), ("carryon",), note(3)], when="instead", where=("eq", "p", 1))
    game = b.game()
    game.choose(0)
    assert asked(game) == "Ben: Stop"
    assert variable(game, "count") == 121
    game.choose(0)
    assert variable(game, "count") == 12_131


def test_other_events_cannot_be_replaced_and_a_table_that_wants_to_is_refused() -> None:
    b = lamps()
    b.trigger(("enters", "discards"), ["x", "p"], move("x", zone("deck")), when="instead")
    with pytest.raises(TableError, match="replaced"):
        b.table()


def test_carry_on_outside_of_a_replacement_is_a_fault() -> None:
    b = lamps()
    with pytest.raises(Fault, match="carry on"):
        play(b, ("carryon",))


def test_replacements_of_cards_count_where_they_work() -> None:
    b = lamps()
    b.kind("charm", works=[(["table"], None)])
    b.design("ring", "charm")
    b.verb("light", ["x"], [note(1)])
    b.trigger(("verb", "light"), ["x"], [note(("add", 5, "you"))], when="instead", design="ring")
    game = play(
        b,
        ("perform", "light", [obj("amber")]),
        move(obj("ring"), zone("table", 1)),
        ("perform", "light", [obj("amber")]),
    )
    assert variable(game, "count") == 16


def test_a_replaced_action_is_feasible_when_the_replacement_is() -> None:
    b = lamps()
    b.action("wind", body=[("require", False, "never")])
    b.trigger(("action", "wind"), [], note(2), when="instead", where=("gt", ("game", "gauge"), 0))
    game = play(b, take("wind"), set_(("game", "gauge"), 1), take("wind"))
    assert keys(game) == ["wind"]
    game.choose("wind")
    assert variable(game, "count") == 2


def test_events_name_their_cause() -> None:
    b = lamps()
    game = play(b, may("wind", move(obj("amber"), zone("discards"))), log("end"))
    game.choose("yes")
    assert [event[1] for event in events(game, "move")] == [0]
