"""What is counted in a series of games. Tallies of parts of a series add up to that of the whole, in whatever way it was cut."""

from __future__ import annotations

import hashlib
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any

from runtime.simulate import CUT, ERROR, GameRecord

#: How many games that went wrong are told apart.
MAX_TOLD = 20

#: What is counted, with what a key is. Shares of seats are of finished games; `drawn` counts stays in a hand.
COUNTED = {
    "ended": "how",
    "routes": "route: games in which somebody won so",
    "losses": "reason: games that all lost together",
    "seats": "seat: games won",
    "places": "place in the order of play, 0 first: games won",
    "first": "seat that began: games",
    "bots": "kind of player: seats won",
    "bots_of": "kind of player: seats",
    "turns": "turns: games",
    "moves": "moves: games",
    "halfway": "ahead, level, behind, last (behind all): games with one winner, by how he stood at half of the turns",
    "sums": "turns, moves, wins, shared, choices (turns with a choice), plays (turns in which a card was played), observed",
    "roles": "(zone, design, when): seats that won",
    "roles_of": "(zone, design, when): seats",
    "cards": "(design, what): see add_cards",
}


@dataclass(slots=True)
class Tally:
    """counts: what COUNTED says, by its keys as tuples · told: games that went wrong, the first ones: (number, what) ·
    digests: of every game, one behind the other"""

    counts: dict[str, Counter[tuple[Any, ...]]] = field(default_factory=lambda: {name: Counter() for name in COUNTED})
    told: list[tuple[int, str]] = field(default_factory=list)
    digests: bytearray = field(default_factory=bytearray)

    # ------------------------------------------------------------------ counting

    def add(self, index: int, record: GameRecord) -> None:
        """One game more, number `index` of its series."""
        counts, sums = self.counts, self.counts["sums"]
        counts["ended"][(record.ended,)] += 1
        sums[("moves",)] += record.moves
        self.digests += record.digest
        if record.ended in (ERROR, CUT):
            if len(self.told) < MAX_TOLD:
                self.told.append((index, record.error or f"not over after {record.moves} moves"))
            return
        counts["turns"][(record.turns,)] += 1
        counts["moves"][(record.moves,)] += 1
        sums[("turns",)] += record.turns
        sums[("wins",)] += len(record.winners)
        sums[("shared",)] += len(record.winners) > 1
        counts["first"][(record.first,)] += 1
        seats = len(record.kinds)
        for seat, kind in enumerate(record.kinds):
            counts["bots_of"][(kind,)] += 1
            counts["bots"][(kind,)] += seat in record.winners
        for seat in record.winners:
            counts["seats"][(seat,)] += 1
            if seat < seats:  # a seat that never chooses has no place in the order
                counts["places"][((seat - record.first) % seats,)] += 1
        for route in dict.fromkeys(record.winners.values()):
            counts["routes"][(route,)] += 1
        if record.ended == "lost":
            counts["losses"][(record.reason,)] += 1
        if record.observed is not None:
            sums[("observed",)] += 1
            sums[("choices",)] += record.observed.choices
            sums[("plays",)] += record.observed.plays
            self.add_halfway(record)
            self.add_roles(record)
            self.add_cards(record)

    def add_halfway(self, record: GameRecord) -> None:
        assert record.observed is not None
        half, seats = record.observed.half, len(record.kinds)
        if len(record.winners) != 1 or len(half) < seats or seats < 2:
            return
        (winner,) = record.winners
        if winner < seats:
            others = [half[seat] for seat in range(seats) if seat != winner]
            mine, counts = half[winner], self.counts["halfway"]
            counts["ahead" if mine > max(others) else "level" if mine == max(others) else "behind",] += 1
            counts["last",] += mine < min(others)

    def add_roles(self, record: GameRecord) -> None:
        assert record.observed is not None
        for when, held in (("dealt", record.observed.dealt), ("kept", record.observed.kept)):
            for zone, seat, designs in held:
                for design in dict.fromkeys(designs):
                    self.counts["roles_of"][(zone, design, when)] += 1
                    self.counts["roles"][(zone, design, when)] += seat in record.winners

    def add_cards(self, record: GameRecord) -> None:
        """By design: played, thrown, passed, held: stays in hands by how they ended · games: with a stay that counts (not
        passed on) · used2, cross, of2: sums over games of played², played·stays, stays², for intervals · drawn_seats,
        drawn_won, played_seats, played_won: seats that drew or played it, and those of them that won."""
        assert record.observed is not None
        cards = self.counts["cards"]
        by_design: dict[int, list[int]] = {}
        for use in record.observed.cards:
            design, won = use.design, use.seat in record.winners
            cards[(design, "played")] += use.played
            cards[(design, "thrown")] += use.thrown
            cards[(design, "passed")] += use.passed
            cards[(design, "held")] += use.held
            cards[(design, "drawn_seats")] += 1
            cards[(design, "drawn_won")] += won
            if use.played:
                cards[(design, "played_seats")] += 1
                cards[(design, "played_won")] += won
            sums = by_design.setdefault(design, [0, 0])
            sums[0] += use.played
            sums[1] += use.played + use.thrown + use.held
        for design, (played, stays) in by_design.items():
            cards[(design, "games")] += stays > 0
            cards[(design, "used2")] += played * played
            cards[(design, "cross")] += played * stays
            cards[(design, "of2")] += stays * stays

    def join(self, other: Tally) -> None:
        """Add what a later part of the same series found."""
        for name, counter in other.counts.items():
            self.counts[name].update(counter)
        self.told = [*self.told, *other.told][:MAX_TOLD]
        self.digests += other.digests

    # ------------------------------------------------------------------ reading

    def one(self, name: str, *key: Any) -> int:
        return self.counts[name][key]

    def by(self, name: str) -> Counter[Any]:
        """A count whose keys are single things."""
        return Counter({key[0]: number for key, number in self.counts[name].items()})

    @property
    def games(self) -> int:
        return self.counts["ended"].total()

    @property
    def finished(self) -> int:
        """Games that came to an end, without error."""
        return self.games - self.one("ended", ERROR) - self.one("ended", CUT)

    @property
    def digest(self) -> str:
        return hashlib.sha256(self.digests).hexdigest()

    # ------------------------------------------------------------------ as data

    def plain(self) -> dict[str, Any]:
        """As JSON data; equal tallies give equal data."""
        return {
            "counts": {name: rows(counter) for name, counter in self.counts.items()},
            "told": [list(item) for item in self.told],
            "digests": self.digests.hex(),
        }

    @staticmethod
    def restore(data: dict[str, Any]) -> Tally:
        """What `plain` gave. Raises KeyError, TypeError or ValueError for anything else."""
        counts = {name: Counter({tuple(row[:-1]): row[-1] for row in data["counts"][name]}) for name in COUNTED}
        return Tally(counts, [(index, what) for index, what in data["told"]], bytearray.fromhex(data["digests"]))


def rows(counter: Counter[tuple[Any, ...]]) -> list[list[Any]]:
    return sorted(([*key, number] for key, number in counter.items() if number), key=lambda row: [str(x) for x in row])


def joined(parts: Iterable[Tally]) -> Tally:
    whole = Tally()
    for part in parts:
        whole.join(part)
    return whole
