"""Plants faults in sound items, to see how reading goes on behind them."""

from __future__ import annotations

import dataclasses
import random
from dataclasses import dataclass
from pathlib import Path

from chronoc.syntax import tree
from chronoc.syntax.lexer import Token, lex
from chronoc.syntax.parser import parse_text
from chronoc.syntax.words import KEYWORDS, RESERVED

CORPUS = sorted((Path(__file__).parent / "corpus").glob("*.chrono"))


@dataclass
class Item:
    """The source of one item of a corpus file and its tree without places."""

    text: str
    shape: str


@dataclass
class Planted:
    text: str
    line: int  # counted from the item's first line, from 0
    kind: str


def shape(value: object) -> str:
    """A tree without its places."""
    if isinstance(value, tree.Span):
        return ""
    if isinstance(value, tuple):
        return "(" + ", ".join(shape(v) for v in value) + ")"
    if dataclasses.is_dataclass(value):
        parts = (shape(getattr(value, f.name)) for f in dataclasses.fields(value))
        return f"{type(value).__name__}({', '.join(p for p in parts if p)})"
    return repr(value)


def sound_items() -> list[Item]:
    items: list[Item] = []
    for path in CORPUS:
        text = path.read_text(encoding="utf-8")
        file, found = parse_text(text, str(path))
        assert not found, found
        for item in file.items:
            items.append(Item(text[item.span.start : item.span.end], shape(item)))
    return items


# ------------------------------------------------------------------ faults


def plant(rng: random.Random, text: str, kind: str) -> Planted | None:
    """The text with one fault, or None if it has no place for this kind of fault."""
    tokens = [t for t in lex(text) if t.kind not in ("EOL", "COMMENT")]
    places = list(range(len(tokens)))
    rng.shuffle(places)
    for i in places:
        change = KINDS[kind](rng, tokens, i)
        if change is not None:
            start, end, new = change
            return Planted(text[:start] + new + text[end:], text.count("\n", 0, start), kind)
    return None


Change = tuple[int, int, str] | None


def drop(tokens: list[Token], i: int) -> Change:
    return tokens[i].start, tokens[i].end, " "


def lost_bracket(rng: random.Random, tokens: list[Token], i: int) -> Change:
    return drop(tokens, i) if tokens[i].kind == "_RPAR" else None


def surplus_bracket(rng: random.Random, tokens: list[Token], i: int) -> Change:
    if (
        tokens[i].kind not in ("NAME", "NUMBER", "STRING", "_RPAR")
        or word(tokens[i]) in KEYWORDS
        or open_brackets(tokens, i)
    ):
        return None
    return tokens[i].end, tokens[i].end, ")"


def lost_first_brace(rng: random.Random, tokens: list[Token], i: int) -> Change:
    braces = [t.kind for t in tokens[: i + 1]].count("_LBRACE")
    return drop(tokens, i) if tokens[i].kind == "_LBRACE" and braces == 1 and i + 2 < len(tokens) else None


def lost_last_brace(rng: random.Random, tokens: list[Token], i: int) -> Change:
    return drop(tokens, i) if tokens[i].kind == "_RBRACE" and i == len(tokens) - 1 else None


def lost_inner_brace(rng: random.Random, tokens: list[Token], i: int) -> Change:
    return drop(tokens, i) if tokens[i].kind == "_RBRACE" and i < len(tokens) - 1 else None


def surplus_brace(rng: random.Random, tokens: list[Token], i: int) -> Change:
    return (tokens[i].end, tokens[i].end, " }") if tokens[i].kind == "_RBRACE" else None


def lost_quote(rng: random.Random, tokens: list[Token], i: int) -> Change:
    token = tokens[i]
    if token.kind != "STRING" or token.text.startswith('"""') or not token.text.startswith('"') or len(token.text) < 3:
        return None
    if any(c in token.text for c in "{};\\"):
        return None
    return token.end - 1, token.end, ""


def odd_sign(rng: random.Random, tokens: list[Token], i: int) -> Change:
    return tokens[i].end, tokens[i].end, " " + rng.choice("@$%^~\U0001f3b2")


def odd_number(rng: random.Random, tokens: list[Token], i: int) -> Change:
    return (
        (tokens[i].start, tokens[i].end, tokens[i].text + rng.choice(["rd", "st", ".5"]))
        if tokens[i].kind == "NUMBER"
        else None
    )


def slip(rng: random.Random, tokens: list[Token], i: int) -> Change:
    """Two letters of a keyword change places."""
    text = tokens[i].text
    if KEYWORDS.get(word(tokens[i])) not in RESERVED or len(text) < 4 or label(tokens, i) or behind_dot(tokens, i):
        return None
    k = rng.randrange(len(text) - 1)
    slipped = text[:k] + text[k + 1] + text[k] + text[k + 2 :]
    return None if slipped == text else (tokens[i].start, tokens[i].end, slipped)


def twice(rng: random.Random, tokens: list[Token], i: int) -> Change:
    wanted = word(tokens[i]) in ("and", "or", "where", "from", "in", "of", "is") and not label(tokens, i)
    return (tokens[i].end, tokens[i].end, " " + tokens[i].text) if wanted and not behind_dot(tokens, i) else None


def lost_colon(rng: random.Random, tokens: list[Token], i: int) -> Change:
    """In a card: the rest reads like a statement."""
    if tokens[i].kind != "_COLON" or i == 0 or tokens[0].text.casefold() in KEYWORDS:
        return None
    if open_brackets(tokens, i) or [t.kind for t in tokens[:i]].count("_LBRACE") != 1:
        return None
    return drop(tokens, i)


def lost_comma(rng: random.Random, tokens: list[Token], i: int) -> Change:
    if (
        tokens[i].kind != "_COMMA"
        or i + 1 >= len(tokens)
        or tokens[i + 1].kind == "NAME"
        or tokens[i - 1].kind == "NAME"
    ):
        return None
    return drop(tokens, i)


def stray_keyword(rng: random.Random, tokens: list[Token], i: int) -> Change:
    if tokens[i].kind not in ("_RPAR", "NUMBER", "STRING") or i + 1 >= len(tokens):
        return None
    return tokens[i].end, tokens[i].end, " " + rng.choice(["where", "leaving", "of", "else"])


def lost_equals(rng: random.Random, tokens: list[Token], i: int) -> Change:
    return drop(tokens, i) if tokens[i].kind == "EQ" and tokens[i].text == "=" else None


def keyword_as_name(rng: random.Random, tokens: list[Token], i: int) -> Change:
    if i and word(tokens[i - 1]) == "let" and tokens[i].kind == "NAME":
        return tokens[i].start, tokens[i].end, rng.choice(["set", "from", "each", "any"])
    return None


def two_word_label(rng: random.Random, tokens: list[Token], i: int) -> Change:
    if (
        tokens[i].kind != "_RBRACE"
        or i != len(tokens) - 1
        or tokens[0].text.casefold() in KEYWORDS
        or tokens[i - 1].kind != "NUMBER"
    ):
        return None
    return tokens[i].start, tokens[i].start, '  other side: "x" '


def word(token: Token) -> str:
    return token.text.casefold()


def label(tokens: list[Token], i: int) -> bool:
    return i + 1 < len(tokens) and tokens[i + 1].kind == "_COLON"


def behind_dot(tokens: list[Token], i: int) -> bool:
    return i > 0 and tokens[i - 1].kind == "_DOT"


def open_brackets(tokens: list[Token], i: int) -> bool:
    kinds = [t.kind for t in tokens[: i + 1]]
    return kinds.count("_LPAR") > kinds.count("_RPAR")


KINDS = {
    f.__name__: f
    for f in (
        lost_bracket, surplus_bracket, lost_first_brace, lost_last_brace, lost_inner_brace, surplus_brace, lost_quote,
        odd_sign, odd_number, slip, twice,
        lost_colon, lost_comma, stray_keyword, lost_equals, keyword_as_name, two_word_label,
    )
}  # fmt: skip
