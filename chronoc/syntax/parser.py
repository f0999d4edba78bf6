"""From text to tree."""

from __future__ import annotations

from chronoc.diagnostics import Diagnostic
from chronoc.syntax import tree
from chronoc.syntax.build import Context
from chronoc.syntax.layout import lay_out, virtual
from chronoc.syntax.lexer import Token, lex
from chronoc.syntax.loop import loop


def parse_text(text: str, path: str) -> tuple[tree.File, list[Diagnostic]]:
    context = Context(path)
    value = run(text, "start", context)
    return tree.File(path, value or ()), context.diagnostics


def run(text, start, context):
    machine = loop(start)
    laid = lay_out(lex(text))
    tokens = laid.tokens
    end = virtual("$END", tokens[-1], behind=True) if tokens else Token("$END", "", 0, 0, 1, 1, 1, 1)
    node = machine.bottom()
    for token in (*tokens, end):
        new = machine.shift(context, node, token)
        if new is None:
            context.say("syntax", context.at(token), f"unexpected {token!r}; expected {machine.expected(node)}")
            return None
        node = new
    return node[2]


def parse_expression(text: str, path: str = "<expression>") -> tuple[tree.Expr | None, list[Diagnostic]]:
    context = Context(path)
    return run(text, "expression", context), context.diagnostics


def parse_givens(text: str, path: str) -> tuple[tuple[tree.Given, ...], list[Diagnostic]]:
    context = Context(path)
    return run(text, "givens", context) or (), context.diagnostics


def parse_bytes(data: bytes, path: str) -> tuple[tree.File, list[Diagnostic]]:
    return parse_text(data.decode("utf-8-sig"), path)
