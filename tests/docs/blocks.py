"""The code in a page of the documentation, and what stands around it.

A fence says after the language what the block is: ```` ```chrono effects ````. Blocks keep their lines, so a finding in
one of them names the line of the page.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).parents[2]
DOCS = ROOT / "docs"

FENCE = re.compile(r"(`{3,})(.*)")
HEADING = re.compile(r"(#{1,6}) (.*)")


@dataclass(frozen=True)
class Block:
    """`language` and `mark` are the words of the fence; `line` is the line of its first line of code; `section` the
    nearest `##` above it."""

    language: str
    mark: str
    text: str
    line: int
    section: str

    @property
    def lines(self) -> list[str]:
        return self.text.splitlines()


@dataclass(frozen=True)
class Page:
    path: Path
    text: str
    blocks: tuple[Block, ...]
    headings: tuple[str, ...]

    @property
    def prose(self) -> str:
        """The page without its blocks."""
        out, inside = [], False
        for line in self.text.splitlines():
            if FENCE.match(line.strip()):
                inside = not inside
            elif not inside:
                out.append(line)
        return "\n".join(out)

    @property
    def quoted(self) -> dict[str, None]:
        """Everything that stands in backticks outside of blocks, and every word of it."""
        found: dict[str, None] = {}
        for code in re.findall(r"`([^`\n]+)`", self.prose):
            found[code] = None
            for word in re.findall(r"[^\W\d]\w*", code):
                found[word] = None
        return found


def read(path: Path) -> Page:
    text = path.read_text(encoding="utf-8")
    blocks: list[Block] = []
    headings: list[str] = []
    section, fence, start, inside = "", ("", ""), 0, ""
    lines: list[str] = []
    for number, line in enumerate(text.splitlines(), 1):
        opening = FENCE.match(line.strip())
        if opening and not inside:
            language, _, mark = opening[2].strip().partition(" ")
            inside, fence, start, lines = opening[1], (language, mark.strip()), number + 1, []
        elif opening and line.strip() == inside:
            blocks.append(Block(*fence, "\n".join(lines) + "\n", start, section))
            inside = ""
        elif inside:
            lines.append(line)
        elif heading := HEADING.fullmatch(line):
            headings.append(heading[2])
            if heading[1] == "##":
                section = heading[2]
    assert not inside, f"{path}: the block of line {start - 1} is not closed"
    return Page(path, text, tuple(blocks), tuple(headings))


def anchor(heading: str) -> str:
    """The anchor that a heading has on the web."""
    plain = re.sub(r"\[([^]]*)\]\([^)]*\)", r"\1", heading.strip().lower())
    return re.sub(r"[^\w\- ]", "", plain).replace(" ", "-")
