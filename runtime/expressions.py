"""Expressions of a rule table as Python source, each operation one method.

Generated code contains numbers, synthetic names (`x3`, `c7`, `e12` …) and names bound in `names` to constants and helper
functions. Texts never become part of the source: they are bound by index. `S` is the state in every function.
"""

from __future__ import annotations

import re
from typing import Any

from runtime.lists import ListExpressions
from runtime.scope import Scope
from runtime.shortcuts import conjunction, negation
from runtime.values import MAX_NUMBER, PURE

#: A call of a function that foresees what a verb or an effect of a card comes to.
CALLED = re.compile(r"w[vc]\d+_\(S(, [\w()]+)*\)")
SIGNS = {
    "eq": "==", "ne": "!=", "lt": "<", "le": "<=", "gt": ">", "ge": ">=",
    "add": "+", "sub": "-", "mul": "*", "div": "//", "mod": "%",
}  # fmt: skip
#: Expressions that give a number, whatever happens; and one that is small, or was held against the bound.
NUMBERS = frozenset(["num", "count", "sum", "neg", "sub", "mul", "div", "mod", "row", "column", "distance", "enum"])
SMALL_NUMBERS = frozenset(["num", "count", "row", "column", "enum"])


class ExpressionEmitter(ListExpressions):
    """Constants, things, logic and rules; lists and places stand in lists.py."""

    # ------------------------------------------------------------------ constants and names

    def on_num(self, op: list[Any], scope: Scope) -> str:
        return repr(int(op[1])) if op[1] >= 0 else f"({int(op[1])})"

    def on_flag(self, op: list[Any], scope: Scope) -> str:
        return "True" if op[1] else "False"

    def on_text(self, op: list[Any], scope: Scope) -> str:
        return self.constant(str(op[1]))

    def on_nothing(self, op: list[Any], scope: Scope) -> str:
        return "None"

    def on_enum(self, op: list[Any], scope: Scope) -> str:
        return repr(int(op[2]))

    def _index(self, op: list[Any], scope: Scope) -> str:
        return repr(int(op[1]))

    on_design = on_kind = on_tag = on_fieldref = _index

    def on_obj(self, op: list[Any], scope: Scope) -> str:
        copies = self.world.copies[op[1]]
        return repr(copies[0]) if copies else "None"

    def on_local(self, op: list[Any], scope: Scope) -> str:
        return scope.slot(op[1])

    def on_option(self, op: list[Any], scope: Scope) -> str:
        return f"S.O[{int(op[1])}]"

    def on_game(self, op: list[Any], scope: Scope) -> str:
        return f"S.G[{int(op[1])}]"

    def on_phase(self, op: list[Any], scope: Scope) -> str:
        return f"phase_frame(S, {int(op[1])})[{int(op[2]) + 4}]"

    def on_running(self, op: list[Any], scope: Scope) -> str:
        return f"(find_phase(S, {int(op[1])}) is not None)"

    def on_used(self, op: list[Any], scope: Scope) -> str:
        return f"used(S, {self.constant(str(op[1]))})"

    def on_players(self, op: list[Any], scope: Scope) -> str:
        return "PLAYERS"

    def on_active(self, op: list[Any], scope: Scope) -> str:
        return "S.active"

    def on_firstplayer(self, op: list[Any], scope: Scope) -> str:
        return "S.first"

    def on_others(self, op: list[Any], scope: Scope) -> str:
        return f"OTHERS[{self.value(op[1], scope)}]"

    def on_left(self, op: list[Any], scope: Scope) -> str:
        return f"LEFT[{self.value(op[1], scope)}]"

    def on_right(self, op: list[Any], scope: Scope) -> str:
        return f"RIGHT[{self.value(op[1], scope)}]"

    def on_list(self, op: list[Any], scope: Scope) -> str:
        if any(self.is_list(node) for node in op[1]):  # lists in a list are joined
            joined = (
                "("
                + " + ".join(
                    f"tuple({self.loose(node, scope)})" if self.is_list(node) else f"({self.value(node, scope)},)"
                    for node in op[1]
                )
                + ")"
            )
            return f"packed({joined})"
        if any(self.may_nest(node) for node in op[1]):
            return f"packed(({self.values(op[1], scope)[2:]},))"
        return "(" + "".join(self.value(node, scope) + ", " for node in op[1]) + ")"

    def on_range(self, op: list[Any], scope: Scope) -> str:
        return f"span({self.value(op[1], scope)}, {self.value(op[2], scope)})"

    def on_format(self, op: list[Any], scope: Scope) -> str:
        return f"write(S, {self.pieces(op[1], scope)})"

    def pieces(self, parts: list[Any], scope: Scope) -> str:
        """A text with values in it, as a tuple of (type or None, value)."""
        out = []
        for part in parts:
            if isinstance(part, str):
                out.append(f"(None, {self.constant(part)})")
            else:
                node, kind = (part, ["any"]) if isinstance(part, int) else part
                out.append(f"({self.constant(tuple_of(kind))}, {self.value(node, scope)})")
        return "(" + "".join(item + ", " for item in out) + ")"

    # ------------------------------------------------------------------ objects

    def field(self, index: int, thing: str) -> str:
        column = self.linked.column_of.get(index)
        lo = self.world.lo[self.table.fields[index]["kind"]]
        at = f"{thing} - {lo}" if lo else thing
        if self.fast and thing.isdigit():
            at = str(int(thing) - lo)
        return f"S.V[{column}][{at}]" if column is not None else f"P{index}[{at}]"

    def on_get(self, op: list[Any], scope: Scope) -> str:
        known = self.printed(op[1], op[2], scope)
        return known if known is not None else self.field(op[1], self.value(op[2], scope))

    def on_getopt(self, op: list[Any], scope: Scope) -> str:
        return f"maybe_field(S, {int(op[1])}, {self.value(op[2], scope)})"

    def on_getdesign(self, op: list[Any], scope: Scope) -> str:
        return f"D{int(op[1])}[{self.value(op[2], scope)}]"

    def on_getof(self, op: list[Any], scope: Scope) -> str:
        return f"maybe_field(S, {self.value(op[1], scope)}, {self.value(op[2], scope)})"

    def on_key(self, op: list[Any], scope: Scope) -> str:
        return f"keyed(S, {int(op[1])}, {self.value(op[2], scope)}, {self.value(op[3], scope)})"

    def on_keydesign(self, op: list[Any], scope: Scope) -> str:
        return f"keyed_design({int(op[1])}, {self.value(op[2], scope)}, {self.value(op[3], scope)})"

    def on_all(self, op: list[Any], scope: Scope) -> str:
        return f"range({self.world.lo[op[1]]}, {self.world.hi[op[1]]})"

    def on_allenum(self, op: list[Any], scope: Scope) -> str:
        return self.constant(tuple(range(len(self.table.types[op[1]]["values"]))))

    def on_alltags(self, op: list[Any], scope: Scope) -> str:
        return self.constant(tuple(range(len(self.table.tags))))

    def on_alldesigns(self, op: list[Any], scope: Scope) -> str:
        below = self.world.subkinds[op[1]]
        return self.constant(tuple(i for i, d in enumerate(self.table.designs) if d["kind"] in below))

    def on_copies(self, op: list[Any], scope: Scope) -> str:
        return self.constant(tuple(self.world.copies[op[1]]))

    def on_designof(self, op: list[Any], scope: Scope) -> str:
        return f"design_of({self.value(op[1], scope)})"

    def on_kindof(self, op: list[Any], scope: Scope) -> str:
        return f"KINDS[{self.value(op[1], scope)}]"

    def on_holder(self, op: list[Any], scope: Scope) -> str:
        if self.sure(op[1], scope):
            return f"OWNERS[S.L[{self.value(op[1], scope)}]]"
        short = self.value(op[1], scope)
        if self.fast and self.is_simple(short):
            return f"(None if {short} is None else OWNERS[S.L[{short}]])"
        return f"holder(S, {self.value(op[1], scope)})"

    def on_iskind(self, op: list[Any], scope: Scope) -> str:
        kind = op[2]
        lo, hi = self.world.lo[kind], self.world.hi[kind]
        known = self.design_known(op[1], scope)
        if known is not None:
            return str(self.table.designs[known]["kind"] in self.world.subkinds[kind])
        if self.sure(op[1], scope):
            return f"({lo} <= {self.value(op[1], scope)} < {hi})"
        return f"({self.value(op[1], scope)} in {self.constant(frozenset(range(lo, hi)))})"

    def on_iskindvalue(self, op: list[Any], scope: Scope) -> str:
        return f"({self.value(op[1], scope)} in KINDSETS[{self.value(op[2], scope)}])"

    def on_isdesign(self, op: list[Any], scope: Scope) -> str:
        known = self.design_known(op[1], scope)
        if known is not None:
            return str(known == op[2])
        return f"({self.value(op[1], scope)} in {self.constant(frozenset(self.world.copies[op[2]]))})"

    def on_hastag(self, op: list[Any], scope: Scope) -> str:
        known = self.design_known(op[1], scope)
        if known is not None:
            return str(op[2] in self.table.designs[known]["tags"])
        return f"({self.value(op[1], scope)} in {self.constant(self.linked.tagged[op[2]])})"

    def on_hastagvalue(self, op: list[Any], scope: Scope) -> str:
        return f"({self.value(op[1], scope)} in TAGGED[{self.value(op[2], scope)}])"

    def on_hasclause(self, op: list[Any], scope: Scope) -> str:
        known = self.design_known(op[1], scope)
        if known is not None:
            return str(str(op[2]) in self.table.designs[known]["clauses"])
        return f"({self.value(op[1], scope)} in {self.constant(self.linked.printing(op[2]))})"

    def on_fact(self, op: list[Any], scope: Scope) -> str:
        short = self.short_fact(op, scope)
        if short is not None:
            return short
        self.no_trial_inside(self.linked.analysis.callees(op))
        return f"fact{int(op[2])}(S, {scope.slot(0)}, {self.value(op[1], scope)}{self.values(op[3], scope)})"

    def on_effect(self, op: list[Any], scope: Scope) -> str:
        return f"effect_value({int(op[2])}, {self.value(op[1], scope)}{self.values(op[3], scope)})"

    def on_named(self, op: list[Any], scope: Scope) -> str:
        return f"mentioned({int(op[1])}, {int(op[2])}, {self.value(op[3], scope)})"

    def on_facedown(self, op: list[Any], scope: Scope) -> str:
        return f"(S.F[{self.value(op[1], scope)}] == 1)"

    def on_sees(self, op: list[Any], scope: Scope) -> str:
        return f"sees(S, {self.value(op[1], scope)}, {self.value(op[2], scope)})"

    # ------------------------------------------------------------------ logic and numbers

    def on_not(self, op: list[Any], scope: Scope) -> str:
        return negation(self.loose(op[1], scope))

    def on_and(self, op: list[Any], scope: Scope) -> str:
        return conjunction([self.loose(node, scope) for node in op[1]], " and ", "False", "True")

    def on_or(self, op: list[Any], scope: Scope) -> str:
        return conjunction([self.loose(node, scope) for node in op[1]], " or ", "True", "False")

    def _binary(self, op: list[Any], scope: Scope) -> str:
        return f"({self.value(op[1], scope)} {SIGNS[op[0]]} {self.value(op[2], scope)})"

    on_eq = on_ne = on_lt = on_le = on_gt = on_ge = on_sub = _binary

    def on_add(self, op: list[Any], scope: Scope) -> str:
        if any(self.code[node][0] in NUMBERS for node in op[1:]):
            return self._binary(op, scope)
        return f"plus({self.value(op[1], scope)}, {self.value(op[2], scope)})"

    def on_mul(self, op: list[Any], scope: Scope) -> str:
        if all(self.code[node][0] in SMALL_NUMBERS for node in op[1:]):
            return self._binary(op, scope)
        return f"times({self.value(op[1], scope)}, {self.value(op[2], scope)})"

    def _divide(self, op: list[Any], scope: Scope) -> str:
        by = self.code[op[2]]
        if by[0] == "num" and by[1]:
            return self._binary(op, scope)
        return f"{'divided' if op[0] == 'div' else 'left_over'}({self.value(op[1], scope)}, {self.value(op[2], scope)})"

    on_div = on_mod = _divide

    def on_neg(self, op: list[Any], scope: Scope) -> str:
        return f"(-{self.value(op[1], scope)})"

    def on_if(self, op: list[Any], scope: Scope) -> str:
        return f"({self.value(op[2], scope)} if {self.loose(op[1], scope)} else {self.value(op[3], scope)})"

    def arm_test(self, tests: list[Any], scope: Scope, subject: str | None) -> str:
        out = []
        for test in tests:
            if subject is None:
                out.append(self.loose(test, scope))
            elif isinstance(test, list):
                out.append(f"{self.value(test[0], scope)} <= {subject} <= {self.value(test[1], scope)}")
            else:
                out.append(f"{subject} == {self.value(test, scope)}")
        return " or ".join(out) if out else "True"

    def on_case(self, op: list[Any], scope: Scope) -> str:
        _, subject, arms, otherwise = op
        last = "no_arm()" if otherwise is None else self.value(otherwise, scope)
        chain = "".join(
            f"{self.value(result, scope)} if {self.arm_test(tests, scope, None if subject is None else 's')} else "
            for tests, result in arms
        )
        if subject is None:
            return f"({chain}{last})"
        return f"(lambda s: {chain}{last})({self.value(subject, scope)})"

    def on_atleast(self, op: list[Any], scope: Scope) -> str:
        flags = "".join(self.loose(node, scope) + ", " for node in op[2])
        return f"(sum(({flags})) >= {self.value(op[1], scope)})"

    # ------------------------------------------------------------------ rules

    def on_call(self, op: list[Any], scope: Scope) -> str:
        short = self.short_call(op, scope)
        if short is not None:
            return short
        self.no_trial_inside(self.linked.analysis.callees(op))
        name = self.linked.define_name(op[1])
        this = ", None" if name.startswith("e") else ""
        return f"{name}(S, {scope.slot(0)}{this}{self.values(op[2], scope)})"

    def on_can(self, op: list[Any], scope: Scope) -> str:
        if self.under is not None:
            return self.certainly(op[1], scope)
        slots = self.slots
        known = self.linked.foresight.expression(op[1], scope)
        self.slots = slots
        if known in ("0", "1"):
            return "True" if known == "1" else "False"
        block = self.linked.block(op[1], slots)
        trial = f"can(S, {block}, {scope.all_slots(slots)})"
        if known == "2":
            return trial
        if CALLED.fullmatch(known):  # it tells a doubt as an answer
            return f"({known} == 1 or {known} == 2 and {trial})"
        return f"foreseen(lambda: {known}, lambda: {trial})"

    def on_try(self, op: list[Any], scope: Scope) -> str:
        block = self.linked.try_block(op[1], op[2], self.slots)
        return f"attempt(S, {block}, {scope.all_slots(self.slots)})"

    def on_now(self, op: list[Any], scope: Scope) -> str:
        return "now(S)"

    def on_asof(self, op: list[Any], scope: Scope) -> str:
        moment, outer = self.value(op[1], scope), self.held
        self.held = {}  # what is held is what it is now
        try:
            return f"as_of(S, {moment}, lambda S: {self.value(op[2], scope)})"
        finally:
            self.held = outer


def tuple_of(value: Any) -> Any:
    return tuple(tuple_of(item) for item in value) if isinstance(value, list) else value


__all__ = ["MAX_NUMBER", "PURE", "ExpressionEmitter", "Scope", "tuple_of"]
