"""Checks that need the whole program."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from chronoc.diagnostics import Note
from chronoc.lower.bounds import check_bounds
from chronoc.lower.flow import ASK, CHANCE, YOU, Doing, Entity, Flow
from chronoc.lower.hidden import check_hidden
from chronoc.lower.late import check_late
from chronoc.lower.lowering import Lowering
from chronoc.model.suggest import article, fold, nearest
from chronoc.model.symbols import ClauseSym, DesignSym, FieldSym, SetSym
from chronoc.syntax import tree

Row = dict[str, Any]


def verify(low: Lowering, table: Row) -> None:
    """All of them."""
    check_bounds(low, table)
    cells(low, table)
    mirrors(low, table)
    expectations(low)
    mentions(low)
    flow = Flow(table, low.code.nodes, low.code.spans)
    unbound_you(low, table, flow)
    trials(low, flow)
    never_asking(low, table, flow)
    check_hidden(low, table)
    check_late(low, table)
    circles(low, table, flow)


# ------------------------------------------------------------------ cards


def cells(low: Lowering, table: Row) -> None:
    """Two cards cannot be printed for the same cell of one grid."""
    for field in low.program.fields:
        if field.type.base != "cell" or field.var:
            continue
        taken: dict[tuple[str, int], DesignSym] = {}
        for card, row in zip(low.program.designs, table["designs"], strict=True):
            node = row["fields"].get(str(field.index))
            if node is None or low.code.nodes[node][0] != "cell":
                continue
            key = (row["set"], low.code.nodes[node][3])
            first = taken.setdefault(key, card)
            if first is not card:
                low.program.findings.error(
                    "same-cell",
                    place(card, field),
                    f"`{card.title}` and `{first.title}` are printed for the same cell",
                    Note("the other", place(first, field)),
                )


def place(card: DesignSym, member: FieldSym | ClauseSym) -> tree.Span:
    """Where a card says something, or its head."""
    clause = card.written.get(fold(member.name))
    return clause.span if clause is not None else card.span


def named(low: Lowering, card: DesignSym, member: FieldSym | ClauseSym, row: Row) -> dict[int, tree.Span]:
    """The cards that a field or clause of this card names."""
    if isinstance(member, ClauseSym):
        return card.mentions.get(member.index, {})
    node = row["fields"].get(str(member.index))
    result: dict[int, tree.Span] = {}
    if node is None:
        return result
    parts = low.code.nodes[node][1] if low.code.nodes[node][0] == "list" else [node]
    written = values(card, member)  # equal code stands once, with the place where it was met first
    for k, part in enumerate(parts):
        op = low.code.nodes[part]
        if op[0] in ("obj", "design"):
            result.setdefault(op[1], written[k].span if len(written) == len(parts) else place(card, member))
    return result


def values(card: DesignSym, member: FieldSym) -> list[tree.Expr]:
    """What is written of a field, one by one."""
    clause = card.written.get(fold(member.name))
    if not isinstance(clause, tree.Field):
        return []
    return [item for value in clause.values for item in (value.items if isinstance(value, tree.ListOf) else (value,))]


def mirrors(low: Lowering, table: Row) -> None:
    """A field that mirrors another: what one card says of the other, the other says of it."""
    rows = table["designs"]
    for field in low.program.fields:
        if field.mirrors is None or field.type.bad:
            continue
        element = field.type.arg if field.type.base == "list" else field.type
        if element.base not in ("object", "design"):
            low.program.findings.error(
                "wrong-type", field.span, f"`{field.name}` names no cards, so it mirrors nothing"
            )
            continue
        other = low.program.kinds[element.arg[0]].member(fold(field.mirrors))
        if other is None:
            near = nearest(field.mirrors, [m.name for k in low.program.kinds for m in k.members()])
            low.program.findings.error(
                "unknown-field",
                field.span,
                f"{article(low.program.kinds[element.arg[0]].name)} has no `{field.mirrors}` to mirror",
                f"did you mean `{near}`?" if near else None,
            )
            continue
        compare(low, rows, field, other, element.arg)


def compare(
    low: Lowering, rows: list[Row], field: FieldSym, other: FieldSym | ClauseSym, kinds: tuple[int, ...]
) -> None:
    designs = low.program.designs
    back: dict[int, dict[int, tree.Span]] = {}  # named card -> who names it through `other`
    for card in designs:
        if any(low.is_a(card.kind.index, k) for k in kinds):
            for index, span in named(low, card, other, rows[card.index]).items():
                back.setdefault(index, {})[card.index] = span
    for card in designs:
        if not low.is_a(card.kind.index, field.kind.index):
            continue
        naming = back.get(card.index, {})
        if fold(field.name) not in card.written:
            fill(low, rows[card.index], field, list(naming))
            continue
        said = named(low, card, field, rows[card.index])
        for index, span in said.items():
            if index not in naming and readable(designs[index], other):
                low.program.findings.error(
                    "one-sided",
                    span,
                    f"`{card.title}` says `{field.name}` of `{designs[index].title}`, which does not name it",
                    Note(f"its `{other.name}` does not name `{card.title}`", place(designs[index], other)),
                )
        for index, span in naming.items():
            if index not in said and readable(card, field):
                low.program.findings.error(
                    "one-sided",
                    span,
                    f"`{designs[index].title}` names `{card.title}`, whose `{field.name}` does not say so",
                    Note(f"`{field.name}` of `{card.title}`", place(card, field)),
                )


def readable(card: DesignSym, member: FieldSym | ClauseSym) -> bool:
    """Whether what a card says there could be read, so that it surely does not say more."""
    key = fold(member.name)
    said = key in card.written or not (isinstance(member, ClauseSym) and member.required)
    return said and key not in card.broken and key not in card.broken_mentions


def fill(low: Lowering, row: Row, field: FieldSym, cards: list[int]) -> None:
    """A mirror that a card does not print is what the other side says."""
    if field.type.base != "list":
        return
    nodes = []
    for index in sorted(cards):
        card = low.program.designs[index]
        nodes.append(low.code.add(card.span, "obj" if low.single(card) else "design", index))
    row["fields"][str(field.index)] = low.code.add(field.span, "list", nodes)


def expectations(low: Lowering) -> None:
    """`expect: 32 events, 10 lamps`: how many cards of a kind or tag the set has. Where a file could not be read in
    full, cards may be missing for that reason, which is told already."""
    if any(d.severity == "error" and d.code.startswith("C0") for d in low.program.findings.items):
        return
    for found in low.program.sets:
        for decl in found.decls:
            for clause in decl.clauses:
                if isinstance(clause, tree.Field) and fold(clause.name) == "expect":
                    for item in clause.values:
                        expected(low, found, item)
    for key, number in low.program.variant.expect.items():
        if " in " not in key:  # how many lie in a zone is known once the game is set up
            expected_of_variant(low, key, number)


def expected_of_variant(low: Lowering, key: str, number: int) -> None:
    """How many cards of a kind or tag the variant has, with its own numbers of copies."""
    span = low.program.variant.span(f"expect.{key}")
    test = counted_as(low, key)
    if test is None:
        near = nearest(key, [k.plural for k in low.program.kinds[1:]])
        low.program.findings.error(
            "unknown-kind", span, f"there is no kind or tag `{key}`", f"did you mean `{near}`?" if near else None
        )
        return
    count = sum(c.copies for c in low.program.designs if test(c))
    if count != number:
        low.program.findings.error("wrong-count", span, f"the variant has {count} {key}, not {number}")


def counted_as(low: Lowering, name: str) -> Callable[[DesignSym], bool] | None:
    """The test of a card that belongs to a kind or has a tag; None when there is neither."""
    word = fold(name)
    kind = low.program.kind_names.get(word) or low.program.plurals.get(word)
    tag = low.program.tag_names.get(word)
    if kind is not None:
        return lambda card: low.is_a(card.kind.index, kind.index)
    if tag is not None:
        return lambda card: tag.index in card.tags
    return (lambda card: True) if word in ("card", "cards") else None


def expected(low: Lowering, found: SetSym, item: tree.Expr) -> None:
    if isinstance(item, (tree.BadExpr, tree.Unknown)):
        return
    if isinstance(item, tree.In):
        low.program.expects.append((found, item))  # how many lie in a zone is known once the game is set up
        return
    if (
        not isinstance(item, tree.Quantity)
        or not isinstance(item.count, tree.Number)
        or not isinstance(item.what, tree.Name)
    ):
        low.program.findings.error(
            "wrong-type", item.span, "here should stand how many of what", "write `expect: 12 KINDS, …`"
        )
        return
    word = fold(item.what.name)
    if word in ("player", "players"):
        return
    test = counted_as(low, item.what.name)
    if test is None:
        near = nearest(item.what.name, [k.plural for k in low.program.kinds[1:]])
        low.program.findings.error(
            "unknown-kind",
            item.what.span,
            f"there is no kind or tag `{item.what.name}`",
            f"did you mean `{near}`?" if near else None,
        )
        return
    cards = [c for c in low.program.designs if c.set is found and test(c)]
    count = sum(c.decl.copies for c in cards)
    if count != item.count.value:
        low.program.findings.error(
            "wrong-count", item.span, f"the set has {count} {item.what.name}, not {item.count.value}",
            f"{len(cards)} different ones, copies counted" if count != len(cards) else None,
        )  # fmt: skip


def circles(low: Lowering, table: Row, flow: Flow) -> None:
    """What would be asked for while it is being worked out: cards whose sides hang on each other, a definition that is
    adjusted by itself."""
    for index, define in enumerate(table["defines"]):
        for adjust in define["adjusts"]:
            for fn in (adjust["by"], adjust["where"]):
                if fn is not None and flow.reaches(("fn", fn), ("define", index)):
                    span = low.code.spans[flow.roots(("fn", fn))[0]] or low.program.defines[index].span
                    low.program.findings.error(
                        "cyclic-definition",
                        span,
                        f"`{define['name']}` is adjusted by what it is itself, so it has no value",
                    )
    edges: dict[tuple[int, int], list[tuple[int, int, tree.Span]]] = {}
    for card in low.program.designs:
        for clause, read in card.readings.items():
            for other, which, span in read:
                edges.setdefault((card.index, clause), []).extend(
                    (other, asked, span) for asked in clauses_behind(low, flow, low.program.designs[other], which)
                )
    for circle, span in found_circles(edges):
        chain = " -> ".join(f"`{low.program.designs[card].title}`" for card, _ in (*circle, circle[0]))
        low.program.findings.error(
            "cyclic-definition",
            span,
            f"these cards hang on each other in a circle, so nothing says how they lie: {chain}",
        )


def clauses_behind(low: Lowering, flow: Flow, card: DesignSym, which: str) -> list[int]:
    """The written clauses of a card that its plain or primed side depends on."""
    group = low.program.define_names.get((which, 1))
    result: list[int] = []
    for overload in group.overloads if group is not None else ():
        kinds = overload.types[0].arg if overload.types[0].base == "object" else ()
        if overload.fn is None or not any(low.is_a(card.kind.index, k) for k in kinds):
            continue
        for key, written in card.written.items():
            member = card.kind.member(key)
            if isinstance(member, ClauseSym) and not isinstance(written, tree.Effect):
                if flow.reaches(("fn", overload.fn), ("clause", member.index)):
                    result.append(member.index)
        break
    return result


Place = tuple[int, int]


def found_circles(edges: dict[Place, list[tuple[int, int, tree.Span]]]) -> list[tuple[list[Place], tree.Span]]:
    """Circles in a graph, each once, with the place of the edge that closes it."""
    state: dict[Place, int] = {}
    result: list[tuple[list[Place], tree.Span]] = []
    for start in edges:
        if start in state:
            continue
        state[start] = 1
        path = [start]
        todo = [list(edges[start])]
        while todo:
            if not todo[-1]:
                todo.pop()
                state[path.pop()] = 2
                continue
            card, clause, span = todo[-1].pop(0)
            after = (card, clause)
            if state.get(after) == 1:
                result.append((path[path.index(after) :], span))
            elif after not in state:
                state[after] = 1
                path.append(after)
                todo.append(list(edges.get(after, [])))
    return result


def mentions(low: Lowering) -> None:
    """Counting what a condition mentions is exact for conjunctions only."""
    for clause_index, span in low.named_clauses:
        clause = low.program.clauses[clause_index]
        for card in low.program.designs:
            written = card.written.get(fold(clause.name))
            if isinstance(written, tree.Condition) and low.is_a(card.kind.index, clause.kind.index):
                vague = not_plain(written.condition)
                if vague is not None:
                    low.program.findings.warning(
                        "inexact-mention",
                        vague,
                        f"`named in {clause.name}` counts all cards that stand here, also where not all of them matter",
                        Note("it is asked here", span),
                    )


def not_plain(e: tree.Expr) -> tree.Span | None:
    """The first part of a condition that is not a plain conjunction of named cards."""
    match e:
        case tree.Binary(op="and"):
            return not_plain(e.left) or not_plain(e.right)
        case tree.Binary(op="or"):
            return e.span
        case tree.Unary(op="not"):
            return e.span
        case tree.NOf(count="all"):
            return None
        case tree.NOf():
            return e.span
    return None


# ------------------------------------------------------------------ you


def unbound_you(low: Lowering, table: Row, flow: Flow) -> None:
    """A rule that holds always has no `you`; neither has anything it calls."""
    for rule in table["whenevers"]:
        if rule["design"] is not None:
            continue
        for part in ("over", "where", "body"):
            if rule[part] is not None:
                check_you(low, flow, ("fn", rule[part]))


def check_you(low: Lowering, flow: Flow, entity: Entity) -> None:
    doing = flow.doing(entity)
    if YOU in doing.direct:
        span = doing.direct[YOU] or low.code.spans[flow.roots(entity)[0]]
        if span is not None:
            low.program.findings.error(
                "unbound-you", span, "a rule that holds always is nobody's, so there is no `you` here",
                "say who: `by P { … }`, or name the player",
            )  # fmt: skip
        return
    for (callee, free), span in doing.calls.items():
        path = flow.path(callee, YOU) if free else None
        if path is None or span is None:
            continue
        chain = " -> ".join(flow.name(e) for e in path)
        where = flow.place(path[-1], YOU)
        low.program.findings.error(
            "unbound-you", span, f"a rule that holds always is nobody's, but this comes to ask for `you`: {chain}",
            Note("it is asked for here", where) if where is not None else None, "say who: `by P { … }`",
        )  # fmt: skip


# ------------------------------------------------------------------ asking where nobody can be asked


def trials(low: Lowering, flow: Flow) -> None:
    """What stands in a `try` is carried out on trial only, so it cannot ask or turn on chance."""
    for node, span in low.tries:
        doing = Doing()
        flow.walk(node, doing)
        report_asking(low, flow, doing, span, "`try` only looks what would be")


def never_asking(low: Lowering, table: Row, flow: Flow) -> None:
    """`whenever` never asks; `whenever settled` may."""
    for rule in table["whenevers"]:
        if not rule["settled"]:
            entity = ("fn", rule["body"])
            span = low.code.spans[flow.roots(entity)[0]]
            if span is not None:
                report_asking(
                    low, flow, flow.doing(entity), span, "`whenever` acts by itself", (ASK,), "use `whenever settled`"
                )


def report_asking(
    low: Lowering,
    flow: Flow,
    doing: Doing,
    span: tree.Span,
    why: str,
    bits: tuple[int, ...] = (ASK, CHANCE),
    note: str = "",
) -> None:
    for bit in bits:
        what = "asks somebody" if bit == ASK else "cannot be foreseen or taken back"
        if bit in doing.direct:
            low.program.findings.error("may-ask", doing.direct[bit] or span, f"{why}, but this {what}", note or None)
            return
        for (callee, _), place_ in doing.calls.items():
            path = flow.path(callee, bit)
            if path is not None:
                chain = " -> ".join(flow.name(e) for e in path)
                where = flow.place(path[-1], bit)
                low.program.findings.error(
                    "may-ask", place_ or span, f"{why}, but this comes to something that {what}: {chain}",
                    Note("here", where) if where is not None else None, note or None,
                )  # fmt: skip
                return
