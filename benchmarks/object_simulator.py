"""A hand-written simulator of Chrononauts with objects and random players: what our interpreter is measured against.

It is what a Python programmer would write who needs this one game and no other: classes for the timeline, players and
cards, conditions as lambdas, no bit masks. It plays by the same rules as the card set (base game of 140 cards, every
play open to a Memo, the list of legal options made at every decision), so its moves are comparable. A move is a
decision with two options or more.

    python benchmarks/object_simulator.py --games 2000 --players 4 --seed 1 [--check]
"""

from __future__ import annotations

import argparse
import random
import sys
import time
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TypeVar

from object_cards import (
    Artifact,
    Card,
    Condition,
    Gadget,
    Identity,
    Memo,
    Mission,
    Patch,
)
from object_deck import IDENTITIES, LINCHPINS, MISSIONS, RIPPLEPOINTS, build_deck

T = TypeVar("T")
C = TypeVar("C", bound=Card)

HAND_SIZE = 3
WINNING_HAND = 10
COLLAPSE_AT = 13
TURN_LIMIT = 5000  # a game of random players is far shorter; a longer one would be a fault


class GameOver(Exception):
    """Ends the game from anywhere."""

    def __init__(self, route: str, winner: Player | None) -> None:
        super().__init__(route)
        self.route = route
        self.winner = winner


class Linchpin:
    def __init__(self, year: int, title: str) -> None:
        self.year = year
        self.title = title
        self.flipped = False
        self.affects: list[Ripplepoint] = []


class Ripplepoint:
    def __init__(self, year: int, title: str, condition: Condition) -> None:
        self.year = year
        self.title = title
        self.condition = condition
        self.paradoxed = False
        self.patch: Patch | None = None

    @property
    def is_open(self) -> bool:
        return self.paradoxed and self.patch is None


class Timeline:
    """The 32 events. A flip brings only the events up to date that the linchpin names."""

    linchpin_years = tuple(year for year, _, _ in LINCHPINS)

    def __init__(self) -> None:
        self.ripplepoints = {year: Ripplepoint(year, title, test) for year, title, test in RIPPLEPOINTS}
        self.linchpins: dict[int, Linchpin] = {}
        for year, title, affects in LINCHPINS:
            linchpin = Linchpin(year, title)
            linchpin.affects = [self.ripplepoints[affected] for affected in affects]
            self.linchpins[year] = linchpin

    def flipped(self, year: int) -> bool:
        return self.linchpins[year].flipped

    @property
    def world_ended(self) -> bool:
        patch = self.ripplepoints[1962].patch
        return patch is not None and patch.ends_the_world

    def open_paradoxes(self) -> int:
        return sum(ripplepoint.is_open for ripplepoint in self.ripplepoints.values())


class Player:
    """A seat at the table. This one chooses at random."""

    def __init__(self, seat: int, rng: random.Random, identity: Identity, mission: Mission) -> None:
        self.seat = seat
        self.rng = rng
        self.identity = identity
        self.mission = mission
        self.hand: list[Card] = []
        self.table: list[Artifact] = []
        self.workshop: list[Gadget] = []

    def choose(self, prompt: str, options: Sequence[T]) -> T:
        return self.rng.choice(options)


@dataclass(frozen=True)
class Result:
    route: str  # home, mission, power, collapse
    winner: int | None
    moves: int
    turns: int
    events: int


class Game:
    def __init__(self, deck: Sequence[Card], players: int, rng: random.Random) -> None:
        self.rng = rng
        self.timeline = Timeline()
        self.deck = list(deck)  # drawn from the end
        self.discards: list[Card] = []
        self.stage: list[Card] = []
        self.identities = list(IDENTITIES)
        self.missions = list(MISSIONS)
        self.log: list[tuple[object, ...]] = []
        self.moves = 0
        self.turns = 0
        self.plays_due = 0
        self.shuffle(self.deck)
        self.shuffle(self.identities)
        self.shuffle(self.missions)
        self.players = [Player(seat, rng, self.identities.pop(), self.missions.pop()) for seat in range(players)]
        for player in self.players:
            self.draw(player, HAND_SIZE)

    # ------------------------------------------------------------------ the course of a game

    def run(self, check: bool = False) -> Result:
        winner: int | None = None
        try:
            for player in self.players:
                if self.decide(player, "another identity", (False, True)):
                    self.swap_identity(player)
            seat = self.rng.randrange(len(self.players))
            while True:
                self.take_turn(self.players[seat])
                seat = (seat + 1) % len(self.players)
                if check:
                    self.check_cards()
                if self.turns > TURN_LIMIT:
                    raise RuntimeError("the game does not end")
        except GameOver as over:
            if over.winner is not None:
                winner = over.winner.seat
            self.log.append(("over", over.route, winner))
            return Result(over.route, winner, self.moves, self.turns, len(self.log))

    def take_turn(self, player: Player) -> None:
        self.turns += 1
        self.log.append(("turn", player.seat))
        self.draw(player, 1)
        used: list[Gadget] = []
        self.plays_due = 1
        while self.plays_due and player.hand:
            options = self.turn_options(player) + self.power_options(player, used)
            self.act(player, self.decide(player, "turn", options), used)
        while powers := self.power_options(player, used):
            action = self.decide(player, "power", [*powers, ("pass", None)])
            if action[1] is None:
                break
            self.act(player, action, used)
        self.check_goals(player)

    def turn_options(self, player: Player) -> list[tuple[str, Card | None]]:
        hand = self.distinct(player.hand)
        options: list[tuple[str, Card | None]] = [("play", card) for card in hand if card.playable(self, player)]
        options.extend(("kill time", card) for card in hand)
        return options

    def power_options(self, player: Player, used: list[Gadget]) -> list[tuple[str, Card | None]]:
        """All gadgets are time machines, and only one time machine may be used in a turn."""
        if used:
            return []
        return [("power", gadget) for gadget in player.workshop if gadget.usable(self, player)]

    def act(self, player: Player, action: tuple[str, Card | None], used: list[Gadget]) -> None:
        verb, card = action
        assert card is not None
        if verb == "play":
            self.plays_due -= 1
            self.play(player, card, player.hand)
        elif verb == "kill time":
            self.plays_due -= 1
            self.kill_time(player, card, player.hand)
        else:
            assert isinstance(card, Gadget)
            used.append(card)
            self.log.append(("power", player.seat, card.title))
            card.use(self, player)

    def kill_time(self, player: Player, card: Card, hand: list[Card]) -> None:
        self.discard_from(player, card, hand)
        if not hand:
            return
        if self.decide(player, "discard a second card and draw one", (False, True)):
            self.discard_from(player, self.decide(player, "discard", self.distinct(hand)), hand)
            self.draw(player, 1, hand)

    def check_goals(self, player: Player) -> None:
        if player.identity.goes_home(self.timeline):
            raise GameOver("home", player)
        if player.mission.done(self, player):
            raise GameOver("mission", player)
        if len(player.hand) >= WINNING_HAND:
            raise GameOver("power", player)

    def decide(self, player: Player, prompt: str, options: Sequence[T]) -> T:
        if len(options) == 1:
            return options[0]
        self.moves += 1
        choice = player.choose(prompt, options)
        self.log.append(("decide", player.seat, prompt, choice))
        return choice

    # ------------------------------------------------------------------ playing a card; the Memo

    def play(self, player: Player, card: Card, source: list[Card]) -> None:
        source.remove(card)
        self.stage.append(card)
        self.log.append(("play", player.seat, card.title))
        target = card.aim(self, player)
        if not self.is_cancelled(player, card):
            card.play(self, player, target)
        if card in self.stage:
            self.stage.remove(card)
            self.discards.append(card)

    def is_cancelled(self, actor: Player, card: Card) -> bool:
        """Everybody else who holds cards is asked until he passes. A Memo is itself a card that can be cancelled."""
        for other in self.others(actor):
            while other.hand:
                memo = next((held for held in other.hand if isinstance(held, Memo)), None)
                answer = self.decide(other, "memo", (None,) if memo is None else (None, memo))
                if answer is None:
                    break
                other.hand.remove(answer)
                self.stage.append(answer)
                self.log.append(("react", other.seat, answer.title))
                works = not self.is_cancelled(other, answer)
                self.stage.remove(answer)
                self.discards.append(answer)
                if works:
                    self.log.append(("cancelled", actor.seat, card.title))
                    return True
        return False

    def play_or_kill_time(self, player: Player, hand: list[Card]) -> None:
        playable = [card for card in self.distinct(hand) if card.playable(self, player)]
        if bool(playable) and self.decide(player, "play", (True, False)):
            self.play(player, self.decide(player, "play which", playable), hand)
        else:
            self.kill_time(player, self.decide(player, "discard which", self.distinct(hand)), hand)

    # ------------------------------------------------------------------ what cards do

    def flip(self, year: int) -> None:
        """Flip, bring all dependent events up to date, void patches, and only then count the open paradoxes."""
        linchpin = self.timeline.linchpins[year]
        linchpin.flipped = not linchpin.flipped
        self.log.append(("flip", year, linchpin.flipped))
        for ripplepoint in linchpin.affects:
            paradoxed = ripplepoint.condition(self.timeline)
            if paradoxed != ripplepoint.paradoxed:
                ripplepoint.paradoxed = paradoxed
                self.log.append(("ripple", ripplepoint.year, paradoxed))
        for ripplepoint in linchpin.affects:
            patch = ripplepoint.patch
            if patch is not None and not patch.fits(self.timeline):
                ripplepoint.patch = None
                self.discards.append(patch)
                self.log.append(("void", patch.title))
        if self.timeline.open_paradoxes() >= COLLAPSE_AT:
            raise GameOver("collapse", None)

    def cover(self, patch: Patch) -> None:
        self.stage.remove(patch)
        self.timeline.ripplepoints[patch.year].patch = patch
        self.log.append(("patch", patch.title))

    def put_down(self, card: C, place: list[C], player: Player) -> None:
        self.stage.remove(card)
        place.append(card)
        self.log.append(("put down", player.seat, card.title))

    def steal(self, player: Player, artifact: Artifact) -> None:
        self.owner(artifact).table.remove(artifact)
        player.table.append(artifact)
        self.log.append(("steal", player.seat, artifact.title))

    def destroy(self, artifact: Artifact) -> None:
        self.owner(artifact).table.remove(artifact)
        self.discards.append(artifact)
        self.log.append(("discard", artifact.title))

    def owner(self, artifact: Artifact) -> Player:
        return next(player for player in self.players if artifact in player.table)

    def most_real(self) -> Artifact | None:
        """The most real Mona Lisa among all that lie face up, whoever owns them."""
        monas = [artifact for player in self.players for artifact in player.table if artifact.reality]
        return min(monas, key=lambda artifact: artifact.reality, default=None)

    def draw(self, player: Player, number: int, hand: list[Card] | None = None) -> None:
        """Into the hand unless said otherwise. The discards are shuffled in only when a card is needed."""
        if hand is None:
            hand = player.hand
        for _ in range(number):
            if not self.deck:
                self.deck, self.discards = self.discards, []
                self.shuffle(self.deck)
            if self.deck:
                card = self.deck.pop()
                hand.append(card)
                self.log.append(("draw", player.seat, card.title))

    def discard_from(self, player: Player, card: Card, source: list[Card]) -> None:
        source.remove(card)
        self.discards.append(card)
        self.log.append(("discard", player.seat, card.title))

    def pass_hands(self) -> None:
        hands = [player.hand for player in self.players]
        for player, hand in zip(self.players, hands[-1:] + hands[:-1]):
            player.hand = hand
        self.log.append(("pass hands",))

    def redeal_hands(self, first: Player) -> None:
        pool = [card for player in self.players for card in player.hand]
        self.shuffle(pool)
        order = [first, *self.others(first)]
        for index, player in enumerate(order):
            player.hand = pool[index :: len(order)]
        self.log.append(("redeal", first.seat))

    def swap_identity(self, player: Player) -> None:
        self.identities.insert(0, player.identity)
        player.identity = self.identities.pop()
        self.log.append(("identity", player.seat))

    def swap_mission(self, player: Player) -> None:
        self.missions.insert(0, player.mission)
        player.mission = self.missions.pop()
        self.log.append(("mission", player.seat))

    # ------------------------------------------------------------------ small things

    def others(self, player: Player) -> list[Player]:
        """The other players, from the one on the left."""
        return self.players[player.seat + 1 :] + self.players[: player.seat]

    @staticmethod
    def distinct(cards: Sequence[Card]) -> list[Card]:
        """One card of each title: copies are one option."""
        return list({card.title: card for card in cards}.values())

    def shuffle(self, cards: list[T]) -> None:
        self.rng.shuffle(cards)

    def check_cards(self) -> None:
        """Between turns every card lies in exactly one place."""
        cards: list[Card] = [*self.deck, *self.discards]
        for player in self.players:
            cards += player.hand
            cards += player.table
            cards += player.workshop
        cards += [event.patch for event in self.timeline.ripplepoints.values() if event.patch is not None]
        assert not self.stage, "a card was left on the stage"
        assert len(cards) == 84 and len({id(card) for card in cards}) == 84, f"{len(cards)} cards instead of 84"
        assert len({*self.identities, *(player.identity for player in self.players)}) == 14
        assert len({*self.missions, *(player.mission for player in self.players)}) == 10
        for event in self.timeline.ripplepoints.values():
            assert event.paradoxed == event.condition(self.timeline), f"{event.year} shows the wrong side"
            assert event.patch is None or event.patch.fits(self.timeline), f"{event.year} keeps a void patch"
        assert self.timeline.open_paradoxes() < COLLAPSE_AT


def simulate(games: int, players: int, seed: int, check: bool = False) -> tuple[int, float, list[Result]]:
    """Play so many games with random players. Gives all moves, the seconds they took, and a result for each game."""
    deck = build_deck()
    rng = random.Random(seed)
    started = time.process_time()
    results = [Game(deck, players, rng).run(check) for _ in range(games)]
    seconds = time.process_time() - started
    return sum(result.moves for result in results), seconds, results


def main(arguments: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description="Chrononauts by hand: random games of the object-oriented simulator.")
    parser.add_argument("--games", type=int, default=2000)
    parser.add_argument("--players", type=int, default=4, choices=range(2, 7))
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--check", action="store_true", help="look after every turn whether all cards are still there")
    chosen = parser.parse_args(arguments)
    if chosen.games < 1:
        parser.error("--games must be 1 or more")
    moves, seconds, results = simulate(chosen.games, chosen.players, chosen.seed, chosen.check)
    routes = Counter(result.route for result in results)
    print(f"{moves / seconds:,.0f} moves/s   {len(results)} games in {seconds:.2f} s   {chosen.players} players")
    print(
        f"moves a game {moves / len(results):.1f}   turns {sum(r.turns for r in results) / len(results):.1f}   "
        f"events {sum(r.events for r in results) / len(results):.1f}   longest {max(r.moves for r in results)} moves"
    )
    print("won by " + ", ".join(f"{route} {count / len(results):.1%}" for route, count in sorted(routes.items())))
    return 0


if __name__ == "__main__":
    sys.exit(main())
