"""Rules that hold always (`whenever`) as steps from state to state, to find two that undo each other for ever."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from chronoc.check.formulas import Where
from chronoc.check.truth import Formula, Leaf, cases, holds

if TYPE_CHECKING:
    from chronoc.check.context import Context

MOST = 8  # leaves of two rules together
RULES = 30  # so many rules are held against each other
Row = dict[Leaf, bool]


@dataclass(frozen=True, slots=True)
class Step:
    """One rule: when it strikes, and what it then sets, in order. `moved`: (thing, zone) keys."""

    index: int
    when: Formula
    sets: tuple[tuple[str, int, Any], ...]  # "flag", key, formula · "number", key, n · "zone", thing, zone


def circles(ctx: Context) -> list[tuple[int, int]]:
    """Pairs of rules that can go on for ever; a rule that does so alone is a pair with itself."""
    steps = [step for index in range(len(ctx.table["whenevers"])) if (step := step_of(ctx, index)) is not None]
    found: list[tuple[int, int]] = []
    alone: dict[int, None] = {}
    for step in steps:
        if endless(ctx, [step]):
            alone[step.index] = None
            found.append((step.index, step.index))
    for at, one in enumerate(steps[:RULES]):
        for other in steps[at + 1 : RULES]:
            if (
                one.index not in alone
                and other.index not in alone
                and touches(one, other)
                and endless(ctx, [one, other])
            ):
                found.append((one.index, other.index))
    return found


def touches(one: Step, other: Step) -> bool:
    """Whether both set the same thing."""
    return any(a[:2] == b[:2] for a in one.sets for b in other.sets)


# ------------------------------------------------------------------ what a rule does


def step_of(ctx: Context, index: int) -> Step | None:
    """A rule as a step; None where it does more than setting flags and numbers or moving one thing to a certain zone."""
    row = ctx.table["whenevers"][index]
    formulas = ctx.formulas
    element = None
    if row["over"] is not None:
        over = ctx.table["fns"][row["over"]]["code"]
        if ctx.code[over][0] not in ("all", "allenum"):
            return None
        element = formulas.key("element", formulas.of(over, Where(formulas.key("over"))))

    def inside(fn: int) -> Where:
        slots = [(0, formulas.key("nobody"))]
        if row["design"] is not None:
            slots.append((1, formulas.thing(row["design"])))
        if element is not None:
            slots.append((2, element))
        return Where(formulas.key("fn", fn), tuple(slots))

    when: Formula = True
    if row["where"] is not None:
        when = formulas.formula(ctx.table["fns"][row["where"]]["code"], inside(row["where"]))
    sets: list[tuple[str, int, Any]] = []
    body = ctx.table["fns"][row["body"]]["code"]
    if not collect(ctx, body, inside(row["body"]), sets, 0) or not sets:
        return None
    return Step(index, when, tuple(sets))


def collect(ctx: Context, node: int, where: Where, into: list[tuple[str, int, Any]], depth: int) -> bool:
    """Add what an effect sets; False where it cannot be told."""
    op = ctx.code[node]
    formulas = ctx.formulas
    if op[0] == "seq":
        return all(collect(ctx, part, where, into, depth) for part in op[1])
    if op[0] == "set":
        target = formulas.of(op[1], where)
        if formulas.parts[target][0] not in ("get", "game"):
            return False
        value = ctx.code[op[2]]
        if value[0] == "num":
            into.append(("number", target, value[1]))
            return True
        if not is_flag(ctx, formulas.parts[target]):
            return False
        into.append(("flag", target, formulas.formula(op[2], where)))
        return True
    if op[0] == "move" and op[6] == "all":
        thing, zone = formulas.of(op[1], where), formulas.of(op[2], where)
        single = formulas.parts[thing][0] in ("element", "obj") and formulas.parts[zone][0] in ("zone", "zoneof")
        if single:
            into.append(("zone", thing, zone))
        return single
    if op[0] == "perform" and depth < 5:
        if any(trigger["event"] == ["verb", op[1]] for trigger in ctx.table["triggers"]):
            return False
        arguments = [formulas.of(one, where) for one in op[2]]
        overloads = ctx.table["verbs"][op[1]]["overloads"]
        overload = overloads[0] if len(overloads) == 1 else formulas.overload(overloads, arguments)
        if overload is None:
            return False
        slots = ((0, formulas.key("nobody")), *((2 + at, key) for at, key in enumerate(arguments)))
        inner = Where(formulas.key("fn", overload["fn"], *arguments), slots)
        return collect(ctx, ctx.table["fns"][overload["fn"]]["code"], inner, into, depth + 1)
    return False


def is_flag(ctx: Context, what: tuple[Any, ...]) -> bool:
    row = ctx.table["fields" if what[0] == "get" else "gvars"][what[1]]
    return bool(row["type"] == ["flag"])


# ------------------------------------------------------------------ do they come to rest


def endless(ctx: Context, steps: list[Step]) -> bool:
    """Whether from some state these rules strike for ever, each of them."""
    formulas: list[Formula] = [step.when for step in steps]
    formulas += [value for step in steps for kind, _, value in step.sets if kind == "flag"]
    formulas += [("flag", key) for step in steps for kind, key, _ in step.sets if kind == "flag"]
    space = cases(formulas, ctx.formulas.bounds, ctx.formulas.sizes, MOST)
    if space is None:
        return False
    return any(runs_on(ctx, steps, row) for row in space.rows(space.all))


def runs_on(ctx: Context, steps: list[Step], start: Row) -> bool:
    seen: dict[tuple[bool, ...], int] = {}
    history: list[list[bool]] = []  # which rules changed something, round by round
    row = dict(start)
    while tuple(row.values()) not in seen:
        seen[tuple(row.values())] = len(history)
        struck = [holds(step.when, row) for step in steps]  # matches are fixed on one state
        changed = []
        for step, strikes in zip(steps, struck, strict=True):
            after = applied(ctx, step, row) if strikes else row
            if after is None:
                return False
            changed.append(after != row)
            row = after
        if not any(changed):
            return False
        history.append(changed)
    lap = history[seen[tuple(row.values())] :]
    return all(any(changed[at] for changed in lap) for at in range(len(steps)))


def applied(ctx: Context, step: Step, row: Row) -> Row | None:
    """The state after a rule; None where that is not certain."""
    row = dict(row)
    for kind, key, value in step.sets:
        if kind == "flag":
            row[("flag", key)] = holds(value, row)
            continue
        for leaf in row:
            what = ctx.formulas.parts[leaf[1]]
            if kind == "number":
                if leaf[1] == key:
                    if leaf[0] != "least":
                        return None
                    row[leaf] = value >= leaf[2]
            elif what[0] == "inzone" and what[1] == key:
                if what[2] != value and ctx.formulas.parts[what[2]][:2] == ctx.formulas.parts[value][:2]:
                    return None  # the same zone of somebody else, perhaps
                row[leaf] = what[2] == value
            elif what[0] == "inzones" and what[1] == key:
                row[leaf] = what[2] == ctx.formulas.parts[value][1]
    return row
