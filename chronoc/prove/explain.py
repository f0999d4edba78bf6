"""Why something is so: an expression taken apart, each part with its value in a state and its place in the files."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from chronoc.prove.conditions import Conditions, Literal
from chronoc.prove.influence import Reading
from chronoc.prove.sight import Sight
from chronoc.prove.values import just
from chronoc.prove.wording import ANY, At, Wording
from runtime.analysis import children
from runtime.ops import STATEMENTS
from runtime.signals import Fault
from runtime.state import FUEL, State, Value

Spot = tuple[str, int, int, int, int]  # file, line, column, end line, end column
DEEP = 24
MOST = 8  # members of a list that are told one by one
FEW = 4  # the same of those that do not pass
PLAIN = ("local", "obj", "num", "flag", "text", "enum", "nothing", "option", "zone", "zoneof", "get", "all", "players", "items",
         "active", "tag", "kind", "design")  # fmt: skip
CONSTANT = ("num", "flag", "text", "enum", "nothing", "obj", "local", "tag", "kind", "design")


class Unknown:
    """A value that cannot be told: code of its own has to run for it, or the asker does not see it."""

    def __repr__(self) -> str:
        return "?"


UNKNOWN = Unknown()
HIDDEN = Unknown()


@dataclass(slots=True)
class Part:
    """text: what it says · value · shown: the value in words · spot: where it stands · note: what there is to see"""

    text: str
    value: Any
    shown: str
    spot: Spot | None = None
    note: str = ""
    parts: list[Part] = field(default_factory=list)
    joint: str = ""  # "and", "or": what joins its parts

    @property
    def mark(self) -> str:
        if self.value is HIDDEN:
            return "hidden"
        if self.value is UNKNOWN:
            return "?"
        if self.value is True or self.value is False:
            return "yes" if self.value else "no"
        return self.shown


class Explainer:
    """said: the words of the files at a spot · seat: who asks (None: somebody who may see everything)"""

    def __init__(
        self,
        reading: Reading,
        S: State,
        said: Callable[[Spot], str],
        seat: int | None = None,
        names: Mapping[int, str] | None = None,
    ) -> None:
        self.reading, self.rules, self.S, self.said = reading, reading.rules, S, said
        self.table, self.code, self.world = reading.table, reading.code, reading.world
        self.conditions = Conditions(reading)
        self.words = Wording(reading, S, seat, names or {})
        self.sight = None if seat is None else Sight(reading, S, seat)
        self.known: dict[tuple[Any, ...], None] = {}
        #: Where a statement gets stuck, for `can`. None: it is not looked for.
        self.stuck: Callable[[At], Part | None] | None = None

    # ------------------------------------------------------------------ entrances

    def of_fn(
        self, fn: int, you: Value, this: Value, arguments: tuple[Value, ...] = (), sorts: tuple[Any, ...] = ()
    ) -> Part:
        """The value of a function, taken apart."""
        self.known = {}
        at = self.entered(fn, you, this, arguments, sorts)
        part = self.part(at, 0)
        if part.value is UNKNOWN:
            part.value = self.run(fn, you, this, arguments)
            sort = self.words.sort(at)
            part.shown = "" if isinstance(part.value, Unknown) else self.words.value(sort, part.value)
            resolve(part)
        return part

    def run(self, fn: int, you: Value, this: Value, arguments: tuple[Value, ...]) -> Value:
        """The value of a function as the game itself would find it."""
        self.S.fuel = FUEL
        try:
            return self.rules.names[f"e{fn}"](self.S, you, this, *arguments)
        except (Fault, KeyError):
            return UNKNOWN

    def entered(self, fn: int, you: Value, this: Value, arguments: tuple[Value, ...], sorts: tuple[Any, ...]) -> At:
        entry = self.table.fns[fn]
        rest = entry["slots"] - 2 - len(arguments)
        kinds = [*sorts, *([ANY] * (len(arguments) - len(sorts)))]
        return At(
            entry["code"],
            (you, this, *arguments, *([None] * rest)),
            (ANY, ("object", None), *kinds, *([ANY] * rest)),
            fn,
        )

    # ------------------------------------------------------------------ values

    def value(self, at: At) -> Value:
        """What a piece of code comes to, or why that cannot be told."""
        if self.sight is not None and not self.sight.may_tell(at):
            return HIDDEN
        if self.runs(at.node):
            return UNKNOWN
        try:
            return self.conditions.value(Literal(at.node, at.slots, at.fn), self.S)
        except (Fault, KeyError, NameError, AttributeError, TypeError, IndexError):
            return UNKNOWN

    def runs(self, node: int) -> bool:
        """Does it hold statements, which have to be tried?"""
        pending, seen = [node], {node}
        while pending:
            for child in children(self.code[pending.pop()]):
                if self.code[child][0] in STATEMENTS:
                    return True
                if child not in seen:
                    seen.add(child)
                    pending.append(child)
        return False

    # ------------------------------------------------------------------ parts

    def part(self, at: At, depth: int) -> Part:
        value = self.value(at)
        sort = self.words.sort(at)
        if sort[0] == "flag" and type(value) in (int, list, tuple):
            value = bool(value)
        shown = "" if isinstance(value, Unknown) else self.words.value(sort, value)
        spot = self.conditions.place(at.node) if self.conditions.places.get(at.node) else None
        part = Part(self.text(at, spot), value, shown, spot)
        if value is HIDDEN:
            part.note = "you do not see what this hangs on"
            return part
        key = (at.node, at.slots)
        if depth > DEEP or key in self.known:
            part.note = "see above" if key in self.known else ""
            return part
        op = self.code[at.node]
        method: Callable[[list[Any], At, Part, int], None] | None = getattr(self, "on_" + op[0], None)
        if method is not None:
            method(op, at, part, depth + 1)
            if part.parts:
                self.known[key] = None
        return part

    def text(self, at: At, spot: Spot | None) -> str:
        """The words of the file where they stand for themselves, else words with the things in them."""
        if self.code[at.node][0] in ("inzone", "inzones"):  # its place may be a name in a list of things
            return self.words.of(at) or self.said_at(spot)
        written = self.said_at(spot)
        if written and not self.open(at.node):
            return written
        return self.words.of(at) or written or self.code[at.node][0]

    def said_at(self, spot: Spot | None) -> str:
        return "" if spot is None else self.said(spot)

    def open(self, node: int) -> bool:
        """Does it speak of something that only the moment tells?"""
        pending, bound = [node], {0: None}
        free = False
        while pending:
            op = self.code[pending.pop()]
            if op[0] in ("where", "map", "any", "every", "no", "best", "sorted"):
                bound[op[1]] = None
            free = free or (op[0] == "local" and op[1] not in bound)
            pending += children(op)
        return free

    def inner(self, nodes: list[int], at: At, depth: int) -> list[Part]:
        return [self.part(at.part(node), depth) for node in nodes]

    def on_and(self, op: list[Any], at: At, part: Part, depth: int) -> None:
        part.parts = self.inner(op[1], at, depth)
        part.joint = self.code[at.node][0]
        resolve(part)

    def on_can(self, op: list[Any], at: At, part: Part, depth: int) -> None:
        found = None if self.stuck is None else self.stuck(at.part(op[1]))
        if found is not None:
            part.value, part.parts = False, [found]
        else:
            part.note = "this was tried out"

    on_or = on_and

    def on_atleast(self, op: list[Any], at: At, part: Part, depth: int) -> None:
        part.parts = self.inner(op[2], at, depth)
        part.note = f"{sum(p.value is True for p in part.parts)} of them hold"

    def on_not(self, op: list[Any], at: At, part: Part, depth: int) -> None:
        inner = self.code[op[1]]
        if inner[0] == "not":  # as somebody wrote it: is not empty
            below = self.part(at.part(inner[1]), depth)
            part.parts, part.note = below.parts, below.note
        elif inner[0] == "exists":
            below = self.part(at.part(op[1]), depth)
            part.parts, part.note = below.parts, below.note
        else:
            below = self.part(at.part(op[1]), depth)
            part.parts, part.note = below.parts, below.note
            if inner[0] in ("and", "or", "atleast"):
                part.parts = [below]

    def on_call(self, op: list[Any], at: At, part: Part, depth: int) -> None:
        """What a definition says, for these arguments."""
        entry = self.table.defines[op[1]]
        values = [self.value(at.part(n)) for n in op[2]]
        if any(isinstance(v, Unknown) for v in values):
            return
        fn = self.reading.overload(entry["overloads"], [just(v) for v in values if not isinstance(v, tuple)])
        if fn is None or any(isinstance(v, tuple) for v in values):
            return
        sorts = tuple(self.words.sort(at.part(n)) for n in op[2])
        inside = self.entered(fn, at.slots[0], None, tuple(values), sorts)
        if self.side(inside):
            return  # how a thing with two sides lies: nothing more to say
        part.parts = [self.part(inside, depth)]
        if entry["adjusts"]:
            part.note = "cards may add to it"
        elif self.code[inside.node][0] == "call" and len(part.parts[0].parts) == 1:
            part.parts = part.parts[0].parts  # a definition that only names another

    def side(self, at: At) -> bool:
        """Does it only ask how a thing with two sides lies?"""
        op = self.code[at.node]
        while op[0] == "not":
            op = self.code[op[1]]
        return op[0] == "get" and bool(self.table.fields[op[1]]["side"])

    def on_fact(self, op: list[Any], at: At, part: Part, depth: int) -> None:
        """What a card says of itself."""
        thing = self.value(at.part(op[1]))
        if type(thing) is not int:
            return
        fn = self.reading.clause_of(op[2], thing)
        if fn is None:
            part.note = f"{self.words.thing(thing)} says nothing of it"
            return
        values = [self.value(at.part(n)) for n in op[3]]
        if any(isinstance(v, Unknown) for v in values):
            return
        inside = self.entered(fn, at.slots[0], thing, tuple(values), tuple(self.words.sort(at.part(n)) for n in op[3]))
        if self.code[inside.node][0] != "flag":
            part.parts = [self.part(inside, depth)]

    def on_exists(self, op: list[Any], at: At, part: Part, depth: int) -> None:
        inner = at.part(op[1])
        value = self.value(inner)
        if isinstance(value, Unknown):
            return
        if self.code[op[1]][0] in ("where", "any"):
            self.filtered(self.code[op[1]], inner, part, depth)
            return
        if isinstance(value, (tuple, list)):
            part.note = self.contents(inner, value)

    def contents(self, at: At, value: Any) -> str:
        if not value:
            return "it is empty" if self.code[at.node][0] in ("items", "itemsof", "allitems") else "there is none"
        sort = self.words.element(self.words.sort(at))
        shown = [self.words.value(sort, v) for v in value[:MOST]]
        return ", ".join(shown) + (f" and {len(value) - MOST} more" if len(value) > MOST else "")

    def on_inzone(self, op: list[Any], at: At, part: Part, depth: int) -> None:
        thing = self.value(at.part(op[1]))
        if type(thing) is int and part.value is not True and (self.sight is None or self.sight.viewer.knows(thing)):
            part.note = f"it lies in {self.words.world.zone_name(self.S.L[thing])}"

    on_inzones = on_inzone

    def compared(self, op: list[Any], at: At, part: Part, depth: int) -> None:
        """Both sides with their values: the plain ones in one line, the others as parts."""
        notes = []
        for side in (at.part(n) for n in op[1:3]):
            below = self.part(side, depth)
            if self.code[side.node][0] not in PLAIN and (below.parts or below.note):
                part.parts.append(below)
            elif self.code[side.node][0] not in CONSTANT and not isinstance(below.value, Unknown):
                notes.append(f"{below.text} is {below.shown}")
            elif below.value is HIDDEN:
                notes.append(f"{below.text}: you do not see it")
        part.note = ", ".join(notes)

    on_eq = on_ne = on_lt = on_le = on_gt = on_ge = on_add = on_sub = on_mul = compared

    def on_count(self, op: list[Any], at: At, part: Part, depth: int) -> None:
        inner = at.part(op[1])
        if self.code[op[1]][0] == "where":
            self.filtered(self.code[op[1]], inner, part, depth)
            if not part.value:
                part.parts = []
            return
        value = self.value(inner)
        if isinstance(value, (tuple, list)):
            part.note = self.contents(inner, value)

    def on_where(self, op: list[Any], at: At, part: Part, depth: int) -> None:
        self.filtered(op, at, part, depth)

    def filtered(self, op: list[Any], at: At, part: Part, depth: int) -> None:
        """Those of a list that pass; if there is none, why not."""
        self.each(op, at, part, depth, wanted=True)

    def on_any(self, op: list[Any], at: At, part: Part, depth: int) -> None:
        self.each(op, at, part, depth, wanted=True)

    on_no = on_any

    def on_every(self, op: list[Any], at: At, part: Part, depth: int) -> None:
        self.each(op, at, part, depth, wanted=False)

    def each(self, op: list[Any], at: At, part: Part, depth: int, wanted: bool) -> None:
        """The body for each member; those first that it comes out so for, and only those if there are any."""
        many = self.value(at.part(op[2]))
        if not isinstance(many, (tuple, list)):
            return
        sort = self.words.element(self.words.sort(at.part(op[2])))
        if not many:
            part.note = "there is nothing to look at"
            return
        found = [(v, self.value(at.bound(op[1], v, sort).part(op[3]))) for v in many]
        striking = [v for v, held in found if not isinstance(held, Unknown) and bool(held) is wanted]
        chosen = striking or [v for v, _ in found]
        part.note = f"of {len(many)}: {len(striking)}" if len(many) > 1 else ""
        for v in chosen[: MOST if striking else FEW]:
            below = self.part(at.bound(op[1], v, sort).part(op[3]), depth)
            if not self.mentions(below.text, v, sort):
                below.text = f"{self.words.value(sort, v)}: {below.text}"
            part.parts.append(below)
        if len(chosen) > len(part.parts):
            part.note += f"{', ' if part.note else ''}{len(part.parts)} of them shown"

    def mentions(self, text: str, value: Value, sort: Any) -> bool:
        return self.words.value(sort, value) in text

    def on_get(self, op: list[Any], at: At, part: Part, depth: int) -> None:
        pass

    def on_if(self, op: list[Any], at: At, part: Part, depth: int) -> None:
        condition = self.part(at.part(op[1]), depth)
        part.parts = [condition]
        if type(condition.value) is bool:
            part.parts.append(self.part(at.part(op[2] if condition.value else op[3]), depth))

    def on_best(self, op: list[Any], at: At, part: Part, depth: int) -> None:
        many = self.value(at.part(op[2]))
        if isinstance(many, (tuple, list)):
            part.note = f"among {self.contents(at.part(op[2]), many)}" if many else "there is nothing to look at"


def resolve(part: Part) -> None:
    """What could not be told by itself follows from the rest: of what is joined by `and` and holds, all parts hold; if it does
    not hold and all parts but one do, that one does not. So with `or` the other way round."""
    if not part.joint:
        return
    neutral = part.joint == "and"
    unsure = [p for p in part.parts if p.value is UNKNOWN]
    if part.value is UNKNOWN and any(p.value is (not neutral) for p in part.parts):
        part.value = not neutral
    elif part.value is UNKNOWN and not unsure and part.parts and all(p.value is neutral for p in part.parts):
        part.value = neutral
    if part.value is neutral:
        for p in unsure:
            p.value = neutral
            resolve(p)
    elif type(part.value) is bool and len(unsure) == 1:
        if all(p.value is neutral for p in part.parts if p is not unsure[0]):
            unsure[0].value = not neutral
            resolve(unsure[0])


# ---------------------------------------------------------------------- telling


def rows(part: Part, depth: int = 0) -> Iterator[tuple[int, Part]]:
    """All parts, outermost first, with how deep each lies."""
    yield depth, part
    for inner in part.parts:
        yield from rows(inner, depth + 1)


def data(part: Part) -> dict[str, Any]:
    """For other programs."""
    spot = part.spot
    return {
        "text": part.text,
        "value": None if isinstance(part.value, Unknown) else part.value if type(part.value) is bool else part.shown,
        "known": not isinstance(part.value, Unknown),
        "place": None if spot is None else {"file": spot[0], "line": spot[1], "column": spot[2]},
        "note": part.note,
        "parts": [data(inner) for inner in part.parts],
    }


__all__ = ["HIDDEN", "UNKNOWN", "Explainer", "Part", "Spot", "Unknown", "data", "resolve", "rows"]
