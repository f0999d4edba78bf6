"""Lists in the straight form: which things of a zone meet a condition, by one small function for each card.

A condition that asks for what cards print (`it is playable and can (play it)`) means something else for each of them. Where the
code goes through things of a known zone, the condition is written out once for each design that may lie there, and a list by
object tells which of these functions to ask: True (always), None (never) or a function (S, slots that are read…, thing).
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

from runtime.shortcuts import conjuncts

SLOT = re.compile(r"\bx\d+\b")
#: What a condition asks of cards: their clauses, by object, or whether something can be done with them.
OF_CARDS = re.compile(r"\b[FO]\d+\[(c\d+_)\]|\bw[vc]\d")


#: What can go wrong nowhere and is told at once: where a thing lies, a flag.
CHEAP = re.compile(r"\(?(?:not )?(?:S\.L\[\d+\] == \(?x?\d+(?: \+ \d+\))?|S\.V\[\d+\]\[\d+\])\)?")
#: Names in what can go wrong nowhere.
FAULTLESS = re.compile(
    r"S|[ZLVGK]|any|all|best|chain|len|sum|paid|first|for|in|if|else|lambda|not|and|or|is|None|True|False|PLAYERS|"
    r"(?:[xkPQF]|pm|c|n)\d+_?"
)
WORD = re.compile(r"[A-Za-z_]\w*")


def cheap_first(test: str) -> str:
    """The same test, with what is told at once before what takes a walk."""
    parts = conjuncts(test)
    walks = [part for part in parts if CHEAP.fullmatch(part) is None]
    if len(parts) < 2 or not all(FAULTLESS.fullmatch(word) for part in walks for word in WORD.findall(part)):
        return test
    return "(" + " and ".join([*(part for part in parts if part not in walks), *walks]) + ")"


class Sieves:
    """Part of the straight form."""

    rules: Any
    table: Any
    world: Any

    def sieve(self, zone: int, name: str, write: Callable[[], str]) -> tuple[str, str] | None:
        """(list by object, arguments behind the thing's name) for a condition on a thing with this name that lies in the zone;
        `write` gives its source. None: it says the same of all, so that nothing is won."""
        allowed = self.table.zones[zone]["kinds"] + self.table.zones[zone]["holding"]
        kinds = {kind for one in allowed for kind in self.world.subkinds[one]}
        if OF_CARDS.search(write()) is None:
            return None
        designs = self.rules.x.designs_known
        told: dict[int, str] = {}
        for design, entry in enumerate(self.table.designs):
            if entry["kind"] in kinds:
                designs[name] = design
                try:
                    told[design] = cheap_first(write())
                finally:
                    del designs[name]
        other = write()
        used = sorted({slot for text in (*told.values(), other) for slot in SLOT.findall(text)})
        head = "".join(f"{slot}, " for slot in used)
        made: dict[str, str] = {"True": "True", "False": "None"}
        for text in (*told.values(), other):
            if text not in made:
                made[text] = self.rules.fresh("sv")
                self.rules.define_source(made[text], f"def {made[text]}(S, {head}{name}):\n    return {text}\n")
        table = self.rules.fresh("st")
        rows = (made[other if design is None else told.get(design, other)] for design in self.world.designs)
        self.rules.define_later(f"{table} = [{', '.join(rows)}]\n")
        return table, f"S, {head}{name}"

    def sifted(self, zone: int, name: str, things: str, write: Callable[[], str], some: bool = False) -> str | None:
        """Source of the list of those things of a zone that meet a condition. some: of whether there are any."""
        found = self.sieve(zone, name, write)
        if found is None:
            return None
        table, given = found
        function = self.rules.fresh("wc" if some else "sf")  # (foresight knows by the name that it may be interrupted)
        head = given.rpartition(", ")[0]
        then = "return True" if some else f"out.append({name})"
        lines = [
            f"def {function}({head}, things):",
            *([] if some else ["    out = []"]),
            f"    for {name} in things:",
            f"        k = {table}[{name}]",
            f"        if k is True or k and k({given}): {then}",
            f"    return {not some and 'out'}",
        ]
        self.rules.define_source(function, "\n".join(lines) + "\n")
        return f"{function}({head}, {things})"

    def gathered(self, target: str, zone: int, name: str, things: str, write: Callable[[], str]) -> list[str] | None:
        """The same as lines, which give the list a name."""
        found = self.sieve(zone, name, write)
        if found is None:
            return None
        table, given = found
        return [
            f"{target} = []",
            f"for {name} in {things}:",
            f"    k = {table}[{name}]",
            f"    if k is True or k and k({given}): {target}.append({name})",
        ]
