"""bad-catalogue"""

from __future__ import annotations

from collections.abc import Iterator

from chronoc.check.context import Context
from chronoc.check.registry import rule
from chronoc.diagnostics import Diagnostic


@rule("bad-catalogue", "error", "text", "table")
def check(ctx: Context) -> Iterator[Diagnostic]:
    """A catalogue of translations that cannot be read, or is in a language without words."""
    yield from ctx.texts_named("bad-catalogue")
