"""Statements of a rule table as Python source.

A function that can never ask becomes a Python function. One that may ask becomes a routine: a list of short Python
functions `(S, f) -> next`, where `f` is its frame `[routine, pc, slots…]`. Running on means: call the one the frame points
at, store what it returns as the new pc. An instruction that needs an answer returns ASK and is called again with the answer
in `S.answer`, so a state can be saved at any decision and nothing but numbers says where it stands.
"""

from __future__ import annotations

from typing import Any

from runtime.analysis import Analysis, overlap
from runtime.expressions import ExpressionEmitter, Scope, tuple_of
from runtime.prospects import Written
from runtime.spec import BlockSpec, BranchSpec, Spec, TakeSpec

#: Statements after which other frames may lie on top.
CALLS = ("pv", "pc", "perform(", "do_clause(", "do_effect(", "enter(", "carry_on(", "open_window(")
EFFECTS = frozenset(["move", "put", "set", "addto", "turn", "shuffle"])


#: Expressions whose value may be larger than what it is made of.
GROWING = frozenset(
    [
        "add",
        "sub",
        "mul",
        "neg",
        "sum",
        "if",
        "case",
        "orelse",
        "call",
        "fact",
        "min",
        "max",
        "div",
        "list",
        "map",
        "format",
        "asof",
    ]
)


class Writer:
    """Source lines of one function or of the instructions of one routine."""

    def __init__(self, frame: bool) -> None:
        self.frame = frame
        self.lines: list[str] = []
        self.depth = 1
        self.instructions: list[list[str]] = []
        self.rest: list[bool] = []  # may what follows the statement of this instruction fail?
        self.labels: dict[str, int] = {}

    def add(self, line: str) -> None:
        self.lines.append("    " * self.depth + line)

    def cut(self, rest: bool) -> None:
        """End the instruction; the next one follows it."""
        self.lines.append(f"    return {len(self.instructions) + 1}")
        self.instructions.append(self.lines)
        self.rest.append(rest)
        self.lines = []

    def chained(self, routine: int) -> None:
        """An instruction that only goes on to the next one calls it itself. (Behind a call of the rules the machine goes on:
        what was called comes first.)"""
        for index, lines in enumerate(self.instructions[:-1]):
            before = lines[-2].strip() if len(lines) > 1 else ""
            if any("after(S)" in line for line in lines):
                continue  # triggers whose order is asked for lie on top
            if (
                lines[-1] == f"    return {index + 1}"
                and not before.startswith(CALLS)
                and before[:6] not in ("return", "raise ")
            ):
                lines[-1:] = [f"    f[1] = {index + 1}", f"    return r{routine}_{index + 1}(S, f)"]

    def leave_early(self) -> None:
        """A call that is the last thing a routine does: its own frame goes before the new one comes."""
        last = len(self.instructions) - 1
        if last < 1 or len(self.instructions[last]) != 3 or len(self.instructions[last - 1]) < 2:
            return
        *_, call, back = self.instructions[last - 1]
        if back.strip() == f"return {last}" and call.strip().startswith(("pv", "pc", "perform(", "do_clause(")):
            self.instructions[last - 1][-2:] = ["    S.frames.pop()", call, "    return 0"]

    @property
    def here(self) -> int:
        return len(self.instructions)


class StatementEmitter:
    """Emits the statements of one function (or of one block with the slots of the function it stands in)."""

    def __init__(
        self, expressions: ExpressionEmitter, analysis: Analysis, linked: Any, slots: int, params: int, frame: bool
    ) -> None:
        self.x = expressions
        self.analysis = analysis
        self.linked = linked
        self.table = linked.table
        self.code = linked.table.code
        self.slots = slots
        self.extra = 0  # hidden slots behind the ordinary ones
        self.scope = Scope(frame, range(slots) if frame else range(params))
        self.w = Writer(frame)
        self.rest = False
        self.later: list[Any] = []  # what comes after the statement, for foresight
        self.batch = False
        self.careful = False  # may it run inside an `at once`?
        self.moments: list[int] = []
        self.label_count = 0

    # ------------------------------------------------------------------ tools

    def value(self, node: int) -> str:
        self.x.slots = self.slots
        return self.x.value(node, self.scope)

    def loose(self, node: int) -> str:
        self.x.slots = self.slots
        return self.x.loose(node, self.scope)

    def values(self, nodes: list[int]) -> str:
        return "".join(self.value(node) + ", " for node in nodes)

    def pieces(self, parts: list[Any]) -> str:
        self.x.slots = self.slots
        return self.x.pieces(parts, self.scope)

    def hidden(self) -> str:
        """A new hidden slot, as it is written in the source."""
        slot = self.slots + self.extra
        self.extra += 1
        return f"f[{slot + 2}]" if self.w.frame else f"x{slot}"

    @property
    def you(self) -> str:
        return self.scope.slot(0)

    def label(self) -> str:
        self.label_count += 1
        return f"@{self.label_count}@"

    def place_label(self, label: str) -> None:
        """The label means the instruction that begins here; the current one must have just been cut."""
        self.w.labels[label] = self.w.here

    def cut(self) -> None:
        self.w.cut(self.rest)

    def jump(self, label: str) -> None:
        self.w.add(f"return {label}")

    def suspends(self, node: int) -> bool:
        return self.analysis.suspends(node)

    # ------------------------------------------------------------------ statements

    def statement(self, node: int) -> None:
        op = self.code[node]
        if op[0] == "seq":
            self.sequence(op[1])
            return
        method = getattr(self, "on_" + op[0])
        method(op, node)

    def sequence(self, nodes: list[int]) -> None:
        outer, later = self.rest, self.later
        for index, node in enumerate(nodes):
            self.later = [*nodes[index + 1 :], *later]
            self.rest = outer or any(self.analysis.fails(later) for later in nodes[index + 1 :])
            self.statement(node)
        self.rest, self.later = outer, later

    def inside(self, node: int, later: list[Any]) -> None:
        """A statement after which this comes."""
        outer, self.later = self.later, later
        self.statement(node)
        self.later = outer

    def after_effect(self, op: list[Any], node: int) -> None:
        """Standing rules, then triggers, before the next statement."""
        if self.batch or not self.linked.stirs_anything(op):
            return
        if self.w.frame and self.suspends(node):
            self.w.add(f"if (S.dirty or S.ev) and after(S): return {self.w.here + 1}")
            self.cut()
        else:
            self.w.add("if S.dirty or S.ev: after(S)")

    def on_let(self, op: list[Any], node: int) -> None:
        if self.code[op[2]][0] == "now":
            self.moments.append(op[1])
        self.w.add(f"{self.scope.slot(op[1])} = {self.kept(op[2])}")

    def kept(self, node: int) -> str:
        """The value of an expression, for a slot. What may have grown is held against the bound of all numbers."""
        source = self.value(node)
        return f"whole({source})" if self.code[node][0] in GROWING else source

    def store(self, place: int, value: str, upto: bool, add: bool) -> None:
        """Write a value where the place node says."""
        op = self.code[place]
        S = "S"
        if op[0] == "local":
            old = self.scope.slot(op[1])
            self.w.add(f"{old} = whole({old} + {value})" if add else f"{old} = whole({value})")
        elif op[0] == "get" and self.linked.fast and not add and not self.analysis.bounded(place):
            self.w.add(f"sf{op[1]}({S}, {self.you}, {self.value(op[2])}, {value})")
        elif op[0] == "game" and self.linked.fast:
            self.w.add(f"sg{op[1]}({S}, {self.you}, {value}, {add}, {upto})")
        elif op[0] == "get":
            self.w.add(f"set_field({S}, {self.you}, {op[1]}, {self.value(op[2])}, {value}, {add}, {upto})")
        elif op[0] == "key":
            self.w.add(
                f"set_keyed({S}, {self.you}, {op[1]}, {self.value(op[2])}, {self.value(op[3])}, {value}, {add}, {upto})"
            )
        elif op[0] == "game":
            self.w.add(f"set_game({S}, {self.you}, {op[1]}, {value}, {add}, {upto})")
        else:
            self.w.add(f"set_phase({S}, {self.you}, {op[1]}, {op[2]}, {value}, {add}, {upto})")

    def on_set(self, op: list[Any], node: int) -> None:
        self.store(op[1], self.value(op[2]), False, False)
        self.after_effect(op, node)

    def on_addto(self, op: list[Any], node: int) -> None:
        self.store(op[1], self.value(op[2]), bool(op[3]), True)
        self.after_effect(op, node)

    def on_move(self, op: list[Any], node: int) -> None:
        _, what, zone, where, at, face, amount, number = op
        short = None
        if self.linked.fast and amount == "all" and at is None:
            if not self.x.is_list(what):
                target = self.code[zone][1] if self.code[zone][0] in ("zone", "zoneof") else None
                short = self.linked.moves.name(target, where, face, self.careful or self.batch)
            elif face is None:
                short = "move_things"
        if short is not None:
            more = f", {self.x.constant(where)}" if short == "move_things" else ""
            self.w.add(f"{short}(S, {self.you}, {self.value(what)}, {self.value(zone)}{more})")
            self.after_effect(op, node)
            return
        self.w.add(
            f"move(S, {self.you}, {self.value(what)}, {self.value(zone)}, {self.x.constant(where)}, "
            f"{'None' if at is None else self.value(at)}, {self.x.constant(face)}, {self.x.constant(amount)}, "
            f"{'None' if number is None else self.value(number)})"
        )
        self.after_effect(op, node)

    def on_put(self, op: list[Any], node: int) -> None:
        self.w.add(f"put(S, {self.you}, {self.value(op[1])}, {self.value(op[2])})")
        self.after_effect(op, node)

    def on_shuffle(self, op: list[Any], node: int) -> None:
        self.w.add(f"shuffle(S, {self.you}, {self.value(op[1])})")
        self.after_effect(op, node)

    def on_turn(self, op: list[Any], node: int) -> None:
        self.w.add(f"turn_face(S, {self.you}, {self.value(op[1])}, {bool(op[2])})")
        self.after_effect(op, node)

    def on_roll(self, op: list[Any], node: int) -> None:
        kind = self.x.constant(element_type(self.code, op[2]))
        self.w.add(f"{self.scope.slot(op[1])} = roll(S, {self.you}, {self.value(op[2])}, {kind})")

    def on_reveal(self, op: list[Any], node: int) -> None:
        seats = "None" if op[2] is None else self.value(op[2])
        self.w.add(f"reveal(S, {self.you}, {self.value(op[1])}, {seats})")
        self.after_effect(op, node)

    def on_look(self, op: list[Any], node: int) -> None:
        self.w.add(f"look(S, {self.you}, {self.value(op[1])}, {self.value(op[2])})")
        self.after_effect(op, node)

    def on_require(self, op: list[Any], node: int) -> None:
        self.w.add(f"if not {self.loose(op[1])}: refuse(S, {self.pieces(op[2])})")

    def on_log(self, op: list[Any], node: int) -> None:
        self.w.add(f"tell(S, {self.you}, {self.pieces(op[1])})")

    def on_firstis(self, op: list[Any], node: int) -> None:
        self.w.add(f"begin_with(S, {self.value(op[1])})")

    def on_win(self, op: list[Any], node: int) -> None:
        self.w.add(f"win(S, {self.value(op[1])}, {self.pieces(op[2])})")

    def on_lose(self, op: list[Any], node: int) -> None:
        self.w.add(f"lose(S, {self.value(op[1])}, {self.pieces(op[2])})")

    def on_endgame(self, op: list[Any], node: int) -> None:
        self.w.add(f"end_game(S, {bool(op[1])})")

    def on_endphase(self, op: list[Any], node: int) -> None:
        self.w.add(f"raise EndPhase({op[1]})")

    def on_cancel(self, op: list[Any], node: int) -> None:
        self.w.add(f"cancel(S, {self.scope.slot(2)})")

    def on_atonce(self, op: list[Any], node: int) -> None:
        if self.batch:
            self.statement(op[1])
            return
        if self.suspends(op[1]):
            raise self.linked.refuse(node, "`at once` holds something that may ask")
        self.w.add("S.batch = []")
        self.batch = True
        self.statement(op[1])
        self.batch = False
        self.w.add("apply_batch(S)")
        self.w.add("if S.dirty or S.ev: after(S)")

    # ------------------------------------------------------------------ control

    def on_ifelse(self, op: list[Any], node: int) -> None:
        _, test, then, otherwise = op
        if not self.w.frame or not self.suspends(node):
            self.w.add(f"if {self.loose(test)}:")
            self.nested(then)
            if otherwise is not None:
                self.w.add("else:")
                self.nested(otherwise)
            return
        no, end = self.label(), self.label()
        self.w.add(f"if not {self.loose(test)}: return {no}")
        self.cut()
        self.statement(then)
        if otherwise is not None:
            self.jump(end)
        self.cut()
        self.place_label(no)
        if otherwise is not None:
            self.statement(otherwise)
            self.cut()
        self.place_label(end)

    def nested(self, node: int) -> None:
        self.w.depth += 1
        before = len(self.w.lines)
        self.statement(node)
        if len(self.w.lines) == before:
            self.w.add("pass")
        self.w.depth -= 1

    def on_switch(self, op: list[Any], node: int) -> None:
        _, subject, arms, otherwise = op
        frame = self.w.frame and self.suspends(node)
        name = None
        if subject is not None:
            name = self.hidden()
            self.w.add(f"{name} = {self.value(subject)}")
        self.x.slots = self.slots
        if not frame:
            for index, (tests, result) in enumerate(arms):
                self.w.add(f"{'elif' if index else 'if'} {self.x.arm_test(tests, self.scope, name)}:")
                self.nested(result)
            if otherwise is not None:
                if arms:
                    self.w.add("else:")
                    self.nested(otherwise)
                else:
                    self.statement(otherwise)
            return
        end = self.label()
        targets = []
        for tests, result in arms:
            target = self.label()
            targets.append((target, result))
            self.x.slots = self.slots
            self.w.add(f"if {self.x.arm_test(tests, self.scope, name)}: return {target}")
        fallback = self.label()
        self.jump(fallback)
        self.cut()
        for target, result in targets:
            self.place_label(target)
            self.statement(result)
            self.jump(end)
            self.cut()
        self.place_label(fallback)
        if otherwise is not None:
            self.statement(otherwise)
            self.cut()
        self.place_label(end)

    def tick(self, *nodes: int) -> str:
        """What a round of a loop pays."""
        weight = sum(self.linked.costs.weight(node) for node in nodes)
        return "tick(S)" if weight <= 1 else f"tick(S, {weight})"

    def on_foreach(self, op: list[Any], node: int) -> None:
        _, slot, source, live, body = op
        name = self.scope.slot(slot)
        if not self.w.frame or not self.suspends(node):
            if live:
                seen = self.hidden()
                self.w.add(f"{seen} = []")
                self.w.add("while True:")
                self.w.depth += 1
                self.w.add(
                    f"{name} = next((c for c in paid(S, {self.loose(source)}, 1 + len({seen})) if c not in {seen}), None)"
                )
                self.w.add(f"if {name} is None: break")
                self.w.add(f"{seen}.append({name}); {self.tick(source, body)}")
                self.statement(body)
                self.w.depth -= 1
                if self.w.frame:
                    self.w.add(f"{seen} = None")
                return
            self.w.add(f"for {name} in tuple({self.loose(source)}):")
            self.w.depth += 1
            self.w.add(self.tick(body))
            self.statement(body)
            self.w.depth -= 1
            return
        outer, self.rest = self.rest, self.rest or self.analysis.fails(body)
        again, end = self.label(), self.label()
        if live:
            seen = self.hidden()
            self.w.add(f"{seen} = ()")
            self.cut()
            self.place_label(again)
            self.w.add(
                f"{name} = next((c for c in paid(S, {self.loose(source)}, 1 + len({seen})) if c not in {seen}), None)"
            )
            self.w.add(f"if {name} is None: {seen} = None; return {end}")
            self.w.add(f"{seen} += ({name},)")
        else:
            things, at = self.hidden(), self.hidden()
            self.w.add(f"{things} = tuple({self.loose(source)}); {at} = 0")
            self.cut()
            self.place_label(again)
            self.w.add(f"if {at} >= len({things}): {things} = None; return {end}")
            self.w.add(f"{name} = {things}[{at}]; {at} += 1")
        self.w.add(self.tick(body))
        self.inside(body, [("unknown",)])
        self.jump(again)
        self.cut()
        self.place_label(end)
        self.rest = outer

    def on_repeat(self, op: list[Any], node: int) -> None:
        _, count, body = op
        if not self.w.frame or not self.suspends(node):
            self.w.add(f"for _ in range({self.value(count)}):")
            self.w.depth += 1
            self.w.add(f"S.fuel -= {self.linked.costs.weight(body)}")
            self.w.add("if S.fuel < 0: tick(S)")
            self.statement(body)
            self.w.depth -= 1
            return
        outer, self.rest = self.rest, self.rest or self.analysis.fails(body)
        again, end, left = self.label(), self.label(), self.hidden()
        self.w.add(f"{left} = {self.value(count)}")
        self.cut()
        self.place_label(again)
        self.w.add(f"if {left} <= 0: {left} = None; return {end}")
        self.w.add(f"{left} -= 1; {self.tick(body)}")
        self.inside(body, [("unknown",)])
        self.jump(again)
        self.cut()
        self.place_label(end)
        self.rest = outer

    def on_while(self, op: list[Any], node: int) -> None:
        _, test, body = op
        if not self.w.frame or not self.suspends(node):
            self.w.add(f"while {self.loose(test)}:")
            self.w.depth += 1
            self.w.add(self.tick(test, body))
            self.statement(body)
            self.w.depth -= 1
            return
        outer, self.rest = self.rest, self.rest or self.analysis.fails(body)
        again, end = self.label(), self.label()
        self.cut()
        self.place_label(again)
        self.w.add(f"if not {self.loose(test)}: return {end}")
        self.w.add(self.tick(test, body))
        self.inside(body, [("unknown",)])
        self.jump(again)
        self.cut()
        self.place_label(end)
        self.rest = outer

    def on_as(self, op: list[Any], node: int) -> None:
        _, player, body = op
        kept = self.hidden()
        self.w.add(f"{kept} = {self.you}; {self.you} = {self.value(player)}")
        self.inside(body, [("you", kept), *self.later])
        self.w.add(f"{self.you} = {kept}")

    def on_step(self, op: list[Any], node: int) -> None:
        self.w.add("S.steps.append([])")
        self.inside(op[1], [("unknown",)])
        self.cut()
        self.w.add(f"if drain(S): return {self.w.here}")
        self.cut()

    def on_afterwards(self, op: list[Any], node: int) -> None:
        block = self.linked.block(op[1], self.slots)
        self.w.add(
            f"postpone(S, {block}, {self.scope.all_slots(self.slots)}, {self.x.constant(self.linked.object_slots(op[1]))})"
        )

    # ------------------------------------------------------------------ calls

    def on_do(self, op: list[Any], node: int) -> None:
        call = f"S, {self.you}, {op[2]}, {self.value(op[1])}, ({self.values(op[3])})"
        short = self.linked.calls.clause(op[2], len(op[3]))
        if self.w.frame and self.suspends(node):
            self.w.add(
                f"do_clause({call})" if short is None else f"{short}(S, {self.you}, {self.values([op[1], *op[3]])})"
            )
            self.cut()
        else:
            self.w.add(f"do_clause_now({call})")

    def on_doeffect(self, op: list[Any], node: int) -> None:
        if self.w.frame and self.suspends(node):
            self.w.add(f"do_effect(S, {self.you}, {self.value(op[1])})")
            self.cut()
        else:
            self.w.add(f"do_effect_now(S, {self.you}, {self.value(op[1])})")

    def on_perform(self, op: list[Any], node: int) -> None:
        verb = op[1]
        arguments = self.values(op[2])
        overloads = self.table.verbs[verb]["overloads"]
        if self.w.frame and self.suspends(node):
            short = self.linked.calls.verb(verb, len(op[2]))
            self.w.add(
                f"perform(S, {self.you}, {verb}, ({arguments}))"
                if short is None
                else f"{short}(S, {self.you}, {arguments})"
            )
            self.cut()
        elif self.linked.plain_verb(verb) and len(overloads) == 1:
            self.w.add(f"v{overloads[0]['fn']}(S, {self.you}, None, {arguments})")
        else:
            self.w.add(f"perform_now(S, {self.you}, {verb}, ({arguments}))")

    def on_enter(self, op: list[Any], node: int) -> None:
        self.w.add(f"enter(S, {self.you}, {op[1]}, ({self.values(op[2])}))")
        self.cut()

    def on_carryon(self, op: list[Any], node: int) -> None:
        self.w.add("carry_on(S)")
        self.cut()

    def on_checkgoals(self, op: list[Any], node: int) -> None:
        self.w.add(f"if check_goals(S, {self.value(op[1])}): return {self.w.here + 1}")
        self.cut()

    def on_endturn(self, op: list[Any], node: int) -> None:
        self.w.add("raise EndPhase(-1)")

    # ------------------------------------------------------------------ asking

    def block(self, node: int) -> str:
        """A block that is offered: its routine for the dry run, and what can be foreseen of it."""
        foresight = self.linked.foresight
        name = self.linked.fresh("h")
        self.linked.define_source(name, foresight.function(f"{name}(S, f)", foresight.expression(node, self.scope)))
        return self.x.constant(BlockSpec(self.linked.block(node, self.slots), name))

    def fresh(self) -> None:
        """Begin a new instruction, so that asking again repeats nothing."""
        if self.w.lines:
            self.cut()

    def spec(self, kind: str, prompt: list[Any], type_of: Any, public: bool) -> str:
        text = None
        if prompt:
            name = self.linked.fresh("q")
            self.linked.define_source(name, f"def {name}(S, f):\n    return {self.pieces(prompt)}\n")
            text = name
        return self.x.constant(Spec(kind, text, tuple_of(type_of), public, len(self.linked.specs), self.linked))

    def on_choose(self, op: list[Any], node: int) -> None:
        _, slot, source, low, high, many, such_that, by, prompt, kind = op
        self.fresh()
        public = self.linked.public([source, low, high, such_that])
        spec = self.spec("choose", prompt, kind, public)
        self.linked.names[spec].counted = self.code[source][0] == "items"
        who = self.you if by is None else self.value(by)
        name = self.scope.slot(slot)
        if not many:
            self.linked.names[spec].twins = self.twins(source, kind) if by is None else None
            self.linked.names[spec].follow = self.follow(slot, source, kind) if by is None else None
            self.x.slots = self.slots
            things = self.x.one_by_one(source, self.scope)
            self.w.add("if S.answer is UNSAID:")
            self.w.add(f"    return ask_one(S, f, {slot + 2}, {who}, {things}, {spec}, {self.w.here + 1})")
            self.w.add(f"{name} = S.answer; S.answer = UNSAID")
            self.cut()
            return
        pool = self.hidden()
        test = "None"
        if such_that is not None:
            self.x.slots = self.slots
            below = self.scope.binding(slot)
            test = f"lambda c{slot}: {self.x.loose(such_that, below)}"
        bounds = f"{'0' if low is None else self.value(low)}, {'None' if high is None else self.value(high)}"
        self.w.add(f"{pool} = tuple({self.loose(source)}); {name} = ()")
        self.cut()
        self.w.add(
            f"return ask_many(S, f, {slot + 2}, {self.slots + self.extra - 1 + 2}, {who}, {bounds}, {test}, {spec}, {self.w.here + 1})"
        )
        self.cut()

    def twins(self, source: int, kind: Any) -> Any:
        """What things of the list that are one option share, by object."""
        name = self.linked.taking.twins(source, kind) if self.linked.fast else None
        return None if name is None else self.linked.names[name] if name else [None] * len(self.linked.world.designs)

    def follow(self, slot: int, source: int, kind: Any) -> str | None:
        """Name of the function that tells whether what comes after this choice can be carried out."""
        foresight = self.linked.foresight
        if not self.linked.fast or not foresight.fails(self.later):
            return None
        answer = foresight.name()
        foresight.from_where(answer, source, self.scope)
        if kind[0] == "object":
            foresight.kinds_known[answer] = kind[1]
        found = foresight.after(self.later, self.scope.binding(slot, answer), Written())
        if found == "2":
            return None
        name = str(self.linked.fresh("h"))
        self.linked.define_source(name, foresight.function(f"{name}(S, f, {answer})", found))
        return name

    def on_may(self, op: list[Any], node: int) -> None:
        _, label, by, body, repeat = op
        self.fresh()
        kept = self.hidden()
        no = self.label()
        here = self.w.here
        spec = self.spec("may", label, ["flag"], False)
        who = self.you if by is None else self.value(by)
        self.w.add("if S.answer is UNSAID:")
        self.w.add(f"    return ask_may(S, f, {who}, {spec}, {self.block(body)}, {no})")
        self.w.add(f"if not take_answer(S): return {no}")
        self.w.add(f"{kept} = S.public; S.public = False")
        self.cut()
        self.inside(body, [("unknown",)] if repeat else [("closing", kept), *self.later])
        self.w.add(f"close_offer(S, {kept}); {kept} = None")
        if repeat:
            self.w.add(f"return {here}")
        self.cut()
        self.place_label(no)

    def on_either(self, op: list[Any], node: int) -> None:
        _, by, prompt, branches = op
        self.fresh()
        who = self.you if by is None else self.value(by)
        kept = self.hidden()
        end = self.label()
        built = []
        arms: list[tuple[str, int | None]] = []
        for form, key, label, condition, slot, source, body, window in branches:
            self.x.slots = self.slots
            arm = self.label()
            name = self.linked.fresh("b")
            if form == "react":
                built.append(BranchSpec("react", None, None, None, window))
                arms.append((arm, None))
                continue
            if source is None:
                value = "True" if condition is None else self.loose(condition)
            elif condition is None:
                value = self.loose(source)
            else:
                below = self.scope.binding(slot)
                value = f"[c{slot} for c{slot} in {self.loose(source)} if {self.x.loose(condition, below)}]"
            text = self.pieces(label) if label else "()"
            self.linked.define_source(
                name, f"def {name}(S, f):\n    return {value}\ndef {name}t(S, f):\n    return {text}\n"
            )
            block = None if body is None else self.linked.names[self.block(body)]
            built.append(BranchSpec(form, key, name, block, None, slot))
            arms.append((arm, body))
        spec = self.x.constant(Spec("either", None, ("any",), False, len(self.linked.specs), self.linked, tuple(built)))
        if prompt:
            name = self.linked.fresh("q")
            self.linked.define_source(name, f"def {name}(S, f):\n    return {self.pieces(prompt)}\n")
            self.linked.names[spec].prompt_name = name
        targets = "(" + "".join(f"{arm}, " for arm, _ in arms) + ")"
        self.w.add("if S.answer is UNSAID:")
        self.w.add(f"    return ask_either(S, f, {who}, {spec}, {end})")
        self.w.add(f"{kept} = S.public; S.public = False")
        self.w.add(f"return take_branch(S, f, {who}, {spec}, {targets}, {end})")
        self.cut()
        for arm, body in arms:
            self.place_label(arm)
            if body is not None:
                self.inside(body, [("closing", kept), *self.later])
            self.w.add(f"close_offer(S, {kept}); {kept} = None")
            self.jump(end)
            self.cut()
        self.place_label(end)

    def _take(self, mode: str, actions: str, windows: list[int], until: int | None, by: int | None) -> None:
        self.fresh()
        spec = self.x.constant(TakeSpec(mode, tuple(windows), len(self.linked.specs), self.linked))
        who = self.you if by is None else self.value(by)
        stop = "False" if until is None else self.loose(until)
        again = "True" if mode == "any" or until is not None else "False"
        end = self.w.here + 1
        self.w.add("if S.answer is UNSAID:")
        if until is not None:
            self.w.add(f"    if {stop}: return {end}")
        self.w.add(f"    return ask_take(S, f, {who}, {spec}, {actions}, {until is not None}, {end})")
        self.w.add(f"return take_action(S, f, {who}, {spec}, {again}, {self.w.here}, {end})")
        self.cut()

    def on_take(self, op: list[Any], node: int) -> None:
        _, mode, actions, windows, until, by = op
        self._take(mode, self.x.constant(tuple(actions)), windows, until, by)

    def on_takeall(self, op: list[Any], node: int) -> None:
        _, mode, phase, windows, until, by = op
        actions = tuple(i for i, a in enumerate(self.table.actions) if a["phase"] == phase)
        self._take(mode, self.x.constant(actions), windows, until, by)

    def on_open(self, op: list[Any], node: int) -> None:
        _, window, arguments, players, block, otherwise = op
        struck = self.hidden()
        at = self.slots + self.extra - 1 + 2
        asked = "None" if players is None else self.value(players)
        self.w.add(f"open_window(S, f, {at}, {self.you}, {window}, ({self.values(arguments)}), {asked})")
        self.cut()
        end = self.label()
        if block is not None and otherwise is not None:
            no = self.label()
            self.w.add(f"if {struck}: return {no}")
            self.cut()
            self.statement(block)
            self.jump(end)
            self.cut()
            self.place_label(no)
            self.statement(otherwise)
            self.cut()
        elif block is not None or otherwise is not None:
            self.w.add(f"if {struck if block is not None else f'not {struck}'}: return {end}")
            self.cut()
            self.statement(block if block is not None else otherwise)
            self.cut()
        self.place_label(end)


#: Lists of things, whatever they are made of.
THINGS = frozenset(
    """players others all copies named items itemsof allitems cells piecesat neighbours within""".split()
)
#: Lists with the members of their first argument, or of the one after a slot.
SAME_MEMBERS = {"where": 2, "sorted": 2, "from": 1, "union": 1, "without": 1, "orelse": 1}


def element_type(code: list[Any], node: int) -> tuple[Any, ...]:
    """The type of what is in a list, as far as the text tells: how a result is written into the log."""
    op = code[node]
    if op[0] in SAME_MEMBERS:
        return element_type(code, op[SAME_MEMBERS[op[0]]])
    if op[0] in THINGS:
        return ("object", 0)
    if op[0] == "allenum":
        return ("enum", op[1])
    if op[0] == "list" and op[1]:
        first = code[op[1][0]]
        return {"enum": ("enum", first[1]), "obj": ("object", 0), "flag": ("flag",)}.get(first[0], ("any",))
    return ("any",)


def relevant(linked: Any, op: list[Any]) -> bool:
    """May any standing rule or trigger care about this effect?"""
    writes = linked.analysis._own_writes(op)
    return any(overlap(reads, writes) for reads in linked.analysis.rule_reads) or any(
        (event[0] in ("enters", "leaves") and overlap(frozenset([f"z{event[1]}"]), writes))
        or (event[0] == "face_up" and "face" in writes)
        or (event[0] == "changes" and f"f{event[1]}" in writes)
        for event in (trigger["event"] for trigger in linked.table.triggers)
    )
