"""Ten faults of ten kinds in one file: ten findings, each at its place, and all sound cards come through."""

from pathlib import Path

from chronoc.analyse import analyse
from chronoc.variant import read_sources

FOLDER = Path(__file__).parent / "ten-faults"

#: (line, column, name) in cards.chrono, in order.
PLANTED = [
    (3, 31, "doubled-name"),
    (4, 34, "same-cell"),
    (5, 55, "unknown-card"),
    (7, 1, "missing-field"),
    (8, 29, "wrong-type"),
    (9, 38, "unknown-name"),
    (10, 27, "loose-statement"),
    (11, 49, "unclosed-brace"),
    (13, 32, "unknown-field"),
    (14, 62, "missing-sign"),
]


def test_ten_faults_are_ten_findings_at_their_places() -> None:
    sources = read_sources(str(FOLDER))
    result = analyse(sources.sets, sources.variant)
    found = [*sources.diagnostics, *result.diagnostics]
    assert [(d.span.line, d.span.column, d.name) for d in found] == PLANTED
    assert {d.span.file.rsplit("/", 1)[-1] for d in found} == {"cards.chrono"}


def test_sound_cards_come_through() -> None:
    sources = read_sources(str(FOLDER))
    result = analyse(sources.sets, sources.variant)
    titles = {card.title for card in result.program.designs}
    assert {"The Red Lamp", "The Blue Lamp", "First Note", "Sound One", "Sound Two", "Sound Three"} <= titles
