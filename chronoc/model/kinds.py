"""Kinds with their fields and clauses."""

from __future__ import annotations

from chronoc.diagnostics import Note
from chronoc.model import types
from chronoc.model.declared import Declared, Entry
from chronoc.model.suggest import fold, nearest, plural
from chronoc.model.symbols import ClauseSym, FieldSym, KindSym, Program
from chronoc.model.types import Type
from chronoc.model.written import resolve_type
from chronoc.syntax import tree

#: Clauses that every card may have, whatever its kind says.
COMMON = ("tags", "provenance", "note", "renamed_from")
#: A hand-written text in place of the one that is made of the code, and why. Not where a kind has a clause of that name.
OVERRIDE = ("text", "text_because")


def collect_kinds(program: Program, found: Declared) -> None:
    """All kinds, a parent before its children, `player` first."""
    start = tree.Span("", 0, 0, 1, 1, 1, 1)
    player = KindSym(0, "player", "players", start, None, None, False)
    entries = {fold(e.name): e for e in found.of("kind")}
    add = entries.pop("player", None)
    if add is not None:
        attach(player, add)
        player.span = add.span
    program.kinds.append(player)
    program.kind_names["player"] = player
    program.plurals["players"] = player
    below: dict[str | None, list[Entry]] = {}
    for entry in entries.values():
        below.setdefault(parent_key(program, entry, entries), []).append(entry)
    for entry in below.get(None, []):
        add_kind(program, entry, None, below)
    for key, entry in entries.items():
        if key not in program.kind_names:  # it is its own ancestor
            program.findings.error(
                "cyclic-definition",
                entry.span,
                f"the kind `{entry.name}` is a special case of itself",
                "take one `is` away",
            )
            add_kind(program, entry, None, {})
    for kind in program.kinds:
        kind.lineage = (kind, *(kind.parent.lineage if kind.parent else ()))
    for kind in reversed(program.kinds):
        kind.family = (kind, *(k for child in kind.children for k in child.family))


def parent_key(program: Program, entry: Entry, entries: dict[str, Entry]) -> str | None:
    decl = entry.decl
    assert isinstance(decl, tree.KindDecl)
    if decl.parent is None:
        return None
    key = fold(decl.parent)
    if key in entries:
        return key
    if key == "player":
        program.findings.error("wrong-type", decl.span, "a kind of cards cannot be a player")
        return None
    near = nearest(decl.parent, [e.name for e in entries.values()])
    program.findings.error(
        "unknown-kind", decl.span, f"there is no kind `{decl.parent}`", f"did you mean `{near}`?" if near else None
    )
    return fold(near) if near and fold(near) != fold(decl.name) else None


def attach(kind: KindSym, entry: Entry) -> None:
    assert isinstance(entry.decl, tree.KindDecl)
    kind.decls.append((entry.decl, entry.set))
    kind.decls.extend((item, owner) for item, owner in entry.more if isinstance(item, tree.KindDecl))


def add_kind(program: Program, entry: Entry, parent: KindSym | None, below: dict[str | None, list[Entry]]) -> None:
    decl = entry.decl
    assert isinstance(decl, tree.KindDecl)
    named_by = decl.named_by or (parent.named_by if parent else None)
    alike = decl.alike or (parent.alike if parent else False)
    kind = KindSym(len(program.kinds), decl.name, decl.plural or plural(decl.name), entry.span, parent, named_by, alike)
    attach(kind, entry)
    program.kinds.append(kind)
    program.kind_names[fold(decl.name)] = kind
    program.plurals.setdefault(fold(kind.plural), kind)
    if parent is not None:
        parent.children.append(kind)
    for child in below.get(fold(decl.name), []):
        add_kind(program, child, kind, below)


def collect_members(program: Program, found: Declared) -> None:
    """Fields and clauses of all kinds, those of a parent first."""
    for kind in program.kinds:
        for decl, _ in kind.decls:
            for clause in decl.clauses:
                match clause:
                    case tree.FieldDecl():
                        field_or_clause(program, kind, clause)
                    case tree.ConditionDecl():
                        condition(program, kind, clause)
                    case tree.VarDecl():
                        variable(program, kind, clause)
                    case tree.SideDecl():
                        side(program, kind, clause)
                    case tree.WorksIn():
                        kind.works.append(clause)
                    case tree.Trigger() | tree.Whenever() | tree.Adjust() | tree.Forbid() | tree.Translation():
                        pass
                    case _:
                        program.findings.error(
                            "wrong-type",
                            clause.span,
                            "a kind says what its cards may say, here stands what one card says",
                            "write `name: type = value`",
                        )
    for kind in program.kinds:
        kind.found.clear()
        if kind.named_by is not None and kind.member(fold(kind.named_by)) is None:
            if kind.parent is not None and kind.parent.named_by is not None and not kind.decls[0][0].named_by:
                kind.named_by = kind.parent.named_by  # told there
                continue
            near = nearest(kind.named_by, member_names(kind))
            program.findings.error(
                "unknown-field", kind.span, f"the kind `{kind.name}` has no field `{kind.named_by}` to be named by",
                f"did you mean `{near}`?" if near else None,
            )  # fmt: skip
            if near:
                kind.named_by = near


def member_names(kind: KindSym) -> list[str]:
    """Names of all fields and clauses of a kind."""
    return [m.name for m in kind.members()]


def taken(program: Program, kind: KindSym, name: str, span: tree.Span, decl: tree.Clause, sort: str) -> bool:
    """Whether the name is there already. A clause or field of a parent may get another default."""
    key = fold(name)
    for above in kind.lineage:
        old = above.fields.get(key) or above.clauses.get(key)
        if old is None:
            continue
        same = old.sort == sort if isinstance(old, ClauseSym) else sort == "field" and not old.var
        if above is not kind and same and getattr(decl, "default", None) is not None:
            kind.defaults[key] = decl
            return True
        if above is not kind and same and old.name == name:  # said again, nothing new
            return True
        code = "doubled-name" if old.name == name else "case-only-difference"
        where = "here" if above is kind else f"in the kind `{above.name}`"
        program.findings.error(
            code, span, f"`{name}` is declared twice", Note(f"it is declared {where} first", old.span)
        )
        return True
    return False


def params_of(program: Program, params: tuple[tree.Param, ...] | None) -> list[tuple[str, Type]]:
    """Names and types of parameters."""
    result: list[tuple[str, Type]] = []
    for param in params or ():
        if param.type is None:
            program.findings.error(
                "wrong-type", param.span, f"nothing says what `{param.name}` is", f"write `{param.name}: kind or type`"
            )
            result.append((param.name, types.ERROR))
            continue
        type_ = resolve_type(program, param.type, param.name)
        if isinstance(param.default, tree.Name) and fold(param.default.name) == "nothing":
            type_ = type_.maybe()
        result.append((param.name, type_))
    return result


def field_or_clause(program: Program, kind: KindSym, decl: tree.FieldDecl) -> None:
    head = fold(decl.type.head)
    if head == "effect" or head == "condition" or decl.params is not None:
        sort = head if head in ("effect", "condition") else "formula"
        if taken(program, kind, decl.name, decl.span, decl, sort):
            return
        params = params_of(program, decl.params if decl.params is not None else decl.type.params)
        result = types.EFFECT if sort == "effect" else resolve_type(program, decl.type, decl.name)
        add_clause(program, kind, decl.name, sort, params, result, decl.default, decl.span)
        return
    if kind.index == 0:
        program.findings.error(
            "wrong-type",
            decl.span,
            "players have no printed fields",
            f"write `var {decl.name}: …`, which changes in play",
        )
        return
    if taken(program, kind, decl.name, decl.span, decl, "field"):
        return
    type_ = resolve_type(program, decl.type, decl.name)
    default = decl.default
    if isinstance(default, tree.Block):
        program.findings.error("wrong-type", decl.span, f"`{decl.name}` is a value, so its default cannot be an effect")
        default = None
    if isinstance(default, tree.Name) and fold(default.name) == "nothing":
        type_ = type_.maybe()
    found = FieldSym(
        len(program.fields), decl.name, kind, type_, decl.span, default=default, low=decl.low, high=decl.high
    )
    found.mirrors = decl.type.mirrors
    found.keys = decl.type.each
    if decl.type.each is not None:
        found.key = resolve_type(program, decl.type.each, decl.name)
    register(program, kind, found)


def register(program: Program, kind: KindSym, found: FieldSym) -> None:
    program.fields.append(found)
    kind.fields[fold(found.name)] = found
    program.field_names.setdefault(fold(found.name), []).append(found)


def add_clause(
    program: Program,
    kind: KindSym,
    name: str,
    sort: str,
    params: list[tuple[str, Type]],
    result: Type,
    default: tree.Expr | tree.Block | None,
    span: tree.Span,
) -> None:
    found = ClauseSym(len(program.clauses), name, kind, sort, params, result, default, span)
    found.required = default is None and sort != "effect"
    program.clauses.append(found)
    kind.clauses[fold(name)] = found
    program.clause_names.setdefault(fold(name), []).append(found)


def condition(program: Program, kind: KindSym, decl: tree.ConditionDecl) -> None:
    if not taken(program, kind, decl.name, decl.span, decl, "condition"):
        add_clause(program, kind, decl.name, "condition", [], types.FLAG, decl.default, decl.span)


def variable(program: Program, kind: KindSym, decl: tree.VarDecl) -> None:
    if taken(program, kind, decl.name, decl.span, decl, "var"):
        return
    type_ = resolve_type(program, decl.type, decl.name)
    if type_.base in ("object", "design", "zone", "cell") and (
        decl.default is None or (isinstance(decl.default, tree.Name) and fold(decl.default.name) == "nothing")
    ):
        type_ = type_.maybe()
    found = FieldSym(len(program.fields), decl.name, kind, type_, decl.span, var=True, default=decl.default)
    found.low, found.high, found.each, found.secret = decl.low, decl.high, decl.each, decl.seen_by_owner
    if decl.type.each is not None:
        found.keys, found.key = decl.type.each, resolve_type(program, decl.type.each, decl.name)
    register(program, kind, found)


def side(program: Program, kind: KindSym, decl: tree.SideDecl) -> None:
    if taken(program, kind, decl.name, decl.span, decl, "side"):
        return
    found = FieldSym(len(program.fields), decl.name, kind, types.FLAG, decl.span, var=True, side=True)
    register(program, kind, found)
    kind.side = found
