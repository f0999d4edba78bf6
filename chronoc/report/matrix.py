"""What each goal needs against what each card offers, as data: read off the rule table, and tried out turn by turn."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from chronoc.prove.arena import Change, TooWide
from chronoc.prove.effects import Source
from chronoc.prove.prover import REACHED, Place, Prover, Verdict
from chronoc.prove.values import Atom, just
from chronoc.report.needs import Need, Needs

#: What a card does with a thing: turns it to its other side, back, both; puts it (or something on it), takes it, may do either.
OVER, BACK, BOTH, PUT, TAKE, MOVE = "over", "back", "both", "put", "take", "move"


@dataclass(slots=True)
class Asking:
    """A way to meet a goal. thing: with what (None: with nothing) · needs: of single things · besides: the words of what is
    asked of no single thing · verdict, plays, shortest: how far it is"""

    goal: str
    title: str
    name: str
    place: Place | None
    needs: list[Need]
    besides: list[str]
    verdict: str = ""
    plays: int | None = None
    shortest: bool = False
    why: list[str] = field(default_factory=list)


@dataclass(slots=True)
class Offer:
    """What a card may change by being played. changes: thing -> how, and for what is put somewhere the zone"""

    action: str
    title: str
    name: str
    copies: int
    place: Place | None
    changes: dict[int, tuple[str, str]] = field(default_factory=dict)


@dataclass(slots=True)
class Matrix:
    title: str
    askings: list[Asking]
    offers: list[Offer]
    names: dict[int, str]  # of every thing that is named in it, the shortest that is clear
    titles: dict[int, str]
    sided: list[int]  # things with two sides that cards turn over

    def columns(self, goal: str) -> list[int]:
        """The things that some way to meet this goal asks for, in the order of the table."""
        found = {n.thing: None for a in self.askings if a.goal == goal for n in a.needs if n.thing is not None}
        return sorted(found)

    def goals(self) -> list[str]:
        return list(dict.fromkeys(a.goal for a in self.askings))

    def bringing(self, thing: int) -> int:
        """How many cards, counted with their copies, turn a thing over, or put it or something on it where it is open."""
        ways = (OVER, BACK, BOTH, PUT)
        return sum(o.copies for o in self.offers if thing in o.changes and o.changes[thing][0] in ways)


def matrix(prover: Prover, verdicts: Sequence[Verdict], named: dict[int, str], words: Callable[[int], str]) -> Matrix:
    """verdicts: of the goals, if distances are wanted · named: what designs are called · words: of the file at a node"""
    world = prover.writing.world
    askings = list(asked(prover, verdicts, words))
    made = offers(prover)
    things = {n.thing: None for a in askings for n in a.needs if n.thing is not None}
    things.update(dict.fromkeys(thing for offer in made for thing in offer.changes))
    titles = {thing: str(world.title(thing)) for thing in sorted(things)}
    names = {thing: named.get(world.designs[thing] or 0, titles[thing]) for thing in titles}
    sided = sorted({t: None for o in made for t, (how, _) in o.changes.items() if how in (OVER, BACK, BOTH)})
    return Matrix(prover.table.title, askings, made, names, titles, sided)


def asked(prover: Prover, verdicts: Sequence[Verdict], words: Callable[[int], str]) -> Any:
    """Each goal, with each thing that it may be met with."""
    needs = Needs(prover.writing, prover.start)
    known = {(v.question.goal, v.question.thing): v for v in verdicts if v.question.group == "goal"}
    for index, goal in enumerate(prover.table.goals):
        things: list[int | None] = [None]
        if goal["over"] is not None:
            many = prover.writing.fn(goal["over"], just(0), just(None), [])
            things = [t for t in many.items or {} if type(t) is int]
        for thing in things:
            found: list[Need] = []
            if goal["where"] is not None:
                found = [
                    of_design(prover, n) for n in needs.of_fn(goal["where"], 0, None, () if thing is None else (thing,))
                ]
                found = list(dict.fromkeys(found))
            besides = list(dict.fromkeys(words(need.node) for need in found if need.thing is None))
            design = None if thing is None else prover.writing.world.designs[thing]
            place = prover.named("goals", goal["name"])
            name = str(goal["name"])
            if design is not None:
                name = str(prover.table.designs[design]["name"])
                place = prover.named("designs", name)
            title = str(goal["title"]) if thing is None else str(prover.writing.world.title(thing))
            row = Asking(
                str(goal["title"]), title, name, place, [n for n in found if n.thing is not None], besides
            )  # fmt: skip
            verdict = known.get((index, thing))
            if verdict is not None:
                row.verdict, row.shortest = verdict.word, verdict.shortest
                row.plays = verdict.witness.plays if verdict.witness is not None and verdict.word == REACHED else None
                row.why = list(verdict.why)
            yield row


def of_design(prover: Prover, need: Need) -> Need:
    """The first copy stands for all of a card."""
    return need if need.thing is None else replace(need, thing=first(prover, need.thing))


def first(prover: Prover, thing: int) -> int:
    world = prover.writing.world
    design = world.designs[thing]
    return thing if design is None else world.copies[design][0]


def offers(prover: Prover) -> list[Offer]:
    """Cards that change something that lies open: turned over, put, taken away."""
    writing, world = prover.writing, prover.writing.world
    found: dict[tuple[int, int], Offer] = {}
    for source in writing.sources:
        if source.form != "play" or source.thing is None:
            continue
        changes = changed(prover, source)
        design = world.designs[source.thing]
        if not changes or design is None:
            continue
        row = prover.table.designs[design]
        action = str(prover.table.actions[source.index]["name"])
        found[(source.index, design)] = Offer(
            action, str(row["title"]), str(row["name"]), len(prover.arena.copies(source.thing)),
            prover.named("designs", row["name"]), changes,
        )  # fmt: skip
    return list(found.values())


def changed(prover: Prover, source: Source) -> dict[int, tuple[str, str]]:
    """What a play may change. Of a thing with two sides, a turn is played for each side that it may show."""
    writing, world = prover.writing, prover.writing.world
    out: dict[int, tuple[str, str]] = {}
    seats = len(world.seats)
    for atom in sorted(source.records, key=str):
        if atom[0] == "f" and writing.table.fields[atom[1]]["side"]:
            over, back = turns(prover, source, atom, False), turns(prover, source, atom, True)
            if over or back:
                out[atom[2]] = (BOTH if over and back else OVER if over else BACK, "")
        elif atom[0] == "in":
            owner = world.owner_of[atom[1]]
            name = str(writing.table.zones[world.zone_of[atom[1]]]["name"])
            how = MOVE if atom[2] != source.thing else TAKE if atom[1] == source.instance else PUT
            upon = owner is not None and owner >= seats  # what lies there lies on a thing, and is told of that
            out.setdefault(owner if upon and owner is not None else atom[2], (how, name))
    merged: dict[int, tuple[str, str]] = {}
    for thing, what in sorted(out.items()):
        merged.setdefault(first(prover, thing), what)
    return merged


def turns(prover: Prover, source: Source, atom: Atom, now: bool) -> bool:
    """Can the play turn this over when it lies so? All else is as in the beginning."""
    arena = prover.endless
    change: Change = ((atom, True),) if now else ()
    start = arena.start[atom]
    if now == bool(start):
        change = ()
    elif not now:
        change = ((atom, False),)
    try:
        moves = arena.results(source, change)
    except TooWide:
        return True
    for move in moves:
        after = dict(move.change).get(atom, start)
        if bool(after) is not now:
            return True
    return False


def data(found: Matrix, variant: str, table: str) -> dict[str, Any]:
    """For other programs."""
    return {
        "variant": variant,
        "table": table,
        "goals": [
            {
                "goal": a.goal, "with": a.title, "name": a.name,
                "place": None if a.place is None else {"file": a.place[0], "line": a.place[1]},
                "needs": [
                    {"thing": found.names[n.thing], "title": found.titles[n.thing], "reading": n.reading,
                     "wanted": n.wanted, "always": n.always}
                    for n in a.needs if n.thing is not None
                ],
                "besides": a.besides, "verdict": a.verdict or None, "plays": a.plays, "shortest": a.shortest,
                "why": a.why,
            }
            for a in found.askings
        ],
        "offers": [
            {
                "card": o.name, "title": o.title, "copies": o.copies, "action": o.action,
                "changes": [
                    {"thing": found.names[t], "title": found.titles[t], "how": how, "zone": zone or None}
                    for t, (how, zone) in o.changes.items()
                ],
            }
            for o in found.offers
        ],
        "things": [
            {
                "thing": found.names[t], "title": found.titles[t], "cards": found.bringing(t),
                "asked": count(found, t, None), "plain": count(found, t, "plain"), "primed": count(found, t, "primed"),
            }
            for t in found.titles
        ],
    }  # fmt: skip


def count(found: Matrix, thing: int, reading: str | None, goal: str | None = None) -> int:
    """How many ways to meet a goal ask for a thing (in this reading)."""
    return sum(
        any(n.thing == thing and (reading is None or n.reading == reading) for n in a.needs)
        for a in found.askings
        if goal is None or a.goal == goal
    )


__all__ = ["BACK", "BOTH", "MOVE", "OVER", "PUT", "TAKE", "Asking", "Matrix", "Offer", "count", "data", "matrix"]
