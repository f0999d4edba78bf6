"""Small timelines, written as a set and told once more in plain Python: what the prover says is held against brute force."""

from __future__ import annotations

import sys
from collections.abc import Callable
from dataclasses import dataclass
from itertools import count

from chronoc.analyse import RECURSION, Analysis, analyse
from chronoc.model.sources import SourceSet, VariantSpec

sys.setrecursionlimit(RECURSION)  # before any test runs: hypothesis watches it

RULES = """
set family "Family"
game "Family" {
  players 2
  option limit = 9 in 1 to 9
}
kind hinge {
  side flipped
}
kind follower { Upset if: condition }
kind card { Playable if: condition = yes  play: effect }
kind lever is card { turns(): list of hinge }
kind slip is card { covers: follower  play: effect = { move this to cover of covers of this } }
kind dream { met if: condition }

zone deck: pile of card, hidden
zone discards: pile of card, open
zone hand of each player: list of card, seen by owner
zone dreams of each player: list of dream, seen by owner
zone cover of each follower: pile of slip, open, max 1

define covered(f: follower) = cover of f is not empty
define plain(f: follower) = not f is upset
define primed(f: follower) = covered(f)
define open_now(f: follower) = f is upset and not covered(f)
define fits(s: slip) = covers of s is upset and s is playable
define allowed(c: card) = c is playable
define allowed(s: slip) = open_now(covers of s) and fits(s)

to turn_over(h: hinge) "turn {h} over" { set flipped of h = not flipped of h }
to discard(c: card) "discard {c}" { move c to discards }
to play(c: card) "play {c}" { do c.play }
to play(l: lever) "play {l}" {
  choose h from l.turns "Turn over"
  turn_over h
  discard l
}

whenever s: slip where s in cover of followers and not fits(s) { discard s }
whenever settled count(followers where open_now(it)) >= limit { lose players "Everything falls apart" ; end game }

setup {
  move cards to deck
  shuffle deck
}
turn {
  take one of use, drop
  check goals of you
}
action use(c from hand of you where allowed(it)) "Use {c}" { play c }
action drop(c from hand of you) "Drop {c}" { discard c }
goal dream "A dream come true" for p with d from dreams of p where d is met { win you "dream" ; end game }
"""

#: ("h", k, side) a hinge lies on this side · ("f", k, "plain" or "primed") a follower does
Literal = tuple[str, int, object]


@dataclass(frozen=True)
class Lever:
    hinges: tuple[int, ...]
    only_plain: bool


@dataclass(frozen=True)
class Slip:
    follower: int
    extra: tuple[Literal, ...] = ()


@dataclass(frozen=True)
class Family:
    """followers: (hinges, "and" or "or"): upset when these are turned over"""

    hinges: int
    followers: tuple[tuple[tuple[Literal, ...], str], ...]
    levers: tuple[Lever, ...]
    slips: tuple[Slip, ...]
    dreams: tuple[tuple[Literal, ...], ...]
    limit: int


def said(literals: tuple[Literal, ...], joint: str = "and") -> str:
    words = []
    for what, k, side in literals:
        name = f"H{k}" if what == "h" else f"F{k}"
        words.append(name + ("'" if side in (True, "primed") else ""))
    return f" {joint} ".join(words)


def text(family: Family) -> str:
    out = [RULES]
    out += [f'hinge H{k} "Hinge {k}" {{ }}' for k in range(family.hinges)]
    out += [
        f'follower F{k} "Follower {k}" {{ Upset if {said(c, joint)} }}' for k, (c, joint) in enumerate(family.followers)
    ]
    for k, lever in enumerate(family.levers):
        which = " or ".join(f"it is H{h}" for h in lever.hinges)
        out.append(
            f'lever L{k} "Lever {k}" x2 {{ turns: hinges where ({which}){" and plain(it)" if lever.only_plain else ""} }}'
        )
    for k, slip in enumerate(family.slips):
        extra = f"  Playable if {said(slip.extra)}" if slip.extra else ""
        out.append(f'slip S{k} "Slip {k}" {{ covers: F{slip.follower}{extra} }}')
    out += [f'dream D{k} "Dream {k}" {{ met if {said(dream)} }}' for k, dream in enumerate(family.dreams)]
    return "\n".join(out) + "\n"


def compiled(family: Family) -> tuple[Analysis, dict[str, bytes]]:
    data = text(family).encode()
    source = SourceSet("family", (("family.chrono", data),))
    analysis = analyse([source], VariantSpec("family", "Family", uses=("family",), options={"limit": family.limit}))
    assert analysis.table is not None, [d.message for d in analysis.diagnostics]
    return analysis, {"family.chrono": data}


# ---------------------------------------------------------------------- the same in plain Python

State = tuple[tuple[bool, ...], frozenset[int]]  # hinges turned over, slips that lie on their follower


class Brute:
    def __init__(self, family: Family) -> None:
        self.f = family

    def upset(self, follower: int, flags: tuple[bool, ...]) -> bool:
        literals, joint = self.f.followers[follower]
        values = [flags[k] is side for _, k, side in literals]
        return all(values) if joint == "and" else any(values)

    def covered(self, follower: int, state: State) -> bool:
        return any(self.f.slips[s].follower == follower for s in state[1])

    def holds(self, literal: Literal, state: State) -> bool:
        what, k, side = literal
        if what == "h":
            return state[0][k] is side
        if side == "plain":
            return not self.upset(k, state[0])
        return self.covered(k, state)

    def fits(self, slip: int, state: State) -> bool:
        s = self.f.slips[slip]
        return self.upset(s.follower, state[0]) and all(self.holds(x, state) for x in s.extra)

    def settled(self, state: State) -> State:
        while True:
            lying = frozenset(s for s in state[1] if self.fits(s, state))
            if lying == state[1]:
                return state
            state = (state[0], lying)

    def falls(self, state: State) -> bool:
        open_now = sum(self.upset(k, state[0]) and not self.covered(k, state) for k in range(len(self.f.followers)))
        return open_now >= self.f.limit

    def after(self, state: State) -> list[State]:
        flags, lying = state
        out = []
        for lever in self.f.levers:
            for h in lever.hinges:
                if not (lever.only_plain and flags[h]):
                    out.append((tuple(not v if k == h else v for k, v in enumerate(flags)), lying))
        for k, slip in enumerate(self.f.slips):
            if k not in lying and not self.covered(slip.follower, state) and self.fits(k, state):
                out.append((flags, lying | {k}))
        return [self.settled(s) for s in out]

    def reach(self, ends: bool) -> dict[State, int]:
        """Every state in which the game goes on (or would, if nothing ended it), and how many plays it takes."""
        start: State = ((False,) * self.f.hinges, frozenset())
        if ends and self.falls(start):
            return {}
        found, layer = {start: 0}, [start]
        for depth in count(1):
            layer = [s for state in layer for s in self.after(state)]
            layer = [s for s in dict.fromkeys(layer) if s not in found and not (ends and self.falls(s))]
            if not layer:
                return found
            found.update(dict.fromkeys(layer, depth))
        raise AssertionError

    def verdict(self, dream: tuple[Literal, ...]) -> tuple[str, int | None]:
        """Of a goal, which is looked at when somebody has played."""
        word, plays = self.found(lambda state: all(self.holds(x, state) for x in dream))
        return word, plays if plays is None else max(1, plays)

    def usable(self, slip: int) -> tuple[str, int | None]:
        """Of a card: can it be played at all?"""
        follower = self.f.slips[slip].follower
        return self.found(lambda s: slip not in s[1] and not self.covered(follower, s) and self.fits(slip, s))

    def found(self, test: Callable[[State], bool]) -> tuple[str, int | None]:
        lengths = [n for state, n in self.reach(True).items() if test(state)]
        if lengths:
            return "reachable", min(lengths)
        return ("only by way of" if any(map(test, self.reach(False))) else "unreachable"), None
