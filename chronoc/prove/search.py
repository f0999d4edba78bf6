"""From state to state: breadth first, so that the first line found is a shortest one; by distance where that is too wide."""

from __future__ import annotations

import heapq
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from chronoc.prove.arena import Arena, Change, Move, TooWide
from chronoc.prove.cone import Cone
from chronoc.prove.effects import Source
from chronoc.prove.values import Atom

STATES = 3000
GUIDED = 1200


@dataclass(slots=True)
class Found:
    """line: the plays, if it was reached · shortest: no shorter line there is · complete: every state of the cone was seen ·
    lost: lines that reach it in a game that is over by then · states: all that were seen"""

    line: tuple[Move, ...] | None = None
    shortest: bool = False
    complete: bool = False
    lost: tuple[Move, ...] | None = None
    states: list[Change] = field(default_factory=list)
    trouble: str = ""


Test = Callable[[Change], bool]


class Search:
    def __init__(self, arena: Arena, cone: Cone, limit: int = STATES) -> None:
        self.arena, self.cone, self.limit = arena, cone, limit
        self.wanted = frozenset(cone.atoms)
        self.before: dict[Change, Move | None] = {}
        self.parents: dict[Change, Change] = {}

    def part(self, change: Change) -> Change:
        return tuple((atom, value) for atom, value in change if atom in self.wanted)

    def line(self, change: Change, last: Move | None = None) -> tuple[Move, ...]:
        moves: list[Move] = [] if last is None else [last]
        while True:
            move = self.before[change]
            if move is None:
                return tuple(reversed(moves))
            moves.append(move)
            change = self.parents[change]

    def broad(self, test: Test, ended: str = "", reason: str = "") -> Found:
        """All states of the cone, nearest first, until one passes. ended: how the game has to end, else it goes on."""
        found = Found()
        start: Change = ()
        self.before, self.parents = {start: None}, {}
        if self.arena.state(start) is None:  # it is over before anybody has played
            found.complete = True
            if ended:
                return Found((), True)
            if test(start):
                found.lost = ()
            return found
        found.states.append(start)
        if not ended and test(start):
            return Found((), True, states=found.states)
        at = 0
        while at < len(found.states):
            change = found.states[at]
            at += 1
            for source in self.cone.plays:
                try:
                    moves = self.arena.results(source, change, self.wanted)
                except TooWide as fault:
                    found.trouble = str(fault)
                    return found
                for move in moves:
                    after = self.part(move.change)
                    if ended:
                        if move.ended == ended and reason in ("", move.reason) and test(after):
                            return Found(self.line(change, move), True, states=found.states)
                    elif move.ended:
                        if move.ended == "won" and test(after):
                            return Found(self.line(change, move), True, states=found.states)
                        if move.ended != "won" and found.lost is None and test(after):
                            found.lost = self.line(change, move)
                    if move.ended or after in self.before:
                        continue
                    self.before[after], self.parents[after] = move, change
                    found.states.append(after)
                    if not ended and test(after):
                        return Found(self.line(after), True, states=found.states)
                    if len(found.states) > self.limit:
                        return found
        found.complete = True
        return found

    def guided(self, test: Test, distance: Callable[[Change], int], ended: str = "", reason: str = "") -> Found:
        """The state that is nearest by some measure is looked at first: finds a line, not always a shortest one."""
        start: Change = ()
        self.before, self.parents = {start: None}, {}
        queue: list[tuple[int, int, int, Change]] = [(distance(start), 0, 0, start)]
        count = 0
        for _ in range(GUIDED):
            if not queue:
                break
            _, depth, _, change = heapq.heappop(queue)
            for source in self.cone.plays:
                try:
                    moves = self.arena.results(source, change, self.wanted)
                except TooWide as fault:
                    return Found(trouble=str(fault))
                for move in moves:
                    after = self.part(move.change)
                    if move.ended:
                        if move.ended == (ended or "won") and reason in ("", move.reason) and test(after):
                            return Found(self.line(change, move))
                        continue
                    if after in self.before:
                        continue
                    self.before[after], self.parents[after] = move, change
                    if not ended and test(after):
                        return Found(self.line(after))
                    count += 1
                    heapq.heappush(queue, (distance(after), depth + 1, count, after))
        return Found()


__all__ = ["Atom", "Found", "Search", "Sequence", "Source", "Test"]
