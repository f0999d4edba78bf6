"""A line of play as a scenario: what each player holds, the plays, what is true then. It is claimed only when it holds."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from chronoc.analyse import Analysis
from chronoc.prove.arena import Answer, Move
from chronoc.prove.effects import SEAT
from runtime.decide import DONE

if TYPE_CHECKING:
    from chronoc.prove.prover import Prover, Question
    from chronoc.scenario.play import Play

FILE = "<witness>"


@dataclass(slots=True)
class Witness:
    """texts: ways to write the line down, the simplest first · text: the one that holds · failure: why none does"""

    texts: tuple[str, ...]
    plays: int
    text: str = ""
    failure: str = ""


def line_of_play(prover: Prover, question: Question, line: Sequence[Move], over: bool = False) -> Witness:
    """The players take turns with the plays, if it matters to nobody who makes them; else the first player makes them all."""
    seats = len(prover.seats)
    outcome = "" if over or question.goal is None else met(prover, question, line)
    own = [writes_own(prover, move) for move in line]
    ways: list[list[tuple[Move, int]]] = []
    if not any(own):
        ways.append([(move, k % seats) for k, move in enumerate(line)])
    elif not all(own):
        ways.append(shared_out(line, own, seats))
    ways.append([(move, SEAT) for move in line])
    laid = set_out(prover)
    texts = [
        written(prover, question, way, portions, over, outcome, begun)
        for begun in dict.fromkeys(((), laid))
        for way in ways
        for portions in (False, True)
    ]
    return Witness(tuple(dict.fromkeys(texts)), len(line))


def writes_own(prover: Prover, move: Move) -> bool:
    """Does a play change what lies before a player?"""
    seats = range(len(prover.seats))
    return any(atom[0] == "in" and prover.writing.world.owner_of[atom[1]] in seats for atom in move.source.records)


def shared_out(line: Sequence[Move], own: list[bool], seats: int) -> list[tuple[Move, int]]:
    """What concerns one player alone, he plays himself; the rest is played by the others as their turns come."""
    mine = [move for move, his in zip(line, own, strict=True) if his]
    rest = [move for move, his in zip(line, own, strict=True) if not his]
    out: list[tuple[Move, int]] = []
    seat = SEAT
    while mine or rest:
        queue = rest if seat != SEAT or not mine else mine
        if queue:
            out.append((queue.pop(0), seat))
        seat = (seat + 1) % seats
    return out


def in_zone_of(prover: Prover, instance: int, seat: int) -> int:
    """The same zone of another player."""
    return instance + seat - SEAT


def claim(prover: Prover, question: Question, me: str, over: bool, outcome: str) -> str:
    if over or question.ended:
        return "game over"
    if question.goal is not None:
        return outcome.replace("{me}", me) if outcome else "turn of " + me
    if question.offers:
        source = question.offers[0]
        return f"{me} can take {prover.table.actions[source.index]['name']} {prover.spoken(source.thing or 0)}"
    return question.expects


def met(prover: Prover, question: Question, line: Sequence[Move]) -> str:
    """What a scenario can say of a goal that is met at the end of these plays: that it wins, and by what route; or where the
    thing lies by then with which it was met. Nothing, if neither can be seen."""
    if not line:
        return ""
    arena = prover.arena
    before: Any = ()
    for move in line[:-1]:
        before = move.change
    more = []
    if question.thing is not None:
        many = prover.writing.fn(prover.table.goals[question.goal]["over"], *_nobody(), [])  # type: ignore[index]
        more = [(question.thing, i) for i in sorted(many.source or ()) if prover.writing.world.owner_of[i] == SEAT][:1]
    begun = arena.begun(line[-1].source, before, tuple(more))
    if begun is None:
        return ""
    thing, play = begun
    pending = [(play, False)]
    for _ in range(500):
        if not pending:
            break
        play, played = pending.pop()
        if play.S.over and SEAT in play.S.won:
            return f"{{me}} wins {quoted(play.S.won[SEAT])}"
        if played and reached(play, question):
            kept = lies_open(prover, play, question)
            if kept:
                return kept
        if play.standing is None:
            continue
        for value, now in reversed(arena.options(play, line[-1].source, thing, played)):
            twin = play.copy()
            twin.answer(value)
            pending.append((twin, played or now))
    return ""


def reached(play: Play, question: Question) -> bool:
    """Was the goal met in this turn?"""
    return any(event[:3] == ("goal", SEAT, question.goal) for event in play.S.events())


def lies_open(prover: Prover, play: Play, question: Question) -> str:
    """Where the thing lies with which a goal was met, if all can see it there."""
    world = prover.writing.world
    for copy in () if question.thing is None else prover.arena.copies(question.thing):
        instance = play.S.L[copy]
        zone = prover.table.zones[world.zone_of[instance]]
        if instance and zone["see"] == "open" and world.owner_of[instance] == SEAT:
            return f"{prover.spoken(question.thing or 0)} in {zone['name']} of {{me}}"
    return ""


def _nobody() -> tuple[Any, Any]:
    from chronoc.prove.values import just

    return just(SEAT), just(None)


def written(
    prover: Prover,
    question: Question,
    line: list[tuple[Move, int]],
    portions: bool,
    over: bool,
    outcome: str,
    laid: tuple[str, ...],
) -> str:
    """line: who makes each play · portions: each card is dealt just before it is played, since there are fewer copies than
    plays or a full hand means something · laid: what else lies open, where the rules look at it."""
    last = line[-1][1] if line else SEAT
    if question.offers and line:  # whose turn it is then, unless all is about one player
        one = all(who == SEAT for _, who in line) and any(writes_own(prover, move) for move, _ in line)
        last = SEAT if one else (last + 1) % len(prover.seats)
    me = prover.seats[last]
    out = [f"scenario {quoted(question.title)} {{", f"  players {', '.join(prover.seats)}"]
    out += [f"  {text}" for text in (*beginning(prover), *laid)]
    if question.goal is not None and question.thing is not None:
        many = prover.writing.fn(prover.table.goals[question.goal]["over"], *_nobody(), [])
        mine = [i for i in sorted(many.source or ()) if prover.writing.world.owner_of[i] == SEAT]
        out.append(f"  given {prover.zone(in_zone_of(prover, mine[0], last))}: {prover.spoken(question.thing)}")
    plays = [(move.source, who) for move, who in line]
    if question.offers:
        plays.append((question.offers[0], last))
    tracked = prover.writing.tracked
    held = [
        (thing, in_zone_of(prover, source.instance, who))
        for source, who in plays
        if not tracked[source.instance]
        for thing in (source.thing or 0, *prover.arena.spares(source))
    ]
    if not portions:
        zones: dict[int, list[str]] = {}
        for thing, instance in held:
            zones.setdefault(instance, []).append(prover.spoken(thing))
        out += [f"  given {prover.zone(instance)}: {', '.join(cards)}" for instance, cards in sorted(zones.items())]
    for k, (source, who) in enumerate(plays):
        if portions and not prover.writing.tracked[source.instance]:
            cards = ", ".join(prover.spoken(t) for t in (source.thing or 0, *prover.arena.spares(source)))
            out.append(f"  given {prover.zone(in_zone_of(prover, source.instance, who))}: {cards}")
        if k < len(line):
            out += [f"  {text}" for text in steps(prover, line[k][0], prover.seats[who])]
    out.append(f"  expect {claim(prover, question, me, over, outcome)}")
    return "\n".join([*out, "}"]) + "\n"


def beginning(prover: Prover) -> list[str]:
    """What lies open from the start."""
    out = []
    for instance, tracked in enumerate(prover.writing.tracked):
        if tracked:
            lying = [prover.spoken(t) for t in prover.arena.base.Z[instance] if t is not None]
            if lying:
                out.append(f"given {prover.zone(instance)}: {', '.join(lying)}")
    return out


def set_out(prover: Prover) -> tuple[str, ...]:
    """What the setup puts into open piles that belong to nobody."""
    out = []
    world = prover.writing.world
    for instance, zone in enumerate(world.zone_of):
        row = prover.table.zones[zone]
        plain = row["shape"] not in ("grid", "ring") and not row["holding"] and row["see"] == "open"
        if instance and plain and row["owner"] is None:
            lying = [prover.spoken(t) for t in prover.arena.base.Z[instance] if t is not None]
            if lying:
                out.append(f"given {prover.zone(instance)}: {', '.join(lying)}")
    return tuple(out)


def steps(prover: Prover, move: Move, me: str) -> list[str]:
    """A play as steps of a scenario."""
    name = prover.table.actions[move.source.index]["name"]
    taken = next((k for k, a in enumerate(move.answers) if a.kind == "take"), 0)
    out = [
        answered(prover, answer, me) for answer in move.answers[:taken]
    ]  # what the turn asks before it comes to the play
    text = f"{me} takes {name} {prover.spoken(move.source.thing or 0)}"
    answers = [a for a in move.answers[taken:] if a.kind != "take"]
    chosen: list[str] = []
    while answers and answers[0].kind == "choose" and answers[0].who == SEAT and answers[0].value != DONE:
        chosen.append(spoken_value(prover, answers.pop(0)))
    out.append(text + (f" choosing {', '.join(chosen)}" if chosen else ""))
    out += [answered(prover, answer, me) for answer in answers]
    return [("and " if k else "when ") + line for k, line in enumerate(out)]


def answered(prover: Prover, answer: Answer, me: str) -> str:
    who = me if answer.who == SEAT else prover.seats[answer.who]
    return f"{who} answers {spoken_value(prover, answer)}"


def quoted(text: str) -> str:
    return '"' + text.replace("\\", "\\\\").replace('"', '\\"') + '"'


def spoken_value(prover: Prover, answer: Answer) -> str:
    if answer.kind == "may":
        return "yes" if answer.value else "no"
    if answer.kind == "either":
        branch = answer.spec.branches[answer.value[0]]
        return str(branch.key) if answer.value[1] is None else prover.spoken(answer.value[1])
    if type(answer.value) is int and answer.spec.type and answer.spec.type[0] == "object":
        return prover.spoken(answer.value)
    return str(answer.value)


def execute(analysis: Analysis, witnesses: Sequence[Witness], texts: Mapping[str, bytes]) -> None:
    """Play the scenarios. Each witness gets the text that holds, or why none does."""
    from chronoc.scenario.picks import Words
    from chronoc.scenario.shape import cases
    from chronoc.scenario.source import Source
    from chronoc.scenario.suite import _Shared
    from chronoc.syntax.parser import parse_text
    from chronoc.syntax.tree import ScenarioDecl

    for k in range(max((len(witness.texts) for witness in witnesses), default=0)):
        wanted = [witness for witness in witnesses if not witness.text and k < len(witness.texts)]
        lines = "\n".join(witness.texts[k] for witness in wanted)
        tree, found = parse_text(lines, FILE)
        decls = [item for item in tree.items if isinstance(item, ScenarioDecl)]
        if len(decls) != len(wanted):
            for witness in wanted:
                witness.failure = found[0].message if found else "it cannot be read"
            continue
        assert analysis.table is not None
        source = Source({**texts, FILE: lines.encode()})
        shared = _Shared(analysis, Words(analysis.table), source)
        plans = [shared.plan(cases(decl, [], source)[0]) for decl in decls]
        for witness, plan in zip(wanted, plans, strict=True):
            outcome = shared.runner.run(plan)
            if outcome.ok:
                witness.text = witness.texts[k]
            else:
                witness.failure = "; ".join(part for part in (outcome.message, outcome.expected, outcome.found) if part)
