"""From a scenario as it is written to cases that can be played one by one.

`like` is carried out, a table of examples gives a case for each row, players and cards are taken out of the pieces, and
the facts of one `given` are put together into a line.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, fields, is_dataclass, replace
from typing import Any, Union

from chronoc.diagnostics import Diagnostic, Note
from chronoc.model.suggest import fold, nearest
from chronoc.scenario.source import Source
from chronoc.syntax import tree
from chronoc.syntax.tree import Span


@dataclass(slots=True, frozen=True, eq=False)
class Line:
    """One `given`: its facts settle together."""

    facts: tuple[tree.Given, ...]
    span: Span


@dataclass(slots=True, frozen=True, eq=False)
class Every:
    """`for every x in E { … }`; without `var`: for every option of the decision that stands."""

    var: str | None
    source: tree.Expr | None
    pieces: tuple[Piece, ...]
    span: Span


Piece = Union[Line, tree.When, tree.Expect, Every]


@dataclass(slots=True, frozen=True, eq=False)
class Case:
    """One scenario to play, with its table row filled in. `problems`: what makes it impossible to read."""

    title: str
    span: Span
    players: tree.Players | None
    cards: tuple[tree.CardDecl, ...]
    pieces: tuple[Piece, ...]
    problems: tuple[Diagnostic, ...] = ()


def cases(scenario: tree.ScenarioDecl, others: Sequence[tree.ScenarioDecl], source: Source) -> list[Case]:
    """The cases of a scenario. `others` are those it may be `like`, the nearest first."""
    pieces, problems = _with_like(scenario, others, source, ())
    players = _first(pieces, tree.Players)
    cards = tuple(_all(pieces, tree.CardDecl))
    table = _first(pieces, tree.Examples)
    title = scenario.title
    if table is None:
        return [Case(title, scenario.span, players, cards, _lines(pieces, source), tuple(problems))]
    found = []
    for row in table.rows:
        if len(row) != len(table.names):
            continue  # the parser has said so
        named = ", ".join(f"{name} = {source.said(value.span)}" for name, value in zip(table.names, row, strict=True))
        values = {fold(name): value for name, value in zip(table.names, row, strict=True)}
        filled = Filling(values)
        found.append(
            Case(
                f"{title} ({named})", scenario.span, filled.node(players), filled.node(cards),
                _lines(filled.node(pieces), source), tuple(problems),
            )
        )  # fmt: skip
    if not found:
        problem = Diagnostic("incomplete", "error", table.span, "this table has no row, so nothing is tested")
        return [Case(title, scenario.span, players, cards, (), (*problems, problem))]
    return found


# ------------------------------------------------------------------ pieces


def _all(pieces: Sequence[tree.ScenarioPiece], sort: type) -> list[Any]:
    """What stands on its own and is not a step, wherever it stands."""
    found: list[Any] = []
    for piece in pieces:
        if isinstance(piece, sort):
            found.append(piece)
        elif isinstance(piece, tree.ForEvery):
            found += _all(piece.pieces, sort)
    return found


def _first(pieces: Sequence[tree.ScenarioPiece], sort: type) -> Any:
    return next(iter(_all(pieces, sort)), None)


def _lines(pieces: Sequence[tree.ScenarioPiece], source: Source) -> tuple[Piece, ...]:
    """The steps, with the facts of each `given` in one line."""
    found: list[Piece] = []
    for piece in pieces:
        match piece:
            case tree.Given():
                last = found[-1] if found else None
                if isinstance(last, Line) and source.one_line(last.facts[-1].span, piece.span):
                    found[-1] = Line((*last.facts, piece), last.span)
                else:
                    found.append(Line((piece,), piece.span))
            case tree.When() | tree.Expect():
                found.append(piece)
            case tree.ForEvery():
                found.append(Every(piece.var, piece.source, _lines(piece.pieces, source), piece.span))
    return tuple(found)


# ------------------------------------------------------------------ like


def _with_like(
    scenario: tree.ScenarioDecl, others: Sequence[tree.ScenarioDecl], source: Source, seen: tuple[str, ...]
) -> tuple[tuple[tree.ScenarioPiece, ...], list[Diagnostic]]:
    """The pieces of a scenario behind what it takes from the one it is like: the players, the cards, what is given
    (changed by what this one gives first) and what is done there. What is expected there is left out."""
    own = scenario.pieces
    if scenario.like is None:
        return own, []
    title = scenario.like
    other = next((o for o in others if fold(o.title) == fold(title) and o is not scenario), None)
    if other is None:
        near = nearest(title, [o.title for o in others if o is not scenario])
        notes = (Note(f"did you mean `{near}`?"),) if near else ()
        message = f"there is no scenario `{title}` to be like"
        return own, [Diagnostic("unknown-name", "error", scenario.span, message, notes)]
    if fold(title) in seen:
        message = f"`{scenario.title}` is like itself in the end"
        return own, [Diagnostic("cyclic-definition", "error", scenario.span, message)]
    base, problems = _with_like(other, others, source, (*seen, fold(scenario.title)))
    first = _first_step(own)
    mine = own[:first]
    kept = [piece for piece in base if not isinstance(piece, (tree.Expect, tree.ForEvery))]
    for sort in (tree.Players, tree.Examples):
        if any(isinstance(piece, sort) for piece in mine):
            kept = [piece for piece in kept if not isinstance(piece, sort)]
    changed = changed_givens(kept, [piece for piece in mine if isinstance(piece, tree.Given)])
    rest = [piece for piece in mine if not isinstance(piece, tree.Given)]
    return (*rest, *changed, *own[first:]), problems


def changed_givens(pieces: Sequence[Any], news: Sequence[tree.Given]) -> tuple[Any, ...]:
    """The pieces with other facts: each new one takes the place of what says the same thing, or comes behind the first
    givens."""
    out: list[Any] = list(pieces)
    done: list[str] = []
    for new in news:
        key = fact_key(new)
        if key in done:  # `a, b face down` is two facts about one place: the second stays with the first
            at = max(i for i, piece in enumerate(out) if isinstance(piece, tree.Given) and fact_key(piece) == key)
            out.insert(at + 1, new)
            continue
        done.append(key)
        places = [i for i, piece in enumerate(out) if isinstance(piece, tree.Given) and fact_key(piece) == key]
        if places:
            out[places[0]] = new
            for at in reversed(places[1:]):
                del out[at]
        else:
            out.insert(_first_step(out), new)
    return tuple(out)


def _first_step(pieces: Sequence[Any]) -> int:
    """Where something is done or expected for the first time."""
    steps = (tree.When, tree.Expect, tree.ForEvery)
    return next((at for at, piece in enumerate(pieces) if isinstance(piece, steps)), len(pieces))


def changed_lines(pieces: Sequence[Piece], new: tree.Given) -> tuple[Piece, ...]:
    """The same for lines of given: only the line that changes is a new one."""
    key = fact_key(new)
    out: list[Piece] = list(pieces)
    for at, piece in enumerate(out):
        if isinstance(piece, Line) and any(fact_key(fact) == key for fact in piece.facts):
            facts = tuple(f for f in changed_givens(piece.facts, (new,)))
            out[at] = Line(facts, piece.span)
            return tuple(out)
    at = next((i for i, piece in enumerate(out) if not isinstance(piece, Line)), len(out))
    out.insert(at, Line((new,), new.span))
    return tuple(out)


def fact_key(fact: tree.Given) -> str:
    """What a fact is about: two facts with one key cannot both hold."""
    target: Any = fact.target
    if fact.form == "set" and fact.name is not None:
        return f"option {fold(fact.name)}"
    if fact.form in ("roll", "setup", "phase", "layout"):
        return fact.form
    if fact.form == "verb":
        return f"verb {bare(fact.statement)}"
    if isinstance(target, tree.Unary) and target.op == "not":
        target = target.operand
    if isinstance(target, tree.Primed):
        target = target.base
    return f"{bare(target)} {fact.name or ''}"


def bare(node: Any) -> str:
    """A tree as text without its places: what is equal says the same."""
    if isinstance(node, Span) or node is None:
        return ""
    if is_dataclass(node):
        inner = ",".join(bare(getattr(node, f.name)) for f in fields(node))
        return f"{type(node).__name__}({inner})"
    if isinstance(node, (tuple, list)):
        return "[" + ",".join(bare(item) for item in node) + "]"
    return fold(node) if isinstance(node, str) else repr(node)


# ------------------------------------------------------------------ examples


class Filling:
    """Puts the values of a row where the names of the table stand."""

    def __init__(self, values: Mapping[str, tree.Expr]) -> None:
        self.values = values
        self._made: dict[int, Any] = {}

    def node(self, node: Any) -> Any:
        """The same tree with values for names. What is the same node twice stays one node."""
        if node is None or isinstance(node, (str, int, Span)):
            return node
        if isinstance(node, tuple):
            return tuple(self.node(item) for item in node)
        if isinstance(node, tree.Name):
            return self.values.get(fold(node.name), node)
        known = self._made.get(id(node))
        if known is None:
            changes = {f.name: self.node(getattr(node, f.name)) for f in fields(node)}
            if isinstance(node, (tree.Step_, tree.Expect)) and node.who is not None:
                who = self.values.get(fold(node.who))
                changes["who"] = who.name if isinstance(who, tree.Name) else node.who
            known = self._made[id(node)] = replace(node, **changes)
        return known
