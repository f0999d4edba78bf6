"""Trees compared without their places."""

from __future__ import annotations

from typing import Any

from chronoc.syntax.tree import Name, children, fields


def same(one: object, other: object) -> bool:
    """Are two trees the same but for where things stand?"""
    todo: list[tuple[Any, Any]] = [(one, other)]
    while todo:
        left, right = todo.pop()
        if type(left) is not type(right):
            return False
        if isinstance(left, Name) and left.name.lower() == right.name.lower() == "no":
            continue  # a value that is a word of the language too, so its case is no matter
        inner, others = children(left), children(right)
        if len(inner) != len(others):
            return False
        leaf = not isinstance(left, tuple | list) and not fields(left)
        if leaf and left != right:
            return False
        todo.extend(zip(inner, others, strict=True))
    return True
