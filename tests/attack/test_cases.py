"""Mistakes that other projects are known for: each is tried on a small game, and what is said is held against what should be."""

from __future__ import annotations

from pathlib import Path

import pytest

from chronoc.commands.check import findings
from chronoc.diagnostics import Diagnostic
from chronoc.discover import targets

HEAD = """set lamps "Lamps" { }
game "Lamps" { players 2 to 4
 option size = 3 in 1 to 9 }
tag warm, odd
kind lamp named by year { watt: number = 1
 year: number = 0
 shine: effect = { } }
kind beacon is lamp { }
zone deck: pile of lamp, hidden
zone hand of each player: list of lamp, open
to shine_at(n: number) { repeat n { move top of deck to hand of you } }
"""


def check(folder: Path, files: dict[str, str], head: bool = True) -> list[Diagnostic]:
    for name, text in files.items():
        path = folder / "lamps" / name if "/" not in name else folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    if head:
        (folder / "lamps").mkdir(exist_ok=True)
        (folder / "lamps" / "0rules.chrono").write_text(HEAD)
    found = [item for target in targets(str(folder)) for item in findings(target)[1]]
    assert "internal" not in [item.name for item in found]
    return found


def errors(found: list[Diagnostic]) -> list[Diagnostic]:
    return [item for item in found if item.severity == "error"]


# ------------------------------------------------------------------ words


def test_titles_may_be_made_of_keywords(tmp_path: Path) -> None:
    titles = [
        "Draw Two",
        "Play All",
        "If",
        "Not",
        "true",
        "None",
        "percent",
        "else",
        "card",
        "1",
        "x2",
        "  ",
        "a; b",
        "{",
        "lamp",
    ]
    found = check(
        tmp_path, {"a.chrono": "".join(f'lamp "{title}" {{ watt: 3 }}\n' for title in titles if title.strip())}
    )
    assert not errors(found), errors(found)[0].message


def test_names_that_begin_with_a_keyword(tmp_path: Path) -> None:
    names = [
        "drawn",
        "iffy",
        "notes",
        "ordered",
        "ands",
        "define_",
        "cards",
        "inner",
        "x2y",
        "Truely",
        "forest",
        "whenever_",
        "of_all",
    ]
    text = "".join(f'lamp {name} "{name} lamp" {{ watt: 3 }}\ndefine {name}_now = watt of {name}\n' for name in names)
    assert not errors(check(tmp_path, {"a.chrono": text}))


@pytest.mark.parametrize("word", ["if", "not", "and", "or", "else", "of", "in", "is"])
def test_a_reserved_word_as_a_name_is_one_finding(tmp_path: Path, word: str) -> None:
    found = errors(check(tmp_path, {"a.chrono": f'lamp {word} "A" {{ watt: 3 }}\nlamp fine "B" {{ watt: 2 }}\n'}))
    assert len(found) == 1
    assert f"`{word}`" in found[0].message


# ------------------------------------------------------------------ all the mistakes, and no others


def test_twenty_cards_with_four_mistakes(tmp_path: Path) -> None:
    lines = [f'lamp c{number} "Card {number}" {{\n  watt: {number}\n}}\n' for number in range(1, 21)]
    lines[2] = 'lamp c3 "Card 3" {\n  watt: 3\n'
    lines[8] = 'lamp c9 "Card 9" {\n  wott: 9\n}\n'
    lines[16] = 'lamp c17 "Card 17" {\n  watt: 1.7\n}\n'
    lines[11] = 'lamp c12 "Card 12" {\n  watt: "many"\n}\n'
    found = errors(check(tmp_path, {"a.chrono": "".join(lines)}))
    assert len(found) == 4, [item.message for item in found]
    assert [item.span.line for item in found] == sorted(item.span.line for item in found)


# ------------------------------------------------------------------ what is said twice


def test_a_field_twice_in_one_card(tmp_path: Path) -> None:
    found = errors(check(tmp_path, {"a.chrono": 'lamp a "A" { watt: 3\n watt: 4 }\n'}))
    assert len(found) == 1
    assert found[0].span.line == 2
    assert any(note.span is not None and note.span.line == 1 for note in found[0].notes)


def test_an_effect_twice_in_one_card(tmp_path: Path) -> None:
    found = errors(check(tmp_path, {"a.chrono": 'lamp a "A" { shine { shine_at 1 }\n shine { shine_at 2 } }\n'}))
    assert len(found) == 1


@pytest.mark.parametrize("second", ['lamp a "A" { watt: 3 }', 'lamp a "Other" { watt: 4 }'])
def test_a_card_twice(tmp_path: Path, second: str) -> None:
    """Both places are told, whichever file comes first; nothing of the first card leaks into the second."""
    files = {"a.chrono": 'lamp a "A" { watt: 3 }\n', "b.chrono": second + "\n"}
    found = errors(check(tmp_path / "1", files))
    turned = errors(check(tmp_path / "2", {"a.chrono": files["b.chrono"], "b.chrono": files["a.chrono"]}))
    for items in (found, turned):
        assert items
        places = {items[0].span.file} | {note.span.file for note in items[0].notes if note.span is not None}
        assert {Path(place).name for place in places} == {"a.chrono", "b.chrono"}


def test_a_name_in_two_kinds_is_told_where_it_is_used(tmp_path: Path) -> None:
    """Names belong to their kinds; one that could mean two things is a fault of the place that says it."""
    cards = 'lamp a "A" { watt: 3 }\nbeacon a "B" { }\n'
    assert not errors(check(tmp_path / "1", {"a.chrono": cards}))
    found = errors(check(tmp_path / "2", {"a.chrono": cards + "define which = title of a\n"}))
    assert len(found) == 1
    assert found[0].span.line == 3


@pytest.mark.parametrize(
    "text",
    ["kind lamp { }", "zone deck: pile of lamp, open", "to shine_at n { }", 'game "Again" { players 2 }', "kind l { }\nkind l { }",
     "define a = 1\ndefine a = 2", "define deck = 1\ndefine Deck = 2", "option x = 1\noption x = 2"],
)  # fmt: skip
def test_anything_twice(tmp_path: Path, text: str) -> None:
    assert errors(check(tmp_path, {"a.chrono": text + "\n"}))


def test_a_set_that_uses_an_old_name_again(tmp_path: Path) -> None:
    check(tmp_path, {"lamps/c.chrono": 'lamp a "A" { watt: 3 }\n'})
    new = {"more/a.chrono": 'set more "More" { needs: lamps }\nlamp a "Another" { watt: 9 }\nlamp b "A" { watt: 9 }\n'}
    found = errors(check(tmp_path, new, head=False))
    assert found
    assert all(Path(item.span.file).parent.name in ("more", "lamps") for item in found)


# ------------------------------------------------------------------ the mark of the other side


@pytest.mark.parametrize("mark", ["'", "\u2019", "\u2032", "\u02bc", "\u00b4"])
def test_every_mark_is_the_same(tmp_path: Path, mark: str) -> None:
    more = "more kind lamp { other side: text\n side flipped }\n"
    card = f'lamp "Long Ago" {{ year: 1962\n other side: "x" }}\ndefine a = 1962{mark}\n'
    plain = errors(check(tmp_path / "plain", {"a.chrono": more + card.replace(mark, "'")}))
    marked = errors(check(tmp_path / "marked", {"a.chrono": more + card}))
    assert [(item.name, item.message) for item in plain] == [(item.name, item.message) for item in marked]


def test_quotes_that_a_word_processor_makes(tmp_path: Path) -> None:
    assert not errors(
        check(tmp_path, {"a.chrono": "lamp “It’s bright” { watt: 3 }\nlamp „Unten“ { }\nlamp «Là» { }\n"})
    )


# ------------------------------------------------------------------ numbers of copies


@pytest.mark.parametrize("copies", ["x-1", "x1.5", "xx3", "x1000000000", "x", "3x", "x 3", "x3x4"])
def test_copies(tmp_path: Path, copies: str) -> None:
    found = check(tmp_path, {"a.chrono": f'lamp a "A" {copies} {{ watt: 3 }}\nlamp b "B" x3 {{ watt: 3 }}\n'})
    assert found or copies == "x 3"
    assert all(item.span.line == 1 for item in errors(found))
