"""The games on paper of the parser's corpus, with what they lack filled in, become tables that can be played."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from chronoc.analyse import Analysis, analyse
from chronoc.model.sources import SourceSet, VariantSpec
from runtime import Game, load_table
from tests.model.cases import told

CORPUS = Path(__file__).parent.parent / "syntax" / "corpus"

#: (file, what stands there, what should): facts that the sketches leave out.
FILLED: dict[str, list[tuple[str, str, str]]] = {
    "emerald": [
        ("rules", "{value}", "{it}"),
        ("rules", "after action take(a) where not a has free { add 1 to done of you }", ""),
        ("rules", "set done of you = 0", "set done of you = 0 ; repeat 2 { add 1 to done of you }"),
        ("rules", "while done of you < 2 { take one of actions }", "take one of actions"),
        ("cards", "expect: 9 cities, 9 royalties, 9 city_cards, 66 intrigues, 6 identities", ""),
    ],
    "khronos": [
        ("rules", "standing(e) where (craft of b in order of e and b in rivals(craft of b, domain(b)))",
         "standing(e) where (craft of it in order of e and it in rivals(craft of it, domain(it)))"),
        ("rules", "kind cube { }", "kind cube { var owner: player }"),
        ("rules", "kind adventurer {", "kind adventurer { var owner: player"),
        ("cards", "where option_holdem", "where no"),
    ],
    "talespin": [
        ("rules", "tag tiki,", "tag pirate, tiki,"),
        ("rules", "discard extra", "for each x in extra { discard x }"),
        ("rules", "expect: 12 locations, 4 player_cards, 110 cards in deck", ""),
        ("cards", "forbid decline", ""),
        ("cards", 'player_card "Don Karnage" {',
         ('passenger "Don Karnage" { color: red maneuver: Strafe die { else: nothing } }\n'
         'passenger "Molly Cunningham" { color: red maneuver: Strafe die { else: nothing } }\n'
         'passenger "Kit Cloudkicker" { color: red maneuver: Strafe die { else: nothing } }\n'
         'player_card "Don Karnage" {')),
    ],
}  # fmt: skip


def filled(game: str) -> Analysis:
    files = []
    for part in ("cards", "rules"):
        text = (CORPUS / f"{game}-{part}.chrono").read_text(encoding="utf-8")
        for where, old, new in FILLED[game]:
            if where == part:
                assert old in text, f"the corpus no longer says {old!r}"
                text = text.replace(old, new)
        if game == "talespin" and part == "rules":  # the second set stands in the same file
            text = text[: text.index("set talespin_solo")]
        files.append((f"{part}.chrono", text.encode()))
    return analyse([SourceSet(game, tuple(files))], VariantSpec(game, game, (game,), draft=True))


@pytest.mark.parametrize("game", sorted(FILLED))
def test_paper_game(game: str) -> None:
    analysis = filled(game)
    assert not [d for d in analysis.diagnostics if d.name != "unknown-field"], told(analysis)
    assert analysis.table is not None, told(analysis)
    table = load_table(analysis.table)
    dice = random.Random(1)
    play = Game.new(table, players=2, seed=1)
    for _ in range(15):
        if play.decision is None:
            break
        play.choose(dice.choice(play.decision.options).key)
