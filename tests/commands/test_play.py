"""`chronoc play`: what people see, type and keep."""

from __future__ import annotations

import io
import json
import os
import re
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from chronoc.commands.play import seats_of
from chronoc.play import saves
from chronoc.play.board import Board
from chronoc.play.paint import Paint
from chronoc.play.session import Session, Stop, pick
from chronoc.play.things import Eyes
from chronoc.terminal import columns
from runtime import Game, UsageError
from tests.commands.games import ROOT, chronoc, here, other_table_file, small, table_file
from tests.runtime.build import Build, choose, items, lamps, lying, move, obj, zone

TABLE = small().table()


def session(typed: str, bots: dict[int, str] | None = None, players: int = 2, seed: int = 3, **more: object) -> Session:
    game = Game.new(TABLE, players, seed, keep_past=True)
    return Session(game, bots or {}, source=io.StringIO(typed), paint=Paint(), **more)  # type: ignore[arg-type]


def play(played: Session) -> None:
    try:
        played.play()
    except Stop:
        pass


# ------------------------------------------------------------------ the whole command


def test_automatic_players_play_the_game_out(tmp_path: Path) -> None:
    code, text, _ = here("play", table_file(tmp_path), "--players", "3", "--seed", "4", "--bot", "all=random")
    assert code == 0
    assert re.search(r"(\w+ wins: bright|Everybody loses: all is dark)\nIt took \d+ turns\.\n$", text)
    assert "street" in text
    assert here("play", table_file(tmp_path), "--players", "3", "--seed", "4", "--bot", "all=random")[1] == text


def test_the_first_command_of_the_readme() -> None:
    done = chronoc("play", "chrononauts", "--bot", "all=random", "--seed", "1")
    assert done.returncode == 0, done.stderr.decode()
    assert all(columns(line) <= 80 for line in done.stdout.decode().split("\n"))


@pytest.mark.parametrize("encoding", ["ascii", "cp1251", "utf-8", "cp437"])
def test_every_alphabet_works_within_80_columns_and_nothing_steers_the_screen(encoding: str, tmp_path: Path) -> None:
    typed = "1\n2\nview night\nlog\nwhy\nhelp\nview\nnonsense ’\n" * 3
    done = chronoc(
        "play", table_file(tmp_path), "--seed", "2", "--bot", "2=random", given=typed, PYTHONIOENCODING=encoding
    )
    assert done.returncode == 0, done.stderr.decode()
    text = done.stdout.decode(encoding)
    assert "\x1b" not in text
    assert all(columns(line) <= 80 for line in text.split("\n")), max(text.split("\n"), key=columns)


def test_bytes_that_are_no_text_do_no_harm(tmp_path: Path) -> None:
    done = subprocess.run(
        [sys.executable, "-m", "chronoc", "play", str(table_file(tmp_path)), "--bot", "2=random"],
        capture_output=True,
        cwd=ROOT,
        input=b"\xff\xfe\n\x00\n1\n" + b"9" * 5000 + b"\n",
        timeout=60,
        env={"PYTHONPATH": str(ROOT), "PATH": os.environ["PATH"]},
    )
    assert done.returncode == 0, done.stderr.decode()


@pytest.mark.parametrize(
    "arguments, word",
    [
        (("--bot", "9=random"), "seats are 1 to 2"),
        (("--bot", "Zoe=random"), "Zoe"),
        (("--bot", "random"), "SEAT=KIND"),
        (("--bot", "1=genius"), "genius"),
        (("--players", "7"), "players"),
        (("--load", "/nowhere/x.json"), "cannot be read"),
        (("--name", "Ann", "--name", "Ann"), "names"),
        (("--load", "x", "--seed", "3"), "leave those out"),
    ],
)
def test_wrong_requests(arguments: tuple[str, ...], word: str, tmp_path: Path) -> None:
    code, _, said = here("play", table_file(tmp_path), *arguments)
    assert code == 2
    assert word in said


def test_a_game_that_cannot_go_on_says_so(tmp_path: Path) -> None:
    b = lamps()
    b.turn(
        choose("n", ("range", 1, 2), "Which", "number"),
        ("roll", "r", ("list", [("div", 1, ("sub", "n", 1))])),
        ("win", "you", "x"),
    )
    path = tmp_path / "t.json"
    path.write_text(json.dumps(b.raw()), encoding="utf-8")
    code, _, said = here("play", path, "--players", "1", given="1\n")
    assert code == 1
    assert "cannot go on" in said


# ------------------------------------------------------------------ keeping a game


def test_the_end_of_input_ends_cleanly_and_the_game_goes_on_later(tmp_path: Path) -> None:
    table, kept = table_file(tmp_path), tmp_path / "game.json"
    code, text, _ = here("play", table, "--seed", "5", "--save", kept, "--bot", "2=random", given="rest\n2\n")
    assert code == 0
    assert "kept in" in text
    assert [path.name for path in sorted(tmp_path.iterdir())] == ["game.json", "small.table.json"]
    code, text, _ = here("play", table, "--load", kept, given="rest\n1\n")
    assert code == 0
    assert "Turn 3 - Ann plays" in text
    assert saves.read(kept, TABLE)[1] == {1: "random"}


def test_a_save_of_another_table_is_refused(tmp_path: Path) -> None:
    kept = tmp_path / "game.json"
    here("play", table_file(tmp_path), "--save", kept)
    code, _, said = here("play", other_table_file(tmp_path), "--load", kept)
    assert code == 2
    assert "another version" in said
    kept.write_text("nonsense", encoding="utf-8")
    assert here("play", table_file(tmp_path), "--load", kept)[0] == 2
    kept.write_bytes(b"\xff\xff")
    assert here("play", table_file(tmp_path), "--load", kept)[0] == 2


def test_a_file_that_cannot_be_written_does_not_end_the_game(tmp_path: Path) -> None:
    code, text, _ = here(
        "play", table_file(tmp_path), "--seed", "5", "--save", tmp_path / "no" / "game.json", given="rest\n"
    )
    assert code == 0
    assert "cannot be written" in text
    assert text.endswith("The game is left; nothing is kept.\n")


#: Counts what a save does on disk, and kills the process in the middle of one of these steps.
KILLED = """
import os, signal, sys
left = int(sys.argv.pop(1))
def counted(step, after):
    def call(*given):
        global left
        left -= 1
        if left == 0 and not after:
            os.kill(os.getpid(), signal.SIGKILL)
        done = step(*given)
        if left == 0:
            os.kill(os.getpid(), signal.SIGKILL)
        return done
    return call
os.fsync, os.replace = counted(os.fsync, False), counted(os.replace, True)
from chronoc.cli import main
main()
"""


def test_a_kill_at_any_moment_loses_nothing(tmp_path: Path) -> None:
    """A game of automatic players is killed again and again in the middle of a save; what lies on disk is a whole game."""
    b = small()
    b.turn(choose("n", ("range", 1, 3), "", "number"))
    table, kept = tmp_path / "t.json", tmp_path / "game.json"
    table.write_text(json.dumps(b.raw()), encoding="utf-8")
    loaded = _again().table()
    turns = []
    for step in (20, 9, 12, 7):  # before a file is whole, or when it has taken the place of the one before
        start = ["--load", str(kept)] if kept.exists() else ["--seed", "1", "--save", str(kept), "--bot", "all=random"]
        done = subprocess.run(
            [sys.executable, "-c", KILLED, str(step), "play", str(table), *start],
            cwd=ROOT,
            stdout=subprocess.DEVNULL,
            timeout=120,
            env={"PYTHONPATH": str(ROOT), "PATH": os.environ["PATH"]},
        )
        assert done.returncode == -signal.SIGKILL
        game, bots = saves.read(kept, loaded)
        assert bots == {0: "random", 1: "random"}
        turns.append(game.state.turn)
    assert turns == sorted(turns)
    assert 0 < turns[0] < turns[-1]


def _again() -> Build:
    b = small()
    b.turn(choose("n", ("range", 1, 3), "", "number"))
    return b


# ------------------------------------------------------------------ hotseat


def test_nobody_sees_the_hand_of_another(capsys: pytest.CaptureFixture[str]) -> None:
    played = session("\n" + "rest\n1\n\n" * 5, seed=6)
    game = played.game
    hands = [list(game.state.Z[game.rules.world.base[3] + seat]) for seat in (0, 1)]
    play(played)
    parts = re.split(r"(\w+), it is your turn to decide\.", capsys.readouterr().out)
    shown = list(zip(parts[1::2], parts[2::2], strict=True))
    assert [name for name, _ in shown[:3]] == ["Ann", "Ben", "Ann"]
    for seat, name in enumerate(("Ann", "Ben")):
        own = [
            game.rules.world.title(thing)
            for thing in hands[seat]
            if len(game.rules.world.copies[game.rules.world.designs[thing]]) == 1
        ]
        for who, text in shown:
            for title in own:
                plain = Paint().plain(title)
                assert (plain in " ".join(text.split())) == (who == name), (who, plain)


def test_the_screen_is_cleared_between_people(capsys: pytest.CaptureFixture[str]) -> None:
    play(session("\nrest\n1\n\n"))
    text = capsys.readouterr().out
    assert "\n" * 40 in text[: text.index("Ben, it is your turn")]


def test_one_person_is_never_asked_to_hand_over(capsys: pytest.CaptureFixture[str]) -> None:
    play(session("rest\n1\n" * 3, {1: "random"}))
    assert "it is your turn" not in capsys.readouterr().out


def test_a_window_is_asked_even_where_only_passing_is_possible_unless_quick(capsys: pytest.CaptureFixture[str]) -> None:
    for quick in (False, True):
        played = session("\n1\n\npass\n", quick=quick)
        hand = [name for name in lying(played.game, "hand", 1) if name != "memo"]
        if len(hand) != len(lying(played.game, "hand", 1)):
            pytest.skip("Ben holds a memo with this seed")
        play(played)
        asked = "do you react?" in capsys.readouterr().out
        assert asked is not quick


# ------------------------------------------------------------------ what can be typed


def test_options_by_number_key_label_and_beginning() -> None:
    game = Game.new(TABLE, 2, 3)
    assert game.decision is not None
    options = game.decision.options
    last = len(options) - 1
    assert pick(str(last + 1), options) == last
    assert pick("rest", options) == last
    assert pick("RES", options) == last
    assert pick(options[0].label, options) == 0
    assert pick(options[0].key, options) == 0
    for wrong in ("0", str(last + 2), "999999999999", "zzz", "-1", "1.5", ""):
        assert isinstance(pick(wrong, options), str), wrong
    assert "options fit" in str(pick("Play", options))


def test_undo_takes_back_what_told_nobody_anything(capsys: pytest.CaptureFixture[str]) -> None:
    played = session("rest\nundo\nrest\n2\nundo\n", {1: "random"})
    play(played)
    text = capsys.readouterr().out
    assert "Taken back." in text
    assert "cannot be taken back" in text
    assert text.count("How long") == 2


def test_undo_is_kept_too(tmp_path: Path) -> None:
    kept = tmp_path / "g.json"
    played = session("rest\nundo\n", {1: "random"}, save=kept)
    play(played)
    game, _ = saves.read(kept, TABLE)
    assert game.decision is not None
    assert game.decision.kind == "take"
    assert game == played.game


def test_why_log_view_and_help(capsys: pytest.CaptureFixture[str]) -> None:
    play(
        session(
            "why\nlog\nview\nview tower3\nview Long Names 5\nview nothing of the kind\nhelp\nsave\n?\n", {1: "random"}
        )
    )
    text = capsys.readouterr().out
    assert "What led here:" in text
    assert "The Tower of Long Names 3 - tower in street" in text
    assert "index: 103" in text
    assert "index: 105" in text
    assert "You see nothing called nothing of the kind." in text
    assert "Into which file?" in text
    assert text.count("quit         stop") == 2


def test_view_of_zones_and_of_names_in_quotes(capsys: pytest.CaptureFixture[str]) -> None:
    play(session('view hand\nview hand of Ben\nview deck\nview "Long Names 5"\n', {1: "random"}))
    text = capsys.readouterr().out
    assert "You see nothing called" not in text and "index: 105" in text
    answers = text.split("> ")
    assert "Ann\n  hand: " in answers[1] and "Ben\n  hand: " in answers[1] and "card" in answers[1]
    assert "\nBen\n  hand: 3 cards\n" in answers[2] and "Ann\n  hand: " not in answers[2]


def test_view_shows_only_what_the_asker_sees(capsys: pytest.CaptureFixture[str]) -> None:
    played = session("", {1: "random"}, seed=6)
    hidden = [name for name in lying(played.game, "hand", 1) if name not in ("memo", "spark", "night", "glow")]
    assert hidden
    played = session("".join(f"view {name}\n" for name in hidden), {1: "random"}, seed=6)
    play(played)
    text = capsys.readouterr().out
    assert text.count("You see nothing called") == len(hidden)


def test_save_into_another_file(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    play(session(f"save {tmp_path / 'x.json'}\nquit\n", {1: "random"}))
    assert "Saved in" in capsys.readouterr().out
    assert saves.read(tmp_path / "x.json", TABLE)[0].decision is not None


# ------------------------------------------------------------------ the board


def drawn(game: Game, seat: int | None = 0, colour: bool = False, everything: bool = False, width: int = 80) -> str:
    return "\n".join(Board(Eyes(game, seat, everything), Paint(colour, width)).lines())


def test_a_grid_is_a_grid_and_sides_have_a_mark_and_a_colour() -> None:
    game = Game.new(TABLE, 2, 3)
    text = drawn(game)
    rows = [line for line in text.split("\n") if re.match(r"[AB]  ", line)]
    assert len(rows) == 2
    assert re.split(r"\s+", rows[0].strip()) == ["A", "100", "101", "102", "103"]
    tower = next(thing for thing in range(len(game.rules.world.designs)) if game.rules.world.name(thing) == "tower2")
    column = game.rules.column_of[next(k for k, f in enumerate(game.rules.table.fields) if f["name"] == "open")]
    game.state.V[column][tower - game.rules.world.lo[game.rules.world.kinds[tower]]] = True
    assert "102'" in drawn(game)
    assert "\x1b[33;1m102'\x1b[0m" in drawn(game, colour=True)


@pytest.mark.parametrize("width", [30, 40, 57, 80])
def test_no_line_is_wider_than_the_screen(width: int) -> None:
    for seed in range(3):
        game = Game.new(TABLE, 4, seed)
        for _ in range(20):
            for seat in (None, 0, 3):
                for line in drawn(game, seat, width=width).split("\n"):
                    assert columns(line) <= width, line
            if game.decision is None:
                break
            game.choose(game.decision.size - 1)


def test_hidden_things_are_counted_open_ones_named() -> None:
    game = Game.new(TABLE, 2, 6)
    mine = " ".join(drawn(game, 0).split())
    other = " ".join(drawn(game, 1).split())
    title = next(n for n in lying(game, "hand", 0) if n not in ("memo", "spark", "night", "glow")).title()
    assert title in mine
    assert title not in other
    assert "hand: 3 cards" in other or "hand: 4 cards" in other
    assert f"deck: {len(lying(game, 'deck'))} cards" in mine
    assert title in " ".join(drawn(game, None, everything=True).split())


def test_what_lies_on_a_thing_is_drawn_with_it() -> None:
    b = lamps()
    b.kind("tower")
    b.design("keep", "tower")
    b.zone("yard", shape="grid", rows=1, columns=2)
    b.zone("roof", owner="tower")
    b.setup(
        move(obj("keep"), zone("yard")),
        move(obj("ember"), zone("roof", obj("keep"))),
        move(obj("amber"), zone("hand", 0)),
    )
    b.turn(choose("c", items("hand", 0)), choose("n", ("range", 1, 2), "", "number"))
    text = drawn(b.game(2))
    assert "+Ember" in text
    assert "roof" not in text


def test_seats() -> None:
    game = Game.new(TABLE, ["Zoe", "2"], 1)
    assert seats_of(game, ["zoe=random"]) == {0: "random"}
    assert seats_of(game, ["2=random"]) == {1: "random"}
    assert seats_of(game, ["all=random"]) == {0: "random", 1: "random"}
    with pytest.raises(UsageError):
        Session(game, {0: "genius"}, paint=Paint())
