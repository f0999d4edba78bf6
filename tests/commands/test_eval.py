"""`chronoc eval`: values after facts, for people and for programs."""

from __future__ import annotations

import json
from functools import cache
from typing import Any

import pytest

from chronoc.analyse import Analysis, analyse
from chronoc.commands.eval import Question, Unanswered
from chronoc.variant import read_sources
from tests.commands.games import chronoc


@cache
def analysis(variant: str) -> Analysis:
    sources = read_sources(variant)
    return analyse(sources.sets, sources.variant)


def value(expression: str, given: str = "", setup: str | None = None, players: int | None = None) -> Any:
    question = Question(analysis("chrononauts"), expression, given, players)
    assert [item.message for item in question.problems if item.severity == "error"] == []
    game, found = question.answer(setup)
    return question.data(game, question.value.type, found)


def test_the_command_writes_json_and_nothing_else() -> None:
    done = chronoc("eval", "chrononauts", "ripplepoints where paradox(it)", "--given", "JFK', Sputnik'", "--json")
    assert done.returncode == 0, done.stderr.decode()
    assert done.stdout.count(b"\n") == 1
    assert json.loads(done.stdout) == value("ripplepoints where paradox(it)", "JFK', Sputnik'")


def test_things_with_their_other_names() -> None:
    found = value("ripplepoints where paradox(it)", "JFK', Sputnik'")
    assert [thing["aliases"] for thing in found] == [["1962"], ["1968"], ["1969"]]
    assert found[0] == {"name": "Cuban_Missile_Crisis", "title": "Cuban Missile Crisis", "aliases": ["1962"]}
    assert value("ripplepoints where paradox(it)") == []
    assert value("JFK") == [{"name": "JFK", "title": "Kennedy Assassinated", "aliases": ["1963"]}]


@pytest.mark.parametrize(
    "expression, expected",
    [
        ("count(linchpins)", 13),
        ("year of JFK", 1963),
        ("JFK'", False),
        ("count(players)", 2),
        ("JFK is linchpin", True),
        ("count(hand of Ann)", 0),
        ("1 to 3", [1, 2, 3]),
        ("2 + 3 * 4", 14),
    ],
)
def test_values(expression: str, expected: Any) -> None:
    assert value(expression) == expected


def test_facts_of_every_form() -> None:
    given = 'hand of Ann: "Fast Forward", 1 "Memo From Your Future Self" ; plays_due = 2 ; JFK\' ; collapse_at = 20'
    assert value("count(hand of Ann) + plays_due + collapse_at", given) == 24


def test_a_real_setup_and_more_players() -> None:
    found = value("hand of Cleo", setup="3", players=4)
    assert len(found) == 3
    assert found == value("hand of Cleo", setup="3", players=4)
    assert value("count(deck)") == 0
    assert value("count(deck)", setup="3") == 84 - 6


def test_for_people_a_list_is_one_line_each() -> None:
    done = chronoc("eval", "chrononauts", "ripplepoints where paradox(it)", "--given", "JFK'", PYTHONIOENCODING="ascii")
    assert done.returncode == 0
    assert "MLK and RFK Assassinated" in done.stdout.decode("ascii").split("\n")


@pytest.mark.parametrize(
    "expression, given, word",
    [
        ("nonsense", "", "nonsense"),
        ("1 +", "", "expected"),
        ("", "", "expected"),
        ("1", "Nobody'", "turned over"),
        ("1", "JFK' JFK'", "JFK"),
    ],
)
def test_what_cannot_be_read(expression: str, given: str, word: str) -> None:
    question = Question(analysis("chrononauts"), expression, given, None)
    assert word in " ".join(item.message for item in question.problems if item.severity == "error")


@pytest.mark.parametrize("expression, given, word", [("1 / 0", "", "zero"), ("1", "collapse_at = 999", "collapse_at")])
def test_what_has_no_value(expression: str, given: str, word: str) -> None:
    with pytest.raises(Unanswered, match=word):
        value(expression, given)


@pytest.mark.parametrize(
    "arguments, code, word",
    [
        (("chrononauts", "nonsense"), 1, "nonsense"),
        (("chrononauts", "1 / 0"), 1, "zero"),
        (("chrononauts", "1", "--players", "9"), 2, "players"),
        (("nowhere", "1"), 2, "nowhere"),
    ],
)
def test_what_cannot_be_answered(arguments: tuple[str, ...], code: int, word: str) -> None:
    done = chronoc("eval", *arguments, "--json")
    assert done.returncode == code, done.stderr.decode()
    assert done.stdout == b""
    assert word in done.stderr.decode()
    assert "Traceback" not in done.stderr.decode()
