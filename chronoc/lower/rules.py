"""Definitions, verbs, actions, phases, goals and standing rules of the rules files."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import fields, is_dataclass
from typing import Any

from chronoc.lower.body import YOU, Body
from chronoc.lower.expressions import condition, expr, value
from chronoc.lower.fit import coerce
from chronoc.lower.listing import source
from chronoc.lower.lowering import Lowering
from chronoc.lower.narrowing import learn
from chronoc.lower.prompts import check_sentence
from chronoc.lower.statements import statement_list
from chronoc.model import types
from chronoc.model.suggest import fold, nearest
from chronoc.model.symbols import ActionSym, DefineSym, GoalSym, Overload, PhaseSym, VerbSym
from chronoc.model.types import Type
from chronoc.syntax import tree

Row = dict[str, Any]


def phase_of(low: Lowering, name: str | None, span: tree.Span) -> PhaseSym | None:
    """The phase of a `during`."""
    if name is None:
        return None
    phase = low.program.phase_names.get(fold(name))
    if phase is None:
        near = nearest(name, [p.name for p in low.program.phases])
        low.program.findings.error(
            "unknown-name", span, f"there is no phase `{name}`", f"did you mean `{near}`?" if near else None
        )
    return phase


def in_phase(b: Body, phase: PhaseSym | None) -> Body:
    if phase is not None:
        b.phases.append(phase)
    return b


def code_of(b: Body, blocks: Sequence[tree.Block], span: tree.Span) -> int:
    nodes: list[int] = []
    for block in blocks:
        nodes.extend(statement_list(b, block))
    return b.seq(span, nodes)


# ------------------------------------------------------------------ definitions


def define_body(low: Lowering, group: DefineSym, overload: Overload) -> None:
    """Lower the body of a definition, once. A definition that leads to itself has no value."""
    if overload.fn is not None:
        return
    if overload.running:
        at = next((i for i, (_, o) in enumerate(low.running) if o is overload), 0)
        chain = " -> ".join([*(g.name for g, _ in low.running[at:]), group.name])
        if overload.result is None:
            low.program.findings.error(
                "cyclic-definition", overload.span, f"`{group.name}` leads back to itself, so it has no value: {chain}"
            )
            overload.result = types.ERROR
        return
    overload.running = True
    low.running.append((group, overload))
    try:
        lower_overload(low, group, overload)
    finally:
        low.running.pop()
        overload.running = False


def lower_overload(low: Lowering, group: DefineSym, overload: Overload) -> None:
    b = low.body()
    if overload.side is not None:
        slot = b.param("x", overload.types[0])
        node = b.add(overload.span, "get", overload.side.index, b.local(slot))
        if overload.side_no:
            node = b.add(overload.span, "not", node)
        overload.result, overload.fn = types.FLAG, b.finish(group.name, node)
        return
    decl = overload.decl
    assert isinstance(decl, tree.DefineDecl)
    for param, type_ in zip(decl.params, overload.types, strict=True):
        b.param(param.name, type_)
    in_phase(b, phase_of(low, decl.during, decl.span))
    node, type_ = expr(b, decl.value, None)
    if type_.base == "nothing":
        type_ = types.ANY
    if decl.low is not None and type_.base not in ("number", "any", "error"):
        coerce(b, (node, type_), types.NUMBER, decl.value.span, "what is kept between two numbers")
    if overload.result is None or not overload.result.bad:
        overload.result = type_
    overload.fn = b.finish(group.name, node)


def define_row(low: Lowering, group: DefineSym) -> Row:
    bounds = [o.decl for o in group.overloads if isinstance(o.decl, tree.DefineDecl) and o.decl.low is not None]
    row: Row = {"name": group.name, "low": None, "high": None, "overloads": [], "adjusts": []}
    if bounds:
        b = low.body()
        assert bounds[0].low is not None and bounds[0].high is not None
        row["low"], row["high"] = value(b, bounds[0].low, types.NUMBER), value(b, bounds[0].high, types.NUMBER)
    for overload in group.overloads:
        define_body(low, group, overload)
        for kinds in kind_rows(overload.types):
            row["overloads"].append(
                {"kinds": kinds, "fn": overload.fn if overload.fn is not None else empty(low, overload)}
            )
    return row


def empty(low: Lowering, overload: Overload) -> int:
    b = low.body()
    for type_ in overload.types:
        b.param(None, type_)
    return b.finish("", b.poison()[0])


def kind_rows(params: list[Type]) -> list[list[int | None]]:
    """One row for each kind that a parameter may be (`x: lamp or tower` gives two)."""
    rows: list[list[int | None]] = [[]]
    for type_ in params:
        certain = type_.base == "object" and not type_.optional
        choices: tuple[int | None, ...] = tuple(type_.arg) if certain else (None,)
        rows = [[*row, kind] for row in rows for kind in choices]
    return rows


# ------------------------------------------------------------------ verbs, phases


def verb_row(low: Lowering, group: VerbSym) -> Row:
    row: Row = {"name": group.name, "sentence": None, "overloads": [], "during": None}
    for overload in group.overloads:
        decl = overload.decl
        assert isinstance(decl, tree.VerbDecl)
        if decl.sentence is not None and row["sentence"] is None:
            row["sentence"] = decl.sentence.value
        b = low.body()
        b.verb = group
        if decl.sentence is not None:
            check_sentence(b, decl.sentence, [p.name for p in decl.params], "verb")
        for param, type_ in zip(decl.params, overload.types, strict=True):
            b.param(param.name, type_)
        phase = phase_of(low, decl.during, decl.span)
        in_phase(b, phase)
        if phase is not None:
            row["during"] = phase.index
        code = code_of(b, [decl.body, *(more.body for more in overload.more)], decl.body.span)
        fn = b.finish(group.name, code)
        for kinds in kind_rows(overload.types):
            row["overloads"].append({"kinds": kinds, "fn": fn})
    return row


def phase_row(low: Lowering, phase: PhaseSym) -> Row:
    names = [name for name, _ in phase.params] + [name for name, _, _ in phase.vars]
    double = next((n for i, n in enumerate(names) if fold(n) in [fold(m) for m in names[:i]]), None)
    if double is not None:
        low.program.findings.error("doubled-name", phase.span, f"the phase `{phase.name}` has `{double}` twice")
    variables = []
    for i, (name, type_, decl) in enumerate(phase.vars):
        b = phase_body(low, phase)
        hidden = PhaseSym(phase.index, phase.name, phase.decl, [], phase.params, phase.vars[:i], phase.span)
        b.phases[-1] = hidden
        default = decl.default if decl.default is not None else tree.Name("nothing", decl.span)
        node = value(b, default, type_)
        plain = low.body()
        variables.append({
            "name": name, "type": low.v(type_), "default": b.finish(f"{phase.name}.{name}", node),
            "low": value(plain, decl.low, types.NUMBER) if decl.low is not None else None,
            "high": value(plain, decl.high, types.NUMBER) if decl.high is not None else None,
        })  # fmt: skip
    b = phase_body(low, phase)
    code = code_of(b, [phase.decl.body, *(more.body for more in phase.more)], phase.decl.body.span)
    return {
        "name": phase.name, "params": len(phase.params), "vars": variables,
        "types": [low.v(t) for _, t in phase.params], "body": b.finish(phase.name, code),
    }  # fmt: skip


def phase_body(low: Lowering, phase: PhaseSym) -> Body:
    """A body inside a phase: its parts are read from the phase, so that `set` and cards see the same."""
    b = low.body()
    for _, type_ in phase.params:
        b.param(None, type_)
    return in_phase(b, phase)


# ------------------------------------------------------------------ actions


def action_params(low: Lowering, action: ActionSym) -> list[Type]:
    """Types of the things an action is done with; lowers their lists."""
    if action.types is None:
        action.types = []
        action.lists = []
        phase = phase_of(low, action.decl.during, action.decl.span)
        for i, param in enumerate(action.decl.params):
            b = in_phase(low.body(), phase)
            for earlier, type_ in zip(action.decl.params[:i], list(action.types), strict=True):
                b.param(earlier.name, type_)
            with b.scope():
                _, node, element = source(b, param.source, param.name)
            action.lists.append(b.finish(f"{action.name}.{param.name}", node))
            action.types.append(element)
    return action.types


def action_body(low: Lowering, action: ActionSym) -> Body:
    b = in_phase(low.body(), phase_of(low, action.decl.during, action.decl.span))
    for param, type_ in zip(action.decl.params, action_params(low, action), strict=True):
        b.param(param.name, type_)
    return b


def action_row(low: Lowering, action: ActionSym) -> Row:
    decl = action.decl
    params = action_params(low, action)
    phase = phase_of(low, decl.during, decl.span)
    when = None
    if decl.when is not None:
        named = mentioned(decl.when)
        if any(fold(p.name) in named for p in decl.params):
            b = action_body(low, action)
        else:  # it holds for the action as a whole
            b = in_phase(low.body(), phase)
        when = b.finish(f"{action.name} when", condition(b, decl.when))
    tags = []
    for name in decl.tags:
        tag = low.program.tag_names.get(fold(name))
        if tag is None:
            near = nearest(name, [t.name for t in low.program.tags])
            low.program.findings.error(
                "unknown-name", decl.span, f"there is no tag `{name}`", f"did you mean `{near}`?" if near else None
            )
        else:
            tags.append(tag.index)
    b = action_body(low, action)
    code = code_of(b, [decl.body], decl.body.span)
    return {
        "name": action.name,
        "title": decl.title.value if decl.title is not None else None,
        "phase": phase.index if phase is not None else None,
        "params": list(action.lists),
        "types": [low.v(t) for t in params],
        "when": when,
        "limits": limit_rows(low, action, decl.limits),
        "body": b.finish(action.name, code),
        "tags": tags,
        "forbids": [],
    }


def limit_rows(low: Lowering, action: ActionSym, limits: tuple[tree.Limit, ...]) -> list[Row]:
    """Every limit of an action counts by itself, unless it shares a name with others."""
    rows: list[Row] = []
    for limit in limits:
        row = limit_row(low, action, limit)
        if limit.shared is None and row["tag"] is not None:
            row["name"] = f"{row['name']} per {low.program.tags[row['tag']].name}"
        if limit.shared is None and any(other["name"] == row["name"] for other in rows):
            row["name"] = f"{row['name']} {len(rows) + 1}"
        rows.append(row)
    return rows


def mentioned(e: object) -> dict[str, None]:
    """All names in an expression, folded."""
    found: dict[str, None] = {}
    todo: list[object] = [e]
    while todo:
        here = todo.pop()
        if isinstance(here, tree.Name):
            found[fold(here.name)] = None
        elif isinstance(here, tuple):
            todo.extend(here)
        elif is_dataclass(here) and not isinstance(here, tree.Span):
            todo.extend(getattr(here, part.name) for part in fields(here))
    return found


def limit_row(low: Lowering, action: ActionSym, limit: tree.Limit) -> Row:
    """`limit once per turn per x`: the counter, what it counts apart, and for which uses."""
    plain = low.body()
    count = plain.finish(f"{action.name} limit", value(plain, limit.count, types.NUMBER))
    per = tag = test = None
    if limit.per is not None:
        b = action_body(low, action)
        known = low.program.tag_names.get(fold(limit.per.name)) if isinstance(limit.per, tree.Name) else None
        if known is not None and isinstance(limit.per, tree.Name) and b.find(fold(limit.per.name)) is None:
            tag = known.index
        else:
            per = b.finish(f"{action.name} limit", expr(b, limit.per, None)[0])
    if limit.condition is not None:
        b = action_body(low, action)
        test = b.finish(f"{action.name} limit", condition(b, limit.condition))
    return {"count": count, "per": per, "tag": tag, "name": limit.shared or action.name, "if": test}


# ------------------------------------------------------------------ goals


def goal_row(low: Lowering, goal: GoalSym) -> Row:
    decl = goal.decl
    over = where = None
    element: Type | None = None
    tests: list[tree.Expr] = [*([decl.condition] if decl.condition is not None else []), *goal.more]
    if decl.source is not None and decl.var is not None:
        b = goal_body(low, decl)
        with b.scope():
            _, node, element = source(b, decl.source, decl.var)
        over = b.finish(f"{goal.name} over", node)
    if tests:
        b = goal_body(low, decl, element)
        nodes = [condition(b, test) for test in tests]
        where = b.finish(f"{goal.name} where", nodes[0] if len(nodes) == 1 else b.add(decl.span, "and", nodes))
    b = goal_body(low, decl, element)
    if decl.body is not None:
        if decl.condition is not None:
            learn(b, decl.condition)
        code = code_of(b, [decl.body], decl.body.span)
    else:
        code = b.add(decl.span, "win", b.local(YOU), [decl.title])
    return {"name": goal.name, "title": decl.title, "over": over, "where": where, "body": b.finish(goal.name, code)}


def goal_body(low: Lowering, decl: tree.GoalDecl, element: Type | None = None) -> Body:
    b = low.body()
    b.bind(decl.player, types.PLAYER, YOU)
    if element is not None and decl.var is not None:
        b.param(decl.var, element)
    return b
