"""Simulation by a Dask cluster: processes of many machines, which need chronoc with its extra `dask`, and nothing else."""

from __future__ import annotations

import pickle
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import CancelledError
from contextlib import ExitStack
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from distributed import Client, LocalCluster
from distributed.scheduler import KilledWorker

from runtime.signals import UsageError
from runtime.workers import WorkersLost

#: Parts handed out ahead of those that are finished, for each thread of the cluster.
AHEAD = 3
#: Seconds until a scheduler that does not answer, or has nobody to work, is given up.
PATIENCE = 10


@dataclass(slots=True, frozen=True)
class DaskCluster:
    """An engine (chronoc.simulate.run). address: of a scheduler, as `tcp://10.1.2.3:8786`; None: a cluster of `jobs` processes
    is started on this machine, and stopped when all is done. Dask begins parts again whose worker has died."""

    jobs: int = 1
    address: str | None = None

    def __call__(self, work: Callable[[Any], Any], parts: Sequence[Any]) -> Iterator[Any]:
        if not parts:
            return
        with ExitStack() as stack:
            client = stack.enter_context(self.client(stack, min(self.jobs, len(parts))))
            packed = pickle.dumps(work)  # with each part: a worker may die, and new ones may come
            ahead = AHEAD * max(1, sum(client.nthreads().values()))
            waiting: dict[int, Any] = {}
            for number in range(len(parts)):
                for later in range(number + len(waiting), min(len(parts), number + ahead)):
                    waiting[later] = client.submit(perform, packed, parts[later], pure=False)
                try:
                    yield waiting.pop(number).result()
                except (CancelledError, OSError) as fault:
                    raise WorkersLost(f"the scheduler of the cluster is gone: {fault}") from None
                except KilledWorker as fault:
                    raise WorkersLost(f"the workers of the cluster die again and again: {fault}") from None
                except (ImportError, RuntimeError) as fault:
                    if not isinstance(fault, ImportError) and "deserialization" not in str(fault):
                        raise
                    raise UsageError(
                        "the cluster cannot read the work: chronoc has to be installed, in the same version, "
                        "for its scheduler and its workers"
                    ) from None

    def client(self, stack: ExitStack, jobs: int) -> Any:
        if self.address is None:
            cluster = LocalCluster(n_workers=jobs, threads_per_worker=1, processes=True, dashboard_address=None)
            return Client(stack.enter_context(cluster))
        try:
            client = Client(self.address, timeout=PATIENCE)
        except (OSError, ValueError) as fault:
            raise UsageError(f"no Dask scheduler answers at {self.address}: {fault}") from None
        try:
            client.wait_for_workers(1, timeout=PATIENCE)
        except TimeoutError:
            client.close()
            raise UsageError(f"the Dask cluster at {self.address} has no workers") from None
        return client


def perform(packed: bytes, part: Any) -> Any:
    return unpacked(packed)(part)


@lru_cache(maxsize=4)
def unpacked(packed: bytes) -> Callable[[Any], Any]:
    """The same work is the same object, since a table that is known need not be linked again."""
    work: Callable[[Any], Any] = pickle.loads(packed)
    return work
