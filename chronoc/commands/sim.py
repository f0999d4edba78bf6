"""`chronoc sim`: play many games and say how they ended."""

from __future__ import annotations

import json
import logging
import re
import sys
import time
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

if TYPE_CHECKING:
    from collections.abc import Callable

    from chronoc.simulate.kept import Kept
    from chronoc.simulate.run import Engine
    from runtime import Table
    from runtime.simulate import Plan


def sim(
    variant: Annotated[str, typer.Argument(metavar="VARIANT", help="A folder, a shipped variant, or a built table.")],
    games: Annotated[int, typer.Option("--games", "-n", min=1, max=10_000_000, help="How many games.")] = 1000,
    players: Annotated[
        str | None,
        typer.Option(
            "--players", "-p", metavar="N or A-B", help="How many players (4, if the game allows); 2-6: each number."
        ),
    ] = None,
    seed: Annotated[
        str, typer.Option("--seed", "-s", help="A number or a word; game K of it is `play --seed SEED.K`.")
    ] = "0",
    jobs: Annotated[
        int, typer.Option("--jobs", "-j", min=1, max=1024, help="Processes; the result does not depend on it.")
    ] = 1,
    engine: Annotated[
        str,
        typer.Option(
            "--engine",
            metavar="processes or dask[=ADDRESS]",
            help="Who plays: processes of this machine, or a Dask cluster (without an address: one is started here).",
        ),
    ] = "processes",
    max_moves: Annotated[int, typer.Option("--max-moves", min=1, help="Games longer than this are cut off.")] = 10_000,
    option: Annotated[
        list[str] | None, typer.Option("--option", "-o", metavar="NAME=VALUE", help="An option of the game.")
    ] = None,
    bots: Annotated[
        str | None,
        typer.Option(
            "--bots",
            metavar="KIND,KIND…",
            help="Who plays, seat by seat, the last one for all that follow: random, greedy, mcts:200 (rounds of thought). "
            "From game to game everybody moves on by a seat.",
        ),
    ] = None,
    bot: Annotated[
        list[str] | None,
        typer.Option("--bot", metavar="KIND", help="The same one by one: once for each seat, in order."),
    ] = None,
    cards: Annotated[
        bool,
        typer.Option(
            "--cards/--no-cards",
            help="Say what becomes of cards, secrets and those who lag behind (fast games take half as long again).",
        ),
    ] = True,
    out: Annotated[
        Path | None,
        typer.Option(
            "--out",
            metavar="FOLDER",
            help="Keep the games there, so that a run that is stopped goes on, and write the report.",
        ),
    ] = None,
    as_json: Annotated[bool, typer.Option("--json", help="For programs.")] = False,
) -> int:
    """Play many games with automatic players and say how they ended.

    Exit code 1 when something happened that the rules must not let happen.
    """
    from chronoc.cli import Refusal
    from chronoc.commands.tables import Incomplete, given_options, table_for
    from chronoc.simulate.kept import Unusable
    from chronoc.simulate.run import run
    from chronoc.simulate.summary import summary
    from chronoc.simulate.words import report
    from chronoc.terminal import visible
    from runtime import TableError, UsageError
    from runtime.simulate import Plan
    from runtime.workers import WorkersLost

    if bot and bots:
        raise Refusal("--bot and --bots say the same thing; give one of them")
    kinds = tuple(bot or [kind.strip() for kind in (bots or "random").split(",")])
    if seated := next((kind for kind in kinds if "=" in kind), None):
        kind = seated.partition("=")[2] or "greedy"
        raise Refusal(f"here a bot has no seat of its own, since seats rotate: write {kind!r}, not {seated!r}")
    chosen = engine_for(engine, jobs)
    try:
        table = table_for(variant)
    except Incomplete:
        return 1
    given = given_options(option or [])
    plans = [
        Plan(table, number, seed, kinds, given, max_moves, observe=cards)
        for number in numbers_of_players(table, players)
    ]
    progress, clear = _progress(games * len(plans))
    start = time.monotonic()
    try:
        for plan in plans:
            plan.check()
        tallies = run(plans, games, chosen, None if out is None else kept_in(out, plans, games), progress)
    except (UsageError, TableError, WorkersLost, Unusable) as fault:
        raise Refusal(str(fault)) from None
    except KeyboardInterrupt:
        if out is not None:
            print(f"\nwhat has been played is kept in {visible(str(out))}: the same command goes on", file=sys.stderr)
        raise
    finally:
        clear()
    found = summary(plans, tallies)
    if out is not None:
        for path in written(out, found):
            print(f"written: {visible(str(path))}", file=sys.stderr)
    if as_json:
        print(json.dumps(found, ensure_ascii=False, indent=2))
    else:
        for line in report(found):
            print(line)
        seconds = time.monotonic() - start
        print(f"{sum(series['total_moves'] for series in found['series'])} moves in {seconds:.1f} s", file=sys.stderr)
    return 1 if any(series["ends"]["error"] for series in found["series"]) else 0


def numbers_of_players(table: Table, given: str | None) -> list[int]:
    """`4` or `2-6`, within what the game allows. Raises Refusal."""
    from chronoc.cli import Refusal
    from chronoc.commands.tables import number_of_players

    if given is None:
        return [number_of_players(table, None, 4)]
    found = re.fullmatch("([0-9]{1,9})(?:-([0-9]{1,9}))?", given)
    if found is None:
        raise Refusal(f"--players is a number, or two with a - between them as in 2-6, not {given!r:.60}")
    low, high = int(found[1]), int(found[2] or found[1])
    if low > high:
        raise Refusal(f"--players {given}: the smaller number comes first, as in {high}-{low}")
    number_of_players(table, low, 4)
    number_of_players(table, high, 4)
    return list(range(low, high + 1))


def engine_for(name: str, jobs: int) -> Engine:
    """Raises Refusal."""
    from chronoc.cli import Refusal
    from chronoc.simulate.run import Processes

    kind, _, address = name.partition("=")
    if kind == "processes" and not address:
        return Processes(jobs)
    if kind != "dask":
        raise Refusal(f"there is no engine {name!r}; there are: processes, dask, dask=ADDRESS")
    try:
        from chronoc.adapters.dask import DaskCluster
    except ImportError:
        raise Refusal("the engine dask needs the extra `dask`: pip install 'chronoc[dask]'") from None
    for name in ("distributed", "distributed.client"):  # which has a level of its own
        logging.getLogger(name).setLevel(logging.CRITICAL)  # what goes wrong is said once, by us
    return DaskCluster(jobs, address or None)


def written(folder: Path, found: dict[str, Any]) -> list[Path]:
    """The files of the report. Raises Refusal."""
    from chronoc.cli import Refusal
    from chronoc.simulate.files import write_report
    from chronoc.simulate.kept import Unusable

    try:
        return write_report(folder, found)
    except Unusable as fault:
        raise Refusal(str(fault)) from None


def kept_in(folder: Path, plans: list[Plan], games: int) -> Kept:
    """The folder that keeps this run. Raises Refusal when it keeps another one."""
    import chronoc
    from chronoc.cli import Refusal
    from chronoc.simulate.kept import Kept, Unusable

    plan = plans[0]
    settings: dict[str, Any] = {
        "chronoc": chronoc.__version__, "variant": plan.table.variant, "table": plan.table.hash, "games": games,
        "players": [plan.players for plan in plans], "seed": plan.seed, "bots": list(plan.kinds),
        "options": dict(plan.options or {}), "max_moves": plan.max_moves, "cards": plan.observe,
    }  # fmt: skip
    try:
        return Kept(folder, settings)
    except Unusable as fault:
        raise Refusal(str(fault)) from None


def _progress(games: int) -> tuple[Callable[[int], None] | None, Callable[[], None]]:
    """Something that tells how far it is, on a terminal only, and what wipes it away."""
    if not sys.stderr.isatty():
        return None, lambda: None

    def show(done: int) -> None:
        print(f"\r{done} of {games} games", end="", file=sys.stderr, flush=True)

    return show, lambda: print("\r" + " " * 40 + "\r", end="", file=sys.stderr, flush=True)
