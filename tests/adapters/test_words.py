"""Answers in words: every option can be said, in one way, and a word means the same everywhere."""

from __future__ import annotations

import random

import pytest

from chronoc.adapters.match import Match, rulebook
from chronoc.adapters.words import COUNTED, END, Tree, Vocabulary
from runtime.game import Game, prepared
from tests.properties.forward import table


def vocabulary() -> Vocabulary:
    return Vocabulary(prepared(table("talespin"), 2, None)[0])


def leaves(tree: Tree) -> list[int]:
    return [leaf for below in tree.values() for leaf in ([below] if isinstance(below, int) else leaves(below))]


def said(words: Vocabulary, tree: Tree, *path: str) -> Tree | int:
    at: Tree | int = tree
    for word in path:
        assert not isinstance(at, int)
        at = at[words.number[word]]
    return at


def test_a_key_is_its_words_in_order() -> None:
    words = vocabulary()
    assert words.pieces("play_card:hand of Ann #3") == ["play_card", "hand of Ann", " #3"]
    assert words.pieces("nobody knows:this") == ["nobody knows", "this"]
    assert words.pieces("yes#2") == ["yes", "#2"]


def test_an_option_whose_key_goes_on_in_another_ends_with_a_word() -> None:
    words = vocabulary()
    for keys in (["pass", "pass:yes"], ["pass:yes", "pass"]):
        tree = words.tree(keys)
        assert said(words, tree, "pass", END) == keys.index("pass")
        assert said(words, tree, "pass", "yes") == keys.index("pass:yes")


@pytest.mark.parametrize("many", [1, COUNTED, COUNTED + 1, 10_000])
def test_what_has_no_word_is_counted(many: int) -> None:
    words = vocabulary()
    tree = words.tree([*(f"unheard-of {k}x" for k in range(many)), "done"])
    assert sorted(leaves(tree)) == list(range(many + 1))
    assert len(tree) <= COUNTED + 1 and said(words, tree, "done") == many


def test_words_play_the_same_game_as_options() -> None:
    """Said word by word, or chosen by key: decision for decision the same options and the same end."""
    book = rulebook(table("talespin"), 3)
    match, chance = Match(book, 5), random.Random(5)
    plain = Game.new(book.table, 3, 5, forced=True)
    longest = 0
    while not match.over:
        decision = plain.decision
        assert decision is not None
        if decision.size == 1:
            plain.choose(0)
            continue
        assert decision.seat == match.seat and match.game is not None
        key = chance.choice(decision.keys)
        before, spoken = match.game.state.log, 0
        while match.game.state.log is before:
            (word,) = [w for w in match.legal if decision.keys.index(key) in under(match, w)]
            match.say(word)
            spoken += 1
            if match.over or not match.said:
                break
        longest = max(longest, spoken)
        plain.choose(key)
        while (standing := plain.decision) is not None and standing.size == 1:
            plain.choose(0)
        assert plain.digest() == match.game.digest()
    assert plain.over and longest > 1


def under(match: Match, word: int) -> list[int]:
    below = match._tree[word]
    return [below] if isinstance(below, int) else leaves(below)


def test_keys_of_a_decision_are_those_of_its_options() -> None:
    game, chance, seen = Game.new(table("emerald"), 2, 3), random.Random(3), 0
    while (decision := game.decision) is not None and seen < 150:
        assert decision.keys == tuple(option.key for option in decision.options)
        assert len(set(decision.keys)) == decision.size
        game.choose(chance.randrange(decision.size))
        seen += 1
