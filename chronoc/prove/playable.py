"""Why a card can be played or not: what each action asks of it, and where its effect gets stuck."""

from __future__ import annotations

from typing import Any

from chronoc.prove.explain import UNKNOWN, Explainer, Part, Unknown, resolve
from chronoc.prove.values import just
from chronoc.prove.wording import ANY, At
from runtime.signals import Fault
from runtime.state import State, Value

DEEP = 12


def too_few(there: int, needed: int) -> str:
    found = "there is nothing" if not there else f"there {'is' if there == 1 else 'are'} {there}"
    return f"{found} to choose from, and {needed} {'is' if needed == 1 else 'are'} needed"


class Playable:
    """Looks at one thing for one seat, in the state of an explainer."""

    def __init__(self, explainer: Explainer, seat: int) -> None:
        self.e, self.seat = explainer, seat
        self.rules, self.table, self.code = explainer.rules, explainer.table, explainer.code
        self.world = explainer.world
        explainer.stuck = lambda at: self.stop(at, 0)

    def parts(self, thing: int) -> list[Part]:
        """One part for each action that could take this thing."""
        return [
            self.action(index, thing)
            for index, entry in enumerate(self.table.actions)
            if entry["types"] and entry["types"][0][0] == "object" and self.is_a(thing, entry["types"][0][1])
        ]

    def is_a(self, thing: int, kind: int) -> bool:
        return bool(self.world.lo[kind] <= thing < self.world.hi[kind])

    def action(self, index: int, thing: int, way: tuple[Value, ...] | None = None) -> Part:
        """Whether an action can be taken with this thing. way: all its arguments, where they are known."""
        e, entry = self.e, self.table.actions[index]
        kinds = tuple(tuple(kind) for kind in entry["types"])
        parts: list[Part] = []
        e.known = {}
        turn = e.S.active == self.seat
        if not turn:
            parts.append(Part(f"it is the turn of {self.rules.seats[self.seat]}", False, "no"))
        choice = e.entered(entry["params"][0], self.seat, None, (), ())
        asked = self.chosen(choice, thing)
        parts += asked
        self.settle(entry, thing, asked)
        if entry["when"] is not None:
            parts.append(e.part(e.entered(entry["when"], self.seat, None, (), ()), 1))
        arguments = way if way is not None else (thing,)
        if len(arguments) == len(entry["params"]):
            parts += self.barred(index, entry, arguments, kinds)
            if all(part.value is True for part in parts):
                parts.append(self.carried_out(index, entry, arguments))
        value = self.joined([part.value for part in parts])
        spot = e.conditions.place(self.table.fns[entry["body"]]["code"])
        name = str(entry["name"]).replace("_", " ")
        text = f"{self.rules.seats[self.seat]} can {name} {e.words.thing(thing)}"
        return Part(text, value, "", spot, parts=parts)

    def settle(self, entry: dict[str, Any], thing: int, asked: list[Part]) -> None:
        """What could not be told part by part, the list that is offered from tells."""
        if not any(part.value is UNKNOWN for part in asked):
            return
        try:
            offered = thing in self.rules.names[f"e{entry['params'][0]}"](self.e.S, self.seat, None)
        except Fault:
            return
        whole = Part("", offered, "", parts=asked, joint="and")
        resolve(whole)

    def joined(self, values: list[Any]) -> Any:
        """False as soon as one is; unknown where one is."""
        if any(value is False for value in values):
            return False
        return next((value for value in values if isinstance(value, Unknown)), True)

    def chosen(self, at: At, thing: int) -> list[Part]:
        """That it lies where the action takes from, and fits."""
        op = self.code[at.node]
        if op[0] == "where":
            inner = at.bound(op[1], thing, self.e.words.element(self.e.words.sort(at.part(op[2]))))
            base = self.chosen(at.part(op[2]), thing)
            return [*base, self.e.part(inner.part(op[3]), 1)]
        many = self.e.value(at)
        value: Any = many if isinstance(many, Unknown) else thing in many
        note = ""
        if value is False and (self.e.sight is None or self.e.sight.viewer.knows(thing)):
            note = f"it lies in {self.world.zone_name(self.e.S.L[thing])}"
        where = self.e.words.of(at) or self.e.text(at, self.e.conditions.place(at.node))
        return [Part(f"{self.e.words.thing(thing)} in {where}", value, "", self.e.conditions.place(at.node), note)]

    def barred(self, index: int, entry: dict[str, Any], way: tuple[Value, ...], kinds: tuple[Any, ...]) -> list[Part]:
        """What cards forbid, and how often it may be done."""
        e, out = self.e, []
        for forbid in entry["forbids"]:
            for holder, this in self.rules.machine.settling.live(e.S, forbid["design"]):
                you = self.seat if forbid["design"] is None else holder
                said = forbid["reason"] or "a rule forbids it"
                if forbid["where"] is None:
                    out.append(Part(f"not forbidden: {said}", False, "no"))
                    continue
                inner = e.part(e.entered(forbid["where"], you, this, way, kinds), 2)
                value = inner.value if isinstance(inner.value, Unknown) else not inner.value
                out.append(Part(f"not forbidden: {said}", value, "", inner.spot, parts=[inner]))
        if entry["limits"]:
            out.append(Part("it was not done too often this turn", self.within(entry, way), ""))
        return out

    def within(self, entry: dict[str, Any], way: tuple[Value, ...]) -> Any:
        try:
            return bool(self.rules.machine.decisions.within_limits(self.e.S, entry, self.seat, way))
        except Fault:
            return UNKNOWN

    # ------------------------------------------------------------------ the effect

    def carried_out(self, index: int, entry: dict[str, Any], way: tuple[Value, ...]) -> Part:
        e = self.e
        try:
            value: Any = bool(self.rules.machine.possible(e.S.copy(), index, self.seat, way))
        except Fault:
            value = UNKNOWN
        spot = e.conditions.place(self.table.fns[entry["body"]]["code"])
        part = Part("its effect can be carried out", value, "", spot)
        if value is False:
            kinds = tuple(tuple(kind) for kind in entry["types"])
            stuck = self.stop(e.entered(entry["body"], self.seat, None, way, kinds), 0)
            if stuck is None:
                part.note = "no answers lead to its end"
            else:
                part.parts = [stuck]
        return part

    def stop(self, at: At, depth: int) -> Part | None:
        """The first statement that cannot be carried out as things stand."""
        if depth > DEEP:
            return None
        op = self.code[at.node]
        method = getattr(self, "stuck_" + op[0], None)
        return None if method is None else method(op, at, depth + 1)

    def stuck_seq(self, op: list[Any], at: At, depth: int) -> Part | None:
        for node in op[1]:
            inner = self.code[node]
            if inner[0] == "let":
                value = self.e.value(at.part(inner[2]))
                at = at.bound(inner[1], value, self.e.words.sort(at.part(inner[2])))
                if isinstance(value, Unknown):
                    return None
                continue
            found = self.stop(at.part(node), depth)
            if found is not None:
                return found
            if inner[0] == "choose":
                many = self.e.value(at.part(inner[2]))
                if isinstance(many, Unknown) or len(many) != 1 or inner[5]:
                    return None  # what follows hangs on the answer
                at = at.bound(inner[1], many[0], self.e.words.element(self.e.words.sort(at.part(inner[2]))))
        return None

    def stuck_choose(self, op: list[Any], at: At, depth: int) -> Part | None:
        many = self.e.value(at.part(op[2]))
        low = 1 if op[3] is None and not op[5] else 0 if op[3] is None else self.e.value(at.part(op[3]))
        if isinstance(many, Unknown) or isinstance(low, Unknown) or len(many) >= low:
            return None
        part = Part(
            self.e.words.of(at.part(op[2])) or self.e.text(at.part(op[2]), self.e.conditions.place(op[2])),
            False, "", self.e.conditions.place(at.node), too_few(len(many), low),
        )  # fmt: skip
        inner = self.e.part(at.part(op[2]), 2)
        part.parts = inner.parts
        return part

    def stuck_perform(self, op: list[Any], at: At, depth: int) -> Part | None:
        values = [self.e.value(at.part(n)) for n in op[2]]
        if any(isinstance(v, (Unknown, tuple, list)) for v in values):
            return None
        fn = self.e.reading.overload(self.table.verbs[op[1]]["overloads"], [just(v) for v in values])
        if fn is None:
            return None
        sorts = tuple(self.e.words.sort(at.part(n)) for n in op[2])
        return self.stop(self.e.entered(fn, at.slots[0], None, tuple(values), sorts), depth)

    def stuck_do(self, op: list[Any], at: At, depth: int) -> Part | None:
        thing = self.e.value(at.part(op[1]))
        if type(thing) is not int:
            return None
        fn = self.e.reading.clause_of(op[2], thing)
        name = self.table.clauses[op[2]]["name"]
        if fn is None:
            return Part(f"{self.e.words.thing(thing)} has `{name}`", False, "", self.e.conditions.place(at.node))
        values = tuple(self.e.value(at.part(n)) for n in op[3])
        return self.stop(self.e.entered(fn, at.slots[0], thing, values, (ANY,) * len(values)), depth)

    def stuck_require(self, op: list[Any], at: At, depth: int) -> Part | None:
        part = self.e.part(at.part(op[1]), 2)
        return part if part.value is False else None

    def stuck_ifelse(self, op: list[Any], at: At, depth: int) -> Part | None:
        value = self.e.value(at.part(op[1]))
        if isinstance(value, Unknown):
            return None
        branch = op[2] if value else op[3]
        return None if branch is None else self.stop(at.part(branch), depth)

    def stuck_addto(self, op: list[Any], at: At, depth: int) -> Part | None:
        """A number of the game that may not go so far."""
        place, amount = self.code[op[1]], self.e.value(at.part(op[2]))
        if place[0] != "game" or op[3] or type(amount) is not int:
            return None
        low, high = (None if bound is None else bound(self.e.S) for bound in self.rules.machine.game_bounds[place[1]])
        now = self.e.S.G[place[1]]
        if (low is None or now + amount >= low) and (high is None or now + amount <= high):
            return None
        row = self.table.gvars[place[1]]
        name, bound = str(row["name"]), f"not below {low}" if amount < 0 else f"not above {high}"
        return Part(
            f"{name} can be changed by {amount}", False, "", self.e.conditions.place(at.node), f"it is {now}, {bound}"
        )

    def stuck_open(self, op: list[Any], at: At, depth: int) -> Part | None:
        return None if op[4] is None else self.stop(at.part(op[4]), depth)

    def stuck_move(self, op: list[Any], at: At, depth: int) -> Part | None:
        what, where = self.e.value(at.part(op[1])), self.e.value(at.part(op[2]))
        if isinstance(what, Unknown) or isinstance(where, Unknown):
            return None
        if what is None:
            return Part(
                f"{self.e.words.of(at.part(op[1])) or 'what is to be moved'} is there",
                False,
                "",
                self.e.conditions.place(at.node),
            )
        room = self.rules.kernel.maximum[where] if type(where) is int else None
        if room is not None and len(self.e.S.Z[where]) >= room:
            lying = ", ".join(self.e.words.thing(t) for t in self.e.S.Z[where] if t is not None)
            name = self.world.zone_name(where)
            return Part(f"there is room in {name}", False, "", self.e.conditions.place(at.node), f"{lying} lies there")
        return None


def placed(explainer: Explainer, thing: int, seat: int, index: int) -> State:
    """A copy of the state in which the thing lies where the action takes it from, if that is a zone of its own."""
    S = explainer.S.copy()
    entry = explainer.table.actions[index]
    at = explainer.entered(entry["params"][0], seat, None, (), ())
    op = explainer.code[at.node]
    while op[0] == "where":
        op = explainer.code[op[2]]
    instance = explainer.value(at.part(op[1])) if op[0] == "items" else None
    if type(instance) is int and S.L[thing] != instance:
        quiet, S.quiet = S.quiet, True
        explainer.rules.kernel.move_one(S, None, thing, instance)
        S.quiet, S.ev = quiet, []
    return S


__all__ = ["Playable", "placed"]
