"""What can come about in one variant and not in the other, as far as `prove` decides it in the time it is given."""

from __future__ import annotations

import time
from collections.abc import Mapping
from dataclasses import dataclass, field
from multiprocessing import get_context
from multiprocessing.connection import Connection
from typing import Any

from chronoc.compare.trees import Place

#: (group, title) -> verdict, place
Verdicts = dict[tuple[str, str], tuple[str, Place | None]]


@dataclass(slots=True)
class Change:
    """old, new: the word of `prove`, or "absent" """

    group: str
    title: str
    old: str
    new: str
    place: Place | None


@dataclass(slots=True)
class Reach:
    """changes: None when nothing was compared, and `why` says why not. undecided: questions of which a side is not decided"""

    changes: list[Change] | None = None
    why: str = ""
    compared: int = 0
    undecided: list[str] = field(default_factory=list)


def compare(old: Verdicts, new: Verdicts, titles: Mapping[str, str]) -> Reach:
    """titles: old title -> new title, of cards that both have."""
    found = Reach([])
    assert found.changes is not None
    other = {was: now for was, now in titles.items() if was != now}

    def now_called(title: str) -> str:
        """What a question about a renamed card is called now."""
        was = next((was for was in other if was in title), None)
        return title if was is None else title.replace(was, other[was])

    known = {(group, now_called(title)): value for (group, title), value in old.items()}
    for key in dict.fromkeys([*known, *new]):
        before, after = known.get(key, ("absent", None)), new.get(key, ("absent", None))
        found.compared += 1
        if "not decided" in (before[0], after[0]):
            found.undecided.append(": ".join(key))
        elif before[0] != after[0]:
            found.changes.append(Change(*key, before[0], after[0], after[1] or before[1]))
    return found


def verdicts(paths: tuple[str, str], seconds: float, jobs: int = 1) -> tuple[Verdicts, Verdicts] | str:
    """The verdicts of two variants that can be read at these paths; or why there are none. Each is worked out in a process of its
    own, which is ended when the time is over."""
    context = get_context("spawn")
    end = time.monotonic() + seconds
    running: list[tuple[Any, Connection]] = []
    out: list[Verdicts] = []
    try:
        for path in paths:
            ours, theirs = context.Pipe(duplex=False)
            process = context.Process(target=_decide, args=(path, theirs), daemon=True)
            process.start()
            theirs.close()
            running.append((process, ours))
            if jobs < 2:
                result = _result(ours, end)
                if isinstance(result, str):
                    return result
                out.append(result)
        for _, ours in running[len(out) :]:
            result = _result(ours, end)
            if isinstance(result, str):
                return result
            out.append(result)
        return out[0], out[1]
    finally:
        for process, ours in running:
            process.terminate()
            process.join()
            ours.close()


def _result(ours: Connection, end: float) -> Verdicts | str:
    if not ours.poll(max(0.0, end - time.monotonic())):
        return "there was not enough time; --prove-seconds gives more"
    try:
        result: Verdicts | str = ours.recv()
    except EOFError:
        return "the process that was to decide ended early"
    return result


def _decide(path: str, answer: Connection) -> None:
    from chronoc.analyse import analyse
    from chronoc.prove.proof import prove
    from chronoc.variant import read_sources
    from runtime import Fault

    try:
        sources = read_sources(path)
        found = prove(analyse(sources.sets, sources.variant), sources.reading.texts, explain=False)
        answer.send({(v.question.group, v.question.title): (v.word, v.question.place) for v in found})
    except Fault as fault:
        answer.send(f"the rules cannot be set up: {fault}")
    finally:
        answer.close()
