"""Carries out `when`: finds the named answers among the options of the decisions that come, and answers for nobody
else.

Windows that no step speaks of are passed, and a question with one answer is answered; anything else that stands in the
way is a failure that lists what there was to choose.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from chronoc.scenario.picks import Pick
from chronoc.scenario.plan import Step, Steps
from chronoc.scenario.play import Failure, Play
from chronoc.syntax.tree import Span
from runtime.decide import DONE, PASS, Pending
from runtime.state import Value

TAKES = re.compile(r"\btakes?\b")
MANY = 200  # decisions that may be passed by in one step


def carry_out(play: Play, when: Steps) -> None:
    """All steps of one `when`; then the game stands at the next decision, or at the end of the turn."""
    play.asked.clear()
    left = list(when.steps)
    while left:
        early = _rolls(left)
        step = left.pop(0) if left else None
        rolls = [*early, *_rolls(left)]  # chance is told before what makes it roll
        before = len(play.S.rolls)
        for roll in rolls:
            play.S.rolls += [play.evaluate(value) for value in roll.values]
        play.begin()
        if step is not None:
            _step(play, step)
        elif play.between:
            play.next_turn()
        if rolls and len(play.S.rolls) > before:
            raise Failure(rolls[0].span, "nothing was rolled here", found=play.stands())
    play.forced()


def _rolls(steps: list[Step]) -> list[Step]:
    """The rolls that come first, taken from the list."""
    found: list[Step] = []
    while steps and steps[0].act == "rolls":
        found.append(steps.pop(0))
    return found


def _step(play: Play, step: Step) -> None:
    match step.act:
        case "ends":
            play.end_game()
        case "takes":
            take(play, step)
        case "passes":
            passes(play, step)
        case "reacts":
            reacts(play, step)
        case "answers":
            answers(play, step.choosing, _seat(play, step), step.span, True)


def _seat(play: Play, step: Step) -> int:
    assert step.who is not None
    return int(play.values[step.who])


# ------------------------------------------------------------------ reaching a decision


def reach(play: Play, who: int, span: Span, wanted: str, turns: bool = True) -> Pending:
    """The decision that stands, when it is this player's. What nobody speaks of is passed until it is."""
    last = play.S.turn + len(play.rules.seats) + 1
    for _ in range(MANY):
        pending = play.standing
        if pending is not None and pending.who == who:
            return pending
        _pass_on(play, pending, span, wanted, turns and play.S.turn < last)
    raise Failure(span, wanted, found="there is no end of decisions that are passed by")


def _pass_on(play: Play, pending: Pending | None, span: Span, wanted: str, turns: bool) -> None:
    """Over a decision that the step does not speak of, or into the next turn."""
    if play.S.over:
        raise Failure(span, wanted, found="the game is over")
    if pending is None:
        if not turns or not play.between or not play.next_turn():
            raise Failure(span, wanted, found=play.stands())
        return
    if not play.let_by(pending):
        raise Failure(span, wanted, found=play.question(pending))


# ------------------------------------------------------------------ takes


def take(play: Play, step: Step) -> None:
    who, action = _seat(play, step), step.action
    assert action is not None
    name = play.rules.table.actions[action]["name"]
    message = f"{play.name(who)} cannot take {TAKES.split(step.said, maxsplit=1)[-1].strip()}"
    for _ in range(MANY):
        pending = reach(play, who, step.span, message)
        ways = [value for value in pending.options if value[:2] == ("take", action)] if to_take(pending) else []
        if ways:
            break
        if _to_act(pending) or not play.let_by(pending):
            raise Failure(step.span, message, f"{play.name(who)} is offered {name}", play.question(pending))
    types = play.rules.table.actions[action]["types"]
    given, spare = step.args[: len(types)], step.args[len(types) :]
    play.fit.state = play.S
    for at, pick in enumerate(given):
        left = [way for way in ways if play.fit.value(pick, types[at], way[2][at])]
        if not left:
            raise Failure(step.span, message, f"{name} with {pick.said}", play.question(pending))
        ways = left
    picks = [*spare, *step.choosing]
    for at in range(len(given), len(types)):
        left = [way for way in ways if picks and play.fit.value(picks[0], types[at], way[2][at])]
        if left:
            ways = left
            picks.pop(0)
    if len(ways) > 1:
        open_way = f"it is left open how {play.name(who)} takes {name}"
        raise Failure(step.span, open_way, "one way to take it", play.question(pending))
    play.answered.clear()
    play.answer(ways[0])
    answers(play, picks, who, step.span, False)


def to_take(pending: Pending) -> bool:
    return bool(pending.spec.kind == "take")


# ------------------------------------------------------------------ passes, reacts


def passes(play: Play, step: Step) -> None:
    who = _seat(play, step)
    message = f"{play.name(who)} has nothing to pass"
    let_by = next((a for a in play.answered if a.who == who and a.value == PASS), None)
    if let_by is not None and (play.standing is None or play.standing.who != who):
        play.answered.remove(let_by)  # passed already, on the way to somebody else
        return
    for _ in range(MANY):
        pending = reach(play, who, step.span, message)
        value = passing(pending)
        if value is not None:
            play.answered.clear()
            play.answer(value)
            return
        if _to_act(pending) or not play.let_by(pending):
            raise Failure(step.span, message, found=play.question(pending))
    raise Failure(step.span, message, found=play.stands())


def _to_act(pending: Pending) -> bool:
    """Is something to be done here? Then nothing else can be done by the same player."""
    return pending.spec.kind == "take" and pending.options[0] != DONE


def passing(pending: Pending) -> Value:
    """The answer that declines, if there is one."""
    for value in (PASS, DONE):
        if value in pending.options:
            return value
    return 0 if pending.spec.kind == "may" and 0 in pending.options else None


def reacts(play: Play, step: Step) -> None:
    who, pick = _seat(play, step), step.args[0]
    message = f"{play.name(who)} cannot react with {pick.said}"
    asked = ""
    for _ in range(MANY):
        try:
            pending = reach(play, who, step.span, message, turns=False)
        except Failure as failure:  # the first window tells more than where the game came to
            failure.found = asked or failure.found
            raise
        play.fit.state = play.S
        for value in pending.options:
            if reaction(pending, value) and play.fit.option(pick, pending, value):
                play.answered.clear()
                play.answer(value)
                answers(play, step.choosing, who, step.span, False)
                return
        asked = asked or play.question(pending)
        if _to_act(pending) or not play.let_by(pending):
            raise Failure(step.span, message, found=asked)
    raise Failure(step.span, message, found=asked)


def reaction(pending: Pending, value: Value) -> bool:
    """Is this option a card that answers?"""
    kind = pending.spec.kind
    if not isinstance(value, tuple):
        return False
    if kind == "either":
        return bool(pending.spec.branches[value[0]].form == "react")
    return kind == "react" or (kind == "take" and value[0] == "react")


# ------------------------------------------------------------------ answers


def answers(play: Play, picks: Sequence[Pick], who: int, span: Span, turns: bool) -> None:
    """The named answers, one by one. With `turns` the first may be to a question of the next turn."""
    last: Pending | None = None
    for pick in picks:
        several = _several(play, pick)
        if several is not None:
            _set(play, several, who, pick, turns)
            last = None
        else:
            last = answer(play, pick, who, turns, last)
        turns = False
    standing = play.standing
    if last is not None and standing is not None and _goes_on(last, standing) and DONE in standing.options:
        play.answer(DONE)


def _several(play: Play, pick: Pick) -> list[Pick] | None:
    """The members of a set in brackets; `x 3` is three of them. None: one answer."""
    members = pick.items if pick.items is not None else (pick,)
    if pick.items is None and pick.count is None:
        return None
    found: list[Pick] = []
    for member in members:
        found += [member] * (1 if member.count is None else int(play.evaluate(member.count)))
    return found


def _goes_on(last: Pending, now: Pending) -> bool:
    """Is this the same choice of several things, which asks on?"""
    return last.who == now.who and last.spec is now.spec and last.spec.kind == "choose"


def answer(play: Play, pick: Pick, who: int, turns: bool, last: Pending | None) -> Pending | None:
    """One answer; the decision it was given to, or None when it was given already since there was no other."""
    message = f"{play.name(who)} cannot answer {pick.said}"
    if _already(play, pick, who):
        return None
    for _ in range(MANY):
        pending = reach(play, who, pick.span, message, turns)
        if _already(play, pick, who):
            return None
        value = chosen(play, pick, pending)
        if value is not None:
            play.answered.clear()
            play.answer(value)
            return pending
        if last is not None and _goes_on(last, pending) and DONE in pending.options:
            play.answer(DONE)  # the set is complete: the next word belongs to the next question
            last = None
        elif not play.let_by(pending):
            raise Failure(pick.span, message, pick.said, play.question(pending))
        if _already(play, pick, who):
            return None
    raise Failure(pick.span, message, found=play.stands())


def chosen(play: Play, pick: Pick, pending: Pending) -> Value:
    """The first option that is what was picked, or None."""
    return next((value for value in pending.options if play.fits(pick, pending, value)), None)


def _already(play: Play, pick: Pick, who: int) -> bool:
    """Was this answered by itself, being the only answer?"""
    play.fit.state = play.S
    for at, given in enumerate(play.answered):
        if given.who != who:
            continue
        if given.pending is not None and given.before is not None:
            given.before.fit.state = given.before.S
            same = given.before.fit.option(pick, given.pending, given.value)
        else:
            same = play.fit.value(pick, given.spec.type, given.value)
        if same:
            play.answered = [later for i, later in enumerate(play.answered) if i > at or later.who != who]
            return True
    return False


def _set(play: Play, picks: list[Pick], who: int, whole: Pick, turns: bool) -> None:
    """A choice of several things, answered one by one in whatever order they are asked for."""
    message = f"{play.name(who)} cannot choose {whole.said}"
    left = list(picks)
    last: Pending | None = None
    for _ in range(MANY):
        left = [pick for pick in left if not _already(play, pick, who)]
        if picks and not left:
            break
        pending = reach(play, who, whole.span, message, turns)
        left = [pick for pick in left if not _already(play, pick, who)]
        if picks and not left:
            break  # the rest was answered on the way, being the only way
        if last is not None and not _goes_on(last, pending):
            raise Failure(whole.span, message, left[0].said, play.question(pending))
        value = chosen(play, whole, pending) if last is None and whole.items is not None else None
        if value is not None:  # the set is one option, or it is empty
            play.answered.clear()
            play.answer(value)
            return
        found = _member(play, left, pending)
        if found is None:
            if last is None and play.let_by(pending):
                continue
            raise Failure(whole.span, message, left[0].said if left else "nothing", play.question(pending))
        at, value = found
        del left[at]
        last = pending
        play.answered.clear()
        play.answer(value)
    standing = play.standing
    if last is not None and standing is not None and _goes_on(last, standing):
        if DONE not in standing.options:
            raise Failure(whole.span, f"{whole.said} is not enough", found=play.question(standing))
        play.answer(DONE)


def _member(play: Play, left: Sequence[Pick], pending: Pending) -> tuple[int, Value] | None:
    """The first option that one of these names: which, and the option."""
    for value in pending.options:
        for at, pick in enumerate(left):
            if play.fits(pick, pending, value):
                return at, value
    return None
