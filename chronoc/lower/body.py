"""One function while it is lowered: its slots, what its names mean, what is known about them."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import TYPE_CHECKING

from chronoc.diagnostics import Note
from chronoc.model import types
from chronoc.model.suggest import fold
from chronoc.model.symbols import PhaseSym, VerbSym, WindowSym
from chronoc.model.types import Type
from chronoc.syntax.tree import Span

if TYPE_CHECKING:
    from chronoc.lower.lowering import Lowering

Val = tuple[int, Type]
YOU, THIS = 0, 1


@dataclass(slots=True)
class Local:
    slot: int
    type: Type
    name: str


class Body:
    """What a function body knows: locals by name, the elements of the `where`s around, `this`, phases whose fields are
    named bare, the window it answers, and what tests have shown (`narrow`)."""

    __slots__ = (
        "any_phase",
        "before",
        "code",
        "findings",
        "its",
        "low",
        "mentions",
        "narrow",
        "params",
        "phases",
        "plain_this",
        "program",
        "readings",
        "scopes",
        "shaky",
        "slots",
        "this",
        "verb",
        "window",
    )  # fmt: skip

    def __init__(self, low: Lowering, this: Type | None = None) -> None:
        self.low = low
        self.program = low.program
        self.code = low.code
        self.findings = low.program.findings
        self.before = len(self.findings.items)
        self.shaky = False  # something here could not be read, so names may be missing
        self.slots = 2
        self.params = 0
        self.scopes: list[dict[str, Local]] = [{}]
        self.its: list[tuple[int, Type]] = []
        self.this = this
        self.phases: list[PhaseSym] = []
        self.any_phase = False
        self.window: WindowSym | None = None
        self.verb: VerbSym | None = None
        self.narrow: dict[int, Type] = {}
        self.mentions: dict[int, Span] | None = None
        self.readings: list[tuple[int, str, Span]] | None = None  # sides of cards that are read
        self.plain_this = False  # bare field names are of `this`

    # ------------------------------------------------------------------ slots and scopes

    def param(self, name: str | None, type_: Type) -> int:
        """The next parameter."""
        slot = self.new_slot()
        self.params += 1
        if name is not None:
            self.scopes[-1][fold(name)] = Local(slot, type_, name)
        return slot

    def new_slot(self) -> int:
        self.slots += 1
        return self.slots - 1

    def bind(self, name: str, type_: Type, slot: int | None = None) -> int:
        """A new local of this name in the innermost scope."""
        if slot is None:
            slot = self.new_slot()
        self.scopes[-1][fold(name)] = Local(slot, type_, name)
        return slot

    def find(self, key: str) -> Local | None:
        for scope in reversed(self.scopes):
            local = scope.get(key)
            if local is not None:
                return local
        return None

    def names(self) -> list[str]:
        return [local.name for scope in self.scopes for local in scope.values()]

    @contextmanager
    def scope(self) -> Iterator[None]:
        """Names and knowledge of a block end with it."""
        self.scopes.append({})
        narrow, phases = self.narrow, self.phases
        self.narrow, self.phases = dict(narrow), list(phases)
        try:
            yield
        finally:
            self.scopes.pop()
            self.narrow, self.phases = narrow, phases

    @contextmanager
    def element(self, slot: int, type_: Type) -> Iterator[None]:
        """`it` is the value in this slot."""
        self.its.append((slot, type_))
        narrow = self.narrow
        self.narrow = dict(narrow)
        try:
            yield
        finally:
            self.its.pop()
            self.narrow = narrow

    def known(self, slot: int, type_: Type) -> Type:
        """The type of a slot after the tests that were passed."""
        return self.narrow.get(slot, type_)

    # ------------------------------------------------------------------ nodes

    def add(self, span: Span | None, op: str, *args: object) -> int:
        return self.code.add(span, op, *args)

    def local(self, slot: int) -> int:
        return self.code.add(None, "local", slot)

    def num(self, value: int) -> int:
        return self.code.add(None, "num", value)

    def flag(self, value: bool) -> int:
        return self.code.add(None, "flag", value)

    def seq(self, span: Span | None, nodes: list[int]) -> int:
        if len(nodes) == 1:
            return nodes[0]
        return self.code.add(span, "seq", nodes)

    def poison(self) -> Val:
        """What stands for something that was reported."""
        return self.code.add(None, "nothing"), types.ERROR

    def error(self, name: str, span: Span, message: str, *notes: Note | str | None) -> Val:
        self.findings.error(name, span, message, *notes)
        return self.poison()

    def finish(self, name: str, code: int) -> int:
        """The finished function."""
        fn = self.code.fn(name, self.params, self.slots, code)
        if len(self.findings.items) > self.before:
            self.low.shaky[fn] = None
        return fn

    def v(self, type_: Type) -> list[object]:
        return self.low.v(type_)
