"""Faults of single signs and texts, found before anything is parsed: each is certain, so each is told, and mended in
place.

An unclosed text is read as if it ended where the lexer stopped (before the next `{ } ;` or the end of its line), a
sign that means nothing is left out, a number that is none is read as its digits.
"""

from __future__ import annotations

import re
from collections.abc import Callable

from chronoc.diagnostics import Diagnostic, Fix
from chronoc.syntax.alphabets import meant
from chronoc.syntax.build import Context
from chronoc.syntax.lexer import Token

FAULTS = frozenset(("BAD", "BADSTR", "BADNUM", "BADPRIME", "SINGLE"))


def mend(context: Context, raw: list[Token]) -> list[Token]:
    """The tokens with every fault told and mended. The given tokens are left as they are, for the formatter."""
    if not all(token.text.isascii() for token in raw):
        raw = [token if token.text.isascii() else one_alphabet(context, token) for token in raw]
    if not any(token.kind in FAULTS for token in raw):
        return raw
    swallowed = {
        token.line for token in raw if token.kind == "BADSTR"
    }  # there texts and what is between changed places
    out: list[Token] = []
    told = False  # behind a sign that was left out
    for token in raw:
        if token.kind in FAULTS:
            quiet = token.line in swallowed and token.kind != "BADSTR"
            mended = MEND[token.kind](Context(context.path) if quiet else context, token)
            told = mended is None
            if mended is not None:
                mended.told = True
                out.append(mended)
        elif told:
            out.append(as_kind(token, token.kind, token.text))
            out[-1].told = True
            told = False
        else:
            out.append(token)
    return out


def one_alphabet(context: Context, token: Token) -> Token:
    """A name whose letters come from two alphabets is read as the one that it looks like. In a text that may be wanted;
    but a title is a name as well, so it is said."""
    if token.kind not in ("NAME", "PRIMED", "STRING", "PRIMEDTEXT"):
        return token
    found = meant(token.text)
    if found is None:
        return token
    right, letters = found
    span = context.at(token)
    message = f"letters of two alphabets in one word: {letters}"
    if token.kind in ("STRING", "PRIMEDTEXT"):
        context.told.append(Diagnostic("mixed-letters", "warning", span, message, (), Fix(span, right, safe=False)))
        return token
    context.tell("mixed-letters", span, message, fix=Fix(span, right, safe=False))
    return as_kind(token, token.kind, right)


def as_kind(token: Token, kind: str, text: str) -> Token:
    made = Token(kind, text, token.start, token.end, token.line, token.column, token.end_line, token.end_column)
    return made


def mend_text(context: Context, token: Token) -> Token:
    quote = '"""' if token.text.startswith('"""') else token.text[0]
    context.tell("unclosed-text", context.at(token), f"this text has no closing quote {quote}", "it is read up to here")
    return as_kind(token, "STRING", '"' + token.text.lstrip(quote).rstrip().replace("\\", "") + '"')


def mend_single(context: Context, token: Token) -> Token:
    inner = token.text[1:-1]
    context.tell(
        "unknown-sign", context.at(token),
        "a text stands in double quotes; a single one marks the other side of a name",
        fix=Fix(context.at(token), f'"{inner}"'),
    )  # fmt: skip
    return as_kind(token, "STRING", f'"{inner}"')


def mend_prime(context: Context, token: Token) -> Token:
    word = re.match(r"\w+", token.text)
    assert word is not None
    right = f"{word[0]}'"
    context.tell(
        "surplus-sign", context.at(token), f"the other side has one mark: `{right}`",
        fix=Fix(context.at(token), right, safe=False),
    )  # fmt: skip
    return as_kind(token, "PRIMED", right)


def mend_number(context: Context, token: Token) -> Token:
    text = token.text
    copies = re.fullmatch(r"(\d+)[xX\u00d7\u0445\u0425]", text)
    if copies:
        right = f"x{copies[1]}"
        context.tell(
        "bad-number", context.at(token), f"copies are written `{right}`",
        fix=Fix(context.at(token), right),
    )  # fmt: skip
        return as_kind(token, "COPIES", right)
    digits = re.match(r"\d+", text)
    assert digits is not None
    if "." in text:
        context.tell("bad-number", context.at(token), f"`{text}` is not a whole number; the language has no others")
    else:
        context.tell(
            "bad-number", context.at(token), f"`{text}` is no number, and a name cannot start with a digit",
            f"a number is `{digits[0]}`, a name could be `_{text}`",
        )  # fmt: skip
    made = as_kind(token, "NUMBER", digits[0])
    made.readings = ("NUMBER", "NAME")
    return made


def mend_sign(context: Context, token: Token) -> None:
    shown = token.text if token.text.isprintable() else ascii(token.text)
    if token.text == "\0":
        context.tell("unknown-sign", context.at(token), "a NUL byte stands here: is this a text file?")
    else:
        context.tell("unknown-sign", context.at(token), f"the sign `{shown}` means nothing here, so it is left out")


MEND: dict[str, Callable[[Context, Token], Token | None]] = {
    "BAD": mend_sign,
    "BADSTR": mend_text,
    "BADNUM": mend_number,
    "BADPRIME": mend_prime,
    "SINGLE": mend_single,
}
