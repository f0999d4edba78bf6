"""invisible-letter"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator

from chronoc.check.context import Context
from chronoc.check.letters import invisible, place
from chronoc.check.registry import rule
from chronoc.diagnostics import Diagnostic, Fix


@rule("invisible-letter", "warning", "text", fixable=True)
def check(ctx: Context) -> Iterator[Diagnostic]:
    """A sign in a text or comment that nobody sees: of no width, or one that turns the direction of writing."""
    for file, data in ctx.texts.items():
        if data.isascii():
            continue
        text = data.decode("utf-8", "replace")
        for at, sign in invisible(text):
            span = place(file, text, at, 1)
            name = unicodedata.name(sign, f"U+{ord(sign):04X}").lower()
            yield ctx.found(
                span,
                f"nobody sees the sign that stands here ({name}, U+{ord(sign):04X}), but it makes the text another one",
                "take it out",
                fix=Fix(span, "", safe=False),
            )
