"""Texts with values in them: `"Keep {limit} cards"`."""

from __future__ import annotations

import re
from typing import Any

from chronoc.lower.body import Body
from chronoc.lower.expressions import expr
from chronoc.model.suggest import fold, nearest
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


def check_sentence(b: Body, text: tree.Text, known: list[str], what: str) -> None:
    """A sentence of a verb or window names its parameters in braces."""
    for match in HOLE.finditer(text.value):
        word = match.group(1).strip()
        if fold(word) not in [fold(name) for name in known] and fold(word) not in ("you", "it"):
            near = nearest(word, known)
            b.findings.error(
                "unknown-name",
                text.span,
                f"`{{{word}}}` in this sentence is no parameter of the {what}",
                f"did you mean `{near}`?" if near else None,
            )


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
