"""A case made ready to be played: its expressions are functions of one table, its words are picks."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Union

from chronoc.diagnostics import Diagnostic, Note
from chronoc.lower.scenario import PLAYER, Compiled, Extra, Fact
from chronoc.model import types
from chronoc.model.suggest import fold, listed, nearest
from chronoc.model.types import Type
from chronoc.scenario.picks import Pick, PickReader, Words
from chronoc.scenario.shape import Case, Every, Line, Piece, changed_lines, fact_key
from chronoc.scenario.source import Source
from chronoc.syntax import tree
from chronoc.syntax.tree import Span
from runtime.game import NAMES


@dataclass(slots=True)
class Given:
    """One fact. `fresh`: the first about its place, so what lay there goes."""

    fact: Fact
    span: Span
    fresh: bool = True


@dataclass(slots=True)
class GivenLine:
    facts: tuple[Given, ...]
    span: Span


@dataclass(slots=True)
class Part:
    """Something in a claim whose value is shown when the claim fails."""

    said: str
    value: Compiled


@dataclass(slots=True)
class Truth:
    """A condition, and what to show of it. word: "game over" or "turn of" where it is one of these."""

    said: str
    span: Span
    condition: Compiled | None
    parts: tuple[Part, ...]
    negated: bool = False
    word: str | None = None
    who: int | None = None


@dataclass(slots=True)
class Step:
    """One step of `when`. `who` is the place of the player among the names."""

    act: str
    who: int | None
    action: int | None
    args: tuple[Pick, ...]
    choosing: tuple[Pick, ...]
    values: tuple[Compiled, ...]  # of a roll
    span: Span
    said: str


@dataclass(slots=True)
class Steps:
    steps: tuple[Step, ...]
    span: Span


@dataclass(slots=True)
class Claim:
    form: str
    span: Span
    said: str
    who: int | None = None
    truths: tuple[Truth, ...] = ()
    picks: tuple[Pick, ...] = ()
    things: tuple[Compiled, ...] = ()
    step: Step | None = None
    text: str | None = None
    otherwise: tuple[Prepared, ...] = ()  # the steps up to here with one fact changed


@dataclass(slots=True)
class EveryPlan:
    source: Compiled | None  # None: every option of the decision that stands
    pieces: tuple[Prepared, ...]
    span: Span
    said: str


Prepared = Union[GivenLine, Steps, Claim, EveryPlan]


@dataclass(slots=True)
class Plan:
    """`problems`: why the case cannot be played. `named`: designs that the case speaks of."""

    case: Case
    players: tuple[str, ...]
    pieces: tuple[Prepared, ...] = ()
    problems: list[Diagnostic] = field(default_factory=list)
    named: tuple[int, ...] = ()

    @property
    def failed(self) -> bool:
        return any(problem.severity == "error" for problem in self.problems)


class Planner:
    """Makes cases ready in the context of one table with additions."""

    def __init__(self, extra: Extra, words: Words, source: Source) -> None:
        self.extra = extra
        self.program = extra.program
        self.source = source
        self.picks = PickReader(extra, words, source)
        self.problems: list[Diagnostic] = []
        self._lines: dict[int, GivenLine] = {}

    def plan(self, case: Case) -> Plan:
        low = max(self.program.players[0], 1)
        players = case.players.names if case.players is not None else NAMES[:low]
        plan = Plan(case, tuple(players))
        self.problems = plan.problems
        self.problems += case.problems
        self._lines = {}
        self._seats(case, plan.players)
        names: dict[str, Type] = dict.fromkeys(plan.players, PLAYER)
        for robot in self.program.robots:
            names.setdefault(robot.name, PLAYER)
        pieces = case.pieces
        roles = self._roles(case)
        if roles:
            pieces = (Line(tuple(roles), case.players.span if case.players is not None else case.span), *pieces)
        plan.pieces = self.pieces(pieces, names)
        plan.named = self._named(case)
        return plan

    def problem(self, name: str, span: Span, message: str, *notes: str) -> None:
        self.problems.append(Diagnostic(name, "error", span, message, tuple(Note(note) for note in notes)))

    # ------------------------------------------------------------------ players

    def _seats(self, case: Case, players: tuple[str, ...]) -> None:
        if case.players is None:
            return
        span = case.players.span
        seen: dict[str, None] = {}
        for name in players:
            if fold(name) in seen:
                self.problem("doubled-name", span, f"two players are called `{name}`")
            seen[fold(name)] = None
        low, high = self.program.players
        if not low <= len(players) <= high:
            self.problem("wrong-count", span, f"the game is for {low} to {high} players, not for {len(players)}")

    def _roles(self, case: Case) -> list[tree.Given]:
        """`players Ann as "Old Keeper"`: the card goes where a player has one of its kind, a field or a place."""
        found: list[tree.Given] = []
        if case.players is None:
            return found
        for name, card in zip(case.players.names, case.players.as_cards, strict=True):
            if card is None:
                continue
            place = self._role_place(card)
            who = tree.Name(name, card.span)
            if place is None:
                self.problem("wrong-type", card.span, "a player has no field and no place for such a card")
            else:
                form, word = place
                target = tree.Of(word, None, who, card.span)
                found.append(tree.Given(form, target, (card,), None, None, None, (), card.span))
        return found

    def _role_place(self, card: tree.Expr) -> tuple[str, str] | None:
        word = card.value if isinstance(card, tree.Text) else getattr(card, "name", "")
        cards = self.program.card_titles.get(fold(word)) or self.program.card_names.get(fold(word)) or []
        for design in cards:
            kinds = [kind.index for kind in design.kind.lineage]
            for sym in self.program.fields:
                of_players = sym.kind.index == 0 and sym.var and sym.type.base == "object"
                if of_players and any(k in sym.type.arg for k in kinds):
                    return "set", sym.name
            for zone in self.program.zones:
                if zone.owner is not None and zone.owner.index == 0 and any(k in zone.kinds for k in kinds):
                    return "place", zone.name
        return None

    def who(self, name: str | None, names: Mapping[str, Type], span: Span) -> int | None:
        """The place of a player's name among the names."""
        if name is None:
            return None
        for at, known in enumerate(names):
            if fold(known) == fold(name):
                return at
        near = nearest(name, names)
        self.problem(
            "unknown-name", span, f"nobody is called `{name}`",
            f"did you mean `{near}`?" if near else f"the players are {listed(names, 'and')}",
        )  # fmt: skip
        return None

    # ------------------------------------------------------------------ pieces

    def pieces(self, pieces: Sequence[Piece], names: Mapping[str, Type], top: bool = True) -> tuple[Prepared, ...]:
        found: list[Prepared] = []
        last: int | None = None
        for at, piece in enumerate(pieces):
            match piece:
                case Line():
                    found.append(self.line(piece, names))
                case tree.When():
                    steps = self.steps(piece, names, last)
                    last = next((s.who for s in reversed(steps.steps) if s.who is not None), last)
                    found.append(steps)
                case tree.Expect():
                    found.append(self.claim(piece, names, pieces[:at] if top else None))
                case Every():
                    found.append(self.every(piece, names))
        return tuple(found)

    def line(self, line: Line, names: Mapping[str, Type]) -> GivenLine:
        known = self._lines.get(id(line))
        if known is not None:
            return known
        facts: list[Given] = []
        for at, said in enumerate(line.facts):
            fact = self.extra.facts(said, names)
            self.problems += fact.diagnostics
            before = line.facts[at - 1] if at else None
            fresh = not (before is not None and before.form == said.form == "place" and before.target is said.target)
            if fresh and said.form == "place" and "on top" not in said.words:
                self._twice(line.facts[:at], said)
            facts.append(Given(fact, said.span, fresh))
        made = self._lines[id(line)] = GivenLine(tuple(facts), line.span)
        return made

    def _twice(self, before: Sequence[tree.Given], said: tree.Given) -> None:
        if any(other.form == "place" and fact_key(other) == fact_key(said) for other in before):
            target = said.target.span if said.target is not None else said.span
            self.problem(
                "doubled-name", said.span, f"`{self.source.said(target)}` is given twice in one line",
                "the second would take the place of the first: write one list",
            )  # fmt: skip

    def every(self, piece: Every, names: Mapping[str, Type]) -> EveryPlan:
        said = self.source.said(piece.source.span) if piece.source is not None else "choice"
        if piece.var is None or piece.source is None:
            return EveryPlan(None, self.pieces(piece.pieces, names, False), piece.span, said)
        made = self.extra.expression(piece.source, names)
        self.problems += made.diagnostics
        inner = dict(names)
        kind, element = made.type, types.ANY
        if kind[0] == "list":
            element = self._type(kind[1])
        elif not made.failed:
            self.problem("wrong-type", piece.source.span, "`for every` goes through a list, this is none")
        inner[piece.var] = element
        return EveryPlan(made, self.pieces(piece.pieces, inner, False), piece.span, said)

    def _type(self, kind: Sequence[object]) -> Type:
        """The type that a V of the rule table stands for."""
        match kind[0]:
            case "number" | "flag" | "text" | "tag" | "kind" | "moment" | "effect":
                return Type(str(kind[0]))
            case "object" | "design":
                return Type(str(kind[0]), (kind[1],))
            case "enum" | "cell":
                return Type(str(kind[0]), kind[1])
            case "zone":
                return types.zone(())
            case "list":
                inner = kind[1]
                assert isinstance(inner, Sequence)
                return types.list_of(self._type(inner))
        return types.ANY

    # ------------------------------------------------------------------ when

    def steps(self, when: tree.When, names: Mapping[str, Type], last: int | None) -> Steps:
        made: list[Step] = []
        for step in when.steps:
            who = last
            if step.act not in ("rolls", "ends") and step.who is not None:
                who = self.who(step.who, names, step.span)
            if step.act == "choosing" and who is None:
                self.problem("unknown-name", step.span, "nobody has acted yet, so it is not clear who chooses")
            made.append(self.step(step, who, names))
            last = who
        return Steps(tuple(made), when.span)

    def step(self, step: tree.Step_, who: int | None, names: Mapping[str, Type]) -> Step:
        said = self.source.said(step.span)
        act = step.act
        values: tuple[Compiled, ...] = ()
        if step.act == "rolls":
            if step.who is not None and fold(step.who) != "chance":
                self.problem("unknown-name", step.span, "dice are rolled by chance", "write `chance rolls …`")
            values = tuple(self._value(e, names) for e in step.choosing)
            return Step(act, None, None, (), (), values, step.span, said)
        if step.act == "ends":
            if step.who is None or fold(step.who) != "game":
                self.problem("unknown-name", step.span, "only the game ends in a scenario", "write `game ends`")
            return Step(act, None, None, (), (), (), step.span, said)
        if step.act == "choosing":
            act = "answers"
        action = self.action(step.action, step.span) if step.action is not None else None
        args = tuple(self._pick(e, names) for e in step.args)
        choosing = tuple(self._pick(e, names) for e in step.choosing)
        return Step(act, who, action, args, choosing, values, step.span, said)

    def action(self, name: str, span: Span) -> int | None:
        found = self.program.action_names.get(fold(name))
        if found is not None:
            return found.index
        near = nearest(name, [action.name for action in self.program.actions])
        known = listed([f"`{action.name}`" for action in self.program.actions], "and")
        note = f"did you mean `{near}`?" if near else f"actions are {known}" if known else "the rules have no action"
        self.problem("unknown-name", span, f"there is no action `{name}`", note)
        return None

    def _pick(self, e: tree.Expr, names: Mapping[str, Type]) -> Pick:
        pick = self.picks.read(e, names)
        self.problems += pick.problems
        return pick

    def _value(self, e: tree.Expr, names: Mapping[str, Type], want: Type | None = None) -> Compiled:
        made = self.extra.expression(e, names, want)
        self.problems += made.diagnostics
        return made

    # ------------------------------------------------------------------ expect

    def claim(self, claim: tree.Expect, names: Mapping[str, Type], before: Sequence[Piece] | None) -> Claim:
        made = Claim(claim.form, claim.span, self.source.said(claim.span))
        if claim.who is not None:
            made.who = self.who(claim.who, names, claim.span)
        made.text = claim.text.value if claim.text is not None else None
        match claim.form:
            case "true":
                made.truths = tuple(t for e in claim.exprs for t in self.truths(e, names))
            case "sees" | "does not see":
                for e in claim.exprs:
                    things = self.extra.things(e, names)
                    self.problems += things.diagnostics
                    made.things = (*made.things, things)
            case "can take" | "cannot take":
                step = tree.Step_(claim.who, "takes", claim.action, claim.exprs, claim.choosing, claim.span)
                made.step = self.step(step, made.who, names)
            case "same view":
                self._same_view(made, claim, names, before)
            case _:
                made.picks = tuple(self._pick(e, names) for e in claim.exprs)
        return made

    def _same_view(
        self, made: Claim, claim: tree.Expect, names: Mapping[str, Type], before: Sequence[Piece] | None
    ) -> None:
        if before is None:
            self.problem("loose-statement", claim.span, "`same view` cannot stand inside `for every`")
        elif claim.given is not None:
            kept = [piece for piece in before if not isinstance(piece, tree.Expect)]
            made.otherwise = self.pieces(changed_lines(kept, claim.given), names, False)

    def truths(self, e: tree.Expr, names: Mapping[str, Type]) -> list[Truth]:
        """What a claim says, conjunct by conjunct, so that the one that fails is told."""
        if isinstance(e, tree.Binary) and e.op == "and":
            return [*self.truths(e.left, names), *self.truths(e.right, names)]
        said, inner, negated = self.source.said(e.span), e, False
        while isinstance(inner, tree.Unary) and inner.op == "not":
            inner, negated = inner.operand, not negated
        if isinstance(inner, tree.Name) and fold(inner.name) == "game_over":
            return [Truth(said, e.span, None, (), negated, "game over")]
        if isinstance(inner, tree.Of) and fold(inner.name) == "turn" and isinstance(inner.operand, tree.Name):
            who = self.who(inner.operand.name, names, inner.span)
            return [Truth(said, e.span, None, (), negated, "turn of", who)]
        made = self.extra.condition(e, names)
        self.problems += made.diagnostics
        parts = [] if made.failed else [p for part in shown_parts(inner) for p in self._part(part, names)]
        return [Truth(said, e.span, made, tuple(parts))]

    def _part(self, e: tree.Expr, names: Mapping[str, Type]) -> list[Part]:
        if isinstance(e, (tree.Number, tree.Text)):
            return []
        made = self.extra.expression(e, names)
        return [] if made.failed else [Part(self.source.said(e.span), made)]

    # ------------------------------------------------------------------ what is spoken of

    def _named(self, case: Case) -> tuple[int, ...]:
        found: dict[int, None] = {}
        for word in spoken(case.pieces):
            for cards in (self.program.card_names.get(word), self.program.card_titles.get(word)):
                found.update(dict.fromkeys(card.index for card in cards or ()))
        return tuple(found)


def shown_parts(e: tree.Expr) -> list[tree.Expr]:
    """The values that say why a condition does not hold."""
    match e:
        case tree.Compare():
            return [e.left, e.right]
        case tree.In():
            return [e.right]
        case tree.Is() | tree.Has() | tree.Exists():
            return [e.operand]
        case tree.Call(args=args):
            return [arg.value for arg in args if arg.for_in is None]
        case tree.Quantifier() | tree.NOf():
            return [e.source] if isinstance(e, tree.Quantifier) else []
    return []


def spoken(node: object) -> list[str]:
    """All names and titles in a tree, folded."""
    from dataclasses import fields, is_dataclass

    if isinstance(node, tree.Name):
        return [fold(node.name)]
    if isinstance(node, tree.Text):
        return [fold(node.value)]
    if isinstance(node, (tuple, list)):
        return [word for item in node for word in spoken(item)]
    if is_dataclass(node) and not isinstance(node, (Span, type)):
        return [word for f in fields(node) for word in spoken(getattr(node, f.name))]
    return []
