"""Every traveller can get home in the games whose goals `chronoc prove` leaves undecided.

A history in which he is at home is looked for in Python, with the conditions written by hand. A scenario then lays it
out, and the interpreter has to agree.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations

import pytest

from chronoc.analyse import analyse
from chronoc.model.sources import SourceSet, VariantSpec
from chronoc.scenario.suite import play, told
from tests.chrononauts.facts import LINCHPINS
from tests.chrononauts.test_truth_table import PARADOXED
from tests.family.sets import analysed, parsed
from tests.family.test_facts import EARLY, EARLY_LINCHPINS, said

RULES = {**PARADOXED, **EARLY}
ALL = (*LINCHPINS, *EARLY_LINCHPINS)

#: Of the patches of a nexus, one, and the linchpin that it needs.
NEXUS = {1945: ("Nazis Win the War", 1941), 1863: ("South Wins the Civil War", 1862)}

SCENARIOS = {
    "uber-chrononauts": """
scenario "{name}" {{
  players Ann, Ben
  given option draws_per_turn = 0 ; option discards_per_turn = 0
  given secret_identity of Ann: "{name}" ; hand of Ann: "Rewind" ; {history}
  when Ann takes kill_time "Rewind"
  expect count(reached of Ann) == 1, goals_reached(Ann) == 1
}}
""",
    "solonauts": """
scenario "{name}" {{
  players Ann
  given waiting: "{name}" ; hand of Ann: "Reverse Fate", "Japan Keeps an Empty Ocean" ; {history}
  when Ann takes lay_off "Japan Keeps an Empty Ocean"
  expect Ann wins "everybody is home"
}}
""",
}


def homes(variant: str) -> Iterator[tuple[str, list[str]]]:
    """(traveller, the three events of his home)"""
    for card in analysed(variant)[1].program.designs:
        if card.kind.name == "identity" and card.title != "Crazy Joe":
            yield card.title, said(variant, card, "home").removeprefix("home if ").split(" and ")


def flips(events: list[str]) -> frozenset[int]:
    """The fewest linchpins that have to be turned over."""
    altered = [int(event[:-1]) for event in events if event.endswith("'")]
    true = [int(event) for event in events if not event.endswith("'")]
    needed = {NEXUS[year][1] for year in altered if year in NEXUS}
    everything = frozenset(ALL)
    near = [one for one in ALL if any(RULES[y](frozenset([one])) or not RULES[y](everything - {one}) for y in altered)]
    for size in range(1, len(near) + 1):
        for chosen in combinations(near, size):
            state = frozenset(chosen)
            fits = needed <= state and all(RULES[y](state) for y in altered)
            if fits and not any(RULES[y](state) for y in true):
                return state
    raise AssertionError(f"no history has {events}")


def history(variant: str, events: list[str]) -> str:
    """That history, and the patches in it, as what is given."""
    cards = analysed(variant)[1].program.designs
    patches = {
        int(said(variant, card, "repairs").removeprefix("repairs: ")): card.title
        for card in cards
        if card.kind.name == "patch"
    }
    patches.update({year: title for year, (title, _) in NEXUS.items() if year in patches})
    turned = [f"{year}'" for year in sorted(flips(events))]
    covers = [f'cover of {event[:-1]}: "{patches[int(event[:-1])]}"' for event in events if event.endswith("'")]
    return " ; ".join([*turned, *covers])


@pytest.mark.parametrize(("variant", "many"), [("uber-chrononauts", 38), ("solonauts", 14)])
def test_everybody_can_get_home(variant: str, many: int) -> None:
    travellers = dict(homes(variant))
    assert len(travellers) == many
    text = f'set homes "Homes" {{ needs: {variant.replace("-", "_")} }}\n'
    text += "".join(
        SCENARIOS[variant].format(name=name, history=history(variant, events)) for name, events in travellers.items()
    )
    own = SourceSet("homes", (("homes/homes.chrono", text.encode()),))
    sets = (*parsed(variant), own)
    analysis = analyse(sets, VariantSpec(id="homes", uses=tuple(one.name for one in sets)))
    wanted = [item for item in told(analysis) if item.file == "homes/homes.chrono"]
    assert len(wanted) == many, [d.message for d in analysis.diagnostics]
    failed = [f"{o.title}: {o.message}" for o in play(analysis, wanted, dict(own.files)) if not o.ok]
    assert not failed, "\n".join(failed)
