"""The tests of this folder speak of the machinery, not of single rules: all but one rule are silent."""

from __future__ import annotations

from dataclasses import replace

import pytest

from chronoc.check import registry


@pytest.fixture(autouse=True)
def one_rule(monkeypatch: pytest.MonkeyPatch) -> None:
    for name, rule in registry.rules().items():
        if name != "unused-option":
            monkeypatch.setitem(registry.RULES, name, replace(rule, check=lambda ctx: iter(())))
