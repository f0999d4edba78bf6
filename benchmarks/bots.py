"""How well the players that decide by themselves play, and how fast.

    python benchmarks/bots.py duel chrononauts greedy random --games 400
    python benchmarks/bots.py duel chrononauts mcts:100 greedy --games 400
    python benchmarks/bots.py speed --rounds 200

`duel`: games of two, each deal played twice with the seats changed; the share that the first one won, with its 95 % interval
(a game that both win, or nobody, counts half). A line for every so many games, so that a run that is stopped has told something.
`speed`: decisions a second of `mcts`, of this process's time, over the first decisions of games of random players.
"""

from __future__ import annotations

import argparse
import math
import sys
import time
from typing import Any

import subjects

#: Games between two lines.
OFTEN = 40
GAMES = (
    "chrononauts",
    "early-american",
    "uber-chrononauts",
    "artifaxx",
    "talespin",
    "emerald",
    "khronos",
    "solonauts",
    "talespin-solo",
)
Z95 = 1.959964


def table(variant: str) -> Any:
    from runtime import load_table

    return load_table(subjects.build_table(subjects.ROOT / "cards" / variant))


def interval(won: float, of: int) -> tuple[float, float]:
    share, z2 = won / of, Z95 * Z95
    middle = (share + z2 / (2 * of)) / (1 + z2 / of)
    half = Z95 * math.sqrt(share * (1 - share) / of + z2 / (4 * of * of)) / (1 + z2 / of)
    return middle - half, middle + half


def duel(variant: str, one: str, other: str, games: int, seed: str, most: int) -> None:
    from runtime.simulate import play_game

    rules = table(variant)
    won, wrong, moves, begun = 0.0, 0, 0, time.process_time()
    for number in range(games):
        seat = number % 2
        kinds = (one, other) if seat == 0 else (other, one)
        record = play_game(rules, 2, f"{seed}.{number // 2}", kinds=kinds, max_moves=most, with_digest=False)
        moves += record.moves
        wrong += record.ended in ("error", "cut")
        mine, theirs = seat in record.winners, 1 - seat in record.winners
        won += 0.5 if mine == theirs else float(mine)
        if (number + 1) % OFTEN == 0 or number + 1 == games:
            low, high = interval(won, number + 1)
            seconds = (time.process_time() - begun) / (number + 1)
            print(
                f"{variant}: {one} against {other}: {won:g} of {number + 1} games, {won / (number + 1):.1%} "
                f"({low:.1%} to {high:.1%}), {moves / (number + 1):.0f} moves and {seconds:.2f} s a game, {wrong} not finished",
                flush=True,
            )


def speed(variants: list[str], rounds: int, decisions: int, seconds: float) -> None:
    from runtime import Game
    from runtime.players import new_player
    from runtime.players.observation import observe
    from runtime.players.position import Positions

    print(f"decisions a second of mcts:{rounds}, and how many options there were to choose from")
    for variant in variants:
        rules = table(variant)
        count = min(max(2, rules.players[0]), rules.players[1])
        game = Game.new(rules, count, 1, forced=True)
        seats = range(len(game.rules.seats))
        thinkers = [new_player(f"mcts:{rounds}", 1, seat, rules) for seat in seats]
        others = [new_player("random", 1, seat) for seat in seats]
        positions = [Positions(game.rules, seat) for seat in seats]
        spent, made, options = 0.0, 0, 0
        while (decision := game.decision) is not None and made < decisions and spent < seconds:
            seen = observe(game, decision.seat, None, positions[decision.seat])
            if made == 0:
                thinkers[decision.seat].choose(seen)  # what is worked out once
            begun = time.process_time()
            thinkers[decision.seat].choose(seen)
            spent, made, options = spent + time.process_time() - begun, made + 1, options + seen.size
            game.choose(others[decision.seat].choose(decision))
        print(f"{variant:<18} {made / spent:>8.2f}   {options / made:>6.1f} options, {made} decisions", flush=True)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parts = parser.add_subparsers(dest="part", required=True)
    one = parts.add_parser("duel")
    one.add_argument("variant")
    one.add_argument("one")
    one.add_argument("other")
    one.add_argument("--games", type=int, default=400)
    one.add_argument("--seed", default="duel")
    one.add_argument("--max-moves", type=int, default=3000)
    two = parts.add_parser("speed")
    two.add_argument("variants", nargs="*", default=list(GAMES))
    two.add_argument("--rounds", type=int, default=200)
    two.add_argument("--decisions", type=int, default=30)
    two.add_argument("--seconds", type=float, default=60.0)
    given = parser.parse_args()
    if given.part == "duel":
        duel(given.variant, given.one, given.other, given.games, given.seed, given.max_moves)
    else:
        speed(given.variants, given.rounds, given.decisions, given.seconds)
    return 0


if __name__ == "__main__":
    sys.exit(main())
