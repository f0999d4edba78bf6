"""Comments that silence a finding."""

from __future__ import annotations

from pathlib import Path

import pytest

from chronoc.commands.check import findings
from chronoc.discover import Target
from tests.check.run import UNUSED, make, run

SPARE = UNUSED.format(name="spare").rstrip("\n")
WHY = "-- read by the next set"


def found(home: Path) -> list[tuple[str, int]]:
    return [(item.name, item.span.line) for item in findings(Target(home))[1]]


@pytest.mark.parametrize(
    "text",
    [
        f"{SPARE}  # chronoc ignore: unused-option {WHY}\n",
        f"{SPARE}# chronoc ignore: C520 {WHY}\n",
        f"{SPARE}  #chronoc  Ignore : Unused_Option, unused-option — because\n",
        f"# chronoc ignore: unused-option {WHY}\n{SPARE}\n",
        f"# chronoc ignore: unused-option {WHY}\n\n# another comment\n\n{SPARE}\n",
        f"\ufeff# chronoc ignore: unused-option {WHY}\r\n{SPARE}\r\n",
    ],
)
def test_a_comment_silences(text: str, tmp_path: Path) -> None:
    assert found(make(tmp_path, {"a.chrono": text})) == []


@pytest.mark.parametrize(
    ("text", "left"),
    [
        (f"{SPARE}\n# chronoc ignore: unused-option {WHY}\n", [("unused-option", 1), ("unused-ignore", 2)]),
        (f"tag dim # chronoc ignore: C520 {WHY}\n{SPARE}\n", [("unused-ignore", 1), ("unused-option", 2)]),
        (f"{SPARE} # chronoc ignore: set-name {WHY}\n", [("unused-option", 1), ("unused-ignore", 1)]),
        (f"{SPARE} # chronoc ignore: set-name, C520 {WHY}\n", [("unused-ignore", 1)]),
        (f"{SPARE} # chronoc ignore: unused-option\n", [("ignore-without-reason", 1)]),
        (f"{SPARE} # chronoc ignore: unused-option --\n", [("ignore-without-reason", 1)]),
        (f"{SPARE} # chronoc ignore {WHY}\n", [("unused-option", 1), ("unknown-rule", 1)]),
        (f"{SPARE} # chronoc ignore: {WHY}\n", [("unused-option", 1), ("unknown-rule", 1)]),
        (f"{SPARE} # chronoc-ignore: C520 {WHY}\n", [("unused-option", 1), ("unknown-rule", 1)]),
        (f"{SPARE} # chronoc: noqa\n", [("unused-option", 1), ("unknown-rule", 1)]),
        (f"{SPARE} # chronoc ignore: style {WHY}\n", [("unused-option", 1), ("unknown-rule", 1)]),
        (f"{SPARE} # chronoc ignore: C101 {WHY}\n", [("unused-option", 1), ("always-on", 1)]),
        ('lamp A "A" { text: "# chronoc ignore: nothing" }\n', []),
        ("# chronoc checks this file\n", []),
    ],
)
def test_what_a_comment_does_not_silence(text: str, left: list[tuple[str, int]], tmp_path: Path) -> None:
    home = make(tmp_path, {"a.chrono": f"{text}"})
    assert sorted(one for one in found(home) if one[0] != "unused-tag") == sorted(left)


@pytest.mark.parametrize(
    ("line", "name"),
    [('lamp "Bulb" { watt: ? }', "incomplete"), ('lamp "L\u0430ntern" { watt: 3 }', "mixed-letters")],
)
def test_what_the_compiler_only_warns_of_can_be_silenced(line: str, name: str, tmp_path: Path) -> None:
    assert found(make(tmp_path / "1", {"a.chrono": f"{line}\n"})) == [(name, 1)]
    assert found(make(tmp_path / "2", {"a.chrono": f"{line}  # chronoc ignore: {name} {WHY}\n"})) == []


def test_the_same_kind_as_an_error_cannot(tmp_path: Path) -> None:
    line = f'lamp L\u0430ntern "Bulb" {{ watt: 3 }}  # chronoc ignore: mixed-letters {WHY}\n'
    assert found(make(tmp_path, {"a.chrono": line})) == [("mixed-letters", 1)]


def test_an_error_is_told_and_nothing_is_called_unused_beside_it(tmp_path: Path) -> None:
    text = f'{SPARE} # chronoc ignore: set-name {WHY}\nlamp "A" {{ wat: 3 }} # chronoc ignore: C104 {WHY}\n'
    names = [name for name, _ in found(make(tmp_path, {"a.chrono": text}))]
    assert sorted(names) == ["always-on", "unknown-field", "unused-option"]


def test_a_comment_in_a_variant(tmp_path: Path) -> None:
    text = f"# chronoc ignore: variant-name {WHY}\nvariant: lanterns\n"
    assert found(make(tmp_path, {"variant.yaml": text})) == []
    text = f"variant: lanterns  # chronoc ignore: variant-name {WHY}\ntitle: 'a # chronoc ignore: b'\n"
    assert found(make(tmp_path, {"variant.yaml": text.replace("'a #", "'a#")})) == []


def test_a_comment_for_what_is_not_looked_for_is_not_unused(tmp_path: Path) -> None:
    home = make(tmp_path, {"a.chrono": f"{SPARE}  # chronoc ignore: unused-option {WHY}\n"})
    assert run("check", "--ignore", "unused-option", "--fail-level", "info", str(home)) == 0
    assert run("check", "--select", "packaging,unused-ignore", "--fail-level", "info", str(home)) == 0
    assert run("check", "--select", "style", "--fail-level", "info", str(home)) == 0


def test_a_comment_that_another_variant_needs_is_not_unused(tmp_path: Path) -> None:
    """The option is read in one of two variants only; the comment stands in the set that both use."""
    files = {
        "variant.yaml": "variant: lamps\nuses: [reader]\n",
        "a.chrono": f"{SPARE}  # chronoc ignore: unused-option {WHY}\n",
        "reader/a.chrono": "to fill_hand { repeat spare { draw_card } }\n",
        "short/variant.yaml": "variant: short\nuses: [lamps]\n",
    }
    home = make(tmp_path, files)
    quiet = ["--select", "unused-option,unused-ignore", "--fail-level", "info"]
    assert run("check", *quiet, str(home)) == 1  # here alone it silences nothing
    assert run("check", *quiet, str(tmp_path / "short")) == 0  # there it is needed
    assert run("check", *quiet, str(home), str(tmp_path / "short")) == 0


def test_what_would_take_an_unused_comment_out(tmp_path: Path) -> None:
    text = f'lamp "A" {{ }}  # chronoc ignore: set-name {WHY}\n  # chronoc ignore: set-name {WHY}  \r\nlamp "B" {{ }}\n'
    home = make(tmp_path, {})
    (home / "a.chrono").write_bytes(text.encode())
    fixes = [item.fix for item in findings(Target(home))[1] if item.name == "unused-ignore"]
    assert len(fixes) == 2
    left = text
    for fix in reversed(fixes):
        assert fix is not None and fix.safe and fix.text == ""
        left = left[: fix.span.start] + left[fix.span.end :]
    assert left == 'lamp "A" { }\nlamp "B" { }\n'
