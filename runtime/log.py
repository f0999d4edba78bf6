"""Events as sentences, for one viewer. One event, several renderings: who may not see a card reads `a card`."""

from __future__ import annotations

from typing import Any

from runtime.state import State
from runtime.view import Viewer


class Story:
    """Renders the log of a state for one seat (None: the public)."""

    def __init__(self, rules: Any, S: State, seat: int | None, everything: bool = False) -> None:
        self.viewer = Viewer(rules, S, seat, everything)
        self.viewer.placing = False
        self.rules = rules
        self.world = rules.world
        self.table = rules.table

    def lines(self, start: int = 0) -> list[str]:
        out = []
        for event in self.viewer.S.events()[start:]:
            line = self.line(event)
            if line is not None:
                out.append(line)
        return out

    # ------------------------------------------------------------------ why

    def causes(self, at: int) -> list[str]:
        """What led to event number `at` (from 0), outermost first: the turn, the action, the rules and cards that were at work."""
        chain: list[tuple[Any, ...]] = []
        for event in self.viewer.S.events()[:at]:
            if event[0] == "turn":
                chain = [event]
            elif event[0] in ("take", "goal"):
                chain = [*(e for e in chain if e[0] == "turn"), event]
            elif event[0] in ("rule", "trigger", "react"):
                chain.append(event)
            elif event[0] == "end":
                while chain and chain.pop()[0] != event[1]:
                    pass
        return [line for line in (self.line(event) or self.cause(event) for event in chain) if line is not None]

    def cause(self, event: tuple[Any, ...]) -> str | None:
        """A rule or a card's trigger as a cause: whose it is, and where it is written."""
        if event[0] not in ("rule", "trigger"):
            return None
        _, _you, index, this = event
        entry = (self.table.whenevers if event[0] == "rule" else self.table.triggers)[index]
        place = self.place(self.table.fns[entry["body"]]["code"])
        where = f" ({place})" if place else ""
        if this is not None:
            return f"{self.viewer.thing(this, True)}: its standing rule{where}"
        return f"a rule of the game: {'whenever' if event[0] == 'rule' else entry['when']}{where}"

    def place(self, node: int) -> str | None:
        """file:line of a node, if the table has a source map."""
        source = self.table.map
        for entry in source.get("nodes", ()):
            if entry[0] == node:
                return f"{source['files'][entry[1]]}:{entry[2]}"
        return None

    def zone(self, instance: int) -> str:
        return spaced(self.world.zone_name(instance))

    def s(self, seat: int | None) -> str:
        """The ending of a verb: Ann reveals, the rules reveal."""
        return "" if seat is None else "s"

    def who(self, seat: int | None) -> str:
        return "The rules" if seat is None else self.world.seats[seat]

    def things(self, things: Any, mask: int) -> str:
        if not self.viewer.seen(mask):
            return "a card" if len(things) == 1 else f"{len(things)} cards"
        return ", ".join(self.world.title(thing) for thing in things)

    def line(self, event: tuple[Any, ...]) -> str | None:
        method = getattr(self, "on_" + event[0], None)
        return None if method is None else method(event)

    def on_move(self, event: tuple[Any, ...]) -> str | None:
        _, you, thing, source, to, mask = event
        if source == 0 or to == 0:
            return None
        where = self.zone
        return f"{self.who(you)}: {self.things((thing,), mask)} from {where(source)} to {where(to)}"

    def on_put(self, event: tuple[Any, ...]) -> str | None:
        _, you, thing, _, places, mask = event
        return f"{self.who(you)}: {self.things((thing,), mask)} on {self.viewer.block(places)}"

    def on_shuffle(self, event: tuple[Any, ...]) -> str:
        return f"{self.who(event[1])} shuffle{self.s(event[1])} {self.zone(event[2])}"

    def on_roll(self, event: tuple[Any, ...]) -> str:
        _, _you, value, _values, kind, seen = event
        if kind[0] in ("object", "thing"):
            return f"Chance picks {self.things((value,), seen)}"
        return f"Chance gives {self.viewer.value(kind, value)}"

    def on_reveal(self, event: tuple[Any, ...]) -> str:
        return f"{self.who(event[1])} reveal{self.s(event[1])} {self.things(event[2], event[3])}"

    def on_look(self, event: tuple[Any, ...]) -> str:
        return f"{self.who(event[1])} look{self.s(event[1])} at {self.things(event[2], event[3])}"

    def on_face(self, event: tuple[Any, ...]) -> str:
        return f"{self.things((event[2],), event[4])} is turned over"

    def on_set(self, event: tuple[Any, ...]) -> str | None:
        _, _, field, thing, old, new = event
        entry = self.table.fields[field]
        if entry["secret"]:
            owner = thing if thing < len(self.world.seats) else self.world.owner_seat.get(thing)
            if owner != self.viewer.seat and not self.viewer.everything:
                return None
        if not self.viewer.knows(thing):
            return None
        value = self.viewer.value
        if entry["key"] is not None:
            return f"{spaced(entry['name'])} of {self.world.title(thing)} changes"
        return f"{spaced(entry['name'])} of {self.world.title(thing)}: {value(entry['type'], old)} -> {value(entry['type'], new)}"

    def on_var(self, event: tuple[Any, ...]) -> str:
        entry = self.table.gvars[event[2]]
        return f"{spaced(entry['name'])}: {self.viewer.value(entry['type'], event[3])}"

    def on_take(self, event: tuple[Any, ...]) -> str:
        """An action is announced by its name; what it is taken with shows when it moves."""
        return f"{self.who(event[1])} takes: {self.table.actions[event[2]]['name'].replace('_', ' ')}"

    def on_react(self, event: tuple[Any, ...]) -> str:
        return f"{self.who(event[1])} reacts with {self.world.title(event[2])}"

    def on_cancel(self, event: tuple[Any, ...]) -> str:
        return (
            f"{self.table.windows[event[2]]['sentence'] or spaced(self.table.windows[event[2]]['name'])} is cancelled"
        )

    def on_pass(self, event: tuple[Any, ...]) -> str | None:
        return "You let it pass" if event[1] == self.viewer.seat else None

    def on_goal(self, event: tuple[Any, ...]) -> str:
        return f"{self.who(event[1])} meets the goal: {self.table.goals[event[2]]['title']}"

    def on_phase(self, event: tuple[Any, ...]) -> str:
        return f"Phase: {self.table.phases[event[2]]['name'].replace('_', ' ')}"

    def on_turn(self, event: tuple[Any, ...]) -> str:
        return f"Turn {event[2]}: {self.world.seats[event[1]]}"

    def on_win(self, event: tuple[Any, ...]) -> str:
        names = ", ".join(self.world.seats[seat] for seat in event[2]) or "Nobody"
        return f"{names} {'win' if len(event[2]) > 1 else 'wins'}" + (f": {event[3]}" if event[3] else "")

    def on_lose(self, event: tuple[Any, ...]) -> str:
        names = ", ".join(self.world.seats[seat] for seat in event[2])
        return f"{names} {'lose' if len(event[2]) > 1 else 'loses'}" + (f": {event[3]}" if event[3] else "")

    def on_text(self, event: tuple[Any, ...]) -> str:
        return "".join(self.piece(*piece) for piece in event[2])

    def piece(self, kind: Any, value: Any, mask: int | None = None) -> str:
        """A piece of a text as this viewer may have read it then; mask: who saw the things that it names."""
        if mask is None:
            return self.viewer.pieces(((kind, value),))
        if kind[0] == "list":
            if not self.viewer.seen(mask):
                return f"{len(value)} cards"
            return "(" + ", ".join(self.piece(kind[1], item, mask) for item in value) + ")"
        return self.things((value,), mask)

    def on_note(self, event: tuple[Any, ...]) -> str | None:
        return f"({event[2]})" if self.viewer.everything or event[1] == self.viewer.seat else None

    def on_fault(self, event: tuple[Any, ...]) -> str:
        return f"FAULT: {event[2]} {event[3]}"

    def on_over(self, event: tuple[Any, ...]) -> str:
        return "The game is over"


def spaced(name: str) -> str:
    """A name of the rules as words."""
    return name.replace("_", " ")
