"""Cards: printed values, clauses, reactions, and the standing rules they carry."""

from __future__ import annotations

from typing import Any

from chronoc.diagnostics import Note
from chronoc.lower.arms import arms, switch
from chronoc.lower.body import Body
from chronoc.lower.expressions import condition, expr, value
from chronoc.lower.lowering import Lowering
from chronoc.lower.members import is_player
from chronoc.lower.rules import code_of
from chronoc.lower.standing import adjust_row, forbid_row, trigger_row, whenever_row
from chronoc.lower.statements import as_statement, statement
from chronoc.model import types
from chronoc.model.suggest import article, fold, listed, nearest
from chronoc.model.symbols import ClauseSym, DesignSym, FieldSym, KindSym, WindowSym
from chronoc.syntax import tree

Row = dict[str, Any]


def card_body(low: Lowering, kind: KindSym) -> Body:
    """A body whose `this` is a card of this kind. Cards may name the parts of whatever phase runs."""
    b = low.body(types.obj(kind.index))
    b.any_phase = True
    return b


# ------------------------------------------------------------------ kinds


def clause_row(low: Lowering, clause: ClauseSym) -> Row:
    default = None
    if clause.default is not None:
        default = clause_fn(low, clause, clause.kind, clause.default, clause.name)
    return {
        "name": clause.name, "kind": clause.kind.index, "sort": clause.sort,
        "params": [low.v(t) for _, t in clause.params], "default": default,
    }  # fmt: skip


def clause_fn(low: Lowering, clause: ClauseSym, kind: KindSym, code: tree.Expr | tree.Block, name: str,
              mentions: dict[int, tree.Span] | None = None,
              readings: list[tuple[int, str, tree.Span]] | None = None) -> int:  # fmt: skip
    """The function of a clause."""
    b = card_body(low, kind)
    b.mentions, b.readings = mentions, readings
    for param, type_ in clause.params:
        b.param(param, type_)
    if clause.sort == "effect":
        if isinstance(code, tree.Block):
            node = code_of(b, [code], code.span)
        else:
            made = as_statement(code)
            if made is None:
                b.findings.error(
                    "wrong-type", code.span, f"`{clause.name}` is an effect", f"write `{clause.name} {{ … }}`"
                )
                node = b.add(code.span, "seq", [])
            else:
                node = statement(b, made)
    elif isinstance(code, tree.Block):
        b.findings.error("wrong-type", code.span, f"`{clause.name}` is a value, not an effect")
        node = b.poison()[0]
    elif clause.sort == "condition":
        node = condition(b, code)
    else:
        node = value(b, code, clause.result, f"`{clause.name}`")
    return b.finish(name, node)


def kind_default(low: Lowering, kind: KindSym, clause: ClauseSym) -> int | None:
    """The default that a special kind gives to a clause of a kind above; None when it gives none."""
    for k in kind.lineage:
        if k is clause.kind:
            return None
        decl = k.defaults.get(fold(clause.name))
        if decl is None:
            continue
        known = low.clause_fns.get((k.index, clause.index))
        if known is None:
            default = decl.default if isinstance(decl, (tree.FieldDecl, tree.ConditionDecl)) else None
            if default is None:
                return None
            known = clause_fn(low, clause, k, default, f"{k.name}.{clause.name}")
            low.clause_fns[(k.index, clause.index)] = known
        return known
    return None


def works_rows(low: Lowering, kind: KindSym) -> list[Row]:
    """Where the standing rules of cards of this kind count."""
    rows: list[Row] = []
    for works in kind.works:
        zones = []
        for name in works.zones:
            zone = low.program.zone_names.get(fold(name))
            if zone is None:
                near = nearest(name, [z.name for z in low.program.zones])
                low.program.findings.error(
                    "unknown-zone",
                    works.span,
                    f"there is no zone `{name}`",
                    f"did you mean `{near}`?" if near else None,
                )
            else:
                zones.append(zone.index)
        test = None
        if works.condition is not None:
            b = card_body(low, kind)
            test = b.finish(f"{kind.name} works", condition(b, works.condition))
        rows.append({"zones": zones, "while": test})
    return rows


def works(kind: KindSym) -> bool:
    return any(k.works for k in kind.lineage)


# ------------------------------------------------------------------ cards


def design_row(low: Lowering, card: DesignSym) -> Row:
    row: Row = {
        "name": card.id,
        "title": card.title,
        "kind": card.kind.index,
        "set": card.set.name if card.set else "scenario",
        "copies": card.copies,
        "each_player": card.decl.each_player,
        "fields": {},
        "keyed": {},
        "tags": sorted(card.tags),
        "clauses": {},
        "mentions": {},
        "reactions": [],
        "provenance": card.provenance,
        "note": card.note,
    }
    if card.unknown is not None:
        low.unknown(card.unknown)
    fields(low, card, row)
    clauses(low, card, row)
    for react in card.reactions:
        reaction = react_row(low, card, react)
        if reaction is not None:
            row["reactions"].append(reaction)
    return row


def fields(low: Lowering, card: DesignSym, row: Row) -> None:
    for kind in reversed(card.kind.lineage):
        for key, field in kind.fields.items():
            if field.var or key == "tags":
                continue
            clause = card.written.get(key)
            if isinstance(clause, tree.Field) and key not in card.broken:
                printed(low, card, field, clause, row)
            elif clause is None:
                unprinted(low, card, field, row)


def unprinted(low: Lowering, card: DesignSym, field: FieldSym, row: Row) -> None:
    """What a card does not say: the default of its kind, the mirror, or an error."""
    key = fold(field.name)
    for k in card.kind.lineage:
        if k is field.kind:
            break
        decl = k.defaults.get(key)
        if isinstance(decl, tree.FieldDecl) and decl.default is not None and not isinstance(decl.default, tree.Block):
            b = card_body(low, card.kind)
            b.plain_this = True
            row["fields"][str(field.index)] = value(b, decl.default, field.type)
            return
    if field.default is not None or field.key is not None or field.mirrors is not None:
        return
    if card.decl.each_player and is_player(field.type):
        return
    if field.type.base == "list":
        note = f"write `{field.name}: …`, or give the kind a default: `= ()`"
    else:
        note = f"write `{field.name}: {low.program.describe(field.type)}`"
    low.program.findings.error(
        "missing-field", card.span, f"`{card.title}` lacks `{field.name}`, which every {field.kind.name} has",
        Note("it is declared here", field.span), note,
    )  # fmt: skip


def printed(low: Lowering, card: DesignSym, field: FieldSym, clause: tree.Field, row: Row) -> None:
    b = card_body(low, card.kind)
    before = len(b.findings.items)
    print_value(low, b, card, field, clause, row)
    if len(b.findings.items) > before:
        card.broken_mentions[fold(field.name)] = None


def print_value(low: Lowering, b: Body, card: DesignSym, field: FieldSym, clause: tree.Field, row: Row) -> None:
    if field.key is not None:
        row["keyed"][str(field.index)] = keyed(b, field, clause)
        return
    if field.type.base == "list":
        hint = field.type.arg
        if len(clause.values) == 1 and isinstance(clause.values[0], tree.ListOf):
            nodes = [value(b, clause.values[0], field.type, f"`{field.name}`")]
            row["fields"][str(field.index)] = nodes[0]
            return
        nodes = [value(b, v, hint, f"`{field.name}`") for v in clause.values]
        row["fields"][str(field.index)] = b.add(clause.span, "list", nodes)
        return
    if len(clause.values) != 1:
        b.findings.error("wrong-count", clause.span, f"`{field.name}` is one value, not {len(clause.values)}")
        return
    node = value(b, clause.values[0], field.type, f"`{field.name}`")
    row["fields"][str(field.index)] = node
    bounds(low, field, clause.values[0].span, b.code.nodes[node])


def bounds(low: Lowering, field: FieldSym, span: tree.Span, node: list[Any]) -> None:
    """A value that is written, or the one that counts where none is."""
    if node[0] != "num" or field.low is None:
        return
    least, most = low.constant(field.low), low.constant(field.high)
    if (least is not None and node[1] < least) or (most is not None and node[1] > most):
        low.program.findings.error(
            "wrong-count", span, f"`{field.name}` goes from {least} to {most}, not to {node[1]}",
            Note("it is declared here", field.span),
        )  # fmt: skip


def keyed(b: Body, field: FieldSym, clause: tree.Field) -> list[list[int]]:
    """`marks: 2 red, green`: a number for each key; one where none is written."""
    pairs: list[list[int]] = []
    seen: dict[Any, tree.Span] = {}
    assert field.key is not None
    items: tuple[tree.Expr, ...] = clause.values
    if len(items) == 1 and isinstance(items[0], tree.ListOf):
        items = items[0].items
    for item in items:
        if isinstance(item, (tree.Unknown, tree.BadExpr)):
            expr(b, item, None)
            continue
        count: tree.Expr = tree.Number(1, item.span)
        what: tree.Expr = item
        if isinstance(item, tree.Quantity):
            count, what = item.count, item.what
        key = value(b, what, field.key, f"a key of `{field.name}`")
        op = tuple(b.code.nodes[key])
        if op in seen and op[0] != "nothing":
            b.findings.error(
                "doubled-name", item.span, "this stands twice here", Note("first here", seen[op]), "write the sum once"
            )
            continue
        seen[op] = item.span
        pairs.append([key, value(b, count, field.type)])
    return pairs


def clauses(low: Lowering, card: DesignSym, row: Row) -> None:
    for kind in reversed(card.kind.lineage):
        for key, clause in kind.clauses.items():
            written = card.written.get(key)
            if written is not None:
                if key not in card.broken:
                    fn = written_clause(low, card, clause, written, row)
                    if fn is None or fn in low.shaky:
                        card.broken_mentions[key] = None
                    if fn is not None:
                        row["clauses"][str(clause.index)] = fn
                continue
            default = kind_default(low, card.kind, clause)
            if default is not None:
                row["clauses"][str(clause.index)] = default
            elif clause.required:
                form = f"{clause.name} if …" if clause.sort == "condition" else f"{clause.name}: …"
                low.program.findings.error(
                    "missing-field",
                    card.span,
                    f"`{card.title}` lacks `{clause.name}`, which every {clause.kind.name} has",
                    Note("it is declared here", clause.span),
                    f"write `{form}`",
                )


def written_clause(
    low: Lowering,
    card: DesignSym,
    clause: ClauseSym,
    written: tree.Field | tree.Condition | tree.Effect | tree.Table,
    row: Row,
) -> int | None:
    name = f"{card.id}.{clause.name}"
    mentions: dict[int, tree.Span] = {}
    readings = card.readings.setdefault(clause.index, [])
    fn: int | None = None
    match written:
        case tree.Condition():
            fn = clause_fn(low, clause, card.kind, written.condition, name, mentions, readings)
        case tree.Effect():
            fn = clause_fn(low, clause, card.kind, written.body, name, mentions)
        case tree.Table():
            fn = table_fn(low, card, clause, written, name, mentions)
        case tree.Field():
            code: tree.Expr | tree.Block | None = written.statement
            if code is None:
                if len(written.values) != 1:
                    low.program.findings.error("wrong-count", written.span, f"`{clause.name}` is one value")
                    return None
                code = written.values[0]
            fn = clause_fn(low, clause, card.kind, code, name, mentions, readings)
    if mentions:
        card.mentions[clause.index] = mentions
        row["mentions"][str(clause.index)] = sorted(mentions)
    return fn


def table_fn(
    low: Lowering, card: DesignSym, clause: ClauseSym, written: tree.Table, name: str, mentions: dict[int, tree.Span]
) -> int | None:
    """A clause written as rows, one for each value of its parameter."""
    if len(clause.params) != 1 or clause.sort == "condition":
        low.program.findings.error(
            "wrong-type", written.name_span, f"`{clause.name}` has no rows", f"write `{clause.name} {{ … }}`",
            Note("it is declared here", clause.span),
        )  # fmt: skip
        return None
    b = card_body(low, card.kind)
    b.mentions = mentions
    param, type_ = clause.params[0]
    slot = b.param(param, type_)
    subject = b.local(slot), type_
    if clause.sort == "effect":
        return b.finish(name, switch(b, subject, written.arms, written.span))

    def row_value(one: tree.Expr | tree.Block) -> int:
        if isinstance(one, tree.Block):
            b.findings.error("wrong-type", one.span, f"`{clause.name}` gives a value, not an effect")
            return b.poison()[0]
        return value(b, one, clause.result)

    rows, otherwise = arms(b, subject, written.arms, written.span, row_value)
    return b.finish(name, b.add(written.span, "case", subject[0], rows, otherwise))


# ------------------------------------------------------------------ reactions


def find_window(low: Lowering, words: str, span: tree.Span) -> WindowSym | None:
    """A window by its name or by its sentence (`a card played`)."""
    window = low.program.window_names.get(fold(words))
    if window is not None:
        return window
    said = plain(words)
    for candidate in low.program.windows:
        if candidate.decl.sentence is not None and plain(candidate.decl.sentence.value) == said:
            return candidate
    names = [w.name for w in low.program.windows]
    near = nearest(words, names + [w.decl.sentence.value for w in low.program.windows if w.decl.sentence is not None])
    known = f"there is {listed((f'`{n}`' for n in names), 'and')}" if names else "no window is declared"
    low.program.findings.error(
        "unknown-name", span, f"there is no window `{words}` to react to", f"did you mean `{near}`?" if near else known
    )
    return None


def plain(sentence: str) -> str:
    """A sentence without articles, case and what stands in braces."""
    words = sentence.replace("{", " ").replace("}", " ").lower().split()
    return " ".join(w for w in words if w not in ("a", "an", "the"))


def react_row(low: Lowering, card: DesignSym, react: tree.React) -> Row | None:
    window = find_window(low, react.window, react.span)
    if window is None:
        return None
    if len(react.params) > len(window.params):
        low.program.findings.error(
            "wrong-count",
            react.span,
            f"the window `{window.name}` has {len(window.params)} parameters, not {len(react.params)}",
            Note("it stands here", window.span),
        )
        return None

    def body() -> Body:
        b = card_body(low, card.kind)
        b.window = window
        b.param(None, types.ANY)  # the run of the window that is answered
        for i, (name, type_) in enumerate(window.params):
            b.param(react.params[i].name if i < len(react.params) else name, type_)
        return b

    test = by = None
    name = f"{card.id} reacts to {window.name}"
    if react.condition is not None:
        b = body()
        test = b.finish(f"{name} if", condition(b, react.condition))
    if react.by is not None:
        b = body()
        node, type_ = expr(b, react.by, types.PLAYERS)
        if type_.base not in ("object", "list", "any", "error"):
            b.findings.error(
                "wrong-type", react.by.span, f"here should stand who may react, not {low.program.describe(type_)}"
            )
        by = b.finish(f"{name} by", node)
    b = body()
    return {
        "window": window.index,
        "if": test,
        "by": by,
        "body": b.finish(name, code_of(b, [react.body], react.body.span)),
    }


# ------------------------------------------------------------------ standing rules on cards


StandingRule = tree.Trigger | tree.Whenever | tree.Adjust | tree.Forbid


def standing(low: Lowering, card: DesignSym, table: Row) -> None:
    """`after`, `instead of`, `whenever`, `adjust`, `forbid` of a card count where its kind works. What a kind says of
    all its cards is lowered once and stands for each of them."""
    own: list[StandingRule] = list(card.standing)
    common: list[StandingRule] = [rule for k in card.kind.lineage for rule in kind_rules(k)]
    for rule in (*own, *common):
        if not works(card.kind):
            low.program.findings.error(
                "wrong-type",
                rule.span,
                f"nothing says where this text of {article(card.kind.name)} counts",
                f"write `works in ZONE` in `kind {card.kind.name}`",
            )
    for rule in own:
        add_rule(low, rule, card.id, card, table)
    for rule in common:
        key = (id(rule), card.kind.index)
        known = low.kind_rules.get(key)
        if known is None:
            low.kind_rules[key] = add_rule(low, rule, card.kind.name, card, table)
            continue
        for rows, row in known:
            rows.append({**row, "design": card.index})


def kind_rules(kind: KindSym) -> list[StandingRule]:
    """The standing rules that a kind itself carries."""
    clauses = [clause for decl, _ in kind.decls for clause in decl.clauses]
    return [c for c in clauses if isinstance(c, (tree.Trigger, tree.Whenever, tree.Adjust, tree.Forbid))]


def add_rule(
    low: Lowering, rule: StandingRule, name: str, card: DesignSym | None, table: Row
) -> list[tuple[list[Row], Row]]:
    """Put a rule into the table. Its rows, each with the list that it stands in."""
    made: list[tuple[list[Row], Row]] = []
    match rule:
        case tree.Trigger():
            made = [(table["triggers"], row) for row in trigger_row(low, rule, name, card)]
        case tree.Whenever():
            made = [(table["whenevers"], whenever_row(low, rule, name, card))]
        case tree.Adjust():
            adjusted = adjust_row(low, rule, card)
            if adjusted is not None:
                made = [(table["defines"][adjusted[0]]["adjusts"], adjusted[1])]
        case tree.Forbid():
            forbidden = forbid_row(low, rule, card)
            if forbidden is not None:
                made = [(table["actions"][forbidden[0]]["forbids"], forbidden[1])]
    for rows, row in made:
        rows.append(row)
    return made
