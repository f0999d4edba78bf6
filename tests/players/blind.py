"""A small game in which what runs speaks of hidden things: names of cards are given in secret, in lists and in windows."""

from __future__ import annotations

from functools import cache
from pathlib import Path

from chronoc.analyse import analyse
from chronoc.variant import read_sources
from runtime import Table, load_table

RULES = """\
set blind "Blind" { expect: 8 cards }

game "Blind" {
  players 2 to 3
}

kind card { weight: number }
card One "One" { weight: 1 }
card Two "Two" { weight: 2 }
card Three "Three" { weight: 3 }
card Four "Four" { weight: 4 }
card Five "Five" { weight: 5 }
card Six "Six" { weight: 6 }
card Seven "Seven" { weight: 7 }
card Eight "Eight" { weight: 8 }

zone deck: pile of card, hidden
zone spent: pile of card, open
zone hand of each player: list of card, seen by owner

more kind player { var score: number = 0 in 0 to 99 }

setup {
  move cards to deck
  shuffle deck
  for each p in players by p {
    repeat 3 { move top of deck to hand of p }
  }
}

turn {
  let other = left of you
  if deck is not empty { move top of deck to hand of you }
  choose mine from hand of you "Which of yours?"
  choose 2 theirs from hand of other by other "Which of yours?"
  for each c in theirs by other {
    choose side from 1 to 3 by other "Which side?"
    add side to score of other
  }
  move mine to spent
  move theirs to deck bottom
  choose gift from hand of other "Which of theirs?"
  move gift to hand of you
  if count(spent) >= 3 { win (the p in players with most score of p ties all) "the most" }
}
"""


@cache
def blind(folder: Path) -> Table:
    (folder / "variant.yaml").write_text("variant: blind\ntitle: Blind\nuses: [blind]\n", encoding="utf-8")
    (folder / "rules.chrono").write_text(RULES, encoding="utf-8")
    sources = read_sources(folder)
    found = analyse(sources.sets, sources.variant)
    assert found.table is not None, found.diagnostics
    return load_table(found.table)
