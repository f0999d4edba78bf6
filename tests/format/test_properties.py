"""However a text is laid out, its one form says the same, keeps its comments, and stays as it is the next time."""

from __future__ import annotations

import random

from hypothesis import HealthCheck, Phase, assume, given, settings
from hypothesis import strategies as st

from chronoc.format import format_bytes, format_text
from chronoc.format.read import Read, read
from chronoc.format.trees import same
from chronoc.syntax.lexer import lex
from tests.format.texts import comments, essence, pieces

#: No shrinking: a number says which text and which dress, a smaller number is no simpler case.
QUIET = settings(
    max_examples=80, deadline=None, derandomize=True, phases=(Phase.generate,), suppress_health_check=list(HealthCheck)
)
SIGNS = ("_COMMA", "_COLON", "_LBRACE", "_RBRACE", "SEMI", "EQ")
SOUP = """kind card "x" { } ( ) : ; , x2 1 - play if ' “ else to f = a \"\"\" · ≠""".split(" ")
PRIMES = "'’′ʼ´"
QUOTES = ('""', "“”", "„“", "«»")


def disordered(text: str, found: Read, chance: random.Random) -> str:
    """The same words in another dress: other gaps, marks, quotes, cases, empty lines, and comments here and there."""
    out: list[str] = []
    at = 0
    for token in found.tokens:
        gap = text[at : token.start]
        at = token.end
        fact = found.facts.get(token.start)
        if gap and chance.random() < 0.3:
            gap = chance.choice((" ", "  ", "   ", "      ", "\t", "\u00a0"))
        elif (
            not gap and token.kind in ("_COMMA", "_COLON", "_LBRACE", "_RBRACE", "SEMI", "EQ") and chance.random() < 0.3
        ):
            gap = chance.choice((" ", "  "))
        out.append(gap)
        written = token.text
        if token.kind == "PRIMED":
            written = written[:-1] + chance.choice(PRIMES)
        elif token.kind == "STRING" and '"' not in written[1:-1] and "\\" not in written and chance.random() < 0.3:
            left, right = chance.choice(QUOTES)
            if not any(sign in written[1:-1] for sign in "“”„«»"):
                written = left + written[1:-1] + right
        elif fact is not None and fact.keyword and chance.random() < 0.3:
            written = written.upper()
        elif token.kind == "EOL" and chance.random() < 0.2:
            written = chance.choice(("  \n", "\n\n", "\n \n\n", " # said\n", "\n  # said\n", "\r\n"))
            if "#" in written and out and "#" in "".join(out[-2:]):
                written = "\n"
        out.append(written)
    return "".join(out)


@QUIET
@given(st.integers(0, 10**6), st.integers(0, 10**6))
def test_another_dress_says_the_same(which: int, seed: int) -> None:
    text = pieces()[which % len(pieces())]
    found = read(text, "part")
    dressed = disordered(text, found, random.Random(seed))
    again = read(dressed, "part")
    assume(again.sound)
    made = format_text(dressed, "part").text
    assert made is not None
    assert same(again.tree, read(made, "part").tree)
    assert comments(made) == comments(dressed)
    assert essence(made) == essence(dressed)
    assert format_text(made, "part").text == made
    assert not made or (made.endswith("\n") and not made.startswith("\n"))
    assert "\t" not in made or "\t" in "".join(t.text for t in lex(dressed))
    assert "\n\n\n" not in made.replace("\r", "")


@QUIET
@given(st.integers(0, 10**6))
def test_only_spaces_differ_only_spaces_change(which: int) -> None:
    """Of a text whose lines all begin at the margin, every line is set in anew."""
    text = pieces()[which % len(pieces())]
    flat = "\n".join(line.strip() for line in text.split("\n"))
    found = read(flat, "part")
    assume(found.sound and '"""' not in flat)
    made = format_text(flat, "part").text
    assert made is not None and essence(made) == essence(text)
    depth = 0
    for line in made.split("\n"):
        signs = [token.kind for token in lex(line) if token.kind != "COMMENT"]
        if not signs:
            continue
        indent = len(line) - len(line.lstrip(" "))
        assert indent % 2 == 0
        if signs[0] == "_RBRACE":
            assert indent <= 2 * depth
        depth += signs.count("_LBRACE") - signs.count("_RBRACE")


@QUIET
@given(st.lists(st.sampled_from([*SOUP, " ", "\t", "\n", "\r\n", "# c", "\ufeff", "\x1c"]), max_size=40))
def test_no_text_brings_it_down(words: list[str]) -> None:
    text = "".join(words)
    made = format_bytes(text.encode("utf-8"), "soup")
    if made.text is None:
        assert any(item.severity == "error" for item in made.diagnostics)
    else:
        assert format_text(made.text, "soup").text == made.text
        assert essence(made.text) == essence(text.removeprefix("\ufeff"))
