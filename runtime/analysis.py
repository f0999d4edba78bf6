"""What each piece of code reads and writes, whether it may ask, whether it may fail before it is binding.

Computed once at link, over the table alone. Everything errs on the safe side.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from runtime.ops import EXPRESSIONS, STATEMENTS
from runtime.table import Table
from runtime.world import PLAYER

SIGNATURES = {**EXPRESSIONS, **STATEMENTS}
ANY_ZONE = "z*"
ASKS = frozenset(
    ["choose", "may", "either", "take", "takeall", "open", "enter", "checkgoals", "step", "afterwards", "carryon"]
)
#: After these nothing can fail any more: the effect is binding.
BINDING = frozenset(["shuffle", "roll", "endgame", "win", "lose"])


def children(node: list[Any]) -> Iterator[int]:
    """Indexes of the nodes that a node refers to."""
    for code, value in zip(SIGNATURES[node[0]], node[1:], strict=True):
        if value is None:
            continue
        kind = code.rstrip("?")
        if kind in ("n", "t", "l"):
            yield value
        elif kind in ("N", "T"):
            yield from value
        elif kind == "A":
            for tests, result in value:
                for test in tests:
                    if isinstance(test, list):
                        yield from test
                    else:
                        yield test
                yield result
        elif kind == "R":
            yield from pieces(value)
        elif kind == "B":
            for branch in value:
                yield from branch_children(branch)


def whole(code: list[list[Any]], start: int) -> Iterator[int]:
    """A node and all that it is made of, each once; what it calls is not looked into."""
    stack, seen = [start], {start}
    while stack:
        node = stack.pop()
        yield node
        for child in children(code[node]):
            if child not in seen:
                seen.add(child)
                stack.append(child)


def pieces(parts: list[Any]) -> Iterator[int]:
    for part in parts:
        if isinstance(part, list):
            yield part[0]
        elif isinstance(part, int):
            yield part


def branch_children(branch: list[Any]) -> Iterator[int]:
    _form, _key, label, condition, _slot, source, body, _window = branch
    yield from pieces(label or [])
    for value in (condition, source, body):
        if value is not None:
            yield value


class Analysis:
    """Over the functions of a table. `suspends(node)`, `reads(node)`, `writes(node)`, `fails(node)`."""

    def __init__(self, table: Table) -> None:
        self.table = table
        self.code = table.code
        self._reads: dict[int, frozenset[str]] = {}
        self._writes: dict[int, frozenset[str]] = {}
        self._closing: set[int] = set()
        self.zones_of_kind = self._zones_of_kinds()
        self._suspends: dict[int, bool] = {}
        self._fails: dict[int, bool] = {}
        self.rule_reads = [self._rule_reads(rule) for rule in table.whenevers]
        self.suspending_fns: set[int] = set()
        self._fixpoint()
        self._suspends.clear()
        self.vain = self._vain()
        self.failing_fns: set[int] = set()
        self._fixpoint_fails()
        self._fails.clear()

    # ------------------------------------------------------------------ which functions a node may run

    def callees(self, node: list[Any]) -> list[int]:
        """Functions that this node itself may call."""
        table, op = self.table, node[0]
        if op == "call":
            define = table.defines[node[1]]
            found = [overload["fn"] for overload in define["overloads"]]
            for adjust in define["adjusts"]:
                found += [fn for fn in (adjust["by"], adjust["where"]) if fn is not None]
            return found
        if op in ("fact", "effect"):
            return self.clause_fns(node[2])
        if op == "do":
            return self.clause_fns(node[2])
        if op == "perform":
            return self.verb_fns(node[1])
        return []

    def clause_fns(self, clause: int) -> list[int]:
        entry = self.table.clauses[clause]
        found = [] if entry["default"] is None else [entry["default"]]
        for design in self.table.designs:
            fn = design["clauses"].get(str(clause))
            if fn is not None:
                found.append(fn)
        return found

    def verb_fns(self, verb: int) -> list[int]:
        found = [overload["fn"] for overload in self.table.verbs[verb]["overloads"]]
        for trigger in self.table.triggers:
            if trigger["event"] == ["verb", verb]:
                found += [fn for fn in (trigger["where"], trigger["body"]) if fn is not None]
        return found

    def effect_fns(self) -> list[int]:
        """Every function that an effect value may run."""
        found = []
        for index, clause in enumerate(self.table.clauses):
            if clause["sort"] == "effect":
                found += self.clause_fns(index)
        for design in self.table.designs:
            found += [reaction["body"] for reaction in design["reactions"]]
        return found

    # ------------------------------------------------------------------ reads

    def _zones_of_kinds(self) -> dict[int, list[int]]:
        out: dict[int, list[int]] = {}
        for index, zone in enumerate(self.table.zones):
            for kind in zone["kinds"] + zone["holding"]:
                out.setdefault(kind, []).append(index)
        return out

    def reads(self, node: int) -> frozenset[str]:
        """Fields `f3`, variables `g1` `p0`, zones `z5` or `z*`, faces `face`, knowledge `know`, the turn `turn`."""
        return self._closure(node, self._reads, self._own_reads)

    def writes(self, node: int) -> frozenset[str]:
        return self._closure(node, self._writes, self._own_writes)

    def _closure(self, node: int, memo: dict[int, frozenset[str]], own: Any) -> frozenset[str]:
        known = memo.get(node)
        if known is not None:
            return known
        if node in self._closing:
            return frozenset()
        outermost = not self._closing
        self._closing.add(node)
        found = set(own(self.code[node]))
        for child in children(self.code[node]):
            found |= self._closure(child, memo, own)
        for fn in self.callees(self.code[node]):
            found |= self._closure(self.table.fns[fn]["code"], memo, own)
        self._closing.discard(node)
        result = frozenset(found)
        if outermost:
            memo[node] = result
        return result

    def _own_reads(self, node: list[Any]) -> list[str]:
        op = node[0]
        if op in ("get", "getopt", "key"):
            return [f"f{node[1]}"] if self.table.fields[node[1]]["var"] else []
        if op == "getof":
            return ["f*"]
        if op in ("zone", "zoneof"):
            return [f"z{node[1]}"]
        if op in ("itemsof", "allitems"):
            return [f"z{node[1]}"]
        if op in ("items", "inzone") and self.code[node[-1]][0] not in ("zone", "zoneof"):
            return [] if zone_of_maybe(self.code, node[-1]) is not None else [ANY_ZONE]
        if op == "inzones":
            return [f"z{node[2]}"]
        if op in (
            "holder",
            "zoneat",
            "inbox",
            "topat",
            "piecesat",
            "cells",
            "within",
            "ahead",
            "row",
            "column",
            "distance",
        ):
            return [ANY_ZONE]
        if op == "neighbours":
            return [] if self.table.places and not self._rings() else [ANY_ZONE]
        if op == "game":
            return [f"g{node[1]}"]
        if op in ("phase", "running"):
            return [f"p{node[1]}"]
        if op == "facedown":
            return ["face"]
        if op == "sees":
            return ["know", ANY_ZONE]
        if op in ("active", "firstplayer"):
            return ["turn"]
        if op == "used":
            return ["limits"]
        if op == "doeffect":
            return ["*"]
        return []

    def _rings(self) -> bool:
        return any(z["shape"] in ("ring", "grid") and z["layout"] is None for z in self.table.zones)

    def _own_writes(self, node: list[Any]) -> list[str]:
        op = node[0]
        if op in ("set", "addto"):
            place = self.code[node[1]]
            if place[0] in ("get", "key"):
                return [f"f{place[1]}"]
            return {"game": [f"g{place[1]}"], "phase": [f"p{place[1]}"]}.get(place[0], [])
        if op == "move":
            return [*self.zones_named(node[2]), *self.sources(node[1])]
        if op == "put":
            return [ANY_ZONE]
        if op == "shuffle":
            return self.zones_named(node[1])
        if op == "turn":
            return ["face", "know"]
        if op in ("reveal", "look"):
            return ["know"]
        if op == "doeffect":
            return ["*"]
        return []

    def zones_named(self, node: int) -> list[str]:
        """The zone that a zone expression means, if the text says so."""
        op = self.code[node]
        if op[0] in ("zone", "zoneof"):
            return [f"z{op[1]}"]
        whose = zone_of_maybe(self.code, node)
        if whose is not None:
            return [f"z{whose[0]}"]
        if op[0] in ("if",):
            return self.zones_named(op[2]) + self.zones_named(op[3])
        return [ANY_ZONE]

    def sources(self, node: int) -> list[str]:
        """Zones that a moved thing may come from."""
        op = self.code[node]
        if op[0] in ("first", "last"):
            return self.sources(op[1])
        if op[0] == "items":
            return self.zones_named(op[1])
        if op[0] in ("itemsof", "allitems"):
            return [f"z{op[1]}"]
        if op[0] == "where":
            return self.sources(op[2])
        if op[0] in ("zone", "zoneof"):
            return [f"z{op[1]}"]
        return [ANY_ZONE]

    def _rule_reads(self, rule: dict[str, Any]) -> frozenset[str]:
        found: frozenset[str] = frozenset()
        if rule["where"] is not None and self.code[self.table.fns[rule["where"]]["code"]] == ["flag", False]:
            return found  # an option has put it out of use
        for fn in (rule["over"], rule["where"]):
            if fn is not None:
                found |= self.reads(self.table.fns[fn]["code"])
        found |= frozenset(self._decides(self.table.fns[rule["body"]]["code"], set()))
        if rule["design"] is not None:
            found |= {ANY_ZONE}
        return found

    def _decides(self, index: int, seen: set[int]) -> set[str]:
        """What the effect of a statement depends on: where it moves things to is no reading of that zone."""
        if index in seen:
            return set()
        seen.add(index)
        node = self.code[index]
        op = node[0]
        if op not in STATEMENTS:
            return set(self.reads(index))
        if op == "move":
            parts = [node[1], *self._owner(node[2]), node[4], node[7]]
        elif op == "set":
            place = self.code[node[1]]
            parts = [*(place[2:] if place[0] in ("get", "key") else ()), node[2]]
        elif op == "shuffle":
            parts = self._owner(node[1])
        else:
            parts = list(children(node))
        found: set[str] = {"*"} if op == "doeffect" else set()
        for part in parts:
            if part is not None:
                found |= self._decides(part, seen)
        for fn in self.callees(node):
            found |= self._decides(self.table.fns[fn]["code"], seen)
        return found

    def _owner(self, zone: int) -> list[int]:
        op = self.code[zone]
        return list(op[2:]) if op[0] in ("zone", "zoneof") else [zone]

    def together(self) -> set[int]:
        """Functions that may run inside an `at once`."""
        found: set[int] = set()
        pending = [op[1] for op in self.code if op[0] == "atonce"]
        seen: set[int] = set()
        while pending:
            node = pending.pop()
            if node in seen:
                continue
            seen.add(node)
            pending += children(self.code[node])
            fns = self.effect_fns() if self.code[node][0] == "doeffect" else self.callees(self.code[node])
            for fn in fns:
                found.add(fn)
                pending.append(self.table.fns[fn]["code"])
        return found

    # ------------------------------------------------------------------ may it ask

    def suspends(self, node: int) -> bool:
        """May running this statement need a decision (its triggers and standing rules included)?"""
        known = self._suspends.get(node)
        if known is None:
            self._suspends[node] = False
            known = self._suspends[node] = self._compute_suspends(node)
        return known

    def _compute_suspends(self, index: int) -> bool:
        node = self.code[index]
        op = node[0]
        if op in ASKS:
            return True
        if op in ("can", "try"):
            return False
        if op == "doeffect":
            return any(fn in self.suspending_fns for fn in self.effect_fns())
        if op in ("do", "perform") and any(fn in self.suspending_fns for fn in self.callees(node)):
            return True
        if op in ("move", "put", "set", "addto", "turn", "shuffle", "reveal", "look") and self.stirs(node):
            return True
        return any(self.suspends(child) for child in children(node) if self.code[child][0] in STATEMENTS)

    def stirs(self, node: list[Any]) -> bool:
        """May a standing rule or trigger that asks follow this effect?"""
        writes = self._own_writes(node)
        for index, rule in enumerate(self.table.whenevers):
            if rule["body"] in self.suspending_fns and overlap(self.rule_reads[index], writes):
                return True
        for trigger in self.table.triggers:
            if trigger["body"] not in self.suspending_fns:
                continue
            event = trigger["event"]
            if event[0] in ("enters", "leaves") and overlap(frozenset([f"z{event[1]}"]), writes):
                return True
            if event[0] == "face_up" and "face" in writes:
                return True
            if event[0] == "changes" and f"f{event[1]}" in writes:
                return True
        return False

    def _fixpoint(self) -> None:
        statements = [i for i, fn in enumerate(self.table.fns) if self.code[fn["code"]][0] in STATEMENTS]
        while True:
            self._suspends.clear()
            found = {fn for fn in statements if self.suspends(self.table.fns[fn]["code"])}
            found |= self.suspending_fns
            if found == self.suspending_fns:
                return
            self.suspending_fns = found

    # ------------------------------------------------------------------ may it fail

    def fails(self, node: int) -> bool:
        """May a dry run of this statement come to an end where it cannot be carried out?"""
        known = self._fails.get(node)
        if known is None:
            self._fails[node] = False
            known = self._fails[node] = self._compute_fails(node)
        return known

    def _compute_fails(self, index: int) -> bool:
        return self.fails_op(self.code[index])

    def fails_op(self, node: list[Any]) -> bool:
        op = node[0]
        if op == "seq":
            for child in node[1]:
                if self.fails(child):
                    return True
                if self.code[child][0] in BINDING:
                    return False
            return False
        if op == "choose":
            least = node[3]
            if not node[5]:
                return node[7] is not None or self.sure_of(node[2]) < 1
            return not (least is not None and self.code[least] == ["num", 0])
        if op in ("require", "carryon"):
            return True
        if op == "addto":
            return not node[3] and self.bounded(node[1])
        if op == "set":
            return self.bounded(node[1])
        if op == "move":
            return node[6] == "n" or self.may_be_full(node[2]) or (node[6] != "upto" and tuple(node) in self.vain)
        if op in ("do", "doeffect"):
            return True
        if op == "perform":
            return any(fn in self.failing_fns for fn in self.callees(node))
        if op in ("may", "either", "take", "takeall", "enter", "checkgoals"):
            return bool(op == "either")
        if op == "open":
            return any(self.fails(child) for child in (node[4], node[5]) if child is not None)
        return any(self.fails(child) for child in children(node) if self.code[child][0] in STATEMENTS)

    def sure_of(self, source: int) -> int:
        """So many things are surely in a list, whatever the state."""
        op = self.code[source]
        if op[0] == "all" and op[1] != PLAYER:
            return sum(entry["copies"] for entry in self.table.designs if self.is_a(entry["kind"], op[1]))
        if op[0] == "where":
            test = self.code[op[3]]
            # all but one, which does not depend on what is gone through
            others = test[0] == "ne" and [
                self.code[test[1]] == ["local", op[1]],
                self.code[test[2]] == ["local", op[1]],
            ]
            if others and any(others) and not all(others):
                other = test[2] if others[0] else test[1]
                return self.sure_of(op[2]) - 1 if not self.reads_slot(other, op[1]) else 0
        return 0

    def is_a(self, kind: int | None, above: int) -> bool:
        while kind is not None and kind != above:
            kind = self.table.kinds[kind]["parent"]
        return kind == above

    def reads_slot(self, node: int, slot: int) -> bool:
        op = self.code[node]
        return op == ["local", slot] or any(self.reads_slot(child, slot) for child in children(op))

    def _vain(self) -> set[tuple[Any, ...]]:
        """Moves whose thing may be nothing: in a dry run that cannot be carried out."""
        absent: set[tuple[int, int]] = set()  # function and slot that may hold nothing
        while True:
            before = len(absent)
            found: set[tuple[Any, ...]] = set()
            for fn, entry in enumerate(self.table.fns):
                self._vain_in(fn, entry["code"], absent, found, set())
            if len(absent) == before:
                return found

    def _vain_in(
        self, fn: int, index: int, absent: set[tuple[int, int]], found: set[tuple[Any, ...]], seen: set[int]
    ) -> None:
        if index in seen:
            return
        seen.add(index)
        node = self.code[index]
        op = node[0]
        if op == "let" and self.may_be_nothing(fn, node[2], absent):
            absent.add((fn, node[1]))
        elif op == "move" and self.may_be_nothing(fn, node[1], absent):
            found.add(tuple(node))
        elif op in ("perform", "do"):
            arguments = node[2] if op == "perform" else node[3]
            for at, argument in enumerate(arguments):
                if self.may_be_nothing(fn, argument, absent):
                    absent.update((callee, at + 2) for callee in self.callees(node))
        sure = self._surely_there(fn, node, absent)
        for child in children(node):
            if child not in sure:
                self._vain_in(fn, child, absent, found, seen)

    def _surely_there(self, fn: int, node: list[Any], absent: set[tuple[int, int]]) -> set[int]:
        """Moves of the top of a zone, straight behind what tells that something lies there: `if Z is not empty { move top of Z …`,
        or a move to Z."""
        out: set[int] = set()
        if node[0] == "ifelse":
            test, branch = self.code[node[1]], node[2]
            if test[0] == "not":
                test, branch = self.code[test[1]], node[3]
            begin = None if branch is None else self._first_of(branch)
            if test[0] == "exists" and begin is not None and self._takes_from(begin, self.code[test[1]]):
                out |= {branch, begin}
        elif node[0] == "seq":
            for before, after in zip(node[1], node[1][1:], strict=False):
                put = self.code[before]
                if put[0] == "move" and put[6] == "all" and self.code[put[1]][0] in ("local", "obj"):
                    if not self.may_be_nothing(fn, put[1], absent) and self._takes_from(after, ["items", put[2]]):
                        out.add(after)
        return out

    def _first_of(self, index: int) -> int:
        node = self.code[index]
        return self._first_of(node[1][0]) if node[0] == "seq" and len(node[1]) == 1 else index

    def _takes_from(self, index: int, source: list[Any]) -> bool:
        """Is this a move of one thing from exactly that list?"""
        node = self.code[index]
        if node[0] != "move" or source[0] != "items":
            return False
        what = self.code[node[1]]
        listing: list[Any] = self.code[what[1]] if what[0] in ("first", "last") else [""]
        return listing[0] == "items" and self.written_out(listing[1]) == self.written_out(source[1])

    def written_out(self, index: int) -> tuple[Any, ...]:
        """An expression of names and zones as a tree: two that are equal mean the same."""
        node = self.code[index]
        parts: list[Any] = [node[0]]
        for kind, part in zip(SIGNATURES[node[0]], node[1:], strict=True):
            if isinstance(part, list):
                return ("node", index)
            parts.append(self.written_out(part) if kind.rstrip("?") == "n" and part is not None else part)
        return tuple(parts)

    def may_be_nothing(self, fn: int, index: int, absent: set[tuple[int, int]]) -> bool:
        node = self.code[index]
        op = node[0]
        if op == "local":
            return (fn, node[1]) in absent
        if op in ("if", "case", "orelse"):
            if op == "case":
                branches = [result for _, result in node[2]] + ([] if node[3] is None else [node[3]])
            else:
                branches = node[2:]
            return any(self.may_be_nothing(fn, branch, absent) for branch in branches)
        return op in (
            "first",
            "last",
            "nothing",
            "getopt",
            "topat",
            "holder",
            "zoneat",
            "min",
            "max",
            "best",
            "call",
            "getof",
        )

    def bounded(self, place: int) -> bool:
        node = self.code[place]
        if node[0] in ("get", "key"):
            field = self.table.fields[node[1]]
            return field["low"] is not None or field["high"] is not None
        if node[0] == "game":
            var = self.table.gvars[node[1]]
            return var["low"] is not None or var["high"] is not None
        if node[0] == "phase":
            phase = self.table.phases[node[1]]
            at = node[2] - phase["params"]
            return at >= 0 and (phase["vars"][at]["low"] is not None or phase["vars"][at]["high"] is not None)
        return False

    def may_be_full(self, zone: int) -> bool:
        """Has the zone that the text names a limit? A zone handed over as a value is taken to have room."""
        return any(
            name != ANY_ZONE and self.table.zones[int(name[1:])]["max"] is not None for name in self.zones_named(zone)
        )

    def _fixpoint_fails(self) -> None:
        statements = [i for i, fn in enumerate(self.table.fns) if self.code[fn["code"]][0] in STATEMENTS]
        while True:
            self._fails.clear()
            found = {fn for fn in statements if self.fails(self.table.fns[fn]["code"])} | self.failing_fns
            if found == self.failing_fns:
                return
            self.failing_fns = found


def zone_of_maybe(code: list[list[Any]], index: int) -> tuple[int, int] | None:
    """(zone, node of its owner) of `zone of x` where x may be nothing: the first of the zones of as many as there are."""
    op = code[index]
    inner: list[Any] = code[op[1]] if op[0] == "first" else [""]
    if inner[0] != "map" or code[inner[2]][0] != "aslist":
        return None
    body = code[inner[3]]
    if body[0] != "zoneof" or code[body[2]] != ["local", inner[1]]:
        return None
    return body[1], code[inner[2]][1]


def overlap(reads: frozenset[str], writes: Any) -> bool:
    """Can one of these writes change what is read?"""
    if "*" in writes or "*" in reads:
        return True
    for write in writes:
        if write in reads:
            return True
        if write == ANY_ZONE and any(read.startswith("z") for read in reads):
            return True
        if write.startswith("z") and ANY_ZONE in reads:
            return True
        if write.startswith("f") and "f*" in reads:
            return True
    return False
