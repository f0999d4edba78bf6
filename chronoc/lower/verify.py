"""Checks that need the whole program."""

from __future__ import annotations

from typing import Any

from chronoc.lower.lowering import Lowering


def verify(low: Lowering, table: dict[str, Any]) -> None:
    """All of them."""
