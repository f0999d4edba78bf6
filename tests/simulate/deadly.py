"""Work whose process is killed in the middle, once; also a program that has a Dask cluster do it."""

from __future__ import annotations

import json
import os
import signal
import sys
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from chronoc.simulate.run import Engine, run
from chronoc.simulate.summary import summary
from runtime import load_table
from runtime.simulate import Plan


@dataclass(frozen=True)
class DiesOnce:
    """Does the work, but for the part at which the process is killed when it comes to it for the first time."""

    work: Callable[[Any], Any]
    deadly: Any
    mark: Path

    def __call__(self, part: Any) -> Any:
        if tuple(part) == self.deadly and not self.mark.exists():
            self.mark.touch()
            os.kill(os.getpid(), signal.SIGKILL)
        return self.work(part)


@dataclass(frozen=True)
class Deadly:
    """An engine among whose processes one is killed."""

    engine: Engine
    deadly: tuple[int, int, int]
    mark: Path

    def __call__(self, work: Callable[[Any], Any], parts: Sequence[Any]) -> Iterator[Any]:
        assert self.deadly in parts
        return self.engine(DiesOnce(work, self.deadly, self.mark), parts)


def plans(table: Path) -> list[Plan]:
    loaded = load_table(table)
    return [Plan(loaded, players, seed=3, observe=True) for players in (2, 3)]


def told(table: Path, engine: Engine) -> bytes:
    """A report, as bytes."""
    asked = plans(table)
    return json.dumps(summary(asked, run(asked, 12, engine))).encode()


if __name__ == "__main__":  # TABLE MARK
    from chronoc.adapters.dask import DaskCluster

    sys.stdout.buffer.write(told(Path(sys.argv[1]), Deadly(DaskCluster(2), (1, 3, 4), Path(sys.argv[2]))))
