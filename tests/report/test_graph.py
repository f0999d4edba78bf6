"""`chronoc graph`: what turns over what, as SVG, DOT and Mermaid."""

from __future__ import annotations

import re
import xml.etree.ElementTree as ElementTree
from functools import cache
from pathlib import Path

import pytest

from chronoc.cli import Refusal
from chronoc.commands.graph import chosen_format
from chronoc.commands.graph import graph as command
from chronoc.report.arranged import arranged, layered
from chronoc.report.graph import Edge, Node, Web, web
from chronoc.report.graphs import coded, dot, mermaid, quoted, svg
from tests.report.test_matrix import FAN, STRANGE, SVG, report, strange

assert STRANGE


@cache
def made(where: str, cards: bool = False) -> Web:
    found = report(where)
    return web(found.prover, found.names(), found.words, cards)


def arrows(found: Web) -> set[tuple[str, str, str, bool]]:
    return {(found.nodes[e.start].name, found.nodes[e.end].name, e.reading, e.alone) for e in found.edges}


def test_what_follows_what_in_chrononauts() -> None:
    found = made("chrononauts")
    assert len(found.nodes) == 32 and sum(node.sided for node in found.nodes.values()) == 13
    told = arrows(found)
    assert ("JFK", "1969", "primed", True) in told and ("Sputnik", "1969", "primed", True) in told
    assert ("JFK", "1974", "primed", False) in told and ("Lincoln", "1974", "primed", False) in told
    assert len(found.edges) == 27
    jfk = next(node for node in found.nodes.values() if node.name == "JFK")
    assert jfk.cell is not None and jfk.cell[1:] == (2, 5) and jfk.other == "JFK Injured in Motorcade Shooting"
    words = next(e.words for e in found.edges if found.nodes[e.end].name == "1969")
    assert words == "Paradoxed if Sputnik' OR JFK'"


def test_cards_come_with_what_they_do_and_ask() -> None:
    found = made(FAN, True)
    told = arrows(found)
    assert ("Long_Match", "Porch", "both", True) in told and ("A song for the cat", "Cat", "put", True) in told
    assert ("Attic", "A song for the bat", "plain", True) in told
    assert ("Cat", "A quiet evening", "primed", False) in told
    assert not any(node.card for node in made(FAN).nodes.values())


def test_things_stand_where_they_lie() -> None:
    found = made("chrononauts")
    spots = arranged(found)
    by_name = {node.name: spots[thing] for thing, node in found.nodes.items()}
    assert by_name["Lincoln"] == (0, 0) and by_name["JFK"] == (2, 5) and by_name["1999"] == (3, 7)
    assert len(set(spots.values())) == len(spots)
    below = arranged(made("chrononauts", True))
    assert len(set(below.values())) == len(below) and max(row for row, _ in below.values()) > 3


def test_layers_without_a_grid() -> None:
    found = Web("t", {k: Node(k, str(k), str(k)) for k in range(5)})
    ways = [(0, 1), (1, 2), (0, 2), (3, 2), (2, 1)]  # 1 and 2 go round
    found.edges = [Edge(a, b, "condition", "primed", True, True, "") for a, b in ways]
    layers = layered(found, list(found.nodes))
    assert sorted(thing for layer in layers for thing in layer) == [0, 1, 2, 3, 4]
    assert layers[0] == [0, 3, 4]
    found.edges = found.edges[:4]
    assert layered(found, list(found.nodes)) == [[0, 3, 4], [1], [2]]


def test_two_things_of_one_cell_do_not_hide_each_other() -> None:
    found = Web("t", {k: Node(k, str(k), str(k), cell=(1, 0, 0)) for k in range(3)}, [], {1: ("board", 1, 2)})
    assert arranged(found) == {0: (0, 0), 1: (1, 0), 2: (2, 0)}


def test_the_picture() -> None:
    text = svg(made("chrononauts"))
    assert text == svg(made("chrononauts"))
    root = ElementTree.fromstring(text)
    words = [node.text for node in root.iter(f"{SVG}text")]
    assert {"JFK", "1969", "Apollo 11 Lands on"} <= set(words)
    paths = [node for node in root.iter(f"{SVG}path") if node.get("marker-end")]
    assert len(paths) == 27
    assert sum("joint" in (node.get("class") or "") for node in paths) == 6  # 1944, 1974 and 1986 take two
    assert any("JFK -> 1969: Paradoxed if" in (node.text or "") for node in root.iter(f"{SVG}title"))


def test_dot() -> None:
    text = dot(made("chrononauts"))
    assert text.startswith("digraph {") and text.endswith("}\n")
    assert text.count(" -> ") - text.count("tooltip") == 27  # one in each tooltip as well
    assert text.count("rank=same") == 4 and text.count("style=dashed") == 6
    assert text.count("{") == text.count("}")


def test_mermaid() -> None:
    text = mermaid(made(FAN, True))
    assert "flowchart TB" in text and 'n2["Porch: The porch lamp"]' in text
    assert "  n4 -.-> n8" in text and '-->|"plain"|' in text
    assert re.search(r"class n2,n3,n4 sided", text)


def test_texts_are_escaped(tmp_path: Path) -> None:
    found = made(strange(tmp_path), True)
    words = [node.text for node in ElementTree.fromstring(svg(found)).iter(f"{SVG}text")]
    assert "Left" in words and "Left <b> & 'right'" in " ".join(word or "" for word in words)
    assert "<script>" not in svg(found) and "<script>" not in mermaid(found)
    assert coded('a "b" <c> #1') == "a #34;b#34; #60;c#62; #35;1"
    assert quoted('say "no"', "a\\b") == '"say \\"no\\"\\na\\\\b"'


def test_the_command(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    target = tmp_path / "fan.dot"
    assert command(FAN, output=target) == 0
    assert "7 things, 7 arrows" in capsys.readouterr().err
    assert target.read_text().startswith("digraph {")
    assert command(FAN, form="dot") == 0
    assert capsys.readouterr().out == target.read_text()
    assert command(FAN, output=Path("-"), form="mermaid", cards=True, draft=True) == 0
    assert "A song for the cat" in capsys.readouterr().out
    assert command(FAN) == 0
    assert ElementTree.fromstring(capsys.readouterr().out).tag == f"{SVG}svg"


def test_formats() -> None:
    assert chosen_format("", Path("a.GV")) == "dot" and chosen_format("", Path("a.mmd")) == "mermaid"
    assert chosen_format("", Path("a.txt")) == "svg" and chosen_format("dot", Path("a.svg")) == "dot"
    with pytest.raises(Refusal, match="did you mean mermaid"):
        chosen_format("mermeid", None)
    with pytest.raises(Refusal, match="formats are svg, dot and mermaid"):
        chosen_format("png", None)


def test_a_variant_with_errors(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    folder = tmp_path / "two"
    folder.mkdir()
    (folder / "variant.yaml").write_text("variant: two\ntitle: Two\nuses: [two]\n")
    (folder / "two.chrono").write_text('set two "Two"\ngame "Two" { players 2 }\nlamp "Porch" { }\n')
    assert command(str(folder)) == 1
    assert "nothing was decided" in capsys.readouterr().err
    with pytest.raises(Refusal, match="is a folder"):
        command(FAN, output=tmp_path)


def test_where_nothing_turns_over_anything_it_is_said_what_would(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    folder = tmp_path / "plain"
    folder.mkdir()
    (folder / "rules.chrono").write_text(
        'set plain "Plain" { }\ngame "Plain" { players 2 }\nkind lamp { }\nzone deck: pile of lamp, open\n'
        'setup { move lamps to deck }\nturn { end game }\nlamp "One" { }\n'
    )
    assert command(str(folder), form="dot") == 0
    assert "nothing here turns over anything" in capsys.readouterr().err
