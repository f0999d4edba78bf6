"""Rule tables without indexes: every index is the name of what it means, and code is one number for each different tree.

Two tables that are unfolded with the same `Unfolding` can be held against each other: equal rows mean the same, wherever
they stand in their table, and whatever else is there.
"""

from __future__ import annotations

from typing import Any

from runtime.ops import EXPRESSIONS, STATEMENTS
from runtime.shape import SHAPE, Map, OneOf, Row

SIGNATURES = {**EXPRESSIONS, **STATEMENTS}

#: What a table says of itself, and where its sources are.
ABOUT = ("format", "hash", "map", "text", "code", "fns")

#: Parts that are lists of rows with names.
NAMED = tuple(
    part for part, shape in SHAPE.items() if isinstance(shape, list) and isinstance(shape[0], dict) and part != "fns"
)


class Code(int):
    """The number of a tree of code. Equal trees have equal numbers."""

    def __repr__(self) -> str:
        return "…"


class Unfolding:
    """Numbers of trees that are common to all tables it unfolds."""

    def __init__(self) -> None:
        self._trees: dict[Any, Code] = {}

    def rows(self, table: dict[str, Any]) -> dict[str, Any]:
        """Every part of a table but its code. What is a list of named rows comes by their names."""
        one = _One(table, self._trees)
        return {
            part: dict(zip(one.called(part), value, strict=True)) if part in NAMED else value
            for part, value in one.all().items()
        }


class _One:
    def __init__(self, table: dict[str, Any], trees: dict[Any, Code]) -> None:
        self.table = table
        self.trees = trees
        self.names: dict[tuple[str, int], str] = {}
        self.known: list[Any] = []
        for op in table["code"]:
            self.known.append(self._node(op))

    def all(self) -> dict[str, Any]:
        return {part: self.value(SHAPE[part], self.table[part]) for part in SHAPE if part not in ABOUT}

    def called(self, part: str) -> list[str]:
        return [self.name(part, index) for index in range(len(self.table[part]))]

    def name(self, part: str, index: int) -> str:
        """What a row is called; of several with one name, with the kind that it belongs to, or its number among them."""
        found = self.names.get((part, index))
        if found is None:
            found = self.names[part, index] = self._name(part, index)
        return found

    def _name(self, part: str, index: int) -> str:
        row = self.table[part][index]
        if isinstance(row, str):
            return row
        alike = [other for other in self.table[part] if other["name"] == row["name"]]
        if len(alike) == 1:
            return str(row["name"])
        number = next(number for number, other in enumerate(alike, 1) if other is row)
        of = f" of {self.table['kinds'][row['kind']]['name']}" if "kind" in row else f" {number}"
        return str(row["name"]) + of

    # ------------------------------------------------------------------ rows

    def value(self, shape: Any, value: Any) -> Any:
        if isinstance(shape, list):
            return [self.value(shape[0], item) for item in value]
        if isinstance(shape, dict):
            return {key: self.value(inner, value[key]) for key, inner in shape.items()}
        if isinstance(shape, Map):
            return {self._key(shape.key, key): self.value(shape.value, item) for key, item in value.items()}
        if isinstance(shape, Row):
            return [self.value(inner, item) for inner, item in zip(shape.items, value, strict=True)]
        if isinstance(shape, OneOf) or value is None:
            return value
        return self._plain(shape.removesuffix("?"), value)

    def _key(self, shape: str, key: str) -> str:
        return self.name(shape[1:], int(key)) if shape.startswith("@") else key

    def _plain(self, shape: str, value: Any) -> Any:
        if shape == "node":
            return self.known[value]
        if shape == "fn":
            return self._function(value)
        if shape == "type":
            return self.type(value)
        if shape == "event":
            return self._event(value)
        return self.name(shape[1:], value) if shape.startswith("@") else value

    def _function(self, index: int) -> Any:
        row = self.table["fns"][index]
        return self._number(("function", row["params"], self.known[row["code"]]))

    def _event(self, value: list[Any]) -> list[Any]:
        part = {"enters": "zones", "leaves": "zones", "changes": "fields"}.get(value[0], f"{value[0]}s")
        return [value[0], *(self.name(part, index) for index in value[1:])]

    def type(self, value: list[Any]) -> list[Any]:
        parts = {"object": "kinds", "design": "kinds", "enum": "types", "cell": "zones"}
        return [
            item if at == 0 else self.type(item) if isinstance(item, list) else self.name(parts[value[0]], item)
            for at, item in enumerate(value)
        ]

    # ------------------------------------------------------------------ code

    def _number(self, tree: Any) -> Code:
        return self.trees.setdefault(tree, Code(len(self.trees)))

    def _node(self, op: list[Any]) -> Any:
        """A constant as it is, anything else as the number of its tree."""
        head, arguments = op[0], op[1:]
        if head in ("num", "flag", "text"):
            return arguments[0]
        if head == "nothing":
            return None
        if head == "enum":
            return self.table["types"][arguments[0]]["values"][arguments[1]]
        if head in ("design", "tag", "kind"):
            return self.name(f"{head}s", arguments[0])
        found = [self._argument(code, item) for code, item in zip(SIGNATURES[head], arguments, strict=True)]
        return self._number((head, *map(_marked, found)))

    def _argument(self, code: str, value: Any) -> Any:
        code = code.removesuffix("?")
        if value is None:
            return None
        if code in ("n", "t", "l"):
            return self.known[value]
        if code in ("N", "T"):
            return [self.known[item] for item in value]
        if code.startswith("@*"):
            return [self.name(code[2:], item) for item in value]
        if code.startswith("@"):
            return self.name(code[1:], value)
        if code == "A":
            return [
                [
                    [[self.known[n] for n in t] if isinstance(t, list) else self.known[t] for t in tests],
                    self.known[body],
                ]
                for tests, body in value
            ]
        if code == "B":
            return [self._branch(branch) for branch in value]
        if code == "R":
            return [self._piece(piece) for piece in value]
        return self.type(value) if code == "V" else value

    def _branch(self, branch: list[Any]) -> list[Any]:
        form, key, label, condition, slot, source, body, window = branch
        known = [None if node is None else self.known[node] for node in (condition, source, body)]
        opens = None if window is None else self.name("windows", window)
        return [form, key, [self._piece(piece) for piece in label], slot, *known, opens]

    def _piece(self, piece: Any) -> Any:
        return piece if isinstance(piece, str) else [self.known[piece[0]], self.type(piece[1])]


def _marked(value: Any) -> Any:
    """A part of a tree as something that can be a key; 1, yes and the first tree are three things."""
    if isinstance(value, list):
        return tuple(map(_marked, value))
    return (type(value).__name__, int(value) if isinstance(value, Code) else value)
