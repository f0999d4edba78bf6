"""From written types to types."""

from __future__ import annotations

from chronoc.model import types
from chronoc.model.suggest import fold, nearest
from chronoc.model.symbols import EnumSym, KindSym, Program
from chronoc.model.types import Type
from chronoc.syntax import tree

SIMPLE = {
    "number": types.NUMBER,
    "flag": types.FLAG,
    "text": types.TEXT,
    "tag": types.TAG,
    "kind": types.KIND,
    "moment": types.MOMENT,
    "effect": types.EFFECT,
    "condition": types.FLAG,
    "player": types.PLAYER,
    "design": types.Type("design", (0,)),
}
WORDS = ("number", "flag", "text", "tag", "player", "condition", "effect", "kind", "moment", "list of", "zone of")


def resolve_type(program: Program, expr: tree.TypeExpr, owner: str = "") -> Type:
    """The type that is written; `owner` names what an enumeration written in place is for."""
    head = fold(expr.head)
    if head == "one_of" or (expr.values and not expr.of):
        return types.enum(add_enum(program, owner or "value", list(expr.values), expr.span).index)
    if head == "list":
        return types.list_of(resolve_type(program, expr.of[0], owner)) if expr.of else types.ERROR
    if head == "or":
        return union(program, expr, owner)
    if head == "zone":
        kinds: list[int] = []
        for part in expr.of:
            kinds.extend(kinds_of(resolve_type(program, part, owner)))
        return types.zone(tuple(sorted(set(kinds))))
    if head == "design":
        kinds = []
        for part in expr.of:
            kinds.extend(kinds_of(resolve_type(program, part, owner)))
        return types.design(*kinds) if kinds else types.Type("design", ())
    if head == "cell":
        name = expr.of[0].head if expr.of else ""
        zone = program.zone_names.get(fold(name))
        if zone is None:
            near = nearest(name, [z.name for z in program.zones])
            program.findings.error(
                "unknown-zone", expr.span, f"there is no zone `{name}`", f"did you mean `{near}`?" if near else None
            )
            return types.ERROR
        return types.cell(zone.index)
    if head == "field":
        return Type("field", types.NUMBER)
    simple = SIMPLE.get(head)
    if (simple is not None and head not in program.kind_names) or head == "player":
        return simple if simple is not None else types.PLAYER
    kind = program.kind_names.get(head)
    if kind is not None:
        return types.obj(kind.index)
    named = program.enum_names.get(head)
    if named is not None:
        return types.enum(named.index)
    plural = program.plurals.get(head)
    if plural is not None:
        program.findings.error(
            "unknown-kind",
            expr.span,
            f"`{expr.head}` is the plural of a kind",
            f"write `{plural.name}`, or `list of {plural.name}`",
        )
        return types.ERROR
    near = nearest(expr.head, [*WORDS, *(k.name for k in program.kinds), *(e.name for e in program.enums)])
    program.findings.error(
        "unknown-kind",
        expr.span,
        f"there is no kind or type `{expr.head}`",
        f"did you mean `{near}`?" if near else None,
    )
    meant = program.kind_names.get(fold(near)) if near else None
    if meant is not None:
        return types.obj(meant.index)
    return SIMPLE.get(fold(near), types.ERROR) if near else types.ERROR


def kinds_of(type_: Type) -> tuple[int, ...]:
    if type_.base in ("object", "design", "zone"):
        return tuple(type_.arg)
    return ()


def union(program: Program, expr: tree.TypeExpr, owner: str) -> Type:
    result: Type | None = None
    for part in expr.of:
        one = resolve_type(program, part, owner)
        joined = one if result is None else types.join(result, one)
        if joined is None:
            program.findings.error("wrong-type", part.span, "these types cannot stand for one another")
            return types.ERROR
        result = joined
    return result or types.ERROR


def add_enum(program: Program, name: str, values: list[str], span: tree.Span) -> EnumSym:
    """A new enumeration; members share the name space of cards, the expected type decides."""
    found = EnumSym(len(program.enums), name, values, span)
    program.enums.append(found)
    for i, value in enumerate(values):
        key = fold(value)
        if key in found.members:
            program.findings.error("doubled-name", span, f"`{value}` stands twice in this list of values")
            continue
        found.members[key] = i
        program.members.setdefault(key, []).append((found, i))
    return found


def kind_of_name(program: Program, name: str) -> KindSym | None:
    """The kind of this name, singular or plural."""
    key = fold(name)
    return program.kind_names.get(key) or program.plurals.get(key)


def need_kind(program: Program, name: str, span: tree.Span) -> KindSym | None:
    """The kind of this name; an error when there is none, and then the kind that is surely meant."""
    kind = kind_of_name(program, name)
    if kind is None:
        near = nearest(name, [k.name for k in program.kinds])
        program.findings.error(
            "unknown-kind", span, f"there is no kind `{name}`", f"did you mean `{near}`?" if near else None
        )
        kind = program.kind_names.get(fold(near)) if near else None
    return kind
