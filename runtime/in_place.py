"""Moves in the straight form, written out in the place where they happen.

Most moves take a thing from where it was offered: what a player chose from his hand lies in his hand. Such a guess is tested
when the game runs, so it need not be right; what it promises is that the rest is known when the code is written: who sees what,
which standing rules look there, and that nothing else has to be done. Whatever else is the case goes to the plain move (lean.py).
"""

from __future__ import annotations

from typing import Any, NamedTuple


class Place(NamedTuple):
    """Where something lies. zone: of the table · instance: source text of the zone's instance."""

    zone: int
    instance: str


class Origin(NamedTuple):
    """A zone that something comes from. own: the one of the player in slot 0."""

    zone: int
    own: bool

    def of(self, you: str, rules: Any) -> Place:
        base = rules.world.base[self.zone]
        return Place(self.zone, f"({you} + {base})" if self.own else str(base))


class InPlace:
    """Part of the straight form's emitter of statements."""

    form: Any
    linked: Any
    table: Any
    code: list[list[Any]]
    analysis: Any
    scope: Any
    w: Any
    you: str
    mine: set[str]
    lies: dict[str, Place]
    there: set[str]
    surely: str

    # ------------------------------------------------------------------ guesses

    def unsettle(self, name: str) -> None:
        """The name gets another value."""
        self.lies.pop(name, None)
        self.there = self.there - {name}

    def place_of(self, zone: int) -> Place | None:
        """What a zone node names, where its text says the same later on."""
        known = self.zone_known(zone)  # type: ignore[attr-defined]
        if known is None or not self.linked.plain_zone(known) or known == 0:
            return None
        text = self.value(zone)  # type: ignore[attr-defined]
        return Place(known, text) if text in self.mine or text == self.own_instance(known) or text.isdigit() else None

    def own_instance(self, zone: int) -> str:
        """Source text of the instance that belongs to the one in slot 0."""
        return f"({self.you} + {self.linked.world.base[zone]})"

    def guess(self, name: str, source: int) -> None:
        """The name holds something that was offered from this list."""
        while self.code[source][0] == "where":
            source = self.code[source][2]
        self.lies.pop(name, None)
        place = self.place_of(self.code[source][1]) if self.code[source][0] == "items" else None
        if place is not None:
            self.lies[name] = place

    # ------------------------------------------------------------------ one thing

    def move_in_place(self, name: str, op: list[Any], otherwise: str, settled: list[str]) -> bool:
        """Lines for a move of the thing with this name. otherwise: the call that does it wherever the thing lies.
        settled: lines that come after it when rules may have been stirred. False: the place is not known well enough."""
        known, zone, where = self.lies.get(name), self.zone_known(op[2]), op[3]  # type: ignore[attr-defined]
        if known is None or zone is None or not self.tame(zone) or not self.tame(known.zone):
            return False
        if name not in self.there and not self.linked.x.is_sure(name):
            return False
        to = self.value(op[2])  # type: ignore[attr-defined]
        if known.instance == to or not self.seen_by_you(known):
            return False
        moves, base = self.form.moves, self.linked.world.base
        top = self.linked.kernel.pile[base[zone]] if where == "default" else where == "top"
        lines = [
            f"S.Z[{known.instance}].remove({name}); " + self.put_down(name, to, top),
            *(["S.writes += 1"] if moves.counted else []),
            *([f"if S.K[{name}]: S.K[{name}] = 0"] if self.linked.moves.shows else []),
            *([f"if S.F[{name}]: S.F[{name}] = 0"] if self.linked.moves.turns else []),
        ]
        stirred = moves.watched(known.zone) | moves.watched(zone)
        if stirred or self.linked.watched_variables.get("limits", 0):
            lines += [f"S.dirty |= {stirred}", *settled]
        if self.surely == name:
            for line in lines:
                self.w.add(line)
        else:
            self.w.add(f"if S.L[{name}] == {known.instance}:")
            self.lines(*lines)
            self.w.add("else:")
            self.lines(otherwise, *settled)
        self.lies[name], self.surely = Place(zone, to), ""
        return True

    def put_down(self, name: str, to: str, top: bool) -> str:
        how = f"insert(0, {name})" if top else f"append({name})"
        return f"S.Z[{to}].{how}; S.L[{name}] = {to}"

    def lines(self, *lines: str) -> None:
        self.nested_lines(*lines)  # type: ignore[attr-defined]

    def tame(self, zone: int) -> bool:
        """May a thing come and go here with nothing to do but what `move_in_place` writes?"""
        kernel, instance = self.linked.kernel, self.linked.world.base[zone]
        return (
            self.linked.moves.clear[instance] >= 0
            and self.table.zones[zone]["max"] is None
            and not (kernel.leaves[zone] or kernel.enters[zone])
        )

    def seen_by_you(self, place: Place) -> bool:
        """Does the one in slot 0 surely see what lies there? Then a move from there tells nobody anything new in his eyes."""
        see = self.table.zones[place.zone]["see"]
        return see == "open" or (
            see == "owner" and (place.instance in self.mine or place.instance == self.own_instance(place.zone))
        )

    # ------------------------------------------------------------------ the top of a pile

    def top_in_place(self, source: int, pile: str, zone: int, to: str, where: str) -> bool:
        """The top of a pile that nobody sees goes to where the one in slot 0 sees it."""
        kernel, base = self.linked.kernel, self.linked.world.base
        target = Place(zone, to)
        hidden = self.table.zones[source]["see"] == "hidden"
        if not (hidden and self.tame(source) and self.tame(zone) and self.seen_by_you(target)) or source == zone:
            return False
        if self.table.zones[zone]["see"] != "owner" or self.form.moves.stirs(source, zone) or self.linked.moves.turns:
            return False
        name = self.hidden()  # type: ignore[attr-defined]
        top = kernel.pile[base[zone]] if where == "default" else where == "top"
        self.w.add(f"if S.Z[{pile}]:")
        self.lines(f"{name} = S.Z[{pile}].pop(0); " + self.put_down(name, to, top))
        if self.form.moves.counted:
            self.lines("S.writes += 1")
        if self.linked.moves.shows:
            self.lines(
                f"if S.K[{name}]:",
                f"    if not S.K[{name}] >> {self.you} & 1: S.public = True",
                f"    S.K[{name}] = 0",
                "else: S.public = True",
            )
        else:
            self.lines("S.public = True")
        return True
