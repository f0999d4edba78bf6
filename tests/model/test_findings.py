"""Each fault gives its finding, at its place, and no other."""

from __future__ import annotations

import pytest

from tests.model.cases import HERE, Case, analysed, cases, found, told

ALL = [(path.stem, case) for path in sorted((HERE / "findings").glob("*.chrono")) for case in cases(path)]


@pytest.mark.parametrize(("file", "case"), ALL, ids=[f"{file}: {case.title}" for file, case in ALL])
def test_findings(file: str, case: Case) -> None:
    analysis = analysed(case.source)
    assert found(analysis) == case.expected, told(analysis)
    assert all(d.span.file == "b.chrono" for d in analysis.diagnostics)


def test_prelude_is_sound() -> None:
    analysis = analysed("")
    assert not analysis.diagnostics, told(analysis)
    assert analysis.table is not None
