"""No game in the machine: no word that the sets under `cards/` bring along may appear in the code.

The words are those of names (kinds, fields, zones, verbs, cards …) and of titles. `general_words.txt` lists those that
are general and so may appear in code as well; a word is added there only after somebody asked whether the code could
say the same of a tower and a lamp.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
CODE = ("chronoc", "runtime", "grammar")
GENERAL = Path(__file__).with_name("general_words.txt")

_COMMENT_OR_TEXT = re.compile(r'"""(?s:.*?)"""|"[^"\n]*"|“[^”\n]*”|#[^\n]*')
_TITLE = re.compile(
    r"(?m)^[ \t]*(?!scenario\b)[\w-]+(?:[ \t]+[\w-]+)?[ \t]+"
    r'["“]([^"”\n]+)["”][ \t]*(?:x\d+[ \t]*)?(?:each player[ \t]*)?\{'
)
_PARTS = re.compile(r"[^\W\d_]+")


def words(text: str) -> Iterator[str]:
    """The words of a text or of names in it: `someName` and `some_name` are two words each."""
    for part in _PARTS.findall(re.sub(r"(?<=[a-z])(?=[A-Z])", " ", text)):
        if len(part) > 2:
            yield part.casefold()


def stem(word: str) -> str:
    """One spelling for a word and its regular plural."""
    if word.endswith("ies") and len(word) > 4:
        return word[:-3] + "y"
    if word.endswith(("ches", "shes", "xes", "sses")):
        return word[:-2]
    return word[:-1] if word.endswith("s") and not word.endswith("ss") else word


def game_words() -> dict[str, str]:
    """Each word of the sets, by its stem, with the file it comes from."""
    found: dict[str, str] = {}
    for path in sorted((ROOT / "cards").rglob("*.chrono")):
        text = path.read_text(encoding="utf-8")
        names = _COMMENT_OR_TEXT.sub(" ", text)
        for word in [*words(names), *(w for title in _TITLE.findall(text) for w in words(title))]:
            found.setdefault(stem(word), path.relative_to(ROOT).as_posix())
    return found


def general() -> list[str]:
    lines = GENERAL.read_text(encoding="utf-8").splitlines()
    return [word for line in lines for word in line.partition("#")[0].split()]


def code_words() -> dict[str, str]:
    """Each word of the code, by its stem, with one place where it stands."""
    found: dict[str, str] = {}
    for folder in CODE:
        for path in sorted((ROOT / folder).rglob("*")):
            if path.suffix not in (".py", ".lark", ".json", ".txt", ".md", ".html", ".js", ".css", ".toml"):
                continue
            if "cards" in path.relative_to(ROOT / folder).parts:
                continue
            for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
                for word in words(line):
                    found.setdefault(stem(word), f"{path.relative_to(ROOT).as_posix()}:{number}: {word}")
    return found


def test_no_game_in_the_machine() -> None:
    allowed = {stem(word) for word in general()}
    games = game_words()
    found = [
        f"{place} (comes from {games[word]})"
        for word, place in code_words().items()
        if word in games and word not in allowed
    ]
    assert found == []


def test_the_words_are_really_taken_from_the_sets() -> None:
    """The test above would also pass if no word were found."""
    games = game_words()
    for word in ("linchpin", "ripplepoint", "titanic", "timewarp", "gadget", "lisa"):
        assert word in games, word


def test_general_words_are_sorted_and_single() -> None:
    listed = general()
    assert listed == sorted(dict.fromkeys(listed))


@pytest.mark.parametrize(
    "text, found",
    [("drawTwo some_name x2", ["draw", "two", "some", "name"]), ("Überraschung’s", ["überraschung"]), ("at of", [])],
)
def test_words(text: str, found: list[str]) -> None:
    assert list(words(text)) == found


def test_stems() -> None:
    for pair in ("patch patches", "city cities", "box boxes", "lamp lamps", "class classes"):
        one, many = pair.split()
        assert stem(one) == stem(many) == one
