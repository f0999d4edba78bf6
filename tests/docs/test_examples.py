"""What lies in `examples/` is sound, plays, and is what the pages say it is."""

from __future__ import annotations

import ast
import subprocess
import sys
from pathlib import Path

import pytest

from tests.docs import pages
from tests.docs.blocks import ROOT

EXAMPLES = ROOT / "examples"
#: Wrong on purpose, see tests/check_rules.
BROKEN = ("broken", "broken-words", "broken-sets")
SETS = sorted(path.name for path in EXAMPLES.iterdir() if path.is_dir() and path.name not in ("out", *BROKEN))
#: Sound rules with mistakes on the cards, for `chronoc prove`; `check` finds the one that needs no search.
MISTAKEN = ("fan-timeline",)


def python(*arguments: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, *arguments], capture_output=True, text=True, cwd=ROOT, timeout=120,
        env={"PYTHONPATH": str(ROOT), "PYTHONIOENCODING": "utf-8"},
    )  # fmt: skip


@pytest.mark.parametrize("name", SETS)
def test_an_example_is_clean_and_its_games_end(name: str) -> None:
    done = python("-m", "chronoc", "check", f"examples/{name}", "--fail-level", "info")
    assert done.returncode == (name in MISTAKEN), done.stdout
    done = python("-m", "chronoc", "sim", f"examples/{name}", "--games", "40", "--players", "3")
    assert done.returncode == 0 and "\nerrors: 0\ncut off: 0\n" in done.stdout, done.stdout


def test_the_scenarios_of_the_examples_hold() -> None:
    done = python("-m", "chronoc", "test", *(f"examples/{name}" for name in SETS))
    assert done.returncode == 0, done.stdout
    assert done.stdout.splitlines()[-1].endswith(" hold"), done.stdout


def test_the_variant_of_the_reference_is_the_house_variant() -> None:
    (shown,) = [block.text for block in pages.language().blocks if block.language == "yaml"]
    lines = (EXAMPLES / "short-tea" / "variant.yaml").read_text(encoding="utf-8").splitlines()
    assert shown.splitlines() == [line for line in lines if not line.startswith("#")]


def test_the_interpreter_is_embedded_in_ten_lines() -> None:
    tree = ast.parse((EXAMPLES / "embed.py").read_text(encoding="utf-8"))
    imported = [n for n in tree.body if isinstance(n, (ast.Import, ast.ImportFrom))]
    modules = [n.module if isinstance(n, ast.ImportFrom) else n.names[0].name for n in imported]
    assert [m for m in modules if m != "runtime" and m not in sys.stdlib_module_names] == []
    code = [n for n in ast.walk(tree) if isinstance(n, ast.stmt) and n not in imported]
    assert len(code) - 1 <= 10  # the text at its head is no line of it


def test_the_embedding_plays_the_same_game_twice(tmp_path: Path) -> None:
    table = tmp_path / "game.json"
    assert python("-m", "chronoc", "build", "examples/first-card", "-o", str(table)).returncode == 0
    one, two, other = (python("examples/embed.py", str(table), seed) for seed in ("3", "3", "4"))
    assert one.returncode == 0 and one.stdout == two.stdout != other.stdout, one.stderr
    assert one.stdout.splitlines()[-1].startswith("Result(winners={")
