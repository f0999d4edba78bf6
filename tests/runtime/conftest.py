"""Modules that play out decisions run twice: with the interpreter's shortcuts, and the plain way that is their meaning."""

from __future__ import annotations

import pytest

from tests.runtime import build

TWICE = ("test_choices", "test_windows", "test_rules", "test_phases", "test_knowledge")


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    if metafunc.module.__name__.rsplit(".", 1)[-1] in TWICE:
        metafunc.fixturenames.append("way")
        metafunc.parametrize("way", [True, False], indirect=True, ids=["fast", "plain"])


@pytest.fixture
def way(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(build, "FAST", request.param)
