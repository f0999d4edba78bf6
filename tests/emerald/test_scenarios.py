"""Every scenario holds, and every example of the rulebook page is one of them."""

from __future__ import annotations

import re

import pytest

from chronoc.scenario.suite import play, told
from tests.emerald.compiled import FOLDER, NAME, analysed

FILES = sorted(path.stem for path in (FOLDER / "scenarios").glob("*.chrono"))
EXAMPLES = "01 02 03 04 05 07 08 09 11 12 13 15 16 19".split()


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


def test_every_example_of_the_sources_is_told() -> None:
    titles = "\n".join(item.scenario.title for item in told(analysed()[1]))
    assert re.findall(r"(?m)^EM-(\d\d)", titles) and [n for n in EXAMPLES if f"EM-{n} " not in titles] == []
    assert len(told(analysed()[1])) > 70
