"""Case D03: keywords in any case, and as titles, kinds, fields and parts of names."""

from __future__ import annotations

import pytest

from chronoc.syntax import tree
from chronoc.syntax.parser import parse_expression, parse_text
from chronoc.syntax.words import KEYWORDS, RESERVED
from tests.syntax.faults import CORPUS, shape

SOFT = sorted(word for word, terminal in KEYWORDS.items() if terminal not in RESERVED and word != "groups")


@pytest.mark.parametrize("word", sorted(KEYWORDS))
def test_any_word_is_a_title_and_a_field(word: str) -> None:
    source = f'card "{word.title()} Two" {{\n  {word}: 3\n  second {word}: 4 ; year: 5   {word}: 6\n}}'
    file, found = parse_text(source, "x")
    if word in ("if", "else"):
        return  # `if:` makes a condition of the word before, `else:` begins a row
    assert not found, found
    card = file.items[0]
    assert isinstance(card, tree.CardDecl) and card.title == f"{word.title()} Two"
    names = [c.name for c in card.clauses if isinstance(c, tree.Field)]
    assert word in names


@pytest.mark.parametrize("word", SOFT)
def test_a_soft_word_is_a_value_a_field_and_a_condition(word: str) -> None:
    value, found = parse_expression(f"x == {word} and {word} of y > 2 or z.{word}")
    assert not found, found
    assert shape(value).count(f"'{word}'") == 3


@pytest.mark.parametrize("word", [w for w in SOFT if w not in ("scenario", "game", "layout")])
def test_a_soft_word_is_a_kind(word: str) -> None:
    file, found = parse_text(f'{word} "A title" x2 {{ year: 3 }}', "x")
    assert not found, found
    card = file.items[0]
    assert isinstance(card, tree.CardDecl) and card.kind == word and card.copies == 2


@pytest.mark.parametrize("word", sorted(KEYWORDS))
def test_a_name_may_begin_with_a_keyword(word: str) -> None:
    for name in (word + "only", word + "_2", word + "Pile", "not" + word):
        if name.casefold() in KEYWORDS:
            continue
        value, found = parse_expression(f"{name} of x + {name}")
        assert not found
        assert shape(value).count(f"'{name}'") == 2


@pytest.mark.parametrize("path", CORPUS, ids=[path.stem for path in CORPUS])
def test_keywords_in_any_case(path) -> None:  # type: ignore[no-untyped-def]
    from chronoc.syntax.lexer import lex

    text = path.read_text(encoding="utf-8")
    parts, at = [], 0
    for token in lex(text):
        parts.append(text[at : token.start])
        word = token.text.casefold()
        parts.append(token.text.upper() if token.kind == "NAME" and word in KEYWORDS else token.text)
        at = token.end
    loud = "".join(parts) + text[at:]
    assert loud != text
    file, found = parse_text(loud, "x")
    assert not found
    assert len(file.items) == len(parse_text(text, "x")[0].items)
    assert shape(file.items).casefold() == shape(parse_text(text, "x")[0].items).casefold()


@pytest.mark.parametrize("word", ["set", "from", "each", "any", "where"])
def test_a_reserved_word_as_a_name_is_told_once(word: str) -> None:
    file, found = parse_text(f"to v {{\n  let {word} = 3\n  draw 2\n}}", "x")
    assert [(d.name, d.span.line, d.span.column) for d in found] == [("reserved-word", 2, 7)]
    assert found[0].fix is not None
    assert len(file.items) == 1


def test_two_word_label_behind_a_value_is_said() -> None:
    for source in (
        'card "A" { year: 3  other side: "x" }', 'card "A" { color: blue other side: "x" }',
        'card "A" { t: "x"  other side: "y" }',
    ):  # fmt: skip
        file, found = parse_text(source, "x")
        assert [(d.name, d.span.column) for d in found] == [("doubtful-label", source.index("other") + 1)], source
        card = file.items[0]
        assert (
            isinstance(card, tree.CardDecl)
            and [c.name for c in card.clauses if isinstance(c, tree.Field)][1] == "other side"
        )


def test_a_quantity_before_a_label_is_no_label() -> None:
    file, found = parse_text('card "A" { symbols: 2 bomb   vortex: yes   tags: big   year: 3 }', "x")
    assert not found
    card = file.items[0]
    assert isinstance(card, tree.CardDecl) and len(card.clauses) == 4


def test_forgotten_colon() -> None:
    _, found = parse_text('patch "A" { repairs 48 }', "x")
    assert [(d.name, d.span.column) for d in found] == [("loose-statement", 13)]
    assert found[0].fix is not None and found[0].fix.text == ":"
    _, found = parse_text('patch "A" { repairs: 48   tags big }', "x")
    assert [(d.name, d.span.column) for d in found] == [("missing-sign", 31)]
