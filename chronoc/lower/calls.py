"""Calls: definitions with their overloads, and the built-in functions."""

from __future__ import annotations

from collections.abc import Callable

from chronoc.diagnostics import Note
from chronoc.lower.body import Body, Val
from chronoc.lower.expressions import expr, handles
from chronoc.lower.fit import as_list, coerce, fits, lift
from chronoc.model import types
from chronoc.model.suggest import fold, nearest
from chronoc.model.symbols import DefineSym, Overload, VerbSym
from chronoc.model.types import Type
from chronoc.syntax import tree

# ---------------------------------------------------------------------- overloads


def applicable(b: Body, group: DefineSym | VerbSym, have: list[Type]) -> list[Overload]:
    """The overloads that could be meant, most special first; those behind one that surely fits are left out."""
    result: list[Overload] = []
    for overload in group.overloads:
        if all(fits(b, h, w) for h, w in zip(have, overload.types, strict=True)):
            result.append(overload)
            if all(surely(b, h, w) for h, w in zip(have, overload.types, strict=True)):
                break
    return result


def surely(b: Body, have: Type, want: Type) -> bool:
    if want.base != "object":
        return have.base == want.base or want.base in ("list", "any", "error")
    return have.base == "object" and not have.optional and b.low.surely(have.arg, want.arg)


def wanted(group: DefineSym | VerbSym, position: int) -> Type | None:
    """What an argument should be, as far as all overloads agree."""
    result: Type | None = None
    for overload in group.overloads:
        type_ = overload.types[position]
        joined = type_ if result is None else types.join(result, type_)
        if joined is None or (result is not None and result.base != type_.base):
            return None
        result = joined
    return result


def call_define(b: Body, group: DefineSym, args: list[tree.Expr], span: tree.Span) -> Val:
    values = [expr(b, arg, wanted(group, i)) for i, arg in enumerate(args)]
    return call_values(b, group, values, [arg.span for arg in args], span)


def call_values(b: Body, group: DefineSym, values: list[Val], spans: list[tree.Span], span: tree.Span) -> Val:
    """A call whose arguments are lowered already."""
    have = [type_ for _, type_ in values]
    choices = applicable(b, group, have)
    if not choices:
        no_overload(b, group, have, spans, span)
        return b.poison()
    nodes = fit_args(b, choices, values, spans)
    result: Type | None = None
    for overload in choices:
        type_ = result_type(b, group, overload)
        joined = type_ if result is None else types.join(result, type_)
        if joined is None:
            return b.error(
                "wrong-type", span, f"`{group.name}` gives different sorts of things for the kinds this may be",
                Note("one is here", choices[0].span), Note("another is here", overload.span),
            )  # fmt: skip
        result = joined
    assert result is not None
    unsure = [
        i for i, type_ in enumerate(have) if type_.optional and not any(takes_nothing(c.types[i]) for c in choices)
    ]
    made = lifted_call(b, group, nodes, unsure, span, result.base == "list")
    return made, result.maybe(bool(unsure))


def takes_nothing(want: Type) -> bool:
    """May a parameter of this type be given nothing?"""
    return want.optional or want.base in ("list", "any", "nothing", "error")


def lifted_call(b: Body, group: DefineSym, nodes: list[int], unsure: list[int], span: tree.Span, many: bool) -> int:
    """A call that gives nothing where one of these arguments is nothing."""
    if not unsure:
        return b.add(span, "call", group.index, nodes)

    def rest(node: int) -> int:
        inner = list(nodes)
        inner[unsure[0]] = node
        return lifted_call(b, group, inner, unsure[1:], span, many)

    return lift(b, (nodes[unsure[0]], types.NOTHING), span, rest, many)


def fit_args(b: Body, choices: list[Overload], values: list[Val], spans: list[tree.Span]) -> list[int]:
    nodes: list[int] = []
    for i, (val, span) in enumerate(zip(values, spans, strict=True)):
        want = choices[0].types[i]
        if val[1].base == "nothing" and want.base in ("object", "design", "zone") and not want.optional:
            never_nothing(b, choices[0], i, span)
        if all(c.types[i].base == want.base for c in choices):
            nodes.append(coerce(b, val, want, span))
        else:
            nodes.append(val[0])
    return nodes


def never_nothing(b: Body, overload: Overload, position: int, span: tree.Span) -> None:
    """`nothing` is written where a thing is wanted: then nothing would be done."""
    decl = overload.decl
    name = decl.params[position].name if decl is not None else "it"
    b.findings.error(
        "wrong-type",
        span,
        f"`{name}` is never nothing, so with nothing here nothing is done",
        Note(f"write `{name}: … = nothing` where it may be nothing", overload.span),
    )


def no_overload(b: Body, group: DefineSym | VerbSym, have: list[Type], spans: list[tree.Span], span: tree.Span) -> None:
    if len(group.overloads) == 1:
        only = group.overloads[0]
        names = [p.name for p in only.decl.params] if only.decl is not None else ["it"]
        for type_, want, place, name in zip(have, only.types, spans, names, strict=True):
            if not fits(b, type_, want):
                coerce(b, (0, type_), want, place, f"`{name}` of `{group.name}`")
        return
    found = ", ".join(b.program.describe(t) for t in have)
    forms = [f"`{group.name}({', '.join(b.program.describe(t) for t in o.types)})`" for o in group.overloads]
    b.findings.error(
        "wrong-type",
        spans[0] if spans else span,
        f"`{group.name}` is not defined for {found}",
        f"there is {', '.join(forms)}",
    )


def result_type(b: Body, group: DefineSym, overload: Overload) -> Type:
    """The type of what an overload gives; its body is lowered when this is first asked."""
    if overload.result is None:
        b.low.define_body(b.low, group, overload)
    return overload.result or types.ERROR


# ---------------------------------------------------------------------- f(x)

Handler = Callable[[Body, list[tree.Expr], tree.Span], Val]
BUILT_IN: dict[str, tuple[int, int, Handler]] = {}  # name -> fewest and most arguments, handler
#: What a bare word in a `where` may be of `it`.
BUILT_IN_OF_IT = ("holder", "zone", "kind", "design", "title", "row", "column", "neighbours", "cells")


def built_in(name: str, low: int = 1, high: int = 1) -> Callable[[Handler], Handler]:
    def register(handler: Handler) -> Handler:
        BUILT_IN[name] = (low, high, handler)
        return handler

    return register


def built_in_of(b: Body, word: str, operand: Val, operand_span: tree.Span, span: tree.Span | None = None) -> Val:
    """`word of x` where x is lowered already."""
    low, _, handler = BUILT_IN[word]
    where = span or operand_span
    if low > 1:
        return b.error("wrong-count", where, f"`{word}` takes {low} arguments", f"write `{word}(…, …)`")
    return handler(b, [Lowered(operand, operand_span)], where)  # type: ignore[list-item]


class Lowered:
    """An argument that is lowered already, in the place of an expression."""

    __slots__ = ("span", "val")

    def __init__(self, val: Val, span: tree.Span) -> None:
        self.val, self.span = val, span


@handles(tree.Call)
def call(b: Body, e: tree.Call, want: Type | None) -> Val:
    from chronoc.lower.names import text

    key = fold(e.name)
    args = [arg.value for arg in e.args]
    special = any(arg.for_var for arg in e.args)
    if key in FOLDED and special:
        return FOLDED[key](b, e)
    group = b.program.define_names.get((key, len(args)))
    if group is not None and not special:
        return call_define(b, group, args, e.span)
    if len(args) == 1 and not special:
        kind = b.program.kind_names.get(key)
        if kind is not None and isinstance(args[0], tree.Text):
            return text(b, args[0], types.obj(kind.index))
        found = unary(b, e, key, args[0])
        if found is not None:
            return found
    if key in FOLDED:
        return FOLDED[key](b, e)
    known = BUILT_IN.get(key)
    if known is not None:
        low, high, handler = known
        if not low <= len(args) <= high:
            takes = str(low) if low == high else f"{low} to {high}"
            return b.error("wrong-count", e.span, f"`{e.name}` takes {takes} arguments, not {len(args)}")
        return handler(b, args, e.span)
    return unknown_call(b, e, key)


def unary(b: Body, e: tree.Call, key: str, arg: tree.Expr) -> Val | None:
    """`f(x)` where f is a clause, a field or a zone of x."""
    from chronoc.lower.members import of
    from chronoc.lower.references import owner_hint

    hint = owner_hint(b, e.name)
    if hint is None or key in BUILT_IN or key in FOLDED:
        return None
    return of(b, e.name, expr(b, arg, hint), e.span, arg.span)


def unknown_call(b: Body, e: tree.Call, key: str) -> Val:
    arities = [d for d in b.program.defines if fold(d.name) == key]
    if arities:
        takes = " or ".join(str(d.arity) for d in arities)
        return b.error(
            "wrong-count",
            e.span,
            f"`{e.name}` takes {takes} arguments, not {len(e.args)}",
            Note("it stands here", arities[0].span),
        )
    if key in b.program.verb_names:
        return b.error(
            "wrong-type",
            e.span,
            f"`{e.name}` does something, so it gives no value",
            "to ask whether it can be done: `can (…)`",
        )
    near = nearest(
        e.name, [*(d.name for d in b.program.defines), *BUILT_IN, *FOLDED, *(c.name for c in b.program.clauses)]
    )
    for arg in e.args:  # what stands inside is looked at all the same
        look_inside(b, arg)
    return b.error(
        "unknown-name", e.span, f"there is no definition `{e.name}`", f"did you mean `{near}`?" if near else None
    )


def look_inside(b: Body, arg: tree.Arg) -> None:
    if arg.for_var is None and not isinstance(arg.value, tree.Name):
        expr(b, arg.value, None)


FOLDED: dict[str, Callable[[Body, tree.Call], Val]] = {}


def folded(b: Body, e: tree.Call, op: str) -> Val:
    """`sum(V for x in E where C)`, `sum(E)`, `max(a, b)`."""
    from chronoc.lower.listing import source

    first = e.args[0] if e.args else None
    if first is None:
        return b.error("wrong-count", e.span, f"`{e.name}` of what?", f"write `{e.name}(value of x for x in …)`")
    if first.for_var is not None and first.for_in is not None:
        with b.scope():
            slot, list_node, element = source(b, first.for_in, first.for_var)
            b.bind(first.for_var, element, slot)
            node, type_ = expr(b, first.value, None)
        mapped = b.add(e.span, "map", slot, list_node, node)
        if op != "count" and type_.base not in ("number", "any", "error"):
            coerce(b, (node, type_), types.NUMBER, first.value.span)
        return b.add(e.span, op, mapped), types.NUMBER.maybe(op in ("min", "max"))
    if len(e.args) > 1 and op in ("min", "max"):
        nodes = [coerce(b, expr(b, a.value, types.NUMBER), types.NUMBER, a.value.span) for a in e.args]
        return b.add(e.span, op, b.add(e.span, "list", nodes)), types.NUMBER
    if len(e.args) != 1:
        return b.error("wrong-count", e.span, f"`{e.name}` takes one list")
    node, element = as_list(b, expr(b, first.value, None), first.value.span)
    if op in ("sum", "min", "max") and element.base not in ("number", "any", "error"):
        coerce(b, (node, element), types.NUMBER, first.value.span, f"what `{op}` looks at")
    return b.add(e.span, op, node), types.NUMBER.maybe(op in ("min", "max"))


for _op in ("count", "sum", "min", "max"):
    FOLDED[_op] = lambda b, e, op=_op: folded(b, e, op)  # type: ignore[misc]
