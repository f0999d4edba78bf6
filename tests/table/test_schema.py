"""The published schema and the interpreter's own check: whatever the schema refuses, `load_table` refuses."""

from __future__ import annotations

import copy
import json
import random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from jsonschema import Draft202012Validator

from chronoc.schema import refusals
from runtime.canonical import NotCanonical
from runtime.ops import EXPRESSIONS, STATEMENTS
from runtime.shape import SHAPE
from runtime.table import TableError, load_table
from tests.table.ops_schema import SCHEMA, node_schema
from tests.table.sample import sample, sealed
from tests.table.test_load import BROKEN

PUBLISHED = json.loads(SCHEMA.read_text(encoding="utf-8"))
VALIDATOR = Draft202012Validator(PUBLISHED)

VALUES: list[Any] = [
    None, True, False, 0, 1, 2, -1, 7, 2**63, 1.5, "", "x", "turn", "open", "m", [], [0], [[0]], ["number"], ["list"],
    ["list", ["number"]], ["enum", 0], ["enters", 2], {}, {"0": 0}, {"x": 1}, [0, 0], "a" * 201,
]  # fmt: skip


def loads(table: Any) -> bool:
    """Does the interpreter take it? A table whose hash was not touched gets the hash that fits what is in it now."""
    try:
        load_table(sealed(table) if table.get("hash") == sample()["hash"] else table)
    except (TableError, NotCanonical):
        return False
    return True


def places(value: Any) -> list[tuple[Any, Any]]:
    """Every (holder, key) of a table, code and map too."""
    found = []
    pending = [value]
    while pending:
        holder = pending.pop()
        for key in list(holder) if isinstance(holder, dict) else range(len(holder)):
            found.append((holder, key))
            if isinstance(holder[key], (dict, list)):
                pending.append(holder[key])
    return found


def mutate(table: dict[str, Any], rng: random.Random) -> None:
    holder, key = rng.choice(places(table))
    how = rng.randrange(6)
    if how == 0:
        del holder[key]
    elif how == 1 and isinstance(holder, dict):
        holder[rng.choice(["x", "0", "01", "colour", "text"])] = rng.choice(VALUES)
    elif how == 2 and isinstance(holder, list):
        holder.insert(key, copy.deepcopy(rng.choice(holder)))
    elif how == 3:
        other, inner = rng.choice(places(table))
        holder[key] = copy.deepcopy(other[inner])
    else:
        holder[key] = copy.deepcopy(rng.choice(VALUES))


def test_the_schema_is_one_and_takes_the_sample() -> None:
    Draft202012Validator.check_schema(PUBLISHED)
    assert list(VALIDATOR.iter_errors(sample())) == [] and loads(sample())


def test_the_part_about_code_follows_from_the_operations() -> None:
    """After a change of `runtime/ops.py` run `python -m tests.table.ops_schema`."""
    assert PUBLISHED["$defs"]["node"] == node_schema()


def test_schema_and_interpreter_know_the_same_keys() -> None:
    assert list(PUBLISHED["properties"]) == list(SHAPE) == PUBLISHED["required"]

    def keys(schema: Any, shape: Any, path: str) -> None:
        if isinstance(shape, list):
            keys(schema.get("items", {}), shape[0], path + "[]")
        elif isinstance(shape, dict):
            assert list(schema["properties"]) == schema["required"], path
            assert sorted(schema["properties"]) == sorted(shape), path
            assert schema["additionalProperties"] is False, path
            for key, inner in shape.items():
                keys(schema["properties"][key], inner, f"{path}.{key}")

    for key, shape in SHAPE.items():
        keys(PUBLISHED["properties"][key], shape, key)


@pytest.mark.parametrize("op", [*EXPRESSIONS, *STATEMENTS])
def test_every_operation_has_its_place_in_both(op: str) -> None:
    table = sample()
    table["code"].append([op, *["wrong"] * 20])
    assert refusals(table) and not loads(table)


@settings(max_examples=120, deadline=None)
@given(st.integers(0, 2**32), st.integers(1, 3))
def test_what_the_schema_refuses_the_interpreter_refuses(seed: int, times: int) -> None:
    rng, table = random.Random(seed), sample()
    for _ in range(times):
        mutate(table, rng)
    refused = refusals(table)
    assert not (refused and loads(table)), refused
    if seed % 20 == 0:  # the plain validator is slow; it and the fast way must agree
        assert bool(refused) == any(True for _ in VALIDATOR.iter_errors(table))


@pytest.mark.parametrize("name", BROKEN)
def test_the_fast_way_agrees_with_the_plain_validator(name: str) -> None:
    table = sample()
    BROKEN[name][0](table)
    assert bool(refusals(table)) == any(True for _ in VALIDATOR.iter_errors(table))
