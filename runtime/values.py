"""What generated code calls that needs no world: values, lists of them, and what they may cost.

Numbers, lists and texts that are kept stay bounded, so that nothing can grow without end.
"""

from __future__ import annotations

from itertools import chain
from typing import Any

from runtime.recall import later
from runtime.signals import Budget, Fault
from runtime.space import groups
from runtime.state import STEPS_OF_FUEL, State, Value

#: Numbers in one list of numbers.
MAX_SPAN = 100_000
#: Signs of one text that the rules write.
MAX_TEXT = 2_000
#: No number of a game is larger, up or down.
MAX_NUMBER = 10**15


def exists(value: Value) -> bool:
    return len(value) > 0 if isinstance(value, (tuple, list)) else value is not None


def first(things: Any) -> Value:
    for thing in things:
        return thing
    return None


def of_maybe(S: State, thing: Value, cost: int, look: Any) -> Value:
    """What something says of a thing that may not be there."""
    if thing is None:
        return None
    if thing.__class__ is tuple:
        return first([look(one) for one in paid(S, thing, cost)])
    S.fuel -= cost // STEPS_OF_FUEL
    if S.fuel < 0:
        raise Budget("a rule looks at too many things")
    return look(thing)


def list_of_maybe(S: State, thing: Value, cost: int, look: Any) -> tuple[Value, ...]:
    """The same where that is a list."""
    if thing is None:
        return ()
    if thing.__class__ is tuple:
        return flat([look(one) for one in paid(S, thing, cost)])
    found = of_maybe(S, thing, cost, look)
    return tuple(found) if isinstance(found, (tuple, list)) else (found,)


def the_only(things: Any) -> Value:
    """The only thing of a list; nothing when there are several."""
    return things[0] if len(things) == 1 else None


def last(things: Any) -> Value:
    return things[-1] if things else None


def as_list(value: Value) -> tuple[Value, ...]:
    if value is None:
        return ()
    return tuple(value) if isinstance(value, (tuple, list)) else (value,)


def union(a: Value, b: Value) -> tuple[Value, ...]:
    return bounded_list(as_list(a) + as_list(b))


def without(a: Value, b: Value) -> tuple[Value, ...]:
    away = as_list(b)
    return tuple(thing for thing in as_list(a) if thing not in away)


def flat(value: Value) -> tuple[Value, ...]:
    out: list[Value] = []
    for item in value:
        out.extend(item if isinstance(item, (tuple, list)) else (item,))
        if len(out) > MAX_SPAN:
            raise Budget("a list of lists has become too large")
    return tuple(out)


def or_else(value: Value, other: Any) -> Value:
    return value if exists(value) else other()


def total(values: Any) -> int:
    return sum(value for value in values if value is not None)


def least(values: Any) -> Value:
    return min((value for value in values if value is not None), default=None)


def most(values: Any) -> Value:
    return max((value for value in values if value is not None), default=None)


def best(things: Any, key: Any, highest: bool, ties: str) -> Value:
    """`the x in E with most F`: the first of the best, all of them (a list), or nothing when several are equal."""
    marked = [(key(thing), thing) for thing in things]
    marked = [pair for pair in marked if pair[0] is not None]
    if not marked:
        return () if ties == "all" else None
    top = max(pair[0] for pair in marked) if highest else min(pair[0] for pair in marked)
    found = tuple(thing for value, thing in marked if value == top)
    if ties == "all":
        return found
    return found[0] if ties == "first" or len(found) == 1 else None


def ordered(things: Any, key: Any, descending: bool) -> tuple[Value, ...]:
    return tuple(sorted(things, key=key, reverse=descending))


def turned(things: tuple[Value, ...], start: Value) -> tuple[Value, ...]:
    """The list turned so that it starts at the element (as it is when the element is not in it)."""
    if start not in things:
        return things
    at = things.index(start)
    return things[at:] + things[:at]


def used(S: State, name: str) -> bool:
    """Was a limit's counter of this name counted up this turn?"""
    return any(key[0] == name for key in S.limits)


def whole(value: Value) -> Value:
    """A value that is kept: numbers, lists and texts stay bounded, so that nothing can grow without end."""
    if type(value) is int:
        if not -MAX_NUMBER <= value <= MAX_NUMBER:
            raise Fault("a number has become too large")
    elif type(value) is tuple:
        packed(value)
    elif type(value) is str and len(value) > MAX_TEXT:
        raise Budget("a text has become too long")
    return value


def packed(things: Any) -> Any:
    """A list that may hold lists: not too long, written out."""
    if len(things) > MAX_SPAN:
        raise Budget(f"a list of {len(things)} things")
    if tuple in map(type, things):
        weigh(things)
    return things


def weigh(things: Any) -> None:
    """A list may hold one list many times over, so it is counted as it would be written out, and no further than allowed."""
    left, stack = MAX_SPAN, [things]
    while stack:
        inner = stack.pop()
        left -= 1 + len(inner)
        if left < 0:
            raise Budget("a list of lists has become too large")
        stack.extend(thing for thing in inner if type(thing) is tuple or type(thing) is list)


def bounded_list(things: tuple[Value, ...]) -> tuple[Value, ...]:
    if len(things) > MAX_SPAN:
        raise Budget(f"a list of {len(things)} things")
    return things


def plus(a: Value, b: Value) -> Value:
    """A sum of what may be no numbers (texts and lists are joined in other ways)."""
    if type(a) is str or type(a) is tuple:
        raise Fault("only numbers can be added")
    return a + b


def times(a: Value, b: Value) -> Value:
    """A product: of numbers, and bounded, since products of products grow fast."""
    if type(a) is str or type(a) is tuple or type(b) is str or type(b) is tuple:
        raise Fault("only numbers can be multiplied")
    value = a * b
    if not -MAX_NUMBER <= value <= MAX_NUMBER:
        raise Fault("a number has become too large")
    return value


def paid(S: Any, things: Any, steps: int) -> Any:
    """The list, once going through it is paid for: so many steps for each element."""
    S.fuel -= 1 + len(things) * steps // STEPS_OF_FUEL
    if S.fuel < 0:
        raise Budget("a rule looks at too many things")
    return things


def paid_square(S: Any, things: Any, steps: int) -> Any:
    """The same, when each element is held against each other one."""
    return paid(S, things, len(things) * steps)


def as_of(S: Any, key: int | None, look: Any) -> Value:
    """An expression on an earlier state; the work is paid for now."""
    if key is None or key not in S.moments:
        raise Fault("the moment a rule looks back to is gone")
    past = S.moments[key]
    past.fuel = S.fuel
    try:
        return look(past)
    finally:
        S.fuel = past.fuel


def span(low: int, high: int) -> range:
    if high - low > MAX_SPAN:
        raise Budget(f"a list of {high - low + 1} numbers")
    return range(low, high + 1)


def divided(a: int, b: int) -> int:
    if b == 0:
        raise Fault("a division by zero")
    return a // b


def left_over(a: int, b: int) -> int:
    if b == 0:
        raise Fault("the rest of a division by zero")
    return a % b


def in_zone(S: State, thing: int | None, zone: int | None) -> bool:
    return thing is not None and S.L[thing] == zone


def zone_number(S: State, thing: int | None) -> int:
    return -1 if thing is None else S.L[thing]


PURE = {
    "exists": exists, "first": first, "last": last, "as_list": as_list, "union": union, "without": without, "flat": flat,
    "or_else": or_else, "total": total, "least": least, "most": most, "best": best, "ordered": ordered, "turned": turned,
    "whole": whole, "span": span, "divided": divided, "left_over": left_over, "in_zone": in_zone,
    "zone_number": zone_number, "groups": groups, "of_maybe": of_maybe, "list_of_maybe": list_of_maybe,
    "the_only": the_only, "later": later,
    "chain": chain.from_iterable,
    "used": used, "packed": packed, "plus": plus, "times": times, "paid": paid, "paid_square": paid_square, "as_of": as_of,
}  # fmt: skip
