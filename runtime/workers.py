"""Parts of a long piece of work in several processes: results in order, and nothing lost when a process dies."""

from __future__ import annotations

import signal
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from multiprocessing import get_context
from typing import Any

from runtime.signals import Fault

#: A part that was under way so many times when a process died is given up: it is likely to be the cause.
MOST_TRIES = 3
#: Parts handed out ahead of those that are finished, for each process.
AHEAD = 3

_work: Callable[[Any], Any] | None = None


class WorkersLost(Fault):
    """Processes die again and again."""


def _begin(work: Callable[[Any], Any]) -> None:
    global _work
    _work = work
    signal.signal(signal.SIGINT, signal.SIG_DFL)  # Ctrl-C ends this process too, which has nothing to say about it


def _do(part: Any) -> Any:
    assert _work is not None
    return _work(part)


def in_order(work: Callable[[Any], Any], parts: Sequence[Any], jobs: int = 1) -> Iterator[Any]:
    """work(part) for each part, in their order, in `jobs` processes.

    work is sent to each process once, so it has to be picklable: a function of a module, or an object of such a class.
    When a process dies (killed, out of memory), the parts that were under way are begun again in new processes.
    Raises WorkersLost when that happens to the same part too often, and whatever `work` raises."""
    if jobs <= 1 or len(parts) <= 1:
        yield from map(work, parts)
        return
    jobs = min(jobs, len(parts))
    results: dict[int, Any] = {}
    tries = [0] * len(parts)
    given = 0
    while given < len(parts):
        pool = ProcessPoolExecutor(jobs, get_context("spawn"), _begin, (work,))
        try:
            waiting: dict[int, Future[Any]] = {}
            handed = given
            while given < len(parts):
                while handed < len(parts) and len(waiting) < jobs * AHEAD:
                    if handed not in results:
                        waiting[handed] = pool.submit(_do, parts[handed])
                    handed += 1
                if given not in results:
                    results[given] = waiting.pop(given).result()
                yield results.pop(given)
                given += 1
        except BrokenProcessPool:
            for number, future in waiting.items():  # what is through is kept
                if future.done() and not future.cancelled() and future.exception() is None:
                    results[number] = future.result()
                elif number < given + jobs:
                    tries[number] += 1
            tries[given] += given not in results
            if max(tries) >= MOST_TRIES:
                raise WorkersLost("a process that plays games dies again and again; is there enough memory?") from None
        finally:
            pool.shutdown(wait=True, cancel_futures=True)
