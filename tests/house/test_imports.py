"""The arrows go one way: the interpreter knows nothing of the compiler, and needs nothing but the standard library."""

from __future__ import annotations

import ast
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]

#: Rooms of the compiler that may play, because they run games instead of giving them a meaning.
MAY_PLAY = ("scenario", "commands", "play", "report", "prove", "compare", "simulate", "adapters", "runtime.py")

#: What both sides share: the list of operations, the way to write a value down, how much there may be. None plays.
SHARED = ("runtime.ops", "runtime.canonical", "runtime.bounds")


def imports(path: Path) -> Iterator[tuple[int, str]]:
    """Every module that a file imports, inside functions too."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            for name in node.names:
                yield node.lineno, name.name
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{path}:{node.lineno}: relative import"
            for name in node.names:
                yield node.lineno, f"{node.module}.{name.name}"


def wrong(folder: str, allowed: object) -> list[str]:
    found = []
    for path in sorted((ROOT / folder).rglob("*.py")):
        for line, module in imports(path):
            if not allowed(path.relative_to(ROOT / folder), module):  # type: ignore[operator]
                found.append(f"{path.relative_to(ROOT)}:{line}: {module}")
    return found


def test_the_interpreter_needs_the_standard_library_alone() -> None:
    assert wrong("runtime", lambda _, module: module.split(".")[0] in (*sys.stdlib_module_names, "runtime")) == []


def test_only_rooms_that_play_import_the_interpreter() -> None:
    def allowed(path: Path, module: str) -> bool:
        shared = any(module == name or module.startswith(name + ".") for name in SHARED)
        return module.split(".")[0] != "runtime" or path.parts[0] in MAY_PLAY or shared

    assert wrong("chronoc", allowed) == []


def test_the_interpreter_loads_where_nothing_is_installed() -> None:
    """`-S -I`: no site-packages, no environment."""
    modules = sorted(f"runtime.{path.stem}" for path in (ROOT / "runtime").glob("*.py") if path.stem != "__init__")
    code = f"import sys; sys.path.insert(0, {str(ROOT)!r}); import runtime, {', '.join(modules)}"
    done = subprocess.run([sys.executable, "-S", "-I", "-c", code], capture_output=True, text=True, cwd="/")
    assert done.returncode == 0, done.stderr


@pytest.mark.parametrize("folder", ["chronoc", "runtime"])
def test_no_module_is_a_bag(folder: str) -> None:
    for path in (ROOT / folder).rglob("*.py"):
        assert path.stem not in ("utils", "util", "helpers", "helper", "misc", "common", "manager"), path


@pytest.mark.parametrize("folder", ["chronoc", "runtime"])
def test_no_set_is_walked_over_and_no_hash_asked(folder: str) -> None:
    """Order and identity must not depend on PYTHONHASHSEED: no loop over a set display, no call of hash()."""
    found = []
    for path in sorted((ROOT / folder).rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            walked = [node.iter] if isinstance(node, (ast.For, ast.comprehension)) else []
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "hash":
                found.append(f"{path.relative_to(ROOT)}:{node.lineno}: hash()")
            for source in walked:
                call = source.func if isinstance(source, ast.Call) else None
                made = isinstance(call, ast.Name) and call.id in ("set", "frozenset")
                if made or isinstance(source, (ast.Set, ast.SetComp)):
                    found.append(f"{path.relative_to(ROOT)}:{source.lineno}: a loop over a set")
    assert found == []
