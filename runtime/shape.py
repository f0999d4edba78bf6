"""The shape of a rule table, as data: what each key holds. `runtime/table.py` walks it; docs/rule-table.md explains it.

A shape is one of

    "text" "flag" "whole" "count"      a text, a flag, a whole number, a whole number not below 0
    "name"                             a text of 1 to 200 characters
    "node" "fn" "@kinds"               index into `code`, `fns`, `kinds`
    "node?" "text?" …                  the same or null
    "type" "type?"                     a type V
    "event"                            what a trigger waits for
    [shape]                            a list of them
    {"key": shape, …}                  an object with exactly these keys
    OneOf("a", "b")                    one of these texts (null too: `OneOf("a", None)`)
    Map(key, shape)                    an object whose keys are texts, or indexes written as text
    Row(shape, …)                      a list of exactly these
    "free"                             any value
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Union

from runtime.code import show


class OneOf:
    def __init__(self, *values: str | None) -> None:
        self.values = values


class Map:
    def __init__(self, key: str, value: Shape) -> None:
        self.key, self.value = key, value


class Row:
    def __init__(self, *items: Shape) -> None:
        self.items = items


Shape = Union[str, list[Any], dict[str, Any], OneOf, Map, Row]

FORMAT = 1

SHAPE: dict[str, Shape] = {
    "format": "whole",
    "hash": "text",
    "variant": "name",
    "title": "text",
    "sets": ["name"],
    "players": Row("count", "count"),
    "robots": [{"name": "name", "title": "text"}],
    "types": [{"name": "name", "values": ["name"]}],
    "tags": ["name"],
    "kinds": [
        {
            "name": "name",
            "plural": "text",
            "parent": "@kinds?",
            "alike": "flag",
            "works": [{"zones": ["@zones"], "while": "fn?"}],
        }
    ],
    "fields": [
        {
            "name": "name",
            "kind": "@kinds",
            "type": "type",
            "var": "flag",
            "key": "type?",
            "default": "node?",
            "low": "node?",
            "high": "node?",
            "each": OneOf("turn", None),
            "secret": "flag",
            "side": "flag",
        }
    ],
    "clauses": [
        {
            "name": "name",
            "kind": "@kinds",
            "sort": OneOf("effect", "condition", "formula"),
            "params": ["type"],
            "default": "fn?",
        }
    ],
    "designs": [
        {
            "name": "name",
            "title": "text",
            "kind": "@kinds",
            "set": "name",
            "copies": "count",
            "each_player": "flag",
            "fields": Map("@fields", "node"),
            "keyed": Map("@fields", [Row("node", "node")]),
            "tags": ["@tags"],
            "clauses": Map("@clauses", "fn"),
            "mentions": Map("@clauses", ["@designs"]),
            "reactions": [{"window": "@windows", "if": "fn?", "by": "fn?", "body": "fn"}],
            "provenance": "text?",
            "note": "text?",
        }
    ],
    "zones": [
        {
            "name": "name",
            "owner": "@kinds?",
            "shape": OneOf("pile", "list", "bag", "ring", "grid"),
            "rows": "node?",
            "columns": "node?",
            "kinds": ["@kinds"],
            "layout": "@layouts?",
            "holding": ["@kinds"],
            "stacked": "flag",
            "see": OneOf("open", "hidden", "owner", "top", "faces"),
            "peek": "flag",
            "peek_if": "node?",
            "max": "node?",
        }
    ],
    "layouts": [{"name": "name", "rows": ["text"]}],
    "places": Map("@zones", Map("text", "@designs")),
    "options": [{"name": "name", "default": "node", "low": "node?", "high": "node?", "type": "type", "text": "text?"}],
    "gvars": [
        {
            "name": "name",
            "type": "type",
            "default": "node",
            "low": "node?",
            "high": "node?",
            "each": OneOf("turn", None),
        }
    ],
    "fns": [{"name": "text", "params": "count", "slots": "count", "code": "node"}],
    "defines": [
        {
            "name": "name",
            "low": "node?",
            "high": "node?",
            "overloads": [{"kinds": ["@kinds?"], "fn": "fn"}],
            "adjusts": [{"by": "fn", "where": "fn?", "design": "@designs?"}],
        }
    ],
    "verbs": [
        {"name": "name", "sentence": "text?", "overloads": [{"kinds": ["@kinds?"], "fn": "fn"}], "during": "@phases?"}
    ],
    "actions": [
        {
            "name": "name",
            "title": "text?",
            "phase": "@phases?",
            "params": ["fn"],
            "types": ["type"],
            "when": "fn?",
            "limits": [{"count": "fn", "per": "fn?", "tag": "@tags?", "name": "text", "if": "fn?"}],
            "body": "fn",
            "tags": ["@tags"],
            "forbids": [{"where": "fn?", "reason": "text?", "design": "@designs?"}],
        }
    ],
    "phases": [
        {
            "name": "name",
            "params": "count",
            "vars": [{"name": "name", "type": "type", "default": "fn", "low": "node?", "high": "node?"}],
            "types": ["type"],
            "body": "fn",
        }
    ],
    "windows": [
        {
            "name": "name",
            "params": "count",
            "types": ["type"],
            "zones": ["@zones"],
            "using": "@verbs?",
            "sentence": "text?",
        }
    ],
    "whenevers": [
        {"name": "text", "settled": "flag", "over": "fn?", "where": "fn?", "body": "fn", "design": "@designs?"}
    ],
    "triggers": [
        {
            "name": "text",
            "when": OneOf("after", "instead"),
            "event": "event",
            "where": "fn?",
            "body": "fn",
            "design": "@designs?",
        }
    ],
    "goals": [{"name": "name", "title": "text", "over": "fn?", "where": "fn?", "body": "fn"}],
    "setup": "fn?",
    "turn": "fn?",
    "ending": "fn?",
    "priority": "@defines?",
    "code": "code",  # checked by runtime/code.py
    "map": {
        "files": ["text"],
        "nodes": ["source"],  # [node, file, line, column, end line, end column]
        "names": Map("text", "free"),
    },
    "text": Map("text", Map("text", Map("text", "text"))),
}

#: What may stand in the first place of an event, and the table its index belongs to.
EVENTS: dict[str, str | None] = {
    "verb": "verbs", "action": "actions", "phase": "phases", "turn": None, "enters": "zones", "leaves": "zones",
    "face_up": None, "changes": "fields",
}  # fmt: skip

#: Types V: what stands behind the head. "type" is a type again.
TYPES: dict[str, str | None] = {
    "number": None, "flag": None, "text": None, "tag": None, "kind": None, "moment": None, "effect": None,
    "thing": None, "enum": "types", "object": "kinds", "design": "kinds", "zone": None, "list": "type", "cell": "zones", "any": None,
}  # fmt: skip

#: How deep a type may nest.
MAX_TYPE_DEPTH = 8

_NULL_AS_WELL = "?"


class ShapeCheck:
    """Walks a value along a shape and reports each place where they differ, with the path to it."""

    def __init__(self, lengths: dict[str, int], report: Callable[[str, str], None]) -> None:
        self.lengths, self.report = lengths, report

    def check(self, shape: Shape, value: Any, path: str) -> None:
        if isinstance(shape, str):
            problem = self.atom(shape, value)
            if problem is not None:
                self.report(path, problem)
        elif isinstance(shape, list):
            if type(value) is not list:
                self.report(path, f"should be a list, not {show(value)}")
            else:
                for i, item in enumerate(value):
                    self.check(shape[0], item, f"{path}[{i}]")
        elif isinstance(shape, dict):
            self.record(shape, value, path)
        elif isinstance(shape, Map):
            self.map(shape, value, path)
        elif isinstance(shape, Row):
            if type(value) is not list or len(value) != len(shape.items):
                self.report(path, f"should be a list of {len(shape.items)}")
            else:
                for i, (inner, item) in enumerate(zip(shape.items, value, strict=True)):
                    self.check(inner, item, f"{path}[{i}]")
        elif not (value is None or type(value) is str) or value not in shape.values:
            known = ", ".join("null" if v is None else v for v in shape.values)
            self.report(path, f"should be one of {known}, not {show(value)}")

    def record(self, shape: dict[str, Any], value: Any, path: str) -> None:
        if type(value) is not dict:
            self.report(path, f"should be an object, not {show(value)}")
            return
        for key in value:
            if key not in shape:
                self.report(path, f"there is no key {key!r:.40}")
        for key, inner in shape.items():
            if key in value:
                self.check(inner, value[key], f"{path}.{key}" if path else key)
            else:
                self.report(path, f"the key {key!r} is missing")

    def map(self, shape: Map, value: Any, path: str) -> None:
        if type(value) is not dict:
            self.report(path, f"should be an object, not {show(value)}")
            return
        for key, item in value.items():
            if shape.key != "text":
                index = as_index(key)
                problem = f"the key {key!r:.40} is no index" if index is None else self.atom(shape.key, index)
                if problem is not None:
                    self.report(path, problem)
            self.check(shape.value, item, f"{path}[{key:.40}]")

    def atom(self, shape: str, value: Any) -> str | None:
        """The problem of a value that should be one word of the shape language, or None."""
        if shape[-1] == _NULL_AS_WELL:
            if value is None:
                return None
            shape = shape[:-1]
        if shape[0] == "@":
            return self.index(shape[1:], value)
        if shape == "fn":
            return self.index("fns", value)
        if shape == "node":
            return self.index("code", value)
        if shape == "type":
            return self.type(value)
        if shape == "event":
            return self.event(value)
        if shape == "source":
            return self.source(value)
        if shape == "text":
            return None if type(value) is str else f"should be a text, not {show(value)}"
        if shape == "name":
            return None if type(value) is str and 0 < len(value) <= 200 else f"should be a name, not {show(value)}"
        if shape == "flag":
            return None if type(value) is bool else f"should be true or false, not {show(value)}"
        if shape == "whole":
            return None if type(value) is int else f"should be a whole number, not {show(value)}"
        if shape == "count":
            return None if type(value) is int and value >= 0 else f"should be a number from 0 up, not {show(value)}"
        if shape == "code":
            return None if type(value) is list else f"should be a list, not {show(value)}"
        return None  # "free"

    def index(self, table: str, value: Any) -> str | None:
        if type(value) is int and 0 <= value < self.lengths[table]:
            return None
        return f"{show(value)} is no index into `{table}`"

    def type(self, value: Any) -> str | None:
        for _ in range(MAX_TYPE_DEPTH):
            if type(value) is not list or not value or type(value[0]) is not str or value[0] not in TYPES:
                return "should be a type"
            holds = TYPES[value[0]]
            if len(value) != (1 if holds is None else 2):
                return f"is no type: `{value[0]}` has {'nothing' if holds is None else 'one thing'} behind it"
            if holds is None:
                return None
            if holds != "type":
                return self.index(holds, value[1])
            value = value[1]
        return f"is a type that nests deeper than {MAX_TYPE_DEPTH}"

    def event(self, value: Any) -> str | None:
        if type(value) is not list or not value or type(value[0]) is not str or value[0] not in EVENTS:
            return "should be an event"
        table = EVENTS[value[0]]
        if len(value) != (1 if table is None else 2):
            return f"is no event: `{value[0]}` has {'nothing' if table is None else 'one thing'} behind it"
        return None if table is None else self.index(table, value[1])

    def source(self, value: Any) -> str | None:
        if type(value) is not list or len(value) != 6:
            return "should be [node, file, line, column, end line, end column]"
        for number in value:
            if type(number) is not int or number < 0:
                return f"{show(number)} is no place in a file"
        return self.index("code", value[0]) or self.index("files", value[1])


def as_index(key: str) -> int | None:
    """The number a key like "12" stands for; "012", "+1" and "x" stand for none."""
    if not key.isascii() or not key.isdigit() or len(key) > 9 or (key[0] == "0" and len(key) > 1):
        return None
    return int(key)
