"""Write a set of any size in Chrono: a neutral game of lamps and beacons, for timing the compiler.

The same size and seed give the same bytes everywhere: only `random.random()` is used, which Python promises to keep.

    python benchmarks/generate_set.py --cards 1000 --out /tmp/lamps
"""

from __future__ import annotations

import argparse
import random
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TypeVar

T = TypeVar("T")

SET = "lamps"
HUES = ("red", "green", "blue", "amber")
PLACES = ("Harbour", "North Gate", "Old Mill", "Bridge", "Market", "Chapel", "Quay", "Orchard", "Foundry", "Ferry")
LAMP_WORDS = ("Lantern", "Candle", "Torch", "Gas Lamp", "Oil Lamp", "Brazier")
BEACON_WORDS = ("Beacon", "Lighthouse", "Signal Fire", "Bright Window")
TOOL_WORDS = ("Long Match", "Fresh Wick", "Spare Mirror", "Brass Snuffer", "Errand Boy", "Night Watch", "Storm Glass")
CHARM_WORDS = ("Silver Bell", "Glass Eye", "Copper Key", "Blue Ribbon")
ORDER_WORDS = ("Order", "Errand", "Promise", "Wager")

RULES = """\
# Written by benchmarks/generate_set.py; a change here is lost.
set lamps "Lamps and Beacons" {{ expect: {lamps} lamps, {beacons} beacons, {orders} orders }}

game "Lamps and Beacons" {{
  players 2 to 4
  option hand_size = 4 in 1 to 10 "Each player starts with {{it}} cards"
  option orders_dealt = 1 in 1 to 4 "Each player is dealt {{it}} orders"
  option draws_per_turn = 1 in 1 to 3 "Draw {{it}} at the start of your turn"
  option dark_at = 40 in 5 to 5000 "{{it}} shining beacons blind everybody"
}}

type hue = one of (red, green, blue, amber)
tag old, tall, brittle

kind lamp {{
  colour: hue
  height: number in 1 to 99
  other side: text
  side flipped
}}

kind beacon {{
  height: number in 1 to 99
  shines if: condition
}}

kind playcard {{
  cost: number in 0 to 9 = 1
  play: effect = {{ require no "it only answers" }}
}}

kind tool is playcard {{ }}

kind charm is playcard {{
  worth: number in 1 to 9
  play: effect = {{ move this to table of you }}
  works in table
}}

kind order {{ done if: condition }}

zone street: list of lamp, open
zone shore: list of beacon, open
zone deck: pile of playcard, hidden
zone discards: pile of playcard, open
zone stage: list of playcard, open
zone hand of each player: list of playcard, seen by owner
zone table of each player: list of charm, open
zone order_stack: pile of order, hidden
zone orders_held of each player: list of order, seen by owner

more kind player {{ var plays_due: number = 0 in 0 to 99 }}

define shining = count(beacons where it is shines)
define wealth(p: player) = sum(worth of c for c in table of p)

to flip(l: lamp) "turn {{l}}" {{ set flipped of l = not flipped of l }}
to discard(c: playcard) "discard {{c}}" {{ move c to discards top }}
to draw(n: number) "draw {{n}}" {{
  repeat n {{
    if deck is empty {{ move all discards to deck ; shuffle deck }}
    if deck is not empty {{ move top of deck to hand of you }}
  }}
}}
to take_plays(n: number) "play {{n}} more" {{ add n to plays_due of you }}

window played(c: playcard) from hand using answer "a card played"

to play(c: playcard) {{
  move c to stage
  open played(c) for others {{ do c.play }}
  if c in stage {{ discard c }}
}}
to answer(m: playcard, with reaction: effect) {{
  move m to stage
  open played(m) for others {{ do reaction }}
  discard m
}}

action play_a_card(c from hand of you where can play it) {{
  add -1 to plays_due of you
  play c
}}
action pass_time(c from hand of you) {{
  add -1 to plays_due of you
  discard c
}}

setup {{
  move lamps to street
  move beacons to shore
  move playcards to deck
  shuffle deck
  move orders to order_stack
  shuffle order_stack
  for each p in players by p {{
    repeat orders_dealt {{ move top of order_stack to orders_held of you }}
    draw hand_size
  }}
  roll p from players
  first player p
}}

turn {{
  draw draws_per_turn
  set plays_due of you = 1
  take one of play_a_card, pass_time until plays_due of you == 0
  check goals of you
}}

whenever settled shining >= dark_at {{
  lose players "Too much light"
  end game
}}

goal delivered "Order delivered" for p with o from orders_held of p where o is done {{
  reveal o
  win p "delivered"
}}
goal rich "A table full of charms" for p when wealth(p) >= 20 {{ win p "rich" }}
"""

VARIANT = """\
variant: lamps
title: Lamps and Beacons
uses: [lamps]
players: 2-4
"""


class Writer:
    """Draws the random parts of cards. Lamps and beacons are known by number, so that conditions can name them."""

    def __init__(self, seed: int, lamps: int, beacons: int) -> None:
        self.random = random.Random(seed).random
        self.lamps = lamps
        self.beacons = beacons

    def number(self, low: int, high: int) -> int:
        return low + int(self.random() * (high - low + 1))

    def pick(self, items: Sequence[T]) -> T:
        return items[self.number(0, len(items) - 1)]

    def some_lamps(self, count: int) -> list[str]:
        """Different lamps, in rising order."""
        chosen: list[int] = []
        while len(chosen) < min(count, self.lamps):
            lamp = self.number(1, self.lamps)
            if lamp not in chosen:
                chosen.append(lamp)
        return [f"Lamp_{lamp}" for lamp in sorted(chosen)]

    def some_beacon(self) -> str:
        return f"Beacon_{self.number(1, self.beacons)}"

    def lit(self, low: int, high: int, word: str) -> str:
        return f" {word} ".join(f"{lamp}'" for lamp in self.some_lamps(self.number(low, high)))

    def condition(self) -> str:
        form = self.number(0, 3)
        if form == 0:
            return self.lit(1, 3, "or")
        if form == 1:
            return self.lit(2, 3, "and")
        if form == 2:
            return f"({self.lit(2, 2, 'or')}) and {self.lit(1, 1, 'and')}"
        return f"2 of ({', '.join(lamp + chr(39) for lamp in self.some_lamps(4))})"

    def order_condition(self) -> str:
        form = self.number(0, 3)
        if form == 0:
            return f"{self.lit(2, 3, 'and')} and {self.some_beacon()} is shines"
        if form == 1:
            return f"{self.lit(1, 2, 'or')}"
        if form == 2:
            return f"wealth(you) >= {self.number(3, 15)} and {self.lit(1, 1, 'and')}"
        hue = self.pick(HUES)
        return f"count(lamps where colour == {hue} and primed) >= {self.number(2, 5)}"

    def title(self, words: Sequence[str], number: int) -> str:
        return f"{self.pick(words)} of the {self.pick(PLACES)} {number}"

    # ------------------------------------------------------------------ one card each

    def lamp(self, number: int) -> str:
        title = self.title(LAMP_WORDS, number)
        tags = self.pick(("", "", "   tags: old", "   tags: tall, brittle"))
        return (
            f'lamp Lamp_{number} "{title}" {{\n'
            f"  colour: {self.pick(HUES)}   height: {self.number(1, 99)}{tags}\n"
            f'  other side: "{title}, lit"\n}}\n'
        )

    def beacon(self, number: int) -> str:
        return (
            f'beacon Beacon_{number} "{self.title(BEACON_WORDS, number)}" {{\n'
            f"  height: {self.number(1, 99)}\n"
            f"  shines if {self.condition()}\n}}\n"
        )

    def tool(self, number: int) -> str:
        copies = self.pick(("", "", " x2", " x3"))
        head = f'tool "{self.title(TOOL_WORDS, number)}"{copies} {{\n  cost: {self.number(0, 9)}\n'
        return head + self.pick(EFFECTS)(self) + "}\n"

    def charm(self, number: int) -> str:
        title, worth = self.title(CHARM_WORDS, number), self.number(1, 9)
        return f'charm "{title}" {{\n  worth: {worth}\n' + self.pick(STANDING)(self) + "}\n"

    def order(self, number: int) -> str:
        return f'order "{self.title(ORDER_WORDS, number)}" {{\n  done if {self.order_condition()}\n}}\n'


#: Effects of tools. Each gives the clauses of one card.
EFFECTS: tuple[Callable[[Writer], str], ...] = (
    lambda w: f"  play {{\n    choose l from ({', '.join(w.some_lamps(4))}) where plain\n    flip l\n  }}\n",
    lambda w: "  play {\n    choose l from lamps where primed\n    flip l\n  }\n",
    lambda w: (
        f"  play {{\n    choose l from lamps where colour == {w.pick(HUES)} and height > {w.number(5, 60)}\n"
        "    flip l\n    draw 1\n  }\n"
    ),
    lambda w: f"  play {{\n    draw {w.number(1, 3)}\n    if {w.lit(1, 2, 'and')} {{ draw 1 }}\n  }}\n",
    lambda w: "  play { draw 2 ; take_plays 2 }\n",
    lambda w: (
        '  play {\n    may "discard a card and draw two" {\n      choose c from hand of you\n'
        "      discard c\n      draw 2\n    }\n  }\n"
    ),
    lambda w: (
        '  play {\n    either "what now?" {\n'
        f'      light "turn a lamp" {{ choose l from ({", ".join(w.some_lamps(3))}) ; flip l }}\n'
        '      rest "draw a card" { draw 1 }\n    }\n  }\n'
    ),
    lambda w: (
        "  play {\n    choose p from others\n    if table of p is not empty {\n"
        "      let best = the c in table of p with most worth\n      discard best\n"
        "    } else {\n      draw 1\n    }\n  }\n"
    ),
    lambda w: "  react to a card played { cancel it }\n",
)

#: Standing rules of charms.
STANDING: tuple[Callable[[Writer], str], ...] = (
    lambda w: "",
    lambda w: f"  after flip(l) where colour of l == {w.pick(HUES)} {{ draw 1 }}\n",
    lambda w: f"  adjust wealth(p) by {w.number(1, 2)} where p == you\n",
    lambda w: f'  forbid pass_time where {w.lit(1, 2, "and")} "no time to lose"\n',
)


def sizes(cards: int) -> dict[str, int]:
    """How many cards of each kind; they add up to `cards`."""
    share = {"lamp": cards // 5, "beacon": cards // 5, "charm": cards // 10, "order": cards // 10}
    return share | {"tool": cards - sum(share.values())}


def generate(cards: int, seed: int = 1) -> dict[str, str]:
    """The files of the set by name. `cards` counts card blocks (designs) and must be 50 or more."""
    if cards < 50:
        raise ValueError(f"a set of {cards} cards is too small; 50 is the least")
    number = sizes(cards)
    writer = Writer(seed, number["lamp"], number["beacon"])
    files = {
        "variant.yaml": VARIANT,
        "rules.chrono": RULES.format(lamps=number["lamp"], beacons=number["beacon"], orders=number["order"]),
    }
    for kind, make in (
        ("lamp", writer.lamp),
        ("beacon", writer.beacon),
        ("tool", writer.tool),
        ("charm", writer.charm),
        ("order", writer.order),
    ):
        files[f"{kind}s.chrono"] = "\n".join(make(index) for index in range(1, number[kind] + 1))
    return files


def write_set(folder: Path, cards: int, seed: int = 1) -> Path:
    """Write the set into `folder/lamps` and give that folder."""
    place = folder / SET
    place.mkdir(parents=True, exist_ok=True)
    for name, text in generate(cards, seed).items():
        (place / name).write_text(text, encoding="utf-8", newline="\n")
    return place


def main(arguments: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description="Write a set of lamps and beacons for timing the compiler.")
    parser.add_argument("--cards", type=int, default=1000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--out", type=Path, required=True, help="the set is written into a folder of this one")
    chosen = parser.parse_args(arguments)
    try:
        place = write_set(chosen.out, chosen.cards, chosen.seed)
    except (ValueError, OSError) as problem:
        parser.error(str(problem))
    print(f"{chosen.cards} cards in {place}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
