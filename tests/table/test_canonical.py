"""Canonical bytes: one way to write a value, and a hash that only what is played can change."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from runtime.canonical import NotCanonical, canonical, content_hash, plain

TEXTS = st.text(st.characters(exclude_categories=["Cs"]), max_size=8)
VALUES = st.recursive(
    st.none() | st.booleans() | st.integers(-(2**63), 2**63 - 1) | TEXTS,
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(TEXTS, inner, max_size=4),
    max_leaves=20,
)


def test_the_form() -> None:
    written = canonical({"b": [1, None, True], "a": "ü\n\u2028", "Z": ()})
    assert written.decode() == '{"Z":[],"a":"ü\\n\u2028","b":[1,null,true]}'


@given(VALUES)
def test_it_reads_back_and_writes_the_same(value: Any) -> None:
    data = canonical(value)
    assert json.loads(data) == value and canonical(json.loads(data)) == data


@given(st.dictionaries(TEXTS, VALUES, max_size=5))
def test_the_order_of_keys_does_not_matter(value: dict[str, Any]) -> None:
    assert canonical(dict(reversed(value.items()))) == canonical(value)


@pytest.mark.parametrize(
    "value", [1.0, float("nan"), {1: 2}, {None: 1}, {1, 2}, b"x", 2**63, -(2**63) - 1, "\udc00", object()]
)
def test_what_has_no_canonical_form(value: Any) -> None:
    for holder in (value, [value], {"x": [value]}):
        with pytest.raises(NotCanonical):
            canonical(holder)


def test_bounds() -> None:
    deep: Any = 0
    for _ in range(99):
        deep = [deep]
    plain(deep)
    with pytest.raises(NotCanonical, match="deeper"):
        plain([deep, [deep]])
    loop: list[Any] = []
    loop.append(loop)
    with pytest.raises(NotCanonical):
        canonical(loop)


def test_the_hash_leaves_out_what_is_not_played() -> None:
    table = {"code": [1], "map": 1, "text": 2, "hash": "x"}
    assert content_hash(table) == content_hash({"code": [1]}) != content_hash({"code": [2]})
    assert content_hash(table) == content_hash(table, known_plain=True)
    assert content_hash({"code": [1]}) == "sha256:154d4966d0f0ddce4f9f43bc4c514dffe4786226822280212c02ad3794f7887e"
