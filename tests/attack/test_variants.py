"""`variant.yaml` made to do harm: bombs of aliases, tags, doubled keys, depth, words that other readers take for numbers."""

from __future__ import annotations

import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from chronoc.commands.check import findings
from chronoc.diagnostics import Diagnostic
from chronoc.discover import targets
from chronoc.variant import read_sources

CARDS = (
    'set v "V" { }\ngame "G" { players 2 to 4\n option size = 3 in 1 to 9 }\n'
    'kind card { }\nzone deck: pile of card, hidden\ncard "no" { }\n'
)


@pytest.fixture(autouse=True)
def soon() -> Iterator[None]:
    start = time.process_time()
    yield
    assert time.process_time() - start < 10


def check(tmp_path: Path, yaml: str | bytes, cards: str = CARDS) -> list[Diagnostic]:
    folder = tmp_path / "v"
    folder.mkdir(exist_ok=True)
    (folder / "cards.chrono").write_text(cards)
    (folder / "variant.yaml").write_bytes(yaml if isinstance(yaml, bytes) else yaml.encode("utf-8", "surrogatepass"))
    found = [item for target in targets(str(folder)) for item in findings(target)[1]]
    assert not [item for item in found if item.name == "internal"]
    return [item for item in found if item.severity == "error"]


BOMB = "a0: &a0 [x, x, x, x, x, x, x, x, x, x]\n" + "".join(
    f"a{n}: &a{n} [{', '.join([f'*a{n - 1}'] * 10)}]\n" for n in range(1, 12)
)
WRONG: dict[str, str | bytes] = {
    "aliases": BOMB,
    "aliases of maps": "b0: &b0 {x: 1}\n" + "".join(f"b{n + 1}: &b{n + 1} {{x: *b{n}, y: *b{n}}}\n" for n in range(40)),
    "itself": "variant: v\nuses: &a [*a]\n",
    "merge": "a: &a {<<: *a}\n",
    "python": "variant: !!python/object/apply:os.system ['touch /tmp/broken']\n",
    "python name": "variant: v\ntitle: !!python/name:os.system x\n",
    "binary": "variant: v\ntitle: !!binary aGVsbG8=\n",
    "set": "variant: v\nuses: !!set {a, b}\n",
    "deep list": "variant: " + "[" * 5000 + "]" * 5000,
    "deep map": "variant: " + "{a: " * 3000 + "1" + "}" * 3000,
    "deep dashes": "- " * 5000 + "x",
    "deep questions": "? " * 5000 + "x",
    "deep indent": "\n".join(" " * n + "a:" for n in range(2000)),
    "nothing": "",
    "list": "- a\n",
    "text": "hello",
    "number": "1",
    "documents": "variant: v\n---\nvariant: w\n",
    "doubled": "variant: v\nvariant: v\n",
    "doubled below": "variant: v\noptions: {size: 1, size: 2}\n",
    "tabs": "variant:\tv\n\tuses: []\n",
    "latin": "variant: v\ntitle: Café\n".encode("latin-1"),
    "utf16": "variant: v\n".encode("utf-16"),
    "nul": b"variant: v\0\n",
    "controls": "variant: v\ntitle: \"a\\x1b[31m\x07\"\n",
    "unknown key": "variant: v\ncolour: red\n",
    "wrong kinds": "variant: [1]\nuses: 3\nplayers: {a: 1}\noptions: x\ncopies: [1]\n",
    "players": "variant: v\nplayers: 9999999999999-1\n",
    "huge number": "variant: v\noptions: {size: " + "9" * 5000 + "}\n",
    "float": "variant: v\noptions: {size: 1.5}\n",
    "infinite": "variant: v\noptions: {size: .inf}\n",
    "copies": "variant: v\ncopies: {no: -1}\n",
    "many copies": "variant: v\ncopies: {no: 1000000000}\n",
    "half copies": "variant: v\ncopies: {no: 1.5}\n",
    "worded copies": "variant: v\ncopies: {no: x3}\n",
    "unknown card": "variant: v\ncopies: {Nobody: 2}\n",
    "unknown set": "variant: v\nuses: [nowhere]\n",
    "path for a set": "variant: v\nuses: [../../../etc]\n",
    "root for a set": "variant: v\nuses: [/]\n",
    "large": "# x\n" * 200_000,
    "broken": "variant: v\n  uses: ]\n: {",
    "surrogate": "variant: \"\\ud800\"\n",
    "long key": "? " + "a" * 100_000 + "\n: 1\n",
    "anchor": "variant: *nowhere\n",
    "directive": "%YAML 9.9\n---\nvariant: v\n",
    "date": "variant: 2001-01-01\n",
}  # fmt: skip


@pytest.mark.parametrize("what", WRONG)
def test_wrong_files(tmp_path: Path, what: str) -> None:
    found = check(tmp_path, WRONG[what])
    if what not in ("controls",):
        assert found
    assert all(item.span.line >= 1 for item in found)
    assert not Path("/tmp/broken").exists()


def test_words_stay_words(tmp_path: Path) -> None:
    """`no`, `on`, `12:30`, `~` are texts where a text stands; a card may have any of them for a title."""
    words = ["no", "on", "off", "yes", "y", "No", "NO", "12:30", "1e3", "0o17", "0x1F", "1_000"]
    for word in words:
        assert not check(tmp_path, f"variant: v\ntitle: {word}\n") or word in ("1e3", "0o17", "0x1F", "1_000")
        sources = read_sources(tmp_path / "v")
        assert sources.variant.title in (word, "")
    cards = CARDS + "".join(
        f'card "{word}" {{ }}\n' for word in ("on", "yes", "Null", "~", "True", "If", "Play All", "12:30")
    )
    keys = "".join(f"  {word}: 2\n" for word in ("no", "on", "yes", "Null", "True", '"~"', "If", "Play All", "12:30"))
    assert not check(tmp_path, f"variant: v\ncopies:\n{keys}", cards)


def test_a_doubled_key_names_its_line(tmp_path: Path) -> None:
    found = check(tmp_path, "variant: v\noptions:\n  size: 1\n  size: 2\n")
    assert [(item.name, item.span.line) for item in found] == [("variant-key", 4)]
