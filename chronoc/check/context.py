"""What a rule looks at: the program, its rule table, the files. Whatever several rules work out is worked out here, once."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, TypeVar

from chronoc.analyse import Analysis
from chronoc.check.conditions import Verdict, verdicts
from chronoc.check.formulas import Formulas
from chronoc.check.goals import Goals
from chronoc.check.registry import RULES
from chronoc.check.things import Things
from chronoc.check.uses import Uses
from chronoc.diagnostics import Diagnostic, Fix, Note
from chronoc.lower.code import SHARED
from chronoc.lower.flow import children as parts_of
from chronoc.lower.lowering import Lowering
from chronoc.model.symbols import Program
from chronoc.syntax.tree import GameDecl, Span

N = TypeVar("N")
_PARTS: dict[type, tuple[str, ...]] = {}


def node_parts(kind: type) -> tuple[str, ...]:
    """The fields of a class of nodes that may hold nodes."""
    known = _PARTS.get(kind)
    if known is None:
        hints = getattr(kind, "__dataclass_fields__", {})
        leaf = ("Span", "str", "int", "bool", "str | None", "int | None", "tuple[str, ...]", "tuple[Span, ...]")
        known = _PARTS[kind] = tuple(name for name, hint in hints.items() if hint.type not in leaf)
    return known


@dataclass
class Context:
    """One analysed variant. `texts`: short name of a file -> its bytes. `table` is a draft where there were errors."""

    analysis: Analysis
    texts: Mapping[str, bytes] = field(default_factory=dict)
    name: str = ""  # of the rule that is looking
    _lines: dict[str, list[str]] = field(default_factory=dict)
    _function_nodes: dict[int, list[int]] = field(default_factory=dict)

    @property
    def program(self) -> Program:
        return self.analysis.program

    @property
    def lowering(self) -> Lowering:
        return self.analysis.lowering

    @property
    def table(self) -> dict[str, Any]:
        return self.analysis.table or self.analysis.draft

    # ------------------------------------------------------------------ what is written

    @cached_property
    def _by_class(self) -> dict[type, list[Any]]:
        found: dict[type, list[Any]] = {}
        todo: list[Any] = [
            item for one in reversed(self.program.sets) for file in reversed(one.files) for item in reversed(file.items)
        ]
        while todo:
            node = todo.pop()
            if type(node) is tuple:
                todo.extend(reversed(node))
                continue
            kind = type(node)
            names = node_parts(kind)
            if not names and not hasattr(kind, "__dataclass_fields__"):
                continue
            found.setdefault(kind, []).append(node)
            for name in reversed(names):
                part = getattr(node, name)
                if part is not None:
                    todo.append(part)
        return found

    def nodes(self) -> Iterator[object]:
        """Every node of every file of the variant, class by class."""
        for nodes in self._by_class.values():
            yield from nodes

    def of(self, kind: type[N]) -> list[N]:
        """Every node of a class, from the first file to the last, from above."""
        return self._by_class.get(kind, [])

    def source(self, span: Span, most: int = 60) -> str:
        """What is written there, on one line."""
        if span.file not in self._lines:
            text = self.texts.get(span.file, b"").decode("utf-8-sig", "replace")
            self._lines[span.file] = text.replace("\r\n", "\n").replace("\r", "\n").split("\n")
        lines = self._lines[span.file][span.line - 1 : span.end_line]
        if not lines:
            return "this"
        lines[-1] = lines[-1][: span.end_column - 1]
        lines[0] = lines[0][span.column - 1 :]
        text = " ".join(" ".join(lines).split())
        return text if len(text) <= most else text[: most - 2].rstrip() + " …"

    @cached_property
    def uses(self) -> Uses:
        return Uses(self)

    def name_in(self, span: Span, name: str) -> Span:
        """The place of a name in a declaration (its first line); the whole where it does not stand there."""
        self.source(span)
        lines = self._lines[span.file]
        line = lines[span.line - 1] if span.line <= len(lines) else ""
        end = span.end_column - 1 if span.end_line == span.line else len(line)
        at = re.compile(rf"(?<!\w){re.escape(name)}(?!\w)", re.IGNORECASE).search(line, span.column - 1, end)
        if at is None:
            return span
        start = span.start + at.start() - (span.column - 1)
        return Span(span.file, start, start + len(name), span.line, at.start() + 1, span.line, at.end() + 1)

    @cached_property
    def _texts(self) -> list[Diagnostic]:
        from chronoc.text.findings import text_findings

        return list(text_findings(self.analysis))

    def texts_named(self, name: str) -> list[Diagnostic]:
        """What is wrong with texts and translations, of one kind. A set is told so in its own variant: another one may change
        what its texts speak of."""
        own = self.program.variant.span("").file.split("/")[0]
        return [item for item in self._texts if item.name == name and item.span.file.split("/")[0] == own]

    # ------------------------------------------------------------------ the code

    @property
    def code(self) -> list[list[Any]]:
        return self.lowering.code.nodes

    @cached_property
    def lineages(self) -> list[tuple[int, ...]]:
        """Of each kind: itself and those above."""
        return self.lowering.parents

    @cached_property
    def formulas(self) -> Formulas:
        return Formulas(self.table, self.code, self.lineages)

    @cached_property
    def things(self) -> Things:
        printed = [card.decl.copies for card in self.program.designs]
        allowed = [game.high for game in self.of(GameDecl) if game.high is not None]
        players = max([self.table["players"][1], *allowed])
        return Things(self.table, self.code, self.lineages, printed, players)

    @cached_property
    def owners(self) -> dict[int, int]:
        """The card that a function is written on."""
        found: dict[int, int] = {}
        for index, design in enumerate(self.table["designs"]):
            for clause, fn in design["clauses"].items():
                if self._written(index, int(clause)):
                    found[fn] = index
            for reaction in design["reactions"]:
                found.update((fn, index) for fn in (reaction["if"], reaction["by"], reaction["body"]) if fn is not None)
        for row in (*self.table["whenevers"], *self.table["triggers"]):
            if row["design"] is not None:
                parts = (row.get("over"), row["where"], row["body"])
                found.update((fn, row["design"]) for fn in parts if fn is not None)
        return found

    @cached_property
    def goals(self) -> Goals:
        return Goals(self)

    @cached_property
    def verdicts(self) -> list[Verdict]:
        """What is wrong with the conditions."""
        return verdicts(self)

    def _written(self, design: int, clause: int) -> bool:
        from chronoc.model.suggest import fold

        return fold(self.program.clauses[clause].name) in self.program.designs[design].written

    def function_nodes(self, fn: int) -> list[int]:
        """The nodes of a function, from above, each once."""
        known = self._function_nodes.get(fn)
        if known is None:
            known = self._function_nodes[fn] = self._nodes_of(fn)
        return known

    def _nodes_of(self, fn: int) -> list[int]:
        found: dict[int, None] = {}
        todo = [self.table["fns"][fn]["code"]]
        while todo:
            node = todo.pop()
            if node not in found:
                found[node] = None
                todo.extend(reversed(list(parts_of(self.code[node]))))
        return list(found)

    def called_from(self, fn: int | None) -> dict[int, None]:
        """A function and all that it may come to call."""
        found: dict[int, None] = {}
        todo = [] if fn is None else [fn]
        while todo:
            here = todo.pop()
            if here in found:
                continue
            found[here] = None
            for node in self.function_nodes(here):
                todo += self.callees(self.code[node])
        return found

    def callees(self, op: list[Any]) -> list[int]:
        """The functions that an operation may run."""
        table = self.table
        if op[0] in ("call", "perform"):
            overloads = table["defines" if op[0] == "call" else "verbs"][op[1]]["overloads"]
            return [overload["fn"] for overload in overloads if overload["fn"] is not None]
        if op[0] in ("fact", "effect", "do"):
            default = table["clauses"][op[2]]["default"]
            own = [design["clauses"].get(str(op[2])) for design in table["designs"]]
            return [fn for fn in dict.fromkeys((default, *own)) if fn is not None]
        if op[0] == "doeffect":
            return [fn for design in table["designs"] for fn in design["clauses"].values()]
        if op[0] == "enter":
            return [table["phases"][op[1]]["body"]]
        return []

    def sources(self, node: int) -> dict[int, None]:
        """The zones that a list, or a thing of it, is taken from, as it is written there."""
        op = self.code[node]
        if op[0] in ("first", "last", "aslist", "from", "flat", "without"):
            return self.sources(op[1])
        if op[0] in ("where", "sorted", "best"):
            return self.sources(op[2])
        if op[0] == "items":
            zone = self.code[op[1]]
            return {zone[1]: None} if zone[0] in ("zone", "zoneof") else {}
        if op[0] in ("itemsof", "allitems"):
            return {op[1]: None}
        if op[0] in ("union", "orelse"):
            return {**self.sources(op[1]), **self.sources(op[2])}
        return {}

    def place(self, node: int) -> Span | None:
        """Where a node of the code is written. One that serves all places has none of its own."""
        if self.code[node][0] in SHARED:
            return None
        return self.lowering.code.spans[node]

    def first_place(self, node: int) -> Span | None:
        """Where it is written, or the first part of it that has a place."""
        todo = [node]
        while todo:
            here = todo.pop(0)
            span = self.place(here)
            if span is not None:
                return span
            todo += parts_of(self.code[here])
        return None

    def found(self, span: Span, message: str, *notes: Note | str | None, fix: Fix | None = None) -> Diagnostic:
        """A finding of the rule that is looking. The message states the fact, then the consequence; notes what would work."""
        full = tuple(Note(note) if isinstance(note, str) else note for note in notes if note is not None)
        return Diagnostic(self.name, RULES[self.name].severity, span, message, full, fix)
