"""Definitions, verbs, actions, phases, windows, goals: who they are, not yet what they do."""

from __future__ import annotations

from chronoc.diagnostics import Note
from chronoc.model import types
from chronoc.model.declared import Declared
from chronoc.model.kinds import params_of
from chronoc.model.suggest import fold
from chronoc.model.symbols import (
    ActionSym,
    DefineSym,
    GoalSym,
    Overload,
    PhaseSym,
    Program,
    VerbSym,
    WindowSym,
)
from chronoc.model.types import Type
from chronoc.model.written import resolve_type
from chronoc.syntax import tree


def collect_rules(program: Program, found: Declared) -> None:
    for entry in found.of("phase"):
        decl = entry.decl
        assert isinstance(decl, tree.PhaseDecl)
        more = [item for item, _ in entry.more if isinstance(item, tree.PhaseDecl)]
        variables = [(var.name, variable_type(program, var), var) for part in (decl, *more) for var in part.variables]
        program.phases.append(
            PhaseSym(len(program.phases), decl.name, decl, more, params_of(program, decl.params), variables, entry.span)
        )
        program.phase_names[fold(decl.name)] = program.phases[-1]
    for entry in found.of("define"):
        decl = entry.decl
        assert isinstance(decl, tree.DefineDecl)
        overload = Overload(decl, [t for _, t in params_of(program, decl.params)], entry.span, entry.set)
        add_define(program, decl.name, overload)
    sides(program)
    for entry in found.of("to"):
        decl = entry.decl
        assert isinstance(decl, tree.VerbDecl)
        overload = Overload(decl, [t for _, t in params_of(program, decl.params)], entry.span, entry.set)
        overload.more = [item for item, _ in entry.more if isinstance(item, tree.VerbDecl)]
        add_verb(program, decl, overload)
    groups: list[DefineSym | VerbSym] = [*program.defines, *program.verbs]
    for group in groups:
        group.overloads.sort(key=lambda o: -sum(depth(program, t) for t in o.types))
        doubled_overloads(program, group)
    for entry in found.of("window"):
        assert isinstance(entry.decl, tree.WindowDecl)
        name = entry.decl.names[0]
        window = WindowSym(len(program.windows), name, entry.decl, params_of(program, entry.decl.params), entry.span)
        program.windows.append(window)
        program.window_names[fold(name)] = window
    for entry in found.of("action"):
        assert isinstance(entry.decl, tree.ActionDecl)
        program.actions.append(ActionSym(len(program.actions), entry.decl.name, entry.decl, entry.span))
        program.action_names[fold(entry.decl.name)] = program.actions[-1]
    for entry in found.of("goal"):
        assert isinstance(entry.decl, tree.GoalDecl)
        narrower = [item.condition for item, _ in entry.more if isinstance(item, tree.MoreGoal)]
        program.goals.append(GoalSym(len(program.goals), entry.decl.name, entry.decl, narrower, entry.span))
        program.goal_names[fold(entry.decl.name)] = program.goals[-1]
    for entry in found.of("frame"):
        assert isinstance(entry.decl, tree.FrameDecl)
        parts = [entry.decl, *(item for item, _ in entry.more if isinstance(item, tree.FrameDecl))]
        program.frames[entry.decl.name] = parts


def variable_type(program: Program, var: tree.VarDecl) -> Type:
    type_ = resolve_type(program, var.type, var.name)
    return type_.maybe() if type_.base in ("object", "design", "zone", "cell") else type_


def add_define(program: Program, name: str, overload: Overload) -> DefineSym:
    key = (fold(name), len(overload.types))
    group = program.define_names.get(key)
    if group is None:
        group = DefineSym(len(program.defines), name, len(overload.types), [], overload.span)
        program.defines.append(group)
        program.define_names[key] = group
    elif group.name != name:
        case_only(program, "definition", name, overload.span, group.name, group.span)
    group.overloads.append(overload)
    return group


def add_verb(program: Program, decl: tree.VerbDecl, overload: Overload) -> None:
    groups = program.verb_names.setdefault(fold(decl.name), [])
    for group in groups:
        if group.arity == len(overload.types):
            if group.name != decl.name:
                case_only(program, "verb", decl.name, overload.span, group.name, group.span)
            group.overloads.append(overload)
            return
    group = VerbSym(len(program.verbs), decl.name, len(overload.types), [overload], overload.span, decl.during)
    program.verbs.append(group)
    groups.append(group)


def case_only(program: Program, what: str, name: str, span: tree.Span, other: str, place: tree.Span) -> None:
    program.findings.error(
        "case-only-difference",
        span,
        f"the {what} `{name}` differs from `{other}` in case alone",
        Note("it stands here", place),
    )


def depth(program: Program, type_: Type) -> int:
    """How special a parameter is."""
    if type_.base != "object":
        return 0
    return min((len(program.kinds[k].lineage) for k in type_.arg), default=0) * 2 - (len(type_.arg) > 1)


def doubled_overloads(program: Program, group: DefineSym | VerbSym) -> None:
    seen: list[Overload] = []
    for overload in group.overloads:
        for other in seen:
            if kinds_key(overload) == kinds_key(other):
                program.findings.error(
                    "doubled-name", overload.span, f"`{group.name}` is declared twice for the same kinds of things",
                    Note("the other stands here", other.span),
                )  # fmt: skip
        seen.append(overload)


def kinds_key(overload: Overload) -> list[tuple[int, ...] | None]:
    return [t.arg if t.base == "object" else None for t in overload.types]


def sides(program: Program) -> None:
    """`side F` gives its kind the readings `plain` and `primed`, unless the rules define their own."""
    for kind in program.kinds:
        if kind.side is None:
            continue
        for name, no in (("plain", True), ("primed", False)):
            group = program.define_names.get((name, 1))
            if group is not None and any(o.types[0] == types.obj(kind.index) for o in group.overloads):
                continue
            overload = Overload(None, [types.obj(kind.index)], kind.side.span, None, result=types.FLAG)
            overload.side, overload.side_no = kind.side, no
            add_define(program, name, overload)
