"""Every scenario of the set and of the game for one holds."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from chronoc.scenario.suite import play, told
from tests.talespin.compiled import NAME, SOLO, analysed

FILES = {NAME: "cards cargo chain dogfight setup timing turn".split(), SOLO: ["solo"]}
PAGE = Path(__file__).parents[2] / "docs/games/talespin.md"
#: The numbered cases of the facts, as they are called in the files.
NUMBERED = {
    NAME: (1, 2, 3, 4, 6, 7, 8, 9, 11, 12, 13, 15, 16, 17, 19, 20, 21, 22),
    SOLO: (23, 25),
}


@pytest.mark.parametrize(("variant", "name"), [(v, name) for v, names in FILES.items() for name in names])
def test_scenarios(variant: str, name: str) -> None:
    sources, analysis = analysed(variant)
    wanted = [item for item in told(analysis) if item.file == f"{variant}/scenarios/{name}.chrono"]
    assert wanted, f"{name}.chrono holds no scenario"
    failed = [
        f"{o.place.file}:{o.place.line} {o.title}: {o.message} (expected {o.expected}, found {o.found})"
        for o in play(analysis, wanted, sources.reading.texts)
        if not o.ok
    ]
    assert not failed, "\n".join(failed)


@pytest.mark.parametrize("variant", [NAME, SOLO])
def test_no_file_and_no_numbered_case_is_forgotten(variant: str) -> None:
    _, analysis = analysed(variant)
    mine = [item for item in told(analysis) if item.file.startswith(f"{variant}/")]
    assert {item.file for item in mine} == {f"{variant}/scenarios/{name}.chrono" for name in FILES[variant]}
    titles = [item.scenario.title for item in mine]
    for number in NUMBERED[variant]:
        assert any(title.startswith(f"TS-{number:02} ") for title in titles), number


def test_the_page_names_scenarios_that_exist() -> None:
    titles = {(Path(item.file).stem, item.scenario.title) for variant in FILES for item in told(analysed(variant)[1])}
    page = re.sub(r"\s+", " ", PAGE.read_text(encoding="utf-8")).replace("…", "...")
    named = re.findall(r"`(" + "|".join([*FILES[NAME], *FILES[SOLO]]) + r"): ([^`]+)`", page)
    assert len(named) > 40
    for file, words in named:
        if words.endswith(" ..."):  # the beginning of a title
            assert any(stem == file and title.startswith(words[:-4]) for stem, title in titles), (file, words)
        else:
            assert (file, words) in titles, (file, words)
