"""The tests of this folder speak of the machinery, not of single rules: all but one rule are silent, and
that one looks always."""

from __future__ import annotations

from dataclasses import replace

import pytest

from chronoc.check import registry


@pytest.fixture(autouse=True)
def one_rule(monkeypatch: pytest.MonkeyPatch) -> None:
    for name, rule in registry.rules().items():
        change = {"needs": "program"} if name == "unused-option" else {"check": lambda ctx: iter(())}
        monkeypatch.setitem(registry.RULES, name, replace(rule, **change))  # type: ignore[arg-type]
