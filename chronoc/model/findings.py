"""Where the passes put what they found."""

from __future__ import annotations

from dataclasses import dataclass, field

from chronoc.diagnostics import Diagnostic, Fix, Note, Severity
from chronoc.syntax.tree import Span


@dataclass(slots=True)
class Findings:
    """Collected diagnostics; the same one is kept once."""

    items: list[Diagnostic] = field(default_factory=list)
    _seen: dict[tuple[str, str, int, str], None] = field(default_factory=dict)

    def error(self, name: str, span: Span, message: str, *notes: Note | str | None, fix: Fix | None = None) -> None:
        self.add("error", name, span, message, notes, fix)

    def warning(self, name: str, span: Span, message: str, *notes: Note | str | None, fix: Fix | None = None) -> None:
        self.add("warning", name, span, message, notes, fix)

    def add(
        self,
        severity: Severity,
        name: str,
        span: Span,
        message: str,
        notes: tuple[Note | str | None, ...] = (),
        fix: Fix | None = None,
    ) -> None:
        key = (name, span.file, span.start, message)
        if key in self._seen:
            return
        self._seen[key] = None
        full = tuple(Note(note) if isinstance(note, str) else note for note in notes if note is not None)
        self.items.append(Diagnostic(name, severity, span, message, full, fix))

    @property
    def failed(self) -> bool:
        return any(item.severity == "error" for item in self.items)
