"""Decisions: what is offered to whom, when it is asked at all, and what an answer does."""

from __future__ import annotations

import pytest

from runtime import Fault, Game, UsageError
from tests.runtime.build import (
    STOP,
    Build,
    Tree,
    add,
    asked,
    choose,
    each,
    each_in,
    either,
    events,
    fixed,
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
    several,
    take,
    top,
    value_of,
    variable,
    when,
    where,
    zone,
)

SINGLES = ("list", [obj("amber"), obj("beacon"), obj("candle"), obj("dynamo"), obj("ember")])
SPARKS = ("copies", "spark")


def start(*turn: Tree, b: Build | None = None, setup: tuple[Tree, ...] = (), players: int = 2, **more: object) -> Game:
    b = b or lamps()
    b.setup(*setup)
    b.turn(*turn, STOP)
    return b.game(players, **more)


HAND = move(SINGLES, zone("hand", 0))

# ------------------------------------------------------------------ choose one


def test_choose_offers_the_list_in_order_with_keys_and_labels() -> None:
    game = start(choose("c", items("hand", "you"), "Discard"), move("c", zone("discards")), setup=(HAND,))
    assert asked(game) == "Ann: Discard"
    decision = game.decision
    assert decision is not None
    assert [(o.key, o.label) for o in decision.options] == [
        ("amber", "Amber"),
        ("beacon", "Beacon"),
        ("candle", "Candle"),
        ("dynamo", "Dynamo"),
        ("ember", "Ember"),
    ]
    assert (decision.kind, decision.size, decision.seat) == ("choose", 5, 0)
    game.choose("candle")
    assert lying(game, "discards") == ["candle"]


def test_copies_that_cannot_be_told_apart_are_one_option() -> None:
    game = start(
        choose("c", items("hand", "you")), move("c", zone("discards")), setup=(move(SPARKS, zone("hand", 0)), HAND)
    )
    assert keys(game) == ["spark", "amber", "beacon", "candle", "dynamo", "ember"]
    lit = (move(SPARKS, zone("hand", 0)), set_(get("lit", ("last", SPARKS)), True))
    game = start(choose("c", items("hand", "you")), setup=lit)
    assert keys(game) == ["spark", "spark#2"]


def test_one_answer_is_taken_silently_only_where_all_see_that_there_is_one() -> None:
    open_ = (move(obj("amber"), zone("discards")),)
    game = start(choose("c", items("discards"), "Open"), move("c", zone("hand", 0)), setup=open_)
    assert asked(game) == "Ann: Stop"
    assert lying(game, "hand", 0) == ["amber"]
    counted = (move(obj("amber"), zone("hand", 0)),)
    game = start(choose("c", items("hand", "you"), "All see one card"), setup=counted)
    assert asked(game) == "Ann: Stop"
    weak = where(items("hand", "you"), ("lt", get("watt", "it"), 2))
    game = start(choose("c", weak, "Hidden"), setup=(HAND,))
    assert asked(game) == "Ann: Hidden"
    assert keys(game) == ["amber"]


def test_choosing_from_nothing_gives_nothing_and_is_noted() -> None:
    game = start(choose("c", items("hand", "you")), move("c", zone("discards")))
    assert asked(game) == "Ann: Stop"
    assert [event[2] for event in events(game, "note")] == ["nothing to choose", "nothing"]


def test_another_player_may_be_asked_and_offered_what_he_sees() -> None:
    setup = (HAND,)
    game = start(choose("c", items("hand", 0), "Take one", by=1), move("c", zone("hand", 1)), setup=setup)
    assert asked(game) == "Ben: Take one"
    assert keys(game) == [f"hand of Ann #{n}" for n in range(1, 6)]
    game.choose("hand of Ann #2")
    assert lying(game, "hand", 1) == ["beacon"]


def test_choosing_players_numbers_flags_and_enumerations() -> None:
    b = lamps()
    b.enum("colour", "red", "blue")
    game = start(
        choose("p", ("players",), "Who", ("object", "player")),
        choose("n", ("range", 3, 5), "How many", "number"),
        choose("f", ("list", [True, False]), "Really", "flag"),
        choose("e", ("allenum", "colour"), "Colour", ("enum", "colour")),
        b=b,
    )
    seen = []
    for _ in range(4):
        seen.append(keys(game))
        game.choose(1)
    assert seen == [["Ann", "Ben"], ["3", "4", "5"], ["yes", "no"], ["red", "blue"]]


def test_wrong_answers_are_refused_and_change_nothing() -> None:
    game = start(choose("c", items("hand", "you")), setup=(HAND,))
    before = game.digest()
    for answer in ("torch", "", -1, 5, "Amber"):
        with pytest.raises(UsageError):
            game.choose(answer)
    assert game.digest() == before


def test_prompts_hold_values() -> None:
    game = start(
        ("let", "n", 3),
        choose("c", items("hand", "you"), ["Give ", ("n", "number"), " to ", (1, ("object", "player"))]),
        setup=(HAND,),
    )
    assert asked(game) == "Ann: Give 3 to Ben"


# ------------------------------------------------------------------ choose several


def pick_all(game: Game, prompt: str, stop: int = 2000) -> set[tuple[str, ...]]:
    """Every set that can be reached, by walking all answers."""
    found: list[tuple[str, ...]] = []

    def walk(state: Game, picks: tuple[str, ...]) -> None:
        assert len(found) < stop
        decision = state.decision
        assert decision is not None
        if decision.prompt != prompt:
            found.append(tuple(name for name in lying(state, "discards") if name is not None))
            return
        for option in decision.options:
            twin = state.copy()
            twin.choose(option.index)
            walk(twin, (*picks, option.key))

    walk(game, ())
    assert len(set(found)) == len(found), "a set is reached in two ways"
    return set(found)


@pytest.mark.parametrize(
    "low, high, count", [(2, 2, 10), (0, 2, 16), (0, None, 32), (1, None, 31), (5, 5, 1), (0, 0, 1), (3, 9, 16)]
)
def test_each_set_is_reached_once(low: int, high: int | None, count: int) -> None:
    game = start(
        several("c", items("hand", "you"), low, high, prompt="Some"), move("c", zone("discards")), setup=(HAND,)
    )
    assert len(pick_all(game, "Some")) == count


def test_sets_of_alike_things_are_reached_once() -> None:
    setup = (move(SPARKS, zone("hand", 0)), move(obj("amber"), zone("hand", 0)))
    game = start(several("c", items("hand", "you"), 2, 2, prompt="Some"), move("c", zone("discards")), setup=setup)
    assert pick_all(game, "Some") == {("spark", "spark"), ("spark", "amber")}


def test_only_answers_that_can_be_completed_are_offered() -> None:
    six = ("eq", ("sum", ("map", "x", "c", get("watt", "x"))), 6)
    game = start(
        several("c", items("hand", "you"), 2, 2, six, prompt="Six"), move("c", zone("discards")), setup=(HAND,)
    )
    assert pick_all(game, "Six") == {("amber", "ember"), ("beacon", "dynamo")}
    assert keys(game) == ["amber", "beacon"]
    game.choose("beacon")
    assert keys(game) == ["dynamo"]


def test_too_few_give_what_there_is() -> None:
    game = start(
        several("c", items("hand", "you"), 3, 3, prompt="Three"),
        move("c", zone("discards")),
        setup=(move(obj("amber"), zone("hand", 0)), move(obj("ember"), zone("hand", 0))),
    )
    assert pick_all(game, "Three") == {("amber", "ember")}
    game = start(several("c", items("hand", "you"), 3, 3, prompt="Three"))
    assert asked(game) == "Ann: Stop"


def test_done_ends_a_choice_of_several() -> None:
    game = start(several("c", items("hand", "you"), 0, None, prompt="Some"), move("c", zone("discards")), setup=(HAND,))
    game.choose("dynamo")
    assert keys(game) == ["ember", "done"]
    game.choose("done")
    assert lying(game, "discards") == ["dynamo"]


# ------------------------------------------------------------------ may, either


def test_may_asks_and_runs_or_does_not() -> None:
    for answer, count in (("yes", 1), ("no", 0)):
        game = start(may("wind the clock", add(("game", "count"), 1)))
        decision = game.decision
        assert decision is not None
        assert [(o.key, o.label) for o in decision.options] == [("yes", "wind the clock"), ("no", "no")]
        game.choose(answer)
        assert variable(game, "count") == count


def test_may_that_cannot_be_carried_out_is_not_offered() -> None:
    body = (choose("c", items("hand", "you")), move("c", zone("discards")))
    assert asked(start(may("discard", *body))) == "Ann: Stop"
    game = start(may("discard", *body), setup=(HAND,))
    game.choose("yes")
    game.choose("ember")
    assert lying(game, "discards") == ["ember"]


def test_may_again_until_no_or_nothing_is_left() -> None:
    body = (choose("c", items("hand", "you"), "Which"), move("c", zone("discards")))
    game = start(
        may("discard", *body, repeat=True),
        setup=(move(obj("amber"), zone("hand", 0)), move(obj("ember"), zone("hand", 0))),
    )
    for answer in ("yes", "amber", "yes"):
        game.choose(answer)
    assert asked(game) == "Ann: Stop"  # of one card there is nothing to choose
    assert len(lying(game, "discards")) == 2


def test_may_of_another_player_binds_his_choices_only_as_written() -> None:
    game = start(may("help", add(get("points", "you"), 2), by=1))
    assert game.decision is not None
    assert game.decision.player == "Ben"
    game.choose("yes")
    assert value_of(game, "points", 0) == 2  # `you` is still the one whose effect it is


def test_either_offers_what_can_be_done() -> None:
    branches = (
        fixed("one", set_(("game", "count"), 1), label="the first"),
        fixed("two", set_(("game", "count"), 2), when=("gt", ("game", "gauge"), 0)),
        fixed("three", choose("c", items("hand", "you")), move("c", zone("discards"))),
        each("p", ("players",), set_(("game", "count"), ("add", 10, "p")), key="help", label="help"),
        each("q", ("players",), set_(("game", "count"), 9), when=("eq", "q", 1)),
    )
    game = start(either(*branches, prompt="How"))
    decision = game.decision
    assert decision is not None
    assert asked(game) == "Ann: How"
    assert [(o.key, o.label) for o in decision.options] == [
        ("one", "the first"),
        ("help:Ann", "help Ann"),
        ("help:Ben", "help Ben"),
        ("branch5:Ben", "Ben"),
    ]
    game.choose("help:Ben")
    assert variable(game, "count") == 11
    game = start(either(*branches, prompt="How"), setup=(HAND,))
    assert "three" in keys(game)
    game.choose("three")
    game.choose("amber")
    assert lying(game, "discards") == ["amber"]


def test_either_without_a_branch_that_can_be_done_goes_on() -> None:
    game = start(either(fixed("one", choose("c", items("hand", "you")))))
    assert asked(game) == "Ann: Stop"


def test_a_single_branch_is_asked_where_its_condition_is_hidden() -> None:
    game = start(
        either(
            fixed("one", set_(("game", "count"), 1)),
            fixed("two", when=("exists", where(items("hand", "you"), ("gt", get("watt", "it"), 2)))),
            prompt="How",
        )
    )
    assert keys(game) == ["one"]  # nobody may see that Ann has no strong lamp


# ------------------------------------------------------------------ take


def actions(b: Build) -> Build:
    b.action(
        "discard",
        {"c": (items("hand", "you"), ("object", "lamp"))},
        [move("c", zone("discards"))],
        title="Throw {c} away",
    )
    b.action("wind", body=[add(("game", "gauge"), 2)], title="Wind")
    b.action(
        "give",
        {"c": (items("hand", "you"), ("object", "lamp")), "p": (("others", "you"), ("object", "player"))},
        [move("c", zone("hand", "p"))],
    )
    return b


def test_take_offers_all_legal_uses() -> None:
    game = start(
        take("discard", "wind", "give"), b=actions(lamps()), setup=(move(obj("amber"), zone("hand", 0)),), players=3
    )
    decision = game.decision
    assert decision is not None
    assert [(o.key, o.label) for o in decision.options] == [
        ("discard:amber", "Throw Amber away"),
        ("wind", "Wind"),
        ("give:amber:Ben", "give Amber Ben"),
        ("give:amber:Cleo", "give Amber Cleo"),
    ]
    game.choose("give:amber:Cleo")
    assert lying(game, "hand", 2) == ["amber"]


def test_an_action_whose_effect_is_impossible_is_not_offered() -> None:
    b = actions(lamps())
    game = start(set_(("game", "gauge"), 4), take("wind", "discard"), b=b, setup=(move(obj("amber"), zone("hand", 0)),))
    assert keys(game) == ["discard:amber"]  # winding would cross the bound


def test_take_any_repeats_until_done() -> None:
    game = start(take("wind", mode="any"), b=actions(lamps()))
    assert keys(game) == ["wind", "done"]
    game.choose("wind")
    game.choose("wind")
    assert keys(game) == ["done"]
    game.choose("done")
    assert asked(game) == "Ann: Stop"
    assert variable(game, "gauge") == 4


def test_take_until_a_condition() -> None:
    game = start(take("wind", until=("ge", ("game", "gauge"), 4)), b=actions(lamps()))
    game.choose("wind")
    assert keys(game) == ["wind"]
    game.choose("wind")
    assert asked(game) == "Ann: Stop"


def test_nothing_to_take_goes_on() -> None:
    assert asked(start(take("discard"), b=actions(lamps()))) == "Ann: Stop"
    assert asked(start(take("discard", until=False), b=actions(lamps()))) == "Ann: Stop"


def test_when_forbid_and_limits() -> None:
    b = lamps()
    b.tag("old")
    b.action("wind", body=[add(("game", "count"), 1)], limits=[{"count": 2}], when=("lt", ("game", "count"), 9))
    b.action("polish", {"c": (items("table", "you"), ("object", "lamp"))}, [], limits=[{"count": 1, "per": "c"}])
    b.forbid("polish", ["c"], ("gt", get("watt", "c"), 2), "too hot")
    setup = (move(SINGLES, zone("table", 0)),)
    game = start(take("wind", "polish", mode="any"), b=b, setup=setup)
    assert keys(game) == ["wind", "polish:amber", "polish:beacon", "done"]
    game.choose("polish:amber")
    game.choose("wind")
    assert keys(game) == ["wind", "polish:beacon", "done"]
    game.choose("wind")
    assert keys(game) == ["polish:beacon", "done"]
    game.choose("done")
    game.choose(0)
    assert keys(game) == ["wind", "done"]  # Ben's turn: counters start anew


def test_a_limit_per_tag_counts_only_what_has_the_tag() -> None:
    b = lamps()
    b.tag("old")
    b.design("relic", "lamp", tags=["old"])
    b.design("heirloom", "lamp", tags=["old"])
    b.action(
        "use",
        {"c": (items("table", "you"), ("object", "lamp"))},
        [],
        limits=[{"count": 1, "per": "c", "name": "each"}, {"count": 1, "tag": "old", "name": "old"}],
    )
    setup = (move(("list", [obj("relic"), obj("heirloom"), obj("amber"), obj("ember")]), zone("table", 0)),)
    game = start(take("use", mode="any"), b=b, setup=setup)
    game.choose("use:amber")
    assert keys(game) == ["use:relic", "use:heirloom", "use:ember", "done"]
    game.choose("use:relic")
    assert keys(game) == ["use:ember", "done"]


def test_take_all_actions_of_a_phase() -> None:
    b = lamps()
    b.phase("evening", body=[("takeall", "any", "evening", [], None, None)])
    b.action("light", body=[], phase="evening", limits=[{"count": 1}])
    b.action("dim", body=[], phase="evening", limits=[{"count": 1}])
    b.action("sleep", body=[])
    game = start(("enter", "evening", []), ("takeall", "one", None, [], None, None), b=b)
    assert keys(game) == ["light", "dim", "done"]
    game.choose("done")
    assert keys(game) == ["sleep"]


def test_used_tells_whether_a_limit_was_touched() -> None:
    b = lamps()
    b.action("wind", body=[], limits=[{"count": 1, "name": "winding"}])
    game = start(take("wind"), when(("used", "winding"), set_(("game", "count"), 1)), b=b)
    game.choose("wind")
    assert variable(game, "count") == 1
    game.choose(0)
    assert keys(game) == ["wind"]


# ------------------------------------------------------------------ feasibility in depth


def test_a_way_is_offered_only_if_it_leads_to_the_end() -> None:
    """Choose a lamp, then one that is stronger: the strongest is never offered first."""
    b = lamps()
    b.action(
        "pair",
        body=[
            choose("c", items("hand", "you"), "First"),
            choose("d", where(items("hand", "you"), ("gt", get("watt", "it"), get("watt", "c"))), "Second"),
            move("c", zone("discards")),
            move("d", zone("discards")),
        ],
    )
    game = start(take("pair"), b=b, setup=(HAND,))
    game.choose("pair")
    assert keys(game) == ["amber", "beacon", "candle", "dynamo"]
    game.choose("dynamo")
    assert keys(game) == ["ember"]


def test_nothing_is_offered_whose_way_on_is_blocked() -> None:
    b = lamps()
    b.action(
        "pair",
        body=[
            several("c", items("hand", "you"), 2, 2),
            move("c", zone("discards")),
            ("require", ("gt", get("points", "you"), 0), "too poor"),
        ],
    )
    game = start(take("pair"), b=b, setup=(HAND,))
    assert asked(game) == "Ann: Stop"


def test_a_dry_run_ends_at_what_cannot_be_foreseen() -> None:
    """Drawing an unseen card binds: what comes after it may fail, and then takes what there is."""
    b = lamps()
    b.action(
        "draw",
        body=[
            move(top("deck"), zone("hand", "you")),
            choose("c", where(items("hand", "you"), ("gt", get("watt", "it"), 3)), "Strong"),
            move("c", zone("discards")),
        ],
    )
    game = start(take("draw"), b=b, setup=(move(obj("amber"), zone("deck")),))
    assert keys(game) == ["draw"]
    game.choose("draw")
    assert asked(game) == "Ann: Stop"
    assert lying(game, "hand", 0) == ["amber"]
    assert game.state.faults == 0


def test_require_after_the_publicity_point_is_a_fault() -> None:
    b = lamps()
    b.action("draw", body=[move(top("deck"), zone("hand", "you")), ("require", False, "never")])
    game = start(take("draw"), b=b, setup=(move(obj("amber"), zone("deck")),))
    game.choose("draw")
    assert game.state.faults == 1


def test_loops_in_offered_effects_are_foreseen() -> None:
    b = lamps()
    b.action("three", body=[("repeat", 3, [choose("c", items("hand", "you")), move("c", zone("discards"))])])
    two = (move(obj("amber"), zone("hand", 0)), move(obj("ember"), zone("hand", 0)))
    assert asked(start(take("three"), b=b, setup=two)) == "Ann: Stop"


def test_may_inside_an_action_can_be_declined_so_it_never_blocks() -> None:
    b = lamps()
    b.action("calm", body=[may("discard", choose("c", items("hand", "you")), move("c", zone("discards")))])
    assert keys(start(take("calm"), b=b)) == ["calm"]


def test_each_loop_over_choices() -> None:
    game = start(
        each_in("p", ("players",), choose("c", items("hand", "p"), "Give", by="p"), move("c", zone("discards"))),
        setup=(HAND, move(SPARKS, zone("hand", 1))),
    )
    assert asked(game) == "Ann: Give"
    game.choose("beacon")
    assert asked(game) == "Ben: Give"
    game.choose("spark")
    assert lying(game, "discards") == ["spark", "beacon"]


def test_nobody_to_decide_is_a_fault() -> None:
    b = lamps()
    b.setup(choose("c", ("all", "lamp")))
    b.turn(STOP)
    with pytest.raises(Fault, match="nobody"):
        b.game()


def test_robots_are_never_asked() -> None:
    b = lamps(robots=["Rob"])
    b.turn(choose("c", ("range", 1, 2), "", "number", by=2), STOP)
    with pytest.raises(Fault, match="Rob"):
        b.game(2)


def test_log_lines_between_decisions() -> None:
    game = start(log("first"), choose("n", ("range", 1, 2), "", "number"), log("second ", ("n", "number")))
    game.choose(1)
    assert [line for line in game.log(0) if "first" in line or "second" in line] == ["first", "second 2"]
