"""What every adapter is built on: sources that are none, words that are not legal, sources that change, missing extras."""

from __future__ import annotations

import importlib
import pickle
import sys
from pathlib import Path

import pytest

from chronoc.adapters.match import Match, rulebook, same_rulebook
from runtime import UsageError
from tests.commands.games import other_table_file, table_file


def test_a_source_with_errors(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "bad").mkdir()
    (tmp_path / "bad" / "cards.chrono").write_text("set bad\ncard ~~~ {\n", encoding="utf-8")
    with pytest.raises(UsageError, match="bad has errors"):
        rulebook(tmp_path / "bad")
    assert "bad/cards.chrono:2" in capsys.readouterr().err


def test_words_that_are_not_legal(tmp_path: Path) -> None:
    match = Match(rulebook(table_file(tmp_path), 2), 1)
    before = match.legal
    for word in (-1, 10**9, next(word for word in range(10**6) if word not in before)):
        with pytest.raises(ValueError, match=f"action {word} is not legal"):
            match.say(word)
    assert match.legal == before and not match.spoken
    while not match.over:
        match.say(match.legal[-1])
    with pytest.raises(ValueError, match="the game is over"):
        match.say(before[0])


def test_a_kept_game_whose_source_has_changed(tmp_path: Path) -> None:
    path = table_file(tmp_path)
    match = Match(same_rulebook(str(path), 2), 1)
    match.say(match.legal[0])
    kept = pickle.dumps(match)
    assert pickle.loads(kept).legal == match.legal
    other_table_file(tmp_path).replace(path)
    same_rulebook.__globals__["_read"].cache_clear()  # as in another process
    with pytest.raises(UsageError, match="has changed since"):
        pickle.loads(kept)


@pytest.mark.parametrize(("module", "extra"), [("pettingzoo", "gymnasium.spaces"), ("openspiel", "pyspiel")])
def test_a_missing_extra(module: str, extra: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delitem(sys.modules, f"chronoc.adapters.{module}", raising=False)
    monkeypatch.setitem(sys.modules, extra, None)
    with pytest.raises(ImportError, match=rf"chronoc\[{module}\]"):
        importlib.import_module(f"chronoc.adapters.{module}")
