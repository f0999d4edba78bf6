"""Series of games, played in parts: by this process, by several, or by other machines, with the same result.

A part is (number of the plan, first game, last game + 1). How a run is cut into parts depends on the number of games alone.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any, Protocol

from chronoc.simulate.kept import Kept, Unusable
from chronoc.simulate.tally import Tally
from runtime.simulate import Plan, spans
from runtime.workers import in_order

Part = tuple[int, int, int]


class Engine(Protocol):
    """Who does the work: gives work(part) for each part, in order."""

    def __call__(self, work: Callable[[Any], Any], parts: Sequence[Any]) -> Iterator[Any]: ...


@dataclass(slots=True, frozen=True)
class Processes:
    """Processes of this machine."""

    jobs: int = 1

    def __call__(self, work: Callable[[Any], Any], parts: Sequence[Any]) -> Iterator[Any]:
        return in_order(work, parts, self.jobs)


@dataclass(slots=True, frozen=True)
class Playing:
    """The work: what is counted in the games of one part, as plain data."""

    plans: tuple[Plan, ...]

    def __call__(self, part: Part) -> dict[str, Any]:
        number, first, last = part
        tally, plan = Tally(), self.plans[number]
        for index in range(first, last):
            tally.add(index, plan.game(index))
        return tally.plain()


def restored(kept: Kept, part: Part) -> Tally | None:
    """A part that was kept; None when there is none, or something else in its place."""
    found = kept.load(part)
    try:
        return None if found is None else Tally.restore(found)
    except (KeyError, TypeError, ValueError):
        return None


def run(
    plans: Sequence[Plan],
    games: int,
    engine: Engine | None = None,
    kept: Kept | None = None,
    progress: Callable[[int], None] | None = None,
) -> list[Tally]:
    """`games` games of each plan. kept: where parts are saved, and taken from if they are there. progress: told how many
    games there are, those that were kept included. Raises UsageError at once for a plan that cannot be played, Unusable when
    nothing can be kept."""
    for plan in plans:
        plan.check()
    parts = [(number, first, last) for number in range(len(plans)) for first, last in spans(games)]
    # what is kept is read twice, since all of it together may be very much
    missing = dict.fromkeys(part for part in parts if kept is None or restored(kept, part) is None)
    fresh = (engine or Processes())(Playing(tuple(plans)), list(missing))
    tallies, played = [Tally() for _ in plans], 0
    for part in parts:
        if part in missing:
            found = next(fresh)
            tally: Tally | None = Tally.restore(found)
            if kept is not None:
                kept.save(part, found)
        else:
            assert kept is not None
            tally = restored(kept, part)
            if tally is None:
                raise Unusable(f"games {part[1]} to {part[2] - 1} were in {kept.folder} and are gone; begin again")
        assert tally is not None
        tallies[part[0]].join(tally)
        played += part[2] - part[1]
        if progress is not None:
            progress(played)
    return tallies
