"""`--select`, `--ignore`, `--fail-level`, and what `pyproject.toml` and `variant.yaml` say of them."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from chronoc.check.registry import kinds
from chronoc.check.select import chosen, ignorable, named
from chronoc.commands.check import findings
from chronoc.discover import Target
from tests.check.run import UNUSED, make, run

SPARE = UNUSED.format(name="spare")


def names(capsys: pytest.CaptureFixture[str], *arguments: str) -> list[str]:
    """The names of what is found."""
    run("check", "--json", *arguments)
    return [item["name"] for item in json.loads(capsys.readouterr().out)["diagnostics"]]


# ---------------------------------------------------------------- words


def test_words() -> None:
    assert named("unused-option") == named("Unused_Option") == named("C520") == named(" c520 ") == ["unused-option"]
    assert "unused-option" in named("C5") and "unknown-name" not in named("C5")
    assert named("all") == list(kinds()) == named("C")
    assert {kinds()[name].category for name in named("style")} == {"style"}


def test_errors_are_always_on() -> None:
    on = chosen(["style"], ["C5", "unused-option"])
    assert "unknown-name" in on and "unused-option" not in on and "set-name" not in on
    assert [name for name in chosen([], ["all"]) if kinds()[name].category != "error"] == []
    assert set(ignorable("C1")) < set(named("C1"))


def test_what_is_ignored_is_not_selected() -> None:
    assert "unused-option" in chosen(["style"], []) and "unused-option" not in chosen(["style"], ["C520"])


# ---------------------------------------------------------------- the command line


@pytest.mark.parametrize(
    ("options", "found"),
    [
        ([], ["variant-name", "unused-option"]),
        (["--select", "style"], ["unused-option"]),
        (["--select", "C52"], ["unused-option"]),
        (["--select", "packaging"], ["variant-name"]),
        (["--select", "packaging", "--select", "style"], ["variant-name", "unused-option"]),
        (["--select", "packaging,C520"], ["variant-name", "unused-option"]),
        (["--select", "error"], []),
        (["--select", "all", "--ignore", "style"], ["variant-name"]),
        (["--ignore", "variant-name"], ["unused-option"]),
        (["--ignore", "C5"], []),
        (["--ignore", "style,packaging"], []),
    ],
)
def test_options(options: list[str], found: list[str], tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    make(tmp_path, {"a.chrono": SPARE, "variant.yaml": "variant: lanterns\n"})
    assert sorted(names(capsys, *options, str(tmp_path / "lamps"))) == sorted(found)


@pytest.mark.parametrize(
    ("options", "told"),
    [
        (["--select", "unused-optoin"], "there is no finding `unused-optoin`; did you mean `unused-option`?"),
        (["--select", "stlye"], "did you mean `style`?"),
        (["--ignore", "C77"], "there is no finding `C77`; `chronoc rules` lists all codes"),
        (["--ignore", "C902"], "`broken-table` is no longer looked for"),
        (["--ignore", "unknown-name"], "`unknown-name` is an error and cannot be ignored; correct what it is about"),
        (["--ignore", "C101"], "`C101` is an error and cannot be ignored"),
        (["--ignore", "error"], "all findings of `error` are errors and cannot be ignored"),
        (["--ignore", "C10"], "all findings of `C10` are errors and cannot be ignored"),
        (["--ignore", ","], "--ignore names no finding"),
        (["--select", " "], "--select names no finding"),
    ],
)
def test_words_that_mean_nothing(
    options: list[str], told: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run("check", *options, str(make(tmp_path, {}))) == 2
    said = capsys.readouterr()
    assert told in said.err and not said.out


def test_errors_are_told_whatever_is_selected(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    make(tmp_path, {"a.chrono": SPARE + 'lamp "Lantern" { wat: 3 }\n'})
    assert names(capsys, "--select", "packaging", "--ignore", "all", str(tmp_path / "lamps")) == ["unknown-field"]


@pytest.mark.parametrize(("level", "code"), [("error", 0), ("warning", 1), ("info", 1)])
def test_fail_level(level: str, code: int, tmp_path: Path) -> None:
    assert run("check", "--fail-level", level, str(make(tmp_path, {"a.chrono": SPARE}))) == code


# ---------------------------------------------------------------- pyproject.toml and variant.yaml


def project(folder: Path, text: str) -> None:
    (folder / "pyproject.toml").write_text(f"[tool.chronoc]\n{text}\n", encoding="utf-8")


def test_the_nearest_project_that_speaks_of_it_counts(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    home = make(tmp_path / "inner", {"a.chrono": SPARE})
    (tmp_path / "inner" / "pyproject.toml").write_text("[project]\nname = 'chronoc'\n")
    project(tmp_path, 'ignore = ["style"]')
    assert names(capsys, str(home)) == []
    project(tmp_path / "inner", "")
    assert names(capsys, str(home)) == ["unused-option"]


@pytest.mark.parametrize(
    ("said", "options", "found"),
    [
        ('select = ["packaging"]', [], []),
        ('select = ["packaging"]', ["--select", "style"], ["unused-option"]),
        ('ignore = ["unused-option"]', ["--select", "style"], []),
        ('ignore = ["balance"]', ["--ignore", "style"], []),
        ("select = []", [], []),
    ],
)
def test_the_command_line_counts_for_more(
    said: str, options: list[str], found: list[str], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    project(tmp_path, said)
    assert names(capsys, *options, str(make(tmp_path, {"a.chrono": SPARE}))) == found


@pytest.mark.parametrize(
    ("check", "code", "severity"),
    [
        ("{fail-level: warning}", 1, "warning"),
        ("{severity: {unused-option: error}}", 1, "error"),
        ("{severity: {style: error, unused-option: info}}", 0, "info"),
        ("{severity: {unused-option: info, C5: error}}", 0, "info"),
        ("{severity: {C520: info}, fail-level: info}", 1, "info"),
    ],
)
def test_a_variant_says_how_grave_things_are(
    check: str, code: int, severity: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    home = make(tmp_path, {"a.chrono": SPARE, "variant.yaml": f"variant: lamps\ncheck: {check}\n"})
    assert run("check", "--json", str(home)) == code
    assert [item["severity"] for item in json.loads(capsys.readouterr().out)["diagnostics"]] == [severity]


def test_a_variant_counts_for_more_than_the_project(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    home = make(tmp_path, {"a.chrono": SPARE, "variant.yaml": "variant: lamps\ncheck: {select: [style]}\n"})
    project(tmp_path, 'select = ["packaging"]\nfail-level = "warning"\nseverity = {unused-option = "info"}')
    assert names(capsys, str(home)) == ["unused-option"]
    assert run("check", str(home)) == 0
    assert run("check", "--fail-level", "info", str(home)) == 1


def test_an_error_stays_an_error(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    variant = "variant: lamps\ncheck: {severity: {all: info}}\n"
    home = make(tmp_path, {"a.chrono": 'lamp "Lantern" { wat: 3 }\n', "variant.yaml": variant})
    assert run("check", "--json", str(home)) == 1
    assert [item["severity"] for item in json.loads(capsys.readouterr().out)["diagnostics"]] == ["error"]


def test_each_variant_has_its_own_fail_level(tmp_path: Path) -> None:
    make(tmp_path, {"a.chrono": SPARE, "strict/variant.yaml": "variant: strict\nuses: [lamps]\n"})
    assert run("check", str(tmp_path)) == 0
    (tmp_path / "strict" / "variant.yaml").write_text("variant: strict\nuses: [lamps]\ncheck: {fail-level: warning}\n")
    assert run("check", str(tmp_path)) == 1


def test_a_set_is_heard_wherever_it_is_used(tmp_path: Path) -> None:
    make(tmp_path, {"a.chrono": SPARE, "short/variant.yaml": "variant: short\nuses: [lamps]\n"})
    assert [item.name for item in findings(Target(tmp_path / "short"))[1]] == ["unused-option"]
    (tmp_path / "lamps" / "variant.yaml").write_text("variant: lamps\ncheck: {ignore: [unused-option]}\n")
    assert findings(Target(tmp_path / "short"))[1] == []
    (tmp_path / "lamps" / "variant.yaml").write_text("variant: lamps\ncheck: {select: [packaging]}\n")
    assert findings(Target(tmp_path / "short"))[1] == []


# ---------------------------------------------------------------- what is wrong there


@pytest.mark.parametrize(
    ("text", "name", "place", "words"),
    [
        ('ignore = ["sytle"]', "unknown-rule", (2, 12), "`style`"),
        ('ignore = ["style", "C101"]', "always-on", (2, 21), "correct what"),
        ("# ignore\nignore = 3", "config-value", (3, 1), "a list"),
        ("select = [1]", "config-value", (2, 1), "a list"),
        ('severity = "error"', "config-value", (2, 1), "a table"),
        ('severity = {unused-option = "bad"}', "config-value", (2, 13), "error, warning or info"),
        ('severity.unknown-name = "info"', "always-on", (2, 10), "correct what"),
        ('[tool.chronoc.severity]\nC777 = "info"', "unknown-rule", (3, 1), "lists all codes"),
        ("fail-level = 1", "config-value", (2, 1), "error, warning or info"),
        ('fail_level = "info"', "config-key", (2, 1), "`fail-level`"),
        ("zzz = 1", "config-key", (2, 1), "known keys are select, ignore, fail-level and severity"),
        ("select = [", "config-syntax", (2, 10), ""),
    ],
)
def test_faults_of_a_project(text: str, name: str, place: tuple[int, int], words: str, tmp_path: Path) -> None:
    project(tmp_path, text)
    found = findings(Target(make(tmp_path, {})))[1]
    assert [(item.name, item.span.line, item.span.column) for item in found] == [(name, *place)]
    assert words in " ".join(note.message for note in found[0].notes)


@pytest.mark.parametrize("text", ["[tool]\nchronoc = 3\n", "[tools.chronoc]\nx = 1\n", "# [tool.chronoc]\nx = 1\n"])
def test_a_project_that_does_not_speak_of_it(text: str, tmp_path: Path) -> None:
    (tmp_path / "pyproject.toml").write_text(text)
    assert findings(Target(make(tmp_path, {})))[1] == []


@pytest.mark.parametrize(
    ("check", "name", "column"),
    [
        ("{ignore: [sytle]}", "unknown-rule", 18),
        ("{ignore: [C101]}", "always-on", 18),
        ("{select: [C77]}", "unknown-rule", 18),
        ("{severity: {unknown-name: info}}", "always-on", 20),
        ("{severity: {C520: bad}}", "variant-value", 26),
        ("{fail-level: bad}", "variant-value", 21),
        ("{ignroe: [style]}", "variant-key", 9),
        ("{ignore: style}", "variant-value", 17),
    ],
)
def test_faults_of_a_variant(check: str, name: str, column: int, tmp_path: Path) -> None:
    home = make(tmp_path, {"variant.yaml": f"variant: lamps\ncheck: {check}\n"})
    found = findings(Target(home))[1]
    assert [(item.name, item.span.line, item.span.column) for item in found] == [(name, 2, column)]
    assert found[0].span.file == "lamps/variant.yaml" and found[0].notes


def test_a_table_without_a_head_is_heard(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    folder = make(tmp_path, {"a.chrono": SPARE})
    assert "unused-option" in names(capsys, str(folder))
    (tmp_path / "pyproject.toml").write_text('[tool]\nchronoc = {ignore = ["unused-option"]}\n', encoding="utf-8")
    assert "unused-option" not in names(capsys, str(folder))
    (tmp_path / "pyproject.toml").write_text('[tool]\nchronoc = {ignroe = ["unused-option"]}\n', encoding="utf-8")
    assert "config-key" in names(capsys, str(folder))
