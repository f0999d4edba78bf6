"""From a program to its rule table."""

from __future__ import annotations

from typing import Any

from chronoc.lower.lowering import Lowering
from chronoc.lower.table import build, start, unknown_options
from chronoc.model.symbols import Program

__all__ = ["Lowering", "lower"]


def lower(program: Program) -> dict[str, Any]:
    """The rule table of a program, without `hash`. What is wrong is added to `program.findings`; then the table must
    not be used."""
    return lowered(program)[1]


def lowered(program: Program) -> tuple[Lowering, dict[str, Any]]:
    """The same with what is needed to compile more code in its context."""
    low = start(program)
    unknown_options(low)
    return low, build(low)
