"""`case`, `can`, `try`, the past, and what a clause names."""

from __future__ import annotations

from chronoc.lower.body import THIS, YOU, Body, Val
from chronoc.lower.expressions import condition, expr, handles, value
from chronoc.lower.members import members
from chronoc.model import types
from chronoc.model.suggest import article, fold, nearest
from chronoc.model.symbols import ClauseSym
from chronoc.model.types import Type
from chronoc.model.written import kind_of_name, need_kind
from chronoc.syntax import tree


@handles(tree.Case)
def case(b: Body, e: tree.Case, want: Type | None) -> Val:
    from chronoc.lower.arms import value_arms

    return value_arms(b, e, want)


@handles(tree.Try)
def is_try(b: Body, e: tree.Try, want: Type | None) -> Val:
    from chronoc.lower.statements import statement_list

    with b.scope():
        node = b.seq(e.body.span, statement_list(b, e.body))
        b.low.tries.append((node, e.span))
        return b.add(e.span, "try", node, condition(b, e.condition)), types.FLAG


@handles(tree.Can)
def can(b: Body, e: tree.Can, want: Type | None) -> Val:
    from chronoc.lower.statements import statement

    with b.scope():
        return b.add(e.span, "can", statement(b, e.statement)), types.FLAG


@handles(tree.AsOf)
def as_of(b: Body, e: tree.AsOf, want: Type | None) -> Val:
    moment = value(b, e.moment, types.MOMENT)
    node, type_ = expr(b, e.operand, want)
    return b.add(e.span, "asof", moment, node), type_


@handles(tree.NamedIn)
def named_in(b: Body, e: tree.NamedIn, want: Type | None) -> Val:
    kind = kind_of_name(b.program, e.kind)
    if kind is None and fold(e.kind) not in ("things", "objects", "cards"):
        near = nearest(e.kind, [k.plural for k in b.program.kinds])
        return b.error(
            "unknown-kind", e.span, f"there is no kind `{e.kind}`", f"did you mean `{near}`?" if near else None
        )
    key = fold(e.clause)
    clauses = b.program.clause_names.get(key, [])
    hint = types.obj(*(c.kind.index for c in clauses)) if clauses else None
    node, type_ = expr(b, e.operand, hint)
    if type_.bad:
        return b.poison()
    found = [m for _, m in members(b, key, type_.arg)] if type_.base in ("object", "design") else []
    if not found or not isinstance(found[0], ClauseSym):
        near = nearest(e.clause, [c.name for c in b.program.clauses])
        return b.error(
            "unknown-field", e.span, f"{article(b.program.describe(type_))} has no clause `{e.clause}`",
            f"did you mean `{near}`?" if near else None,
        )  # fmt: skip
    b.low.named_clauses.append((found[0].index, e.span))
    roots = [kind.index] if kind is not None else list(b.low.things)
    result: int | None = None
    for root in roots:
        one = b.add(e.span, "named", root, found[0].index, node)
        result = one if result is None else b.add(e.span, "union", result, one)
    assert result is not None
    return result, types.list_of(types.obj(*roots))


@handles(tree.Another)
def another(b: Body, e: tree.Another, want: Type | None) -> Val:
    kind = need_kind(b.program, e.what, e.span)
    if kind is None:
        return b.poison()
    if kind.index == 0:
        return b.add(e.span, "others", b.local(YOU)), types.PLAYERS
    every = b.add(e.span, "all", kind.index)
    if b.this is not None and b.low.may_be(b.this.arg, (kind.index,)):
        every = b.add(e.span, "without", every, b.local(THIS))
    return every, types.list_of(types.obj(kind.index))
