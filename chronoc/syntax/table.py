"""The LALR(1) table of the grammar, as plain numbers.

Lark makes the table (half a minute of thought, two seconds of work); it is then kept as JSON in the user's cache folder
under the hash of the grammar and the version of Lark, so that Lark is not even imported the next time. Where the folder
cannot be written the table is made anew, silently.
"""

from __future__ import annotations

import hashlib
import json
import os
import re
import tempfile
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from chronoc import resources
from chronoc.syntax.words import KEYWORDS, PHRASES

STARTS = ("start", "expression", "givens")
FORMAT = 3


@dataclass(slots=True, frozen=True)
class Rule:
    """A production. `keep`: the positions of its symbols that a builder sees, -1 for a missing option."""

    origin: str
    name: str  # the alias, or the origin: what the builder is called
    size: int
    keep: tuple[int, ...]
    spliced: tuple[int, ...]  # positions among the kept whose value is a list to be spliced in
    passes: bool  # a single value goes through unchanged


@dataclass(slots=True, frozen=True)
class Table:
    """`actions[state][terminal]`: 2·s to shift and go to state s, 2·r + 1 to reduce by rule r.
    `gotos[state][origin]`: a state."""

    actions: tuple[dict[str, int], ...]
    gotos: tuple[dict[str, int], ...]
    rules: tuple[Rule, ...]
    starts: dict[str, int]
    ends: dict[str, int]


def grammar_text() -> str:
    """The grammar with the keywords declared as terminals."""
    text = resources.grammar("chrono.lark").read_text(encoding="utf-8")
    declared = set(re.findall(r"\b_?[A-Z][A-Z_]*\b", " ".join(re.findall(r"^%declare (.*)$", text, re.MULTILINE))))
    phrases = (terminal for group in PHRASES.values() for _, terminal in group)
    words = dict.fromkeys(t for t in (*KEYWORDS.values(), *phrases) if t not in declared)
    return text + "\n%declare " + " ".join(words) + "\n"


@cache
def load() -> Table:
    """The table, from the cache if it is there and whole."""
    text = grammar_text()
    key = hashlib.sha256(f"{FORMAT} {lark_version()}\n{text}".encode()).hexdigest()[:24]
    path = cache_folder() / f"grammar-{key}.json"
    try:
        return from_plain(json.loads(path.read_bytes()))
    except (OSError, ValueError, KeyError, TypeError, IndexError):
        pass
    table = make(text)
    write(path, json.dumps(to_plain(table), separators=(",", ":")).encode())
    return table


def lark_version() -> str:
    """Read from its source, since importing it takes longer than all the rest."""
    spec = find_spec("lark")
    if spec is None or spec.origin is None:
        return "none"
    try:
        found = re.search(r'__version__[^"\n]*"([^"]+)"', Path(spec.origin).read_text(encoding="utf-8"))
    except OSError:
        return "unknown"
    return found[1] if found else "unknown"


def cache_folder() -> Path:
    named = os.environ.get("CHRONOC_CACHE_DIR")
    if named:
        return Path(named)
    if os.name == "nt":
        base = os.environ.get("LOCALAPPDATA") or str(Path.home() / "AppData" / "Local")
    else:
        base = os.environ.get("XDG_CACHE_HOME") or os.path.join(os.path.expanduser("~"), ".cache")
    return Path(base) / "chronoc"


def write(path: Path, data: bytes) -> None:
    """Whole or not at all, so that another process never reads half a table."""
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        handle, temporary = tempfile.mkstemp(dir=path.parent, prefix=path.name)
        try:
            with os.fdopen(handle, "wb") as out:
                out.write(data)
            os.replace(temporary, path)
        except OSError:
            os.unlink(temporary)
    except OSError:
        return


def make(text: str, *, strict: bool = False) -> Table:
    """The table made by Lark."""
    from lark import Lark
    from lark.lexer import Lexer
    from lark.parsers.lalr_analysis import Shift

    class NoLexer(Lexer):
        def __init__(self, conf: object) -> None: ...
        def lex(self, lexer_state: Any, parser_state: Any) -> Iterator[Any]:
            return iter(())

    lark = Lark(text, parser="lalr", lexer=NoLexer, start=list(STARTS), maybe_placeholders=True, strict=strict)
    found = lark.parser.parser._parse_table
    numbers: dict[Any, int] = {}
    rules: list[Rule] = []
    actions: list[dict[str, int]] = []
    gotos: list[dict[str, int]] = []
    for state in range(len(found.states)):
        row: dict[str, int] = {}
        to: dict[str, int] = {}
        for symbol, (action, argument) in sorted(found.states[state].items()):
            if action is Shift:
                if is_terminal(symbol):
                    row[symbol] = 2 * argument
                else:
                    to[symbol] = argument
            else:
                number = numbers.get(argument)
                if number is None:
                    number = numbers[argument] = len(rules)
                    rules.append(plain_rule(argument))
                row[symbol] = 2 * number + 1
        actions.append(row)
        gotos.append(to)
    return Table(tuple(actions), tuple(gotos), tuple(rules), dict(found.start_states), dict(found.end_states))


def is_terminal(symbol: str) -> bool:
    return symbol.isupper() or symbol == "$END"


def plain_rule(rule: Any) -> Rule:
    """A production of Lark with what its tree builder would do: drop `_X` terminals, splice `_x` rules, fill in missing
    options."""
    missing = rule.options.empty_indices
    before = (
        [len(run) for run in "".join(str(int(b)) for b in missing).split("0")]
        if missing
        else [0] * (len(rule.expansion) + 1)
    )
    keep: list[int] = []
    spliced: list[int] = []
    for i, symbol in enumerate(rule.expansion):
        keep.extend([-1] * before[i])
        if symbol.is_term and symbol.filter_out and not rule.options.keep_all_tokens:
            continue
        if not symbol.is_term and symbol.name.startswith("_"):
            spliced.append(len(keep))
        keep.append(i)
    keep.extend([-1] * before[len(rule.expansion)])
    name = rule.alias or rule.origin.name
    passes = bool(rule.options.expand1 and not rule.alias and len(keep) == 1 and keep[0] >= 0 and not spliced)
    return Rule(rule.origin.name, name, len(rule.expansion), tuple(keep), tuple(spliced), passes)


def to_plain(table: Table) -> list[Any]:
    """Rows that are equal are written once."""
    rows: list[dict[str, int]] = []
    known: dict[str, int] = {}

    def number(row: dict[str, int]) -> int:
        text = json.dumps(row)
        if text not in known:
            known[text] = len(rows)
            rows.append(row)
        return known[text]

    actions = [number(row) for row in table.actions]
    gotos = [number(row) for row in table.gotos]
    rules = [[r.origin, r.name, r.size, r.keep, r.spliced, r.passes] for r in table.rules]
    return [rows, actions, gotos, rules, table.starts, table.ends]


def from_plain(data: Any) -> Table:
    rows, actions, gotos, rules, starts, ends = data
    return Table(
        tuple(rows[i] for i in actions),
        tuple(rows[i] for i in gotos),
        tuple(Rule(o, n, size, tuple(keep), tuple(spliced), passes) for o, n, size, keep, spliced, passes in rules),
        starts,
        ends,
    )
