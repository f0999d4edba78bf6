"""Trees compared without their places."""

from __future__ import annotations

from dataclasses import fields, is_dataclass
from functools import cache
from typing import Any

from chronoc.syntax.tree import Name, Span


@cache
def _names(kind: type[Any]) -> tuple[str, ...]:
    return tuple(item.name for item in fields(kind))


def children(node: Any) -> list[Any]:
    """What a node or tuple holds, places left out."""
    if isinstance(node, tuple | list):
        return [item for item in node if not isinstance(item, Span)]
    if is_dataclass(node) and not isinstance(node, type):
        values = [getattr(node, name) for name in _names(type(node))]
        return [value for value in values if not isinstance(value, Span)]
    return []


def same(one: Any, other: Any) -> bool:
    """Are two trees the same but for where things stand?"""
    todo = [(one, other)]
    while todo:
        left, right = todo.pop()
        if type(left) is not type(right):
            return False
        if isinstance(left, Name) and left.name.lower() == right.name.lower() == "no":
            continue  # a value that is a word of the language too, so its case is no matter
        inner, others = children(left), children(right)
        if len(inner) != len(others):
            return False
        if not inner and not isinstance(left, tuple | list) and not is_dataclass(left) and left != right:
            return False
        todo.extend(zip(inner, others, strict=True))
    return True
