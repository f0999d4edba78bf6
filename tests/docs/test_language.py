"""The reference is true: its examples compile, play and pass. And it is whole: no construct is without an example, no
word of the language without a line."""

from __future__ import annotations

import ast
import inspect
import json
import re
from collections.abc import Iterator
from dataclasses import fields, is_dataclass
from typing import Any

import pytest

from chronoc.lower import builtins, calls, kernel, names
from chronoc.model import collect, kinds, written
from chronoc.scenario.suite import play, told
from chronoc.syntax import build, loop, parser, tree, words
from runtime.simulate import simulate
from runtime.table import load_table
from tests.docs import pages
from tests.docs.blocks import Block, anchor

CHAPTERS = pages.chapters()
WRONG = [b for b in pages.language().blocks if b.mark.startswith("wrong")]
WHOLE = [b for b in pages.language().blocks if b.mark == "whole"]

#: Where the parser is entered by other doors than a file: not for readers of the reference.
DOORS = {"expression", "givens"}
#: Stand for what could not be read, or are only parts of the machinery.
NO_CONSTRUCT = {"BadExpr", "BadStmt", "Span", "File", "ImportDecl"}


def by_line(block: Block) -> str:
    return f"line {block.line}"


# ------------------------------------------------------------------ the examples are true


@pytest.mark.parametrize("section", CHAPTERS)
def test_the_examples_of_a_chapter_compile(section: str) -> None:
    assert pages.told(pages.chapter(section)) == []


@pytest.mark.parametrize("section", CHAPTERS)
def test_the_examples_of_a_chapter_can_be_played(section: str) -> None:
    series = simulate(load_table(json.dumps(pages.chapter(section).table)), 3, 3, seed=1, max_moves=1000)
    assert series.told == []


@pytest.mark.parametrize("section", CHAPTERS)
def test_the_scenarios_of_a_chapter_hold(section: str) -> None:
    analysis = pages.chapter(section)
    mine = [item for item in told(analysis) if item.file == "docs/language.md"]
    texts = {"docs/language.md": pages.source(*pages.blocks(section, "", "effects", "values")).encode()}
    outcomes = list(play(analysis, mine, texts))
    assert [(o.title, o.place.line, o.message, o.expected, o.found) for o in outcomes if not o.ok] == []


@pytest.mark.parametrize("block", WHOLE, ids=by_line)
def test_a_whole_game_compiles_and_ends(block: Block) -> None:
    analysis = pages.alone(pages.source(block))
    assert pages.told(analysis) == []
    series = simulate(load_table(json.dumps(analysis.table)), 10, 3, seed=1)
    assert series.told == [] and series.ended["won"] == 10


@pytest.mark.parametrize("block", WRONG, ids=by_line)
def test_what_is_shown_as_wrong_gives_exactly_these_findings(block: Block) -> None:
    expected = []
    for offset, line in enumerate(block.lines):
        for name, below in re.findall(r"# -> ([a-z-]+)(?:, (\d+) lines below)?", line):
            expected.append((block.line + offset + int(below or 0), name))
    assert expected, "a wrong example says what is wrong with it"
    if block.mark == "wrong whole":
        analysis = pages.alone(pages.source(block))
    else:
        analysis = pages.with_the_game(pages.source(*pages.blocks(block.section, "", "effects", "values"), block))
    assert sorted((d.span.line, d.name) for d in analysis.diagnostics) == sorted(expected), pages.told(analysis)


def test_each_mark_on_a_block_is_one_that_the_page_explains() -> None:
    marks = dict.fromkeys(f"chrono {b.mark}".strip() for b in pages.language().blocks if b.language == "chrono")
    for mark in marks:
        assert "whole" in mark or f"| `{mark}` |" in pages.language().text, mark


# ------------------------------------------------------------------ the examples are enough


def everything() -> list[str]:
    """All examples, fragments with what is put around them."""
    parts = [pages.source(*pages.blocks(section, "", "effects", "values")) for section in CHAPTERS]
    return [*parts, *(pages.source(block) for block in (*WHOLE, *WRONG))]


def test_every_rule_of_the_grammar_is_used_by_an_example(monkeypatch: pytest.MonkeyPatch) -> None:
    used: dict[str, None] = {}

    def watched(rule: str, builder: Any) -> Any:
        def run(*arguments: Any) -> Any:
            used[rule] = None
            return builder(*arguments)

        return run

    for register in (build.NODES, build.PARTS):
        for rule, builder in list(register.items()):
            monkeypatch.setitem(register, rule, watched(rule, builder))
    loop.loop.cache_clear()
    try:
        for text in everything():
            parser.parse_text(text, "docs/language.md")
    finally:
        loop.loop.cache_clear()
    assert sorted({*build.NODES, *build.PARTS} - set(used) - DOORS) == [], (
        "rules without an example in docs/language.md"
    )


def nodes(value: object) -> Iterator[object]:
    if isinstance(value, tuple):
        for item in value:
            yield from nodes(item)
    elif is_dataclass(value) and not isinstance(value, type):
        yield value
        for part in fields(value):
            yield from nodes(getattr(value, part.name))


def test_every_class_of_the_tree_is_made_by_an_example() -> None:
    known = [name for name, cls in vars(tree).items() if inspect.isclass(cls) and is_dataclass(cls)]
    found = {type(n).__name__ for text in everything() for n in nodes(parser.parse_text(text, "x")[0])}
    assert sorted(set(known) - found - NO_CONSTRUCT) == []


def test_every_verb_of_the_kernel_is_said_in_an_example() -> None:
    said: dict[str, None] = {}
    for text in everything():
        for n in nodes(parser.parse_text(text, "x")[0]):
            if isinstance(n, tree.Sentence):
                said[n.verb.casefold().replace(" ", "_")] = None
    assert [verb for verb in kernel.VERBS if verb not in said] == []


# ------------------------------------------------------------------ every word has a line


def fixed_words() -> list[str]:
    """The words that `names.fixed_word` knows, read from its `match`."""
    found = []
    for n in ast.walk(ast.parse(inspect.getsource(names.fixed_word))):
        if isinstance(n, ast.MatchValue) and isinstance(n.value, ast.Constant):
            found.append(str(n.value.value))
    return found


WORDS = {
    "built-in functions": [*calls.BUILT_IN, *calls.FOLDED, *builtins.BUILT_INS],
    "verbs of the kernel": list(kernel.VERBS),
    "fixed words": [*fixed_words(), *names.FLAGS],
    "how zones are seen": [*collect.SEEN, collect.PEEK],
    "types": [*written.SIMPLE, *written.WORDS],
    "clauses of every card": list(kinds.COMMON),
    "kept words": [word for word, terminal in words.KEYWORDS.items() if terminal in words.RESERVED],
    "other words": list(words.KEYWORDS),
    "words that belong together": [" ".join(group) for found in words.PHRASES.values() for group, _ in found],
}


@pytest.mark.parametrize("sort", WORDS)
def test_every_word_of_the_language_has_a_line(sort: str) -> None:
    assert len(WORDS[sort]) > 2
    quoted = pages.language().quoted
    missing = [w for w in WORDS[sort] if w not in quoted and not any(w.replace("_", " ") in code for code in quoted)]
    assert missing == [], f"{sort} that docs/language.md does not mention"


def test_the_list_of_kept_words_is_exact() -> None:
    chapter = pages.language().text.split("\n## Kept words\n")[1]
    _, kept, free, together = re.split(r"\nThese .*:\n", chapter)
    reserved = {word for word, terminal in words.KEYWORDS.items() if terminal in words.RESERVED}
    assert sorted(re.findall(r"`(\w+)`", kept)) == sorted(reserved)
    assert sorted(re.findall(r"`(\w+)`", free)) == sorted(set(words.KEYWORDS) - reserved)
    assert re.findall(r"`([\w ]+)`", together) == WORDS["words that belong together"]


def test_links_within_the_page_lead_to_a_heading() -> None:
    anchors = [anchor(heading) for heading in pages.language().headings]
    targets = re.findall(r"\]\(#([^)]*)\)", pages.language().prose)
    assert targets and [target for target in targets if target not in anchors] == []
