"""One command for all benchmarks: ratios of two things measured in the same run, never bare numbers.

    python benchmarks/run.py                 all parts
    python benchmarks/run.py sim start       some of them
    python benchmarks/run.py --quick --json results.json

Parts: sim, copy, boards, check, memory, growth, start, prove (see docs/benchmarks.md). The two sides of a ratio take turns, A B A B,
and the median of each counts, so that a machine that is busy for a while slows both. A part that needs something that
is not there says so in a sentence and is left out.
"""

from __future__ import annotations

import argparse
import json
import platform
import statistics
import subprocess
import sys
import tempfile
from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path

import generate_set
import object_simulator
import subjects
from subjects import Missing

HERE = Path(__file__).resolve().parent
HEAVY = ("lark", "jsonschema", "ruamel")  # what `chronoc --version` must not load


@dataclass(frozen=True)
class Row:
    """One line of the result: two sides, their ratio, and what it says."""

    part: str
    what: str
    ours: str
    other: str
    ratio: float | None


@dataclass(frozen=True)
class Settings:
    rounds: int
    seed: int
    games: int  # of the object simulator in one round
    many_games: int  # of the memory part
    board_games: int
    cards: int


def interleave(rounds: int, first: Callable[[int], float], second: Callable[[int], float]) -> tuple[float, float]:
    """Run A B A B, each with the number of the round; give the median of each."""
    ours, other = [], []
    for number in range(rounds):
        ours.append(first(number))
        other.append(second(number))
    return statistics.median(ours), statistics.median(other)


def child(*arguments: str) -> dict[str, float]:
    """Run a part of `subjects` in a process of its own, so that nothing else counts into its memory."""
    done = subprocess.run(
        [sys.executable, str(HERE / "subjects.py"), *arguments],
        capture_output=True,
        text=True,
        cwd=HERE.parent,
        check=False,
    )
    if done.returncode == subjects.MISSING_EXIT:
        raise Missing(done.stdout.strip())
    if done.returncode:
        raise RuntimeError(f"the measuring process failed:\n{done.stderr.strip()}")
    result: dict[str, float] = json.loads(done.stdout)
    return result


# ------------------------------------------------------------------ the parts


def measure_sim(settings: Settings) -> list[Row]:
    """Moves a second of the interpreter against the hand-written simulator of the same game."""
    game = subjects.RandomGames()
    game.simulate(10, 4, settings.seed)  # prepares the straight form, and fills what it remembers
    moves_of_ours: list[int] = []
    games_of_ours: list[int] = []
    lengths: list[float] = []
    framed: list[float] = []

    def ours(number: int) -> float:
        moves, seconds, games = game.simulate(settings.games, 4, settings.seed + number)
        moves_of_ours.append(moves)
        games_of_ours.append(games)
        return moves / seconds

    def other(number: int) -> float:
        moves, seconds, results = object_simulator.simulate(settings.games, 4, settings.seed + number)
        lengths.append(moves / len(results))
        moves_framed, seconds_framed, _ = game.simulate(max(1, settings.games // 4), 4, settings.seed + number, True)
        framed.append(moves_framed / seconds_framed)
        return moves / seconds

    fast, by_hand = interleave(settings.rounds, ours, other)
    length = sum(moves_of_ours) / sum(games_of_ours)
    slow, against = statistics.median(framed), f"{by_hand:,.0f} by hand"
    return [
        Row("sim", "moves a second, four random players", f"{fast:,.0f}", against, fast / by_hand),
        Row("sim", "the same in frames", f"{slow:,.0f}", against, slow / by_hand),
        Row("sim", "moves a game (a check: about equal)", f"{length:.0f}", f"{statistics.mean(lengths):.0f}", None),
    ]


def measure_copy(settings: Settings) -> list[Row]:
    """Copying a whole state against playing one move, at states spread over games."""
    game = subjects.RandomGames()
    copy, move = interleave(
        settings.rounds,
        lambda number: game.seconds_of_a_copy(settings.seed + number),
        lambda number: game.seconds_of_a_move(settings.seed + number),
    )
    return [Row("copy", "a copy of the state, us", f"{copy * 1e6:.1f}", f"{move * 1e6:.1f} for one move", copy / move)]


def measure_boards(settings: Settings) -> list[Row]:
    """Listing the legal placements of a piece against one trial of one of them, and a whole game against what is enough."""
    import boards

    found = boards.measured(settings.seed, settings.board_games)

    def against(ours: str, other: str, what: str, yardstick: str) -> list[Row]:
        worst = f"the worst of {found['decisions']:.0f} is {found[ours + ' worst']:.0f}"
        mine, theirs = f"{found[ours] * 1e3:.1f}", f"{found[other] * 1e3:.2f} {yardstick}; {worst}"
        return [Row("boards", what, mine, theirs, found[f"{ours} ratio"])]

    listed = f"legal placements, {found['tried']:.0f} tried, ms"
    carried = f"{found['options']:.0f} of them carried out to the end, ms"
    whole = f"{boards.ENOUGH:.0f} is enough"
    return [
        *against("listing", "trial", listed, "for one trial"),
        *against("decision", "following", carried, "for one"),
        Row("boards", "a whole random game of four, s", f"{found['game']:.1f}", whole, found["game"] / boards.ENOUGH),
    ]


def measure_jobs(settings: Settings) -> list[Row]:
    """Two processes against one, by the clock on the wall, what each needs to prepare itself included."""
    games = 20 * settings.games
    one, two = interleave(
        min(settings.rounds, 3),
        lambda number: subjects.seconds_of_series(games, 1, settings.seed + number),
        lambda number: subjects.seconds_of_series(games, 2, settings.seed + number),
    )
    what = f"{games:,} games in two processes, s"
    return [Row("jobs", what, f"{two:.1f}", f"{one:.1f} in one", one / two)]


def measure_check(settings: Settings) -> list[Row]:
    """The whole check of a large set against Lark's own loop, which only parses it."""
    with tempfile.TemporaryDirectory() as folder:
        place = generate_set.write_set(Path(folder), settings.cards, settings.seed)
        compiler = subjects.Compiler(place)
        compiler.check()  # grammar and caches
        compiler.lark_loop()
        check, parse = interleave(
            settings.rounds, lambda _: compiler.seconds(compiler.check), lambda _: compiler.seconds(compiler.lark_loop)
        )
    what = f"whole check of {settings.cards:,} cards, ms"
    return [Row("check", what, f"{check * 1e3:.0f}", f"{parse * 1e3:.0f} Lark's own loop", check / parse)]


def measure_memory(settings: Settings) -> list[Row]:
    """The most memory held while a large set is checked, against checking the smallest one."""
    peaks = []
    for cards in (settings.cards, 50):
        with tempfile.TemporaryDirectory() as folder:
            place = generate_set.write_set(Path(folder), cards, settings.seed)
            peaks.append(child("memory-of-check", str(place))["peak"])
    large, small = peaks
    what = f"checking {settings.cards:,} cards, MB"
    return [Row("memory", what, f"{large:.0f}", f"{small:.0f} for 50 cards", large / small)]


def measure_growth(settings: Settings) -> list[Row]:
    """The most memory held after many games against after a tenth of them, in one process. Flat means 1.00."""
    few, many = settings.many_games // 10, settings.many_games
    found = child("memory-of-games", str(few), str(many), str(settings.seed))
    what = f"after {many:,} games, MB"
    other = f"{found['few']:.1f} after {few:,}"
    return [Row("growth", what, f"{found['many']:.1f}", other, found["many"] / found["few"])]


def measure_start(settings: Settings) -> list[Row]:
    """`chronoc --version` against a bare Python, and what it loads."""
    command = subjects.version_command()
    loaded = subjects.modules_loaded(command)
    heavy = [name for name in HEAVY if name in loaded]
    start, bare = interleave(
        settings.rounds * 3,
        lambda _: subjects.seconds_of_process(command),
        lambda _: subjects.seconds_of_process([sys.executable, "-c", "pass"]),
    )
    return [
        Row("start", "chronoc --version, ms", f"{start * 1e3:.0f}", f"{bare * 1e3:.0f} bare Python", start / bare),
        Row("start", "heavy libraries it loads", ", ".join(heavy) or "none", "none wanted", None),
    ]


def measure_prove(settings: Settings) -> list[Row]:
    """The exact search of `prove`, in seconds, against what is enough."""
    import prove_exact

    rows = []
    for hinges, enough in prove_exact.SIZES.items():
        seconds, _, count, _ = prove_exact.measured(hinges, settings.seed)
        what = f"{count} questions, {hinges} two-sided objects, s"
        rows.append(Row("prove", what, f"{seconds:.2f}", f"{enough:.0f} is enough", seconds / enough))
    return rows


PARTS: dict[str, Callable[[Settings], list[Row]]] = {
    "sim": measure_sim,
    "copy": measure_copy,
    "jobs": measure_jobs,
    "boards": measure_boards,
    "check": measure_check,
    "memory": measure_memory,
    "growth": measure_growth,
    "start": measure_start,
    "prove": measure_prove,
}

# ------------------------------------------------------------------ the table


def render(rows: Sequence[Row]) -> str:
    head = ("part", "what", "ours", "other", "ratio")
    lines = [head] + [
        (row.part, row.what, row.ours, row.other, "" if row.ratio is None else f"{row.ratio:.2f}") for row in rows
    ]
    widths = [max(len(line[column]) for line in lines) for column in range(len(head))]
    return "\n".join("  ".join(cell.ljust(width) for cell, width in zip(line, widths)).rstrip() for line in lines)


def main(arguments: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description="Ratios of chronoc against yardsticks measured in the same run.")
    parser.add_argument("parts", nargs="*", metavar="part", help=f"some of {', '.join(PARTS)}; all when none is named")
    parser.add_argument("--rounds", type=int, default=5, help="how often the two sides take turns (default 5)")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--quick", action="store_true", help="a tenth of the work: to see that it runs, not to quote")
    parser.add_argument("--json", type=Path, metavar="FILE", help="write the results there as well")
    chosen = parser.parse_args(arguments)
    unknown = [name for name in chosen.parts if name not in PARTS]
    if unknown:
        parser.error(f"there is no part {unknown[0]!r}; the parts are {', '.join(PARTS)}")
    if chosen.rounds < 1:
        parser.error("--rounds must be 1 or more")
    if chosen.quick:
        settings = Settings(min(chosen.rounds, 3), chosen.seed, games=8, many_games=1000, board_games=3, cards=200)
    else:
        settings = Settings(chosen.rounds, chosen.seed, games=100, many_games=10000, board_games=8, cards=1000)
    rows: list[Row] = []
    left_out: dict[str, str] = {}
    for name in chosen.parts or PARTS:
        try:
            rows += PARTS[name](settings)
        except Missing as missing:
            left_out[name] = str(missing)
            print(f"{name} is left out: {missing}", file=sys.stderr)
    if rows:
        print(render(rows))
    if chosen.json:
        machine = {"python": platform.python_version(), "machine": platform.machine(), "system": platform.system()}
        result = {
            "settings": asdict(settings),
            "machine": machine,
            "rows": [asdict(row) for row in rows],
            "left out": left_out,
        }
        chosen.json.write_text(json.dumps(result, indent=2, sort_keys=True) + "\n", encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
