"""`chronoc rules` and `chronoc rule`: what findings there are, and what each is about."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any

import typer

if TYPE_CHECKING:
    from chronoc.check.registry import Kind


def rules(
    json: Annotated[bool, typer.Option("--json", help="For other programs.")] = False,
    category: Annotated[str | None, typer.Option(metavar="NAME", help="Only those of one category.")] = None,
) -> int:
    """List every kind of finding: code, name, severity, category, and one sentence.

    A `*` stands where `chronoc check --fix` or `--unsafe-fixes` may correct it. Errors are always on.
    """
    from chronoc.check.pages import about
    from chronoc.check.registry import kinds

    wanted = [kind for kind in kinds().values() if category is None or kind.category == _category(category)]
    if json:
        _print_json([_plain(kind) for kind in wanted])
        return 0
    widths = [
        max((len(getattr(kind, part)) for kind in wanted), default=0) for part in ("name", "severity", "category")
    ]
    for kind in wanted:
        cells = [f"{text:<{width}}" for text, width in zip((kind.name, kind.severity, kind.category), widths)]
        print("  ".join([kind.code, *cells, "*" if kind.fixable else " ", about(kind)]).rstrip())
    return 0


def rule(
    name: Annotated[str, typer.Argument(metavar="NAME", help="The name or code of a finding, as `rules` lists it.")],
    json: Annotated[bool, typer.Option("--json", help="For other programs.")] = False,
) -> int:
    """Show the page of a finding: what it is, why it matters, what to avoid, what to write, and how to correct it."""
    from chronoc.check.pages import page
    from chronoc.check.registry import kinds

    kind = kinds()[_one(name)]
    found = page(kind.name)
    if json:
        _print_json({**_plain(kind), "page": found.text if found else "", "parts": found.parts if found else {}})
    elif found is not None:
        state = ", ".join([kind.code, kind.severity, kind.category, *(["can be corrected"] if kind.fixable else [])])
        head, _, rest = found.text.partition("\n")
        print(f"{head} ({state})\n{rest.rstrip()}")
    else:
        print(f"# {kind.name} ({kind.code})\n\nThe pages are not installed.")
    return 0


def _category(word: str) -> str:
    from chronoc.check.registry import CATEGORIES
    from chronoc.cli import Refusal
    from chronoc.model.suggest import listed, nearest

    low = word.casefold()
    if low in CATEGORIES:
        return low
    near = nearest(low, CATEGORIES)
    hint = f"did you mean `{near}`?" if near else f"categories are {listed(CATEGORIES, 'and')}"
    raise Refusal(f"there is no category `{word}`; {hint}")


def _one(word: str) -> str:
    """The one name that a word says: a name or a whole code."""
    from chronoc.check.select import advice, named_several
    from chronoc.cli import Refusal
    from chronoc.diagnostics import CODES

    low = word.strip().casefold().replace("_", "-")
    for name, code in CODES.items():
        if low in (name, code.casefold()):
            return name
    if named_several(low):
        raise Refusal(f"`{word}` names several findings; `chronoc rules` lists them")
    raise Refusal(f"there is no finding `{word}`; {advice(low)}")


def _plain(kind: Kind) -> dict[str, Any]:
    from chronoc.check.pages import about

    return {
        "code": kind.code,
        "name": kind.name,
        "severity": kind.severity,
        "category": kind.category,
        "about": about(kind),
        "fixable": kind.fixable,
    }


def _print_json(value: object) -> None:
    import json

    print(json.dumps(value, indent=2, sort_keys=True))
