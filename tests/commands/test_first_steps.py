"""What somebody stumbles over who uses the commands for the first time."""

from __future__ import annotations

import io
from pathlib import Path
from typing import Any

import pytest

from chronoc import cli
from chronoc.commands.diff import _numbers
from chronoc.commands.sim import sim
from chronoc.commands.tables import table_for
from chronoc.commands.why import why
from chronoc.compare.pairs import Measure
from chronoc.play import saves
from chronoc.play.asker import Asker
from chronoc.play.paint import Paint
from chronoc.play.reasons import NotAsked, Reasons
from chronoc.play.session import Session
from chronoc.simulate.answers import dead_card
from runtime import Game, Table, UsageError
from tests.commands.games import ROOT, small

BISCUIT = str(ROOT / "examples" / "first-card")


@pytest.fixture(scope="module")
def biscuit() -> Table:
    return table_for(BISCUIT)


def at_screen(table: Table, seed: int = 4) -> Session:
    return Session(Game.new(table, ["Ann", "Rob"], seed), {1: "random"}, source=io.StringIO(""), paint=Paint())


@pytest.mark.parametrize("words", ["Hungry Aunt", "hungry aunt", "Hungry_Aunt"])
def test_the_shell_takes_the_quotes_of_a_title_away(words: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert why(BISCUIT, '"Hungry Aunt"') == 0
    quoted = capsys.readouterr().out
    assert why(BISCUIT, words) == 0
    assert capsys.readouterr().out == quoted


def test_what_is_no_title_is_read_as_an_expression(capsys: pytest.CaptureFixture[str]) -> None:
    assert why(BISCUIT, "Hungry Ant") == 1
    assert "unexpected `Ant`" in capsys.readouterr().err
    assert why(BISCUIT, "Hungry Aunt", given="nonsense") == 1
    assert "nonsense" in capsys.readouterr().err


def test_a_table_that_stands_on_the_screen_is_not_drawn_again(
    biscuit: Table, capsys: pytest.CaptureFixture[str]
) -> None:
    played = at_screen(biscuit)
    played._table(0)
    assert "Hungry Aunt" in capsys.readouterr().out
    played._table(0)
    assert capsys.readouterr().out == ""
    played.game.choose(0)
    played._table(0)
    assert "Hungry Aunt" in capsys.readouterr().out


def test_copies_that_look_the_same_are_viewed_once(biscuit: Table, capsys: pytest.CaptureFixture[str]) -> None:
    played = at_screen(biscuit)
    played._do_view(0, "Hungry Aunt")  # she holds two of them
    assert capsys.readouterr().out.count("Hungry Aunt - guest in hand of Ann") == 1


def test_an_option_that_is_offered_is_offered_whatever_it_hangs_on() -> None:
    asker = Asker("khronos")
    game = Game.new(table_for("khronos"), ["Ann", "Ben"], 4)
    game.choose(1)  # no exchange of cards
    decision = game.decision
    assert decision is not None and decision.seat == 0
    reasons = Reasons(game, 0, asker)
    assert decision.options[0].label == "Adventurer travels"
    told = list(reasons.lines(decision, "1"))
    assert told[0].startswith("yes Adventurer travels: it is offered")
    for words in ("Civil Construction", '"Civil Construction"'):
        with pytest.raises(NotAsked, match="No action takes Civil Construction"):
            list(reasons.lines(decision, words))


def test_a_saved_game_of_something_else_is_told_from_an_older_one(biscuit: Table, tmp_path: Path) -> None:
    file = tmp_path / "game.json"
    saves.write(file, Game.new(biscuit, 2, 1), {})
    with pytest.raises(UsageError, match=r"game\.json: this game was saved with the variant 'first-card'"):
        saves.read(file, small().table())


def test_shares_lie_no_further_apart_than_all_and_none() -> None:
    assert "(-100.0% … +100.0%)" in _numbers(Measure("won by seat", "Ann", 0.25, 0.5, -1.353, 1.4, 1.0))
    assert "(-1.353 … +1.400)" in _numbers(Measure("length", "turns", 0.25, 0.5, -1.353, 1.4, 1.0))


def test_no_card_is_dead_where_none_is_laid_down() -> None:
    cards = [
        {"card": name, "title": name, "played": 0, "played_share": {"of": 20, "share": 0.0, "worth": 20.0}}
        for name in ("Lamp", "Torch")
    ]
    (answer,) = dead_card({"cards": cards})
    assert "This cannot be told" in answer["answer"] and "40 times" in answer["answer"]


def interrupted() -> int:
    raise KeyboardInterrupt


def test_ctrl_c_is_answered(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setitem(cli.COMMANDS, "rules", (f"{__name__}:interrupted", ""))
    assert cli._guarded(["rules"], False) == 130
    assert capsys.readouterr().err == "chronoc: stopped\n"


@pytest.mark.parametrize("bots", [{"bot": ["1=greedy", "2=random"]}, {"bots": "1=greedy,random"}])
def test_in_a_simulation_bots_have_no_seats(bots: dict[str, Any]) -> None:
    with pytest.raises(cli.Refusal, match="write 'greedy', not '1=greedy'"):
        sim(BISCUIT, **bots)


def test_one_game_is_no_games(capsys: pytest.CaptureFixture[str]) -> None:
    assert sim(BISCUIT, games=1, players="2", cards=False) == 0
    out = capsys.readouterr().out
    assert "The Last Biscuit: 1 game with 2 players" in out and "(of 1 finished game)" in out
