"""What a thing has: its fields, clauses, facts, zones; `f of x`, `x.f`, and bare names that are of `it`."""

from __future__ import annotations

from chronoc.lower.body import Body, Val
from chronoc.lower.expressions import value
from chronoc.lower.fit import as_list, coerce, lift
from chronoc.model import types
from chronoc.model.suggest import article, fold, listed, nearest
from chronoc.model.symbols import ClauseSym, DesignSym, FieldSym, ZoneSym
from chronoc.model.types import Type
from chronoc.syntax import tree

Member = FieldSym | ClauseSym


def members(b: Body, key: str, kinds: tuple[int, ...]) -> list[tuple[int, Member]]:
    """The field or clause of this name, for each kind that has another one: (kind, member). A thing may also turn out
    to be a special case that has it."""
    found: dict[int, tuple[int, Member]] = {}
    for k in kinds:
        kind = b.program.kinds[k]
        member = kind.member(key)
        if member is not None:
            found.setdefault(id(member), (k, member))
            continue
        for below in kind.family:
            special = below.fields.get(key) or below.clauses.get(key)
            if special is not None:
                found.setdefault(id(special), (below.index, special))
    return list(found.values())


def own(b: Body, key: str, val: Val, span: tree.Span, built_in: bool = True) -> Val | None:
    """The field, fact, clause or one-parameter definition `key` of a value; None when it has none."""
    type_ = val[1]
    if type_.base in ("object", "design"):
        found = members(b, key, type_.arg)
        if found:
            return read(b, found, val, span)
    from chronoc.lower.calls import BUILT_IN_OF_IT, applicable, built_in_of, call_values

    define = b.program.define_names.get((key, 1))
    if define is not None and applicable(b, define, [type_]):
        return call_values(b, define, [val], [span], span)
    if built_in and key in BUILT_IN_OF_IT and type_.base in ("object", "design"):
        return built_in_of(b, key, val, span)
    return None


def read(b: Body, found: list[tuple[int, Member]], val: Val, span: tree.Span, key: int | None = None,
         args: tuple[tree.Expr, ...] = ()) -> Val:  # fmt: skip
    """The value of a member; where several kinds have their own, the kind decides in play."""
    results = [(kind, read_one(b, member, val, span, key, args)) for kind, member in found]
    kind, (node, type_) = results[-1]
    for kind, (other, other_type) in reversed(results[:-1]):
        joined = types.join(type_, other_type)
        if joined is None:
            return b.error(
                "wrong-type", span, f"`{found[0][1].name}` is not the same sort of thing for all kinds it may be of",
                f"test the kind first: {listed(f'`{b.program.kinds[k].name}`' for k, _ in found)}",
            )  # fmt: skip
        type_ = joined
        node = b.add(span, "if", b.add(span, "iskind", val[0], kind), other, node)
    return node, type_


def read_one(b: Body, member: Member, val: Val, span: tree.Span, key: int | None, args: tuple[tree.Expr, ...]) -> Val:
    node, type_ = val
    if isinstance(member, ClauseSym):
        return read_clause(b, member, val, span, args)
    if member.type.bad:
        return b.poison()
    if member.key is not None:
        if key is None:
            return b.error(
                "wrong-type", span, f"`{member.name}` has a value for each {b.program.describe(member.key)}",
                f"write `{member.name}[…] of …`",
            )  # fmt: skip
        op = "keydesign" if type_.base == "design" else "key"
        return b.add(span, op, member.index, key, node), member.type
    if type_.base == "design":
        if member.var:
            return b.error(
                "wrong-type", span, f"`{member.name}` changes in play, so a design has none, only its copies", None
            )
        made = lift(b, val, span, lambda one: b.add(span, "getdesign", member.index, one))
        return made, member.type.maybe(type_.optional)
    if type_.optional:
        return b.add(span, "getopt", member.index, node), member.type.maybe()
    return b.add(span, "get", member.index, node), member.type


def read_clause(b: Body, clause: ClauseSym, val: Val, span: tree.Span, args: tuple[tree.Expr, ...]) -> Val:
    nodes = clause_args(b, clause, args, span)
    if nodes is None:
        return b.poison()
    if clause.sort == "effect":
        return b.add(span, "effect", val[0], clause.index, nodes), types.EFFECT.maybe()
    return b.add(span, "fact", val[0], clause.index, nodes), clause.result


def clause_args(b: Body, clause: ClauseSym, args: tuple[tree.Expr, ...], span: tree.Span) -> list[int] | None:
    if len(args) != len(clause.params):
        wanted = ", ".join(name for name, _ in clause.params) or "nothing"
        b.findings.error(
            "wrong-count", span, f"`{clause.name}` takes {len(clause.params)} arguments, not {len(args)}: {wanted}"
        )
        return None
    return [value(b, arg, type_) for arg, (_, type_) in zip(args, clause.params, strict=True)]


# ---------------------------------------------------------------------- f of x


def of(b: Body, name: str, operand: Val, span: tree.Span, operand_span: tree.Span, key: int | None = None,
       args: tuple[tree.Expr, ...] = ()) -> Val:  # fmt: skip
    """`name of operand`: field or clause, zone of an owner, definition, pieces of a player, built-in."""
    from chronoc.lower.calls import BUILT_IN, applicable, built_in_of, call_values

    word = fold(name)
    type_ = operand[1]
    if type_.bad:
        return b.poison()
    if type_.base in ("object", "design"):
        found = members(b, word, type_.arg)
        if found:
            return read(b, found, operand, span, key, args)
    zone = b.program.zone_names.get(word)
    if zone is not None and zone.owner is not None and key is None and may_own(b, zone, type_):
        return zone_of(b, zone, operand, span, operand_span)
    define = b.program.define_names.get((word, 1))
    if define is not None and applicable(b, define, [type_]):
        return call_values(b, define, [operand], [operand_span], span)
    plural = b.program.plurals.get(word)
    if plural is not None and plural.index != 0 and key is None:
        owned = pieces_of(b, plural.index, operand, span)
        if owned is not None:
            return owned
    cards = b.program.card_names.get(word)
    if cards is not None and len(cards) == 1 and key is None and word not in BUILT_IN:
        owned = pieces_of(b, cards[0].kind.index, operand, span, cards[0])
        if owned is not None:
            return owned
    if word in BUILT_IN:
        return built_in_of(b, word, operand, operand_span, span)
    if zone is not None and zone.owner is not None and key is None:
        return zone_of(b, zone, operand, span, operand_span)
    if type_.base in ("list", "zone"):
        return of_list(b, name, operand, span, operand_span, key)
    return no_member(b, name, operand, span)


def of_list(b: Body, name: str, operand: Val, span: tree.Span, operand_span: tree.Span, key: int | None) -> Val:
    """`f of LIST`: the values of all, lists joined."""
    source, element = as_list(b, operand, operand_span)
    if element.base == "any":
        return b.poison()
    slot = b.new_slot()
    node, type_ = of(b, name, (b.local(slot), element), span, operand_span, key)
    if type_.bad:
        return b.poison()
    mapped = b.add(span, "map", slot, source, node)
    if type_.base == "list":
        return b.add(span, "flat", mapped), type_
    return mapped, types.list_of(type_)


def no_member(b: Body, name: str, operand: Val, span: tree.Span) -> Val:
    _, type_ = operand
    if type_.base in ("any", "error"):
        return b.poison()
    key = fold(name)
    fields = b.program.field_names.get(key, [])
    clauses = b.program.clause_names.get(key, [])
    notes: list[str | None] = []
    define = b.program.define_names.get((key, 1))
    if define is not None:
        kinds = listed(dict.fromkeys(b.program.describe(o.types[0]) for o in define.overloads))
        notes.append(f"`{define.name}` is defined for {kinds} only")
    elif fields or clauses:
        owners = [m.kind.name for m in fields] + [m.kind.name for m in clauses]
        notes.append(f"`{name}` is of {listed(f'`{owner}`' for owner in dict.fromkeys(owners))}")
    else:
        known: list[str] = []
        if type_.base in ("object", "design"):
            for kind in b.low.kind_syms(type_.arg):
                known += [m.name for m in kind.members()]
        known += [z.name for z in b.program.zones if z.owner] + [d.name for d in b.program.defines if d.arity == 1]
        near = nearest(name, known)
        notes.append(f"did you mean `{near}`?" if near else None)
    return b.error("unknown-field", span, f"{article(b.program.describe(type_))} has no `{name}`", *notes)


def may_own(b: Body, zone: ZoneSym, type_: Type) -> bool:
    """Whether something of this type may have the zone; else a kind of the same name may be meant."""
    assert zone.owner is not None
    if type_.base in ("list", "zone"):
        type_ = type_.arg if type_.base == "list" else types.obj(*type_.arg)
    return type_.base not in ("object", "design") or b.low.may_be(type_.arg, (zone.owner.index,))


def zone_of(b: Body, zone: ZoneSym, operand: Val, span: tree.Span, operand_span: tree.Span) -> Val:
    """`hand of p` is a zone; `hand of LIST` is the list of what lies in all of them."""
    owner = zone.owner
    assert owner is not None
    node, type_ = operand
    want = types.obj(owner.index)
    if type_.base in ("list", "zone"):
        source = coerce(b, operand, types.list_of(want), operand_span)
        elements = types.obj(*b.low.contents(zone))
        return b.add(span, "itemsof", zone.index, source), types.list_of(elements, zone.index)
    node = coerce(b, operand, want, operand_span, f"the owner of `{zone.name}`")
    made = lift(b, (node, type_), span, lambda who: b.add(span, "zoneof", zone.index, who))
    return made, b.low.zone_type(zone).maybe(type_.optional)


def pieces_of(b: Body, kind: int, operand: Val, span: tree.Span, only: DesignSym | None = None) -> Val | None:
    """`lamps of p`: those whose only player field is p; `Beacon of p`: the copies of one card that are p's."""
    node, type_ = operand
    element = type_.arg if type_.base == "list" else type_
    if element.base != "object" or not b.low.surely(element.arg, (0,)):
        return None
    fields = [
        f for k in b.program.kinds[kind].lineage for f in k.fields.values() if is_player(f.type) and f.key is None
    ]
    if len(fields) != 1:
        plural = b.program.kinds[kind].plural
        if not fields:
            return b.error(
                "wrong-type", span, f"nothing says whose `{plural}` are", "give the kind a field: `var owner: player`"
            )
        names = listed((f"`{f.name}`" for f in fields), "and")
        return b.error("ambiguous-name", span, f"`{plural}` have several players: {names}", "write it out with `where`")
    slot = b.new_slot()
    owner = b.add(span, "get", fields[0].index, b.local(slot))
    test = b.add(span, "in" if type_.base == "list" else "eq", owner, node)
    every = b.add(span, "all", kind) if only is None else b.add(span, "copies", only.index)
    return b.add(span, "where", slot, every, test), types.list_of(types.obj(kind))


def is_player(type_: Type) -> bool:
    return type_.base == "object" and type_.arg == (0,)
