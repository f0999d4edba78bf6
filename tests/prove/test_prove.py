"""The command, on a fan's set with four mistakes and on Chrononauts."""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from chronoc.analyse import analyse
from chronoc.commands.prove import prove as command
from chronoc.prove.proof import prove
from chronoc.prove.prover import Verdict
from chronoc.variant import read_sources

FAN = Path(__file__).parent / "fan"


@cache
def verdicts(where: str, only: str = "") -> dict[str, Verdict]:
    sources = read_sources(where)
    analysis = analyse(sources.sets, sources.variant)
    return {v.question.title: v for v in prove(analysis, sources.reading.texts, only)}


def said(verdict: Verdict) -> list[tuple[str, int, str]]:
    return [(place[0], place[1], text) for place, text in verdict.because if place is not None]


def line_of(text: str) -> int:
    lines = (FAN / "cards.chrono").read_text().splitlines()
    return next(k for k, line in enumerate(lines, 1) if text in line)


def test_a_dependent_that_is_always_true() -> None:
    never = verdicts(str(FAN))["The owl not awake"]
    assert never.word == "unreachable"
    assert said(never) == [("fan/cards.chrono", line_of("animal Owl"), "not (Hall or Hall')")]
    assert verdicts(str(FAN))["The owl awake"].word == "reachable"


def test_a_card_that_never_fits() -> None:
    never = verdicts(str(FAN))["use A song for the bat"]
    assert never.word == "unreachable"
    assert said(never) == [
        ("fan/cards.chrono", line_of("animal Bat"), "Attic'"),
        ("fan/cards.chrono", line_of("Playable if"), "Attic"),
    ]
    assert [text for _, text in never.change] == ["Attic' and Porch'"]


def test_a_goal_that_contradicts_itself() -> None:
    never = verdicts(str(FAN))["A wish: Light everywhere"]
    place = line_of("Light everywhere")
    assert never.word == "unreachable"
    assert said(never) == [("fan/cards.chrono", place, "Cat'"), ("fan/cards.chrono", place, "Porch")]


def test_a_goal_that_only_the_common_loss_reaches() -> None:
    only = verdicts(str(FAN))["A wish: All awake"]
    assert only.word == "only by way of"
    assert only.why == ["a state that ends the game: Nobody sleeps"]
    assert [text for _, _, text in said(only)] == ["count(animals where sleepless(it)) >= limit"]
    assert only.witness is not None and "expect game over" in only.witness.text


def test_what_is_reachable_has_a_shortest_line() -> None:
    wish = verdicts(str(FAN))["A wish: A quiet evening"]
    assert wish.word == "reachable" and wish.shortest and wish.witness is not None
    assert wish.witness.plays == 4 and 'wins "wish"' in wish.witness.text


def test_a_card_is_not_called_unplayable_because_of_what_the_others_could_prevent() -> None:
    song = verdicts(str(FAN))["use A song for the cat"]
    assert song.word == "reachable"
    assert song.witness is not None and song.witness.plays == 3  # the dog has to be calmed first, else nobody sleeps


def test_every_identity_of_chrononauts_goes_home() -> None:
    found = verdicts("chrononauts", "goal Going home")
    assert len(found) == 14
    for title, verdict in found.items():
        assert verdict.word == "reachable" and verdict.witness is not None, (title, verdict.why)
        assert 'wins "home"' in verdict.witness.text
    assert found["Going home: Betty"].witness is not None and found["Going home: Betty"].witness.plays == 3


def test_the_collapse_can_happen_and_a_mission_can_be_done() -> None:
    (collapse,) = verdicts("chrononauts", "loss ").values()
    assert collapse.witness is not None and "expect game over" in collapse.witness.text
    (mission,) = verdicts("chrononauts", "Collected Works").values()
    assert mission.witness is not None and 'wins "mission"' in mission.witness.text


TRAVELLERS = """
set two "Two travellers" { needs: chrononauts }
identity "Nobody" { home if 1868 and 1929' and Lincoln' }
identity "Late" { home if 1962' and 1969' }
"""


def test_two_travellers_who_never_get_home(tmp_path: Path) -> None:
    (tmp_path / "variant.yaml").write_text("variant: two\ntitle: Two travellers\nuses: [chrononauts]\n")
    (tmp_path / "cards.chrono").write_text(TRAVELLERS)
    nobody = verdicts(str(tmp_path), "home: Nobody")["Going home: Nobody"]
    assert nobody.word == "unreachable"
    assert [text for _, _, text in said(nobody)] == ["1868", "Lincoln'"]
    assert [(place[0], text) for place, text in nobody.change if place] == [("chrononauts/timeline.chrono", "Lincoln'")]
    late = verdicts(str(tmp_path), "home: Late")[
        "Going home: Late"
    ]  # 1962 has one patch, and it cuts off what comes later
    assert late.word == "unreachable"
    first, second = said(late)
    assert first[2] == "1962'" and "cut_off(e)" in second[2]


def test_json_and_exit_codes(capsys: pytest.CaptureFixture[str]) -> None:
    assert command(str(FAN), goal="quiet", as_json=True) == 0
    told: dict[str, Any] = json.loads(capsys.readouterr().out)
    (row,) = told["verdicts"]
    assert row["verdict"] == "reachable" and row["place"] == {
        "file": "fan/cards.chrono",
        "line": line_of("A quiet evening"),
    }
    assert command(str(FAN), goal="Light everywhere") == 1
    assert "these contradict each other" in capsys.readouterr().out


def test_a_name_that_nothing_has() -> None:
    from chronoc.cli import Refusal

    with pytest.raises(Refusal, match="has 'moon' in its name"):
        command(str(FAN), goal="moon")


def test_a_rule_that_discards_is_not_taken_for_a_play_that_discards(tmp_path: Path) -> None:
    """An action discards any card, and a rule discards a lullaby for a reason of its own, which counts."""
    folder = tmp_path / "fan"
    folder.mkdir()
    for name in ("rules.chrono", "cards.chrono", "variant.yaml"):
        (folder / name).write_text((FAN / name).read_text())
    with (folder / "rules.chrono").open("a") as file:
        file.write("\nwhenever s: lullaby where s in lap of animals and plain(Attic) { discard s }\n")
    with (folder / "variant.yaml").open("a") as file:
        file.write("options: {limit: 9}\n")
    cat = verdicts(str(folder), "side The cat primed")["The cat primed"]
    assert cat.word == "reachable" and cat.shortest and cat.witness is not None
    assert cat.witness.plays == 3 and "A short match" in cat.witness.text


def test_what_may_happen_to_one_player_may_happen_to_each(tmp_path: Path) -> None:
    """A card that only others can put before a player is no reason to say that it never lies there."""
    folder = tmp_path / "gift"
    folder.mkdir()
    (folder / "variant.yaml").write_text("variant: gift\ntitle: Gift\nuses: [gift]\n")
    (folder / "gift.chrono").write_text(GIFT)
    word = verdicts(str(folder), "goal")["A wish: Given"].word
    assert word == "not decided"


GIFT = """
set gift "Gift"
game "Gift" { players 2 }
kind card { play: effect }
kind stone is card { play: effect = { give this } }
kind wish plural wishes { granted if: condition }
zone deck: pile of card, hidden
zone hand of each player: list of card, seen by owner
zone table of each player: list of stone, open
zone wishes_of of each player: list of wish, seen by owner
to give(s: stone) "give {s} away" {
  choose p from others "To whom?"
  move s to table of p
}
setup { move cards to deck }
turn { take one of use ; check goals of you }
action use(c from hand of you) "Use {c}" { do c.play }
goal wish "A wish" for p with w from wishes_of of p where w is granted { win you "wish" ; end game }
stone Ruby "A ruby" { }
wish "Given" { granted if Ruby in your table }
"""


def test_a_turn_that_begins_with_a_discard_and_a_goal_that_wins_nothing(tmp_path: Path) -> None:
    """The player holds a card more, which he lays off; that a goal was met shows where its card lies by then; and a rule asks a
    player only where it strikes."""
    folder = tmp_path / "lanterns"
    folder.mkdir()
    (folder / "variant.yaml").write_text("variant: lanterns\ntitle: Lanterns\nuses: [lanterns]\n")
    (folder / "lanterns.chrono").write_text(LANTERNS)
    found = verdicts(str(folder), "goal A wish")
    wish = found["A wish: Two lights"]
    assert wish.word == "reachable" and wish.witness is not None
    assert wish.witness.plays == 2
    assert wish.witness.text.count('answers "A match"') == 2
    assert '"Two lights" in kept of ' in wish.witness.text
    never = found["A wish: Nothing"]
    assert never.word == "unreachable"
    ((place, words),) = never.because
    assert place is not None and place[1] == LANTERNS.split("\n").index('wish "Nothing" { granted if no }') + 1
    assert words == "Nothing is written so that it never can: granted if no"


LANTERNS = """
set lanterns "Lanterns"
game "Lanterns" { players 2 }
kind lantern { side flipped }
kind card { play: effect }
kind wish plural wishes { granted if: condition }
zone deck: pile of card, hidden
zone discards: pile of card, open
zone hand of each player: list of card, seen by owner
zone wishes_of of each player: list of wish, seen by owner
zone kept of each player: list of wish, open
to flip(l: lantern) { set flipped of l = not flipped of l }
setup { move cards to deck }
turn {
  choose c from hand of you "Discard a card"
  move c to discards
  take one of use
  check goals of you
}
action use(c from hand of you) "Use {c}" { do c.play ; move c to discards }
whenever settled all l in lanterns satisfy primed(l) {
  by first of players {
    either "Too bright" {
      again "begin again" { for each l in lanterns { flip l } }
      enough "let it be over" { lose players "Too bright" ; end game }
    }
  }
}
goal wish "A wish" for p with w from wishes_of of p where w is granted { move w to kept of p }
lantern Left "Left" { }
lantern Middle "Middle" { }
lantern Right "Right" { }
card "A spark" x3 { play { choose l from (Left, Right) where plain ; flip l } }
card "A match" x9 { play { choose l from lanterns where plain ; flip l } }
wish "Two lights" { granted if Left' and Right' }
wish "Nothing" { granted if no }
"""


def test_where_too_much_hangs_on_too_much_nothing_is_claimed(monkeypatch: pytest.MonkeyPatch) -> None:
    """Boards can make the analysis take all the memory there is. It gives up before, and leaves open what it would claim."""
    monkeypatch.setattr("chronoc.prove.effects.MUCH", 0)
    sources = read_sources(str(FAN))
    analysis = analyse(sources.sets, sources.variant)
    words = [v.word for v in prove(analysis, sources.reading.texts, "Light everywhere")]
    assert "not decided" in words and "unreachable" not in words
