"""Bounds of a source, so that no input hangs the compiler or overflows a stack further on."""

from __future__ import annotations

from chronoc.syntax.build import Context
from chronoc.syntax.lexer import Token
from chronoc.syntax.tree import Span

MAX_BYTES = 10 * 1024 * 1024
MAX_NESTING = 100
#: Tokens in one clause; a chain of operators is as deep in the tree as it is long.
MAX_CLAUSE = 2000
MAX_CHAIN = 200

_OPENS = frozenset(("_LPAR", "_LBRACE", "_LBRACK"))
_CLOSES = frozenset(("_RPAR", "_RBRACE", "_RBRACK"))
_ENDS = frozenset(("SEMI", "EOL", "_LBRACE", "_RBRACE", "_COMMA"))


def too_large(text: str, context: Context) -> bool:
    if len(text) <= MAX_BYTES:
        return False
    context.tell("too-large", Span(context.path, 0, 0, 1, 1, 1, 1), f"this file has {len(text)} characters; at most {MAX_BYTES} are read")
    return True


def too_deep(tokens: list[Token], context: Context) -> bool:
    """Brackets and braces nested too deep, or one clause with too long a chain of operators."""
    depth = chain = 0
    for token in tokens:
        kind = token.kind
        if kind in _OPENS:
            depth += 1
            if depth > MAX_NESTING:
                context.tell(
                    "too-deep", context.at(token), f"more than {MAX_NESTING} brackets and braces are open here, so the file is not read"
                )
                return True
        elif kind in _CLOSES:
            depth -= depth > 0
        if kind in _ENDS:
            chain = 0
        elif kind != "COMMENT":
            chain += 1
            if chain > 2 * MAX_CHAIN:
                context.tell(
                    "too-deep", context.at(token), "this clause is too long to be one expression, so the file is not read",
                    "give parts of it names with `define`",
                )  # fmt: skip
                return True
    return False
