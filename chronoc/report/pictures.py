"""The matrix of a variant as one picture: a table for each goal, and one for what cards turn over."""

from __future__ import annotations

from chronoc.report.drawing import FONT, Drawing, longest
from chronoc.report.matrix import Matrix, count
from chronoc.report.tables import SIGNS, cell, distance

SIZE = 12
CELL = 24
MARGIN = 16
STYLES = [
    f"text{{font-family:{FONT};font-size:{SIZE}px;fill:#222}}",
    ".paper{fill:#fff}",
    ".h{font-size:16px;font-weight:bold}",
    ".c{text-anchor:middle;font-weight:bold}",
    ".n{text-anchor:middle;fill:#555}",
    ".s{fill:#555}",
    ".plain{fill:#cfe3f7}.primed{fill:#f9d9b3}.other{fill:#d8efd3}.may{fill:#f1f1f1}",
    ".over{fill:#f9d9b3}.back{fill:#cfe3f7}.both{fill:#e6d5ee}",
    ".r{stroke:#ccc;stroke-width:1}",
]


def picture(found: Matrix) -> str:
    drawing = Drawing(f"{found.title}: what goals need, what cards offer")
    drawing.styles = STYLES
    turning = [o for o in found.offers if any(how in SIGNS for how, _ in o.changes.values())]
    names = [*(a.title for a in found.askings), *(f"{o.title} x{o.copies}" for o in turning), "cards for it"]
    left = MARGIN + longest(names, SIZE) + 12
    y = float(MARGIN)
    for goal in found.goals():
        y = goal_picture(drawing, found, goal, left, y) + 28
    if found.sided:
        sided_picture(drawing, found, left, y)
    return drawing.written()


def heads(drawing: Drawing, found: Matrix, things: list[int], title: str, left: float, y: float) -> float:
    """The title and the names of the columns, slanted. The height at which the rows begin."""
    y += 16
    drawing.text(MARGIN, y, title, "h")
    drawing.reach(MARGIN + longest([title], 16), y)
    y += longest([found.names[t] for t in things], SIZE) * 0.87 + 14
    for k, thing in enumerate(things):
        drawing.text(left + k * CELL + CELL * 0.6, y - 4, found.names[thing], "t", turned=True)
    drawing.reach(left + len(things) * CELL + longest([found.names[t] for t in things], SIZE) * 0.5, y)
    return y


def rule(drawing: Drawing, left: float, many: int, y: float) -> None:
    drawing.line(MARGIN, y, left + many * CELL, y, "r")


def goal_picture(drawing: Drawing, found: Matrix, goal: str, left: float, y: float) -> float:
    things = found.columns(goal)
    rows = [a for a in found.askings if a.goal == goal]
    y = heads(drawing, found, things, goal, left, y)
    end = left + len(things) * CELL + 8
    for asking in rows:
        rule(drawing, left, len(things), y)
        drawing.text(MARGIN, y + 17, asking.title)
        for k, thing in enumerate(things):
            needs = [n for n in asking.needs if n.thing == thing]
            if not needs:
                continue
            style = needs[0].reading if needs[0].reading in ("plain", "primed") else "other"
            tip = f"{asking.title}: {found.titles[thing]}, {needs[0].reading}"
            drawing.box(left + k * CELL + 1, y + 1, CELL - 2, CELL - 2, style if needs[0].always else "may", tip)
            drawing.text(left + k * CELL + CELL / 2, y + 17, cell(asking, thing), "c")
        far = distance(asking)
        told = f"{far} play{'' if far == '1' else 's'}" if asking.plays is not None else far
        if not things and asking.besides:
            told = f"{told}{': ' if told else ''}{'; '.join(asking.besides)}"
        if told:
            drawing.text(end, y + 17, told, "s")
            drawing.reach(end + longest([told], SIZE), y)
        y += CELL
    if things:
        for name, numbers in (
            ("asked for", [count(found, t, None, goal) for t in things]),
            ("cards for it", [found.bringing(t) for t in things]),
        ):
            y = counts(drawing, name, numbers, left, y)
    return y


def counts(drawing: Drawing, name: str, numbers: list[int], left: float, y: float) -> float:
    rule(drawing, left, len(numbers), y)
    drawing.text(MARGIN, y + 17, name, "s")
    for k, number in enumerate(numbers):
        drawing.text(left + k * CELL + CELL / 2, y + 17, str(number), "n")
    drawing.reach(left, y + CELL)
    return y + CELL


def sided_picture(drawing: Drawing, found: Matrix, left: float, y: float) -> float:
    things = found.sided
    y = heads(drawing, found, things, "What cards turn over", left, y)
    for offer in found.offers:
        hows = {thing: how for thing, (how, _) in offer.changes.items() if how in SIGNS}
        if not hows:
            continue
        rule(drawing, left, len(things), y)
        drawing.text(MARGIN, y + 17, f"{offer.title} x{offer.copies}")
        for k, thing in enumerate(things):
            if thing in hows:
                tip = f"{offer.title}: {found.titles[thing]}, {hows[thing]}"
                drawing.box(left + k * CELL + 1, y + 1, CELL - 2, CELL - 2, hows[thing], tip)
                drawing.text(left + k * CELL + CELL / 2, y + 17, SIGNS[hows[thing]], "c")
        y += CELL
    return counts(drawing, "cards for it", [found.bringing(t) for t in things], left, y)


__all__ = ["picture"]
