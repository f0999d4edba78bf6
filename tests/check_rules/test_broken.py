"""`examples/broken`: one mistake of every kind that a rule looks for; `examples/broken-words`: one of every kind that keeps a set
from being built; `examples/broken-sets`: signs and letters, and sets that do not go together. Each is found once, at its place,
and nothing else."""

from __future__ import annotations

from pathlib import Path

import pytest

from chronoc.analyse import analyse
from chronoc.check.registry import rules
from chronoc.check.run import run
from chronoc.diagnostics import Diagnostic
from chronoc.variant import read_sources

FOLDER = Path(__file__).parents[2] / "examples" / "broken"

#: File, line, column, rule.
PLANTED = [
    ("conditions.chrono", 4, 41, "always-true"),
    ("conditions.chrono", 6, 45, "never-true"),
    ("conditions.chrono", 8, 48, "repeated-part"),
    ("conditions.chrono", 11, 40, "implied-part"),
    ("conditions.chrono", 16, 50, "redundant-part"),
    ("conditions.chrono", 29, 28, "not-the-other-side"),
    ("conditions.chrono", 32, 36, "out-of-range"),
    ("data.chrono", 6, 33, "out-of-order"),
    ("data.chrono", 10, 31, "empty-cell"),
    ("data.chrono", 14, 6, "near-titles"),
    ("data.chrono", 17, 6, "look-alike-titles"),
    ("data.chrono", 19, 12, "invisible-letter"),
    ("data.chrono", 22, 21, "decomposed-letters"),
    ("data.chrono", 26, 8, "same-card"),
    ("data.chrono", 28, 35, "reused-name"),
    ("effects.chrono", 4, 44, "unreachable-statement"),
    ("effects.chrono", 8, 26, "empty-zone"),
    ("effects.chrono", 11, 45, "no-target"),
    ("effects.chrono", 14, 32, "too-few-to-choose"),
    ("effects.chrono", 18, 28, "rules-in-circles"),
    ("effects.chrono", 21, 29, "told-secret"),
    ("effects.chrono", 24, 38, "idle-limit"),
    ("effects.chrono", 28, 39, "costly-test-first"),
    ("en.po", 2, 1, "stale-translation"),
    ("en.po", 7, 1, "unknown-slot"),
    ("en.po", 12, 1, "missing-form"),
    ("goals.chrono", 7, 25, "unreachable-goal"),
    ("goals.chrono", 9, 27, "reached-at-start"),
    ("goals.chrono", 18, 22, "same-goal"),
    ("goals.chrono", 20, 27, "implied-goal"),
    ("goals.chrono", 24, 27, "exclusive-goals"),
    ("texts.chrono", 10, 3, "text-number-differs"),
    ("texts.chrono", 16, 3, "text-name-differs"),
    ("texts.chrono", 23, 3, "text-mark-differs"),
    ("texts.chrono", 29, 3, "override-without-reason"),
    ("unused.chrono", 3, 13, "unused-option"),
    ("unused.chrono", 4, 17, "unused-variable"),
    ("unused.chrono", 5, 5, "unused-tag"),
    ("unused.chrono", 6, 6, "unused-zone"),
    ("unused.chrono", 7, 6, "unused-kind"),
    ("unused.chrono", 8, 20, "unused-clause"),
    ("unused.chrono", 9, 8, "unused-definition"),
    ("unused.chrono", 10, 4, "unused-verb"),
    ("unused.chrono", 11, 8, "unused-action"),
    ("unused.chrono", 12, 7, "unused-phase"),
    ("unused.chrono", 13, 8, "unused-window"),
    ("unused.chrono", 17, 1, "idle-override"),
    ("variant.yaml", 6, 11, "idle-setting"),
    ("variant.yaml", 8, 3, "left-out-card"),
    ("variant.yaml", 9, 3, "too-many-wanted"),
    ("xx.po", 1, 1, "bad-catalogue"),
]


#: What keeps a set from being built, so that no rule could look further.
WORDS = [
    ("rules.chrono", 4, 11, "wrong-count"),
    ("variant.yaml", 7, 3, "wrong-count"),
    ("variant.yaml", 8, 3, "unknown-name"),
    ("variant.yaml", 10, 3, "unknown-card"),
    ("words.chrono", 4, 48, "unknown-card"),
    ("words.chrono", 6, 32, "same-cell"),
    ("words.chrono", 8, 22, "doubled-name"),
    ("words.chrono", 10, 50, "one-sided"),
    ("words.chrono", 12, 50, "one-sided"),
    ("words.chrono", 14, 1, "doubled-name"),
    ("words.chrono", 17, 1, "case-only-difference"),
    ("words.chrono", 19, 26, "unknown-field"),
    ("words.chrono", 21, 30, "wrong-type"),
    ("words.chrono", 23, 26, "wrong-count"),
    ("words.chrono", 25, 1, "unknown-kind"),
    ("words.chrono", 27, 22, "unknown-name"),
    ("words.chrono", 29, 1, "cyclic-definition"),
    ("words.chrono", 32, 29, "unknown-name"),
    ("words.chrono", 34, 10, "nothing-to-change"),
    ("words.chrono", 36, 32, "doubled-name"),
]


#: Sets that do not go together, and what a reader stumbles over. Each folder is a variant of its own.
SETS = {
    "brighter": [],
    "clash": [("rules.chrono", 5, 1, "clashing-change")],
    "dimmer": [],
    "lamps": [],
    "letters": [
        ("cards.chrono", 5, 8, "reserved-word"),
        ("cards.chrono", 8, 6, "mixed-letters"),
        ("cards.chrono", 10, 1, "misspelt-word"),
        ("cards.chrono", 12, 15, "loose-statement"),
        ("cards.chrono", 14, 21, "missing-sign"),
        ("cards.chrono", 17, 27, "surplus-sign"),
        ("cards.chrono", 19, 22, "bad-number"),
        ("cards.chrono", 21, 24, "unknown-sign"),
        ("cards.chrono", 25, 9, "unclosed-text"),
        ("cards.chrono", 29, 24, "unclosed-brace"),
    ],
    "lonely": [("rules.chrono", 2, 1, "missing-set")],
    "nowhere": [("variant.yaml", 6, 5, "unknown-set")],
    "wishes": [
        ("variant.yaml", 5, 1, "wrong-count"),
        ("variant.yaml", 7, 3, "wrong-type"),
        ("variant.yaml", 8, 3, "unknown-name"),
        ("variant.yaml", 9, 1, "variant-key"),
    ],
}


def found(folder: Path = FOLDER) -> list[Diagnostic]:
    sources = read_sources(str(folder))
    analysis = analyse(sources.sets, sources.variant)
    return [*sources.diagnostics, *analysis.diagnostics, *run(analysis, sources.reading.texts)]


def test_every_mistake_is_found_once_and_nothing_else() -> None:
    places = [(d.span.file.rsplit("/", 1)[-1], d.span.line, d.span.column, d.name) for d in found()]
    assert sorted(places) == PLANTED


#: A language of which one word is missing takes all other words; the page of the rule has one.
ELSEWHERE = ["missing-translation"]


def test_every_rule_has_a_mistake_there() -> None:
    names = [name for *_, name in PLANTED]
    assert sorted([*names, *ELSEWHERE]) == sorted(rules()), "plant a mistake for each rule, one"


def test_every_mistake_is_pointed_at() -> None:
    """Above a planted mistake, or behind it, a comment says so; in `unused.chrono` one comment stands for all."""
    for file, line, _, name in PLANTED:
        lines = next(FOLDER.rglob(file)).read_text(encoding="utf-8").split("\n")
        near = [*reversed(lines[:line]), ""]
        above = next(text for text in near if text.lstrip().startswith("# ") or not text)
        assert file == "unused.chrono" or "planted" in lines[line - 1] or "planted" in above, (file, line, name)


def test_every_error_is_found_once_and_nothing_else() -> None:
    places = [
        (d.span.file.rsplit("/", 1)[-1], d.span.line, d.span.column, d.name)
        for d in found(FOLDER.parent / "broken-words")
    ]
    assert sorted(places) == WORDS
    planted = [
        line
        for path in (FOLDER.parent / "broken-words").iterdir()
        for line in path.read_text(encoding="utf-8").split("\n")
        if "# planted:" in line
    ]
    assert len(planted) == len(WORDS)


@pytest.mark.parametrize("name", SETS)
def test_what_does_not_go_together_is_found_once_and_nothing_else(name: str) -> None:
    places = [
        (d.span.file.rsplit("/", 1)[-1], d.span.line, d.span.column, d.name)
        for d in found(FOLDER.parent / "broken-sets" / name)
    ]
    assert sorted(places) == SETS[name]


def test_every_folder_of_sets_is_looked_at_and_every_mistake_pointed_at() -> None:
    folder = FOLDER.parent / "broken-sets"
    assert sorted(path.name for path in folder.iterdir()) == sorted(SETS)
    planted = [
        line
        for path in sorted(folder.rglob("*.*"))
        for line in path.read_text(encoding="utf-8").split("\n")
        if "# planted:" in line
    ]
    assert len(planted) == sum(map(len, SETS.values()))
