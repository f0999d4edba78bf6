"""Reading on after a fault, so that n faults give n diagnostics and every sound item comes through.

The loop shifts tokens. Where one does not fit, `repair.py` proposes small changes of the tokens; the first that lets
the text go on is told and made, and reading resumes at it. Else the clause is given up: the stack is unwound to the
innermost list of clauses, statements or items, and the tokens are skipped to the end of the clause at the same depth.
One clause is told once.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence
from typing import Any

from chronoc.diagnostics import Diagnostic
from chronoc.syntax.braces import indented, left_open, surplus_brace
from chronoc.syntax.build import Bad, Context
from chronoc.syntax.explain import expected_words, shown, unexpected
from chronoc.syntax.habits import advice
from chronoc.syntax.layout import virtual
from chronoc.syntax.lexer import Token
from chronoc.syntax.loop import Loop, Node
from chronoc.syntax.repair import Repair, repairs
from chronoc.syntax.words import ALSO_INSIDE, DECLARATIONS

#: A clause that begins with one of these is remembered by its first word when it is given up.
SCENE_WORDS = frozenset(("_GIVEN", "_WHEN", "_EXPECT", "_EXAMPLES", "_FOREVERY"))
CLAUSE_HEADS = frozenset(("LABEL", "CLAUSE", "LABELCALL", "CLAUSECALL"))


class Reading:
    """One text being read: the tokens (repairs change them), the stack before each, and what is known of the current
    item."""

    def __init__(self, context: Context, machine: Loop, tokens: list[Token]) -> None:
        self.context = context
        self.machine = machine
        self.tokens = tokens
        self.history: list[Node] = []
        self.node = machine.bottom()
        self.item = 0  # where the current item begins
        self.doubtful_braces = False  # a fault of this item may have to do with its braces
        self.gave_up_at: Token | None = None
        self.changed: list[Token] = []  # tokens at which a repair was made; never twice at one
        self.unsure: list[tuple[int, int]] = []  # stretches that were read in the wrong block for want of a `}`

    def run(self) -> Any:
        """The value of the start symbol."""
        machine, context, tokens, history = self.machine, self.context, self.tokens, self.history
        shift = machine.shift
        node = self.node
        i = 0
        while i < len(tokens):
            token = tokens[i]
            if token.kind == "NL" or (
                token.kind == "SEMI" and tokens[i + 1].word == "CARDKIND" and node[5] is not None
            ):
                self.node = node
                node = self.between_items(i)
            history.append(node)
            after = shift(context, node, token)
            if after is not None:
                node = after
                i += 1
                continue
            self.node = node
            i = self.fault(i)
            node = self.node
            del history[i:]
            history.extend([node] * (i - len(history)))  # INVARIANT: history[k] is the stack before token k
        return node[2]

    def findings(self) -> list[Diagnostic]:
        """What was told, and what builders said of clauses of which nothing was told."""
        starts = [token.start for token in self.tokens]
        said = []
        for diagnostic in self.context.built:
            at = diagnostic.span.start
            i = max(0, bisect_right(starts, at) - 1)
            if any(begin <= at < end for begin, end in self.unsure):
                continue
            if not any(t.told for t in self.tokens[self.clause_start(i, 0) : self.clause_end(i)]):
                said.append(diagnostic)
        return self.context.told + said

    # ------------------------------------------------------------ items

    def between_items(self, i: int) -> Node:
        """At a line end: does an item begin behind it? One that does inside of a block shows that a `}` is missing."""
        node = self.node
        if node[5] is None:
            if self.machine.accepts(node, "NL"):
                self.item = i + 1
                self.doubtful_braces = False
            return node
        if i + 1 >= len(self.tokens):
            return node
        if self.tokens[i + 1].word in SCENE_WORDS and self.tokens[self.item].word == "_SCENARIO":
            return self.back_to_scene(i, node)
        if not self.begins_item(i + 1, node):
            return node
        if "" not in self.tokens[i].readings and not self.machine.accepts(node, "NL"):
            return node  # a clause that breaks off is told first; then this is asked again
        self.unclosed(node, self.last_written(i))
        if self.tokens[i + 1].word == "CARDKIND" and self.tokens[i + 1].column > 1:  # a card in a scenario
            while node[5] is not None and not self.machine.fits(node, self.head(i)):
                node = self.close_one(node, self.tokens[i])
        else:
            node = self.close(node, self.tokens[i])
        if node[5] is None:
            self.item = i + 1
            self.doubtful_braces = False
        return node

    def back_to_scene(self, i: int, node: Node) -> Node:
        """`given`, `when`, `expect` behind a card of the scenario whose `}` is missing."""
        wanted = ["NL", self.tokens[i + 1].word]
        if self.machine.fits(node, wanted) or self.list_takes(node, wanted):
            return node
        self.unclosed(node, self.last_written(i))
        while node[5] is not None and not self.machine.fits(node, wanted):
            node = self.close_one(node, self.tokens[i])
        return node

    def list_takes(self, node: Node, wanted: Sequence[Token | str]) -> bool:
        """Could these tokens follow in the innermost block if the clause that is being read were given up?"""
        braces = node[5]
        while node is not None and node[5] is braces:
            if self.machine.accepts(node, "ERROR"):
                return self.machine.fits(node, ["ERROR", *wanted])
            node = node[0]
        return False

    def head(self, i: int) -> list[Token]:
        """The line end at `i` and the card's head behind it."""
        end = i
        while self.tokens[end].kind != "_LBRACE":
            end += 1
        return self.tokens[i : end + 1]

    def begins_item(self, i: int, node: Node) -> bool:
        """Does a card or declaration begin at token `i`, although a block is still open?"""
        tokens = self.tokens
        token = tokens[i]
        word = token.word
        if word in CLAUSE_HEADS and token.parts is None:
            return False
        if word == "CARDKIND":
            nested = self.machine.fits(node, self.head(i - 1)) or self.list_takes(node, self.head(i - 1))
            return not nested or (token.column == 1 and indented(self.tokens, i, node[5][0]))
        if token.column != 1:
            return False
        if word in DECLARATIONS:
            return word not in ALSO_INSIDE or self.looks_declared(i, node)
        titled = i + 1 < len(tokens) and tokens[i + 1 + (tokens[i + 1].kind == "NAME")].kind == "STRING"
        return token.kind == "NAME" and word == "NAME" and titled and indented(self.tokens, i, node[5][0])

    def looks_declared(self, i: int, node: Node) -> bool:
        """Is this a declaration, and not a clause or statement that slipped to the margin?"""
        word, after = self.tokens[i].word, self.tokens[i + 1]
        if word in ("ACTION", "_LAYOUT", "_GAME", "MORE", "_OPTION"):
            return after.kind in ("NAME", "STRING")
        if word in ("TURN", "SETUP"):
            return after.kind == "_LBRACE"
        if word == "_SET" and self.tokens[i + 2].type in ("EQ", "_OF"):
            return False
        return indented(self.tokens, i, node[5][0])

    def last_written(self, i: int) -> Token:
        """The last token before `i` that stands in the source and is no line end."""
        while i > 0:
            i -= 1
            token = self.tokens[i]
            if token.text and token.kind != "NL":
                return token
        return self.tokens[0]

    def unclosed(self, node: Node, behind: Token) -> None:
        """Tells a missing `}` where it should stand: the indentation of the others shows which block was left open."""
        if self.doubtful_braces:
            return
        end = behind.end
        brace, behind = left_open(self.tokens[self.item :], node[5][0], behind)
        self.unsure.append((brace.start, end))
        at = virtual("_RBRACE", behind, behind=True)
        self.context.tell(
            "unclosed-brace",
            self.context.at(at),
            f"`}}` is missing: the block opened on line {brace.line} is not closed",
        )

    def close(self, node: Node, at: Token) -> Node:
        """Closes all open blocks."""
        while node[5] is not None:
            node = self.close_one(node, at)
        return node

    def close_one(self, node: Node, at: Token) -> Node:
        brace = virtual("_RBRACE", at)
        after = self.machine.feed(self.context, node, "_RBRACE", brace)
        if after is None:
            node, missing = self.unwind(node, at, at)
            if missing:
                return node
            after = self.machine.feed(self.context, node, "_RBRACE", brace)
            assert after is not None
        return after

    # ------------------------------------------------------------ faults

    def fault(self, i: int) -> int:
        """Token `i` does not fit. Tells it, mends or gives up, and says where to read on."""
        tokens, node = self.tokens, self.node
        token = tokens[i]
        if token.type == "$END" and node[5] is not None:
            self.unclosed(node, self.last_written(i))
            self.node = self.close(node, token)
            return i
        start = self.clause_start(i, self.item)
        told = any(t.told for t in tokens[start : self.clause_end(i)]) or (
            token.kind == "_RBRACE" and node[5] is None and self.doubtful_braces
        )
        if token not in self.changed:
            repair = self.first_repair(i, start)
            if repair is not None:
                self.changed.append(token)
                if not told:
                    self.context.told.append(repair.diagnostic)
                    tokens[start].told = True
                if repair.braces:
                    self.doubtful_braces = True
                tokens[repair.start : repair.end] = repair.tokens
                for changed in repair.tokens:
                    changed.told = True
                tokens[start].told = True  # the first token of the clause may be another one now
                self.node = self.history[repair.start] if repair.start < len(self.history) else node
                return repair.start
        if not told:
            self.tell(i)
            tokens[start].told = True
        return self.give_up(i)

    def first_repair(self, i: int, start: int) -> Repair | None:
        for repair in repairs(self, i, start):
            base = self.history[repair.start] if repair.start < len(self.history) else self.node
            if self.machine.fits(base, [*repair.tokens, *self.tokens[repair.end : max(repair.end, self.window(i))]]):
                return repair
        return None

    def window(self, i: int) -> int:
        """How far a repair must carry: to the end of the clause, or six tokens."""
        tokens = self.tokens
        end = i
        while end < len(tokens) and end < i + 6:
            end += 1
            last = tokens[end - 1]
            if last.kind in ("NL", "SEMI", "_LBRACE", "_RBRACE", "$END") and "" not in last.readings:
                break
        return end

    def clause_end(self, i: int) -> int:
        while self.tokens[i].kind not in ("NL", "SEMI", "_LBRACE", "_RBRACE", "$END"):
            i += 1
        return i + 1

    def clause_start(self, i: int, item: int) -> int:
        """The first token of the clause, statement or item head that token `i` is in."""
        while i > item and self.tokens[i - 1].kind not in ("NL", "SEMI", "_LBRACE", "_RBRACE"):
            i -= 1
        return i

    def tell(self, i: int) -> None:
        context, token = self.context, self.tokens[i]
        expected = expected_words(self.machine.expected(self.node))
        before = self.tokens[i - 1] if i else token
        if token.kind == "_RBRACE" and self.node[5] is None:
            self.doubtful_braces = True
            context.tell(
                "surplus-sign",
                context.at(surplus_brace(self.tokens, self.item, i)),
                "`}` is one too many: no block is open here",
            )
        elif before.text and before.kind != "NL" and before.end_line < token.line:
            context.tell(
                "syntax", context.at(before), f"something is missing behind {shown(before)}; expected {expected}"
            )
        else:
            known = advice(self, i)
            notes = (known,) if known is not None else ()
            context.tell("syntax", context.at(token), unexpected(token, expected), *notes)

    # ------------------------------------------------------------ giving up a clause

    def give_up(self, i: int) -> int:
        """Puts an ERROR where the clause was and skips to its end."""
        tokens = self.tokens
        token = tokens[i]
        if self.gave_up_at is token and token.type != "$END":  # never twice at one place without moving on
            return self.pass_over(i)
        self.gave_up_at = token
        last = tokens[i - 1] if i else token
        node, missing = self.unwind(self.node, token, last)
        self.node = node
        top = node[5] is None
        j = self.skip(i, top, missing)
        if token.type == "$END":
            return i
        return j

    def pass_over(self, i: int) -> int:
        del self.tokens[i]
        return i

    def skip(self, i: int, top: bool, missing: int) -> int:
        """The end of the given-up clause: a separator or the end of its block at the same depth."""
        tokens = self.tokens
        depth = missing
        j = i
        while True:
            token = tokens[j]
            kind = token.kind
            if kind == "$END":
                return j
            if kind == "_LBRACE":
                depth += 1
            elif kind == "_RBRACE":
                if depth:
                    depth -= 1
                    if missing and not depth:
                        return j + 1
                elif not top:
                    return j
            elif kind == "NL":
                if self.surely_item(j + 1):
                    if depth:
                        self.doubtful_braces = True
                    return j
                if depth == 0 and (not top or self.margin_item(j + 1)):
                    return j
            elif kind == "SEMI" and not top and depth == 0:
                if token.readings[0] == "NL" or self.machine.accepts(self.node, "SEMI"):
                    return j
            j += 1

    def surely_item(self, i: int) -> bool:
        if i >= len(self.tokens):
            return False
        token = self.tokens[i]
        return token.column == 1 and (
            token.word == "CARDKIND" or (token.word in DECLARATIONS and token.word not in ALSO_INSIDE)
        )

    def margin_item(self, i: int) -> bool:
        token = self.tokens[i]
        return token.type == "$END" or (
            token.column == 1 and (token.word in ("NAME", "CARDKIND") or token.word in DECLARATIONS)
        )

    def unwind(self, node: Node, token: Token, last: Token) -> tuple[Node, int]:
        """The stack with an ERROR on the innermost list that takes one, and how many blocks were left for that."""
        open_braces = node[5]
        first = token
        label: Token | None = None
        while node[0] is not None:
            if (node[5] is open_braces or depth(node) < depth_of(open_braces)) and self.machine.accepts(node, "ERROR"):
                break
            if node[5] is open_braces and node[3] is not None:
                first = label = node[3]
            node = node[0]
        bad = Bad(first, last if last.end >= first.end else first, label if is_label(label) else None)
        after = self.machine.feed(self.context, node, "ERROR", bad)
        assert after is not None, "every list of the grammar takes an ERROR"
        return after, depth_of(open_braces) - depth(node)


def is_label(token: Token | None) -> bool:
    return token is not None and (token.type in CLAUSE_HEADS or token.type == "NAME")


def depth(node: Node) -> int:
    return depth_of(node[5])


def depth_of(braces: Any) -> int:
    count = 0
    while braces is not None:
        count += 1
        braces = braces[1]
    return count
