"""The same games under every PYTHONHASHSEED and with any number of processes."""

from __future__ import annotations

import json
import os
import subprocess
import sys

import pytest

from tests.properties.forward import ROOT

PROGRAM = """
import json, sys
from tests.properties.forward import states, table
from runtime.simulate import simulate

if __name__ == "__main__":
    variant, players, games, jobs = sys.argv[1], int(sys.argv[2]), int(sys.argv[3]), int(sys.argv[4])
    series = simulate(table(variant), games, players, seed=8, jobs=jobs, max_moves=300)
    logs = [line for game, _ in states(variant, players, 5, 30) for line in game.log(None)]
    print(json.dumps([series.digest, series.total_moves, dict(series.ended), table(variant).hash, logs]))
"""


def run(variant: str, hash_seed: str, jobs: int) -> list[object]:
    done = subprocess.run(
        [sys.executable, "-c", PROGRAM, variant, "2", "6", str(jobs)],
        capture_output=True,
        cwd=ROOT,
        timeout=280,
        env={"PYTHONPATH": str(ROOT), "PYTHONHASHSEED": hash_seed, "PATH": os.environ["PATH"]},
    )
    assert done.returncode == 0, done.stderr.decode()
    found: list[object] = json.loads(done.stdout)
    return found


@pytest.mark.parametrize(
    "variant", ["chrononauts", "tests/specimens/emerald-sketch", "tests/specimens/talespin-sketch"]
)
def test_the_same_log_byte_for_byte(variant: str) -> None:
    assert run(variant, "1", 1) == run(variant, "2", 2)
