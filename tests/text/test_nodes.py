"""Every kind of statement and expression has a sentence, in every language."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import fields, is_dataclass
from functools import cache
from typing import Any, get_args

import pytest

from chronoc.syntax import tree
from chronoc.text.conditions import condition as condition_of
from chronoc.text.effects import statement
from chronoc.text.faces import Faces
from chronoc.text.grammars import GRAMMARS
from chronoc.text.things import thing
from tests.text.worlds import condition, face, said, world

HERE = tree.Span("", 0, 0, 1, 1, 1, 1)

EFFECTS = """
draw 1
draw count(hand of you)
let n = 3 ; draw n
let past = now ; if coins of you > coins of you as of past { draw 1 }
set coins of you = 5
set warned of you = not warned of you
set storms = storms + 1
set friend of you = this
polish_all
lend this to you
choose 2 them from hand of you where it is key ; move them to discards
choose up to 2 them from hand of you ; move them to discards bottom
choose any them from hand of you such that count(them where it is key) <= 1 ; move them to deck
choose 1 or more them from hand of you ; move them to deck top
choose 1 to 3 them from hand of you sorted by weight ; move them to box
choose p from others ; choose c from hand of p by p ; discard c
choose p from others without left of you ; may "no" by p { draw 1 }
may repeat "x" { draw 1 }
either { a "one" { draw 1 } ; b "two" if coins of you > 3 { draw 2 ; draw 3 } ; each c from hand of you "x" { discard c } ; "nothing" { } }
if deck is empty { draw 1 } else if coins of you > 3 { draw 2 } else { draw 3 ; draw 1 }
case coins of you { 1: draw 1 ; 2 to 4: draw 2 ; else: nothing }
case { deck is empty: draw 1 ; else: draw 2 }
for each p in players { set coins of p = 0 }
for each p in players from you by p { draw 1 ; draw 2 }
for each p in (players from you) { log "{p}" }
for each c in hand of you, one by one { discard c }
repeat coins of you { draw 1 ; draw 2 }
while deck is not empty { draw 1 }
by others { draw 1 }
choose p from others ; by p { choose c from hand of you ; discard c }
at once { for each p in players { move hand of p to table of left of p } }
step { afterwards { draw 1 } draw 2 }
roll k from 1 to 6 ; draw k
require coins of you > 2 "poor" ; draw 1
take any of trade until deck is empty
open played(this) for others { draw 1 } else { draw 2 }
open played(this)
enter night(2)
shuffle deck ; reveal hand of you ; reveal this to others ; look at deck
turn table of you face down
win you "rich"
win (the p in players with most coins of p ties all)
lose others
end game after this action
end turn
check goals of you
log "{coins of you} coins"
nothing
move 2 of (hand of you) to discards
move hand of others to discards
move all (hand of you) to discards
move up to 2 cards in hand of you to discards
add -1 to coins of you
add up to 3 to storms
do this.play
""".strip().splitlines()

RULES = """
instead of draw(n) where n > 1 { draw 1 ; carry on }
instead of discard(c) { may "x" { draw 1 } or carry on }
after draw(n) { log "drawn" }
after action trade(c) where c is key { draw 1 }
after phase night(n) { draw 1 }
after turn(p) where p != you { draw 1 }
after c enters table of p where p == you { draw 1 }
after c leaves table { draw 1 }
after c: key turns face up { draw 1 }
after coins of p changes where coins of p > 3 { draw 1 }
whenever coins of you > 3 { set coins of you = 3 }
whenever c: key where c in deck { move c to discards }
whenever any c in deck where c is key { move c to discards }
adjust distance_to(c, n) by 2 where c is key
adjust distance_to(c, n) by -1
forbid trade(c) where c is key "no keys"
react to a card played { cancel it }
react to played by others if coins of you > 2 { draw 1 }
rolls { 1: draw 1 ; 2, 3: draw 2 ; draw 3 ; 4 to 6: nothing ; else: { } }
""".strip().splitlines()

CONDITIONS = """
count(hand of you where marks[brass] > 1) > marks[iron] of this
Keep' or (1 and not 2')
2 of (Keep', Gate', "Hall Lamp"')
none of (Keep', lamps.Gate, lamps.3)
deck is empty
not (deck is empty and hand of you is empty)
Cup in your table
1 of (Cup, Test) in your table
count(hand of you) > 2
coins of you != 3
this is not face down
this has holy
this has no play
heavy(this)
top of deck exists
friend of you is nothing
any c in hand of you satisfy c is key
all c in hand of you satisfy heavy(c)
no c in hand of you satisfy c is key
holder of this is you
active == you
can draw 1
try { draw 1 } leaving coins of you > 2
during night
calm
warned of you
lit_places > 2
sum(weight of c for c in hand of you) > 3
max(coins of you, 2) > min(3, 4)
(the c in hand of you with most weight of c) is key
case { deck is empty: yes ; else: no }
metal of this is brass
sees(you, top of deck)
weight of this + 2 * coins of you - 1 > 7 mod 2
-1 * coins of you < 7 / 2
this.weight > distance_to(this, 2)
this.distance_to(2) > 3
any x in (hand of you + table of you) satisfy heavy(x)
any x in (friend of you or else Cup) satisfy heavy(x)
(friend of you or else Cup) == this
count(places named in Playable of this) > 2
count(groups of wall by neighbours) > 2
count(another key) > 1
count(within(2, wall.A1)) > distance(wall.A1, wall.B2)
count(cards in table of you) > 1
case coins of you { 1: 2 ; 2 to 3: 4 ; else: 5 } > 3
""".strip().splitlines()


@cache
def trees() -> tuple[dict[str, list[type]], ...]:
    """The kinds of nodes that each example holds."""
    found: list[dict[str, list[type]]] = []
    for examples, form in ((EFFECTS, "play {{\n    {}\n  }}"), (CONDITIONS, "Playable if {}"), (RULES, "{}")):
        kinds: dict[str, list[type]] = {}
        for text in examples:
            analysis = world(f'key Test "Test" {{\n  {form.format(text)}\n}}\n')
            card = next(card for card in analysis.program.designs if card.decl.name == "Test")
            kinds[text] = list(dict.fromkeys(type(node) for node in walk(card.decl.clauses)))
        found.append(kinds)
    return tuple(found)


def walk(node: Any) -> Iterator[Any]:
    if isinstance(node, tuple):
        for one in node:
            yield from walk(one)
    elif is_dataclass(node) and not isinstance(node, tree.Span):
        yield node
        for part in fields(node):
            yield from walk(getattr(node, part.name))


ALL = [
    kind
    for kind in (*get_args(tree.Expr), *get_args(tree.Stmt))
    if kind not in (tree.BadExpr, tree.BadStmt, tree.Unknown)
]


def test_every_kind_of_node_is_among_the_examples() -> None:
    found = {kind for part in trees() for kinds in part.values() for kind in kinds}
    assert [kind.__name__ for kind in ALL if kind not in found] == []


@pytest.mark.parametrize("language", sorted(GRAMMARS))
@pytest.mark.parametrize("text", EFFECTS)
def test_an_effect_has_a_sentence(text: str, language: str) -> None:
    whole(said(text, language, *catalogue(language)))


@pytest.mark.parametrize("language", sorted(GRAMMARS))
@pytest.mark.parametrize("text", CONDITIONS)
def test_a_condition_has_a_sentence(text: str, language: str) -> None:
    whole(condition(text, language, *catalogue(language)))


@pytest.mark.parametrize("language", sorted(GRAMMARS))
@pytest.mark.parametrize("text", RULES)
def test_a_standing_rule_has_a_sentence(text: str, language: str) -> None:
    for entry in face(text, language, *catalogue(language)).entries:
        whole(f"{entry.label} {entry.text}")


def catalogue(language: str) -> tuple[tuple[str, str], ...]:
    """A set that is translated in one word, so that the engine speaks its language."""
    return () if language == "en" else ((language, 'msgctxt "card Cup"\nmsgid "A Cup"\nmsgstr "Xyz"\n'),)


def whole(text: str) -> None:
    """Nothing of the code is left in a text, and no gap."""
    assert text.strip()
    assert not any(
        sign in text for sign in ("{", "}", "||", "_", "?", "\ue000", "\ue001", " ,", " .", "  ", ",,", "()")
    ), text


@pytest.mark.parametrize("language", sorted(GRAMMARS))
def test_what_could_not_be_read_is_no_fault_here(language: str) -> None:
    analysis = world("", *catalogue(language))
    faces = Faces(analysis, language)
    scene = faces.scene(analysis.program.designs[0])
    assert thing(scene, tree.BadExpr(HERE)).say("nom") == "?"
    assert thing(scene, tree.Unknown(HERE)).say("nom") == "?"
    assert "?" in condition_of(scene, tree.BadExpr(HERE))
    assert [line.text for line in statement(scene, tree.BadStmt(HERE))] == ["?"]


@pytest.mark.parametrize("language", sorted(GRAMMARS))
def test_no_sentence_of_the_engine_is_missing(language: str) -> None:
    for text in EFFECTS:
        analysis = world(f'key Test "Test" {{\n  play {{\n    {text}\n  }}\n}}\n', *catalogue(language))
        faces = Faces(analysis, language)
        for card in analysis.program.designs:
            faces.face(card)
        assert faces.language.unsaid == {}


def test_an_answer_has_the_label_that_a_catalogue_gives_it() -> None:
    label = 'msgctxt "answer played"\nmsgid "played"\nmsgstr "When a card is played"\n'
    rule = "react to a card played if coins of you > 2 { cancel it }"
    assert face(rule).entries[0].label == "In answer to a card played, if your coins are more than 2"
    assert face(rule, "en", ("en", label)).entries[0].label == "When a card is played, if your coins are more than 2"


def test_a_forbidden_action_is_called_by_its_title_where_all_in_it_is_named() -> None:
    named = face('forbid trade(c) where c is key "no keys"').entries[0].text
    assert named == "“Trade a card” is forbidden, if that card is a key (“no keys”)."
    assert face("forbid trade where active == you").entries[0].text == "“trade” is forbidden, if it is your turn."


def test_what_counts_more_is_said_of_whom_it_is() -> None:
    rules = "define luck(p: player) = coins of p"
    for rule, text in (
        ("adjust distance_to(c, n) by 2", "The distance to (each card, n) is 2 more."),
        (
            "adjust distance_to(c, n) by 2 where c is key",
            "The distance to (a card, n) is 2 more, if that card is a key.",
        ),
        ("adjust luck(p) by 1 where p == you", "Your luck is 1 more."),
        ("adjust luck(p) by -1 where p == holder of this", "The luck of this key’s holder is 1 less."),
        ("adjust luck(p) by 1 where p != you", "The luck of a player is 1 more, if you are not that player."),
    ):
        found = Faces(world(f'key Test "Test" {{\n  {rule}\n}}\n{rules}\n'), "en")
        card = next(card for card in found.program.designs if card.decl.name == "Test")
        assert found.face(card).entries[0].text == text
