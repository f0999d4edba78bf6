"""Random small timelines, for the test and for the benchmark."""

from __future__ import annotations

from hypothesis import strategies as st

from tests.prove.family import Family, Lever, Literal, Slip


@st.composite
def families(draw: st.DrawFn) -> Family:
    hinges = draw(st.integers(1, 4))
    flags = st.tuples(st.just("h"), st.integers(0, hinges - 1), st.booleans())
    count = draw(st.integers(1, 3))
    followers = tuple(
        (tuple(draw(st.lists(flags, min_size=1, max_size=3))), draw(st.sampled_from(["and", "or"])))
        for _ in range(count)
    )
    sides = st.tuples(st.just("f"), st.integers(0, count - 1), st.sampled_from(["plain", "primed"]))
    literal: st.SearchStrategy[Literal] = st.one_of(flags, sides)
    subset = st.lists(st.integers(0, hinges - 1), min_size=1, max_size=hinges, unique=True)
    levers = tuple(Lever(tuple(sorted(draw(subset))), draw(st.booleans())) for _ in range(draw(st.integers(1, 2))))
    slips = tuple(
        Slip(draw(st.integers(0, count - 1)), tuple(draw(st.lists(flags, max_size=1))))
        for _ in range(draw(st.integers(1, 3)))
    )
    dreams = tuple(tuple(draw(st.lists(literal, min_size=1, max_size=3))) for _ in range(draw(st.integers(1, 3))))
    return Family(hinges, followers, levers, slips, dreams, draw(st.integers(1, 4)))
