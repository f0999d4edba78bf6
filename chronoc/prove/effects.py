"""What statements may change, and what each change hangs on: for every play, standing rule and reaction."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from chronoc.prove.influence import DEPTH, FULL, WORK, Env, Reading
from chronoc.prove.values import ANYTHING, END, NONE, UNSURE, Atom, Known, Reads, just, listed, truth
from runtime.analysis import children
from runtime.game import Game
from runtime.ops import STATEMENTS
from runtime.world import PLAYER

#: For each atom that may be written: what the writing hangs on.
Records = dict[Atom, Reads]
ROUNDS = 12
#: Atoms that the changes of one statement hang on, all together. Boards on which everything hangs on everything would take
#: all the memory there is; where it is more, the analysis gives up, and questions stay open.
MUCH = 1_000_000
#: Statements whose changes are those of statements in them.
WHOLE = (
    "seq",
    "choose",
    "ifelse",
    "switch",
    "perform",
    "do",
    "open",
    "foreach",
    "repeat",
    "while",
    "may",
    "either",
    "as",
)
WAYS = 400  # answers to choices within one another that are looked at one by one
SEAT = 0  # who makes the plays that are looked at


@dataclass(slots=True)
class Source:
    """Something that changes atoms. form: play, rule, reaction, other · thing: the card of a play, which lies where it is
    played from (instance) · needs: what its being offered hangs on"""

    form: str
    name: str
    records: Records
    index: int
    thing: int | None = None
    node: int | None = None
    needs: Reads = NONE
    asks: bool = False
    instance: int = 0
    window: Records = field(default_factory=dict)  # what may be struck out by an answer
    answers: dict[Any, frozenset[Atom]] = field(
        default_factory=dict
    )  # of its first choice: what each answer may change
    always: frozenset[Atom] = frozenset()  # what it may change whatever is chosen


@dataclass(slots=True, frozen=True)
class Way:
    """An action that takes a card from a zone of the player."""

    action: int
    instance: int
    kind_of_use: str


def merge(into: Records, other: Records, more: Reads = NONE) -> None:
    joined: dict[int, Reads] = {}  # many atoms hang on one and the same set
    for atom, reads in other.items():
        if more:
            both = joined.get(id(reads))
            reads = joined[id(reads)] = reads | more if both is None else both
        before = into.get(atom)
        into[atom] = reads if before is None or before is reads else before | reads


def hanging(records: Records) -> int:
    return sum(map(len, {id(reads): reads for reads in records.values()}.values()))


class Writing(Reading):
    def __init__(self, game: Game) -> None:
        super().__init__(game)
        self.made: dict[tuple[Any, ...], tuple[Records, Reads]] = {}
        self.last: dict[tuple[Any, ...], tuple[Records, Reads]] = {}
        self.open: dict[tuple[Any, ...], bool] = {}  # being looked at: has it called itself?
        self.grown = True
        self.top = False
        self.choosing = 0  # choices around what is being looked at
        self.answers: dict[Any, frozenset[Atom]] = {}
        self.always: dict[Atom, None] = {}
        self.ways_on = 1  # answers to the choices around what is being looked at
        self.replays: dict[int, None] = {}
        self.windowed: list[Records] = []
        self.holding: dict[int, frozenset[int]] = {}  # of each zone: kinds of what it may hold
        self.guards: dict[int, frozenset[int]] = {}  # verb that plays perform with their card -> what holds of the card
        self.ways = self._ways()
        self._guards()
        self.sources: list[Source] = []
        for _ in range(ROUNDS):
            if not self.grown:
                break
            self.grown = False
            self.memo.clear()
            self.last, self.made = self.made, {}
            self.blind.clear()
            self.sources = self._sources()
        self.settled = not self.grown
        self.written: dict[Atom, None] = {}
        for source in self.sources:
            self.written.update(dict.fromkeys(source.records))

    # ------------------------------------------------------------------ what there is

    def _ways(self) -> list[Way]:
        """Actions of one argument that is taken out of a zone of the player."""
        found = []
        you = just(SEAT)
        for index, action in enumerate(self.table.actions):
            if len(action["params"]) != 1:
                continue
            value = self.fn(action["params"][0], you, just(None), [])
            for instance in sorted(value.source or ()):
                if (
                    self.world.owner_of[instance] == SEAT
                    and self.table.zones[self.world.zone_of[instance]]["owner"] == PLAYER
                ):
                    found.append(Way(index, instance, action["name"]))
        return found

    def _guards(self) -> None:
        for way in self.ways:
            action = self.table.actions[way.action]
            value = self.fn(action["params"][0], just(SEAT), just(None), [])
            for node in self._statements(self.table.fns[action["body"]]["code"]):
                op = self.code[node]
                if op[0] == "perform" and op[2] and self.code[op[2][0]] == ["local", 2]:
                    self.guards[op[1]] = self.guards.get(op[1], value.guards) & value.guards

    def _statements(self, node: int) -> list[int]:
        op = self.code[node]
        return [part for child in op[1] for part in self._statements(child)] if op[0] == "seq" else [node]

    def _sources(self) -> list[Source]:
        out = []
        for way in self.ways:
            action = self.table.actions[way.action]
            choice = self.fn(action["params"][0], just(SEAT), just(None), [])
            for thing in choice.items or {}:
                given = Known(frozenset((thing,)), NONE, None, frozenset((way.instance,)), choice.guards)
                reads = choice.reads | self.offered(
                    self.table.fns[action["params"][0]]["code"], thing, {0: just(SEAT), 1: just(None)}
                )
                if action["when"] is not None:
                    reads |= self.fn(action["when"], just(SEAT), just(None), []).all_reads()
                for forbid in action["forbids"]:
                    if forbid["where"] is not None:
                        reads |= self.fn(forbid["where"], ANYTHING, ANYTHING, [given]).all_reads() | self.live(
                            forbid["design"]
                        )
                self.top = True
                self.answers, self.always = {}, {}
                self.windowed.append({})
                records, needs = self.run_fn(action["body"], just(SEAT), just(None), [given])
                window = self.windowed.pop()
                self.top = False
                done: Records = {}
                merge(done, records, reads)
                name = f"{way.kind_of_use} {self.world.title(thing)}"
                out.append(
                    Source(
                        "play",
                        name,
                        done,
                        way.action,
                        thing,
                        self.table.fns[action["body"]]["code"],
                        reads | needs,
                        window=window,
                        instance=way.instance,
                        answers=self.answers,
                        always=frozenset(self.always),
                    )
                )
        taken = {way.action for way in self.ways}
        for index, action in enumerate(self.table.actions):
            if index not in taken:
                arguments = [self.anything_of(kind) for kind in action["types"]]
                records, _ = self.run_fn(action["body"], just(SEAT), just(None), arguments)
                out.append(
                    Source(
                        "other",
                        f"the action {action['name']}",
                        records,
                        index,
                        node=self.table.fns[action["body"]]["code"],
                    )
                )
        for index, rule in enumerate(self.table.whenevers):
            out.append(self._rule(index, rule))
        for index, trigger in enumerate(self.table.triggers):
            if trigger["when"] == "after" or trigger["event"][0] not in ("verb",):
                out.append(self._trigger(index, trigger))
        for design in self.table.designs:
            for reaction in design["reactions"]:
                records = self._reaction(design, reaction)
                out.append(
                    Source(
                        "reaction",
                        f"an answer with {design['title']}",
                        records,
                        reaction["window"],
                        node=self.table.fns[reaction["body"]]["code"],
                    )
                )
        for name, fn in (("the turn", self.table.turn), ("the ending", self.table.ending)):
            if fn is not None:
                records, _ = self.run_fn(fn, just(SEAT), just(None), [])
                out.append(Source("other", name, records, 0, node=self.table.fns[fn]["code"]))
        for index, phase in enumerate(self.table.phases):
            records, _ = self.run_fn(
                phase["body"], just(SEAT), just(None), [self.anything_of(k) for k in phase["types"]]
            )
            out.append(
                Source(
                    "other", f"the phase {phase['name']}", records, index, node=self.table.fns[phase["body"]]["code"]
                )
            )
        return out

    def _reaction(self, design: dict[str, Any], reaction: dict[str, Any]) -> Records:
        records: Records = {}
        window = self.table.windows[reaction["window"]]
        lie = frozenset(i for zone in window["zones"] for i in self.zone_instances(zone))
        for thing in {self.standing_for[t]: None for t in self.world.copies[self.table.designs.index(design)]}:
            merge(records, self.run_fn(reaction["body"], ANYTHING, just(thing), [ANYTHING] * 8)[0])
            if window["using"] is not None:
                given = [Known(frozenset((thing,)), NONE, None, lie), just(("effect", reaction["body"], thing))]
                fn = self.overload(self.table.verbs[window["using"]]["overloads"], given)
                if fn is not None:
                    merge(records, self.run_fn(fn, ANYTHING, just(None), given)[0])
        return records

    def offered(self, node: int, thing: int, env: Env) -> Reads:
        """What it hangs on that an action may be taken with a thing that lies where it is taken from."""
        op = self.code[node]
        if op[0] in ("items", "itemsof", "allitems"):
            zones = self.read(node, env).source or ()
            return frozenset(self.there(i, thing) for i in zones if self.tracked[i])
        if op[0] == "where":
            source = self.read(op[2], env).source
            inner = {**env, op[1]: Known(frozenset((thing,)), NONE, None, source)}
            return self.offered(op[2], thing, env) | self.read(op[3], inner).all_reads()
        return (self.read(node, env).items or {}).get(thing, NONE)

    def anything_of(self, kind: list[Any]) -> Known:
        if kind[0] == "object":
            things = range(self.world.lo[kind[1]], self.world.hi[kind[1]])
            return Known(frozenset(self.standing_for[t] for t in things))
        return ANYTHING

    def live(self, design: int | None) -> Reads:
        """What a rule of a card hangs on: that the card lies where its rules count."""
        if design is None:
            return NONE
        return frozenset(
            self.there(i, t)
            for t in self.world.copies[design]
            for i in range(len(self.world.zone_of))
            if self.standing_for[t] in self.inside[i] and i
        )

    def _this(self, design: int | None) -> Known:
        copies = [] if design is None else self.world.copies[design]
        return just(self.standing_for[copies[0]] if copies else None)

    def _rule(self, index: int, rule: dict[str, Any]) -> Source:
        you = just(None) if rule["design"] is None else ANYTHING
        this = self._this(rule["design"])
        records: Records = {}
        reads = self.live(rule["design"])
        if rule["over"] is None:
            self._body(records, rule, you, this, [], reads)
        else:
            many = self.fn(rule["over"], you, this, [])
            items = many.items if many.items is not None else dict.fromkeys(range(len(self.world.designs)), NONE)
            for thing, why in items.items():
                source = (
                    None
                    if rule["where"] is None
                    else self.found_in(self.table.fns[rule["where"]]["code"], 2, {2: just(thing)})
                )
                known = Known(frozenset((thing,)), NONE, None, source)
                self._body(records, rule, you, this, [known], reads | why | many.reads)
        name = f"the rule {rule['name']}"
        asks = rule["body"] in self.analysis.suspending_fns
        return Source("rule", name, records, index, node=self.table.fns[rule["body"]]["code"], asks=asks)

    def _body(
        self, records: Records, rule: dict[str, Any], you: Known, this: Known, given: list[Known], reads: Reads
    ) -> None:
        if rule["where"] is not None:
            value = self.fn(rule["where"], you, this, given)
            if truth(value) is False:
                return
            reads |= value.all_reads()
        made, _ = self.run_fn(rule["body"], you, this, given)
        merge(records, made, reads)

    def _trigger(self, index: int, trigger: dict[str, Any]) -> Source:
        event = trigger["event"]
        reads = self.live(trigger["design"])
        arguments = [ANYTHING] * 6
        if event[0] in ("enters", "leaves"):
            zone = self.contents(self.zone_instances(event[1]))
            reads |= zone.all_reads()
        elif event[0] == "changes":
            entry = self.table.fields[event[1]]
            reads |= frozenset(
                ("f", event[1], t) for t in range(self.world.lo[entry["kind"]], self.world.hi[entry["kind"]])
            )
        if trigger["where"] is not None:
            reads |= self.fn(trigger["where"], ANYTHING, self._this(trigger["design"]), arguments).all_reads()
        made, _ = self.run_fn(trigger["body"], ANYTHING, self._this(trigger["design"]), arguments)
        records: Records = {}
        merge(records, made, reads)
        form = "rule" if event[0] in ("enters", "leaves", "changes", "face_up", "verb") else "other"
        asks = trigger["body"] in self.analysis.suspending_fns
        return Source(
            form, f"the rule {trigger['name']}", records, index, node=self.table.fns[trigger["body"]]["code"], asks=asks
        )

    # ------------------------------------------------------------------ statements

    def run_fn(self, index: int, you: Known, this: Known, arguments: list[Known]) -> tuple[Records, Reads]:
        """What a function may write, and what its being possible hangs on."""
        key = (index, you.key, this.key, *(a.key for a in arguments), self.top, bool(self.windowed))
        known = self.made.get(key)
        if known is not None:
            if key in self.open:
                self.open[key] = True
            if not self.choosing:
                self.always.update(dict.fromkeys(known[0]))
            return known
        if self.depth > DEPTH:
            self.blind.setdefault(self.table.fns[index]["code"])
            return {("x", "everything"): NONE}, NONE
        self.made[key] = self.last.get(key, ({}, NONE))  # a call of itself: as far as the round before has come
        self.depth += 1
        self.open[key] = False
        env: Env = {0: you, 1: this, **{2 + k: a for k, a in enumerate(arguments)}}
        result = self.run(self.table.fns[index]["code"], env)
        self.depth -= 1
        if key in self.open and self.open.pop(key) and self.last.get(key, ({}, NONE)) != result:
            self.grown = True
        self.made[key] = result
        return result

    def run(self, node: int, env: Env) -> tuple[Records, Reads]:
        """Statements change `env`: locals, and where a thing is known to lie."""
        op = self.code[node]
        if self.work > WORK:
            self.blind.setdefault(node)
            return {("x", "everything"): NONE}, NONE
        method = getattr(self, "do_" + op[0], None)
        if method is not None:
            result: tuple[Records, Reads] = method(op, env)
            self.work += len(result[0])
            if hanging(result[0]) > MUCH:
                self.work = WORK + 1  # the rest would be as large
                self.blind.setdefault(node)
                return {("x", "everything"): NONE}, NONE
            if not self.choosing and op[0] not in WHOLE:
                self.always.update(dict.fromkeys(result[0]))
            return result
        records: Records = {}
        feasible: Reads = NONE
        for child in children(op):
            if self.code[child][0] in STATEMENTS:
                made, need = self.run(child, env)
                merge(records, made)
                feasible |= need
        return records, feasible

    def do_seq(self, op: list[Any], env: Env) -> tuple[Records, Reads]:
        return self.sequence(op[1], env)

    def sequence(self, nodes: list[int], env: Env) -> tuple[Records, Reads]:
        """One after the other; each is offered only if the others can be carried out as well. After a choice, what follows
        is looked at for each answer by itself."""
        parts: list[tuple[Records, Reads]] = []
        for at, node in enumerate(nodes):
            op = self.code[node]
            if op[0] == "seq":
                parts.append(self.sequence([*op[1], *nodes[at + 1 :]], env))
                break
            if op[0] == "choose" and not op[5] and self.few_enough(op, env):
                parts.append(self._chosen(op, nodes[at + 1 :], env))
                break
            parts.append(self.run(node, env))
        records: Records = {}
        for at, (made, _) in enumerate(parts):
            if made:
                others = [need for k, (_, need) in enumerate(parts) if k != at and need]
                merge(records, made, NONE.union(*others) if others else NONE)
        needs = [need for _, need in parts if need]
        return records, NONE.union(*needs) if needs else NONE

    def few_enough(self, op: list[Any], env: Env) -> bool:
        """Are there so few answers, in this choice within others, that each is looked at by itself? Else all together."""
        many = self.read(op[2], env)
        count = len(self.world.designs) if many.items is None else len(many.items)
        return self.ways_on * max(count, 1) <= WAYS

    def _chosen(self, op: list[Any], rest: list[int], env: Env) -> tuple[Records, Reads]:
        many = self.read(op[2], env)
        records: Records = {}
        feasible: Reads = many.reads
        items = many.items if many.items is not None else dict.fromkeys(range(len(self.world.designs)), NONE)
        before, self.ways_on = self.ways_on, self.ways_on * max(len(items), 1)
        for thing, why in items.items():
            inner = {**env, op[1]: Known(frozenset((thing,)), NONE, None, many.source, many.guards)}
            self.choosing += 1
            made, need = self.sequence(rest, inner)
            self.choosing -= 1
            if not self.choosing:
                self.answers[thing] = self.answers.get(thing, NONE) | frozenset(made)
            merge(records, made, why | many.reads | need)
            feasible |= why | need
        self.ways_on = before
        return records, feasible

    def do_choose(self, op: list[Any], env: Env) -> tuple[Records, Reads]:
        many = self.read(op[2], env)
        reads = many.all_reads()
        if op[5]:
            if op[6] is not None:
                reads |= self.read(op[6], {**env, op[1]: many}).all_reads()
            env[op[1]] = Known(None, many.reads, many.items, many.source, many.guards)
        else:
            env[op[1]] = Known(
                None if many.items is None else frozenset(many.items) | {None}, reads, None, many.source, many.guards
            )
        return {}, reads

    def do_let(self, op: list[Any], env: Env) -> tuple[Records, Reads]:
        env[op[1]] = self.read(op[2], env)
        return {}, NONE

    def do_roll(self, op: list[Any], env: Env) -> tuple[Records, Reads]:
        many = self.read(op[2], env)
        env[op[1]] = Known(None if many.items is None else frozenset(many.items), many.all_reads())
        return {}, NONE

    def place(self, node: int, env: Env) -> tuple[list[Atom], Reads]:
        """The atoms that a place may mean."""
        op = self.code[node]
        if op[0] in ("get", "key"):
            thing = self.read(op[-1], env)
            entry = self.table.fields[op[1]]
            if entry["kind"] == PLAYER or entry["each"] is not None:
                return [("x", self.outside_name(f"f{op[1]}"))], thing.all_reads()
            return [("f", op[1], t) for t in self.things(thing, entry["kind"])], thing.all_reads()
        if op[0] == "game":
            return [("x", self.outside_name(f"g{op[1]}"))], NONE
        if op[0] == "phase":
            return [("x", self.outside_name(f"p{op[1]}"))], NONE
        return [], NONE

    def do_set(self, op: list[Any], env: Env) -> tuple[Records, Reads]:
        target = self.code[op[1]]
        if target[0] == "local":
            env[target[1]] = self.read(op[2], env)
            return {}, NONE
        if target[0] == "get":  # each thing by itself: what is written to it may be what it was
            records: Records = {}
            inner = self.code[target[2]]
            if inner[0] == "local":
                thing = self.read(target[2], env)
                entry = self.table.fields[target[1]]
                if entry["kind"] != PLAYER and entry["each"] is None:
                    for t in self.things(thing, entry["kind"]):
                        one = {**env, inner[1]: Known(frozenset((t,)), NONE)}
                        records[("f", target[1], t)] = thing.all_reads() | self.read(op[2], one).all_reads()
                    return records, NONE
        atoms, reads = self.place(op[1], env)
        reads |= self.read(op[2], env).all_reads()
        return dict.fromkeys(atoms, reads), NONE

    def do_addto(self, op: list[Any], env: Env) -> tuple[Records, Reads]:
        atoms, reads = self.place(op[1], env)
        reads |= self.read(op[2], env).all_reads()
        inside = frozenset(a for a in atoms if a[0] == "f")
        if op[3] or not self.bounded(self.code[op[1]]):
            return dict.fromkeys(atoms, reads | inside), NONE
        return dict.fromkeys(atoms, reads | inside), inside | {("bound", a[1]) for a in atoms if a[0] == "x"}

    def bounded(self, place: list[Any]) -> bool:
        """May a number there be too low or too high, so that an action cannot be taken?"""
        if place[0] in ("get", "key"):
            entry = self.table.fields[place[1]]
        elif place[0] == "game":
            entry = self.table.gvars[place[1]]
        elif place[0] == "phase":
            entry = self.table.phases[place[1]]
            at = place[2] - entry["params"]
            if at < 0:
                return False
            entry = entry["vars"][at]
        else:
            return False
        return entry["low"] is not None or entry["high"] is not None

    def do_move(self, op: list[Any], env: Env) -> tuple[Records, Reads]:
        what, where = self.read(op[1], env), self.read(op[2], env)
        reads = what.reads | where.all_reads()
        records: Records = {}
        feasible: Reads = NONE
        if op[6] == "n" and op[7] is not None:  # as many as this, or it cannot be done
            feasible = what.all_reads() | self.read(op[7], env).all_reads()
        elif what.items is None and (what.vals is None or None in what.vals):
            feasible = what.all_reads()  # nothing cannot be moved
        targets = self.instances(where)
        items = what.items if what.items is not None else dict.fromkeys(self.things(what), NONE)
        marked = [
            (self.standing_for[thing], why)
            for thing, why in items.items()
            if type(thing) is int and thing >= len(self.world.seats)
        ]
        self.work += len(marked)
        for instance in sorted(targets | (frozenset(range(len(self.inside))) if what.source is None else what.source)):
            if instance == 0:
                continue
            held = self.inside[instance]
            if instance in targets:
                for mark, _ in marked:
                    if mark not in held and self.may_hold(instance, mark):
                        for other in self.siblings(instance):  # what happens to one player may happen to each
                            self.inside[other].setdefault(mark)
                        self.grown = True
            lying = [(mark, why) for mark, why in marked if mark in held]
            if self.tracked[instance]:
                for mark, why in lying:
                    atom = self.there(instance, mark)
                    records[atom] = records.get(atom, NONE) | reads | why
            elif lying:
                records[self.unseen[instance]] = reads.union(*(why for _, why in lying))
        for instance in sorted(targets):
            if self.rules.kernel.maximum[instance] is not None:
                feasible |= frozenset(self.there(instance, t) for t in self.inside[instance])
        env.pop(FULL, None)
        local = self.code[op[1]]
        if local[0] == "local":
            env[local[1]] = Known(what.vals, what.reads, what.items, targets, what.guards)
        return records, feasible

    def siblings(self, instance: int) -> list[int]:
        """The same zone of every player; of a zone that belongs to no player, itself."""
        owner = self.world.owner_of[instance]
        if owner is None or self.world.kinds[owner] != PLAYER:
            return [instance]
        return sorted(self.zone_instances(self.world.zone_of[instance]))

    def may_hold(self, instance: int, thing: int) -> bool:
        zone = self.world.zone_of[instance]
        kinds = self.holding.get(zone)
        if kinds is None:
            wanted = self.table.zones[zone]["kinds"] or range(len(self.table.kinds))
            kinds = self.holding[zone] = frozenset().union(*(self.world.subkinds[k] for k in wanted))
        return self.world.kinds[thing] in kinds

    def do_put(self, op: list[Any], env: Env) -> tuple[Records, Reads]:
        return {("x", "where things lie"): NONE}, NONE

    def found_in(self, node: int, slot: int, env: Env) -> frozenset[int] | None:
        """Zones that the thing in a slot lies in when the condition holds."""
        op = self.code[node]
        if op[0] == "and":
            for part in op[1]:
                found = self.found_in(part, slot, env)
                if found is not None:
                    return found
        if op[0] == "inzone" and self.code[op[1]] == ["local", slot]:
            zone = self.read(op[2], env)
            return None if zone.vals is None else self.instances(zone)
        if op[0] == "inzones" and self.code[op[1]] == ["local", slot]:
            return self.zone_instances(op[2])
        if op[0] == "in" and self.code[op[1]] == ["local", slot]:
            return self.read(op[2], env).source
        return None

    def narrowed(self, node: int, env: Env) -> Env:
        """What is known besides when a condition holds."""
        out = dict(env)
        for slot, value in env.items():
            if slot > 1 and value.items is None and value.vals is not None:
                found = self.found_in(node, slot, env)
                if found is not None:
                    out[slot] = Known(value.vals, value.reads, None, found, value.guards)
        return out

    def do_ifelse(self, op: list[Any], env: Env) -> tuple[Records, Reads]:
        condition = self.read(op[1], env)
        sure = truth(condition)
        records: Records = {}
        feasible: Reads = NONE
        reads = condition.all_reads()
        if sure is not False:
            made, need = self.run(op[2], self.not_empty(op[1], self.narrowed(op[1], env), True))
            merge(records, made, reads)
            feasible |= need
        if sure is not True and op[3] is not None:
            made, need = self.run(op[3], self.not_empty(op[1], dict(env), False))
            merge(records, made, reads)
            feasible |= need
        self.forget(op, env)
        return records, feasible | (reads if feasible else NONE)

    def not_empty(self, node: int, env: Env, holds: bool) -> Env:
        """Note which zone cannot be empty when a condition holds (or does not)."""
        op = self.code[node]
        while op[0] == "not":
            op, holds = self.code[op[1]], not holds
        if op[0] == "exists" and holds and self.code[op[1]][0] == "items":
            source = self.read(op[1], env).source
            if source is not None and len(source) == 1:
                env[FULL] = Known(None, NONE, None, source)
        return env

    def do_switch(self, op: list[Any], env: Env) -> tuple[Records, Reads]:
        reads: Reads = NONE
        records: Records = {}
        feasible: Reads = NONE
        for child in children(op):
            if self.code[child][0] in STATEMENTS:
                made, need = self.run(child, dict(env))
                merge(records, made)
                feasible |= need
            else:
                reads |= self.read(child, env).all_reads()
        out: Records = {}
        merge(out, records, reads)
        self.forget(op, env)
        return out, feasible | reads

    def forget(self, op: list[Any], env: Env) -> None:
        """After code that may or may not have run: what it binds and moves is no longer known."""
        env.pop(FULL, None)
        pending, seen = list(children(op)), set()
        while pending:
            node = pending.pop()
            if node in seen:
                continue
            seen.add(node)
            inner = self.code[node]
            if inner[0] in ("let", "choose", "roll", "foreach"):
                env[inner[1]] = ANYTHING
            elif inner[0] in ("set", "addto") and self.code[inner[1]][0] == "local":
                env[self.code[inner[1]][1]] = ANYTHING
            elif inner[0] == "local" and inner[1] in env and env[inner[1]].source is not None:
                value = env[inner[1]]
                env[inner[1]] = Known(value.vals, value.reads, value.items, None, value.guards)
            pending += children(inner)

    def do_foreach(self, op: list[Any], env: Env) -> tuple[Records, Reads]:
        many = self.on_aslist([None, op[2]], env)
        records: Records = {}
        feasible: Reads = NONE
        self.forget([*op[:2], op[2], op[3], op[4]], env)
        items = many.items if many.items is not None else dict.fromkeys(range(len(self.world.designs)), NONE)
        for thing, why in items.items():
            inner = {**env, op[1]: Known(frozenset((thing,)), NONE, None, many.source, many.guards)}
            made, need = self.run(op[4], inner)
            merge(records, made, why | many.reads)
            feasible |= need | (why if need else NONE)
        return records, feasible

    def do_repeat(self, op: list[Any], env: Env) -> tuple[Records, Reads]:
        self.forget(op, env)
        reads = self.read(op[1], env).all_reads()
        made, need = self.run(op[2], dict(env))
        out: Records = {}
        merge(out, made, reads)
        return out, need | (reads if need else NONE)

    do_while = do_repeat

    def do_may(self, op: list[Any], env: Env) -> tuple[Records, Reads]:
        made, need = self.run(op[3], dict(env))
        out: Records = {}
        merge(out, made, need)
        self.forget(op, env)
        return out, NONE

    def do_either(self, op: list[Any], env: Env) -> tuple[Records, Reads]:
        records: Records = {}
        feasible: Reads = NONE
        for form, _key, _label, condition, slot, source, body, _window in op[3]:
            reads = NONE if condition is None else self.read(condition, env).all_reads()
            if form == "react" or body is None:
                continue
            answers: dict[Any, Reads] = {None: NONE}
            many = listed({})
            if form == "each":
                many = self.read(source, env)
                answers = many.items if many.items is not None else dict.fromkeys(range(len(self.world.designs)), NONE)
            for thing, why in answers.items():
                inner = dict(env)
                if form == "each":
                    inner[slot] = Known(frozenset((thing,)), NONE, None, many.source, many.guards)
                made, need = self.run(body, inner)
                merge(records, made, reads | why | need | many.reads)
                feasible |= reads | why | need
        self.forget(op, env)
        return records, feasible

    def do_do(self, op: list[Any], env: Env) -> tuple[Records, Reads]:
        thing = self.read(op[1], env)
        arguments = [self.read(a, env) for a in op[3]]
        records: Records = {}
        feasible: Reads = thing.all_reads()
        top, self.top = self.top, False
        for t in self.things(thing):
            fn = self.clause_of(op[2], t)
            if fn is not None:
                known = Known(frozenset((t,)), NONE, None, thing.source, thing.guards)
                made, need = self.run_fn(fn, env.get(0, ANYTHING), known, arguments)
                merge(records, made, thing.all_reads())
                feasible |= need
        self.top = top
        self.moved([op[1]], env)
        return records, feasible

    def do_doeffect(self, op: list[Any], env: Env) -> tuple[Records, Reads]:
        effect = self.read(op[1], env)
        if effect.vals is None:
            return {("x", "any effect"): NONE}, NONE
        records: Records = {}
        for value in sorted((v for v in effect.vals if isinstance(v, tuple)), key=str):
            made, _ = self.run_fn(value[1], env.get(0, ANYTHING), just(value[2]), [])
            merge(records, made, effect.reads)
        return records, effect.reads

    def moved(self, nodes: list[int], env: Env) -> None:
        """These things were handed to other code: where they lie is no longer known."""
        env.pop(FULL, None)
        for node in nodes:
            op = self.code[node]
            if op[0] == "local" and op[1] in env and env[op[1]].source is not None:
                value = env[op[1]]
                env[op[1]] = Known(value.vals, value.reads, value.items, None, value.guards)

    def like_a_play(self, verb: int, thing: Known) -> bool:
        """Does a play do with another card what an ordinary play would? It has to be sure of the same, and the card has to
        come from where its leaving changes nothing that is searched."""
        hidden = thing.source is not None and not any(self.tracked[i] for i in sorted(thing.source))
        return bool(self.windowed) and hidden and self.guards[verb] <= thing.guards

    def do_perform(self, op: list[Any], env: Env) -> tuple[Records, Reads]:
        arguments = [self.read(a, env) for a in op[2]]
        if op[1] in self.guards and not self.top and arguments and self.like_a_play(op[1], arguments[0]):
            self.replays.setdefault(op[1])  # the same as a play of its own, under the same conditions
            self.moved(op[2], env)
            return {}, NONE
        top, self.top = self.top, False
        overloads = self.table.verbs[op[1]]["overloads"]
        records: Records = {}
        feasible: Reads = NONE
        for given in self.split(overloads, arguments):
            fn = self.overload(overloads, given)
            if fn is None:
                continue
            reads: Reads = NONE.union(*(g.reads for g in given)) if given else NONE
            made, need = self.run_fn(fn, env.get(0, ANYTHING), just(None), given)
            merge(records, made, reads)
            feasible |= need | reads
            for trigger in self.table.triggers:
                if tuple(trigger["event"]) == ("verb", op[1]) and trigger["when"] == "instead":
                    why = self.live(trigger["design"])
                    if trigger["where"] is not None:
                        why |= self.fn(trigger["where"], ANYTHING, self._this(trigger["design"]), given).all_reads()
                    more, _ = self.run_fn(trigger["body"], ANYTHING, self._this(trigger["design"]), given)
                    merge(records, more, why)
                    both: Records = {}
                    merge(both, records, why)  # what is replaced hangs on it as well
                    records = both
        self.top = top
        self.moved(op[2], env)
        return records, feasible

    def do_as(self, op: list[Any], env: Env) -> tuple[Records, Reads]:
        who = self.read(op[1], env)
        records: Records = {}
        feasible: Reads = NONE
        for seat in self.things(who, PLAYER):
            made, need = self.run(op[2], {**env, 0: just(seat)})
            merge(records, made, who.all_reads())
            feasible |= need
        self.forget(op, env)
        return records, feasible

    def do_open(self, op: list[Any], env: Env) -> tuple[Records, Reads]:
        records: Records = {}
        feasible: Reads = NONE
        for block in op[4:6]:
            if block is not None:
                made, need = self.run(block, dict(env))
                merge(records, made)
                if block == op[4]:
                    feasible |= need
                if self.windowed and self.rules.machine.windows.reacting[op[1]]:
                    merge(self.windowed[-1], made)
        self.forget(op, env)
        return records, feasible

    def do_require(self, op: list[Any], env: Env) -> tuple[Records, Reads]:
        return {}, self.read(op[1], env).all_reads()

    def do_shuffle(self, op: list[Any], env: Env) -> tuple[Records, Reads]:
        return {}, NONE

    do_take = do_takeall = do_log = do_reveal = do_look = do_checkgoals = do_shuffle

    def do_enter(self, op: list[Any], env: Env) -> tuple[Records, Reads]:
        return {}, frozenset([("x", f"the phase {self.table.phases[op[1]]['name']}")])

    def do_turn(self, op: list[Any], env: Env) -> tuple[Records, Reads]:
        return {("x", "which way cards lie"): NONE}, NONE

    def do_firstis(self, op: list[Any], env: Env) -> tuple[Records, Reads]:
        return {("x", "whose turn it is"): NONE}, NONE

    def do_lose(self, op: list[Any], env: Env) -> tuple[Records, Reads]:
        return {END: NONE}, NONE

    do_endgame = do_win = do_lose

    # statements inside of expressions

    def on_can(self, op: list[Any], env: Env) -> Known:
        top, self.top = self.top, True  # what is only tried is looked at in full
        _, feasible = self.run(op[1], dict(env))
        self.top = top
        return Known(frozenset((True, False)), feasible)

    def on_try(self, op: list[Any], env: Env) -> Known:
        inner = dict(env)
        top, self.top = self.top, True
        records, feasible = self.run(op[1], inner)
        self.top = top
        reads = feasible | self.read(op[2], inner).all_reads()
        reads |= NONE.union(*records.values()) if records else NONE
        return Known(frozenset((True, False)), reads | frozenset([("x", "what would be after a try")]))


__all__ = ["SEAT", "UNSURE", "Records", "Source", "Way", "Writing"]
