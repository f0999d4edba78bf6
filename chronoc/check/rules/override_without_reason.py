"""override-without-reason"""

from __future__ import annotations

from collections.abc import Iterator

from chronoc.check.context import Context
from chronoc.check.registry import rule
from chronoc.diagnostics import Diagnostic


@rule("override-without-reason", "error", "text", "table")
def check(ctx: Context) -> Iterator[Diagnostic]:
    """A hand-written text for which no reason is given."""
    yield from ctx.texts_named("override-without-reason")
