"""How much of a thing there may be: what the compiler tells at its place is what the interpreter refuses. Plain numbers, no behaviour."""

from __future__ import annotations

#: Of one card, and of all cards of a game together.
MAX_COPIES = 10_000
MAX_OBJECTS = 100_000
MAX_PLAYERS = 99
#: Rows of a printed map, and columns.
MAX_LAYOUT = 200
