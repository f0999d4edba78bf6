"""`load_table`: a good table loads from each kind of source; a bad one is refused with sentences and nothing else."""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import Any

import pytest

import runtime.table
from runtime.canonical import canonical
from runtime.code import MAX_NESTING
from runtime.table import MAX_PROBLEMS, Table, TableError, load_table
from tests.table.sample import sample, sealed


def refused(source: Any) -> list[str]:
    with pytest.raises(TableError) as caught:
        load_table(source)
    assert caught.value.problems and all(isinstance(p, str) and p for p in caught.value.problems)
    return caught.value.problems


def test_each_source_gives_the_same_table(tmp_path: Path) -> None:
    raw = sample()
    path = tmp_path / "t.json"
    path.write_bytes(canonical(raw))
    data = canonical(raw)
    sources = (raw, data, data.decode(), " " + data.decode(), path, str(path), b"\xef\xbb\xbf" + data)
    tables = [load_table(source) for source in sources]
    assert all(table.raw == raw for table in tables)
    assert isinstance(tables[0], Table) and tables[0].code[1] == ["num", 60] and tables[0].setup == 8


def test_a_dict_is_copied() -> None:
    raw = sample()
    table = load_table(raw)
    raw["code"][1][1] = 99
    assert table.code[1] == ["num", 60]


def test_attributes_are_the_keys() -> None:
    raw = sample()
    table = load_table(raw)
    for key in raw:
        assert getattr(table, key) == raw[key]


BROKEN: dict[str, tuple[Any, str]] = {
    # name: (change, a piece of the sentence expected)
    "unknown key": (lambda t: t.update(colour=1), "no key 'colour'"),
    "inner unknown key": (lambda t: t["zones"][0].update(colour=1), "zones[0]: there is no key"),
    "missing key": (lambda t: t.pop("goals"), "'goals' is missing"),
    "newer format": (lambda t: t.update(format=2), "this interpreter reads format 1"),
    "flag for a number": (lambda t: t.update(format=True), "no rule table"),
    "unknown operation": (lambda t: t["code"].append(["system", "ls"]), "no operation 'system'"),
    "node after itself": (lambda t: t["code"][4].__setitem__(2, 4), "does not stand before"),
    "node below zero": (lambda t: t["code"][4].__setitem__(2, -1), "does not stand before"),
    "too few arguments": (lambda t: t["code"].append(["add", 0]), "takes 2 arguments, not 1"),
    "statement for expression": (lambda t: t["code"].append(["not", 6]), "is a statement"),
    "expression for statement": (lambda t: t["code"].append(["seq", [0]]), "is an expression"),
    "not a place": (lambda t: t["code"].append(["set", 1, 1]), "no place"),
    "switch with a value": (lambda t: t["code"].append(["switch", 5, [[[5], 5]], None]), "is an expression"),
    "case with a statement": (lambda t: t["code"].append(["case", 5, [[[5], 6]], None]), "is a statement"),
    "flag for a node": (lambda t: t["code"].append(["not", True]), "a node should stand here"),
    "index out of range": (lambda t: t["code"].append(["design", 3]), "no index into `designs`"),
    "slot out of range": (lambda t: t["code"].append(["local", 1000]), "no slot"),
    "function lacks a slot": (lambda t: t["fns"][7].update(slots=2), "uses slot 2"),
    "function lacks slots for arguments": (lambda t: t["fns"][4].update(slots=3), "too few"),
    "too many slots": (lambda t: t["fns"][4].update(slots=2**40), "more than 1000 slots"),
    "wrong number of arguments": (lambda t: t["code"].append(["call", 0, []]), "0 arguments where 1"),
    "parent after child": (lambda t: t["kinds"][1].update(parent=2), "parent should stand before"),
    "own parent": (lambda t: t["kinds"][1].update(parent=1), "parent should stand before"),
    "first kind": (lambda t: t["kinds"][0].update(name="lamp"), "should be `player`"),
    "first zone": (lambda t: t["zones"][0].update(see="open"), "should be `box`"),
    "doubled design": (lambda t: t["designs"][1].update(name="lantern"), "of designs[0]"),
    "body is an expression": (lambda t: t["actions"][0].update(body=10), "should be a statement"),
    "body takes too much": (lambda t: t["actions"][0].update(body=5), "takes 2 arguments, not 1"),
    "type of nothing": (lambda t: t["fields"][0].update(type=["list"]), "one thing behind it"),
    "type out of range": (lambda t: t["fields"][0].update(type=["enum", 1]), "no index into `types`"),
    "deep type": (lambda t: t["fields"][0].update(type=_deep_type(20)), "nests deeper"),
    "key not an index": (lambda t: t["designs"][0].update(fields={"01": 0}), "is no index"),
    "key out of range": (lambda t: t["designs"][0].update(fields={"9": 0}), "no index into `fields`"),
    "crooked layout": (lambda t: t["layouts"][0].update(rows=["mm", "m"]), "equally long"),
    "unknown sign": (lambda t: t["places"]["3"].pop("m"), "does not explain"),
    "bounds of a printed field": (lambda t: t["fields"][1].update(high=0), "no bounds"),
    "local outside of a function": (lambda t: t["options"][0].update(high=10), "outside of a function"),
    "players": (lambda t: t.update(players=[4, 2]), "no number of players"),
    "too many objects": (lambda t: t["designs"][0].update(copies=10**9), "copies"),
    "member of an enumeration": (lambda t: t["code"].append(["enum", 0, 2]), "no number 2 among 2"),
    "phase variable": (lambda t: t["code"].append(["phase", 0, 2]), "no number 2 among 2"),
    "unknown tie": (lambda t: t["code"].append(["best", 2, 9, 5, True, "some"]), "does not know 'some'"),
    "unknown face": (lambda t: t["code"].append(["move", 3, 8, "top", None, "left", "all", None]), "does not know"),
    "move without its cell": (lambda t: t["code"].append(["move", 3, 8, "at", None, None, "all", None]), "lacks its"),
    "branch without body": (
        lambda t: t["code"].append(["either", None, [], [["fixed", "a", [], None, None, None, None, None]]]),
        "lacks one of its parts",
    ),
    "piece without type": (lambda t: t["code"].append(["log", ["x", 10]]), "a piece of a text"),
    "piece of a wrong type": (lambda t: t["code"].append(["log", ["x", [10, ["number", 1]]]]), "nothing behind it"),
    "unknown branch": (lambda t: t["code"].append(["either", None, [], [[[], 0, 0, 0, 0, 0, 0, 0]]]), "begins with"),
    "half a character": (lambda t: t.update(title="\ud800"), "half a character"),
    "long number": (lambda t: t["code"].append(["num", 2**63]), "64 bits"),
    "broken number": (lambda t: t["code"].append(["num", 1.0]), "not whole"),
    "source of no node": (lambda t: t["map"]["nodes"].append([99, 0, 1, 1, 1, 1]), "no index into `code`"),
    "unhashable operation": (lambda t: t["code"].append([[]]), "begins with the name"),
    "event": (lambda t: t["triggers"][0].update(event=["enters"]), "no event"),
    "trigger arity": (lambda t: t["triggers"][0].update(event=["turn"]), "takes 2 arguments, not 1"),
}  # fmt: skip


def _deep_type(depth: int) -> list[Any]:
    kind: list[Any] = ["number"]
    for _ in range(depth):
        kind = ["list", kind]
    return kind


@pytest.mark.parametrize("name", BROKEN)
def test_a_broken_table_says_what_is_wrong(name: str) -> None:
    change, sentence = BROKEN[name]
    raw = sample()
    change(raw)
    try:
        raw = sealed(raw)
    except ValueError:
        pass  # it has no canonical form, so it has no hash either
    assert any(sentence in problem for problem in refused(raw)), refused(raw)


def test_a_changed_table_does_not_fit_its_hash() -> None:
    raw = sample()
    raw["code"][1][1] = 61
    assert "hash does not fit" in refused(raw)[0]


def test_map_and_text_are_not_in_the_hash() -> None:
    raw = sample()
    raw["map"]["files"], raw["text"] = ["elsewhere.chrono"], {}
    assert load_table(raw).hash == sample()["hash"]


def test_every_problem_is_told_up_to_a_limit() -> None:
    raw = sample()
    raw["code"][0] = ["nonsense"]
    raw["zones"][2]["see"] = "dimly"
    raw["players"] = 3
    problems = refused(raw)
    assert [p.split(":")[0] for p in problems] == ["players", "zones[2].see", "code[0]"]
    raw["code"] = [["nonsense"]] * 10_000
    assert len(refused(raw)) == MAX_PROBLEMS + 1


def test_deep_code_is_refused_once() -> None:
    raw = sample()
    top = len(raw["code"]) - 1
    raw["code"] += [["not", 13]] + [["not", top + i + 1] for i in range(MAX_NESTING - 3)]
    load_table(sealed(raw))
    raw["code"] += [["not", len(raw["code"]) - 1 + i] for i in range(3)]
    assert len(refused(sealed(raw))) == 1


def test_code_that_is_short_but_large_written_out_is_refused() -> None:
    raw = sample()
    for _ in range(40):
        last = len(raw["code"]) - 1
        raw["code"].append(["and", [last if raw["code"][last][0] == "and" else 13] * 2])
    assert "written out as a tree" in refused(sealed(raw))[0]


@pytest.mark.parametrize(
    "text",
    [
        "", "null", "[]", "{", "nonsense", '{"format":1,"format":1}', '{"format":1.0}', '{"format":NaN}',
        '{"format":1e999}', "[" * 1_000_000, '{"a":' * 1_000_000, "9" * 100_000, '{"format":' + "9" * 100_000 + "}",
        "\x00", '{"a":"\\ud800"}',
    ],
)  # fmt: skip
def test_nonsense_is_refused(text: str) -> None:
    refused(text)
    refused(text.encode())


def test_values_that_no_json_can_hold_are_refused() -> None:
    loop: dict[str, Any] = {"format": 1}
    loop["map"] = loop
    bomb: Any = []
    for _ in range(60):
        bomb = [bomb] * 10
    for source in (loop, {"format": 1, "code": bomb}, {1: 2}, {"format": {1}}, {"format": object()}, 7, None, ["x"]):
        refused(source)
    refused(b"\xff\xfe")
    refused("\ud800")


def test_files_that_cannot_be_read(tmp_path: Path) -> None:
    assert "cannot be read" in refused(tmp_path / "missing.json")[0]
    refused(tmp_path)
    refused(Path("a\0b"))
    os.mkfifo(tmp_path / "pipe")
    assert "not a file" in refused(tmp_path / "pipe")[0]


def test_large_sources_are_refused_before_parsing(monkeypatch: pytest.MonkeyPatch) -> None:
    assert "parts" in refused(b"[" + b"1," * 8_000_001 + b"1]")[0]
    monkeypatch.setattr(runtime.table, "MAX_BYTES", 1000)
    assert "larger" in refused(json.dumps("x" * 1000).encode())[0]
