"""Simulation by a Dask cluster: processes of many machines, which need nothing but chronoc itself (the extra `dask`)."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack
from dataclasses import dataclass
from typing import Any

from distributed import Client, LocalCluster
from distributed.scheduler import KilledWorker

from runtime.signals import UsageError
from runtime.workers import MOST_TRIES, WorkersLost

#: Parts handed out ahead of those that are finished, for each thread of the cluster.
AHEAD = 3
#: Seconds until a scheduler that does not answer is given up.
PATIENCE = 10


@dataclass(slots=True, frozen=True)
class DaskCluster:
    """An engine (chronoc.simulate.run). address: of a scheduler, as `tcp://10.1.2.3:8786`; None: a cluster of `jobs` processes is
    started on this machine, and stopped when all is done. Dask begins parts again whose worker has died."""

    jobs: int = 1
    address: str | None = None

    def __call__(
        self, work: Callable[[Any], Any], parts: Sequence[Any], done: Callable[[Any, Any], None] | None = None
    ) -> Iterator[Any]:
        if not parts:
            return
        with ExitStack() as stack:
            client = stack.enter_context(self.client(stack))
            shared = client.scatter(work, broadcast=True, hash=False)
            ahead = AHEAD * max(1, sum(client.nthreads().values()))
            waiting: dict[int, Any] = {}
            for number in range(len(parts)):
                for next_one in range(number + len(waiting), min(len(parts), number + ahead)):
                    future = client.submit(perform, shared, parts[next_one], pure=False, retries=MOST_TRIES)
                    waiting[next_one] = future
                try:
                    result = waiting.pop(number).result()
                except KilledWorker as fault:
                    raise WorkersLost(f"the workers of the cluster die again and again: {fault}") from None
                if done is not None:
                    done(parts[number], result)
                yield result

    def client(self, stack: ExitStack) -> Any:
        if self.address is None:
            cluster = LocalCluster(n_workers=self.jobs, threads_per_worker=1, processes=True, dashboard_address=None)
            return Client(stack.enter_context(cluster))
        try:
            return Client(self.address, timeout=PATIENCE)
        except (OSError, ValueError) as fault:
            raise UsageError(f"no Dask scheduler answers at {self.address}: {fault}") from None


def perform(work: Callable[[Any], Any], part: Any) -> Any:
    return work(part)
