"""Every scenario holds, and every question of the rulebook page and every numbered case of the facts is one of them."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from chronoc.scenario.suite import play, told
from tests.khronos.compiled import FOLDER, NAME, analysed

FILES = "conflicts income ripples turn".split()
PAGE = Path(__file__).parents[2] / "docs/games/khronos.md"
QUESTIONS = range(1, 14)
NUMBERED = "01 02 03 05a 06 07 08 10 12 13 14 16 17 18".split()


@pytest.mark.parametrize("name", FILES)
def test_scenarios(name: str) -> None:
    sources, analysis = analysed()
    wanted = [item for item in told(analysis) if item.file == f"{NAME}/scenarios/{name}.chrono"]
    assert wanted
    failed = [
        f"{o.place.file}:{o.place.line} {o.title}: {o.message} (expected {o.expected}, found {o.found})"
        for o in play(analysis, wanted, sources.reading.texts)
        if not o.ok
    ]
    assert not failed, "\n".join(failed)


def test_no_file_no_question_and_no_numbered_case_is_forgotten() -> None:
    items = told(analysed()[1])
    assert {Path(item.file).stem for item in items} == {*FILES} <= {path.stem for path in FOLDER.glob("scenarios/*")}
    titles = [item.scenario.title for item in items]
    marks = {mark for title in titles for mark in re.findall(r"\b(?:Q\d+|KH-\w+)\b", title)}
    assert [n for n in QUESTIONS if f"Q{n}" not in marks] == []
    assert [n for n in NUMBERED if f"KH-{n}" not in marks] == []


def test_the_page_names_scenarios_that_exist() -> None:
    titles = {(Path(item.file).stem, item.scenario.title) for item in told(analysed()[1])}
    page = re.sub(r"\s+", " ", PAGE.read_text(encoding="utf-8"))
    named = re.findall(r"`(" + "|".join(FILES) + r"): ([^`]+)`", page)
    assert len(named) > 40
    for file, words in named:
        start = words.removesuffix("…").rstrip().replace("…", "...")
        if words.endswith("…"):  # the beginning of a title
            assert any(stem == file and title.startswith(start) for stem, title in titles), (file, words)
        else:
            assert (file, start) in titles, (file, words)
