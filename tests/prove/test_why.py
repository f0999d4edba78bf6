"""`chronoc why`: a fact taken apart, with the places of its parts and the smallest change that would make it otherwise."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from chronoc.commands.why import why

FAN = str(Path(__file__).parent / "fan")


def ask(
    capsys: pytest.CaptureFixture[str], fact: str, given: str = "", where: str = FAN, code: int = 0, **more: Any
) -> str:
    assert why(where, fact, given=given, **more) == code
    told = capsys.readouterr()
    return told.out if code == 0 else told.err


def asked(capsys: pytest.CaptureFixture[str], fact: str, given: str = "", where: str = FAN) -> dict[str, Any]:
    found: dict[str, Any] = json.loads(ask(capsys, fact, given, where, as_json=True))
    return found


def all_parts(part: dict[str, Any]) -> list[dict[str, Any]]:
    return [part, *(inner for below in part["parts"] for inner in all_parts(below))]


def said(told: dict[str, Any]) -> dict[str, Any]:
    """What each part says, with its value."""
    return {part["text"]: part["value"] for tree in told["because"] for part in all_parts(tree)}


def test_why_is_1969_a_paradox(capsys: pytest.CaptureFixture[str]) -> None:
    told = asked(capsys, "paradox(1969)", "JFK'", "chrononauts")
    assert told["holds"] is True
    parts = said(told)
    assert parts["JFK'"] is True and parts["Sputnik'"] is False and parts["1969 is paradoxed"] is True
    places = {p["text"]: p["place"] for p in all_parts(told["because"][0]) if p["place"]}
    assert places["Sputnik' OR JFK'"]["file"] == "chrononauts/timeline.chrono"
    lines = Path("cards/chrononauts/timeline.chrono")
    text = (Path(__file__).parents[2] / lines).read_text().splitlines()
    assert "Sputnik' OR JFK'" in text[places["Sputnik' OR JFK'"]["line"] - 1]
    assert told["change"]["steps"] == ["turn over JFK"] and told["change"]["smallest"]
    assert told["change"]["others"] == 1  # its patch would do as well


def test_what_would_bring_somebody_home(capsys: pytest.CaptureFixture[str]) -> None:
    told = asked(capsys, '"Betty"', "", "chrononauts")
    assert told["holds"] is False
    assert told["change"]["steps"] == [
        "turn over JFK",
        "put Vietnam Peace Accord Signed into cover of 1968",
        "put Cosmonauts Orbit Moon into cover of 1969",
    ]
    assert told["change"]["smallest"] and told["change"]["none_of"] == 2


def test_the_standing_rules_follow_a_change(capsys: pytest.CaptureFixture[str]) -> None:
    """A lullaby alone is put away again: the animal has to be awake."""
    told = asked(capsys, "Cat'")
    assert told["change"]["steps"] == ["turn over Porch", "put A song for the cat into lap of Cat"]


def test_what_nothing_can_change(capsys: pytest.CaptureFixture[str]) -> None:
    told = asked(capsys, "Cat' and Porch")
    assert told["holds"] is False and told["change"]["steps"] is None
    assert told["change"]["complete"] and not told["change"]["not_searched"]
    assert "nothing that can be changed makes it otherwise" in ask(capsys, "Cat' and Porch")


def test_what_is_not_searched_is_said(capsys: pytest.CaptureFixture[str]) -> None:
    told = ask(capsys, "count(hand of Ann) > 3")
    assert "not decided" in told and "it hangs on this as well, which is not changed here: hand of Ann" in told


def test_a_change_that_ends_the_game(capsys: pytest.CaptureFixture[str]) -> None:
    told = ask(capsys, "count(animals where sleepless(it)) >= 3", "Hall'")
    assert "it would be so with this, the smallest change:\n  turn over Porch\n  (it would end the game)" in told


def test_a_far_change_is_a_guess_and_says_so(capsys: pytest.CaptureFixture[str]) -> None:
    told = ask(capsys, "too_many_paradoxes", where="chrononauts")
    assert "a change that need not be the smallest (none of 3 or fewer does)" in told


def test_numbers_are_taken_apart_but_not_changed(capsys: pytest.CaptureFixture[str]) -> None:
    told = asked(capsys, "open_paradoxes", "JFK'", "chrononauts")
    assert told["holds"] is None and told["change"] is None
    assert told["because"][0]["value"] == "2" and said(told)["paradox(1968)"] is True


def test_a_condition_of_every_form(capsys: pytest.CaptureFixture[str]) -> None:
    told = said(asked(capsys, "2 of (Cat, Dog, Bat) and not (Porch' or Hall') and any a in animals satisfy a is awake"))
    assert told["not (Porch' or Hall')"] is True and told["2 of (Cat, Dog, Bat)"] is True
    assert told["Owl is awake"] is True
    told = said(asked(capsys, "no a in animals satisfy a is awake and not calmed(a)", "Porch'"))
    assert told["no a in animals satisfy a is awake and not calmed(a)"] is False
    assert told["Cat is awake and not calmed(Cat)"] is True
    told = said(asked(capsys, "all a in animals satisfy a is awake"))
    assert told["all a in animals satisfy a is awake"] is False and told["Cat is awake"] is False
    told = said(asked(capsys, "lap of Cat is not empty or limit > 2 + 1"))
    assert told["lap of Cat is not empty"] is False and told["limit > 2 + 1"] is False


# ---------------------------------------------------------------------- cards


def test_why_can_this_card_not_be_played(capsys: pytest.CaptureFixture[str]) -> None:
    told = asked(capsys, '"A song for the bat"', "Attic', Porch'")
    use = next(tree for tree in told["because"] if tree["text"] == "Ann can use A song for the bat")
    assert use["value"] is False
    parts = {p["text"]: p for p in all_parts(use)}
    assert parts["A song for the bat in hand of Ann"]["note"] == "it lies in box; the rest is told as if it lay there"
    assert parts["Attic"]["value"] is False and parts["Attic"]["place"]["file"] == "fan/cards.chrono"
    assert parts["Attic' and Porch'"]["value"] is True


def test_a_card_in_hand_can_be_played(capsys: pytest.CaptureFixture[str]) -> None:
    told = asked(capsys, '"A song for the cat"', 'Porch\'; hand of Ann: "A song for the cat"')
    assert told["holds"] is True
    assert said(told)["Ann can use A song for the cat"] is True
    assert said(told)["its effect can be carried out"] is True


def test_where_an_effect_gets_stuck(capsys: pytest.CaptureFixture[str]) -> None:
    told = ask(capsys, '"Restore History"', where="chrononauts")
    assert "flips of Restore History (there is nothing to choose from, and 1 is needed)" in told
    told = ask(capsys, '"Memo From Your Future Self"', where="chrononauts")
    assert "Memo has `play`" in told and "Memo is an answer: to a card played" in told


def test_a_card_that_no_action_takes(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    tmp_path = tmp_path / "few"
    tmp_path.mkdir()
    (tmp_path / "variant.yaml").write_text("variant: few\ntitle: Few\nuses: [few]\n")
    (tmp_path / "few.chrono").write_text(
        'set few "Few"\ngame "Few" { players 2 }\nkind stone { }\nstone "A stone" { }\n'
        "turn { shuffle bag }\nzone bag: pile of stone, hidden\n"
    )
    told = ask(capsys, '"A stone"', where=str(tmp_path))
    assert told == "no action takes a card like this, no goal is met with it\n"


# ---------------------------------------------------------------------- errors


def test_what_cannot_be_read_is_told_with_its_place(capsys: pytest.CaptureFixture[str]) -> None:
    assert "there is nothing called `Mouse`" in ask(capsys, "Mouse'", code=1)
    assert "unexpected end of the file" in ask(capsys, "Cat' and", code=1)
    assert "there is no card with the title `Nobody`" in ask(capsys, '"Nobody"', code=1)
    assert "nothing was told" in ask(capsys, "Cat'", "Mouse'", code=1)


def test_requests_that_cannot_be_carried_out() -> None:
    from chronoc.cli import Refusal
    from chronoc.variant import NoSuchVariant

    with pytest.raises(Refusal, match="is for 2 to 2 players, not 5"):
        why(FAN, "Cat'", players=5)
    with pytest.raises(NoSuchVariant):
        why("no-such-variant", "Cat'")


def test_a_variant_with_errors(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    (tmp_path / "variant.yaml").write_text("variant: two\ntitle: Two\nuses: [two]\n")
    (tmp_path / "cards.chrono").write_text('set two "Two"\ngame "Two" { players 2 }\nlamp "Porch" { }\n')
    assert "cannot be asked" in ask(capsys, "yes", where=str(tmp_path), code=1)


def test_a_value_that_does_not_exist(capsys: pytest.CaptureFixture[str]) -> None:
    assert "this has no value" in ask(capsys, "1 / (limit - limit) == 1", code=1)


def test_after_the_real_setup(capsys: pytest.CaptureFixture[str]) -> None:
    lamp = str(Path(__file__).parents[2] / "examples" / "first-card")
    assert asked(capsys, "tin is empty", where=lamp)["holds"] is True
    assert why(lamp, "tin is empty", setup="3", players=2, draft=True, as_json=True) == 0
    assert json.loads(capsys.readouterr().out)["holds"] is False
    assert "the game cannot go on" in ask(capsys, "deck is empty", setup="3", code=1)  # nobody is dealt a card
