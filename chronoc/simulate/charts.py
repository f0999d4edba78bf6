"""Charts as values: what they show, as a Vega-Lite specification for other programs and as SVG for a page without network.

Both are made of the same rows. Two forms do: shares with their intervals, and lengths as bars.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from chronoc.report.drawing import FONT, Drawing, longest, number

Row = dict[str, Any]

SCHEMA = "https://vega.github.io/schema/vega-lite/v5.json"  # a name, which nobody looks up

INK, FAINT, RED = "#1f5fa8", "#a9c3e3", "#b3402a"
LETTERS = 12
LINE = 20
PLOT = 300
HIGH = 150
STYLES = [
    f".t {{ font: {LETTERS}px {FONT}; fill: #222; }}",
    ".r { text-anchor: end; }",
    ".m { text-anchor: middle; fill: #555; }",
    ".paper { fill: none; }",
    ".grid { stroke: #e3e3e3; }",
    f".span {{ stroke: {FAINT}; stroke-width: 5; }}",
    f".dot {{ fill: {INK}; }}",
    f".bar {{ fill: {FAINT}; stroke: {INK}; stroke-width: 0.5; }}",
    f".even {{ stroke: {RED}; stroke-dasharray: 4 3; }}",
    f".evenword {{ text-anchor: middle; fill: {RED}; }}",
]


@dataclass(slots=True, frozen=True)
class Shares:
    """Rows of name, share, low, high, and `tip`: what is said when pointed at. even: a share to hold them against."""

    title: str
    rows: Sequence[Row]
    axis: str
    even: float | None = None
    even_word: str = "even"

    def vega_lite(self) -> Row:
        values = [{key: row[key] for key in ("name", "share", "low", "high")} for row in self.rows]
        y = {"field": "name", "type": "nominal", "sort": None, "title": None}
        percent = {"type": "quantitative", "title": self.axis, "axis": {"format": "%"}}
        layers: list[Row] = [
            {
                "mark": {"type": "rule", "strokeWidth": 5, "color": FAINT},
                "encoding": {"x": {"field": "low", **percent}, "x2": {"field": "high"}, "y": y},
            },
            {
                "mark": {"type": "point", "filled": True, "size": 50, "color": INK},
                "encoding": {"x": {"field": "share", **percent}, "y": y},
            },
        ]
        if self.even is not None:
            layers.append(
                {
                    "data": {"values": [{"even": self.even}]},
                    "mark": {"type": "rule", "strokeDash": [4, 3], "color": RED},
                    "encoding": {"x": {"field": "even", "type": "quantitative"}},
                }
            )
        return {"$schema": SCHEMA, "title": self.title, "data": {"values": values}, "width": PLOT, "layer": layers}

    def svg(self) -> str:
        drawing = Drawing(self.title)
        left = min(230.0, longest((row["name"] for row in self.rows), LETTERS) + 8)
        most = max([*(float(row["high"]) for row in self.rows), self.even or 0.0])
        step = nice(most / 5)
        top = max(step, math.ceil(most / step - 1e-9) * step)
        down = 20.0
        bottom = down + LINE * len(self.rows)

        def x(share: float) -> float:
            return left + PLOT * share / top

        for tick in range(round(top / step) + 1):
            drawing.line(x(tick * step), down, x(tick * step), bottom, "grid")
            drawing.text(x(tick * step), bottom + 16, f"{number(100 * tick * step)} %", "t m")
        drawing.text(left + PLOT / 2, bottom + 34, self.axis, "t m")
        for at, row in enumerate(self.rows):
            y = down + LINE * at + LINE / 2
            drawing.text(left - 8, y + 4, cut(row["name"], left - 8), "t r")
            drawing.line(x(row["low"]), y, x(row["high"]), y, "span")
            drawing.path(f"M{number(x(row['share']) - 4)} {number(y)}a4 4 0 1 0 8 0a4 4 0 1 0 -8 0", "dot", row["tip"])
        if self.even is not None:
            drawing.line(x(self.even), down - 4, x(self.even), bottom, "even")
            drawing.text(x(self.even), down - 8, self.even_word, "t evenword")
        drawing.reach(left + PLOT + 20, bottom + 36)
        return inline(drawing)


@dataclass(slots=True, frozen=True)
class Lengths:
    """Rows of first, last (of a range of lengths) and games."""

    title: str
    rows: Sequence[Row]
    axis: str

    def vega_lite(self) -> Row:
        x = {"field": "first", "bin": {"binned": True}, "type": "quantitative", "title": self.axis}
        encoding = {"x": x, "x2": {"field": "end"}, "y": {"field": "games", "type": "quantitative", "title": "games"}}
        values = [{"first": row["first"], "end": row["last"] + 1, "games": row["games"]} for row in self.rows]
        return {
            "$schema": SCHEMA, "title": self.title, "data": {"values": values}, "width": PLOT, "height": HIGH,
            "mark": {"type": "bar", "color": FAINT}, "encoding": encoding,
        }  # fmt: skip

    def svg(self) -> str:
        drawing = Drawing(self.title)
        left, down = 50.0, 14.0
        most = max((row["games"] for row in self.rows), default=1)
        start, end = self.rows[0]["first"], self.rows[-1]["last"] + 1
        step = max(1, round(nice(most / 4)))
        top = max(step, math.ceil(most / step) * step)
        for tick in range(0, top + 1, step):
            y = down + HIGH * (1 - tick / top)
            drawing.line(left, y, left + PLOT, y, "grid")
            drawing.text(left - 6, y + 4, str(tick), "t r")
        for row in self.rows:
            x = left + PLOT * (row["first"] - start) / (end - start)
            w = PLOT * (row["last"] + 1 - row["first"]) / (end - start)
            h = HIGH * row["games"] / top
            drawing.box(x, down + HIGH - h, max(1, w - 1), h, "bar", f"{row['first']}–{row['last']}: {row['games']}")
        for at, anchor in ((start, "t m"), ((start + end) // 2, "t m"), (end - 1, "t m")):
            drawing.text(left + PLOT * (at - start) / (end - start), down + HIGH + 16, str(at), anchor)
        drawing.text(left + PLOT / 2, down + HIGH + 34, self.axis, "t m")
        drawing.reach(left + PLOT + 20, down + HIGH + 36)
        return inline(drawing)


Chart = Shares | Lengths


def inline(drawing: Drawing) -> str:
    """For use inside a page: without the declaration of a file, and with the styles of the page."""
    return "\n".join(
        line for line in drawing.written().splitlines() if not line.startswith(("<?xml", "<style>", "</style>"))
    )


def cut(text: str, width: float) -> str:
    return text if longest([text], LETTERS) <= width else text[: max(1, int(width / (LETTERS * 0.6)) - 1)] + "…"


def nice(step: float) -> float:
    """The next larger of 1, 2, 5, 10, … times a power of ten."""
    if step <= 0:
        return 0.1
    power = math.pow(10, math.floor(math.log10(step)))
    return next(factor * power for factor in (1, 2, 5, 10) if factor * power >= step - 1e-12)


def binned(counts: Sequence[tuple[int, int]], most: int = 24) -> list[Row]:
    """(length, games), shortest first, as at most about `most` ranges of the same width; empty ones included."""
    if not counts:
        return []
    low, high = counts[0][0], counts[-1][0]
    width = max(1, math.ceil(nice((high - low + 1) / most)))
    first = low // width * width
    rows = [{"first": at, "last": at + width - 1, "games": 0} for at in range(first, high + 1, width)]
    for length, games in counts:
        rows[(length - first) // width]["games"] += games
    return rows
