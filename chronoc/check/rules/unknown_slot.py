"""unknown-slot"""

from __future__ import annotations

from collections.abc import Iterator

from chronoc.check.context import Context
from chronoc.check.registry import rule
from chronoc.diagnostics import Diagnostic


@rule("unknown-slot", "error", "text", "table")
def check(ctx: Context) -> Iterator[Diagnostic]:
    """A translation with a slot, a case or a word that is not there."""
    yield from ctx.texts_named("unknown-slot")
