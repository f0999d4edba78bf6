"""unused-zone"""

from __future__ import annotations

from collections.abc import Iterator

from chronoc.check.context import Context
from chronoc.check.registry import rule
from chronoc.diagnostics import Diagnostic


@rule("unused-zone", "warning", "style", "table")
def check(ctx: Context) -> Iterator[Diagnostic]:
    """A zone that nothing names."""
    for zone in ctx.program.zones:
        if zone.decl is not None and not ctx.uses.used(zone.name):
            yield ctx.found(
                ctx.name_in(zone.span, zone.name),
                f"nothing names the zone `{zone.name}`, so nothing ever lies there",
                f"move something there (`move … to {zone.name}`), or take it out",
            )
