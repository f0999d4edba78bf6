"""The rows of a `case` and of tables on cards: what they test, whether they overlap or leave something out."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from chronoc.diagnostics import Note
from chronoc.lower.body import Body, Val
from chronoc.lower.expressions import condition, expr, value
from chronoc.lower.narrowing import learn
from chronoc.model import types
from chronoc.model.suggest import article, listed
from chronoc.model.types import Type
from chronoc.syntax import tree

Arm = list[Any]


def value_arms(b: Body, e: tree.Case, want: Type | None) -> Val:
    """`case E { 2 to 3: V ; else: V }` as a value."""
    subject: Val | None = expr(b, e.subject, None) if e.subject is not None else None
    result: Type | None = None

    def arm_value(value: tree.Expr | tree.Block) -> int:
        nonlocal result
        if isinstance(value, tree.Block):
            b.findings.error("wrong-type", value.span, "here should stand a value, not an effect")
            result = types.ERROR
            return b.poison()[0]
        node, type_ = expr(b, value, want if want is not None else result)
        joined = type_ if result is None else types.join(result, type_)
        if joined is None:
            other = article(b.program.describe(result or type_))
            b.findings.error(
                "wrong-type",
                value.span,
                f"{article(b.program.describe(type_))} in a case whose other rows give {other}",
            )
            joined = types.ERROR
        result = joined
        return node

    rows, otherwise = arms(b, subject, e.arms, e.span, arm_value)
    return b.add(e.span, "case", subject[0] if subject else None, rows, otherwise), result or types.ERROR


def statement_arms(b: Body, e: tree.CaseStmt) -> int:
    """`case E { 1: … ; else: … }` as a statement."""
    subject: Val | None = expr(b, e.subject, None) if e.subject is not None else None
    return switch(b, subject, e.arms, e.span)


def switch(b: Body, subject: Val | None, rows: Sequence[tree.CaseArm], span: tree.Span) -> int:
    from chronoc.lower.statements import arm_statement

    made, otherwise = arms(b, subject, rows, span, lambda value: arm_statement(b, value), complete=False)
    return b.add(span, "switch", subject[0] if subject else None, made, otherwise)


def arms(
    b: Body,
    subject: Val | None,
    rows: Sequence[tree.CaseArm],
    span: tree.Span,
    lower: Callable[[tree.Expr | tree.Block], int],
    complete: bool = True,
) -> tuple[list[Arm], int | None]:
    """The arms and the node for `else`."""
    made: list[Arm] = []
    otherwise: int | None = None
    seen: list[tuple[int, int, tree.Span]] = []
    certain = True
    for i, row in enumerate(rows):
        if not row.tests:
            if i != len(rows) - 1:
                b.findings.error(
                    "overlapping-rows", row.span, "what stands behind `else` is never reached", "put `else` last"
                )
            with b.scope():
                otherwise = lower(row.value)
            continue
        tests = []
        with b.scope():
            if subject is None and len(row.tests) == 1:
                known: tree.Expr | None = row.tests[0]
            else:
                known = None
            for test in row.tests:
                node, spread = arm_test(b, subject, test)
                tests.append(node)
                if spread is None:
                    certain = False
                    continue
                overlap = next((s for s in seen if s[0] <= spread[1] and spread[0] <= s[1]), None)
                if overlap is not None:
                    b.findings.error(
                        "overlapping-rows", test.span, "this row is met by an earlier one, so it is never reached",
                        Note("the earlier one", overlap[2]),
                    )  # fmt: skip
                seen.append((*spread, test.span))
            if known is not None:
                learn(b, known)
            made.append([tests, lower(row.value)])
    if otherwise is None and complete and certain and subject is not None:
        missing(b, subject[1], seen, span)
    return made, otherwise


def arm_test(b: Body, subject: Val | None, test: tree.Expr | tree.RangeOf) -> tuple[Any, tuple[int, int] | None]:
    """The test of a row, and the numbers it covers where they are known."""
    if subject is None:
        return condition(b, test), None
    if isinstance(test, tree.RangeOf):
        ends = [value(b, test.low, types.NUMBER), value(b, test.high, types.NUMBER)]
        known = [b.code.nodes[n][1] if b.code.nodes[n][0] == "num" else None for n in ends]
        if known[0] is None or known[1] is None:
            return ends, None
        if known[0] > known[1]:
            b.findings.error("wrong-count", test.span, f"from {known[0]} to {known[1]} lies nothing")
        return ends, (known[0], known[1])
    node = value(b, test, subject[1].sure())
    op = b.code.nodes[node]
    if op[0] == "num" or op[0] == "flag":
        return node, (int(op[1]), int(op[1]))
    if op[0] == "enum":
        return node, (op[2], op[2])
    return node, None


def missing(b: Body, type_: Type, seen: list[tuple[int, int, tree.Span]], span: tree.Span) -> None:
    """Enumerations and flags must be covered; of numbers nobody knows the ends."""
    if type_.base == "enum":
        values = b.program.enums[type_.arg].values
        left = [v for i, v in enumerate(values) if not any(low <= i <= high for low, high, _ in seen)]
    elif type_.base == "flag":
        left = [v for i, v in enumerate(("no", "yes")) if not any(low <= i <= high for low, high, _ in seen)]
    else:
        return
    if left:
        b.findings.error(
            "missing-row", span, f"no row says what happens for {listed(left, 'and')}", "add a row, or `else: …`"
        )
