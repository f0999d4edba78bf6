"""Four whole games on paper: every file is read without a finding, and every place in the tree is right."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterator
from pathlib import Path

import pytest

from chronoc.syntax import tree
from chronoc.syntax.lexer import lex, source_of
from chronoc.syntax.parser import parse_text
from tests.syntax.faults import CORPUS, shape

IDS = [path.stem for path in CORPUS]


def nodes(value: object) -> Iterator[tuple[object, tree.Span]]:
    if isinstance(value, tuple):
        for part in value:
            yield from nodes(part)
    elif dataclasses.is_dataclass(value) and not isinstance(value, tree.Span):
        span = getattr(value, "span", None)
        if span is not None:
            yield value, span
        for field in dataclasses.fields(value):
            part = getattr(value, field.name)
            if isinstance(part, tree.Span) and field.name != "span":
                yield value, part
            else:
                yield from nodes(part)


def place(text: str, offset: int) -> tuple[int, int]:
    return text.count("\n", 0, offset) + 1, offset - (text.rfind("\n", 0, offset) + 1) + 1


@pytest.mark.parametrize("path", CORPUS, ids=IDS)
def test_read_whole(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    file, found = parse_text(text, str(path))
    assert not found
    assert len(file.items) > 10


@pytest.mark.parametrize("path", CORPUS, ids=IDS)
def test_places(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    file, _ = parse_text(text, str(path))
    for node, span in nodes(file.items):
        assert 0 <= span.start < span.end <= len(text), node
        assert (span.line, span.column) == place(text, span.start), node
        assert (span.end_line, span.end_column) == place(text, span.end), node
        if isinstance(node, tree.Name) and span is node.span and " " not in node.name:
            written = text[span.start : span.end]
            assert node.name in (written, {"true": "yes", "false": "no"}.get(written.lower()))


@pytest.mark.parametrize("path", CORPUS, ids=IDS)
def test_source_comes_back_from_tokens_and_gaps(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    for variant in (
        text,
        text.replace("\n", "\r\n"),
        "\ufeff" + text,
        text.replace("  ", "\t"),
        text.replace(" ", "\u00a0"),
    ):
        tokens = lex(variant)
        assert source_of(variant, tokens) == variant
        assert all(not gap.strip().strip("\ufeff") for gap in gaps(variant, tokens))


def gaps(text: str, tokens: list) -> Iterator[str]:  # type: ignore[type-arg]
    at = 0
    for token in tokens:
        yield text[at : token.start]
        at = token.end
    yield text[at:]


@pytest.mark.parametrize("path", CORPUS, ids=IDS)
def test_the_way_of_writing_does_not_matter(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    plain = shape(parse_text(text, "x")[0].items)
    for variant in (
        text.replace("\n", "\r\n"),
        text.replace("\n", "\r"),
        "\ufeff" + text,
        text.replace("  ", "\t") if '"""' not in text else text,
        text.rstrip("\n"),
        text + "\n\n# end",
        text.replace("\n", "   # said\n") if '"""' not in text else text,
    ):
        file, found = parse_text(variant, "x")
        assert not found
        assert shape(file.items) == plain
