"""Several sets: needs, `more`, `override`, `drop`; the order of `uses` never matters."""

from __future__ import annotations

import itertools

import pytest

from chronoc.analyse import Analysis, analyse
from chronoc.model.sources import SourceSet, VariantSpec
from tests.model.cases import PRELUDE, told

BASE = PRELUDE.decode()


def play(sets: dict[str, str], uses: tuple[str, ...] | None = None, **variant: object) -> Analysis:
    sources = [SourceSet("lamps", (("lamps/a.chrono", PRELUDE),))]
    sources += [SourceSet(name, ((f"{name}/a.chrono", text.encode()),)) for name, text in sets.items()]
    return analyse(sources, VariantSpec("v", "V", uses or ("lamps", *sets), **variant))  # type: ignore[arg-type]


def names(analysis: Analysis) -> list[tuple[str, str]]:
    return [(d.name, d.span.file) for d in analysis.diagnostics]


def clean(analysis: Analysis) -> dict[str, object]:
    assert not analysis.diagnostics, told(analysis)
    assert analysis.table is not None
    return analysis.table


MORE = 'set extra "Extra" { needs: lamps }\nmore kind card { glow: number = 1 }\ntrick "Spark" { glow: 3 }\n'
OVER = 'set dark "Dark" { needs: lamps }\noverride to draw(n: number) { repeat n { log "nothing" } }\n'
DROP = 'set short "Short" { needs: lamps }\ndrop goal rich\n'


def test_order_of_uses_never_matters() -> None:
    sets = {"extra": MORE, "dark": OVER, "short": DROP}
    tables = [clean(play(sets, uses)) for uses in itertools.permutations(("lamps", *sets))]
    assert all(table["hash"] == tables[0]["hash"] for table in tables)
    assert tables[0]["sets"] == ["lamps", "dark", "extra", "short"]


def test_needed_sets_stand_first() -> None:
    sets = {"aaa": "set aaa { needs: bbb }\noverride define extra(c: card) = 2", "bbb": "define extra(c: card) = 1"}
    table = clean(play(sets))
    assert table["sets"] == ["bbb", "aaa", "lamps"]


def test_more_adds_to_a_kind() -> None:
    table = clean(play({"extra": MORE}))
    glow = next(i for i, f in enumerate(table["fields"]) if f["name"] == "glow")
    spark = next(d for d in table["designs"] if d["name"] == "Spark")
    assert table["code"][spark["fields"][str(glow)]] == ["num", 3]


def test_override_replaces() -> None:
    table = clean(play({"dark": OVER}))
    draw = next(v for v in table["verbs"] if v["name"] == "draw")
    assert len(draw["overloads"]) == 1
    body = table["code"][table["fns"][draw["overloads"][0]["fn"]]["code"]]
    assert table["code"][body[2]] == ["log", ["nothing"]]


def test_drop_takes_away() -> None:
    assert clean(play({"short": DROP}))["goals"] == []


def test_two_sets_that_replace_the_same() -> None:
    other = OVER.replace("dark", "gloom").replace("Dark", "Gloom")
    analysis = play({"dark": OVER, "gloom": other})
    assert names(analysis) == [("clashing-change", "gloom/a.chrono")]
    assert any(note.span and note.span.file == "dark/a.chrono" for note in analysis.diagnostics[0].notes)


def test_two_sets_that_replace_the_same_in_order() -> None:
    other = OVER.replace("dark", "gloom").replace("needs: lamps", "needs: lamps, dark")
    clean(play({"dark": OVER, "gloom": other}))


@pytest.mark.parametrize(
    ("change", "name"),
    [
        ("override to glow(c: card) { }", "nothing-to-change"),
        ("override define worth(s: shade) = 1", "nothing-to-change"),
        ("override option brihgt = no", "nothing-to-change"),
        ("drop goal rihc", "nothing-to-change"),
        ("more kind crad { }", "nothing-to-change"),
        ("more goal rihc where yes", "nothing-to-change"),
        ("define worth(c: card) = 1", "doubled-name"),
        ('game "Again" { players 2 }', "doubled-name"),
    ],
)
def test_changes_of_what_is_not_there(change: str, name: str) -> None:
    analysis = play({"extra": f'set extra "Extra" {{ needs: lamps }}\n{change}\n'})
    assert names(analysis) == [(name, "extra/a.chrono")], told(analysis)
    assert analysis.diagnostics[0].notes


def test_a_goal_is_narrowed() -> None:
    table = clean(play({"extra": "set extra { needs: lamps }\nmore goal rich where round > 2"}))
    where = table["code"][table["fns"][table["goals"][0]["where"]]["code"]]
    assert where[0] == "and" and len(where[1]) == 2


def test_setup_goes_on() -> None:
    table = clean(play({"extra": "set extra { needs: lamps }\nmore setup { set round = 2 }"}))
    assert len(table["code"][table["fns"][table["setup"]]["code"]][1]) == 3


def test_override_of_the_game_keeps_what_it_does_not_say() -> None:
    table = clean(play({"solo": "set solo { needs: lamps }\noverride game { players 1 }"}))
    assert table["players"] == [1, 1]
    assert [o["name"] for o in table["options"]] == ["hand_size", "bright"]


def test_missing_set() -> None:
    analysis = play({"extra": 'set extra "Extra" { needs: gore_years }'})
    assert names(analysis) == [("missing-set", "extra/a.chrono")]


def test_sets_in_a_circle() -> None:
    analysis = play({"one": "set one { needs: two }", "two": "set two { needs: one }"})
    assert "cyclic-needs" in [name for name, _ in names(analysis)]


def test_unknown_set_of_the_variant() -> None:
    analysis = play({}, ("lamps", "lapms"))
    assert [d.name for d in analysis.diagnostics] == ["unknown-set"]
    assert "did you mean `lamps`?" in analysis.diagnostics[0].notes[0].message


def test_a_number_prefers_the_own_set() -> None:
    """Two cards of one year in two sets: each file means its own, a third must say which."""
    own = 'lamp {0} "{0}" {{ year: 1900 ; at: {1} }}\nshade "{0} shade" {{ year: 1901 ; at: {2} ; Dimmed if 1900\' }}'
    sets = {"east": own.format("East", "A1", "A2"), "west": own.format("West", "B1", "B2")}
    clean(play(sets))
    third = {**sets, "north": "set north { needs: east, west }\ndefine dark = 1900'"}
    analysis = play(third)
    assert [d.name for d in analysis.diagnostics] == ["ambiguous-name"]
    assert len([n for n in analysis.diagnostics[0].notes if n.span]) == 2
    clean(play({**sets, "north": "set north { needs: east, west }\ndefine dark = east.1900' or west.West'"}))


def test_options_of_the_variant() -> None:
    table = clean(play({}, options={"hand_size": 5, "bright": False}))
    assert [table["code"][o["default"]] for o in table["options"]] == [["num", 5], ["flag", False]]


@pytest.mark.parametrize(
    ("options", "name"),
    [({"hand_size": 9}, "wrong-count"), ({"hand_size": "two"}, "wrong-type"), ({"hand_siez": 2}, "unknown-name")],
)
def test_wrong_options_of_the_variant(options: dict[str, object], name: str) -> None:
    assert [d.name for d in play({}, options=options).diagnostics] == [name]


def test_copies_of_the_variant() -> None:
    sets = {"extra": 'trick "Spark" x3 { }\ntrick Flash "Big Flash" { }'}
    table = clean(play(sets, copies={"Spark": 1, "Big Flash": 0}))
    assert [d["copies"] for d in table["designs"]] == [1, 0]
    assert [d.name for d in play(sets, copies={"Sparc": 1}).diagnostics] == ["unknown-card"]


def test_players_of_the_variant() -> None:
    assert clean(play({}, players=(3, 3)))["players"] == [3, 3]
    assert [d.name for d in play({}, players=(3, 9)).diagnostics] == ["wrong-count"]


def test_a_third_set_settles_what_two_replace() -> None:
    bright = OVER.replace("dark", "bright").replace("Dark", "Bright")
    third = 'set peace "Peace" { needs: dark, bright }\noverride to draw(n: number) { repeat n { log "third" } }\n'
    sets = {"dark": OVER, "bright": bright, "peace": third}
    tables = [clean(play(sets, uses)) for uses in itertools.permutations(("lamps", *sets))]
    assert all(table["hash"] == tables[0]["hash"] for table in tables)
    assert any(op == ["text", "third"] or "third" in str(op) for op in tables[0]["code"])
    assert not any("nothing" in op[1:] for op in tables[0]["code"])


def test_a_third_set_that_knows_only_one_of_them_settles_nothing() -> None:
    bright = OVER.replace("dark", "bright").replace("Dark", "Bright")
    third = 'set peace "Peace" { needs: bright }\noverride to draw(n: number) { repeat n { log "third" } }\n'
    analysis = play({"dark": OVER, "bright": bright, "peace": third})
    assert names(analysis) == [("clashing-change", "dark/a.chrono")]


def test_two_sets_may_take_away_the_same() -> None:
    clean(play({"short": DROP, "shorter": DROP.replace("short", "shorter")}))


NARROW = 'set keen "Keen" { needs: lamps }\nmore goal rich where yes\n'


def test_what_another_set_takes_away_cannot_be_changed() -> None:
    (found,) = play({"short": DROP, "keen": NARROW}).diagnostics
    assert (found.name, found.span.file, found.span.line) == ("clashing-change", "keen/a.chrono", 2)
    assert "taken away by the set `short`" in found.message


def test_a_set_takes_away_what_it_builds_on_changes_and_all() -> None:
    table = clean(play({"short": DROP.replace("needs: lamps", "needs: lamps, keen"), "keen": NARROW}))
    assert "rich" not in [goal["name"] for goal in table["goals"]]


def test_two_games_are_told_once() -> None:
    (found,) = play(
        {"other": 'set other "Other" { }\ngame "Other" { players 2 }\ndefine odd = nobody_knows\n'}
    ).diagnostics
    assert (found.name, found.span.file, found.span.line) == ("doubled-name", "other/a.chrono", 2)


def test_what_counts_where_nothing_is_written_lies_within_the_bounds() -> None:
    (found,) = play({"extra": MORE.replace("glow: number = 1", "glow: number in 2 to 9 = 1")}).diagnostics
    assert (found.name, found.span.line) == ("wrong-count", 2)
    assert found.message == "`glow` goes from 2 to 9, not to 1"
