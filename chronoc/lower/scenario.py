"""Code that is compiled in the context of a finished program: scenarios, and expressions typed at a prompt.

    extra = Extra(analysis.lowering, analysis.table)
    extra.card(decl)                                   cards of the scenario alone
    fn = extra.condition(expr, {"Ann": PLAYER}).fn     a function whose arguments are the values of the names, in order
    table = extra.table()                              the table with everything that was added

Nothing here changes the program or its table. Each result carries its own diagnostics; a function that has errors
must not be run.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from chronoc.diagnostics import Diagnostic
from chronoc.lower.body import Body
from chronoc.lower.cards import design_row, standing
from chronoc.lower.expressions import condition, expr, value
from chronoc.lower.fit import as_list, coerce
from chronoc.lower.lowering import Lowering
from chronoc.lower.statements import place, statement
from chronoc.lower.table import finish
from chronoc.model import types
from chronoc.model.cards import add_card, name_cards, remember_broken, unknown_kind
from chronoc.model.findings import Findings
from chronoc.model.suggest import fold, nearest
from chronoc.model.symbols import DesignSym, SetSym
from chronoc.model.types import PLAYER, Type
from chronoc.syntax import tree

Names = Mapping[str, Type]
__all__ = ["PLAYER", "Choice", "Compiled", "Extra", "Fact", "Item"]


@dataclass(slots=True)
class Compiled:
    """A function of the table: slot 0 `you`, then the values of the names in the order of the mapping."""

    fn: int
    type: list[Any]  # V of what it gives; ["any"] for a statement
    diagnostics: list[Diagnostic]

    @property
    def failed(self) -> bool:
        return any(d.severity == "error" for d in self.diagnostics)


@dataclass(slots=True)
class Item:
    """Things to take: `source` is a function that gives the candidates as a list; `count` one that says how many (None:
    one of a single card's copies, all of a list). `single`: one card was named."""

    source: int
    count: int | None
    single: bool
    span: tree.Span


@dataclass(slots=True)
class Fact:
    """One thing that is given.

    form: "place" (`zone` gives the zone, `cell` the cell of it if one is named, `items` what lies there, `words`; or,
    with `square`, `zone` gives a square of a board and `items` the pieces on it) · "run" (`fn`: carry it out,
    unchecked) · "option" (`index`, `fn` its value) · "roll" (`values`: functions) · "phase" (`index`, `values`, `fn`
    the player or None) · "layout" (`index`) · "used" (`name`) · "setup" (`seed`) · "bad" (only diagnostics)
    """

    form: str
    span: tree.Span
    diagnostics: list[Diagnostic]
    fn: int | None = None
    zone: int | None = None
    cell: int | None = None
    square: bool = False
    items: list[Item] = field(default_factory=list)
    values: list[int] = field(default_factory=list)
    index: int | None = None
    name: str | None = None
    seed: int | None = None
    words: tuple[str, ...] = ()

    @property
    def failed(self) -> bool:
        return any(d.severity == "error" for d in self.diagnostics)


@dataclass(slots=True)
class Choice:
    """What a scenario chooses. `fn` gives the value to look for among the options (of type V `type`; a design matches
    any of its copies), None when the words mean nothing in the rules; `words` may also be the key or label of a
    branch or action; `items` are the members of a set in brackets; `count` says how many equal ones (None: one)."""

    words: str | None
    fn: int | None
    type: list[Any]
    items: list[Choice] | None
    count: int | None
    span: tree.Span
    diagnostics: list[Diagnostic] = field(default_factory=list)  # why `fn` is None


class Extra:
    """A program with additions. See the module's text."""

    def __init__(self, lowering: Lowering, table: dict[str, Any], owner: SetSym | None = None) -> None:
        self.base = table
        self.owner = owner
        self.low = _copy(lowering)
        self.program = self.low.program
        self.designs: list[dict[str, Any]] = []
        self.rules: dict[str, Any] = {}  # the sections that standing rules of cards change
        self.text = dict(table.get("text", {}))

    # ------------------------------------------------------------------ cards

    def card(self, decl: tree.CardDecl) -> tuple[int | None, list[Diagnostic]]:
        """Add a card of the scenario. Its index among the designs, None when its kind is unknown."""
        return self.cards([decl])[0]

    def cards(self, decls: list[tree.CardDecl]) -> list[tuple[int | None, list[Diagnostic]]]:
        """Add several cards, which may name one another."""
        made: list[tuple[DesignSym | None, Findings]] = []
        for decl in decls:
            with_findings = Findings()
            self.program.findings = with_findings
            kind = self.program.kind_names.get(fold(decl.kind))
            if kind is None or kind.index == 0:
                unknown_kind(self.program, decl)
                remember_broken(self.program, decl)
                made.append((None, with_findings))
                continue
            for table in (self.program.card_names, self.program.card_titles):
                for name in (decl.name, decl.title):
                    if name is not None and fold(name) in table:  # it hides what the set declares
                        table[fold(name)] = [c for c in table[fold(name)] if c.index >= len(self.base["designs"])]
            made.append((add_card(self.program, decl, kind, self.owner), with_findings))
        known = {card.index: card.id for card in self.program.designs[: len(self.base["designs"])]}
        name_cards(self.program)
        for index, name in known.items():  # what had a name keeps it
            self.program.designs[index].id = name
        self._unique(len(known))
        result: list[tuple[int | None, list[Diagnostic]]] = []
        for card, found in made:
            if card is not None:
                self.program.findings = found
                self.designs.append(design_row(self.low, card))
                standing(self.low, card, self._rules())
            result.append((card.index if card is not None else None, found.items))
        return result

    def _rules(self) -> dict[str, Any]:
        """Own copies of what a standing rule may be added to."""
        if not self.rules:
            self.rules = {
                "triggers": list(self.base["triggers"]), "whenevers": list(self.base["whenevers"]),
                "defines": [{**row, "adjusts": list(row["adjusts"])} for row in self.base["defines"]],
                "actions": [{**row, "forbids": list(row["forbids"])} for row in self.base["actions"]],
            }  # fmt: skip
        return self.rules

    def _unique(self, first: int) -> None:
        taken = {fold(card.id): None for card in self.program.designs[:first]}
        for card in self.program.designs[first:]:
            number, name = 2, card.id
            while fold(card.id) in taken:
                card.id, number = f"{name}_{number}", number + 1
            taken[fold(card.id)] = None

    # ------------------------------------------------------------------ code

    def expression(self, e: tree.Expr, names: Names, want: Type | None = None) -> Compiled:
        """The value of an expression."""
        return self._compile(names, lambda b: self._value(b, e, want))

    def condition(self, e: tree.Expr, names: Names) -> Compiled:
        """Whether something holds. A two-sided card alone means: it shows its printed side."""
        return self._compile(names, lambda b: (condition(b, e), types.FLAG))

    def statement(self, s: tree.Stmt, names: Names) -> Compiled:
        """Something to carry out: any verb of the rules or the kernel."""
        return self._compile(names, lambda b: (statement(b, s), types.ANY))

    def things(self, e: tree.Expr, names: Names) -> Compiled:
        """An expression as a list of things; a card with copies as all its copies."""
        return self._compile(names, lambda b: self._things(b, e, None))

    def _value(self, b: Body, e: tree.Expr, want: Type | None) -> tuple[int, Type]:
        node, type_ = expr(b, e, want)
        if want is not None:
            return coerce(b, (node, type_), want, e.span), want
        if type_.base == "zone":
            return b.add(e.span, "items", node), types.list_of(types.obj(*type_.arg) if type_.arg else types.ANY)
        return node, type_

    def _body(self, names: Names) -> Body:
        b = self.low.body()
        b.any_phase = True
        for name, type_ in names.items():
            b.param(name, type_)
        return b

    def _compile(self, names: Names, lower: Callable[[Body], tuple[int, Type]]) -> Compiled:
        self.program.findings = found = Findings()
        b = self._body(names)
        node, type_ = lower(b)
        return Compiled(b.finish("scenario", node), self.low.v(type_), found.items)

    # ------------------------------------------------------------------ given

    def facts(self, given: tree.Given, names: Names) -> Fact:
        """A line of `given`, made ready to be carried out."""
        make = {
            "place": self._place, "set": self._set, "fact": self._fact, "verb": self._verb, "setup": self._setup,
            "roll": self._roll, "phase": self._phase, "layout": self._layout, "used": self._used,
        }[given.form]  # fmt: skip
        self.program.findings = found = Findings()
        fact = make(given, names)
        fact.diagnostics = [*found.items, *fact.diagnostics]
        return fact

    def _fn(self, names: Names, lower: Callable[[Body], tuple[int, Type]]) -> int:
        """A function whose findings go to what is being collected."""
        b = self._body(names)
        node, _ = lower(b)
        return b.finish("given", node)

    def _bad(self, given: tree.Given) -> Fact:
        return Fact("bad", given.span, [])

    def _place(self, given: tree.Given, names: Names) -> Fact:
        assert given.target is not None
        if self._is_field(given.target, names):
            return self._set(given, names)
        b = self._body(names)
        node, type_ = expr(b, given.target, types.zone(()))
        fact = Fact("place", given.span, [], words=given.words)
        held = types.obj(*self.low.things)
        if type_.base == "cell":
            zone = self.program.zones[type_.arg]
            fact.cell = b.finish("given", node)
            fact.zone = self._fn(names, lambda b: (b.add(given.span, "zone", zone.index), types.zone(())))
            held = types.obj(*(zone.kinds or self.low.things))
        elif type_.base == "object" and type_.arg and all(k in self.low.place_kinds for k in type_.arg):
            fact.square, fact.zone = True, b.finish("given", node)
            holding = [
                k for z in self.program.zones if z.layout is not None and z.kinds == type_.arg for k in z.holding
            ]
            held = types.obj(*(holding or self.low.things))
        elif type_.base == "zone":
            fact.zone = b.finish("given", node)
            held = types.obj(*(type_.arg or self.low.things))
            if type_.zone is not None and self.program.zones[type_.zone].holding:
                held = types.obj(*self.program.zones[type_.zone].holding)
        else:
            if not type_.bad:
                b.findings.error(
                    "wrong-type",
                    given.target.span,
                    f"things are put into a zone; this is a {self.program.describe(type_)}",
                )
            return self._bad(given)
        for item in given.values:
            if isinstance(item, tree.Name) and fold(item.name) == "nothing":
                continue
            fact.items.append(self._item(item, held, names))
        return fact

    def _is_field(self, target: tree.Expr, names: Names) -> bool:
        """`vp of Ann: 3` sets a field; `hand of Ann: …` puts cards into a zone."""
        if isinstance(target, tree.Of) and target.key is None:
            return fold(target.name) not in self.program.zone_names
        if isinstance(target, tree.Name):
            return fold(target.name) not in self.program.zone_names and target.name not in names
        return isinstance(target, tree.Of)

    def _item(self, e: tree.Expr, held: Type, names: Names) -> Item:
        count: int | None = None
        what = e
        if isinstance(e, tree.Quantity):
            number = e.count
            count = self._fn(names, lambda b: (value(b, number, types.NUMBER), types.NUMBER))
            what = e.what
        single = isinstance(what, (tree.Text, tree.Number, tree.Qualified)) or (
            isinstance(what, (tree.Name, tree.Of)) and fold(what.name) in self.program.card_names
        )
        return Item(self._fn(names, lambda b: self._things(b, what, held)), count, single, e.span)

    def _things(self, b: Body, e: tree.Expr, held: Type | None) -> tuple[int, Type]:
        """Candidates: copies of a card, all things of a kind, a list."""
        if isinstance(e, tree.Name) and fold(e.name) in ("card", "cards", "thing", "things") and held is not None:
            if fold(e.name) not in self.program.plurals and fold(e.name) not in self.program.kind_names:
                return self._all(b, held, e.span)
        if isinstance(e, tree.Name) and b.find(fold(e.name)) is None and fold(e.name) not in self.program.card_names:
            kind = self.program.kind_names.get(fold(e.name)) or self.program.plurals.get(fold(e.name))
            if kind is not None:
                return self._all(b, types.obj(kind.index), e.span)
        if (
            isinstance(e, tree.Of)
            and fold(e.name) in self.program.kind_names
            and fold(e.name) not in self.program.zone_names
        ):
            kind = self.program.kind_names[fold(e.name)]  # `1 lamp of Ann`
            e = tree.Of(kind.plural, None, e.operand, e.span)
        node, type_ = expr(b, e, held)
        if type_.base == "design":
            op = b.code.nodes[node]
            if op[0] == "design":
                return b.add(e.span, "copies", op[1]), types.list_of(types.obj(*type_.arg))
        node, element = as_list(b, (node, type_), e.span)
        if held is not None and element.base == "object" and not b.low.may_be(element.arg, held.arg):
            coerce(b, (node, types.list_of(element)), types.list_of(held), e.span)
        return node, types.list_of(element)

    def _all(self, b: Body, held: Type, span: tree.Span) -> tuple[int, Type]:
        node: int | None = None
        for kind in held.arg:
            one = b.add(span, "all", kind)
            node = one if node is None else b.add(span, "union", node, one)
        assert node is not None
        return node, types.list_of(held)

    def _set(self, given: tree.Given, names: Names) -> Fact:
        if given.name is not None:
            return self._option(given, given.name, names)
        assert given.target is not None
        target, said = given.target, given.values
        if isinstance(target, tree.Name) and fold(target.name) in self.program.option_names:
            return self._option(given, target.name, names)
        wanted = said[0] if len(said) == 1 else tree.ListOf(said, given.span)

        def lower(b: Body) -> tuple[int, Type]:
            found = place(b, target)
            if found is None:
                return b.add(given.span, "seq", []), types.ANY
            return b.add(given.span, "set", found[0], value(b, wanted, found[1])), types.ANY

        return Fact("run", given.span, [], fn=self._fn(names, lower))

    def _option(self, given: tree.Given, name: str, names: Names) -> Fact:
        option = self.program.option_names.get(fold(name))
        if option is None:
            near = nearest(name, [o.name for o in self.program.options])
            self.program.findings.error(
                "unknown-name", given.span, f"there is no option `{name}`", f"did you mean `{near}`?" if near else None
            )
            return self._bad(given)
        said, type_ = given.values[0], option.type
        fn = self._fn(names, lambda b: (value(b, said, type_), type_))
        return Fact("option", given.span, [], fn=fn, index=option.index)

    def _fact(self, given: tree.Given, names: Names) -> Fact:
        """`Tower'`: the card shows that side. A flag of the game, a field of a thing: it is so."""
        assert given.target is not None
        e = given.target
        if isinstance(e, tree.Name) and fold(e.name) in self.program.verb_names and given.statement is not None:
            return self._verb(given, names)
        holds = True
        if isinstance(e, tree.Unary) and e.op == "not":
            holds, e = False, e.operand
        if isinstance(e, tree.Primed):
            return self._side(given, e.base, holds, names)
        if isinstance(e, (tree.Text, tree.Number, tree.Qualified)) or (
            isinstance(e, tree.Name) and fold(e.name) in self.program.card_names
        ):
            return self._side(given, e, not holds, names)

        def lower(b: Body) -> tuple[int, Type]:
            found = place(b, e)
            if found is None:
                return b.add(given.span, "seq", []), types.ANY
            if found[1].base != "flag":
                b.findings.error("wrong-type", given.span, "this is no yes or no", "write `… = VALUE`")
            return b.add(given.span, "set", found[0], b.flag(holds)), types.ANY

        return Fact("run", given.span, [], fn=self._fn(names, lower))

    def _side(self, given: tree.Given, e: tree.Expr, flipped: bool, names: Names) -> Fact:
        sided = tuple(k.index for k in self.program.kinds if k.side is not None)

        def lower(b: Body) -> tuple[int, Type]:
            node, type_ = expr(b, e, types.obj(*sided) if sided else types.FLAG)
            side = None
            if type_.base == "object" and len(type_.arg) == 1:
                side = next((k.side for k in self.program.kinds[type_.arg[0]].lineage if k.side is not None), None)
            if side is None:
                if not type_.bad:
                    b.findings.error(
                        "wrong-type", given.span, f"a {self.program.describe(type_)} is not turned over by hand",
                        "bring about what makes it so: put things where they must lie",
                    )  # fmt: skip
                return b.add(given.span, "seq", []), types.ANY
            return b.add(given.span, "set", b.add(given.span, "get", side.index, node), b.flag(flipped)), types.ANY

        return Fact("run", given.span, [], fn=self._fn(names, lower))

    def _verb(self, given: tree.Given, names: Names) -> Fact:
        assert given.statement is not None
        said = given.statement
        return Fact("run", given.span, [], fn=self._fn(names, lambda b: (statement(b, said), types.ANY)))

    def _setup(self, given: tree.Given, names: Names) -> Fact:
        return Fact("setup", given.span, [], seed=given.seed.value if isinstance(given.seed, tree.Number) else None)

    def _roll(self, given: tree.Given, names: Names) -> Fact:
        fns = [self._fn(names, lambda b, e=e: expr(b, e, None)) for e in given.values]  # type: ignore[misc]
        return Fact("roll", given.span, [], values=fns)

    def _phase(self, given: tree.Given, names: Names) -> Fact:
        phase = self.program.phase_names.get(fold(given.name or ""))
        if phase is None:
            near = nearest(given.name or "", [p.name for p in self.program.phases])
            self.program.findings.error(
                "unknown-name",
                given.span,
                f"there is no phase `{given.name}`",
                f"did you mean `{near}`?" if near else None,
            )
            return self._bad(given)
        if len(given.values) != len(phase.params):
            self.program.findings.error(
                "wrong-count",
                given.span,
                f"the phase `{phase.name}` takes {len(phase.params)} arguments, not {len(given.values)}",
            )
            return self._bad(given)
        values = [
            self._fn(names, lambda b, e=e, t=t: (value(b, e, t), t))  # type: ignore[misc]
            for e, (_, t) in zip(given.values, phase.params, strict=True)
        ]
        fact = Fact("phase", given.span, [], values=values, index=phase.index)
        if given.target is not None:
            who = given.target
            fact.fn = self._fn(names, lambda b: (value(b, who, PLAYER), PLAYER))
        return fact

    def _layout(self, given: tree.Given, names: Names) -> Fact:
        layout = self.program.layout_names.get(fold(given.name or ""))
        if layout is None:
            near = nearest(given.name or "", [x.name for x in self.program.layouts])
            self.program.findings.error(
                "unknown-name",
                given.span,
                f"there is no layout `{given.name}`",
                f"did you mean `{near}`?" if near else None,
            )
            return self._bad(given)
        return Fact("layout", given.span, [], index=layout.index)

    def _used(self, given: tree.Given, names: Names) -> Fact:
        known = self.low.counters()
        name = known.get(fold(given.name or ""))
        if name is None:
            near = nearest(given.name or "", list(known.values()))
            self.program.findings.error(
                "unknown-name",
                given.span,
                f"no limit counts `{given.name}`",
                f"did you mean `{near}`?" if near else None,
            )
            return self._bad(given)
        return Fact("used", given.span, [], name=name)

    # ------------------------------------------------------------------ choosing

    def choice(self, e: tree.Expr, names: Names, want: Type | None = None) -> Choice:
        """What `choosing` names. A word that means nothing in the rules may still be a key or label."""
        if isinstance(e, tree.ListOf):
            items = [self.choice(item, names, want) for item in e.items]
            return Choice(None, None, ["any"], items, None, e.span, [d for i in items for d in i.diagnostics])
        if isinstance(e, tree.Quantity):
            inner = self.choice(e.what, names, want)
            number = e.count
            self.program.findings = Findings()
            inner.count = self._fn(names, lambda b: (value(b, number, types.NUMBER), types.NUMBER))
            inner.span = e.span
            inner.diagnostics += self.program.findings.items
            return inner
        words = e.name if isinstance(e, tree.Name) else e.value if isinstance(e, tree.Text) else None
        made = self.expression(e, names, None) if want is None else self._hinted(e, names, want)
        if made.failed:
            return Choice(words, None, ["any"], None, None, e.span, made.diagnostics)
        return Choice(words, made.fn, made.type, None, None, e.span)

    def _hinted(self, e: tree.Expr, names: Names, want: Type) -> Compiled:
        return self._compile(names, lambda b: expr(b, e, want))

    # ------------------------------------------------------------------ the table

    def table(self) -> dict[str, Any]:
        """The table with the functions and cards that were added, ready to be loaded."""
        from runtime.canonical import content_hash

        made = {**self.base, **self.rules, "designs": [*self.base["designs"], *self.designs]}
        finish(self.low, made)
        made["hash"] = content_hash(made)
        return made


def _copy(lowering: Lowering) -> Lowering:
    """The same lowering with its own code and cards."""
    old = lowering.program
    program = replace(
        old,
        findings=Findings(),
        designs=list(old.designs),
        card_names=dict(old.card_names),
        card_titles=dict(old.card_titles),
        numbers={kind: dict(cards) for kind, cards in old.numbers.items()},
    )
    for table in (program.card_names, program.card_titles):
        for key, cards in table.items():
            table[key] = list(cards)
    for kind, numbers in program.numbers.items():
        program.numbers[kind] = {number: list(cards) for number, cards in numbers.items()}
    return lowering.copy(program)
