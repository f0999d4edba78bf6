"""Where a brace is missing or one too many, told by how the lines are indented."""

from __future__ import annotations

from chronoc.syntax.lexer import Token


def indented(tokens: list[Token], i: int, brace: Token) -> bool:
    """Are all lines since the innermost open brace indented, so that column 1 begins something new?"""
    for k in range(i - 1, -1, -1):
        token = tokens[k]
        if token is brace:
            return True
        if token.column == 1 and token.text and token.kind not in ("NL", "_RBRACE"):
            return False
    return True


def left_open(tokens: list[Token], brace: Token, behind: Token) -> tuple[Token, Token]:
    """The block that lacks its `}`, and the token behind which that should stand: the first line that is indented
    no more than the one which opened the block around it."""
    written = []
    for token in tokens:
        if token.text and token.kind != "NL":
            written.append(token)
        if token is behind:
            break
    indents: dict[int, int] = {}
    for token in written:
        indents.setdefault(token.line, token.column)
    if len(set(indents.values())) == 1:
        return brace, behind
    stack: list[Token] = []
    last = brace
    for token in written:
        begins_line = token.line != last.end_line
        if token.kind == "_RBRACE" and stack:
            opened = stack.pop()
            if begins_line and token.column < indents[opened.line]:
                return opened, last
        elif begins_line and stack and token.column <= indents[stack[-1].line] and token.kind != "_LBRACE":
            return stack[-1], last
        if token.kind == "_LBRACE":
            stack.append(token)
        last = token
    return brace, behind


def surplus_brace(tokens: list[Token], item: int, i: int) -> Token:
    """The `}` that is one too many: this one, unless it stands where the item's own should."""
    token = tokens[i]
    earlier = next((t for t in reversed(tokens[item:i]) if t.kind == "_RBRACE"), token)
    begins_line = i > 0 and tokens[i - 1].kind in ("NL", "_RBRACE") and tokens[i - 1].line < token.line
    return earlier if begins_line and token.column == tokens[item].column and earlier.line < token.line else token
