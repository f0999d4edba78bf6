"""`variant.yaml`: what is written is read with its places, and each mistake is one finding at its line and column."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from chronoc.analyse import analyse
from chronoc.variant import NoSuchVariant, Sources, find, read_sources


def folder(tmp_path: Path, text: str | bytes, name: str = "lamps") -> Path:
    here = tmp_path / name
    here.mkdir(exist_ok=True)
    (here / "variant.yaml").write_bytes(text if isinstance(text, bytes) else text.encode())
    return here


def read(tmp_path: Path, text: str | bytes) -> Sources:
    return read_sources(folder(tmp_path, text))


def told(sources: Sources) -> list[tuple[str, int, int]]:
    return [(d.name, d.span.line, d.span.column) for d in sources.diagnostics]


def test_what_is_written_is_read(tmp_path: Path) -> None:
    folder(tmp_path, "variant: base", "base")
    (tmp_path / "base" / "rules.chrono").write_text("")
    sources = read(
        tmp_path,
        "variant: lamps\ntitle: 'Short lamps'\nuses: [base]\nplayers: 2-4\n"
        'options: {size: 8, open: no, at: 12:30}\ncopies:\n  "Lamp: old": 0\n  1912: 2\nexpect: {lamps in deck: 80}\n',
    )
    assert sources.diagnostics == []
    variant = sources.variant
    assert (variant.id, variant.title, variant.uses, variant.players) == ("lamps", "Short lamps", ("base",), (2, 4))
    assert variant.options == {"size": 8, "open": "no", "at": "12:30"}
    assert variant.copies == {"Lamp: old": 0, "1912": 2}
    assert variant.expect == {"lamps in deck": 80}
    place = variant.span("copies.Lamp: old")
    assert (place.file, place.line, place.column, place.end_column) == ("lamps/variant.yaml", 7, 3, 17)
    assert (variant.span("uses.0").line, variant.span("uses.0").column) == (3, 8)


MISTAKES: dict[str, tuple[str, list[tuple[str, int, int]], str]] = {
    "unknown key": ("variant: lamps\ntitel: x", [("variant-key", 2, 1)], "did you mean `title`?"),
    "doubled key": ("variant: lamps\ntitle: x\ntitle: y", [("variant-key", 3, 1)], "keep one"),
    "doubled inner key": ("variant: lamps\noptions:\n  a: 1\n  a: 2", [("variant-key", 4, 3)], "keep one"),
    "missing key": ("title: x", [("variant-key", 1, 1)], "name of the variant"),
    "list for a map": ("variant: lamps\noptions: [1]", [("variant-value", 2, 10)], "NAME: VALUE"),
    "map for a list": ("variant: lamps\nuses: {a: 1}", [("variant-value", 2, 7)], "list of names"),
    "broken number": ("variant: lamps\noptions: {a: 1.5}", [("variant-value", 2, 14)], "whole number"),
    "date": ("variant: lamps\ntitle: 2024-01-01", [("variant-value", 2, 8)], "a text"),
    "tag": ("variant: lamps\ntitle: !!python/object/apply:os.system [ls]", [("variant-value", 2, 8)], "a text"),
    "too many copies": ("variant: lamps\ncopies: {a: 1000}", [("variant-value", 2, 13)], "0 to 999"),
    "long number": ("variant: lamps\noptions: {a: 99999999999999999999}", [("variant-value", 2, 14)], "whole"),
    "flag for a number": ("variant: lamps\ncopies: {a: true}", [("variant-value", 2, 13)], "0 to 999"),
    "players backwards": ("variant: lamps\nplayers: 4-2", [("variant-value", 2, 10)], "2-4"),
    "players in words": ("variant: lamps\nplayers: two", [("variant-value", 2, 10)], "range such as"),
    "no players": ("variant: lamps\nplayers: 0", [("variant-value", 2, 10)], "1 to 99"),
    "broken": ("variant: lamps\n  title: x", [("variant-syntax", 2, 8)], ""),
    "unclosed": ("variant: [lamps", [("variant-syntax", 1, 16)], ""),
    "empty": ("", [("variant-value", 1, 1)], "variant: lamps"),
    "comment alone": ("# nothing\n", [("variant-value", 1, 1)], "variant: lamps"),
    "list": ("- variant", [("variant-value", 1, 1)], ""),
    "other name": ("variant: lanterns", [("variant-name", 1, 1)], "one name"),
    "unknown set": ("variant: lamps\nuses: [lamp]", [("unknown-set", 2, 8)], "did you mean `lamps`?"),
    "several": ("variant: lamps\ntitel: x\nplayers: 0", [("variant-key", 2, 1), ("variant-value", 3, 10)], ""),
    "bomb": (
        "variant: lamps\ncopies:\n  a: &a [1]\n" + "".join(f"  b{i}: &b{i} [*{'a' if not i else f'b{i - 1}'}, *a]\n" * 1
        for i in range(30)), [("too-deep", 1, 1)], "",
    ),
}  # fmt: skip


@pytest.mark.parametrize("name", MISTAKES)
def test_a_mistake_is_told_at_its_place(tmp_path: Path, name: str) -> None:
    text, places, advice = MISTAKES[name]
    sources = read(tmp_path, text)
    found = [d for d in sources.diagnostics if "neither" not in d.message]
    assert [(d.name, d.span.line, d.span.column) for d in found] == places
    shown = " ".join([found[0].message, *(note.message for note in found[0].notes)])
    assert advice in shown
    assert "ruamel" not in shown and "jsonschema" not in shown and "CommentedMap" not in shown


def test_not_utf8(tmp_path: Path) -> None:
    assert ("not-utf8", 2, 1) in told(read(tmp_path, b"variant: lamps\ntitle: \xff"))


def test_bom_and_crlf(tmp_path: Path) -> None:
    sources = read(tmp_path, b"\xef\xbb\xbfvariant: lamps\r\ntitel: x\r\n")
    assert ("variant-key", 2, 1) in told(sources)


def test_a_set_of_its_own_is_used_beside_the_others(tmp_path: Path) -> None:
    for name in ("base", "lamps"):
        (tmp_path / name).mkdir()
        (tmp_path / name / "a.chrono").write_text("# nothing")
    sources = read(tmp_path, "variant: lamps\nuses: [base]")
    assert sorted(s.name for s in sources.sets) == sorted(sources.variant.uses) == ["base", "lamps"]


def test_dash_and_underscore_are_one_in_names_of_sets(tmp_path: Path) -> None:
    (tmp_path / "old-lamps").mkdir()
    (tmp_path / "old-lamps" / "a.chrono").write_text("# nothing")
    for spelling in ("old-lamps", "old_lamps"):
        sources = read(tmp_path, f"variant: lamps\nuses: [{spelling}]")
        assert sources.diagnostics == [] and [s.name for s in sources.sets] == ["old_lamps"]
        assert sources.sets[0].files[0][0] == "old-lamps/a.chrono"


def test_what_a_set_needs_is_read_too(tmp_path: Path) -> None:
    for name, needs in (("lamps", "needs: old-lamps"), ("old-lamps", "needs: base, nowhere"), ("base", "")):
        (tmp_path / name).mkdir()
        (tmp_path / name / "a.chrono").write_text(f'set {name.replace("-", "_")} "x" {{ {needs} }}\n')
    sources = read_sources(tmp_path / "lamps")
    assert sorted(s.name for s in sources.sets) == ["base", "lamps", "old_lamps"]
    assert sorted(sources.variant.uses) == ["base", "lamps", "old_lamps"] and sources.diagnostics == []


def test_sets_that_need_each_other_are_read_once(tmp_path: Path) -> None:
    for name, other in (("lamps", "base"), ("base", "lamps")):
        (tmp_path / name).mkdir()
        (tmp_path / name / "a.chrono").write_text(f'set {name} "x" {{ needs: {other} }}\n')
    assert sorted(s.name for s in read_sources(tmp_path / "lamps").sets) == ["base", "lamps"]


def test_a_folder_without_variant_file_is_played_alone(tmp_path: Path) -> None:
    (tmp_path / "lamps").mkdir()
    (tmp_path / "lamps" / "a.chrono").write_text("# nothing")
    sources = read_sources(tmp_path / "lamps")
    assert sources.diagnostics == [] and sources.variant.id == "lamps" and sources.variant.uses == ("lamps",)
    assert find(tmp_path / "lamps" / "a.chrono").name == "lamps"


def test_a_shipped_variant_is_found_by_name(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    assert find("chrononauts").is_dir() and read_sources("chrononauts").sets[0].files
    assert [s.name for s in read(tmp_path, "variant: lamps\nuses: [chrononauts]").sets] == ["chrononauts"]
    with pytest.raises(NoSuchVariant, match="did you mean chrononauts"):
        find("chrononaut")
    for nonsense in ("no/such/thing", "\0", "x" * 5000):
        with pytest.raises(NoSuchVariant):
            find(nonsense)


@settings(max_examples=150, deadline=None)
@given(st.text(alphabet="variant: lmps[]{},&*!'\"\n\t-|>#?%@`\\\0\x85\u2028é1.", max_size=60))
def test_any_text_is_answered_with_findings(tmp_path_factory: pytest.TempPathFactory, text: str) -> None:
    sources = read(tmp_path_factory.mktemp("any"), text)
    lines = text.count("\n") + text.count("\x85") + text.count("\u2028") + 1
    assert all(1 <= d.span.line <= lines and d.span.column >= 1 for d in sources.diagnostics)


LAMPS = """set base "Base" { }
game "Lamps" { players 2 ; option size = 3 in 1 to 6 "{it} lamps" }
kind light { }
kind lamp is light { }
kind torch is light plural torches { }
zone table: pile of light, open
setup { repeat size { move all lights to table } }
turn { end game }
lamp "Old Lamp" x3 { }
lamp "New Lamp" { }
torch "Torch" x2 { }
"""


def counted(tmp_path: Path, more: str) -> tuple[dict[str, int], list[tuple[str, int, int, str]]]:
    """Copies by title, and what was found."""
    (tmp_path / "base").mkdir()
    (tmp_path / "base" / "rules.chrono").write_text(LAMPS)
    sources = read(tmp_path, f"variant: lamps\nuses: [base]\n{more}")
    result = analyse(sources.sets, sources.variant)
    found = [*sources.diagnostics, *result.diagnostics]
    return {d.title: d.copies for d in result.program.designs}, [
        (d.name, d.span.line, d.span.column, str(d)) for d in found
    ]


def test_cards_are_left_out_by_kind_and_single_ones_come_back(tmp_path: Path) -> None:
    copies, found = counted(tmp_path, "without: {base: [lamps]}\ncopies: {New Lamp: 1}\nexpect: {lights: 3}")
    assert copies == {"Old Lamp": 0, "New Lamp": 1, "Torch": 2}
    assert found == []


def test_all_cards_of_a_set_are_left_out(tmp_path: Path) -> None:
    copies, found = counted(tmp_path, "without: {Base: all}\ncopies: {Torch: 5}")
    assert copies == {"Old Lamp": 0, "New Lamp": 0, "Torch": 5}
    assert found == []


def test_a_kind_stands_for_those_below_it(tmp_path: Path) -> None:
    copies, _ = counted(tmp_path, "without: {base: [light]}")
    assert copies == {"Old Lamp": 0, "New Lamp": 0, "Torch": 0}


@pytest.mark.parametrize(
    ("more", "place", "hint"),
    [
        ("without: {bsae: all}", ("unknown-set", 3, 11), "base"),
        ("without: {base: [lamsp]}", ("unknown-kind", 3, 18), "lamps"),
        ("without: {base: some}", ("variant-value", 3, 17), "the word all"),
    ],
)
def test_what_is_left_out_by_mistake_is_told(tmp_path: Path, more: str, place: tuple[str, int, int], hint: str) -> None:
    _, found = counted(tmp_path, more)
    assert [f[:3] for f in found] == [place]
    assert hint in found[0][3]
