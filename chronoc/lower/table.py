"""The rule table of a program, put together."""

from __future__ import annotations

from typing import Any

from chronoc.lower import builtins, choices, listing, membership, operators, references, trials
from chronoc.lower.cards import add_rule, bounds, clause_row, design_row, standing, works_rows
from chronoc.lower.expressions import condition, value
from chronoc.lower.lowering import Lowering
from chronoc.lower.prompts import HOLE, check_sentence
from chronoc.lower.rules import (
    action_params,
    action_row,
    code_of,
    define_body,
    define_row,
    goal_row,
    phase_row,
    verb_row,
)
from chronoc.model import types
from chronoc.model.suggest import article, fold, nearest
from chronoc.model.symbols import FieldSym, GameVarSym, OptionSym, Program, WindowSym, ZoneSym
from chronoc.syntax import tree

#: The modules whose forms of expression and functions register themselves.
FORMS = (builtins, choices, listing, membership, operators, references, trials)
Row = dict[str, Any]
FORMAT = 1


def start(program: Program) -> Lowering:
    """A lowering with its parts wired."""
    low = Lowering(program)
    low.define_body = define_body
    low.action_params = action_params
    return low


def build(low: Lowering) -> Row:
    """The table without `hash`. Findings are added to those of the program."""
    program = low.program
    table: Row = {
        "format": FORMAT, "variant": program.variant.id, "title": program.title or program.variant.id,
        "sets": [s.name for s in program.sets], "players": list(program.players),
        "robots": [{"name": r.name, "title": r.title} for r in program.robots],
        "types": [{"name": e.name, "values": e.values} for e in program.enums],
        "tags": [t.name for t in program.tags],
        "layouts": [{"name": x.name, "rows": x.rows} for x in program.layouts],
        "triggers": [], "whenevers": [],
    }  # fmt: skip
    table["fields"] = [field_row(low, f) for f in program.fields]
    table["defines"] = [define_row(low, d) for d in program.defines]
    table["kinds"] = [
        {"name": k.name, "plural": k.plural, "parent": k.parent.index if k.parent else None, "alike": k.alike,
         "works": works_rows(low, k)}
        for k in program.kinds
    ]  # fmt: skip
    table["clauses"] = [clause_row(low, c) for c in program.clauses]
    table["options"] = [option_row(low, o) for o in program.options]
    table["gvars"] = [gvar_row(low, v) for v in program.gvars]
    table["zones"] = [zone_row(low, z) for z in program.zones]
    table["places"] = places(low)
    table["verbs"] = [verb_row(low, v) for v in program.verbs]
    table["phases"] = [phase_row(low, p) for p in program.phases]
    table["windows"] = [window_row(low, w) for w in program.windows]
    table["actions"] = [action_row(low, a) for a in program.actions]
    table["goals"] = [goal_row(low, g) for g in program.goals]
    for name in ("setup", "turn", "ending"):
        table[name] = frame_fn(low, name)
    table["designs"] = [design_row(low, c) for c in program.designs]
    count: dict[str, int] = {}
    for rule, owner in program.standing:
        word = type(rule).__name__.lower()
        count[owner.name] = count.get(owner.name, 0) + 1
        add_rule(low, rule, f"{owner.name}.{word}.{count[owner.name]}", None, table)
    for card in program.designs:
        standing(low, card, table)
    table["priority"] = priority(low)
    table["text"] = translations(program)
    finish(low, table)
    return table


def finish(low: Lowering, table: Row) -> None:
    """Put code, functions and the source map in."""
    files, nodes = low.code.source_map()
    table["code"], table["fns"] = low.code.nodes, low.code.fns
    names = {
        section: {
            row["name"]: place(span, files) for row, span in zip(table[section], spans, strict=True) if span is not None
        }
        for section, spans in name_spans(low.program).items()
    }
    table["map"] = {"files": files, "nodes": nodes, "names": names}


def place(span: tree.Span, files: list[str]) -> list[int]:
    if span.file not in files:
        files.append(span.file)
    return [files.index(span.file), span.line, span.column, span.end_line, span.end_column]


def name_spans(program: Program) -> dict[str, list[tree.Span | None]]:
    """Where the named things of each section are declared."""
    return {
        "designs": [c.span for c in program.designs],
        "verbs": [v.span for v in program.verbs],
        "defines": [d.span for d in program.defines],
        "actions": [a.span for a in program.actions],
        "phases": [p.span for p in program.phases],
        "windows": [w.span for w in program.windows],
        "goals": [g.span for g in program.goals],
        "zones": [z.span if z.decl is not None else None for z in program.zones],
        "options": [o.span for o in program.options],
        "gvars": [v.span for v in program.gvars],
        "kinds": [k.span if k.decls else None for k in program.kinds],
    }


# ------------------------------------------------------------------ sections


def field_row(low: Lowering, field: FieldSym) -> Row:
    row: Row = {
        "name": field.name, "kind": field.kind.index, "type": low.v(field.type), "var": field.var,
        "key": low.v(field.key) if field.key is not None else None, "default": None, "low": None, "high": None,
        "each": field.each, "secret": field.secret, "side": field.side,
    }  # fmt: skip
    b = low.body(types.obj(field.kind.index) if field.kind.index else None)
    b.plain_this = True
    if field.side:
        row["default"] = b.flag(False)
    elif field.default is not None:
        row["default"] = value(b, field.default, field.type, f"the default of `{field.name}`")
        bounds(low, field, field.default.span, b.code.nodes[row["default"]])
    elif field.var and not field.type.optional and field.type.base not in ("any", "error"):
        row["default"] = empty_value(low, field)
    if field.var and field.low is not None and field.high is not None:
        row["low"], row["high"] = value(b, field.low, types.NUMBER), value(b, field.high, types.NUMBER)
    return row


def empty_value(low: Lowering, field: FieldSym) -> int | None:
    """What a variable is at first when nothing is said: 0, no, the empty list, the first value."""
    b = low.body()
    match field.type.base:
        case "number":
            return b.num(0)
        case "flag":
            return b.flag(False)
        case "list":
            return b.add(field.span, "list", [])
        case "enum":
            return b.add(field.span, "enum", field.type.arg, 0)
        case "text":
            return b.add(field.span, "text", "")
    return None


def option_row(low: Lowering, option: OptionSym) -> Row:
    decl = option.decl
    b = low.body()
    default = value(b, decl.value, option.type)
    row: Row = {
        "name": option.name, "default": default, "low": None, "high": None, "type": low.v(option.type),
        "text": decl.text.value if decl.text is not None else None,
    }  # fmt: skip
    if decl.low is not None and decl.high is not None:
        row["low"], row["high"] = value(b, decl.low, types.NUMBER), value(b, decl.high, types.NUMBER)
        within(
            low, low.constant(decl.value) if not variant_value(low, option)[0] else None, decl, decl.value.span, option
        )
    said, wanted = variant_value(low, option)
    if said:
        node = chosen(low, option, wanted)
        if node is not None:
            row["default"] = node
    if decl.text is not None:
        option_text(low, option, decl.text)
    return row


def variant_value(low: Lowering, option: OptionSym) -> tuple[bool, object]:
    for name, wanted in low.program.variant.options.items():
        if fold(name) == fold(option.name):
            return True, wanted
    return False, None


def within(low: Lowering, number: int | None, decl: tree.OptionDecl, span: tree.Span, option: OptionSym) -> bool:
    least, most = low.constant(decl.low), low.constant(decl.high)
    if number is None or least is None or most is None or least <= number <= most:
        return True
    low.program.findings.error(
        "wrong-count", span, f"the option `{option.name}` goes from {least} to {most}, not to {number}"
    )
    return False


def chosen(low: Lowering, option: OptionSym, wanted: object) -> int | None:
    """The node of a value that the variant sets."""
    b = low.body()
    span = low.program.variant.span(f"options.{option.name}")
    base = option.type.base
    if base == "flag" and isinstance(wanted, bool):
        return b.flag(wanted)
    if base == "flag" and isinstance(wanted, str) and fold(wanted) in ("yes", "no"):  # texts in YAML 1.2
        return b.flag(fold(wanted) == "yes")
    if base == "number" and isinstance(wanted, int) and not isinstance(wanted, bool):
        return b.num(wanted) if within(low, wanted, option.decl, span, option) else None
    if base == "enum" and isinstance(wanted, str):
        found = low.program.enums[option.type.arg].members.get(fold(wanted))
        if found is not None:
            return b.add(span, "enum", option.type.arg, found)
    if base == "tag" and isinstance(wanted, str) and fold(wanted) in low.program.tag_names:
        return b.add(span, "tag", low.program.tag_names[fold(wanted)].index)
    if base == "text" and isinstance(wanted, str):
        return b.add(span, "text", wanted)
    if base == "list" and isinstance(wanted, (list, tuple)) and all(isinstance(w, int) for w in wanted):
        if option.type.arg.base in ("number", "any"):
            return b.add(span, "list", [b.num(int(w)) for w in wanted])
    low.program.findings.error(
        "wrong-type",
        span,
        f"the option `{option.name}` is {article(low.program.describe(option.type))}, not `{wanted}`",
    )
    return None


def option_text(low: Lowering, option: OptionSym, text: tree.Text) -> None:
    for match in HOLE.finditer(text.value):
        word = fold(match.group(1).strip())
        if word not in ("it", fold(option.name)) and word not in low.program.option_names:
            low.program.findings.error(
                "unknown-name",
                text.span,
                f"`{{{match.group(1)}}}` in this sentence is no option",
                "`{it}` is the value of this one",
            )


def unknown_options(low: Lowering) -> None:
    for name in low.program.variant.options:
        if fold(name) not in low.program.option_names:
            near = nearest(name, [o.name for o in low.program.options])
            low.program.findings.error(
                "unknown-name", low.program.variant.span(f"options.{name}"), f"there is no option `{name}`",
                f"did you mean `{near}`?" if near else None,
            )  # fmt: skip


def gvar_row(low: Lowering, var: GameVarSym) -> Row:
    b = low.body()
    decl = var.decl
    default = value(b, decl.default, var.type) if decl.default is not None else initial(low, var)
    row: Row = {
        "name": var.name, "type": low.v(var.type), "default": default, "low": None, "high": None, "each": decl.each,
    }  # fmt: skip
    if decl.low is not None and decl.high is not None:
        row["low"], row["high"] = value(b, decl.low, types.NUMBER), value(b, decl.high, types.NUMBER)
    return row


def initial(low: Lowering, var: GameVarSym) -> int:
    shape = FieldSym(0, var.name, low.program.kinds[0], var.type, var.span)
    node = empty_value(low, shape)
    return node if node is not None else low.body().poison()[0]


def zone_row(low: Lowering, zone: ZoneSym) -> Row:
    decl = zone.decl
    row: Row = {
        "name": zone.name,
        "owner": zone.owner.index if zone.owner is not None else None,
        "shape": zone.shape,
        "rows": None,
        "columns": None,
        "kinds": list(zone.kinds),
        "layout": zone.layout.index if zone.layout is not None else None,
        "holding": list(zone.holding),
        "stacked": False,
        "see": zone.see,
        "peek": False,
        "peek_if": None,
        "max": None,
    }
    if decl is None:
        return row
    b = low.body()
    row["stacked"] = decl.stacked
    row["peek"] = any(fold(a) == "backs_seen_by_owner" for a in decl.attributes)
    if decl.rows is not None:
        row["rows"] = value(b, decl.rows, types.NUMBER)
    if decl.columns is not None:
        row["columns"] = value(b, decl.columns, types.NUMBER)
    if decl.peek_if is not None:
        row["peek_if"] = condition(b, decl.peek_if)
    if decl.maximum is not None:
        row["max"] = value(b, decl.maximum, types.NUMBER)
    return row


def places(low: Lowering) -> Row:
    """For each drawn zone: the card that each sign of its layout stands for."""
    result: Row = {}
    for zone in low.program.zones:
        if zone.layout is None:
            continue
        known: dict[str, int] = {}
        for card in low.program.designs:
            if not any(low.is_a(card.kind.index, k) for k in zone.kinds):
                continue
            sign = card_sign(low, card.index)
            if sign is None:
                continue
            if sign in known:
                low.program.findings.error(
                    "doubled-name", card.span, f"two places have the sign `{sign}`",
                    f"the other is `{low.program.designs[known[sign]].title}`",
                )  # fmt: skip
            known.setdefault(sign, card.index)
        wanted = {s: None for row in zone.layout.rows for s in row}
        for sign in wanted:
            if sign not in known:
                low.program.findings.error(
                    "bad-layout",
                    sign_span(zone, sign),
                    f"no place has the sign `{sign}` that `{zone.layout.name}` shows",
                    f'give a card of the kind {low.program.kinds_in(zone.kinds)} the field `sign: "{sign}"`',
                )
        result[str(zone.index)] = known
    return result


def card_sign(low: Lowering, index: int) -> str | None:
    clause = low.program.designs[index].written.get("sign")
    if isinstance(clause, tree.Field) and len(clause.values) == 1 and isinstance(clause.values[0], tree.Text):
        sign = clause.values[0].value
        if len(sign) == 1:
            return sign
        low.program.findings.error("bad-layout", clause.span, f"a sign is one character, not `{sign}`")
    return None


def sign_span(zone: ZoneSym, sign: str) -> tree.Span:
    """Where a sign stands in the picture."""
    assert zone.layout is not None
    picture = zone.layout.decl.picture
    if picture is None:
        return zone.layout.span
    for i, line in enumerate(picture.value.split("\n")):
        column = line.find(sign)
        if column >= 0:
            span = picture.span
            first = span.column + 3 + column if i == 0 else column + 1
            return tree.Span(span.file, span.start, span.end, span.line + i, first, span.line + i, first + 1)
    return zone.layout.span


def window_row(low: Lowering, window: WindowSym) -> Row:
    decl = window.decl
    zones = []
    for name in decl.zones:
        zone = low.program.zone_names.get(fold(name))
        if zone is None:
            near = nearest(name, [z.name for z in low.program.zones])
            low.program.findings.error(
                "unknown-zone", decl.span, f"there is no zone `{name}`", f"did you mean `{near}`?" if near else None
            )
        else:
            zones.append(zone.index)
    if decl.sentence is not None:
        check_sentence(low.body(), decl.sentence, [name for name, _ in window.params], "window")
    using = None
    if decl.using is not None:
        verbs = low.program.verb_names.get(fold(decl.using), [])
        fitting = [v for v in verbs if v.arity == 2]
        if not verbs:
            near = nearest(decl.using, [v.name for v in low.program.verbs])
            low.program.findings.error(
                "unknown-name",
                decl.span,
                f"there is no verb `{decl.using}`",
                f"did you mean `{near}`?" if near else None,
            )
        elif not fitting:
            low.program.findings.error(
                "wrong-count", decl.span, f"`{decl.using}` must take the card that reacts and its reaction",
                f"write `to {decl.using}(c: KIND, says: effect) {{ … do says … }}`",
            )  # fmt: skip
        else:
            using = fitting[0].index
    return {
        "name": window.name,
        "params": len(window.params),
        "types": [low.v(t) for _, t in window.params],
        "zones": zones,
        "using": using,
        "sentence": decl.sentence.value if decl.sentence is not None else None,
    }


def frame_fn(low: Lowering, name: str) -> int | None:
    parts = low.program.frames.get(name)
    if not parts:
        return None
    b = low.body()
    return b.finish(name, code_of(b, [p.body for p in parts], parts[0].span))


def priority(low: Lowering) -> int | None:
    """The definition `priority` that orders players."""
    found = low.program.define_names.get(("priority", 0))
    return None if found is None else found.index


def translations(program: Program) -> Row:
    result: Row = {}
    for card in program.designs:
        for item in card.translations:
            by_card = result.setdefault(item.language.lower(), {}).setdefault(card.id, {})
            if item.name in by_card:
                program.findings.error(
                    "doubled-name", item.span, f"`{item.name} {item.language}` stands twice on this card"
                )
            by_card[item.name] = item.value.value
    return result
