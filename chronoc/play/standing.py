"""How the players stand: numbers that everybody can work out, where they are, and what the running phases are about."""

from __future__ import annotations

from chronoc.play.things import Eyes
from runtime import Budget, Fault
from runtime.state import FUEL

#: The kind of players in every table.
PLAYER = 0


class Standing:
    """Looks at a game for one pair of eyes."""

    def __init__(self, eyes: Eyes) -> None:
        self.eyes = eyes
        self.rules = eyes.rules
        self.world = eyes.world
        self.table = eyes.table

    # ------------------------------------------------------------------ numbers

    def numbers(self, seat: int) -> list[str]:
        """Bounded definitions of one player, as `strength 3`, where everybody can work them out."""
        out = []
        for index, entry in enumerate(self.table.defines):
            if not self._is_told(index):
                continue
            self.eyes.S.fuel = FUEL
            try:
                value = self.rules.names[f"g{index}"](self.eyes.S, seat, seat)
            except (Fault, Budget, TypeError):  # there is nothing to count yet
                continue
            out.append(f"{entry['name'].replace('_', ' ')} {value}")
        return out

    def _is_told(self, index: int) -> bool:
        """Bounds make a number of it; what lies hidden must not show through it, nor what a phase alone knows."""
        entry = self.table.defines[index]
        if entry["low"] is None or entry["high"] is None or [o["kinds"] for o in entry["overloads"]] != [[PLAYER]]:
            return False
        code = self.table.fns[entry["overloads"][0]["fn"]]["code"]
        if any(read[0] == "p" for read in self.rules.analysis.reads(code)):
            return False
        return self.rules.public([code]) and all(self._shows(adjust) for adjust in entry["adjusts"])

    def _shows(self, adjust: dict[str, int | None]) -> bool:
        """Can everybody see that this counts? A card counts where its kind works: openly, or only while it lies face up."""
        fns = [fn for fn in (adjust["by"], adjust["where"]) if fn is not None]
        if not self.rules.public([self.table.fns[fn]["code"] for fn in fns]):
            return False
        if adjust["design"] is None:
            return True
        for kind in self.world.ancestors(self.table.designs[adjust["design"]]["kind"]):
            for place in self.table.kinds[kind]["works"]:
                sees = [self.table.zones[zone]["see"] for zone in place["zones"]]
                if any(see != "open" and not (see == "faces" and self._face_up(place["while"])) for see in sees):
                    return False
        return True

    def _face_up(self, fn: int | None) -> bool:
        """Does this function say that the card lies face up?"""
        if fn is None:
            return False
        node = self.table.code[self.table.fns[fn]["code"]]
        return bool(node[0] == "not" and self.table.code[node[1]][0] == "facedown")

    # ------------------------------------------------------------------ places

    def at(self) -> dict[int, list[str]]:
        """Things that players' variables speak of, with the names of these players: who is where."""
        out: dict[int, list[str]] = {}
        for index, column in self.rules.column_of.items():
            row = self.table.fields[index]
            if row["kind"] != PLAYER or row["type"][0] != "object" or row["secret"] or row["key"] is not None:
                continue
            for seat in self.world.players:
                thing = self.eyes.S.V[column][seat]
                if thing is not None and thing >= len(self.world.seats) and self.eyes.viewer.knows(thing):
                    out.setdefault(thing, []).append(self.world.seats[seat])
        return out

    # ------------------------------------------------------------------ phases

    def phases(self) -> list[str]:
        """The phases that run, outermost first, each with the things it is about: `voyage (Ann, The Lamp)`."""
        out = []
        for frame in self.eyes.S.frames:
            if frame[0] != self.rules.machine.lookup.phase_routine:
                continue
            entry = self.table.phases[frame[3]]
            count = entry["params"]
            about = [
                self.eyes.word(kind, value)
                for kind, value in zip(entry["types"], frame[4 : 4 + count], strict=True)
                if kind and kind[0] == "object" and value is not None
            ]
            variables = zip(entry["vars"], frame[4 + count : 4 + count + len(entry["vars"])], strict=True)
            about += [
                f"{row['name'].replace('_', ' ')} {self.eyes.word(row['type'], value)}"
                for row, value in variables
                if row["type"] and row["type"][0] == "object" and value is not None
            ]
            name = entry["name"].replace("_", " ")
            out.append(f"{name} ({', '.join(about)})" if about else name)
        return out
