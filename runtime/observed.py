"""What becomes of each card in a game that is simulated: who drew it, who played it, what everybody was dealt in secret.

Both forms of a game (frames and straight) write a thing's new place into `State.L`, and nowhere else. So an observed
game gets a list there that notes what passes through hands; nothing else in the interpreter changes, and a game that is not
observed pays nothing. Dry runs work on copies, whose lists are plain ones.

The words, for any game:

- A zone is **private** when each player has one that the owner alone sees into.
- A **hand** is a private zone that actions, branches or reactions take cards from; where there is none, one from which somebody
  chooses. With it count the player's other private zones for the same kinds of things, since cards that are put by come back.
- A **role** is a private zone, no hand, that decides who wins: a goal, or a function that says `win`, reads it.
- **Discards** are open zones of nobody that are put back whole into a hidden one, and the box. (A player's own discards are where
  cards go that have been used, in games in which everybody has a deck. Nor are there discards where cards from a hand can go
  nowhere else.)
- A card is **drawn** when it comes into a player's hand, by the deal too, and **played** when it leaves it for a zone that is
  neither private, hidden nor discards. It is **thrown away** when it leaves it for the discards, and **passed on** when it
  leaves it for somebody else's private zone or a hidden one. What is there when the game ends is **held**.
- How players **stand** is how near they are to winning by what the table says of it (players/score.py), looked at about a dozen
  times a game.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from runtime.analysis import Analysis, children
from runtime.players.score import score_of
from runtime.signals import Fault
from runtime.state import FUEL, State
from runtime.table import Table
from runtime.world import PLAYER

HAND, ROLE, DISCARDS, HIDDEN, ELSEWHERE = "hand", "role", "discards", "hidden", "elsewhere"

#: The next time to look how players stand comes so much later: a look falls between a third and half of a game.
LATER = 1.5
NEVER = 1 << 60
#: How a stay in a hand ends, by where the card goes: 0 played, 1 thrown away; elsewhere 2, passed on (3: held).
ENDINGS = {ELSEWHERE: 0, DISCARDS: 1}

#: Operations whose first list is what they give members of: number of its argument.
LIST_OF = {
    "first": 1, "last": 1, "items": 1, "where": 2, "sorted": 2, "best": 2, "without": 1, "aslist": 1, "flat": 1, "from": 1,
    "map": 3, "zoneat": 1, "orelse": 1,
}  # fmt: skip


@dataclass(slots=True, frozen=True)
class CardUse:
    """What one seat did with the copies of one design. drawn: how often a copy came into its hand; every such stay ends
    in one of four ways: played · thrown (away) · passed (on) · held (still there when the game ended)."""

    design: int
    seat: int
    played: int
    thrown: int
    passed: int
    held: int

    @property
    def drawn(self) -> int:
        return self.played + self.thrown + self.passed + self.held


@dataclass(slots=True, frozen=True)
class Observed:
    """cards: by design and seat · dealt, kept: what lay in the role zones when the first turn began, and when the game ended:
    (zone, seat, designs) · choices: turns in which whoever's turn it was had something to choose · plays: turns in which they
    played a card · half: how every seat stood at half of the game's turns or shortly before; empty if that is not known."""

    cards: tuple[CardUse, ...]
    dealt: tuple[tuple[int, int, tuple[int, ...]], ...]
    kept: tuple[tuple[int, int, tuple[int, ...]], ...]
    choices: int
    plays: int
    half: tuple[float, ...] = ()


# ---------------------------------------------------------------------- which zones are which


@lru_cache(maxsize=16)
def sorts(table: Table) -> tuple[str, ...]:
    """For each zone of a table: HAND, ROLE, DISCARDS, HIDDEN or ELSEWHERE."""
    private = [zone["owner"] == PLAYER and zone["see"] == "owner" for zone in table.zones]
    acted, deciding, spent = acted_from(table), read_to_win(table), put_back(table)
    hands = [zone for zone, own in enumerate(private) if own and zone in acted]
    if not hands:
        chosen = {zone for op in table.code if op[0] == "choose" for zone in listed(table, op[2])}
        hands = [zone for zone, own in enumerate(private) if own and zone in chosen]
    out = []
    for index, zone in enumerate(table.zones):
        if index == 0:
            out.append(DISCARDS)
        elif private[index]:
            alike = any(same_kinds(table, index, hand) for hand in hands)
            out.append(HAND if index in hands else ROLE if index in deciding else HAND if alike else HIDDEN)
        elif zone["see"] == "hidden":
            out.append(HIDDEN)
        else:
            out.append(DISCARDS if index in spent else ELSEWHERE)
    if not any(
        out[zone] == ELSEWHERE and any(same_kinds(table, zone, hand) for hand in hands) for zone in range(len(out))
    ):
        out = [ELSEWHERE if sort == DISCARDS and index else sort for index, sort in enumerate(out)]
    return tuple(out)


def same_kinds(table: Table, zone: int, other: int) -> bool:
    """May one thing lie in both zones?"""
    return not below(table, zone).isdisjoint(below(table, other))


def below(table: Table, zone: int) -> frozenset[int]:
    """The kinds that a zone takes, with their special cases."""
    kinds = set(table.zones[zone]["kinds"] or range(len(table.kinds)))
    for index, kind in enumerate(table.kinds):
        if kind["parent"] in kinds:
            kinds.add(index)
    return frozenset(kinds)


def listed(table: Table, node: int) -> Iterator[int]:
    """Zones that an expression of things takes them from."""
    stack = [node]
    while stack:
        op = table.code[stack.pop()]
        if op[0] in ("zone", "zoneof", "itemsof", "allitems"):
            yield op[1]
        elif op[0] == "union":
            stack += op[1:]
        elif op[0] in LIST_OF:
            stack.append(op[LIST_OF[op[0]]])
        elif op[0] == "call":
            stack += [table.fns[overload["fn"]]["code"] for overload in table.defines[op[1]]["overloads"]]


def acted_from(table: Table) -> set[int]:
    """Zones whose cards an action can be about, a branch can offer, or a reaction can come from."""
    found = {zone for window in table.windows for zone in window["zones"]}
    for action in table.actions:
        for fn in action["params"]:
            found.update(listed(table, table.fns[fn]["code"]))
    for op in table.code:
        for branch in op[3] if op[0] == "either" else ():
            if branch[5] is not None:
                found.update(listed(table, branch[5]))
    return found


def read_to_win(table: Table) -> set[int]:
    """Zones that are looked into to find out who wins."""
    analysis = Analysis(table)
    nodes = [table.fns[fn]["code"] for goal in table.goals for fn in (goal["over"], goal["where"]) if fn is not None]
    nodes += [fn["code"] for fn in table.fns if says_win(table, fn["code"])]
    return {int(read[1:]) for node in nodes for read in analysis.reads(node) if read[0] == "z" and read[1:].isdigit()}


def says_win(table: Table, node: int) -> bool:
    stack, seen = [node], set()
    while stack:
        at = stack.pop()
        if at not in seen:
            seen.add(at)
            if table.code[at][0] == "win":
                return True
            stack += children(table.code[at])
    return False


def put_back(table: Table) -> set[int]:
    """Zones of nobody of which everything is moved into a hidden zone at once."""
    found: set[int] = set()
    for op in table.code:
        if op[0] == "move" and table.code[op[1]][0] in ("items", "itemsof", "allitems") and op[6] == "all":
            if any(table.zones[zone]["see"] == "hidden" for zone in listed(table, op[2])):
                found.update(listed(table, op[1]))
    return {zone for zone in found if table.zones[zone]["owner"] is None}


# ---------------------------------------------------------------------- one game


class Places(list[int]):
    """Where each thing lies, noting what leaves hands, and what enters or leaves roles: (turn, whose turn, thing, from, to)."""

    __slots__ = ("enters", "leaves", "notes", "state")

    def __init__(self, state: State, sorts: list[str]) -> None:
        super().__init__(state.L)
        self.state = state
        self.leaves = [sort in (HAND, ROLE) for sort in sorts]
        self.enters = [sort == ROLE for sort in sorts]
        self.notes: list[tuple[int, int, int, int, int]] = []

    def __setitem__(self, thing: Any, to: Any) -> None:
        source = self[thing]
        list.__setitem__(self, thing, to)
        if self.leaves[source] or self.enters[to]:
            state = self.state
            self.notes.append((state.turn, state.active, thing, source, to))


class Observer:
    """Watches one game from its fresh state on. Tell it of every decision (`asked`); `observed` is what it saw."""

    __slots__ = ("choices", "next_look", "places", "rules", "score", "sorts", "standings", "start", "state", "turn")

    def __init__(self, rules: Any, state: State) -> None:
        known = sorts(rules.origin)
        self.rules = rules
        self.state = state
        self.sorts = [known[zone] for zone in rules.world.zone_of]
        self.start = list(state.L)
        self.places = Places(state, self.sorts)
        state.L = self.places
        self.turn = self.choices = 0
        self.score = score_of(rules)
        self.next_look = 1 if self.score.ways or self.score.keys else NEVER
        self.standings: list[tuple[int, tuple[float, ...]]] = []

    def asked(self, seat: int) -> None:
        """This seat had a choice between several options."""
        state = self.state
        if state.turn == self.turn or seat != state.active:
            return
        self.turn = state.turn
        self.choices += 1
        if state.turn >= self.next_look:
            self.next_look = max(state.turn + 1, int(state.turn * LATER))
            state.fuel = FUEL
            try:
                self.standings.append((state.turn, tuple(self.score.of(state))))
            except Fault:  # what cannot be told in the middle of something is told later
                pass

    def half(self) -> tuple[float, ...]:
        found: tuple[float, ...] = ()
        for turn, standing in self.standings:
            if 2 * turn <= self.state.turn:
                found = standing
        return found

    def observed(self) -> Observed:
        world, zone_sorts = self.rules.world, self.sorts
        owner, designs = world.owner_of, world.designs
        hand = [owner[i] if sort == HAND else None for i, sort in enumerate(zone_sorts)]
        ending = [ENDINGS.get(sort, 2) for sort in zone_sorts]
        uses: dict[tuple[int, int], list[int]] = {}
        plays: dict[int, None] = {}
        at, dealt = self.start, None
        for turn, active, thing, source, to in self.places.notes:
            if turn and dealt is None:
                dealt = self.roles(at)
            at[thing] = to
            holder = hand[source]
            if holder is None or holder == hand[to]:
                continue
            if ending[to] == 0 and holder == active and turn:
                plays[turn] = None
            if designs[thing] is not None:
                uses.setdefault((designs[thing], holder), [0, 0, 0, 0])[ending[to]] += 1
        for thing, instance in enumerate(self.places):
            holder = hand[instance]
            if holder is not None and designs[thing] is not None:
                uses.setdefault((designs[thing], holder), [0, 0, 0, 0])[3] += 1
        return Observed(
            tuple(CardUse(design, seat, *counts) for (design, seat), counts in sorted(uses.items())),
            self.roles(at) if dealt is None else dealt,
            self.roles(self.places),
            self.choices,
            len(plays),
            self.half(),
        )

    def roles(self, places: list[int]) -> tuple[tuple[int, int, tuple[int, ...]], ...]:
        """(zone, seat, designs in it) of every role zone."""
        world = self.rules.world
        found: dict[tuple[int, int], list[int]] = {
            (world.zone_of[i], world.owner_of[i]): [] for i, sort in enumerate(self.sorts) if sort == ROLE
        }
        for thing, instance in enumerate(places):
            if self.sorts[instance] == ROLE and world.designs[thing] is not None:
                found[world.zone_of[instance], world.owner_of[instance]].append(world.designs[thing])
        return tuple((zone, seat, tuple(sorted(held))) for (zone, seat), held in sorted(found.items()))
