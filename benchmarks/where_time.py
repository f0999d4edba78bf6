"""Where the time of a simulated game goes: bytecodes of each function, a move.

A clock on a machine that others use says little about a single function; the number of bytecodes that it runs is the same every
time. Functions of the generated code have short names (docs/decisions.md): `turns` the course of turns, d… statements of the
table, w…, sv…, wc…, sf… conditions of cards, lm…, lt… moves, pm… what is remembered.

    python benchmarks/where_time.py [VARIANT] [--games 20] [--players 4] [--top 30]
"""

from __future__ import annotations

import argparse
import random
import re
import sys
from collections import Counter
from collections.abc import Sequence
from types import CodeType, FrameType
from typing import Any

import subjects

#: Groups of functions, by name: what a reader wants to know.
GROUPS = {
    "turns, choices, options": r"turns|pick|distinct_by|outdone|several|alone|sole",
    "what cards say they can do": r"(w|wc|wv|wa|wt|sv|sf|st|h)\d+_d?|ways|foreseen|seen|news|paid|best|fact\d+|e\d+|some_set",
    "what cards and verbs do": r"d\d+|lf\d+|counted\d+|within\d+",
    "moves": r"l[mt]\d+|move_\w+|move",
    "shuffles": r"shuffle|numbers_at",
    "goals": r"goals",
    "standing rules": r"settle|pm\d+_f?",
    "windows": r"window|reactions",
}


def group_of(name: str) -> str:
    return next((group for group, names in GROUPS.items() if re.fullmatch(names, name)), "all else (dry runs, copies)")


def counted(games: Any, number: int, players: int) -> tuple[int, Counter[CodeType], Counter[CodeType]]:
    """(moves, bytecodes, calls) of so many games, once everything is prepared."""
    chance, codes, calls = random.Random(1), Counter[CodeType](), Counter[CodeType]()
    for seed in range(10):
        games.straight_game(players, seed, chance)

    def trace(frame: FrameType, event: str, _: Any) -> Any:
        if event == "call":
            frame.f_trace_opcodes, frame.f_trace_lines = True, False
            calls[frame.f_code] += 1
        elif event == "opcode":
            codes[frame.f_code] += 1
        return trace

    sys.settrace(trace)
    try:
        moves = sum(games.straight_game(players, 100 + seed, chance) for seed in range(number))
    finally:
        sys.settrace(None)
    return moves, codes, calls


def main(arguments: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description="Bytecodes of each function in simulated games, a move.")
    parser.add_argument("variant", nargs="?", default="chrononauts", help="a folder under cards/")
    parser.add_argument("--games", type=int, default=20)
    parser.add_argument("--players", type=int, default=4)
    parser.add_argument("--top", type=int, default=30)
    chosen = parser.parse_args(arguments)
    try:
        games = subjects.RandomGames(subjects.ROOT / "cards" / chosen.variant)
        moves, codes, calls = counted(games, chosen.games, chosen.players)
    except subjects.Missing as missing:
        print(missing, file=sys.stderr)
        return 1
    groups: Counter[str] = Counter()
    for code, count in codes.items():
        groups[group_of(code.co_name)] += count
    print(f"{sum(codes.values()) / moves:8.1f}  bytecodes a move ({moves} moves)\n")
    for name, count in groups.most_common():
        print(f"{count / moves:8.1f}  {name}")
    print()
    for code, count in codes.most_common(chosen.top):
        print(f"{count / moves:8.1f}  {code.co_name:16} {calls[code] / moves:6.3f} calls")
    return 0


if __name__ == "__main__":
    sys.exit(main())
