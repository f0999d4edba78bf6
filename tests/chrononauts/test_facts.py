"""The cards say what the sources say: counts, years, places, conditions, links, and what identities need."""

from __future__ import annotations

from collections import Counter

import pytest

from tests.chrononauts import facts
from tests.chrononauts.compiled import (
    FIRST,
    LATER,
    by_year,
    kind_of,
    mentioned,
    named,
    of_kind,
    printed,
    table,
    years_of,
)

EDITIONS = (FIRST, LATER)
ROWS = "ABCD"


@pytest.mark.parametrize("edition", EDITIONS)
def test_counts(edition: str) -> None:
    found: Counter[str] = Counter()
    kinds = table(edition)["kinds"]
    for design in table(edition)["designs"]:
        kind = kinds[design["kind"]]
        found[kind["name"]] += design["copies"]
        if kind["parent"] is not None:
            found[kinds[kind["parent"]]["name"]] += design["copies"]
    expected = {kind: both[EDITIONS.index(edition)] for kind, both in facts.COUNTS.items()}
    assert {kind: found[kind] for kind in expected} == expected


@pytest.mark.parametrize("edition", EDITIONS)
def test_every_year_is_there_once(edition: str) -> None:
    assert sorted(by_year(edition)) == sorted([*facts.LINCHPINS, *facts.RIPPLEPOINTS])


@pytest.mark.parametrize("edition", EDITIONS)
@pytest.mark.parametrize("year", sorted(facts.LINCHPINS))
def test_linchpin(edition: str, year: int) -> None:
    design = table(edition)["designs"][by_year(edition)[year]]
    index, headline, other, affects = facts.LINCHPINS[year]
    assert kind_of(edition, design) == "linchpin"
    assert design["title"] == headline
    assert printed(edition, design, "other side") == ["text", other]
    assert place(edition, printed(edition, design, "at")) == index
    op, nodes = printed(edition, design, "affects")
    code = table(edition)["code"]
    assert op == "list" and all(code[n][0] == "obj" for n in nodes)
    assert years_of(edition, [code[n][1] for n in nodes]) == list(affects)


@pytest.mark.parametrize("edition", EDITIONS)
@pytest.mark.parametrize("year", sorted(facts.RIPPLEPOINTS))
def test_ripplepoint(edition: str, year: int) -> None:
    design = table(edition)["designs"][by_year(edition)[year]]
    index, headline, how, years = facts.RIPPLEPOINTS[year]
    assert kind_of(edition, design) == "ripplepoint"
    assert design["title"] == headline
    assert place(edition, printed(edition, design, "at")) == index
    assert mentioned(edition, design, "Paradoxed") == list(years)
    function = table(edition)["fns"][design["clauses"][str(named(edition, "clauses", "Paradoxed"))]]
    op = table(edition)["code"][function["code"]][0]
    assert (op if op in ("and", "or") else "one") == how


@pytest.mark.parametrize("edition", EDITIONS)
def test_a_linchpin_lists_exactly_what_it_affects(edition: str) -> None:
    affected: dict[int, list[int]] = {year: [] for year in facts.LINCHPINS}
    for _, design in of_kind(edition, "ripplepoint"):
        for year in mentioned(edition, design, "Paradoxed"):
            affected[year].append(printed(edition, design, "year")[1])
    assert {year: tuple(sorted(found)) for year, found in affected.items()} == {
        year: entry[3] for year, entry in facts.LINCHPINS.items()
    }


def place(edition: str, node: list[object]) -> str:
    """A cell of the TimeLine as it is printed: row letter and column."""
    op, zone, owner, number = node
    assert (op, owner) == ("cell", None) and table(edition)["zones"][zone]["name"] == "timeline"
    assert isinstance(number, int)
    return f"{ROWS[number // 8]}{number % 8 + 1}"


# ---------------------------------------------------------------- patches


@pytest.mark.parametrize("edition", EDITIONS)
def test_patches(edition: str) -> None:
    stable, nexus = {}, []
    for _, design in of_kind(edition, "patch"):
        if design["copies"] == 0:
            continue
        op, target = printed(edition, design, "repairs")
        assert op == "obj" and design["copies"] == 1
        (year,) = years_of(edition, [target])
        own = str(named(edition, "clauses", "Playable")) in design["clauses"]
        conditional = own and bool(mentioned(edition, design, "Playable"))
        if year == 1945:
            assert conditional, f"{design['title']} has to be unstable"
            nexus.append(design["title"])
        else:
            assert not conditional
            stable[year] = design["title"]
    assert stable == facts.STABLE_PATCHES
    assert len(nexus) == (3 if edition == FIRST else 4)


def test_what_the_known_patches_of_1945_need() -> None:
    needs = {d["title"]: mentioned(LATER, d, "Playable") for _, d in of_kind(LATER, "patch")}
    assert needs["Allied Troops Invade Tokyo"] == [1943]
    assert needs["Nazis Win the War"] == [1941]


# ---------------------------------------------------------------- identities


@pytest.mark.parametrize("edition", EDITIONS)
def test_identities(edition: str) -> None:
    found = {d["title"]: mentioned(edition, d, "home") for _, d in of_kind(edition, "identity")}
    assert found == {name: sorted((true, *patches)) for name, (true, patches) in facts.IDENTITIES.items()}


@pytest.mark.parametrize("edition", EDITIONS)
def test_how_often_an_event_is_part_of_a_home(edition: str) -> None:
    true: Counter[int] = Counter()
    patched: Counter[int] = Counter()
    code, fns = table(edition)["code"], table(edition)["fns"]
    sides = {named(edition, "defines", "plain"): true, named(edition, "defines", "primed"): patched}
    for _, design in of_kind(edition, "identity"):
        op, parts = code[fns[design["clauses"][str(named(edition, "clauses", "home"))]]["code"]]
        assert op == "and" and len(parts) == 3
        for node in parts:
            op, define, (argument,) = code[node]
            assert op == "call" and code[argument][0] == "obj"
            (year,) = years_of(edition, [code[argument][1]])
            sides[define][year] += 1
    assert true == Counter(facts.TRUE_ONCE)
    assert patched == Counter({**dict.fromkeys(facts.PATCH_OF_TWO, 2), **dict.fromkeys(facts.PATCH_OF_ONE, 1)})
    assert all(patched[year] == 0 for year in facts.PATCH_OF_NONE)


# ---------------------------------------------------------------- provenance


@pytest.mark.parametrize("edition", EDITIONS)
def test_every_card_says_where_it_comes_from(edition: str) -> None:
    for design in table(edition)["designs"]:
        assert design["provenance"] in ("printed", "reconstructed"), design["title"]
        if design["provenance"] == "reconstructed":
            assert design["note"], f"{design['title']} does not say what was filled in"
