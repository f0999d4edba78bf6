"""Definitions, verbs, actions, phases, goals and standing rules of the rules files."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from chronoc.diagnostics import Note
from chronoc.lower.body import YOU, Body
from chronoc.lower.expressions import condition, expr, value
from chronoc.lower.fit import coerce
from chronoc.lower.listing import source
from chronoc.lower.lowering import Lowering
from chronoc.lower.narrowing import learn
from chronoc.lower.statements import statement_list
from chronoc.model import types
from chronoc.model.suggest import fold, nearest
from chronoc.model.symbols import ActionSym, DefineSym, DesignSym, GoalSym, Overload, PhaseSym, VerbSym
from chronoc.model.types import Type
from chronoc.model.written import resolve_type
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
        choices: tuple[int | None, ...] = tuple(type_.arg) if type_.base == "object" else (None,)
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
        "name": action.name, "title": decl.title.value if decl.title is not None else None,
        "phase": phase.index if phase is not None else None, "params": list(action.lists),
        "types": [low.v(t) for t in params], "when": when, "limits": [limit_row(low, action, limit) for limit in decl.limits],
        "body": b.finish(action.name, code), "tags": tags, "forbids": [],
    }  # fmt: skip


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


# ------------------------------------------------------------------ standing rules


def rule_body(low: Lowering, card: DesignSym | None) -> Body:
    """A body of a standing rule: on a card `this` is the copy that counts and `you` its holder."""
    b = low.body(types.obj(card.kind.index) if card is not None else None)
    if card is not None:
        b.any_phase = True
    return b


def whenever_row(low: Lowering, rule: tree.Whenever, name: str, card: DesignSym | None) -> Row:
    over = where = None
    element: Type | None = None
    if rule.source is not None and rule.var is not None:
        b = rule_body(low, card)
        if isinstance(rule.source, tree.TypeExpr):
            node, element = all_of(b, rule.source)
        else:
            with b.scope():
                _, node, element = source(b, rule.source, rule.var)
        over = b.finish(f"{name} over", node)
    if rule.condition is not None:
        b = rule_body(low, card)
        if element is not None and rule.var is not None:
            b.param(rule.var, element)
        where = b.finish(f"{name} where", condition(b, rule.condition))
    b = rule_body(low, card)
    if element is not None and rule.var is not None:
        b.param(rule.var, element)
    if rule.condition is not None:
        learn(b, rule.condition)
    body = b.finish(name, code_of(b, [rule.body], rule.body.span))
    return {
        "name": name, "settled": rule.settled, "over": over, "where": where, "body": body,
        "design": card.index if card is not None else None,
    }  # fmt: skip


def all_of(b: Body, expr_: tree.TypeExpr) -> tuple[int, Type]:
    """All things of a kind, as the candidates of a rule."""
    type_ = resolve_type(b.program, expr_)
    if type_.base == "enum":
        return b.add(expr_.span, "allenum", type_.arg), type_
    if type_.base != "object":
        if not type_.bad:
            b.findings.error("wrong-type", expr_.span, "here should stand a kind", "or write `any x in … where …`")
        return b.add(expr_.span, "list", []), types.ERROR
    node: int | None = None
    for kind in type_.arg:
        one = b.add(expr_.span, "players") if kind == 0 else b.add(expr_.span, "all", kind)
        node = one if node is None else b.add(expr_.span, "union", node, one)
    assert node is not None
    return node, type_


def trigger_row(low: Lowering, rule: tree.Trigger, name: str, card: DesignSym | None) -> list[Row]:
    """The rows of a trigger: one for each thing that its event may mean."""
    rows: list[Row] = []
    for event, params in events(low, rule.event):
        phase = low.program.phases[event[1]] if event[0] == "phase" else None
        action_phase = None
        if event[0] == "action":
            action_phase = phase_of(low, low.program.actions[event[1]].decl.during, rule.span)
        where = None
        if rule.condition is not None:
            b = trigger_body(low, card, phase or action_phase, params)
            where = b.finish(f"{name} where", condition(b, rule.condition))
        b = trigger_body(low, card, phase or action_phase, params)
        if rule.condition is not None:
            learn(b, rule.condition)
        body = b.finish(name, code_of(b, [rule.body], rule.body.span))
        rows.append({
            "name": name, "when": rule.when, "event": event, "where": where, "body": body,
            "design": card.index if card is not None else None,
        })  # fmt: skip
    return rows


def trigger_body(
    low: Lowering, card: DesignSym | None, phase: PhaseSym | None, params: list[tuple[str | None, Type]]
) -> Body:
    b = in_phase(rule_body(low, card), phase)
    for name, type_ in params:
        b.param(name, type_)
    return b


Params = list[tuple[str | None, Type]]


def events(low: Lowering, event: tree.Event) -> list[tuple[list[Any], Params]]:
    """What an event stands for in the table, with its parameters."""
    program = low.program
    key = fold(event.name)
    match event.form:
        case "enters" | "leaves":
            zone = program.zone_names.get(key)
            if zone is None:
                return no_such(low, event, "zone", [z.name for z in program.zones])
            thing = types.obj(*(zone.kinds or low.things), *zone.holding)
            owner = types.obj(zone.owner.index) if zone.owner is not None else types.ANY
            if len(event.params) > 1 and zone.owner is None:
                program.findings.error("wrong-type", event.span, f"the zone `{zone.name}` has no owner")
            return [([event.form, zone.index], named(low, event, [thing, owner]))]
        case "face up" | "face_up":
            return [(["face_up"], named(low, event, [types.obj(*low.things)]))]
        case "changes":
            return changes(low, event, key)
    return called(low, event, key)


def changes(low: Lowering, event: tree.Event, key: str) -> list[tuple[list[Any], Params]]:
    fields = [f for f in low.program.field_names.get(key, []) if f.var]
    if event.params and event.params[0].type is not None:
        type_ = resolve_type(low.program, event.params[0].type)
        if type_.base == "object":
            fields = [f for f in fields if low.may_be((f.kind.index,), type_.arg)]
    if not fields:
        return no_such(low, event, "changing field", [f.name for f in low.program.fields if f.var])
    return [(["changes", f.index], named(low, event, [types.obj(f.kind.index)])) for f in fields]


def called(low: Lowering, event: tree.Event, key: str) -> list[tuple[list[Any], Params]]:
    program = low.program
    found: list[tuple[list[Any], list[Type]]] = []
    if event.space in (None, "phase") and key in program.phase_names:
        phase = program.phase_names[key]
        found.append((["phase", phase.index], [t for _, t in phase.params]))
    if (
        event.space in (None, "action")
        and key in program.action_names
        and (event.space or key not in program.verb_names)
    ):
        action = program.action_names[key]
        found.append((["action", action.index], action_params(low, action)))
    if event.space is None and key == "turn" and not found and key not in program.verb_names:
        found.append((["turn"], [types.PLAYER]))
    if event.space is None:
        for verb in program.verb_names.get(key, []):
            joined = [joined_type([o.types[i] for o in verb.overloads]) for i in range(verb.arity)]
            found.append((["verb", verb.index], joined))
    fitting = [(e, t) for e, t in found if len(event.params) <= len(t)]
    if found and not fitting:
        program.findings.error(
            "wrong-count", event.span, f"`{event.name}` has {len(found[0][1])} parameters, not {len(event.params)}"
        )
        return []
    if not found:
        words = [v.name for v in program.verbs] + [a.name for a in program.actions] + [p.name for p in program.phases]
        return no_such(low, event, event.space or "verb, action or phase", words)
    exact = [(e, t) for e, t in fitting if len(event.params) == len(t)] if event.params else fitting
    return [(e, named(low, event, t)) for e, t in (exact or fitting[:1])]


def joined_type(params: list[Type]) -> Type:
    result = params[0]
    for type_ in params[1:]:
        result = types.join(result, type_) or types.ANY
    return result


def named(low: Lowering, event: tree.Event, params: list[Type]) -> Params:
    """Parameters of an event: named as written, typed by what happens (a written kind makes it narrower)."""
    result: Params = []
    for i, type_ in enumerate(params):
        if i >= len(event.params):
            result.append((None, type_))
            continue
        param = event.params[i]
        if param.type is not None:
            said = resolve_type(low.program, param.type)
            if said.base == "object" and type_.base == "object":
                if not low.may_be(said.arg, type_.arg):
                    low.program.findings.error(
                        "wrong-type", param.span, f"`{param.name}` is never a {low.program.describe(said)} here",
                        f"it is a {low.program.describe(type_)}",
                    )  # fmt: skip
                type_ = said
        result.append((param.name, type_))
    return result


def no_such(low: Lowering, event: tree.Event, what: str, known: list[str]) -> list[tuple[list[Any], Params]]:
    near = nearest(event.name, known)
    low.program.findings.error(
        "unknown-name", event.span, f"there is no {what} `{event.name}`, so this never happens",
        f"did you mean `{near}`?" if near else None,
    )  # fmt: skip
    return []


# ------------------------------------------------------------------ adjust and forbid


def adjust_row(low: Lowering, rule: tree.Adjust, card: DesignSym | None) -> tuple[int, Row] | None:
    """The definition that is adjusted, and the row to add there."""
    key = fold(rule.name)
    groups = [d for d in low.program.defines if fold(d.name) == key]
    if not groups:
        near = nearest(rule.name, [d.name for d in low.program.defines])
        low.program.findings.error(
            "unknown-name",
            rule.span,
            f"there is no definition `{rule.name}` to adjust",
            f"did you mean `{near}`?" if near else None,
        )
        return None
    group = next((g for g in groups if g.arity == len(rule.params)), None)
    if group is None:
        low.program.findings.error(
            "wrong-count", rule.span, f"`{rule.name}` has {groups[0].arity} parameters, not {len(rule.params)}",
            Note("it stands here", groups[0].span),
        )  # fmt: skip
        return None
    params = [joined_type([o.types[i] for o in group.overloads]) for i in range(group.arity)]

    def body() -> Body:
        b = rule_body(low, card)
        for param, type_ in zip(rule.params, params, strict=True):
            b.param(param.name, type_)
        return b

    where = None
    if rule.condition is not None:
        b = body()
        where = b.finish(f"adjust {group.name} where", condition(b, rule.condition))
    b = body()
    if rule.condition is not None:
        learn(b, rule.condition)
    by = b.finish(f"adjust {group.name}", value(b, rule.by, types.NUMBER))
    return group.index, {"by": by, "where": where, "design": card.index if card is not None else None}


def forbid_row(low: Lowering, rule: tree.Forbid, card: DesignSym | None) -> tuple[int, Row] | None:
    """The action that is forbidden, and the row to add there."""
    action = low.program.action_names.get(fold(rule.name))
    if action is None:
        near = nearest(rule.name, [a.name for a in low.program.actions])
        low.program.findings.error(
            "unknown-name",
            rule.span,
            f"there is no action `{rule.name}` to forbid",
            f"did you mean `{near}`?" if near else None,
        )
        return None
    params = action_params(low, action)
    if len(rule.params) > len(params):
        low.program.findings.error(
            "wrong-count", rule.span, f"`{action.name}` has {len(params)} parameters, not {len(rule.params)}"
        )
        return None
    where = None
    if rule.condition is not None:
        b = in_phase(rule_body(low, card), phase_of(low, action.decl.during, rule.span))
        for i, type_ in enumerate(params):
            b.param(rule.params[i].name if i < len(rule.params) else None, type_)
        where = b.finish(f"forbid {action.name}", condition(b, rule.condition))
    reason = rule.reason.value if rule.reason is not None else None
    return action.index, {"where": where, "reason": reason, "design": card.index if card is not None else None}
