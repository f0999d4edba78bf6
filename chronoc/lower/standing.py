"""Rules that stand by themselves, at file level and on cards: `after`, `instead of`, `whenever`, `adjust`, `forbid`."""

from __future__ import annotations

from typing import Any

from chronoc.diagnostics import Note
from chronoc.lower.body import Body
from chronoc.lower.expressions import condition, value
from chronoc.lower.listing import source
from chronoc.lower.lowering import Lowering
from chronoc.lower.narrowing import learn
from chronoc.lower.rules import action_params, code_of, in_phase, phase_of
from chronoc.model import types
from chronoc.model.suggest import article, fold, nearest
from chronoc.model.symbols import DesignSym, PhaseSym
from chronoc.model.types import Type
from chronoc.model.written import resolve_type
from chronoc.syntax import tree

Row = dict[str, Any]

#: What something else can happen instead of.
REPLACED = ("verb", "action", "phase", "turn")

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
        if rule.when == "instead" and event[0] not in REPLACED:
            return not_replaced(low, rule)
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


def not_replaced(low: Lowering, rule: tree.Trigger) -> list[Row]:
    """What happens by way of many verbs has no one place where something else could happen."""
    low.program.findings.error(
        "no-instead", rule.event.span, "nothing can come instead of this: only a verb, an action, a phase or the turn is replaced",
        "replace the verb that brings it about (`instead of VERB(x) where …`), or write `after …`",
    )  # fmt: skip
    return []


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
                        "wrong-type", param.span, f"`{param.name}` is never {article(low.program.describe(said))} here",
                        f"it is {article(low.program.describe(type_))}",
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
