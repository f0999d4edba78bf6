"""A web of things as a picture (SVG), as DOT and as Mermaid. The same web always gives the same bytes."""

from __future__ import annotations

from chronoc.report.arranged import Spot, arranged
from chronoc.report.drawing import FONT, Drawing, number, wrapped
from chronoc.report.graph import EFFECT, RULE, Edge, Node, Web
from chronoc.terminal import visible

WIDE, HIGH = 132, 88
ACROSS, DOWN = 34, 56
MARGIN = 26
COLOURS = (
    "#1f77b4", "#d62728", "#2ca02c", "#9467bd", "#ff7f0e", "#17becf", "#8c564b", "#e377c2", "#7f7f7f", "#bcbd22",
    "#393b79", "#637939", "#843c39",
)  # fmt: skip
STYLES = [
    f"text{{font-family:{FONT};font-size:11px;fill:#222}}",
    ".paper{fill:#fff}",
    ".h{font-size:16px;font-weight:bold}",
    ".b{font-size:12px;font-weight:bold}",
    ".o{fill:#777;font-style:italic}",
    ".sided{fill:#e3eefb;stroke:#1f4e79;stroke-width:2}",
    ".follows{fill:#fdf3e1;stroke:#a86b00;stroke-width:1}",
    ".card{fill:#f4f4f4;stroke:#999;stroke-width:1}",
    "path{fill:none;stroke-width:1.6}",
    ".joint{stroke-dasharray:6 3}",
    ".gone{stroke-dasharray:2 3}",
    *(f".k{k}{{stroke:{colour}}}" for k, colour in enumerate(COLOURS)),
]


def told(edge: Edge, found: Web) -> str:
    """An edge in words."""
    start, end = found.nodes[edge.start].name, found.nodes[edge.end].name
    if edge.kind == EFFECT:
        return f"{start}: {edge.words} {end}"
    if edge.kind == RULE:
        return f"{start}, {end}: {edge.words}"
    return f"{start} -> {end}: {edge.words}"


# ---------------------------------------------------------------------- SVG


def svg(found: Web) -> str:
    spots = arranged(found)
    drawing = Drawing(f"{found.title}: what turns over what")
    drawing.styles = STYLES
    drawing.definitions = [
        f'<marker id="a{k}" viewBox="0 0 8 8" refX="7" refY="4" markerWidth="7" markerHeight="7" orient="auto">'
        f'<path d="M0 0L8 4L0 8z" style="fill:{colour};stroke:none"/></marker>'
        for k, colour in enumerate(COLOURS)
    ]
    drawing.text(MARGIN, MARGIN, found.title, "h")
    drawing.reach(MARGIN + 320, MARGIN + HIGH)
    order = {thing: k for k, thing in enumerate(dict.fromkeys(edge.start for edge in found.edges))}
    for k, edge in enumerate(found.edges):
        colour = order[edge.start] % len(COLOURS)
        style = f"k{colour}" + ("" if edge.alone else " joint") + ("" if edge.wanted else " gone")
        drawing.path(
            curve(spots[edge.start], spots[edge.end], k, not found.zones), style, told(edge, found), f"a{colour}"
        )
    for thing, node in found.nodes.items():  # over the lines, so that they can be read
        boxed(drawing, node, *corner(spots[thing]))
    legend(drawing, found)
    return drawing.written()


def corner(spot: Spot) -> tuple[float, float]:
    return MARGIN + spot[1] * (WIDE + ACROSS), MARGIN + 30 + spot[0] * (HIGH + DOWN)


def boxed(drawing: Drawing, node: Node, x: float, y: float) -> None:
    style = "card" if node.card else "sided" if node.sided else "follows"
    tip = node.title + (f" / {node.other}" if node.other else "")
    drawing.box(x, y, WIDE, HIGH, style, tip)
    name = node.name + (f" x{node.copies}" if node.copies > 1 else "")
    rows = [(line, "b") for line in wrapped(name, WIDE - 10, 12, 2)]
    if node.title != node.name:
        rows += [(line, "t") for line in wrapped(node.title, WIDE - 10, 11, 3 if not node.other else 2)]
    if node.other:
        rows += [(line, "o") for line in wrapped(node.other, WIDE - 10, 11, 2)]
    for k, (line, kind) in enumerate(rows[:6]):
        drawing.text(x + 6, y + 15 + k * 14, line, kind)


def curve(start: Spot, end: Spot, k: int, sideways: bool) -> str:
    """From one box to another: above the row within a row, else from edge to edge. k: so that no two lie on one another ·
    sideways: from right to left, where the columns mean what follows what."""
    shift = (k * 37 % 9 - 4) * 7
    (x1, y1), (x2, y2) = corner(start), corner(end)
    if sideways and end[1] > start[1]:
        x1, y1, y2 = x1 + WIDE, y1 + HIGH / 2 + shift, y2 + HIGH / 2 - shift
        bend = max(ACROSS * 0.8, (x2 - x1) * 0.5)
        return bezier(x1, y1, x1 + bend, y1, x2 - bend, y2, x2, y2)
    x1, x2 = x1 + WIDE / 2 + shift, x2 + WIDE / 2 - shift
    if start[0] == end[0]:
        rise = 14 + min(26, 5 * abs(start[1] - end[1])) + (k % 3) * 3
        return bezier(x1, y1, x1, y1 - rise, x2, y2 - rise, x2, y2)
    down = 1 if end[0] > start[0] else -1
    y1, y2 = (y1 + HIGH, y2) if down > 0 else (y1, y2 + HIGH)
    bend = max(DOWN * 0.8, abs(y2 - y1) * 0.5) * down
    return bezier(x1, y1, x1, y1 + bend, x2, y2 - bend, x2, y2)


def bezier(*points: float) -> str:
    a, b, c, d, e, f, g, h = map(number, points)
    return f"M{a} {b}C{c} {d} {e} {f} {g} {h}"


def legend(drawing: Drawing, found: Web) -> None:
    y = drawing.height + 24
    words = [
        "bold frame: turned over by hand",
        "thin frame: follows",
        "full line: enough alone",
        "dashed: only with others",
    ]
    if any(not edge.wanted for edge in found.edges):
        words.append("dotted: must not be")
    drawing.text(MARGIN, y, ", ".join(words))
    drawing.reach(MARGIN, y)


# ---------------------------------------------------------------------- DOT


def dot(found: Web) -> str:
    """For Graphviz: `dot -Tpdf`. What lies on a grid keeps its rows."""
    out = ["digraph {", f"  label={quoted(found.title)};", "  rankdir=TB;", "  node [shape=box, style=filled];"]
    for thing, node in found.nodes.items():
        fill = "#f4f4f4" if node.card else "#e3eefb" if node.sided else "#fdf3e1"
        lines = [node.name + (f" x{node.copies}" if node.copies > 1 else "")]
        lines += [node.title] if node.title != node.name else []
        lines += [f"/ {node.other}"] if node.other else []
        out.append(f"  n{thing} [label={quoted(*lines)}, fillcolor={quoted(fill)}];")
    rows: dict[int, list[int]] = {}
    for thing, spot in arranged(found).items():
        if found.nodes[thing].cell is not None:
            rows.setdefault(spot[0], []).append(thing)
    for row in sorted(rows):
        out.append(f"  {{rank=same; {' '.join(f'n{thing};' for thing in rows[row])}}}")
    for edge in found.edges:
        more = [f"tooltip={quoted(told(edge, found))}"]
        if edge.kind == EFFECT:
            more.append(f"label={quoted(edge.reading)}")
        elif edge.reading != "primed":
            more.append(f"label={quoted(('' if edge.wanted else 'not ') + edge.reading)}")
        elif not edge.wanted:
            more.append(f"label={quoted('not ' + edge.reading)}")
        if not edge.alone:
            more.append("style=dashed")
        out.append(f"  n{edge.start} -> n{edge.end} [{', '.join(more)}];")
    return "\n".join([*out, "}"]) + "\n"


def quoted(*lines: str) -> str:
    shown = [visible(line).replace("\\", "\\\\").replace('"', '\\"') for line in lines]
    return '"' + "\\n".join(shown) + '"'


# ---------------------------------------------------------------------- Mermaid


def mermaid(found: Web) -> str:
    """A flow chart as Markdown pages show it."""
    out = ["---", f"title: {yaml_text(found.title)}", "---", "flowchart TB"]
    for thing, node in found.nodes.items():
        text = node.name + (f" x{node.copies}" if node.copies > 1 else "")
        if node.title != node.name:
            text += f": {node.title}"
        shape = ("[", "]") if node.sided else ("(", ")") if not node.card else ("{{", "}}")
        out.append(f'  n{thing}{shape[0]}"{coded(text)}"{shape[1]}')
    for edge in found.edges:
        arrow = "-->" if edge.alone else "-.->"
        label = edge.reading if edge.wanted else f"not {edge.reading}"
        shown = "" if label in ("primed", "") else f'|"{coded(label)}"|'
        out.append(f"  n{edge.start} {arrow}{shown} n{edge.end}")
    for style, css in (("sided", "fill:#e3eefb,stroke:#1f4e79"), ("follows", "fill:#fdf3e1,stroke:#a86b00")):
        named = [f"n{t}" for t, node in found.nodes.items() if not node.card and node.sided is (style == "sided")]
        if named:
            out += [f"  classDef {style} {css}", f"  class {','.join(named)} {style}"]
    return "\n".join(out) + "\n"


def coded(text: str) -> str:
    """Signs that mean something to Mermaid, by their numbers."""
    return "".join(sign if sign.isalnum() or sign in " .,:-_'()/+!?" else f"#{ord(sign)};" for sign in visible(text))


def yaml_text(text: str) -> str:
    return '"' + visible(text).replace("\\", "\\\\").replace('"', '\\"') + '"'


__all__ = ["dot", "mermaid", "svg"]
