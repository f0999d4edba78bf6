"""`python -m tests.docs.refresh PAGE…`: type the commands of a page again and write down what they answer now.

An answer that still fits, with its `…`, is left as it is. Read the difference before you commit it.
"""

from __future__ import annotations

import sys
import tempfile
from pathlib import Path

from tests.docs.blocks import read
from tests.docs.session import Session, matches, said


def refresh(path: Path) -> int:
    """Rewrites the page; the number of answers that have changed."""
    page = read(path)
    lines = page.text.splitlines()
    changed = 0
    answers: dict[int, tuple[int, list[str]]] = {}  # first line -> number of lines, new lines
    section, session = None, None
    with tempfile.TemporaryDirectory() as folder:
        for number, block in enumerate(page.blocks):
            if block.section != section or session is None:
                section = block.section
                place = Path(folder) / str(number)
                place.mkdir()
                session = Session(place)
            if block.language != "console":
                session.follow(block)
                continue
            new: list[str] = []
            for command, answer in said(block.text):
                found = session.typed(command)[1]
                fits = matches(answer, found)
                changed += not fits
                told = answer if fits else found
                new += [f"$ {command}", *(line.rstrip() for line in told.rstrip("\n").split("\n") if told.strip())]
            answers[block.line] = (len(block.lines), new)
    out: list[str] = []
    at = 1
    while at <= len(lines):
        if at in answers:
            count, new = answers[at]
            out += new
            at += count
        else:
            out.append(lines[at - 1])
            at += 1
    path.write_text("\n".join(out) + "\n", encoding="utf-8")
    return changed


if __name__ == "__main__":
    for name in sys.argv[1:]:
        print(f"{name}: {refresh(Path(name))} answers have changed")
