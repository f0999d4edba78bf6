"""Writes docs/sets.md: what each set holds, what each variant plays with. `python -m tests.family.page` does it."""

from __future__ import annotations

from collections.abc import Iterable

from chronoc.model.symbols import DesignSym
from chronoc.sets import VARIANT
from tests.family.sets import EVERY, ROOT, SETS, analysed

PAGE = ROOT / "docs" / "sets.md"
BASE = ("chrononauts", "chrononauts-first-edition")
#: Games of their own, with their variants, and the sets among them that have cards.
OTHERS = ("emerald", "talespin", "talespin-solo", "khronos", "khronos-first-printing")

HEAD = """\
# What the sets hold

Written by `python -m tests.family.page`; a test keeps it true. *Printed*: the card is known from public sources (its
wording is ours where it is no title). *Reconstructed*: the sources leave a gap, and we filled it; the `note` of the card
says with what. *Original*: it says neither, because it was made up for an example. Copies are counted.

## Sets

"""

VARIANTS = """
## Variants

What a `variant.yaml` puts together, with its own numbers of copies. Cards without copies do not count.

| variant | title | sets | players | other options | cards | of these printed | reconstructed | original |
|---|---|---|---|---|---|---|---|---|
"""


def page() -> str:
    return HEAD + "\n".join(_sets()) + VARIANTS + "".join(f"{line}\n" for line in _variants())


def _sets() -> Iterable[str]:
    for folder in (BASE[0], *SETS, *OTHERS):
        name = folder.rpartition("/")[2]
        program = analysed(folder)[1].program
        own = next((one for one in program.sets if one.name == name.replace("-", "_")), None)
        if own is None:  # a variant alone
            continue
        cards = [card for card in program.designs if card.set is own]
        where = folder if "/" in folder else f"cards/{folder}"
        needs = ", ".join(f"`{need}`" for need in own.needs) or "nothing: it is a game"
        yield f"### {own.title}\n"
        yield f"[`{where}`](../{where}) needs {needs}.\n"
        if not cards:
            yield "No cards: rules and options only.\n"
            continue
        yield "| kind | cards | different | printed | reconstructed | original |"
        yield "|---|---|---|---|---|---|"
        for kind in program.kinds:
            of_kind = [card for card in cards if card.kind is kind]
            if of_kind:
                yield _row(kind.plural.replace("_", " "), of_kind)
        yield _row("**all**", cards) + "\n"


def _row(label: str, cards: list[DesignSym]) -> str:
    numbers = {card.index: card.decl.copies for card in cards}
    return f"| {label} | {sum(numbers.values())} | {len(cards)} | {_by_provenance(cards, numbers)} |"


def _by_provenance(cards: list[DesignSym], numbers: dict[int, int]) -> str:
    """How many are printed, reconstructed, original."""
    return " | ".join(
        str(sum(numbers[card.index] for card in cards if card.provenance == which))
        for which in ("printed", "reconstructed", None)
    )


def _variants() -> Iterable[str]:
    for folder in (*BASE, *EVERY, *OTHERS):
        where = ROOT / (folder if "/" in folder else f"cards/{folder}")
        if not (where / VARIANT).is_file():
            continue
        program = analysed(folder)[1].program
        cards = [card for card in program.designs if card.copies and not card.kind.alike]  # tokens are no cards
        numbers = {card.index: card.copies for card in cards}
        sets = ", ".join(f"`{one.name}`" for one in program.sets)
        low, high = program.players
        players = str(low) if low == high else f"{low}–{high}"
        options = ", ".join(f"{name}: {_value(value)}" for name, value in program.variant.options.items()) or "none"
        where_from = f"../{where.relative_to(ROOT)}/{VARIANT}"
        yield (
            f"| [`{where.name}`]({where_from}) | {program.title} | {sets} | {players} | {options} "
            f"| {sum(numbers.values())} | {_by_provenance(cards, numbers)} |"
        )


def _value(value: object) -> str:
    return ("no", "yes")[value] if isinstance(value, bool) else str(value)


if __name__ == "__main__":
    PAGE.write_text(page(), encoding="utf-8")
