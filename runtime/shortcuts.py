"""Shorter source for expressions where the code tells more: calls written out in place, facts of cards that are known.

What is written here means the same as the plain way in `expressions.py`, only with less to do when it runs.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Any

from runtime.analysis import children
from runtime.ops import STATEMENTS
from runtime.recall import WALKS
from runtime.scope import Scope

if TYPE_CHECKING:
    from runtime.prospects import Written
    from runtime.world import World

SIMPLE = re.compile(r"(x\d+|f\[\d+\]|c\d+_?|n\d+_|\d+|None|S\.active|P\d+\[(x\d+|c\d+_)( - \d+)?\])")
#: Tests that can go wrong nowhere, so that they may be left out.
HARMLESS = re.compile(r"\(?\d+ <= S\.L\[\d+\] < \d+\)?")
SURE = re.compile(r"(c\d+_?|\d+|S\.active)")
MOST_NODES = 60  # of a definition that is written out in place
MOST_NESTED = 8
MOST_TOGETHER = 300  # nodes written out in the place of one call, with all calls in it
MOST_CERTAIN = 10_000
FEW = 4  # so many copies are looked up one by one rather than everything that lies in a zone


def negation(source: str) -> str:
    if source.startswith("(len(") and source.endswith(") > 0)") and closed(source[5:-6]):
        return f"(not {source[5:-6]})"  # an empty list
    if source.startswith("(not (not ") and source.endswith("))") and closed(source[10:-2]):
        return f"(not {source[10:-2]})"
    return {"True": "False", "False": "True"}.get(source, f"(not {source})")


def closed(source: str) -> bool:
    """Do the brackets in this text belong together?"""
    depth = 0
    for letter in source:
        depth += (letter in "([{") - (letter in ")]}")
        if depth < 0:
            return False
    return depth == 0


def conjuncts(text: str) -> list[str]:
    """The parts of tests joined by `and`, however they are bracketed."""
    inner = text
    while inner.startswith("(") and inner.endswith(")") and closed(inner[1:-1]):
        inner = inner[1:-1]
    parts, depth, start = [], 0, 0
    for at, letter in enumerate(inner):
        depth += (letter in "([{") - (letter in ")]}")
        if depth == 0 and letter == " ":
            if inner.startswith((" or ", " if ", " for "), at) or inner.startswith("lambda ", at - 6):
                return [text]
            if inner.startswith(" and ", at):
                parts.append(inner[start:at])
                start = at + 5
    return [text] if not parts else [one for part in (*parts, inner[start:]) for one in conjuncts(part)]


def conjunction(parts: list[str], sign: str, ends: str, nothing: str) -> str:
    """`and`, `or` with constants left out: `ends` decides, `nothing` says nothing."""
    left: list[str] = []
    for part in [one for given in parts for one in conjuncts(given)] if ends == "False" else parts:
        if part == ends and all(HARMLESS.fullmatch(other) for other in left):
            return ends
        if part != nothing and part not in left:
            left.append(part)
    if not left:
        return nothing
    return left[0] if len(left) == 1 else "(" + sign.join(left) + ")"


class Shortcuts:
    """Part of the emitter of expressions."""

    linked: Any
    table: Any
    code: list[list[Any]]
    world: World
    slots: int

    def start_shortcuts(self, fast: bool) -> None:
        self.fast = fast
        self.kinds_walked: dict[str, int] = {}  # name -> kind of what it goes through
        self.designs_known: dict[str, int] = {}  # source text of a name -> the design of what it holds
        self.under: Written | None = (
            None  # while conditions of foresight are written: what was done before (foresight.py)
        )
        self.lazy: list[Any] | None = None  # the list that is gone through one by one
        self.held: dict[int, str] = {}  # expressions that are worked out once for a whole list, by name
        self._trials: dict[int, bool] = {}
        self._room = MOST_TOGETHER
        self._writing: list[int] = []  # functions that are being written out in place
        self._printed: dict[int, bool] = {}
        self._sizes: dict[int, int] = {}
        self._names = 0

    # ------------------------------------------------------------------ names

    def bind(self, scope: Scope, slot: int, source: int | None = None) -> tuple[Scope, str]:
        """A scope where the slot has a name of its own, and the name; it holds something of the list `source`."""
        self._names += 1
        name = f"c{self._names}_"
        kind = None if source is None else self.kind_in(source)
        if kind is not None:
            self.kinds_walked[name] = kind
        if source is not None and self.fast:
            self.linked.foresight.from_where(name, source, scope)
        return scope.binding(slot, name), name

    def is_simple(self, source: str) -> bool:
        """May this text be written twice?"""
        return SIMPLE.fullmatch(source) is not None

    def is_sure(self, source: str) -> bool:
        """Is this name never nothing?"""
        return SURE.fullmatch(source) is not None

    def design_known(self, node: int, scope: Scope) -> int | None:
        """The design of the thing, where the code tells it."""
        op: list[Any] = self.code[node]
        if not self.fast:
            return None
        if op[0] == "obj":
            return int(op[1]) if self.world.copies[op[1]] else None
        if op[0] == "local":
            text = scope.slot(op[1])
            if text in self.designs_known:
                return self.designs_known[text]
            return self.world.designs[int(text)] if text.isdigit() else None
        return None

    def kind_known(self, node: int, scope: Scope) -> int | None:
        """A kind that the thing surely is of: its own, or one above."""
        design = self.design_known(node, scope)
        if design is not None:
            return int(self.table.designs[design]["kind"])
        op = self.code[node]
        return self.kinds_walked.get(scope.slot(op[1])) if op[0] == "local" else None

    def kind_in(self, source: int) -> int | None:
        """The kind of what is in a list, where the list itself says it."""
        op = self.code[source]
        if op[0] in ("where", "sorted"):
            return self.kind_in(op[2])
        if op[0] in ("players", "others"):
            return 0
        if op[0] == "copies":
            return int(self.table.designs[op[1]]["kind"])
        if op[0] == "list":
            kinds = {self.table.designs[self.code[node][1]]["kind"] for node in op[1] if self.code[node][0] == "obj"}
            return kinds.pop() if len(kinds) == 1 and all(self.code[node][0] == "obj" for node in op[1]) else None
        return int(op[1]) if op[0] == "all" else None

    def printed(self, field: int, thing: int, scope: Scope) -> str | None:
        """A printed field of a card that is known, where the card says it itself."""
        design = self.design_known(thing, scope)
        if design is None or self.table.fields[field]["var"] or self.table.fields[field]["key"] is not None:
            return None
        node = self.table.designs[design]["fields"].get(str(field))
        op: list[Any] = self.code[node] if node is not None else [""]
        if op[0] == "obj" and len(self.world.copies[op[1]]) == 1:
            return str(self.world.copies[op[1]][0])
        return {"num": str(op[-1]), "flag": str(op[-1])}.get(op[0])

    def always_printed(self, field: int) -> bool:
        """Does every card that could have the printed field name a thing or a number there?"""
        known = self._printed.get(field)
        if known is None:
            entry = self.table.fields[field]
            below = self.world.subkinds[entry["kind"]]
            known = not entry["var"] and entry["key"] is None
            for design in self.table.designs:
                if design["kind"] in below:
                    node = design["fields"].get(str(field))
                    op: list[Any] = self.code[node] if node is not None else [""]
                    known = known and (op[0] == "num" or (op[0] == "obj" and bool(self.world.copies[op[1]])))
            self._printed[field] = known
        return known

    # ------------------------------------------------------------------ calls

    def size(self, node: int) -> int:
        """Nodes of an expression written out as a tree."""
        known = self._sizes.get(node)
        if known is None:
            known = self._sizes[node] = 1 + sum(self.size(child) for child in children(self.code[node]))
        return known

    def uses(self, node: int, slot: int) -> int:
        """How often an expression names the slot."""
        op = self.code[node]
        return int(op[0] == "local" and op[1] == slot) + sum(self.uses(child, slot) for child in children(op))

    def write_out(self, fn: int, you: str, this: str, arguments: list[str]) -> str | None:
        """The body of a function of the table in the place of a call, or None where a call is better."""
        entry = self.table.fns[fn]
        body = entry["code"]
        if (
            not self.fast
            or self.code[body][0] in STATEMENTS
            or fn in self._writing
            or self.linked.recalling.wants(fn)
            or len(self._writing) >= MOST_NESTED
        ):
            return None
        if self.size(body) > MOST_NODES or len(arguments) != entry["params"]:
            return None
        given = [you, this, *arguments]
        if any(not self.is_simple(text) and self.uses(body, slot) > 1 for slot, text in enumerate(given)):
            return None
        if any(not self.is_simple(text) for text in given) and self.binds(body):
            return None  # it would be worked out once for each element
        self._room = (self._room if self._writing else MOST_TOGETHER) - self.size(body)
        if self._room < 0:
            return None
        outer, self.slots = self.slots, entry["slots"]
        self._writing.append(fn)
        try:
            return self.loose_or_kept(body, Scope(False, (), dict(enumerate(given))))
        finally:
            self._writing.pop()
            self.slots = outer

    def loose_or_kept(self, node: int, scope: Scope) -> str:
        return self.value(node, scope)  # type: ignore[attr-defined,no-any-return]

    def binds(self, node: int) -> bool:
        """Is something in this expression worked out several times or later?"""
        op = self.code[node]
        if op[0] in (
            "where",
            "map",
            "any",
            "every",
            "no",
            "best",
            "sorted",
            "groups",
            "orelse",
            "asof",
            "can",
            "try",
            "case",
        ):
            return True
        return any(self.binds(child) for child in children(op))

    def overload_known(self, define: int, arguments: list[int], scope: Scope) -> int | None:
        """The function that a call surely runs, or None."""
        entry = self.table.defines[define]
        if entry["adjusts"] or entry["low"] is not None or entry["high"] is not None:
            return None
        if len(entry["overloads"]) == 1:
            return int(entry["overloads"][0]["fn"])
        for overload in entry["overloads"]:
            for kind, argument in zip(overload["kinds"], arguments, strict=False):
                if kind is None:
                    continue
                own = self.kind_known(argument, scope)
                if own is None or (own not in self.world.subkinds[kind] and kind in self.world.subkinds[own]):
                    return None
                if own not in self.world.subkinds[kind]:
                    break
            else:
                return int(overload["fn"])
        return None

    def short_call(self, op: list[Any], scope: Scope) -> str | None:
        if not self.fast:
            return None
        fn = self.overload_known(op[1], op[2], scope)
        arguments = [self.value(node, scope) for node in op[2]]  # type: ignore[attr-defined]
        if fn is None:
            self.no_trial_inside(self.linked.analysis.callees(op))
            table = self.linked.by_object(op[1])
            if table is not None and arguments and self.is_sure(arguments[0]):
                return f"{table}[{arguments[0]}](S, {scope.slot(0)}, None, {', '.join(arguments)})"
            return None
        written = self.write_out(fn, scope.slot(0), "None", arguments)
        if written is not None:
            return written
        self.no_trial_inside([fn])
        return f"e{fn}(S, {scope.slot(0)}, None{''.join(', ' + text for text in arguments)})"

    # ------------------------------------------------------------------ what can be done, inside foresight

    def certainly(self, node: int, scope: Scope) -> str:
        """`can …` in a condition of foresight, on what was done before it."""
        from runtime.prospects import NotTold

        known = self.linked.foresight.after([node], scope, self.under)
        if len(known) > MOST_CERTAIN:
            raise NotTold
        return {"1": "True", "0": "False", "2": "unsure()"}.get(known, f"certain({known})")

    def no_trial_inside(self, fns: list[int]) -> None:
        """A function that is shared cannot know what was done before: with a `can` in it, only a dry run can tell."""
        from runtime.prospects import NotTold

        if self.under is not None and any(self.tries(self.table.fns[fn]["code"]) for fn in fns):
            raise NotTold

    def tries(self, node: int) -> bool:
        """Does working out this expression need a dry run somewhere?"""
        known = self._trials.get(node)
        if known is None:
            op = self.code[node]
            self._trials[node] = False
            known = op[0] in ("can", "try") or any(self.tries(child) for child in children(op))
            known = known or any(self.tries(self.table.fns[fn]["code"]) for fn in self.linked.analysis.callees(op))
            self._trials[node] = known
        return known

    def one_by_one(self, source: int, scope: Scope) -> str:
        """A list of options. Where each of them is tried out, it is gone through one by one."""
        if self.fast and self.tries(source):
            self.lazy = self.code[source]
        try:
            return str(self.loose(source, scope))  # type: ignore[attr-defined]
        finally:
            self.lazy = None

    # ------------------------------------------------------------------ facts of cards

    def short_fact(self, op: list[Any], scope: Scope) -> str | None:
        """A clause of a card that is known: its function. Of a thing that is surely there: the table of functions."""
        if not self.fast:
            return None
        _, thing, clause, given = op
        arguments = [self.value(node, scope) for node in given]  # type: ignore[attr-defined]
        text = self.value(thing, scope)  # type: ignore[attr-defined]
        tail = "".join(", " + argument for argument in arguments)
        design = self.world.designs[int(text)] if text.isdigit() else self.design_known(thing, scope)
        if design is not None:
            fn = self.table.designs[design]["clauses"].get(str(clause), self.table.clauses[clause]["default"])
            if fn is None:
                return "False" if self.table.clauses[clause]["sort"] == "condition" else "None"
            written = self.write_out(fn, scope.slot(0), text, arguments)
            if written is not None:
                return written
            self.no_trial_inside([fn])
            return f"e{fn}(S, {scope.slot(0)}, {text}{tail})"
        self.no_trial_inside(self.linked.analysis.clause_fns(clause))
        if self.sure(thing, scope) and self.is_simple(text):  # type: ignore[attr-defined]
            return f"F{clause}[{text}](S, {scope.slot(0)}, {text}{tail})"
        return None

    def zone_of_maybe(self, op: list[Any], scope: Scope) -> tuple[str, str, bool, int] | None:
        """(owner, zone, is the owner surely there?, zone's number) of `zone of x` where x may be nothing, for a simple x."""
        if op[0] != "first":
            return None
        inner = self.code[op[1]]
        found = None
        if inner[0] == "map" and self.code[inner[2]][0] == "aslist":
            body = self.code[inner[3]]
            if body[0] == "zoneof" and self.code[body[2]] == ["local", inner[1]]:
                found = (body[1], self.code[inner[2]][1])
        if found is None or self.is_list(found[1]):  # type: ignore[attr-defined]
            return None
        owner = self.value(found[1], scope)  # type: ignore[attr-defined]
        kind = self.table.zones[found[0]]["owner"]
        if kind is None or not self.is_simple(owner) or self.code[found[1]][0] != "local":
            return None
        shift = self.world.base[found[0]] - self.world.lo[kind]
        return owner, f"({owner} + {shift})".replace("+ -", "- "), self.is_sure(owner), found[0]

    # ------------------------------------------------------------------ what is the same for each thing of a list

    def walking(self, op: list[Any], scope: Scope, make: Callable[[], str]) -> str:
        """Source of a walk along a list. What takes a look at a whole board and has nothing to do with the thing is worked
        out when the first thing asks for it, and not again."""
        steady = dict.fromkeys(self.steady(op[3], {op[1]})) if self.fast else {}
        new = [node for node in steady if node not in self.held]
        if not new:
            return make()
        self._names += len(new)
        names = [f"l{self._names - at}_" for at in range(len(new))]
        sources = [f"later(lambda: {self.value(node, scope)})" for node in new]  # type: ignore[attr-defined]
        outer, self.held = self.held, {**self.held, **dict(zip(new, names, strict=True))}
        try:
            return f"(lambda {', '.join(names)}: {make()})({', '.join(sources)})"
        finally:
            self.held = outer

    def steady(self, node: int, bound: set[int]) -> Iterator[int]:
        """The largest parts of an expression that take a look at a board, without the slots."""
        op = self.code[node]
        if op[0] in ("asof", "try", "can"):
            return
        if self.linked.recalling.far(node) and not any(self.uses(node, slot) for slot in bound):
            yield node
            return
        inner = set(op[1:2]) if op[0] in WALKS else set(op[2:4]) if op[0] == "groups" else set()
        for child in children(op):
            yield from self.steady(child, bound | inner)

    # ------------------------------------------------------------------ what may be nothing, what stands alone

    def of_maybe(self, source: int, scope: Scope) -> str | None:
        """Arguments (state, thing, cost, function) for a list that is made of one thing that may be nothing."""
        op = self.code[source]
        if op[0] != "map" or self.code[op[2]][0] != "aslist":
            return None
        thing = self.code[op[2]][1]
        if self.is_list(thing):  # type: ignore[attr-defined]
            return None
        costs = self.linked.costs
        cost = costs.steps(op[3]) if costs.charged(op[2], op[3]) else 0
        below, c = self.bind(scope, op[1])
        return f"S, {self.value(thing, scope)}, {cost}, lambda {c}: {self.value(op[3], below)}"  # type: ignore[attr-defined]

    def alone(self, op: list[Any], scope: Scope) -> str | None:
        """`the x in E`: where nothing is compared, it is the only one, or the first."""
        _, _slot, source, key, _most, ties = op
        if not self.fast or self.code[key][0] != "num" or ties == "all":
            return None
        things: str = self.walked(source, key, scope)  # type: ignore[attr-defined]
        return f"first({things})" if ties == "first" else f"the_only({things})"

    def on_board(self, node: int, scope: Scope) -> str | None:
        """Does something lie on a place, does a piece lie on places? (Nothing empty is kept for either.)"""
        op = self.code[node]
        where = {"topat": "S.on", "piecesat": "S.on", "cells": "S.cells"}.get(op[0]) if self.fast else None
        return None if where is None else f"({self.value(op[1], scope)} in {where})"  # type: ignore[attr-defined]

    # ------------------------------------------------------------------ looking for few

    def few(self, op: list[Any], scope: Scope) -> str | None:
        """`any x in ZONE satisfy x has TAG and …`: rather see where the few cards with the tag lie."""
        _, slot, source, condition = op
        zone = self.zone_of_all(source)
        if not self.fast or zone is None:
            return None
        test = self.code[condition]
        parts = test[1] if test[0] == "and" else [condition]
        first = self.code[parts[0]]
        if first[0] == "hastag" and self.code[first[1]] == ["local", slot]:
            things = sorted(self.linked.tagged[first[2]])
        elif first[0] == "isdesign" and self.code[first[1]] == ["local", slot]:
            things = list(self.world.copies[first[2]])
        else:
            return None
        if len(things) > FEW:
            return None
        base = self.world.base[zone]
        end = base + self.world.count[zone]
        found = []
        for thing in things:
            below = scope.binding(slot, str(thing))
            rest = [self.loose(part, below) for part in parts[1:]]  # type: ignore[attr-defined]
            found.append(conjunction([f"{base} <= S.L[{thing}] < {end}", *rest], " and ", "False", "True"))
        return conjunction([f"({text})" for text in found], " or ", "True", "False")

    def zone_of_all(self, source: int) -> int | None:
        """The zone that a list is all contents of, whoever owns it."""
        op = self.code[source]
        if op[0] == "allitems" and self.linked.plain_zone(op[1]):
            return int(op[1])
        if op[0] == "itemsof" and self.linked.plain_zone(op[1]) and self.all_owners(op[1], op[2]):  # type: ignore[attr-defined]
            return int(op[1])
        return None
