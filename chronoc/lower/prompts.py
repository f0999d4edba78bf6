"""Texts with values in them: `"Keep {limit} cards"`."""

from __future__ import annotations

import re
from typing import Any

from chronoc.lower.body import Body
from chronoc.lower.expressions import expr
from chronoc.syntax import tree

HOLE = re.compile(r"\{([^{}]*)\}")


def pieces(b: Body, text: tree.Text | None, it: tuple[int, Any] | None = None) -> list[Any]:
    """The pieces of a text: texts, and pairs of a node and its type."""
    if text is None:
        return []
    value = text.value
    if "{" not in value:
        return [value] if value else []
    result: list[Any] = []
    last = 0
    for match in HOLE.finditer(value):
        if match.start() > last:
            result.append(value[last : match.start()])
        last = match.end()
        result.append(hole(b, match.group(1).strip(), text.span))
    if last < len(value):
        result.append(value[last:])
    return result


def hole(b: Body, word: str, span: tree.Span) -> Any:
    """What stands in `{ }`: a local, option, parameter or another name; `count(x)` and the like are read as well."""
    parsed = parse(word, span)
    if parsed is None:
        b.findings.error("unknown-name", span, f"`{{{word}}}` in this text is no name", "in braces stands a name")
        return "{" + word + "}"
    node, type_ = expr(b, parsed, None)
    if type_.base == "zone":
        node = b.add(span, "items", node)
    return [node, b.v(type_)]


WORD = re.compile(r"[^\W\d]\w*( of [^\W\d]\w*)*$")


def parse(word: str, span: tree.Span) -> tree.Expr | None:
    """A name, or `f of x`."""
    if not WORD.match(word):
        return None
    parts = word.split(" of ")
    result: tree.Expr = tree.Name(parts[-1], span)
    for part in reversed(parts[:-1]):
        result = tree.Of(part, None, result, span)
    return result
