"""Every scenario of the set and of the game for one holds."""

from __future__ import annotations

import pytest

from chronoc.scenario.suite import play, told
from tests.talespin.compiled import NAME, SOLO, analysed

FILES = {NAME: "cards cargo chain dogfight setup timing turn".split(), SOLO: ["solo"]}
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
