"""The recipes of docs/contributing.md: a step that was forgotten is found."""

from __future__ import annotations

import json
import re
from itertools import pairwise
from typing import get_args

import pytest

from chronoc.diagnostics import CODES
from chronoc.lower import expressions, statements
from chronoc.syntax import tree
from chronoc.syntax.build_rules import SHAPES
from runtime.expressions import ExpressionEmitter
from runtime.ops import EXPRESSIONS, STATEMENTS
from runtime.shape import SHAPE, OneOf
from runtime.statements import StatementEmitter
from tests.docs.blocks import DOCS, ROOT

#: Reserved for faults that no test can bring about, since they would be faults of chronoc itself.
NEVER_SEEN = {"internal"}


def test_every_expression_and_every_effect_is_lowered() -> None:
    assert [c.__name__ for c in get_args(tree.Expr) if c not in expressions.HANDLERS] == []
    assert [c.__name__ for c in get_args(tree.Stmt) if c not in statements.HANDLERS] == []


def test_every_class_of_the_tree_shows_how_it_is_written() -> None:
    lines = (ROOT / "chronoc/syntax/tree.py").read_text(encoding="utf-8").splitlines()
    bare = [
        line for line, after in pairwise(lines)
        if line.startswith("class ") and "#" not in line and '"""' not in after
    ]  # fmt: skip
    assert [line for line in bare if not re.match(r"class (Unary|Number|Block|BadStmt|When|File)\b", line)] == []


#: Operations that do something; a sequence is only its parts.
OPERATIONS = [op for op in (*EXPRESSIONS, *STATEMENTS) if op != "seq"]


@pytest.mark.parametrize("operation", OPERATIONS)
def test_every_operation_has_a_meaning(operation: str) -> None:
    emitter = StatementEmitter if operation in STATEMENTS else ExpressionEmitter
    assert hasattr(emitter, f"on_{operation}")


def test_the_shapes_of_zones_are_one_list() -> None:
    schema = json.loads((ROOT / "grammar/ruletable.schema.json").read_text(encoding="utf-8"))
    assert f'"shape": {{"enum": {json.dumps(list(SHAPES))}' in json.dumps(schema)
    assert any(isinstance(s, OneOf) and s.values == SHAPES for s in shapes_of(SHAPE)), "runtime/shape.py"
    page = (DOCS / "language.md").read_text(encoding="utf-8")
    assert [shape for shape in SHAPES if f"`{shape}" not in page] == []


def shapes_of(value: object) -> list[object]:
    if isinstance(value, dict):
        return [one for part in value.values() for one in shapes_of(part)]
    if isinstance(value, (list, tuple)):
        return [one for part in value for one in shapes_of(part)]
    return [value, *(shapes_of(vars(value)) if hasattr(value, "__dict__") else ())]


def test_every_finding_is_spoken_of_by_a_test() -> None:
    told = [
        path.read_text(encoding="utf-8")
        for path in sorted((ROOT / "tests").rglob("*"))
        if path.suffix in (".py", ".chrono", ".txt", ".md")
    ]
    told.append((DOCS / "language.md").read_text(encoding="utf-8"))
    assert [name for name in CODES if name not in NEVER_SEEN and not any(name in text for text in told)] == []
