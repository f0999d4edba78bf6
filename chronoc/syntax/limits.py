"""Bounds of a source, so that no input hangs the compiler or overflows a stack further on."""

from __future__ import annotations

import re

from chronoc.syntax.build import Context
from chronoc.syntax.lexer import Token
from chronoc.syntax.tree import Span

MAX_BYTES = 10 * 1024 * 1024
#: A file of so many words and signs takes some seconds; a larger one should be several.
MAX_TOKENS = 400_000
MAX_DIGITS = 15
MAX_NESTING = 100
#: How deep a tree may be, in rough steps: a chain of operators is as deep in the tree as it is long.
MAX_DEPTH = 400

_LONG_NUMBER = re.compile(rf"\d{{{MAX_DIGITS + 1},}}")
_TEXTS = frozenset(("STRING", "PRIMEDTEXT", "COMMENT", "NAME", "BADSTR", "SINGLE"))
_OPENS = frozenset(("_LPAR", "_LBRACE", "_LBRACK"))
_CLOSES = frozenset(("_RPAR", "_RBRACE", "_RBRACK"))
_ENDS = frozenset(("SEMI", "NL", "_COMMA"))
#: What a block adds to the depth of what stands in it.
_BLOCK = 3


def too_large(text: str, context: Context) -> bool:
    if len(text) <= MAX_BYTES:
        return False
    context.tell(
        "too-large",
        Span(context.path, 0, 0, 1, 1, 1, 1),
        f"this file has {len(text)} characters; at most {MAX_BYTES} are read",
    )
    return True


def too_many(tokens: list[Token], context: Context) -> bool:
    """Did the lexer stop, since there are more words than one file should have?"""
    if len(tokens) <= MAX_TOKENS:
        return False
    message = f"this file has more than {MAX_TOKENS} words and signs, so it is not read"
    context.tell("too-large", context.at(tokens[-1]), message, "make it several files")
    return True


def too_long_numbers(tokens: list[Token], context: Context) -> None:
    """Say of numbers that no game can hold that they are none, and take them for 0."""
    for token in tokens:
        if len(token.text) > MAX_DIGITS and token.kind not in _TEXTS and _LONG_NUMBER.search(token.text):
            digits = max(len(run) for run in _LONG_NUMBER.findall(token.text))
            message = f"a number of {digits} digits; numbers have at most {MAX_DIGITS}"
            context.tell("bad-number", context.at(token), message)
            token.text = _LONG_NUMBER.sub("0", token.text)


def too_deep(tokens: list[Token], context: Context) -> bool:
    """Are more brackets open somewhere, or does a longer chain of operators run, than a later step can follow?"""
    around: list[tuple[int, int, int]] = []  # depth, chain and number of `else` around each open bracket
    depth = chain = others = 0
    for token in tokens:
        kind = token.kind
        if kind in _OPENS:
            around.append((depth, chain, others))
            depth += _BLOCK if kind == "_LBRACE" else chain + 1
            chain = others = 0
            if len(around) > MAX_NESTING:
                message = f"more than {MAX_NESTING} brackets and braces are open here, so the file is not read"
                context.tell("too-deep", context.at(token), message)
                return True
        elif kind in _CLOSES:
            if around:
                depth, chain, others = around.pop()
        elif kind in _ENDS:
            chain = 0
            others = 0 if kind != "_COMMA" else others
        else:
            chain += 1
            if token.word == "_ELSE":
                others += _BLOCK
                chain = 0
        if depth + chain + others > MAX_DEPTH:
            context.tell(
                "too-deep", context.at(token), "this clause goes too deep, so the file is not read",
                "give parts of it names with `define`, or tell the cases apart with `case`",
            )  # fmt: skip
            return True
    return False
