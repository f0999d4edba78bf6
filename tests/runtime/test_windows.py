"""Windows: who is asked, what an answer strikes out, and that being asked tells nothing."""

from __future__ import annotations

import pytest

from runtime import Fault, Game
from tests.runtime.build import (
    STOP,
    Build,
    Tree,
    add,
    asked,
    choose,
    either,
    events,
    fixed,
    get,
    items,
    keys,
    lamps,
    lying,
    move,
    obj,
    react,
    set_,
    take,
    variable,
    zone,
)


def memos(count: int = 3) -> Build:
    """`play` a lamp: it lies on the stage, the others may answer with a memo, its effect counts, it is discarded."""
    b = lamps()
    b.zone("stage")
    b.verb(
        "play",
        ["c"],
        [
            move("c", zone("stage")),
            ("open", "played", ["c"], ("others", "you"), [add(("game", "count"), get("watt", "c"))], None),
            move("c", zone("discards")),
        ],
    )
    b.verb(
        "answer",
        ["m", "reaction"],
        [
            move("m", zone("stage")),
            ("open", "played", ["m"], ("others", "you"), ("doeffect", "reaction"), None),
            move("m", zone("discards")),
        ],
    )
    b.window("played", {"c": ("object", "lamp")}, ["hand"], "answer")
    b.design("memo", "lamp", copies=count, reactions=[{"window": "played", "params": ("c",), "body": ("cancel",)}])
    b.action("play", {"c": (items("hand", "you"), ("object", "lamp"))}, [("perform", "play", ["c"])])
    b.turn(take("play"), STOP)
    return b


def deal(*lists: list[str]) -> list[Tree]:
    """Moves of named lamps into the hands; `memo` takes the next copy."""
    out: list[Tree] = []
    memo = 0
    for seat, names in enumerate(lists):
        for name in names:
            if name == "memo":
                out.append(move(("first", ("where", "it", ("copies", "memo"), ("inbox", "it"))), zone("hand", seat)))
                memo += 1
            else:
                out.append(move(obj(name), zone("hand", seat)))
    return out


def start(*hands: list[str], count: int = 3) -> Game:
    b = memos(count)
    b.setup(*deal(*hands))
    return b.game(len(hands))


def test_a_card_that_nobody_answers_happens() -> None:
    game = start(["ember"], [])
    game.choose("play:ember")
    assert asked(game) == "Ann: Stop"
    assert variable(game, "count") == 5
    assert lying(game, "discards") == ["ember"]


def test_everybody_who_could_hold_an_answer_is_asked_in_turn() -> None:
    game = start(["ember"], ["amber"], [], ["memo"])
    game.choose("play:ember")
    order = []
    while asked(game) != "Ann: Stop":
        decision = game.decision
        assert decision is not None
        order.append((decision.player, keys(game)))
        game.choose("pass")
    assert order == [("Ben", ["pass"]), ("Dan", ["react:memo", "pass"])]  # Cleo has no card at all, and all see that
    assert variable(game, "count") == 5


def test_an_answer_strikes_out_the_block_and_nothing_else() -> None:
    game = start(["ember"], ["memo"])
    game.choose("play:ember")
    game.choose("react:memo")
    assert asked(game) == "Ann: Stop"
    assert variable(game, "count") == 0
    assert sorted(map(str, lying(game, "discards"))) == ["ember", "memo"]


def test_an_answer_can_be_answered() -> None:
    game = start(["ember", "memo"], ["memo"])
    game.choose("play:ember")
    game.choose("react:memo")
    assert asked(game).startswith("Ann")
    game.choose("react:memo")
    assert asked(game) == "Ann: Stop"  # Ben has no card left
    assert variable(game, "count") == 5
    assert sorted(map(str, lying(game, "discards"))) == ["ember", "memo", "memo"]


def test_an_answer_to_an_answer_to_an_answer() -> None:
    game = start(["ember", "memo"], ["memo", "memo"])
    for key in ("play:ember", "react:memo", "react:memo", "react:memo"):
        game.choose(key)
    assert asked(game) == "Ann: Stop"
    assert variable(game, "count") == 0


def test_after_a_cancelled_answer_the_same_player_may_answer_again() -> None:
    game = start(["ember", "memo"], ["memo", "memo", "amber"])
    for key in ("play:ember", "react:memo", "react:memo", "pass"):
        game.choose(key)
    assert asked(game) == "Ben: "
    assert keys(game) == ["react:memo", "pass"]
    game.choose("react:memo")
    assert variable(game, "count") == 0


def test_after_a_block_is_struck_out_nobody_else_is_asked() -> None:
    game = start(["ember"], ["memo"], ["memo", "amber"])
    game.choose("play:ember")
    game.choose("react:memo")
    assert asked(game) == "Cleo: "  # about Ben's memo
    game.choose("pass")
    assert asked(game) == "Ann: Stop"


def test_being_asked_tells_nothing_about_the_hand() -> None:
    """Ann sees the same whatever Ben holds, until he answers."""
    with_memo, without = start(["ember"], ["memo"]), start(["ember"], ["amber"])
    for game in (with_memo, without):
        game.choose("play:ember")
        assert asked(game) == "Ben: "
    assert with_memo.view(0) == without.view(0)
    assert with_memo.log(0) == without.log(0)
    for game in (with_memo, without):
        game.choose("pass")
    assert with_memo.view(0) == without.view(0)
    assert with_memo.log(0) == without.log(0)
    assert "You let it pass" in with_memo.log(1)


def test_copies_of_an_answer_are_one_option() -> None:
    game = start(["ember"], ["memo", "memo"])
    game.choose("play:ember")
    assert keys(game) == ["react:memo", "pass"]


def test_reactions_have_conditions_and_a_named_reactor() -> None:
    b = memos()
    b.design(
        "shade",
        "lamp",
        reactions=[
            {"window": "played", "params": ("c",), "if": ("gt", get("watt", "c"), 3), "body": ("cancel",)},
            {"window": "played", "params": ("c",), "by": ("right", "you"), "body": []},
        ],
    )
    b.setup(*deal(["ember", "amber"], ["shade"], ["shade"]))
    game = b.game(3)
    game.choose("play:amber")
    assert keys(game) == ["pass"]  # too weak for the one, and `by` asks for somebody else


def test_a_reaction_that_cannot_be_carried_out_is_not_offered() -> None:
    b = memos()
    b.design(
        "price",
        "lamp",
        reactions=[
            {
                "window": "played",
                "params": ("c",),
                "body": [choose("d", items("table", "you")), move("d", zone("discards")), ("cancel",)],
            }
        ],
    )
    b.setup(*deal(["ember", "amber"], ["price"]))
    game = b.game(2)
    game.choose("play:ember")
    assert keys(game) == ["pass"]
    game.choose("pass")


def test_else_runs_when_the_block_is_struck_out() -> None:
    b = lamps()
    b.window("signal", zones=["hand"])
    b.design("memo", "lamp", reactions=[{"window": "signal", "body": ("cancel",)}])
    b.setup(move(obj("memo"), zone("hand", 1)))
    b.turn(("open", "signal", [], None, set_(("game", "count"), 1), set_(("game", "count"), 2)), STOP)
    game = b.game()
    other = game.copy()
    game.choose("pass")
    other.choose("react:memo")
    assert (variable(game, "count"), variable(other, "count")) == (1, 2)


def test_a_reaction_without_a_verb_runs_alone_and_the_card_stays() -> None:
    b = lamps()
    b.window("signal", zones=["hand"])
    b.design("memo", "lamp", reactions=[{"window": "signal", "body": [move("this", zone("discards")), ("cancel",)]}])
    b.setup(move(obj("memo"), zone("hand", 1)))
    b.turn(("open", "signal", [], ("list", [1]), set_(("game", "count"), 1), None), STOP)
    game = b.game()
    game.choose("react:memo")
    assert variable(game, "count") == 0
    assert lying(game, "discards") == ["memo"]


def test_cancelling_twice_what_is_gone_already_is_no_harm() -> None:
    b = lamps()
    b.window("signal", zones=["hand"])
    b.design(
        "memo",
        "lamp",
        reactions=[{"window": "signal", "body": [move("this", zone("discards")), ("cancel",), ("cancel",)]}],
    )
    b.setup(move(obj("memo"), zone("hand", 1)))
    b.turn(("open", "signal", [], None, set_(("game", "count"), 1), None), STOP)
    game = b.game()
    game.choose("react:memo")
    assert variable(game, "count") == 0
    assert len(events(game, "cancel")) == 1


def test_cancel_of_a_window_that_has_gone_is_a_fault() -> None:
    b = lamps()
    b.window("signal", zones=["hand"])
    b.gvar("kept", ("nothing",), type="effect")
    b.clause("lamp", "stop", params=("run",), types=("number",))
    b.design(
        "memo",
        "lamp",
        clauses={"stop": (("run",), ("cancel",))},
        reactions=[{"window": "signal", "body": [set_(("game", "kept"), ("effect", "this", "stop", ["run"]))]}],
    )
    b.setup(move(obj("memo"), zone("hand", 1)))
    b.turn(("open", "signal", [], None, None, None), ("doeffect", ("game", "kept")), STOP)
    game = b.game()
    game.choose("react:memo")
    with pytest.raises(Fault, match="gone"):
        game.choose("pass")


def test_a_reaction_may_stand_among_actions() -> None:
    b = memos()
    b.turn(take("play", windows=["played"]), STOP)
    b.setup(*deal(["memo", "ember"], []))
    game = b.game()
    assert keys(game) == ["play:memo", "play:ember", "react:memo"]
    game.choose("react:memo")
    assert asked(game) == "Ann: Stop"
    assert lying(game, "discards") == ["memo"]


def test_a_reaction_may_stand_among_branches() -> None:
    b = memos()
    b.turn(either(fixed("wait", set_(("game", "count"), 9)), react("played"), prompt="How"), STOP)
    b.setup(*deal(["memo"], []))
    game = b.game()
    assert keys(game) == ["wait", "react:memo"]
    game.choose("react:memo")
    assert lying(game, "discards") == ["memo"]
    assert variable(game, "count") == 0


def test_robots_are_passed_by() -> None:
    b = memos()
    b.robots.append({"name": "rob", "title": "Rob"})
    b.setup(*deal(["ember"], []), move(("first", ("copies", "memo")), zone("hand", 2)))
    game = b.game(2)
    game.choose("play:ember")
    assert asked(game) == "Ann: Stop"


def test_windows_of_a_zone_without_owner() -> None:
    b = lamps()
    b.window("signal", zones=["discards"])
    b.design("memo", "lamp", reactions=[{"window": "signal", "body": [move("this", zone("deck")), ("cancel",)]}])
    b.setup(move(obj("memo"), zone("discards")))
    b.turn(("open", "signal", [], ("players",), set_(("game", "count"), 1), None), STOP)
    game = b.game()
    assert asked(game) == "Ann: "
    game.choose("pass")
    assert asked(game) == "Ben: "
    game.choose("react:memo")
    assert variable(game, "count") == 0


def test_open_in_a_dry_run_passes_and_its_block_is_gone_into() -> None:
    b = memos()
    b.action(
        "strict",
        body=[
            (
                "open",
                "played",
                [obj("amber")],
                None,
                [choose("c", items("table", "you")), move("c", zone("discards"))],
                None,
            )
        ],
    )
    b.turn(take("strict"), STOP)
    b.setup(*deal(["memo"], ["memo"]))
    assert asked(b.game()) == "Ann: Stop"
    b = memos()
    b.action(
        "strict",
        body=[
            (
                "open",
                "played",
                [obj("amber")],
                None,
                [choose("c", items("table", "you")), move("c", zone("discards"))],
                None,
            )
        ],
    )
    b.turn(take("strict"), STOP)
    b.setup(*deal(["memo"], ["memo"]), move(obj("ember"), zone("table", 0)))
    assert keys(b.game()) == ["strict"]


def test_text_of_cancelling_is_public() -> None:
    game = start(["ember"], ["memo"])
    game.choose("play:ember")
    game.choose("react:memo")
    assert any("cancelled" in line for line in game.log(0))
