"""Work in several processes: in order, whatever happens to them."""

from __future__ import annotations

import os
import signal
from dataclasses import dataclass
from pathlib import Path

import pytest

from runtime.workers import MOST_TRIES, WorkersLost, in_order


@dataclass(frozen=True)
class Squares:
    """Squares of numbers. The process that meets `deadly` for the first time (`always`: every time) is killed."""

    folder: Path
    deadly: int | None = None
    always: bool = False

    def __call__(self, number: int) -> int:
        mark = self.folder / f"died-{number}-{os.getpid()}"
        if number == self.deadly and (self.always or not list(self.folder.glob(f"died-{number}-*"))):
            mark.touch()
            os.kill(os.getpid(), signal.SIGKILL)
        return number * number


@pytest.mark.parametrize("jobs", [1, 2])
def test_results_come_in_order(jobs: int, tmp_path: Path) -> None:
    assert list(in_order(Squares(tmp_path), range(20), jobs)) == [number * number for number in range(20)]


def test_a_killed_process_loses_nothing(tmp_path: Path) -> None:
    found = list(in_order(Squares(tmp_path, deadly=7), range(20), 2))
    assert len(list(tmp_path.iterdir())) == 1, "nobody was killed"
    assert found == [number * number for number in range(20)]


def test_what_kills_every_process_is_given_up(tmp_path: Path) -> None:
    with pytest.raises(WorkersLost, match="dies again and again"):
        list(in_order(Squares(tmp_path, deadly=3, always=True), range(6), 2))
    assert len(list(tmp_path.iterdir())) == MOST_TRIES


def test_what_the_work_raises_comes_out(tmp_path: Path) -> None:
    with pytest.raises(TypeError):
        list(in_order(Squares(tmp_path), [1, "x", 3], 2))
