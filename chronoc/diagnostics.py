"""One value for everything the compiler has to say about a file.

Codes: C0 syntax · C1 names and types · C2 reachability · C3 balance · C4 text and language · C5 style and packaging ·
C9 internal. A code is never used again once it was given to a name (`CODES` is the register).
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Literal

from chronoc.syntax.tree import Span

Severity = Literal["error", "warning", "info"]


@dataclass(slots=True, frozen=True)
class Note:
    """A further place that matters, or (span None) advice."""

    message: str
    span: Span | None = None


@dataclass(slots=True, frozen=True)
class Fix:
    """Replace the text of `span` by `text`. `safe`: meaning cannot change against the author's wish."""

    span: Span
    text: str
    safe: bool = True


@dataclass(slots=True, frozen=True)
class Diagnostic:
    """`name` is kebab-case and says the kind of fault; `code` its short stable alias. The message states the fact, then
    the consequence; `notes` what would work."""

    name: str
    severity: Severity
    span: Span
    message: str
    notes: tuple[Note, ...] = field(default=())
    fix: Fix | None = None

    @property
    def code(self) -> str:
        return CODES.get(self.name, "C999")

    def sort_key(self) -> tuple[str, int, int, str, str]:
        return (self.span.file, self.span.line, self.span.column, self.name, self.message)


#: The register: name -> code. Add at the end of a range; never change or reuse a code.
CODES: dict[str, str] = {
    # C0 syntax
    "syntax": "C001",
    "unclosed-text": "C002",
    "unclosed-brace": "C003",
    "misspelt-word": "C004",
    "missing-sign": "C005",
    "surplus-sign": "C006",
    "unknown-sign": "C007",
    "bad-number": "C008",
    "loose-statement": "C009",
    "reserved-word": "C010",
    "not-utf8": "C011",
    "unreadable-file": "C012",
    "too-large": "C013",
    "too-deep": "C014",
    "doubtful-label": "C015",
    "mixed-letters": "C016",
    # C1 names and types
    "unknown-name": "C101",
    "unknown-card": "C102",
    "unknown-kind": "C103",
    "unknown-field": "C104",
    "unknown-zone": "C105",
    "doubled-name": "C110",
    "ambiguous-name": "C111",
    "case-only-difference": "C112",
    "bad-change": "C113",
    "nothing-to-change": "C114",
    "clashing-change": "C115",
    "missing-game": "C116",
    "missing-set": "C117",
    "cyclic-needs": "C118",
    "set-name": "C119",
    "wrong-type": "C120",
    "missing-field": "C121",
    "wrong-count": "C122",
    "overlapping-rows": "C123",
    "missing-row": "C124",
    "bad-layout": "C125",
    "one-sided": "C126",
    "same-cell": "C127",
    "unbound-you": "C130",
    "cyclic-definition": "C131",
    "may-ask": "C132",
    "reads-hidden": "C133",
    "inexact-mention": "C134",
    "incomplete": "C140",
    "no-instead": "C135",
    "late-require": "C136",
    "look-alike-titles": "C150",
    "near-titles": "C151",
    "reused-name": "C154",
    "decomposed-letters": "C152",
    "invisible-letter": "C153",
    "out-of-order": "C160",
    "empty-cell": "C161",
    # C2 reachability
    "always-true": "C201",
    "never-true": "C202",
    "repeated-part": "C203",
    "implied-part": "C204",
    "redundant-part": "C205",
    "not-the-other-side": "C206",
    "unreachable-statement": "C210",
    "empty-zone": "C211",
    "no-target": "C212",
    "too-few-to-choose": "C213",
    "out-of-range": "C214",
    "rules-in-circles": "C215",
    "told-secret": "C216",
    "idle-limit": "C217",
    "costly-test-first": "C218",
    "unreachable-goal": "C220",
    "reached-at-start": "C221",
    "left-out-card": "C222",
    "too-many-wanted": "C223",
    # C3 balance
    "same-goal": "C301",
    "implied-goal": "C302",
    "exclusive-goals": "C303",
    "same-card": "C304",
    # C4 text and language
    "text-number-differs": "C401",
    "text-name-differs": "C402",
    "text-mark-differs": "C403",
    "override-without-reason": "C404",
    "missing-translation": "C410",
    "stale-translation": "C411",
    "unknown-slot": "C412",
    "missing-form": "C413",
    "bad-catalogue": "C414",
    # C5 style and packaging
    "unused-option": "C520",
    "variant-syntax": "C501",
    "variant-key": "C502",
    "variant-value": "C503",
    "variant-name": "C504",
    "unknown-set": "C505",
    "link-in-set": "C506",
    "unused-clause": "C521",
    "unused-tag": "C522",
    "unused-verb": "C523",
    "unused-definition": "C524",
    "unused-zone": "C525",
    "unused-variable": "C526",
    "unused-action": "C527",
    "unused-window": "C528",
    "unused-phase": "C529",
    "unused-kind": "C530",
    "idle-override": "C531",
    "idle-setting": "C532",
    "config-syntax": "C591",
    "config-key": "C592",
    "config-value": "C593",
    "unknown-rule": "C594",
    "always-on": "C595",
    "ignore-without-reason": "C596",
    "unused-ignore": "C597",
    "stale-baseline": "C598",
    # C9 internal
    "internal": "C901",
}

#: Codes that were taken back: code -> (name, why). They are remembered so that neither is given to anything else.
GONE: dict[str, tuple[str, str]] = {
    "C902": ("broken-table", "what fails when a rule table is held against its schema is `internal`"),
}
