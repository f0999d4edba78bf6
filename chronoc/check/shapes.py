"""What is written, without where: two pieces of source that say the same have the same shape."""

from __future__ import annotations

from typing import Any

from chronoc.model.suggest import fold
from chronoc.syntax import tree


def shape(node: Any) -> Any:
    """A piece of source as nested tuples, places left out, names folded."""
    if isinstance(node, tuple):
        return tuple(shape(part) for part in node)
    if isinstance(node, tree.Text):
        return ("Text", node.value)
    if isinstance(node, str):
        return fold(node)
    names = tree.fields(node)
    if not names:
        return node
    values = (getattr(node, name) for name in names)
    return (type(node).__name__, *(shape(value) for value in values if not isinstance(value, tree.Span)))
