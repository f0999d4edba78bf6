"""From text to tree: the entrance to everything in this folder.

    text -> lexer -> signs -> layout -> recover (loop over the table, builders) -> tree

Nothing here raises for what a designer wrote; every fault is a `Diagnostic`.
"""

from __future__ import annotations

import gc
from typing import Any

from chronoc.diagnostics import Diagnostic
from chronoc.syntax import tree
from chronoc.syntax.build import Context
from chronoc.syntax.explain import expected_words, unexpected
from chronoc.syntax.layout import Laid, lay_out, virtual
from chronoc.syntax.lexer import Token, lex
from chronoc.syntax.limits import MAX_TOKENS, too_deep, too_large, too_long_numbers, too_many
from chronoc.syntax.loop import Loop, loop
from chronoc.syntax.recover import Reading
from chronoc.syntax.signs import mend
from chronoc.syntax.source import decode


def parse_text(text: str, path: str) -> tuple[tree.File, list[Diagnostic]]:
    """The tree of a file and what is wrong with it, ordered by place. The tree holds every item that could be read."""
    context = Context(path)
    items = parse(text, "start", context)
    return tree.File(path, items or ()), finish(context)


def parse_bytes(data: bytes, path: str) -> tuple[tree.File, list[Diagnostic]]:
    """The same from the bytes of a file, which must be UTF-8 (a BOM is fine)."""
    text, diagnostic = decode(data, path)
    if text is None:
        assert diagnostic is not None
        return tree.File(path, ()), [diagnostic]
    return parse_text(text, path)


def parse_expression(text: str, path: str = "<expression>") -> tuple[tree.Expr | None, list[Diagnostic]]:
    """One expression, as for a question on the command line; None if it cannot be read."""
    context = Context(path)
    value = parse(text, "expression", context)
    return value, finish(context)


def parse_givens(text: str, path: str) -> tuple[tuple[tree.Given, ...], list[Diagnostic]]:
    """Facts as after `given`, without the word."""
    context = Context(path)
    facts = parse(text, "givens", context)
    return facts or (), finish(context)


def parse(text: str, start: str, context: Context) -> Any:
    """The value of a start symbol. Building a hundred thousand nodes wakes the collector for nothing, so it sleeps
    meanwhile."""
    if too_large(text, context):
        return None
    awake = gc.isenabled()
    gc.disable()
    try:
        return read(text, start, context)
    finally:
        if awake:
            gc.enable()


def read(text: str, start: str, context: Context) -> Any:
    raw = lex(text, MAX_TOKENS)
    if too_many(raw, context):
        return None
    too_long_numbers(raw, context)
    laid = lay_out(mend(context, raw))
    tokens = laid.tokens
    if too_deep(tokens, context):
        return None
    tell_doubtful(laid, context)
    end = virtual("$END", tokens[-1], behind=True) if tokens else Token("$END", "", 0, 0, 1, 1, 1, 1)
    if start != "start":
        return read_one(loop(start), [*tokens, end], context)
    reading = Reading(context, loop(start), [*tokens, end])
    value = reading.run()
    context.told, context.built = reading.findings(), []
    return value


def read_one(machine: Loop, tokens: list[Token], context: Context) -> Any:
    """An expression or a line of facts: it is short, so the first fault ends it."""
    node = machine.bottom()
    for token in tokens:
        after = machine.shift(context, node, token)
        if after is None:
            if not context.told:
                expected = expected_words(machine.expected(node))
                context.tell("syntax", context.at(token), unexpected(token, expected))
            return None
        node = after
    return node[2]


def tell_doubtful(laid: Laid, context: Context) -> None:
    """`height: 3  other side: "x"` could be three others and a side: it is said instead of guessed."""
    for label in laid.doubtful:
        context.tell(
            "doubtful-label", context.at(label), f"`{label.text}:` stands behind a value, where a label has one word",
            "begin a new line with it, or put `;` before it",
        )  # fmt: skip


def finish(context: Context) -> list[Diagnostic]:
    """By place; a fault that was found on two ways is told once."""
    known: dict[tuple[int, int, str], Diagnostic] = {}
    for diagnostic in context.told + context.built:
        known.setdefault((diagnostic.span.start, diagnostic.span.end, diagnostic.name), diagnostic)
    return sorted(known.values(), key=Diagnostic.sort_key)
