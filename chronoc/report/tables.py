"""The matrix of a variant as tables of text."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from chronoc.prove.prover import NEVER, ONLY, OPEN, REACHED
from chronoc.report.matrix import BACK, BOTH, MOVE, OVER, PUT, TAKE, Asking, Matrix, count
from chronoc.terminal import columns, visible

SIGNS = {OVER: ">", BACK: "<", BOTH: "<>"}
FEW = 6


def lines(found: Matrix, width: int = 100) -> Iterator[str]:
    yield visible(found.title)
    for goal in found.goals():
        yield ""
        yield from goal_lines(found, goal, width)
    if found.sided:
        yield ""
        yield from sided_lines(found, width)
    rest = list(other_lines(found))
    if rest:
        yield ""
        yield "what else cards change"
        yield from rest


def goal_lines(found: Matrix, goal: str, width: int) -> Iterator[str]:
    """One table: each card that the goal may be met with, how far it is, each thing that one of them asks for."""
    rows = [asking for asking in found.askings if asking.goal == goal]
    things = found.columns(goal)
    yield f"{visible(goal)}: {len(rows)} way{'' if len(rows) == 1 else 's'} to meet it"
    far = any(asking.verdict for asking in rows)
    heads = [*(["plays"] if far else []), *(visible(found.names[thing]) for thing in things)]
    pad = [""] if far else []
    body = [[visible(a.title), *([distance(a)] if far else []), *(cell(a, thing) for thing in things)] for a in rows]
    if things:
        body.append(["asked for", *pad, *(str(count(found, thing, None, goal)) for thing in things)])
        for reading in readings(rows):
            body.append([f"  {reading}", *pad, *(str(count(found, thing, reading, goal)) for thing in things)])
        body.append(["cards for it", *pad, *(str(found.bringing(thing)) for thing in things)])
    if heads:
        yield from grid(heads, body, width)
        yield from legend(rows)
    yield from besides(rows)
    for asking in rows:
        if (asking.verdict and asking.plays is None) or asking.why:
            yield f"  {visible(asking.title)}: {visible('; '.join([asking.verdict, *asking.why[:1]]))}"


def besides(rows: Sequence[Asking]) -> Iterator[str]:
    """What is asked of no single thing: once, with all that ask for it."""
    texts = dict.fromkeys(text for asking in rows for text in asking.besides)
    for text in texts:
        asking = [visible(a.title) for a in rows if text in a.besides]
        rest = [visible(a.title) for a in rows if text not in a.besides]
        who = "all" if not rest else f"all but {', '.join(rest)}" if len(rest) <= 3 < len(asking) else ", ".join(asking)
        yield f"  besides, {who}: {visible(text)}"


def readings(rows: Sequence[Asking]) -> list[str]:
    found = dict.fromkeys(need.reading for asking in rows for need in asking.needs)
    return sorted(found) if len(found) > 1 else []


def cell(asking: Asking, thing: int) -> str:
    """`=`: as printed, `'`: its other side, `o`: anything else; in brackets what something else can stand in for, with `-`
    what must not be."""
    signs = []
    for need in asking.needs:
        if need.thing == thing:
            sign = {"plain": "=", "primed": "'"}.get(need.reading, "o")
            sign = sign if need.wanted else f"-{sign}"
            signs.append(sign if need.always else f"({sign})")
    return "".join(dict.fromkeys(signs))


def legend(rows: Sequence[Asking]) -> Iterator[str]:
    needs = [need for asking in rows for need in asking.needs]
    told = []
    if any(need.reading == "plain" for need in needs):
        told.append("= as printed")
    if any(need.reading == "primed" for need in needs):
        told.append("' its other side")
    other = [r for r in dict.fromkeys(need.reading for need in needs) if r not in ("plain", "primed")]
    if other:
        told.append(f"o {', '.join(map(visible, other))}")
    if any(not need.always for need in needs):
        told.append("( ) something else can stand in for it")
    if any(not need.wanted for need in needs):
        told.append("- must not be")
    if any(asking.plays is not None and not asking.shortest for asking in rows):
        told.append("~ need not be the fewest plays")
    if told:
        yield f"  {', '.join(told)}"


def distance(asking: Asking) -> str:
    """How many plays away: a number, or what became of it in a word."""
    if asking.verdict == REACHED and asking.plays is not None:
        return f"{asking.plays}" if asking.shortest else f"~{asking.plays}"
    return {NEVER: "never", ONLY: "too late", OPEN: "?", REACHED: "yes"}.get(asking.verdict, "")


def sided_lines(found: Matrix, width: int) -> Iterator[str]:
    """Cards that turn things over, against those things."""
    yield "what cards turn over"
    rows = [o for o in found.offers if any(how in SIGNS for how, _ in o.changes.values())]
    heads = [visible(found.names[thing]) for thing in found.sided]
    body = []
    for offer in rows:
        name = f"{visible(offer.title)} x{offer.copies}"
        body.append([name, *(SIGNS.get(offer.changes.get(thing, ("", ""))[0], "") for thing in found.sided)])
    body.append(["cards for it", *(str(found.bringing(thing)) for thing in found.sided)])
    yield from grid(heads, body, width)
    yield "  > to its other side, < back, <> both"


def other_lines(found: Matrix) -> Iterator[str]:
    for offer in found.offers:
        groups: dict[tuple[str, str], list[int]] = {}
        for thing, (how, zone) in offer.changes.items():
            if how not in SIGNS:
                groups.setdefault((how, zone), []).append(thing)
        for (how, zone), things in groups.items():
            names = ", ".join(visible(found.names[t]) for t in things[:FEW])
            more = f" and {len(things) - FEW} more" if len(things) > FEW else ""
            many = f" x{offer.copies}" if offer.copies > 1 else ""
            own = len(things) == 1 and found.titles[things[0]] == offer.title
            where = visible(zone) if own or how == MOVE else f"{visible(zone)} of {names}{more}"
            did = {PUT: f"goes to {where}", TAKE: f"leaves {where}"}.get(how, f"may move {names}{more} ({where})")
            yield f"  {visible(offer.action)} {visible(offer.title)}{many}: {did}"


def grid(heads: Sequence[str], body: Sequence[Sequence[str]], width: int) -> Iterator[str]:
    """A table. Where its columns do not fit, they go on below."""
    first = max(columns(row[0]) for row in body) + 2
    widths = [max(columns(head), *(columns(row[k + 1]) for row in body)) + 2 for k, head in enumerate(heads)]
    start = 0
    while start < len(heads):
        end, used = start + 1, first + 2 + widths[start]
        while end < len(heads) and used + widths[end] <= width:
            used += widths[end]
            end += 1
        yield "  " + " " * first + "".join(padded(heads[k], widths[k]) for k in range(start, end)).rstrip()
        for row in body:
            cells = "".join(padded(row[k + 1], widths[k]) for k in range(start, end))
            yield f"  {padded(row[0], first)}{cells}".rstrip()
        start = end


def padded(text: str, width: int) -> str:
    return text + " " * (width - columns(text))


__all__ = ["lines"]
