"""A finding that asks whether another word was meant brings the change along."""

from __future__ import annotations

from pathlib import Path

import pytest

from chronoc.check.fixes import applied
from chronoc.check.meant import with_changes
from chronoc.check.registry import FIXABLE
from chronoc.commands.check import findings
from chronoc.diagnostics import Diagnostic, Note
from chronoc.discover import Target
from chronoc.syntax.tree import Span
from tests.check.run import make, run
from tests.model.cases import HERE, analysed, cases


@pytest.mark.parametrize(
    ("wrong", "right"),
    [
        ('lamp "Lantern" { wat: 3 }', 'lamp "Lantern" { watt: 3 }'),
        ('lmap "Lantern" { watt: 3 }', 'lamp "Lantern" { watt: 3 }'),
        ('lamp "Lantern" { play { drw_card } }', 'lamp "Lantern" { play { draw_card } }'),
        ('lamp "Lantern" {\n  tags: wram\n}', 'lamp "Lantern" {\n  tags: warm\n}'),
        ("kind charm is card { works in tabel }", "kind charm is card { works in table }"),
        ('define lit(c: card) = c is "Torhc"', 'define lit(c: card) = c is "Torch"'),
        ("define lit(c: card) = wat of c", "define lit(c: card) = watt of c"),
        ('\ufeffscenario "S" {\n  given hand of Ann: Torhc\n}', None),
    ],
)
def test_the_word_is_written(wrong: str, right: str | None, tmp_path: Path) -> None:
    home = make(tmp_path, {"a.chrono": wrong})
    before = (home / "a.chrono").read_bytes()
    run("check", "--fix", str(home))
    assert (home / "a.chrono").read_bytes() == before  # never without being asked
    run("check", "--unsafe-fixes", str(home))
    after = (home / "a.chrono").read_text(encoding="utf-8")
    assert after == (right if right is not None else after)
    assert [item.name for item in findings(Target(home))[1] if item.severity == "error"] == [] or right is None


def test_every_change_takes_its_finding_away() -> None:
    """All cases of the compiler: a change leads to fewer errors, in the one place."""
    tried = 0
    for path in sorted((HERE / "findings").glob("*.chrono")):
        for case in cases(path):
            found = analysed(case.source).diagnostics
            for item in with_changes(found, {"b.chrono": case.source.encode()}):
                if item.fix is None or item.name not in FIXABLE or item.code.startswith("C0"):
                    continue
                tried += 1
                now = analysed(applied(case.source.encode(), [item.fix]).decode()).diagnostics
                key = (item.name, item.span.start, item.message)
                assert key not in [(other.name, other.span.start, other.message) for other in now], case.title
    assert tried >= 20


def one(message: str, note: str, source: str) -> Diagnostic:
    item = Diagnostic("unknown-name", "error", Span("a.chrono", 0, len(source), 1, 1, 1, 9), message, (Note(note),))
    return with_changes([item], {"a.chrono": source.encode()})[0]


@pytest.mark.parametrize(
    ("message", "note", "source"),
    [
        ("there is no `lmap`", "did you mean `lamp`?", "lmap + lmap"),  # which of the two?
        ("there is no `lmap`", "did you mean `lamp`?", "lmaps"),  # part of another word
        ("there is no `lmap`", "did you mean `Old Lamp`?", "lmap"),  # a title without quotes
        ("there is no `lmap`", "did you mean `tower`?", "lmap"),  # not near
        ("there is no `1801`", "did you mean `1800`?", "1801"),  # another number is another thing
        ("there is no `lmap`", "declare it", "lmap"),
    ],
)
def test_where_the_place_is_in_doubt_there_is_no_change(message: str, note: str, source: str) -> None:
    assert one(message, note, source).fix is None


def test_the_place_of_the_word() -> None:
    source = "\ufeffset x\r\n  é lmap"
    fix = one("there is no `lmap`", "did you mean `lamp`?", source).fix
    assert fix is not None and (fix.span.line, fix.span.column, fix.span.end_column) == (2, 5, 9)
    assert applied(source.encode(), [fix]).decode() == "\ufeffset x\r\n  é lamp"
    first = one("there is no `lmap`", "did you mean `lamp`?", "\ufefflmap").fix
    assert first is not None and first.span.column == 1
