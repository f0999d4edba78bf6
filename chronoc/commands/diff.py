"""`chronoc diff`: what differs between two variants, as trees, as texts, in what can come about, and in play."""

from __future__ import annotations

import json
import sys
from contextlib import ExitStack
from dataclasses import asdict
from typing import TYPE_CHECKING, Annotated, Any

import typer

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from chronoc.compare.pairs import Measure, Paired
    from chronoc.compare.reach import Reach
    from chronoc.compare.sides import Side
    from chronoc.compare.texts import FaceDiff
    from chronoc.compare.trees import Compared
    from runtime.simulate import GameRecord

    _Pair = tuple[GameRecord, GameRecord]

PARTS = ("tree", "text", "reachability", "balance")


def diff(
    old: Annotated[
        str, typer.Argument(metavar="OLD", help="A folder, a shipped variant, a built table, or REV:PATH of git.")
    ],
    new: Annotated[str, typer.Argument(metavar="NEW", help="The same, as it is to be.")],
    games: Annotated[
        int, typer.Option("--games", "-n", min=0, max=10_000_000, help="How many pairs of games; 0: none.")
    ] = 1000,
    players: Annotated[int | None, typer.Option("--players", "-p", help="How many players (4, if both allow).")] = None,
    seed: Annotated[str, typer.Option("--seed", "-s", help="A number or a word.")] = "0",
    bots: Annotated[
        list[str] | None,
        typer.Option(
            "--bots", "--bot", metavar="KIND", help="Who plays; once for each seat, in order, or with commas."
        ),
    ] = None,
    jobs: Annotated[
        int, typer.Option("--jobs", "-j", min=1, max=1024, help="Processes; the result does not depend on it.")
    ] = 1,
    max_moves: Annotated[int, typer.Option("--max-moves", min=1, help="Games longer than this are cut off.")] = 10_000,
    option: Annotated[
        list[str] | None, typer.Option("--option", "-o", metavar="NAME=VALUE", help="An option of both games.")
    ] = None,
    prove: Annotated[bool, typer.Option("--prove/--no-prove", help="Compare also what can come about at all.")] = True,
    prove_seconds: Annotated[
        float, typer.Option("--prove-seconds", min=1, help="For both together; then it is left out.")
    ] = 120,
    lang: Annotated[str, typer.Option("--lang", "-l", metavar="LANGUAGE", help="Of the texts: en, es or ru.")] = "",
    fail_on: Annotated[
        list[str] | None,
        typer.Option(
            "--fail-on", metavar="PART", help="Exit code 1 when this differs: tree, text, reachability, balance, any."
        ),
    ] = None,
    as_json: Annotated[bool, typer.Option("--json", help="For programs.")] = False,
) -> int:
    """Say what differs between two variants: cards, rules, zones and options; the texts on cards; what can come about at all;
    and what happens in games.

    Games are played in pairs with common random numbers, so that a change is not drowned by luck. What chance alone could
    explain is called not distinguishable.
    """
    from chronoc.commands.show import language
    from chronoc.commands.tables import Incomplete
    from chronoc.compare.sides import read_side
    from chronoc.compare.trees import compare

    wanted = _parts(fail_on or [])
    code = language(lang)
    with ExitStack() as stack:
        try:
            sides = read_side(old, stack), read_side(new, stack)
        except Incomplete:
            return 1
        compared = compare(sides[0].raw, sides[1].raw)
        same = sides[0].table.hash == sides[1].table.hash
        faces = _faces(sides, code, compared)
        reach = _reach(sides, compared, same, prove_seconds if prove else 0.0, jobs)
        found: Paired | str = "it was not asked for"
        if games:
            found = _play(sides, compared, same, games, players, seed, bots or [], jobs, max_moves, option or [])
    differs = {
        "tree": bool(compared.differences),
        "text": bool(faces) and not isinstance(faces, str),
        "reachability": bool(reach.changes),
        "balance": not isinstance(found, str) and bool(found.found),
    }
    if as_json:
        print(json.dumps(data(sides, compared, faces, reach, found, differs), ensure_ascii=False, indent=2))
    else:
        for line in report(sides, compared, faces, reach, found):
            print(line)
    failed = [part for part in PARTS if differs[part] and part in wanted]
    if failed:
        print(f"differs: {', '.join(failed)}", file=sys.stderr)
    return 1 if failed else 0


def _parts(words: list[str]) -> tuple[str, ...]:
    from chronoc.cli import Refusal
    from chronoc.model.suggest import listed, nearest

    out: list[str] = []
    for word in (part.strip() for words_ in words for part in words_.split(",")):
        if word == "any":
            out += PARTS
        elif word in PARTS:
            out.append(word)
        else:
            near = nearest(word, (*PARTS, "any"))
            hint = f"did you mean {near}?" if near else f"it takes {listed((*PARTS, 'any'), 'and')}"
            raise Refusal(f"--fail-on does not know {word!r}; {hint}")
    return tuple(out)


# ---------------------------------------------------------------------- the four comparisons


def _faces(sides: tuple[Side, Side], code: str, compared: Compared) -> list[FaceDiff] | str:
    from chronoc.compare.texts import compare

    old, new = sides[0].analysis, sides[1].analysis
    if old is None or new is None:
        return "a built table has no texts on cards"
    return compare(old, new, code, compared)


def _reach(sides: tuple[Side, Side], compared: Compared, same: bool, seconds: float, jobs: int) -> Reach:
    from chronoc.compare.reach import Reach, compare, verdicts

    if not seconds:
        return Reach(why="it was not asked for")
    if same:
        return Reach([], "both are the same rule table")
    if sides[0].analysis is None or sides[1].analysis is None:
        return Reach(why="a built table has no sources to reason about")
    found = verdicts((sides[0].path, sides[1].path), seconds, jobs)
    if isinstance(found, str):
        return Reach(why=found)
    titles = [{row["name"]: row["title"] for row in side.raw["designs"]} for side in sides]
    return compare(*found, {titles[0][was]: titles[1][now] for was, now in compared.designs.items()})


def _play(
    sides: tuple[Side, Side], compared: Compared, same: bool, games: int, players: int | None, seed: str, bots: list[str],
    jobs: int, max_moves: int, option: list[str],
) -> Paired | str:  # fmt: skip
    from chronoc.cli import Refusal
    from chronoc.commands.tables import given_options
    from chronoc.compare.pairs import paired
    from chronoc.compare.series import both
    from runtime import Fault, UsageError
    from runtime.simulate import Plan, play_all

    low = max(side.table.players[0] for side in sides)
    high = min(side.table.players[1] for side in sides)
    if low > high:
        return "there is no number of players that both allow"
    count = min(max(4, low), high) if players is None else players
    if not low <= count <= high:
        raise Refusal(f"both together are for {low} to {high} players, not {count}")
    kinds = tuple(kind.strip() for word in bots for kind in word.split(",") if kind.strip()) or ("random",)
    try:
        if same:  # what was asked has to make sense all the same
            Plan(sides[0].table, count, seed, kinds, given_options(option), max_moves).check()
            return "both are the same rule table, so every game is the same"
        old, new = both(sides[0].table, compared.table, count, seed, kinds, given_options(option), max_moves)
        names = [row["name"] for row in old.table.designs], [row["name"] for row in new.table.designs]
        return paired(_told(zip(play_all(old, games, jobs), play_all(new, games, jobs)), games), names, count)
    except (UsageError, Fault) as fault:
        raise Refusal(str(fault)) from None


def _told(pairs: Iterable[_Pair], games: int) -> Iterator[_Pair]:
    """The pairs, telling on a terminal how far it is."""
    told = sys.stderr.isatty()
    for number, pair in enumerate(pairs, 1):
        yield pair
        if told and (number % 10 == 0 or number == games):
            print(f"\r{number} of {games} pairs of games", end="", file=sys.stderr, flush=True)
    if told:
        print("\r" + " " * 40 + "\r", end="", file=sys.stderr, flush=True)


# ---------------------------------------------------------------------- words


def report(
    sides: tuple[Side, Side], compared: Compared, faces: list[FaceDiff] | str, reach: Reach, found: Paired | str
) -> Iterator[str]:
    from chronoc.compare.trees import GROUPS, shown
    from chronoc.terminal import visible

    old, new = sides
    yield f"--- {visible(old.asked)}"
    yield f"+++ {visible(new.asked)}"
    if not compared.differences:
        yield from ("", "cards, rules, zones, options: the same")
    for group in GROUPS:
        rows = [item for item in compared.differences if item.group == group]
        if rows:
            yield from ("", f"{group}:")
            yield from (visible(shown(item, old.where, new.where)) for item in rows)
    yield ""
    if isinstance(faces, str):
        yield f"texts on cards: not compared: {faces}"
    else:
        yield f"texts on cards: {len(faces)} {_differ(len(faces))}" if faces else "texts on cards: the same"
        for face in faces:
            yield from ("", f"  {face.sort}: {visible(face.card)}", *(f"  {visible(line)}" for line in face.lines))
    yield from ("", *_reach_lines(reach, new))
    yield from ("", *_play_lines(found, old, new))


def _reach_lines(reach: Reach, new: Side) -> Iterator[str]:
    from chronoc.terminal import visible

    if reach.changes is None:
        yield f"what can come about: not compared: {reach.why}"
        return
    if reach.why:
        yield f"what can come about: the same ({reach.why})"
        return
    head = (
        f"{len(reach.changes)} of {reach.compared} {_differ(len(reach.changes))}"
        if reach.changes
        else f"the same, of {reach.compared} questions"
    )
    yield f"what can come about: {head}" + (f"; {len(reach.undecided)} are not decided" if reach.undecided else "")
    for change in reach.changes:
        where = f" ({new.where(change.place)})" if change.place is not None else ""
        yield f"  ~ {visible(f'{change.group} {change.title}: {change.old} → {change.new}')}{where}"


def _differ(number: int) -> str:
    return "differs" if number == 1 else "differ"


def _play_lines(found: Paired | str, old: Side, new: Side) -> Iterator[str]:
    from chronoc.terminal import columns, visible

    if isinstance(found, str):
        yield f"in play: not compared: {found}"
        return
    level = f"{found.alpha:.0%}".replace("%", " %")
    head = f"in play: {found.pairs} pairs of games, {found.same} of them went the same way"
    yield head + (
        f"; {found.left_out} left out, in which something went wrong or was cut off" if found.left_out else ""
    )
    if not found.found:
        yield f"  not distinguishable: {len(found.measures)} numbers compared, none differs ({level}, all together)"
    else:
        yield f"  {len(found.found)} of {len(found.measures)} numbers {_differ(len(found.found))} ({level}, all together):"
    shown = found.found or [measure for measure in found.measures if _worth_telling(measure)]
    names = [visible(f"{measure.group}: {measure.name or '(no name)'}") for measure in shown]
    wide = max(map(columns, names), default=0)
    for name, measure in zip(names, shown, strict=True):
        yield f"    {name}{' ' * (wide - columns(name))}  {_numbers(measure)}"
    for cards, sign, which in ((found.only_old, "-", old), (found.only_new, "+", new)):
        for name, often in cards.items():
            yield f"    {sign} played: {visible(name)}: {often:.3f} times a game, only in {visible(which.asked)}"
    yield from (f"    {visible(line)}" for line in found.told)


def _numbers(measure: Measure) -> str:
    shares = measure.group not in ("length", "played")
    form = ".1%" if shares else ".3f"
    # Two shares cannot lie further apart than all and none.
    ends = (max(measure.low, -1), min(measure.high, 1)) if shares else (measure.low, measure.high)
    low, high = (format(end, f"+{form}") for end in ends)
    return (
        f"{measure.old:>8{form}} → {measure.new:>8{form}}   {measure.difference:>+8{form}}"
        f"  ({low} … {high}), p {measure.holm:.2g}"
    )


def _worth_telling(measure: Measure) -> bool:
    """Of what is not distinguishable: how games end, where that is not always the same, and how long they are."""
    return measure.group == "length" or (
        measure.group in ("how games end", "won by seat", "won by kind of player")
        and (measure.old, measure.new) not in ((0, 0), (1, 1))
    )


# ---------------------------------------------------------------------- for programs


def data(
    sides: tuple[Side, Side], compared: Compared, faces: list[FaceDiff] | str, reach: Reach, found: Paired | str,
    differs: dict[str, bool],
) -> dict[str, Any]:  # fmt: skip
    return {
        "old": _about(sides[0]),
        "new": _about(sides[1]),
        "differs": differs,
        "tree": [
            {
                "group": item.group, "sort": item.sort, "what": item.what, "details": item.details,
                "old": _place(item.old), "new": _place(item.new),
            }
            for item in compared.differences
        ],
        "text": {"why_not": faces} if isinstance(faces, str) else {"faces": [asdict(face) for face in faces]},
        "reachability": {
            "why_not": reach.why if reach.changes is None else "", "compared": reach.compared, "undecided": reach.undecided,
            "changes": [
                {"group": c.group, "what": c.title, "old": c.old, "new": c.new, "place": _place(c.place)}
                for c in reach.changes or ()
            ],
        },
        "balance": {"why_not": found} if isinstance(found, str) else _numbers_of(found),
    }  # fmt: skip


def _about(side: Side) -> dict[str, Any]:
    return {"asked": side.asked, "variant": side.table.variant, "title": side.table.title, "table": side.table.hash}


def _place(place: tuple[str, int] | None) -> dict[str, Any] | None:
    return None if place is None else {"file": place[0], "line": place[1]}


def _numbers_of(found: Paired) -> dict[str, Any]:
    def row(measure: Measure) -> dict[str, Any]:
        out = {**asdict(measure), "difference": measure.difference}
        return {key: round(value, 9) if isinstance(value, float) else value for key, value in out.items()}

    return {
        "pairs": found.pairs, "left_out": found.left_out, "same": found.same, "alpha": found.alpha,
        "distinguishable": bool(found.found), "measures": [row(measure) for measure in found.measures],
        "only_old": found.only_old, "only_new": found.only_new, "told": found.told,
    }  # fmt: skip
