"""What all passes of lowering share: the program, the code, and what has been found out about definitions."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from chronoc.lower.body import Body
from chronoc.lower.code import Code, table_type
from chronoc.model import types
from chronoc.model.suggest import fold
from chronoc.model.symbols import ActionSym, DefineSym, DesignSym, KindSym, Overload, Program, ZoneSym
from chronoc.model.types import Type
from chronoc.syntax import tree


class Lowering:
    """One variant on its way to a table. `define_body` is set by `rules` (it lowers a definition on demand)."""

    def __init__(self, program: Program) -> None:
        self.program = program
        self.code = Code()
        self.parents = [tuple(k.index for k in kind.lineage) for kind in program.kinds]
        self.things = tuple(k.index for k in program.kinds if k.parent is None and k.index != 0)
        self.place_kinds = tuple(k for zone in program.zones if zone.layout is not None for k in zone.kinds)
        self.define_body: Callable[[Lowering, DefineSym, Overload], None] = _unset
        self.action_params: Callable[[Lowering, ActionSym], list[Type]] = _unset
        self.clause_fns: dict[tuple[int, int], int] = {}  # (kind, clause) -> fn of its default
        self.running: list[tuple[DefineSym, Overload]] = []  # definitions that are being lowered, for cycles
        self.kind_rules: dict[tuple[int, int], list[tuple[list[Any], Any]]] = {}  # rows of the rules of kinds
        self.hints: dict[str, Type | None] = {}  # who has a field of this name
        self.tries: list[tuple[int, tree.Span]] = []  # bodies of `try`: must not ask or roll
        self.named_clauses: list[tuple[int, tree.Span]] = []  # clauses whose mentions are counted
        self.unknowns: list[tree.Span] = []
        self.shaky: dict[int, None] = {}  # functions in which something was found

    def v(self, type_: Type) -> list[Any]:
        """The type V of the rule table."""
        return table_type(type_, self.parents)

    def unknown(self, span: tree.Span) -> None:
        """A `?`: an unknown fact. The table is a draft."""
        self.unknowns.append(span)
        self.program.findings.warning(
            "incomplete",
            span,
            "this is not known, so the set cannot be built",
            "fill it in, or build a draft (`--draft`)",
        )

    def counters(self) -> dict[str, str]:
        """The names of the counters that limits use."""
        names: dict[str, str] = {}
        for action in self.program.actions:
            for limit in action.decl.limits:
                name = limit.shared or action.name
                names.setdefault(fold(name), name)
        return names

    # ------------------------------------------------------------------ kinds

    def is_a(self, kind: int, other: int) -> bool:
        return other in self.parents[kind]

    def related(self, kind: int, other: int) -> bool:
        """One is a special case of the other."""
        return other in self.parents[kind] or kind in self.parents[other]

    def may_be(self, kinds: tuple[int, ...], wanted: tuple[int, ...]) -> bool:
        return any(self.related(a, b) for a in kinds for b in wanted)

    def surely(self, kinds: tuple[int, ...], wanted: tuple[int, ...]) -> bool:
        return all(any(self.is_a(a, b) for b in wanted) for a in kinds)

    def meet(self, kinds: tuple[int, ...], wanted: tuple[int, ...]) -> tuple[int, ...]:
        """What is left of `kinds` when a thing is known to be one of `wanted`."""
        found: dict[int, None] = {}
        for a in kinds:
            for b in wanted:
                if self.is_a(a, b):
                    found[a] = None
                elif self.is_a(b, a):
                    found[b] = None
        return tuple(sorted(found))

    def kind_syms(self, kinds: tuple[int, ...]) -> list[KindSym]:
        return [self.program.kinds[k] for k in kinds]

    # ------------------------------------------------------------------ cards and zones

    def single(self, card: DesignSym) -> bool:
        """Whether the name of this card means an object; else its design."""
        return card.single and card.copies <= 1 and not self.is_place(card)

    def is_place(self, card: DesignSym) -> bool:
        return bool(self.place_kinds) and any(k in self.place_kinds for k in self.parents[card.kind.index])

    def contents(self, zone: ZoneSym) -> tuple[int, ...]:
        """What the list of a zone holds: things, or the places of a board."""
        return zone.kinds or self.things

    def zone_type(self, zone: ZoneSym) -> Type:
        return types.zone(self.contents(zone), zone.index)

    def columns(self, zone: ZoneSym) -> int | None:
        """How many columns a grid has, where that is known."""
        if zone.columns is None and zone.decl is not None and zone.decl.columns is not None:
            zone.columns = self.constant(zone.decl.columns)
        return zone.columns

    def rows(self, zone: ZoneSym) -> int | None:
        if zone.rows is None and zone.decl is not None and zone.decl.rows is not None:
            zone.rows = self.constant(zone.decl.rows)
        return zone.rows

    def constant(self, expr: tree.Expr | None) -> int | None:
        """The number that an expression of numbers and options is in this variant."""
        match expr:
            case tree.Number():
                return expr.value
            case tree.Name():
                option = self.program.option_names.get(fold(expr.name))
                if option is None:
                    return None
                value = self.program.variant.options.get(option.name)
                if isinstance(value, int) and not isinstance(value, bool):
                    return value
                return self.constant(option.decl.value)
            case tree.Unary(op="-"):
                inner = self.constant(expr.operand)
                return None if inner is None else -inner
            case tree.Binary(op="+" | "-" | "*"):
                left, right = self.constant(expr.left), self.constant(expr.right)
                if left is None or right is None:
                    return None
                return left + right if expr.op == "+" else left - right if expr.op == "-" else left * right
        return None

    def copy(self, program: Program) -> Lowering:
        """The same for a copy of the program; code added there stays there."""
        new = Lowering(program)
        new.code = self.code.copy()
        new.define_body, new.action_params = self.define_body, self.action_params
        new.clause_fns = dict(self.clause_fns)
        return new

    def body(self, this: Type | None = None) -> Body:
        return Body(self, this)


def _unset(*_: object) -> Any:
    raise RuntimeError("lowering is not wired")
