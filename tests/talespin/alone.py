"""A player against Khan who has read the rules: plays what helps, flies his best maneuvers, keeps a genuine cargo for last."""

from __future__ import annotations

from typing import Any

from runtime.game import Decision, Game
from tests.talespin.compiled import SOLO, zone

#: What he would rather do, best first.
LIKED = ("play_artifact", "play_passenger", "send_pilot", "attack_in_range", "free_newest", "destroy_one", "open_one")


class Alone:
    def __init__(self, game: Game) -> None:
        self.game = game
        self.rules, self.world = game.rules, game.rules.world

    def choose(self, decision: Decision) -> int:
        keys, values = [option.key for option in decision.options], list(decision.values)
        return max(range(len(keys)), key=lambda k: self.worth(decision, keys[k], values[k]))

    def worth(self, decision: Decision, key: str, value: Any) -> float:
        if decision.kind == "take":
            wanted = next((len(LIKED) - rank for rank, name in enumerate(LIKED) if key.startswith(name)), 0)
            return -1 if key.startswith("play_artifact") and "Khan" in key else wanted
        if decision.kind == "may":
            return float(key == "yes")
        if key == "done":
            return 5.5
        if decision.prompt.startswith("Your other maneuvers"):
            return self.attack(value) + 2 * self.printed(value, "damage")
        if decision.prompt.startswith("Which card goes into your hold"):
            last = len(self.lying("hold", 0)) >= 4
            return float((self.kind(value) == "cargo") == last) - self.attack(value) / 100
        if decision.prompt == "Fly where?":
            asked = self.printed(value, "RECEIVING")
            covered = self.lying("cover", self.printed(value, "number") - 1)
            return asked + (0 if covered or asked > self.shipping() else 10)
        return -self.attack(value) if decision.prompt == "Discard" else 0.0

    def shipping(self) -> int:
        crew = [*self.lying("seat", 0), *self.lying("chain", 0)]
        return sum(self.printed(thing, "SHIPPING") for thing in crew)

    def lying(self, name: str, number: int) -> list[Any]:
        return list(self.game.state.Z[zone(self.game, name, number, SOLO)])

    def kind(self, thing: int) -> str:
        return str(self.rules.table.kinds[self.world.kinds[thing]]["name"])

    def attack(self, thing: int) -> int:
        return self.printed(self.printed(thing, "maneuver"), "attack")

    def printed(self, thing: int, name: str) -> int:
        for index, row in enumerate(self.rules.table.fields):
            if row["name"] == name and not row["var"] and self.world.kinds[thing] in self.world.subkinds[row["kind"]]:
                return int(self.rules.names[f"P{index}"][thing - self.world.lo[row["kind"]]])
        raise KeyError(name)
