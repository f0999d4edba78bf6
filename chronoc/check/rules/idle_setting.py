"""idle-setting"""

from __future__ import annotations

from collections.abc import Iterator

from chronoc.check.context import Context
from chronoc.check.registry import rule
from chronoc.diagnostics import Diagnostic, Note
from chronoc.model.order import set_key
from chronoc.model.suggest import fold
from chronoc.syntax import tree


@rule("idle-setting", "info", "packaging")
def check(ctx: Context) -> Iterator[Diagnostic]:
    """An option, a number of copies or cards that are left out of a variant, where it is so without it."""
    program, variant = ctx.program, ctx.program.variant
    for name, wanted in variant.options.items():
        option = program.option_names.get(fold(name))
        if option is not None and same(option.decl.value, wanted):
            yield ctx.found(
                variant.span(f"options.{name}"),
                f"`{option.name}` is {said(wanted)} without this, so it changes nothing",
                Note("it is declared here", option.span),
            )
    for title, number in variant.copies.items():
        cards = program.card_titles.get(fold(title)) or program.card_names.get(fold(title)) or []
        if len(cards) == 1 and cards[0].decl.copies == number:
            copies = f"{number} cop{'y' if number == 1 else 'ies'}"
            yield ctx.found(
                variant.span(f"copies.{title}"),
                f"there {'is' if number == 1 else 'are'} {copies} of `{cards[0].title}` without this, so it changes nothing",
                Note("it is printed here", cards[0].span),
            )
    for name, words in variant.without.items():
        owner = program.set_names.get(set_key(name))
        for at, word in enumerate(words):
            kind = program.kind_names.get(fold(word)) or program.plurals.get(fold(word))
            if owner is None or kind is None:
                continue
            if not any(card.set is owner and kind in card.kind.lineage for card in program.designs):
                yield ctx.found(
                    variant.span(f"without.{name}.{at}"),
                    f"the set `{owner.name}` has no {kind.plural}, so leaving them out changes nothing",
                )


def same(written: tree.Expr, wanted: object) -> bool:
    """Whether the value of an option is the one that a variant gives."""
    match written:
        case tree.Number(value=value):
            return type(wanted) is int and wanted == value
        case tree.Name(name=name):
            return said(wanted) == fold(name)
        case tree.Text(value=text):
            return wanted == text
    return False


def said(wanted: object) -> str:
    if isinstance(wanted, bool):
        return "yes" if wanted else "no"
    return fold(str(wanted))
