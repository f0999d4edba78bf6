"""Sources made to do harm: encodings, sizes, nesting, numbers, names, folders that cannot be read, links, sets that need
each other. Each gives a finding or none, in seconds; never a traceback and never a fault of chronoc itself.
"""

from __future__ import annotations

import os
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from chronoc.commands.check import findings
from chronoc.diagnostics import Diagnostic
from chronoc.discover import targets
from chronoc.render import Renderer
from chronoc.syntax.limits import MAX_TOKENS

SECONDS = 30  # of the processor, on a slow machine that does other things too
HEAD = 'set s "S" { }\ngame "G" { players 2 }\nkind card { }\nzone deck: pile of card, hidden\n'


@pytest.fixture(autouse=True)
def soon() -> Iterator[None]:
    start = time.process_time()
    yield
    assert time.process_time() - start < SECONDS


def check(folder: Path, files: dict[str, str | bytes]) -> list[Diagnostic]:
    """What is found in a set of these files; each finding can be shown in every form."""
    for name, data in files.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(data if isinstance(data, bytes) else data.encode())
    found: list[Diagnostic] = []
    for target in targets(str(folder)):
        sources, items = findings(target)
        renderer = Renderer(sources.reading.places, sources.reading.texts)
        for item in items[:50]:
            assert "\x1b" not in renderer.full(item) + renderer.concise(item)
        renderer.json(items)
        found += items
    assert not [item for item in found if item.name == "internal"], found[0].message
    return found


def names(found: list[Diagnostic]) -> list[str]:
    return [item.name for item in found if item.name != "set-name"]


# ------------------------------------------------------------------ bytes


GOOD = HEAD + "".join(f'card c{n} "Card {n}" {{ }}\n' for n in range(10))
BAD_FILES: dict[str, bytes] = {
    "latin.chrono": 'card "Café" { }\n'.encode("latin-1"),
    "utf16.chrono": 'card "Cafe" { }\n'.encode("utf-16"),
    "wide.chrono": 'card "Cafe" { }\n'.encode("utf-16-le"),
    "nul.chrono": b'card "x" { }\0\n',
    "picture.chrono": b"\x89PNG\r\n\x1a\n" + bytes(range(256)) * 20,
    "surrogate.chrono": b'card "\xed\xa0\x80" { }\n',
    "cyrillic.chrono": 'card "Карта" { }\n'.encode("cp1251"),
}


def test_one_bad_file_stops_nothing(tmp_path: Path) -> None:
    """Each bad file has one finding that says where and what it looks like; the good ones are read."""
    mistake = HEAD + 'card "Lamp" { colour: red }\n'
    found = check(
        tmp_path, {"good.chrono": mistake, "empty.chrono": b"", "bom.chrono": b"\xef\xbb\xbfcard b { }\n", **BAD_FILES}
    )
    by_file = {Path(item.span.file).name: item for item in found if item.name == "not-utf8"}
    assert sorted(by_file) == sorted(BAD_FILES)
    assert sum(item.name == "not-utf8" for item in found) == len(BAD_FILES)
    assert "byte 9" in by_file["latin.chrono"].message
    assert "Latin-1" in by_file["latin.chrono"].notes[0].message
    assert "UTF-16" in by_file["utf16.chrono"].message and "UTF-16" in by_file["wide.chrono"].message
    assert "Cyrillic" in by_file["cyrillic.chrono"].notes[0].message
    assert "NUL" in by_file["nul.chrono"].message
    assert [item for item in found if item.span.file.endswith("good.chrono")]


@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
def test_line_ends_and_a_mark_change_nothing(tmp_path: Path, end: str) -> None:
    for folder, mark in (("plain", ""), ("marked", "\ufeff")):
        source = mark + (HEAD + 'card "漢字e\u0301👩‍👩‍👧" { }\n\t\tbogus "x"').replace("\n", end)
        found = [item for item in check(tmp_path / folder, {"a.chrono": source}) if item.name != "set-name"]
        assert found
        assert (found[0].span.line, found[0].span.column) == (6, 12)  # where `{` is missing


def test_carets_stand_below_what_they_mean(tmp_path: Path) -> None:
    for number, before in enumerate(("", "\t", "\t\t\t", "card 漢字 { } ; ", 'card "👩‍👩‍👧e\u0301" { } ; ')):
        folder = tmp_path / str(number)
        found = [i for i in check(folder, {"a.chrono": HEAD + before + "card \u202ex { § }"}) if "§" in i.message]
        assert len(found) == 1
        assert found[0].span.line == 5
        line = (folder / "a.chrono").read_text().splitlines()[4]
        assert line[found[0].span.column - 1] == "§"


# ------------------------------------------------------------------ sizes

LARGE = {
    "comments": "# comment\n" * 300_000,
    "words": "a " * (2 * 1024 * 1024),
    "one word": "a" * (3 * 1024 * 1024),
    "one text": '"' + "a" * (3 * 1024 * 1024),
    "quotes": '"' * (3 * 1024 * 1024),
    "braces": "{\n" * 1_000_000,
    "empty lines": "\n" * (3 * 1024 * 1024),
    "spaces": " " * (3 * 1024 * 1024),
    "too large": "#" * (11 * 1024 * 1024),
    "cards": HEAD + "".join(f'card c{n} "Card {n}" {{ }}\n' for n in range(100_000)),
    "signs": "§" * 1_000_000,
    "primes": "a'" * 500_000,
}


@pytest.mark.parametrize("what", LARGE)
def test_large_files(tmp_path: Path, what: str) -> None:
    assert check(tmp_path, {"a.chrono": LARGE[what]})


def test_many_large_files(tmp_path: Path) -> None:
    found = check(tmp_path, {f"f{n}.chrono": "# comment comment\n" * 100_000 for n in range(12)})
    assert "too-large" in names(found)


def test_many_names_that_nobody_knows(tmp_path: Path) -> None:
    found = check(tmp_path, {"a.chrono": HEAD + "".join(f"define d{n} = foo{n}\n" for n in range(3000))})
    assert names(found).count("unknown-name") == 3000


def test_many_doubled_names(tmp_path: Path) -> None:
    found = check(tmp_path, {"a.chrono": HEAD + 'card c "A" { }\n' * 2000})
    assert len(names(found)) >= 1999


def test_a_file_that_is_just_small_enough(tmp_path: Path) -> None:
    cards = MAX_TOKENS // 6 - 100
    found = check(tmp_path, {"a.chrono": HEAD + "".join(f'card c{n} "{n}" {{ }}\n' for n in range(cards))})
    assert "too-large" not in names(found)


def test_what_the_interpreter_refuses_is_found(tmp_path: Path) -> None:
    """Nothing is `no findings` and then more than the interpreter takes."""
    many = check(tmp_path / "many", {"a.chrono": HEAD.replace("players 2", "players 2 to 100")})
    assert names(many).count("too-large") == 1 and "at most 99" in str(many)
    floor = 'kind spot { sign: text }\nspot Floor "Floor" { sign: "." }\n'
    for number, size in enumerate(('"." 201 by 2', '"""\n' + ".\n" * 201 + '"""')):
        found = check(tmp_path / str(number), {"a.chrono": HEAD + floor + f'layout L "L" {{ {size} }}\n'})
        assert names(found).count("too-large") == 1 and "200 by 200" in str(found)


# ------------------------------------------------------------------ depth

DEEP = {
    "brackets": "define a = " + "(" * 1000 + "1" + ")" * 1000,
    "lists": "define a = " + "[" * 1000 + "1" + "]" * 1000,
    "braces": "to v " + "{" * 1000 + "}" * 1000,
    "not": "define a = " + "not " * 1000 + "yes",
    "minus": "define a = " + "-" * 1000 + "1",
    "else if": "to v {\n if yes { draw 1 }\n" + " else if yes { draw 1 }\n" * 1000 + "}",
    "if in if": "to v {\n" + "if yes { " * 1000 + "}" * 1000 + "}",
    "sum": "define a = " + "1 + " * 50_000 + "1",
    "sum in lines": "define a = " + "1 +\n  " * 50_000 + "1",
    "and": "define a = " + "yes and " * 50_000 + "yes",
    "commas": "define a = [" + "1, " * 50_000 + "1]",
    "of": "define a = " + "x of " * 50_000 + "y",
    "calls": "define a = " + "f(" * 5000 + "1" + ")" * 5000,
    "kinds": "".join(f"kind k{n} is {f'k{n - 1}' if n else 'card'} {{ }}\n" for n in range(1500)),
    "definitions": "define a0 = 1\n" + "".join(f"define a{n} = a{n - 1} + a{n - 1}\n" for n in range(1, 2000)),
    "kind of itself": "kind a is a { }",
    "kinds in a circle": "kind a is b { }\nkind b is c { }\nkind c is a { }",
    "definitions in a circle": "define a = b\ndefine b = a",
    "defaults in a circle": "more kind card { x: number = y\n y: number = x }",
    "numbers": "define a = " + "9" * 10_000,
    "copies": 'card "x" x' + "9" * 5000 + " { }",
    "many copies": 'card "x" x1000000000 { }',
    "board": "zone g: grid 1000000 by 1000000 of card, open",
    "layout": "layout l {\n" + ("x" * 5000 + "\n") * 500 + "}",
    "unclosed": 'card "abc',
    "unclosed text": 'card """abc\n' * 1000,
}


@pytest.mark.parametrize("what", DEEP)
def test_deep_sources(tmp_path: Path, what: str) -> None:
    check(tmp_path, {"a.chrono": HEAD + DEEP[what] + "\n"})


WICKED = [
    "\x1b[31mred\x07",
    "\u202eabc\u200b",
    "'); import os; os._exit(7) #",
    "{x}{0.__class__}",
    "%s%n",
    "\\",
    "a" * 5000,
    "\x7f",
    "𝔘",
]


@pytest.mark.parametrize("wicked", WICKED, ids=range(len(WICKED)))
def test_wicked_names(tmp_path: Path, wicked: str) -> None:
    check(
        tmp_path,
        {
            "a.chrono": HEAD
            + f'card "{wicked}" {{ nonsense: "{wicked}" }}\ncard {wicked} {{ }}\ndefine {wicked} = "{wicked}"\n'
        },
    )


def test_half_a_file(tmp_path: Path) -> None:
    rules = (Path(__file__).parents[1] / "specimens" / "duel" / "rules.chrono").read_text()
    for part in range(20):
        check(tmp_path / str(part), {"a.chrono": rules[: len(rules) * part // 20]})


# ------------------------------------------------------------------ folders, links, sets that need each other


def test_links(tmp_path: Path) -> None:
    inner = tmp_path / "s"
    found = check(inner, {"a.chrono": HEAD})
    (tmp_path / "secret.chrono").write_text("secret")
    (inner / "out.chrono").symlink_to(tmp_path / "secret.chrono")
    (inner / "loop.chrono").symlink_to(inner / "loop.chrono")
    (inner / "self").symlink_to(inner, target_is_directory=True)
    (inner / "up").symlink_to(tmp_path, target_is_directory=True)
    (inner / "same.chrono").symlink_to(inner / "a.chrono")
    (inner / "gone.chrono").symlink_to(inner / "nothing")
    found = check(inner, {})
    assert names(found).count("link-in-set") == 6
    assert not any("secret" in item.message for item in found)


@pytest.mark.skipif(os.geteuid() == 0, reason="nothing is unreadable for root")
def test_what_cannot_be_read(tmp_path: Path) -> None:
    check(tmp_path, {"a.chrono": HEAD, "b.chrono": HEAD, "c/d.chrono": HEAD})
    (tmp_path / "b.chrono").chmod(0)
    (tmp_path / "c").chmod(0)
    try:
        assert names(check(tmp_path, {})).count("unreadable-file") == 2
    finally:
        (tmp_path / "c").chmod(0o700)


def test_what_is_no_file(tmp_path: Path) -> None:
    check(tmp_path, {"a.chrono": HEAD})
    os.mkfifo(tmp_path / "pipe.chrono")
    (tmp_path / "folder.chrono").mkdir()
    assert "unreadable-file" in names(check(tmp_path, {}))


def test_odd_file_names(tmp_path: Path) -> None:
    for name in (b"\xff\xfe.chrono", b"a\nb.chrono", b"\x1b[31m.chrono", "漢'\".chrono".encode()):
        (tmp_path / os.fsdecode(name)).write_text("bogus\n")
    assert len(names(check(tmp_path, {"a.chrono": HEAD}))) >= 4


def test_sets_that_need_each_other(tmp_path: Path) -> None:
    for name, needs in (
        ("a", "b"),
        ("b", "c"),
        ("c", "a"),
        ("d", "d"),
        ("e", "f, g"),
        ("f", "h"),
        ("g", "h"),
        ("h", ""),
        ("i", "nowhere"),
    ):
        (tmp_path / name).mkdir()
        text = f'set {name} "{name}" {{ {f"needs: {needs}" if needs else ""} }}\n'
        (tmp_path / name / "a.chrono").write_text(text + (HEAD.split("\n", 1)[1] if name in "acdhi" else ""))
    for name in "abcd":
        circle = [item for item in check(tmp_path / name, {}) if item.severity == "error"]
        assert circle
        assert any(" -> " in item.message or "itself" in item.message or "circle" in item.message for item in circle), (
            circle
        )
    assert not [item for item in check(tmp_path / "e", {}) if item.severity == "error"]  # h is read once
    assert names(check(tmp_path / "i", {}))
