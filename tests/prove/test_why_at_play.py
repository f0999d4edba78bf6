"""`why` inside `chronoc play`: options, cards and expressions, from what the asker may see and from nothing else."""

from __future__ import annotations

import io
from pathlib import Path

import pytest

from chronoc.commands.tables import table_for
from chronoc.play.asker import Asker
from chronoc.play.paint import Paint
from chronoc.play.reasons import NotAsked, Reasons
from chronoc.play.session import Session, Stop
from runtime import Game

ROOT = Path(__file__).parents[2]
BISCUIT = str(ROOT / "examples" / "first-card")
CHRONO = "chrononauts"


@pytest.fixture(scope="module")
def biscuit() -> Asker:
    return Asker(BISCUIT)


def game(seed: int = 1) -> Game:
    return Game.new(table_for(BISCUIT), ["Ann", "Ben"], seed)


def why(played: Game, words: str, asker: Asker | None, seat: int = 0) -> str:
    decision = played.decision
    assert decision is not None
    return "\n".join(Reasons(played, seat, asker).lines(decision, words))


def holding(title: str) -> Game:
    """A game in which the one who decides has this in hand."""
    for seed in range(200):
        played = game(seed)
        rules, S = played.rules, played.state
        hand = next(i for i in range(len(S.Z)) if rules.world.zone_name(i) == f"hand of {rules.seats[S.active]}")
        if any(rules.world.title(t) == title for t in S.Z[hand] if t is not None):
            return played
    raise AssertionError(title)


def test_why_an_option_is_offered(biscuit: Asker) -> None:
    played = game()
    decision = played.decision
    assert decision is not None
    for option in decision.options:
        told = why(played, str(option.index + 1), biscuit, decision.seat)
        assert told.splitlines()[0].startswith(f"yes {option.label}: it is offered")
    with pytest.raises(NotAsked, match=f"There is no option 99; they go from 1 to {decision.size}"):
        why(played, "99", biscuit, decision.seat)


def test_why_a_card_cannot_be_played(biscuit: Asker) -> None:
    played = holding("Hungry Aunt")
    seat = played.state.active
    told = why(played, "Hungry Aunt", biscuit, seat)
    lines = told.splitlines()
    assert lines[0].startswith(f"no  {played.rules.seats[seat]} can play Hungry Aunt")
    assert any("can tidy Hungry Aunt" in line and line.startswith("yes") for line in lines)
    dog = why(holding("It Was the Dog"), "it was the dog", biscuit, holding("It Was the Dog").state.active)
    assert "has play" in dog and dog.startswith("no  ")


def test_it_is_the_turn_of_somebody_else(biscuit: Asker) -> None:
    played = game()
    other = 1 - played.state.active
    mine = next(
        t for i, zone in enumerate(played.state.Z) for t in zone
        if t is not None and played.rules.world.zone_name(i) == f"hand of {played.rules.seats[other]}"
    )  # fmt: skip
    told = why(played, played.rules.world.title(mine), biscuit, other)
    assert f"no  it is the turn of {played.rules.seats[other]}" in told


def test_expressions_and_what_would_change_them(biscuit: Asker) -> None:
    played = game()
    told = why(played, "eaten(Ann) >= crumbs_to_win", biscuit)
    assert told.startswith("no  eaten(Ann) >= crumbs_to_win")
    assert why(played, "count(hand of you)", biscuit).startswith(str(len(hand(played, 0))))


def hand(played: Game, seat: int) -> list[int]:
    world = played.rules.world
    name = f"hand of {played.rules.seats[seat]}"
    zone = next(i for i in range(len(played.state.Z)) if world.zone_name(i) == name)
    return [t for t in played.state.Z[zone] if t is not None]


HIDDEN = (
    "tin is empty",
    "count(hand of Ben) > 3",
    "any c in hand of Ben satisfy c is Dog",
    "any c in hand of players satisfy c is Last",
    "Last in tin",
    "Last in hand of Ben",
    "zone of Last == hand of Ben",
    "holder of Last == Ben",
    "first of tin is Plain",
    "Last in plate of players or Last in tin",
    "any b in biscuits satisfy b in hand of Ben",
)


@pytest.mark.parametrize("words", HIDDEN)
def test_what_the_asker_does_not_see_is_not_told(words: str, biscuit: Asker) -> None:
    """Nor does it differ between two games that differ in nothing else."""
    played, other = game(4), game(4)
    swap(other)
    said = why(played, words, biscuit)
    assert said == why(other, words, biscuit)
    assert said.splitlines()[0].startswith("hidden ") or "hidden" in said


def swap(played: Game) -> None:
    """Exchange the hand of the second player for cards of the pile, and turn the pile around."""
    S, world = played.state, played.rules.world
    tin = next(i for i in range(len(S.Z)) if world.zone_name(i) == "tin")
    ben = next(i for i in range(len(S.Z)) if world.zone_name(i) == "hand of Ben")
    S.Z[tin] = S.Z[tin][::-1]
    for at in range(len(S.Z[ben])):
        mine, theirs = S.Z[ben][at], S.Z[tin][at]
        S.Z[ben][at], S.Z[tin][at] = theirs, mine
        S.L[mine], S.L[theirs] = tin, ben


def test_no_title_tells_where_a_hidden_card_lies(biscuit: Asker) -> None:
    played, other = game(4), game(4)
    swap(other)
    for design in played.rules.table.designs:
        answers = []
        for one in (played, other):
            try:
                answers.append(why(one, f'"{design["title"]}"', biscuit))
            except NotAsked as problem:
                answers.append(str(problem))
        assert answers[0] == answers[1], design["title"]


def test_what_cannot_be_asked_is_told(biscuit: Asker, tmp_path: Path) -> None:
    played = game()
    with pytest.raises(NotAsked, match="there is nothing called `foo` here"):
        why(played, "foo", biscuit)
    with pytest.raises(NotAsked, match="cannot be read"):
        why(played, "eaten(Ann) >", biscuit)
    with pytest.raises(NotAsked, match="built elsewhere"):
        why(played, "eaten(Ann) > 3", None)
    with pytest.raises(NotAsked, match="have changed since"):
        why(played, "eaten(Ann) > 3", Asker(CHRONO))
    title = played.rules.world.title(hand(played, 0)[0])
    assert why(played, title, None)  # a card needs no files


def test_the_screen(capsys: pytest.CaptureFixture[str], biscuit: Asker) -> None:
    played = game()
    session = Session(
        played, {1: "random"}, source=io.StringIO("why 1\nwhy foo\nwhy tin is empty\nwhy 1 / 0 > 1\nhelp\n"),
        paint=Paint(width=60), asker=biscuit,
    )  # fmt: skip
    with pytest.raises(Stop):
        session.play()
    told = capsys.readouterr().out
    assert "it is offered" in told and "there is nothing called `foo`" in told
    assert "hidden tin is empty (you do not see what this hangs on)" in told
    assert "why WORDS" in told
    assert max(len(line) for line in told.splitlines()) <= 80


@pytest.mark.parametrize("words", ["Hungry Aunt", "hungry aunt", '"Hungry Aunt"'])
def test_a_card_that_is_not_seen_is_called_so_with_and_without_quotes(words: str, biscuit: Asker) -> None:
    for seed in range(50):
        played = game(seed)
        decision = played.decision
        assert decision is not None
        if Reasons(played, decision.seat, biscuit).named(words) is None:
            with pytest.raises(NotAsked, match="You do not see this"):
                why(played, words, biscuit, decision.seat)
            return
    raise AssertionError("always seen")
