"""One report, whoever plays the games and whatever happens to them."""

from __future__ import annotations

import importlib.util
import os
import subprocess
import sys
from pathlib import Path

import pytest

from chronoc.simulate.run import Processes
from tests.commands.games import ROOT, here, table_file
from tests.simulate.deadly import Deadly, told


def test_a_killed_process_changes_no_byte(tmp_path: Path) -> None:
    table, mark = table_file(tmp_path), tmp_path / "killed"
    alone = told(table, Processes(1))
    assert told(table, Deadly(Processes(2), (0, 5, 6), mark)) == alone
    assert mark.exists(), "nobody was killed"


@pytest.mark.skipif(importlib.util.find_spec("distributed") is None, reason="the extra dask is not installed")
def test_a_cluster_gives_the_same_bytes_though_a_worker_is_killed(tmp_path: Path) -> None:
    table, mark = table_file(tmp_path), tmp_path / "killed"
    run = subprocess.run(
        [sys.executable, "-m", "tests.simulate.deadly", table, mark],
        capture_output=True,
        cwd=ROOT,
        timeout=120,
        env={"PYTHONPATH": str(ROOT), "PATH": os.environ["PATH"], "HOME": str(tmp_path)},
    )
    assert run.returncode == 0, run.stderr.decode()
    assert mark.exists(), "nobody was killed"
    assert run.stdout == told(table, Processes(1))


def test_without_the_extra_a_sentence_says_what_to_install(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "distributed", None)
    monkeypatch.delitem(sys.modules, "chronoc.adapters.dask", raising=False)
    code, _, said = here("sim", table_file(tmp_path), "--games", "3", "--engine", "dask")
    assert code == 2
    assert "chronoc[dask]" in said
