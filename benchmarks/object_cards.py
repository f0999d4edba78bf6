"""The cards of the object-oriented simulator: what each kind of card needs and what it does.

Written as one would write a single game by hand: a class a kind of card, conditions as lambdas. A card has no state of
its own, so the same 84 objects serve every game; where a card lies is the game's business.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from object_simulator import Game, Player, Timeline

Condition = Callable[["Timeline"], bool]


class Card:
    """A card of the draw deck."""

    def __init__(self, title: str) -> None:
        self.title = title

    def __repr__(self) -> str:
        return self.title

    def playable(self, game: Game, player: Player) -> bool:
        """Could this card be carried out now, as far as the player can foresee?"""
        raise NotImplementedError

    def aim(self, game: Game, player: Player) -> Any:
        """Name the target, for cards that do so before the others may answer."""
        return None

    def play(self, game: Game, player: Player, target: Any) -> None:
        """Carry it out. The card lies on the stage; where it does not leave it, it is discarded afterwards."""
        raise NotImplementedError


class Inverter(Card):
    """Flips one of the named linchpins (any, when none is named), both ways or one way only."""

    def __init__(self, title: str, years: Sequence[int] = (), flipped: bool | None = None) -> None:
        super().__init__(title)
        self.years = years
        self.flipped = flipped

    def targets(self, timeline: Timeline) -> list[int]:
        return [
            year
            for year in self.years or timeline.linchpin_years
            if self.flipped is None or timeline.linchpins[year].flipped == self.flipped
        ]

    def playable(self, game: Game, player: Player) -> bool:
        return bool(self.targets(game.timeline))

    def aim(self, game: Game, player: Player) -> int:
        return game.decide(player, "turn over", self.targets(game.timeline))

    def play(self, game: Game, player: Player, target: int) -> None:
        game.flip(target)


class Patch(Card):
    """Covers the open paradox of one year; an unstable one has a condition of its own besides."""

    def __init__(
        self, title: str, year: int, playable_if: Condition | None = None, ends_the_world: bool = False
    ) -> None:
        super().__init__(title)
        self.year = year
        self.playable_if = playable_if
        self.ends_the_world = ends_the_world

    def fits(self, timeline: Timeline) -> bool:
        return timeline.ripplepoints[self.year].paradoxed and (self.playable_if is None or self.playable_if(timeline))

    def playable(self, game: Game, player: Player) -> bool:
        return game.timeline.ripplepoints[self.year].is_open and self.fits(game.timeline)

    def play(self, game: Game, player: Player, target: None) -> None:
        game.cover(self)
        game.draw(player, 1)


class Artifact(Card):
    """Lies face up before its player; some may be put down only while a condition holds."""

    def __init__(
        self,
        title: str,
        *,
        tags: Sequence[str] = (),
        reality: int = 0,
        playable_if: Condition | None = None,
    ) -> None:
        super().__init__(title)
        self.tags = frozenset(tags)
        self.reality = reality
        self.playable_if = playable_if

    def obtainable(self, timeline: Timeline) -> bool:
        return "from_future" not in self.tags or not timeline.world_ended

    def playable(self, game: Game, player: Player) -> bool:
        return self.obtainable(game.timeline) and (self.playable_if is None or self.playable_if(game.timeline))

    def play(self, game: Game, player: Player, target: None) -> None:
        game.put_down(self, player.table, player)


class Gadget(Card):
    """Stays in its player's workshop; its power may be used once in each of his turns."""

    def playable(self, game: Game, player: Player) -> bool:
        return True

    def play(self, game: Game, player: Player, target: None) -> None:
        game.put_down(self, player.workshop, player)

    def usable(self, game: Game, player: Player) -> bool:
        raise NotImplementedError

    def use(self, game: Game, player: Player) -> None:
        raise NotImplementedError


class FastTimeMachine(Gadget):
    """Play a patch or an inverter besides, then draw one."""

    def choices(self, game: Game, player: Player) -> list[Card]:
        return [
            card
            for card in game.distinct(player.hand)
            if isinstance(card, (Patch, Inverter)) and card.playable(game, player)
        ]

    def usable(self, game: Game, player: Player) -> bool:
        return bool(self.choices(game, player))

    def use(self, game: Game, player: Player) -> None:
        game.play(player, game.decide(player, "play besides", self.choices(game, player)), player.hand)
        game.draw(player, 1)


class UsedTimeMachine(Gadget):
    """Discard a card, then draw one."""

    def usable(self, game: Game, player: Player) -> bool:
        return bool(player.hand)

    def use(self, game: Game, player: Player) -> None:
        game.discard_from(player, game.decide(player, "trade in", game.distinct(player.hand)), player.hand)
        game.draw(player, 1)


class GetThereFirst(Card):
    """Take an artifact of another player."""

    def targets(self, game: Game, player: Player) -> list[Artifact]:
        return [
            artifact for other in game.others(player) for artifact in other.table if artifact.obtainable(game.timeline)
        ]

    def playable(self, game: Game, player: Player) -> bool:
        return bool(self.targets(game, player))

    def aim(self, game: Game, player: Player) -> Artifact:
        return game.decide(player, "take", self.targets(game, player))

    def play(self, game: Game, player: Player, target: Artifact) -> None:
        game.steal(player, target)


class ItNeverExisted(Card):
    """Discard any artifact in play."""

    def targets(self, game: Game) -> list[Artifact]:
        return [artifact for owner in game.players for artifact in owner.table]

    def playable(self, game: Game, player: Player) -> bool:
        return bool(self.targets(game))

    def aim(self, game: Game, player: Player) -> Artifact:
        return game.decide(player, "never existed", self.targets(game))

    def play(self, game: Game, player: Player, target: Artifact) -> None:
        game.destroy(target)


class GiveUpAnArtifact(Card):
    """What sales and miracles share: an own artifact is given up, and some artifacts earn more."""

    def __init__(self, title: str, earns: Callable[[Game, Artifact], bool]) -> None:
        super().__init__(title)
        self.earns = earns

    def playable(self, game: Game, player: Player) -> bool:
        return bool(player.table)

    def aim(self, game: Game, player: Player) -> Artifact:
        return game.decide(player, "give up", player.table)


class SellAnArtifact(GiveUpAnArtifact):
    """Two cards for it, three for a good one."""

    def play(self, game: Game, player: Player, target: Artifact) -> None:
        draws = 3 if self.earns(game, target) else 2
        game.destroy(target)
        game.draw(player, draws)


class Miracle(GiveUpAnArtifact):
    """Draw two beside the hand, play one and discard one; for a good artifact three and two."""

    def play(self, game: Game, player: Player, target: Artifact) -> None:
        plays = 2 if self.earns(game, target) else 1
        game.destroy(target)
        # The hand is set aside by not being touched: a Fast Forward in here draws into it (ruling ff_in_miracle).
        second_hand: list[Card] = []
        game.draw(player, plays + 1, second_hand)
        for _ in range(plays):
            if second_hand:
                game.play_or_kill_time(player, second_hand)
        if second_hand:
            rest = game.decide(player, "discard the rest", game.distinct(second_hand))
            game.discard_from(player, rest, second_hand)


class Discontinuity(Card):
    """All hands pass to the left."""

    def playable(self, game: Game, player: Player) -> bool:
        return True

    def play(self, game: Game, player: Player, target: None) -> None:
        game.pass_hands()


class TimeVortex(Card):
    """All hands are pooled, shuffled and dealt again, beginning with the player of this card."""

    def playable(self, game: Game, player: Player) -> bool:
        return True

    def play(self, game: Game, player: Player, target: None) -> None:
        game.redeal_hands(player)


class NewMission(Card):
    """Swap the own mission."""

    def playable(self, game: Game, player: Player) -> bool:
        return True

    def play(self, game: Game, player: Player, target: None) -> None:
        game.swap_mission(player)


class ParentsNeverMet(Card):
    """A player reveals the identity and draws a new one."""

    def playable(self, game: Game, player: Player) -> bool:
        return True

    def aim(self, game: Game, player: Player) -> Player:
        return game.decide(player, "never met", game.players)

    def play(self, game: Game, player: Player, target: Player) -> None:
        game.log.append(("reveal", target.seat, target.identity.name))
        game.swap_identity(target)


class Timewarp(Card):
    """Strong cards: neither Rewind nor Quick Trip fetches one."""


class Memo(Timewarp):
    """Never played on one's own account: answers another player's card, see `Game.is_cancelled`."""

    def playable(self, game: Game, player: Player) -> bool:
        return False


class FastForward(Timewarp):
    """Draw two, play two."""

    def playable(self, game: Game, player: Player) -> bool:
        return True

    def play(self, game: Game, player: Player, target: None) -> None:
        game.draw(player, 2)
        game.plays_due += 2


class Rewind(Timewarp):
    """Play a card of the discard pile."""

    def choices(self, game: Game, player: Player) -> list[Card]:
        return [
            card
            for card in game.distinct(game.discards)
            if not isinstance(card, Timewarp) and card.playable(game, player)
        ]

    def playable(self, game: Game, player: Player) -> bool:
        return any(not isinstance(card, Timewarp) and card.playable(game, player) for card in game.discards)

    def play(self, game: Game, player: Player, target: None) -> None:
        choices = self.choices(game, player)
        if choices:
            game.play(player, game.decide(player, "rewind", choices), game.discards)


class QuickTrip(Timewarp):
    """Look through the deck, play a card of it, shuffle. What the deck holds is not foreseen."""

    def playable(self, game: Game, player: Player) -> bool:
        return bool(game.deck)

    def play(self, game: Game, player: Player, target: None) -> None:
        choices = [
            card for card in game.distinct(game.deck) if not isinstance(card, Timewarp) and card.playable(game, player)
        ]
        if choices:
            card = game.decide(player, "fetch", choices)
            game.deck.remove(card)
            game.stage.append(card)
            game.shuffle(game.deck)
            game.play(player, card, game.stage)
        else:
            game.shuffle(game.deck)


class Identity:
    """One true event and two altered ones that the player must see on the timeline."""

    def __init__(self, name: str, true_year: int, altered: tuple[int, int], far_future: bool = False) -> None:
        first, second = altered
        self.name = name
        self.far_future = far_future
        self.last_year = max(true_year, first, second)
        self.home: Condition = lambda t: (
            not t.ripplepoints[true_year].paradoxed
            and t.ripplepoints[first].patch is not None
            and t.ripplepoints[second].patch is not None
        )

    def goes_home(self, timeline: Timeline) -> bool:
        if timeline.world_ended and self.last_year > 1962 and not self.far_future:
            return False
        return self.home(timeline)


class Mission:
    """Artifacts to have on the table: `needed` of the listed ones, or any other test."""

    def __init__(self, title: str, done: Callable[[Game, Player], bool]) -> None:
        self.title = title
        self.done = done


def collect(needed: int, *titles: str) -> Callable[[Game, Player], bool]:
    """At least this many of these artifacts lie before the player."""
    wanted = frozenset(titles)
    return lambda game, player: sum(artifact.title in wanted for artifact in player.table) >= needed


def both(*tests: Callable[[Game, Player], bool]) -> Callable[[Game, Player], bool]:
    return lambda game, player: all(test(game, player) for test in tests)


def tagged(tag: str) -> Callable[[Game, Artifact], bool]:
    return lambda game, artifact: tag in artifact.tags


def copies(number: int, make: Callable[[], Card]) -> list[Card]:
    return [make() for _ in range(number)]
