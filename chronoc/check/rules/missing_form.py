"""missing-form"""

from __future__ import annotations

from collections.abc import Iterator

from chronoc.check.context import Context
from chronoc.check.registry import rule
from chronoc.diagnostics import Diagnostic


@rule("missing-form", "error", "text", "table")
def check(ctx: Context) -> Iterator[Diagnostic]:
    """A translation that lacks a form which its language needs."""
    yield from ctx.texts_named("missing-form")
