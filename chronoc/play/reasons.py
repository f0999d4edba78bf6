"""`why EXPR` and `why N` at the screen: what a player may see of the reasons, and nothing else."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from chronoc.prove.change import Changes
from chronoc.prove.effects import Writing
from chronoc.prove.explain import Explainer, Part
from chronoc.prove.influence import Reading
from chronoc.prove.playable import Playable
from chronoc.prove.sight import Sight, fair
from chronoc.prove.told import Told, change_lines, step_words, tree_lines
from chronoc.prove.values import just
from runtime import Decision, Game
from runtime.state import State, Value

if TYPE_CHECKING:
    from chronoc.play.asker import Asker


@dataclass(slots=True)
class Meant:
    """An expression in a game that goes on: the same moment with code for it. fn: its function · type: of what it gives"""

    game: Game
    fn: int
    type: list[Any]
    values: tuple[Value, ...]


class NotAsked(Exception):
    """The words mean nothing here; the message says why."""


def plain(words: str) -> str:
    """A title as it is compared: without quotes, in small letters."""
    return words.strip("\"'\u201c\u201d\u201e\u00ab\u00bb ").casefold()


class Reasons:
    """asker: reads expressions with the files that the game was made of (None: there are none)"""

    def __init__(self, game: Game, seat: int, asker: Asker | None) -> None:
        self.game, self.seat, self.asker = game, seat, asker
        self.said: Callable[..., str] = (lambda spot: "") if asker is None else asker.said

    @property
    def places(self) -> Mapping[str, str]:
        return {} if self.asker is None else self.asker.places

    def lines(self, decision: Decision, words: str) -> Iterator[str]:
        """The answer. Raises NotAsked."""
        if self.asker is not None:
            self.asker.analysis(self.game)
        if words.isdecimal() and len(words) < 10:
            yield from self.option(decision, int(words))
            return
        thing = self.named(words)
        if thing is not None:
            trees = list(self.card(decision, thing)) or list(self.goals(thing))
            if trees:
                for tree in trees:
                    yield from tree_lines(tree, self.places)
                return
        if thing is None and self.titled(words):
            raise NotAsked("You do not see this, or nothing can be asked about it but `view`.")
        if self.asker is None:
            raise NotAsked(
                "This table was built elsewhere: only options and cards can be asked about. Play from the folder of the "
                "variant to ask about anything."
            )
        unasked = "You do not see this, or nothing can be asked about it but `view`."
        if thing is not None:
            unasked = f"No action takes {self.game.rules.world.title(thing)}; `view` shows it."
        try:
            meant = self.asker.meant(self.game, self.seat, words)
        except NotAsked:
            if thing is None:
                raise
            raise NotAsked(unasked) from None
        if meant.type[0] in ("object", "design"):
            raise NotAsked(unasked)
        yield from self.expression(meant, words)

    def explainer(self, game: Game, S: State) -> Explainer:
        names = {} if self.asker is None else self.asker.names
        return Explainer(Reading(Game(game.rules, S, game.seed)), S, self.said, self.seat, names)

    # ------------------------------------------------------------------ options and cards

    def option(self, decision: Decision, number: int) -> Iterator[str]:
        options = decision.options
        if not 1 <= number <= len(options):
            raise NotAsked(f"There is no option {number}; they go from 1 to {len(options)}.")
        option = options[number - 1]
        value = option.value
        if not (isinstance(value, tuple) and value and value[0] == "take" and value[2]):
            yield f"{option.label}: this is one of the answers that you may give now."
            return
        S = self.game.state.copy()
        playable = Playable(self.explainer(self.game, S), self.seat)
        tree = playable.action(value[1], value[2][0], tuple(value[2]))
        tree.text = f"{option.label}: it is offered"
        tree.value, tree.note = True, ""  # that is seen, whatever hidden things it hangs on
        yield from tree_lines(tree, self.places)

    def titled(self, words: str) -> bool:
        """Is there a card of this title, wherever it lies? Titles are no secret."""
        wanted = plain(words)
        return any(design["title"].casefold() == wanted for design in self.game.rules.table.designs)

    def named(self, words: str) -> int | None:
        """The thing of this title that the player knows, the one in his hands first."""
        world, viewer = self.game.rules.world, self.explainer(self.game, self.game.state).words.viewer
        wanted = plain(words)
        found = [
            thing for thing in range(len(world.seats), len(world.designs))
            if world.designs[thing] is not None and viewer.knows(thing)
            and wanted in (world.title(thing).casefold(), world.name(thing).casefold())
        ]  # fmt: skip
        mine = [t for t in found if world.owner_of[self.game.state.L[t]] == self.seat]
        return next(iter([*mine, *found]), None)

    def card(self, decision: Decision, thing: int) -> Iterator[Part]:
        """Each action that could take it, and whether this decision offers it."""
        S = self.game.state.copy()
        for tree in Playable(self.explainer(self.game, S), self.seat).parts(thing):
            offered = any(self.is_of(value, thing) for value in decision.values)
            if tree.value is True and not offered:
                tree.parts.append(Part("the decision that stands offers it", False, "no"))
                tree.value = False
            yield tree

    def goals(self, thing: int) -> Iterator[Part]:
        """What a goal asks of a thing that lies with the player."""
        world, table = self.game.rules.world, self.game.rules.table
        S = self.game.state
        explainer = self.explainer(self.game, S.copy())
        for goal in table.goals if world.owner_of[S.L[thing]] == self.seat else ():
            if goal["over"] is None or goal["where"] is None:
                continue
            if thing in self.game.rules.names[f"e{goal['over']}"](S, self.seat, None):
                tree = explainer.of_fn(goal["where"], self.seat, None, (thing,), (("object", world.kinds[thing]),))
                tree.text = f"{goal['title']} with {world.title(thing)}: {tree.text}"
                yield tree

    def is_of(self, value: Value, thing: int) -> bool:
        if not (isinstance(value, tuple) and value and value[0] == "take"):
            return False
        designs = self.game.rules.world.designs
        return any(type(t) is int and t < len(designs) and designs[t] == designs[thing] for t in value[2])

    # ------------------------------------------------------------------ expressions

    def expression(self, meant: Meant, words: str) -> Iterator[str]:
        S = meant.game.state
        explainer = self.explainer(meant.game, S)
        tree = explainer.of_fn(meant.fn, self.seat, None, meant.values)
        tree.text = words.strip()
        yield from tree_lines(tree, self.places)
        if type(tree.value) is bool:
            yield from self.change(meant, explainer, tree)

    def change(self, meant: Meant, explainer: Explainer, tree: Part) -> Iterator[str]:
        """What would make it otherwise, where nothing of that hangs on what the player does not see."""
        writing = Writing(meant.game)
        reads = writing.fn(meant.fn, just(self.seat), just(None), [just(v) for v in meant.values]).all_reads()
        sight = Sight(writing, explainer.S, self.seat)
        if not fair(writing, sight, reads):
            return
        names = meant.game.rules.names

        def holds(T: State) -> Value:
            return names[f"e{meant.fn}"](T, self.seat, None, *meant.values)

        told = Told(tree.text, [tree], holds=tree.value)
        told.change = Changes(writing).smallest(explainer.S, holds, reads, not tree.value)
        told.words = [step_words(explainer, step) for step in told.change.steps or ()]
        yield ""
        yield from change_lines(told)


__all__ = ["Meant", "NotAsked", "Reasons"]
