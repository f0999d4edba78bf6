"""`chronoc play`: a game at this screen, with people, automatic players, or both."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

if TYPE_CHECKING:
    from runtime import Game, Table


def play(
    variant: Annotated[str, typer.Argument(metavar="VARIANT", help="A folder, a shipped variant, or a built table.")],
    players: Annotated[
        int | None, typer.Option("--players", "-p", help="How many players (else as few as can be).")
    ] = None,
    name: Annotated[
        list[str] | None, typer.Option("--name", metavar="NAME", help="A player's name, in order of seats.")
    ] = None,
    seed: Annotated[
        str | None, typer.Option("--seed", "-s", help="A number or a word; the same seed is the same deal.")
    ] = None,
    bot: Annotated[
        list[str] | None,
        typer.Option(
            "--bot",
            "-b",
            metavar="SEAT=KIND",
            help="An automatic player: 2=random, Ben=greedy, all=mcts:200 (or mcts:0.5s).",
        ),
    ] = None,
    option: Annotated[
        list[str] | None, typer.Option("--option", "-o", metavar="NAME=VALUE", help="An option of the game.")
    ] = None,
    save: Annotated[
        Path | None, typer.Option("--save", metavar="FILE", help="Keep the game in this file after every decision.")
    ] = None,
    load: Annotated[
        Path | None, typer.Option("--load", metavar="FILE", help="Go on with a saved game (and keep it there).")
    ] = None,
    quick: Annotated[
        bool, typer.Option("--quick", help="Pass at once where nothing else is possible; others may notice.")
    ] = False,
    log: Annotated[bool, typer.Option("--log", help="At the end, tell the whole story.")] = False,
    no_colour: Annotated[bool, typer.Option("--no-colour", "--no-color", help="Without colours.")] = False,
) -> int:
    """Play a game at this screen.

    Several people hand the seat over to each other; automatic players decide by themselves.
    """
    from chronoc.cli import Refusal
    from chronoc.commands.tables import Incomplete, table_for
    from chronoc.play.asker import Asker
    from chronoc.play.paint import Paint
    from chronoc.play.session import Session, Stop
    from runtime import Fault, TableError, UsageError

    if load is not None and (players is not None or name or seed is not None or option):
        raise Refusal("a saved game knows its players, seed and options; leave those out with --load")
    try:
        table = table_for(variant)
    except Incomplete:
        return 1
    try:
        game, bots = started(table, players, name or [], seed, option or [], load)
        bots.update(seats_of(game, bot or []))
        paint = Paint.of(sys.stdout)
        paint.colour = paint.colour and not no_colour
        asker = None if Path(variant).suffix == ".json" else Asker(variant)
        session = Session(game, bots, save or load, quick, paint=paint, asker=asker)
    except (UsageError, TableError) as fault:
        raise Refusal(str(fault)) from None
    except Fault as fault:
        return broken(fault)
    if hasattr(sys.stdin, "reconfigure"):
        sys.stdin.reconfigure(errors="replace")
    try:
        session.play()
    except Stop:
        session.say(f"The game is kept in {session.save_to}." if session.kept else "The game is left; nothing is kept.")
    except Fault as fault:
        return broken(fault)
    if log:
        for line in game.log(None, everything=game.over):
            session.say(line)
    return 0


def broken(fault: Exception) -> int:
    print(f"chronoc: the rules of this game cannot go on: {fault}", file=sys.stderr)
    return 1


def started(
    table: Table, players: int | None, names: list[str], seed: str | None, options: list[str], load: Path | None
) -> tuple[Game, dict[int, str]]:
    """A new game, or the one that was saved, and its automatic players. Raises UsageError."""
    import secrets

    from chronoc.commands.tables import given_options, number_of_players
    from chronoc.play import saves
    from runtime import Game
    from runtime.game import NAMES

    if load is not None:
        return saves.read(load, table)
    wanted = players if players is not None or not names else max(len(names), table.players[0])
    count = number_of_players(table, wanted, table.players[0])
    seats = [*names, *(n for n in NAMES if n not in names)][:count]
    seats += [f"Player {k + 1}" for k in range(len(seats), count)]
    start = str(secrets.randbelow(10**9)) if seed is None else seed
    return Game.new(table, seats, start, given_options(options), keep_past=True), {}


def seats_of(game: Game, words: list[str]) -> dict[int, str]:
    """`2=random`, `Ben=random`, `all=random` as seat -> kind. Raises Refusal."""
    from chronoc.cli import Refusal

    names = game.rules.seats[: len(game.rules.seats) - len(game.rules.table.robots)]
    found: dict[int, str] = {}
    for word in words:
        who, sign, kind = (part.strip() for part in word.partition("="))
        if not sign or not who or not kind:
            raise Refusal(f"an automatic player is written SEAT=KIND, as in 2=random or all=random, not {word!r}")
        if who == "all":
            found.update(dict.fromkeys(range(len(names)), kind))
        elif who.isdecimal() and 1 <= int(who[:9]) <= len(names):
            found[int(who) - 1] = kind
        else:
            seat = next((k for k, name in enumerate(names) if name.casefold() == who.casefold()), None)
            if seat is None:
                raise Refusal(f"there is no seat {who!r}; seats are 1 to {len(names)}: {', '.join(names)}")
            found[seat] = kind
    return found
