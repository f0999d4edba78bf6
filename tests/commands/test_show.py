"""`chronoc show`: faces for people and for programs."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from chronoc.terminal import columns
from tests.commands.games import chronoc


def shown(*words: str, **environment: str) -> str:
    done = chronoc("show", *words, **environment)
    assert done.returncode == 0, done.stderr.decode()
    return done.stdout.decode()


def test_a_card_by_its_title() -> None:
    text = shown("Apollo 11 Lands on the Moon", "--variant", "chrononauts", "--lang", "en")
    assert text.splitlines() == [
        "Apollo 11 Lands on Moon",
        "ripplepoint · Chrononauts",
        "",
        "  Year: 1969",
        "  Index: C8",
        "  Paradoxed If Sputnik' OR JFK'",
        "      Sputnik  Sputnik Launched",
        "      JFK      Kennedy Assassinated",
    ]


def test_in_russian() -> None:
    text = shown("Apollo 11 Lands on the Moon", "--lang", "ru")
    assert "  Парадокс, если Спутник' ИЛИ Кеннеди'\n" in text


@pytest.mark.parametrize("asked", ["JFK", "1963", "kennedy assassinated", "Кеннеди убит", "Kennedy, asesinado"])
def test_other_names(asked: str) -> None:
    assert shown(asked, "-v", "chrononauts", "-l", "en").startswith("Kennedy Assassinated\n")


@pytest.mark.parametrize(
    "environment, word",
    [
        ({"LANG": "ru_RU.UTF-8"}, "Год"),
        ({"LANG": "C.UTF-8", "LANGUAGE": "xx:es"}, "Año"),
        ({"LANG": "en_GB.UTF-8", "LC_ALL": "es_MX.UTF-8"}, "Año"),
        ({"LANG": "de_DE.UTF-8"}, "Year"),
        ({"LANG": ""}, "Year"),
    ],
)
def test_the_language_of_the_environment(environment: dict[str, str], word: str) -> None:
    whole = {"LANGUAGE": "", "LC_ALL": "", "LC_MESSAGES": "", **environment}
    assert f"  {word}: 1963" in shown("JFK", "-v", "chrononauts", **whole)


def test_an_unknown_card() -> None:
    done = chronoc("show", "Apolo 11 Lands on Moon", "-v", "chrononauts")
    assert done.returncode == 2
    assert done.stderr.decode() == (
        "chronoc: there is no card 'Apolo 11 Lands on Moon' in chrononauts; did you mean 'Apollo 11 Lands on Moon'?\n"
    )


def test_an_unknown_language() -> None:
    done = chronoc("show", "JFK", "--lang", "tlh")
    assert (done.returncode, done.stderr.decode()) == (
        2,
        "chronoc: there are no texts in 'tlh'; languages are en, es and ru\n",
    )


def test_an_unknown_variant() -> None:
    done = chronoc("show", "JFK", "--variant", "chrononaut")
    assert done.returncode == 2 and b"did you mean chrononauts?" in done.stderr


def test_data() -> None:
    card = json.loads(shown("Fast Forward", "-v", "chrononauts", "--json", "-l", "ru"))
    assert (card["title"], card["kind"], card["copies"], card["untranslated"]) == (
        "Ускоренная перемотка",
        "деформация времени",
        2,
        [],
    )
    (entry,) = card["entries"]
    assert [line["text"] for line in entry["lines"]] == ["Возьмите 2 карты.", "Сыграйте ещё 2 карты."]


SET = """set wide "Wide"
game "Wide" { players 1 to 2 }
kind card { other side: text = ""   play: effect }
zone hand of each player: list of card, seen by owner
card "漢字のとても長い題名がここにあります。一行には入りきらないほど長い題名です。そうでしょう？" { other side: "表" }
card Odd "Odd" { play { choose c from cards ; move c to hand of you }   text: "Take any one card." ; text because: "it is said so" }
card "Bare" { play { log "x" } }
turn { nothing }
"""


@pytest.fixture
def wide(tmp_path: Path) -> Path:
    folder = tmp_path / "wide"
    folder.mkdir()
    (folder / "cards.chrono").write_text(SET, encoding="utf-8")
    return folder


def test_wide_letters_count_twice(wide: Path) -> None:
    text = shown(str(wide), "-l", "en")
    assert all(columns(line) <= 80 for line in text.splitlines())
    assert "漢字" in text


def test_overrides(wide: Path) -> None:
    text = shown(str(wide), "--overrides")
    assert text.splitlines() == [
        "Odd: Take any one card.",
        "    because it is said so",
        "1 of 3 cards have a text that was written by hand",
    ]
    rows = json.loads(shown(str(wide), "--overrides", "--json"))
    assert rows == [{"card": "Odd", "title": "Odd", "text": "Take any one card.", "because": "it is said so"}]
    assert "  Take any one card." in shown("Odd", "-v", str(wide), "-l", "en").splitlines()
    assert shown("chrononauts", "--overrides").startswith("0 of ")


def test_a_set_that_is_not_translated(wide: Path) -> None:
    text = shown("Bare", "-v", str(wide), "-l", "ru")
    assert text.endswith("  (not translated into ru, so this is English)\n")
    whole = shown(str(wide), "-l", "ru")
    assert whole.count("not translated") == 1, "of several cards it is said once"
    assert whole.endswith("\n\n  (not translated into ru, so this is English)\n")


def test_what_a_catalogue_lacks_is_said_once(wide: Path) -> None:
    (wide / "locale").mkdir()
    (wide / "locale" / "ru.po").write_text('msgctxt "card Bare"\nmsgid "Bare"\nmsgstr "Пусто"\n', encoding="utf-8")
    text = " ".join(shown(str(wide), "-l", "ru").split())
    assert text.count("not translated") == 1
    last = text.split("(not translated: ")[1].rstrip(")").split(", ")
    assert "Odd" in last and "Bare" not in last and len(last) == len(set(last))


def test_a_catalogue_to_fill(wide: Path) -> None:
    """What `--catalogue` prints, filled, is a translation."""
    text = shown(str(wide), "--catalogue", "-l", "ru")
    assert 'msgctxt "card Bare"\nmsgid "Bare"\nmsgstr ""' in text
    (wide / "locale").mkdir()
    (wide / "locale" / "ru.po").write_text(
        text.replace('msgid "Bare"\nmsgstr ""', 'msgid "Bare"\nmsgstr "Пусто"'), encoding="utf-8"
    )
    assert shown("Пусто", "-v", str(wide), "-l", "ru").startswith("Пусто\n")
    assert 'msgstr "Пусто"' in shown(str(wide), "--catalogue", "-l", "ru")


def test_a_variant_with_errors(wide: Path) -> None:
    (wide / "cards.chrono").write_text(SET + "card 5 {\n", encoding="utf-8")
    done = chronoc("show", "Odd", "-v", str(wide))
    assert done.returncode == 1 and b"cannot be shown" in done.stderr


def test_a_part_of_a_title_is_told_the_titles_that_have_it() -> None:
    done = chronoc("show", "Dinosaur")
    told = done.stderr.decode()
    assert done.returncode == 2 and "Traceback" not in told
    assert "did you mean 'Sell an Artifact: Dinosaur Bonus' or 'Mona and the Dinosaur'?" in told
    assert "--variant" in told


def test_an_unknown_title_costs_no_analysis(monkeypatch: pytest.MonkeyPatch) -> None:
    from chronoc.cli import Refusal
    from chronoc.commands import show

    read: list[str] = []
    monkeypatch.setattr(show, "_read", lambda place, quiet=False: read.append(place) or 1)
    with pytest.raises(Refusal, match="did you mean 'Apollo 11 Lands on Moon'"):
        show._looked_up("Apollo 11 Lands on Mars", "")
    assert read == []
