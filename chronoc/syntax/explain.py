"""What a place in a text expected, in words that a designer knows."""

from __future__ import annotations

from collections.abc import Iterable

from chronoc.syntax.lexer import Token
from chronoc.syntax.words import spoken

#: Several terminals that go by one word, with how many of them must be expected for it.
GROUPS: tuple[tuple[str, frozenset[str], int], ...] = (
    ("a value", frozenset("NAME NUMBER PRIMED STRING _LPAR".split()), 4),
    ("an operator", frozenset("EQ NE LT LE GT GE PLUS MINUS STAR SLASH MOD WITHOUT _IN _HAS _IS _EXISTS".split()), 4),
    ("the end of the line", frozenset(("NL", "SEMI")), 1),
    ("a clause", frozenset(("LABEL", "CLAUSE", "_REACT", "LABELCALL", "CLAUSECALL")), 3),
    ("a declaration or a card", frozenset(("_KIND", "_GAME", "_SCENARIO", "_DEFINE", "CARDKIND")), 3),
    ("a statement", frozenset(("_LET", "_CHOOSE", "_REPEAT", "_REQUIRE")), 3),
    ("`given`, `when` or `expect`", frozenset(("_GIVEN", "_WHEN", "_EXPECT")), 3),
)
#: What a group makes needless to name besides.
COVERED: dict[str, frozenset[str]] = {
    "a value": frozenset(
        """
        ANY ALL NO NONE _THE _TRY _NOT MINUS _NEG _ANOTHER _CASE _UNKNOWN KINDTITLE PRIMEDTEXT _GROUPS _PLAYERSFROM
        _USED _YOUR _CAN _DURING
        """.split()
    ),
    "an operator": frozenset("_NOT _OF _DOT _CALLPAR _AND _OR _WHERE _ORELSE _ASOF _SORTEDBY _LBRACK _NAMEDIN".split()),
    "a clause": frozenset(("NAME",)),
}
SIGNS: dict[str, str] = {
    "_LBRACE": "`{`", "_RBRACE": "`}`", "_RPAR": "`)`", "_LPAR": "`(`", "_CALLPAR": "`(`", "_COMMA": "`,`",
    "_COLON": "`:`", "_DOT": "`.`", "_LBRACK": "`[`", "_RBRACK": "`]`", "SEMI": "`;`", "EQ": "`=`", "NE": "`!=`",
    "LT": "`<`", "LE": "`<=`", "GT": "`>`", "GE": "`>=`", "PLUS": "`+`", "MINUS": "`-`", "STAR": "`*`", "SLASH": "`/`",
    "NAME": "a name", "STRING": "a text in quotes", "NUMBER": "a number", "PRIMED": "a name with `'`",
    "LABEL": "a field (word and `:`)", "CLAUSE": "a condition (word and `if`)", "CARDKIND": "a card",
    "COPIES": "a number of copies (x2)", "$END": "the end of the file", "NL": "the end of the line",
    "FACE": "`face up`", "POSWORD": "`top`", "EXTREME": "`with most`",
}  # fmt: skip
HIDDEN = frozenset(("ERROR", "_NEG", "KINDTITLE", "PRIMEDTEXT", "LABELCALL", "CLAUSECALL", "AFTERTHIS"))


def expected_words(expected: Iterable[str]) -> str:
    """`a value, an operator or the end of the line`"""
    left = {terminal: None for terminal in expected if terminal not in HIDDEN}
    words: list[str] = []
    for word, group, need in GROUPS:
        found = [terminal for terminal in left if terminal in group]
        if len(found) >= min(need, len(group)):
            words.append(word)
            for terminal in (*found, *(t for t in COVERED.get(word, ()) if t in left)):
                left.pop(terminal, None)
            if word in ("a declaration or a card", "a statement"):
                left = {terminal: None for terminal in left if terminal in ("_RBRACE", "NL", "SEMI", "$END")}
    signs = sorted(dict.fromkeys(SIGNS.get(terminal) or f"`{spoken(terminal)}`" for terminal in left))
    words += signs
    if len(words) > 6:
        return ", ".join(words[:6]) + " …"
    if len(words) > 1:
        return ", ".join(words[:-1]) + " or " + words[-1]
    return words[0] if words else "nothing more"


def shown(token: Token) -> str:
    if token.kind == "$END":
        return "the end of the file"
    if token.kind == "NL":
        return "the end of the line" if token.text else "a new clause"
    text = token.text if len(token.text) <= 40 else token.text[:37] + "…"
    return f"`{text}`" if not text.startswith('"') else text


def unexpected(token: Token, expected: str) -> str:
    what = shown(token).removeprefix("the ").removeprefix("a ")
    return f"unexpected {what}; expected {expected}"
