"""Holds a rule table against `grammar/ruletable.schema.json`, fast enough for large sets.

The published schema chooses among some 150 operations for each node, which a validator does slowly. So nodes of one
shape (the same operation, the same types and signs of its arguments) are validated once, by the part of the schema for
their operation. That is the same question, since the schema asks nothing else of a number in code.
"""

from __future__ import annotations

import json
from functools import cache
from typing import Any

from chronoc import resources

MAX_REFUSALS = 20


@cache
def _schema() -> dict[str, Any]:
    schema: dict[str, Any] = json.loads(resources.grammar("ruletable.schema.json").read_text(encoding="utf-8"))
    return schema


@cache
def _validator(op: str | None) -> Any:
    """A validator for one operation, or (None) for whole tables."""
    from jsonschema import Draft202012Validator

    schema = _schema()
    if op is None:
        return Draft202012Validator(schema)
    for choice in schema["$defs"]["node"]["allOf"]:
        if choice["if"]["prefixItems"][0]["const"] == op:
            return Draft202012Validator({"$defs": schema["$defs"], "type": "array", **choice["then"]})
    return Draft202012Validator({"$defs": schema["$defs"], **schema["$defs"]["node"]})


def refusals(table: object) -> list[str]:
    """What the schema refuses about a table, each with its path; empty when it takes the table."""
    found: list[str] = []
    if isinstance(table, dict):
        table = dict(table)
        if isinstance(table.get("code"), list):
            found += _code(table["code"])
            table["code"] = []
        if isinstance(table.get("map"), dict) and isinstance(table["map"].get("nodes"), list):
            rows = {_shape(row): row for row in table["map"]["nodes"]}
            table["map"] = {**table["map"], "nodes": list(rows.values())}
    for fault in _validator(None).iter_errors(table):
        found.append(f"{fault.json_path}: {fault.message[:200]}")
        if len(found) >= MAX_REFUSALS:
            break
    return found


def _code(code: list[Any]) -> list[str]:
    found: list[str] = []
    for i, node in {_shape(node): (i, node) for i, node in enumerate(code)}.values():
        op = node[0] if isinstance(node, list) and node and isinstance(node[0], str) else ""
        for fault in _validator(op).iter_errors(node):
            found.append(f"$.code[{i}]: {fault.message[:200]}")
            if len(found) >= MAX_REFUSALS:
                return found
    return found


def _shape(value: Any) -> Any:
    """What the schema can tell apart: types, signs, texts and lengths."""
    if isinstance(value, bool) or value is None or isinstance(value, str):
        return value
    if isinstance(value, int):
        return (int, value >= 0, -(2**63) <= value < 2**63)
    if isinstance(value, list):
        return tuple(_shape(part) for part in value)
    return (type(value), repr(value))
