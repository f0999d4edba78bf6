"""`chronoc sim`: play many games and say how they ended."""

from __future__ import annotations

import json
import math
import sys
import time
from collections import Counter
from typing import TYPE_CHECKING, Annotated, Any

import typer

if TYPE_CHECKING:
    from collections.abc import Callable

    from runtime import Table
    from runtime.simulate import Series

Z95 = 1.959964


def sim(
    variant: Annotated[str, typer.Argument(metavar="VARIANT", help="A folder, a shipped variant, or a built table.")],
    games: Annotated[int, typer.Option("--games", "-n", min=1, help="How many games.")] = 1000,
    players: Annotated[
        int | None, typer.Option("--players", "-p", help="How many players (4, if the game allows).")
    ] = None,
    seed: Annotated[
        str, typer.Option("--seed", "-s", help="A number or a word; game K of it is `play --seed SEED.K`.")
    ] = "0",
    jobs: Annotated[int, typer.Option("--jobs", "-j", min=1, help="Processes; the result does not depend on it.")] = 1,
    max_moves: Annotated[int, typer.Option("--max-moves", min=1, help="Games longer than this are cut off.")] = 10_000,
    option: Annotated[
        list[str] | None, typer.Option("--option", "-o", metavar="NAME=VALUE", help="An option of the game.")
    ] = None,
    bot: Annotated[
        list[str] | None, typer.Option("--bot", metavar="KIND", help="Who plays; once for each seat, in order.")
    ] = None,
    as_json: Annotated[bool, typer.Option("--json", help="For programs.")] = False,
) -> int:
    """Play many games with automatic players and say how they ended.

    Exit code 1 when something happened that the rules must not let happen.
    """
    from chronoc.cli import Refusal
    from chronoc.commands.tables import Incomplete, given_options, number_of_players, table_for
    from runtime import TableError, UsageError
    from runtime.simulate import simulate

    try:
        table = table_for(variant)
    except Incomplete:
        return 1
    count = number_of_players(table, players, 4)
    progress, clear = _progress(games)
    start = time.monotonic()
    try:
        series = simulate(
            table, games, count, seed, jobs, given_options(option or []), tuple(bot or ["random"]), max_moves, progress
        )
    except (UsageError, TableError) as fault:
        raise Refusal(str(fault)) from None
    finally:
        clear()
    if as_json:
        print(json.dumps(data(table, series), ensure_ascii=False, indent=2))
    else:
        for line in report(table, series):
            print(line)
        seconds = time.monotonic() - start
        print(f"{series.total_moves} moves in {seconds:.1f} s", file=sys.stderr)
    return 1 if series.ended["error"] else 0


def _progress(games: int) -> tuple[Callable[[int], None] | None, Callable[[], None]]:
    """Something that tells how far it is, on a terminal only, and what wipes it away."""
    if not sys.stderr.isatty():
        return None, lambda: None

    def show(done: int) -> None:
        print(f"\r{done} of {games} games", end="", file=sys.stderr, flush=True)

    return show, lambda: print("\r" + " " * 40 + "\r", end="", file=sys.stderr, flush=True)


# ---------------------------------------------------------------------- numbers


def interval(hits: int, of: int) -> tuple[float, float]:
    """Where the true share lies, 95 times of 100 (a score interval, which stays right near 0 and 1)."""
    if of == 0:
        return 0.0, 1.0
    share, z2 = hits / of, Z95 * Z95
    middle = (share + z2 / (2 * of)) / (1 + z2 / of)
    half = Z95 * math.sqrt(share * (1 - share) / of + z2 / (4 * of * of)) / (1 + z2 / of)
    return max(0.0, middle - half), min(1.0, middle + half)


def spread(lengths: Counter[int]) -> dict[str, Any]:
    """Mean, and the lengths below which a tenth, half and nine tenths of the games stay."""
    total = lengths.total()
    if not total:
        return {"games": 0}
    ordered = sorted(lengths.items())

    def below(part: float) -> int:
        seen = 0
        for length, games in ordered:
            seen += games
            if seen >= part * total:
                return length
        return ordered[-1][0]

    mean = sum(length * games for length, games in ordered) / total
    return {
        "games": total,
        "mean": round(mean, 2),
        "least": ordered[0][0],
        "p10": below(0.1),
        "median": below(0.5),
        "p90": below(0.9),
        "most": ordered[-1][0],
    }


def shared_out(counts: Counter[Any], of: int) -> list[dict[str, Any]]:
    """Each thing counted with its share of `of` games, most frequent first."""
    rows = []
    for what, count in sorted(counts.items(), key=lambda item: (-item[1], str(item[0]))):
        low, high = interval(count, of)
        rows.append(
            {
                "what": what,
                "games": count,
                "of": of,
                "share": round(count / of, 6) if of else 0.0,
                "low": round(low, 6),
                "high": round(high, 6),
            }
        )
    return rows


def data(table: Table, series: Series) -> dict[str, Any]:
    """Everything found, for programs. `of` is what a share is a share of."""
    from runtime.game import NAMES

    ends = Counter({kind: series.ended[kind] for kind in ("won", "lost", "nobody", "error", "cut")})
    seats = Counter({NAMES[seat] if seat < len(NAMES) else str(seat + 1): n for seat, n in series.seats.items()})
    return {
        "variant": table.variant,
        "title": table.title,
        "table": table.hash,
        "players": series.players,
        "seed": series.seed,
        "games": series.games,
        "finished": series.finished,
        "ends": dict(ends),
        "routes": shared_out(series.routes, series.finished),
        "seats": shared_out(seats, series.finished),
        "losses": shared_out(series.losses, series.finished),
        "shared_wins": series.shared,
        "turns": spread(series.turns),
        "moves": spread(series.moves),
        "total_moves": series.total_moves,
        "digest": series.digest,
        "told": [{"game": index, "seed": f"{series.seed}.{index}", "what": what} for index, what in series.told],
    }


# ---------------------------------------------------------------------- words


def report(table: Table, series: Series) -> list[str]:
    """The same as lines for people."""
    from chronoc.terminal import visible

    found = data(table, series)
    ends = found["ends"]
    lines = [
        f"{visible(table.title)}: {series.games} games with {series.players} players, seed {visible(str(series.seed))}"
    ]
    of = f"of {series.finished} finished games"
    lines += _table(f"won by route ({of})", found["routes"], "nobody won a game")
    lines += _table("common losses", found["losses"], "")
    if ends["nobody"]:
        lines += ["", f"over without winner or loser: {ends['nobody']}"]
    lines += _table("won by seat", found["seats"], "")
    if found["shared_wins"]:
        lines += ["", f"won by several together: {found['shared_wins']}"]
    lines += ["", *(_length(name, found[name]) for name in ("turns", "moves"))]
    lines += ["", f"errors: {ends['error']}", f"cut off: {ends['cut']}"]
    lines += [
        f"  game {item['game']} (play --seed {visible(item['seed'])}): {visible(item['what'])}"
        for item in found["told"]
    ]
    return [*lines, "", f"everything that happened: sha256:{series.digest}"]


def _table(title: str, rows: list[dict[str, Any]], empty: str) -> list[str]:
    from chronoc.terminal import columns, visible

    if not rows:
        return ["", empty] if empty else []
    names = [visible(str(row["what"]) or "(no name)") for row in rows]
    width = min(40, max(map(columns, names)))
    out = ["", f"{title}, with 95 % intervals"]
    for name, row in zip(names, rows, strict=True):
        cut = name if columns(name) <= width else name[: width - 1] + "…"
        pad = " " * (width - columns(cut))
        out.append(f"  {cut}{pad}  {row['games']:>8}  {row['share']:>6.1%}  {row['low']:>6.1%} … {row['high']:.1%}")
    return out


def _length(name: str, found: dict[str, Any]) -> str:
    if not found["games"]:
        return f"{name} in a game: none is finished"
    return (
        f"{name} in a game: mean {found['mean']:.1f}, median {found['median']}, "
        f"8 of 10 between {found['p10']} and {found['p90']}, least {found['least']}, most {found['most']}"
    )
