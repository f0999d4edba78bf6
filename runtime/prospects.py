"""What foresight must know of code besides its text: what was done on the way, and what may follow an effect.

`Written` is what has happened so far. `Prospects` answers, over the table alone: does this statement come to something
that a dry run cannot foresee, what do standing rules and triggers do after an effect, what does an expression read.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from runtime.analysis import ANY_ZONE, BINDING, Analysis, children, overlap


class NotTold(Exception):
    """Only a dry run can tell: raised while code is generated."""


class Written:
    """What has happened on the way: fields, variables and zones by name, things (source text) that left zones nobody
    knows, and by how much variables of the game have changed, where that is known."""

    __slots__ = ("deltas", "moved", "names")

    def __init__(
        self, names: frozenset[str] = frozenset(), moved: tuple[str, ...] = (), deltas: tuple[tuple[int, int], ...] = ()
    ) -> None:
        self.names = names
        self.moved = moved
        self.deltas = deltas

    def plus(self, names: Iterable[str], moved: tuple[str, ...] = ()) -> Written:
        names = frozenset(names)
        deltas = tuple(pair for pair in self.deltas if not overlap(frozenset([f"g{pair[0]}"]), names))
        return Written(self.names | names, self.moved + moved, deltas)

    def added(self, var: int, amount: int) -> Written:
        """A variable of the game changed by a known number."""
        deltas = {**dict(self.deltas), var: (self.delta(var) or 0) + amount}
        return Written(self.names | {f"g{var}"}, self.moved, tuple(sorted(deltas.items())))

    def delta(self, var: int) -> int | None:
        """By how much the variable has changed; None: nobody knows."""
        known = dict(self.deltas).get(var)
        return known if known is not None else None if overlap(frozenset([f"g{var}"]), self.names) else 0

    @property
    def key(self) -> tuple[Any, ...]:
        return (self.names, bool(self.moved), self.deltas)

    def inside(self) -> Written:
        """The same in a function that is handed the moved things as `m`."""
        return Written(self.names, ("*m",) if self.moved else (), self.deltas)


class Prospects:
    def __init__(self, linked: Any, analysis: Analysis) -> None:
        self.linked = linked
        self.analysis = analysis
        self.table = linked.table
        self.code = linked.table.code
        watchers: frozenset[str] = frozenset()
        for reads in analysis.rule_reads:
            watchers |= reads
        self.watched_zones = frozenset(
            int(read[1:]) for read in watchers if read[0] == "z" and read != ANY_ZONE
        ) | frozenset(trigger["event"][1] for trigger in self.table.triggers if trigger["event"][0] == "leaves")
        self.watch_everything = ANY_ZONE in watchers or "*" in watchers
        self._binds: dict[int, bool] = {}
        self._rules_bind: bool | None = None
        self._written: dict[int, frozenset[str]] = {}
        self._reads: dict[int, frozenset[str]] = {}
        self._reading: set[int] = set()

    def body(self, fn: int) -> int:
        return int(self.table.fns[fn]["code"])

    # ------------------------------------------------------------------ what cannot be foreseen

    def binds(self, node: int) -> bool:
        """May a dry run of this statement come to something that cannot be foreseen? Then nothing after it can fail."""
        known = self._binds.get(node)
        if known is None:
            self._binds[node] = False
            known = self._binds[node] = self._compute_binds(node)
        return known

    def _compute_binds(self, index: int) -> bool:
        node = self.code[index]
        op = node[0]
        if op in BINDING or op in ("reveal", "look", "turn", "put", "doeffect", "as", "endphase", "endturn", "cancel"):
            return True
        if op == "move" and self.unseen(node[1]):
            return True
        if (op == "choose" and node[7] is not None) or (op == "may" and node[2] is not None):
            return True
        if (op == "either" and node[1] is not None) or op in ("take", "takeall", "enter", "carryon", "checkgoals"):
            return True
        if op in ("move", "set", "addto") and self.rules_bind and self.linked.stirs_anything(node):
            return True
        if any(self.binds(self.body(fn)) for fn in self.analysis.callees(node)):
            return True
        return any(self.binds(child) for child in children(node))

    @property
    def rules_bind(self) -> bool:
        """May a standing rule or a trigger do what cannot be foreseen?"""
        if self._rules_bind is None:
            self._rules_bind = False
            self._rules_bind = any(
                self.binds(self.body(rule["body"])) for rule in [*self.table.whenevers, *self.table.triggers]
            )
        return self._rules_bind

    def unseen(self, what: int) -> bool:
        """May a thing that is moved come from where the one who decides does not see it?"""
        return not self.all_open(self.analysis.sources(what))

    def all_open(self, zones: Iterable[str]) -> bool:
        """Does everybody see what lies in these zones?"""
        return all(name != ANY_ZONE and self.table.zones[int(name[1:])]["see"] == "open" for name in zones)

    # ------------------------------------------------------------------ what follows an effect

    def followers(self, writes: Iterable[str]) -> list[int]:
        """Functions of standing rules and triggers that an effect with these writes may set off."""
        writes = list(writes)
        found = []
        for index, rule in enumerate(self.table.whenevers):
            if overlap(self.analysis.rule_reads[index], writes):
                found.append(int(rule["body"]))
        for trigger in self.table.triggers:
            event = trigger["event"]
            sort = {"enters": "z", "leaves": "z", "changes": "f"}.get(event[0])
            if (sort is not None and overlap(frozenset([f"{sort}{event[1]}"]), writes)) or (
                event[0] == "face_up" and "face" in writes
            ):
                found.append(int(trigger["body"]))
        return found

    def all_followers(self) -> list[int]:
        live = [
            rule
            for index, rule in enumerate(self.table.whenevers)
            if self.analysis.rule_reads[index] or rule["where"] is None
        ]
        return [int(rule["body"]) for rule in [*live, *self.table.triggers]]

    def written_by(self, fns: Iterable[int]) -> set[str]:
        """What these functions write, and what follows that."""
        out: set[str] = set()
        for fn in fns:
            out |= self.writes_of(fn)
        while True:
            more = {name for fn in self.followers(out) for name in self.writes_of(fn)} - out
            if not more:
                return out
            out |= more

    def writes_of(self, fn: int) -> frozenset[str]:
        """What a function writes; the body of a standing rule knows where the thing lies that it is about."""
        known = self._written.get(fn)
        if known is None:
            origins: dict[int, tuple[str, ...]] = {}
            for rule in self.table.whenevers:
                if rule["body"] == fn and self.lies(rule):
                    origins[2] = self.lies(rule)
            known = self._written[fn] = frozenset(self.writes_from(self.body(fn), origins, 0))
        return known

    def lies(self, rule: dict[str, Any]) -> tuple[str, ...]:
        """Zones that the candidates of a standing rule lie in, where the rule says it."""
        if rule["over"] is None:
            return ()
        found = self.analysis.sources(self.body(rule["over"]))
        if ANY_ZONE not in found:
            return tuple(found)
        if rule["where"] is not None:
            where = self.code[self.body(rule["where"])]
            for part in where[1] if where[0] == "and" else [self.body(rule["where"])]:
                test = self.code[part]
                if test[0] == "inzones" and self.code[test[1]] == ["local", 2]:
                    return (f"z{test[2]}",)
                if (
                    test[0] == "in"
                    and self.code[test[1]] == ["local", 2]
                    and ANY_ZONE not in self.analysis.sources(test[2])
                ):
                    return tuple(self.analysis.sources(test[2]))
        return ()

    def writes_from(self, index: int, origins: dict[int, tuple[str, ...]], depth: int) -> set[str]:
        """What a statement writes when it is known where the things in these slots lie."""
        node = self.code[index]
        op = node[0]
        if not origins or depth > 6:
            return set(self.analysis.writes(index))
        if op == "move" and self.code[node[1]][0] == "local" and self.code[node[1]][1] in origins:
            return {*self.analysis.zones_named(node[2]), *origins[self.code[node[1]][1]]}
        out = set(self.analysis._own_writes(node))
        for child in children(node):
            out |= self.writes_from(child, origins, depth)
        arguments = node[2] if op == "perform" else node[3] if op == "do" else []
        handed = {
            at + 2: origins[self.code[argument][1]]
            for at, argument in enumerate(arguments)
            if self.code[argument][0] == "local" and self.code[argument][1] in origins
        }
        if op == "do" and self.code[node[1]][0] == "local" and self.code[node[1]][1] in origins:
            handed[1] = origins[self.code[node[1]][1]]
        for fn in self.analysis.callees(node):
            out |= self.writes_from(self.body(fn), handed, depth + 1)
        return out

    # ------------------------------------------------------------------ what an expression reads

    def reads(self, node: int) -> frozenset[str]:
        """What an expression reads, but for what stands in a `can`: that is worked out on what was done (see
        foresight.py)."""
        known = self._reads.get(node)
        if known is not None:
            return known
        if node in self._reading:
            return frozenset()
        outermost = not self._reading
        self._reading.add(node)
        op = self.code[node]
        # a zone as a value says nothing of what lies in it
        found: set[str] = set() if op[0] in ("zone", "zoneof") else set(self.analysis._own_reads(op))
        if op[0] in ("items", "inzone"):
            found.update(self.analysis.zones_named(op[-1]))
        if op[0] in ("try", "now", "asof"):
            found.add("*")
        if op[0] == "used":
            found.add("limits")
        if op[0] != "can":
            for child in children(op):
                found |= self.reads(child)
            for fn in self.analysis.callees(op):
                found |= self.reads(self.body(fn))
        self._reading.discard(node)
        result = frozenset(found)
        if outermost:
            self._reads[node] = result
        return result

    def slots_bound(self, node: int) -> set[int]:
        """Slots that a statement gives a value."""
        op = self.code[node]
        found: set[int] = set()
        if op[0] in ("let", "choose", "foreach", "roll"):
            found.add(op[1])
        if op[0] == "either":
            found |= {branch[4] for branch in op[3] if branch[4] is not None}
        for child in children(op):
            found |= self.slots_bound(child)
        return found
