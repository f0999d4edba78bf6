"""Who sees what: views, options, logs, and what seeing ends with."""

from __future__ import annotations

import json
from typing import Any

import pytest

from runtime import Game
from tests.runtime.build import (
    STOP,
    Build,
    Tree,
    asked,
    choose,
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
    when,
    where,
    zone,
)

SINGLES = ("list", [obj("amber"), obj("beacon"), obj("candle"), obj("dynamo"), obj("ember")])


def start(b: Build, *turn: Tree, setup: tuple[Tree, ...] = (), players: int = 3) -> Game:
    b.setup(*setup)
    b.turn(*turn, STOP)
    return b.game(players)


def seen(game: Game, zone: str, seat: int | None) -> list[str | None]:
    """Names of what this seat sees in a zone; None: it is hidden."""
    found = game.view(seat)["zones"][zone]
    return [None if card.get("hidden") else card["name"] for card in found]


def test_zones_are_seen_by_whom_they_say() -> None:
    b = lamps()
    b.zone("pile", see="top")
    b.zone("row", shape="list", see="faces")
    b.zone("closet", owner="player", shape="list", see="faces", peek=True)
    game = start(
        b,
        setup=(
            move(obj("amber"), zone("deck")),
            move(obj("beacon"), zone("discards")),
            move(obj("candle"), zone("hand", 1)),
            move(obj("dynamo"), zone("pile")),
            move(obj("ember"), zone("pile")),
            move(("first", ("copies", "spark")), zone("row")),
            move(("last", ("copies", "spark")), zone("closet", 2), face="down"),
        ),
    )
    for seat in (None, 0, 1, 2):
        assert seen(game, "deck", seat) == [None]
        assert seen(game, "discards", seat) == ["beacon"]
        assert seen(game, "hand of Ben", seat) == (["candle"] if seat == 1 else [None])
        assert seen(game, "pile", seat) == ["ember", None]
        assert seen(game, "row", seat) == ["spark"]
        assert seen(game, "closet of Cleo", seat) == (["spark"] if seat == 2 else [None])


def test_peek_may_depend_on_an_option() -> None:
    for value in (True, False):
        b = lamps()
        b.option("peek", value, type="flag")
        b.zone("closet", owner="player", shape="list", see="faces", peek=True, peek_if=("option", "peek"))
        game = start(b, setup=(move(obj("amber"), zone("closet", 0), face="down"),))
        assert seen(game, "closet of Ann", 0) == (["amber"] if value else [None])


def test_the_top_of_a_pile_is_seen_only_while_it_is_the_top() -> None:
    b = lamps()
    b.zone("pile", see="top")
    game = start(b, STOP, move(obj("ember"), zone("pile")), setup=(move(obj("amber"), zone("pile")),))
    assert seen(game, "pile", 0) == ["amber"]
    game.choose(0)
    assert seen(game, "pile", 0) == ["ember", None]


def test_reveal_and_look_last_until_the_thing_passes_out_of_sight() -> None:
    game = start(
        lamps(),
        ("reveal", obj("amber"), None),
        ("look", ("list", [obj("beacon"), obj("candle")]), 2),
        ("reveal", obj("dynamo"), ("list", [0, 2])),
        STOP,
        move(obj("beacon"), zone("deck"), "bottom"),
        STOP,
        ("shuffle", zone("deck")),
        setup=(move(SINGLES, zone("deck")),),
    )
    assert seen(game, "deck", 0) == ["amber", None, None, "dynamo", None]
    assert seen(game, "deck", 1) == ["amber", None, None, None, None]
    assert seen(game, "deck", 2) == ["amber", "beacon", "candle", "dynamo", None]
    assert seen(game, "deck", None) == ["amber", None, None, None, None]
    game.choose(0)
    assert seen(game, "deck", 2) == ["amber", "candle", "dynamo", None, None]
    game.choose(0)
    assert seen(game, "deck", 2) == [None] * 5


def test_turning_face_up_shows_and_moving_away_turns_up() -> None:
    b = lamps()
    b.zone("row", shape="list", see="faces")
    game = start(
        b,
        STOP,
        ("turn", obj("amber"), False),
        STOP,
        ("turn", obj("amber"), True),
        setup=(move(obj("amber"), zone("row"), face="down"),),
    )
    assert seen(game, "row", 1) == [None]
    game.choose(0)
    assert seen(game, "row", 1) == ["amber"]
    game.choose(0)
    assert seen(game, "row", 1) == [None]


def test_the_log_tells_each_what_he_saw() -> None:
    game = start(
        lamps(),
        move(obj("amber"), zone("hand", 1)),
        move(obj("beacon"), zone("discards")),
        ("look", obj("candle"), 2),
        log("Here is ", (obj("beacon"), ("object", "lamp"))),
        log("Held: ", (items("hand", 1), ("list", ("object", "lamp")))),
        setup=(move(SINGLES, zone("deck")),),
    )
    assert [line for line in game.log(1) if "hand" in line] == ["Ann: Amber from deck to hand of Ben"]
    assert [line for line in game.log(0) if "hand" in line] == ["Ann: a card from deck to hand of Ben"]
    assert "Ann: Beacon from deck to discards" in game.log(0)
    assert "Ann looks at Candle" in game.log(2)
    assert "Ann looks at a card" in game.log(0)
    assert "Here is Beacon" in game.log(None)
    assert "Held: (Amber)" in game.log(1)
    assert "Held: 1 cards" in game.log(0)


def test_what_was_told_stays_told_and_places_of_hidden_things_are_never_told() -> None:
    b = lamps()
    b.field("player", "favourite", type=("object", "lamp"), default=None)
    b.gvar("marked", ("nothing",), type=("object", "lamp"))
    game = start(
        b,
        log("Here is ", (obj("beacon"), ("object", "lamp"))),
        set_(get("favourite", 1), obj("beacon")),
        set_(("game", "marked"), obj("beacon")),
        STOP,
        move(obj("beacon"), zone("deck")),
        ("shuffle", zone("deck")),
        setup=(move(SINGLES, zone("deck")), move(obj("beacon"), zone("discards"))),
    )
    assert game.view(0)["players"][1]["fields"]["favourite"] == "beacon"
    game.choose(0)
    assert "Here is Beacon" in game.log(0)
    told = json.dumps([game.view(0), game.log(0)])
    assert "#" not in told
    assert game.view(0)["players"][1]["fields"]["favourite"] == "a card"
    assert game.view(0)["variables"]["marked"] == "a card"


def test_options_name_unseen_things_by_their_place() -> None:
    game = start(lamps(), choose("c", items("hand", 1), "Steal", by=0), setup=(move(SINGLES, zone("hand", 1)),))
    decision = game.decision
    assert decision is not None
    assert (decision.options[0].key, decision.options[0].label) == ("hand of Ben #1", "hand of Ben #1")
    assert "decision" in game.view(0)
    assert "decision" not in game.view(1)
    assert game.view(1)["waiting"] is True


def test_secret_fields_are_for_their_owner() -> None:
    b = lamps()
    b.field("player", "vote", default=0, secret=True)
    game = start(b, set_(get("vote", 1), 3))
    assert game.view(1)["players"][1]["fields"]["vote"] == 3
    for seat in (None, 0, 2):
        assert "vote" not in game.view(seat)["players"][1].get("fields", {})
    assert any("vote" in line for line in game.log(1))
    assert not any("vote" in line for line in game.log(0))


def test_fields_of_unseen_things_are_not_told() -> None:
    game = start(lamps(), set_(get("lit", obj("amber")), True), setup=(move(obj("amber"), zone("hand", 1)),))
    assert seen(game, "hand of Ben", 0) == [None]
    assert "lit" not in json.dumps(game.view(0)["zones"])
    assert not any("lit" in line for line in game.log(0))
    assert any("lit" in line for line in game.log(1))


def test_a_decision_with_one_answer_that_others_cannot_tell_is_made() -> None:
    """Ben cannot know that Ann holds one strong lamp only."""
    strong = where(items("hand", "you"), ("ge", get("watt", "it"), 5))
    game = start(lamps(), choose("c", strong, "Strong"), setup=(move(SINGLES, zone("hand", 0)),))
    assert (asked(game), keys(game)) == ("Ann: Strong", ["ember"])


def test_offers_never_depend_on_what_the_decider_cannot_see() -> None:
    """Whether the draw can be followed up hangs on the card drawn, so it is offered either way."""
    offers = []
    for first in ("amber", "ember"):
        b = lamps()
        b.action(
            "draw",
            body=[
                move(top("deck"), zone("hand", "you")),
                choose("c", where(items("hand", "you"), ("ge", get("watt", "it"), 5)), "Strong"),
            ],
        )
        b.action(
            "peek",
            body=[("look", top("deck"), "you"), when(("ge", get("watt", top("deck")), 5), ("require", False, "no"))],
        )
        b.action("gamble", body=[("shuffle", zone("deck")), ("require", ("ge", get("watt", top("deck")), 5), "no")])
        b.action("roll", body=[("roll", "r", ("range", 1, 6)), ("require", ("ge", "r", 7), "no")])
        game = start(b, take("draw", "peek", "gamble", "roll"), setup=(move(obj(first), zone("deck")),))
        offers.append(keys(game))
    assert offers == [["draw", "peek", "gamble", "roll"]] * 2


def test_may_and_windows_leak_nothing_by_being_asked() -> None:
    games = []
    for held in ("memo", "amber"):
        b = lamps()
        b.window("signal", zones=["hand"])
        b.design("memo", "lamp", reactions=[{"window": "signal", "body": ("cancel",)}])
        games.append(
            start(
                b,
                ("open", "signal", [], ("others", "you"), [], None),
                may("go on", []),
                setup=(move(obj(held), zone("hand", 1)),),
            )
        )
    for game in games:
        assert asked(game) == "Ben: "
        game.choose("pass")
    for seat in (None, 0, 2):
        assert games[0].view(seat) == games[1].view(seat)
        assert games[0].log(seat) == games[1].log(seat)


# ------------------------------------------------------------------ twins


def twin(game: Game, seat: int, swap: tuple[int, int]) -> Game:
    """The same game with two things exchanged that the seat does not see."""
    other = game.copy()
    S = other.state
    a, b = swap
    place_a, place_b = S.L[a], S.L[b]
    at_a, at_b = S.Z[place_a].index(a), S.Z[place_b].index(b)
    S.Z[place_a][at_a], S.Z[place_b][at_b] = b, a
    S.L[a], S.L[b] = place_b, place_a
    for column in (S.N, S.K, S.F):
        column[a], column[b] = column[b], column[a]
    return other


def told(game: Game, seat: int) -> Any:
    """Everything that this seat is told, byte for byte."""
    decision = game.decision
    own = None
    if decision is not None and decision.seat == seat:
        own = [decision.kind, decision.prompt, [(o.key, o.label) for o in decision.options]]
    return json.dumps([game.view(seat), game.log(seat), own, decision is not None and decision.seat])


@pytest.mark.parametrize("pair", [("amber", "beacon"), ("amber", "candle"), ("candle", "dynamo")])
def test_two_games_that_differ_only_in_what_a_player_cannot_see_are_told_alike(pair: tuple[str, str]) -> None:
    b = lamps()
    b.field("player", "favourite", type=("object", "lamp"), default=None)
    game = start(
        b,
        set_(get("favourite", 1), obj("amber")),
        choose("c", items("hand", 2), "Steal"),
        move("c", zone("hand", 0)),
        setup=(
            move(obj("amber"), zone("hand", 1)),
            move(obj("beacon"), zone("hand", 2)),
            move(obj("candle"), zone("deck")),
            move(obj("dynamo"), zone("deck")),
            move(obj("ember"), zone("hand", 0)),
            move(("first", ("copies", "spark")), zone("hand", 2)),
        ),
    )
    other = twin(game, 0, (thing(game, pair[0]), thing(game, pair[1])))
    assert other != game
    assert told(other, 0) == told(game, 0)
    game.choose(0)
    other.choose(0)
    if pair != ("amber", "beacon"):
        return  # Ann took the beacon in both
    assert lying(game, "hand", 0) != lying(other, "hand", 0)
