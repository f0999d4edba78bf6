"""Modules that play out decisions run twice: with the interpreter's shortcuts, and the plain way that is their
meaning."""

from __future__ import annotations

import pytest

from tests.runtime import build

TWICE = ("test_choices", "test_windows", "test_rules", "test_phases", "test_knowledge")


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    if metafunc.module.__name__.rsplit(".", 1)[-1] in TWICE:
        metafunc.parametrize("way", [True, False], indirect=True, ids=["fast", "plain"])


@pytest.fixture(autouse=True)
def way(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> bool:
    """Are the shortcuts used? (Asked for by every test here, so that it is set before the test.)"""
    fast: bool = getattr(request, "param", True)
    monkeypatch.setattr(build, "FAST", fast)
    return fast
