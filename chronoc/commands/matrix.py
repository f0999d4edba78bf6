"""`chronoc matrix`: what each goal needs against what each card offers."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Annotated

import typer


def matrix(
    variant: Annotated[str, typer.Argument(metavar="VARIANT", help="A folder, or the name of a shipped variant.")],
    svg: Annotated[
        Path | None, typer.Option("--svg", metavar="FILE", help="Write it as a picture as well; - is standard output.")
    ] = None,
    distances: Annotated[
        bool,
        typer.Option("--distances/--no-distances", help="Also how many plays each goal is away, which takes a while."),
    ] = True,
    as_json: Annotated[bool, typer.Option("--json", help="Everything as JSON.")] = False,
    draft: Annotated[bool, typer.Option("--draft", help="Ask although facts are missing (? in cards).")] = False,
) -> int:
    """Say what each goal needs and what each card offers, thing by thing.

    A table for each goal: what it asks of which thing, how many ask for that, and how many cards bring it. A table of what
    cards turn over, to which side. What else they put, take and move. And how many plays each goal is away.
    """
    import sys

    from chronoc.cli import Refusal
    from chronoc.commands.build import write
    from chronoc.commands.prove import _tell
    from chronoc.commands.reports import Reported, reported
    from chronoc.report.drawing import portable
    from chronoc.report.matrix import data
    from chronoc.report.matrix import matrix as made
    from chronoc.report.pictures import picture
    from chronoc.report.tables import lines

    if str(svg) == "-" and as_json:
        raise Refusal("standard output takes the picture or the JSON, not both; give --svg a file")
    report = reported(variant, draft)
    if not isinstance(report, Reported):
        return _tell(*report)
    verdicts = report.goals() if distances else []
    found = made(report.prover, verdicts, report.names(), report.words)
    if svg is not None:
        text = picture(found)
        if str(svg) == "-":
            sys.stdout.write(portable(text, sys.stdout.encoding))
            return 0
        write(svg, text.encode())
        print(f"{svg}: {len(found.askings)} ways to meet a goal, {len(found.offers)} cards", file=sys.stderr)
    if as_json:
        table = report.table
        print(json.dumps(data(found, table["variant"], table["hash"]), ensure_ascii=False, indent=2))
    elif svg is None or sys.stdout.isatty():
        for line in lines(found):
            print(line)
    return 0
