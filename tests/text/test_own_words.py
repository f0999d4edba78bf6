"""Conditions of card sides are printed in the language's own words, and read back as what they were."""

from __future__ import annotations

from functools import cache

from hypothesis import given, settings
from hypothesis import strategies as st

from chronoc.scenario.shape import bare
from chronoc.syntax import tree
from chronoc.syntax.parser import parse_expression
from chronoc.text.conditions import condition
from chronoc.text.faces import Faces
from chronoc.text.own import Words, own
from chronoc.text.scene import Scene
from tests.text.worlds import world

HERE = tree.Span("", 0, 0, 1, 1, 1, 1)
NAMES = ("Keep", "Gate", "Porch")
NUMBERS = (1, 2, 3, 4)


def leaf() -> st.SearchStrategy[tree.Expr]:
    names = st.sampled_from(NAMES).map(lambda name: tree.Name(name, HERE))
    numbers = st.sampled_from(NUMBERS).map(lambda number: tree.Number(number, HERE))
    titles = st.just(tree.Text("Hall Lamp", HERE))
    plain = st.one_of(names, numbers, titles)
    return st.one_of(plain, plain.map(lambda base: tree.Primed(base, HERE)))


def larger(inner: st.SearchStrategy[tree.Expr]) -> st.SearchStrategy[tree.Expr]:
    counts = st.one_of(st.sampled_from(("all", "any", "none")), st.just(tree.Number(2, HERE)))
    items = st.lists(inner, min_size=2, max_size=4).map(lambda found: tree.ListOf(tuple(found), HERE))
    return st.one_of(
        st.builds(lambda op, a, b: tree.Binary(op, a, b, HERE), st.sampled_from(("and", "or")), inner, inner),
        st.builds(lambda a: tree.Unary("not", a, HERE), inner),
        st.builds(lambda n, found: tree.NOf(n, found, None, HERE), counts, items),
    )


CONDITIONS = st.recursive(leaf(), larger, max_leaves=12)


@cache
def scene() -> Scene:
    analysis = world("")
    faces = Faces(analysis, "en")
    return faces.scene(next(card for card in analysis.program.designs if card.decl.name == "Cup"))


@settings(max_examples=120, deadline=None)
@given(CONDITIONS)
def test_a_condition_reads_back(before: tree.Expr) -> None:
    text = condition(scene(), before)
    after, found = parse_expression(text, "<text>")
    assert found == [] and after is not None, text
    assert bare(before) == bare(after), text


@settings(max_examples=50, deadline=None)
@given(CONDITIONS)
def test_other_words_change_nothing_else(before: tree.Expr) -> None:
    """With other words for `and` and the like the brackets stay where they are."""
    strange = Words("&", "|", "!", "{n} von {list}", "alle von {list}", "eine von {list}", "keine von {list}")

    def name(e: tree.Expr) -> str:
        return str(e.value if isinstance(e, (tree.Number, tree.Text)) else getattr(e, "name", "?"))

    plain, other = own(before, Words(), name), own(before, strange, name)
    assert [sign for sign in plain if sign in "(),'"] == [sign for sign in other if sign in "(),'"]


def test_as_cards_have_it() -> None:
    for text in (
        "Keep' OR Gate'",
        "1 AND 2' AND NOT 3",
        "2 of (Keep', Gate, 4')",
        "NOT (Keep OR Gate') AND \"Hall Lamp\"'",
    ):
        e, _ = parse_expression(text, "<text>")
        assert e is not None
        assert condition(scene(), e) == text
