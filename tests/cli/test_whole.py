"""The commands with the real compiler: what ships is clean and builds the same everywhere; the README is true."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest

from chronoc.resources import shipped
from runtime.table import load_table

ROOT = Path(__file__).parents[2]
README = (ROOT / "README.md").read_text(encoding="utf-8")


def chronoc(*arguments: str, cwd: Path = ROOT, **environment: str) -> subprocess.CompletedProcess[bytes]:
    return subprocess.run(
        [sys.executable, "-m", "chronoc", *arguments],
        capture_output=True, cwd=cwd, timeout=300, env={"PYTHONPATH": str(ROOT), **environment},
    )  # fmt: skip


def test_everything_that_ships_is_clean() -> None:
    done = chronoc("check", "cards", "--format", "concise")
    assert done.returncode == 0, done.stdout.decode()


@pytest.mark.parametrize("variant", shipped())
def test_a_table_has_the_same_bytes_wherever_it_is_built(variant: str, tmp_path: Path) -> None:
    one = chronoc("build", variant, "-o", "-", "--draft", cwd=tmp_path, PYTHONHASHSEED="1")
    two = chronoc("build", f"cards/{variant}", "-o", "-", "--draft", PYTHONHASHSEED="2")
    assert one.returncode == two.returncode == 0, one.stderr.decode()
    assert one.stdout == two.stdout
    table = load_table(one.stdout)
    assert table.variant == variant and all(not name.startswith("/") for name in table.map["files"])


def test_the_first_card_of_the_readme(tmp_path: Path) -> None:
    files = re.findall(r"```\w+\n# file: (\S+)\n(.*?)```", README, re.S)
    assert len(files) == 2
    for name, text in files:
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text(text, encoding="utf-8")
    done = chronoc("check", "second-thoughts", cwd=tmp_path)
    assert (done.returncode, done.stdout.decode()) == (0, "no findings (1 variant checked)\n")
    card = tmp_path / "second-thoughts" / "cards.chrono"
    card.write_text(card.read_text().replace("draw 1", "darw 1"))
    done = chronoc("check", "second-thoughts", "--format", "concise", cwd=tmp_path)
    assert done.returncode == 1
    assert "cards.chrono:5:5: error" in done.stdout.decode() and "`draw`" in done.stdout.decode()


def test_the_example_of_the_readme_is_a_card_that_ships() -> None:
    example = re.search(r"```chrono\n(timewarp .*?)```", README, re.S)
    assert example is not None
    cards = (ROOT / "cards" / "chrononauts" / "timewarps.chrono").read_text(encoding="utf-8")
    assert example.group(1) in cards
