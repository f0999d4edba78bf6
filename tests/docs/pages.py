"""The examples of the reference as files of a game, so that they can be compiled, played and tested.

All `chrono` blocks of one chapter are one file beside the cards of `examples/first-card`. The file has a line for each
line of the page, so whatever the compiler says points into the page.
"""

from __future__ import annotations

import re
from functools import cache

from chronoc.analyse import Analysis, analyse
from chronoc.model.sources import SourceSet, VariantSpec
from tests.docs.blocks import DOCS, ROOT, Block, Page, read

#: What fragments know: the parameters of the verb or definition that is put around them.
KNOWN = "c: card, b: biscuit, p: player, n: number"
GAME = ROOT / "examples" / "first-card"


@cache
def language() -> Page:
    return read(DOCS / "language.md")


def chapters() -> list[str]:
    """The chapters that hold examples, in order."""
    return list(dict.fromkeys(block.section for block in language().blocks if block.language == "chrono"))


def blocks(section: str, *marks: str) -> list[Block]:
    return [b for b in language().blocks if b.section == section and b.language == "chrono" and b.mark in marks]


def placed(lines: dict[int, str], block: Block) -> None:
    """Put the lines of a block where they stand on the page, fragments with what they need around them."""
    for offset, line in enumerate(block.lines):
        lines[block.line + offset] = line
    if block.mark == "effects":
        lines[block.line - 1] = f"to example_of_line_{block.line}({KNOWN}) {{"
        lines[block.line + len(block.lines)] = "}"
    elif block.mark == "values":
        for offset, line in enumerate(block.lines):
            if line.strip() and not line.startswith((" ", "#")):
                number = block.line + offset
                lines[number] = f"define example_of_line_{number}({KNOWN}) = {line}"


def source(*parts: Block) -> str:
    lines: dict[int, str] = {}
    for block in parts:
        placed(lines, block)
    return "\n".join(lines.get(number, "") for number in range(1, max(lines, default=0) + 1)) + "\n"


def with_the_game(text: str) -> Analysis:
    """The text as one more file of the example game."""
    files = [("docs/language.md", text.encode())]
    for path in sorted(GAME.glob("*.chrono")):
        files.append((path.name, path.read_bytes()))
    return analyse([SourceSet("first-card", tuple(files))], VariantSpec("first-card", "First card", ("first-card",)))


def alone(text: str) -> Analysis:
    """The text as a whole set, in a folder of its name."""
    named = re.search(r"(?m)^set (\w+)", text)
    name = named[1] if named else "alone"
    return analyse([SourceSet(name, (("docs/language.md", text.encode()),))], VariantSpec(name, name, (name,)))


@cache
def chapter(section: str) -> Analysis:
    return with_the_game(source(*blocks(section, "", "effects", "values")))


def told(analysis: Analysis) -> list[str]:
    return [
        f"{d.span.file}:{d.span.line}:{d.span.column}: {d.name}: {d.message} {[n.message for n in d.notes]}"
        for d in analysis.diagnostics
    ]
