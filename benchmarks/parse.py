"""How long reading a set takes: each step, and the same tokens through Lark's own loop with a tree and positions.

    python benchmarks/parse.py [--cards 1000] [--runs 5]

Prints milliseconds (the best of the runs) and the ratio of the whole, from text to tree, to Lark's loop alone.
"""

from __future__ import annotations

import argparse
import gc
import sys
import tempfile
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
sys.path[:0] = [str(ROOT), str(ROOT / "benchmarks")]

import generate_set  # noqa: E402

from chronoc.syntax import table  # noqa: E402
from chronoc.syntax.layout import lay_out  # noqa: E402
from chronoc.syntax.lexer import lex  # noqa: E402
from chronoc.syntax.parser import parse_text  # noqa: E402


def best(runs: int, work: Callable[[], Any]) -> float:
    """Milliseconds of the fastest run."""
    times = []
    for _ in range(runs):
        gc.collect()
        start = time.perf_counter()
        work()
        times.append(time.perf_counter() - start)
    return min(times) * 1000


def tokens_taken(text: str) -> tuple[list[Any], list[Any]]:
    """(tokens after layout, tokens with the readings that the parser took) of a text without faults."""
    from chronoc.syntax.build import Context
    from chronoc.syntax.layout import virtual
    from chronoc.syntax.loop import loop
    from chronoc.syntax.recover import Reading

    laid = lay_out(lex(text)).tokens
    end = virtual("$END", laid[-1], behind=True)
    reading = Reading(Context("set.chrono"), loop("start"), [*laid, end])
    reading.run()
    return laid, [t for t in reading.tokens[:-1] if t.kind != "NL" or (t.readings[0] == "NL" and t.type == "NL")]


def lark_loop(tokens: Sequence[Any]) -> Callable[[], Any]:
    """Lark's interactive parser fed with the same tokens; it makes its own tree with positions."""
    from lark import Lark, Token
    from lark.lexer import Lexer

    class NoLexer(Lexer):
        def __init__(self, conf: object) -> None: ...
        def lex(self, lexer_state: Any, parser_state: Any) -> Any:
            return iter(())

    lark = Lark(
        table.grammar_text(), parser="lalr", lexer=NoLexer, start=list(table.STARTS), maybe_placeholders=True,
        propagate_positions=True,
    )  # fmt: skip
    fed = [
        Token(t.type, t.text, t.start, t.line, t.column, t.end_line, t.end_column, t.end)
        for t in tokens
        if t.type != ""
    ]

    def run() -> Any:
        parser = lark.parse_interactive("", start="start")
        for token in fed:
            parser.feed_token(token)
        return parser.feed_eof()

    return run


def main() -> int:
    options = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    options.add_argument("--cards", type=int, default=1000)
    options.add_argument("--runs", type=int, default=5)
    chosen = options.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        generate_set.main(["--cards", str(chosen.cards), "--out", folder])
        files = sorted(Path(folder).rglob("*.chrono"))
        text = max((f.read_text(encoding="utf-8") for f in files), key=len)
    file, found = parse_text(text, "set.chrono")
    if found:
        print(found[0])
        return 1
    laid, taken = tokens_taken(text)
    lark = best(chosen.runs, lark_loop(taken))
    lexing = best(chosen.runs, lambda: lex(text))
    laying = best(chosen.runs, lambda: lay_out(lex(text))) - lexing
    whole = best(chosen.runs, lambda: parse_text(text, "set.chrono"))
    lines = text.count("\n")
    print(f"{len(file.items)} items, {lines} lines, {len(laid)} tokens")
    print(f"lexer {lexing:.0f} ms, layout {laying:.0f} ms, whole {whole:.0f} ms ({lines / whole * 1000:.0f} lines/s)")
    print(f"Lark's loop with positions over the same tokens {lark:.0f} ms; whole / Lark {whole / lark:.2f}")
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
