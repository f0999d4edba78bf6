"""A rule table in, checked totally: what loads can play, and what cannot load says why in sentences.

A table may come from a stranger. Whatever the bytes are, `load_table` gives a `Table` or raises `TableError`, in
bounded time and memory: the size is limited before anything is parsed, no check recurses along the data, and every
index is in range afterwards.
"""

from __future__ import annotations

import json
import os
import stat
from dataclasses import dataclass
from typing import Any

from runtime.canonical import MAX_PARTS, NotCanonical, canonical, content_hash, plain
from runtime.code import CodeCheck
from runtime.relations import relations
from runtime.shape import FORMAT, SHAPE, ShapeCheck
from runtime.signals import Fault

MAX_BYTES = 64 * 1024 * 1024
MAX_PROBLEMS = 50

Row = dict[str, Any]


class TableError(Fault):
    """The table cannot be loaded. `problems` are sentences, the first ones if there are many."""

    def __init__(self, problems: list[str]) -> None:
        super().__init__("; ".join(problems))
        self.problems = problems


@dataclass(slots=True, frozen=True, eq=False)
class Table:
    """A checked rule table. The attributes are the keys of docs/rule-table.md; what they hold is plain data, and nobody
    changes it. `raw` is the whole table as one dict."""

    raw: Row
    format: int
    hash: str
    variant: str
    title: str
    sets: list[str]
    players: list[int]
    robots: list[Row]
    types: list[Row]
    tags: list[str]
    kinds: list[Row]
    fields: list[Row]
    clauses: list[Row]
    designs: list[Row]
    zones: list[Row]
    layouts: list[Row]
    places: dict[str, dict[str, int]]
    options: list[Row]
    gvars: list[Row]
    fns: list[Row]
    defines: list[Row]
    verbs: list[Row]
    actions: list[Row]
    phases: list[Row]
    windows: list[Row]
    whenevers: list[Row]
    triggers: list[Row]
    goals: list[Row]
    setup: int | None
    turn: int | None
    ending: int | None
    priority: int | None
    code: list[list[Any]]
    map: Row
    text: dict[str, dict[str, dict[str, str]]]


def load_table(source: str | bytes | os.PathLike[str] | dict[str, Any]) -> Table:
    """A table from its JSON (text or bytes), from the file at a path, or a dict. Raises `TableError`, nothing else.

    A str that begins with `{` is JSON, any other one a path; what comes from strangers is best given as bytes, which are
    always JSON. A dict is copied.
    """
    raw = _read(source)
    problems = _Problems()
    try:
        _check(raw, problems)
    except _Enough:
        problems.append("and more")
    if problems:
        raise TableError(list(problems))
    return Table(raw=raw, **raw)


class _Enough(Exception):
    """There are enough problems to show."""


class _Problems(list[str]):
    def add(self, where: str, problem: str) -> None:
        self.append(f"{where}: {problem}" if where else problem)
        if len(self) >= MAX_PROBLEMS:
            raise _Enough


def _check(raw: Row, problems: _Problems) -> None:
    version = raw.get("format")
    if type(version) is not int or version < 1:
        problems.add("", f"this is no rule table: its key `format` should be {FORMAT}")
        return
    if version > FORMAT:
        problems.add("", f"its format is {version}; this interpreter reads format {FORMAT}: take a newer one")
        return
    lengths = {key: len(value) for key, value in raw.items() if type(value) is list}
    lengths["files"] = _length(raw.get("map"), "files")
    lengths = {key: lengths.get(key, 0) for key in [*SHAPE, "files"]}
    shapes = ShapeCheck(lengths, problems.add)
    shapes.record(SHAPE, raw, "")
    code = raw["code"] if type(raw.get("code")) is list else []
    nodes = CodeCheck(code, lengths, shapes.type, lambda i, problem: problems.add(f"code[{i}]", problem))
    nodes.run()
    if problems:
        return  # what follows takes every index for good
    relations(raw, nodes, problems.add)
    if not problems and raw["hash"] != content_hash(raw, known_plain=True):
        problems.add("", "the hash does not fit the table: it was changed after it was built, so build it again")


def _length(value: object, key: str) -> int:
    inner = value.get(key) if type(value) is dict else None
    return len(inner) if type(inner) is list else 0


def _read(source: object) -> Row:
    """The dict a source stands for, made of plain parts only."""
    if isinstance(source, dict):
        try:
            data = canonical(source)
        except (NotCanonical, ValueError, TypeError, RecursionError) as fault:
            raise TableError([f"this dict is no rule table: {fault}"]) from None
    elif isinstance(source, str):
        json_text = source[:100].lstrip("\ufeff \t\r\n").startswith("{")
        data = source.encode("utf-8", "surrogatepass") if json_text else _file(source)
    elif isinstance(source, (bytes, bytearray, memoryview)):
        data = bytes(source)
    elif isinstance(source, os.PathLike):
        data = _file(source)
    else:
        raise TableError([f"a rule table comes as bytes, text, path or dict, not as {type(source).__name__}"])
    return _parse(data)


def _file(path: str | os.PathLike[str]) -> bytes:
    try:
        with open(path, "rb", opener=_open) as file:
            if not stat.S_ISREG(os.fstat(file.fileno()).st_mode):
                raise TableError([f"{path!s:.200} is not a file"])
            return file.read(MAX_BYTES + 1)
    except (OSError, ValueError) as fault:
        reason = fault.strerror if isinstance(fault, OSError) and fault.strerror else str(fault)
        raise TableError([f"{path!s:.200} cannot be read: {reason}"]) from None


def _open(path: str, flags: int) -> int:
    return os.open(path, flags | getattr(os, "O_NONBLOCK", 0))  # a named pipe must not hang the reader


def _parse(data: bytes) -> Row:
    if len(data) > MAX_BYTES:
        raise TableError([f"the file is larger than {MAX_BYTES // 1024 // 1024} MB"])
    if sum(map(data.count, (b",", b"[", b"{"))) > MAX_PARTS:  # before parsing: what is parsed takes much more room
        raise TableError([f"it has more than {MAX_PARTS} parts"])
    try:
        value = json.loads(data.decode("utf-8-sig"), object_pairs_hook=once, parse_float=_no, parse_constant=_no)
        plain(value)
    except RecursionError:
        raise TableError(["it nests too deep"]) from None
    except UnicodeDecodeError:
        raise TableError(["the file is not UTF-8"]) from None
    except json.JSONDecodeError as fault:
        raise TableError([f"this is not JSON: {fault.msg} (line {fault.lineno}, column {fault.colno})"]) from None
    except ValueError as fault:  # also from `once`, `_no`, `plain`, and numbers of thousands of digits
        raise TableError([f"this is no rule table: {fault}"]) from None
    if type(value) is not dict:
        raise TableError(["a rule table is one JSON object"])
    return value


def once(pairs: list[tuple[str, Any]]) -> Row:
    value = dict(pairs)
    if len(value) != len(pairs):
        seen: Row = {}
        for key, _ in pairs:
            if key in seen:
                raise NotCanonical(f"the key {key!r:.40} is written twice")
            seen[key] = None
    return value


def _no(number: str) -> Any:
    raise NotCanonical(f"numbers must be whole, not {number:.40}")
