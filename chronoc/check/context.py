"""What a rule looks at: the program, its rule table, the files. Whatever several rules work out is worked out here, once."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from chronoc.analyse import Analysis
from chronoc.check.registry import RULES
from chronoc.diagnostics import Diagnostic, Fix, Note
from chronoc.lower.lowering import Lowering
from chronoc.model.symbols import Program
from chronoc.syntax.tree import Span, children


@dataclass
class Context:
    """One analysed variant. `texts`: short name of a file -> its bytes. `table` is a draft where there were errors."""

    analysis: Analysis
    texts: Mapping[str, bytes] = field(default_factory=dict)
    name: str = ""  # of the rule that is looking

    @property
    def program(self) -> Program:
        return self.analysis.program

    @property
    def lowering(self) -> Lowering:
        return self.analysis.lowering

    @property
    def table(self) -> dict[str, Any]:
        return self.analysis.table or self.analysis.draft

    def nodes(self) -> Iterator[object]:
        """Every node of every file of the variant, from above."""
        todo: list[object] = [
            item for one in reversed(self.program.sets) for file in one.files for item in reversed(file.items)
        ]
        while todo:
            node = todo.pop()
            if getattr(node, "__dataclass_fields__", None):
                yield node
            todo.extend(reversed(children(node)))

    def found(self, span: Span, message: str, *notes: Note | str | None, fix: Fix | None = None) -> Diagnostic:
        """A finding of the rule that is looking. The message states the fact, then the consequence; notes what would work."""
        full = tuple(Note(note) if isinstance(note, str) else note for note in notes if note is not None)
        return Diagnostic(self.name, RULES[self.name].severity, span, message, full, fix)
