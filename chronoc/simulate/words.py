"""A report as lines for a terminal."""

from __future__ import annotations

from typing import Any

from chronoc.simulate.answers import between, count, percent, spaced
from chronoc.terminal import columns, visible

Row = dict[str, Any]

#: So many cards are told at either end; the rest stands in the other forms of the report.
CARDS_TOLD = 5
WIDEST = 40
STANDINGS = {"ahead": "ahead of all", "level": "level with the best", "behind": "behind somebody", "last": "behind all"}


def report(found: Row) -> list[str]:
    """Lines for people of what `summary` gives."""
    out: list[str] = []
    for series in found["series"]:
        out += ["", ""] if out else []
        out += told(found, series)
    return out


def number(games: int, which: str = "") -> str:
    return f"{games} {which}game{'' if games == 1 else 's'}"


def told(found: Row, series: Row) -> list[str]:
    ends = series["ends"]
    players = count(series["players"], "player")
    seed = visible(str(found["seed"]))
    lines = [f"{visible(found['title'])}: {number(series['games'])} with {players}, seed {seed}"]
    lines += table(
        f"won by route (of {number(series['finished'], 'finished ')})", series["routes"], "nobody won a game"
    )
    lines += table("common losses", series["losses"])
    if ends["nobody"]:
        lines += ["", f"over without winner or loser: {ends['nobody']}"]
    lines += table("won by seat", series["seats"])
    if len(series["began"]) > 1:
        places = [{**row, "what": nth(row["place"])} for row in series["places"]]
        lines += table("wins by place in the order of play", places)
    if len(series["players_by_kind"]) > 1:
        lines += table("won by kind of player", series["players_by_kind"])
    for role in series["roles"]:
        rows = [{"what": row["title"], "games": row["won"], **row} for row in role["dealt"]]
        lines += table(f"won by {spaced(role['zone'])}, as dealt", rows)
    lines += card_lines(series["cards"])
    if series["shared_wins"]:
        lines += ["", f"won by several together: {series['shared_wins']}"]
    lines += ["", *(length(name, series[name]) for name in ("turns", "moves"))]
    if halfway := series["comebacks"]:
        lines.append(f"at half of the game the winner was {standing(halfway)}")
    if stuck := series["stuck"]:
        lines.append(
            f"turns without a choice: {stuck['without_a_choice']:.1%}, "
            f"without a card played: {stuck['without_a_card_played']:.1%}"
        )
    lines += ["", f"errors: {ends['error']}", f"cut off: {ends['cut']}"]
    lines += [
        f"  game {item['game']} (play --seed {visible(item['seed'])}): {visible(item['what'])}"
        for item in series["told"]
    ]
    for item in series["answers"]:
        lines += ["", item["question"], f"  {visible(item['answer'])}"]
    return [*lines, "", f"everything that happened: sha256:{series['digest']}"]


def standing(halfway: Row) -> str:
    told = [f"{word} in {percent(halfway[how]['share'])}" for how, word in STANDINGS.items()]
    low, high = halfway["behind"]["low"], halfway["behind"]["high"]
    return f"{', '.join(told)} of {halfway['ahead']['of']:,} games (behind: {between(low, high)})"


def nth(place: int) -> str:
    return {1: "first", 2: "second", 3: "third"}.get(place, f"{place}th")


def table(title: str, rows: list[Row], empty: str = "") -> list[str]:
    if not rows:
        return ["", empty] if empty else []
    out = ["", f"{title}, with 95 % intervals"]
    for name, row in zip(aligned([str(row["what"]) or "(no name)" for row in rows]), rows, strict=True):
        out.append(f"  {name}  {row['games']:>8}  {row['share']:>6.1%}  {row['low']:>6.1%} … {row['high']:.1%}")
    return out


def card_lines(cards: list[Row]) -> list[str]:
    """Those that are played least and most of the times they are in a hand."""
    rows = sorted(
        (row for row in cards if row["played_share"]["of"]), key=lambda row: (row["played_share"]["share"], row["card"])
    )
    if not rows:
        return []
    if len(rows) > 2 * CARDS_TOLD:
        parts = [("cards played least", rows[:CARDS_TOLD]), ("cards played most", rows[-CARDS_TOLD:])]
    else:
        parts = [("cards played", rows)]
    out: list[str] = []
    for title, chosen in parts:
        shown = [{"what": row["title"], "games": row["played"], **row["played_share"]} for row in chosen]
        out += table(f"{title} (of the times they were in a hand)", shown)
    return out


def aligned(names: list[str]) -> list[str]:
    shown = [visible(name) for name in names]
    width = min(WIDEST, max(map(columns, shown)))
    cut = [name if columns(name) <= width else name[: width - 1] + "…" for name in shown]
    return [name + " " * (width - columns(name)) for name in cut]


def length(name: str, found: Row) -> str:
    if not found["games"]:
        return f"{name} in a game: none is finished"
    return (
        f"{name} in a game: mean {found['mean']:.1f}, median {found['median']} "
        f"(between {found['median_low']} and {found['median_high']}), "
        f"8 of 10 between {found['p10']} and {found['p90']}, least {found['least']}, most {found['most']}"
    )
