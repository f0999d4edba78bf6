"""Shipped files are found inside the package (a wheel) and beside it (a source tree, an editable install)."""

from __future__ import annotations

from pathlib import Path

import pytest

from chronoc import resources


def test_in_a_source_tree() -> None:
    assert resources.grammar("variant.schema.json").is_file() and "chrononauts" in resources.shipped()


def test_in_a_wheel(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "chronoc" / "cards" / "lamps").mkdir(parents=True)
    (tmp_path / "cards" / "other").mkdir(parents=True)
    monkeypatch.setattr(resources, "PACKAGE", tmp_path / "chronoc")
    assert resources.shipped() == ["lamps"] and resources.folder("cards") == tmp_path / "chronoc" / "cards"


def test_nothing_shipped(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(resources, "PACKAGE", tmp_path / "chronoc")
    assert resources.shipped() == []
