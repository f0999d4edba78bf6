"""A report as one page for a browser: it asks no other machine for anything and runs no program.

First come the answers, then the charts, then everything as tables. The Vega-Lite specification of each chart lies beside it, for
those who want to draw it otherwise.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

from chronoc.report.drawing import escaped
from chronoc.simulate.answers import between, count, percent, pooled, spaced
from chronoc.simulate.charts import STYLES, Chart, Lengths, Shares
from chronoc.simulate.words import nth, standing

Row = dict[str, Any]

#: So many cards at most stand in one chart.
MOST_CARDS = 15

UNBROKEN = "\u00a0%"

CSS = """
body { font: 15px/1.45 system-ui, "DejaVu Sans", Verdana, sans-serif; color: #222; background: #fff; }
body { max-width: 1060px; margin: 1.2em auto; padding: 0 1em; }
h1 { font-size: 1.5em; margin: 0 0 .1em; } h2 { font-size: 1.25em; margin: 1.6em 0 .5em; border-bottom: 1px solid #ccc; }
p.about { color: #555; margin: 0 0 1em; }
.answers { display: grid; grid-template-columns: repeat(auto-fit, minmax(240px, 1fr)); gap: .8em; }
.answer { border: 1px solid #ccd; border-left: 5px solid #a9c3e3; border-radius: 4px; padding: .5em .8em; }
.answer.clear { border-left-color: #b3402a; }
.answer h3 { margin: 0 0 .25em; font-size: 1.05em; } .answer p { margin: .2em 0; }
.charts { display: grid; grid-template-columns: repeat(auto-fit, minmax(480px, 1fr)); gap: .8em 1em; margin-top: 1.2em; }
figure { margin: 0; } figcaption { font-weight: 600; margin-bottom: .2em; }
svg { max-width: 100%; height: auto; }
table { border-spacing: 0; font-size: .86em; } td, th { padding: .12em .6em; text-align: right; border-bottom: 1px solid #eee; }
td:first-child, th:first-child { text-align: left; } summary { cursor: pointer; color: #1f5fa8; margin: .6em 0; }
.wide { overflow-x: auto; } code { font-size: .9em; word-break: break-all; }
"""


def page(found: Row) -> str:
    several = len(found["series"]) > 1
    out = [
        "<!DOCTYPE html>",
        '<html lang="en"><head><meta charset="utf-8">',
        "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; style-src 'unsafe-inline'\">",
        '<meta name="viewport" content="width=device-width, initial-scale=1">',
        f"<title>{escaped(found['title'])}: simulation</title>",
        "<style>" + CSS + "\n".join(STYLES) + "</style></head><body>",
        f"<h1>{escaped(found['title'])}</h1>",
        f'<p class="about">{escaped(about(found))}</p>',
        *answers(found["series"]),
    ]
    for series in found["series"]:
        if several:
            out.append(f"<h2>{players(series)}</h2>")
        out.append('<div class="charts">')
        for chart in charts(series):
            out += figure(chart)
        out += ["</div>", *tables(series)]
    return "\n".join([*out, *footer(found), "</body></html>"]) + "\n"


def about(found: Row) -> str:
    first = found["series"][0]
    who = ", ".join(players(series) for series in found["series"])
    bots = ", ".join(found["bots"])
    games = f"{count(first['games'], 'game')} each with {who}"
    sure = "Intervals are right 95 times of 100; a red edge says that it is more than chance."
    return f"{games}; automatic players: {bots}; seed {found['seed']}. {sure}"


def players(series: Row) -> str:
    return count(series["players"], "player")


def answers(all_series: list[Row]) -> Iterator[str]:
    """One box for each question, with an answer for each number of players."""
    questions: dict[str, list[tuple[Row, Row]]] = {}
    for series in all_series:
        for item in series["answers"]:
            questions.setdefault(item["question"], []).append((series, item))
    yield '<div class="answers">'
    for question, given in questions.items():
        clear = " clear" if any(item["clear"] for _, item in given) else ""
        yield f'<div class="answer{clear}"><h3>{escaped(question)}</h3>'
        for series, item in given:
            number = f"<b>{players(series)}:</b> " if len(all_series) > 1 else ""
            yield f"<p>{number}{escaped(item['answer'].replace(' %', UNBROKEN))}</p>"
        yield "</div>"
    yield "</div>"


# ---------------------------------------------------------------------- charts


def charts(series: Row) -> Iterator[Chart]:
    if len(series["places"]) > 1 and series["places"][0]["of"]:
        rows = [shown(nth(row["place"]), row, "wins") for row in series["places"]]
        yield Shares("Wins by place in the order of play", rows, "of all wins", 1 / len(rows))
    for role in series["roles"]:
        if any(row["won"] for row in role["dealt"]):
            rows = [shown(row["title"], row, "games") for row in role["dealt"]]
            title = f"Won by {spaced(role['zone'])}, as dealt"
            yield Shares(title, rows, "of the games in which somebody was dealt it", pooled(role["dealt"]), "all")
    endings = [shown(f"won: {row['what']}", row, "games") for row in series["routes"]]
    endings += [shown(f"all lost: {row['what']}", row, "games") for row in series["losses"]]
    if endings:
        yield Shares("How games end", endings, "of finished games")
    if len(series["players_by_kind"]) > 1:
        yield Shares(
            "Wins by kind of player",
            [shown(row["what"], row, "games") for row in series["players_by_kind"]],
            "of its games",
        )
    cards = [row for row in series["cards"] if row["played_share"]["of"]]
    if len(cards) > 1:
        ordered = sorted(cards, key=lambda row: (row["played_share"]["share"], row["card"]))[:MOST_CARDS]
        rows = [shown(row["title"], row["played_share"], "times in a hand") for row in ordered]
        everything = sum(row["played"] for row in cards) / sum(row["played_share"]["of"] for row in cards)
        yield Shares(
            "Cards that are played least", rows, "played, of the times they were in a hand", everything, "all cards"
        )
        yield from won_when_played(cards)
    if series["length_bars"]:
        yield Lengths("How long games are", series["length_bars"], "turns")


def won_when_played(cards: list[Row]) -> Iterator[Chart]:
    rows = [row for row in cards if row["won_when_played"]["of"]]
    if len(rows) < 2:
        return
    rows.sort(key=lambda row: (-row["won_when_played"]["share"], row["card"]))
    half = MOST_CARDS // 2
    chosen = rows if len(rows) <= 2 * half else [*rows[:half], *rows[-half:]]
    average = sum(row["won_when_played"]["won"] for row in rows) / sum(row["won_when_played"]["of"] for row in rows)
    title = "Won by those who played the card" + ("" if len(rows) <= 2 * half else ": most and least")
    yield Shares(
        title,
        [shown(row["title"], row["won_when_played"], "players") for row in chosen],
        "of those who played it",
        average,
        "all cards",
    )


def shown(name: str, row: Row, things: str) -> Row:
    tip = f"{name}: {percent(row['share'])} of {row['of']:,} {things}, {between(row['low'], row['high'])}"
    return {"name": name, "share": row["share"], "low": row["low"], "high": row["high"], "tip": tip}


def figure(chart: Chart) -> Iterator[str]:
    spec = json.dumps(chart.vega_lite(), ensure_ascii=False, sort_keys=True).replace("<", "\\u003c")
    yield f"<figure><figcaption>{escaped(chart.title)}</figcaption>"
    yield chart.svg()
    yield f'<script type="application/vnd.vegalite.v5+json">{spec}</script></figure>'


# ---------------------------------------------------------------------- tables


def tables(series: Row) -> Iterator[str]:
    ends = series["ends"]
    yield '<details open><summary>Numbers</summary><div class="wide">'
    yield from table(("ended", "games"), [(name, ends[name]) for name in ("won", "lost", "nobody", "error", "cut")])
    for name in ("turns", "moves"):
        if series[name]["games"]:
            yield f"<p>{escaped(length(name, series[name]))}</p>"
    if halfway := series["comebacks"]:
        yield f"<p>At half of the game the winner was {escaped(standing(halfway))}.</p>"
    if stuck := series["stuck"]:
        nothing, no_card = percent(stuck["without_a_choice"]), percent(stuck["without_a_card_played"])
        yield f"<p>Turns without a choice: {nothing}; without a card played: {no_card}.</p>"
    yield "</div></details>"
    if series["cards"]:
        yield f'<details><summary>Every card ({len(series["cards"])})</summary><div class="wide">'
        yield from card_table(series["cards"])
        yield "</div></details>"


def length(name: str, row: Row) -> str:
    return (
        f"{name.capitalize()} in a game: median {row['median']:,} (between {row['median_low']:,} and {row['median_high']:,}), "
        f"mean {row['mean']:,.1f}, 8 of 10 between {row['p10']:,} and {row['p90']:,}."
    )


def card_table(cards: list[Row]) -> Iterator[str]:
    heads = (
        "card",
        "in a hand",
        "a game",
        "played",
        "thrown away",
        "passed on",
        "held at the end",
        "played, share",
        "won when drawn",
        "won when played",
    )
    rows = []
    for row in sorted(cards, key=lambda row: (row["played_share"]["share"], row["card"])):
        rows.append(
            (
                row["title"], f"{row['drawn']:,}", f"{row['drawn_a_game']:.2f}", f"{row['played']:,}", f"{row['thrown_away']:,}",
                f"{row['passed_on']:,}", f"{row['held_at_the_end']:,}", with_interval(row["played_share"]),
                with_interval(row["won_when_drawn"]), with_interval(row["won_when_played"]),
            )
        )  # fmt: skip
    yield from table(heads, rows)


def with_interval(row: Row) -> str:
    return f"{percent(row['share'])} ({100 * row['low']:.1f}–{100 * row['high']:.1f})" if row["of"] else "–"


def table(heads: tuple[str, ...], rows: list[tuple[Any, ...]]) -> Iterator[str]:
    yield "<table><thead><tr>" + "".join(f"<th>{escaped(head)}</th>" for head in heads) + "</tr></thead><tbody>"
    for row in rows:
        yield "<tr>" + "".join(f"<td>{escaped(str(cell))}</td>" for cell in row) + "</tr>"
    yield "</tbody></table>"


def footer(found: Row) -> Iterator[str]:
    zones = found["zones"]
    said = [
        f"{name}: {', '.join(spaced(zone) for zone in zones[name])}"
        for name in ("hands", "roles", "discards")
        if zones[name]
    ]
    if said:
        yield f"<p>Zones as they were taken: {escaped('; '.join(said))}.</p>"
    for series in found["series"]:
        yield f"<p>Everything that happened with {players(series)}: <code>sha256:{series['digest']}</code></p>"
    yield f"<p>Rule table: <code>{escaped(found['table'])}</code></p>"
