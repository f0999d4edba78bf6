"""`chronoc matrix`: what goals need, what cards offer, how far each goal is; as tables, as data, as a picture."""

from __future__ import annotations

import json
import xml.etree.ElementTree as ElementTree
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from chronoc.cli import Refusal
from chronoc.commands.matrix import matrix as command
from chronoc.commands.reports import Reported, reported
from chronoc.report.matrix import Matrix, data, matrix
from chronoc.report.needs import Needs
from chronoc.report.pictures import picture
from chronoc.report.tables import lines

FAN = str(Path(__file__).parents[1] / "prove" / "fan")
SVG = "{http://www.w3.org/2000/svg}"


@cache
def report(where: str) -> Reported:
    found = reported(where, False)
    assert isinstance(found, Reported)
    return found


@cache
def made(where: str, far: bool = False) -> Matrix:
    found = report(where)
    return matrix(found.prover, found.goals() if far else [], found.names(), found.words)


def needs(found: Matrix, title: str) -> list[tuple[str, str, bool, bool]]:
    row = next(a for a in found.askings if a.title == title)
    return [(found.names[n.thing], n.reading, n.wanted, n.always) for n in row.needs if n.thing is not None]


def offers(found: Matrix, title: str, action: str) -> dict[str, tuple[str, str]]:
    row = next(o for o in found.offers if o.title == title and o.action == action)
    return {found.names[thing]: how for thing, how in row.changes.items()}


def test_what_identities_need() -> None:
    found = made("chrononauts")
    assert needs(found, "Betty") == [
        ("1945", "plain", True, True),
        ("1968", "primed", True, True),
        ("1969", "primed", True, True),
    ]
    betty = next(a for a in found.askings if a.title == "Betty")
    assert betty.goal == "Going home" and betty.place is not None
    assert betty.place[0] == "chrononauts/identities.chrono"
    assert betty.besides == ["no e in (events named in home of i) satisfy cut_off(e)"]
    stranger = next(a for a in found.askings if a.title == "Squa Tront")
    assert stranger.besides == []  # printed facts say that it does not count for him
    assert sum(a.goal == "Going home" for a in found.askings) == 14


def test_what_missions_need() -> None:
    found = made("chrononauts")
    assert needs(found, "Collected Works") == [
        (name, "in table", True, True) for name in ("Shakespeare", "Scroll", "Beatles_Album")
    ]
    assert all(not always for *_, always in needs(found, "The Long Pilgrimage"))  # three of four
    assert needs(found, "Cheaters Sometimes Win") == [
        ("Good_Forgery", "in table", True, False),
        ("Obvious_Forgery", "in table", True, False),
        ("Almanac", "in table", True, True),
        ("Shakespeare", "in table", True, True),
    ]


def test_what_inverters_turn_over() -> None:
    found = made("chrononauts")
    assert offers(found, "Avert Disaster", "play") == dict.fromkeys(
        ("Titanic", "Lusitania", "Hindenburg"), ("over", "")
    )
    back = offers(found, "Restore History", "play")
    assert len(back) == 13 and set(back.values()) == {("back", "")}
    both = offers(found, "Reverse Fate", "play")
    assert len(both) == 13 and set(both.values()) == {("both", "")}
    assert len(found.sided) == 13
    assert next(o for o in found.offers if o.title == "Reverse Fate").copies == 8


def test_what_else_cards_change() -> None:
    found = made("chrononauts")
    assert offers(found, "Cosmonauts Orbit Moon", "play") == {"1969": ("put", "cover")}
    assert offers(found, "Rex", "play") == {"Rex": ("put", "table")}
    assert offers(found, "Rex", "spend") == {"Rex": ("take", "table")}
    by_name = {name: thing for thing, name in found.names.items()}
    assert found.bringing(by_name["1945"]) == 4 and found.bringing(by_name["JFK"]) == 3 + 2 + 8
    assert found.bringing(by_name["Rex"]) == 1


def test_distances() -> None:
    found = {a.title: (a.verdict, a.plays, a.shortest) for a in made(FAN, True).askings}
    assert found == {
        "A quiet evening": ("reachable", 4, True),
        "Light everywhere": ("unreachable", None, False),
        "A noisy night": ("unreachable", None, False),
        "All awake": ("only by way of", None, False),
    }


def test_tables() -> None:
    told = "\n".join(lines(made(FAN, True)))
    assert "  A quiet evening   4                             '    '" in told
    assert "  Light everywhere  never     =                   '" in told
    assert "  cards for it                3      3     2      1    1    1" in told
    assert "  A long match x3   <>     <>" in told
    assert "  use A song for the cat: goes to lap of Cat" in told
    assert "All awake: only by way of; a state that ends the game: Nobody sleeps" in told
    narrow = list(lines(made("chrononauts"), 60))
    assert max(len(line) for line in narrow if line.startswith("  Ginohn")) <= 60
    assert sum(line.startswith("  Ginohn") for line in narrow) > 2  # the columns go on below
    assert any(line.startswith("  besides, all but Squa Tront: no e in") for line in narrow)


def test_data_names_what_it_speaks_of() -> None:
    told = data(made(FAN, True), "fan", "sha256:0")
    wish = next(row for row in told["goals"] if row["with"] == "Light everywhere")
    assert wish["needs"] == [
        {"thing": "Cat", "title": "The cat", "reading": "primed", "wanted": True, "always": True},
        {"thing": "Porch", "title": "The porch lamp", "reading": "plain", "wanted": True, "always": True},
    ]
    porch = next(row for row in told["things"] if row["thing"] == "Porch")
    assert porch == {"thing": "Porch", "title": "The porch lamp", "cards": 3, "asked": 3, "plain": 1, "primed": 2}
    assert json.loads(json.dumps(told)) == told


def test_the_picture_is_well_formed_and_always_the_same() -> None:
    text = picture(made("chrononauts"))
    assert text == picture(made("chrononauts"))
    root = ElementTree.fromstring(text)
    words = [node.text for node in root.iter(f"{SVG}text")]
    assert {"Going home", "Betty", "1969", "Rex", "Avert Disaster x3", "cards for it"} <= set(words)
    tips = [node.text for node in root.iter(f"{SVG}title")]
    assert "Betty: Apollo 11 Lands on Moon, primed" in tips


STRANGE = """
set strange "Strange"
game "Strange <&> \\"Game\\"" { players 2 }
kind lamp { side flipped }
kind card { play: effect }
kind wish plural wishes { granted if: condition }
zone deck: pile of card, hidden
zone hand of each player: list of card, seen by owner
zone wishes_of of each player: list of wish, seen by owner
to turn_over(h: lamp) "turn {h} over" { set flipped of h = not flipped of h }
turn { take one of use ; check goals of you }
action use(c from hand of you) "Use {c}" { do c.play }
goal wish "A <wish> & more" for p with w from wishes_of of p where w is granted { win you "wish" ; end game }
lamp Left "Left <b> & 'right'" { }
card "<script>alert(1)</script>" { play { turn_over Left } }
wish "]]> & co" { granted if Left' }
"""


def strange(tmp_path: Path) -> str:
    folder = tmp_path / "strange"
    folder.mkdir()
    (folder / "variant.yaml").write_text("variant: strange\ntitle: Strange\nuses: [strange]\n")
    (folder / "strange.chrono").write_text(STRANGE)
    return str(folder)


def test_texts_cannot_break_out_of_the_picture(tmp_path: Path) -> None:
    text = picture(made(strange(tmp_path)))
    assert "<script>" not in text
    words = [node.text for node in ElementTree.fromstring(text).iter(f"{SVG}text")]
    assert "<script>alert(1)</script> x1" in words and "]]> & co" in words and "A <wish> & more" in words


def test_the_command(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    assert command(FAN, distances=False) == 0
    told = capsys.readouterr().out
    assert told.startswith("A fan's first timeline\n") and "plays" not in told
    assert command(FAN, as_json=True) == 0
    found: dict[str, Any] = json.loads(capsys.readouterr().out)
    assert found["variant"] == "fan" and found["table"].startswith("sha256:") and found["goals"][0]["plays"] == 4
    target = tmp_path / "fan.svg"
    assert command(FAN, svg=target, distances=False) == 0
    assert "4 ways to meet a goal, 5 cards" in capsys.readouterr().err
    assert ElementTree.parse(target).getroot().tag == f"{SVG}svg"
    assert command(FAN, svg=Path("-"), distances=False) == 0
    assert capsys.readouterr().out == target.read_text()
    assert command(FAN, svg=target, distances=False, as_json=True, draft=True) == 0
    assert json.loads(capsys.readouterr().out)["variant"] == "fan"


def test_requests_that_cannot_be_carried_out(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    from chronoc.variant import NoSuchVariant

    with pytest.raises(Refusal, match="not both"):
        command(FAN, svg=Path("-"), as_json=True)
    with pytest.raises(Refusal, match="is a folder"):
        command(FAN, svg=tmp_path, distances=False)
    with pytest.raises(NoSuchVariant):
        command("no-such-variant")
    folder = tmp_path / "two"
    folder.mkdir()
    (folder / "variant.yaml").write_text("variant: two\ntitle: Two\nuses: [two]\n")
    (folder / "two.chrono").write_text('set two "Two"\ngame "Two" { players 2 }\nlamp "Porch" { }\n')
    assert command(str(folder)) == 1
    assert "nothing was decided" in capsys.readouterr().err


def test_conditions_of_every_form() -> None:
    """Negation turns `all` into `one of`, and the other way round."""
    found = report(FAN)
    needs_of = Needs(found.prover.writing, found.prover.start)
    bat = next(d for d in found.prover.table.designs if d["title"] == "The bat")
    (fn,) = bat["clauses"].values()
    at = needs_of.conditions.entered(fn, 0, None, [])
    both = [(n.reading, n.wanted, n.alone, n.always) for n in needs_of.walk(at, True, True, True, 0)]
    assert both == [("primed", True, False, True), ("primed", True, False, True)]
    neither = [(n.reading, n.wanted, n.alone, n.always) for n in needs_of.walk(at, False, True, True, 0)]
    assert neither == [("primed", False, True, False), ("primed", False, True, False)]


def test_copies_of_one_card_are_one_column() -> None:
    found = made(str(Path(__file__).parents[1] / "specimens" / "quests"))
    for goal in found.goals():
        names = [found.names[thing] for thing in found.columns(goal)]
        assert len(set(names)) == len(names)
    assert any(name == "Cup" for name in found.names.values())
