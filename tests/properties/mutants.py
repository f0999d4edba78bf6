"""Single changes of a card file: every keyword, number and mark of the other side, each changed on its own.

python -m tests.properties.mutants [SET] [STRIDE]     lists the changes that nothing notices
"""

from __future__ import annotations

import dataclasses
import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from chronoc.analyse import analyse
from chronoc.commands.check import unlaid
from chronoc.model.sources import SourceSet
from chronoc.syntax.lexer import lex
from chronoc.syntax.parser import parse_bytes
from chronoc.syntax.words import KEYWORDS
from chronoc.variant import Sources, read_sources

#: For a word another that could stand there, so that a change of meaning is tried besides a fault of grammar.
OPPOSITE = {
    "and": "or", "or": "and", "if": "when", "when": "if", "any": "all", "all": "any", "yes": "no", "no": "yes", "none": "all",
    "top": "bottom", "is": "in", "in": "is", "to": "from", "from": "to", "choose": "take", "take": "choose", "may": "can",
    "not": "the", "open": "hidden", "pile": "list", "list": "pile", "turn": "setup", "once": "at", "each": "all", "by": "of",
    "of": "by", "for": "each", "while": "until", "until": "while", "others": "players", "you": "others", "left": "right",
    "win": "lose", "lose": "win",
}  # fmt: skip
#: Words that may be left out where nothing else could be meant: `after phase night`, `whenever any c in …`.
CLEARER = {"after": ("phase", "action"), "of": ("phase", "action"), "whenever": ("any",)}
MARKS = "'’′`´"


@dataclass(frozen=True)
class Mutant:
    """`text` in place of what stands between `start` and `end` (characters) of a file."""

    file: str
    line: int
    start: int
    end: int
    old: str
    text: str

    def __str__(self) -> str:
        return f"{self.file}:{self.line}: {self.old!r} -> {self.text!r}"

    def apply(self, text: str) -> str:
        return text[: self.start] + self.text + text[self.end :]


def mutants(file: str, text: str) -> Iterator[Mutant]:
    before = ""
    for token in lex(text):
        if token.kind in ("COMMENT", "EOL", "STRING"):
            continue
        for new in changed(token.text):
            if new or token.text.lower() not in CLEARER.get(before, ()):
                yield Mutant(file, token.line, token.start, token.end, token.text, new)
        before = token.text.lower()


def changed(word: str) -> list[str]:
    bare = word.rstrip(MARKS)
    if bare != word:
        return [bare]
    if word.isdecimal():
        return [str(int(word) + 1), *([word + "'"] if len(word) == 4 else [])]
    low = word.lower()
    if low in OPPOSITE or low in KEYWORDS:
        return ["", *([OPPOSITE[low]] if low in OPPOSITE else []), low + "x"]
    return []


class Bench:
    """A set whose files are parsed once; a changed file is parsed alone."""

    def __init__(self, where: str) -> None:
        self.sources: Sources = read_sources(where)
        self.sets = [
            dataclasses.replace(one, trees={path: parse_bytes(data, path)[0] for path, data in one.files})
            for one in self.sources.sets
        ]
        self.hash: str | None = None
        self.hash = self.of(self.sets)
        assert self.hash is not None

    def of(self, sets: Sequence[SourceSet]) -> str | None:
        """The hash of the rule table, or None where something was found."""
        result = analyse(sets, self.sources.variant)
        if result.diagnostics or result.table is None:
            return None
        hash_ = str(result.table["hash"])
        return None if hash_ == self.hash and unlaid(result) else hash_

    def texts(self) -> dict[str, str]:
        """The files that hold cards and rules, no scenarios."""
        found = {path: data.decode() for one in self.sources.sets for path, data in one.files}
        return {path: text for path, text in found.items() if "/scenarios/" not in path}

    def notices(self, mutant: Mutant) -> bool:
        """Is the change a finding, or another rule table?"""
        sets: list[SourceSet] = []
        for one in self.sets:
            data = dict(one.files)
            if mutant.file in data:
                data[mutant.file] = mutant.apply(data[mutant.file].decode()).encode()
                trees = {path: tree for path, tree in one.trees.items() if path != mutant.file}
                one = dataclasses.replace(one, files=tuple(data.items()), trees=trees)
            sets.append(one)
        return self.of(sets) != self.hash


def survivors(where: str, stride: int = 1, first: int = 0) -> list[Mutant]:
    bench = Bench(where)
    every = [mutant for file, text in bench.texts().items() for mutant in mutants(file, text)]
    return [mutant for mutant in every[first::stride] if not bench.notices(mutant)]


if __name__ == "__main__":
    words = [*sys.argv[1:], "cards/chrononauts", "1"]
    for left in survivors(words[0], int(words[1]) if len(sys.argv) > 2 else 1):
        print(left)
