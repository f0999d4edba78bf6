"""Which names a variant uses, wherever a name can be used. A name that stands only where it is declared is not used."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from chronoc.model.suggest import fold
from chronoc.syntax import tree

if TYPE_CHECKING:
    from chronoc.check.context import Context

HOLE = re.compile(r"\{([^{}]*)\}")
WORD = re.compile(r"\w+")

#: The fields of nodes in which a name is used. (What a declaration is called is not among them.)
NAMES: dict[type, tuple[str, ...]] = {
    tree.Name: ("name",),
    tree.Qualified: ("space", "name"),
    tree.Of: ("name",),
    tree.Indexed: ("name",),
    tree.Your: ("name",),
    tree.Member: ("name",),
    tree.Call: ("name",),
    tree.Has: ("what",),
    tree.NamedIn: ("kind", "clause"),
    tree.Another: ("what",),
    tree.Sentence: ("verb",),
    tree.Branch: ("react",),
    tree.Take: ("actions", "reacts"),
    tree.Open: ("window",),
    tree.Enter: ("phase",),
    tree.TypeExpr: ("head", "mirrors"),
    tree.Event: ("name",),
    tree.Adjust: ("name",),
    tree.Forbid: ("name",),
    tree.WorksIn: ("zones",),
    tree.KindDecl: ("parent", "named_by"),
    tree.CardDecl: ("kind",),
    tree.ZoneDecl: ("owner", "kinds", "layout", "holding"),
    tree.DefineDecl: ("during",),
    tree.VerbDecl: ("during",),
    tree.Limit: ("shared",),
    tree.ActionDecl: ("during", "tags"),
    tree.WindowDecl: ("zones", "using"),
    tree.React: ("window",),
    tree.Given: ("name",),
    tree.Step_: ("action",),
    tree.Expect: ("action",),
}


class Uses:
    def __init__(self, ctx: Context) -> None:
        self.count: dict[str, int] = {}
        self.written: dict[str, int] = {}  # ... where a variable is set, or a tag stands on a card
        for kind, names in NAMES.items():
            found: list[Any] = ctx.of(kind)
            for node in found:
                for name in names:
                    self._add(self.count, getattr(node, name))
        for text in ctx.of(tree.Text):
            for hole in HOLE.findall(text.value):
                self._add(self.count, tuple(WORD.findall(hole)))
        for name in targets(ctx):
            self._add(self.written, name)
        for card in ctx.of(tree.CardDecl):
            for clause in card.clauses:
                if isinstance(clause, tree.Field) and fold(clause.name) == "tags":
                    self._add(self.written, tuple(names_in(clause.values)))

    def _add(self, into: dict[str, int], what: Any) -> None:
        for name in what if isinstance(what, tuple) else (what,):
            if name is not None:
                key = fold(str(name))
                into[key] = into.get(key, 0) + 1

    def used(self, name: str) -> bool:
        """Whether a name stands anywhere but where it is declared."""
        return self.count.get(fold(name), 0) > 0

    def read(self, name: str) -> bool:
        """Whether it stands anywhere but where something is declared, set, or marked with it."""
        return self.count.get(fold(name), 0) > self.written.get(fold(name), 0)


def targets(ctx: Context) -> Iterator[str]:
    """The names of what is set or added to."""
    for statement in ctx.of(tree.Assign):
        yield from called(statement.target)
    for sentence in ctx.of(tree.Sentence):
        if fold(sentence.verb) == "add":
            for prep in sentence.preps:
                if prep.word == "to":
                    yield from called(prep.value)


def called(target: tree.Expr) -> Iterator[str]:
    if isinstance(target, tree.Name | tree.Of | tree.Member | tree.Your | tree.Indexed):
        yield target.name


def names_in(values: tuple[tree.Expr, ...]) -> Iterator[str]:
    for value in values:
        if isinstance(value, tree.Name):
            yield value.name
        elif isinstance(value, tree.ListOf):
            yield from names_in(value.items)
