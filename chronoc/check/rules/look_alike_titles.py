"""look-alike-titles"""

from __future__ import annotations

from collections.abc import Iterator

from chronoc.check.context import Context
from chronoc.check.letters import look
from chronoc.check.registry import rule
from chronoc.diagnostics import Diagnostic, Note
from chronoc.syntax.tree import Span


@rule("look-alike-titles", "warning", "text")
def check(ctx: Context) -> Iterator[Diagnostic]:
    """Two names or titles that look the same and are written with letters of different alphabets."""
    program = ctx.program
    names: list[tuple[str, Span]] = [(card.title, card.decl.title_span) for card in program.designs]
    names += [(card.decl.name, card.span) for card in program.designs if card.decl.name is not None]
    for group in (program.kinds[1:], program.zones[1:], program.options, program.gvars, program.verbs, program.defines):
        names += [(symbol.name, ctx.name_in(symbol.span, symbol.name)) for symbol in group]
    first: dict[str, tuple[str, Span]] = {}
    for name, span in sorted(names, key=lambda item: (item[1].file, item[1].start)):
        seen = first.setdefault(look(name).casefold(), (name, span))
        if look(seen[0]) == look(name) and not same_alphabet(seen[0], name):
            yield ctx.found(
                span,
                f"`{name}` looks like another name and has letters of another alphabet",
                Note("the other", seen[1]),
                "write both in one alphabet, or give one of them another name",
            )


def same_alphabet(one: str, other: str) -> bool:
    """Whether what differs is not the letters: spaces, forms of a letter."""
    return one == other or (look(one) == one and look(other) == other)
