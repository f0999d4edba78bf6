"""What a scenario names when somebody chooses: read once, then held against the options of whatever decision stands.

One word can mean several things (a card, a value of an enumeration, the key of a branch), and which is meant shows
only when the options are there. So a pick carries all readings, and fits an option when one of them does.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from chronoc.diagnostics import Diagnostic, Note
from chronoc.lower.scenario import Compiled, Extra
from chronoc.model.suggest import fold, nearest
from chronoc.model.symbols import DesignSym
from chronoc.model.types import Type
from chronoc.scenario.source import Source
from chronoc.syntax import tree
from chronoc.syntax.tree import Span

FIXED = ("yes", "no", "true", "false", "done", "pass", "nothing")


@dataclass(slots=True)
class Pick:
    """word: folded, as key, label, player, value · designs: any copy of these · number · value: what an expression
    gives · action with args: one way to take it · items: a set in brackets · count: how many equal ones · at: zone and
    place in it"""

    span: Span
    said: str
    word: str | None = None
    text: str | None = None
    designs: tuple[int, ...] = ()
    number: int | None = None
    value: Compiled | None = None
    action: int | None = None
    args: tuple[Pick, ...] = ()
    items: tuple[Pick, ...] | None = None
    count: Compiled | None = None
    at: tuple[Compiled, Compiled] | None = None
    problems: list[Diagnostic] = field(default_factory=list)


class Words:
    """Every key and label that may be an answer in a table."""

    def __init__(self, table: dict[str, Any]) -> None:
        self.names: dict[str, str] = {word: word for word in FIXED}
        self._patterns: list[str] = []
        for action in table["actions"]:
            self._add(action["name"])
            self._label([action["title"] or ""])
        for row in table["types"]:
            for value in row["values"]:
                self._add(value)
        for word in (*table["tags"], *(kind["name"] for kind in table["kinds"])):
            self._add(word)
        for op in table["code"]:
            if op[0] == "either":
                for branch in op[3]:
                    if branch[1]:
                        self._add(branch[1])
                    self._label(branch[2] or ())
            elif op[0] == "may":
                self._label(op[1])
        self._labels: re.Pattern[str] | None = None

    def _add(self, word: str) -> None:
        self.names.setdefault(fold(word), word)

    def _label(self, pieces: Any) -> None:
        parts = ["".join(".*" if hole else re.escape(fold(text)) for text, hole in holes(piece)) for piece in pieces]
        if any(parts):
            self._patterns.append("".join(parts))

    def label(self, text: str) -> bool:
        if self._labels is None:
            self._labels = re.compile("|".join(dict.fromkeys(self._patterns)) or r"(?!)")
        return self._labels.fullmatch(fold(text)) is not None


def holes(piece: Any) -> Iterator[tuple[str, bool]]:
    """The parts of a piece of a label: texts, and what is filled in."""
    if not isinstance(piece, str):
        yield "", True
        return
    at = 0
    for found in re.finditer(r"\{[^}]*\}", piece):
        yield piece[at : found.start()], False
        yield "", True
        at = found.end()
    yield piece[at:], False


class PickReader:
    def __init__(self, extra: Extra, words: Words, source: Source) -> None:
        self.extra = extra
        self.program = extra.program
        self.words = words
        self.source = source

    def read(self, e: tree.Expr, names: Mapping[str, Type]) -> Pick:
        pick = Pick(e.span, self.source.said(e.span))
        match e:
            case tree.Name():
                self._name(pick, e, names)
            case tree.Text():
                self._text(pick, e)
            case tree.Number():
                pick.number = e.value
                pick.designs = self._numbered(e.value)
            case tree.Quantity(count=count, what=what):
                inner = self.read(what, names)
                inner.count = self._needed(inner, count, names)
                inner.span, inner.said = pick.span, pick.said
                return inner
            case tree.ListOf(items=items):
                if self._is_place(e):
                    pick.at = (self._whole(pick, items[0], names), self._needed(pick, items[1], names))
                else:
                    pick.items = tuple(self.read(item, names) for item in items)
                    pick.problems += [p for item in pick.items for p in item.problems]
            case tree.Call(name=name, args=args) if fold(name) in self.program.action_names:
                pick.action = self.program.action_names[fold(name)].index
                pick.args = tuple(self.read(arg.value, names) for arg in args)
                pick.problems += [p for arg in pick.args for p in arg.problems]
            case _:
                pick.value = self._needed(pick, e, names)
        return pick

    def _needed(self, pick: Pick, e: tree.Expr, names: Mapping[str, Type]) -> Compiled:
        made = self.extra.expression(e, names)
        pick.problems += made.diagnostics
        return made

    def _whole(self, pick: Pick, e: tree.Expr, names: Mapping[str, Type]) -> Compiled:
        """A zone as a list of what lies there."""
        made = self.extra.expression(e, names)
        pick.problems += made.diagnostics
        return made

    def _name(self, pick: Pick, e: tree.Name, names: Mapping[str, Type]) -> None:
        pick.word = fold(e.name)
        if not any(fold(name) == pick.word for name in names):
            pick.designs = indexes(self.program.card_names.get(pick.word))
        made = self.extra.expression(e, names)
        if not made.failed:
            pick.value = made
        elif not pick.designs and pick.word not in self.words.names:
            known = [*self.words.names.values(), *names, *(d.decl.name for d in self.program.designs if d.decl.name)]
            near = nearest(e.name, known)
            notes = (Note(f"did you mean `{near}`?"),) if near else ()
            pick.problems.append(
                Diagnostic("unknown-name", "error", e.span, f"there is nothing called `{e.name}` to choose", notes)
            )

    def _text(self, pick: Pick, e: tree.Text) -> None:
        pick.word, pick.text = fold(e.value), e.value
        pick.designs = indexes(self.program.card_titles.get(pick.word))
        if not pick.designs and pick.word not in self.words.names and not self.words.label(e.value):
            near = nearest(e.value, [d.title for d in self.program.designs])
            notes = (Note(f"did you mean `{near}`?"),) if near else ()
            pick.problems.append(
                Diagnostic("unknown-card", "error", e.span, f"there is no card and no answer called `{e.value}`", notes)
            )

    def _numbered(self, number: int) -> tuple[int, ...]:
        found: dict[int, None] = {}
        for cards in self.program.numbers.values():
            for card in cards.get(number, ()):
                found[card.index] = None
        return tuple(found)

    def _is_place(self, e: tree.ListOf) -> bool:
        """`(hand of Ann, 2)`: the second thing there."""
        if len(e.items) != 2 or not isinstance(e.items[1], tree.Number):
            return False
        first = e.items[0]
        return isinstance(first, (tree.Of, tree.Name)) and fold(first.name) in self.program.zone_names


def indexes(cards: list[DesignSym] | None) -> tuple[int, ...]:
    return tuple(card.index for card in cards or ())


# ------------------------------------------------------------------ holding picks against options


class Fit:
    """Picks against values, in one state. `evaluate(compiled)` gives the value of an expression now."""

    def __init__(self, rules: Any, evaluate: Any) -> None:
        self.rules = rules
        self.world = rules.world
        self.table = rules.table
        self.evaluate = evaluate

    def value(self, pick: Pick, kind: Any, value: Any) -> bool:
        """Is this value (of the type V `kind`) what was picked?"""
        head = kind[0] if kind else "any"
        if value is None:
            return pick.word == "nothing"
        if pick.at is not None:
            things, place = self.evaluate(pick.at[0]), self.evaluate(pick.at[1])
            return 0 < place <= len(things) and bool(things[place - 1] == value)
        if isinstance(value, (tuple, list)):
            return self._list(pick, kind, tuple(value))
        if isinstance(value, bool) or head == "flag":
            return pick.word in (("yes", "true") if value else ("no", "false"))
        if isinstance(value, str):
            return value == pick.text or fold(value) == pick.word
        if self._by_name(pick, head, kind, value):
            return True
        return pick.value is not None and self._equal(pick.value, head, value)

    def _by_name(self, pick: Pick, head: str, kind: Any, value: int) -> bool:
        if head in ("object", "thing", "any") and value < len(self.world.designs):
            design = self.world.designs[value]
            if design is None:
                if pick.word == fold(self.world.seats[value]):
                    return True
            elif design in pick.designs:
                return True
        if head in ("number", "any") and pick.number == value:
            return True
        if head == "design":
            return value in pick.designs
        if head == "enum":
            return fold(self.table.types[kind[1]]["values"][value]) == pick.word
        if head == "tag":
            return fold(self.table.tags[value]) == pick.word
        return head == "kind" and fold(self.table.kinds[value]["name"]) == pick.word

    def _equal(self, made: Compiled, head: str, value: int) -> bool:
        found, kind = self.evaluate(made), made.type[0]
        if kind == "design":
            return head in ("object", "thing", "any", "design") and found == (
                value if head == "design" else self.world.designs[value] if value < len(self.world.designs) else None
            )
        things = ("object", "thing")
        if head != "any" and kind not in (head, "any") and not (head in things and kind in things):
            return False
        return type(found) is type(value) and bool(found == value)

    def _list(self, pick: Pick, kind: Any, value: tuple[Any, ...]) -> bool:
        """A list of things as one option: named as a whole, by all its members, or (squares) by the first."""
        inner = kind[1] if kind and kind[0] == "list" else kind
        if pick.items is not None:
            left = list(value)
            for item in pick.items:
                found = next((v for v in left if self.value(item, inner, v)), None)
                if found is None:
                    return False
                left.remove(found)
            return not left
        if pick.value is not None:
            found = self.evaluate(pick.value)
            if isinstance(found, (tuple, list)):
                return tuple(found) == value
            a_thing = pick.value.type[0] in ("object", "thing")  # a design has a number as well
            if type(found) is int and value and a_thing:
                return bool(found == value[0]) and value[0] in self.world.cell_of
        return False

    def option(self, pick: Pick, pending: Any, value: Any) -> bool:
        """Is this option of the decision what was picked?"""
        spec = pending.spec
        if isinstance(value, str) and value in ("done", "pass"):
            return pick.word == value or (pick.items == () and value == "done")
        if spec.kind == "take" and value[0] == "take":
            return self.action(pick, value[1], value[2])
        if spec.kind in ("take", "react"):
            return self.value(pick, ("object", None), value[-2])
        if spec.kind == "may":
            return pick.word in (("yes", "true") if value else ("no", "false")) or self._label(pick, pending, value)
        if spec.kind == "either":
            branch = spec.branches[value[0]]
            if branch.form == "react":
                return self.value(pick, ("object", None), value[1])
            if branch.form == "fixed":
                return pick.word == fold(branch.key or "") or self._label(pick, pending, value)
            return self.value(pick, ("any",), value[1])
        if spec.kind == "goal":
            return self.value(pick, ("any",), value)
        if spec.kind == "order":
            return self.value(pick, ("object", None), pending.frame[2][value][2])
        return self.value(pick, spec.type, value)

    def action(self, pick: Pick, action: int, way: tuple[Any, ...]) -> bool:
        entry = self.table.actions[action]
        if pick.action is None:
            return pick.word == fold(entry["name"]) and pick.word is not None
        if pick.action != action or len(pick.args) > len(way):
            return False
        pairs = zip(pick.args, entry["types"], way, strict=False)
        return all(self.value(arg, kind, value) for arg, kind, value in pairs)

    def _label(self, pick: Pick, pending: Any, value: Any) -> bool:
        if pick.text is None:
            return False
        from runtime.view import Viewer

        shown = Viewer(self.rules, self.state, pending.who).option(pending, value, True)
        return fold(shown) == pick.word

    #: The state that the options belong to; set by whoever asks.
    state: Any = None
