"""`chronoc diff` from the outside: what it takes, what it says, and its exit codes."""

from __future__ import annotations

import json
import subprocess
from pathlib import Path

import pytest

from chronoc.compare import reach
from tests.compare.variants import ONE_MORE, run, table, variant

QUICK = ("--no-prove", "--games", "0")


@pytest.fixture
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    for name in ("LANGUAGE", "LC_ALL", "LC_MESSAGES", "LANG"):
        monkeypatch.delenv(name, raising=False)
    return tmp_path


def test_all_four_parts(here: Path) -> None:
    variant(here, "one")
    nothing = "{\n  play {\n    require 1 == 2\n    draw 2\n  }\n}"
    variant(here, "two", ("{ play { draw 2 } }", nothing), ("crumbs: 3", "crumbs: 4"))
    code, out, err = run("one", "two", "--games", 40, "--players", 2, "--fail-on", "reachability")
    assert "~ card Finger (Chocolate Finger): crumbs 3 → 4 (one/cards.chrono:7 → two/cards.chrono:7)" in out
    assert "-  Crumbs: 3" in out and "+  Crumbs: 4" in out
    assert "what can come about: 1 of " in out
    assert "~ card play A Second Cup: reachable → unreachable (two/cards.chrono:10)" in out
    assert "40 pairs of games" in out and "played: A_Second_Cup" in out
    assert (code, err) == (1, "differs: reachability\n")


def test_what_is_the_same(here: Path) -> None:
    variant(here, "one")
    code, out, _ = run("one", "one", "--fail-on", "any")
    assert code == 0
    assert out.splitlines()[3:] == [
        "cards, rules, zones, options: the same", "", "texts on cards: the same", "",
        "what can come about: the same (both are the same rule table)", "",
        "in play: not compared: both are the same rule table, so every game is the same",
    ]  # fmt: skip


@pytest.mark.parametrize("words", [("--bots", "nonsense"), ("--players", "99"), ("--option", "no_such=1")])
def test_nonsense_is_told_though_nothing_differs(here: Path, words: tuple[str, str]) -> None:
    variant(here, "one")
    code, out, _ = run("one", "one", "--no-prove", *words)
    assert (code, out) == (2, "")


def test_an_edit_without_weight_is_not_distinguishable(here: Path) -> None:
    """Other seeds make other games; here the games of each pair are the same, whatever the new name."""
    variant(here, "one")
    variant(here, "two", ("biscuit Plain ", "biscuit Simple "))
    code, out, err = run("one", "two", "--games", 40, "--no-prove", "--fail-on", "balance,text")
    assert "40 of them went the same way" in out and "not distinguishable" in out
    assert (code, err) == (0, "")


def test_cards_that_come_and_go(here: Path) -> None:
    """A card of no copies is not there; a card that comes shows its whole face."""
    variant(here, "one")
    variant(
        here,
        "two",
        ('guest "Musical Chairs" {', 'guest "Musical Chairs" x0 {'),
        ("excuse Dog", 'guest "A Cat" { play { draw 1 } }\nexcuse Dog'),
    )
    _, out, _ = run("one", "two", *QUICK)
    assert "- card Musical_Chairs (Musical Chairs) (one/cards.chrono:26)" in out
    assert "+ card A_Cat (A Cat) (two/cards.chrono:" in out
    assert "  removed: Musical_Chairs\n  @@ -1" in out and "  added: A_Cat\n" in out and "  +A Cat\n" in out
    assert "texts on cards: 2 differ" in out


@pytest.mark.parametrize(
    ("part", "code"), [("tree", 1), ("text", 1), ("any", 1), ("reachability", 0), ("balance", 0), ("tree,text", 1)]
)
def test_fail_on(here: Path, part: str, code: int) -> None:
    variant(here, "one")
    variant(here, "two", ("draw 2", "draw 1"))
    assert run("one", "two", *QUICK, "--fail-on", part)[0] == code


def test_balance_fails(here: Path) -> None:
    variant(here, "one")
    variant(here, "two", ('"A Second Cup" x3', '"A Second Cup" x8'))
    code, _, err = run("one", "two", "--no-prove", "--games", 60, "-p", 2, "--fail-on", "balance")
    assert code == 1 and err == "differs: balance\n"


def test_json(here: Path) -> None:
    variant(here, "one")
    variant(here, "two", *ONE_MORE)
    code, out, _ = run("one", "two", "--games", 30, "--no-prove", "--json")
    found = json.loads(out)
    assert code == 0
    assert found["differs"] == {
        "tree": True,
        "text": True,
        "reachability": False,
        "balance": found["balance"]["distinguishable"],
    }
    assert found["tree"][0]["details"] == ["copies 3 → 4"] and found["tree"][0]["new"]["line"] == 10
    assert found["reachability"]["why_not"] == "it was not asked for"
    assert {measure["name"] for measure in found["balance"]["measures"]} >= {"turns", "Ann", "A_Second_Cup"}


def test_the_same_numbers_for_one_job_and_two(here: Path) -> None:
    variant(here, "one")
    variant(here, "two", *ONE_MORE)
    outs = [run("one", "two", "--games", 6, "--no-prove", "--json", "--jobs", jobs)[1] for jobs in (1, 2)]
    assert outs[0] == outs[1]


def test_built_tables(here: Path) -> None:
    from runtime.canonical import canonical

    variant(here, "one")
    (here / "two.json").write_bytes(canonical(table(variant(here, "two", *ONE_MORE))))
    code, out, _ = run("one", "two.json", "--games", 10)
    assert code == 0
    assert "texts on cards: not compared: a built table has no texts on cards" in out
    assert "not compared: a built table has no sources" in out and "10 pairs of games" in out


# ---------------------------------------------------------------------- revisions


def git(folder: Path, *words: str) -> None:
    subprocess.run(
        ["git", "-c", "user.name=x", "-c", "user.email=x@example.org", "-c", "commit.gpgsign=false", *words],
        cwd=folder, check=True, capture_output=True,
    )  # fmt: skip


@pytest.fixture
def repository(here: Path) -> Path:
    git(here, "init", "-q")
    variant(here / "cards", "tea")
    (here / "cards" / "house").mkdir()
    (here / "cards" / "house" / "variant.yaml").write_text(
        "variant: house\ntitle: House\nuses: [tea]\n", encoding="utf-8"
    )
    git(here, "add", ".")
    git(here, "commit", "-qm", "one")
    cards = here / "cards" / "tea" / "cards.chrono"
    cards.write_text(cards.read_text(encoding="utf-8").replace(*ONE_MORE[0]), encoding="utf-8")
    return here


def test_a_revision_against_the_files(repository: Path) -> None:
    code, out, _ = run("HEAD:cards/tea", "cards/tea", *QUICK)
    assert code == 0 and "copies 3 → 4 (tea/cards.chrono:10 → cards/tea/cards.chrono:10)" in out


def test_a_revision_brings_what_lies_beside(repository: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(repository / "cards")  # paths are relative to where we are
    code, out, _ = run("HEAD:house", "house", *QUICK)
    assert code == 0 and "copies 3 → 4" in out


def test_a_repository_that_is_a_variant(here: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    there = variant(here, "tea")
    git(there, "init", "-q")
    git(there, "add", ".")
    git(there, "commit", "-qm", "one")
    (there / "cards.chrono").write_text(
        (there / "cards.chrono").read_text(encoding="utf-8").replace(*ONE_MORE[0]), encoding="utf-8"
    )
    monkeypatch.chdir(there)
    code, out, _ = run("HEAD:.", ".", *QUICK)
    assert code == 0 and out.count("copies 3 → 4") == 1 and "+  " not in out


@pytest.mark.parametrize(
    ("asked", "told"),
    [
        ("nowhere:cards/tea", "git knows no revision 'nowhere'"),
        ("HEAD:cards/nothing", "revision 'HEAD' has no 'cards/nothing'"),
        ("HEAD:", "REV:PATH"),
        (":cards/tea", "REV:PATH"),
        ("HEAD:../elsewhere", "not a folder or file inside the repository"),
        ("--output=x:cards/tea", "No such option"),
        ("-x:cards/tea", "No such option"),
    ],
)
def test_revisions_that_are_none(repository: Path, asked: str, told: str) -> None:
    code, out, err = run(asked, "cards/tea", *QUICK)
    assert (code, out) == (2, "") and told in err


def test_links_that_lead_out_of_a_repository(repository: Path) -> None:
    """Somewhere else they do not matter; in what is compared they do."""
    (repository / "cards" / "elsewhere").symlink_to("/etc")
    git(repository, "add", ".")
    git(repository, "commit", "-qm", "two")
    code, _, err = run("HEAD:cards/house", "cards/house", *QUICK)
    assert code == 0 and "cards/elsewhere" in err
    (repository / "cards" / "tea" / "more.chrono").symlink_to("/etc/hostname")
    git(repository, "add", ".")
    git(repository, "commit", "-qm", "three")
    code, out, err = run("HEAD:cards/tea", "cards/tea", *QUICK)
    assert (code, out) == (2, "") and "cards/tea/more.chrono" in err and "link" in err


def test_a_path_is_no_pattern(repository: Path) -> None:
    code, _, err = run("HEAD::(top)cards/tea", "cards/tea", *QUICK)
    assert code == 2 and "has no ':(top)cards/tea'" in err


def test_a_revision_that_looks_like_an_option(repository: Path) -> None:
    """Behind `--` everything is an argument: git must not take it for an option either."""
    code, _, err = run(*QUICK, "--", "--output=x:cards/tea", "cards/tea")
    assert code == 2 and "git knows no revision" in err and not (repository / "x").exists()


def test_a_revision_outside_of_git(here: Path) -> None:
    variant(here, "one")
    code, _, err = run("HEAD:one", "one", *QUICK)
    assert code == 2 and "HEAD" in err


# ---------------------------------------------------------------------- what is wrong


def test_what_cannot_be_compared(here: Path) -> None:
    variant(here, "one")
    variant(here, "wrong", ("draw 2", "darw 2"))
    code, out, err = run("one", "wrong", *QUICK)
    assert (code, out) == (1, "") and "darw" in err and "wrong cannot be compared" in err
    assert run("one", "nothing-like-it", *QUICK)[0] == 2
    assert run("one", "one", "--fail-on", "tests")[0] == 2
    assert run("one", "one", "--fail-on", "balanc")[2].count("did you mean balance?") == 1
    variant(here, "two", *ONE_MORE)
    assert run("one", "two", "--no-prove", "--players", 7)[0] == 2
    assert run("one", "two", "--no-prove", "--bots", "nobody")[0] == 2


def test_games_for_other_numbers_of_players(here: Path) -> None:
    variant(here, "one", ("players 2 to 4", "players 2"))
    variant(here, "two", ("players 2 to 4", "players 3 to 4"))
    code, out, _ = run("one", "two", "--no-prove", "--games", 5)
    assert code == 0 and "there is no number of players that both allow" in out


def test_reachability_is_left_out_when_time_is_over(here: Path) -> None:
    one, two = variant(here, "one"), variant(here, "two")
    found = reach.verdicts((str(one), str(two)), 0.01)
    assert isinstance(found, str) and "not enough time" in found


def test_verdicts_side_by_side() -> None:
    old: reach.Verdicts = {
        ("goal", "a"): ("reachable", None),
        ("card", "b"): ("reachable", None),
        ("card", "c"): ("not decided", None),
    }
    new: reach.Verdicts = {
        ("goal", "a"): ("unreachable", ("x", 3)),
        ("card", "d"): ("reachable", None),
        ("card", "c"): ("reachable", None),
    }
    found = reach.compare(old, new, {"b": "d", "e": "e"})
    assert found.changes is not None
    assert [(c.title, c.old, c.new, c.place) for c in found.changes] == [("a", "reachable", "unreachable", ("x", 3))]
    assert found.undecided == ["card: c"] and found.compared == 3
    gone = reach.compare(old, {}, {})
    assert [(c.title, c.new) for c in gone.changes or ()] == [("a", "absent"), ("b", "absent")]
