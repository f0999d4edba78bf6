"""A small game of lamps, keys and towers whose texts the tests read."""

from __future__ import annotations

from functools import cache

from chronoc.analyse import Analysis, analyse
from chronoc.model.sources import SourceSet, VariantSpec
from chronoc.text.faces import Face, Faces

RULES = """
set lamps "Lamps"

game "Lamps" { players 2 to 4 ; option reward = 2 in 0 to 9 ; var storms: number = 0 in 0 to 9 ; var calm: flag = no }

type metal = one of (brass, iron)
tag old, holy

kind place named by number {
  number: number
  side dark
}
kind tower is place { }
kind lamp is place { }
kind card {
  metal: metal = brass
  weight: number = 1
  marks: number for each metal = 0
  Playable if: condition = yes
  play: effect
  rolls: effect(n: number)
  worth: number = 0
  works in table
}
kind key is card { }
kind goblet is card { }
kind cube alike { owner: player }

zone deck: pile of card, hidden
zone discards: pile of card, open
zone hand of each player: list of card, seen by owner
zone table of each player: list of card, each face up or face down
zone street: list of place, open
zone wall: grid 3 by 3 of cube, open

more kind player { var coins: number = 0 in 0 to 99 ; var warned: flag = no ; var friend: card ; var ally: player }

tower Keep   "The Old Keep"   { number: 1 }
tower Gate   "The Gate Tower" { number: 2 }
lamp  Porch  "The Porch Lamp" { number: 3 }
lamp  Harbour_Lamp "The Harbour Lamp" { number: 4 }
lamp  "Hall Lamp" { number: 5 }

key    Brass_Key "A Brass Key" x3 { }
goblet Cup       "A Cup" { tags: holy }
cube   Cube      "Cube" x4 each player { }

define heavy(c: card) = weight of c > 3
define lit_places = count(street where plain)
define can_be_sold(c: card) = c has old
define distance_to(c: card, n: number) = weight of c + n

to discard(c: card) "discard {c}" { move c to discards }
to draw(n: number) "draw {n}" { repeat n { move top of deck to hand of you } }
to polish_all { add 1 to coins of you }
to lend(c: card, to p: player) "lend {c} to {p}" { move c to table of p }
action trade(c from hand of you) "Trade {c}" { discard c }
window played(c: card) from hand "a card played"
phase night(n: number) { var hours: number = 3 in 0 to 9 ; take one of actions }
action sleep "Sleep" during night { add 1 to coins of you }
goal rich "Rich" for p when coins of p > 9
setup { move cards to deck }
turn { draw 1 ; open played(Cup) ; take one of trade ; enter night(1) ; check goals of you }
"""


@cache
def world(cards: str, *catalogues: tuple[str, str]) -> Analysis:
    """The game with these cards and catalogues (language, text). What is wrong in it fails."""
    files = (("lamps/cards.chrono", cards.encode()), ("lamps/rules.chrono", RULES.encode()))
    given = tuple((code, f"lamps/locale/{code}.po", text.encode()) for code, text in catalogues)
    found = analyse([SourceSet("lamps", files, catalogues=given)], VariantSpec("lamps", "Lamps", ("lamps",)))
    errors = [f"{d.span.file}:{d.span.line}: {d.message}" for d in found.diagnostics if d.severity == "error"]
    assert errors == [], errors
    return found


def face(text: str, language: str = "en", *catalogues: tuple[str, str], head: str = 'key Test "Test"') -> Face:
    """The face of a card with these clauses."""
    analysis = world(f"{head} {{\n  {text}\n}}\n", *catalogues)
    return Faces(analysis, language).face(next(card for card in analysis.program.designs if card.decl.name == "Test"))


def said(text: str, language: str = "en", *catalogues: tuple[str, str]) -> str:
    """What an effect says, as `play` of a card."""
    found = face("  play {\n    " + text + "\n  }", language, *catalogues)
    (entry,) = [e for e in found.entries if e.name == "play"]
    return " ".join("- " * depth + line for depth, line in entry.lines)


def condition(text: str, language: str = "en", *catalogues: tuple[str, str]) -> str:
    """What a condition says, as `Playable if` of a card."""
    found = face(f"Playable if {text}", language, *catalogues)
    (entry,) = [e for e in found.entries if e.name == "Playable"]
    return entry.text
