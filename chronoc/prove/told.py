"""An answer to a question of `why`, for people and for other programs."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from chronoc.prove.change import MOST, TRIES, Changes, Smallest, Step
from chronoc.prove.effects import Writing
from chronoc.prove.explain import Explainer, Part, Spot, rows
from chronoc.prove.explain import data as part_data
from chronoc.prove.playable import Playable, placed
from chronoc.prove.report import shown
from chronoc.prove.values import ANYTHING, just
from chronoc.scenario.play import Play
from chronoc.scenario.source import Source
from chronoc.terminal import visible
from runtime.game import Game
from runtime.signals import Fault
from runtime.state import State, Value

WIDE = 100


@dataclass(slots=True)
class Told:
    """trees: the answer part by part · change: what would make it otherwise (None: nothing was looked for) · holds: whether it
    is so (None: it is no yes or no)"""

    fact: str
    trees: list[Part]
    holds: bool | None = None
    change: Smallest | None = None
    words: list[str] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)


class Asked:
    """fn: the function of the expression · kind: the type of what it gives · texts: the files, for the words in them ·
    names: what designs are called"""

    def __init__(
        self, game: Game, fn: int, kind: list[Any], values: tuple[Value, ...], fact: str, texts: Mapping[str, bytes],
        names: Mapping[int, str],
    ) -> None:  # fmt: skip
        self.game, self.fn, self.kind, self.values, self.fact, self.names = game, fn, kind, values, fact, names
        self.said = spoken(Source(texts))
        self.writing = Writing(game)

    def answer(self, value: Value) -> Told:
        S = self.game.state
        explainer = Explainer(self.writing, S, self.said, None, self.names)
        head = self.kind[0]
        if head in ("object", "design") and value is not None:
            return self.card(explainer, value if head == "object" else self.first(value))
        tree = explainer.of_fn(self.fn, S.active, None, self.values)
        tree.text = self.fact.strip()
        told = Told(self.fact, [tree])
        if type(tree.value) is not bool:
            return told
        self.change(explainer, told, tree, self.fn, self.values, S.active)
        return told

    def change(
        self, explainer: Explainer, told: Told, tree: Part, fn: int, values: tuple[Value, ...], you: int | None
    ) -> None:
        """The smallest change with which a function comes out otherwise."""
        told.holds = tree.value
        names, writing = self.game.rules.names, self.writing
        known = [just(value) if type(value) is int else ANYTHING for value in values]
        reads = writing.fn(fn, just(you), just(None), known).all_reads()

        def holds(T: State) -> Value:
            return names[f"e{fn}"](T, you, None, *values)

        told.change = Changes(writing).smallest(explainer.S, holds, reads, not tree.value)
        told.words = [step_words(explainer, step) for step in told.change.steps or ()]

    def first(self, design: int) -> int:
        copies: list[int] = list(self.game.rules.world.copies[design])
        if not copies:
            from chronoc.commands.eval import Unanswered

            raise Unanswered("the variant has no copy of this card")
        return copies[0]

    def card(self, explainer: Explainer, thing: int) -> Told:
        """What its being played hangs on, action by action, at the first decision of a turn. Where it does not lie where an
        action takes it from, the rest is looked at as if it lay there."""
        seat = explainer.S.active
        told = Told(self.fact, [])
        for index, entry in enumerate(explainer.table.actions):
            if entry["types"] and entry["types"][0][0] == "object":
                if Playable(explainer, seat).is_a(thing, entry["types"][0][1]):
                    told.trees.append(self.action(explainer, index, thing, seat))
        told.holds = any(tree.value is True for tree in told.trees)
        self.answers(explainer, thing, told)
        if not told.trees and not told.notes:
            self.goals(explainer, thing, seat, told)
        if not told.trees and not told.notes:
            told.notes.append("no action takes a card like this, no goal is met with it")
        return told

    def answers(self, explainer: Explainer, thing: int, told: Told) -> None:
        """That it can be an answer is no play, and yet a use."""
        design = explainer.world.designs[thing]
        for reaction in [] if design is None else explainer.table.designs[design]["reactions"]:
            window = explainer.table.windows[reaction["window"]]
            name = window["sentence"] or window["name"].replace("_", " ")
            told.notes.append(f"{explainer.words.thing(thing)} is an answer: to {name}")

    def goals(self, explainer: Explainer, thing: int, seat: int, told: Told) -> None:
        """What a goal asks of it, for the one whose turn it is."""
        for goal in explainer.table.goals:
            if goal["over"] is None or goal["where"] is None:
                continue
            many = explainer.reading.fn(goal["over"], just(seat), just(None), [])
            if thing not in (many.items or {}):
                continue
            kind = ("object", explainer.world.kinds[thing])
            tree = explainer.of_fn(goal["where"], seat, None, (thing,), (kind,))
            tree.text = (
                f"{explainer.world.seats[seat]} meets {goal['title']} with {explainer.words.thing(thing)}: {tree.text}"
            )
            told.trees.append(tree)
            self.change(explainer, told, tree, goal["where"], (thing,), seat)
            return

    def action(self, explainer: Explainer, index: int, thing: int, seat: int) -> Part:
        S = self.begun(placed(explainer, thing, seat, index))
        tree = Playable(Explainer(explainer.reading, S, self.said, None, self.names), seat).action(index, thing)
        if S.L[thing] != explainer.S.L[thing]:
            where = explainer.world.zone_name(explainer.S.L[thing])
            lies = next((part for part in tree.parts if part.value is True and " in " in part.text), None)
            if lies is not None:
                lies.value, lies.note = False, f"it lies in {where}; the rest is told as if it lay there"
                tree.value = False
        return tree

    def begun(self, S: State) -> State:
        """The state at the first decision of the turn, if the turn has not begun."""
        play = Play(Game(self.game.rules, S, self.game.seed), self.values)
        try:
            play.begin()
        except Fault:
            return S
        return play.S


def spoken(source: Source) -> Any:
    def said(spot: Spot) -> str:
        from chronoc.prove.proof import said as words

        return words(source, spot)

    return said


def step_words(explainer: Explainer, step: Step) -> str:
    name = explainer.words.thing(step.thing)
    if step.form == "flip":
        row = explainer.table.fields[step.field]
        if row["side"]:
            return f"turn over {name}"
        column = explainer.S.V[explainer.rules.column_of[step.field]]
        now = column[step.thing - explainer.world.lo[row["kind"]]]
        return f"{row['name'].replace('_', ' ')} of {name}: {'no' if now else 'yes'}"
    zone = explainer.world.zone_name(step.instance)
    owner = explainer.world.owner_of[step.instance]
    if owner is not None and owner >= len(explainer.world.seats):
        zone = (
            f"{explainer.table.zones[explainer.world.zone_of[step.instance]]['name']} of {explainer.words.thing(owner)}"
        )
    return f"put {name} into {zone}" if step.form == "put" else f"take {name} out of {zone}"


# ---------------------------------------------------------------------- for people


def lines(told: Told, places: Mapping[str, str]) -> Iterator[str]:
    for tree in told.trees:
        yield from tree_lines(tree, places)
    yield from (visible(note) for note in told.notes)
    if told.change is not None:
        yield ""
        yield from change_lines(told)


def tree_lines(tree: Part, places: Mapping[str, str]) -> Iterator[str]:
    """A line for each part. Where a part stands in the files is said when it is not where the part around it stands."""
    around: list[tuple[str, int]] = []
    for depth, part in rows(tree):
        here = ("", 0) if part.spot is None else (part.spot[0], part.spot[1])
        del around[depth:]
        told = here[0] == "" or here[0].startswith("<") or (bool(around) and around[-1] == here)
        around.append(around[-1] if around and here[0] == "" else here)
        text = f"{'  ' * depth}{part.mark:<3} {visible(part.text)}"
        if part.note:
            text += f" ({visible(part.note)})"
        yield text if told else f"{text}  [{shown(here, places)}]"


def change_lines(told: Told) -> Iterator[str]:
    found = told.change
    assert found is not None
    wish = "it would no longer be so" if told.holds else "it would be so"
    if found.steps is not None:
        kind = (
            "the smallest change"
            if found.exact
            else f"a change that need not be the smallest (none of {found.tried} or fewer does)"
        )
        yield f"{wish} with this, {kind}:"
        yield from (f"  {visible(words)}" for words in told.words)
        if found.ends:
            yield "  (it would end the game)"
        if found.others:
            yield f"  ({found.others} more change{'' if found.others == 1 else 's'} of {len(found.steps)} would do)"
    elif found.whole and not found.gaps:
        yield f"nothing that can be changed makes it otherwise ({found.among} single changes, all of them together looked at)"
    elif found.whole:
        yield "not decided: no change of what is searched makes it otherwise"
    else:
        yield (
            f"not decided: no change of {found.tried} or fewer of {found.among} single ones makes it otherwise; "
            f"more than {TRIES} states or {MOST} changes are not looked at"
        )
    if found.gaps:
        yield f"  it hangs on this as well, which is not changed here: {visible(', '.join(found.gaps[:6]))}"


# ---------------------------------------------------------------------- for other programs


def data(told: Told) -> dict[str, Any]:
    found = told.change
    return {
        "fact": told.fact,
        "holds": told.holds,
        "because": [part_data(tree) for tree in told.trees],
        "notes": told.notes,
        "change": None if found is None else {
            "steps": None if found.steps is None else told.words, "smallest": found.exact, "none_of": found.tried,
            "among": found.among, "complete": found.whole, "others": found.others, "not_searched": found.gaps,
        },
    }  # fmt: skip


__all__ = ["Asked", "Told", "data", "lines"]
