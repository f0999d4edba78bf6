"""Every way to reach a goal as a formula: each goal by itself, or with each card that it may be reached with."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any

from chronoc.check.formulas import Where
from chronoc.check.truth import Cases, Formula, Leaf, cases, leaves, put
from chronoc.model.order import set_key
from chronoc.model.suggest import fold, listed
from chronoc.syntax import tree
from chronoc.syntax.tree import Span

if TYPE_CHECKING:
    from chronoc.check.context import Context

SETTERS = ("set", "addto")
COMPARISONS = 8_000  # of two ways; with more of them, what is left is not compared


@dataclass(frozen=True, slots=True)
class Way:
    """goal: its number · card: what it is reached with · span: its condition · own: what the card itself demands"""

    goal: int
    card: int | None
    title: str
    span: Span
    formula: Formula
    own: tuple[Formula, ...]


class Goals:
    def __init__(self, ctx: Context) -> None:
        self.ctx = ctx
        self.formulas = ctx.formulas
        self.table = ctx.table
        self.you = self.formulas.key("you")

    @cached_property
    def ways(self) -> list[Way]:
        found: list[Way] = []
        for index, row in enumerate(self.table["goals"]):
            if row["where"] is None:
                continue
            if row["over"] is None:
                decl = self.ctx.program.goals[index].decl
                span = decl.condition.span if decl.condition is not None else decl.span
                found.append(Way(index, None, row["title"], span, self.of(row["where"], None), ()))
                continue
            for card in self.cards(row["over"]):
                formula = self.of(row["where"], card)
                found.append(
                    Way(index, card, self.table["designs"][card]["title"], *self.place(card), formula, self.own(card))
                )
        return found

    def cards(self, over: int) -> list[int]:
        """The cards that a goal may be reached with."""
        code = self.table["fns"][over]["code"]
        if not self.ctx.things.holds_cards(code):
            return []
        mask = self.ctx.things.may_be(code, over)
        return [
            i for i, row in enumerate(self.table["designs"]) if mask >> i & 1 and (row["copies"] or row["each_player"])
        ]

    def of(self, fn: int, card: int | None) -> Formula:
        slots = [(0, self.you)] if card is None else [(0, self.you), (2, self.formulas.thing(card))]
        where = Where(self.formulas.key("goal", fn, card), tuple(slots))
        return self.formulas.formula(self.table["fns"][fn]["code"], where)

    def place(self, card: int) -> tuple[Span]:
        """The condition that is written on a card, else its head."""
        for written in self.ctx.program.designs[card].written.values():
            if isinstance(written, tree.Condition):
                return (written.condition.span,)
        return (self.ctx.program.designs[card].span,)

    def own(self, card: int) -> tuple[Formula, ...]:
        found = []
        for clause, fn in self.table["designs"][card]["clauses"].items():
            if self.table["clauses"][int(clause)]["sort"] == "condition":
                where = Where(self.formulas.key("own", fn), ((0, self.you), (1, self.formulas.thing(card))))
                found.append(self.formulas.formula(self.table["fns"][fn]["code"], where))
        return tuple(found)

    # ------------------------------------------------------------------ two ways

    @cached_property
    def pairs(self) -> list[tuple[Way, Way, str]]:
        """Two ways that are the same, of which the first implies the second, or that exclude each other."""
        ways = [way for way in self.ways if not isinstance(way.formula, bool) and not self.hopeless(way.formula)]
        keys = [dict.fromkeys(leaf[1] for leaf in leaves(way.formula)) for way in ways]
        found: list[tuple[Way, Way, str]] = []
        speaking: dict[int, list[int]] = {}  # of each key: the ways before that speak of it
        left = COMPARISONS
        for at, one in enumerate(ways):
            others = dict.fromkeys(sorted(number for key in keys[at] for number in speaking.get(key, ())))
            for number in list(others)[:left]:
                found += self._compared_ways(ways[number], one)
            left -= min(left, len(others))
            for key in keys[at]:
                speaking.setdefault(key, []).append(at)
        return found

    def told(self, how: str) -> list[tuple[Way, list[Way]]]:
        """Each way that is to be told of, with the ways that it is compared with: of those that are the same, the first
        stands for all."""
        copies = {id(other): None for _, other, what in self.pairs if what == "same"}
        found: dict[int, tuple[Way, list[Way]]] = {}
        for one, other, what in self.pairs:
            if what != how:
                continue
            way, against = (one, other) if how == "implied" else (other, one)
            if id(against) not in copies and (how == "same" or id(way) not in copies):
                found.setdefault(id(way), (way, []))[1].append(against)
        return list(found.values())

    def _compared_ways(self, one: Way, other: Way) -> list[tuple[Way, Way, str]]:
        space = self.space(one.formula, other.formula)
        if space is None:
            return []
        a, b = space.mask(one.formula), space.mask(other.formula)
        if space.all in (a, b):
            return []
        if a == b:
            return [(one, other, "same")]
        if not a & ~b:
            return [(one, other, "implied")]
        if not b & ~a:
            return [(other, one, "implied")]
        return [(one, other, "exclusive")] if not a & b else []

    # ------------------------------------------------------------------ truth

    def space(self, *formulas: Formula) -> Cases | None:
        return cases(formulas, self.formulas.bounds, self.formulas.sizes)

    def hopeless(self, formula: Formula, known: Callable[[Leaf], bool | None] | None = None) -> bool:
        """Whether it is surely never true (when some leaves are known)."""
        if known is not None:
            formula = put(formula, known)
        space = self.space(formula)
        return space is not None and space.mask(formula) == 0

    def sure(self, formula: Formula, known: Callable[[Leaf], bool | None]) -> bool:
        formula = put(formula, known)
        space = self.space(formula)
        return space is not None and space.mask(formula) == space.all

    # ------------------------------------------------------------------ what never changes, and how it begins

    @cached_property
    def written(self) -> dict[tuple[str, int], None]:
        """Fields and variables that some code sets."""
        return self._set_by(range(len(self.table["fns"])))

    @cached_property
    def _first(self) -> tuple[dict[tuple[str, int], None] | None, dict[int, None] | None]:
        """Fields that may be set, and zones that may be filled, before the first turn (None: any): by the setup, by what
        follows what happens, and by those rules that can strike then."""
        roots = [self.table["setup"], *(row["body"] for row in self.table["triggers"])]
        waiting = list(self.table["whenevers"])
        while True:
            fns = list(dict.fromkeys(fn for root in roots for fn in self.ctx.called_from(root)))
            loose = any(op[0] == "doeffect" for fn in fns for op in self._ops(fn))
            written, filled = (None, None) if loose else (self._set_by(fns), self._filled(fns))
            striking = [row for row in waiting if not self._idle(row, written, filled)]
            if not striking:
                return written, filled
            roots += [row["body"] for row in striking]
            waiting = [row for row in waiting if row not in striking]

    def _idle(
        self, row: dict[str, Any], written: dict[tuple[str, int], None] | None, filled: dict[int, None] | None
    ) -> bool:
        """Whether a rule surely does not strike as things lie at first."""
        if row["where"] is None:
            return False
        where = self.formulas.inside(row["where"], row["design"])
        formula = self.formulas.formula(self.table["fns"][row["where"]]["code"], where)
        return self.hopeless(formula, lambda leaf: self._value(leaf, written, self._empty(filled)))

    def _empty(self, filled: dict[int, None] | None) -> Callable[[int], bool]:
        return lambda zone: filled is not None and zone not in filled

    def _ops(self, fn: int) -> list[list[Any]]:
        return [self.ctx.code[node] for node in self.ctx.function_nodes(fn)]

    def _set_by(self, fns: Any) -> dict[tuple[str, int], None]:
        found: dict[tuple[str, int], None] = {}
        for fn in fns:
            for op in self._ops(fn):
                if op[0] in SETTERS:
                    target = self.ctx.code[op[1]]
                    if target[0] in ("get", "key", "game"):
                        found["game" if target[0] == "game" else "get", target[1]] = None
        return found

    def _filled(self, fns: list[int]) -> dict[int, None] | None:
        """Zones that some code may put something into; None: any."""
        found: dict[int, None] = {}
        for fn in fns:
            for op in self._ops(fn):
                if op[0] == "put":
                    return None
                if op[0] == "move":
                    zones = self.ctx.things.zones(op[2], fn)
                    if zones is None:
                        return None
                    found.update(zones)
        return found

    def frozen(self, leaf: Leaf) -> bool | None:
        """What a leaf is as long as the game lasts: nothing sets it, nothing is put there."""
        return self._value(leaf, self.written, lambda zone: self.ctx.things.content[zone] == 0)

    def at_start(self, leaf: Leaf) -> bool | None:
        """What a leaf is before anybody has played."""
        written, filled = self._first
        return self._value(leaf, written, self._empty(filled))

    def _value(
        self, leaf: Leaf, written: dict[tuple[str, int], None] | None, empty: Callable[[int], bool]
    ) -> bool | None:
        what = self.formulas.parts[leaf[1]]
        if what[0] in ("get", "game") and written is not None and (what[0], what[1]) not in written:
            row = self.table["fields" if what[0] == "get" else "gvars"][what[1]]
            if row["default"] is not None and row.get("var", True):
                return self._compared(leaf, self.ctx.code[row["default"]])
        if leaf[0] == "least" and what[0] == "count":
            zone = self._zone(what[1])
            if zone is not None and empty(zone):
                return int(leaf[2]) <= 0
        if what[0] in ("inzone", "inzones"):
            zone = what[2] if what[0] == "inzones" else self._zone_of(what[2])
            if zone is not None and empty(zone):
                return False
        return None

    def _compared(self, leaf: Leaf, default: list[Any]) -> bool | None:
        if leaf[0] == "flag" and default[0] == "flag":
            return bool(default[1])
        if leaf[0] == "least" and default[0] == "num":
            return bool(default[1] >= leaf[2])
        if leaf[0] == "is" and default[0] in ("enum", "nothing"):
            return self.formulas.parts[leaf[2]] == tuple(default)
        return None

    def _zone(self, listed: int) -> int | None:
        """The zone that a list is the content of, or a part of it."""
        what = self.formulas.parts[listed]
        if what[0] == "items":
            return self._zone_of(what[1])
        if what[0] in ("itemsof", "allitems"):
            return int(what[1])
        if what[0] in ("where", "sorted"):
            return self._zone(what[1])
        return None

    def _zone_of(self, key: int) -> int | None:
        what = self.formulas.parts[key]
        return int(what[1]) if what[0] in ("zone", "zoneof") else None

    # ------------------------------------------------------------------ how many there are

    @cached_property
    def there(self) -> list[int]:
        """How many things of each card this variant has."""
        players = self.table["players"][1]
        return [row["copies"] * (players if row["each_player"] else 1) for row in self.table["designs"]]

    @cached_property
    def printed(self) -> list[int]:
        """How many there would be, were no copy left out."""
        return [self.ctx.things.number[i] * (self.ctx.things.players if r["each_player"] else 1)
                for i, r in enumerate(self.table["designs"])]  # fmt: skip

    def counted(self, numbers: list[int]) -> Callable[[Leaf], bool | None]:
        """What is impossible with so many things of each card."""

        def known(leaf: Leaf) -> bool | None:
            what = self.formulas.parts[leaf[1]]
            if what[0] in ("inzone", "inzones"):
                thing = self.formulas.parts[what[1]]
                if thing[0] == "obj" and not numbers[thing[1]]:
                    return False
            if leaf[0] == "least" and what[0] == "count":
                mask = self._cards(what[1])
                if mask is not None and sum(n for i, n in enumerate(numbers) if mask >> i & 1) < leaf[2]:
                    return False
            return None

        return known

    def counted_cards(self, leaf: Leaf) -> list[int]:
        """The cards that are counted there."""
        what = self.formulas.parts[leaf[1]]
        mask = self._cards(what[1]) if what[0] == "count" else None
        return [card for card in range(len(self.there)) if mask is not None and mask >> card & 1]

    def _cards(self, key: int) -> int | None:
        """The cards that may be in a list, where every thing stands in it once; None where that is not certain."""
        what = self.formulas.parts[key]
        things = self.ctx.things
        if what[0] == "all":
            return things.of_kind[what[1]] if what[1] != 0 else None
        if what[0] == "copies":
            return 1 << int(what[1])
        if what[0] in ("items", "itemsof", "allitems"):
            zone = self._zone(key)
            return None if zone is None or self.table["zones"][zone]["layout"] is not None else things.content[zone]
        if what[0] in ("where", "sorted"):
            inner = self._cards(what[1])
            return inner if inner is None or what[0] == "sorted" else inner & self._asked(what[2])
        return None

    def _asked(self, key: int) -> int:
        """The cards of which a condition on the element of a list may hold."""
        what = self.formulas.parts[key]
        things = self.ctx.things
        if what[0] in ("and", "or"):
            parts = [self._asked(part) for part in what[1]]
            found = parts[0]
            for part in parts[1:]:
                found = found & part if what[0] == "and" else found | part
            return found
        if what[0] in ("isdesign", "hastag", "iskind") and self.formulas.parts[what[1]][0] == "bound":
            return (
                1 << int(what[2])
                if what[0] == "isdesign"
                else (things.tagged if what[0] == "hastag" else things.of_kind)[what[2]]
            )
        return things.everything

    def left_out(self, way: Way) -> list[int]:
        """Cards that a way speaks of and that this variant has no copy of."""
        found: dict[int, None] = {}
        for leaf in leaves(way.formula):
            found.update((card, None) for card in self.formulas.designs(leaf[1]) if not self.there[card])
            for key in self._below(leaf[1]):
                what = self.formulas.parts[key]
                if what[0] == "isdesign" and not self.there[what[2]]:
                    found[what[2]] = None
        return sorted(found)

    def _below(self, key: int) -> list[int]:
        found: dict[int, None] = {}
        todo = [key]
        while todo:
            here = todo.pop()
            if here not in found:
                found[here] = None
                todo += [inner for _, inner in self.formulas.inner(self.formulas.parts[here])]
        return list(found)


def names(ways: list[Way]) -> str:
    """Titles of some ways, the first of many."""
    shown = [f"`{way.title}`" for way in ways[:3]]
    return listed(shown if len(ways) <= 3 else [*shown[:2], f"{len(ways) - 2} others"], "and")


def given(ctx: Context, card: int) -> Span | None:
    """Where the variant says how many copies there are of a card."""
    sym = ctx.program.designs[card]
    for title in ctx.program.variant.copies:
        if fold(title) in (fold(sym.title), fold(sym.decl.name or sym.title)):
            return ctx.program.variant.span(f"copies.{title}")
    for name in ctx.program.variant.without:
        if sym.set is not None and set_key(name) == set_key(sym.set.name):
            return ctx.program.variant.span(f"without.{name}")
    return None
