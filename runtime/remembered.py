"""Lists in the straight form: which things meet a condition that depends only on few fields is remembered by their values.

Part of the emitter of expressions; it does nothing while `free` is 0, which is so for the frames.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

from runtime.shortcuts import conjuncts

if TYPE_CHECKING:
    from runtime.expressions import Scope

#: Values of a column, at most, by which something is remembered.
LONGEST_KEY = 64
#: So many results of one list are kept.
MOST_KEPT = 10_000

FACT = re.compile(r"F(\d+)\[(\w+)\]\(S, \w+, \2\)")
COLUMN = re.compile(r"S\.V\[(\d+)\]")
#: What a condition may be made of besides columns, printed facts and the thing itself.
PLAIN = re.compile(r"(?:VV|PP|CC|\d+|and|or|not|is|None|True|False|[\[\]()<>=!+\-, ])*")
#: A list of all things of a kind, with what going through it costs.
WHOLE = re.compile(r"(?:paid\(S, )?(range\((\d+), (\d+)\))(?:, \d+\))?")
#: A list of things that the text names.
NUMBERS = re.compile(r"\((?:\d+, ){1,64}\)")


class Remembered:
    """Part of the emitter of expressions."""

    linked: Any
    table: Any
    code: list[list[Any]]
    world: Any
    free: int
    slots: int
    of_clause: dict[int, set[int] | None]

    def some(self, source: int, condition: int, below: Scope, c: str, things: str) -> tuple[str, str]:
        """(list, test) of those members of a list that meet a condition; `things` is its source, c a member's name."""
        test: str = self.loose(condition, below)  # type: ignore[attr-defined]
        if not self.free:
            return things, test
        return self.remembered(c, things, test) if self.code[source][0] in ("all", "list") else (things, test)

    def remembered(self, c: str, things: str, test: str) -> tuple[str, str]:
        """The parts of the test that depend on few fields only are worked out once for each state of these fields."""
        parts = [(part, self.columns(part, c)) for part in conjuncts(test)]
        columns = sorted({column for _, found in parts if found for column in found})
        whole = WHOLE.fullmatch(things)
        if whole is None:
            few = NUMBERS.fullmatch(things) is not None
        else:
            few = int(whole[3]) - int(whole[2]) <= LONGEST_KEY
        if not columns or not few:
            return things, test
        things = things if whole is None else whole[1]
        kept = " and ".join(part for part, found in parts if found is not None)
        left = " and ".join(part for part, found in parts if found is None)
        name, cache = self.linked.fresh("pm"), self.linked.x.constant_thing({})
        fields = {column: self.table.fields[field] for field, column in self.linked.column_of.items()}
        flags = all(fields[column]["type"] == ["flag"] for column in columns)
        key = ", ".join(f"*S.V[{column}]" for column in columns)
        key = f"bytes(S.V[{columns[0]}])" if flags and len(columns) == 1 else f"({key},)"
        self.linked.define_source(
            name,
            f"def {name}(S):\n"
            f"    key = {key}\n"
            f"    found = {cache}.get(key)\n"
            f"    return {name}f(S, key) if found is None else found\n"
            f"def {name}f(S, key):\n"
            f"    fuel = S.fuel\n"
            f"    found = tuple([{c} for {c} in {things} if {kept}])\n"
            f"    S.fuel = fuel\n"
            f"    if len({cache}) >= {MOST_KEPT}: {cache}.clear()\n"
            f"    {cache}[key] = found\n"
            f"    return found\n",
        )
        return f"{name}(S)", left or "True"

    def columns(self, text: str, c: str) -> set[int] | None:
        """The columns of fields that a test reads, or None when it reads something else."""
        found: set[int] = set()
        for clause, thing in FACT.findall(text):
            of_clause = self.clause_columns(int(clause))
            if thing != c or of_clause is None:
                return None
            found |= of_clause
        text = FACT.sub("True", text)
        found |= {int(column) for column in COLUMN.findall(text)}
        text = re.sub(rf"\b{c}\b", "CC", re.sub(r"\bP\d+", "PP", COLUMN.sub("VV", text)))
        sizes = {column: field for field, column in self.linked.column_of.items()}
        for column in found:
            kind = self.table.fields[sizes[column]]["kind"]
            if self.world.hi[kind] - self.world.lo[kind] > LONGEST_KEY:
                return None
        return found if PLAIN.fullmatch(text) else None

    def clause_columns(self, clause: int) -> set[int] | None:
        """The same for a condition that cards print."""
        from runtime.expressions import Scope

        if clause in self.of_clause:
            return self.of_clause[clause]
        found: set[int] | None = set()
        self.of_clause[clause] = None
        outer = self.slots
        for fn in self.linked.analysis.clause_fns(clause):
            entry = self.table.fns[fn]
            self.slots = entry["slots"]
            text: str = self.loose(entry["code"], Scope(False, range(2)))  # type: ignore[attr-defined]
            of_fn = None if entry["params"] else self.columns(text, "x1")
            found = None if found is None or of_fn is None else found | of_fn
        self.slots = outer
        self.of_clause[clause] = found
        return found
