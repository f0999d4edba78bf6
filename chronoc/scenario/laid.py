"""`expect: 20 cards in deck`: how many things the set-up puts into a zone, whether they stay there or are dealt out.

The smallest game is set up, with the first answer to whatever is asked before the first turn. What a set expects is
said of its own cards where it is played as the variant of its name: another variant may well leave cards out.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from chronoc.analyse import Analysis
from chronoc.diagnostics import Diagnostic, Note
from chronoc.lower.verify import counted_as
from chronoc.model.order import set_key
from chronoc.model.suggest import fold, nearest
from chronoc.model.symbols import SetSym
from chronoc.syntax import tree
from chronoc.syntax.tree import Span
from runtime.game import Game
from runtime.signals import Fault, UsageError
from runtime.table import TableError, load_table

ANSWERS = 1_000  # so many decisions a setup may take


def laid(analysis: Analysis) -> list[Diagnostic]:
    """What does not lie where a set or the variant expects it."""
    wanted = list(_expectations(analysis))
    if not wanted or analysis.table is None:
        return []
    try:
        game = _set_up(analysis)
    except (Fault, TableError, UsageError) as fault:
        first = wanted[0]
        message = f"{first.number} {first.what} should lie in {first.zone}, but the game cannot be set up: {fault}"
        return [Diagnostic("wrong-count", "error", first.span, message)]
    own = set_key(analysis.program.variant.id)
    asked = [one for one in wanted if one.owner is None or set_key(one.owner.name) == own]
    return [found for one in asked if (found := _counted(analysis, game, one)) is not None]


@dataclass(frozen=True, slots=True)
class _Expected:
    number: int
    what: str
    zone: str
    span: Span
    owner: SetSym | None  # None: the variant says so


def _expectations(analysis: Analysis) -> Iterator[_Expected]:
    for owner, item in analysis.program.expects:
        if not isinstance(item, tree.In) or item.negated or not isinstance(item.right, tree.Name):
            continue
        what = item.left
        if isinstance(what, tree.Quantity) and isinstance(what.count, tree.Number) and isinstance(what.what, tree.Name):
            yield _Expected(what.count.value, what.what.name, item.right.name, item.span, owner)
    for key, number in analysis.program.variant.expect.items():
        if " in " in key:
            kind, _, zone = key.partition(" in ")
            span = analysis.program.variant.span(f"expect.{key}")
            yield _Expected(number, kind.strip(), zone.strip(), span, None)


def _set_up(analysis: Analysis) -> Game:
    assert analysis.table is not None
    table = load_table(analysis.table)
    game = Game.new(table, table.players[0], seed=0)
    for _ in range(ANSWERS):
        if game.over or game.state.turn or game.decision is None:
            break
        game.choose(0)
    return game


def _counted(analysis: Analysis, game: Game, one: _Expected) -> Diagnostic | None:
    program, world = analysis.program, game.rules.world
    test = counted_as(analysis.lowering, one.what)
    if test is None:
        near = nearest(one.what, [kind.plural for kind in program.kinds[1:]])
        return _finding("unknown-kind", one.span, f"there is no kind or tag `{one.what}`", near)
    names = [str(row["name"]) for row in game.rules.table.zones]
    if fold(one.zone) not in map(fold, names):
        return _finding("unknown-zone", one.span, f"there is no zone `{one.zone}`", nearest(one.zone, names))
    inside = [fold(names[zone]) == fold(one.zone) for zone in world.zone_of]
    came = {event[2]: None for event in game.events() if event[0] == "move" and inside[event[4]]}
    cards = [card for card in program.designs if test(card) and one.owner in (None, card.set)]
    things = [thing for card in cards for thing in world.copies[card.index]]
    found = sum(thing in came or inside[game.state.L[thing]] for thing in things)
    if found == one.number:
        return None
    message = f"the set-up puts {found} {one.what} into {one.zone}, not {one.number}"
    return Diagnostic("wrong-count", "error", one.span, message)


def _finding(name: str, span: Span, message: str, near: str | None) -> Diagnostic:
    notes = () if near is None else (Note(f"did you mean `{near}`?"),)
    return Diagnostic(name, "error", span, message, notes)
