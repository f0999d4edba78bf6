"""Plays the sessions of a page: files that it says to write, commands that it says to type, and what they answer.

    ```chrono                        a file; its first line says which, and whether it is new or gets longer:
    # file: first-card/cards.chrono  (or  # add to: first-card/cards.chrono)
    ```
    ```console                       `$` before a command, below it exactly what it says; `…` stands for any
    $ chronoc check first-card       lines, or for the rest of one
    no findings (1 variant checked)
    ```

A block marked `fails` has a command that ends with another code than 0.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

from tests.docs.blocks import ROOT, Block

TARGET = re.compile(r"# (file|add to): (\S+)\n")


class Session:
    """A folder in which the blocks of one chapter are followed."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder / "my-games"
        self.folder.mkdir()
        shutil.copytree(ROOT / "examples", self.folder / "examples")

    def follow(self, block: Block) -> None:
        if block.language == "console":
            for command, answer in said(block.text):
                self.run(block, command, answer)
        elif target := TARGET.match(block.text):
            self.write(
                target[2], block.text if target[1] == "file" else block.text[target.end() :], target[1] == "add to"
            )

    def write(self, name: str, text: str, longer: bool) -> None:
        path = self.folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        if longer:
            text = path.read_text(encoding="utf-8") + "\n" + text
        path.write_text(text, encoding="utf-8")

    def typed(self, command: str) -> tuple[int, str, str]:
        """Exit code, what it says, and what it says on the other stream."""
        script = (
            f'chronoc() {{ "{sys.executable}" -m chronoc "$@"; }}\npython() {{ "{sys.executable}" "$@"; }}\n{command}\n'
        )
        done = subprocess.run(
            ["sh", "-c", script], cwd=self.folder, capture_output=True, timeout=300,
            env={**os.environ, "PYTHONPATH": str(ROOT), "COLUMNS": "120", "NO_COLOR": "1"},
        )  # fmt: skip
        return done.returncode, done.stdout.decode(), done.stderr.decode()

    def run(self, block: Block, command: str, answer: str) -> None:
        code, output, beside = self.typed(command)
        where = f"line {block.line}: {command}"
        if command.startswith("chronoc"):
            assert (code != 0) == (block.mark == "fails"), f"{where}\n{output}{beside}"
        assert matches(answer, output), f"{where}\nexpected:\n{answer}\nfound:\n{output}\n{beside}"


def said(text: str) -> list[tuple[str, str]]:
    """Commands with what stands below them."""
    found: list[tuple[str, str]] = []
    for part in re.split(r"(?m)^\$ ", text)[1:]:
        command, _, answer = part.partition("\n")
        found.append((command, answer))
    return found


def matches(wanted: str, found: str) -> bool:
    """Line by line; `…` alone in a line stands for any number of lines, at the end of one for the rest of it."""
    pattern = ""
    for line in wanted.rstrip("\n").split("\n"):
        if line.strip() == "…":
            pattern += r"(?:.*\n)*?"
        elif line.rstrip().endswith("…") and line.count("…") == 1:
            pattern += re.escape(line.rstrip()[:-1].rstrip()) + r".*\n"
        else:
            pattern += re.escape(line.rstrip()) + r"[ ]*\n"
    text = found.rstrip("\n") + "\n"
    return (not wanted.strip() and not found.strip()) or re.fullmatch(pattern, text) is not None
