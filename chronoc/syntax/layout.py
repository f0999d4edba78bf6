"""Raw tokens to tokens for the parser: keywords, labels, and the line ends that count.

Nothing here knows the grammar; a token only gets all readings it may have, best first. A line end is kept as `NL`
unless the line cannot end there or the next cannot begin there, so an unclosed bracket ends with its own line. Inside
a bracket that is closed before its block ends, line ends do not count.
"""

from __future__ import annotations

from dataclasses import dataclass

from chronoc.syntax.lexer import Token
from chronoc.syntax.lines import (
    AFTER_BRACE,
    BEFORE_LABEL,
    BEFORE_TITLE,
    CARRIES,
    CLAUSE_WORDS,
    FIELD_WORDS,
    GOES_ON,
    MAY_CARRY,
    NO_ARTICLE,
    NOT_KINDS,
    SCENE_HEADS,
    VALUE_ENDS,
)
from chronoc.syntax.words import (
    ARTICLES,
    DECLARATIONS,
    JOINING,
    KEYWORD_BEFORE,
    KEYWORD_WITH,
    KEYWORDS,
    PHRASE_AFTER,
    PHRASES,
    POSITIONS,
    RESERVED,
)

_SEMI = ("SEMI", "NL")
_SEMI_FIRST_NL = ("NL", "SEMI")
_CALL = ("_CALLPAR", "_LPAR")
_NL = ("NL",)
_NL_OR_NOTHING = ("NL", "")
_NAME = ("NAME",)
_MINUS = ("MINUS",)
_TIGHT_MINUS = ("_NEG", "MINUS")


@dataclass(slots=True)
class Laid:
    """The tokens for the parser, and labels of two words that stand behind a value on the same line."""

    tokens: list[Token]
    doubtful: list[Token]


def lay_out(raw: list[Token]) -> Laid:
    return _Layout([t for t in raw if t.kind != "COMMENT"]).run()


def virtual(terminal: str, at: Token, *, behind: bool = False) -> Token:
    """A token that is not in the source, in front of `at` or behind it."""
    if behind:
        return Token(terminal, "", at.end, at.end, at.end_line, at.end_column, at.end_line, at.end_column)
    return Token(terminal, "", at.start, at.start, at.line, at.column, at.line, at.column)


def merged(terminals: tuple[str, ...], parts: list[Token]) -> Token:
    """Several words as one token."""
    first, last = parts[0], parts[-1]
    token = Token(
        "NAME",
        " ".join(p.text for p in parts),
        first.start,
        last.end,
        first.line,
        first.column,
        last.end_line,
        last.end_column,
    )
    token.readings = terminals
    token.parts = parts
    token.word = token.type = terminals[0]
    return token


def pairs(tokens: list[Token]) -> dict[int, int]:
    """Opening brackets to their closing ones, where no `;` and no end of the block lies between."""
    found: dict[int, int] = {}
    stack: list[int] = []
    for i, token in enumerate(tokens):
        kind = token.kind
        if kind == "_LPAR" or kind == "_LBRACE":
            stack.append(i)
        elif kind == "_RPAR":
            if stack and tokens[stack[-1]].kind == "_LPAR":
                found[stack.pop()] = i
        elif kind == "_RBRACE":
            while stack and tokens[stack[-1]].kind == "_LPAR":
                stack.pop()
            if stack:
                stack.pop()
        elif kind == "SEMI":
            while stack and tokens[stack[-1]].kind == "_LPAR":
                stack.pop()
        elif kind == "NAME" and token.column == 1:  # whatever is open there, the line before is no part of this one
            stack = [k for k in stack if tokens[k].kind == "_LBRACE"]
    return found


class _Layout:
    def __init__(self, tokens: list[Token]) -> None:
        self.tokens = tokens
        self.kinds = [t.kind for t in tokens] + [""] * 6
        self.closed_by = pairs(tokens)
        self.out: list[Token] = []
        self.doubtful: list[Token] = []
        self.pending: Token | None = None
        self.prev = ""  # the terminal of the last token given out
        self.in_brackets: list[int] = [0]  # closed brackets around this place, by block
        self.react = False
        self.scene = False

    def run(self) -> Laid:
        tokens, out = self.tokens, self.out
        i, n = 0, len(tokens)
        while i < n:
            token = tokens[i]
            kind = token.kind
            if kind == "EOL":
                if self.pending is None:
                    self.pending = token
                i += 1
                continue
            step = 1
            if kind == "NAME" or kind == "COPIES":
                starts = self.pending is not None or self.prev in ("", "NL", "SEMI", "_LBRACE", "_RBRACE")
                read = self.word(i, starts)
                if read is None:  # an article
                    i += 1
                    continue
                token, step = read
            elif kind == "_LPAR":
                if i in self.closed_by:
                    self.in_brackets[-1] += 1
                before = tokens[i - 1] if i else None
                if before is not None and before.end == token.start and before.kind in ("NAME", "COPIES"):
                    token.readings, token.word = _CALL, "_CALLPAR"
            elif kind == "_RPAR":
                if self.in_brackets[-1]:
                    self.in_brackets[-1] -= 1
            elif kind == "MINUS":
                before = tokens[i - 1] if i else None
                after = tokens[i + 1] if i + 1 < n else None
                if after is not None and after.start == token.end:
                    if (
                        before is None
                        or before.end < token.start
                        or (before.kind not in VALUE_ENDS and before.kind != "_RPAR")
                    ):
                        token.readings = _TIGHT_MINUS
            elif kind == "SEMI":
                token.readings = _SEMI_FIRST_NL if self.new_piece(i + 1) else _SEMI
            self.separate(i, token)
            out.append(token)
            self.prev = word = token.word
            if word == "_LBRACE":
                self.in_brackets.append(0)
            elif word == "_RBRACE" and len(self.in_brackets) > 1:
                self.in_brackets.pop()
            i += step
        return Laid(out, self.doubtful)

    # ------------------------------------------------------------ words

    def word(self, i: int, starts: bool) -> tuple[Token, int] | None:
        """The token at `i` with its readings and how many raw tokens it takes; None for an article."""
        token, kinds = self.tokens[i], self.kinds
        low = token.text.casefold()
        keyword = KEYWORDS.get(low) if token.kind == "NAME" else None
        if self.prev == "_DOT":  # behind a dot every word is a name
            return self.read(token, _NAME), 1
        if starts:
            self.react = False
            if self.prev != "SEMI":
                self.scene = False
            label = self.long_label(i, keyword)
            if label is not None:
                return label
            if keyword is None or keyword not in NOT_KINDS:
                head = self.head(i, keyword)
                if head is not None:
                    return self.read(token, head), 1
            if keyword in SCENE_HEADS:
                self.scene = True
        next_kind = kinds[i + 1]
        if next_kind == "_COLON":
            if low == "else" or (low == "if" and self.prev == "CLAUSE"):
                assert keyword is not None
                self.read(token, (keyword,))
                if low == "else":
                    token.word = "ELSELABEL"
                return token, 1
            return self.label(i, token), 1
        phrase = self.phrase(i, low) if low in PHRASES else None
        if phrase is not None:
            return phrase
        if next_kind == "NAME":
            after = self.tokens[i + 1].text.casefold()
            if after == "of" and keyword in FIELD_WORDS:
                return self.read(token, (keyword, "NAME")), 1
            if keyword == "_REACT" and after == "to":
                self.react = True
                return self.read(token, (keyword,)), 1
            if after == "if" and (keyword is None or keyword not in RESERVED) and not self.react:
                return self.read(token, ("CLAUSE", "NAME") if keyword is None else ("CLAUSE", keyword, "NAME")), 1
            if token.text in ARTICLES and not self.react and kinds[i + 2] != "_COLON":
                if KEYWORDS.get(after) not in NO_ARTICLE and after not in PHRASES and after not in POSITIONS:
                    return None
        elif next_kind == "STRING" and keyword is None:
            if self.in_brackets[-1] or (self.scene and self.prev in BEFORE_TITLE):
                return self.read(token, ("KINDTITLE", "NAME")), 1
        if keyword is None:
            if next_kind == "_LBRACE" and token.kind == "NAME" and self.effect_follows(i):
                self.read(token, _NAME)
                token.word = "EFFECT"
                return token, 1
            if token.kind == "COPIES":
                return self.read(token, ("COPIES", "NAME")), 1
            if low in POSITIONS and not self.has_operand(i + 1):
                return self.read(token, ("POSWORD", "NAME")), 1
            token.word = "NAME"
            return token, 1
        if keyword in RESERVED:
            return self.read(token, (keyword,)), 1
        if not self.holds(i, keyword):
            return self.read(token, _NAME), 1
        return self.read(token, (keyword, "NAME")), 1

    def effect_follows(self, i: int) -> bool:
        """Is this word before `{` a clause behind a field on the same line: `points: 2   play { … }`?"""
        if self.pending is not None or self.react or self.in_brackets[-1] or self.prev not in VALUE_ENDS or i == 0:
            return False
        return self.tokens[i - 1].end < self.tokens[i].start

    @staticmethod
    def read(token: Token, readings: tuple[str, ...]) -> Token:
        token.readings = readings
        token.type = token.word = readings[0]
        return token

    def holds(self, i: int, keyword: str) -> bool:
        """Can what follows this word follow it as a keyword?"""
        kind = self.kinds[i + 1]
        wanted = KEYWORD_BEFORE.get(keyword)
        if wanted is not None:
            if kind not in wanted or (self.begins_clause(i + 1) and keyword != "_DURING"):  # `during P:` begins a row
                return False
            return kind != "NAME" or KEYWORDS.get(self.tokens[i + 1].text.casefold()) not in JOINING
        word = KEYWORD_WITH.get(keyword)
        return word is None or (kind == "NAME" and self.tokens[i + 1].text.casefold() == word)

    def begins_clause(self, i: int) -> bool:
        """Is the name at `i` a label or a `word if`?"""
        if self.kinds[i] != "NAME":
            return False
        return self.kinds[i + 1] == "_COLON" or (
            self.kinds[i + 1] == "NAME" and self.tokens[i + 1].text.casefold() == "if"
        )

    def has_operand(self, i: int) -> bool:
        """Does what stands at `i` belong to a name in front of it: `top of …`, `first.…`, `last(…)`?"""
        kind = self.kinds[i]
        if kind == "NAME":
            return self.tokens[i].text.casefold() == "of"
        return kind == "_DOT" or (kind == "_LPAR" and self.tokens[i].start == self.tokens[i - 1].end)

    def long_label(self, i: int, keyword: str | None) -> tuple[Token, int] | None:
        """`other side:` at the start of a clause is one label."""
        kinds, tokens = self.kinds, self.tokens
        if kinds[i + 1] != "NAME" or keyword in BEFORE_LABEL or keyword in RESERVED:
            return None
        if keyword in DECLARATIONS and tokens[i].column == 1:
            return None
        end = i + 1
        while end < i + 3 and kinds[end] == "NAME":
            word = KEYWORDS.get(tokens[end].text.casefold())
            if word in ("_IF", "_ELSE") or (word in RESERVED and kinds[end + 1] != "_COLON"):
                return None
            if kinds[end + 1] == "_COLON":
                return merged(("LABEL",), tokens[i : end + 1]), end - i + 1
            end += 1
        return None

    def head(self, i: int, keyword: str | None) -> tuple[str, ...] | None:
        """Readings of a word that begins a card `KIND [NAME] "Title" [x3] {` or a clause `word(x) {`, `word(x):`."""
        kinds = self.kinds
        at = i + 1
        if kinds[at] == "_LPAR":
            close = self.closed_by.get(at)
            if close is None or self.tokens[at].start != self.tokens[i].end:
                return None
            after = kinds[close + 1]
            first = "LABELCALL" if after == "_COLON" else "CLAUSECALL" if after == "_LBRACE" else None
            return None if first is None else (first, "NAME") if keyword is None else (first, keyword, "NAME")
        named = kinds[at] == "NAME"
        if named:
            at += 1
            if keyword in ("ACTION", "OVERRIDE", "MORE"):
                return None
        if kinds[at] != "STRING":
            return None
        at += 1
        if kinds[at] == "COPIES":
            at += 1
        if kinds[at] == "NAME" and self.tokens[at].text.casefold() == "each":
            at += 2
        while kinds[at] == "EOL":
            at += 1
        if kinds[at] != "_LBRACE":
            return None
        return ("CARDKIND", "NAME") if keyword is None else ("CARDKIND", keyword, "NAME")

    def phrase(self, i: int, low: str) -> tuple[Token, int] | None:
        """Several words that are one terminal."""
        kinds, tokens = self.kinds, self.tokens
        for words, terminal in PHRASES[low]:
            n = len(words)
            if all(kinds[i + k] == "NAME" and tokens[i + k].text.casefold() == words[k] for k in range(1, n)):
                if kinds[i + n] == "_COLON" and terminal != "FACE":
                    continue
                behind = PHRASE_AFTER.get(terminal)
                if behind is not None and self.pending is None and self.prev not in behind:
                    continue
                token = merged((terminal,), tokens[i : i + n])
                if terminal == "NAME":
                    token.text = " ".join(words)
                return token, n
        return None

    def label(self, i: int, token: Token) -> Token:
        """A word before `:`. Behind a value it may be half of a label: that is said, not guessed."""
        self.read(token, ("LABEL", "NAME"))
        if self.in_brackets[-1] or self.pending is not None or self.prev != "NAME" or len(self.out) < 2 or self.scene:
            return token
        name, value = self.out[-1], self.out[-2]
        if (
            value.word in VALUE_ENDS
            and name.text
            and not name.told
            and name.start - value.end >= token.start - name.end
        ):
            self.out.pop()
            self.prev = value.word
            token = merged(("LABEL",), [name, token])
            token.told = True
            self.doubtful.append(token)
        return token

    # ------------------------------------------------------------ line ends

    def separate(self, i: int, token: Token) -> None:
        """Puts a separator before `token` where one line ends and another begins."""
        prev, pending = self.prev, self.pending
        if not prev:
            self.pending = None
            return
        word = token.word
        if pending is not None:
            self.pending = None
            if self.in_brackets[-1] and word != "_RPAR":
                return
            readings = self.line_end(i, token)
            if readings is not None:
                nl = Token(
                    "NL",
                    pending.text,
                    pending.start,
                    pending.end,
                    pending.line,
                    pending.column,
                    pending.line,
                    pending.column,
                )
                nl.readings = readings
                self.out.append(nl)
        elif self.in_brackets[-1]:
            return
        elif prev == "_RBRACE":
            if word not in AFTER_BRACE:
                self.out.append(virtual("NL", token))
        elif word in CLAUSE_WORDS and prev not in BEFORE_LABEL and not (self.scene and word == "LABEL"):
            nl = virtual("NL", token)
            if word == "EFFECT":  # `if can play it {` is no clause
                nl.readings = _NL_OR_NOTHING
            self.out.append(nl)

    def line_end(self, i: int, token: Token) -> tuple[str, ...] | None:
        """How the line end before `token` is read; None if it does not count."""
        prev, word = self.prev, token.word
        if word in CARRIES:
            return None
        if prev in ("_LBRACE", "SEMI"):
            return _NL_OR_NOTHING if token.column == 1 and word != "_RBRACE" else None
        if prev in GOES_ON:
            # a line that breaks off is a fault of its own line
            clear = word in ("LABEL", "CLAUSE", "CARDKIND") or (token.column == 1 and word in DECLARATIONS)
            return _NL if clear else None
        if word == "_BY":
            return _NL_OR_NOTHING if self.line_has_brace(i) else None
        if word in MAY_CARRY:
            return _NL_OR_NOTHING
        if word == "STRING" and self.kinds[i + 1] in ("EOL", "SEMI", "_RBRACE", "") and prev != "_RBRACE":
            return None
        return _NL

    def line_has_brace(self, i: int) -> bool:
        kinds = self.kinds
        while kinds[i] not in ("EOL", ""):
            if kinds[i] == "_LBRACE":
                return True
            i += 1
        return False

    def new_piece(self, i: int) -> bool:
        """Does a piece of a scenario begin behind this `;`, or does the block end?"""
        kinds = self.kinds
        while kinds[i] == "EOL":
            i += 1
        if kinds[i] == "_RBRACE":
            return True
        if kinds[i] != "NAME" or kinds[i + 1] == "_COLON":
            return False
        word = self.tokens[i].text.casefold()
        if word == "for":
            return kinds[i + 1] == "NAME" and self.tokens[i + 1].text.casefold() == "every"
        return KEYWORDS.get(word) in SCENE_HEADS
