"""Small changes of the tokens that may let a text go on, the likeliest first. Each is tried before it is told."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

from chronoc.diagnostics import Diagnostic, Fix, Note
from chronoc.syntax.explain import expected_words, shown
from chronoc.syntax.layout import merged, virtual
from chronoc.syntax.lexer import Token
from chronoc.syntax.lines import CARRIES
from chronoc.syntax.near import near_keywords, near_phrase
from chronoc.syntax.words import DECLARATIONS, KEYWORDS, RESERVED

if TYPE_CHECKING:
    from chronoc.syntax.recover import Reading


@dataclass(slots=True)
class Repair:
    """Put `tokens` in place of those from `start` to `end`."""

    start: int
    end: int
    tokens: list[Token]
    diagnostic: Diagnostic
    braces: bool = False


def repairs(reading: Reading, i: int, start: int) -> Iterator[Repair]:
    yield from slips(reading, i, start)
    yield from missing_colon(reading, i)
    yield from reserved(reading, i)
    yield from broken_line(reading, i, start)
    yield from missing_signs(reading, i, start)
    top = start < len(reading.history) and reading.history[start][5] is None
    if top:
        yield from early_brace(reading, start)
    yield from surplus(reading, i)
    if not top:
        yield from early_brace(reading, start)


# ------------------------------------------------------------------ slips of the hand


def slips(reading: Reading, i: int, start: int) -> Iterator[Repair]:
    """A mistyped keyword, here or earlier in the clause; or the first word of the item."""
    tokens = reading.tokens
    while start > reading.item and tokens[start - 1].kind == "NL" and not tokens[start - 1].text:
        start -= 1  # a separator that is not in the text may come from the slip
        while start > reading.item and tokens[start - 1].kind not in ("NL", "SEMI", "_LBRACE", "_RBRACE"):
            start -= 1
    places = list(range(i, max(start - 1, i - 16, -1), -1))
    if reading.item not in places and reading.item < i:
        places.append(reading.item)
    for j in places:
        token = reading.tokens[j]
        if token.kind not in ("NAME", "COPIES"):
            continue
        yield from slip(reading, j, token, item=j == reading.item and j < start)
        yield from phrase_slip(reading, j)


def slip(reading: Reading, j: int, token: Token, item: bool) -> Iterator[Repair]:
    word, rest = token, None
    if token.parts is not None and token.word == "LABEL":  # `gven deck:` looked like a label of two words
        word, rest = token.parts[0], token.parts[1:]
    for keyword in near_keywords(word.text.casefold()):
        terminal = KEYWORDS[keyword]
        if item and terminal not in DECLARATIONS:
            continue
        mended = reread(word, (terminal,), keyword)
        diagnostic = misspelt(reading, word, keyword)
        if rest is not None:
            label = reread(rest[0], ("LABEL", "NAME")) if len(rest) == 1 else merged(("LABEL",), rest)
            yield Repair(j, j + 1, [mended, label], diagnostic)
            continue
        before = reading.tokens[j - 1] if j else None
        if terminal == "_IF" and before is not None and before.word == "NAME":
            yield Repair(j - 1, j + 1, [reread(before, ("CLAUSE", "NAME")), mended], diagnostic)
        yield Repair(j, j + 1, [mended], diagnostic)


def broken_line(reading: Reading, i: int, start: int) -> Iterator[Repair]:
    """`wehre …` at the start of a line, where `where` would have gone on from the line before."""
    tokens = reading.tokens
    j = i + 1 if tokens[i].kind == "NL" and i + 1 < len(tokens) else start
    if (
        j <= reading.item
        or tokens[j - 1].kind != "NL"
        or len(tokens[j].text) < 4 - (not tokens[j - 1].text)
        or tokens[j].kind != "NAME"
        or tokens[j].parts
    ):
        return
    for keyword in near_keywords(tokens[j].text.casefold()):
        if KEYWORDS[keyword] in CARRIES:
            mended = reread(tokens[j], (KEYWORDS[keyword],), keyword)
            yield Repair(j - 1, j + 1, [mended], misspelt(reading, tokens[j], keyword))


def phrase_slip(reading: Reading, j: int) -> Iterator[Repair]:
    """`with mots`, `at onec`"""
    parts: list[Token] = []
    ends: list[int] = []
    for k, token in enumerate(reading.tokens[j : j + 5]):
        if token.kind == "NL" and not token.text:
            continue
        if token.kind != "NAME" or token.parts is not None:
            break
        parts.append(token)
        ends.append(j + k + 1)
    found = near_phrase([token.text.casefold() for token in parts])
    if found is None:
        return
    words, terminal = found
    parts = parts[: len(words)]
    wrong = next(k for k in range(len(words)) if parts[k].text.casefold() != words[k])
    diagnostic = misspelt(reading, parts[wrong], words[wrong])
    parts[wrong] = reread(parts[wrong], parts[wrong].readings, words[wrong])
    yield Repair(j, ends[len(words) - 1], [merged((terminal,), parts)], diagnostic)


def misspelt(reading: Reading, token: Token, keyword: str) -> Diagnostic:
    span = reading.context.at(token)
    message = f"`{token.text}` is not a word of the language; did you mean `{keyword}`?"
    return Diagnostic("misspelt-word", "error", span, message, (), Fix(span, keyword, safe=False))


def reread(token: Token, readings: tuple[str, ...], text: str | None = None) -> Token:
    """A copy of the token with other readings, and as if `text` were written there."""
    made = Token(
        token.kind, token.text if text is None else text, token.start, token.end, token.line, token.column, token.end_line, token.end_column
    )  # fmt: skip
    made.readings = readings
    made.type = made.word = readings[0]
    return made


def reserved(reading: Reading, i: int) -> Iterator[Repair]:
    """A keyword that was meant as a name: `let set = …`"""
    token = reading.tokens[i]
    if token.kind != "NAME" or token.word not in RESERVED or token.parts is not None:
        return
    span = reading.context.at(token)
    diagnostic = Diagnostic(
        "reserved-word", "error", span, f"`{token.text}` is a word of the language and cannot be a name",
        (Note(f"take another name, such as `{token.text}_` or `the_{token.text}`"),),
        Fix(span, f"{token.text}_", safe=False),
    )  # fmt: skip
    yield Repair(i, i + 1, [reread(token, ("NAME",))], diagnostic)


# ------------------------------------------------------------------ signs


def missing_signs(reading: Reading, i: int, start: int) -> Iterator[Repair]:
    tokens = reading.tokens
    token = tokens[i]
    expected = reading.machine.expected(reading.node)
    if token.kind == "_RPAR" and closes_line(reading, i):
        yield instead(reading, i, "_RBRACE", "}")
    if tokens[start].kind == "NUMBER" and "_COLON" in expected:  # a row of a table: `3 draw 1`
        for j in range(start + 1, i):
            if reading.machine.accepts(reading.history[j], "_COLON"):
                yield Repair(j, j, [virtual("_COLON", tokens[j])], missing(reading, j, ":"))
    signs = [("_RPAR", ")"), ("_RBRACK", "]"), ("_COMMA", ","), ("_COLON", ":"), ("EQ", "=")]
    if token.kind in ("STRING", "NUMBER"):
        signs.insert(2, ("_COLON", ":"))  # `hand of Ann "Old Lamp"`
    for terminal, sign in signs:
        if terminal == "EQ" and "NE" in expected:
            continue  # inside an expression any operator could stand here
        if terminal in expected:
            yield Repair(i, i, [virtual(terminal, token)], missing(reading, i, sign))
    for j in range(i - 1, max(i - 12, reading.item), -1):
        if tokens[j].kind in ("NL", "SEMI", "_LBRACE", "_RBRACE"):
            break
        if tokens[j - 1].kind != "_LPAR" and reading.machine.accepts(reading.history[j], "_RPAR"):
            yield Repair(j, j, [virtual("_RPAR", tokens[j])], missing(reading, j, ")"))
    if "_LBRACE" in expected and "NUMBER" not in expected and not opens_later(tokens, i):
        behind_line = token.kind == "NL"
        diagnostic = missing(reading, i, "{")
        yield Repair(i, i + behind_line, [virtual("_LBRACE", token)], diagnostic)
        if behind_line or token.type == "$END":
            both = missing(reading, i, "{ }")
            yield Repair(i, i, [virtual("_LBRACE", token), virtual("_RBRACE", token)], both)
    if reading.node[5] is not None:
        yield from missing_brace(reading, i, start)
    if token.kind == "NAME" and not token.parts:
        for j in (i, i - 1):
            if j > reading.item and tokens[j].kind == "NAME" and tokens[j - 1].kind not in ("NL", "SEMI", "_LBRACE"):
                yield Repair(j, j, [virtual("SEMI", tokens[j])], missing(reading, j, ";"))


def opens_later(tokens: list[Token], i: int) -> bool:
    """Is there a `{` further on in this line? Then that one is not missing."""
    while tokens[i].kind not in ("NL", "SEMI", "_RBRACE", "$END") or (tokens[i].kind == "NL" and not tokens[i].text):
        if tokens[i].kind == "_LBRACE":
            return True
        i += 1
    return False


def closes_line(reading: Reading, i: int) -> bool:
    """Is this the last sign of a line that opened a block which does not go on in the next line?"""
    tokens, braces = reading.tokens, reading.node[5]
    if braces is None or braces[0].line != tokens[i].line or i + 2 >= len(tokens):
        return False
    if tokens[i + 1].kind != "NL" or not tokens[i + 1].text:
        return False
    first = next(t for t in tokens[reading.item :] if t.line == tokens[i].line and t.text and t.kind != "NL")
    return tokens[i + 2].column <= first.column


def instead(reading: Reading, i: int, terminal: str, sign: str) -> Repair:
    """One sign typed for another."""
    token = reading.tokens[i]
    span = reading.context.at(token)
    message = f"`{token.text}` stands where `{sign}` is wanted: the block opened on this line is not closed"
    diagnostic = Diagnostic("missing-sign", "error", span, message, (), Fix(span, sign, safe=False))
    return Repair(i, i + 1, [virtual(terminal, token)], diagnostic)


def missing_colon(reading: Reading, i: int) -> Iterator[Repair]:
    """`colours: 2 red   height 3`: a word and a value where a clause could begin."""
    tokens = reading.tokens
    if tokens[i].kind not in ("NAME", "NUMBER", "STRING", "_LPAR", "PRIMED"):
        return
    for j in (i, i - 1):
        word = tokens[j]
        if j <= reading.item or word.kind != "NAME" or word.parts or tokens[j + 1].kind not in VALUE_STARTS:
            continue
        label = [reread(word, ("LABEL",)), virtual("_COLON", word, behind=True)]
        if tokens[j - 1].kind not in ("NL", "SEMI", "_LBRACE"):
            label.insert(0, virtual("NL", word))
        yield Repair(j, j + 1, label, missing(reading, j + 1, ":"))


VALUE_STARTS = frozenset(("NAME", "NUMBER", "STRING", "PRIMED", "_UNKNOWN", "MINUS"))


def missing_brace(reading: Reading, i: int, start: int) -> Iterator[Repair]:
    """A clause of the outer block stands in an inner one: the inner was not closed at the end of the line before."""
    tokens, node = reading.tokens, reading.node
    if tokens[i].word in ("_ELSE", "ORCARRYON", "_LEAVING"):
        yield Repair(i, i, [virtual("_RBRACE", tokens[i])], missing(reading, i, "}"), braces=True)
        return
    if node[5][1] is None or start == 0:
        return
    before = tokens[start - 1]
    if before.kind not in ("NL", "_LBRACE"):
        return
    behind = reading.last_written(start)
    at = virtual("_RBRACE", behind, behind=True)
    message = f"`}}` is missing: the block opened on line {node[5][0].line} is not closed"
    diagnostic = Diagnostic("unclosed-brace", "error", reading.context.at(at), message)
    if before.kind == "NL":
        yield Repair(start - 1, start - 1, [at], diagnostic, braces=True)
    elif behind.line < tokens[start].line:
        yield Repair(start, start, [at, virtual("NL", tokens[start])], diagnostic, braces=True)


def missing(reading: Reading, i: int, sign: str) -> Diagnostic:
    """Told right behind what stands before."""
    behind = reading.last_written(i)
    at = virtual("NAME", behind, behind=True)
    span = reading.context.at(at)
    message = f"`{sign}` is missing before {shown(reading.tokens[i])}"
    return Diagnostic("missing-sign", "error", span, message, (), Fix(span, sign, safe=False))


def early_brace(reading: Reading, i: int) -> Iterator[Repair]:
    """A clause that begins with token `i` where it cannot: the `}` before it was one too many."""
    tokens = reading.tokens
    token = tokens[i]
    if i < 2 or i >= len(reading.history) or token.kind == "_RBRACE":
        return
    opens = tokens[i - 1].kind == "NL" and tokens[i - 1].text and not opens_later(tokens, i)
    if opens and reading.machine.accepts(reading.history[i - 1], "_LBRACE"):
        yield Repair(i - 1, i, [virtual("_LBRACE", token)], missing(reading, i - 1, "{"))
    j = i - 1
    while j > 0 and tokens[j].kind == "NL":
        j -= 1
    if (
        tokens[j].kind != "_RBRACE"
        or not tokens[j].text
        or (token.column == 1 and token.word not in ("LABEL", "CLAUSE"))
    ):
        return
    yield Repair(j, j + 1, [], surplus_sign(reading, tokens[j], "the block goes on behind it"), braces=True)


SURPLUS = frozenset(("_RPAR", "_RBRACK", "_COMMA", "_COLON", "_DOT", "EQ", "_LPAR", "_LBRACK"))


def surplus(reading: Reading, i: int) -> Iterator[Repair]:
    """A sign too many, or a word written twice."""
    tokens = reading.tokens
    token = tokens[i]
    if token.kind in SURPLUS:
        yield Repair(i, i + 1, [], surplus_sign(reading, token, ""))
    elif token.kind == "_LBRACE" and i and tokens[i - 1].kind == "_LBRACE":
        yield Repair(i, i + 1, [], surplus_sign(reading, token, ""), braces=True)
    elif token.kind == "NAME" and i and tokens[i - 1].text.casefold() == token.text.casefold():
        yield Repair(i, i + 1, [], surplus_sign(reading, token, ""))


def surplus_sign(reading: Reading, token: Token, why: str) -> Diagnostic:
    span = reading.context.at(token)
    wanted = why or f"expected {expected_words(reading.machine.expected(reading.node))}"
    return Diagnostic(
        "surplus-sign", "error", span, f"`{token.text}` is one too many; {wanted}", (), Fix(span, "", safe=False)
    )
