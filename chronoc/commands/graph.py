"""`chronoc graph`: what turns over what, as a picture or for other programs that draw."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

FORMATS = {"svg": (".svg",), "dot": (".dot", ".gv"), "mermaid": (".mmd", ".mermaid")}


def graph(
    variant: Annotated[str, typer.Argument(metavar="VARIANT", help="A folder, or the name of a shipped variant.")],
    output: Annotated[
        Path | None, typer.Option("--output", "-o", metavar="FILE", help="Where to write (else standard output).")
    ] = None,
    form: Annotated[
        str,
        typer.Option("--format", "-f", metavar="FORMAT", help="svg, dot or mermaid (else by FILE's ending, else svg)."),
    ] = "",
    cards: Annotated[
        bool, typer.Option("--cards", help="Also cards: what they turn over, and what their conditions ask for.")
    ] = False,
    draft: Annotated[bool, typer.Option("--draft", help="Draw although facts are missing (? in cards).")] = False,
) -> int:
    """Draw what turns over what: things with two sides, and what follows them.

    An arrow leads from a thing to what its other side makes so: full where that alone is enough, dashed where it takes
    others as well. What lies on a grid is drawn there; all else in layers.
    """
    import sys

    from chronoc.commands.build import write
    from chronoc.commands.prove import _tell
    from chronoc.commands.reports import Reported, reported
    from chronoc.report.drawing import portable
    from chronoc.report.graph import web
    from chronoc.report.graphs import dot, mermaid, svg

    chosen = chosen_format(form, output)
    report = reported(variant, draft)
    if not isinstance(report, Reported):
        return _tell(*report)
    found = web(report.prover, report.names(), report.words, cards)
    text = {"svg": svg, "dot": dot, "mermaid": mermaid}[chosen](found)
    if not found.edges:
        print(
            "chronoc: nothing here turns over anything: an arrow is drawn from a thing with two sides (`side NAME` in its kind) to"
            " a thing whose printed condition names it",
            file=sys.stderr,
        )
    if output is None or str(output) == "-":
        sys.stdout.write(portable(text, sys.stdout.encoding) if chosen == "svg" else text)
        return 0
    write(output, text.encode())
    print(f"{output}: {len(found.nodes)} things, {len(found.edges)} arrows", file=sys.stderr)
    return 0


def chosen_format(form: str, output: Path | None) -> str:
    """The format asked for, or the one of the file's ending. Raises Refusal."""
    from chronoc.cli import Refusal
    from chronoc.model.suggest import nearest

    if form:
        if form in FORMATS:
            return form
        near = nearest(form, FORMATS)
        raise Refusal(
            f"there is no format {form!r}; " + (f"did you mean {near}?" if near else "formats are svg, dot and mermaid")
        )
    ending = "" if output is None else output.suffix.casefold()
    return next((name for name, endings in FORMATS.items() if ending in endings), "svg")
