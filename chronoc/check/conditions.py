"""What is wrong with the conditions of a table as conditions: always or never true, parts that change nothing.

Every condition is looked at as a whole, exactly (`truth`). A condition gets one finding at the most for each of its parts.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

from chronoc.check.formulas import COMPARED, Where
from chronoc.check.truth import Cases, Formula, cases
from chronoc.lower.code import SHARED
from chronoc.lower.flow import children
from chronoc.syntax.tree import Span

if TYPE_CHECKING:
    from chronoc.check.context import Context

#: Where a condition stands in an operation.
TESTED = {
    "ifelse": 1, "while": 1, "require": 1, "where": 3, "any": 3, "every": 3, "no": 3, "choose": 6, "try": 2, "if": 1,
}  # fmt: skip
JOINS = ("and", "or")


@dataclass(frozen=True, slots=True)
class Verdict:
    """kind: the rule that says it · other: a further place · join: what stands between them, where that matters"""

    kind: str
    span: Span
    other: Span | None = None
    join: str = ""


@dataclass(slots=True)
class Part:
    """A part of a condition with the cases in which it holds. gone: it was told already, and left out since."""

    node: int
    op: str
    span: Span | None
    mask: int
    parts: list[Part]
    number: int = 0  # of `atleast`
    gone: bool = False
    ranged: bool = False  # a comparison that hangs on the values


def verdicts(ctx: Context) -> list[Verdict]:
    """Of all conditions, in the order of the code; each place once."""
    found: dict[tuple[str, Span], Verdict] = {}
    for node, where, fallback in conditions(ctx):
        for verdict in of_condition(ctx, node, where, fallback):
            found.setdefault((verdict.span.file, verdict.span), verdict)
    return list(found.values())


# ------------------------------------------------------------------ which conditions there are


def conditions(ctx: Context) -> Iterator[tuple[int, Where, Span | None]]:
    """Every condition: its node, what its slots stand for, the place of what it belongs to."""
    told: dict[int, None] = {}
    tests = condition_functions(ctx)
    for index, fn in enumerate(ctx.table["fns"]):
        where = ctx.formulas.inside(index, ctx.owners.get(index))
        todo: list[tuple[int, bool, bool, Span | None]] = [(fn["code"], index in tests, False, None)]
        while todo:
            node, tested, inside, span = todo.pop()
            op = ctx.code[node]
            joint = op[0] in (*JOINS, "not", "atleast")
            span = ctx.place(node) or span
            if (tested or joint) and not inside and op[0] != "flag" and node not in told:
                if joint or op[0] not in SHARED:
                    told[node] = None
                    yield node, where, span
            at = TESTED.get(op[0])
            test = None if at is None else op[at]
            branches = [branch[3] for branch in op[3]] if op[0] == "either" else []
            if op[0] in ("case", "switch") and op[1] is None:
                branches = [one for tests_, _ in op[2] for one in tests_ if not isinstance(one, list)]
            for child in children(op):
                is_test = child == test or child in branches
                todo.append((child, is_test, joint and not (op[0] == "atleast" and child == op[1]), span))


def condition_functions(ctx: Context) -> dict[int, None]:
    """Functions that are conditions as a whole."""
    table = ctx.table
    found: list[int | None] = []
    for design in table["designs"]:
        for clause, fn in design["clauses"].items():
            if table["clauses"][int(clause)]["sort"] == "condition":
                found.append(fn)
        found += [reaction["if"] for reaction in design["reactions"]]
    found += [clause["default"] for clause in table["clauses"] if clause["sort"] == "condition"]
    found += [row["where"] for key in ("whenevers", "triggers", "goals") for row in table[key]]
    for action in table["actions"]:
        found += [
            action["when"],
            *(limit["if"] for limit in action["limits"]),
            *(f["where"] for f in action["forbids"]),
        ]
    found += [adjust["where"] for define in table["defines"] for adjust in define["adjusts"]]
    found += [works["while"] for kind in table["kinds"] for works in kind["works"]]
    return {fn: None for fn in found if fn is not None}


# ------------------------------------------------------------------ one condition


def of_condition(ctx: Context, node: int, where: Where, fallback: Span | None) -> Iterator[Verdict]:
    formulas = ctx.formulas
    whole = formulas.formula(node, where)
    if isinstance(whole, bool) and not ctx.first_place(node):
        return
    pieces: list[Formula] = []
    read(ctx, node, where, pieces)
    space = cases([whole, *pieces], formulas.bounds, formulas.sizes)
    if space is None:
        return
    root = part_of(ctx, node, where, space)
    yield from judged(root, space, fallback)


def read(ctx: Context, node: int, where: Where, into: list[Formula]) -> None:
    op = ctx.code[node]
    for part in part_nodes(ctx, node):
        read(ctx, part, where, into)
    if op[0] not in (*JOINS, "not", "atleast"):
        into.append(ctx.formulas.formula(node, where))


def part_nodes(ctx: Context, node: int) -> list[int]:
    """The conditions that a condition is made of."""
    op = ctx.code[node]
    if op[0] in JOINS:
        return list(op[1])
    if op[0] == "not":
        return [op[1]]
    if op[0] == "atleast" and ctx.code[op[1]][0] == "num":
        return list(op[2])
    return []


def part_of(ctx: Context, node: int, where: Where, space: Cases) -> Part:
    op = ctx.code[node]
    parts = [part_of(ctx, one, where, space) for one in part_nodes(ctx, node)]
    number = ctx.code[op[1]][1] if op[0] == "atleast" and parts else 0
    if op[0] == "not" or parts:
        made = Part(node, op[0], ctx.place(node), 0, parts, number)
        made.mask = value(made, space)
        return made
    formula = ctx.formulas.formula(node, where)
    made = Part(node, op[0], ctx.place(node), space.mask(formula), [])
    made.ranged = op[0] in COMPARED and not isinstance(formula, bool)
    return made


def value(part: Part, space: Cases) -> int:
    """The cases of a part, those left out not counted."""
    if not part.parts:
        return part.mask
    masks = [value(one, space) for one in part.parts if not one.gone]
    if part.op == "and":
        found = space.all
        for mask in masks:
            found &= mask
        return found
    if part.op == "or":
        found = 0
        for mask in masks:
            found |= mask
        return found if masks else space.all
    if part.op == "not":
        return space.all & ~masks[0]
    return space.so_many(part.number, masks)


def judged(root: Part, space: Cases, fallback: Span | None) -> Iterator[Verdict]:
    whole = root.mask
    if whole in (0, space.all):
        verdict = constant(root, space, fallback)
        if verdict is not None:
            yield verdict
        return
    todo: list[tuple[Part, Span | None]] = [(root, fallback)]
    while todo:
        here, outer = todo.pop(0)
        outer = here.span or outer
        if here.op in JOINS:
            for part in reversed(here.parts):
                if part.mask in (0, space.all):
                    part.gone = True
                    verdict = constant(part, space, outer)
                    if verdict is not None:
                        yield verdict
                    continue
                part.gone = True
                if value(root, space) != whole:
                    part.gone = False
                    continue
                verdict = surplus(here, part, space, outer)
                if verdict is not None:
                    yield verdict
        todo += [(part, outer) for part in here.parts if not part.gone]


def constant(part: Part, space: Cases, outer: Span | None) -> Verdict | None:
    """A part that is always or never true: the smallest part of it that is so, with what it stands against."""
    kind = "always-true" if part.mask else "never-true"
    if part.ranged:
        return None  # by what numbers there can be: `out-of-range` says it
    outer = part.span or outer
    if part.op == "not":
        # said of the whole: `not` in front of what always holds
        inner = part.parts[0]
        if inner.op in JOINS:
            return None if outer is None else Verdict(kind, outer)
    if part.op in JOINS:
        for one in part.parts:
            if one.mask == part.mask and (part.op == "and") == (part.mask == 0):
                return constant(one, space, outer)
        for at, one in enumerate(part.parts):
            for before in part.parts[:at]:
                both = before.mask & one.mask if part.op == "and" else before.mask | one.mask
                if both == part.mask and one.span is not None and before.span is not None:
                    return Verdict(kind, one.span, before.span)
    return None if outer is None else Verdict(kind, outer)


def surplus(join: Part, part: Part, space: Cases, outer: Span | None) -> Verdict | None:
    """A part without which the condition says the same."""
    span = part.span or outer
    if span is None:
        return None
    for other in join.parts:
        if other is part or other.gone:
            continue
        if other.mask == part.mask:
            return Verdict("repeated-part", span, other.span)
        inner, wider = (other, part) if join.op == "and" else (part, other)
        if not inner.mask & ~wider.mask:
            return Verdict("implied-part", span, other.span, join.op)
    return Verdict("redundant-part", span)
