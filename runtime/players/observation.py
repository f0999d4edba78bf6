"""What a player who decides by itself is given: an observation, never the game.

The contract, for players and for harnesses of other programs that are built on it:

- `observe(game, seat)` reads a game that stands at a decision (or is over) and changes nothing in it.
- An observation is plain data: numbers, texts, flags, tuples, lists, dictionaries. It can be pickled and written as JSON, and
  nothing in it leads back to the game.
- Everything in it is what the seat may know. Two games that differ only in what the seat cannot see give equal observations.
- `options` are those of the decision when it is the seat's own; else there are none. The answer is the number of an
  option: `game.choose(number)`. Keys do not depend on language or order, labels are for people.
- `view` is `Game.view(seat)`, as JSON data; `log` is the story as the seat may read it, one line an event. Whoever reads on asks
  only for lines of events from number `log_from` on; `events` says how many there are so far.
- `position` is for players who think ahead (position.py): it is there when `Positions` of the seat are handed over.
"""

from __future__ import annotations

from dataclasses import asdict, dataclass, field
from typing import Any, NamedTuple

from runtime.game import Game
from runtime.players.position import Position, Positions


class Glimpse(NamedTuple):
    """For players who do not look: how many options there are."""

    size: int


@dataclass(frozen=True, slots=True)
class Observation:
    """seat: who sees this (None: the public) · decides: the seat that has to decide (None: the game is over) ·
    kind, prompt: of the decision, empty when it is not the seat's · keys, labels: of its options, in their order"""

    seat: int | None
    decides: int | None
    view: dict[str, Any]
    kind: str = ""
    prompt: str = ""
    keys: tuple[str, ...] = ()
    labels: tuple[str, ...] = ()
    log: tuple[str, ...] = ()
    events: int = 0
    over: bool = False
    #: Of a game that is over: name of each winner -> how.
    winners: dict[str, str] = field(default_factory=dict)
    position: Position | None = None

    @property
    def size(self) -> int:
        """How many options there are."""
        return len(self.keys)

    def data(self) -> dict[str, Any]:
        """The same as one dictionary, for JSON."""
        return asdict(self)


def observe(game: Game, seat: int | None, log_from: int | None = 0, positions: Positions | None = None) -> Observation:
    """What this seat may know now. log_from: number of the first event of the log that is told (None: no log, which is cheaper).
    positions: of this seat in this game, kept from one observation to the next."""
    decision = game.decision
    view = game.view(seat)
    kind, prompt, keys, labels = "", "", (), ()
    if decision is not None and decision.seat == seat:
        asked = view.pop("decision")
        kind, prompt = asked["kind"], asked["prompt"]
        keys = tuple(option["key"] for option in asked["options"])
        labels = tuple(option["label"] for option in asked["options"])
    view.pop("waiting", None)
    events = game.events() if log_from is not None else []
    result = game.result
    return Observation(
        seat,
        None if decision is None else decision.seat,
        view,
        kind,
        prompt,
        keys,
        labels,
        () if log_from is None else tuple(game.log(seat, log_from)),
        len(events),
        game.over,
        {} if result is None else dict(result.winners),
        None if positions is None or decision is None else positions.position(game.state),
    )
