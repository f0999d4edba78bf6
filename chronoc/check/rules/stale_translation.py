"""stale-translation"""

from __future__ import annotations

from collections.abc import Iterator

from chronoc.check.context import Context
from chronoc.check.registry import rule
from chronoc.diagnostics import Diagnostic


@rule("stale-translation", "warning", "text", "table")
def check(ctx: Context) -> Iterator[Diagnostic]:
    """A translation of something that the sources no longer say."""
    yield from ctx.texts_named("stale-translation")
