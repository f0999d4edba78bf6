"""What the benchmarks measure, each behind one call: the only file here that knows how chronoc and runtime are used.

Run as a program it does the work that needs a process of its own and prints the numbers as JSON.
"""

from __future__ import annotations

import importlib
import json
import os
import random
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Sequence
from functools import lru_cache
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
GAME = ROOT / "cards" / "chrononauts"
MISSING_EXIT = 4  # a child says with it that something is not there yet

#: Seconds of this process alone: a machine that others use as well slows a process down, but adds no work to it.
clock = time.process_time

if str(ROOT) not in sys.path:
    sys.path.insert(0, str(ROOT))


class Missing(Exception):
    """Something to be measured is not there; the message is a sentence for the reader."""


def need(module: str, name: str, what: str) -> Any:
    """`module.name`, or Missing. `what` names the thing in the reader's words."""
    try:
        return getattr(importlib.import_module(module), name)
    except (ImportError, AttributeError) as problem:
        raise Missing(f"{what} is not there yet ({problem}).") from None


# ------------------------------------------------------------------ playing


@lru_cache(maxsize=8)
def build_table(folder: Path) -> bytes:
    """The rule table of a variant, built by the command line as a designer would."""
    if not folder.is_dir():
        raise Missing(f"there is no set in {folder}.")
    need("chronoc.cli", "main", "the command line")
    with tempfile.TemporaryDirectory() as place:
        target = Path(place) / "table.json"
        done = subprocess.run(
            [sys.executable, "-m", "chronoc", "build", str(folder), "--output", str(target)],
            capture_output=True,
            text=True,
            cwd=ROOT,
            check=False,
        )
        if done.returncode or not target.exists():
            raise Missing(f"chronoc could not build {folder.name}: {(done.stdout + done.stderr).strip()[:400]}")
        return target.read_bytes()


class RandomGames:
    """Games of the interpreter with random players.

    The players choose with Python's generator, as the simulator's do, so that both sides pay the same for chance. Answers
    that are the only one are given at once (`forced`): the simulator does not ask then either."""

    def __init__(self, folder: Path = GAME) -> None:
        load = need("runtime", "load_table", "the rule table's loader")
        self.new_game = need("runtime", "Game", "the interpreter").new
        self.prepared = need("runtime.game", "prepared", "the linked rules")
        self.straight_form = need("runtime.straight", "straight_form", "the straight form")
        self.fuel = need("runtime.state", "FUEL", "the budget")
        self.table = load(build_table(folder))
        self.game(2, 0)  # the first game prepares the table's code

    def game(self, players: int, seed: int) -> Any:
        return self.new_game(self.table, players, seed, forced=True)

    def play(self, game: Any, chance: random.Random, moves: int | None = None) -> int:
        """Play on to the end or for so many moves; give the number of moves: decisions with two options or more."""
        made, state, answer, number = 0, game.state, game.answer, chance.random
        while (asked := state.asked) is not None and made != moves:
            options = asked.options
            size = len(options)
            made += size > 1
            answer(options[int(number() * size)])
        return made

    def straight_game(self, players: int, seed: int, chance: random.Random) -> int:
        """A whole game as `chronoc sim` plays it: in the straight form. Gives the number of moves."""
        rules, options = self.prepared(self.table, players, None)
        form = self.straight_form(rules)
        if isinstance(form, str):
            raise Missing(f"a straight form of this game ({form}).")
        state, number, fuel, made = form.fresh(options, seed), chance.random, self.fuel, 0

        def pick(seat: int, size: int) -> int:
            nonlocal made
            made += 1
            state.fuel = fuel
            return int(number() * size)

        form.play(state, pick)
        return made

    def simulate(self, games: int, players: int, seed: int, frames: bool = False) -> tuple[int, float, int]:
        """So many whole games, straight or in frames. Gives moves, seconds, games."""
        moves = 0
        chance = random.Random(seed)
        started = clock()
        for number in range(games):
            key = seed * 1_000_000 + number
            moves += self.play(self.game(players, key), chance) if frames else self.straight_game(players, key, chance)
        return moves, clock() - started, games

    def _states(self, seed: int, count: int = 40) -> list[Any]:
        """Games stopped after different numbers of moves, so that early and late states both count."""
        stopped = []
        for number in range(count):
            game = self.game(4, seed * 1_000_000 + number)
            self.play(game, random.Random(number), moves=5 * number)
            if not game.over:
                stopped.append(game)
        return stopped

    def seconds_of_a_copy(self, seed: int, repeats: int = 50) -> float:
        games = self._states(seed)
        started = clock()
        for _ in range(repeats):
            for game in games:
                game.copy()
        return (clock() - started) / (repeats * len(games))

    def seconds_of_a_move(self, seed: int, moves: int = 50) -> float:
        games = self._states(seed)
        chance = random.Random(seed)
        started = clock()
        made = sum(self.play(game, chance, moves) for game in games)
        return (clock() - started) / made


def seconds_of_series(games: int, jobs: int, seed: int) -> float:
    """A series as `chronoc sim` plays it, with four players, by the clock on the wall."""
    load = need("runtime", "load_table", "the rule table's loader")
    simulate = need("runtime.simulate", "simulate", "series of games")
    table = load(build_table(GAME))
    started = time.perf_counter()
    simulate(table, games, 4, seed, jobs)
    return time.perf_counter() - started


# ------------------------------------------------------------------ checking


class Compiler:
    """The compiler on one set, and Lark's own loop on the same texts."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.findings = need("chronoc.commands.check", "findings", "the compiler's check with all rules")
        self.target = need("chronoc.discover", "Target", "the finder of variants")(folder)
        loop = need("parse", "lark_loop", "Lark's own loop (benchmarks/parse.py)")
        taken = need("parse", "tokens_taken", "the tokens that the parser took")
        texts = [path.read_text(encoding="utf-8") for path in sorted(folder.glob("*.chrono"))]
        self.loops = [loop(taken(text)[1]) for text in texts]

    def check(self) -> None:
        _, found = self.findings(self.target)
        errors = [finding for finding in found if finding.severity == "error"]
        if errors:
            raise RuntimeError(f"the generated set has {len(errors)} errors, the first: {errors[0].message}")

    def lark_loop(self) -> None:
        for run in self.loops:
            run()

    @staticmethod
    def seconds(work: Callable[[], None]) -> float:
        started = time.perf_counter()
        work()
        return time.perf_counter() - started


# ------------------------------------------------------------------ starting


def version_command() -> list[str]:
    command = [sys.executable, "-m", "chronoc", "--version"]
    done = subprocess.run(command, capture_output=True, text=True, cwd=ROOT, check=False)
    if done.returncode:
        raise Missing("`chronoc --version` does not run yet.")
    return command


def modules_loaded(command: Sequence[str]) -> set[str]:
    """Top-level names of all modules that this command of Python imports."""
    done = subprocess.run(
        [command[0], "-X", "importtime", *command[1:]], capture_output=True, text=True, cwd=ROOT, check=True
    )
    rows = [line.rpartition("|")[2].strip() for line in done.stderr.splitlines() if line.startswith("import time:")]
    return {row.partition(".")[0] for row in rows}


def seconds_of_process(command: Sequence[str]) -> float:
    started = time.perf_counter()
    subprocess.run(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, cwd=ROOT, check=True)
    return time.perf_counter() - started


# ------------------------------------------------------------------ memory


def peak_megabytes() -> float:
    """The most memory this process ever held.

    On Linux `getrusage` also counts the parent before the child became its own program; the kernel's own line does not.
    """
    if sys.platform.startswith("linux"):
        for line in Path("/proc/self/status").read_text(encoding="ascii", errors="replace").splitlines():
            if line.startswith("VmHWM:"):
                return int(line.split()[1]) / 1024
    if os.name == "nt":
        raise Missing("memory is measured on Linux and macOS only.")
    import resource  # not on every system

    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return peak / (1024 * 1024 if sys.platform == "darwin" else 1024)


def memory_of_check(folder: str) -> dict[str, float]:
    Compiler(Path(folder)).check()
    return {"peak": peak_megabytes()}


def memory_of_games(few: str, many: str, seed: str) -> dict[str, float]:
    games = RandomGames()
    games.simulate(int(few), 4, int(seed))
    first = peak_megabytes()
    games.simulate(int(many) - int(few), 4, int(seed) + 1)
    return {"few": first, "many": peak_megabytes()}


def main(arguments: Sequence[str]) -> int:
    work: dict[str, Callable[..., dict[str, float]]] = {
        "memory-of-check": memory_of_check,
        "memory-of-games": memory_of_games,
    }
    try:
        found = work[arguments[0]](*arguments[1:])
    except Missing as missing:
        print(missing)
        return MISSING_EXIT
    print(json.dumps(found))
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
