"""Cards: which clauses they have, how they are named, how many there are."""

from __future__ import annotations

import re

from chronoc.diagnostics import Note
from chronoc.model.declared import Declared, Entry
from chronoc.model.kinds import COMMON, OVERRIDE, member_names
from chronoc.model.order import set_key
from chronoc.model.suggest import article, fold, listed, nearest
from chronoc.model.symbols import ClauseSym, DesignSym, FieldSym, KindSym, Program, SetSym
from chronoc.syntax import tree

PROVENANCE = ("printed", "reconstructed")
NamedClause = tree.Field | tree.Condition | tree.Effect | tree.Table
#: Words that begin an item which looks like a card.
ITEMS = ("set", "game", "goal", "layout", "robot", "scenario")


def collect_cards(program: Program, found: Declared) -> None:
    """All cards in canonical order: kinds, then sets, files, places in the file."""
    entries: list[tuple[KindSym, Entry]] = []
    for entry in found.of("card"):
        decl = entry.decl
        assert isinstance(decl, tree.CardDecl)
        kind = program.kind_names.get(fold(decl.kind))
        if kind is None or kind.index == 0:
            kind = unknown_kind(program, decl)
        if kind is None:
            remember_broken(program, decl)
            continue
        entries.append((kind, entry))
    entries.sort(key=lambda pair: pair[0].index)
    for kind, entry in entries:
        decl = entry.decl
        assert isinstance(decl, tree.CardDecl)
        add_card(program, decl, kind, entry.set, entry)
    name_cards(program)
    left_out(program)
    copies(program)


def unknown_kind(program: Program, decl: tree.CardDecl) -> KindSym | None:
    """Tell that there is no such kind. The kind that is surely meant, so that the rest of the card can be read."""
    meant = program.plurals.get(fold(decl.kind))
    near = meant.name if meant is not None else nearest(decl.kind, [*(k.name for k in program.kinds[1:]), *ITEMS])
    meant = program.kind_names.get(fold(near)) if near is not None else None
    program.findings.error(
        "unknown-kind",
        decl.kind_span,
        f"there is no kind `{decl.kind}`" + (", so this card is not read" if meant is None else ""),
        f"did you mean `{near}`?" if near else f"declare it: `kind {decl.kind} {{ }}`",
    )
    return meant


def remember_broken(program: Program, decl: tree.CardDecl) -> None:
    """References to a card that could not be read are no faults of their own."""
    for name in (decl.name, decl.title):
        if name is not None:
            program.card_names.setdefault(fold(name), [])
            program.card_titles.setdefault(fold(name), [])


def add_card(
    program: Program, decl: tree.CardDecl, kind: KindSym, owner: SetSym | None, entry: Entry | None = None
) -> DesignSym:
    """A card with its clauses looked up. Names are filled afterwards."""
    card = DesignSym(len(program.designs), "", decl, kind, owner, decl.copies, decl.head)
    card.provenance = default_provenance(program, owner, decl.span.file)
    program.designs.append(card)
    if decl.name is not None:
        program.card_names.setdefault(fold(decl.name), []).append(card)
    program.card_titles.setdefault(fold(decl.title), []).append(card)
    for clause in decl.clauses:
        card_clause(program, card, clause)
    for item, _ in entry.more if entry is not None else ():
        if isinstance(item, tree.CardDecl):
            for clause in item.clauses:
                card_clause(program, card, clause)
    misspelt(card)
    by_number(program, card)
    return card


def misspelt(card: DesignSym) -> None:
    """A clause whose name is nearly that of one that is lacking is taken for it: one fault, one finding."""
    for near, clause in card.guesses:
        if near not in card.written and same_form(card.kind.member(near), clause):
            card.written[near] = clause
            card.broken_mentions[near] = None


def same_form(member: FieldSym | ClauseSym | None, clause: NamedClause) -> bool:
    if isinstance(member, FieldSym):
        return isinstance(clause, tree.Field) and clause.statement is None and not member.var
    return isinstance(member, ClauseSym) and (member.sort == "condition") == isinstance(clause, tree.Condition)


def default_provenance(program: Program, owner: SetSym | None, path: str) -> str | None:
    result = None
    for decl in owner.decls if owner is not None else ():
        for clause in decl.clauses:
            if isinstance(clause, tree.Field) and fold(clause.name) == "provenance" and clause.values:
                if decl.span.file == path or result is None:
                    result = text_of(clause.values[0])
    return result


def text_of(expr: tree.Expr) -> str | None:
    if isinstance(expr, tree.Text):
        return expr.value
    if isinstance(expr, tree.Name):
        return expr.name
    return None


def card_clause(program: Program, card: DesignSym, clause: tree.Clause) -> None:
    match clause:
        case tree.Field() | tree.Condition() | tree.Effect() | tree.Table():
            named_clause(program, card, clause)
        case tree.React():
            card.reactions.append(clause)
        case tree.Translation():
            card.translations.append(clause)
        case tree.Trigger() | tree.Whenever() | tree.Adjust() | tree.Forbid():
            card.standing.append(clause)
        case tree.VarDecl() | tree.SideDecl() | tree.FieldDecl() | tree.ConditionDecl() | tree.WorksIn():
            program.findings.error(
                "wrong-type",
                clause.span,
                "this belongs to a kind, not to a card",
                f"move it to `kind {card.kind.name} {{ … }}`",
            )


def named_clause(program: Program, card: DesignSym, clause: NamedClause) -> None:
    key = fold(clause.name)
    member = card.kind.member(key)
    if member is None and key in (*COMMON, *OVERRIDE) and isinstance(clause, tree.Field):
        common(program, card, key, clause)
        return
    if isinstance(member, FieldSym) and key == "tags" and isinstance(clause, tree.Field):
        common(program, card, key, clause)
        return
    if member is None:
        unknown_clause(program, card, clause)
        return
    first = card.written.get(key)
    if first is not None:
        program.findings.error(
            "doubled-name",
            clause.name_span,
            f"this card says `{clause.name}` twice",
            Note("first here", first.name_span),
        )
        return
    card.written[key] = clause
    if isinstance(member, FieldSym):
        if not isinstance(clause, tree.Field) or clause.statement is not None:
            program.findings.error(
                "wrong-type", clause.span, f"`{member.name}` is a value of {article(card.kind.name)}",
                f"write `{member.name}: {program.describe(member.type)}`",
            )  # fmt: skip
            card.broken[key] = None
        elif member.var and not member.type.bad:
            program.findings.error(
                "wrong-type", clause.name_span, f"`{member.name}` changes in play, so it is not printed on cards",
                Note("it is declared here", member.span),
            )  # fmt: skip
    elif member.sort == "condition" and not isinstance(clause, tree.Condition):
        program.findings.error(
            "wrong-type", clause.span, f"`{member.name}` is a condition", f"write `{member.name} if …`"
        )
        card.broken[key] = None
    elif member.sort != "condition" and isinstance(clause, tree.Condition):
        say = f"{member.name} {{ … }}" if member.sort == "effect" else f"{member.name}: …"
        program.findings.error("wrong-type", clause.span, f"`{member.name}` is no condition", f"write `{say}`")
        card.broken[key] = None


def unknown_clause(program: Program, card: DesignSym, clause: NamedClause) -> None:
    names = [*member_names(card.kind), *COMMON]
    near = nearest(clause.name, names)
    if near is not None:
        card.guesses.append((fold(near), clause))
    elsewhere = program.field_names.get(fold(clause.name)) or program.clause_names.get(fold(clause.name)) or []
    notes = [f"did you mean `{near}`?" if near else f"{article(card.kind.name)} may say {listed(names)}"]
    if elsewhere and near is None:
        notes = [f"`{clause.name}` is of the kind {listed(f'`{m.kind.name}`' for m in elsewhere)}"]
    program.findings.error(
        "unknown-field", clause.name_span, f"{article(card.kind.name)} has no `{clause.name}`", *notes
    )


def common(program: Program, card: DesignSym, key: str, clause: tree.Field) -> None:
    first = card.written.get(key)
    if first is not None:
        program.findings.error(
            "doubled-name",
            clause.name_span,
            f"this card says `{clause.name}` twice",
            Note("first here", first.name_span),
        )
        return
    card.written[key] = clause
    if key == "tags":
        tags(program, card, clause)
        return
    if key == "renamed_from":
        former(program, card, clause)
        return
    value = text_of(clause.values[0]) if len(clause.values) == 1 else None
    if value is None:
        program.findings.error("wrong-type", clause.span, f"`{key}` takes one text")
    elif key == "note":
        card.note = value
    elif key in OVERRIDE:
        pass  # `written` holds it
    elif fold(value) in PROVENANCE:
        card.provenance = fold(value)
    else:
        program.findings.error("wrong-type", clause.span, f"`provenance` is {listed(PROVENANCE)}, not `{value}`")


def former(program: Program, card: DesignSym, clause: tree.Field) -> None:
    """`renamed from: Old, "The Old Title"`"""
    for item in clause.values:
        name = text_of(item)
        if name is None:
            program.findings.error(
                "wrong-type", item.span, "here stands what the card was called: a name, or a title in quotes"
            )
            continue
        card.former.append((name, item.span))
        program.former.setdefault(fold(name), card)


def now_called(program: Program, name: str, near: str | None, title: bool = True) -> str | None:
    """Advice for a name that nothing has: what it is called now, or what is nearly so."""
    card = program.former.get(fold(name))
    if card is None:
        return f"did you mean `{near}`?" if near else None
    new = card.title if title or card.decl.name is None else card.decl.name
    return f"it is called otherwise now; did you mean `{new}`?"


def tags(program: Program, card: DesignSym, clause: tree.Field) -> None:
    for value in clause.values:
        for item in value.items if isinstance(value, tree.ListOf) else (value,):
            name = text_of(item)
            tag = program.tag_names.get(fold(name)) if name is not None else None
            if tag is not None:
                if tag.index not in card.tags:
                    card.tags.append(tag.index)
                continue
            if isinstance(item, (tree.Unknown, tree.BadExpr)):
                card.unknown = card.unknown or item.span
                continue
            near = nearest(name or "", [t.name for t in program.tags])
            program.findings.error(
                "unknown-name", item.span, f"there is no tag `{name}`",
                f"did you mean `{near}`?" if near else f"declare it: `tag {name}`",
            )  # fmt: skip


def by_number(program: Program, card: DesignSym) -> None:
    """Cards of a kind `named by F` are known by the number that stands there."""
    if card.kind.named_by is None:
        return
    clause = card.written.get(fold(card.kind.named_by))
    if isinstance(clause, tree.Field) and len(clause.values) == 1 and isinstance(clause.values[0], tree.Number):
        number = clause.values[0].value
        root = [k for k in card.kind.lineage if k.named_by is not None][-1]
        others = program.numbers.setdefault(root.index, {}).setdefault(number, [])
        for other in others:
            if other.set is card.set:
                program.findings.error(
                    "doubled-name",
                    clause.span,
                    f"two cards of one set have the {clause.name} {number}, which names them",
                    Note(f"the other is `{other.title}`", other.span),
                )
                return
        others.append(card)


def slug(text: str) -> str:
    words = re.sub(r"[^\w]+", "_", text.replace("'", "").replace("’", "")).strip("_")
    return words or "card"


def card_id(card: DesignSym, level: int) -> str:
    """The name of a card with as much before it as is needed: nothing, its kind, its set and kind."""
    own = card.decl.name or slug(card.title)
    if level == 0:
        return own
    if level == 1:
        return f"{card.kind.name}_{own}"
    return f"{card.set.name if card.set else 'scenario'}_{card.kind.name}_{own}".replace("-", "_")


def name_cards(program: Program) -> None:
    """A stable id for each card: its name or title; where that is taken twice, kind and set go before it."""
    for level in range(3):
        groups: dict[str, list[DesignSym]] = {}
        for card in program.designs:
            groups.setdefault(fold(card.id), []).append(card)
        for cards in groups.values():
            if len(cards) > 1 or not cards[0].id:
                for card in cards:
                    card.id = card_id(card, level)
    count: dict[str, int] = {}
    for card in program.designs:
        key = fold(card.id)
        count[key] = count.get(key, 0) + 1
        if count[key] > 1:
            card.id = f"{card.id}_{count[key]}"


def left_out(program: Program) -> None:
    """Cards of a set that the variant leaves in the box: all of them, or those of some kinds."""
    for name, words in program.variant.without.items():
        key = f"without.{name}"
        found = program.set_names.get(set_key(name))
        if found is None:
            near = nearest(name, [s.name for s in program.sets])
            program.findings.error(
                "unknown-set",
                program.variant.span(key),
                f"the variant uses no set `{name}`, so it cannot leave cards of it out",
                f"did you mean `{near}`?" if near else None,
            )
            continue
        for at, word in enumerate(words):
            kind = program.kind_names.get(fold(word)) or program.plurals.get(fold(word))
            if kind is None and fold(word) != "all":
                near = nearest(word, ["all", *(k.plural for k in program.kinds[1:])])
                program.findings.error(
                    "unknown-kind",
                    program.variant.span(f"{key}.{at}"),
                    f"there is no kind `{word}`",
                    f"did you mean `{near}`?" if near else None,
                )
                continue
            for card in program.designs:
                if card.set is found and (kind is None or kind in card.kind.lineage):
                    card.copies = 0


def copies(program: Program) -> None:
    """What the variant says about the number of copies, also of a card that it leaves out otherwise."""
    for title, number in program.variant.copies.items():
        cards = program.card_titles.get(fold(title)) or program.card_names.get(fold(title)) or []
        span = program.variant.span(f"copies.{title}")
        if not cards:
            near = nearest(title, [c.title for c in program.designs])
            program.findings.error(
                "unknown-card", span, f"there is no card `{title}`", now_called(program, title, near)
            )
        elif len(cards) > 1:
            kinds = listed(f"{c.kind.name} `{c.title}`" for c in cards)
            program.findings.error("ambiguous-name", span, f"`{title}` is the title of more than one card: {kinds}")
        elif number < 0 or number > 10_000:
            program.findings.error("wrong-count", span, f"{number} is no number of copies")
        else:
            cards[0].copies = number
