"""missing-translation"""

from __future__ import annotations

from collections.abc import Iterator

from chronoc.check.context import Context
from chronoc.check.registry import rule
from chronoc.diagnostics import Diagnostic


@rule("missing-translation", "warning", "text", "table")
def check(ctx: Context) -> Iterator[Diagnostic]:
    """A text that a catalogue does not translate."""
    yield from ctx.texts_named("missing-translation")
