"""One report, whoever plays the games and whatever happens to them."""

from __future__ import annotations

import contextlib
import importlib.util
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

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


@pytest.mark.skipif(importlib.util.find_spec("distributed") is None, reason="the extra dask is not installed")
@pytest.mark.parametrize("how", ["cancelled", "closed", "nobody"])
def test_a_cluster_that_goes_away_is_told(how: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from distributed.client import FutureCancelledError
    from distributed.comm import CommClosedError

    lost = {"cancelled": FutureCancelledError("part", "lost"), "closed": CommClosedError("closed")}

    class Cluster(contextlib.nullcontext[None]):
        def __init__(self, *given: object, timeout: int) -> None:
            super().__init__()

        def __enter__(self) -> Any:
            return self

        def wait_for_workers(self, number: int, timeout: int) -> None:
            if how == "nobody":
                raise TimeoutError("0 of 1 workers")

        def nthreads(self) -> dict[str, int]:
            return {}

        def submit(self, *given: object, pure: bool) -> Any:
            return self

        def result(self) -> None:
            raise lost[how]

        def close(self) -> None:
            pass

    monkeypatch.setattr("chronoc.adapters.dask.Client", Cluster)
    code, out, said = here("sim", table_file(tmp_path), "--games", "3", "--engine", "dask=tcp://127.0.0.1:1")
    assert (code, out) == (2, "")
    assert ("has no workers" if how == "nobody" else "scheduler of the cluster is gone") in said


def test_without_the_extra_a_sentence_says_what_to_install(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "distributed", None)
    monkeypatch.delitem(sys.modules, "chronoc.adapters.dask", raising=False)
    code, _, said = here("sim", table_file(tmp_path), "--games", "3", "--engine", "dask")
    assert code == 2
    assert "chronoc[dask]" in said
