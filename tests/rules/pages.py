"""Pages of rules as tests. A page has the parts What, Why, Avoid, Prefer and How to fix. The blocks of Avoid are the files of
one variant, those of Prefer of another; a block's first word is its language, the second, if there is one, its file:

    ```chrono cards.chrono        ```yaml variant.yaml

Several examples in one part are set apart by a line `---`. A block without a file is `a.chrono`, `b.chrono`, … . Where no block
declares a `game`, the files stand behind `tests/rules/prelude.chrono`. Below a line with a fault a comment points at it:

    card "Lamp" { csot: 3 }
    #             ^^^^ C104 some words of the message

A page's Avoid must give exactly the findings that are pointed at, its Prefer none; findings of other rules, unless they are
errors, may come besides. A comment `#<< C104 words` points at the first
column (a comment cannot start before it), or, in the first line of a block, at the file itself. In a catalogue (`.po`) it stands
above the line it points at.

What only the file system can show is a block of the language `sh`: its lines are carried out in the folder of the set, after
the files are there, and its second word is the file that comments point at. What no file can show at all stands in a block of
the language `text`; such a page has a test of its own (`UNSEEN` in `test_pages.py`).
"""

from __future__ import annotations

import re
import subprocess
from dataclasses import dataclass
from pathlib import Path

from chronoc.commands.check import findings
from chronoc.diagnostics import Diagnostic
from chronoc.discover import Target

HERE = Path(__file__).parent
PROJECT = "pyproject.toml"  # goes by its whole path
PRELUDE = HERE / "prelude.chrono"
BLOCK = re.compile(r"^```(\w+)(?: (\S+))?\n(.*?)^```$", re.M | re.S)
POINT = re.compile(r"^\s*#\s*(?P<mark>\^+|<<) (?P<code>C\d{3})(?: (?P<words>.+))?$")


@dataclass(frozen=True)
class Pointed:
    """A finding that a page points at. `width` 0: not said."""

    file: str
    line: int
    column: int
    width: int
    code: str
    words: str


@dataclass(frozen=True)
class Example:
    files: dict[str, str]
    expected: list[Pointed]
    commands: str = ""  # for the shell


@dataclass(frozen=True)
class Page:
    name: str
    parts: dict[str, str]

    def examples(self, part: str) -> list[Example]:
        return [example(text) for text in re.split(r"^---$", self.parts.get(part, ""), flags=re.M) if "```" in text]


def page(path: Path) -> Page:
    head, *parts = re.split(r"^## ", path.read_text(encoding="utf-8"), flags=re.M)
    return Page(
        head.strip().removeprefix("# "), {part.split("\n", 1)[0].strip(): part.split("\n", 1)[1] for part in parts}
    )


def pages() -> list[Path]:
    return sorted(path for path in HERE.glob("*.md") if path.name != "README.md")


def example(text: str) -> Example:
    files: dict[str, str] = {}
    expected: list[Pointed] = []
    commands = ""
    for number, (language, name, source) in enumerate(BLOCK.findall(text)):
        if language == "sh":
            commands += source
            expected += pointed(name, source)
            continue
        file = name or ("variant.yaml" if language == "yaml" else f"{'abcdefgh'[number]}.chrono")
        files[file] = source
        expected += pointed(file, source)
    return Example(files, expected, commands)


def pointed(file: str, source: str) -> list[Pointed]:
    found, line = [], 0
    for number, text in enumerate(source.split("\n"), 1):
        match = POINT.match(text)
        if match is None:
            line = number
        elif match["mark"] == "<<":
            below = number + 1 if file.endswith(".po") and number > 1 else max(line, 1)
            found.append(Pointed(file, below, 1, 0, match["code"], match["words"] or ""))
        else:
            found.append(
                Pointed(file, line, match.start("mark") + 1, len(match["mark"]), match["code"], match["words"] or "")
            )
    return found


def check(folder: Path, files: dict[str, str], commands: str = "") -> list[Diagnostic]:
    """The findings of a variant with these files, as `chronoc check` has them. A file may lie in a set of its own (`other/a.chrono`)."""
    home = folder / "lamps"
    home.mkdir(parents=True, exist_ok=True)
    if not any(re.search(r"^game ", text, re.M) for text in files.values()):
        (home / "0prelude.chrono").write_bytes(PRELUDE.read_bytes())
    for name, text in files.items():
        path = folder / name if "/" in name else home / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    if commands:
        subprocess.run(["sh", "-e", "-c", commands], cwd=home, check=True, timeout=60)
    return findings(Target(home))[1]


def disagreement(found: list[Diagnostic], expected: list[Pointed]) -> str:
    """What was found and not pointed at, and the reverse; empty where all agree."""
    left = list(found)
    out = []
    for want in expected:
        hit = next((item for item in left if agrees(item, want)), None)
        if hit is None:
            out.append(f"missing: {want}")
        else:
            left.remove(hit)
    out += [
        f"surplus: {item.span.file}:{item.span.line}:{item.span.column}-{item.span.end_column} {item.code} {item.name}: {item.message}"
        for item in left
    ]
    return "\n".join(out)


def agrees(item: Diagnostic, want: Pointed) -> bool:
    file = want.file if "/" in want.file else f"lamps/{want.file}"
    named = item.span.file.endswith(f"/{PROJECT}") if want.file == PROJECT else item.span.file == file
    place = named and item.span.line == want.line
    exact = want.width == 0 or (item.span.column == want.column and _width(item) == want.width)
    return item.code == want.code and place and exact and want.words in item.message


def _width(item: Diagnostic) -> int:
    span = item.span
    return max(span.end_column - span.column, 1) if span.end_line == span.line else 1
