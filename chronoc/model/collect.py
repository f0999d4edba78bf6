"""From declarations to symbols: every name of a variant with its type, nothing of what code does."""

from __future__ import annotations

from chronoc.diagnostics import Note
from chronoc.model import types
from chronoc.model.cards import collect_cards
from chronoc.model.declared import Declared, Entry, declared
from chronoc.model.findings import Findings
from chronoc.model.kinds import collect_kinds, collect_members
from chronoc.model.rules import collect_rules
from chronoc.model.sources import VariantSpec
from chronoc.model.suggest import fold, nearest
from chronoc.model.symbols import (
    GameVarSym,
    LayoutSym,
    OptionSym,
    Program,
    RobotSym,
    SetSym,
    TagSym,
    ZoneSym,
)
from chronoc.model.written import add_enum, need_kind, resolve_type
from chronoc.syntax import tree

#: attribute of a zone as written -> how it is seen
SEEN = {
    "open": "open",
    "hidden": "hidden",
    "face_down": "hidden",
    "seen_by_owner": "owner",
    "top_open": "top",
    "each_face_up_or_face_down": "faces",
}
PEEK = "backs_seen_by_owner"


def collect(sets: list[SetSym], variant: VariantSpec, findings: Findings) -> Program:
    """The program of these sets, which stand in dependency order."""
    program = Program(variant, findings, sets)
    program.set_names = {fold(s.name.replace("-", "_")): s for s in sets}
    all_declared = declared(sets, findings)
    program.file_sets = all_declared.files
    program.scenarios = all_declared.scenarios
    program.standing = all_declared.standing
    game(program, all_declared)
    collect_kinds(program, all_declared)
    for entry in all_declared.of("type"):
        decl = entry.decl
        assert isinstance(decl, tree.TypeDecl)
        add_type(program, decl)
    for entry in all_declared.of("tag"):
        program.tags.append(TagSym(len(program.tags), entry.name, entry.span))
        program.tag_names[fold(entry.name)] = program.tags[-1]
    for entry in all_declared.of("layout"):
        assert isinstance(entry.decl, tree.LayoutDecl)
        layout(program, entry.decl)
    zones(program, all_declared)
    collect_members(program, all_declared)
    for entry in all_declared.of("robot"):
        assert isinstance(entry.decl, tree.RobotDecl)
        program.robots.append(RobotSym(len(program.robots), entry.decl.name, entry.decl.title, entry.span))
        program.robot_names[fold(entry.decl.name)] = program.robots[-1]
    collect_cards(program, all_declared)
    options_and_variables(program, all_declared)
    collect_rules(program, all_declared)
    one_name_space(program)
    return program


def game(program: Program, found: Declared) -> None:
    variant = program.variant
    entry = found.entries.get(("game",))
    low, high = 1, 1
    if entry is not None and isinstance(entry.decl, tree.GameDecl):
        program.title = entry.decl.title or ""
        low = entry.decl.low if entry.decl.low is not None else 1
        high = entry.decl.high if entry.decl.high is not None else low
        if low > high or low < 1:
            program.findings.error("wrong-count", entry.span, f"`players {low} to {high}` leaves no number of players")
            low, high = 1, max(1, high)
    elif program.sets and not program.findings.failed:
        last = program.sets[-1]  # a folder without files is no place to show
        program.findings.error(
            "missing-game", last.span if last.files else variant.span("uses"),
            "no set says how many players the game has",
            'write `game "Title" { players 2 to 4 }` in one of the files',
        )  # fmt: skip
    if variant.players is not None:
        least, most = variant.players
        if entry is not None and (least < low or most > high):
            program.findings.error(
                "wrong-count",
                variant.span("players"),
                f"the variant wants {least} to {most} players, the game allows {low} to {high}",
            )
        low, high = least, most
    program.title = variant.title or program.title
    program.players = (low, high)
    program.players_span = variant.span("players") if variant.players is not None or entry is None else entry.span


def add_type(program: Program, decl: tree.TypeDecl) -> None:
    if fold(decl.type.head) == "one_of" or decl.type.values:
        found = add_enum(program, decl.name, list(decl.type.values), decl.span)
        program.enum_names[fold(decl.name)] = found
        return
    program.findings.error(
        "wrong-type", decl.span, f"the type `{decl.name}` is no list of values", "write `= one of (first, second)`"
    )


def layout(program: Program, decl: tree.LayoutDecl) -> None:
    rows: list[str] = []
    if decl.sign is not None and decl.columns and decl.rows:
        sign = decl.sign.strip() or "."
        if len(sign) != 1:
            program.findings.error("bad-layout", decl.span, f"the sign `{sign}` of this layout is not one character")
            sign = sign[0]
        if decl.columns * decl.rows > 40_000:
            program.findings.error("bad-layout", decl.span, f"the layout `{decl.name}` is too large")
        else:
            rows = [sign * decl.columns] * decl.rows
    elif decl.picture is not None:
        rows = picture_rows(program, decl, decl.picture)
    program.layouts.append(LayoutSym(len(program.layouts), decl.name, rows, decl.span, decl))
    program.layout_names[fold(decl.name)] = program.layouts[-1]


def picture_rows(program: Program, decl: tree.LayoutDecl, picture: tree.Text) -> list[str]:
    """The rows of a picture: one sign a cell, blanks between them do not count."""
    rows: list[str] = []
    for i, line in enumerate(picture.value.replace("\r", "").split("\n")):
        signs = "".join(line.split())
        if not signs:
            continue
        if rows and len(signs) != len(rows[0]):
            column = len(line) - len(line.lstrip()) + 1
            at = tree.Span(
                picture.span.file, picture.span.start, picture.span.end, picture.span.line + i,
                column if i else picture.span.column + 3, picture.span.line + i, column + len(line.strip()),
            )  # fmt: skip
            program.findings.error(
                "bad-layout", at, f"this row of `{decl.name}` has {len(signs)} signs, the first has {len(rows[0])}"
            )
            continue
        rows.append(signs)
    if not rows:
        program.findings.error("bad-layout", decl.span, f"the layout `{decl.name}` shows nothing")
    return rows


def zones(program: Program, found: Declared) -> None:
    start = tree.Span("", 0, 0, 1, 1, 1, 1)
    box = ZoneSym(0, "box", None, (), (), None, start, "pile", "hidden")
    program.zones.append(box)
    program.zone_names["box"] = box
    for entry in found.of("zone"):
        assert isinstance(entry.decl, tree.ZoneDecl)
        if fold(entry.decl.name) == "box":
            program.findings.error(
                "doubled-name", entry.span, "`box` is the kernel's zone, where everything starts", "take another name"
            )
            continue
        zone(program, entry)


def zone(program: Program, entry: Entry) -> None:
    decl = entry.decl
    assert isinstance(decl, tree.ZoneDecl)
    owner = need_kind(program, decl.owner, decl.span) if decl.owner is not None else None
    kinds = tuple(k.index for name in decl.kinds if (k := need_kind(program, name, decl.span)) is not None)
    holding = tuple(k.index for name in decl.holding if (k := need_kind(program, name, decl.span)) is not None)
    sym = ZoneSym(len(program.zones), decl.name, owner, kinds, holding, decl, entry.span, decl.shape)
    if decl.layout is not None:
        sym.layout = program.layout_names.get(fold(decl.layout))
        if sym.layout is None:
            near = nearest(decl.layout, [x.name for x in program.layouts])
            program.findings.error(
                "unknown-name",
                decl.span,
                f"there is no layout `{decl.layout}`",
                f"did you mean `{near}`?" if near else None,
            )
        elif sym.layout.rows:
            sym.rows, sym.columns = len(sym.layout.rows), len(sym.layout.rows[0])
    for attribute in decl.attributes:
        key = fold(attribute)
        if key in SEEN:
            sym.see = SEEN[key]
        elif key != PEEK:
            near = nearest(attribute, ["open", "hidden", "seen by owner", "top open", "each face up or face down"])
            program.findings.error(
                "unknown-name",
                decl.span,
                f"a zone cannot be `{attribute}`",
                f"did you mean `{near}`?" if near else None,
            )
    if sym.see == "owner" and owner is None:
        program.findings.error(
            "wrong-type", decl.span, f"the zone `{decl.name}` has no owner, so `seen by owner` says nothing",
            "write `zone … of each player`, or `hidden`",
        )  # fmt: skip
    program.zones.append(sym)
    program.zone_names[fold(decl.name)] = sym


def value_type(program: Program, value: tree.Expr | None, owner: str) -> types.Type:
    """The type of an option, by its value."""
    match value:
        case tree.Number() | tree.Unary(op="-"):
            return types.NUMBER
        case tree.Text():
            return types.TEXT
        case tree.Name(name=name) if fold(name) in ("yes", "no", "true", "false"):
            return types.FLAG
        case tree.Name(name=name) if fold(name) in program.members:
            choices = program.members[fold(name)]
            return types.enum(choices[0][0].index)
        case tree.Name(name=name) if fold(name) in program.tag_names:
            return types.TAG
        case tree.ListOf(items=items) if items:
            return types.list_of(value_type(program, items[0], owner))
        case tree.ListOf():
            return types.list_of(types.ANY)
        case tree.Unknown():
            return types.NUMBER
        case _:
            return types.ANY


def options_and_variables(program: Program, found: Declared) -> None:
    for entry in found.of("option"):
        assert isinstance(entry.decl, tree.OptionDecl)
        type_ = value_type(program, entry.decl.value, entry.name)
        program.options.append(OptionSym(len(program.options), entry.decl.name, type_, entry.decl, entry.span))
        program.option_names[fold(entry.decl.name)] = program.options[-1]
    for entry in found.of("var"):
        assert isinstance(entry.decl, tree.VarDecl)
        type_ = resolve_type(program, entry.decl.type, entry.decl.name)
        if isinstance(entry.decl.default, tree.Name) and fold(entry.decl.default.name) == "nothing":
            type_ = type_.maybe()
        program.gvars.append(GameVarSym(len(program.gvars), entry.decl.name, type_, entry.decl, entry.span))
        program.gvar_names[fold(entry.decl.name)] = program.gvars[-1]


def one_name_space(program: Program) -> None:
    """Zones, options, variables, plurals of kinds and definitions without parameters are read as bare names: a name can
    stand for one of them only. Names that differ in case alone are an error among all of a sort."""
    taken: dict[str, tuple[str, tree.Span]] = {}
    words: list[tuple[str, str, tree.Span]] = []
    words += [("zone", z.name, z.span) for z in program.zones[1:] if z.owner is None]
    words += [("option", o.name, o.span) for o in program.options]
    words += [("variable", v.name, v.span) for v in program.gvars]
    words += [("plural of a kind", k.plural, k.span) for k in program.kinds[1:]]
    words += [("definition", d.name, d.span) for d in program.defines if d.arity == 0]
    for what, name, span in words:
        first = taken.get(fold(name))
        if first is None:
            taken[fold(name)] = (what, span)
            continue
        program.findings.error(
            "doubled-name",
            span,
            f"the {what} `{name}` has the name of a {first[0]}",
            Note("it is declared here", first[1]),
            "take another word" + (", or write `plural …` behind the kind" if "plural" in what + first[0] else ""),
        )
