"""Every scenario of both editions holds."""

from __future__ import annotations

from functools import cache

import pytest

from chronoc.analyse import Analysis, analyse
from chronoc.scenario.suite import play, told
from chronoc.variant import Sources, read_sources
from tests.chrononauts.compiled import FIRST, LATER

FILES = {
    LATER: "actions collapse gadgets memo order patches sample timeline timewarps turn winning".split(),
    FIRST: ["edition"],
}


@cache
def analysed(variant: str) -> tuple[Sources, Analysis]:
    sources = read_sources(variant)
    return sources, analyse(sources.sets, sources.variant)


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


@pytest.mark.parametrize("variant", [LATER, FIRST])
def test_no_file_of_scenarios_is_forgotten(variant: str) -> None:
    _, analysis = analysed(variant)
    found = {item.file for item in told(analysis) if item.file.startswith(f"{variant}/")}
    assert found == {f"{variant}/scenarios/{name}.chrono" for name in FILES[variant]}


def test_there_are_at_least_sixty() -> None:
    _, analysis = analysed(LATER)
    assert len(told(analysis)) >= 60
