"""Text to raw tokens: one regular expression, every sign of the source in exactly one token or gap.

Comments and line ends are tokens too; white space is the gap between two tokens, so that a formatter can give the
source back byte for byte (`source_of`). Lines and columns count from 1, columns in code points: a tab is one column.
"""

from __future__ import annotations

import re
import sys
import unicodedata

#: What may follow the first letter of a name besides letters, digits and `_`: marks that combine with the letter
#: before.
_MARKS = (
    "\u0300-\u036f\u0483-\u0489\u0591-\u05bd\u05bf\u05c1\u05c2\u05c4\u05c5\u05c7\u0610-\u061a\u064b-\u065f\u0670\u06d6-\u06dc"
    "\u06df-\u06e4\u06e7\u06e8\u06ea-\u06ed\u0711\u0730-\u074a\u07a6-\u07b0\u07eb-\u07f3\u0816-\u082d\u0859-\u085b\u08d3-\u0903"
    "\u093a-\u094f\u0951-\u0957\u0962\u0963\u0981-\u0983\u09bc-\u09cd\u09d7\u09e2\u09e3\u0a01-\u0a03\u0a3c-\u0a51\u0a70\u0a71"
    "\u0a75\u0a81-\u0a83\u0abc-\u0acd\u0ae2\u0ae3\u0b01-\u0b03\u0b3c-\u0b57\u0b82\u0bbe-\u0bcd\u0bd7\u0c00-\u0c04\u0c3e-\u0c56"
    "\u0c81-\u0c83\u0cbc-\u0cd6\u0d00-\u0d03\u0d3b-\u0d4d\u0d57\u0d82\u0d83\u0dca-\u0ddf\u0e31\u0e34-\u0e3a\u0e47-\u0e4e\u0eb1"
    "\u0eb4-\u0ebc\u0ec8-\u0ecd\u0f18\u0f19\u0f35\u0f37\u0f39\u0f71-\u0f84\u102b-\u103e\u1056-\u1059\u17b4-\u17d3\u1ab0-\u1aff"
    "\u1dc0-\u1dff\u200c\u200d\u20d0-\u20f0\u3099\u309a\ufe20-\ufe2f"
)
_WORD = rf"[^\W\d][\w{_MARKS}]*"
#: The mark of the other side: straight, curly, prime, modifier letter, acute.
PRIMES = "'\u2019\u2032\u02bc\u00b4"
_PRIME = f"[{PRIMES}]"
QUOTES = '"\u201c\u201d\u201e\u201f\u00ab\u00bb\u2033'

#: The common tokens come first. `++` never gives back a letter, so `Lamp'` is not read as `Lam`.
_PATTERN = re.compile(
    rf"""
    [ \t\f\v\x85\u2028\u2029\u00a0\u1680\u2000-\u200b\u202f\u205f\u2060\u3000\ufeff]*+
    (?:
      (?P<COPIES>[xX\u00d7\u0445\u0425]\d++(?!\w))
    | (?P<NAME>{_WORD}+(?!{_PRIME}|\u2033))
    | (?P<NUMBER>\d++(?![\w.{PRIMES}\u2033"]))
    | (?P<EOL>\r\n|\n|\r)
    | (?P<COMMA>,) | (?P<COLON>:) | (?P<LBRACE>\{{) | (?P<RBRACE>\}}) | (?P<LPAR>\() | (?P<RPAR>\))
    | (?P<STRING>
        (?: \"\"\"(?:[^"\\]|\\[\s\S]|"(?!""))*\"\"\" | "(?!"")(?:[^"\\\r\n]|\\[^\r\n])*" |
        \u201c[^\u201c\u201d\r\n]*\u201d
          | [\u201e\u201f][^\u201c\u201d\u201e\r\n]*[\u201c\u201d] | \u201d[^\u201d\r\n]*\u201d
          | \u00ab[^\u00ab\u00bb\r\n]*\u00bb
          | \u00bb[^\u00ab\u00bb\r\n]*\u00ab )
        (?P<PRIMEDTEXT>{_PRIME}(?!\w))? )
    | (?P<SINGLE>['\u2018\u201a][^'\u2018\u2019{{}};\r\n]*['\u2019])
    | (?P<BADPRIME>(?:{_WORD}|\d+)(?:{_PRIME}{{2,}}|\u2033)(?!\w)|\d+"(?=[ \t]*[;)}}\],\r\n]|[ \t]+(?:and|or|AND|OR)\b))
    | (?P<PRIMED>(?:{_WORD}|\d+){_PRIME}(?!\w))
    | (?P<BADNUM>\d+(?:\.\d+(?!\w)|\w*[^\W\d][\w{PRIMES}]*))
    | (?P<WORD>{_WORD}) | (?P<DIGITS>\d+)
    | (?P<BADSTR>\"\"\"(?:[^{{}}]*?(?=[\r\n][ \t]*[{{}}])|[^\r\n]*)|[{QUOTES}][^{QUOTES}{{}};\r\n]*)
    | (?P<COMMENT>\#[^\r\n]*)
    | (?P<SEMI>;) | (?P<DOT>\.) | (?P<LE><=|\u2264|=<) | (?P<EQ>==?) | (?P<NE>!=|\u2260|<>) | (?P<GE>>=|\u2265)
    | (?P<LT><) | (?P<GT>>) | (?P<PLUS>\+) | (?P<MINUS>[-\u2212\u2013]) | (?P<STAR>[*\u00b7]) | (?P<SLASH>/)
    | (?P<LBRACK>\[) | (?P<RBRACK>\]) | (?P<UNKNOWN>\?)
    | (?P<BAD>(?:[^\w\s"{PRIMES}{QUOTES}(){{}}\[\];:,.=!<>+\-*/\#?]|[\u200d\ufe0f])+|[\s\S])
    )
    """,
    re.VERBOSE,
)

_LETTER_MARK = re.compile("\u02bc(?!\\w)")

#: Names of groups whose terminal bears a `_` in the grammar.
_TERMINAL = {
    "COMMA": "_COMMA", "COLON": "_COLON", "LBRACE": "_LBRACE", "RBRACE": "_RBRACE", "LPAR": "_LPAR", "RPAR": "_RPAR",
    "WORD": "NAME", "DIGITS": "NUMBER", "DOT": "_DOT", "LBRACK": "_LBRACK", "RBRACK": "_RBRACK", "UNKNOWN": "_UNKNOWN",
}  # fmt: skip


class Token:
    """A piece of source. `type` is the terminal the parser took it for; `readings` those it may be, best first."""

    __slots__ = (
        "column", "end", "end_column", "end_line", "kind", "line", "parts", "readings", "start", "text", "told", "type",
        "word",
    )  # fmt: skip

    def __init__(
        self, kind: str, text: str, start: int, end: int, line: int, column: int, end_line: int, end_column: int
    ) -> None:
        self.kind = kind  # what the lexer saw: NAME NUMBER STRING … COMMENT EOL BAD
        self.text = text
        self.start = start
        self.end = end
        self.line = line
        self.column = column
        self.end_line = end_line
        self.end_column = end_column
        self.type = kind
        self.word = kind  # the terminal of the keyword it spells, or its first reading
        self.readings: tuple[str, ...] = (kind,)
        self.parts: list[Token] | None = None  # the words of a phrase or of a label of several words
        self.told = False  # a fault of the clause that begins here was told

    def __repr__(self) -> str:
        return f"{self.type}({self.text!r} {self.line}:{self.column})"


def lex(text: str, most: int = sys.maxsize) -> list[Token]:
    """All tokens of a text with comments and line ends. Never fails: what means nothing becomes a token of kind BAD.
    most: stop soon after so many."""
    tokens: list[Token] = []
    append = tokens.append
    terminal = _TERMINAL.get
    line = 1
    start_of_line = 1 if text.startswith("\ufeff") else 0
    at = 0
    match = _PATTERN.match
    # U+02BC counts as a letter; at the end of a word it is a mark
    read = _LETTER_MARK.sub("\u2019", text) if "\u02bc" in text else text
    while len(tokens) <= most:
        found = match(read, at)
        if found is None:
            break
        kind = found.lastgroup or "BAD"
        at = found.end()
        if kind == "PRIMEDTEXT" or (kind == "STRING" and found.group("PRIMEDTEXT")):
            start = found.start("STRING")
            kind = "PRIMEDTEXT"
        else:
            start = found.start(kind)
        value = text[start:at]
        column = start - start_of_line + 1
        kind = terminal(kind, kind)
        if value.startswith('"""') and ("\n" in value or "\r" in value):
            lines = re.split(r"\r\n|\n|\r", value)
            end_line, end_column = line + len(lines) - 1, len(lines[-1]) + 1
            append(Token(kind, value, start, at, line, column, end_line, end_column))
            line, start_of_line = end_line, at - len(lines[-1])
            continue
        append(Token(kind, value, start, at, line, column, line, column + at - start))
        if kind == "EOL":
            line += 1
            start_of_line = at
    return tokens


def source_of(text: str, tokens: list[Token]) -> str:
    """The source again, from the tokens and the gaps between them."""
    parts: list[str] = []
    at = 0
    for token in tokens:
        parts.append(text[at : token.start])
        parts.append(token.text)
        at = token.end
    parts.append(text[at:])
    return "".join(parts)


_ESCAPES = {'"': '"', "\\": "\\", "n": "\n", "t": "\t"}


def text_value(written: str) -> str:
    """What a quoted text says: without its quotes, line ends as `\\n`, NFC."""
    if written[-1:] in PRIMES:
        written = written[:-1]
    if written.startswith('"""') and len(written) >= 6:
        value = written[3:-3].replace("\r\n", "\n").replace("\r", "\n")
    else:
        value = written[1:-1]
    if "\\" in value:
        value = re.sub(r"\\([\s\S])", lambda m: _ESCAPES.get(m[1], m[0]), value)
    return value if value.isascii() else unicodedata.normalize("NFC", value)


def name_value(written: str) -> str:
    """A name in its one form (NFC), as it is cased."""
    return written if written.isascii() else unicodedata.normalize("NFC", written)
