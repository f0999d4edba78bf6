"""Holds what is expected against the game. A claim that does not hold raises `Failure` with expected and found."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Sequence

from chronoc.scenario.plan import Claim, Prepared, Truth
from chronoc.scenario.play import Failure, Play
from chronoc.scenario.steps import take
from chronoc.syntax.tree import Span
from runtime.decide import DONE, PASS, Pending
from runtime.log import Story
from runtime.view import Viewer

IMPOSSIBLE = "the rules did something impossible"
#: Plays the steps so far again, with others in their place: the game as it would stand.
Replay = Callable[[tuple[Prepared, ...]], Play]


def hold(play: Play, claim: Claim, replay: Replay) -> None:
    """Check one claim."""
    play.begin()
    match claim.form:
        case "true" | "game over" | "turn of" | "wins" | "loses" | "no winner":
            through = play.through()
            try:
                no_fault(play, through, claim.span)
                _of_the_table(through, claim)
            except Failure as failure:
                failure.stands = through.stands()
                raise
        case "offered" | "not offered" | "offered only":
            _offered(play, claim)
        case "asked":
            _asked(play, claim)
        case "not asked":
            _not_asked(play, claim)
        case "can take":
            _can_take(play, claim)
        case "cannot take":
            _cannot_take(play, claim)
        case "sees" | "does not see":
            _sees(play, claim)
        case "same view":
            _same_view(play, claim, replay)
        case _:
            raise Failure(claim.span, f"`{claim.form}` is nothing that can be expected")


def no_fault(play: Play, later: Play, span: Span) -> None:
    """What follows by itself must be possible too."""
    if later.S.faults > play.S.faults:
        found = next((line for line in reversed(later.story(100)) if line.startswith("FAULT")), "")
        raise Failure(span, IMPOSSIBLE, found=found)


def _seat(play: Play, claim: Claim) -> int:
    assert claim.who is not None
    return int(play.values[claim.who])


# ------------------------------------------------------------------ conditions and ends


def _of_the_table(play: Play, claim: Claim) -> None:
    if claim.form == "true":
        for truth in claim.truths:
            _true(play, truth)
    else:
        _ended(play, claim)


def _true(play: Play, truth: Truth) -> None:
    if truth.word is not None:
        if truth.word == "game over":
            holds = play.S.over
        else:
            assert truth.who is not None
            holds = not play.S.over and play.S.active == play.values[truth.who]
        if holds is truth.negated:
            raise Failure(truth.span, f"not so: {truth.said}", truth.said, _turn(play))
        return
    assert truth.condition is not None
    if play.evaluate(truth.condition) is True:
        return
    found = []
    for part in truth.parts:
        value = play.shown(part.value.type, play.evaluate(part.value))
        if value != part.said:
            found.append(f"{part.said} is {value}")
    raise Failure(truth.span, f"not so: {truth.said}", truth.said, "; ".join(found))


def _turn(play: Play) -> str:
    return play.stands() if play.S.over else f"it is the turn of {play.name(play.S.active)}"


def _ended(play: Play, claim: Claim) -> None:
    S = play.S
    ends = [f"{play.name(seat)} wins" + (f' "{route}"' if route else "") for seat, route in sorted(S.won.items())]
    ends += [f"{play.name(seat)} loses" for seat in S.lost]
    found = ", ".join(ends) or ("the game is over without a winner" if S.over else _turn(play))
    match claim.form:
        case "game over":
            holds = S.over
        case "turn of":
            holds = not S.over and S.active == _seat(play, claim)
        case "wins":
            seat = _seat(play, claim)
            holds = seat in S.won and (claim.text is None or S.won[seat] == claim.text)
        case "loses":
            holds = _seat(play, claim) in S.lost
        case _:
            holds = not S.won
    if not holds:
        raise Failure(claim.span, f"not so: {claim.said}", claim.said, found)


# ------------------------------------------------------------------ what is offered


def _decision(play: Play, who: int) -> tuple[Play, Pending] | None:
    """The decision of this player that stands, or comes when windows are passed: on a copy, so that they stay open."""
    if play.between:
        play.next_turn()
        play.forced()
    twin = play
    for _ in range(100):
        pending = twin.standing
        if pending is None or pending.who == who:
            return None if pending is None else (twin, pending)
        if twin is play:
            twin = play.copy()
            assert twin.standing is not None
            pending = twin.standing
        if not twin.let_by(pending):
            return None
    return None


def _answered(play: Play) -> Iterator[tuple[Play, Pending]]:
    """The questions that had one answer, as they stood."""
    for given in play.answered:
        if given.before is not None and given.before.standing is not None:
            yield given.before, given.before.standing


def _offered(play: Play, claim: Claim) -> None:
    who = _seat(play, claim)
    found = _decision(play, who)
    questions = [] if found is None else [found]
    questions += [(before, pending) for before, pending in _answered(play) if pending.who == who]
    if not questions:
        if claim.form == "not offered":
            return
        raise Failure(claim.span, f"{play.name(who)} is offered nothing", claim.said, play.stands())
    faults = [_mismatch(twin, pending, claim) for twin, pending in questions]
    if claim.form == "not offered":
        faults = faults[:1]
    if None not in faults:
        twin, pending = questions[0]
        raise Failure(claim.span, str(faults[0]), claim.said, twin.question(pending))


def _mismatch(play: Play, pending: Pending, claim: Claim) -> str | None:
    """Why these options are not what is claimed, or None."""
    options = [value for value in pending.options if not (isinstance(value, str) and value in (DONE, PASS))]
    name = play.name(pending.who)
    for pick in claim.picks:
        there = any(play.fits(pick, pending, value) for value in pending.options)
        if there and claim.form == "not offered":
            return f"{name} is offered {pick.said}"
        if not there and claim.form != "not offered":
            return f"{name} is not offered {pick.said}"
    if claim.form == "offered only":
        for value in options:
            if not any(play.fits(pick, pending, value) for pick in claim.picks):
                shown = Viewer(play.rules, play.S, None, True).option(pending, value, True)
                return f"{name} is offered {shown} as well"
    return None


def _asked(play: Play, claim: Claim) -> None:
    who = _seat(play, claim)
    if play.between:
        play.next_turn()
        play.forced()
    standing = [] if play.standing is None else [(play, play.standing)]
    earlier = [(before, pending) for before, pending in _answered(play) if pending.spec.kind != "react"]
    for twin, pending in (*standing, *earlier):
        if pending.who != who:
            continue
        prompt = Viewer(twin.rules, twin.S, None, True).prompt(pending)
        if claim.text is not None and prompt != claim.text:
            continue
        if claim.picks and _mismatch(twin, pending, _only(claim)) is not None:
            continue
        return
    raise Failure(claim.span, f"{play.name(who)} is not asked this", claim.said, play.stands())


def _only(claim: Claim) -> Claim:
    return Claim("offered only", claim.span, claim.said, claim.who, picks=claim.picks)


def _not_asked(play: Play, claim: Claim) -> None:
    who = _seat(play, claim)
    pending = play.standing
    if pending is not None and pending.who == who:
        raise Failure(claim.span, f"{play.name(who)} is asked", claim.said, play.question(pending))
    if who in play.asked:
        raise Failure(claim.span, f"{play.name(who)} was asked in a window, and passed", claim.said)


# ------------------------------------------------------------------ can and cannot


def _can_take(play: Play, claim: Claim) -> None:
    assert claim.step is not None
    if play.between:
        play.next_turn()
        play.forced()
    twin = play.copy()
    take(twin, claim.step)
    no_fault(play, twin, claim.span)


def _cannot_take(play: Play, claim: Claim) -> None:
    assert claim.step is not None
    twin = play.copy()
    if twin.S.over:
        return
    try:
        take(twin, claim.step)
    except Failure:
        return
    raise Failure(claim.span, f"{play.name(_seat(play, claim))} can do it", claim.said, "all of it is offered")


# ------------------------------------------------------------------ who sees what


def _sees(play: Play, claim: Claim) -> None:
    seat, S = _seat(play, claim), play.S
    kernel, world = play.rules.kernel, play.rules.world
    wanted = claim.form == "sees"
    for made in claim.things:
        things = [thing for thing in play.evaluate(made) or () if thing is not None]
        lying = [thing for thing in things if S.L[thing] != 0] or things
        if not lying:
            raise Failure(claim.span, "there is nothing of the kind to see", claim.said)
        seen = [thing for thing in lying if kernel.sees(S, seat, thing)]
        one = len({world.designs[thing] for thing in lying}) == 1
        holds = (bool(seen) if one else len(seen) == len(lying)) if wanted else not seen
        if not holds:
            places = [f"{world.title(thing)} lies in {world.zone_name(S.L[thing])}" for thing in lying]
            where = ", ".join(dict.fromkeys(places))
            verb = "does not see" if wanted else "sees"
            raise Failure(claim.span, f"{play.name(seat)} {verb} it", claim.said, where)


def _same_view(play: Play, claim: Claim, replay: Replay) -> None:
    seat = _seat(play, claim)
    other = replay(claim.otherwise)
    for what, look in (("view", _view), ("log", _log)):
        mine, theirs = look(play, seat), look(other, seat)
        if mine != theirs:
            here, there = _difference(mine, theirs)
            raise Failure(claim.span, f"the {what} of {play.name(seat)} tells the two apart", here, there)


def _view(play: Play, seat: int) -> list[str]:
    """Everything that a player may know of the table and of what he can do, line by line."""
    viewer = Viewer(play.rules, play.S, seat)
    view = viewer.view()
    pending = play.standing
    if pending is not None and pending.who == seat:
        options = [[viewer.option(pending, value), viewer.option(pending, value, True)] for value in pending.options]
        view["decision"] = {"kind": pending.spec.kind, "prompt": viewer.prompt(pending), "options": options}
    else:
        view["waiting"] = pending is not None
    return list(_flat("", view))


def _flat(path: str, value: object) -> Iterator[str]:
    """A tree of data as lines `where: what`; two trees are the same when their lines are."""
    if isinstance(value, dict):
        for key, inner in value.items():
            yield from _flat(f"{path} {key}", inner)
        yield f"{path}: {len(value)} entries"
    elif isinstance(value, (list, tuple)):
        for at, inner in enumerate(value, 1):
            yield from _flat(f"{path} {at}", inner)
        yield f"{path}: {len(value)} items"
    else:
        yield f"{path}: {json.dumps(value, ensure_ascii=False)}"


def _log(play: Play, seat: int) -> list[str]:
    return Story(play.rules, play.S, seat).lines()


def _difference(one: Sequence[str], other: Sequence[str]) -> tuple[str, str]:
    """The first lines that differ."""
    for mine, theirs in zip(one, other, strict=False):
        if mine != theirs:
            return mine.strip(), theirs.strip()
    longer = one if len(one) > len(other) else other
    rest = longer[min(len(one), len(other))].strip()
    return (rest, "nothing") if longer is one else ("nothing", rest)
