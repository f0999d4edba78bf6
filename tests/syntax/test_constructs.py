"""Each construct of the language gives the tree that stands in constructs.txt."""

from __future__ import annotations

from pathlib import Path

import pytest

from chronoc.diagnostics import Diagnostic
from chronoc.syntax import tree
from chronoc.syntax.parser import parse_expression, parse_text
from tests.syntax.faults import shape

BLOCKS = [
    block.split("\n", 1)
    for block in (Path(__file__).parent / "constructs.txt").read_text(encoding="utf-8").strip().split("\n\n")[1:]
]


def read(kind: str, source: str) -> tuple[str, list[Diagnostic]]:
    """The tree of a construct in the surroundings that its kind needs."""
    if kind == "expression":
        value, found = parse_expression(source)
        return shape(value), found
    if kind == "item":
        file, found = parse_text(source, "x")
        return ", ".join(shape(item) for item in file.items), found
    if kind == "scenario":
        file, found = parse_text(f'scenario "s" {{\n{source}\n}}', "x")
        item = file.items[0]
        assert isinstance(item, tree.ScenarioDecl)
        return ", ".join(shape(piece) for piece in item.pieces), found
    file, found = parse_text(f"to v {{ {source} }}", "x")
    verb = file.items[0]
    assert isinstance(verb, tree.VerbDecl)
    return ", ".join(shape(statement) for statement in verb.body.statements), found


@pytest.mark.parametrize(("kind", "block"), BLOCKS, ids=[block[:60] for _, block in BLOCKS])
def test_construct(kind: str, block: str) -> None:
    source, _, expected = block.rpartition("\n=> ")
    found_shape, found = read(kind, source)
    assert not found
    assert found_shape == expected


def test_every_node_of_the_tree_occurs() -> None:
    """A class of the tree that no construct here gives is not tested."""
    text = "\n".join(block for _, block in BLOCKS)
    classes = {
        name
        for name, value in vars(tree).items()
        if isinstance(value, type) and hasattr(value, "__dataclass_fields__") and name not in ("Span", "File")
    }
    # what stands for unreadable parts is tested with the faults; ImportDecl is kept for nobody
    missing = sorted(name for name in classes - {"BadExpr", "BadStmt", "ImportDecl"} if f"{name}(" not in text)
    assert missing == ["ScenarioDecl"], missing  # its pieces are tested one by one
