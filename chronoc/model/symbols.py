"""What names stand for: one small class for each thing that a set can declare, and the program that holds them.

`index` is the place of a symbol in its list of the rule table. Symbols are filled by `collect` and only read later.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from chronoc.model.findings import Findings
from chronoc.model.sources import VariantSpec
from chronoc.model.types import Type
from chronoc.syntax import tree
from chronoc.syntax.tree import Span


@dataclass(slots=True, eq=False)
class SetSym:
    name: str
    title: str
    span: Span
    order: int
    needs: list[str] = field(default_factory=list)
    above: dict[str, None] = field(default_factory=dict)  # folded names of all sets it needs, directly or not
    decls: list[tree.SetDecl] = field(default_factory=list)
    files: list[tree.File] = field(default_factory=list)
    catalogues: tuple[tuple[str, str, bytes], ...] = ()  # language, path, bytes


@dataclass(slots=True, eq=False)
class KindSym:
    index: int
    name: str
    plural: str
    span: Span
    parent: KindSym | None
    named_by: str | None
    alike: bool
    decls: list[tuple[tree.KindDecl, SetSym | None]] = field(default_factory=list)
    fields: dict[str, FieldSym] = field(default_factory=dict)  # own ones, folded
    clauses: dict[str, ClauseSym] = field(default_factory=dict)  # own ones, folded
    defaults: dict[str, tree.Clause] = field(default_factory=dict)  # of an ancestor's field or clause
    works: list[tree.WorksIn] = field(default_factory=list)
    side: FieldSym | None = None
    children: list[KindSym] = field(default_factory=list)
    lineage: tuple[KindSym, ...] = ()  # itself, its parent, …
    family: tuple[KindSym, ...] = ()  # itself and everything below
    found: dict[str, FieldSym | ClauseSym | None] = field(default_factory=dict)

    def member(self, name: str) -> FieldSym | ClauseSym | None:
        """The field or clause of this (folded) name, its own or from above."""
        if name in self.found:
            return self.found[name]
        result: FieldSym | ClauseSym | None = None
        for kind in self.lineage:
            result = kind.fields.get(name) or kind.clauses.get(name)
            if result is not None:
                break
        self.found[name] = result
        return result

    def members(self) -> list[FieldSym | ClauseSym]:
        """All fields and clauses of a card of this kind."""
        found: list[FieldSym | ClauseSym] = []
        for kind in self.lineage:
            found.extend(kind.fields.values())
            found.extend(kind.clauses.values())
        return found

    def is_a(self, other: int) -> bool:
        return any(kind.index == other for kind in self.lineage)


@dataclass(slots=True, eq=False)
class FieldSym:
    index: int
    name: str
    kind: KindSym
    type: Type
    span: Span
    var: bool = False
    key: Type | None = None
    keys: tree.TypeExpr | None = None
    default: tree.Expr | None = None
    low: tree.Expr | None = None
    high: tree.Expr | None = None
    each: str | None = None
    secret: bool = False
    side: bool = False
    mirrors: str | None = None


@dataclass(slots=True, eq=False)
class ClauseSym:
    index: int
    name: str
    kind: KindSym
    sort: str  # "effect" | "condition" | "formula"
    params: list[tuple[str, Type]]
    result: Type
    default: tree.Expr | tree.Block | None
    span: Span
    required: bool = False


@dataclass(slots=True, eq=False)
class ZoneSym:
    index: int
    name: str
    owner: KindSym | None
    kinds: tuple[int, ...]  # what lies in it (of a board: its places)
    holding: tuple[int, ...]  # what lies on the places of a board
    decl: tree.ZoneDecl | None
    span: Span
    shape: str = "pile"
    see: str = "open"
    layout: LayoutSym | None = None
    columns: int | None = None
    rows: int | None = None


@dataclass(slots=True, eq=False)
class OptionSym:
    index: int
    name: str
    type: Type
    decl: tree.OptionDecl
    span: Span


@dataclass(slots=True, eq=False)
class GameVarSym:
    index: int
    name: str
    type: Type
    decl: tree.VarDecl
    span: Span


@dataclass(slots=True, eq=False)
class EnumSym:
    index: int
    name: str
    values: list[str]
    span: Span
    members: dict[str, int] = field(default_factory=dict)


@dataclass(slots=True, eq=False)
class TagSym:
    index: int
    name: str
    span: Span


@dataclass(slots=True, eq=False)
class LayoutSym:
    index: int
    name: str
    rows: list[str]
    span: Span
    decl: tree.LayoutDecl


@dataclass(slots=True, eq=False)
class Overload:
    """One definition or verb of a name: for what kinds of arguments, and (for definitions) of what type."""

    decl: tree.DefineDecl | tree.VerbDecl | None
    types: list[Type]
    span: Span
    set: SetSym | None
    more: list[tree.VerbDecl] = field(default_factory=list)
    result: Type | None = None
    running: bool = False
    fn: int | None = None
    side: FieldSym | None = None  # made from `side F`: the flag itself or its opposite
    side_no: bool = False


@dataclass(slots=True, eq=False)
class DefineSym:
    index: int
    name: str
    arity: int
    overloads: list[Overload]
    span: Span


@dataclass(slots=True, eq=False)
class VerbSym:
    index: int
    name: str
    arity: int
    overloads: list[Overload]
    span: Span
    during: str | None = None


@dataclass(slots=True, eq=False)
class ActionSym:
    index: int
    name: str
    decl: tree.ActionDecl
    span: Span
    types: list[Type] | None = None  # of its parameters, once their lists are lowered
    lists: list[int] = field(default_factory=list)


@dataclass(slots=True, eq=False)
class PhaseSym:
    index: int
    name: str
    decl: tree.PhaseDecl
    more: list[tree.PhaseDecl]
    params: list[tuple[str, Type]]
    vars: list[tuple[str, Type, tree.VarDecl]]
    span: Span

    def slot(self, name: str) -> tuple[int, Type] | None:
        """Place and type of the parameter or variable of this folded name."""
        from chronoc.model.suggest import fold

        for i, (param, type_) in enumerate(self.params):
            if fold(param) == name:
                return i, type_
        for i, (var, type_, _) in enumerate(self.vars):
            if fold(var) == name:
                return len(self.params) + i, type_
        return None


@dataclass(slots=True, eq=False)
class WindowSym:
    index: int
    name: str
    decl: tree.WindowDecl
    params: list[tuple[str, Type]]
    span: Span


@dataclass(slots=True, eq=False)
class GoalSym:
    index: int
    name: str
    decl: tree.GoalDecl
    more: list[tree.Expr]
    span: Span


@dataclass(slots=True, eq=False)
class DesignSym:
    index: int
    id: str
    decl: tree.CardDecl
    kind: KindSym
    set: SetSym | None
    copies: int
    span: Span
    provenance: str | None = None
    note: str | None = None
    tags: list[int] = field(default_factory=list)
    former: list[tuple[str, Span]] = field(default_factory=list)  # names and titles it had before
    written: dict[str, tree.Field | tree.Condition | tree.Effect | tree.Table] = field(default_factory=dict)  # by name
    broken: dict[str, None] = field(default_factory=dict)  # clauses whose form is wrong
    guesses: list[tuple[str, tree.Field | tree.Condition | tree.Effect | tree.Table]] = field(default_factory=list)
    broken_mentions: dict[str, None] = field(default_factory=dict)  # clauses that do not surely name all they should
    unknown: Span | None = None  # the first `?`
    reactions: list[tree.React] = field(default_factory=list)
    standing: list[tree.Trigger | tree.Whenever | tree.Adjust | tree.Forbid] = field(default_factory=list)
    translations: list[tree.Translation] = field(default_factory=list)
    readings: dict[int, list[tuple[int, str, Span]]] = field(default_factory=dict)  # clause -> card, plain or primed
    mentions: dict[int, dict[int, Span]] = field(
        default_factory=dict
    )  # clause -> designs it names, with the first place

    @property
    def title(self) -> str:
        return self.decl.title

    @property
    def single(self) -> bool:
        return self.decl.copies == 1 and not self.decl.each_player


@dataclass(slots=True, eq=False)
class RobotSym:
    index: int
    name: str
    title: str
    span: Span


@dataclass(slots=True)
class Program:
    """Everything that a variant declares, by name. Names are folded in the dictionaries."""

    variant: VariantSpec
    findings: Findings
    sets: list[SetSym] = field(default_factory=list)
    set_names: dict[str, SetSym] = field(default_factory=dict)
    file_sets: dict[str, SetSym] = field(default_factory=dict)
    title: str = ""
    players: tuple[int, int] = (1, 1)
    players_span: Span | None = None
    kinds: list[KindSym] = field(default_factory=list)
    kind_names: dict[str, KindSym] = field(default_factory=dict)
    plurals: dict[str, KindSym] = field(default_factory=dict)
    fields: list[FieldSym] = field(default_factory=list)
    field_names: dict[str, list[FieldSym]] = field(default_factory=dict)
    clauses: list[ClauseSym] = field(default_factory=list)
    clause_names: dict[str, list[ClauseSym]] = field(default_factory=dict)
    zones: list[ZoneSym] = field(default_factory=list)
    zone_names: dict[str, ZoneSym] = field(default_factory=dict)
    options: list[OptionSym] = field(default_factory=list)
    option_names: dict[str, OptionSym] = field(default_factory=dict)
    gvars: list[GameVarSym] = field(default_factory=list)
    gvar_names: dict[str, GameVarSym] = field(default_factory=dict)
    enums: list[EnumSym] = field(default_factory=list)
    enum_names: dict[str, EnumSym] = field(default_factory=dict)
    members: dict[str, list[tuple[EnumSym, int]]] = field(default_factory=dict)
    tags: list[TagSym] = field(default_factory=list)
    tag_names: dict[str, TagSym] = field(default_factory=dict)
    layouts: list[LayoutSym] = field(default_factory=list)
    layout_names: dict[str, LayoutSym] = field(default_factory=dict)
    defines: list[DefineSym] = field(default_factory=list)
    define_names: dict[tuple[str, int], DefineSym] = field(default_factory=dict)
    verbs: list[VerbSym] = field(default_factory=list)
    verb_names: dict[str, list[VerbSym]] = field(default_factory=dict)
    actions: list[ActionSym] = field(default_factory=list)
    action_names: dict[str, ActionSym] = field(default_factory=dict)
    phases: list[PhaseSym] = field(default_factory=list)
    phase_names: dict[str, PhaseSym] = field(default_factory=dict)
    windows: list[WindowSym] = field(default_factory=list)
    window_names: dict[str, WindowSym] = field(default_factory=dict)
    goals: list[GoalSym] = field(default_factory=list)
    goal_names: dict[str, GoalSym] = field(default_factory=dict)
    robots: list[RobotSym] = field(default_factory=list)
    robot_names: dict[str, RobotSym] = field(default_factory=dict)
    designs: list[DesignSym] = field(default_factory=list)
    former: dict[str, DesignSym] = field(default_factory=dict)  # by a name or title that it had before
    numbers: dict[int, dict[int, list[DesignSym]]] = field(default_factory=dict)  # by topmost kind `named by` a number
    card_names: dict[str, list[DesignSym]] = field(default_factory=dict)
    card_titles: dict[str, list[DesignSym]] = field(default_factory=dict)
    frames: dict[str, list[tree.FrameDecl]] = field(default_factory=dict)
    standing: list[tuple[tree.Whenever | tree.Trigger | tree.Adjust | tree.Forbid, SetSym]] = field(
        default_factory=list
    )
    scenarios: list[tuple[tree.ScenarioDecl, SetSym, tree.File]] = field(default_factory=list)
    expects: list[tuple[SetSym, tree.Expr]] = field(default_factory=list)

    def kinds_in(self, kinds: tuple[int, ...]) -> str:
        """`lamp`, `tower or lamp`."""
        from chronoc.model.suggest import listed

        return listed(self.kinds[k].name for k in kinds)

    def describe(self, type_: Type) -> str:
        """A type in the words of the rules files."""
        match type_.base:
            case "object":
                return self.kinds_in(type_.arg) or "thing"
            case "design":
                return f"design of {self.kinds_in(type_.arg)}"
            case "zone":
                return f"zone of {self.kinds_in(type_.arg)}" if type_.arg else "zone"
            case "list":
                return f"list of {self.describe(type_.arg)}"
            case "enum":
                return str(self.enums[type_.arg].name)
            case "cell":
                return f"cell of {self.zones[type_.arg].name}"
            case "field":
                return "field"
            case "any" | "error":
                return "anything"
            case _:
                return type_.base
