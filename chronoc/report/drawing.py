"""Pictures as SVG: a few shapes, texts that cannot break out of them, the same bytes every time."""

from __future__ import annotations

from collections.abc import Iterable

from chronoc.terminal import columns, visible

FONT = "DejaVu Sans, Verdana, sans-serif"
#: Width of an average sign, as a part of the size of the letters.
SIGN = 0.6


def escaped(text: str) -> str:
    """Text for SVG and its attributes. Signs that XML does not know are shown as such."""
    shown = visible(text)
    for sign, name in (("&", "&amp;"), ("<", "&lt;"), (">", "&gt;"), ('"', "&quot;"), ("'", "&#39;")):
        shown = shown.replace(sign, name)
    return "".join(sign if allowed(sign) else "\ufffd" for sign in shown)


def portable(picture: str, alphabet: str | None) -> str:
    """A picture for a stream: where that cannot write every sign, those beyond ASCII go by their numbers."""
    wide = (alphabet or "").lower().replace("-", "").replace("_", "") in ("utf8", "")
    return picture if wide else picture.encode("ascii", "xmlcharrefreplace").decode("ascii")


def allowed(sign: str) -> bool:
    code = ord(sign)
    return 0x20 <= code <= 0xD7FF or 0xE000 <= code <= 0xFFFD or 0x10000 <= code <= 0x10FFFF


def number(value: float) -> str:
    """A length with at most one digit behind the point."""
    text = f"{value:.1f}"
    return text[:-2] if text.endswith(".0") else text


class Drawing:
    """width, height: in pixels · styles: class -> CSS"""

    def __init__(self, title: str) -> None:
        self.title = title
        self.body: list[str] = []
        self.width = 0.0
        self.height = 0.0
        self.definitions: list[str] = []
        self.styles: list[str] = []

    def reach(self, x: float, y: float) -> None:
        self.width, self.height = max(self.width, x), max(self.height, y)

    def box(self, x: float, y: float, w: float, h: float, style: str, tip: str = "") -> None:
        inner = f"<title>{escaped(tip)}</title>" if tip else ""
        shape = f'<rect class="{style}" x="{number(x)}" y="{number(y)}" width="{number(w)}" height="{number(h)}" rx="4"'
        self.body.append(f"{shape}>{inner}</rect>" if inner else f"{shape}/>")
        self.reach(x + w, y + h)

    def text(self, x: float, y: float, text: str, style: str = "t", turned: bool = False) -> None:
        """turned: upwards, from this point"""
        more = f' transform="rotate(-60 {number(x)} {number(y)})"' if turned else ""
        self.body.append(f'<text class="{style}" x="{number(x)}" y="{number(y)}"{more}>{escaped(text)}</text>')

    def line(self, x: float, y: float, x2: float, y2: float, style: str) -> None:
        self.body.append(
            f'<line class="{style}" x1="{number(x)}" y1="{number(y)}" x2="{number(x2)}" y2="{number(y2)}"/>'
        )
        self.reach(max(x, x2), max(y, y2))

    def path(self, points: str, style: str, tip: str = "", marker: str = "") -> None:
        end = f' marker-end="url(#{marker})"' if marker else ""
        inner = f"<title>{escaped(tip)}</title>" if tip else ""
        self.body.append(f'<path class="{style}" d="{points}"{end}>{inner}</path>')

    def written(self) -> str:
        w, h = number(self.width + 12), number(self.height + 12)
        out = [
            '<?xml version="1.0" encoding="UTF-8"?>',
            f'<svg xmlns="http://www.w3.org/2000/svg" width="{w}" height="{h}" viewBox="0 0 {w} {h}" role="img">',
            f"<title>{escaped(self.title)}</title>",
            "<style>",
            *self.styles,
            "</style>",
        ]
        if self.definitions:
            out += ["<defs>", *self.definitions, "</defs>"]
        out += ['<rect class="paper" x="0" y="0" width="100%" height="100%"/>', *self.body, "</svg>"]
        return "\n".join(out) + "\n"


def wide(text: str, size: float) -> float:
    """About how wide a text is."""
    return columns(text) * size * SIGN


def wrapped(text: str, width: float, size: float, most: int) -> list[str]:
    """Words in at most so many lines of a width; a dot ends what was cut."""
    room = max(3, int(width / (size * SIGN)))
    out: list[str] = []
    for word in visible(text).split():
        if out and columns(out[-1]) + 1 + columns(word) <= room:
            out[-1] += " " + word
        else:
            out.append(word)
    cut = [line if columns(line) <= room else line[: room - 1] + "." for line in out]
    if len(cut) > most:
        cut = [*cut[: most - 1], cut[most - 1][: room - 1].rstrip(" .") + "."]
    return cut


def longest(texts: Iterable[str], size: float) -> float:
    return max((wide(text, size) for text in texts), default=0)


__all__ = ["FONT", "Drawing", "escaped", "longest", "number", "portable", "wide", "wrapped"]
