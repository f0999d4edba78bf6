"""Statements that ask somebody: `choose`, `may`, `either`, `take`."""

from __future__ import annotations

from typing import Any

from chronoc.lower.body import Body
from chronoc.lower.expressions import condition, value
from chronoc.lower.listing import source
from chronoc.lower.narrowing import learn
from chronoc.lower.prompts import pieces
from chronoc.lower.statements import block, find_window, states
from chronoc.model import types
from chronoc.model.suggest import fold, nearest
from chronoc.syntax import tree

# ------------------------------------------------------------------ choices


def by_whom(b: Body, e: tree.Expr | None) -> int | None:
    return None if e is None else value(b, e, types.PLAYER, "who decides")


@states(tree.Choose)
def choose(b: Body, s: tree.Choose) -> int:
    low = high = None
    if not s.many:
        low = high = b.num(1)
    else:
        low = value(b, s.low, types.NUMBER) if s.low is not None else None
        high = (
            low
            if s.high is s.low and low is not None
            else value(b, s.high, types.NUMBER)
            if s.high is not None
            else None
        )
    scope = b.scopes[-1]
    slot, node, element = source(b, s.source, s.var)
    bound = types.list_of(element) if s.many else element.maybe()
    by = by_whom(b, s.by)
    b.bind(s.var, bound, slot)
    assert b.scopes[-1] is scope
    such = condition(b, s.such_that) if s.such_that is not None else None
    prompt = pieces(b, s.prompt)
    return b.add(s.span, "choose", slot, node, low, high, s.many, such, by, prompt, b.v(element))


@states(tree.May)
def may(b: Body, s: tree.May) -> int:
    by = by_whom(b, s.by)
    label = pieces(b, s.label)
    body = block(b, s.body)
    if s.or_carry_on:
        # the flag says whether it was done: what is not done carries on
        slot = b.new_slot()
        done = b.add(s.span, "set", b.local(slot), b.flag(True))
        first = b.add(s.span, "let", slot, b.flag(False))
        offered = b.add(s.span, "may", label, by, b.add(s.span, "seq", [done, body]), s.repeat)
        carry = b.add(s.span, "ifelse", b.add(s.span, "not", b.local(slot)), b.add(s.span, "carryon"), None)
        return b.add(s.span, "seq", [first, offered, carry])
    return b.add(s.span, "may", label, by, body, s.repeat)


@states(tree.Either)
def either(b: Body, s: tree.Either) -> int:
    by = by_whom(b, s.by)
    prompt = pieces(b, s.prompt)
    rows: list[list[Any]] = []
    taken: dict[str, tree.Span] = {}
    for i, branch in enumerate(s.branches):
        row = either_branch(b, branch, i)
        if row is None:
            continue
        if row[0] == "fixed":
            if row[1] in taken:
                b.findings.error("doubled-name", branch.span, f"two branches have the key `{row[1]}`")
            taken[row[1]] = branch.span
        rows.append(row)
    return b.add(s.span, "either", by, prompt, rows)


def either_branch(b: Body, branch: tree.Branch, index: int) -> list[Any] | None:
    if branch.react is not None:
        window = find_window(b, branch.react, branch.span)
        return None if window is None else ["react", None, [], None, None, None, None, window]
    with b.scope():
        if branch.source is not None and branch.var is not None:
            slot, node, element = source(b, branch.source, branch.var)
            b.bind(branch.var, element, slot)
            label = pieces(b, branch.label)
            test = condition(b, branch.condition) if branch.condition is not None else None
            body = block(b, branch.body) if branch.body is not None else b.add(branch.span, "seq", [])
            key = (
                branch.key or branch_key(branch.label, index) if branch.label is not None or branch.key else branch.var
            )
            return ["each", key, label, test, slot, node, body, None]
        label = pieces(b, branch.label)
        test = condition(b, branch.condition) if branch.condition is not None else None
        if branch.condition is not None:
            learn(b, branch.condition)
        body = block(b, branch.body) if branch.body is not None else b.add(branch.span, "seq", [])
    key = branch.key or branch_key(branch.label, index)
    return ["fixed", key, label, test, None, None, body, None]


def branch_key(label: tree.Text | None, index: int) -> str:
    """A branch without a key is known by its label."""
    if label is None:
        return str(index + 1)
    word = "".join(c if c.isalnum() else "_" for c in label.value.lower()).strip("_")
    return word or str(index + 1)


@states(tree.Take)
def take(b: Body, s: tree.Take) -> int:
    windows = [w for name in s.reacts if (w := find_window(b, name, s.span)) is not None]
    until = condition(b, s.until) if s.until is not None else None
    by = by_whom(b, s.by)
    if len(s.actions) == 1 and fold(s.actions[0]) == "actions":
        phase = b.phases[-1].index if b.phases else None
        return b.add(s.span, "takeall", s.mode, phase, windows, until, by)
    actions: list[int] = []
    for name in s.actions:
        action = b.program.action_names.get(fold(name))
        if action is not None:
            actions.append(action.index)
            continue
        near = nearest(name, [a.name for a in b.program.actions])
        b.findings.error(
            "unknown-name", s.span, f"there is no action `{name}`", f"did you mean `{near}`?" if near else None
        )
    return b.add(s.span, "take", s.mode, actions, windows, until, by)
