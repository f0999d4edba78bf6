"""Settings, baselines and catalogues that are broken, huge or no files at all: a finding or one sentence, at once."""

from __future__ import annotations

import io
import json
import os
import time
from pathlib import Path
from xml.etree import ElementTree

import pytest

from chronoc.check import baseline
from chronoc.check.config import MAX_FILE, Wish
from chronoc.cli import main
from chronoc.commands.examined import examined
from chronoc.discover import targets
from chronoc.report.drawing import portable
from chronoc.terminal import steady
from chronoc.text.catalogue import Catalogue, read

SET = 'set lamps "Lamps" { }\ngame "Lamps" { players 2 ; option spare = 3 in 1 to 6 }\n'
HEADER = 'msgid ""\nmsgstr ""\n"Plural-Forms: {}\\n"\n'


@pytest.fixture
def lamps(tmp_path: Path) -> Path:
    (tmp_path / "lamps").mkdir()
    (tmp_path / "lamps" / "rules.chrono").write_text(SET)
    return tmp_path / "lamps"


def run(*words: str) -> int:
    with pytest.raises(SystemExit) as ended:
        main(words)
    assert isinstance(ended.value.code, int)
    return ended.value.code


# ------------------------------------------------------------------ pyproject.toml


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("[tool.chronoc]\nselect = " + "[" * 5000, "this is not TOML"),
        ("[tool.chronoc]\nselect = " + "1" * 5000, "too large or nests too deep"),
        ("[tool.chronoc]\n" + "# x\n" * (MAX_FILE // 4) + "select = ['style']\n", "is larger than 1024 KB"),
    ],
    ids=["deep", "long number", "huge"],
)
def test_a_project_file_that_the_reader_of_toml_gives_up_on(lamps: Path, text: str, said: str) -> None:
    (lamps.parent / "pyproject.toml").write_text(text)
    found = examined(targets(str(lamps))[0], Wish()).found
    assert [item.name for item in found] == ["config-syntax", "unused-option"]
    assert said in found[0].message


def test_a_huge_project_file_without_the_table_is_nobodys_fault(lamps: Path) -> None:
    (lamps.parent / "pyproject.toml").write_text("# x\n" * MAX_FILE)
    assert [item.name for item in examined(targets(str(lamps))[0], Wish()).found] == ["unused-option"]


def test_a_word_that_stands_in_a_list_thousands_of_times_is_told_once(lamps: Path) -> None:
    (lamps.parent / "pyproject.toml").write_text("[tool.chronoc]\nselect = [" + "'style', 'stile', " * 20000 + "]\n")
    begun = time.process_time()
    found = examined(targets(str(lamps))[0], Wish()).found
    assert [item.name for item in found if item.severity == "error"] == ["unknown-rule"]
    assert time.process_time() - begun < 20


# ------------------------------------------------------------------ baselines


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="the system has no pipes with names")
def test_a_baseline_that_is_a_pipe_is_not_waited_for(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    with pytest.raises(baseline.NoBaseline, match="no ordinary file"):
        baseline.read(tmp_path / "pipe")
    assert not baseline.replaceable(tmp_path / "pipe")


def test_a_baseline_of_a_later_form(tmp_path: Path) -> None:
    (tmp_path / "b.json").write_text('{"format": 2, "counts": {}}')
    with pytest.raises(baseline.NoBaseline, match="newer chronoc"):
        baseline.read(tmp_path / "b.json")


def test_a_baseline_with_names_that_no_file_can_have(tmp_path: Path) -> None:
    names = ["a" * 5000, "b\0c", "\ud800", ""]
    counts = {name: {"unused-option": 1} for name in names}
    (tmp_path / "b.json").write_text("\ufeff" + json.dumps({"format": 1, "counts": counts}), encoding="utf-8")
    stale = baseline.read(tmp_path / "b.json").stale([], {}, [])
    assert len([item for item in stale if "which is gone" in item.message]) == 3  # the empty name is the folder itself


def test_a_baseline_is_never_written_over_something_else(lamps: Path, capsys: pytest.CaptureFixture[str]) -> None:
    rules = lamps / "rules.chrono"
    assert run("check", "--baseline", str(rules), "--write-baseline", str(lamps)) == 2
    assert "is no baseline, so it is not written over" in capsys.readouterr().err
    assert rules.read_text() == SET
    known = str(lamps.parent / "known.json")
    for _ in range(2):  # where nothing lies, and over itself
        assert run("check", "--baseline", known, "--write-baseline", str(lamps)) == 0


# ------------------------------------------------------------------ catalogues


def plural(rule: str) -> Catalogue:
    return read(HEADER.format(rule).encode(), "ru.po", "ru")


@pytest.mark.parametrize(
    ("rule", "said"),
    [
        ("nplurals=3; plural=n/0;", "gives none of 3 forms for 0"),
        ("nplurals=3; plural=2/(n!=7);", "gives none of 3 forms for 7"),
        ("nplurals=3; plural=99;", "gives none of 3 forms for 0"),
        ("nplurals=3; plural=0-n;", "gives none of 3 forms for 1"),
        ("nplurals=0; plural=0;", "1 to 10 plural forms, not 0"),
        ("nplurals=999; plural=n!=1;", "1 to 10 plural forms, not 999"),
        ("nplurals=" + "9" * 5000 + "; plural=n;", "is not `nplurals="),
        ("as in English", "is not `nplurals="),
        ("nplurals=2; plural=n.__class__;", "cannot be read"),
        ("nplurals=2; plural=" + "(" * 200 + "n" + ")" * 200 + ";", "cannot be read"),
        ("nplurals=2; plural=" + "!" * 20000 + "n;", "cannot be read"),
    ],
)
def test_a_rule_of_plurals_that_is_none(rule: str, said: str) -> None:
    found = plural(rule)
    assert [item.name for item in found.problems] == ["bad-catalogue"]
    assert said in found.problems[0].message
    assert (found.forms, found.plural(1), found.plural(2)) == (2, 0, 1)


def test_code_in_a_rule_of_plurals_is_not_run(tmp_path: Path) -> None:
    trace = tmp_path / "trace"
    found = plural(f"nplurals=2; plural=__import__('os').mkdir('{trace}');")
    assert found.problems and not trace.exists()


def test_a_rule_of_plurals_that_fails_for_a_large_number_only() -> None:
    found = plural("nplurals=2; plural=1/(n!=1000);")
    assert not found.problems
    assert found.plural(1000) == 0


def test_a_number_of_a_form_with_thousands_of_digits() -> None:
    found = read(f'msgid "a"\nmsgid_plural "b"\nmsgstr[{"9" * 5000}] "c"\n'.encode(), "ru.po", "ru")
    assert [item.message for item in found.problems] == ["this is no line of a catalogue"]


def test_a_text_of_very_many_lines_is_read_at_once() -> None:
    begun = time.process_time()
    found = read(b'msgid ""\n' + b'"ab"\n' * 400_000 + b'msgstr "c"\n', "ru.po", "ru")
    assert [len(source) for _, source in found.entries] == [800_000]
    assert time.process_time() - begun < 20


# ------------------------------------------------------------------ names and screens


def test_one_folder_that_is_named_in_several_ways_is_corrected_once(
    lamps: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    (lamps / "rules.chrono").write_text(
        'set lamps "Lamps" { }\ngame "Lamps" { players 2 }\nkind lamp { watt: number }\nlamp "Lantern" { wat: 3 }\n'
    )
    monkeypatch.chdir(lamps.parent)
    assert run("check", "--unsafe-fixes", "lamps", str(lamps), "./lamps/") == 0
    told = capsys.readouterr()
    assert "1 variant checked" in told.out and told.err == "1 change in 1 file made\n"


class Screen(io.StringIO):
    def isatty(self) -> bool:
        return True


def test_a_difference_does_not_steer_the_screen() -> None:
    text = '-lamp "\x1b[31m\u202eLantern"\n+\tlamp "Lantern"\n'
    assert steady(text, io.StringIO()) == text  # for `patch`, every sign
    assert steady(text, Screen()) == '-lamp "␛[31m�Lantern"\n+\tlamp "Lantern"\n'


@pytest.mark.parametrize("word", ["all", "C", "c5", "style"])
def test_the_page_of_a_word_that_names_many(word: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert run("rule", word) == 2
    assert capsys.readouterr().err == f"chronoc: `{word}` names several findings; `chronoc rules` lists them\n"


def test_rules_that_never_settle_are_a_fault_of_the_game(capsys: pytest.CaptureFixture[str]) -> None:
    broken = Path(__file__).parents[2] / "examples" / "broken"
    assert run("graph", str(broken)) == 1
    assert "the rules of this game do not come to an end: " in capsys.readouterr().err


@pytest.mark.parametrize("word", ["9" * 5000, "²", "٣", "", "\x1b[31m"])
def test_a_card_that_is_asked_for_by_no_number(word: str, capsys: pytest.CaptureFixture[str]) -> None:
    fan = Path(__file__).parents[2] / "examples" / "fan-timeline"
    assert run("show", word, "--variant", str(fan)) == 2
    assert "there is no card" in capsys.readouterr().err


def test_the_report_of_a_test_run_can_go_through_every_pipe(lamps: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (lamps / "rules.chrono").write_text(SET + 'kind lamp { }\nlamp "Лампа" { watt: 3 }\n', encoding="utf-8")
    assert run("check", "--format", "junit", str(lamps)) == 1
    told = capsys.readouterr().out
    assert told.isascii()
    assert "Лампа" in "".join(ElementTree.fromstring(told).itertext())


def test_a_picture_can_go_through_every_pipe() -> None:
    picture = "<title>Лампа &amp; 😀</title>"
    assert portable(picture, "utf-8") == portable(picture, "UTF8") == portable(picture, None) == picture
    for alphabet in ("ascii", "cp1251", "utf-16"):
        told = portable(picture, alphabet)
        assert told.isascii() and ElementTree.fromstring(told).text == "Лампа & 😀"
