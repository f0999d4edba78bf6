"""Reading goes on behind faults: n independent faults give n diagnostics, and all sound items come through."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from chronoc.syntax import tree
from chronoc.syntax.parser import parse_text
from tests.syntax.faults import KINDS, Item, plant, shape, sound_items

PLANTED = sorted((Path(__file__).parent / "planted").glob("*.chrono"))
ITEMS = sound_items()


@pytest.mark.parametrize("path", PLANTED, ids=[path.stem for path in PLANTED])
def test_planted(path: Path) -> None:
    """The file begins with what is expected: `#! LINE:COLUMN name` for each fault."""
    text = path.read_text(encoding="utf-8")
    expected = [tuple(line[3:].split()[:2]) for line in text.splitlines() if line.startswith("#! ")]
    _, found = parse_text(text, str(path))
    assert [(f"{d.span.line}:{d.span.column}", d.name) for d in found] == expected, [d.message for d in found]


@pytest.mark.parametrize("kind", sorted(KINDS))
def test_one_fault_gives_one_diagnostic(kind: str) -> None:
    """A fault between two sound items. A seed that once gave two would be a finding about recovery, not about luck."""
    rng = random.Random(kind)
    tried = one = on_the_line = 0
    for _ in range(40):
        planted = None
        while planted is None:
            planted = plant(rng, rng.choice(ITEMS).text, kind)
        before, after = rng.choice(ITEMS), rng.choice(ITEMS)
        file, found = parse_text(f"{before.text}\n\n{planted.text}\n\n{after.text}\n", "x")
        if not found:
            continue  # this change made another sound text
        tried += 1
        one += len(found) == 1
        line = before.text.count("\n") + 3 + planted.line
        on_the_line += any(d.span.line == line or d.name == "unclosed-brace" for d in found)
        shapes = [shape(item) for item in file.items]
        assert before.shape in shapes and after.shape in shapes, planted.text
    assert tried >= 20
    assert one >= tried * 0.97, (one, tried)
    assert on_the_line >= tried * 0.95, (on_the_line, tried)


@pytest.mark.parametrize("seed", range(12))
def test_faults_in_neighbouring_items(seed: int) -> None:
    """About half of 24 items are faulty, wherever they stand."""
    rng = random.Random(seed)
    texts: list[str] = []
    sound: list[Item] = []
    faults = 0
    for _ in range(24):
        item = rng.choice(ITEMS)
        planted = plant(rng, item.text, rng.choice(sorted(KINDS))) if rng.random() < 0.5 else None
        if planted is not None and parse_text(planted.text, "x")[1]:
            texts.append(planted.text)
            faults += 1
        else:
            texts.append(item.text)
            sound.append(item)
    file, found = parse_text("\n\n".join(texts) + "\n", "x")
    assert len(found) == faults, [(d.span.line, d.span.column, d.name, d.message) for d in found]
    shapes = [shape(item) for item in file.items]
    assert all(item.shape in shapes for item in sound)


@pytest.mark.parametrize("seed", range(40))
def test_no_text_is_too_broken(seed: int) -> None:
    """Tokens lost, doubled and shuffled at random: diagnostics, never an exception, never an endless loop."""
    rng = random.Random(seed)
    text = "\n".join(rng.choice(ITEMS).text for _ in range(6))
    pieces = [piece for piece in text.replace("(", " ( ").replace("{", " { ").split(" ") if piece]
    for _ in range(rng.randrange(1, 60)):
        i, j = rng.randrange(len(pieces)), rng.randrange(len(pieces))
        match rng.randrange(4):
            case 0:
                pieces[i] = ""
            case 1:
                pieces[i] += " " + pieces[j]
            case 2:
                pieces[i], pieces[j] = pieces[j], pieces[i]
            case _:
                pieces[i] += rng.choice(["{", "}", "(", ")", '"', "'", ";", "\n", "\x00", "\u2028", "=", "?", "[", "]"])
    file, found = parse_text(" ".join(pieces), "x")
    assert isinstance(file, tree.File)
    assert all(d.span.line >= 1 and d.span.column >= 1 for d in found)


def test_twenty_cards_three_faults() -> None:
    """Case D05: a missing brace, an unknown word and a bad number in cards 3, 9 and 17."""
    cards = [f'patch "Card {n}" {{ repairs: {1900 + n}   tags: big }}' for n in range(20)]
    cards[3] = 'patch "Card 3" { repairs: 1903   tags: big'
    cards[9] = "patch \"Card 9\" { Playable Iff JFK' and Lincoln' }"
    cards[17] = 'patch "Card 17" { repairs: 19x7   tags: big }'
    file, found = parse_text("\n".join(cards) + "\n", "x")
    assert [(d.name, d.span.line) for d in found] == [("unclosed-brace", 4), ("misspelt-word", 10), ("bad-number", 18)]
    assert len(file.items) == 20


def test_an_unreadable_clause_keeps_its_name() -> None:
    """So nobody says that the field is missing."""
    file, found = parse_text('patch "A" { repairs: ) ( 3   tags: big }', "x")
    assert len(found) == 1
    card = file.items[0]
    assert isinstance(card, tree.CardDecl)
    first, second = card.clauses
    assert isinstance(first, tree.Field) and first.name == "repairs" and isinstance(first.values[0], tree.BadExpr)
    assert isinstance(second, tree.Field) and second.name == "tags"


def test_a_statement_that_cannot_be_read_is_marked() -> None:
    file, found = parse_text("to v { draw 2 ; choose 3 4 5 6 ; draw 3 }", "x")
    assert len(found) == 1
    verb = file.items[0]
    assert isinstance(verb, tree.VerbDecl)
    assert [type(s).__name__ for s in verb.body.statements] == ["Sentence", "BadStmt", "Sentence"]


def test_findings_are_ordered_by_place() -> None:
    _, found = parse_text('patch "A" { repairs 48 }\nset x "X" { a: @ 1 }\npatch "B" { c: 3rd ; d: 2 )  }\n', "x")
    assert [(d.span.line, d.name) for d in found] == [
        (1, "loose-statement"), (2, "unknown-sign"), (3, "bad-number"), (3, "surplus-sign"),
    ]  # fmt: skip
