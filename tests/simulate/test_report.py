"""What is planted in a game is found, told on the first screen, and told alike in every form of the report."""

from __future__ import annotations

import csv
import importlib.util
import json
import re
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import pytest

from chronoc.simulate.charts import Lengths, Shares, binned, nice
from chronoc.simulate.files import tables, write_report
from chronoc.simulate.page import charts, page
from chronoc.simulate.run import run
from chronoc.simulate.summary import summary
from chronoc.simulate.tally import Tally, joined
from chronoc.simulate.words import report
from runtime.observed import Observed
from runtime.simulate import GameRecord, Plan, play_all
from tests.simulate.games import faulty


@pytest.fixture(scope="module")
def found() -> dict[str, Any]:
    plans = [Plan(faulty(), players, seed=1, observe=True) for players in (2, 3)]
    return summary(plans, run(plans, 300))


def answer(found: dict[str, Any], question: str, series: int = 0) -> tuple[str, bool]:
    given = {item["question"]: item for item in found["series"][series]["answers"]}
    return given[question]["answer"], given[question]["clear"]


def test_who_begins_is_ahead(found: dict[str, Any]) -> None:
    text, clear = answer(found, "Is the first player ahead?")
    places = found["series"][0]["places"]
    assert text.startswith(f"Yes: {100 * places[0]['share']:.1f} % of 300 wins") and clear
    assert places[0]["games"] + places[1]["games"] == 300


def test_the_weakest_secret(found: dict[str, Any]) -> None:
    for series in (0, 1):
        text, clear = answer(found, "Which secret sign is weakest?", series)
        assert text.startswith("The void") and "won 0.0 % of" in text and clear
    dealt = found["series"][1]["roles"][0]["dealt"]
    assert [row["of"] for row in dealt] == [300, 300, 300]
    assert sum(row["won"] for row in dealt) == 300


def test_the_dead_card(found: dict[str, Any]) -> None:
    text, clear = answer(found, "Which card is dead?")
    assert text.startswith("Ash: ") and "never played" in text and clear
    by_name = {row["card"]: row for row in found["series"][0]["cards"]}
    assert by_name["ash"]["played"] == 0 < by_name["ash"]["thrown_away"]
    assert by_name["ash"]["dead_share"]["share"] == 1.0
    assert by_name["ash"]["won_when_played"]["of"] == 0
    for row in by_name.values():
        ended = row["played"] + row["thrown_away"] + row["held_at_the_end"]
        assert row["drawn"] == ended + row["passed_on"]
        assert row["played_share"]["of"] == ended


def test_every_form_tells_the_answers(found: dict[str, Any], tmp_path: Path) -> None:
    lines = report(found)
    assert "  " + answer(found, "Which card is dead?")[0] in lines
    written = write_report(tmp_path, found)
    assert json.loads((tmp_path / "report.json").read_bytes()) == found
    with (tmp_path / "cards.csv").open(newline="", encoding="utf-8") as file:
        rows = list(csv.DictReader(file))
    assert [(row["players"], row["card"], row["played"]) for row in rows] == [
        (str(series["players"]), row["card"], str(row["played"]))
        for series in found["series"]
        for row in series["cards"]
    ]
    assert {row["of_what"] for row in tables(found)["shares"]} >= {"route", "seat", "place", "bot", "secret_sign dealt"}
    assert ("cards.parquet" in {path.name for path in written}) == (importlib.util.find_spec("pyarrow") is not None)
    before = {path.name: path.read_bytes() for path in written}
    write_report(tmp_path, found)
    assert {path.name: path.read_bytes() for path in written} == before


@pytest.mark.skipif(importlib.util.find_spec("pyarrow") is None, reason="the extra parquet is not installed")
def test_parquet_holds_the_same_rows(found: dict[str, Any], tmp_path: Path) -> None:
    import pyarrow.parquet

    write_report(tmp_path, found)
    assert pyarrow.parquet.read_table(tmp_path / "cards.parquet").to_pylist() == tables(found)["cards"]


# ---------------------------------------------------------------------- the page


class Reader(HTMLParser):
    """Tags as they open and close, and what might ask another machine for something."""

    EMPTY = ("meta", "br")

    def __init__(self) -> None:
        super().__init__()
        self.open: list[str] = []
        self.tags: list[str] = []
        self.fetched: list[str] = []
        self.scripts: list[str] = []
        self.specs: list[str] = []

    def handle_starttag(self, tag: str, attributes: list[tuple[str, str | None]]) -> None:
        self.tags.append(tag)
        if tag not in self.EMPTY:
            self.open.append(tag)
        self.fetched += [
            f"{tag} {name}" for name, _ in attributes if name in ("src", "href", "data", "action", "srcset")
        ]
        if tag == "script":
            self.scripts.append(dict(attributes).get("type") or "")

    def handle_startendtag(self, tag: str, attributes: list[tuple[str, str | None]]) -> None:
        self.tags.append(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        if self.open and self.open[-1] == "script":
            self.specs.append(data)


def test_the_page_needs_no_network_and_runs_nothing(found: dict[str, Any]) -> None:
    text = page(found)
    reader = Reader()
    reader.feed(text)
    reader.close()
    assert reader.open == []
    assert reader.fetched == []
    assert {*reader.scripts} == {"application/vnd.vegalite.v5+json"}
    assert "default-src 'none'" in text
    assert not re.search(r"url\(|@import", text)
    assert "<script>alert" not in text
    assert "Lamps &lt;script&gt;alert(1)&lt;/script&gt; &amp; signs" in text


def test_the_answers_come_first(found: dict[str, Any]) -> None:
    text = page(found)
    first = text.index("<svg")
    for question in ("Is the first player ahead?", "Which secret sign is weakest?", "Which card is dead?"):
        assert 0 < text.index(question) < first
    assert text.index("<b>2 players:</b>") < text.index("<b>3 players:</b>") < first


def test_each_chart_lies_beside_its_specification(found: dict[str, Any]) -> None:
    reader = Reader()
    reader.feed(page(found))
    specs = [json.loads(spec) for spec in reader.specs]
    wanted = [chart for series in found["series"] for chart in charts(series)]
    assert specs == [chart.vega_lite() for chart in wanted]
    assert reader.tags.count("svg") == len(wanted) > 8
    for chart, spec in zip(wanted, specs, strict=True):
        assert spec["$schema"].endswith("vega-lite/v5.json")
        assert len(spec["data"]["values"]) == len(chart.rows)


def test_a_chart_shows_each_share_where_it_is() -> None:
    rows = [
        {"name": name, "share": share, "low": share - 0.1, "high": share + 0.1, "tip": name}
        for name, share in (("a", 0.2), ("b", 0.4))
    ]
    picture = Shares("T", rows, "of all", 0.3).svg()
    dots = [float(x) + 4 for x in re.findall(r'class="dot" d="M([\d.]+)', picture)]
    ticks = {text: float(x) for x, text in re.findall(r'<text class="t m" x="([\d.]+)" y="[\d.]+">(\d+) %', picture)}
    scale = (ticks["50"] - ticks["0"]) / 50
    assert dots == [pytest.approx(ticks["0"] + share * scale, abs=0.2) for share in (20, 40)]


def test_lengths_are_put_together() -> None:
    rows = binned([(3, 5), (4, 1), (203, 2)])
    assert [row["games"] for row in rows if row["games"]] == [6, 2]
    assert all(row["last"] - row["first"] == 9 for row in rows)
    assert binned([]) == []
    assert binned([(7, 2)]) == [{"first": 7, "last": 7, "games": 2}]
    assert "7–7: 2" in Lengths("T", binned([(7, 2)]), "turns").svg()
    assert [nice(x) for x in (0.03, 0.6, 1, 7, 12)] == [pytest.approx(x) for x in (0.05, 1, 1, 10, 20)]


# ---------------------------------------------------------------------- counting


def test_tallies_add_up_however_they_are_cut_and_survive_being_written_down() -> None:
    plan = Plan(faulty(), 3, seed=4, kinds=("random",), observe=True)
    records = list(play_all(plan, 12))

    def counted(first: int, last: int) -> Tally:
        tally = Tally()
        for index in range(first, last):
            tally.add(index, records[index])
        return tally

    whole = counted(0, 12)
    assert joined([counted(0, 1), counted(1, 7), counted(7, 12)]).plain() == whole.plain()
    again = Tally.restore(json.loads(json.dumps(whole.plain())))
    assert again.plain() == whole.plain()
    assert summary([plan], [again]) == summary([plan], [whole])
    assert whole.finished == 12


def test_a_game_that_nobody_wins_has_answers_too() -> None:
    plan = Plan(faulty(), 2, max_moves=1, observe=True)
    found = summary([plan], run([plan], 3))
    assert answer(found, "Is the first player ahead?") == ("Nobody won a game.", False)
    assert "</html>" in page(found)
    assert any("cut off: 3" in line for line in report(found))


def test_comebacks_are_winners_who_had_been_behind() -> None:
    tally = Tally()
    shapes = [
        ((0.9, 0.1, 0.5), "ahead"),
        ((0.5, 0.5, 0.1), "level"),
        ((0.4, 0.5, 0.1), "behind"),
        ((0.1, 0.5, 0.4), "last"),
    ]
    for index, (half, _) in enumerate(shapes):
        observed = Observed((), (), (), 0, 0, half)
        tally.add(index, GameRecord("x", "won", {0: "light"}, kinds=("random",) * 3, observed=observed))
    tally.add(
        4,
        GameRecord("x", "won", {0: "a", 1: "b"}, kinds=("random",) * 3, observed=Observed((), (), (), 0, 0, (1, 0, 0))),
    )
    tally.add(5, GameRecord("x", "won", {0: "a"}, kinds=("random",) * 3, observed=Observed((), (), (), 0, 0, ())))
    assert dict(tally.by("halfway")) == {"ahead": 1, "level": 1, "behind": 2, "last": 1}
