"""No input hangs, overflows or raises; the table comes from a cache that may be missing, broken or closed."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from chronoc.syntax import table
from chronoc.syntax.limits import MAX_BYTES, MAX_DEPTH, MAX_NESTING
from chronoc.syntax.parser import parse_bytes, parse_expression, parse_givens, parse_text

ROOT = Path(__file__).resolve().parents[2]


def test_too_large() -> None:
    _, found = parse_bytes(b" " * (MAX_BYTES + 1), "x")
    assert [d.name for d in found] == ["too-large"]


@pytest.mark.parametrize(
    "source",
    [
        "define x = " + "(" * 5000 + "1" + ")" * 5000,
        "define x = " + "(" * 5000,
        "to v " + "{ if a " * 5000 + "}" * 5000,
        "{" * 100_000,
        "define x = " + "not " * 5000 + "a",
        "define x = " + "- " * 5000 + "a",
        "define x = " + "a of " * 5000 + "b",
        "define x = " + "a + " * 5000 + "b",
        "define x = a" + ".b" * 5000,
        "define x = " + "a and\n" * 5000 + "b",
        "to v { " + "if a { } else " * 5000 + "{ } }",
        "define x = " + "case a { 1: " * 300 + "2" + " }" * 300,
        "kind a { x: " + "list of " * 5000 + "b }",
    ],
    ids=lambda source: source[:25],
)
def test_too_deep(source: str) -> None:
    _, found = parse_text(source, "x")
    assert [d.name for d in found] == ["too-deep"]


def test_what_is_still_fine() -> None:
    n = MAX_NESTING - 2
    assert not parse_text("define x = " + "(" * n + "1" + ")" * n, "x")[1]
    assert not parse_text("define x = " + "a + " * (MAX_DEPTH // 2 - 10) + "b", "x")[1]
    assert not parse_text("tag " + ", ".join(f"t{i}" for i in range(5000)), "x")[1]
    assert not parse_text("to v { " + "draw 2 ; " * 5000 + "}", "x")[1]
    assert not parse_text("\n".join(f'card "{i}" {{ year: {i} }}' for i in range(3000)), "x")[1]


def test_an_expression_and_facts_alone() -> None:
    value, found = parse_expression(" paradox(1968)\n")
    assert value is not None and not found
    assert parse_expression("a +")[0] is None
    assert [d.name for d in parse_expression("a +")[1]] == ["syntax"]
    facts, found = parse_givens("JFK', Sputnik' ; hand of Ann: \"A\"", "<given>")
    assert [fact.form for fact in facts] == ["fact", "fact", "place"] and not found
    facts, found = parse_givens("JFK' Sputnik'", "<given>")
    assert facts == () and len(found) == 1
    assert parse_expression("")[0] is None
    assert len(parse_expression("")[1]) == 1


# ------------------------------------------------------------------ the table's cache

LOAD = """
import sys
sys.path.insert(0, {root!r})
from chronoc.syntax.parser import parse_text
file, found = parse_text('card "A" {{ year: 3 }}', "x")
assert len(file.items) == 1 and not found
print("lark" in sys.modules)
"""


def run(code: str, folder: Path) -> str:
    done = subprocess.run(
        [sys.executable, "-c", code],
        env={"CHRONOC_CACHE_DIR": str(folder), "PATH": ""},
        capture_output=True,
        text=True,
        check=True,
    )
    assert done.stderr == ""
    return done.stdout.strip()


def test_the_table_is_kept_and_lark_is_then_not_needed(tmp_path: Path) -> None:
    code = LOAD.format(root=str(ROOT))
    assert run(code, tmp_path / "new") == "True"
    (kept,) = (tmp_path / "new").iterdir()
    assert run(code, tmp_path / "new") == "False"
    kept.write_bytes(kept.read_bytes()[:1000])  # cut off by a full disk
    assert run(code, tmp_path / "new") == "True"
    assert run(code, tmp_path / "new") == "False"


def test_a_cache_that_cannot_be_written_is_no_fault(tmp_path: Path) -> None:
    blocked = tmp_path / "file"
    blocked.write_text("in the way")
    assert run(LOAD.format(root=str(ROOT)), blocked / "cache") == "True"


def test_importing_the_package_does_not_import_lark() -> None:
    imports = "import chronoc, chronoc.syntax, chronoc.syntax.parser"
    code = f"import sys; sys.path.insert(0, {str(ROOT)!r}); {imports}; print('lark' in sys.modules)"
    assert run(code, ROOT) == "False"


def test_kept_and_made_tables_are_equal() -> None:
    made = table.load()
    assert table.from_plain(table.to_plain(made)) == made
