"""text-name-differs"""

from __future__ import annotations

from collections.abc import Iterator

from chronoc.check.context import Context
from chronoc.check.registry import rule
from chronoc.diagnostics import Diagnostic


@rule("text-name-differs", "error", "text", "table")
def check(ctx: Context) -> Iterator[Diagnostic]:
    """A hand-written text that names other cards than the code of its card."""
    yield from ctx.texts_named("text-name-differs")
